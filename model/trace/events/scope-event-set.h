/* scope-event-set.h: which of a trace's raw events: what a filter let through, or a search found.
 *
 * The events of a source lie in parts (one per log), each in pages of at most 65,535 events. A set keeps, for each page,
 * nothing, a short list, or a bit per event: at most an eighth of a byte of 24 million events each, and next to nothing
 * for a few. It grows while it is read, on any threads.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define SCOPE_EVENT_SET_SPREAD 2048u

typedef struct _ScopeEventSet ScopeEventSet;

/* An empty set; reference-counted. */
ScopeEventSet *scope_event_set_new (void);
ScopeEventSet *scope_event_set_ref (ScopeEventSet *set);
void scope_event_set_unref (ScopeEventSet *set);

/* For who fills it: `events` are ascending numbers within the page, which has `size` events. Each page once. */
void scope_event_set_add (ScopeEventSet *set, guint part, guint page, guint size, const guint16 *events, guint n);

/* Wanted: where in [first, last) its events lie, in SCOPE_EVENT_SET_SPREAD equal parts. Before it is filled. */
void scope_event_set_spread_over (ScopeEventSet *set, gint64 first, gint64 last);
/* For who fills it, of each event, if scope_event_set_wants_times(). Any thread. */
gboolean scope_event_set_wants_times (ScopeEventSet *set);
void scope_event_set_notify_time (ScopeEventSet *set, gint64 time);
/* How many were told of in each part; zeros if that was not wanted. */
void scope_event_set_get_spread (ScopeEventSet *set, guint32 spread[SCOPE_EVENT_SET_SPREAD]);

/* In which of the parts of [first, last) a time lies; of one beyond them, the first or last. */
static inline guint
scope_event_set_part_of (gint64 first, gint64 last, gint64 time)
{
  double part = ((double) time - (double) first) / MAX ((double) last - (double) first, 1) * SCOPE_EVENT_SET_SPREAD;

  return (guint) CLAMP (part, 0, SCOPE_EVENT_SET_SPREAD - 1);
}

/* How many events it has, by now. */
guint64 scope_event_set_count (ScopeEventSet *set);
/* How many of a part lie before event `event` of page `page`. */
guint64 scope_event_set_count_before (ScopeEventSet *set, guint part, guint page, guint event);
/* Where the part's event number n of the set lies; FALSE if it has not so many. */
gboolean scope_event_set_find (ScopeEventSet *set, guint part, guint64 n, guint *ret_page, guint *ret_event);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ScopeEventSet, scope_event_set_unref)

G_END_DECLS
