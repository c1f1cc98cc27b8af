/* scope-strip-pictures.c: see scope-strip-pictures.h.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "widgets/canvas/scope-strip-pictures.h"

#include "model/base/scope-each.h"

#include <math.h>

typedef struct
{
  cairo_surface_t *surface; /* its pixels are the picture */
  GdkTexture *texture;      /* made when first drawn that way */
  guint frame;              /* last drawn */
  gboolean complete;
  gboolean stale;           /* to be made again */
} Picture;

/* Pictures of one row, all of one zoom. */
typedef struct
{
  GHashTable *by_index; /* gint64* → Picture */
  double scale;
  guint height;
  gboolean whole;       /* the last frame had all it needed */
} Row;

struct _ScopeStripPictures
{
  GHashTable *rows; /* the lane's key → Row */
  GHashTable *old;  /* the same, of the last zoom at which the row was whole */
  gsize bytes;      /* of rows */
  guint frame;
  gboolean ran_out;
  /* what all pictures were made for */
  double scale;
  gint64 first;
  guint64 look; /* scope_timeline_look_digest() */
};

static gsize
picture_bytes (const Picture *picture)
{
  return (gsize) cairo_image_surface_get_stride (picture->surface)
         * (gsize) cairo_image_surface_get_height (picture->surface);
}

static void
picture_free (gpointer data)
{
  Picture *picture = data;

  cairo_surface_destroy (picture->surface);
  g_clear_object (&picture->texture);
  g_free (picture);
}

static void
row_free (gpointer data)
{
  Row *row = data;

  g_hash_table_unref (row->by_index);
  g_free (row);
}

ScopeStripPictures *
scope_strip_pictures_new (void)
{
  ScopeStripPictures *pictures = g_new0 (ScopeStripPictures, 1);

  pictures->rows = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, row_free);
  pictures->old = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, row_free);
  return pictures;
}

void
scope_strip_pictures_free (ScopeStripPictures *pictures)
{
  if (pictures == NULL)
    return;
  g_hash_table_unref (pictures->rows);
  g_hash_table_unref (pictures->old);
  g_free (pictures);
}

void
scope_strip_pictures_clear (ScopeStripPictures *pictures)
{
  g_hash_table_remove_all (pictures->rows);
  g_hash_table_remove_all (pictures->old);
  pictures->bytes = 0;
}

/* Another zoom: what was whole serves until the new pictures are made. */
static void
put_aside (ScopeStripPictures *pictures)
{
  GHashTableIter rows;
  gpointer key, value;

  g_hash_table_iter_init (&rows, pictures->rows);
  while (g_hash_table_iter_next (&rows, &key, &value))
    if (((Row *) value)->whole)
      {
        g_hash_table_iter_steal (&rows);
        g_hash_table_replace (pictures->old, key, value);
      }
  g_hash_table_remove_all (pictures->rows);
  pictures->bytes = 0;
}

/* Forgets what the last frame did not draw. */
static void
shrink (ScopeStripPictures *pictures)
{
  GHashTableIter rows, inner;
  gpointer value;

  g_hash_table_iter_init (&rows, pictures->rows);
  while (g_hash_table_iter_next (&rows, NULL, &value))
    {
      Row *row = value;
      gpointer picture;

      g_hash_table_iter_init (&inner, row->by_index);
      while (g_hash_table_iter_next (&inner, NULL, &picture))
        if (((Picture *) picture)->frame != pictures->frame)
          {
            pictures->bytes -= picture_bytes (picture);
            g_hash_table_iter_remove (&inner);
          }
      if (g_hash_table_size (row->by_index) == 0)
        g_hash_table_iter_remove (&rows);
    }
}

void
scope_strip_pictures_begin (ScopeStripPictures *pictures, ScopeView *view)
{
  const ScopeViewport *viewport = scope_view_get_viewport (view);
  double scale = scope_viewport_scale (viewport);
  guint64 look = scope_timeline_look_digest (view);

  /* A pan changes the scale by a rounding error; over the width of a picture that is nothing. */
  if (viewport->first != pictures->first || look != pictures->look)
    scope_strip_pictures_clear (pictures);
  else if (fabs (scale - pictures->scale) > 1e-9 * scale)
    put_aside (pictures);
  else if (!pictures->ran_out)
    g_hash_table_remove_all (pictures->old);
  if (pictures->bytes > SCOPE_PICTURES_BYTES)
    shrink (pictures);
  pictures->scale = scale;
  pictures->first = viewport->first;
  pictures->look = look;
  pictures->frame++;
  pictures->ran_out = FALSE;
}

