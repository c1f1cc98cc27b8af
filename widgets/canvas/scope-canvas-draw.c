/* scope-canvas-draw.c: a frame: the scene for what the view shows, its dense parts from kept pictures, its overlay
 * from a reading off the main thread.
 *
 * Nothing here waits: what is not in memory is asked for, drawn coarser or left out, and drawn again when it comes.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "widgets/canvas/scope-canvas-private.h"

#include "model/base/scope-task.h"
#include "model/scene/view/scope-fetch-ahead.h"

#include <math.h>
#include <time.h>

#define FOLLOW_SCENE_US 2000 /* open ends are made again ten times a second: in several frames each time */
#define FOLLOW_FRAME_US 3000
#define OVERLAY_REST_US 60000 /* at least so long between two readings while the view moves … */
#define OVERLAY_FOLLOW_US 150000 /* … by itself: for hours, beside the program that is watched */
#define SHARES_REST_US 100000
#define SHARES_FOLLOW_US 500000

/* --- overlay --- */

typedef struct
{
  ScopeTrace *trace;
  ScopeOverlayRequest request;
  gint64 start;
} Reading;

static void
reading_free (gpointer data)
{
  Reading *reading = data;

  g_clear_pointer (&reading->request.hiding, scope_call_hiding_unref);
  g_object_unref (reading->trace);
  g_free (reading);
}

static gpointer
read_overlay (gpointer source, gconstpointer data, GCancellable *cancellable, GError **error)
{
  const Reading *reading = data;

  return scope_overlay_read (reading->trace, &reading->request, cancellable);
}

