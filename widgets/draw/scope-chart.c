/* scope-chart.c: see scope-chart.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/draw/scope-chart.h"

#include "model/scene/view/scope-view-extent.h"

#include "widgets/draw/scope-time-keys.h"
#include "widgets/kit/scope-parts.h"

#include <math.h>
#include <string.h>

#define DRAG_PIXELS 4.0
#define WHEEL_PIXELS 40
#define WHEEL_STEP 1.2

G_DEFINE_ABSTRACT_TYPE (ScopeChart, scope_chart, GTK_TYPE_WIDGET)

void
scope_chart_say (ScopeChart *self, const char *words)
{
  g_return_if_fail (SCOPE_IS_CHART (self));

  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, words != NULL ? words : "", -1);
}

const char *
scope_chart_get_words (ScopeChart *self)
{
  return self->words != NULL ? self->words : "";
}

void
scope_chart_say_chosen (ScopeChart *self, char *words)
{
  g_free (self->words);
  self->words = words;
  scope_chart_say (self, words);
  g_signal_emit_by_name (self, "chosen");
}

/* --- reading --- */

static void
set_busy (ScopeChart *self, gboolean busy)
{
  gtk_accessible_update_state (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_STATE_BUSY, busy, -1);
}

static gboolean
fill (gpointer owner, ScopeQueryRange *within, gpointer what)
{
  ScopeChart *self = owner;
  ScopeChartClass *klass = SCOPE_CHART_GET_CLASS (self);

  if (self->view == NULL || gtk_widget_get_width (GTK_WIDGET (self)) <= 0)
    return FALSE;
  within->trace = scope_view_get_trace (self->view);
  if (!klass->want (self, within, what))
    return FALSE;
  memcpy (self->asked, what, klass->query.what_size);
  self->has_asked = TRUE;
  set_busy (self, TRUE);
  return TRUE;
}

