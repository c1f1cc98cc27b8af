/* scope-matrix-view.c: see scope-matrix-view.h.
 *
 * The scene is kept until something of it changes; what moves with the pointer is a small scene of its own over it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "widgets/matrix/scope-matrix-view.h"

#include "widgets/draw/scope-presenter.h"
#include "widgets/kit/scope-parts.h"

#include <math.h>

#define ZOOM_STEP 1.25
#define PAGE 10
#define SCROLL_PIXELS 48.0

struct _ScopeMatrixView
{
  GtkWidget parent_instance;

  ScopeMatrix *matrix;
  ScopeMatrixDescribe describe;
  gpointer describe_data;
  ScopeMatrixSceneOptions options;
  ScopeScene *scene;
  ScopePresenter *presenter, *marks;
  double pointer_x, pointer_y;
  double drag_x, drag_y; /* scroll when a drag began */
};

G_DEFINE_FINAL_TYPE (ScopeMatrixView, scope_matrix_view, GTK_TYPE_WIDGET)

static gboolean
has_cells (ScopeMatrixView *self)
{
  return self->matrix != NULL && scope_matrix_n_rows (self->matrix) > 0 && scope_matrix_n_columns (self->matrix) > 0;
}

/* FALSE: nothing is shown. */
static gboolean
get_layout (ScopeMatrixView *self, ScopeMatrixLayout *layout)
{
  self->options.width = gtk_widget_get_width (GTK_WIDGET (self));
  self->options.height = gtk_widget_get_height (GTK_WIDGET (self));
  if (!has_cells (self) || self->options.width < 1 || self->options.height < 1)
    return FALSE;
  scope_matrix_layout (self->matrix, &self->options, layout);
  return TRUE;
}

static void
redraw (ScopeMatrixView *self)
{
  g_clear_pointer (&self->scene, scope_scene_free);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* --- selection --- */

static void
notify_selected (ScopeMatrixView *self)
{
  g_autofree char *text = NULL;

  if (self->describe != NULL && self->matrix != NULL)
    text = self->describe (self->matrix, self->options.row, self->options.column, self->describe_data);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text != NULL ? text : "", -1);
  g_signal_emit_by_name (self, "cell-selected", self->options.row, self->options.column);
}

void
scope_matrix_view_select (ScopeMatrixView *self, int row, int column)
{
  int n_rows = self->matrix != NULL ? (int) scope_matrix_n_rows (self->matrix) : 0;
  int n_columns = self->matrix != NULL ? (int) scope_matrix_n_columns (self->matrix) : 0;

  row = row < n_rows ? MAX (row, -1) : -1;
  column = column < n_columns ? MAX (column, -1) : -1;
  if (row == self->options.row && column == self->options.column)
    return;
  self->options.row = row;
  self->options.column = column;
  if (has_cells (self))
    scope_matrix_layout_reveal (self->matrix, &self->options, row, column);
  redraw (self);
  notify_selected (self);
}

gboolean
scope_matrix_view_get_selected (ScopeMatrixView *self, int *ret_row, int *ret_column)
{
  *ret_row = self->options.row;
  *ret_column = self->options.column;
  return self->options.row >= 0 || self->options.column >= 0;
}

static void
activate (ScopeMatrixView *self)
{
  if (self->options.row >= 0 || self->options.column >= 0)
    g_signal_emit_by_name (self, "cell-activated", self->options.row, self->options.column);
}

/* --- what is shown --- */

