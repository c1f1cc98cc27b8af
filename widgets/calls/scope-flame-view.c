/* scope-flame-view.c: see scope-flame-view.h.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "widgets/calls/scope-flame-view.h"

#include "widgets/kit/scope-parts.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

struct _ScopeFlameView
{
  ScopeChart chart;

  ScopeCallTree *tree;
  ScopeFlame *flame;     /* for `width` pixels, or NULL: to be made */
  char *search;
  gint64 tick_ps;
  ScopeFlameWeight by;
  guint32 root, chosen;  /* node; frame */
  int width;
};

G_DEFINE_FINAL_TYPE (ScopeFlameView, scope_flame_view, SCOPE_TYPE_CHART)

/* --- what is shown --- */

static void
init_options (ScopeFlameView *self, ScopeFlameOptions *options)
{
  *options = (ScopeFlameOptions) { .width = gtk_widget_get_width (GTK_WIDGET (self)), .root_on_top = TRUE,
                                   .palette = scope_view_get_palette (self->chart.view), .chosen = self->chosen };
  options->scroll_y = scope_chart_get_seen (&self->chart, &options->height);
}

/* The node of a frame that is chosen keeps being chosen. */
static guint32
frame_of_node (const ScopeFlame *flame, guint32 node)
{
  for (guint32 i = 0; node != SCOPE_NONE && i < flame->frames->len; i++)
    {
      const ScopeFlameFrame *frame = &g_array_index (flame->frames, ScopeFlameFrame, i);

      if (frame->node == node && frame->n == 1)
        return i;
    }
  return SCOPE_NONE;
}

static void
make (ScopeFlameView *self, int width)
{
  guint32 chosen = SCOPE_NONE;

  if (self->flame != NULL && self->chosen < self->flame->frames->len)
    chosen = g_array_index (self->flame->frames, ScopeFlameFrame, self->chosen).node;
  g_clear_pointer (&self->flame, scope_flame_free);
  self->width = width;
  self->chosen = SCOPE_NONE;
  if (self->tree == NULL || width <= 0)
    return;
  self->flame = scope_flame_new (self->tree, self->tick_ps, self->by, self->root, (guint) width, self->search);
  self->chosen = frame_of_node (self->flame, chosen);
}

static void
renew (ScopeFlameView *self)
{
  make (self, self->width);
  gtk_widget_queue_resize (GTK_WIDGET (self));
  gtk_widget_queue_draw (GTK_WIDGET (self));
  g_signal_emit_by_name (self, "changed");
}

const ScopeFlame *
scope_flame_view_get_flame (ScopeFlameView *self)
{
  return self->flame;
}

/* The node of the same path in another tree, or SCOPE_NONE. */
static guint32
same_path (const ScopeCallTree *from, guint32 node, const ScopeCallTree *to)
{
  g_autofree guint32 *path = NULL;
  guint n = 0;
  guint32 at = SCOPE_NONE;

  if (node == SCOPE_NONE)
    return SCOPE_NONE;
  path = g_new (guint32, from->nodes[node].depth + 1);
  for (guint32 i = node; i != SCOPE_NONE && n <= from->nodes[node].depth; i = from->nodes[i].parent)
    path[n++] = i;
  while (n-- > 0)
    {
      const char *name = from->functions[from->nodes[path[n]].function].name;
      guint32 next = at == SCOPE_NONE ? to->first_root : to->nodes[at].first_child;

      while (next != SCOPE_NONE && strcmp (to->functions[to->nodes[next].function].name, name) != 0)
        next = to->nodes[next].next;
      if (next == SCOPE_NONE)
        return SCOPE_NONE;
      at = next;
    }
  return at;
}

void
scope_flame_view_set_tree (ScopeFlameView *self, ScopeCallTree *tree, gint64 tick_ps)
{
  g_autoptr (ScopeCallTree) before = g_steal_pointer (&self->tree);

  g_return_if_fail (SCOPE_IS_FLAME_VIEW (self));

  self->tree = tree != NULL ? scope_call_tree_ref (tree) : NULL;
  self->tick_ps = tick_ps;
  self->root = before != NULL && tree != NULL ? same_path (before, self->root, tree) : SCOPE_NONE;
  if (before != tree)
    self->chosen = SCOPE_NONE;
  renew (self);
}

