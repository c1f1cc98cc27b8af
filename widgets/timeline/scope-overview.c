/* scope-overview.c: see scope-overview.h.
 *
 * It has a ScopeView of its own, always of the whole, only to draw from; everything it shows and changes is the
 * window's view.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "widgets/timeline/scope-overview.h"

#include "model/scene/view/scope-view-follow.h"
#include "widgets/draw/scope-presenter.h"
#include "widgets/canvas/scope-strip-pictures.h"
#include "widgets/draw/scope-time-keys.h"
#include "widgets/kit/scope-parts.h"

#include <glib/gi18n.h>
#include <math.h>

#define PADDING 4
#define EDGE_PIXELS 5.0
#define LEAST_FRAME 6.0
#define HITS_HEIGHT 6
#define FRAME_US 4000 /* for making pictures */
#define FOLLOW_MS 400 /* so often the picture of a growing trace is made anew: it is the sum of all lanes */

typedef enum
{
  DRAG_NONE,
  DRAG_FRAME,
  DRAG_LEFT,
  DRAG_RIGHT,
  DRAG_NEW,
} Drag;

struct _ScopeOverview
{
  GtkWidget parent_instance;

  ScopeView *view;
  ScopeView *whole; /* what is drawn */
  ScopeTileCache *tiles;
  ScopeStripCache *strips;
  ScopeStripPictures *pictures;
  guint missing;
  gboolean unfinished;
  guint renewing; /* timeout while a trace is followed, or 0 */
  gint64 shown, asked; /* while following: trace time until which the picture is made, and is being made */
  Drag drag;
  double drag_x, drag_from, drag_to; /* pixels */
};

G_DEFINE_FINAL_TYPE (ScopeOverview, scope_overview, GTK_TYPE_WIDGET)

/* --- drawing --- */

/* The visible range in pixels; at least so wide that it can be seen. */
static void
get_frame (ScopeOverview *self, double *ret_x0, double *ret_x1)
{
  const ScopeViewport *viewport = scope_view_get_viewport (self->view);
  double width = gtk_widget_get_width (GTK_WIDGET (self));
  double all = MAX (1, (double) viewport->last - (double) viewport->first);
  double x0 = viewport->from / all * width, x1 = viewport->to / all * width;

  if (x1 - x0 < LEAST_FRAME)
    {
      double middle = CLAMP ((x0 + x1) / 2, LEAST_FRAME / 2, MAX (LEAST_FRAME / 2, width - LEAST_FRAME / 2));

      x0 = middle - LEAST_FRAME / 2;
      x1 = middle + LEAST_FRAME / 2;
    }
  *ret_x0 = x0;
  *ret_x1 = x1;
}

static gboolean
draw_again (gpointer data)
{
  gtk_widget_queue_draw (GTK_WIDGET (data));
  return G_SOURCE_REMOVE;
}

static void
draw_activity (ScopeOverview *self, GtkSnapshot *snapshot, int width, int height)
{
  ScopeLaneList *lanes = scope_view_get_lanes (self->whole);
  guint row = scope_lane_list_find_key (lanes, "activity");
  ScopeTileGetter getter;

  self->missing = 0;
  if (row == SCOPE_NONE)
    row = 0;
  if (row >= scope_lane_list_n_rows (lanes))
    return;
  scope_tile_getter_init (&getter, self->tiles);
  getter.deadline = g_get_monotonic_time () + FRAME_US;
  scope_strip_pictures_begin (self->pictures, self->whole);
  scope_strip_pictures_draw (self->pictures, snapshot, FALSE, self->whole, row, 0, 0, PADDING, width,
                             (guint) (height - 2 * PADDING), &getter, self->strips);
  self->unfinished = scope_strip_pictures_end (self->pictures);
  self->missing = getter.missing;
  if (self->unfinished)
    g_idle_add_full (G_PRIORITY_DEFAULT_IDLE, draw_again, g_object_ref (self), g_object_unref);
}

