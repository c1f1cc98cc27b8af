/* test-columns.c: columns of random lanes against sums made by hand, at every zoom; runs against intervals; the tile
 * cache.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "random-lane.h"

#include "model/scene/draw/scope-column-edges.h"

static void
check_strip (const Lane *lane, const ScopeStrip *strip, gint64 first, gint64 offset)
{
  for (guint c = 0; c < strip->n; c++)
    {
      double e0 = (double) scope_column_edge (first, offset, strip->scale, strip->x + c);
      double e1 = (double) scope_column_edge (first, offset, strip->scale, strip->x + c + 1);
      double true0 = (double) (first - offset) + (double) (strip->x + c) * strip->scale, sums[SCOPE_N_STATES];

      if (strip->scale < 4)
        {
          e0 = true0;
          e1 = true0 + strip->scale;
        }
      g_assert_cmpfloat (fabs (e0 - true0), <=, strip->scale / 8 * (1 + 1e-9));
      g_assert_cmpfloat_with_epsilon (strip->columns[c].total, e1 - e0, 1e-3);
      brute_force (lane, e0, e1, sums);
      for (guint s = 0; s < SCOPE_N_STATES; s++)
        g_assert_cmpfloat_with_epsilon (strip->columns[c].time[s], sums[s], strip->scale < 4 ? 1e-3 : 1e-9);
    }
}

static void
test_sums (void)
{
  GRand *rand = g_rand_new_with_seed (1);

  for (guint round = 0; round < 6; round++)
    {
      Lane lane;
      gint64 offset, first;

      lane_init (&lane, round, round < 3 ? 200 : 30000);
      offset = g_rand_int_range (rand, -100000, 100000);
      first = lane_first (&lane) + offset - 77;
      for (guint i = 0; i < 40; i++)
        {
          double whole = (double) (lane_last (&lane) - lane_first (&lane));
          double scale = exp (g_rand_double_range (rand, log (0.125), log (whole / 200)));
          gint64 x = (gint64) (g_rand_double (rand) * whole / scale) - 30;
          ScopeTileGetter getter = { read_tile, NULL, 0 };
          ScopeLaneSource source = { lane.store, lane.lane, offset };
          g_autoptr (ScopeStrip) strip = scope_strip_new (&getter, &source, 1, first, scale, x, 300);

          g_assert_cmpuint (getter.missing, ==, 0);
          check_strip (&lane, strip, first, offset);
        }
      lane_clear (&lane);
    }
  g_rand_free (rand);
}

/* Edges are what they are one by one, however many are asked for, near and far away. */
static void
test_edges (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (4);

  for (guint round = 0; round < 20000; round++)
    {
      double any = exp2 (g_rand_double_range (rand, -3, 40)), edges[9];
      double scale = round % 16 == 0 ? MAX (exp2 (floor (log2 (any))), 1) * 4.5 : any; /* then edges lie just between two bins */
      gint64 width = (gint64) 1 << scope_viewport_level (scale);
      guint64 bits = (guint64) g_rand_int (rand) << 32 | g_rand_int (rand);
      gint64 base = (gint64) (bits >> g_rand_int_range (rand, 1, 60)) * (round % 2 == 0 ? 1 : -1);
      gint64 x = (gint64) ((g_rand_double (rand) - 0.5) * exp2 (g_rand_double_range (rand, 2, 62 - MAX (log2 (scale), 0))));
      double below = (double) (base & (width - 1));

      scope_column_edges (edges, base, scale, x, 8);
      for (guint c = 0; c <= 8; c++)
        {
          double t = (double) (x + c) * scale;

          if (scale >= SCOPE_FRACTION_SCALE)
            t = (double) width * floor ((below + t) / (double) width + 0.5) - below;
          g_assert_cmpfloat (edges[c], ==, t);
        }
    }
}

/* --- bins that nobody made of rows --- */

typedef struct
{
  guint seed;
  guint bits; /* of what a bin holds: with 56 that of all bins of a tile has no room in 64 */
} Made;

static guint64
mixed (guint64 seed, gint64 a, guint b)
{
  guint64 v = seed * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15) + (guint64) a * 8 + b;

  v = (v ^ v >> 30) * G_GUINT64_CONSTANT (0xbf58476d1ce4e5b9);
  v = (v ^ v >> 27) * G_GUINT64_CONSTANT (0x94d049bb133111eb);
  return v ^ v >> 31;
}

/* What bin `b` of all bins at a level holds of a state; -1: a state that its tile lacks. */
static gint64
made_bin (const Made *made, gint64 b, guint state)
{
  if (mixed (made->seed, b >> SCOPE_TILE_SHIFT, state) % 3 == 0)
    return -1;
  return (gint64) (mixed (made->seed + 1, b, state) >> (64 - made->bits));
}

