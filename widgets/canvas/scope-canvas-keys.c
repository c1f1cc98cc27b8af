/* scope-canvas-keys.c: what keys do while the focus is in the lanes.
 *
 *     W S + −  zoom          A D ← →  pan            0 F      all, selection      Home End    ends
 *     ↑ ↓      rows          Page Up/Down  pages     Ctrl+← → fold, unfold        Alt+↑ ↓     move the row
 *              (from a chosen activation: to its caller, to what it called first)
 *     . ,      next and previous event of the lane   ] [      run of the same task, wherever it runs
 *     M        next mark; Shift+M  the one before
 *     C X      calipers; the other one   < >  to the edge before, behind   Shift+← →  a cycle, or pixel, further
 *     Enter    inspect, unfold                       Menu, Shift+F10  the menu    Ctrl+C      copy        N  note
 *
 * What is an action elsewhere (menus, buttons) is the same action here. One that cannot be done rings the bell:
 * nothing is silently dead.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "widgets/canvas/scope-canvas-private.h"

#include "model/scene/view/scope-view-calipers.h"
#include "model/scene/view/scope-view-follow.h"
#include "widgets/draw/scope-time-keys.h"
#include "widgets/kit/scope-parts.h"

#include <math.h>

/* --- the row that has the focus --- */

guint
scope_canvas_get_focus_row (ScopeCanvas *self)
{
  ScopeLaneList *lanes;
  ScopeLaneId lane;
  guint row = SCOPE_NONE;

  if (self->view == NULL)
    return SCOPE_NONE;
  lanes = scope_view_get_lanes (self->view);
  if (self->focus_key != NULL)
    row = scope_lane_list_find_key (lanes, self->focus_key);
  if (row == SCOPE_NONE && scope_view_get_selected_lane (self->view, &lane))
    row = scope_lane_list_find (lanes, lane, TRUE);
  return row;
}

void
scope_canvas_set_focus_row (ScopeCanvas *self, guint row)
{
  g_autofree char *before = g_steal_pointer (&self->focus_key);

  if (row != SCOPE_NONE)
    self->focus_key = g_strdup (scope_lane_list_row (scope_view_get_lanes (self->view), row)->key);
  if (g_strcmp0 (before, self->focus_key) == 0)
    return;
  gtk_widget_queue_draw (GTK_WIDGET (self));
  g_signal_emit_by_name (self, "focus-row");
}

/* To the row above or below; one of states is selected on the way. */
void
scope_canvas_move_row (ScopeCanvas *self, int step)
{
  ScopeLaneList *lanes = scope_view_get_lanes (self->view);
  gint64 n = scope_lane_list_n_rows (lanes), row;
  guint focus = scope_canvas_get_focus_row (self);
  const ScopeLaneNode *node;
  ScopeLaneId lane;

  row = focus != SCOPE_NONE ? (gint64) focus + step : step > 0 ? 0 : n - 1;
  if (row < 0 || row >= n)
    return;
  node = scope_lane_list_row (lanes, (guint) row);
  lane = node->lane;
  scope_canvas_set_focus_row (self, (guint) row);
  scope_view_select_lane (self->view, node->kind == SCOPE_ROW_STATES || node->kind == SCOPE_ROW_CALLS ? &lane : NULL);
  scope_canvas_show_row (self, (guint) row);
}

static void
act (ScopeCanvas *self, const char *action)
{
  if (!gtk_widget_activate_action (GTK_WIDGET (self), action, NULL))
    gtk_widget_error_bell (GTK_WIDGET (self));
}

/* Enter: unfolds what is only a heading, else asks to see more of the selection. */
static void
enter (ScopeCanvas *self)
{
  ScopeLaneList *lanes = scope_view_get_lanes (self->view);
  guint row = scope_canvas_get_focus_row (self);
  const ScopeLaneNode *node = row != SCOPE_NONE ? scope_lane_list_row (lanes, row) : NULL;

  if (node != NULL && (node->kind == SCOPE_ROW_GROUP || node->kind == SCOPE_ROW_COUNTS) && node->expandable)
    scope_lane_list_set_expanded (lanes, row, !node->expanded);
  else if (node != NULL && scope_canvas_is_button (node))
    scope_lane_list_set_expanded (lanes, row, TRUE);
  else
    g_signal_emit_by_name (self, "inspect");
}

