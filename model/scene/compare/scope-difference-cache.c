/* scope-difference-cache.c: strips of differences and their pixels, kept between frames; what 100 % are.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/scene/compare/scope-difference-private.h"

#include "model/base/scope-each.h"

#include <math.h>
#include <string.h>

#define LEAST_STRIPS 512u
#define FULL_COLUMNS 512

struct _ScopeDifferenceCache
{
  GHashTable *kept;     /* ScopeDifferenceKept by place */
  GHashTable *pictures; /* of rows as last drawn: key → ScopeDifferencePicture */
  guint max;
};

static guint
kept_hash (gconstpointer data)
{
  const ScopeDifferenceKept *k = data;

  return g_str_hash (k->key) ^ g_double_hash (&k->scale) ^ (guint) (k->index * 0x9e3779b1u) ^ ((guint) k->whole << 29);
}

static gboolean
kept_equal (gconstpointer a, gconstpointer b)
{
  const ScopeDifferenceKept *x = a, *y = b;

  return x->index == y->index && x->scale == y->scale && x->first == y->first && x->whole == y->whole
         && strcmp (x->key, y->key) == 0;
}

static void
kept_free (gpointer data)
{
  ScopeDifferenceKept *kept = data;

  scope_difference_strip_free (kept->strip);
  g_free (kept->pixels);
  g_free (kept->key);
  g_free (kept);
}

static void
picture_free (gpointer data)
{
  g_free (((ScopeDifferencePicture *) data)->pixels);
  g_free (data);
}

ScopeDifferenceCache *
scope_difference_cache_new (void)
{
  ScopeDifferenceCache *cache = g_new0 (ScopeDifferenceCache, 1);

  cache->kept = g_hash_table_new_full (kept_hash, kept_equal, NULL, kept_free);
  cache->pictures = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, picture_free);
  cache->max = LEAST_STRIPS;
  return cache;
}

void
scope_difference_cache_free (ScopeDifferenceCache *cache)
{
  if (cache == NULL)
    return;
  g_hash_table_unref (cache->kept);
  g_hash_table_unref (cache->pictures);
  g_free (cache);
}

void
scope_difference_cache_clear (ScopeDifferenceCache *cache)
{
  g_hash_table_remove_all (cache->kept);
  g_hash_table_remove_all (cache->pictures);
}

void
scope_difference_cache_drop_incomplete (ScopeDifferenceCache *cache)
{
  SCOPE_EACH_VALUE (ScopeDifferenceKept, kept, cache->kept)
    kept->stale = kept->strip->incomplete;
}

void
scope_difference_cache_make_room (ScopeDifferenceCache *cache, guint n)
{
  cache->max = MAX (LEAST_STRIPS, n);
}

ScopeDifferencePicture *
scope_difference_cache_picture (ScopeDifferenceCache *cache, const char *key, gboolean make)
{
  ScopeDifferencePicture *picture = g_hash_table_lookup (cache->pictures, key);

  if (picture == NULL && make)
    {
      picture = g_new0 (ScopeDifferencePicture, 1);
      g_hash_table_insert (cache->pictures, g_strdup (key), picture);
    }
  return picture;
}

static gboolean
is_other_scale (gpointer key, gpointer value, gpointer user_data)
{
  const ScopeDifferenceKept *kept = value;

  return !kept->whole && kept->scale != *(double *) user_data;
}

static gboolean
is_late (ScopeTileGetter *getter)
{
  if (getter->deadline == 0 || g_get_monotonic_time () < getter->deadline)
    return FALSE;
  getter->late = TRUE;
  return TRUE;
}

/* The row's strip, made if need be; NULL: no time left. */
static ScopeDifferenceKept *
get (const ScopeDifferenceBuild *b, const ScopeDifferenceRow *row, double scale, gint64 index, guint n, gboolean whole)
{
  ScopeDifferenceKept key = { .key = row->key, .scale = scale, .first = b->first, .index = index, .whole = whole };
  ScopeDifferenceKept *kept = g_hash_table_lookup (b->cache->kept, &key);
  g_autofree ScopeLaneSource *run = NULL, *baseline = NULL;
  ScopeDifferenceSide here = { .getter = b->run }, there = { .getter = b->baseline };

  if (kept != NULL && !kept->stale && (whole || kept->finer >= b->finer || !kept->strip->vague))
    return kept;
  if (is_late (b->run))
    return kept;
  here.lanes = run = scope_difference_row_sources (b->rows, row, FALSE, &here.n_lanes);
  there.lanes = baseline = scope_difference_row_sources (b->rows, row, TRUE, &there.n_lanes);
  if (g_hash_table_size (b->cache->kept) >= b->cache->max)
    g_hash_table_foreach_remove (b->cache->kept, is_other_scale, &scale);
  if (g_hash_table_size (b->cache->kept) >= b->cache->max)
    g_hash_table_remove_all (b->cache->kept);
  kept = g_memdup2 (&key, sizeof key);
  kept->key = g_strdup (row->key);
  kept->finer = b->finer;
  kept->lanes = MAX (here.n_lanes, there.n_lanes);
  kept->strip = scope_difference_strip_new (&here, &there, b->map, b->first, scale, index * SCOPE_STRIP_COLUMNS, n,
                                            b->finer);
  g_hash_table_replace (b->cache->kept, kept, kept);
  return kept;
}

ScopeDifferenceKept *
scope_difference_get (const ScopeDifferenceBuild *b, const ScopeDifferenceRow *row, gint64 index)
{
  return get (b, row, scope_viewport_scale (b->viewport), index, SCOPE_STRIP_COLUMNS, FALSE);
}

double
scope_difference_full (const ScopeDifferenceBuild *b, const ScopeDifferenceRow *row)
{
  const ScopeViewport *v = b->viewport;
  ScopeDifferenceKept *kept = get (b, row, MAX ((double) (v->last - v->first) / FULL_COLUMNS, 1), 0, FULL_COLUMNS, TRUE);

  if (kept == NULL)
    return 1;
  return kept->strip->counts ? MAX (scope_difference_strip_most (kept->strip), 1) : MAX (kept->lanes, 1);
}

const guint32 *
scope_difference_pixels (ScopeDifferenceKept *kept, const ScopeRasterOptions *options)
{
  if (kept->pixels != NULL && kept->height == options->height && kept->full == options->full
      && kept->palette == options->palette && kept->ground == options->ground && kept->dim == options->dim)
    return kept->pixels;
  g_free (kept->pixels);
  kept->pixels = g_new (guint32, kept->strip->n * MAX (options->height, 1));
  kept->height = options->height;
  kept->full = options->full;
  kept->palette = options->palette;
  kept->ground = options->ground;
  kept->dim = options->dim;
  scope_raster_difference (kept->strip, 0, kept->strip->n, options, kept->pixels, kept->strip->n * 4);
  return kept->pixels;
}