static ScopeTile *
make_tile (gpointer data, const ScopeTileKey *key)
{
  ScopeTile *tile = g_new0 (ScopeTile, 1);
  gint64 b0 = key->index * SCOPE_TILE_BINS;

  g_atomic_ref_count_init (&tile->ref_count);
  tile->level = (guint8) key->level;
  tile->index = key->index;
  for (guint s = 0; s < SCOPE_N_STATES; s++)
    if (made_bin (data, b0, s) >= 0)
      {
        tile->bins[s] = g_new (gint64, SCOPE_TILE_BINS);
        for (guint b = 0; b < SCOPE_TILE_BINS; b++)
          tile->bins[s][b] = made_bin (data, b0 + b, s);
      }
  return tile;
}

/* Columns hold just what is in the bins between their edges, at any scale, wherever tiles end, in strips of any width. */
static void
test_bins (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (11);

  for (guint round = 0; round < 150; round++)
    {
      Made made = { round, round % 4 == 0 ? 56 : 40 };
      ScopeTileGetter getter = { make_tile, &made, 0 };
      ScopeLaneSource source = { NULL, 0, g_rand_int_range (rand, -1000000, 1000000) };
      double scale = exp2 (g_rand_double_range (rand, 2, 30));
      gint64 first = g_rand_int (rand), x = g_rand_int_range (rand, -100000, 100000);
      guint level = scope_viewport_level (scale), n = (guint) g_rand_int_range (rand, 1, round % 3 == 0 ? 700 : 257);
      g_autoptr (ScopeStrip) strip = scope_strip_new (&getter, &source, 1, first, scale, x, n);

      for (guint c = 0; c < n; c++)
        {
          gint64 e0 = scope_column_edge (first, source.offset, scale, x + c);
          gint64 e1 = scope_column_edge (first, source.offset, scale, x + c + 1);

          for (guint s = 0; s < SCOPE_N_STATES; s++)
            {
              gint64 sum = 0;

              for (gint64 b = e0 >> level; b < e1 >> level; b++)
                sum += MAX (made_bin (&made, b, s), 0);
              g_assert_cmpfloat_with_epsilon (strip->columns[c].time[s], (double) sum, (double) sum * 1e-15 + 0.5);
            }
        }
    }
}

/* Two strips side by side are one: the same columns wherever they are cut. */
static void
test_cut (void)
{
  Lane lane;
  ScopeTileGetter getter = { read_tile, NULL, 0 };
  double scale = 333.3;

  lane_init (&lane, 9, 20000);
  {
    ScopeLaneSource source = { lane.store, lane.lane, 0 };
    g_autoptr (ScopeStrip) a = scope_strip_new (&getter, &source, 1, 0, scale, 5000, 256);
    g_autoptr (ScopeStrip) b = scope_strip_new (&getter, &source, 1, 0, scale, 5100, 256);

    for (guint i = 0; i < 156; i++)
      g_assert_cmpmem (&a->columns[100 + i], sizeof (ScopeColumn), &b->columns[i], sizeof (ScopeColumn));
  }
  lane_clear (&lane);
}

/* Two lanes added up. */
static void
test_sum_of_lanes (void)
{
  Lane a, b;

  lane_init (&a, 20, 3000);
  lane_init (&b, 21, 3000);
  {
    ScopeTileGetter getter = { read_tile, NULL, 0 };
    ScopeLaneSource both[] = { { a.store, a.lane, 0 }, { b.store, b.lane, 500 } };
    gint64 first = lane_first (&a);
    g_autoptr (ScopeStrip) sum = scope_strip_new (&getter, both, 2, first, 1000, 10, 200);
    g_autoptr (ScopeStrip) one = scope_strip_new (&getter, &both[0], 1, first, 1000, 10, 200);
    g_autoptr (ScopeStrip) two = scope_strip_new (&getter, &both[1], 1, first, 1000, 10, 200);

    g_assert_cmpuint (sum->n_runs, ==, 0);
    for (guint c = 0; c < 200; c++)
      {
        g_assert_cmpfloat_with_epsilon (sum->columns[c].total, one->columns[c].total + two->columns[c].total, 1e-6);
        for (guint s = 0; s < SCOPE_N_STATES; s++)
          g_assert_cmpfloat_with_epsilon (sum->columns[c].time[s], one->columns[c].time[s] + two->columns[c].time[s],
                                          1e-6);
      }
  }
  lane_clear (&a);
  lane_clear (&b);
}

