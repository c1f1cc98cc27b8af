/* scope-difference-view.c: see scope-difference-view.h.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "widgets/compare/scope-difference-view-private.h"

#include "widgets/kit/scope-parts.h"

#include <glib/gi18n.h>
#include <math.h>

#define FRAME_US 8000 /* of a frame, what making strips may take */
#define REST_MS 160   /* so long nothing moves until it is read finer */

G_DEFINE_FINAL_TYPE (ScopeDifferenceView, scope_difference_view, SCOPE_TYPE_SCROLL_AREA)

/* --- places --- */

double
scope_difference_view_plot_width (ScopeDifferenceView *self)
{
  return MAX (1, floor (gtk_widget_get_width (GTK_WIDGET (self)) - self->names_width));
}

static double
scrolled_by (ScopeDifferenceView *self)
{
  return self->area.down != NULL ? floor (gtk_adjustment_get_value (self->area.down)) : 0;
}

static double
ruler_height (ScopeDifferenceView *self)
{
  return self->alone ? SCOPE_RULER_HEIGHT : 0;
}

guint
scope_difference_view_row_at (ScopeDifferenceView *self, double y)
{
  if (self->rows == NULL || y < ruler_height (self))
    return SCOPE_NONE;
  return scope_difference_rows_at (self->rows, y - ruler_height (self) + scrolled_by (self));
}

guint
scope_difference_view_focus_row (ScopeDifferenceView *self)
{
  ScopeLaneId lane;

  for (guint i = 0; self->rows != NULL && self->focus_key != NULL && i < scope_difference_rows_n (self->rows); i++)
    if (g_str_equal (scope_difference_rows_get (self->rows, i)->key, self->focus_key))
      return i;
  if (self->rows != NULL && scope_view_get_selected_lane (self->run_view, &lane))
    return scope_difference_rows_find (self->rows, lane);
  return SCOPE_NONE;
}

void
scope_difference_view_show_row (ScopeDifferenceView *self, guint i)
{
  const ScopeDifferenceRow *row = scope_difference_rows_get (self->rows, i);

  if (self->area.down != NULL)
    gtk_adjustment_clamp_page (self->area.down, row->y, row->y + row->height);
}

void
scope_difference_view_show_lane (ScopeDifferenceView *self, ScopeLaneId run)
{
  guint row = self->rows != NULL ? scope_difference_rows_find (self->rows, run) : SCOPE_NONE;

  if (row != SCOPE_NONE)
    scope_difference_view_show_row (self, row);
}

void
scope_difference_view_inspect (ScopeDifferenceView *self)
{
  g_signal_emit_by_name (self, "inspect");
}

/* Makes rows and adjustment fit. */
static void
configure (ScopeDifferenceView *self)
{
  double page = MAX (1, gtk_widget_get_height (GTK_WIDGET (self)) - ruler_height (self)), all;

  if (self->comparison == NULL || gtk_widget_get_height (GTK_WIDGET (self)) <= 0)
    return;
  if (self->rows == NULL)
    self->rows = scope_difference_rows_new (self->run_view, self->baseline_view,
                                            scope_comparison_get_pairing (self->comparison));
  all = scope_difference_rows_layout (self->rows, page, 0);
  gtk_widget_set_child_visible (self->empty, scope_difference_rows_n (self->rows) == 0); /* asks for no new allocation */
  if (self->area.down != NULL)
    gtk_adjustment_configure (self->area.down,
                              CLAMP (gtk_adjustment_get_value (self->area.down), 0, MAX (0, all - page)), 0,
                              MAX (all, page), 28, page * .9, page);
}

/* --- frames --- */

static gboolean
draw_again (gpointer data)
{
  gtk_widget_queue_draw (GTK_WIDGET (data));
  return G_SOURCE_REMOVE;
}

static gboolean
rested (gpointer data)
{
  ScopeDifferenceView *self = data;

  self->rest_timeout = 0;
  self->finer = SCOPE_DIFFERENCE_FINER;
  gtk_widget_queue_draw (GTK_WIDGET (self));
  return G_SOURCE_REMOVE;
}

