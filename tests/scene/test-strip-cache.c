/* test-strip-cache.c: which strips are kept, and for how long.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/scene/draw/scope-strip-cache.h"

static ScopeStripKey
key_of (const char *row, double scale, gint64 index, gboolean whole)
{
  return (ScopeStripKey) { .row = row, .scale = scale, .index = index, .what = whole, .whole = whole };
}

static void
keep (ScopeStripCache *cache, const ScopeStripKey *key)
{
  g_autoptr (ScopeStrip) strip = scope_strip_new_blank (NULL, 0, 0, key->scale, key->index, 1);

  strip->incomplete = key->index % 2 == 1;
  scope_strip_cache_keep (cache, key, strip);
}

/* Is it there, and its own; and not stale, or is it? */
static gboolean
has (ScopeStripCache *cache, ScopeStripKey key, gboolean wanted_stale)
{
  gboolean stale;
  const ScopeStrip *strip = scope_strip_cache_look (cache, &key, &stale);

  g_assert_true (stale == (strip != NULL && wanted_stale));
  g_assert_true (strip == NULL || (strip->scale == key.scale && strip->x == key.index));
  return strip != NULL;
}

static guint
count (ScopeStripCache *cache, double scale, guint n)
{
  guint found = 0;

  for (guint i = 0; i < n; i++)
    found += has (cache, key_of ("a row", scale, i, FALSE), FALSE);
  return found;
}

static void
test_scales (void)
{
  ScopeStripCache *cache = scope_strip_cache_new (0);
  ScopeStripKey whole = key_of ("a row", 0.5, 0, TRUE);
  guint left = 0;

  keep (cache, &whole);
  for (guint frame = 1; frame <= 300; frame++)
    {
      for (guint i = 0; i < 100; i++)
        {
          ScopeStripKey key = key_of ("a row", frame, i, FALSE);

          keep (cache, &key);
        }
      g_assert_cmpuint (count (cache, frame, 100), ==, 100);
    }
  for (guint frame = 1; frame < 300; frame++)
    left += count (cache, frame, 100);
  g_assert_cmpuint (left, <=, SCOPE_STRIPS_AHEAD);
  g_assert_true (has (cache, whole, FALSE));
  scope_strip_cache_clear (cache);
  g_assert_false (has (cache, whole, FALSE));
  scope_strip_cache_free (cache);
}

/* What is seen at one scale, on a large screen with many rows, is not taken away before there is too much of it. */
static void
test_one_scale (void)
{
  ScopeStripCache *cache = scope_strip_cache_new (0);

  for (guint i = 0; i <= SCOPE_STRIPS_MOST; i++)
    {
      ScopeStripKey key = key_of ("a row", 7, i, FALSE);

      if (i == SCOPE_STRIPS_MOST)
        g_assert_cmpuint (count (cache, 7, i), ==, i);
      keep (cache, &key);
    }
  g_assert_cmpuint (count (cache, 7, SCOPE_STRIPS_MOST + 1), ==, 1);
  scope_strip_cache_free (cache);
}

static void
test_stale (void)
{
  ScopeStripCache *cache = scope_strip_cache_new (8);
  ScopeStripKey odd = key_of ("a row", 1, 1, FALSE), even = key_of ("a row", 1, 2, FALSE);

  keep (cache, &odd);
  keep (cache, &even);
  scope_strip_cache_drop_incomplete (cache);
  g_assert_true (has (cache, odd, TRUE));
  g_assert_true (has (cache, even, FALSE));
  keep (cache, &odd);
  g_assert_true (has (cache, odd, FALSE));
  g_assert_false (has (cache, key_of ("another", 1, 2, FALSE), FALSE));
  g_assert_false (has (cache, key_of ("a row", 1.5, 2, FALSE), FALSE));
  scope_strip_cache_free (cache);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/strip-cache/scales", test_scales);
  g_test_add_func ("/strip-cache/one-scale", test_one_scale);
  g_test_add_func ("/strip-cache/stale", test_stale);
  return g_test_run ();
}