static ScopeTile *
read_any_tile (gpointer data, const ScopeTileKey *key)
{
  return key->sum != NULL ? scope_lane_sum_read_tile (key->sum, key->level, key->index, NULL) : read_tile (data, key);
}

#define SUMMED 3u
#define COUNTED 600u

/* Added up as coarsely as a picture of all of it needs no time is lost, and none is where no lane lived. */
static void
check_coarse (ScopeLaneSum *sum, Lane *lanes)
{
  const ScopeLaneCoarse *coarse = scope_lane_sum_coarse (sum, NULL);

  g_assert_nonnull (coarse);
  g_assert_cmpuint (coarse->n, >, SCOPE_COARSE_BINS / 4);
  g_assert_cmpuint (coarse->n, <=, SCOPE_COARSE_BINS + 4);
  for (guint s = 0; s < SCOPE_N_STATES; s++)
    {
      gint64 all = 0, told = 0;

      for (guint i = 0; i < SUMMED; i++)
        {
          gint64 totals[SCOPE_N_STATES];

          scope_lane_store_totals (lanes[i].store, lanes[i].lane, totals);
          all += totals[s];
        }
      for (guint b = 0; b < coarse->n && coarse->bins[s] != NULL; b++)
        told += coarse->bins[s][b];
      g_assert_cmpint (told, ==, all);
    }
}

/* Very many lanes read as one, from before they begin: at each column as much time of each state has gone by as in the lanes one by one, but for
 * what lies between edges that were rounded to bins: three halves of one. Where the clocks' bins lie on those of trace time, nothing does. */
static void
check_one_sum (Lane *lanes, const gint64 offsets[SUMMED], gboolean exact)
{
  ScopeTileGetter getter = { read_any_tile, NULL, 0 };
  ScopeLaneSource parts[SUMMED], one = { 0 };
  g_autoptr (ScopeLaneSum) sum = NULL;

  for (guint i = 0; i < SUMMED; i++)
    parts[i] = (ScopeLaneSource) { lanes[i].store, lanes[i].lane, offsets[i] };
  one.sum = sum = scope_lane_sum_new (parts, SUMMED);
  g_assert_true (scope_lane_sum_is_of (sum, parts, SUMMED));
  g_assert_false (scope_lane_sum_is_of (sum, parts + 1, SUMMED - 1));
  check_coarse (sum, lanes);
  for (double scale = 0.7; scale < 5e6; scale *= 7.3)
    {
      double gone[SCOPE_N_STATES] = { 0 };
      gint64 first = lane_first (&lanes[0]) + offsets[0] - 2000000;
      g_autoptr (ScopeStrip) got = scope_strip_new (&getter, &one, 1, first, scale, 0, COUNTED);
      g_autoptr (ScopeStrip) parted = scope_strip_new (&getter, parts, SUMMED, first, scale, 0, COUNTED);
      double least = exact || scale < 4 ? 1e-3 : SUMMED * scale * 0.3751;

      g_assert_cmpuint (got->n_lanes, ==, SUMMED);
      g_assert_cmpuint (got->n_runs, ==, 0);
      g_assert_false (got->incomplete);
      for (guint c = 0; c < COUNTED; c++)
        for (guint s = 0; s < SCOPE_N_STATES; s++)
          {
            gone[s] += got->columns[c].time[s] - parted->columns[c].time[s];
            g_assert_cmpfloat (fabs (gone[s]), <=, least);
            g_assert_cmpfloat (got->columns[c].time[s], <=, got->columns[c].total + 1e-6);
          }
    }
}

static void
test_one_sum (void)
{
  Lane lanes[SUMMED];

  for (guint i = 0; i < SUMMED; i++)
    lane_init (&lanes[i], 40 + i, 5000);
  check_one_sum (lanes, (gint64[]) { 0, G_GINT64_CONSTANT (1) << 24, -(G_GINT64_CONSTANT (1) << 24) }, TRUE);
  check_one_sum (lanes, (gint64[]) { 77, 12345, -54321 }, FALSE);
  for (guint i = 0; i < SUMMED; i++)
    lane_clear (&lanes[i]);
}

