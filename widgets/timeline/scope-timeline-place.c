/* scope-timeline-place.c: actions of the place where one is: the selected interval and the row with the focus.
 *
 * What the selection is (which state, of whom) is read off the main thread; until it is known, what depends on it is
 * insensitive.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "widgets/timeline/scope-timeline-private.h"

#include "model/base/scope-task.h"
#include "model/scene/draw/scope-ruler.h"
#include "model/scene/view/scope-view-extent.h"
#include "model/trace/document/scope-neighbour.h"

#include <glib/gi18n.h>

/* --- the interval selected --- */

static void
probed (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (ScopeTimeline) self = user_data;
  g_autoptr (GError) error = NULL;
  ScopeProbe *probe = scope_task_answer (result, &error);

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  g_clear_pointer (&self->probe, g_free);
  self->probe = probe;
  scope_timeline_update_actions (self);
}

void
scope_timeline_probe_selection (ScopeTimeline *self)
{
  ScopeLaneId lane;
  gint64 from, to;

  scope_task_stop (&self->probing);
  g_clear_pointer (&self->probe, g_free);
  if (self->view == NULL || !scope_view_get_selected_lane (self->view, &lane)
      || !scope_view_get_selected_range (self->view, &from, &to))
    return;
  self->probing = g_cancellable_new ();
  scope_probe_async (scope_view_get_trace (self->view), lane, from, to, self->probing, probed, g_object_ref (self));
}

static gboolean
get_task (ScopeTimeline *self, ScopeLaneId *ret_task)
{
  ScopeLaneId lane;

  if (self->probe != NULL && self->probe->is_interval)
    return scope_neighbour_task (scope_view_get_trace (self->view), self->probe->lane, self->probe->code,
                                 self->probe->ref, ret_task);
  return scope_view_get_selected_lane (self->view, &lane)
         && scope_neighbour_task (scope_view_get_trace (self->view), lane, SCOPE_CODE_IDLE, 0, ret_task);
}

/* --- stepping --- */

static void
stepped (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (ScopeTimeline) self = user_data;
  g_autoptr (GError) error = NULL;
  g_autofree ScopeNeighbour *neighbour = scope_task_answer (result, &error);

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  g_clear_object (&self->stepping);
  if (self->view == NULL)
    return;
  if (neighbour == NULL)
    gtk_widget_error_bell (GTK_WIDGET (self->canvas));
  else
    {
      /* Where one came from: a machine whose one processor has no row of its own. */
      if (self->of_machine && neighbour->lane.kind == SCOPE_KIND_PROCESSOR)
        neighbour->lane = (ScopeLaneId) { neighbour->lane.machine, SCOPE_KIND_MACHINE, 0 };
      scope_view_step_to (self->view, &neighbour->lane, neighbour->from, neighbour->to);
    }
}

/* The lane stepped through: the selected one, else that of the row with the focus, else the first. */
static gboolean
find_lane (ScopeTimeline *self, ScopeLaneId *ret_lane)
{
  ScopeLaneList *lanes = scope_view_get_lanes (self->view);

  if (scope_view_get_selected_lane (self->view, ret_lane))
    return TRUE;
  for (guint i = 0; i < scope_lane_list_n_rows (lanes); i++)
    if (scope_lane_list_row (lanes, i)->kind == SCOPE_ROW_STATES)
      {
        *ret_lane = scope_lane_list_row (lanes, i)->lane;
        return TRUE;
      }
  return FALSE;
}

static void
step (ScopeTimeline *self, ScopeNeighbourKind kind, gboolean forward)
{
  ScopeLaneId lane;
  gint64 from, to;

  /* One at a time: a key held down must not pile up questions. */
  if (self->stepping != NULL || !find_lane (self, &lane))
    return;
  self->of_machine = kind == SCOPE_NEIGHBOUR_RUN && lane.kind == SCOPE_KIND_MACHINE;
  if (self->of_machine)
    lane = (ScopeLaneId) { lane.machine, SCOPE_KIND_PROCESSOR, 0 };
  if (!scope_view_get_selected_range (self->view, &from, &to))
    from = to = scope_canvas_get_here (self->canvas);
  self->stepping = g_cancellable_new ();
  scope_neighbour_find_async (scope_view_get_trace (self->view), kind, lane, from, to, forward, self->stepping,
                              stepped, g_object_ref (self));
}

