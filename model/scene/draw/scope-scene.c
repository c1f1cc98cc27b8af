/* scope-scene.c: the display list as flat arrays.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/scene/draw/scope-scene.h"

#include <string.h>

static void
image_clear (gpointer data)
{
  g_bytes_unref (((ScopeSceneImage *) data)->bytes);
}

ScopeScene *
scope_scene_new (double width, double height, const ScopePalette *palette)
{
  ScopeScene *scene = g_new0 (ScopeScene, 1);

  scene->width = width;
  scene->height = height;
  scene->palette = palette;
  scene->font_size = 11;
  scene->items = g_array_new (FALSE, TRUE, sizeof (ScopeItem));
  scene->groups = g_array_new (FALSE, TRUE, sizeof (ScopeSceneGroup));
  scene->points = g_array_new (FALSE, FALSE, sizeof (float));
  scene->strips = g_ptr_array_new_with_free_func ((GDestroyNotify) scope_strip_unref);
  scene->images = g_array_new (FALSE, FALSE, sizeof (ScopeSceneImage));
  g_array_set_clear_func (scene->images, image_clear);
  scene->texts = g_string_new (NULL);
  g_string_append_len (scene->texts, "", 1); /* offset 0: no text */
  scope_scene_add_group (scene, NULL, SCOPE_NONE, 0, 0, width, height);
  return scene;
}

void
scope_scene_free (ScopeScene *scene)
{
  if (scene == NULL)
    return;
  g_array_unref (scene->items);
  g_array_unref (scene->groups);
  g_array_unref (scene->points);
  g_ptr_array_unref (scene->strips);
  g_array_unref (scene->images);
  g_string_free (scene->texts, TRUE);
  g_free (scene);
}

static guint32
add_text (ScopeScene *scene, const char *text)
{
  guint32 offset = scene->texts->len;

  if (text == NULL || *text == '\0')
    return 0;
  g_string_append_len (scene->texts, text, strlen (text) + 1);
  return offset;
}

guint
scope_scene_add_group (ScopeScene *scene, const char *title, guint32 row, double x, double y, double width,
                       double height)
{
  ScopeSceneGroup group = { add_text (scene, title), row, x, y, width, height };

  g_array_append_val (scene->groups, group);
  scope_scene_set_group (scene, scene->groups->len - 1);
  return scene->groups->len - 1;
}

void
scope_scene_set_group (ScopeScene *scene, guint group)
{
  scene->group = group;
}

static ScopeItem *
add_item (ScopeScene *scene, ScopeItemType type)
{
  ScopeItem *item;

  g_array_set_size (scene->items, scene->items->len + 1);
  item = &g_array_index (scene->items, ScopeItem, scene->items->len - 1);
  item->type = type;
  item->group = scene->group;
  item->state = SCOPE_N_STATES;
  item->row = SCOPE_NONE;
  item->second_strip = SCOPE_NONE;
  return item;
}

ScopeItem *
scope_scene_rect (ScopeScene *scene, double x, double y, double width, double height, ScopeColour colour)
{
  ScopeItem *item = add_item (scene, SCOPE_ITEM_RECT);

  item->x = x;
  item->y = y;
  item->width = width;
  item->height = height;
  item->colour = colour;
  return item;
}

ScopeItem *
scope_scene_strip (ScopeScene *scene, double x, double y, double width, double height, guint32 row)
{
  ScopeItem *item = add_item (scene, SCOPE_ITEM_STRIP);

  item->x = x;
  item->y = y;
  item->width = width;
  item->height = height;
  item->row = row;
  item->left = scene->left;
  return item;
}

ScopeItem *
scope_scene_image (ScopeScene *scene, double x, double y, double width, double height, ScopeColour *pixels,
                   guint image_width, guint image_height)
{
  g_autoptr (GBytes) bytes = g_bytes_new_take (pixels, sizeof *pixels * image_width * image_height);

  return scope_scene_image_bytes (scene, x, y, width, height, bytes, image_width, image_height);
}

ScopeItem *
scope_scene_image_bytes (ScopeScene *scene, double x, double y, double width, double height, GBytes *bytes, guint image_width,
                         guint image_height)
{
  ScopeSceneImage image = { image_width, image_height, g_bytes_get_data (bytes, NULL), g_bytes_ref (bytes) };
  ScopeItem *item = scope_scene_rect (scene, x, y, width, height, 0);

  item->type = SCOPE_ITEM_IMAGE;
  item->row = scene->images->len;
  g_array_append_val (scene->images, image);
  return item;
}

ScopeItem *
scope_scene_layer (ScopeScene *scene, double x, double y, double width, double height)
{
  ScopeItem *item = scope_scene_rect (scene, x, y, width, height, 0);

  item->type = SCOPE_ITEM_LAYER;
  return item;
}

