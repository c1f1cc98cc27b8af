/* scope-compare-view.c: see scope-compare-view.h: life, frames, focus.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "widgets/compare/scope-compare-view-private.h"

#include "model/base/scope-task.h"
#include "model/trace/call-diff/scope-sample-diff.h"
#include "widgets/kit/scope-parts.h"
#include "widgets/kit/scope-tab-order.h"

#include <glib/gi18n.h>

#define LOW 820    /* below so many pixels there is no room for overviews … */
#define LOWER 620  /* … nor for the table, but when it is asked for */
#define RESTS 3    /* frames of one height: it comes to rest */
#define TABLE 210  /* its height at first */
#define CALLS 300  /* the same, of calls */
#define LEAST_DIFFERENCE 56 /* the band, and the first row */
#define LEGEND 30
#define STACKS 260 /* the same, under the call stacks of two simulations, which are what is compared … */
#define STACKS_SHARE 30 /* … or so many percent, where that is more */

G_DEFINE_FINAL_TYPE (ScopeCompareView, scope_compare_view, GTK_TYPE_WIDGET)

/* --- what others ask --- */

ScopeComparison *
scope_compare_view_get_comparison (ScopeCompareView *self)
{
  return self->comparison;
}

ScopeTimeline *
scope_compare_view_get_baseline (ScopeCompareView *self)
{
  return self->baseline;
}

ScopeCallChangesPanel *
scope_compare_view_get_calls (ScopeCompareView *self)
{
  return SCOPE_CALL_CHANGES_PANEL (self->calls);
}

GActionGroup *
scope_compare_view_get_actions (ScopeCompareView *self)
{
  return G_ACTION_GROUP (self->actions);
}

static void
set_title (GtkWidget *label, const char *what, const char *title)
{
  g_autofree char *safe = g_markup_escape_text (title != NULL ? title : "", -1);
  g_autofree char *text = g_strdup_printf ("<b>%s</b>  %s", what, safe);

  gtk_label_set_markup (GTK_LABEL (label), text);
}

void
scope_compare_view_set_titles (ScopeCompareView *self, const char *baseline, const char *run)
{
  set_title (self->baseline_title, _("Baseline"), baseline);
  set_title (self->run_title, _("This Run"), run);
}

static gboolean
is_drawn (ScopeTimeline *timeline)
{
  return !gtk_widget_get_mapped (GTK_WIDGET (timeline)) || scope_timeline_is_complete (timeline);
}

gboolean
scope_compare_view_is_settled (ScopeCompareView *self)
{
  if (self->run == NULL)
    return TRUE;
  return self->preparing == NULL && self->partnering == NULL && self->marking == NULL
         && scope_comparison_is_prepared (self->comparison) && self->placed && is_drawn (self->run)
         && is_drawn (self->baseline) && scope_difference_view_is_complete (SCOPE_DIFFERENCE_VIEW (self->differences))
         && scope_changes_panel_is_settled (SCOPE_CHANGES_PANEL (self->changes))
         && scope_call_changes_panel_is_settled (SCOPE_CALL_CHANGES_PANEL (self->calls));
}

/* --- focus --- */

static void
frame_entered (GtkEventController *controller, ScopeCompareView *self)
{
  GtkWidget *frame = gtk_event_controller_get_widget (controller);
  ScopeTimeline *timeline = frame == self->baseline_frame ? self->baseline : self->run;

  if (timeline == NULL || timeline == self->focused)
    return;
  self->focused = timeline;
  g_signal_emit_by_name (self, "focus-timeline", timeline);
}

/* F6: to the next frame, Shift+F6: to the one before. */
static gboolean
change_frame (GtkWidget *widget, GVariant *arguments, gpointer data)
{
  ScopeCompareView *self = SCOPE_COMPARE_VIEW (widget);
  GtkWidget *frames[] = { self->baseline_frame, self->difference_frame, self->run_frame, self->tables };
  GtkWidget *focus = GTK_WIDGET (gtk_root_get_focus (gtk_widget_get_root (widget)));
  int step = g_variant_get_int32 (arguments), n = G_N_ELEMENTS (frames), at = step > 0 ? -1 : n;

  for (int i = 0; i < n && focus != NULL; i++)
    if (focus == frames[i] || gtk_widget_is_ancestor (focus, frames[i]))
      at = i;
  for (int i = 1; i <= n; i++)
    {
      GtkWidget *next = frames[((at + step * i) % n + n) % n];

      if (!gtk_widget_get_mapped (next))
        continue;
      if (next == self->baseline_frame || next == self->run_frame)
        return gtk_widget_grab_focus (GTK_WIDGET (next == self->run_frame ? self->run : self->baseline));
      if (next == self->difference_frame)
        return gtk_widget_grab_focus (self->differences);
      return gtk_widget_child_focus (next, GTK_DIR_TAB_FORWARD);
    }
  return FALSE;
}