static void
show (gpointer owner, gpointer answer, const GError *error)
{
  ScopeChart *self = owner;

  set_busy (self, FALSE);
  SCOPE_CHART_GET_CLASS (self)->show (self, answer, error);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* TRUE if what is wanted now was asked last, or nothing is wanted. */
static gboolean
is_asked (ScopeChart *self)
{
  ScopeChartClass *klass = SCOPE_CHART_GET_CLASS (self);
  ScopeQueryRange within = { .trace = scope_view_get_trace (self->view) };
  g_autofree gpointer what = g_malloc0 (klass->query.what_size);
  gboolean asked = !klass->want (self, &within, what) || (self->has_asked && klass->same (what, self->asked));

  if (klass->query.clear_what != NULL)
    klass->query.clear_what (what);
  return asked;
}

static void
ask (ScopeChart *self)
{
  if (self->view != NULL)
    scope_async_query_ask (self->query, !scope_trace_get_finished (scope_view_get_trace (self->view)));
}

void
scope_chart_read (ScopeChart *self)
{
  if (self->query != NULL && self->view != NULL && gtk_widget_get_width (GTK_WIDGET (self)) > 0 && !is_asked (self))
    ask (self);
}

void
scope_chart_read_again (ScopeChart *self, gboolean cancel)
{
  self->has_asked = FALSE;
  if (cancel)
    scope_async_query_renew (self->query);
  else
    ask (self);
}

gboolean
scope_chart_is_settled (ScopeChart *self)
{
  g_return_val_if_fail (SCOPE_IS_CHART (self), TRUE);

  return self->view == NULL || self->query == NULL || (is_asked (self) && !scope_async_query_is_open (self->query));
}

/* --- the view --- */

static void
view_changed (ScopeView *view, guint what, ScopeChart *self)
{
  ScopeChartClass *klass = SCOPE_CHART_GET_CLASS (self);

  if (klass->changed != NULL)
    klass->changed (self, what);
  if (what & SCOPE_VIEW_DATA)
    {
      self->has_asked = FALSE;
      if (klass->height != NULL)
        gtk_widget_queue_resize (GTK_WIDGET (self));
    }
  if (what & klass->rereads)
    scope_chart_read (self);
  if ((what & klass->redraws) && gtk_widget_get_mapped (GTK_WIDGET (self)))
    gtk_widget_queue_draw (GTK_WIDGET (self));
}

void
scope_chart_set_view (ScopeChart *self, ScopeView *view)
{
  ScopeChartClass *klass;

  g_return_if_fail (SCOPE_IS_CHART (self));

  if (self->view == view)
    return;
  klass = SCOPE_CHART_GET_CLASS (self);
  g_clear_pointer (&self->words, g_free);
  if (klass->forget != NULL)
    klass->forget (self);
  if (self->query != NULL)
    scope_async_query_cancel (self->query);
  self->has_asked = FALSE;
  scope_keep_view (&self->view, view, G_CALLBACK (view_changed), self);
  if (view != NULL && self->query != NULL)
    ask (self);
  gtk_widget_queue_resize (GTK_WIDGET (self));
}

/* --- drawing --- */

double
scope_chart_get_seen (ScopeChart *self, double *ret_height)
{
  *ret_height = gtk_widget_get_height (GTK_WIDGET (self));
  if (self->scroll == NULL)
    return 0;
  *ret_height = MIN (gtk_adjustment_get_page_size (self->scroll), *ret_height);
  return floor (gtk_adjustment_get_value (self->scroll));
}

static gboolean
read_before_frame (GtkWidget *widget, GdkFrameClock *clock, gpointer data)
{
  SCOPE_CHART (widget)->tick = 0;
  scope_chart_read (SCOPE_CHART (widget));
  return G_SOURCE_REMOVE;
}

static void
scope_chart_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  ScopeChart *self = SCOPE_CHART (widget);
  double width = gtk_widget_get_width (widget), height, y = scope_chart_get_seen (self, &height);
  g_autoptr (ScopeScene) scene = NULL;

  if (width <= 0 || height <= 0)
    return;
  scene = SCOPE_CHART_GET_CLASS (self)->build (self, width, height);
  if (scene == NULL)
    return;
  gtk_snapshot_save (snapshot);
  gtk_snapshot_translate (snapshot, &GRAPHENE_POINT_INIT (0, (float) y));
  scope_presenter_draw (self->presenter, snapshot, scene, NULL, NULL);
  gtk_snapshot_restore (snapshot);
  /* Where it stands below the timeline's axis is only known now: both were given their places before. */
  if (self->has_asked && self->tick == 0 && !is_asked (self))
    self->tick = gtk_widget_add_tick_callback (widget, read_before_frame, NULL, NULL);
}

static void
scope_chart_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural,
                     int *minimum_baseline, int *natural_baseline)
{
  ScopeChartClass *klass = SCOPE_CHART_GET_CLASS (widget);

  *minimum = klass->least[orientation];
  *natural = klass->natural[orientation];
  if (orientation == GTK_ORIENTATION_VERTICAL && klass->height != NULL && klass->height (SCOPE_CHART (widget)) > 0)
    *minimum = *natural = klass->height (SCOPE_CHART (widget));
}

static void
scope_chart_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  scope_chart_read (SCOPE_CHART (widget));
}

static void
scope_chart_css_changed (GtkWidget *widget, GtkCssStyleChange *change)
{
  GTK_WIDGET_CLASS (scope_chart_parent_class)->css_changed (widget, change);
  scope_presenter_clear (SCOPE_CHART (widget)->presenter);
}

static void
scope_chart_map (GtkWidget *widget)
{
  ScopeChart *self = SCOPE_CHART (widget);

  GTK_WIDGET_CLASS (scope_chart_parent_class)->map (widget);
  if (self->query != NULL && scope_async_query_is_open (self->query))
    self->has_asked = FALSE; /* it was asked while nobody saw this */
  scope_chart_read (self);
}

static void
leave_scroller (ScopeChart *self)
{
  if (self->scroll != NULL)
    g_signal_handlers_disconnect_by_data (self->scroll, self);
  g_clear_object (&self->scroll);
}