void
scope_matrix_view_set_matrix (ScopeMatrixView *self, ScopeMatrix *matrix)
{
  int row = -1, column = -1;

  if (matrix == self->matrix)
    return;
  if (matrix != NULL && self->options.row >= 0)
    {
      const ScopeMatrixLine *line = scope_matrix_row (self->matrix, (guint) self->options.row);
      row = scope_matrix_find_row (matrix, line->key[0], line->key[1]);
    }
  if (matrix != NULL && self->options.column >= 0)
    {
      const ScopeMatrixLine *line = scope_matrix_column (self->matrix, (guint) self->options.column);
      column = scope_matrix_find_column (matrix, line->key[0], line->key[1]);
    }
  g_clear_pointer (&self->matrix, scope_matrix_unref);
  self->matrix = matrix != NULL ? scope_matrix_ref (matrix) : NULL;
  self->options.row = row;
  self->options.column = column;
  self->options.hover_row = self->options.hover_column = -1;
  self->options.measure = matrix != NULL ? MIN (self->options.measure, scope_matrix_n_measures (matrix) - 1) : 0;
  redraw (self);
  notify_selected (self);
}

ScopeMatrix *
scope_matrix_view_get_matrix (ScopeMatrixView *self)
{
  return self->matrix;
}

void
scope_matrix_view_set_measure (ScopeMatrixView *self, guint measure)
{
  self->options.measure = measure;
  redraw (self);
}

void
scope_matrix_view_set_palette (ScopeMatrixView *self, ScopePaletteKind palette)
{
  self->options.palette = scope_palette_get (palette);
  redraw (self);
}

void
scope_matrix_view_set_describe (ScopeMatrixView *self, ScopeMatrixDescribe describe, gpointer data)
{
  self->describe = describe;
  self->describe_data = data;
}

guint
scope_matrix_view_n_nodes (ScopeMatrixView *self)
{
  return scope_presenter_n_nodes (self->presenter) + scope_presenter_n_nodes (self->marks);
}

/* --- zoom and scroll --- */

static void
zoom_about (ScopeMatrixView *self, double factor, double x, double y)
{
  ScopeMatrixLayout before, after;
  double column, row;

  if (!get_layout (self, &before))
    return;
  x = CLAMP (x, before.x, before.x + before.width);
  y = CLAMP (y, before.y, before.y + before.height);
  column = (x - before.x + before.scroll_x) / before.cell_width;
  row = (y - before.y + before.scroll_y) / before.cell_height;
  self->options.zoom = CLAMP (self->options.zoom * factor, 1, MAX (before.most_zoom, 1));
  get_layout (self, &after);
  self->options.x = column * after.cell_width - (x - after.x);
  self->options.y = row * after.cell_height - (y - after.y);
  get_layout (self, &after);
  self->options.x = after.scroll_x;
  self->options.y = after.scroll_y;
  redraw (self);
}

void
scope_matrix_view_zoom (ScopeMatrixView *self, double factor)
{
  ScopeMatrixLayout at;
  double x, y;

  if (!get_layout (self, &at))
    return;
  x = at.x + at.width / 2;
  y = at.y + at.height / 2;
  if (self->options.column >= 0)
    x = at.x + (self->options.column + 0.5) * at.cell_width - at.scroll_x;
  if (self->options.row >= 0)
    y = at.y + (self->options.row + 0.5) * at.cell_height - at.scroll_y;
  zoom_about (self, factor, x, y);
}

void
scope_matrix_view_fit (ScopeMatrixView *self)
{
  self->options.zoom = 1;
  self->options.x = self->options.y = 0;
  redraw (self);
}

double
scope_matrix_view_get_zoom (ScopeMatrixView *self)
{
  return self->options.zoom;
}

/* TRUE if it went anywhere. */
static gboolean
scroll_to (ScopeMatrixView *self, double x, double y)
{
  ScopeMatrixLayout at;
  double old_x = self->options.x, old_y = self->options.y;

  self->options.x = x;
  self->options.y = y;
  if (!get_layout (self, &at))
    return FALSE;
  self->options.x = at.scroll_x;
  self->options.y = at.scroll_y;
  if (at.scroll_x == old_x && at.scroll_y == old_y)
    return FALSE;
  redraw (self);
  return TRUE;
}