/* Columns with hits, as runs: ticks where they are few, a bar where they are everywhere. */
static void
draw_hits (ScopeOverview *self, GtkSnapshot *snapshot, int width, const ScopePalette *palette)
{
  guint n;
  const guint32 *hits = scope_view_get_hits (self->view, &n);
  GdkRGBA colour = scope_colour_rgba (palette->strong_text), ground = scope_colour_rgba (palette->canvas);
  int begin = -1;

  if (hits == NULL)
    return;
  gtk_snapshot_append_color (snapshot, &ground, &GRAPHENE_RECT_INIT (0, 0, width, HITS_HEIGHT + 1));
  for (int x = 0; x <= width; x++)
    {
      /* Every part belongs to the column it begins in, so that none is lost. */
      guint from = (guint) (((guint64) x * n + (guint) width - 1) / (guint) width);
      guint to = (guint) (((guint64) (x + 1) * n + (guint) width - 1) / (guint) width);
      gboolean any = FALSE;

      for (guint i = from; x < width && i < MIN (MAX (to, from + (n < (guint) width)), n) && !any; i++)
        any = hits[i] > 0;
      if (any && begin < 0)
        begin = x;
      if (!any && begin >= 0)
        {
          gtk_snapshot_append_color (snapshot, &colour, &GRAPHENE_RECT_INIT (begin, 0, x - begin, HITS_HEIGHT));
          begin = -1;
        }
    }
}

/* The selected stretch; of an instant a line. */
static void
draw_selection (ScopeOverview *self, GtkSnapshot *snapshot, int width, int height, const ScopePalette *palette)
{
  const ScopeViewport *viewport = scope_view_get_viewport (self->view);
  double all = MAX (1, (double) viewport->last - (double) viewport->first), x0, x1;
  GdkRGBA colour = scope_colour_rgba (scope_colour_alpha (palette->accent, .5));
  gint64 from, to;

  if (!scope_view_get_selected_range (self->view, &from, &to))
    return;
  x0 = floor (CLAMP (((double) from - (double) viewport->first) / all, 0, 1) * width);
  x1 = ceil (CLAMP (((double) to - (double) viewport->first) / all, 0, 1) * width);
  gtk_snapshot_append_color (snapshot, &colour, &GRAPHENE_RECT_INIT (x0, 0, MAX (x1 - x0, 2), height));
}

/* After what is drawn of a trace that is still being written; the same shade as in the lanes. */
static void
draw_unknown (ScopeOverview *self, GtkSnapshot *snapshot, int width, int height, const ScopePalette *palette)
{
  const ScopeViewport *viewport = scope_view_get_viewport (self->view);
  double all = MAX (1, (double) viewport->last - (double) viewport->first), x;
  GdkRGBA ground = scope_colour_rgba (scope_colour_mix (palette->canvas, palette->text, .055));
  GdkRGBA edge = scope_colour_rgba (palette->text);
  gint64 known = scope_view_get_now (self->view);

  if (scope_view_get_follow (self->view) == SCOPE_FOLLOW_OFF)
    return;
  if (self->shown > 0)
    known = MIN (known, self->shown);
  x = floor (((double) known - (double) viewport->first) / all * width);
  gtk_snapshot_append_color (snapshot, &ground, &GRAPHENE_RECT_INIT (x, 0, MAX (width - x, 0), height));
  for (int y = 0; y < height; y += 4)
    gtk_snapshot_append_color (snapshot, &edge, &GRAPHENE_RECT_INIT (x, y, 1, 2));
}

static void
scope_overview_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  ScopeOverview *self = SCOPE_OVERVIEW (widget);
  int width = gtk_widget_get_width (widget), height = gtk_widget_get_height (widget);
  const ScopePalette *palette;
  GdkRGBA canvas, veil, accent;
  double x0, x1;

  if (self->view == NULL || height <= 2 * PADDING)
    return;
  palette = scope_palette_get (scope_view_get_palette (self->view));
  canvas = scope_colour_rgba (palette->canvas);
  veil = scope_colour_rgba (scope_colour_alpha (palette->canvas, .62));
  accent = scope_colour_rgba (palette->accent);
  gtk_snapshot_append_color (snapshot, &canvas, &GRAPHENE_RECT_INIT (0, 0, width, height));
  draw_activity (self, snapshot, width, height);
  draw_unknown (self, snapshot, width, height, palette);

  draw_selection (self, snapshot, width, height, palette);

  get_frame (self, &x0, &x1);
  x0 = floor (x0);
  x1 = ceil (x1);
  gtk_snapshot_append_color (snapshot, &veil, &GRAPHENE_RECT_INIT (0, 0, x0, height));
  gtk_snapshot_append_color (snapshot, &veil, &GRAPHENE_RECT_INIT (x1, 0, MAX (0, width - x1), height));
  draw_hits (self, snapshot, width, palette);
  gtk_snapshot_append_border (
      snapshot, &GSK_ROUNDED_RECT_INIT (x0, 0, x1 - x0, height), (float[]) { 2, 2, 2, 2 },
      (GdkRGBA[]) { accent, accent, accent, accent });
}