static void
scope_chart_root (GtkWidget *widget)
{
  ScopeChart *self = SCOPE_CHART (widget);
  GtkWidget *scroller = gtk_widget_get_ancestor (widget, GTK_TYPE_SCROLLED_WINDOW);

  GTK_WIDGET_CLASS (scope_chart_parent_class)->root (widget);
  leave_scroller (self);
  if (scroller == NULL || !SCOPE_CHART_GET_CLASS (self)->in_scroller)
    return;
  self->scroll = g_object_ref (gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (scroller)));
  g_signal_connect_swapped (self->scroll, "value-changed", G_CALLBACK (gtk_widget_queue_draw), self);
  g_signal_connect_swapped (self->scroll, "changed", G_CALLBACK (gtk_widget_queue_draw), self);
}

static void
scope_chart_unroot (GtkWidget *widget)
{
  leave_scroller (SCOPE_CHART (widget));
  GTK_WIDGET_CLASS (scope_chart_parent_class)->unroot (widget);
}

/* --- pointer --- */

/* A chart over time, where it is now. */
typedef struct
{
  ScopeView *view;
  ScopeViewport plot;
  double left;
} Place;

/* FALSE: it is none, or shows nothing. */
static gboolean
get_place (ScopeChart *self, Place *ret)
{
  ScopeChartClass *klass = SCOPE_CHART_GET_CLASS (self);

  if (self->view == NULL || klass->place == NULL)
    return FALSE;
  ret->view = self->view;
  ret->left = 0;
  klass->place (self, &ret->plot, &ret->left);
  return TRUE;
}

/* The pixel of the plot that is there. */
static double
plot_x (const Place *place, double x)
{
  return CLAMP (x - place->left, 0, place->plot.width);
}

/* Pixels of the view, which may be wider, for one of the plot. */
static double
per_pixel (const Place *place)
{
  return (double) scope_view_get_viewport (place->view)->width / MAX (place->plot.width, 1);
}

/* Where the view is zoomed: under the pointer, or in the middle. */
static double
zoom_x (ScopeChart *self, const Place *place)
{
  double x = self->has_hover ? self->hover_x : gtk_widget_get_width (GTK_WIDGET (self)) / 2.;

  return plot_x (place, x) * per_pixel (place);
}

void
scope_chart_go_nearer (ScopeChart *self, double x)
{
  Place place;

  if (get_place (self, &place))
    scope_view_go_nearer (place.view, plot_x (&place, x) * per_pixel (&place));
}

gboolean
scope_chart_choose (ScopeChart *self, double x, double y, gboolean zoom)
{
  g_return_val_if_fail (SCOPE_IS_CHART (self), FALSE);

  return self->view != NULL && SCOPE_CHART_GET_CLASS (self)->choose (self, x, y, zoom);
}

char *
scope_chart_describe (ScopeChart *self, double x, double y)
{
  g_autofree char *text = NULL;

  g_return_val_if_fail (SCOPE_IS_CHART (self), NULL);

  if (self->view != NULL)
    text = SCOPE_CHART_GET_CLASS (self)->describe (self, x, y);
  return text != NULL && *text != '\0' ? g_steal_pointer (&text) : NULL;
}

static void
clicked (GtkGestureClick *gesture, int n_press, double x, double y, ScopeChart *self)
{
  gtk_widget_grab_focus (GTK_WIDGET (self));
  if (!self->dragging && SCOPE_CHART_GET_CLASS (self)->choose != NULL)
    scope_chart_choose (self, x, y, n_press >= 2);
}

static void
drag_began (GtkGestureDrag *gesture, double x, double y, ScopeChart *self)
{
  self->dragging = FALSE;
  self->drag_x = x;
  self->pan_x = 0;
}

