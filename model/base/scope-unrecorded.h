/* scope-unrecorded.h: what a trace may do without, because it was not asked for when the program was traced. Replays say it of each machine,
 * as a fact with the key SCOPE_UNRECORDED_KEY; whoever shows figures asks scope_machine_lacks().
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define SCOPE_UNRECORDED_KEY "not_recorded"

/* Bits. */
typedef enum
{
  SCOPE_LACKS_SCHEDULER = 1 << 0,  /* when threads, or processes, ran */
  SCOPE_LACKS_GC = 1 << 1,
  SCOPE_LACKS_SPARKS = 1 << 2,
  SCOPE_LACKS_SENT = 1 << 3,       /* messages that are sent … */
  SCOPE_LACKS_RECEIVED = 1 << 4,   /* … and received */
  SCOPE_LACKS_RUNNABLE = 1 << 5,   /* whether who does not run waits, or could run */
  SCOPE_LACKS_PROCESSORS = 1 << 6, /* on which of them it ran */
  SCOPE_LACKS_PROCESSES = 1 << 7,  /* which processes there were */
  SCOPE_LACKS_WAITS = 1 << 8,      /* what a process does when it does not run */
  SCOPE_LACKS_CACHES = 1 << 9,     /* misses of caches, and upgrades */
} ScopeUnrecorded;
#define SCOPE_N_UNRECORDED 10u

/* "gc": as files and the command line have it, of the i-th bit. Static. */
const char *scope_unrecorded_name (guint i);
/* "scheduler,gc": of bits, as the fact has it; NULL if there are none. Owned by the caller. */
char *scope_unrecorded_print (guint bits);
/* And back. Names that are not known are left out. */
guint scope_unrecorded_parse (const char *names);

G_END_DECLS