static gboolean
scrolled (GtkEventControllerScroll *controller, double dx, double dy, ScopeMatrixView *self)
{
  GdkModifierType state = gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (controller));
  GdkEvent *event = gtk_event_controller_get_current_event (GTK_EVENT_CONTROLLER (controller));
  double step = SCROLL_PIXELS;

  if (state & GDK_CONTROL_MASK)
    {
      zoom_about (self, pow (ZOOM_STEP, -dy), self->pointer_x, self->pointer_y);
      return TRUE;
    }
  if (event != NULL && gdk_event_get_event_type (event) == GDK_SCROLL
      && gdk_scroll_event_get_direction (event) == GDK_SCROLL_SMOOTH
      && gdk_device_get_source (gdk_event_get_device (event)) == GDK_SOURCE_TOUCHPAD)
    step = 1;
  if (state & GDK_SHIFT_MASK)
    return scroll_to (self, self->options.x + (dx + dy) * step, self->options.y);
  return scroll_to (self, self->options.x + dx * step, self->options.y + dy * step);
}

static void
pinched (GtkGestureZoom *gesture, double scale, ScopeMatrixView *self)
{
  static const double calm = 0.02;
  double x, y;

  if (fabs (scale - 1) > calm && gtk_gesture_get_bounding_box_center (GTK_GESTURE (gesture), &x, &y))
    zoom_about (self, scale > 1 ? 1.04 : 1 / 1.04, x, y);
}

static void
drag_begin (GtkGestureDrag *gesture, double x, double y, ScopeMatrixView *self)
{
  self->drag_x = self->options.x;
  self->drag_y = self->options.y;
}

static void
drag_update (GtkGestureDrag *gesture, double dx, double dy, ScopeMatrixView *self)
{
  if (self->options.zoom <= 1 || !gtk_drag_check_threshold (GTK_WIDGET (self), 0, 0, (int) dx, (int) dy))
    return;
  gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_CLAIMED);
  scroll_to (self, self->drag_x - dx, self->drag_y - dy);
}

/* --- pointer --- */

static void
set_hover (ScopeMatrixView *self, int row, int column)
{
  if (row == self->options.hover_row && column == self->options.hover_column)
    return;
  self->options.hover_row = row;
  self->options.hover_column = column;
  gtk_widget_queue_draw (GTK_WIDGET (self)); /* the scene stays */
}

static void
moved (GtkEventControllerMotion *controller, double x, double y, ScopeMatrixView *self)
{
  ScopeMatrixLayout at;
  int row = -1, column = -1;

  self->pointer_x = x;
  self->pointer_y = y;
  if (get_layout (self, &at))
    scope_matrix_layout_at (self->matrix, &at, x, y, &row, &column);
  set_hover (self, row, column);
}

static void
left (GtkEventControllerMotion *controller, ScopeMatrixView *self)
{
  set_hover (self, -1, -1);
}

static void
clicked (GtkGestureClick *gesture, int n_press, double x, double y, ScopeMatrixView *self)
{
  ScopeMatrixLayout at;
  int row, column;

  gtk_widget_grab_focus (GTK_WIDGET (self));
  if (!get_layout (self, &at) || !scope_matrix_layout_at (self->matrix, &at, x, y, &row, &column))
    return;
  scope_matrix_view_select (self, row, column);
  if (n_press == 2)
    activate (self);
}

static gboolean
query_tooltip (GtkWidget *widget, int x, int y, gboolean keyboard, GtkTooltip *tooltip, gpointer data)
{
  ScopeMatrixView *self = SCOPE_MATRIX_VIEW (widget);
  int row = self->options.row, column = self->options.column;
  g_autofree char *text = NULL;
  GdkRectangle place;
  ScopeMatrixLayout at;

  if (self->describe == NULL || !get_layout (self, &at)
      || (!keyboard && !scope_matrix_layout_at (self->matrix, &at, x, y, &row, &column)) || (row < 0 && column < 0))
    return FALSE;
  text = self->describe (self->matrix, row, column, self->describe_data);
  if (text == NULL || *text == '\0')
    return FALSE;
  place.x = column >= 0 ? (int) (at.x + column * at.cell_width - at.scroll_x) : x;
  place.y = row >= 0 ? (int) (at.y + row * at.cell_height - at.scroll_y) : y;
  place.width = column >= 0 ? MAX ((int) at.cell_width, 1) : 1;
  place.height = row >= 0 ? MAX ((int) at.cell_height, 1) : 1;
  gtk_tooltip_set_tip_area (tooltip, &place);
  gtk_tooltip_set_text (tooltip, text);
  return TRUE;
}

