/* scope-presenter.c: see scope-presenter.h.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "widgets/draw/scope-presenter.h"

#include "model/base/scope-each.h"

#include <math.h>

#define MAX_LAYOUTS 4096

struct _ScopePresenter
{
  GtkWidget *widget;
  GHashTable *layouts; /* "size bold width text" → PangoLayout */
  guint n_nodes;
};

/* A drawing under way. */
typedef struct
{
  ScopePresenter *presenter;
  GtkSnapshot *snapshot;
  const ScopeScene *scene;
  guint group;
  gboolean clipped;
} Drawing;

/* --- texts --- */

static PangoLayout *
get_layout (ScopePresenter *presenter, const char *text, const ScopeItem *item)
{
  gboolean ellipsis = item->ellipsis && item->width > 0;
  g_autofree char *key = g_strdup_printf ("%.1f %d %d %s", item->size, item->bold,
                                          ellipsis ? (int) item->width : -1, text);
  PangoLayout *layout = g_hash_table_lookup (presenter->layouts, key);
  PangoFontDescription *font;

  if (layout != NULL)
    return layout;
  if (g_hash_table_size (presenter->layouts) >= MAX_LAYOUTS)
    g_hash_table_remove_all (presenter->layouts);

  layout = gtk_widget_create_pango_layout (presenter->widget, text);
  font = pango_font_description_copy (pango_context_get_font_description (pango_layout_get_context (layout)));
  pango_font_description_set_absolute_size (font, item->size * PANGO_SCALE);
  pango_font_description_set_weight (font, item->bold ? PANGO_WEIGHT_BOLD : PANGO_WEIGHT_NORMAL);
  pango_layout_set_font_description (layout, font);
  pango_font_description_free (font);
  pango_layout_set_single_paragraph_mode (layout, TRUE);
  if (ellipsis)
    {
      pango_layout_set_width (layout, (int) item->width * PANGO_SCALE);
      pango_layout_set_ellipsize (layout, PANGO_ELLIPSIZE_END);
    }
  g_hash_table_insert (presenter->layouts, g_steal_pointer (&key), layout);
  return layout;
}

static void
draw_text (Drawing *drawing, const ScopeItem *item)
{
  PangoLayout *layout = get_layout (drawing->presenter, scope_scene_text (drawing->scene, item->text), item);
  GdkRGBA colour = scope_colour_rgba (item->colour);
  PangoRectangle ink, logical;
  double x = item->x, y;
  gboolean cut;

  pango_layout_get_pixel_extents (layout, &ink, &logical);
  if (item->align == SCOPE_ALIGN_CENTRE)
    x += (item->width - logical.width) / 2;
  else if (item->align == SCOPE_ALIGN_END)
    x += item->width - logical.width;
  y = item->y + (item->height - logical.height) / 2;
  cut = item->width > 0 && logical.width > item->width + 1;

  if (cut)
    gtk_snapshot_push_clip (drawing->snapshot, &GRAPHENE_RECT_INIT (item->x, item->y - 2, item->width, item->height + 4));
  gtk_snapshot_save (drawing->snapshot);
  gtk_snapshot_translate (drawing->snapshot, &GRAPHENE_POINT_INIT (round (x), round (y)));
  gtk_snapshot_append_layout (drawing->snapshot, layout, &colour);
  gtk_snapshot_restore (drawing->snapshot);
  if (cut)
    gtk_snapshot_pop (drawing->snapshot);
  drawing->presenter->n_nodes++;
}

/* --- cairo --- */

static void
set_colour (cairo_t *cr, ScopeColour colour)
{
  GdkRGBA rgba = scope_colour_rgba (colour);

  gdk_cairo_set_source_rgba (cr, &rgba);
}

static void
add_diagonals (cairo_t *cr, double x, double y, double width, double height, double period, gboolean falling)
{
  double start = floor ((x - height) / period) * period;

  for (double at = start; at < x + width; at += period)
    {
      cairo_move_to (cr, at, falling ? y : y + height);
      cairo_line_to (cr, at + height, falling ? y + height : y);
    }
}

