/* scope-canvas.c: the widget: life, sizes and scrolling. See scope-canvas.h.
 *
 * Time is the horizontal adjustment in world pixels, so that GtkScrolledWindow's wheel, touch and kinetic scrolling
 * pan it; the view is the truth, and the adjustment follows it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "widgets/canvas/scope-canvas-private.h"

#include "model/base/scope-task.h"
#include "model/scene/view/scope-view-call.h"
#include "widgets/canvas/scope-time-axis.h"
#include "widgets/kit/scope-parts.h"

#include <glib/gi18n.h>
#include <math.h>

G_DEFINE_FINAL_TYPE (ScopeCanvas, scope_canvas, SCOPE_TYPE_SCROLL_AREA)

double
scope_canvas_plot_width (ScopeCanvas *self)
{
  return MAX (1, gtk_widget_get_width (GTK_WIDGET (self)) - self->names_width);
}

double
scope_canvas_get_names_width (ScopeCanvas *self)
{
  return self->names_width;
}

void
scope_canvas_set_names_width (ScopeCanvas *self, double width)
{
  if (self->names_width == width)
    return;
  self->names_width = width;
  gtk_widget_queue_allocate (GTK_WIDGET (self));
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

double
scope_canvas_scroll (ScopeCanvas *self)
{
  return self->area.down != NULL ? floor (gtk_adjustment_get_value (self->area.down)) : 0;
}

guint
scope_canvas_row_at (ScopeCanvas *self, double y)
{
  if (self->view == NULL || y < SCOPE_RULER_HEIGHT)
    return SCOPE_NONE;
  return scope_lane_list_row_in_view (scope_view_get_lanes (self->view), y - SCOPE_RULER_HEIGHT,
                                      scope_canvas_scroll (self));
}

double
scope_canvas_row_y (ScopeCanvas *self, guint row)
{
  const ScopeLaneNode *node = scope_lane_list_row (scope_view_get_lanes (self->view), row);

  return SCOPE_RULER_HEIGHT + node->y - scope_lane_node_scroll (node, scope_canvas_scroll (self));
}

/* --- scrolling --- */

/* Sets both adjustments from view and size. */
static void
configure (ScopeCanvas *self)
{
  int height = gtk_widget_get_height (GTK_WIDGET (self));
  const ScopeViewport *viewport;
  ScopeTimelineOptions options;
  double scale, rows, page, moving;

  if (self->view == NULL || self->adjusting || height <= 0)
    return;
  self->adjusting = TRUE;
  scope_canvas_init_options (self, &options);
  rows = scope_timeline_height (self->view, &options) - SCOPE_RULER_HEIGHT;
  page = MAX (1, height - SCOPE_RULER_HEIGHT);
  moving = MAX (1, page - scope_lane_list_sticking_height (scope_view_get_lanes (self->view)));
  if (self->area.down != NULL)
    gtk_adjustment_configure (self->area.down,
                              CLAMP (gtk_adjustment_get_value (self->area.down), 0, MAX (0, rows - page)), 0,
                              MAX (rows, page), 28, moving * .9, page);
  viewport = scope_view_get_viewport (self->view);
  scale = scope_viewport_scale (viewport);
  page = viewport->width;
  if (self->area.across != NULL)
    gtk_adjustment_configure (self->area.across, viewport->from / scale, 0,
                              MAX (page, ((double) viewport->last - (double) viewport->first) / scale), page * .1,
                              page * .9, page);
  self->adjusting = FALSE;
}

static void
configure_area (ScopeScrollArea *area)
{
  configure (SCOPE_CANVAS (area));
}

static void
moved_across (ScopeCanvas *self, GtkAdjustment *adjustment)
{
  const ScopeViewport *viewport;
  double x;

  if (self->adjusting || self->view == NULL)
    return;
  viewport = scope_view_get_viewport (self->view);
  x = gtk_adjustment_get_value (adjustment);
  self->adjusting = TRUE;
  scope_view_wander (self->view, g_get_monotonic_time ());
  scope_view_pan (self->view, x - viewport->from / scope_viewport_scale (viewport));
  self->adjusting = FALSE;
}