/* Every interval of 3 pixels or more is a run with its code and its extent within the tiles; no run is invented. */
static void
test_runs (void)
{
  Lane lane;
  ScopeTileGetter getter = { read_tile, NULL, 0 };
  double scale = 50;
  guint found = 0;

  lane_init (&lane, 33, 400);
  for (gint64 x = 0; x * scale < (double) (lane_last (&lane) - lane_first (&lane)) && x < 256 * 400; x += 256)
    {
      ScopeLaneSource source = { lane.store, lane.lane, 0 };
      g_autoptr (ScopeStrip) strip = scope_strip_new (&getter, &source, 1, lane_first (&lane), scale, x, 256);

      for (guint k = 0; k < strip->n_runs; k++)
        {
          const ScopeStripRun *run = &strip->runs[k];
          double middle = (MAX (run->x0, (double) x) + MIN (run->x1, (double) x + 256)) / 2;
          gint64 time = lane_first (&lane) + (gint64) (middle * scale);
          guint i = 0;

          while (g_array_index (lane.steps, Step, i + 1).time <= time)
            i++;
          g_assert_cmpuint (g_array_index (lane.steps, Step, i).code, ==, run->code);
          g_assert_cmpfloat (run->x1 - run->x0, >=, SCOPE_RUN_MIN);
          if (!run->open_left)
            g_assert_cmpfloat_with_epsilon (run->x0 * scale,
                                            (double) (g_array_index (lane.steps, Step, i).time - lane_first (&lane)),
                                            1e-3);
          if (!run->open_right)
            g_assert_cmpfloat_with_epsilon (
                run->x1 * scale, (double) (g_array_index (lane.steps, Step, i + 1).time - lane_first (&lane)), 1e-3);
          found++;
        }
    }
  g_assert_cmpuint (found, >, 50);
  lane_clear (&lane);
}

/* Whose running is the longest in a column, the first of those that are; its tasks take turns faster than pixels. */
static void
test_tasks (void)
{
  ScopeTileGetter getter = { read_tile, NULL, 0 };
  GRand *rand = g_rand_new_with_seed (7);
  ScopeBytes *bytes = scope_bytes_new_memory ();
  ScopeLaneStore *store = scope_lane_store_new (bytes);
  guint32 lane = scope_lane_store_add_lane (store, SCOPE_KIND_PROCESSOR, SCOPE_CODE_IDLE, SCOPE_NONE);
  enum { N = 1500, COLUMNS = 200 };
  gint64 times[N + 1];
  guint32 refs[N]; /* 0: idle */
  guint found = 0;

  for (guint i = 0; i <= N; i++)
    times[i] = i == 0 ? 0 : times[i - 1] + 1 + (gint64) exp (g_rand_double (rand) * 9);
  scope_lane_store_set_life (store, lane, 0, SCOPE_TIME_MAX);
  for (guint i = 0; i < N; i++)
    {
      ScopeRow row;

      refs[i] = i % 3 == 0 ? 0 : (guint32) g_rand_int_range (rand, 1, 6);
      row = scope_row (lane, times[i], refs[i] != 0 ? SCOPE_CODE_RUNNING : SCOPE_CODE_IDLE, refs[i]);
      g_assert_true (scope_lane_store_add_rows (store, &row, 1, NULL));
    }
  g_assert_true (scope_lane_store_finish (store, times[N], NULL));
  for (double scale = 3.3; scale * COLUMNS < (double) times[N]; scale *= 1.9)
    {
      ScopeLaneSource source = { store, lane, 0 };
      g_autoptr (ScopeStrip) strip = scope_strip_new (&getter, &source, 1, 0, scale, 3, COLUMNS);

      for (guint c = 0; c < COLUMNS; c++)
        {
          double e0 = (double) scope_column_edge (0, 0, scale, strip->x + c), e1 = (double) scope_column_edge (0, 0, scale, strip->x + c + 1);
          double most = 0, part = 0;
          guint32 task = 0;

          if (scale < 4)
            {
              e0 = (double) (strip->x + c) * scale;
              e1 = (double) (strip->x + c + 1) * scale;
            }
          for (guint i = 0; i < N; i++, part = 0)
            {
              /* One turn, though it was written in pieces. */
              gint64 start = times[i];

              while (i + 1 < N && refs[i + 1] == refs[i])
                i++;
              part = MIN ((double) times[i + 1], e1) - MAX ((double) start, e0);
              if (refs[i] != 0 && part > most)
                {
                  most = part;
                  task = refs[i];
                }
            }
          g_assert_cmpuint (strip->tasks != NULL ? strip->tasks[c] : 0, ==, task);
          found += task != 0;
        }
    }
  g_assert_cmpuint (found, >, 500);
  scope_lane_store_free (store);
  scope_bytes_free (bytes);
  g_rand_free (rand);
}

static void
count_arrivals (ScopeTileCache *cache, guint *n)
{
  (*n)++;
}