gboolean
scope_strip_pictures_end (ScopeStripPictures *pictures)
{
  return pictures->ran_out;
}

gboolean
scope_strip_pictures_drop_incomplete (ScopeStripPictures *pictures)
{
  gboolean any = FALSE;
  GHashTableIter rows, inner;
  gpointer value, picture;

  g_hash_table_iter_init (&rows, pictures->rows);
  while (g_hash_table_iter_next (&rows, NULL, &value))
    {
      g_hash_table_iter_init (&inner, ((Row *) value)->by_index);
      while (g_hash_table_iter_next (&inner, NULL, &picture))
        if (!((Picture *) picture)->complete)
          any = ((Picture *) picture)->stale = TRUE;
    }
  return any;
}

static Row *
get_row (ScopeStripPictures *pictures, const char *key, guint height)
{
  Row *row = g_hash_table_lookup (pictures->rows, key);

  if (row != NULL && row->height == height)
    return row;
  if (row != NULL)
    {
      SCOPE_EACH_VALUE (void, picture, row->by_index)
        pictures->bytes -= picture_bytes (picture);
      g_hash_table_remove (pictures->rows, key);
    }
  row = g_new0 (Row, 1);
  row->by_index = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, picture_free);
  row->scale = pictures->scale;
  row->height = height;
  g_hash_table_insert (pictures->rows, g_strdup (key), row);
  return row;
}

static Picture *
picture_new (guint height)
{
  Picture *picture = g_new0 (Picture, 1);

  picture->surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, SCOPE_STRIP_COLUMNS, (int) height);
  picture->stale = TRUE;
  return picture;
}

/* FALSE if the getter's deadline passed; then it is as it was. */
static gboolean
make_picture (Picture *picture, const Row *row, guint row_index, gint64 index, ScopeView *view,
              ScopeTileGetter *getter, ScopeStripCache *cache)
{
  gboolean complete;

  if (getter->late || (getter->deadline != 0 && g_get_monotonic_time () > getter->deadline))
    return FALSE;
  cairo_surface_flush (picture->surface);
  complete = scope_timeline_raster (view, row_index, index, row->height, getter, cache,
                                    (guint32 *) (gpointer) cairo_image_surface_get_data (picture->surface),
                                    (gsize) cairo_image_surface_get_stride (picture->surface));
  if (getter->late)
    return FALSE;
  cairo_surface_mark_dirty (picture->surface);
  picture->complete = complete;
  picture->stale = FALSE;
  g_clear_object (&picture->texture);
  return TRUE;
}

/* The picture at `index`, made now if there is time; NULL if there is none yet. */
static Picture *
get_picture (ScopeStripPictures *pictures, Row *row, guint row_index, gint64 index, ScopeView *view,
             ScopeTileGetter *getter, ScopeStripCache *cache)
{
  Picture *picture = g_hash_table_lookup (row->by_index, &index);
  gboolean is_new = picture == NULL;

  if (is_new)
    picture = picture_new (row->height);
  if (picture->stale && !make_picture (picture, row, row_index, index, view, getter, cache))
    {
      pictures->ran_out = TRUE;
      if (is_new)
        {
          picture_free (picture);
          return NULL;
        }
    }
  if (is_new)
    {
      g_hash_table_insert (row->by_index, g_memdup2 (&index, sizeof index), picture);
      pictures->bytes += picture_bytes (picture);
    }
  picture->frame = pictures->frame;
  return picture;
}

static GdkTexture *
get_texture (Picture *picture)
{
  if (picture->texture == NULL)
    {
      int height = cairo_image_surface_get_height (picture->surface);
      gsize stride = (gsize) cairo_image_surface_get_stride (picture->surface);
      g_autoptr (GBytes) bytes =
          g_bytes_new (cairo_image_surface_get_data (picture->surface), stride * (gsize) height);

      picture->texture = gdk_memory_texture_new (SCOPE_STRIP_COLUMNS, height, GDK_MEMORY_DEFAULT, bytes, stride);
    }
  return picture->texture;
}

