/* SPDX-License-Identifier: GPL-2.0-only */
/* vm/intrinsics_node.c -- the functions of sde/node.h */
#include "vm/intrinsic.h"
#include "vm/kept.h"

#include <string.h>

enum { LONGEST_FRAME = 65535, LONGEST_NAME = 1000, LARGEST = 1 << 24 };

/* Stands before anything else.  Uses the caller's vm and state. */
#define NODE_ONLY(function)                                                                                  \
  do {                                                                                                       \
    if (!state->boot)                                                                                        \
      return exec_stop (vm, state, STOP_UNSUPPORTED, "%s needs a network: use sde run", (function));         \
  } while (0)

/* --- frames --- */

Flow intrinsic_send (Vm *vm, State *state, const CallSite *site) {
  uint64_t iface, frame, size;
  NODE_ONLY ("sde_send");
  INTRINSIC_NUMBER (0, &iface);
  INTRINSIC_NUMBER (1, &frame);
  INTRINSIC_NUMBER (2, &size);
  if (!size || size > LONGEST_FRAME)
    return exec_stop (vm, state, STOP_USER, "sde_send of %llu bytes: a frame has 1 to %d bytes",
                      (unsigned long long)size, LONGEST_FRAME);
  if (!exec_check_range (vm, state, frame, size, ACCESS_READ))
    return FLOW_STOP;
  return exec_want (state, (Want){WANT_SEND, (int32_t)(uint32_t)iface, frame, size, 0});
}

Flow intrinsic_receive (Vm *vm, State *state, const CallSite *site) {
  uint64_t iface, buffer, room, deadline;
  NODE_ONLY ("sde_receive");
  INTRINSIC_NUMBER (0, &iface);
  INTRINSIC_NUMBER (1, &buffer);
  INTRINSIC_NUMBER (2, &room);
  INTRINSIC_NUMBER (3, &deadline);
  if (!exec_check_range (vm, state, buffer, room, ACCESS_WRITE))
    return FLOW_STOP;
  if ((int64_t)deadline > state->now)
    state->looks = 0;
  return exec_want (state, (Want){WANT_RECEIVE, (int32_t)(uint32_t)iface, buffer, room, (int64_t)deadline});
}

Flow intrinsic_received_at (Vm *vm, State *state, const CallSite *site) {
  NODE_ONLY ("sde_received_at");
  return intrinsic_return (state, site, slot_bits ((uint32_t)state->received_at));
}

/* --- time --- */

Flow intrinsic_now (Vm *vm, State *state, const CallSite *site) {
  NODE_ONLY ("sde_now");
  uint32_t max = vm->options.max_looks;
  if (max && ++state->looks > max)
    return exec_want (state, (Want){.kind = WANT_POLL, .time = state->now});
  return intrinsic_return (state, site, slot_bits ((uint64_t)state->now));
}

static Flow sleep_until (State *state, int64_t time) {
  return exec_want (state, (Want){.kind = WANT_SLEEP, .time = time > state->now ? time : state->now});
}

Flow intrinsic_sleep (Vm *vm, State *state, const CallSite *site) {
  uint64_t nanoseconds;
  int64_t end;
  NODE_ONLY ("sde_sleep");
  INTRINSIC_NUMBER (0, &nanoseconds);
  if (__builtin_add_overflow (state->now, (int64_t)nanoseconds, &end))
    end = (int64_t)nanoseconds < 0 ? INT64_MIN : INT64_MAX;
  return sleep_until (state, end);
}

Flow intrinsic_sleep_until (Vm *vm, State *state, const CallSite *site) {
  uint64_t time;
  NODE_ONLY ("sde_sleep_until");
  INTRINSIC_NUMBER (0, &time);
  return sleep_until (state, (int64_t)time);
}

/* --- who and where --- */

Flow intrinsic_node_id (Vm *vm, State *state, const CallSite *site) {
  NODE_ONLY ("sde_node_id");
  return intrinsic_return (state, site, slot_bits (state->boot->node));
}