static void
moved (ScopeScrollArea *area, GtkAdjustment *adjustment)
{
  ScopeCanvas *self = SCOPE_CANVAS (area);

  if (adjustment == area->across)
    {
      moved_across (self, adjustment);
      return;
    }
  scope_canvas_hide_tip (self);
  scope_canvas_follow_pointer (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

void
scope_canvas_show_row (ScopeCanvas *self, guint row)
{
  ScopeLaneList *lanes = scope_view_get_lanes (self->view);
  ScopeLaneNode *node = scope_lane_list_row (lanes, row);

  /* Those that stick are there, and hide what is behind them. */
  if (self->area.down != NULL && !node->sticks)
    gtk_adjustment_clamp_page (self->area.down, node->y - scope_lane_list_sticking_height (lanes),
                               node->y + node->height);
}

/* A stack may be higher than the window: the level of the activation that is chosen, and one above and below it. */
static gboolean
show_call (ScopeCanvas *self, guint row)
{
  ScopeLaneList *lanes = scope_view_get_lanes (self->view);
  const ScopeLaneNode *node = scope_lane_list_row (lanes, row);
  double level = node->bar_height / MAX (node->levels, 1), y;
  ScopeActivationId call;

  if (node->kind != SCOPE_ROW_CALLS || node->sticks || self->area.down == NULL || !scope_view_get_selected_call (self->view, &call)
      || !scope_lane_id_equal (call.lane, node->lane))
    return FALSE;
  y = node->bar_y + call.depth * level;
  gtk_adjustment_clamp_page (self->area.down, y - level - scope_lane_list_sticking_height (lanes), y + 2 * level);
  return TRUE;
}

/* --- the view --- */

static void
update_empty (ScopeCanvas *self)
{
  ScopeLaneList *lanes = scope_view_get_lanes (self->view);

  gtk_widget_set_visible (self->empty, scope_lane_list_n_rows (lanes) == 0
                                           && scope_lane_filter_is_active (scope_lane_list_get_filter (lanes)));
}

static void
view_changed (ScopeView *view, guint what, ScopeCanvas *self)
{
  if (what & (SCOPE_VIEW_RANGE | SCOPE_VIEW_LANES | SCOPE_VIEW_LOOK | SCOPE_VIEW_DATA))
    {
      scope_canvas_hide_tip (self);
      configure (self);
    }
  if (what & SCOPE_VIEW_LANES)
    update_empty (self);
  if (what & SCOPE_VIEW_RANGE)
    scope_canvas_follow_pointer (self);
  if (what & (SCOPE_VIEW_DATA | SCOPE_VIEW_FOLLOW))
    scope_canvas_follow_wake (self);
  if (what & SCOPE_VIEW_DATA)
    {
      scope_tile_cache_changed (self->tiles);
      scope_strip_cache_drop_incomplete (self->strips);
      scope_strip_pictures_drop_incomplete (self->pictures);
      self->overlay_stale = TRUE;
      self->shares_stale = TRUE;
    }
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
view_revealed (ScopeView *view, guint row, ScopeCanvas *self)
{
  if (row >= scope_lane_list_n_rows (scope_view_get_lanes (view)))
    return;
  configure (self);
  scope_canvas_set_focus_row (self, row); /* arrows, and moving it, go on from there */
  if (!show_call (self, row))
    scope_canvas_show_row (self, row);
}

static void
tiles_arrived (ScopeTileCache *tiles, ScopeCanvas *self)
{
  scope_strip_cache_drop_incomplete (self->strips);
  scope_strip_pictures_drop_incomplete (self->pictures);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

void
scope_canvas_set_view (ScopeCanvas *self, ScopeView *view, ScopeTileCache *tiles)
{
  g_return_if_fail (SCOPE_IS_CANVAS (self));
  g_return_if_fail ((view == NULL) == (tiles == NULL));

  scope_canvas_drop_input (self);
  scope_canvas_follow_drop (self);
  if (self->view != NULL)
    {
      g_signal_handlers_disconnect_by_func (self->view, view_changed, self);
      g_signal_handlers_disconnect_by_func (self->view, view_revealed, self);
      g_signal_handlers_disconnect_by_func (self->tiles, tiles_arrived, self);
    }
  g_cancellable_cancel (self->reading);
  scope_task_stop (&self->sharing);
  g_clear_handle_id (&self->overlay_timeout, g_source_remove);
  g_clear_handle_id (&self->shares_timeout, g_source_remove);
  self->shares_next = 0;
  self->overlay_next = 0;
  g_clear_pointer (&self->overlay, scope_overlay_free);
  g_clear_pointer (&self->shares, scope_shares_free);
  scope_layer_clear (self->messages);
  scope_strip_cache_clear (self->strips);
  scope_strip_pictures_clear (self->pictures);
  if (self->view != NULL && self->view != view)
    scope_time_axis_unset (self->view, GTK_WIDGET (self));
  g_set_object (&self->view, view);
  g_set_object (&self->tiles, tiles);
  memset (&self->wanted, 0, sizeof self->wanted);
  if (view != NULL)
    {
      scope_time_axis_set (view, GTK_WIDGET (self), self->names_width);
      self->shares = scope_shares_new (view, 0, 0); /* of nothing */
      self->shares_stale = TRUE;
      g_signal_connect (view, "changed", G_CALLBACK (view_changed), self);
      g_signal_connect (view, "reveal", G_CALLBACK (view_revealed), self);
      g_signal_connect (tiles, "tiles-arrived", G_CALLBACK (tiles_arrived), self);
      if (gtk_widget_get_width (GTK_WIDGET (self)) > 0)
        scope_view_set_width (view, (int) scope_canvas_plot_width (self));
      configure (self);
      scope_canvas_follow_wake (self);
    }
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

ScopeView *
scope_canvas_get_view (ScopeCanvas *self)
{
  return self->view;
}

gboolean
scope_canvas_is_complete (ScopeCanvas *self)
{
  return self->view != NULL && self->missing == 0 && !self->unfinished && self->reading == NULL
         && self->overlay_timeout == 0 && scope_layer_is_ready (self->messages) && self->sharing == NULL && self->shares_timeout == 0 && !self->shares_stale
         && scope_tile_cache_pending (self->tiles) == 0
         && !scope_lane_list_is_matching (scope_view_get_lanes (self->view));
}

guint
scope_canvas_n_nodes (ScopeCanvas *self)
{
  return self->n_nodes;
}

double
scope_canvas_get_focus_x (ScopeCanvas *self)
{
  if (self->pointer_inside && self->pointer_x > self->names_width)
    return self->pointer_x - self->names_width;
  return scope_canvas_plot_width (self) / 2;
}

gint64
scope_canvas_get_here (ScopeCanvas *self)
{
  if (self->menu != NULL)
    return self->menu_time;
  return scope_viewport_x_to_time (scope_view_get_viewport (self->view), scope_canvas_get_focus_x (self));
}

/* --- GtkWidget --- */

/* Nothing to be seen must have a reason. */
static void
allocate_empty (ScopeCanvas *self, int width, int height)
{
  GtkRequisition size;

  if (!gtk_widget_get_visible (self->empty))
    return;
  gtk_widget_get_preferred_size (self->empty, NULL, &size);
  size.width = MIN (size.width, width);
  gtk_widget_size_allocate (self->empty, &(GtkAllocation) { (width - size.width) / 2, MAX (0, (height - size.height) / 2),
                                                            size.width, size.height }, -1);
}

static void
scope_canvas_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  ScopeCanvas *self = SCOPE_CANVAS (widget);

  self->names_width = CLAMP (self->names_width, 140, MAX (140, MIN (420, width / 2)));
  if (self->view != NULL)
    {
      scope_time_axis_move (self->view, widget, self->names_width);
      scope_view_set_width (self->view, (int) scope_canvas_plot_width (self));
    }
  configure (self);
  scope_canvas_present_menu (self);
  allocate_empty (self, width, height);
  if (gtk_widget_get_visible (self->tip))
    {
      GtkRequisition size;
      int x, y;

      gtk_widget_get_preferred_size (self->tip, NULL, &size);
      size.width = MIN (size.width, width);
      x = (int) CLAMP (self->pointer_x + 12, 0, MAX (0, width - size.width - 6));
      y = (int) self->pointer_y + 20;
      if (scope_canvas_row_at (self, self->pointer_y) != SCOPE_NONE)
        {
          guint row = scope_canvas_row_at (self, self->pointer_y);
          ScopeLaneNode *node = scope_lane_list_row (scope_view_get_lanes (self->view), row);

          y = (int) (scope_canvas_row_y (self, row) + node->height) + 6;
          if (y + size.height > height)
            y = (int) scope_canvas_row_y (self, row) - size.height - 6;
        }
      gtk_widget_size_allocate (self->tip, &(GtkAllocation) { x, MAX (0, y), size.width, size.height }, -1);
    }
}

static void
scope_canvas_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural,
                      int *minimum_baseline, int *natural_baseline)
{
  *minimum = orientation == GTK_ORIENTATION_HORIZONTAL ? 240 : SCOPE_RULER_HEIGHT + 60;
  *natural = orientation == GTK_ORIENTATION_HORIZONTAL ? 800 : 400;
}

static void
scope_canvas_css_changed (GtkWidget *widget, GtkCssStyleChange *change)
{
  GTK_WIDGET_CLASS (scope_canvas_parent_class)->css_changed (widget, change);
  scope_presenter_clear (SCOPE_CANVAS (widget)->presenter);
}

static gboolean
scope_canvas_focus (GtkWidget *widget, GtkDirectionType direction)
{
  /* Arrow keys are ours; only Tab leaves. */
  if (gtk_widget_has_focus (widget))
    return direction != GTK_DIR_TAB_FORWARD && direction != GTK_DIR_TAB_BACKWARD;
  return gtk_widget_grab_focus (widget);
}

static void
scope_canvas_dispose (GObject *object)
{
  ScopeCanvas *self = SCOPE_CANVAS (object);

  scope_canvas_drop_input (self);
  if (self->view != NULL)
    scope_canvas_set_view (self, NULL, NULL);
  g_clear_object (&self->reading);
  g_clear_object (&self->sharing);
  g_clear_pointer (&self->shares, scope_shares_free);
  g_clear_pointer (&self->tip, gtk_widget_unparent);
  g_clear_pointer (&self->empty, gtk_widget_unparent);
  G_OBJECT_CLASS (scope_canvas_parent_class)->dispose (object);
}

static void
scope_canvas_finalize (GObject *object)
{
  ScopeCanvas *self = SCOPE_CANVAS (object);

  scope_strip_cache_free (self->strips);
  scope_strip_pictures_free (self->pictures);
  scope_presenter_free (self->presenter);
  scope_layer_free (self->messages);
  G_OBJECT_CLASS (scope_canvas_parent_class)->finalize (object);
}

static void
scope_canvas_class_init (ScopeCanvasClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = scope_canvas_dispose;
  object_class->finalize = scope_canvas_finalize;
  widget_class->size_allocate = scope_canvas_size_allocate;
  widget_class->measure = scope_canvas_measure;
  widget_class->snapshot = scope_canvas_snapshot;
  widget_class->css_changed = scope_canvas_css_changed;
  widget_class->focus = scope_canvas_focus;
  SCOPE_SCROLL_AREA_CLASS (klass)->configure = configure_area;
  SCOPE_SCROLL_AREA_CLASS (klass)->moved = moved;
  scope_add_signal (klass, "drawn", 0);
  scope_add_signal (klass, "inspect", 0);
  scope_add_signal (klass, "focus-row", 0);
  gtk_widget_class_set_css_name (widget_class, "timeline");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
}

static void
scope_canvas_init (ScopeCanvas *self)
{
  self->names_width = SCOPE_NAMES_WIDTH;
  self->strips = scope_strip_cache_new (0);
  self->pictures = scope_strip_pictures_new ();
  self->presenter = scope_presenter_new (GTK_WIDGET (self));
  self->messages = scope_layer_new (GTK_WIDGET (self));
  self->tip = scope_label_new (NULL, SCOPE_LABEL_START, "timeline-tip");
  gtk_widget_set_can_target (self->tip, FALSE);
  gtk_widget_set_visible (self->tip, FALSE);
  gtk_widget_set_parent (self->tip, GTK_WIDGET (self));
  self->empty = scope_label_new (_("No row matches the filter"), 0, "dim-label title-4");
  gtk_widget_set_can_target (self->empty, FALSE);
  gtk_widget_set_visible (self->empty, FALSE);
  gtk_widget_set_parent (self->empty, GTK_WIDGET (self));
  gtk_widget_set_focusable (GTK_WIDGET (self), TRUE);
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
  scope_label_widget (GTK_WIDGET (self), _("Timeline"));
  scope_canvas_add_input (self);
}