/* What moves is read coarsely; what rests, finely. */
static void
begin_generation (ScopeDifferenceView *self)
{
  const ScopeViewport *now = scope_view_get_viewport (self->run_view), *then = &self->drawn;

  if (now->from == then->from && now->span == then->span && now->width == then->width && now->first == then->first)
    return;
  if (self->alone)
    {
      scope_tile_cache_next_generation (self->run_tiles);
      scope_tile_cache_next_generation (self->baseline_tiles);
    }
  self->finer = 0;
  g_clear_handle_id (&self->rest_timeout, g_source_remove);
  self->drawn = *now;
}

static void
draw_frame (ScopeDifferenceView *self, GtkSnapshot *snapshot)
{
  ScopeDifferenceOptions options = { .width = MAX (1, gtk_widget_get_width (GTK_WIDGET (self))),
                                     .height = MAX (1, gtk_widget_get_height (GTK_WIDGET (self))),
                                     .scroll_y = scrolled_by (self),
                                     .names_width = self->names_width,
                                     .ruler = self->alone,
                                     .focus_row = SCOPE_NONE,
                                     .cache = self->cache };
  g_autoptr (ScopeScene) scene = NULL;
  ScopeTileGetter run, baseline;

  if (self->comparison == NULL)
    return;
  if (self->rows == NULL)
    configure (self);
  if (self->rows == NULL)
    return;
  begin_generation (self);
  options.finer = self->finer;
  if (gtk_widget_has_focus (GTK_WIDGET (self)))
    options.focus_row = scope_difference_view_focus_row (self);
  scope_tile_getter_init (&run, self->run_tiles);
  scope_tile_getter_init (&baseline, self->baseline_tiles);
  run.deadline = g_get_monotonic_time () + FRAME_US;
  scene = scope_difference_scene_build (self->rows, scope_comparison_get_map (self->comparison), &options, &run, &baseline);
  scope_presenter_draw (self->presenter, snapshot, scene, NULL, NULL);
  self->missing = scene->missing;
  self->unfinished = run.late;
  if (!self->unfinished && self->missing == 0 && self->finer < SCOPE_DIFFERENCE_FINER && self->rest_timeout == 0)
    self->rest_timeout = g_timeout_add (REST_MS, rested, self);
}

static void
scope_difference_view_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  ScopeDifferenceView *self = SCOPE_DIFFERENCE_VIEW (widget);

  draw_frame (self, snapshot);
  if (self->unfinished)
    g_idle_add_full (G_PRIORITY_DEFAULT_IDLE, draw_again, g_object_ref (self), g_object_unref);
  if (gtk_widget_get_mapped (self->empty))
    gtk_widget_snapshot_child (widget, self->empty, snapshot);
  if (gtk_widget_get_visible (self->tip))
    gtk_widget_snapshot_child (widget, self->tip, snapshot);
}

gboolean
scope_difference_view_is_complete (ScopeDifferenceView *self)
{
  if (self->comparison == NULL || !gtk_widget_get_mapped (GTK_WIDGET (self)))
    return TRUE;
  return self->rows != NULL && self->missing == 0 && !self->unfinished && self->finer == SCOPE_DIFFERENCE_FINER;
}

/* --- what changes --- */