/* Keys that are an action; the letters without Shift, too. */
static gboolean
action_pressed (ScopeCanvas *self, guint keyval, GdkModifierType modifiers)
{
  static const struct
  {
    GdkModifierType modifiers;
    guint keyval;
    const char *action;
  } keys[] = {
    { GDK_CONTROL_MASK, GDK_KEY_Right, "timeline.unfold" },
    { GDK_CONTROL_MASK, GDK_KEY_Left, "timeline.fold" },
    { GDK_ALT_MASK, GDK_KEY_Up, "timeline.move-up" },
    { GDK_ALT_MASK, GDK_KEY_Down, "timeline.move-down" },
    { GDK_CONTROL_MASK, GDK_KEY_c, "timeline.copy" },
    { 0, GDK_KEY_c, "timeline.calipers" },
    { 0, GDK_KEY_x, "timeline.caliper-other" },
    { 0, GDK_KEY_greater, "timeline.caliper-next" },
    { 0, GDK_KEY_less, "timeline.caliper-previous" },
    { 0, GDK_KEY_period, "timeline.next-event" },
    { 0, GDK_KEY_comma, "timeline.previous-event" },
    { 0, GDK_KEY_bracketright, "timeline.next-run" },
    { 0, GDK_KEY_bracketleft, "timeline.previous-run" },
    { 0, GDK_KEY_b, "timeline.follow-back" },
    { 0, GDK_KEY_g, "timeline.go-to-waker" },
    { 0, GDK_KEY_n, "timeline.add-note" },
    { 0, GDK_KEY_p, "timeline.pin" },
  };

  if ((modifiers & (GDK_ALT_MASK | GDK_CONTROL_MASK | GDK_SHIFT_MASK)) == (GDK_CONTROL_MASK | GDK_SHIFT_MASK)
      && gdk_keyval_to_lower (keyval) == GDK_KEY_m)
    {
      act (self, "timeline.select-to-mark");
      return GDK_EVENT_STOP;
    }
  if ((modifiers & (GDK_ALT_MASK | GDK_CONTROL_MASK)) == 0 && gdk_keyval_to_lower (keyval) == GDK_KEY_m)
    {
      act (self, (modifiers & GDK_SHIFT_MASK) != 0 || keyval == GDK_KEY_M ? "timeline.previous-mark" : "timeline.next-mark");
      return GDK_EVENT_STOP;
    }
  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    if ((modifiers & (GDK_ALT_MASK | GDK_CONTROL_MASK)) == keys[i].modifiers
        && (keys[i].modifiers != 0 ? keyval : gdk_keyval_to_lower (keyval)) == keys[i].keyval)
      {
        act (self, keys[i].action);
        return GDK_EVENT_STOP;
      }
  return GDK_EVENT_PROPAGATE;
}

gboolean
scope_canvas_press_key (ScopeCanvas *self, guint keyval, GdkModifierType modifiers)
{
  ScopeViewCalipers calipers;

  if (self->view == NULL)
    return GDK_EVENT_PROPAGATE;
  if ((modifiers & (GDK_ALT_MASK | GDK_CONTROL_MASK | GDK_SHIFT_MASK)) == GDK_SHIFT_MASK
      && (keyval == GDK_KEY_Left || keyval == GDK_KEY_Right) && scope_view_get_calipers (self->view, &calipers))
    {
      scope_canvas_nudge_caliper (self, keyval == GDK_KEY_Left ? -1 : 1);
      return GDK_EVENT_STOP;
    }
  if (modifiers & (GDK_ALT_MASK | GDK_CONTROL_MASK))
    return action_pressed (self, keyval, modifiers);
  if (scope_time_key_pressed (self->view, keyval, scope_view_zoom_pivot (self->view, scope_canvas_get_focus_x (self)),
                              scope_canvas_plot_width (self))
      || action_pressed (self, keyval, modifiers))
    return GDK_EVENT_STOP;
  switch (gdk_keyval_to_lower (keyval))
    {
    case GDK_KEY_Up: case GDK_KEY_KP_Up:
      if (!scope_canvas_step_call (self, SCOPE_ACTIVATION_CALLER))
        scope_canvas_move_row (self, -1);
      break;
    case GDK_KEY_Down: case GDK_KEY_KP_Down:
      if (!scope_canvas_step_call (self, SCOPE_ACTIVATION_CALLEE))
        scope_canvas_move_row (self, 1);
      break;
    case GDK_KEY_Page_Up: case GDK_KEY_KP_Page_Up:
      scope_scroll_area_page (&self->area, -1);
      break;
    case GDK_KEY_Page_Down: case GDK_KEY_KP_Page_Down:
      scope_scroll_area_page (&self->area, 1);
      break;
    case GDK_KEY_Escape:
      if (scope_view_get_calipers (self->view, &calipers))
        {
          scope_view_set_calipers (self->view, NULL);
          break;
        }
      scope_view_clear_selection (self->view);
      scope_view_select_message (self->view, NULL);
      scope_canvas_set_focus_row (self, SCOPE_NONE);
      break;
    case GDK_KEY_Return: case GDK_KEY_KP_Enter:
      enter (self);
      break;
    case GDK_KEY_Menu:
      scope_canvas_popup_menu (self, -1, -1);
      break;
    case GDK_KEY_F10:
      if (!(modifiers & GDK_SHIFT_MASK))
        return GDK_EVENT_PROPAGATE;
      scope_canvas_popup_menu (self, -1, -1);
      break;
    case GDK_KEY_space:
      self->space_held = TRUE;
      if (self->drag == SCOPE_DRAG_NONE)
        gtk_widget_set_cursor_from_name (GTK_WIDGET (self), "grab");
      break;
    default:
      return GDK_EVENT_PROPAGATE;
    }
  return GDK_EVENT_STOP;
}

static gboolean
key_pressed (GtkEventControllerKey *controller, guint keyval, guint code, GdkModifierType modifiers,
             ScopeCanvas *self)
{
  return scope_canvas_press_key (self, keyval, modifiers);
}

static void
key_released (GtkEventControllerKey *controller, guint keyval, guint code, GdkModifierType modifiers,
              ScopeCanvas *self)
{
  if (keyval == GDK_KEY_space)
    {
      self->space_held = FALSE;
      gtk_widget_set_cursor_from_name (GTK_WIDGET (self), NULL);
    }
}

static void
focus_left (GtkEventControllerFocus *controller, ScopeCanvas *self)
{
  self->space_held = FALSE;
}

void
scope_canvas_add_keys (ScopeCanvas *self)
{
  scope_add_controller (GTK_WIDGET (self), gtk_event_controller_key_new (), self, "key-pressed", key_pressed, "key-released",
                        key_released, NULL);
  scope_add_controller (GTK_WIDGET (self), gtk_event_controller_focus_new (), self, "leave", focus_left, NULL);
}
