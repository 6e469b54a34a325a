/* SPDX-License-Identifier: GPL-2.0-only */
/* cli/cmd_replay.c -- `sde replay`: one scenario of a database again, concretely
 *
 * The recorded command is executed once more in the folder in which it was, with two variables in its environment: SDE_REPLAY
 * names a file with the values of the scenario's inputs and decisions (sde/case.h), SDE_DB a new database.  What stands
 * in that one afterwards is compared with what was recorded.
 */
#include "cli/replay.h"

#include <sde/program.h>

#include <stdlib.h>
#include <string.h>

static int help (void) {
  fputs ("usage: sde replay DB ERROR [OPTION...]\n\n"
         "Runs the script or network file that DB was made by once more, concretely, with the inputs and\n"
         "failures of the error's simplest scenario, and says whether the same node stops at the same place\n"
         "and time: \"reproduced\", otherwise the first difference.  Files must be what they were then.\n\n"
         "  --trace        then tells the story of the run line by line\n"
         "  --pcap=FILE    writes its frames as pcapng, with comments on lost, altered and forged ones\n"
         "  --gdb=NODE     then runs that node (number or name) natively under gdb, on the inputs and\n"
         "                 frames that it got: step through it\n"
         "  --native=NODE  the same without gdb\n"
         "  --changed      files may have changed since\n"
         "  --keep=FILE    keeps the database of the concrete run, for sde scenario, sde export ...\n"
         "  --json         prints one JSON object\n\n"
         "Exit status: 0 reproduced, 1 not, 2 bad usage or input.\n",
         stdout);
  return EXIT_CLEAN;
}

static int take_option (Replay *r, const char *argument) {
  if (!strcmp (argument, "--trace"))
    r->trace = true;
  else if (!strcmp (argument, "--changed"))
    r->changed = true;
  else if (!strcmp (argument, "--json"))
    r->json = true;
  else if (!strncmp (argument, "--keep=", 7) && argument[7])
    r->keep = argument + 7;
  else if (!strncmp (argument, "--pcap=", 7) && argument[7])
    r->pcap = argument + 7;
  else if (!strncmp (argument, "--gdb=", 6) && argument[6])
    r->debugged = argument + 6;
  else if (!strncmp (argument, "--native=", 9) && argument[9])
    r->native = argument + 9;
  else
    return cli_fail ("sde replay has no option '%s'; `sde replay --help` lists them", argument);
  return EXIT_CLEAN;
}

static int take_argument (Replay *r, const char *argument) {
  if (argument[0] == '-')
    return take_option (r, argument);
  if (!r->file)
    r->file = argument;
  else if (!r->id)
    r->id = argument;
  else
    return cli_fail ("one error at a time; '%s' is a second one", argument);
  return EXIT_CLEAN;
}

static int run (Replay *r) {
  char *message = sde_database_open (r->file, &r->db);
  int status = message ? cli_fail_with (message) : replay_read (r);
  if (!status)
    status = replay_run (r);
  if (status)
    return status;
  int verdict = replay_tell (r);
  if (verdict != EXIT_USAGE && r->pcap)
    status = replay_pcap (r);
  if (verdict != EXIT_USAGE && !status && (r->debugged || r->native))
    status = replay_native (r);
  return status ? status : verdict;
}

void replay_release (Replay *r) {
  sde_database_close (r->again);
  sde_database_close (r->db);
  sde_case_free (r->test);
  args_free (&r->command);
  free (r->folder);
  free (r->executable);
  free (r->door);
  free (r->error.place);
  if (r->temporary)
    place_remove_folder (r->temporary);
}

int cmd_replay (int argc, char **argv) {
  Replay r = {0};
  int status = EXIT_CLEAN;
  for (int i = 1; i < argc && !status; i++) {
    if (!strcmp (argv[i], "--help") || !strcmp (argv[i], "-h"))
      return help ();
    status = take_argument (&r, argv[i]);
  }
  if (!status && !r.id)
    status = cli_fail ("which error?  sde replay DB ERROR; `sde errors DB` lists them");
  if (!status)
    status = run (&r);
  replay_release (&r);
  return status;
}
