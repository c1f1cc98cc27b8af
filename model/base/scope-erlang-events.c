/* scope-erlang-events.c: see the header. SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/base/scope-erlang-events.h"

const char *
scope_erlang_event_name (guint type)
{
  static const char *const names[SCOPE_ERL_N_EVENTS] = {
    [SCOPE_ERL_PROFILE_START] = "profile_start",
    [SCOPE_ERL_PROFILE_STOP] = "profile_stop",
    [SCOPE_ERL_SCHEDULERS] = "schedulers",
    [SCOPE_ERL_PROFILE_OPTS] = "profile_opts",
    [SCOPE_ERL_KNOWN] = "process",
    [SCOPE_ERL_SPAWN] = "spawn",
    [SCOPE_ERL_SPAWNED] = "spawned",
    [SCOPE_ERL_EXIT] = "exit",
    [SCOPE_ERL_REGISTER] = "register",
    [SCOPE_ERL_UNREGISTER] = "unregister",
    [SCOPE_ERL_LINK] = "link",
    [SCOPE_ERL_UNLINK] = "unlink",
    [SCOPE_ERL_GETTING_LINKED] = "getting_linked",
    [SCOPE_ERL_GETTING_UNLINKED] = "getting_unlinked",
    [SCOPE_ERL_IN] = "in",
    [SCOPE_ERL_OUT] = "out",
    [SCOPE_ERL_IN_EXITING] = "in_exiting",
    [SCOPE_ERL_OUT_EXITING] = "out_exiting",
    [SCOPE_ERL_OUT_EXITED] = "out_exited",
    [SCOPE_ERL_SEND] = "send",
    [SCOPE_ERL_SEND_TO_NOBODY] = "send_to_non_existing_process",
    [SCOPE_ERL_RECEIVE] = "receive",
    [SCOPE_ERL_GC_START] = "gc_start",
    [SCOPE_ERL_GC_END] = "gc_end",
    [SCOPE_ERL_GC_MINOR_START] = "gc_minor_start",
    [SCOPE_ERL_GC_MINOR_END] = "gc_minor_end",
    [SCOPE_ERL_GC_MAJOR_START] = "gc_major_start",
    [SCOPE_ERL_GC_MAJOR_END] = "gc_major_end",
    [SCOPE_ERL_OPEN] = "open",
    [SCOPE_ERL_CLOSED] = "closed",
    [SCOPE_ERL_CALL] = "call",
    [SCOPE_ERL_RETURN_TO] = "return_to",
    [SCOPE_ERL_RETURN_FROM] = "return_from",
    [SCOPE_ERL_EXCEPTION_FROM] = "exception_from",
    [SCOPE_ERL_TIMEOUT] = "receive_timeout",
    [SCOPE_ERL_LABEL] = "label",
    [SCOPE_ERL_ACTIVE] = "active",
    [SCOPE_ERL_INACTIVE] = "inactive",
    [SCOPE_ERL_SCHEDULER_ACTIVE] = "scheduler_active",
    [SCOPE_ERL_SCHEDULER_INACTIVE] = "scheduler_inactive",
    [SCOPE_ERL_DROP] = "drop",
    [SCOPE_ERL_TAKE] = "message_receive",
    [SCOPE_ERL_OTHER] = "other",
  };

  return type < SCOPE_ERL_N_EVENTS ? names[type] : NULL;
}