/* Call stacks of cores stand open in both runs. */
static gboolean
shows_stacks (ScopeCompareView *self)
{
  return self->met_calls && gtk_widget_get_visible (self->calls_button)
         && scope_trace_runtime (scope_view_get_trace (self->run_view)) == SCOPE_RUNTIME_SIMULATION;
}

/* Scrolls to the first two cores' calls: the activity above them says less. */
static void
reveal_stacks (ScopeView *view)
{
  ScopeLaneList *list = scope_view_get_lanes (view);
  guint seen = 0;

  for (guint i = 0; i < scope_lane_list_n_rows (list) && seen < 2; i++)
    if (scope_lane_list_row (list, i)->kind == SCOPE_ROW_CALLS)
      {
        seen++;
        g_signal_emit_by_name (view, "reveal", i);
      }
}

/* Once they have their sizes. */
static gboolean
show_stacks (gpointer data)
{
  ScopeCompareView *self = data;

  self->placing = 0;
  if (self->run == NULL)
    return G_SOURCE_REMOVE;
  reveal_stacks (self->run_view);
  reveal_stacks (self->baseline_view);
  return G_SOURCE_REMOVE;
}

/* Where the table has no room: both stacks as far as they go, alike, and one row of the differences. */
static gboolean
share_room (gpointer data)
{
  ScopeCompareView *self = data;
  int frames = gtk_widget_get_height (self->upper);

  self->placing = 0;
  if (self->run == NULL)
    return G_SOURCE_REMOVE;
  self->stacked = TRUE;
  scope_timeline_set_parts (self->run, FALSE, FALSE, TRUE);
  scope_timeline_set_parts (self->baseline, FALSE, FALSE, FALSE);
  gtk_paned_set_position (GTK_PANED (self->upper), (frames - LEAST_DIFFERENCE - LEGEND) / 2);
  gtk_paned_set_position (GTK_PANED (self->lower), LEAST_DIFFERENCE);
  self->placing = g_idle_add_full (G_PRIORITY_LOW, show_stacks, self, NULL);
  return G_SOURCE_REMOVE;
}

/* By itself only where there is room for them. */
static void
open_calls (ScopeCompareView *self)
{
  if (!self->wants_calls || !self->placed)
    return;
  self->wants_calls = FALSE;
  if (!self->lower_than)
    g_action_group_change_action_state (G_ACTION_GROUP (self->actions), "calls", g_variant_new_boolean (TRUE));
  else if (shows_stacks (self) && self->placing == 0)
    self->placing = g_idle_add_full (G_PRIORITY_LOW, share_room, self, NULL); /* once the table has gone */
}

/* Once it is known which lanes belong together: calls are listed if both runs have some; a simulation is about them. */
static void
meet_calls (ScopeCompareView *self)
{
  ScopePairing *pairing = scope_comparison_get_pairing (self->comparison);
  gboolean simulation = scope_trace_runtime (scope_comparison_get_run (self->comparison)) == SCOPE_RUNTIME_SIMULATION;

  if (self->met_calls || pairing == NULL)
    return;
  self->met_calls = TRUE;
  if (!scope_call_diff_is_possible (pairing) && !scope_sample_diff_is_possible (pairing))
    return;
  gtk_widget_set_visible (self->calls_button, TRUE);
  self->wants_calls = simulation;
  open_calls (self);
}

static void
comparison_changed (ScopeComparison *comparison, ScopeCompareView *self)
{
  if (self->run == NULL)
    return;
  scope_compare_view_follow_map (self);
  scope_compare_view_update_bar (self);
  meet_calls (self);
  scope_compare_view_find_unmatched (self);
}

/* --- sizes --- */

/* Both stacks at first sight: no overviews, and no more of the differences than their first rows. */
static void
make_room_for_stacks (ScopeCompareView *self, int height)
{
  int frames = height - 48 - MAX (STACKS, height * STACKS_SHARE / 100), difference = CLAMP (frames * 17 / 100, 90, 160);

  self->stacked = TRUE;
  scope_timeline_set_parts (self->run, FALSE, FALSE, TRUE);
  scope_timeline_set_parts (self->baseline, FALSE, FALSE, FALSE);
  gtk_paned_set_position (GTK_PANED (self->outer), frames);
  gtk_paned_set_position (GTK_PANED (self->upper), (frames - difference) * 54 / 100);
  gtk_paned_set_position (GTK_PANED (self->lower), difference);
}

