/* scope-graph-view.c: see scope-graph-view.h.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "widgets/graph/scope-graph-view-private.h"

#include "model/base/scope-task.h"
#include "widgets/kit/scope-parts.h"

#include <glib/gi18n.h>

#define DIRECT_EDGES 250u /* so many are drawn within a frame; more by the layer */
#define MARGIN 34.0
#define LARGEST_FIT 1.25
#define ASPECT 1.6        /* of a layout; to what it is shown in it is stretched when it is drawn */
#define MOST_AROUND 4u /* times the nodes shown: a whole of more would leave them lost in it */

G_DEFINE_FINAL_TYPE (ScopeGraphView, scope_graph_view, GTK_TYPE_WIDGET)

/* --- drawing --- */

void
scope_graph_view_redraw (ScopeGraphView *self, gboolean edges)
{
  if (edges)
    self->serial++;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
fit_now (ScopeGraphView *self)
{
  int width = gtk_widget_get_width (GTK_WIDGET (self)), height = gtk_widget_get_height (GTK_WIDGET (self));

  self->fit_wanted = width <= 0 || height <= 0;
  if (self->fit_wanted || self->graph == NULL)
    return;
  self->moved = FALSE;
  scope_graph_viewport_fit (&self->options.viewport, self->graph, width, height, MARGIN, LARGEST_FIT);
}

static void
draw_parts (ScopeGraphView *self, GtkSnapshot *snapshot, ScopeGraphParts parts)
{
  ScopeGraphOptions options = self->options;
  g_autoptr (ScopeScene) scene = NULL;

  options.parts = parts;
  scene = scope_graph_scene_build (self->graph, &options);
  scope_presenter_draw (self->presenter, snapshot, scene, NULL, NULL);
}

static void
scope_graph_view_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  ScopeGraphView *self = SCOPE_GRAPH_VIEW (widget);
  int width = gtk_widget_get_width (widget), height = gtk_widget_get_height (widget);
  GdkRGBA canvas = scope_colour_rgba (scope_palette_get (self->palette)->canvas);

  gtk_snapshot_append_color (snapshot, &canvas, &GRAPHENE_RECT_INIT (0, 0, width, height));
  if (self->graph == NULL || width <= 0 || height <= 0)
    return;
  if (self->fit_wanted)
    fit_now (self);
  self->options.width = width;
  self->options.height = height;
  self->options.palette = scope_palette_get (self->palette);
  if (!gtk_widget_has_focus (widget))
    self->options.focus_node = SCOPE_NONE;
  gtk_snapshot_push_clip (snapshot, &GRAPHENE_RECT_INIT (0, 0, width, height));
  if (scope_graph_n_edges (self->graph) <= DIRECT_EDGES)
    draw_parts (self, snapshot, SCOPE_GRAPH_PART_ALL);
  else
    {
      scope_graph_layer_draw (self->layer, snapshot, self->graph, &self->options, self->serial);
      draw_parts (self, snapshot, SCOPE_GRAPH_PART_NODES | SCOPE_GRAPH_PART_KEY);
    }
  gtk_snapshot_pop (snapshot);
}

/* --- laying out --- */

static void
set_trouble (ScopeGraphView *self, const char *trouble)
{
  g_free (self->trouble);
  self->trouble = g_strdup (trouble);
}

static void
notify_state (ScopeGraphView *self)
{
  gtk_accessible_update_state (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_STATE_BUSY, self->arranging != NULL, -1);
  g_signal_emit_by_name (self, "state-changed");
}

/* What was looked at or chosen is found again by its key. */
static guint32
find_again (const ScopeGraph *before, const ScopeGraph *now, guint32 node)
{
  return before != NULL && node < scope_graph_n_nodes (before)
             ? scope_graph_find (now, scope_graph_node (before, node)->key)
             : SCOPE_NONE;
}

static void
show_graph (ScopeGraphView *self, ScopeGraph *graph, gboolean fit)
{
  ScopeGraphOptions *options = &self->options;
  guint32 chosen = find_again (self->graph, graph, options->chosen_node);
  guint32 focused = find_again (self->graph, graph, options->focus_node);
  gboolean first = self->graph == NULL;
  ScopeGraph *before = self->graph;

  scope_graph_view_forget_looks (self);
  options->chosen_node = chosen;
  options->focus_node = focused;
  self->graph = scope_graph_ref (graph);
  scope_graph_unref (before);
  scope_graph_places_keep (self->places, graph);
  if (fit || first)
    fit_now (self);
  scope_graph_view_redraw (self, TRUE);
}

/* What was laid out is known now: shows what waits for it. */
static void
show_waiting (ScopeGraphView *self)
{
  g_autoptr (ScopeGraph) graph = g_steal_pointer (&self->waiting);

  if (graph == NULL)
    return;
  scope_graph_places_apply (self->places, graph);
  scope_graph_place_rest (graph);
  show_graph (self, graph, TRUE);
}

static void
take_places_of (ScopeGraphView *self, const ScopeGraph *what)
{
  scope_graph_places_clear (self->places);
  scope_graph_places_keep (self->places, what);
  show_waiting (self);
}