/* --- keys --- */

static gboolean
step (ScopeMatrixView *self, int rows, int columns)
{
  int row = self->options.row, column = self->options.column;

  if (row < 0 && column < 0)
    row = column = 0;
  else
    {
      row = CLAMP (MAX (row, 0) + rows, 0, (int) scope_matrix_n_rows (self->matrix) - 1);
      column = CLAMP (MAX (column, 0) + columns, 0, (int) scope_matrix_n_columns (self->matrix) - 1);
    }
  scope_matrix_view_select (self, row, column);
  return TRUE;
}

static gboolean
key_pressed (GtkEventControllerKey *controller, guint key, guint code, GdkModifierType state, ScopeMatrixView *self)
{
  const int far = 1 << 24;
  int by = state & GDK_CONTROL_MASK ? far : 1;

  if (!has_cells (self) || (state & GDK_ALT_MASK))
    return FALSE;
  switch (key)
    {
    case GDK_KEY_Up: case GDK_KEY_KP_Up: return step (self, -by, 0);
    case GDK_KEY_Down: case GDK_KEY_KP_Down: return step (self, by, 0);
    case GDK_KEY_Left: case GDK_KEY_KP_Left: return step (self, 0, -by);
    case GDK_KEY_Right: case GDK_KEY_KP_Right: return step (self, 0, by);
    case GDK_KEY_Home: return step (self, state & GDK_CONTROL_MASK ? -far : 0, -far);
    case GDK_KEY_End: return step (self, state & GDK_CONTROL_MASK ? far : 0, far);
    case GDK_KEY_Page_Up: return step (self, -PAGE, 0);
    case GDK_KEY_Page_Down: return step (self, PAGE, 0);
    case GDK_KEY_Return: case GDK_KEY_KP_Enter: case GDK_KEY_ISO_Enter: activate (self); return TRUE;
    case GDK_KEY_plus: case GDK_KEY_equal: case GDK_KEY_KP_Add: scope_matrix_view_zoom (self, ZOOM_STEP); return TRUE;
    case GDK_KEY_minus: case GDK_KEY_KP_Subtract: scope_matrix_view_zoom (self, 1 / ZOOM_STEP); return TRUE;
    case GDK_KEY_0: case GDK_KEY_f: case GDK_KEY_F: scope_matrix_view_fit (self); return TRUE;
    case GDK_KEY_Escape:
      if (self->options.row < 0 && self->options.column < 0)
        return FALSE;
      scope_matrix_view_select (self, -1, -1);
      return TRUE;
    default:
      return FALSE;
    }
}

static void
focus_changed (ScopeMatrixView *self)
{
  self->options.focus = gtk_widget_has_focus (GTK_WIDGET (self));
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* --- drawing --- */

static void
scope_matrix_view_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  ScopeMatrixView *self = SCOPE_MATRIX_VIEW (widget);
  g_autoptr (ScopeScene) marks = NULL;
  ScopeMatrixLayout at;

  if (!get_layout (self, &at))
    return;
  if (self->scene != NULL && (self->scene->width != self->options.width || self->scene->height != self->options.height))
    g_clear_pointer (&self->scene, scope_scene_free);
  if (self->scene == NULL)
    {
      self->options.parts = SCOPE_MATRIX_PART_CELLS;
      self->scene = scope_matrix_scene_build (self->matrix, &self->options);
    }
  scope_presenter_draw (self->presenter, snapshot, self->scene, NULL, NULL);
  self->options.parts = SCOPE_MATRIX_PART_MARKS;
  marks = scope_matrix_scene_build (self->matrix, &self->options);
  scope_presenter_draw (self->marks, snapshot, marks, NULL, NULL);
}