static void
overlay_read (GObject *source, GAsyncResult *result, gpointer user_data)
{
  ScopeCanvas *self = SCOPE_CANVAS (source);
  GCancellable *cancellable = g_task_get_cancellable (G_TASK (result));
  const Reading *reading = scope_task_question (result);
  ScopeOverlay *overlay = scope_task_answer (result, NULL);
  gint64 now = g_get_monotonic_time (), rest;

  if (cancellable == self->reading)
    g_clear_object (&self->reading);
  /* Not more than half of a processor for what a moving view shows for a moment. */
  rest = self->view != NULL && scope_canvas_is_following (self) ? OVERLAY_FOLLOW_US : OVERLAY_REST_US;
  self->overlay_next = now + MAX (now - reading->start, rest);
  if (overlay == NULL || self->view == NULL || g_cancellable_is_cancelled (cancellable))
    {
      g_clear_pointer (&overlay, scope_overlay_free);
      self->overlay_next = 0;
      gtk_widget_queue_draw (GTK_WIDGET (self));
      return;
    }
  g_clear_pointer (&self->overlay, scope_overlay_free);
  self->overlay = overlay;
  self->overlay_serial++;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void want_overlay (ScopeCanvas *self);

static gboolean
overlay_rested (gpointer data)
{
  ScopeCanvas *self = data;

  self->overlay_timeout = 0;
  if (self->view != NULL)
    want_overlay (self);
  return G_SOURCE_REMOVE;
}

static void
want_overlay (ScopeCanvas *self)
{
  ScopeOverlayRequest request;
  Reading *reading;
  gint64 now = g_get_monotonic_time ();
  ScopeTrace *trace = scope_view_get_trace (self->view);

  scope_overlay_request_init (&request, self->view);
  if (scope_overlay_request_equal (&request, &self->wanted) && !self->overlay_stale)
    return;
  /* Lines lie over lanes that are there: drawn again when these are. */
  if (self->sharing != NULL && !scope_trace_is_seen (trace) && scope_trace_n_machines (trace) >= SCOPE_SEEN_FIRST_MACHINES
      && !scope_trace_is_far (trace))
    return;
  /* One at a time: the one under way is drawn by its times meanwhile, and the next is asked for when it ends. */
  if (self->reading != NULL || self->overlay_timeout != 0)
    return;
  if (now < self->overlay_next)
    {
      self->overlay_timeout = g_timeout_add ((guint) ((self->overlay_next - now) / 1000 + 1), overlay_rested, self);
      return;
    }
  self->wanted = request;
  self->wanted.hiding = NULL; /* it may be gone */
  self->overlay_stale = FALSE;
  self->reading = g_cancellable_new ();
  reading = g_new0 (Reading, 1);
  reading->trace = g_object_ref (trace);
  reading->request = request;
  if (request.hiding != NULL)
    scope_call_hiding_ref (request.hiding);
  reading->start = now;
  scope_task_give (self, read_overlay, reading, reading_free, (GDestroyNotify) scope_overlay_free, self->reading, overlay_read, NULL);
}

/* --- shares --- */

static gpointer
read_shares (gpointer source, gconstpointer data, GCancellable *cancellable, GError **error)
{
  return GINT_TO_POINTER (scope_shares_read ((gpointer) data, cancellable));
}

static void
shares_read (GObject *source, GAsyncResult *result, gpointer user_data)
{
  ScopeCanvas *self = SCOPE_CANVAS (source);
  GCancellable *cancellable = g_task_get_cancellable (G_TASK (result));
  ScopeShares *shares = scope_task_question (result);

  if (cancellable == self->sharing)
    g_clear_object (&self->sharing);
  if (scope_task_answer (result, NULL) == NULL || self->view == NULL
      || g_cancellable_is_cancelled (cancellable))
    {
      scope_shares_free (shares);
      return;
    }
  scope_shares_free (self->shares);
  self->shares = shares;
  gtk_widget_queue_draw (GTK_WIDGET (self));
  if (!scope_trace_is_seen (scope_view_get_trace (self->view)))
    scope_trace_tell_seen (scope_view_get_trace (self->view));
}

static gboolean
shares_rested (gpointer data)
{
  ScopeCanvas *self = data;

  self->shares_timeout = 0;
  gtk_widget_queue_draw (GTK_WIDGET (self));
  return G_SOURCE_REMOVE;
}

/* One reading at a time, of what the last frame showed. Numbers that change with every frame cannot be read: so while the view moves
 * there are some a second, and what moves it has the processor. */
static void
want_shares (ScopeCanvas *self)
{
  guint first, end;
  g_autoptr (ScopeShares) shares = NULL;
  gint64 now = g_get_monotonic_time ();

  if (self->sharing != NULL || self->shares_timeout != 0 || (scope_canvas_is_following (self) && now < self->shares_next))
    return;
  scope_lane_list_rows_in_view (scope_view_get_lanes (self->view), scope_canvas_scroll (self),
                                gtk_widget_get_height (GTK_WIDGET (self)), &first, &end);
  shares = scope_shares_new (self->view, first, end);
  if (self->shares != NULL && !self->shares_stale && scope_shares_same (shares, self->shares))
    return;
  if (now < self->shares_next)
    {
      self->shares_timeout = g_timeout_add ((guint) ((self->shares_next - now) / 1000 + 1), shares_rested, self);
      return;
    }
  self->shares_next = now + (scope_canvas_is_following (self) ? SHARES_FOLLOW_US : SHARES_REST_US);
  self->shares_stale = FALSE;
  self->sharing = g_cancellable_new ();
  scope_task_give (self, read_shares, g_steal_pointer (&shares), NULL, NULL, self->sharing, shares_read, NULL);
}

/* --- frame --- */

void
scope_canvas_getter (ScopeCanvas *self, ScopeTileGetter *getter)
{
  scope_tile_getter_init (getter, self->tiles);
}

void
scope_canvas_init_options (ScopeCanvas *self, ScopeTimelineOptions *options)
{
  *options = (ScopeTimelineOptions) {
    .width = MAX (1, gtk_widget_get_width (GTK_WIDGET (self))),
    .height = MAX (1, gtk_widget_get_height (GTK_WIDGET (self))),
    .scroll_y = scope_canvas_scroll (self),
    .names_width = self->names_width,
    .factor = (guint) gtk_widget_get_scale_factor (GTK_WIDGET (self)),
    .parts = SCOPE_PART_NAMES | SCOPE_PART_RULER | SCOPE_PART_LABELS | SCOPE_PART_OVERLAY | SCOPE_PART_SELECTION
             | SCOPE_PART_CALIPERS,
    .cache = self->strips,
    .shares = self->shares,
    .messages_apart = TRUE,
    .has_mark = self->over_mark,
    .mark = self->mark_time,
    .mark_kind = self->mark_kind,
  };
}

typedef struct
{
  ScopeCanvas *canvas;
  ScopeTileGetter getter;
  gboolean textures;
  gint64 strip_end; /* when the last strip was drawn, µs */
} Frame;

static void
draw_strip (gpointer data, const ScopeScene *scene, const ScopeItem *item, GtkSnapshot *snapshot)
{
  Frame *frame = data;
  ScopeCanvas *self = frame->canvas;

  if (item->type == SCOPE_ITEM_LAYER)
    {
      scope_layer_draw (self->messages, snapshot, item, self->view, scope_canvas_scroll (self));
      return;
    }
  /* What was drawn between two strips, calls of cores above all, is no reason to leave the next one out: those further down
   * would never have their turn. */
  if (frame->getter.deadline != 0)
    frame->getter.deadline += g_get_monotonic_time () - frame->strip_end;
  scope_strip_pictures_draw (self->pictures, snapshot, frame->textures, self->view, item->row, scene->left,
                             item->x, item->y, item->width, (guint) lround (item->height), &frame->getter,
                             self->strips);
  frame->strip_end = g_get_monotonic_time ();
}

static gboolean
has_gpu (GtkWidget *widget)
{
  GtkNative *native = gtk_widget_get_native (widget);
  GskRenderer *renderer = native != NULL ? gtk_native_get_renderer (native) : NULL;

  return renderer != NULL && strstr (G_OBJECT_TYPE_NAME (renderer), "Cairo") == NULL;
}

static gboolean
draw_again (gpointer data)
{
  gtk_widget_queue_draw (GTK_WIDGET (data));
  return G_SOURCE_REMOVE;
}

/* Requests grow old only when the view moves: a frame that shows the same range still wants them. */
static void
begin_generation (ScopeCanvas *self)
{
  const ScopeViewport *now = scope_view_get_viewport (self->view), *then = &self->drawn;
  double scroll = scope_canvas_scroll (self);

  if (now->from != then->from || now->span != then->span || now->width != then->width || scroll != self->drawn_scroll)
    scope_tile_cache_next_generation (self->tiles);
  self->heading = now->span != then->span || now->width != then->width
                      ? 0
                      : (now->from > then->from) - (now->from < then->from);
  self->drawn = *now;
  self->drawn_scroll = scroll;
}

/* While it is panned, and what is seen is there: what will be seen next. */
static void
fetch_ahead (ScopeCanvas *self)
{
  ScopeLaneList *lanes = scope_view_get_lanes (self->view);
  guint first, end;

  if (self->heading == 0 || self->missing > 0)
    return;
  scope_lane_list_rows_in_view (lanes, scope_canvas_scroll (self), gtk_widget_get_height (GTK_WIDGET (self)), &first,
                                &end);
  scope_fetch_ahead (self->view, first, end, self->heading, self->tiles);
}

/* Processor time, not the clock's: what else the machine does would take from the strips, too. */
static gint64
thread_used (void)
{
  struct timespec time;

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &time);
  return (gint64) time.tv_sec * G_USEC_PER_SEC + time.tv_nsec / 1000;
}

