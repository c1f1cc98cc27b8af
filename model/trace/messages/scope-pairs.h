/* scope-pairs.h: who wrote to whom in a range: how many messages, how large, how long they took.
 *
 * What the matrix of messages, their graph and `dump message-matrix` show. A message belongs to the range in which it
 * was sent, on the sender's clock (received, if nobody saw it sent), as `dump messages` has it.
 *
 * Both ends of a latency are read on clocks that were aligned; with local time they are not, and it is the difference of
 * what two clocks show.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/trace/document/scope-message.h"
#include "model/trace/document/scope-query-range.h"

G_BEGIN_DECLS

/* Who writes: processes, or what they are on. */
typedef enum
{
  SCOPE_PARTY_PROCESS,
  SCOPE_PARTY_MACHINE,
  SCOPE_PARTY_PROCESSOR,
  SCOPE_N_PARTIES
} ScopeParty;

typedef struct
{
  guint32 from_machine, to_machine; /* indices; one that is not in the trace: its number | SCOPE_MESSAGE_ABSENT_MACHINE;
                                      * not known: SCOPE_NONE */
  gint64 from, to;         /* number of the process or processor; by process also of a port (scope_message_party()); SCOPE_TABLE_NULL: of
                            * machines, or not known */
  guint64 count;           /* messages */
  guint64 sent, received;  /* those that were seen to be */
  guint64 sized, size;     /* those whose size is known; words they have together */
  guint64 timed;           /* those of which both ends were seen: sent + received - count */
  guint64 reversed;        /* of these: received before they were sent */
  gint64 latency;          /* of these, together, in ticks; divide by `timed` */
  gint64 latency_max, latency_min; /* 0 if timed is 0 */
} ScopePair;

/* ScopePair in order of (from_machine, from, to_machine, to), those with messages that within->messages wants (its
 * machine and process, tags, sizes, …; NULL: all). Few reads whatever the range, unless the filter asks for sizes or for
 * those received before they were sent: then all messages of the range. Off the main thread. NULL with error. */
GArray *scope_pairs_read (const ScopeQueryRange *within, ScopeParty by, GError **error);

/* "process", "machine", "processor". */
const char *scope_party_name (ScopeParty party);
/* What a person calls it: "3:2", "Machine 3", "HEC 0"; "Machine 7 (no log)" for one not in the trace, "?" for one not known
 * (SCOPE_NONE, as the number of a process also SCOPE_TABLE_NULL). Free with g_free(). */
char *scope_party_title (ScopeTrace *trace, ScopeParty by, guint32 machine, gint64 number);
/* Its lane. FALSE if it has none: not in the trace, or not known. */
gboolean scope_party_lane (ScopeTrace *trace, ScopeParty by, guint32 machine, gint64 number, ScopeLaneId *ret_lane);
/* Whether the trace has any messages at all; if not, *ret_why (borrowed, may be NULL) says why, for people. */
gboolean scope_pairs_are_there (ScopeTrace *trace, const char **ret_why);

G_END_DECLS