/* On a processor, and on a machine of one, the task is the one that runs there where one is. */
static gboolean
can_follow_task (ScopeTimeline *self)
{
  ScopeLaneId lane;

  if (!scope_view_get_selected_lane (self->view, &lane))
    return FALSE;
  return lane.kind == SCOPE_KIND_PROCESSOR
         || (lane.kind == SCOPE_KIND_MACHINE
             && scope_machine_n_entities (scope_trace_machine (scope_view_get_trace (self->view), lane.machine),
                                          SCOPE_KIND_PROCESSOR) == 1);
}

static void
next_event (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  if (!scope_canvas_step_call (((ScopeTimeline *) user_data)->canvas, SCOPE_ACTIVATION_NEXT))
    step (user_data, SCOPE_NEIGHBOUR_INTERVAL, TRUE);
}

static void
previous_event (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  if (!scope_canvas_step_call (((ScopeTimeline *) user_data)->canvas, SCOPE_ACTIVATION_PREVIOUS))
    step (user_data, SCOPE_NEIGHBOUR_INTERVAL, FALSE);
}

static void
next_run (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  step (user_data, SCOPE_NEIGHBOUR_RUN, TRUE);
}

static void
previous_run (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  step (user_data, SCOPE_NEIGHBOUR_RUN, FALSE);
}

/* --- marks --- */

static void
mark_found (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (ScopeTimeline) self = user_data;
  g_autoptr (GError) error = NULL;
  g_autofree gint64 *time = scope_task_answer (result, &error);
  gint64 from, to;

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  g_clear_object (&self->stepping);
  if (self->view == NULL)
    return;
  if (time == NULL)
    gtk_widget_error_bell (GTK_WIDGET (self->canvas));
  else
    scope_view_step_to (self->view, NULL, self->extending && scope_view_get_selected_range (self->view, &from, &to) ? from : *time, *time);
}

/* From the end of what is selected that lies there, else from where the pointer is. */
static void
step_mark (ScopeTimeline *self, gboolean forward, gboolean extending)
{
  gint64 from, to;

  if (self->stepping != NULL)
    return;
  if (!scope_view_get_selected_range (self->view, &from, &to))
    from = to = scope_canvas_get_here (self->canvas);
  self->extending = extending;
  self->stepping = g_cancellable_new ();
  scope_neighbour_find_mark_async (scope_view_get_trace (self->view), forward ? to : from, forward, self->stepping, mark_found,
                                   g_object_ref (self));
}

static void
next_mark (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  step_mark (user_data, TRUE, FALSE);
}

static void
previous_mark (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  step_mark (user_data, FALSE, FALSE);
}

static void
select_to_mark (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  step_mark (user_data, TRUE, TRUE);
}

/* --- showing --- */

static void
show_task (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  ScopeTimeline *self = user_data;
  ScopeLaneId task;
  gint64 from, to;

  if (!get_task (self, &task))
    return;
  if (!scope_view_get_selected_range (self->view, &from, &to))
    scope_viewport_get_range (scope_view_get_viewport (self->view), &from, &to);
  scope_view_go_to (self->view, &task, from, to);
}

/* What a bundle stands for, in the list: its sender's, of the time in which they were sent. */
static void
show_bundle (ScopeTimeline *self, const ScopeMessageLine *message)
{
  ScopeMessageFilter filter = *scope_view_get_messages (self->view);
  gint64 first = message->first, last = message->last;

  filter.machine = (gint32) message->from_machine;
  filter.process = message->from_process != SCOPE_NONE ? (gint64) message->from_process : -1;
  scope_view_set_messages (self->view, &filter);
  scope_view_choose_range (self->view, first, last + 1);
  gtk_widget_activate_action (GTK_WIDGET (self), "win.show-panel", "s", "messages");
}

/* Only the lines of this machine, and the panel that lists them. */
static void
show_messages (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  ScopeTimeline *self = user_data;
  ScopeMessageFilter filter = *scope_view_get_messages (self->view);
  ScopeLaneId lane;

  if (scope_view_get_selected_message (self->view) != NULL)
    {
      show_bundle (self, scope_view_get_selected_message (self->view));
      return;
    }
  if (!scope_view_get_selected_lane (self->view, &lane))
    return;
  filter.show = TRUE;
  filter.machine = filter.machine == (gint32) lane.machine ? -1 : (gint32) lane.machine;
  scope_view_set_messages (self->view, &filter);
  gtk_widget_activate_action (GTK_WIDGET (self), "win.show-panel", "s", "messages");
}

static void
show_events (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  gtk_widget_activate_action (GTK_WIDGET (user_data), "win.show-panel", "s", "events");
}