/* --- input --- */

static Drag
part_at (ScopeOverview *self, double x)
{
  double x0, x1;

  get_frame (self, &x0, &x1);
  if (fabs (x - x0) <= EDGE_PIXELS && x1 - x0 > 3 * EDGE_PIXELS)
    return DRAG_LEFT;
  if (fabs (x - x1) <= EDGE_PIXELS && x1 - x0 > 3 * EDGE_PIXELS)
    return DRAG_RIGHT;
  return x >= x0 && x <= x1 && !scope_viewport_is_whole (scope_view_get_viewport (self->view)) ? DRAG_FRAME : DRAG_NEW;
}

/* Shows the pixels [x0, x1) of the overview. */
static void
show_pixels (ScopeOverview *self, double x0, double x1)
{
  ScopeViewport viewport = *scope_view_get_viewport (self->view);
  double per_pixel = ((double) viewport.last - (double) viewport.first) / gtk_widget_get_width (GTK_WIDGET (self));

  if (scope_viewport_set_range (&viewport, MIN (x0, x1) * per_pixel, MAX (x0, x1) * per_pixel))
    scope_view_set_viewport (self->view, &viewport);
}

static void
drag_began (GtkGestureDrag *gesture, double x, double y, ScopeOverview *self)
{
  self->drag = DRAG_NONE;
  if (self->view == NULL)
    return;
  self->drag = part_at (self, x);
  self->drag_x = x;
  get_frame (self, &self->drag_from, &self->drag_to);
  scope_view_remember (self->view);
}

static void
drag_moved (GtkGestureDrag *gesture, double dx, double dy, ScopeOverview *self)
{
  const ScopeViewport *viewport;

  if (self->view == NULL || fabs (dx) < 3)
    return;
  gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_CLAIMED);
  viewport = scope_view_get_viewport (self->view);
  switch (self->drag)
    {
    case DRAG_FRAME:
      {
        /* By time, so that the width stays what it is to the last tick. */
        double all = (double) viewport->last - (double) viewport->first;
        double wanted = (self->drag_from + dx) / gtk_widget_get_width (GTK_WIDGET (self)) * all;

        scope_view_pan (self->view, (wanted - viewport->from) / scope_viewport_scale (viewport));
        break;
      }
    case DRAG_LEFT:
      show_pixels (self, MIN (self->drag_from + dx, self->drag_to - 1), self->drag_to);
      break;
    case DRAG_RIGHT:
      show_pixels (self, self->drag_from, MAX (self->drag_to + dx, self->drag_from + 1));
      break;
    case DRAG_NEW:
      show_pixels (self, self->drag_x, self->drag_x + dx);
      break;
    case DRAG_NONE:
    default:
      break;
    }
}

static void
clicked (GtkGestureClick *gesture, int n_press, double x, double y, ScopeOverview *self)
{
  double x0, x1;

  gtk_widget_grab_focus (gtk_widget_get_parent (GTK_WIDGET (self))); /* where it leads to: Space and arrows go on there */
  if (self->view == NULL)
    return;
  get_frame (self, &x0, &x1);
  if (n_press == 2)
    {
      scope_view_remember (self->view);
      scope_view_fit (self->view);
    }
  else if (x < x0 || x > x1)
    {
      const ScopeViewport *viewport = scope_view_get_viewport (self->view);
      double all = (double) viewport->last - (double) viewport->first;
      double middle = x / gtk_widget_get_width (GTK_WIDGET (self)) * all;

      scope_view_pan (self->view, (middle - (viewport->from + viewport->to) / 2) / scope_viewport_scale (viewport));
    }
}

static void
pointer_moved (GtkEventControllerMotion *controller, double x, double y, ScopeOverview *self)
{
  Drag part = self->view != NULL ? part_at (self, x) : DRAG_NONE;

  gtk_widget_set_cursor_from_name (GTK_WIDGET (self), part == DRAG_LEFT || part == DRAG_RIGHT ? "ew-resize"
                                                      : part == DRAG_FRAME                    ? "grab"
                                                                                              : NULL);
}

