/* scope-event-sorter.h: events that come nearly in order of time, in order of time.
 *
 * Records of Erlang's tracing lie in the file in order per process, but those of different processes up to seconds apart. What
 * was read last is held back: as many events as fit a window; longer disorder is told (scope_event_sorter_n_late()).
 * Stable: events of equal time stay as they came.
 *
 *     fresh (as they came) ──sort──► merge with held ──► the earliest are ready, the rest stays held
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/base/scope-event.h"

G_BEGIN_DECLS

typedef struct _ScopeEventSorter ScopeEventSorter;

/* Holds back up to `window` events; puts them in order `chunk` at a time. */
ScopeEventSorter *scope_event_sorter_new (gsize window, gsize chunk);
void scope_event_sorter_free (ScopeEventSorter *sorter);
/* TRUE if there is room for another event; else take what is ready first. */
gboolean scope_event_sorter_has_room (const ScopeEventSorter *sorter);
/* Payloads are not kept: `event` should have none. */
void scope_event_sorter_add (ScopeEventSorter *sorter, const ScopeEvent *event);
/* At most `max` of the events that are ready, in order; with `all`, nothing is held back any more. They stay valid until the
 * next call of any of these. */
gsize scope_event_sorter_take (ScopeEventSorter *sorter, gboolean all, gsize max, const ScopeEvent **ret_events);
/* The same while more may come at any time: at most `max` of the events up to `time`, or of those that are more than the window
 * holds. Nothing may be added until it has given 0. */
gsize scope_event_sorter_take_until (ScopeEventSorter *sorter, gint64 time, gsize max, const ScopeEvent **ret_events);
/* How many came when later ones had been handed out; by how much at most, in ticks. */
guint64 scope_event_sorter_n_late (const ScopeEventSorter *sorter, gint64 *ret_by);

/* Bytes of its log from which on all must be read again to have what is held back: the least offset; G_MAXUINT64 if nothing is. */
guint64 scope_event_sorter_least_offset (const ScopeEventSorter *sorter);
/* A window of this many events would have done so far. */
gsize scope_event_sorter_depth (const ScopeEventSorter *sorter);

G_END_DECLS
