/* scope-canvas-draw.c: a frame: the scene for what the view shows, its dense parts from kept pictures, its overlay
 * from a reading off the main thread.
 *
 * Nothing here waits: what is not in memory is asked for, drawn coarser or left out, and drawn again when it comes.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "widgets/scope-canvas-private.h"

#include <math.h>

/* --- overlay --- */

typedef struct
{
  ScopeTrace *trace;
  ScopeOverlayRequest request;
} Reading;

static void
reading_free (gpointer data)
{
  g_object_unref (((Reading *) data)->trace);
  g_free (data);
}

static void
read_overlay (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  const Reading *reading = data;

  g_task_return_pointer (task, scope_overlay_read (reading->trace, &reading->request, cancellable),
                         (GDestroyNotify) scope_overlay_free);
}

static void
overlay_read (GObject *source, GAsyncResult *result, gpointer user_data)
{
  ScopeCanvas *self = SCOPE_CANVAS (source);
  GCancellable *reading = g_task_get_cancellable (G_TASK (result));
  ScopeOverlay *overlay = g_task_propagate_pointer (G_TASK (result), NULL);

  if (reading == self->reading)
    g_clear_object (&self->reading);
  if (overlay == NULL || self->view == NULL || g_cancellable_is_cancelled (reading))
    {
      g_clear_pointer (&overlay, scope_overlay_free);
      gtk_widget_queue_draw (GTK_WIDGET (self));
      return;
    }
  g_clear_pointer (&self->overlay, scope_overlay_free);
  self->overlay = overlay;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

void
scope_canvas_want_overlay (ScopeCanvas *self)
{
  ScopeOverlayRequest request;
  g_autoptr (GTask) task = NULL;
  Reading *reading;

  scope_overlay_request_init (&request, self->view);
  if (scope_overlay_request_equal (&request, &self->wanted) && !self->overlay_stale)
    return;
  /* One at a time: the one under way is drawn by its times meanwhile, and the next is asked for when it ends. */
  if (self->reading != NULL)
    return;
  self->wanted = request;
  self->overlay_stale = FALSE;
  self->reading = g_cancellable_new ();
  task = g_task_new (self, self->reading, overlay_read, NULL);
  reading = g_new0 (Reading, 1);
  reading->trace = g_object_ref (scope_view_get_trace (self->view));
  reading->request = request;
  g_task_set_task_data (task, reading, reading_free);
  g_task_run_in_thread (task, read_overlay);
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
    .parts = SCOPE_PART_NAMES | SCOPE_PART_RULER | SCOPE_PART_LABELS | SCOPE_PART_OVERLAY | SCOPE_PART_SELECTION,
    .cache = self->strips,
  };
}

typedef struct
{
  ScopeCanvas *canvas;
  ScopeTileGetter getter;
  gboolean textures;
} Frame;

static void
draw_strip (gpointer data, const ScopeScene *scene, const ScopeItem *item, GtkSnapshot *snapshot)
{
  Frame *frame = data;
  ScopeCanvas *self = frame->canvas;

  scope_strip_pictures_draw (self->pictures, snapshot, frame->textures, self->view, item->row, scene->left,
                             item->x, item->y, item->width, (guint) lround (item->height), &frame->getter,
                             self->strips);
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

void
scope_canvas_draw (ScopeCanvas *self, GtkSnapshot *snapshot)
{
  Frame frame = { .canvas = self };
  ScopeTimelineOptions options;
  g_autoptr (ScopeScene) scene = NULL;

  if (self->view == NULL)
    return;
  scope_tile_cache_next_generation (self->tiles);
  scope_canvas_getter (self, &frame.getter);
  frame.textures = has_gpu (GTK_WIDGET (self));
  scope_canvas_init_options (self, &options);
  self->adjusting = TRUE; /* the scene sets the view's width: the same as ours */
  scene = scope_timeline_scene_build (self->view, &options, &frame.getter, self->overlay);
  self->adjusting = FALSE;
  scope_strip_pictures_begin (self->pictures, self->view);
  scope_presenter_draw (self->presenter, snapshot, scene, draw_strip, &frame);
  self->unfinished = scope_strip_pictures_end (self->pictures);
  self->missing = scene->missing + frame.getter.missing;
  self->n_nodes = scope_presenter_n_nodes (self->presenter);
  scope_canvas_want_overlay (self);
}

void
scope_canvas_get_totals (ScopeCanvas *self, double totals[SCOPE_N_STATES])
{
  ScopeTileGetter getter;

  memset (totals, 0, sizeof (double) * SCOPE_N_STATES);
  if (self->view == NULL)
    return;
  scope_canvas_getter (self, &getter);
  scope_timeline_totals (self->view, &getter, self->strips, totals);
}

static guint
strip_states (const ScopeStrip *strip)
{
  guint states = 0;

  for (guint x = 0; x < strip->n; x++)
    for (guint i = 0; i < SCOPE_N_STATES; i++)
      states |= (strip->columns[x].time[i] > 0) << i;
  return states;
}

guint
scope_canvas_get_states (ScopeCanvas *self)
{
  double top = scope_canvas_scroll (self), bottom = top + gtk_widget_get_height (GTK_WIDGET (self));
  const ScopeViewport *viewport;
  ScopeLaneList *lanes;
  ScopeTileGetter getter;
  guint states = 0;
  gint64 left;

  if (self->view == NULL)
    return 0;
  viewport = scope_view_get_viewport (self->view);
  left = scope_viewport_left (viewport);
  lanes = scope_view_get_lanes (self->view);
  scope_canvas_getter (self, &getter);
  for (guint i = 0; i < scope_lane_list_n_rows (lanes); i++)
    {
      const ScopeLaneNode *node = scope_lane_list_row (lanes, i);

      if (node->y + node->height < top || node->y > bottom
          || (node->kind != SCOPE_ROW_STATES && node->kind != SCOPE_ROW_COUNTS))
        continue;
      for (gint64 index = left >> 8; index <= (left + viewport->width - 1) >> 8; index++)
        {
          g_autoptr (ScopeStrip) strip = scope_timeline_strip (self->view, i, index, FALSE, &getter, self->strips);

          states |= strip != NULL ? strip_states (strip) : 0;
        }
    }
  return states;
}

void
scope_canvas_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  ScopeCanvas *self = SCOPE_CANVAS (widget);
  int width = gtk_widget_get_width (widget), height = gtk_widget_get_height (widget);

  if (self->view == NULL)
    return;
  scope_canvas_draw (self, snapshot);
  if (self->unfinished)
    g_idle_add_full (G_PRIORITY_DEFAULT_IDLE, draw_again, g_object_ref (self), g_object_unref);
  if (gtk_widget_has_visible_focus (widget))
    gtk_snapshot_render_focus (snapshot, gtk_widget_get_style_context (widget), 0, 0, width, height);
  if (gtk_widget_get_visible (self->tip))
    gtk_widget_snapshot_child (widget, self->tip, snapshot);
  scope_canvas_emit (self, SCOPE_CANVAS_DRAWN);
}