static void
draw_frame (ScopeCanvas *self, GtkSnapshot *snapshot)
{
  Frame frame = { .canvas = self };
  gint64 start = g_get_monotonic_time (), budget = scope_frame_budget_begin (&self->budget, thread_used ());
  ScopeTimelineOptions options;
  g_autoptr (ScopeScene) scene = NULL;
  gboolean labels_late;

  if (self->view == NULL)
    return;
  begin_generation (self);
  scope_canvas_getter (self, &frame.getter);
  frame.getter.deadline = start + (scope_canvas_is_following (self) ? FOLLOW_SCENE_US : budget / 2);
  frame.textures = has_gpu (GTK_WIDGET (self));
  scope_canvas_init_options (self, &options);
  self->adjusting = TRUE; /* the scene sets the view's width: the same as ours */
  scene = scope_timeline_scene_build (self->view, &options, &frame.getter, self->overlay);
  self->adjusting = FALSE;
  frame.getter.deadline = scope_canvas_is_following (self)
                              ? g_get_monotonic_time () + FOLLOW_FRAME_US
                              : MAX (start + budget, g_get_monotonic_time () + budget / 2);
  labels_late = frame.getter.late;
  frame.getter.late = FALSE;
  frame.strip_end = g_get_monotonic_time ();
  scope_strip_pictures_begin (self->pictures, self->view);
  scope_presenter_draw (self->presenter, snapshot, scene, draw_strip, &frame);
  self->unfinished = scope_strip_pictures_end (self->pictures) || labels_late;
  self->missing = scene->missing + frame.getter.missing;
  self->n_nodes = scope_presenter_n_nodes (self->presenter);
  fetch_ahead (self);
  want_shares (self);
  want_overlay (self);
  scope_layer_want (self->messages, self->view, &options, self->overlay, self->overlay_serial);
}

