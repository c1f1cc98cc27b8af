/* scope-search.h: looking for a text in all that a trace has: names and labels, reasons of waiting, marks and messages of
 * the program, and its raw events.
 *
 * Names are found by the runtime's word ("HEC 0"), by the standard one ("processor 0"), and as on the command line
 * ("processor:1/0"); reasons likewise. "blocked >50ms" finds what lasted so long, and nothing else; in a trace with call stacks, a query
 * as "event:l2 in:walk_*" what it asks for (scope-find-query.h). It goes on off the main thread, in two strands, and its hits come as they are
 * found. A search that began while the trace was being read is made again when that has ended. Main thread only.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/trace/events/scope-event-list.h"
#include "model/trace/search/scope-find.h"
#include "model/trace/search/scope-hit-marks.h"
#include "model/trace/search/scope-search-text.h"
#include "model/trace/document/scope-trace.h"

G_BEGIN_DECLS

/* Into so many equal parts the trace is divided to say where hits are. */
#define SCOPE_SEARCH_SPREAD SCOPE_EVENT_SET_SPREAD
/* Hits that are not events; more are counted, but not listed. */
#define SCOPE_SEARCH_MAX_HITS 200000u
/* Of so many it is known where they are (scope_search_get_marks()), 8 bytes each. */
#define SCOPE_SEARCH_MAX_MARKS 4000000u

typedef enum
{
  SCOPE_SEARCH_NAMES = 1 << 0,
  SCOPE_SEARCH_REASONS = 1 << 1,
  SCOPE_SEARCH_MARKS = 1 << 2,
  SCOPE_SEARCH_EVENTS = 1 << 3,
  SCOPE_SEARCH_ALL = 0xf,
  SCOPE_SEARCH_LENGTHS = 1 << 4, /* of a hit: something that lasted so long, when the text asks for that */
  SCOPE_SEARCH_CALLS = 1 << 5,   /* of a hit: something in a function, when the text is a query */
} ScopeSearchKinds;

#define SCOPE_TYPE_SEARCH_HIT (scope_search_hit_get_type ())
G_DECLARE_FINAL_TYPE (ScopeSearchHit, scope_search_hit, SCOPE, SEARCH_HIT, GObject)

/* One thing found that is no event. */
struct _ScopeSearchHit
{
  GObject parent_instance;

  ScopeSearchKinds kind;
  ScopeLaneId lane;  /* where it is; of a mark without a lane its machine's */
  gint64 from, to;   /* trace time */
  char *text;        /* what was found; of SCOPE_SEARCH_CALLS NULL */
  ScopeFound found;  /* of SCOPE_SEARCH_CALLS: scope_found_words() */
};

#define SCOPE_TYPE_SEARCH (scope_search_get_type ())
G_DECLARE_FINAL_TYPE (ScopeSearch, scope_search, SCOPE, SEARCH, GObject)

/* Signal "changed" (search, user_data): hits, progress, or the end. */
ScopeSearch *scope_search_new (ScopeTrace *trace);
/* Forgets what was found, and begins; `text` "" only forgets. FALSE with a sentence if it is no regular expression, or
 * no query where one is meant (scope_find_query_is_meant()). */
gboolean scope_search_start (ScopeSearch *search, const char *text, ScopeSearchFlags flags, ScopeSearchKinds kinds,
                             GError **error);
/* What was found stays. */
void scope_search_stop (ScopeSearch *search);
/* Whether what was asked for last was stopped before its end; how far it was, 0 to 1 (NULL: whoever asks need not know). */
gboolean scope_search_was_stopped (ScopeSearch *search, double *ret_progress);
gboolean scope_search_is_running (ScopeSearch *search);
/* 0 to 1. */
double scope_search_get_progress (ScopeSearch *search);
/* All hits, those not listed included. */
guint64 scope_search_n_hits (ScopeSearch *search);
/* Why something could not be searched (the trace file is gone); NULL if everything could. */
const char *scope_search_get_notice (ScopeSearch *search);
/* Where they are: their number in each of SCOPE_SEARCH_SPREAD equal parts of the trace; names, which are nowhere in time, not
 * counted. */
void scope_search_get_spread (ScopeSearch *search, guint32 spread[SCOPE_SEARCH_SPREAD]);
/* The same lane by lane, of those that are no events, listed or not; grows. Another one once a search begins. */
ScopeHitMarks *scope_search_get_marks (ScopeSearch *search);
/* GListModel of ScopeSearchHit, names first, then reasons, then marks; what lasted so long in order of time, once all of it is found
 * (and is not too much); and of ScopeEventItem. */
GListModel *scope_search_get_hits (ScopeSearch *search);
ScopeEventList *scope_search_get_events (ScopeSearch *search);

/* Where an event took place: its processor, else its machine (whose one processor is not drawn). */
ScopeLaneId scope_search_event_lane (ScopeTrace *trace, const ScopeEventRow *row);

G_END_DECLS
