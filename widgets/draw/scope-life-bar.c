/* scope-life-bar.c: see scope-life-bar.h.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "widgets/draw/scope-life-bar.h"

#include "model/scene/draw/scope-raster.h"
#include "widgets/draw/scope-presenter.h"

#define HEIGHT 16
#define LINE 2

struct _ScopeLifeBar
{
  GtkWidget parent_instance;

  ScopeLife life;
  ScopeLaneSource *lanes;
  cairo_surface_t *picture; /* NULL: not made yet */
  gboolean incomplete;
};

G_DEFINE_FINAL_TYPE (ScopeLifeBar, scope_life_bar, GTK_TYPE_WIDGET)

static void
forget_picture (ScopeLifeBar *self)
{
  g_clear_pointer (&self->picture, cairo_surface_destroy);
  self->incomplete = FALSE;
}

static void
tiles_arrived (ScopeLifeBar *self)
{
  if (!self->incomplete)
    return;
  forget_picture (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static gboolean
same_life (const ScopeLife *a, const ScopeLife *b)
{
  if (a->tiles != b->tiles || a->n_lanes != b->n_lanes || a->from != b->from || a->to != b->to
      || a->first != b->first || a->last != b->last || a->palette != b->palette)
    return FALSE;
  for (guint i = 0; i < a->n_lanes; i++)
    if (a->lanes[i].store != b->lanes[i].store || a->lanes[i].lane != b->lanes[i].lane
        || a->lanes[i].offset != b->lanes[i].offset)
      return FALSE;
  return TRUE;
}

void
scope_life_bar_set (ScopeLifeBar *self, const ScopeLife *life)
{
  ScopeTileCache *before = self->life.tiles, *after = life != NULL ? life->tiles : NULL;

  if (life != NULL && same_life (&self->life, life))
    return;
  if (before != after && before != NULL)
    g_signal_handlers_disconnect_by_func (before, tiles_arrived, self);
  if (before != after && after != NULL)
    g_signal_connect_object (after, "tiles-arrived", G_CALLBACK (tiles_arrived), self, G_CONNECT_SWAPPED);
  g_clear_pointer (&self->lanes, g_free);
  self->life = life != NULL ? *life : (ScopeLife){ .first = 1 };
  if (life != NULL)
    self->lanes = g_memdup2 (life->lanes, life->n_lanes * sizeof *life->lanes);
  self->life.lanes = self->lanes;
  forget_picture (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* A column of the strip is a pixel of the device. */
static void
make_picture (ScopeLifeBar *self, int width, int height)
{
  double scale = ((double)self->life.to - (double)self->life.from) / width;
  ScopeRasterOptions options
      = { .palette = scope_palette_get (self->life.palette), .height = (guint)height, .patterns = TRUE };
  g_autoptr (ScopeStrip) strip = NULL;
  ScopeTileGetter getter;

  scope_tile_getter_init (&getter, self->life.tiles);
  strip = scope_strip_new (&getter, self->lanes, self->life.n_lanes, self->life.from, scale, 0, (guint)width);
  self->picture = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, width, height);
  scope_raster_strip (strip, 0, (guint)width, &options,
                      (guint32 *)(gpointer)cairo_image_surface_get_data (self->picture),
                      (gsize)cairo_image_surface_get_stride (self->picture));
  cairo_surface_mark_dirty (self->picture);
  self->incomplete = strip->incomplete || getter.missing > 0;
}

static void
draw_group (ScopeLifeBar *self, GtkSnapshot *snapshot, int width, double y)
{
  double all = (double)self->life.to - (double)self->life.from;
  double x0 = ((double)self->life.first - (double)self->life.from) / all * width;
  double x1 = ((double)self->life.last - (double)self->life.from) / all * width;
  GdkRGBA colour = scope_colour_rgba (scope_palette_get (self->life.palette)->text);

  if (self->life.first > self->life.last || x1 < 0 || x0 > width)
    return;
  x0 = CLAMP (x0, 0, width - LINE);
  x1 = CLAMP (x1, x0 + LINE, width);
  gtk_snapshot_append_color (snapshot, &colour,
                             &GRAPHENE_RECT_INIT ((float)x0, (float)y, (float)(x1 - x0), LINE));
}

static void
scope_life_bar_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  ScopeLifeBar *self = SCOPE_LIFE_BAR (widget);
  int width = gtk_widget_get_width (widget), height = gtk_widget_get_height (widget);
  int factor = gtk_widget_get_scale_factor (widget), bar = MIN (height, HEIGHT) - LINE - 1,
      top = (height - bar - LINE - 1) / 2;
  GdkRGBA ground;
  cairo_t *cr;

  if (self->life.tiles == NULL || self->life.to <= self->life.from || width < 2 || bar < 2)
    return;
  ground = scope_colour_rgba (scope_colour_alpha (scope_palette_get (self->life.palette)->text, .08));
  gtk_snapshot_append_color (snapshot, &ground,
                             &GRAPHENE_RECT_INIT (0, (float)top, (float)width, (float)bar));
  if (self->picture != NULL && cairo_image_surface_get_width (self->picture) != width * factor)
    forget_picture (self);
  if (self->picture == NULL)
    make_picture (self, width * factor, bar * factor);
  cr = gtk_snapshot_append_cairo (snapshot, &GRAPHENE_RECT_INIT (0, (float)top, (float)width, (float)bar));
  cairo_translate (cr, 0, top);
  cairo_scale (cr, 1. / factor, 1. / factor);
  cairo_set_source_surface (cr, self->picture, 0, 0);
  cairo_paint (cr);
  cairo_destroy (cr);
  draw_group (self, snapshot, width, top + bar + 1);
}

static void
scope_life_bar_measure (GtkWidget *widget,
                        GtkOrientation orientation,
                        int for_size,
                        int *minimum,
                        int *natural,
                        int *minimum_baseline,
                        int *natural_baseline)
{
  *minimum = orientation == GTK_ORIENTATION_HORIZONTAL ? 40 : HEIGHT;
  *natural = orientation == GTK_ORIENTATION_HORIZONTAL ? 180 : HEIGHT;
}

static void
scope_life_bar_dispose (GObject *object)
{
  scope_life_bar_set (SCOPE_LIFE_BAR (object), NULL);
  G_OBJECT_CLASS (scope_life_bar_parent_class)->dispose (object);
}

static void
scope_life_bar_class_init (ScopeLifeBarClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = scope_life_bar_dispose;
  widget_class->measure = scope_life_bar_measure;
  widget_class->snapshot = scope_life_bar_snapshot;
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
}

static void
scope_life_bar_init (ScopeLifeBar *self)
{
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
}