/* Below so many pixels the table stays shut; where there are call stacks, they take what the table would. */
static int
least_for_table (ScopeCompareView *self)
{
  return self->stacked ? LOW : LOWER;
}

static gboolean
place (gpointer data)
{
  ScopeCompareView *self = data;
  int height = gtk_widget_get_height (GTK_WIDGET (self)), frames;

  self->placing = 0;
  if (self->run == NULL)
    return G_SOURCE_REMOVE;
  scope_timeline_set_parts (self->run, FALSE, !self->low && !self->stacked, TRUE);
  scope_timeline_set_parts (self->baseline, FALSE, !self->low && !self->stacked, FALSE);
  /* Only when the limit is crossed: what was opened by hand stays. */
  if (self->lower_than != (height < least_for_table (self)))
    g_action_group_change_action_state (G_ACTION_GROUP (self->actions), "changes", g_variant_new_boolean (height >= least_for_table (self)));
  self->lower_than = height < least_for_table (self);
  if (self->placed)
    return G_SOURCE_REMOVE;
  self->placed = TRUE;
  frames = height - 48 - (self->lower_than ? 0 : TABLE);
  gtk_paned_set_position (GTK_PANED (self->outer), frames);
  gtk_paned_set_position (GTK_PANED (self->upper), frames * 36 / 100);
  gtk_paned_set_position (GTK_PANED (self->lower), frames * 24 / 100);
  open_calls (self);
  return G_SOURCE_REMOVE;
}

/* A dock that closes beside it, or a window that opens, has other heights on its way: what is shared out is the last one. */
static gboolean
look_for_rest (GtkWidget *widget, GdkFrameClock *clock, gpointer data)
{
  ScopeCompareView *self = SCOPE_COMPARE_VIEW (widget);
  int height = gtk_widget_get_height (widget);

  self->n_rests = height > 1 && height == self->last_height ? self->n_rests + 1 : 0;
  self->last_height = height;
  if (self->n_rests < RESTS || self->placing != 0)
    return G_SOURCE_CONTINUE;
  self->resting = 0;
  place (self);
  return G_SOURCE_REMOVE;
}

void
scope_compare_view_make_room (ScopeCompareView *self)
{
  int height = gtk_widget_get_height (GTK_WIDGET (self)), at = gtk_paned_get_position (GTK_PANED (self->outer));

  if (height >= LOW && !self->stacked && shows_stacks (self))
    make_room_for_stacks (self, height);
  else if (height >= LOW && !self->stacked && at > height - 48 - CALLS)
    gtk_paned_set_position (GTK_PANED (self->outer), height - 48 - CALLS);
}

static gboolean
scope_compare_view_grab_focus (GtkWidget *widget)
{
  ScopeCompareView *self = SCOPE_COMPARE_VIEW (widget);

  if (self->run == NULL)
    return FALSE;
  if (!gtk_widget_get_mapped (self->run_frame))
    return gtk_widget_grab_focus (self->differences);
  return gtk_widget_grab_focus (GTK_WIDGET (self->focused));
}

static void
scope_compare_view_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  ScopeCompareView *self = SCOPE_COMPARE_VIEW (widget);
  gboolean low = height < LOW;
  GtkWidget *const above[] = { self->bar, self->settings };
  int y = 0;

  for (guint i = 0; i < G_N_ELEMENTS (above); i++)
    {
      GtkRequisition least = { 0 };

      if (!gtk_widget_should_layout (above[i]))
        continue;
      gtk_widget_get_preferred_size (above[i], &least, NULL);
      gtk_widget_size_allocate (above[i], &(GtkAllocation) { 0, y, width, least.height }, -1);
      y += least.height;
    }
  gtk_widget_size_allocate (self->outer, &(GtkAllocation) { 0, y, width, MAX (height - y, 1) }, -1);
  if (!self->placed && self->resting == 0)
    self->resting = gtk_widget_add_tick_callback (widget, look_for_rest, NULL, NULL);
  if (self->placed && (low != self->low || self->lower_than != (height < least_for_table (self))) && self->placing == 0)
    self->placing = g_idle_add (place, self);
  self->low = low;
}