ScopeItem *
scope_scene_text_item (ScopeScene *scene, const char *text, double x, double y, double width, double height,
                       double size, ScopeColour colour, ScopeAlign align)
{
  guint32 offset = add_text (scene, text);
  ScopeItem *item = add_item (scene, SCOPE_ITEM_TEXT);

  item->text = offset;
  item->x = x;
  item->y = y;
  item->width = width;
  item->height = height;
  item->size = size;
  item->colour = colour;
  item->align = align;
  item->ellipsis = TRUE;
  return item;
}

ScopeItem *
scope_scene_line (ScopeScene *scene, double x0, double y0, double x1, double y1, double width, ScopeColour colour)
{
  ScopeItem *item = add_item (scene, SCOPE_ITEM_LINE);

  item->x = x0;
  item->y = y0;
  item->width = x1 - x0;
  item->height = y1 - y0;
  item->size = width;
  item->colour = colour;
  return item;
}

static ScopeItem *
add_points (ScopeScene *scene, ScopeItemType type, const float *points, guint n, ScopeColour colour)
{
  guint32 at = scene->points->len;
  ScopeItem *item;

  g_array_append_vals (scene->points, points, 2 * n);
  item = add_item (scene, type);
  item->points = at;
  item->n_points = n;
  item->colour = colour;
  return item;
}

ScopeItem *
scope_scene_polygon (ScopeScene *scene, const float *points, guint n, ScopeColour colour)
{
  return add_points (scene, SCOPE_ITEM_POLYGON, points, n, colour);
}

ScopeItem *
scope_scene_polyline (ScopeScene *scene, const float *points, guint n, double width, ScopeColour colour)
{
  ScopeItem *item = add_points (scene, SCOPE_ITEM_POLYLINE, points, n, colour);

  item->size = width;
  return item;
}

/* Widths of ASCII in thousandths of the size: a wide sans (DejaVu, Cantarell are narrower). */
static guint
glyph_width (gunichar c)
{
  if (c >= 0x1100)
    return 1000;
  if (c > 127)
    return 640;
  if (strchr ("ijl.,:;'|!", (int) c) != NULL)
    return 320;
  if (strchr ("frt()[] -/\"", (int) c) != NULL)
    return 400;
  if (strchr ("mwMW@%", (int) c) != NULL)
    return 960;
  if (c >= 'A' && c <= 'Z')
    return 700;
  return 620;
}

void
scope_scene_backdrop (ScopeScene *scene, const char *text, double x, double y, double width, double height, double size)
{
  scope_scene_rect (scene, x - 2, y, MIN (scope_text_width (text, size), width) + 4, height, scene->palette->canvas);
}

double
scope_text_width (const char *text, double size)
{
  double sum = 0;

  for (const char *p = text; *p != '\0'; p = g_utf8_next_char (p))
    sum += glyph_width (g_utf8_get_char (p));
  return sum * size / 1000;
}

/* --- scenes in scenes --- */

static void
append_groups (ScopeScene *scene, const ScopeScene *other, double x, double y)
{
  for (guint i = 0; i < other->groups->len; i++)
    {
      ScopeSceneGroup group = g_array_index (other->groups, ScopeSceneGroup, i);

      group.title = add_text (scene, scope_scene_text (other, group.title));
      group.x += (float) x;
      group.y += (float) y;
      g_array_append_val (scene->groups, group);
    }
}

static void
append_item (ScopeScene *scene, const ScopeScene *other, ScopeItem item, guint group, double x, double y)
{
  item.group = (guint16) (group + item.group);
  item.x += (float) x;
  item.y += (float) y;
  if (item.type == SCOPE_ITEM_TEXT)
    item.text = add_text (scene, scope_scene_text (other, item.text));
  else if (item.type == SCOPE_ITEM_IMAGE)
    item.row += scene->images->len;
  else if (item.type == SCOPE_ITEM_STRIP)
    {
      item.strip += scene->strips->len;
      if (item.second_strip != SCOPE_NONE)
        item.second_strip += scene->strips->len;
    }
  else if (item.type == SCOPE_ITEM_POLYGON || item.type == SCOPE_ITEM_POLYLINE)
    {
      const float *points = &g_array_index (other->points, float, item.points);
      guint at = scene->points->len;

      for (guint i = 0; i < item.n_points; i++)
        {
          float moved[] = { points[2 * i] + (float) x, points[2 * i + 1] + (float) y };

          g_array_append_vals (scene->points, moved, 2);
        }
      item.points = at;
    }
  g_array_append_val (scene->items, item);
}

void
scope_scene_append (ScopeScene *scene, ScopeScene *other, double x, double y)
{
  guint group = scene->groups->len;

  append_groups (scene, other, x, y);
  for (guint i = 0; i < other->items->len; i++)
    append_item (scene, other, g_array_index (other->items, ScopeItem, i), group, x, y);
  for (guint i = 0; i < other->strips->len; i++)
    g_ptr_array_add (scene->strips, scope_strip_ref (g_ptr_array_index (other->strips, i)));
  g_array_append_vals (scene->images, other->images->data, other->images->len);
  g_array_set_clear_func (other->images, NULL); /* the pixels are the scene's now */
  scene->missing += other->missing;
  scope_scene_set_group (scene, 0);
  scope_scene_free (other);
}