static void
test_cache (void)
{
  Lane lane;
  guint arrivals = 0;

  lane_init (&lane, 2, 30000);
  {
    g_autoptr (ScopeTileCache) cache = scope_tile_cache_new (NULL, 0, 2);
    g_autoptr (ScopeTileCache) small = scope_tile_cache_new (NULL, 20000, 1);
    ScopeTileKey key = { lane.store, lane.lane, 12, 0 }, coarse = { lane.store, lane.lane, 14, 0 };
    g_autoptr (ScopeTile) tile = NULL, same = NULL, placeholder = NULL;

    g_signal_connect (cache, "tiles-arrived", G_CALLBACK (count_arrivals), &arrivals);
    g_assert_null (scope_tile_cache_want (cache, &key));
    while (arrivals == 0)
      g_main_context_iteration (NULL, TRUE);
    tile = scope_tile_cache_peek (cache, &key);
    g_assert_nonnull (tile);
    g_assert_cmpuint (tile->level, ==, 12);
    same = scope_tile_cache_get (cache, &key, NULL);
    g_assert_true (same == tile);
    scope_tile_unref (scope_tile_cache_get (cache, &coarse, NULL));
    key.level = 10;
    key.index = 3;
    placeholder = scope_tile_cache_placeholder (cache, &key);
    g_assert_nonnull (placeholder);
    g_assert_cmpuint (placeholder->level, ==, 12);
    /* Many more than fit: the oldest go, the bound holds. */
    for (gint64 i = 0; i < 300; i++)
      {
        ScopeTileKey many = { lane.store, lane.lane, 4, i };
        scope_tile_unref (scope_tile_cache_get (small, &many, NULL));
        g_assert_cmpuint (scope_tile_cache_memory (small), <=, 20000 + 70000);
      }
    key.level = 4;
    key.index = 0;
    g_clear_pointer (&same, scope_tile_unref);
    same = scope_tile_cache_peek (small, &key);
    g_assert_null (same);
    /* Requests that nobody wants any more are dropped without being read. */
    for (gint64 i = 0; i < 2000; i++)
      {
        ScopeTileKey old = { lane.store, lane.lane, 3, i };
        scope_tile_cache_request (cache, &old);
      }
    for (guint i = 0; i < 10; i++)
      scope_tile_cache_next_generation (cache);
    while (scope_tile_cache_pending (cache) > 0)
      g_usleep (100);
  }
  lane_clear (&lane);
}

/* A picture that needs more than the cache has room for: all of it comes, and stays until another one is drawn. */
static void
test_large_picture (void)
{
  const gsize room = 200000;
  guint arrivals = 0, missing = 1;
  gsize bytes;
  Lane lane;

  lane_init (&lane, 2, 30000);
  {
    g_autoptr (ScopeTileCache) cache = scope_tile_cache_new (NULL, room, 2);

    g_signal_connect (cache, "tiles-arrived", G_CALLBACK (count_arrivals), &arrivals);
    scope_tile_cache_next_generation (cache);
    bytes = 0;
    for (gint64 n = 1; bytes <= room; n++) /* as many as make it too large */
      {
        for (missing = 1; missing > 0;)
          {
            missing = 0;
            for (gint64 i = 0; i < n; i++)
              {
                ScopeTileKey key = { lane.store, lane.lane, 4, i };
                g_autoptr (ScopeTile) tile = scope_tile_cache_want (cache, &key);

                missing += tile == NULL;
              }
            if (missing > 0)
              g_main_context_iteration (NULL, TRUE);
            g_assert_cmpuint (arrivals, <, 2000);
          }
        bytes = scope_tile_cache_memory (cache);
        g_assert_cmpint (n, <, 1000);
      }
    for (guint i = 0; i < 10; i++)
      scope_tile_cache_next_generation (cache);
    {
      ScopeTileKey other = { lane.store, lane.lane, 12, 0 };
      g_autoptr (ScopeTile) tile = scope_tile_cache_want (cache, &other);

      for (arrivals = 0; arrivals == 0;)
        g_main_context_iteration (NULL, TRUE);
    }
    g_assert_cmpuint (scope_tile_cache_memory (cache), <=, room);
  }
  lane_clear (&lane);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/columns/sums", test_sums);
  g_test_add_func ("/columns/edges", test_edges);
  g_test_add_func ("/columns/bins", test_bins);
  g_test_add_func ("/columns/cut", test_cut);
  g_test_add_func ("/columns/sum-of-lanes", test_sum_of_lanes);
  g_test_add_func ("/columns/one-sum", test_one_sum);
  g_test_add_func ("/columns/runs", test_runs);
  g_test_add_func ("/columns/tasks", test_tasks);
  g_test_add_func ("/columns/cache", test_cache);
  g_test_add_func ("/columns/large-picture", test_large_picture);
  return g_test_run ();
}