static void
drag_moved (GtkGestureDrag *gesture, double dx, double dy, ScopeChart *self)
{
  Place place;

  if (!get_place (self, &place) || (!self->dragging && fabs (dx) < DRAG_PIXELS))
    return;
  self->dragging = TRUE;
  gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_CLAIMED);
  if (gtk_gesture_single_get_current_button (GTK_GESTURE_SINGLE (gesture)) == GDK_BUTTON_MIDDLE)
    {
      scope_view_wander (place.view, g_get_monotonic_time ());
      scope_view_pan (place.view, (self->pan_x - dx) * per_pixel (&place));
      self->pan_x = dx;
    }
  else
    {
      gint64 from = scope_viewport_x_to_time (&place.plot, plot_x (&place, self->drag_x));
      gint64 to = scope_viewport_x_to_time (&place.plot, plot_x (&place, self->drag_x + dx));

      scope_view_choose_range (place.view, MIN (from, to), MAX (from, to));
    }
}

static gboolean
scrolled (GtkEventControllerScroll *controller, double dx, double dy, ScopeChart *self)
{
  GdkModifierType modifiers = gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (controller));
  ScopeChartClass *klass = SCOPE_CHART_GET_CLASS (self);
  Place place;

  if (!get_place (self, &place))
    return GDK_EVENT_PROPAGATE;
  scope_view_wander (place.view, g_get_monotonic_time ());
  if (modifiers & GDK_CONTROL_MASK)
    {
      scope_view_zoom (place.view, zoom_x (self, &place), pow (WHEEL_STEP, -dy));
      return GDK_EVENT_STOP;
    }
  if (modifiers & GDK_SHIFT_MASK)
    {
      dx = dy;
      dy = 0;
    }
  if (dx != 0)
    scope_view_pan (place.view, dx * WHEEL_PIXELS);
  if (dy != 0 && klass->wheel != NULL)
    klass->wheel (self, dy * WHEEL_PIXELS);
  return dx != 0 || klass->wheel != NULL ? GDK_EVENT_STOP : GDK_EVENT_PROPAGATE;
}

static void
point (ScopeChart *self, double x, double y)
{
  Place place;

  if (!get_place (self, &place))
    return;
  if (self->has_hover && x >= place.left && x < place.left + place.plot.width)
    scope_view_set_cursor (place.view, scope_viewport_x_to_time (&place.plot, x - place.left));
  else
    scope_view_unset_cursor (place.view);
}

static void
pointer_moved (GtkEventControllerMotion *controller, double x, double y, ScopeChart *self)
{
  self->has_hover = TRUE;
  self->hover_x = x;
  SCOPE_CHART_GET_CLASS (self)->point (self, x, y);
}

static void
pointer_left (GtkEventControllerMotion *controller, ScopeChart *self)
{
  self->has_hover = FALSE;
  SCOPE_CHART_GET_CLASS (self)->point (self, -1, -1);
}

static gboolean
scope_chart_query_tooltip (GtkWidget *widget, int x, int y, gboolean keyboard, GtkTooltip *tooltip)
{
  g_autofree char *text = keyboard ? NULL : scope_chart_describe (SCOPE_CHART (widget), x, y);

  gtk_tooltip_set_text (tooltip, text);
  if (text != NULL)
    gtk_tooltip_set_tip_area (tooltip, &(GdkRectangle) { x - 2, y - 2, 4, 4 });
  return text != NULL;
}

/* --- keys --- */

static gboolean
key_pressed (GtkEventControllerKey *controller, guint keyval, guint code, GdkModifierType modifiers, ScopeChart *self)
{
  ScopeChartClass *klass = SCOPE_CHART_GET_CLASS (self);
  Place place;

  if (modifiers & (GDK_CONTROL_MASK | GDK_ALT_MASK))
    return GDK_EVENT_PROPAGATE;
  if (klass->place == NULL)
    return klass->key != NULL && klass->key (self, keyval, modifiers);
  return get_place (self, &place)
         && (klass->key (self, keyval, modifiers)
             || scope_time_key_pressed (place.view, keyval, zoom_x (self, &place), scope_view_get_viewport (place.view)->width));
}

/* --- life --- */