void
scope_pattern_draw (cairo_t *cr, ScopePattern pattern, ScopeColour colour, double x, double y, double width,
                    double height)
{
  if (pattern == SCOPE_PATTERN_NONE || width <= 0 || height <= 0)
    return;
  cairo_save (cr);
  cairo_rectangle (cr, x, y, width, height);
  cairo_clip (cr);
  set_colour (cr, colour);
  cairo_set_line_width (cr, 1);
  switch (pattern)
    {
    case SCOPE_PATTERN_CENTRE_LINE:
      cairo_rectangle (cr, x, y + floor (height / 2) - 1, width, 2);
      cairo_fill (cr);
      break;
    case SCOPE_PATTERN_DOTS:
      for (double at = x + 1; at < x + width; at += 4)
        cairo_rectangle (cr, at, y + height - 2, 2, 2);
      cairo_fill (cr);
      cairo_rectangle (cr, x + .5, y + .5, width - 1, height - 1);
      cairo_stroke (cr);
      break;
    case SCOPE_PATTERN_DIAGONALS:
      add_diagonals (cr, x, y, width, height, 8, FALSE);
      cairo_stroke (cr);
      break;
    case SCOPE_PATTERN_HATCH:
      cairo_set_line_width (cr, 1.5);
      add_diagonals (cr, x, y, width, height, 6, FALSE);
      cairo_stroke (cr);
      break;
    case SCOPE_PATTERN_CROSS:
      add_diagonals (cr, x, y, width, height, 6, FALSE);
      add_diagonals (cr, x, y, width, height, 6, TRUE);
      cairo_stroke (cr);
      break;
    case SCOPE_PATTERN_HORIZONTAL:
      for (double at = y + 1.5; at < y + height; at += 3)
        {
          cairo_move_to (cr, x, at);
          cairo_line_to (cr, x + width, at);
        }
      cairo_stroke (cr);
      break;
    case SCOPE_PATTERN_VERTICAL:
      for (double at = x + 1.5; at < x + width; at += 3)
        {
          cairo_move_to (cr, at, y);
          cairo_line_to (cr, at, y + height);
        }
      cairo_stroke (cr);
      break;
    case SCOPE_PATTERN_NONE:
    case SCOPE_N_PATTERNS:
    default:
      break;
    }
  cairo_restore (cr);
}

static void
stroke (cairo_t *cr, const ScopeItem *item)
{
  double dashes[] = { 4, 3 };

  if (item->halo > 0)
    {
      cairo_path_t *path = cairo_copy_path (cr);

      set_colour (cr, item->second);
      cairo_set_line_width (cr, item->halo);
      cairo_stroke (cr);
      cairo_append_path (cr, path);
      cairo_path_destroy (path);
    }
  if (item->dash > 0)
    cairo_set_dash (cr, dashes, 2, 0);
  set_colour (cr, item->colour);
  cairo_set_line_width (cr, item->size);
  cairo_stroke (cr);
  cairo_set_dash (cr, NULL, 0, 0);
}

static void
draw_arrow (cairo_t *cr, const ScopeItem *item)
{
  double length = hypot (item->width, item->height);
  double size = MIN (7, length / 2);

  if (length < 2)
    return;
  cairo_save (cr);
  cairo_translate (cr, item->x + item->width, item->y + item->height);
  cairo_rotate (cr, atan2 (item->height, item->width));
  cairo_move_to (cr, 0, 0);
  cairo_line_to (cr, -size, -size / 2.4);
  cairo_line_to (cr, -size, size / 2.4);
  cairo_close_path (cr);
  set_colour (cr, item->colour);
  cairo_fill (cr);
  cairo_restore (cr);
}

static const cairo_user_data_key_t pixels_key;

static void
draw_image (cairo_t *cr, const ScopeScene *scene, const ScopeItem *item)
{
  const ScopeSceneImage *image = &g_array_index (scene->images, ScopeSceneImage, item->row);
  cairo_surface_t *surface = cairo_image_surface_create_for_data ((guchar *) image->pixels, CAIRO_FORMAT_ARGB32,
                                                                  (int) image->width, (int) image->height,
                                                                  (int) image->width * 4);

  /* Who records this draws the pixels when the scene is gone. */
  cairo_surface_set_user_data (surface, &pixels_key, g_bytes_ref (image->bytes), (cairo_destroy_func_t) g_bytes_unref);
  cairo_save (cr);
  cairo_rectangle (cr, item->x, item->y, item->width, item->height);
  cairo_clip (cr);
  cairo_translate (cr, item->x, item->y);
  cairo_scale (cr, item->width / image->width, item->height / image->height);
  cairo_set_source_surface (cr, surface, 0, 0);
  cairo_pattern_set_filter (cairo_get_source (cr), CAIRO_FILTER_NEAREST);
  cairo_paint (cr);
  cairo_restore (cr);
  cairo_surface_destroy (surface);
}

