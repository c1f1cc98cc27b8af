/* bench-common.h: what the benchmark programs share: a trace opened to its end, its busiest lanes, times.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include "io/import/scope-import.h"
#include "model/base/scope-heap.h"

G_BEGIN_DECLS

#define BENCH_LANES 64
#define BENCH_PIXELS 1600

typedef struct
{
  ScopeLaneId id;
  guint64 rows;
} BenchLane;

static inline double
bench_now (void)
{
  return g_get_monotonic_time () / 1e6;
}

static inline int
bench_compare_doubles (const void *a, const void *b)
{
  double x = *(const double *) a, y = *(const double *) b;
  return (x > y) - (x < y);
}

/* The least value that a share `p` of all values does not exceed. */
static inline double
bench_percentile (GArray *values, double p)
{
  guint i = (guint) ceil (p * values->len);

  g_assert (values->len > 0);
  g_array_sort (values, bench_compare_doubles);
  return g_array_index (values, double, i > 0 ? i - 1 : 0);
}

static inline int
bench_compare_lanes (const void *a, const void *b)
{
  const BenchLane *x = a, *y = b;
  return (x->rows < y->rows) - (x->rows > y->rows);
}

/* BENCH_LANES lanes, of processors and threads: those with most transitions, which are the hardest; the same again if
 * there are fewer. Free with g_free(); NULL if the trace has none. */
static inline ScopeLaneId *
bench_lanes (ScopeTrace *trace)
{
  g_autoptr (GArray) found = g_array_new (FALSE, FALSE, sizeof (BenchLane));
  ScopeLaneId *lanes;

  for (guint m = 0; m < scope_trace_n_machines (trace); m++)
    {
      ScopeMachine *machine = scope_trace_machine (trace, m);

      for (guint k = 0; k < 2; k++)
        {
          ScopeKind kind = k == 0 ? SCOPE_KIND_PROCESSOR : SCOPE_KIND_THREAD;

          for (guint32 i = 0; i < scope_machine_n_entities (machine, kind); i++)
            {
              BenchLane lane = { .id = { .machine = m, .kind = kind, .index = i } };
              guint32 number = scope_machine_entity (machine, kind, i)->lane;

              lane.rows = scope_lane_store_n_rows (machine->lanes, number);
              g_array_append_val (found, lane);
            }
        }
    }
  if (found->len == 0)
    return NULL;
  g_array_sort (found, bench_compare_lanes);
  lanes = g_new (ScopeLaneId, BENCH_LANES);
  for (guint i = 0; i < BENCH_LANES; i++)
    lanes[i] = g_array_index (found, BenchLane, i % MIN (found->len, BENCH_LANES)).id;
  return lanes;
}

/* Opens and reads it all, or ends the program. Memory is kept as the window's program keeps it. */
static inline ScopeImport *
bench_open (const char *path, const char *cache_dir)
{
  ScopeImportOptions options = { .cache_dir = cache_dir };
  const char *paths[] = { path, NULL };
  ScopeImport *import = scope_import_new (paths, 1, &options);
  g_autoptr (GError) error = NULL;

  scope_heap_keep ();
  if (!scope_import_run (import, NULL, &error))
    {
      fprintf (stderr, "%s: %s\n", path, error->message);
      exit (1);
    }
  return import;
}

/* Milliseconds that `read` takes for each of `n` random windows of BENCH_PIXELS columns at one level in [first, last), appended to
 * `times`. A rest follows each: programs of real-time priority, as which these are run on a busy machine, get no more than 95 % of a
 * second, and the pause of 50 ms that ends it would be taken for a slow window. */
static inline void
bench_level (gint64 first, gint64 last, guint level, guint n, GRand *random, GArray *times,
             void (*read) (gpointer data, gint64 from, double scale), gpointer data)
{
  for (guint i = 0; i < n; i++)
    {
      double scale = (double) (G_GINT64_CONSTANT (1) << level) * g_rand_double_range (random, 1, 2);
      double room = (double) (last - first) - scale * BENCH_PIXELS;
      gint64 from = first + (gint64) (room > 0 ? g_rand_double_range (random, 0, room) : 0);
      double start = bench_now (), ms;

      read (data, from, scale);
      ms = (bench_now () - start) * 1e3;
      g_array_append_val (times, ms);
      g_usleep ((gulong) (ms * 150));
    }
}

/* The same at every level, from a pixel a tick to all in one window, after a few to warm up; `only` at least 0: at this level alone. Prints a
 * JSON object of the times and of `name`, what `result` points to when all is read. */
static inline void
bench_levels (gint64 first, gint64 last, int only, guint n, void (*read) (gpointer data, gint64 from, double scale), gpointer data,
              const char *name, const guint64 *result)
{
  g_autoptr (GArray) all = g_array_new (FALSE, FALSE, sizeof (double));
  g_autoptr (GRand) random = g_rand_new_with_seed (20);
  double worst = 0;
  guint worst_level = 0, level = 0;

  bench_level (first, last, 10, 3, random, all, read, data); /* warm */
  g_array_set_size (all, 0);
  for (; level == 0 || (last - first) >> level >= BENCH_PIXELS; level++)
    {
      g_autoptr (GArray) times = g_array_new (FALSE, FALSE, sizeof (double));
      double p99;

      if (only >= 0 && level != (guint) only)
        continue;
      bench_level (first, last, level, n, random, times, read, data);
      p99 = bench_percentile (times, 0.99);
      if (p99 > worst)
        {
          worst = p99;
          worst_level = level;
        }
      g_array_append_vals (all, times->data, times->len);
    }
  printf ("{\"levels\": %u, \"windows\": %u, \"p50_ms\": %.3f, \"p99_ms\": %.3f, \"max_ms\": %.3f, "
          "\"worst_level\": %u, \"worst_level_p99_ms\": %.3f, \"%s\": %" G_GUINT64_FORMAT "}\n",
          level, all->len, bench_percentile (all, 0.5), bench_percentile (all, 0.99), bench_percentile (all, 1.0),
          worst_level, worst, name, *result);
}

G_END_DECLS
