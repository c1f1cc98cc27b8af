/* scope-view-copy.c: a still of a view: the same rows, range and look, for drawing on another thread.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/scene/lanes/scope-lane-tree.h"
#include "model/scene/view/scope-view-private.h"

static void
copy_memory (ScopeLaneList *to, ScopeLaneList *from)
{
  GHashTableIter iter;
  gpointer key, value;

  g_hash_table_iter_init (&iter, from->memory);
  while (g_hash_table_iter_next (&iter, &key, &value))
    *scope_lane_list_memory (to, key, TRUE) = *(const ScopeNodeMemory *) value;
  g_hash_table_iter_init (&iter, from->wanted);
  while (g_hash_table_iter_next (&iter, &key, &value))
    g_hash_table_add (to->wanted, g_memdup2 (key, sizeof (gint64)));
}

static void
copy_table (GHashTable *to, GHashTable *from)
{
  GHashTableIter iter;
  gpointer key, value;

  g_hash_table_iter_init (&iter, from);
  while (g_hash_table_iter_next (&iter, &key, &value))
    g_hash_table_insert (to, key, value);
}

static void
copy_choices (ScopeLaneList *to, ScopeLaneList *from)
{
  to->show = from->show;
  to->sort = from->sort;
  g_array_set_size (to->chosen, 0);
  g_array_append_vals (to->chosen, from->chosen->data, from->chosen->len);
  to->sum = from->sum;
  to->path = from->path;
  copy_memory (to, from);
}

static void
copy_rows (ScopeLaneList *to, ScopeLaneList *from)
{
  /* What is on its way to this list when it was made comes too late: it is being drawn by then. */
  scope_lane_list_stop_matching (to);
  to->still = TRUE;
  copy_table (to->known_parts, from->known_parts);
  copy_table (to->looked_at, from->looked_at);
  scope_lane_filter_copy (&to->filter, &from->filter);
  to->matches = from->matches != NULL ? scope_lane_matches_ref (from->matches) : NULL;
  copy_choices (to, from);
  scope_lane_list_rebuild (to);
}

static void
copy_notes (ScopeNotes *to, ScopeNotes *from)
{
  for (guint i = 0; i < scope_notes_get_n (from); i++)
    {
      ScopeNote *note = scope_notes_get (from, i);

      scope_notes_add (to, scope_note_get_from (note), scope_note_get_to (note), scope_note_get_text (note),
                       scope_note_get_colour (note));
    }
}

static void
copy_look (ScopeView *copy, ScopeView *view)
{
  scope_view_set_own_colours (copy, view->own_colours);
  scope_view_set_call_hiding (copy, view->hiding);
  scope_view_set_messages (copy, scope_view_get_messages (view));
  scope_view_set_whole_look (copy, scope_view_get_look (view));
}

static void
copy_selection (ScopeView *copy, ScopeView *view)
{
  ScopeLaneId lane;
  gint64 from, to;

  if (scope_view_get_selected_lane (view, &lane))
    scope_view_select_lane (copy, &lane);
  if (scope_view_get_selected_range (view, &from, &to))
    scope_view_select_range (copy, from, to);
  copy->extent = view->extent;
  copy->has_call = view->has_call;
  copy->call = view->call;
  scope_view_set_calipers (copy, view->calipers);
}

void
scope_view_take_over (ScopeView *view, ScopeView *from)
{
  ScopeLaneList *lanes = scope_view_get_lanes (view);

  copy_choices (lanes, scope_view_get_lanes (from));
  scope_lane_list_set_filter (lanes, scope_lane_list_get_filter (scope_view_get_lanes (from)));
  scope_lane_list_rebuild (lanes);
  copy_look (view, from);
  scope_view_set_width (view, scope_view_get_viewport (from)->width);
  scope_view_follow_take_over (view, from);
  copy_selection (view, from);
  copy_notes (scope_view_get_notes (view), scope_view_get_notes (from));
  g_array_append_vals (view->back, from->back->data, from->back->len);
}

ScopeView *
scope_view_copy (ScopeView *view)
{
  ScopeView *copy = scope_view_new (scope_view_get_trace (view));

  /* Whoever has it has it alone: nothing that the trace tells on the main thread may touch it. */
  g_signal_handlers_disconnect_by_data (scope_view_get_trace (view), copy);
  copy_rows (scope_view_get_lanes (copy), scope_view_get_lanes (view));
  copy->viewport = view->viewport; /* with its whole, which may end later than the trace */
  copy->following = view->following;
  copy->room_first = view->room_first;
  copy->room_last = view->room_last;
  copy->ghost = view->ghost != NULL ? scope_ghost_ref (view->ghost) : NULL;
  copy->hide_ghost = view->hide_ghost;
  g_set_object (&copy->derived, view->derived);
  scope_view_set_unmatched (copy, view->unmatched, view->unmatched_side);
  scope_view_notify (copy, SCOPE_VIEW_RANGE);
  copy_look (copy, view);
  copy_selection (copy, view);
  copy_notes (scope_view_get_notes (copy), scope_view_get_notes (view));
  return copy;
}