static void
scope_compare_view_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural,
                            int *minimum_baseline, int *natural_baseline)
{
  ScopeCompareView *self = SCOPE_COMPARE_VIEW (widget);
  int bar, settings, pane, unused;

  gtk_widget_measure (self->bar, orientation, -1, &bar, &unused, NULL, NULL);
  gtk_widget_measure (self->settings, orientation, -1, &settings, &unused, NULL, NULL);
  gtk_widget_measure (self->outer, orientation, -1, &pane, &unused, NULL, NULL);
  *minimum = orientation == GTK_ORIENTATION_VERTICAL ? bar + settings + pane : MAX (MAX (bar, settings), pane);
  *natural = MAX (*minimum, orientation == GTK_ORIENTATION_VERTICAL ? 600 : 800);
}

/* --- life --- */

void
scope_compare_view_release (ScopeCompareView *self)
{
  ScopeTimeline *const both[] = { self->run, self->baseline };

  if (self->run == NULL)
    return;
  g_clear_handle_id (&self->placing, g_source_remove);
  scope_compare_view_drop_partner (self);
  scope_compare_view_drop_unmatched (self);
  scope_task_stop (&self->preparing);
  g_signal_handlers_disconnect_by_data (self->comparison, self);
  scope_difference_view_set (SCOPE_DIFFERENCE_VIEW (self->differences), NULL, NULL, NULL);
  scope_axis_alignment_band_set (SCOPE_AXIS_ALIGNMENT_BAND (self->band), NULL, NULL, NULL);
  scope_changes_panel_set (SCOPE_CHANGES_PANEL (self->changes), NULL, NULL);
  scope_call_changes_panel_set (SCOPE_CALL_CHANGES_PANEL (self->calls), NULL, NULL);
  scope_pairs_popover_set_comparison (SCOPE_PAIRS_POPOVER (self->pairs), NULL);
  scope_compare_view_unlink (self);
  for (guint i = 0; i < G_N_ELEMENTS (both); i++)
    {
      scope_timeline_set_parts (both[i], TRUE, TRUE, TRUE);
      gtk_box_remove (GTK_BOX (i == 0 ? self->run_frame : self->baseline_frame), GTK_WIDGET (both[i]));
    }
  g_clear_object (&self->run_view);
  g_clear_object (&self->baseline_view);
  self->focused = NULL;
  g_clear_object (&self->run);
  g_clear_object (&self->baseline);
}

static void
scope_compare_view_dispose (GObject *object)
{
  ScopeCompareView *self = SCOPE_COMPARE_VIEW (object);

  scope_compare_view_release (self);
  g_clear_pointer (&self->bar, gtk_widget_unparent);
  g_clear_pointer (&self->settings, gtk_widget_unparent);
  g_clear_pointer (&self->outer, gtk_widget_unparent);
  g_clear_object (&self->comparison);
  g_clear_object (&self->align_menu);
  g_clear_object (&self->actions);
  G_OBJECT_CLASS (scope_compare_view_parent_class)->dispose (object);
}

static void
scope_compare_view_class_init (ScopeCompareViewClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = scope_compare_view_dispose;
  widget_class->size_allocate = scope_compare_view_size_allocate;
  widget_class->measure = scope_compare_view_measure;
  widget_class->grab_focus = scope_compare_view_grab_focus;
  widget_class->focus = scope_tab_order_focus;
  gtk_widget_class_add_binding (widget_class, GDK_KEY_F6, 0, change_frame, "i", 1);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_F6, GDK_SHIFT_MASK, change_frame, "i", -1);
  gtk_widget_class_set_css_name (widget_class, "compare");
  scope_add_signal (klass, "focus-timeline", 1, SCOPE_TYPE_TIMELINE);
  scope_add_signal (klass, "failed", 1, G_TYPE_STRING);
  scope_add_signal (klass, "close", 0);
}

static void
scope_compare_view_init (ScopeCompareView *self)
{
  self->linked = TRUE;
}

/* A title, and what it is of. */
static GtkWidget *
new_frame (ScopeCompareView *self, GtkWidget **title, GtkWidget *child)
{
  GtkWidget *frame = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);

  if (title != NULL)
    {
      *title = gtk_label_new (NULL);
      gtk_label_set_xalign (GTK_LABEL (*title), 0);
      gtk_label_set_ellipsize (GTK_LABEL (*title), PANGO_ELLIPSIZE_END);
      gtk_widget_add_css_class (*title, "compare-title");
      gtk_box_append (GTK_BOX (frame), *title);
    }
  if (child != NULL)
    gtk_box_append (GTK_BOX (frame), child);
  scope_add_controller (frame, gtk_event_controller_focus_new (), self, "enter", frame_entered, NULL);
  return frame;
}