void
scope_canvas_get_totals (ScopeCanvas *self, double totals[SCOPE_N_STATES])
{
  memset (totals, 0, sizeof (double) * SCOPE_N_STATES);
  if (self->view != NULL && self->shares != NULL)
    memcpy (totals, scope_shares_legend (self->shares), sizeof (double) * SCOPE_N_STATES);
}

guint
scope_canvas_get_counted (ScopeCanvas *self, ScopeKind *ret_kind)
{
  *ret_kind = SCOPE_KIND_PROCESSOR;
  return self->view != NULL && self->shares != NULL ? scope_shares_legend_lanes (self->shares, ret_kind) : 0;
}

gboolean
scope_canvas_get_hits (ScopeCanvas *self, guint64 n[SCOPE_N_SHOWN_HITS])
{
  memset (n, 0, sizeof (guint64) * SCOPE_N_SHOWN_HITS);
  return self->overlay != NULL && scope_overlay_count_hits (self->overlay, n);
}

GArray *
scope_canvas_get_colour_keys (ScopeCanvas *self)
{
  ScopeTileGetter getter;

  if (self->view == NULL)
    return NULL;
  scope_canvas_getter (self, &getter);
  getter.deadline = 1; /* what is drawn is there: nothing is made for this */
  return scope_colour_keys (self->view, self->overlay, &getter, self->strips);
}

guint
scope_canvas_get_states (ScopeCanvas *self)
{
  return self->view != NULL && self->shares != NULL ? scope_shares_states (self->shares) : 0;
}

static void
draw_bar (ScopeCanvas *self, GtkSnapshot *snapshot, double x, double y, double width, double height)
{
  GdkRGBA colour = scope_colour_rgba (scope_palette_get (scope_view_get_palette (self->view))->accent);

  gtk_snapshot_append_color (snapshot, &colour,
                             &GRAPHENE_RECT_INIT ((float) x, (float) y, (float) width, (float) height));
}

/* Which row keys mean, and where a row goes that is being dragged: both change without a new scene. */
static void
draw_hands (ScopeCanvas *self, GtkSnapshot *snapshot)
{
  guint row = scope_canvas_get_focus_row (self);
  ScopeLaneList *lanes = scope_view_get_lanes (self->view);
  const ScopeLaneNode *node = row != SCOPE_NONE ? scope_lane_list_row (lanes, row) : NULL;
  double width = gtk_widget_get_width (GTK_WIDGET (self)), least = SCOPE_RULER_HEIGHT;

  if (node != NULL && !node->sticks)
    least += scope_lane_list_sticking_height (lanes);
  gtk_snapshot_push_clip (snapshot, &GRAPHENE_RECT_INIT (0, (float) least, (float) width,
                                                         (float) gtk_widget_get_height (GTK_WIDGET (self))));
  if (node != NULL && gtk_widget_has_focus (GTK_WIDGET (self)))
    draw_bar (self, snapshot, 0, scope_canvas_row_y (self, row) + 1, 3, MAX (node->height - 2, 1));
  gtk_snapshot_pop (snapshot);
  if (self->drop.valid)
    draw_bar (self, snapshot, 0, MAX (SCOPE_RULER_HEIGHT + self->drop.y - self->drop.scroll, SCOPE_RULER_HEIGHT) - 1,
              width, 2);
}

void
scope_canvas_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  ScopeCanvas *self = SCOPE_CANVAS (widget);

  if (self->view == NULL)
    return;
  draw_frame (self, snapshot);
  draw_hands (self, snapshot);
  if (self->unfinished)
    g_idle_add_full (G_PRIORITY_DEFAULT_IDLE, draw_again, g_object_ref (self), g_object_unref);
  if (gtk_widget_get_visible (self->empty))
    gtk_widget_snapshot_child (widget, self->empty, snapshot);
  if (gtk_widget_get_visible (self->tip))
    gtk_widget_snapshot_child (widget, self->tip, snapshot);
  g_signal_emit_by_name (self, "drawn");
}