/* Where pictures go in one drawing: the row's left edge in world pixels is at x. */
typedef struct
{
  GtkSnapshot *snapshot;
  cairo_t *cr; /* NULL: textures */
  gint64 left;
  double x, y;
  guint height;
} Place;

static void
draw_picture (const Place *place, Picture *picture, double x, double width)
{
  if (place->cr == NULL)
    {
      gtk_snapshot_append_texture (place->snapshot, get_texture (picture),
                                   &GRAPHENE_RECT_INIT (x, place->y, width, place->height));
      return;
    }
  if (width == SCOPE_STRIP_COLUMNS)
    {
      cairo_set_source_surface (place->cr, picture->surface, x, place->y);
      /* On a display of a finer scale its pixels become squares: between them and nothing there is no seam. */
      cairo_pattern_set_filter (cairo_get_source (place->cr), CAIRO_FILTER_NEAREST);
      cairo_rectangle (place->cr, x, place->y, width, place->height);
      cairo_fill (place->cr);
      return;
    }
  cairo_save (place->cr);
  cairo_translate (place->cr, x, place->y);
  cairo_scale (place->cr, width / SCOPE_STRIP_COLUMNS, 1);
  cairo_set_source_surface (place->cr, picture->surface, 0, 0);
  cairo_pattern_set_filter (cairo_get_source (place->cr), CAIRO_FILTER_FAST);
  cairo_rectangle (place->cr, 0, 0, SCOPE_STRIP_COLUMNS, place->height);
  cairo_fill (place->cr);
  cairo_restore (place->cr);
}

/* The pictures of another zoom, stretched to where picture `index` of this one would be. */
static void
draw_old (const Place *place, Row *old, double scale, gint64 index)
{
  double factor = old->scale / scale, width = SCOPE_STRIP_COLUMNS * factor;
  double at = place->x + (double) (index * SCOPE_STRIP_COLUMNS - place->left);
  gint64 from = (gint64) floor ((double) index / factor), to = (gint64) floor ((double) (index + 1) / factor);

  if (place->cr != NULL)
    {
      cairo_save (place->cr);
      cairo_rectangle (place->cr, at, place->y, SCOPE_STRIP_COLUMNS, place->height);
      cairo_clip (place->cr);
    }
  else
    gtk_snapshot_push_clip (place->snapshot,
                            &GRAPHENE_RECT_INIT (at, place->y, SCOPE_STRIP_COLUMNS, place->height));
  for (gint64 i = from; i <= to && to - from < 64; i++)
    {
      Picture *picture = g_hash_table_lookup (old->by_index, &i);

      if (picture != NULL)
        draw_picture (place, picture, place->x + (double) i * width - (double) place->left, width);
    }
  if (place->cr != NULL)
    cairo_restore (place->cr);
  else
    gtk_snapshot_pop (place->snapshot);
}

void
scope_strip_pictures_draw (ScopeStripPictures *pictures, GtkSnapshot *snapshot, gboolean textures,
                           ScopeView *view, guint row_index, gint64 left, double x, double y, double width,
                           guint height, ScopeTileGetter *getter, ScopeStripCache *cache)
{
  ScopeLaneNode *node = scope_lane_list_row (scope_view_get_lanes (view), row_index);
  gint64 from = left >> 8, to = (left + (gint64) ceil (width) - 1) >> 8;
  Place place = { snapshot, NULL, left, x, y, height };
  Row *row, *old;

  if (height == 0 || width < 1)
    return;
  row = get_row (pictures, node->key, height);
  old = g_hash_table_lookup (pictures->old, node->key);
  if (old != NULL && old->height != height)
    old = NULL;
  row->whole = TRUE;
  if (!textures)
    place.cr = gtk_snapshot_append_cairo (snapshot, &GRAPHENE_RECT_INIT (x, y, width, height));
  for (gint64 index = from; index <= to; index++)
    {
      Picture *picture = get_picture (pictures, row, row_index, index, view, getter, cache);

      if (picture != NULL)
        draw_picture (&place, picture, x + (double) (index * SCOPE_STRIP_COLUMNS - left), SCOPE_STRIP_COLUMNS);
      else
        {
          row->whole = FALSE;
          if (old != NULL)
            draw_old (&place, old, pictures->scale, index);
        }
    }
  if (place.cr != NULL)
    cairo_destroy (place.cr);
}