static void
drop_rows (ScopeDifferenceView *self)
{
  g_clear_pointer (&self->rows, scope_difference_rows_free);
  scope_difference_view_hide_tip (self);
  gtk_widget_queue_allocate (GTK_WIDGET (self));
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
view_changed (ScopeView *view, guint what, ScopeDifferenceView *self)
{
  if (what & (SCOPE_VIEW_RANGE | SCOPE_VIEW_LANES))
    scope_difference_view_hide_tip (self);
  if (what & SCOPE_VIEW_LANES)
    drop_rows (self);
  if (what & SCOPE_VIEW_DATA)
    scope_difference_cache_clear (self->cache);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
tiles_arrived (ScopeTileCache *tiles, ScopeDifferenceView *self)
{
  scope_difference_cache_drop_incomplete (self->cache);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
comparison_changed (ScopeComparison *comparison, ScopeDifferenceView *self)
{
  scope_difference_cache_clear (self->cache);
  drop_rows (self);
}

static void
let_go (ScopeDifferenceView *self)
{
  gpointer objects[] = { self->run_view, self->baseline_view, self->run_tiles, self->baseline_tiles, self->comparison };

  for (guint i = 0; i < G_N_ELEMENTS (objects); i++)
    if (objects[i] != NULL)
      g_signal_handlers_disconnect_by_data (objects[i], self);
  g_clear_handle_id (&self->rest_timeout, g_source_remove);
  scope_difference_view_hide_tip (self);
  g_clear_pointer (&self->rows, scope_difference_rows_free);
  scope_difference_cache_clear (self->cache);
  g_clear_object (&self->run_view);
  g_clear_object (&self->baseline_view);
  g_clear_object (&self->run_tiles);
  g_clear_object (&self->baseline_tiles);
  g_clear_object (&self->comparison);
  self->run = self->baseline = NULL;
}

void
scope_difference_view_set (ScopeDifferenceView *self, ScopeComparison *comparison, ScopeTimeline *run,
                           ScopeTimeline *baseline)
{
  g_return_if_fail (SCOPE_IS_DIFFERENCE_VIEW (self));

  let_go (self);
  if (comparison == NULL)
    return;
  self->comparison = g_object_ref (comparison);
  self->run = run;
  self->baseline = baseline;
  self->run_view = g_object_ref (scope_timeline_get_view (run));
  self->baseline_view = g_object_ref (scope_timeline_get_view (baseline));
  self->run_tiles = g_object_ref (scope_timeline_get_tiles (run));
  self->baseline_tiles = g_object_ref (scope_timeline_get_tiles (baseline));
  self->drawn = (ScopeViewport) { 0 };
  g_signal_connect (self->run_view, "changed", G_CALLBACK (view_changed), self);
  g_signal_connect (self->run_tiles, "tiles-arrived", G_CALLBACK (tiles_arrived), self);
  g_signal_connect (self->baseline_tiles, "tiles-arrived", G_CALLBACK (tiles_arrived), self);
  g_signal_connect (comparison, "changed", G_CALLBACK (comparison_changed), self);
  gtk_widget_queue_allocate (GTK_WIDGET (self));
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

void
scope_difference_view_set_alone (ScopeDifferenceView *self, gboolean alone)
{
  self->alone = alone;
  gtk_widget_queue_allocate (GTK_WIDGET (self));
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

void
scope_difference_view_set_names_width (ScopeDifferenceView *self, double width)
{
  if (self->names_width == width)
    return;
  self->names_width = width;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

ScopeDifferenceRows *
scope_difference_view_get_rows (ScopeDifferenceView *self)
{
  return self->rows;
}

char *
scope_difference_view_describe (ScopeDifferenceView *self, guint row, double x)
{
  ScopeTileGetter run, baseline;

  if (self->rows == NULL)
    return NULL;
  scope_tile_getter_init (&run, self->run_tiles);
  scope_tile_getter_init (&baseline, self->baseline_tiles);
  return scope_difference_describe (self->rows, scope_comparison_get_map (self->comparison), row, x, &run, &baseline,
                                    self->cache);
}

gboolean
scope_difference_view_find_most (ScopeDifferenceView *self, ScopeLaneId lane, guint state, gint64 *ret_from, gint64 *ret_to)
{
  ScopeTileGetter run, baseline;
  guint row = self->rows != NULL ? scope_difference_rows_find (self->rows, lane) : SCOPE_NONE;

  if (row == SCOPE_NONE)
    return FALSE;
  scope_tile_getter_init (&run, self->run_tiles);
  scope_tile_getter_init (&baseline, self->baseline_tiles);
  return scope_difference_find_most (self->rows, scope_comparison_get_map (self->comparison), row, state, &run, &baseline,
                                     self->cache, ret_from, ret_to);
}

/* --- GtkWidget --- */

static void
allocate_child (GtkWidget *child, double x, double y, int width)
{
  GtkRequisition size;

  if (!gtk_widget_get_visible (child))
    return;
  gtk_widget_get_preferred_size (child, NULL, &size);
  size.width = MIN (size.width, width);
  gtk_widget_size_allocate (child, &(GtkAllocation) { (int) CLAMP (x, 0, MAX (0, width - size.width - 6)), (int) MAX (0, y),
                                                      size.width, size.height }, -1);
}

static void
scope_difference_view_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  ScopeDifferenceView *self = SCOPE_DIFFERENCE_VIEW (widget);
  guint row = scope_difference_view_row_at (self, self->pointer_y);
  GtkRequisition size;
  double y = self->pointer_y + 20;

  configure (self);
  gtk_widget_get_preferred_size (self->tip, NULL, &size);
  if (row != SCOPE_NONE && row < scope_difference_rows_n (self->rows))
    {
      const ScopeDifferenceRow *at = scope_difference_rows_get (self->rows, row);
      double top = ruler_height (self) + at->y - scrolled_by (self);

      y = top + at->height + 4 + size.height <= height ? top + at->height + 4 : top - size.height - 4;
    }
  allocate_child (self->tip, self->pointer_x + 12, y, width);
  gtk_widget_get_preferred_size (self->empty, NULL, &size);
  allocate_child (self->empty, (width - size.width) / 2.0, (height - size.height) / 2.0, width);
}

static void
scope_difference_view_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural,
                               int *minimum_baseline, int *natural_baseline)
{
  *minimum = orientation == GTK_ORIENTATION_HORIZONTAL ? 240 : 40;
  *natural = orientation == GTK_ORIENTATION_HORIZONTAL ? 800 : 200;
}

static void
scope_difference_view_css_changed (GtkWidget *widget, GtkCssStyleChange *change)
{
  GTK_WIDGET_CLASS (scope_difference_view_parent_class)->css_changed (widget, change);
  scope_presenter_clear (SCOPE_DIFFERENCE_VIEW (widget)->presenter);
}

/* Arrow keys are ours; only Tab leaves. */
static gboolean
scope_difference_view_focus (GtkWidget *widget, GtkDirectionType direction)
{
  if (gtk_widget_has_focus (widget))
    return direction != GTK_DIR_TAB_FORWARD && direction != GTK_DIR_TAB_BACKWARD;
  return gtk_widget_grab_focus (widget);
}

static void
configure_area (ScopeScrollArea *area)
{
  configure (SCOPE_DIFFERENCE_VIEW (area));
}

static void
scope_difference_view_dispose (GObject *object)
{
  ScopeDifferenceView *self = SCOPE_DIFFERENCE_VIEW (object);

  if (self->tip != NULL)
    let_go (self);
  g_clear_pointer (&self->tip, gtk_widget_unparent);
  g_clear_pointer (&self->empty, gtk_widget_unparent);
  G_OBJECT_CLASS (scope_difference_view_parent_class)->dispose (object);
}

static void
scope_difference_view_finalize (GObject *object)
{
  ScopeDifferenceView *self = SCOPE_DIFFERENCE_VIEW (object);

  scope_difference_cache_free (self->cache);
  scope_presenter_free (self->presenter);
  g_free (self->focus_key);
  G_OBJECT_CLASS (scope_difference_view_parent_class)->finalize (object);
}

static void
scope_difference_view_class_init (ScopeDifferenceViewClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = scope_difference_view_dispose;
  object_class->finalize = scope_difference_view_finalize;
  widget_class->size_allocate = scope_difference_view_size_allocate;
  widget_class->measure = scope_difference_view_measure;
  widget_class->snapshot = scope_difference_view_snapshot;
  widget_class->css_changed = scope_difference_view_css_changed;
  widget_class->focus = scope_difference_view_focus;
  SCOPE_SCROLL_AREA_CLASS (klass)->configure = configure_area;
  scope_add_signal (klass, "inspect", 0);
  gtk_widget_class_set_css_name (widget_class, "differences");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
}

static GtkWidget *
add_label (ScopeDifferenceView *self, const char *text, const char *style)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_widget_add_css_class (label, style);
  gtk_widget_set_can_target (label, FALSE);
  gtk_widget_set_visible (label, FALSE);
  gtk_widget_set_parent (label, GTK_WIDGET (self));
  return label;
}

static void
scope_difference_view_init (ScopeDifferenceView *self)
{
  self->names_width = SCOPE_NAMES_WIDTH;
  self->cache = scope_difference_cache_new ();
  self->presenter = scope_presenter_new (GTK_WIDGET (self));
  self->tip = add_label (self, NULL, "timeline-tip");
  gtk_label_set_xalign (GTK_LABEL (self->tip), 0);
  self->empty = add_label (self, _("None of the rows shown has a partner in the baseline"), "dim-label");
  gtk_widget_set_visible (self->empty, TRUE);
  gtk_widget_set_child_visible (self->empty, FALSE);
  gtk_widget_set_focusable (GTK_WIDGET (self), TRUE);
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
  scope_label_widget (GTK_WIDGET (self), _("Differences"));
  scope_difference_view_add_input (self);
}