void
scope_flame_view_set_weight (ScopeFlameView *self, ScopeFlameWeight by)
{
  if (self->by == by)
    return;
  self->by = by;
  renew (self);
}

void
scope_flame_view_set_search (ScopeFlameView *self, const char *search)
{
  if (g_strcmp0 (self->search, search) == 0)
    return;
  g_free (self->search);
  self->search = g_strdup (search);
  renew (self);
}

void
scope_flame_view_zoom_to (ScopeFlameView *self, guint32 node)
{
  g_return_if_fail (SCOPE_IS_FLAME_VIEW (self));

  if (self->root == node)
    return;
  self->root = node;
  renew (self);
}

gboolean
scope_flame_view_is_zoomed (ScopeFlameView *self)
{
  return self->root != SCOPE_NONE;
}

/* --- choosing --- */

static void
reveal (ScopeFlameView *self, guint32 frame)
{
  double y = g_array_index (self->flame->frames, ScopeFlameFrame, frame).depth * SCOPE_FLAME_ROW;

  if (self->chart.scroll != NULL)
    gtk_adjustment_clamp_page (self->chart.scroll, y, y + SCOPE_FLAME_ROW);
}

static void
choose_frame (ScopeFlameView *self, guint32 i, gboolean zoom)
{
  const ScopeFlameFrame frame = g_array_index (self->flame->frames, ScopeFlameFrame, i);
  g_autofree char *words = scope_flame_describe (self->flame, i);

  self->chosen = i;
  scope_chart_say (&self->chart, words);
  reveal (self, i);
  if (frame.n == 1)
    g_signal_emit_by_name (self, "function-chosen", self->tree->functions[self->tree->nodes[frame.node].function].name);
  /* What stands for many is zoomed into by what it is on. */
  if (zoom)
    scope_flame_view_zoom_to (self, frame.n == 1 ? frame.node : self->tree->nodes[frame.node].parent);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* The frame there, or SCOPE_NONE. */
static guint32
hit_at (ScopeFlameView *self, double x, double y)
{
  ScopeFlameOptions options;

  if (self->flame == NULL)
    return SCOPE_NONE;
  init_options (self, &options);
  return scope_flame_hit (self->flame, &options, x, y - options.scroll_y);
}

static gboolean
choose (ScopeChart *chart, double x, double y, gboolean zoom)
{
  ScopeFlameView *self = SCOPE_FLAME_VIEW (chart);
  guint32 i = hit_at (self, x, y);

  if (i != SCOPE_NONE)
    choose_frame (self, i, zoom);
  return i != SCOPE_NONE;
}

static char *
describe (ScopeChart *chart, double x, double y)
{
  ScopeFlameView *self = SCOPE_FLAME_VIEW (chart);
  guint32 i = hit_at (self, x, y);

  return i != SCOPE_NONE ? scope_flame_describe (self->flame, i) : NULL;
}

static void
zoom_out (ScopeFlameView *self)
{
  if (self->root != SCOPE_NONE)
    scope_flame_view_zoom_to (self, self->tree->nodes[self->root].parent);
}

static gboolean
key (ScopeChart *chart, guint keyval, GdkModifierType modifiers)
{
  static const struct
  {
    guint key, keypad;
    int dx, levels;
  } steps[] = { { GDK_KEY_Left, GDK_KEY_KP_Left, -1, 0 },
                { GDK_KEY_Right, GDK_KEY_KP_Right, 1, 0 },
                { GDK_KEY_Up, GDK_KEY_KP_Up, 0, -1 },
                { GDK_KEY_Down, GDK_KEY_KP_Down, 0, 1 } };
  ScopeFlameView *self = SCOPE_FLAME_VIEW (chart);

  if (self->flame == NULL || self->flame->frames->len == 0 || (modifiers & GDK_SHIFT_MASK))
    return GDK_EVENT_PROPAGATE;
  for (guint i = 0; i < G_N_ELEMENTS (steps); i++)
    if (keyval == steps[i].key || keyval == steps[i].keypad)
      {
        choose_frame (self, scope_flame_step (self->flame, self->chosen, steps[i].dx, steps[i].levels), FALSE);
        return GDK_EVENT_STOP;
      }
  switch (keyval)
    {
    case GDK_KEY_Home: case GDK_KEY_KP_Home:
      choose_frame (self, 0, FALSE);
      return GDK_EVENT_STOP;
    case GDK_KEY_Return: case GDK_KEY_KP_Enter: case GDK_KEY_plus: case GDK_KEY_KP_Add:
      if (self->chosen != SCOPE_NONE)
        choose_frame (self, self->chosen, TRUE);
      return GDK_EVENT_STOP;
    case GDK_KEY_BackSpace: case GDK_KEY_minus: case GDK_KEY_KP_Subtract:
      zoom_out (self);
      return GDK_EVENT_STOP;
    case GDK_KEY_Escape: case GDK_KEY_0: case GDK_KEY_KP_0:
      if (self->root == SCOPE_NONE)
        return GDK_EVENT_PROPAGATE;
      scope_flame_view_zoom_to (self, SCOPE_NONE);
      return GDK_EVENT_STOP;
    default:
      return GDK_EVENT_PROPAGATE;
    }
}

/* --- drawing --- */

static ScopeScene *
build (ScopeChart *chart, double width, double height)
{
  ScopeFlameView *self = SCOPE_FLAME_VIEW (chart);
  ScopeFlameOptions options;

  if (self->flame == NULL || chart->view == NULL)
    return NULL;
  init_options (self, &options);
  return scope_flame_scene (self->flame, &options);
}

static int
get_height (ScopeChart *chart)
{
  ScopeFlameView *self = SCOPE_FLAME_VIEW (chart);

  return self->flame != NULL ? (int) ceil (scope_flame_height (self->flame)) + 2 : 60;
}

/* Levels are fewer or more in another width: told when this is over. */
static gboolean
resize_again (gpointer data)
{
  g_autoptr (ScopeFlameView) self = data;

  gtk_widget_queue_resize (GTK_WIDGET (self));
  g_signal_emit_by_name (self, "changed");
  return G_SOURCE_REMOVE;
}

static void
scope_flame_view_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  ScopeFlameView *self = SCOPE_FLAME_VIEW (widget);
  guint before = self->flame != NULL ? self->flame->depth : 0;

  if (width == self->width)
    return;
  make (self, width);
  if (self->flame != NULL && self->flame->depth != before)
    g_idle_add (resize_again, g_object_ref (self));
}