static void
build_frames (ScopeCompareView *self)
{
  GtkWidget *scroller = gtk_scrolled_window_new ();

  gtk_widget_set_vexpand (GTK_WIDGET (self->run), TRUE);
  gtk_widget_set_vexpand (GTK_WIDGET (self->baseline), TRUE);
  self->baseline_frame = new_frame (self, &self->baseline_title, GTK_WIDGET (self->baseline));
  self->run_frame = new_frame (self, &self->run_title, GTK_WIDGET (self->run));
  self->difference_frame = new_frame (self, NULL, NULL);
  self->band = g_object_new (SCOPE_TYPE_AXIS_ALIGNMENT_BAND, NULL);
  self->differences = g_object_new (SCOPE_TYPE_DIFFERENCE_VIEW, NULL);
  gtk_widget_set_focusable (scroller, FALSE);
  /* Always: a bar that comes and goes asks for a size while sizes are given. It floats, and is seen when it is of use. */
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scroller), GTK_POLICY_EXTERNAL, GTK_POLICY_ALWAYS);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), self->differences);
  gtk_widget_set_vexpand (scroller, TRUE);
  scope_add_children (self->difference_frame, self->band, scroller, NULL);
  self->changes = g_object_new (SCOPE_TYPE_CHANGES_PANEL, NULL);
  self->calls = g_object_new (SCOPE_TYPE_CALL_CHANGES_PANEL, NULL);
  self->tables = gtk_stack_new ();
  gtk_stack_add_named (GTK_STACK (self->tables), self->changes, "changes");
  gtk_stack_add_named (GTK_STACK (self->tables), self->calls, "calls");
  self->lower = scope_paned_new (GTK_ORIENTATION_VERTICAL, self->difference_frame, self->run_frame);
  self->upper = scope_paned_new (GTK_ORIENTATION_VERTICAL, self->baseline_frame, self->lower);
  self->outer = scope_paned_new (GTK_ORIENTATION_VERTICAL, self->upper, self->tables);
  gtk_paned_set_resize_end_child (GTK_PANED (self->outer), FALSE);
  gtk_paned_set_resize_start_child (GTK_PANED (self->lower), FALSE);
  scope_add_children (GTK_WIDGET (self), self->bar, self->settings, self->outer, NULL);
}

GtkWidget *
scope_compare_view_new (ScopeTimeline *run, ScopeTimeline *baseline, const ScopeAlignWish *wish)
{
  ScopeCompareView *self = g_object_new (SCOPE_TYPE_COMPARE_VIEW, NULL);

  self->run = g_object_ref_sink (run);
  self->baseline = g_object_ref_sink (baseline);
  self->focused = run;
  self->run_view = g_object_ref (scope_timeline_get_view (run));
  self->baseline_view = g_object_ref (scope_timeline_get_view (baseline));
  self->comparison = scope_comparison_new (scope_view_get_trace (self->baseline_view), scope_view_get_trace (self->run_view));
  scope_compare_view_add_actions (self);
  scope_compare_view_build_bar (self);
  build_frames (self);
  scope_compare_view_set_titles (self, NULL, NULL);
  scope_timeline_set_parts (run, FALSE, TRUE, TRUE);
  scope_timeline_set_parts (baseline, FALSE, TRUE, FALSE);
  scope_difference_view_set (SCOPE_DIFFERENCE_VIEW (self->differences), self->comparison, run, baseline);
  scope_axis_alignment_band_set (SCOPE_AXIS_ALIGNMENT_BAND (self->band), self->comparison, self->run_view, self->baseline_view);
  scope_changes_panel_set (SCOPE_CHANGES_PANEL (self->changes), self->comparison, self->run_view);
  scope_pairs_popover_set_comparison (SCOPE_PAIRS_POPOVER (self->pairs), self->comparison);
  scope_call_changes_panel_set (SCOPE_CALL_CHANGES_PANEL (self->calls), self->comparison, self->run_view);
  g_signal_connect_swapped (self->calls, "go-to", G_CALLBACK (scope_compare_view_go_to_call), self);
  g_signal_connect_swapped (self->changes, "go-to", G_CALLBACK (scope_compare_view_go_to), self);
  g_signal_connect (self->comparison, "changed", G_CALLBACK (comparison_changed), self);
  scope_compare_view_link (self);
  scope_compare_view_update_bar (self);
  scope_compare_view_prepare (self, wish);
  return GTK_WIDGET (self);
}
