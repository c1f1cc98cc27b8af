/* scope-lane-filter.h: which processors, processes and threads a person wants to see, and which of them those are.
 *
 * The question looks at every task of a trace (190,000 threads), and shares of states in view are read from the
 * index: so it is answered off the main thread, into one byte for each.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/trace/document/scope-trace.h"

G_BEGIN_DECLS

typedef struct
{
  char *text;           /* part of a name, label or entry, whatever its case; a regular expression; NULL or "": all */
  gboolean regex;
  int state;            /* ScopeState of which … -1: none */
  double share;         /* … at least this much (0 to 1) of the lane's time in view */
  gint64 life;          /* processes and threads that live at least so many ticks; 0: all */
  gboolean hide_absent; /* in large families, only what is alive in view; default TRUE */
  gboolean group;       /* large families of threads by label or entry; default TRUE */
} ScopeLaneFilter;

void scope_lane_filter_init (ScopeLaneFilter *filter);
void scope_lane_filter_clear (ScopeLaneFilter *filter);
void scope_lane_filter_copy (ScopeLaneFilter *to, const ScopeLaneFilter *from);
gboolean scope_lane_filter_equal (const ScopeLaneFilter *a, const ScopeLaneFilter *b);
gboolean scope_lane_filter_has_text (const ScopeLaneFilter *filter);
/* Whether it leaves anything out, other than by who is alive. */
gboolean scope_lane_filter_is_active (const ScopeLaneFilter *filter);
/* FALSE with error if the regular expression is none. */
gboolean scope_lane_filter_check (const ScopeLaneFilter *filter, GError **error);

/* The answer. */
typedef struct _ScopeLaneMatches ScopeLaneMatches;

typedef enum
{
  SCOPE_MATCH_ITSELF = 1 << 0,
  SCOPE_MATCH_BELOW = 1 << 1,  /* something in it does, not only by being in it */
  SCOPE_MATCH_ALIVE = 1 << 2,  /* at some time of the range */
} ScopeLaneMatch;

/* For the visible range [from, to). Any thread. NULL with error if cancelled, unreadable, or the expression is none. */
ScopeLaneMatches *scope_lane_matches_find (ScopeTrace *trace, const ScopeLaneFilter *filter, gint64 from, gint64 to,
                                           GCancellable *cancellable, GError **error);
/* Only the text, for scope_lane_matches_title(): at once. NULL with error if the expression is none. */
ScopeLaneMatches *scope_lane_matches_titles_only (const ScopeLaneFilter *filter, GError **error);
ScopeLaneMatches *scope_lane_matches_ref (ScopeLaneMatches *matches);
void scope_lane_matches_unref (ScopeLaneMatches *matches);
/* ScopeLaneMatch bits. What came after the question was asked matches. NULL: everything does. */
guint scope_lane_matches_get (const ScopeLaneMatches *matches, ScopeLaneId lane);
/* How many of a kind on a machine match themselves. */
guint scope_lane_matches_count (const ScopeLaneMatches *matches, guint32 machine, ScopeKind kind);
/* … not only by being in a process or machine that does. */
guint scope_lane_matches_count_own (const ScopeLaneMatches *matches, guint32 machine, ScopeKind kind);
/* A title that is no entity's ("GC pauses"): whether the text is in it. */
gboolean scope_lane_matches_title (const ScopeLaneMatches *matches, const char *title);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ScopeLaneMatches, scope_lane_matches_unref)

G_END_DECLS