/* --- life --- */

static void
scope_flame_view_finalize (GObject *object)
{
  ScopeFlameView *self = SCOPE_FLAME_VIEW (object);

  g_clear_pointer (&self->flame, scope_flame_free);
  g_clear_pointer (&self->tree, scope_call_tree_unref);
  g_free (self->search);
  G_OBJECT_CLASS (scope_flame_view_parent_class)->finalize (object);
}

static void
scope_flame_view_class_init (ScopeFlameViewClass *klass)
{
  ScopeChartClass *chart_class = SCOPE_CHART_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = scope_flame_view_finalize;
  GTK_WIDGET_CLASS (klass)->size_allocate = scope_flame_view_size_allocate;
  chart_class->build = build;
  chart_class->height = get_height;
  chart_class->in_scroller = TRUE;
  chart_class->redraws = SCOPE_VIEW_LOOK;
  chart_class->choose = choose;
  chart_class->describe = describe;
  chart_class->key = key;
  scope_add_signal (klass, "function-chosen", 1, G_TYPE_STRING);
  scope_add_signal (klass, "changed", 0);
}

static void
scope_flame_view_init (ScopeFlameView *self)
{
  self->root = self->chosen = SCOPE_NONE;
  self->tick_ps = 1000;
}

GtkWidget *
scope_flame_view_new (void)
{
  return scope_chart_new (SCOPE_TYPE_FLAME_VIEW, _("Flame graph"));
}