static void
draw_in_cairo (cairo_t *cr, const ScopeScene *scene, const ScopeItem *item)
{
  const float *points = &g_array_index (scene->points, float, 0);

  switch (item->type)
    {
    case SCOPE_ITEM_RECT:
      set_colour (cr, item->colour);
      cairo_rectangle (cr, item->x, item->y, item->width, item->height);
      cairo_fill (cr);
      scope_pattern_draw (cr, item->pattern, item->second, item->x, item->y, item->width, item->height);
      break;
    case SCOPE_ITEM_IMAGE:
      draw_image (cr, scene, item);
      break;
    case SCOPE_ITEM_LINE:
      cairo_move_to (cr, item->x, item->y);
      cairo_line_to (cr, item->x + item->width, item->y + item->height);
      stroke (cr, item);
      if (item->arrow)
        draw_arrow (cr, item);
      break;
    case SCOPE_ITEM_POLYGON:
    case SCOPE_ITEM_POLYLINE:
      points += item->points;
      for (guint i = 0; i < item->n_points; i++)
        cairo_line_to (cr, points[2 * i], points[2 * i + 1]);
      if (item->type == SCOPE_ITEM_POLYLINE)
        stroke (cr, item);
      else
        {
          set_colour (cr, item->colour);
          cairo_fill (cr);
        }
      break;
    default:
      break;
    }
}

static void
draw_text_in_cairo (cairo_t *cr, PangoLayout *layout, const ScopeScene *scene, const ScopeItem *item)
{
  PangoRectangle logical;
  double x = item->x;

  pango_layout_set_text (layout, scope_scene_text (scene, item->text), -1);
  pango_layout_get_pixel_extents (layout, NULL, &logical);
  if (item->align == SCOPE_ALIGN_CENTRE)
    x += (item->width - logical.width) / 2;
  else if (item->align == SCOPE_ALIGN_END)
    x += item->width - logical.width;
  set_colour (cr, item->colour);
  cairo_move_to (cr, round (x), round (item->y + (item->height - logical.height) / 2));
  pango_cairo_show_layout (cr, layout);
}

void
scope_presenter_draw_sparse (cairo_t *cr, const ScopeScene *scene, const char *font)
{
  g_autoptr (PangoLayout) layout = pango_cairo_create_layout (cr);
  PangoFontDescription *description = pango_font_description_from_string (font);
  guint group = 0;

  cairo_save (cr);
  SCOPE_EACH (const ScopeItem, item, scene->items)
    {
      if (item->group != group)
        {
          const ScopeSceneGroup *clip = &g_array_index (scene->groups, ScopeSceneGroup, item->group);

          group = item->group;
          cairo_restore (cr);
          cairo_save (cr);
          if (group != 0)
            {
              cairo_rectangle (cr, clip->x, clip->y, clip->width, clip->height);
              cairo_clip (cr);
            }
        }
      if (item->type == SCOPE_ITEM_TEXT)
        {
          pango_font_description_set_absolute_size (description, item->size * PANGO_SCALE);
          pango_font_description_set_weight (description, item->bold ? PANGO_WEIGHT_BOLD : PANGO_WEIGHT_NORMAL);
          pango_layout_set_font_description (layout, description);
          draw_text_in_cairo (cr, layout, scene, item);
        }
      else
        draw_in_cairo (cr, scene, item);
    }
  cairo_restore (cr);
  pango_font_description_free (description);
}

/* --- which way an item goes --- */

static gboolean
is_upright (const ScopeItem *item)
{
  return item->type == SCOPE_ITEM_LINE && (item->width == 0 || item->height == 0) && item->halo == 0
         && item->dash == 0 && !item->arrow;
}

static gboolean
needs_cairo (const ScopeItem *item)
{
  switch (item->type)
    {
    case SCOPE_ITEM_RECT:
      return item->pattern != SCOPE_PATTERN_NONE;
    case SCOPE_ITEM_LINE:
      return !is_upright (item);
    case SCOPE_ITEM_IMAGE:
    case SCOPE_ITEM_POLYGON:
    case SCOPE_ITEM_POLYLINE:
      return TRUE;
    default:
      return FALSE;
    }
}

static graphene_rect_t
item_bounds (const ScopeScene *scene, const ScopeItem *item)
{
  graphene_rect_t bounds = GRAPHENE_RECT_INIT (item->x, item->y, item->width, item->height);
  const float *points = &g_array_index (scene->points, float, 0);
  float margin = MAX (item->size, item->halo) / 2 + (item->arrow ? 8 : 1);

  if (item->type == SCOPE_ITEM_RECT || item->type == SCOPE_ITEM_IMAGE)
    return bounds;
  if (item->type == SCOPE_ITEM_POLYGON || item->type == SCOPE_ITEM_POLYLINE)
    {
      points += item->points;
      for (guint i = 0; i < item->n_points; i++)
        {
          graphene_rect_t at = GRAPHENE_RECT_INIT (points[2 * i], points[2 * i + 1], 0, 0);

          if (i == 0)
            bounds = at;
          else
            graphene_rect_union (&bounds, &at, &bounds);
        }
      margin = item->type == SCOPE_ITEM_POLYGON ? 1 : margin;
    }
  graphene_rect_normalize (&bounds);
  graphene_rect_inset (&bounds, -margin, -margin);
  return bounds;
}

