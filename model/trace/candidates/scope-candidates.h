/* scope-candidates.h: how parallel a program could be: calls of Erlang's functions that might as well have run beside each other.
 *
 *     main   |=============================================|      main calls a, b, c, one after the other: 10, 6 and 4 ms. Nothing is seen
 *              |==== a ====|  |=== b ===|   |= c =|               that ties them, so beside each other they take 10 ms instead of 20
 *
 * A call is *tied* if in it, or in what it calls, something happens that others may see: its process sends or gets a message, is woken, spawns,
 * links, opens or closes a port, or calls a function that is known to share something (ets, file, gen_server, …; if those calls were traced). Calls
 * that one activation makes one after the other are a group; what the caller itself does of this kind between two of them ends the group, for it
 * may hand on what came of the first. In a group the calls that are tied keep their order, those that are free run beside each other and beside
 * them:
 *
 *     span = max (sum of the tied, longest of the free)      each with its own groups of the same caller beside each other (recursion)
 *     saved = sum - max (span, sum / (1 + schedulers that were idle meanwhile, on average))
 *
 * What a call needs of another one's *result* is not in any trace of calls. So all this is an upper bound: a call that takes the first one's
 * result must follow it. Times are of running: without those in which the process was scheduled out, or collected. A tail call is a call of its
 * caller's (and its time in the caller's), but a function that goes on by itself, or comes back, by tail calls is one activation that goes on: the
 * calls of a loop's rounds are one group. Who comes back to it by a tail call hands on what it made: it is tied to the others of the group.
 *
 * The gain is what the replay says (scope-what-if.h), with each group as short as it was found to be; no more than all schedulers idled, shared out.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/trace/document/scope-query-range.h"

G_BEGIN_DECLS

typedef struct
{
  guint32 machine;       /* index in the trace */
  const char *caller;    /* lives as long as the trace; NULL: all callers of the machine together */
  char *callees;         /* what it calls that way, the longest first, " " between, "…" at the end if there are more; NULL of all together */
  guint64 groups, calls; /* how many there are with two calls or more of which not all are tied; calls in them */
  gint64 time, span;     /* ticks: of groups not within others of that caller, as it was, and beside each other on as many schedulers as it takes */
  gint64 saved;          /* ticks; SCOPE_TABLE_NULL: no scheduler is known */
  gint64 gain;           /* ticks of the run; SCOPE_TABLE_NULL: not asked of the replay, or it cannot tell */
} ScopeCandidate;

/* So many of them, the most saved first, the replay is asked for. */
#define SCOPE_CANDIDATES_REPLAYED 10u

/* GArray of ScopeCandidate, machine by machine: all together, then the most saved first; free with g_array_unref(). The replay is of all of the
 * trace. Off the main thread. NULL with error. */
GArray *scope_candidates_read (const ScopeQueryRange *within, GError **error);
/* NULL, or why there are none: a few words in English. Costs nothing, any thread. */
const char *scope_candidates_why_not (ScopeTrace *trace);
/* What was not recorded and would tie calls, so that more seem free than are; NULL: nothing. Translated; free with g_free(). */
char *scope_candidates_dup_doubt (ScopeTrace *trace);

G_END_DECLS