/* --- rows --- */

static guint
focus_row (ScopeTimeline *self, ScopeLaneList **ret_lanes)
{
  *ret_lanes = scope_view_get_lanes (self->view);
  return scope_canvas_get_focus_row (self->canvas);
}

static void
change_pin (GSimpleAction *action, GVariant *value, gpointer user_data)
{
  ScopeTimeline *self = user_data;
  ScopeLaneList *lanes;
  guint row = focus_row (self, &lanes);

  if (row != SCOPE_NONE)
    scope_lane_list_set_pinned (lanes, row, g_variant_get_boolean (value));
}

static void
hide (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  ScopeLaneList *lanes;
  guint row = focus_row (user_data, &lanes);

  if (row != SCOPE_NONE)
    scope_lane_list_hide (lanes, row);
}

static void
show_hidden (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  scope_lane_list_show_all (scope_view_get_lanes (((ScopeTimeline *) user_data)->view));
}

static void
set_expanded (ScopeTimeline *self, gboolean expanded)
{
  ScopeLaneList *lanes;
  guint row = focus_row (self, &lanes);

  if (row != SCOPE_NONE && scope_lane_list_row (lanes, row)->expandable)
    scope_lane_list_set_expanded (lanes, row, expanded);
}

static void
fold (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  set_expanded (user_data, FALSE);
}

static void
unfold (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  set_expanded (user_data, TRUE);
}

static void
move (ScopeTimeline *self, int step)
{
  ScopeLaneList *lanes;
  guint row = focus_row (self, &lanes);

  if (row != SCOPE_NONE && scope_lane_list_move_step (lanes, row, step, TRUE))
    {
      row = focus_row (self, &lanes);
      if (row != SCOPE_NONE)
        scope_canvas_show_row (self->canvas, row);
    }
}

static void
move_up (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  move (user_data, -1);
}

static void
move_down (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  move (user_data, 1);
}

/* --- ruler --- */

static void
change_ruler (GSimpleAction *action, GVariant *value, gpointer user_data)
{
  ScopeTimeline *self = user_data;
  int ruler = scope_look_find_word (SCOPE_LOOK_RULER, g_variant_get_string (value, NULL));

  if (ruler >= 0)
    scope_view_set_look (self->view, SCOPE_LOOK_RULER, ruler);
}

static void
zero_here (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  ScopeTimeline *self = user_data;

  scope_view_set_look (self->view, SCOPE_LOOK_RULER_ZERO, scope_canvas_get_here (self->canvas));
  scope_view_set_look (self->view, SCOPE_LOOK_RULER, SCOPE_RULER_SINCE_MARK);
}

/* --- copying --- */

char *
scope_timeline_dup_selection (ScopeTimeline *self)
{
  ScopeTrace *trace = scope_view_get_trace (self->view);
  GString *text = g_string_new (NULL);
  gint64 from, to, tick_ps = scope_trace_tick_ps (trace);
  ScopeLaneId lane;

  if (scope_view_get_selected_lane (self->view, &lane))
    {
      g_autofree char *title = scope_trace_lane_title (trace, lane);

      g_string_append (text, title);
    }
  if (self->probe != NULL && self->probe->is_interval)
    {
      const char *role = NULL;
      g_autofree char *words = scope_probe_describe (trace, self->probe);
      g_autofree char *party = scope_probe_party (trace, self->probe, &role);

      g_string_append_printf (text, ": %s", words);
      if (party != NULL)
        g_string_append_printf (text, " (%s %s)", role, party);
    }
  if (scope_view_get_selected_range (self->view, &from, &to))
    {
      ScopeClock clock = scope_view_get_clock (self->view);
      double least = MAX (1, (double) (to - from) / 1000);
      g_autofree char *start = scope_clock_text (&clock, (double) from, least);
      g_autofree char *end = scope_clock_text (&clock, (double) to, least);
      g_autofree char *length = scope_format_duration ((double) to - (double) from, tick_ps);

      if (text->len > 0)
        g_string_append (text, ", ");
      g_string_append_printf (text, _("%s to %s (%s)"), start, end, length);
    }
  return g_string_free (text, FALSE);
}

static void
copy (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  ScopeTimeline *self = user_data;
  g_autofree char *text = scope_timeline_dup_selection (self);

  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), text);
}

/* --- states --- */

static void
set_enabled (ScopeTimeline *self, const char *name, gboolean enabled)
{
  GAction *action = g_action_map_lookup_action (G_ACTION_MAP (self->actions), name);

  g_simple_action_set_enabled (G_SIMPLE_ACTION (action), enabled);
}