static void
scope_matrix_view_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural,
                           int *minimum_baseline, int *natural_baseline)
{
  *minimum = orientation == GTK_ORIENTATION_HORIZONTAL ? 160 : 80;
  *natural = orientation == GTK_ORIENTATION_HORIZONTAL ? 640 : 320;
}

static void
scope_matrix_view_system_setting_changed (GtkWidget *widget, GtkSystemSetting setting)
{
  GTK_WIDGET_CLASS (scope_matrix_view_parent_class)->system_setting_changed (widget, setting);
  scope_presenter_clear (SCOPE_MATRIX_VIEW (widget)->presenter);
  gtk_widget_queue_draw (widget);
}

/* --- life --- */

static void
scope_matrix_view_finalize (GObject *object)
{
  ScopeMatrixView *self = SCOPE_MATRIX_VIEW (object);

  g_clear_pointer (&self->matrix, scope_matrix_unref);
  g_clear_pointer (&self->scene, scope_scene_free);
  scope_presenter_free (self->presenter);
  scope_presenter_free (self->marks);
  G_OBJECT_CLASS (scope_matrix_view_parent_class)->finalize (object);
}

static void
scope_matrix_view_class_init (ScopeMatrixViewClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = scope_matrix_view_finalize;
  widget_class->snapshot = scope_matrix_view_snapshot;
  widget_class->measure = scope_matrix_view_measure;
  widget_class->system_setting_changed = scope_matrix_view_system_setting_changed;
  gtk_widget_class_set_css_name (widget_class, "matrix");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
  scope_add_signal (klass, "cell-selected", 2, G_TYPE_INT, G_TYPE_INT);
  scope_add_signal (klass, "cell-activated", 2, G_TYPE_INT, G_TYPE_INT);
}

static void
add_controllers (ScopeMatrixView *self)
{
  GtkWidget *widget = GTK_WIDGET (self);

  scope_add_controller (widget, gtk_event_controller_motion_new (), self, "motion", moved, "leave", left, NULL);
  scope_add_controller (widget, gtk_event_controller_key_new (), self, "key-pressed", key_pressed, NULL);
  scope_add_controller (widget, gtk_event_controller_scroll_new (GTK_EVENT_CONTROLLER_SCROLL_BOTH_AXES), self, "scroll", scrolled,
                        NULL);
  scope_add_controller (widget, gtk_gesture_drag_new (), self, "drag-begin", drag_begin, "drag-update", drag_update, NULL);
  scope_add_controller (widget, gtk_gesture_click_new (), self, "pressed", clicked, NULL);
  scope_add_controller (widget, gtk_gesture_zoom_new (), self, "scale-changed", pinched, NULL);
}

static void
scope_matrix_view_init (ScopeMatrixView *self)
{
  scope_matrix_scene_options_init (&self->options);
  self->options.palette = scope_palette_get (SCOPE_PALETTE_LIGHT);
  self->presenter = scope_presenter_new (GTK_WIDGET (self));
  self->marks = scope_presenter_new (GTK_WIDGET (self));
  gtk_widget_set_focusable (GTK_WIDGET (self), TRUE);
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
  gtk_widget_set_has_tooltip (GTK_WIDGET (self), TRUE);
  g_signal_connect (self, "query-tooltip", G_CALLBACK (query_tooltip), NULL);
  g_signal_connect (self, "notify::has-focus", G_CALLBACK (focus_changed), NULL);
  add_controllers (self);
}

GtkWidget *
scope_matrix_view_new (const char *name)
{
  GtkWidget *self = g_object_new (SCOPE_TYPE_MATRIX_VIEW, NULL);

  scope_label_widget (GTK_WIDGET (self), name);
  return self;
}