static gboolean
scrolled (GtkEventControllerScroll *controller, double dx, double dy, ScopeOverview *self)
{
  if (self->view == NULL)
    return GDK_EVENT_PROPAGATE;
  scope_view_wander (self->view, g_get_monotonic_time ());
  if (dy != 0)
    scope_view_zoom (self->view, scope_view_zoom_pivot (self->view, scope_view_get_viewport (self->view)->width / 2.),
                     pow (1.2, -dy));
  if (dx != 0)
    scope_view_pan (self->view, dx * 40);
  return GDK_EVENT_STOP;
}

/* The frame by keys: those of the lanes, so that one need not know where the focus is; up and down zoom. */
static gboolean
key_pressed (GtkEventControllerKey *controller, guint keyval, guint code, GdkModifierType modifiers,
             ScopeOverview *self)
{
  double width;

  if (self->view == NULL || (modifiers & (GDK_CONTROL_MASK | GDK_ALT_MASK)))
    return GDK_EVENT_PROPAGATE;
  if (keyval == GDK_KEY_Up)
    keyval = GDK_KEY_plus;
  else if (keyval == GDK_KEY_Down)
    keyval = GDK_KEY_minus;
  width = scope_view_get_viewport (self->view)->width;
  return scope_time_key_pressed (self->view, keyval, scope_view_zoom_pivot (self->view, width / 2), width);
}

void
scope_overview_notify (ScopeOverview *self, const char *text)
{
  const ScopeViewport *viewport;

  if (self->view == NULL)
    return;
  viewport = scope_view_get_viewport (self->view);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_VALUE_MIN, 0.,
                                  GTK_ACCESSIBLE_PROPERTY_VALUE_MAX,
                                  MAX ((double) viewport->last - (double) viewport->first - viewport->span, 0.),
                                  GTK_ACCESSIBLE_PROPERTY_VALUE_NOW, viewport->from,
                                  GTK_ACCESSIBLE_PROPERTY_VALUE_TEXT, text, -1);
}

/* --- the view --- */

/* What may be shown is more than the trace when it is compared with a longer one. */
static void
take_room (ScopeOverview *self)
{
  const ScopeViewport *viewport = scope_view_get_viewport (self->view);

  scope_view_set_room (self->whole, viewport->first, viewport->last);
}

static void
drop_open (ScopeOverview *self)
{
  scope_strip_cache_drop_incomplete (self->strips);
  scope_strip_pictures_drop_incomplete (self->pictures);
}