/* Without Graphviz. */
static void
arrange_plainly (ScopeGraphView *self, ScopeGraph *what, const char *why)
{
  set_trouble (self, why);
  scope_graph_place_plainly (what);
  take_places_of (self, what);
}

typedef struct
{
  ScopeGraphView *view;
  GCancellable *cancellable;
  ScopeGraph *what;
} Request;

static void
request_free (Request *request)
{
  g_object_unref (request->view);
  g_object_unref (request->cancellable);
  scope_graph_unref (request->what);
  g_free (request);
}

static void
arranged (GObject *source, GAsyncResult *result, gpointer data)
{
  Request *request = data;
  ScopeGraphView *self = request->view;
  g_autoptr (GError) error = NULL;
  g_autoptr (GArray) points = scope_graph_layout_place_finish (SCOPE_GRAPH_LAYOUT (source), result, &error);

  if (self->arranging == request->cancellable)
    {
      g_clear_object (&self->arranging);
      if (points != NULL && points->len == scope_graph_n_nodes (request->what))
        {
          set_trouble (self, NULL);
          scope_graph_take_places (request->what, points, ASPECT);
          take_places_of (self, request->what);
        }
      else
        arrange_plainly (self, request->what, error != NULL ? error->message : _("The layout program returned no positions"));
      notify_state (self);
    }
  request_free (request);
}

static void
arrange (ScopeGraphView *self, ScopeGraph *what)
{
  Request *request;

  if (self->layout == NULL)
    {
      arrange_plainly (self, what, NULL);
      return;
    }
  self->arranging = g_cancellable_new ();
  request = g_new0 (Request, 1);
  *request = (Request) { g_object_ref (self), g_object_ref (self->arranging), scope_graph_ref (what) };
  scope_graph_layout_place_async (self->layout, what, self->arranging, arranged, request);
  notify_state (self);
}

void
scope_graph_view_cancel (ScopeGraphView *self)
{
  g_return_if_fail (SCOPE_IS_GRAPH_VIEW (self));

  g_cancellable_cancel (self->arranging); /* and arranged() lays it out plainly */
}

/* Nobody wants it any more. */
static void
drop_arranging (ScopeGraphView *self)
{
  scope_task_stop (&self->arranging);
  g_clear_pointer (&self->waiting, scope_graph_unref);
}

void
scope_graph_view_arrange (ScopeGraphView *self)
{
  g_return_if_fail (SCOPE_IS_GRAPH_VIEW (self));

  if (self->graph == NULL || self->arranging != NULL)
    return;
  self->waiting = scope_graph_ref (self->graph);
  arrange (self, self->graph);
}

gboolean
scope_graph_view_is_arranging (ScopeGraphView *self)
{
  return self->arranging != NULL;
}

const char *
scope_graph_view_get_trouble (ScopeGraphView *self)
{
  return self->trouble;
}

/* --- what is shown --- */

void
scope_graph_view_set_graph (ScopeGraphView *self, ScopeGraph *graph)
{
  scope_graph_view_set_graph_within (self, graph, NULL);
}

void
scope_graph_view_set_graph_within (ScopeGraphView *self, ScopeGraph *graph, ScopeGraph *whole)
{
  guint n = graph != NULL ? scope_graph_n_nodes (graph) : 0, known;

  g_return_if_fail (SCOPE_IS_GRAPH_VIEW (self));

  if (n == 0)
    {
      drop_arranging (self);
      scope_graph_view_forget_looks (self);
      g_clear_pointer (&self->graph, scope_graph_unref);
      scope_graph_layer_clear (self->layer);
      scope_graph_view_redraw (self, TRUE);
      notify_state (self);
      return;
    }
  known = scope_graph_places_apply (self->places, graph);
  g_clear_pointer (&self->waiting, scope_graph_unref);
  if (2 * known >= n)
    {
      scope_graph_place_rest (graph);
      show_graph (self, graph, FALSE);
      return;
    }
  self->waiting = scope_graph_ref (graph);
  if (self->arranging == NULL)
    arrange (self, whole != NULL && scope_graph_n_nodes (whole) <= MOST_AROUND * n ? whole : graph);
}

ScopeGraph *
scope_graph_view_get_graph (ScopeGraphView *self)
{
  return self->graph;
}

void
scope_graph_view_set_layout (ScopeGraphView *self, ScopeGraphLayout *layout)
{
  g_return_if_fail (SCOPE_IS_GRAPH_VIEW (self));

  g_set_object (&self->layout, layout);
}

void
scope_graph_view_set_palette (ScopeGraphView *self, ScopePaletteKind palette)
{
  g_return_if_fail (SCOPE_IS_GRAPH_VIEW (self));

  if (self->palette == palette)
    return;
  self->palette = palette;
  scope_graph_view_redraw (self, TRUE);
}

void
scope_graph_view_forget_places (ScopeGraphView *self)
{
  g_return_if_fail (SCOPE_IS_GRAPH_VIEW (self));

  drop_arranging (self);
  scope_graph_places_clear (self->places);
  set_trouble (self, NULL);
}

