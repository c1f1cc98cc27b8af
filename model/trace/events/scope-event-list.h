/* scope-event-list.h: a stretch of a trace's events as a list for widgets, of any length.
 *
 * Items are made when they are looked at, and filled when somebody shows them: pages are read off the main thread, those
 * that are shown now first. Until then an item is empty. At most SCOPE_EVENT_LIST_MAX rows are in the list at once, for
 * toolkits count pixels in 31 bits; of a longer stretch it shows the part around the row asked for last.
 *
 * Main thread only.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/trace/events/scope-event-source.h"

G_BEGIN_DECLS

#define SCOPE_EVENT_LIST_MAX 50000000u

#define SCOPE_TYPE_EVENT_ITEM (scope_event_item_get_type ())
G_DECLARE_FINAL_TYPE (ScopeEventItem, scope_event_item, SCOPE, EVENT_ITEM, GObject)

/* NULL until it is filled; then "filled" (item, user_data) is emitted. */
const ScopeEventRow *scope_event_item_get_row (ScopeEventItem *item);
/* It is shown: it will be filled soon. Once for each place that shows it. */
void scope_event_item_show (ScopeEventItem *item);
void scope_event_item_hide (ScopeEventItem *item);

#define SCOPE_TYPE_EVENT_LIST (scope_event_list_get_type ())
G_DECLARE_FINAL_TYPE (ScopeEventList, scope_event_list, SCOPE, EVENT_LIST, GObject)

/* Signal "failed" (list, const char *message): the events could not be read (the file is gone).
 * An empty GListModel of ScopeEventItem. */
ScopeEventList *scope_event_list_new (void);
/* Events first … first + n − 1 of the set (or of all, NULL) of `source` (NULL: an empty list). */
void scope_event_list_set (ScopeEventList *list, ScopeEventSource *source, ScopeEventSet *set, guint64 first,
                           guint64 n);
/* The stretch has become longer at its end: the rows that are there stay. */
void scope_event_list_grow (ScopeEventList *list, guint64 n);
guint64 scope_event_list_get_length (ScopeEventList *list);
/* The position in the list of event `number` of the set, which must be in the stretch. */
guint scope_event_list_find (ScopeEventList *list, guint64 number);
/* The other way. */
guint64 scope_event_list_number (ScopeEventList *list, guint position);

G_END_DECLS