static void
add_input (ScopeChart *self)
{
  static const guint buttons[] = { GDK_BUTTON_PRIMARY, GDK_BUTTON_MIDDLE };
  GtkWidget *widget = GTK_WIDGET (self);

  if (SCOPE_CHART_GET_CLASS (self)->place != NULL)
    {
      for (guint i = 0; i < G_N_ELEMENTS (buttons); i++)
        scope_add_controller (widget, g_object_new (GTK_TYPE_GESTURE_DRAG, "button", buttons[i], NULL), self, "drag-begin", drag_began,
                              "drag-update", drag_moved, NULL);
      scope_add_controller (widget, gtk_event_controller_scroll_new (GTK_EVENT_CONTROLLER_SCROLL_BOTH_AXES), self, "scroll", scrolled,
                            NULL);
    }
  scope_add_controller (widget, gtk_gesture_click_new (), self, "released", clicked, NULL);
  scope_add_controller (widget, gtk_event_controller_key_new (), self, "key-pressed", key_pressed, NULL);
  scope_add_controller (widget, gtk_event_controller_motion_new (), self, "motion", pointer_moved, "leave", pointer_left, NULL);
}

static void
scope_chart_constructed (GObject *object)
{
  ScopeChart *self = SCOPE_CHART (object);
  ScopeChartClass *klass = SCOPE_CHART_GET_CLASS (self);

  G_OBJECT_CLASS (scope_chart_parent_class)->constructed (object);
  if (klass->want != NULL)
    {
      self->query = scope_async_query_new (GTK_WIDGET (self), &klass->query);
      self->asked = g_malloc0 (klass->query.what_size);
    }
  gtk_widget_set_has_tooltip (GTK_WIDGET (self), klass->describe != NULL);
  add_input (self);
}

static void
scope_chart_dispose (GObject *object)
{
  ScopeChart *self = SCOPE_CHART (object);

  scope_chart_set_view (self, NULL);
  leave_scroller (self);
  g_clear_pointer (&self->query, scope_async_query_free);
  G_OBJECT_CLASS (scope_chart_parent_class)->dispose (object);
}

static void
scope_chart_finalize (GObject *object)
{
  scope_presenter_free (SCOPE_CHART (object)->presenter);
  g_free (SCOPE_CHART (object)->asked);
  g_free (SCOPE_CHART (object)->words);
  G_OBJECT_CLASS (scope_chart_parent_class)->finalize (object);
}

static void
scope_chart_class_init (ScopeChartClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->constructed = scope_chart_constructed;
  G_OBJECT_CLASS (klass)->dispose = scope_chart_dispose;
  G_OBJECT_CLASS (klass)->finalize = scope_chart_finalize;
  widget_class->snapshot = scope_chart_snapshot;
  widget_class->measure = scope_chart_measure;
  widget_class->size_allocate = scope_chart_size_allocate;
  widget_class->css_changed = scope_chart_css_changed;
  widget_class->map = scope_chart_map;
  widget_class->root = scope_chart_root;
  widget_class->unroot = scope_chart_unroot;
  widget_class->query_tooltip = scope_chart_query_tooltip;
  klass->redraws = SCOPE_VIEW_ALL;
  klass->point = point;
  klass->query.fill = fill;
  klass->query.show = show;
  scope_chart_class_set_size (klass, 160, 160, 100, 100);
  scope_add_signal (klass, "chosen", 0);
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
}

static void
scope_chart_init (ScopeChart *self)
{
  self->presenter = scope_presenter_new (GTK_WIDGET (self));
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
  gtk_widget_set_focusable (GTK_WIDGET (self), TRUE);
}

GtkWidget *
scope_chart_new (GType type, const char *name)
{
  GtkWidget *self = g_object_new (type, NULL);

  scope_label_widget (GTK_WIDGET (self), name);
  return self;
}

void
scope_chart_class_set_size (ScopeChartClass *klass, int least_width, int width, int least_height, int height)
{
  klass->least[GTK_ORIENTATION_HORIZONTAL] = least_width;
  klass->natural[GTK_ORIENTATION_HORIZONTAL] = width;
  klass->least[GTK_ORIENTATION_VERTICAL] = least_height;
  klass->natural[GTK_ORIENTATION_VERTICAL] = height;
}
