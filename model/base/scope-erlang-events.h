/* scope-erlang-events.h: the events of Erlang's tracing, as the decoder hands them to the replay: trace files, trace ports and
 * probe logs alike. Records are those of erlang:trace/3 and erlang:system_profile/2 (formats/erlang.md §2).
 *
 * Pids, ports and names are *parties*, functions and other words are *texts*; both have numbers from 1 on, told by a
 * DEFINE event that comes before all that use them (whatever its time), since records come sorted by time and definitions as
 * they are met. 0: none.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef enum
{
  /* a: number; b: ScopeErlangParty; c: text of its node, 0: the trace's own. Payload: "<0.50.0>", "#Port<0.6>", "a_server" */
  SCOPE_ERL_DEFINE_PARTY = 1,
  /* a: number. Payload: the text, UTF-8 */
  SCOPE_ERL_DEFINE_TEXT,

  /* Heads of Percept and Percept2. */
  SCOPE_ERL_PROFILE_START,  /* payload: "1795247302788715", µs since 1970 */
  SCOPE_ERL_PROFILE_STOP,
  SCOPE_ERL_SCHEDULERS,     /* a: how many */
  SCOPE_ERL_PROFILE_OPTS,   /* a: text */
  SCOPE_ERL_KNOWN,          /* who was there when recording began, by our own recorder: a: process; b: parent, 0: not known;
                               c: text of its entry function, 0: it is not recorded; stream: text of its name, 0: none */
  SCOPE_ERL_CLOCK,          /* what times count from: a: ScopeErlangClock; payload: as above for the wall clock, else empty */
  /* Logs of probes. Sizes of messages are words there, and messages have no digest but their size. */
  SCOPE_ERL_PROBES,         /* payload: who wrote it: "dtrace" */
  SCOPE_ERL_DEFINE_SCHEDULER, /* a: its number; payload: the number of its thread for the operating system */

  /* erlang:trace/3. a: the subject, a party; `processor`: the scheduler, if the record says it (0: a dirty one). */
  SCOPE_ERL_SPAWN = 16,     /* a: 0 if not told: who runs on the scheduler; b: child; c: text of its entry function "m:f/a"; stream: text of the arguments */
  SCOPE_ERL_SPAWNED,        /* the same from the child's side: b: parent */
  SCOPE_ERL_EXIT,           /* c: text of the reason */
  SCOPE_ERL_REGISTER,       /* c: text of the name */
  SCOPE_ERL_UNREGISTER,
  SCOPE_ERL_LINK,           /* b: the other */
  SCOPE_ERL_UNLINK,
  SCOPE_ERL_GETTING_LINKED,
  SCOPE_ERL_GETTING_UNLINKED,
  SCOPE_ERL_IN,             /* c: text of the function, 0: not known. Of ports: of the command */
  SCOPE_ERL_OUT,
  SCOPE_ERL_IN_EXITING,
  SCOPE_ERL_OUT_EXITING,
  SCOPE_ERL_OUT_EXITED,
  SCOPE_ERL_SEND,           /* b: to; c: bytes of the message, G_MAXUINT32: not known; stream: digest of it, whose last bits are a
                             * ScopeAsking (model/base/scope-schema.h) */
  SCOPE_ERL_SEND_TO_NOBODY, /* send_to_non_existing_process */
  SCOPE_ERL_RECEIVE,        /* put into a's mailbox; b: 0, or the sender where the log says it, or SCOPE_ERL_SAYS_TIMEOUT; c, stream as of
                             * SEND */
  SCOPE_ERL_GC_START,       /* gc_start of OTP 18 and before; b: heap size, c: old heap size, in words */
  SCOPE_ERL_GC_END,
  SCOPE_ERL_GC_MINOR_START,
  SCOPE_ERL_GC_MINOR_END,
  SCOPE_ERL_GC_MAJOR_START,
  SCOPE_ERL_GC_MAJOR_END,
  SCOPE_ERL_OPEN,           /* a: the port; b: its owner; c: text of the driver */
  SCOPE_ERL_CLOSED,         /* c: text of the reason */
  SCOPE_ERL_CALL,           /* c: text of the function; b: text of the caller, 0: not known; stream: SCOPE_ERL_CALLER: the
                             * record names the caller, be it that there is none; and a text of what it does to a group of nodes,
                             * shifted by SCOPE_ERL_GROUP, 0: nothing */
  SCOPE_ERL_RETURN_TO,      /* c: text of the function, 0: undefined */
  SCOPE_ERL_RETURN_FROM,    /* c: as of CALL; stream: likewise, what came of it */
  SCOPE_ERL_EXCEPTION_FROM,
  SCOPE_ERL_TIMEOUT,        /* the receive of a receives nothing any longer: `after` */
  SCOPE_ERL_LABEL,          /* c: text that the program put into its trace; `processor`: the scheduler it ran on. a: 0 if not told: who runs on the scheduler */
  /* Probes alone. */
  SCOPE_ERL_HEAP,           /* the heap of a has another size; c: words */
  SCOPE_ERL_COPY,           /* c: words that were copied; a: for whom, 0: not told */
  SCOPE_ERL_BUSY,           /* port a takes no more; b: the process that waits until it does, 0: not told */
  SCOPE_ERL_NOT_BUSY,       /* port a does again */
  SCOPE_ERL_UNBLOCKED,      /* a need not wait for port b any longer */
  SCOPE_ERL_OUTPUT,         /* port a is given c bytes; b: by whom, 0: not told; stream: 1: for another node */
  SCOPE_ERL_FILE,           /* c: text of what is done with a file, by who runs on the scheduler; a: the port, 0: not told; b, stream: numbers … */
  SCOPE_ERL_FILE_DONE,      /* … that this one has, too; it may come on any thread */
  SCOPE_ERL_NODE,           /* c: text of what became of another node */

  /* erlang:system_profile/2. */
  SCOPE_ERL_ACTIVE,         /* a: process or port; c: text of the function, 0: not known */
  SCOPE_ERL_INACTIVE,
  SCOPE_ERL_SCHEDULER_ACTIVE,   /* a: scheduler; b: how many are active now */
  SCOPE_ERL_SCHEDULER_INACTIVE,

  SCOPE_ERL_DROP,           /* a: records that the tracer could not write */
  SCOPE_ERL_TAKE,           /* a takes a message out of its mailbox; c, stream as of SEND: probes only */
  SCOPE_ERL_OTHER,          /* anything else; c: text of its tag */
  SCOPE_ERL_N_EVENTS
} ScopeErlangEvent;