Flow intrinsic_interfaces (Vm *vm, State *state, const CallSite *site) {
  NODE_ONLY ("sde_interfaces");
  return intrinsic_return (state, site, slot_bits (state->boot->interfaces));
}

Flow intrinsic_nodes (Vm *vm, State *state, const CallSite *site) {
  NODE_ONLY ("sde_nodes");
  return intrinsic_return (state, site, slot_bits (state->boot->nodes));
}

Flow intrinsic_node_random (Vm *vm, State *state, const CallSite *site) {
  NODE_ONLY ("sde_random");
  return intrinsic_random (vm, state, site);
}

/* --- telling --- */

Flow intrinsic_log (Vm *vm, State *state, const CallSite *site) {
  uint64_t format;
  NODE_ONLY ("sde_log");
  INTRINSIC_NUMBER (0, &format);
  return exec_want (state, (Want){.kind = WANT_LOG, .address = format});
}

/* A name for the network, in text, which the caller frees; false: the state has stopped. */
static bool read_name (Vm *vm, State *state, uint64_t address, const char *function, Text *text) {
  if (!exec_string (vm, state, address, LONGEST_NAME, text))
    return false;
  if (text->len && text->len < LONGEST_NAME)
    return true;
  exec_stop (vm, state, STOP_USER, "%s: a name has 1 to %d characters", function, LONGEST_NAME - 1);
  return false;
}

static bool check_size (Vm *vm, State *state, uint64_t size, const char *function) {
  if (size && size <= LARGEST)
    return true;
  exec_stop (vm, state, STOP_USER, "%s of %llu bytes: 1 to %d are possible", function,
             (unsigned long long)size, LARGEST);
  return false;
}

Flow intrinsic_publish (Vm *vm, State *state, const CallSite *site) {
  uint64_t name, address, size;
  NODE_ONLY ("sde_publish");
  INTRINSIC_NUMBER (0, &name);
  INTRINSIC_NUMBER (1, &address);
  INTRINSIC_NUMBER (2, &size);
  Text text = {0};
  bool fine = read_name (vm, state, name, "sde_publish", &text) &&
              check_size (vm, state, size, "sde_publish") &&
              exec_check_range (vm, state, address, size, ACCESS_READ);
  if (fine)
    published_add (vm, state, text_c (vm->mem, &text), address, (uint32_t)size);
  text_free (vm->mem, &text);
  return fine ? exec_next (state) : FLOW_STOP;
}

Flow intrinsic_maybe (Vm *vm, State *state, const CallSite *site) {
  uint64_t name;
  NODE_ONLY ("sde_maybe");
  INTRINSIC_NUMBER (0, &name);
  Text text = {0};
  bool fine = read_name (vm, state, name, "sde_maybe", &text);
  text_free (vm->mem, &text);
  return fine ? exec_want (state, (Want){.kind = WANT_MAYBE, .address = name}) : FLOW_STOP;
}

/* --- memory over reboots --- */

static Flow give_persistent (Vm *vm, State *state, const CallSite *site, const char *name, uint32_t size) {
  uint32_t known = kept_size (state, name);
  if (known && known != size)
    return exec_stop (vm, state, STOP_USER, "sde_persistent: \"%s\" has %u bytes, not %u", name, known, size);
  return intrinsic_return (state, site, slot_bits (kept_address (vm, state, name, size)));
}

Flow intrinsic_persistent (Vm *vm, State *state, const CallSite *site) {
  uint64_t name, size;
  NODE_ONLY ("sde_persistent");
  INTRINSIC_NUMBER (0, &name);
  INTRINSIC_NUMBER (1, &size);
  Text text = {0};
  Flow flow = FLOW_STOP;
  if (read_name (vm, state, name, "sde_persistent", &text) && check_size (vm, state, size, "sde_persistent"))
    flow = give_persistent (vm, state, site, text_c (vm->mem, &text), (uint32_t)size);
  text_free (vm->mem, &text);
  return flow;
}
