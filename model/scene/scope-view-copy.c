/* scope-view-copy.c: a still of a view: the same rows, range and look, for drawing on another thread.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "scope-lane-tree.h"
#include "scope-view.h"

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
copy_rows (ScopeLaneList *to, ScopeLaneList *from)
{
  /* What is on its way to this list when it was made comes too late: it is being drawn by then. */
  scope_lane_list_stop_matching (to);
  to->still = TRUE;
  copy_table (to->known_parts, from->known_parts);
  copy_table (to->looked_at, from->looked_at);
  scope_lane_filter_copy (&to->filter, &from->filter);
  to->matches = from->matches != NULL ? scope_lane_matches_ref (from->matches) : NULL;
  to->show = from->show;
  to->sort = from->sort;
  g_array_set_size (to->chosen, 0);
  g_array_append_vals (to->chosen, from->chosen->data, from->chosen->len);
  to->sum = from->sum;
  copy_memory (to, from);
  scope_lane_list_rebuild (to);
}

ScopeView *
scope_view_copy (ScopeView *view)
{
  ScopeView *copy = scope_view_new (scope_view_get_trace (view));
  ScopeNotes *notes = scope_view_get_notes (view);
  ScopeLaneId lane;
  gint64 from, to;

  /* Whoever has it has it alone: nothing that the trace tells on the main thread may touch it. */
  g_signal_handlers_disconnect_by_data (scope_view_get_trace (view), copy);
  copy_rows (scope_view_get_lanes (copy), scope_view_get_lanes (view));
  scope_view_set_width (copy, scope_view_get_viewport (view)->width);
  scope_view_set_viewport (copy, scope_view_get_viewport (view));
  scope_view_set_palette (copy, scope_view_get_palette (view));
  scope_view_set_height (copy, scope_view_get_height (view));
  scope_view_set_messages (copy, scope_view_get_messages (view));
  scope_view_set_show_marks (copy, scope_view_get_show_marks (view));
  scope_view_set_ruler_zero (copy, scope_view_get_ruler_zero (view));
  scope_view_set_ruler (copy, scope_view_get_ruler (view));
  scope_view_set_columns (copy, scope_view_get_columns (view));
  scope_view_set_colours (copy, scope_view_get_colours (view));
  scope_view_set_ticks (copy, scope_view_get_ticks (view));
  scope_view_set_dimmed (copy, scope_view_get_dimmed (view));
  if (scope_view_get_selected_lane (view, &lane))
    scope_view_select_lane (copy, &lane);
  if (scope_view_get_selected_range (view, &from, &to))
    scope_view_select_range (copy, from, to);
  for (guint i = 0; i < scope_notes_get_n (notes); i++)
    {
      ScopeNote *note = scope_notes_get (notes, i);

      scope_notes_add (scope_view_get_notes (copy), scope_note_get_from (note), scope_note_get_to (note),
                       scope_note_get_text (note), scope_note_get_colour (note));
    }
  return copy;
}