#define SCOPE_ERL_CALLER 1u
#define SCOPE_ERL_GROUP 1u

/* As sender: the message is the word `timeout`, which `after` has for one; if nobody is known to have sent it, it is that. */
#define SCOPE_ERL_SAYS_TIMEOUT G_MAXUINT32

typedef enum
{
  SCOPE_ERL_PROCESS,
  SCOPE_ERL_PORT,
  SCOPE_ERL_NAME, /* a registered name that a message was sent to */
  SCOPE_ERL_NOBODY, /* something that is none of these */
  SCOPE_ERL_ALIAS, /* any reference of a node: whoever made it gets what is sent there, as answers of gen_server are */
} ScopeErlangParty;

typedef enum
{
  SCOPE_ERL_CLOCK_WALL,      /* µs since 1970 */
  SCOPE_ERL_CLOCK_MONOTONIC, /* of the Erlang VM */
  SCOPE_ERL_CLOCK_CPU,       /* processor time of the thread that wrote the record */
  SCOPE_ERL_CLOCK_NONE,      /* records bear no time: only their order is known */
} ScopeErlangClock;

/* "spawn", "gc_minor_start", "scheduler_active": the runtime's own word; NULL: no such event. */
const char *scope_erlang_event_name (guint type);

G_END_DECLS