static gboolean
renew (gpointer data)
{
  ScopeOverview *self = data;

  self->renewing = 0;
  self->shown = self->asked;
  self->asked = scope_view_get_now (self->view);
  drop_open (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
  return G_SOURCE_REMOVE;
}

/* The trace has grown. */
static void
data_changed (ScopeOverview *self)
{
  if (scope_view_get_follow (self->view) == SCOPE_FOLLOW_OFF)
    drop_open (self);
  else if (self->renewing == 0)
    self->renewing = g_timeout_add (FOLLOW_MS, renew, self);
}

static void
view_changed (ScopeView *view, guint what, ScopeOverview *self)
{
  if (what & SCOPE_VIEW_RANGE)
    take_room (self);
  if (what & SCOPE_VIEW_LOOK)
    scope_view_set_look (self->whole, SCOPE_LOOK_PALETTE, scope_view_get_palette (view));
  if (what & SCOPE_VIEW_FOLLOW)
    scope_view_follow_like (self->whole, view);
  if (what & SCOPE_VIEW_DATA)
    data_changed (self);
  if (what & ~(guint) SCOPE_VIEW_CURSOR)
    gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* The view that is drawn learns of the trace's growth by itself, perhaps after the window's. */
static void
whole_changed (ScopeView *whole, guint what, ScopeOverview *self)
{
  if (what & SCOPE_VIEW_DATA)
    data_changed (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
tiles_arrived (ScopeTileCache *tiles, ScopeOverview *self)
{
  /* Those of the lanes, mostly: what is missing here comes with the next renewal. */
  if (scope_view_get_follow (self->view) != SCOPE_FOLLOW_OFF && self->missing == 0)
    {
      data_changed (self);
      return;
    }
  /* Also when nothing was missing: a tile read while the trace grew may have been replaced by its successor. */
  scope_strip_cache_drop_incomplete (self->strips);
  if (scope_strip_pictures_drop_incomplete (self->pictures) || self->missing > 0 || self->unfinished)
    gtk_widget_queue_draw (GTK_WIDGET (self));
}

void
scope_overview_set_view (ScopeOverview *self, ScopeView *view, ScopeTileCache *tiles)
{
  g_return_if_fail (SCOPE_IS_OVERVIEW (self));

  if (self->view != NULL)
    {
      g_signal_handlers_disconnect_by_func (self->view, view_changed, self);
      g_signal_handlers_disconnect_by_func (self->tiles, tiles_arrived, self);
    }
  g_clear_handle_id (&self->renewing, g_source_remove);
  self->shown = self->asked = 0;
  scope_strip_cache_clear (self->strips);
  scope_strip_pictures_clear (self->pictures);
  if (self->whole != NULL)
    g_signal_handlers_disconnect_by_func (self->whole, whole_changed, self);
  g_clear_object (&self->whole);
  g_set_object (&self->view, view);
  g_set_object (&self->tiles, tiles);
  if (view != NULL)
    {
      self->whole = scope_view_new (scope_view_get_trace (view));
      scope_view_set_look (self->whole, SCOPE_LOOK_PALETTE, scope_view_get_palette (view));
      scope_view_follow_like (self->whole, view);
      scope_view_set_width (self->whole, MAX (1, gtk_widget_get_width (GTK_WIDGET (self))));
      g_signal_connect (self->whole, "changed", G_CALLBACK (whole_changed), self);
      take_room (self);
      g_signal_connect (view, "changed", G_CALLBACK (view_changed), self);
      g_signal_connect (tiles, "tiles-arrived", G_CALLBACK (tiles_arrived), self);
    }
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

gboolean
scope_overview_is_complete (ScopeOverview *self)
{
  return self->missing == 0 && !self->unfinished;
}

/* --- life --- */

static void
scope_overview_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  ScopeOverview *self = SCOPE_OVERVIEW (widget);

  if (self->whole != NULL)
    scope_view_set_width (self->whole, MAX (1, width));
}

static void
scope_overview_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural,
                        int *minimum_baseline, int *natural_baseline)
{
  *minimum = *natural = orientation == GTK_ORIENTATION_HORIZONTAL ? 100 : SCOPE_OVERVIEW_HEIGHT;
}

static void
scope_overview_dispose (GObject *object)
{
  ScopeOverview *self = SCOPE_OVERVIEW (object);

  if (self->view != NULL)
    scope_overview_set_view (self, NULL, NULL);
  G_OBJECT_CLASS (scope_overview_parent_class)->dispose (object);
}

static void
scope_overview_finalize (GObject *object)
{
  ScopeOverview *self = SCOPE_OVERVIEW (object);

  scope_strip_cache_free (self->strips);
  scope_strip_pictures_free (self->pictures);
  G_OBJECT_CLASS (scope_overview_parent_class)->finalize (object);
}

static void
scope_overview_class_init (ScopeOverviewClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = scope_overview_dispose;
  object_class->finalize = scope_overview_finalize;
  widget_class->size_allocate = scope_overview_size_allocate;
  widget_class->measure = scope_overview_measure;
  widget_class->snapshot = scope_overview_snapshot;
  gtk_widget_class_set_css_name (widget_class, "overview");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_SLIDER);
}

static void
scope_overview_init (ScopeOverview *self)
{
  GtkWidget *widget = GTK_WIDGET (self);

  self->strips = scope_strip_cache_new (0);
  self->pictures = scope_strip_pictures_new ();
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
  scope_label_widget (GTK_WIDGET (self), _("Overview of the whole trace"));
  gtk_widget_set_focusable (widget, TRUE);
  scope_add_controller (widget, gtk_gesture_drag_new (), self, "drag-begin", drag_began, "drag-update", drag_moved, NULL);
  scope_add_controller (widget, gtk_gesture_click_new (), self, "released", clicked, NULL);
  scope_add_controller (widget, gtk_event_controller_motion_new (), self, "motion", pointer_moved, NULL);
  scope_add_controller (widget, gtk_event_controller_key_new (), self, "key-pressed", key_pressed, NULL);
  scope_add_controller (widget, gtk_event_controller_scroll_new (GTK_EVENT_CONTROLLER_SCROLL_BOTH_AXES), self, "scroll", scrolled,
                        NULL);
}