void
scope_graph_view_fit (ScopeGraphView *self)
{
  g_return_if_fail (SCOPE_IS_GRAPH_VIEW (self));

  fit_now (self);
  scope_graph_view_redraw (self, FALSE);
}

void
scope_graph_view_zoom (ScopeGraphView *self, double factor)
{
  g_return_if_fail (SCOPE_IS_GRAPH_VIEW (self));

  self->moved = TRUE;
  scope_graph_viewport_zoom (&self->options.viewport, gtk_widget_get_width (GTK_WIDGET (self)) / 2.0,
                             gtk_widget_get_height (GTK_WIDGET (self)) / 2.0, factor);
  scope_graph_view_redraw (self, FALSE);
}

void
scope_graph_view_choose_node (ScopeGraphView *self, guint32 node)
{
  g_return_if_fail (SCOPE_IS_GRAPH_VIEW (self));

  self->options.chosen_node = node;
  self->options.chosen_edge = SCOPE_NONE;
  scope_graph_view_redraw (self, FALSE);
}

void
scope_graph_view_choose_edge (ScopeGraphView *self, guint32 edge)
{
  g_return_if_fail (SCOPE_IS_GRAPH_VIEW (self));

  self->options.chosen_node = SCOPE_NONE;
  self->options.chosen_edge = edge;
  scope_graph_view_redraw (self, FALSE);
}

/* --- life --- */

static void
scope_graph_view_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural,
                          int *minimum_baseline, int *natural_baseline)
{
  *minimum = orientation == GTK_ORIENTATION_HORIZONTAL ? 160 : 80;
  *natural = orientation == GTK_ORIENTATION_HORIZONTAL ? 640 : 400;
}

static void
scope_graph_view_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  ScopeGraphView *self = SCOPE_GRAPH_VIEW (widget);

  /* The middle stays in the middle of what was moved. */
  if (!self->moved)
    self->fit_wanted = TRUE;
  else if (self->options.width > 0)
    {
      self->options.viewport.x += (width - self->options.width) / 2;
      self->options.viewport.y += (height - self->options.height) / 2;
    }
  self->options.width = width;
  self->options.height = height;
}

static void
scope_graph_view_css_changed (GtkWidget *widget, GtkCssStyleChange *change)
{
  GTK_WIDGET_CLASS (scope_graph_view_parent_class)->css_changed (widget, change);
  scope_presenter_clear (SCOPE_GRAPH_VIEW (widget)->presenter);
  scope_graph_view_redraw (SCOPE_GRAPH_VIEW (widget), TRUE);
}

static void
scope_graph_view_dispose (GObject *object)
{
  ScopeGraphView *self = SCOPE_GRAPH_VIEW (object);

  drop_arranging (self);
  g_clear_object (&self->layout);
  g_clear_pointer (&self->graph, scope_graph_unref);
  scope_graph_layer_clear (self->layer);
  G_OBJECT_CLASS (scope_graph_view_parent_class)->dispose (object);
}

static void
scope_graph_view_finalize (GObject *object)
{
  ScopeGraphView *self = SCOPE_GRAPH_VIEW (object);

  scope_graph_places_free (self->places);
  scope_presenter_free (self->presenter);
  scope_graph_layer_free (self->layer);
  g_free (self->trouble);
  G_OBJECT_CLASS (scope_graph_view_parent_class)->finalize (object);
}

static void
scope_graph_view_class_init (ScopeGraphViewClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = scope_graph_view_dispose;
  G_OBJECT_CLASS (klass)->finalize = scope_graph_view_finalize;
  widget_class->measure = scope_graph_view_measure;
  widget_class->size_allocate = scope_graph_view_size_allocate;
  widget_class->snapshot = scope_graph_view_snapshot;
  widget_class->css_changed = scope_graph_view_css_changed;
  widget_class->focus = scope_graph_view_focus;
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
  scope_add_signal (klass, "node-activated", 1, G_TYPE_UINT);
  scope_add_signal (klass, "edge-activated", 1, G_TYPE_UINT);
  scope_add_signal (klass, "state-changed", 0);
}

static void
scope_graph_view_init (ScopeGraphView *self)
{
  self->places = scope_graph_places_new ();
  self->presenter = scope_presenter_new (GTK_WIDGET (self));
  self->layer = scope_graph_layer_new (GTK_WIDGET (self));
  scope_graph_options_init (&self->options, 0, 0, scope_palette_get (self->palette));
  self->dragged = SCOPE_NONE;
  self->fit_wanted = TRUE;
  gtk_widget_set_focusable (GTK_WIDGET (self), TRUE);
  gtk_widget_set_has_tooltip (GTK_WIDGET (self), TRUE);
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
  scope_graph_view_add_input (self);
}

GtkWidget *
scope_graph_view_new (const char *name)
{
  GtkWidget *self = g_object_new (SCOPE_TYPE_GRAPH_VIEW, NULL);

  scope_label_widget (GTK_WIDGET (self), name);
  return self;
}
