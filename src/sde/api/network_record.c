/* SPDX-License-Identifier: GPL-2.0-only */
/* api/network_record.c -- a network and its result database
 *
 * The recorder is made when the network starts and closed when it finishes; it sees every event before the user's watch.
 */
#include "api/network_impl.h"
#include "api/record.h"
#include "net/net_view.h"

#include <stdlib.h>
#include <string.h>

static char *keep (SdeNetwork *n, const char *s) { return s ? mem_string (&n->mem, s, strlen (s)) : NULL; }

static void watch (void *data, const SdeEvent *event) {
  SdeNetwork *n = data;
  if (n->recorder)
    record_event (n->recorder, event);
  if (n->watch)
    n->watch (n->watch_data, event);
}

void network_record_keep (SdeNetwork *n, SdeNetworkOptions *options) {
  SdeRecord *own = &n->record;
  if (!options->record.file)
    return;
  *own = options->record;
  own->file = keep (n, own->file);
  own->door = keep (n, own->door);
  own->input = keep (n, own->input);
  const char **argv = mem_zero (&n->mem, (size_t)own->argc * sizeof *argv);
  for (int i = 0; i < own->argc; i++)
    argv[i] = keep (n, own->argv[i]);
  own->argv = argv;
  n->watch = options->watch;
  n->watch_data = options->watch_data;
  options->watch = watch;
  options->watch_data = n;
}

Status network_record_start (SdeNetwork *n) {
  if (!n->record.file)
    return STATUS_OK;
  Status st = recorder_new (&n->mem, &n->record, net_view_pool (n->net), &n->recorder);
  if (status_ok (st))
    record_network (n->recorder, n);
  return st;
}

void network_record_round (SdeNetwork *n) {
  if (n->recorder)
    record_round (n->recorder);
}

static void close_record (SdeNetwork *n) {
  Status st = recorder_close (n->recorder);
  n->recorder = NULL;
  if (n->net)
    net_record (n->net, NULL);
  n->record_error = api_message (st);
}

void network_record_end (SdeNetwork *n) {
  if (!n->recorder)
    return;
  record_network_end (n->recorder);
  close_record (n);
}

static void drop (SdeNetwork *n, const char *s) {
  if (s)
    mem_free (&n->mem, (char *)s, strlen (s) + 1);
}

void network_record_free (SdeNetwork *n) {
  if (n->recorder)
    close_record (n);
  free (n->record_error);
  drop (n, n->record.file);
  drop (n, n->record.door);
  drop (n, n->record.input);
  for (int i = 0; i < n->record.argc; i++)
    drop (n, n->record.argv[i]);
  mem_free (&n->mem, (void *)(uintptr_t)n->record.argv, (size_t)n->record.argc * sizeof *n->record.argv);
}

const char *sde_network_record_error (const SdeNetwork *n) { return n->record_error; }