static void
set_state (ScopeTimeline *self, const char *name, GVariant *state)
{
  g_simple_action_set_state (G_SIMPLE_ACTION (g_action_map_lookup_action (G_ACTION_MAP (self->actions), name)), state);
}

static void
update_rows (ScopeTimeline *self)
{
  ScopeLaneList *lanes;
  guint row = focus_row (self, &lanes);
  const ScopeLaneNode *node = row != SCOPE_NONE ? scope_lane_list_row (lanes, row) : NULL;
  gboolean is_row = node != NULL && node->kind != SCOPE_ROW_MORE && node->kind != SCOPE_ROW_ABSENT;

  set_enabled (self, "pin", is_row);
  set_state (self, "pin", g_variant_new_boolean (is_row && node->pinned));
  set_enabled (self, "hide", is_row);
  set_enabled (self, "show-hidden", scope_lane_list_n_hidden (lanes) > 0);
  set_enabled (self, "fold", is_row && node->expandable && node->expanded);
  set_enabled (self, "unfold", is_row && node->expandable && !node->expanded);
  set_enabled (self, "move-up", is_row && scope_lane_list_move_step (lanes, row, -1, FALSE));
  set_enabled (self, "move-down", is_row && scope_lane_list_move_step (lanes, row, 1, FALSE));
}

/* Is there a panel of that name to show? */
static gboolean
has_panels (ScopeTimeline *self)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));

  return G_IS_ACTION_GROUP (root) && g_action_group_has_action (G_ACTION_GROUP (root), "show-panel");
}

void
scope_timeline_update_place (ScopeTimeline *self)
{
  ScopeTrace *trace = scope_view_get_trace (self->view);
  ScopeLaneId lane, task;
  gint64 from, to;
  gboolean has_lane = scope_view_get_selected_lane (self->view, &lane);
  gboolean has_range = scope_view_get_selected_range (self->view, &from, &to);
  gboolean has_task = get_task (self, &task);
  gboolean has_rows = scope_lane_list_n_rows (scope_view_get_lanes (self->view)) > 0;

  set_enabled (self, "next-event", has_rows);
  set_enabled (self, "next-mark", has_rows);
  set_enabled (self, "previous-mark", has_rows);
  set_enabled (self, "select-to-mark", has_rows);
  set_enabled (self, "previous-event", has_rows);
  set_enabled (self, "next-run", has_task || can_follow_task (self));
  set_enabled (self, "previous-run", has_task || can_follow_task (self));
  set_enabled (self, "show-task", has_task && has_lane && task.kind != lane.kind);
  set_enabled (self, "show-messages", scope_view_get_selected_message (self->view) != NULL
                                         || (has_lane && scope_trace_message_counts (trace).sent > 0));
  set_enabled (self, "show-events", (has_lane || has_range) && has_panels (self));
  set_enabled (self, "copy", has_lane || has_range);
  set_enabled (self, "ruler", TRUE);
  set_state (self, "ruler", g_variant_new_string (scope_look_word (SCOPE_LOOK_RULER, scope_view_get_look (self->view)->ruler)));
  set_enabled (self, "zero-here", TRUE);
  update_rows (self);
  scope_timeline_update_wait_chain (self);
}

void
scope_timeline_add_place_actions (ScopeTimeline *self)
{
  static const GActionEntry entries[] = {
    { "next-event", next_event },
    { "next-mark", next_mark },
    { "previous-mark", previous_mark },
    { "select-to-mark", select_to_mark },
    { "previous-event", previous_event },
    { "next-run", next_run },
    { "previous-run", previous_run },
    { "show-task", show_task },
    { "show-messages", show_messages },
    { "show-events", show_events },
    { "pin", NULL, NULL, "false", change_pin },
    { "hide", hide },
    { "show-hidden", show_hidden },
    { "fold", fold },
    { "unfold", unfold },
    { "move-up", move_up },
    { "move-down", move_down },
    { "ruler", NULL, "s", "'start'", change_ruler },
    { "zero-here", zero_here },
    { "copy", copy },
  };

  g_action_map_add_action_entries (G_ACTION_MAP (self->actions), entries, G_N_ELEMENTS (entries), self);
}

void
scope_timeline_drop_place (ScopeTimeline *self)
{
  scope_task_stop (&self->probing);
  scope_task_stop (&self->going);
  scope_task_stop (&self->stepping);
  g_clear_pointer (&self->probe, g_free);
}