/* Draws items [i, return value) into one cairo node. */
static guint
draw_batch (Drawing *drawing, guint i)
{
  const ScopeScene *scene = drawing->scene;
  const ScopeItem *items = &g_array_index (scene->items, ScopeItem, 0);
  graphene_rect_t bounds = item_bounds (scene, &items[i]), whole, clip;
  guint end = i + 1;
  cairo_t *cr;

  for (; end < scene->items->len && needs_cairo (&items[end]) && items[end].group == items[i].group; end++)
    {
      graphene_rect_t more = item_bounds (scene, &items[end]);

      graphene_rect_union (&bounds, &more, &bounds);
    }
  whole = GRAPHENE_RECT_INIT (0, 0, scene->width, scene->height);
  if (!graphene_rect_intersection (&bounds, &whole, &clip))
    return end;
  cr = gtk_snapshot_append_cairo (drawing->snapshot, &clip);
  cairo_set_antialias (cr, CAIRO_ANTIALIAS_FAST);
  for (; i < end; i++)
    draw_in_cairo (cr, scene, &items[i]);
  cairo_destroy (cr);
  drawing->presenter->n_nodes++;
  return end;
}

static void
draw_plain (Drawing *drawing, const ScopeItem *item)
{
  GdkRGBA colour = scope_colour_rgba (item->colour);
  graphene_rect_t rect = GRAPHENE_RECT_INIT (item->x, item->y, item->width, item->height);

  if (item->type == SCOPE_ITEM_TEXT)
    {
      draw_text (drawing, item);
      return;
    }
  if (item->type == SCOPE_ITEM_LINE)
    {
      graphene_rect_normalize (&rect);
      if (rect.size.width == 0)
        rect = GRAPHENE_RECT_INIT (floorf (rect.origin.x), rect.origin.y, MAX (1, item->size), rect.size.height);
      else
        rect = GRAPHENE_RECT_INIT (rect.origin.x, floorf (rect.origin.y), rect.size.width, MAX (1, item->size));
    }
  if (rect.size.width <= 0 || rect.size.height <= 0 || colour.alpha <= 0)
    return;
  gtk_snapshot_append_color (drawing->snapshot, &colour, &rect);
  drawing->presenter->n_nodes++;
}

static void
set_group (Drawing *drawing, guint group)
{
  const ScopeSceneGroup *clip;

  if (group == drawing->group)
    return;
  if (drawing->clipped)
    gtk_snapshot_pop (drawing->snapshot);
  drawing->clipped = group != 0 && group < drawing->scene->groups->len;
  drawing->group = group;
  if (drawing->clipped)
    {
      clip = &g_array_index (drawing->scene->groups, ScopeSceneGroup, group);
      gtk_snapshot_push_clip (drawing->snapshot, &GRAPHENE_RECT_INIT (clip->x, clip->y, clip->width, clip->height));
    }
}

void
scope_presenter_draw (ScopePresenter *presenter, GtkSnapshot *snapshot, const ScopeScene *scene,
                      ScopeStripFunc strip, gpointer data)
{
  Drawing drawing = { presenter, snapshot, scene, 0, FALSE };

  presenter->n_nodes = 0;
  for (guint i = 0; i < scene->items->len;)
    {
      const ScopeItem *item = &g_array_index (scene->items, ScopeItem, i);

      set_group (&drawing, item->group);
      if (needs_cairo (item))
        {
          i = draw_batch (&drawing, i);
          continue;
        }
      if (item->type == SCOPE_ITEM_STRIP || item->type == SCOPE_ITEM_LAYER)
        {
          if (strip != NULL)
            strip (data, scene, item, snapshot);
          presenter->n_nodes++;
        }
      else
        draw_plain (&drawing, item);
      i++;
    }
  set_group (&drawing, 0);
}

/* --- life --- */

ScopePresenter *
scope_presenter_new (GtkWidget *widget)
{
  ScopePresenter *presenter = g_new0 (ScopePresenter, 1);

  presenter->widget = widget;
  presenter->layouts = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_object_unref);
  return presenter;
}

void
scope_presenter_free (ScopePresenter *presenter)
{
  if (presenter == NULL)
    return;
  g_hash_table_unref (presenter->layouts);
  g_free (presenter);
}

void
scope_presenter_clear (ScopePresenter *presenter)
{
  g_hash_table_remove_all (presenter->layouts);
}

guint
scope_presenter_n_nodes (ScopePresenter *presenter)
{
  return presenter->n_nodes;
}
