/* test-lane-store.c: lanes at every zoom against a brute-force model: an array of rows, summed the slow way.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/zoom/scope-block.h"
#include "model/trace/analysis/scope-lane-ends.h"
#include "model/zoom/scope-lane-store.h"

#include <string.h>

#define N_LANES 6u

/* The slow truth: all rows of a lane, as they were given. */
typedef struct
{
  GArray *rows[N_LANES]; /* of ScopeTransition, in time order; a lane's last may be ABSENT */
  gint64 first[N_LANES], last[N_LANES], known[N_LANES];
  ScopeLaneStore *store;
  ScopeBytes *bytes;
  guint32 counts;
  gint64 end;
} Model;

static guint
state_at (const Model *model, guint lane, gint64 time)
{
  guint code = SCOPE_CODE_IDLE; /* what a lane is before its first row */

  if (time < model->first[lane] || time >= model->last[lane])
    return SCOPE_STATE_ABSENT;
  if (time >= model->known[lane])
    return SCOPE_STATE_UNKNOWN;
  for (guint i = 0; i < model->rows[lane]->len; i++)
    {
      const ScopeTransition *row = &g_array_index (model->rows[lane], ScopeTransition, i);
      if (row->time > time)
        break;
      code = row->code;
    }

  return scope_code_state (code);
}

/* Time per state over [from, to), from edge to edge. */
static void
slow_totals (const Model *model, guint lane, gint64 from, gint64 to, gint64 totals[SCOPE_N_STATES])
{
  gint64 time = from;
  guint i = 0;

  memset (totals, 0, SCOPE_N_STATES * sizeof *totals);
  while (time < to)
    {
      gint64 next = to;
      guint state = state_at (model, lane, time);
      const gint64 edges[] = { model->first[lane], model->last[lane], model->known[lane] };

      for (guint k = 0; k < G_N_ELEMENTS (edges); k++)
        if (edges[k] > time)
          next = MIN (next, edges[k]);
      for (; i < model->rows[lane]->len; i++)
        if (g_array_index (model->rows[lane], ScopeTransition, i).time > time)
          {
            next = MIN (next, g_array_index (model->rows[lane], ScopeTransition, i).time);
            break;
          }
      if (state < SCOPE_N_STATES)
        totals[state] += next - time;
      time = next;
    }
}

static guint
random_code (void)
{
  static const guint8 codes[] = { SCOPE_CODE_RUNNING, SCOPE_CODE_RUNNING, SCOPE_CODE_IDLE, SCOPE_CODE_MVAR,
                                  SCOPE_CODE_BLACKHOLE, SCOPE_CODE_WOKEN, SCOPE_CODE_FOREIGN_CALL };

  return codes[g_test_rand_int_range (0, G_N_ELEMENTS (codes))];
}

/* Bursts and silences, some longer than an open row tells by itself, as are some refs; many rows at the same moment, lanes that
 * are busy and lanes that hardly are. */
static void
model_fill (Model *model, guint n_rows, gboolean shrink)
{
  g_autofree ScopeRow *batch = g_new (ScopeRow, n_rows);
  gint64 time = 1000;
  gsize n = 0;

  for (guint i = 0; i < n_rows; i++)
    {
      guint lane = (guint) (g_test_rand_int_range (0, 1000) < 900 ? g_test_rand_int_range (0, 2)
                                                                  : g_test_rand_int_range (0, N_LANES));
      ScopeTransition row;
      guint32 ref = (guint32) g_test_rand_int_range (0, lane == 1 ? 1000 : 5);

      if (lane == 0 && g_test_rand_int_range (0, 200) == 0)
        ref += 0xfffffeu;
      time += g_test_rand_int_range (0, 100) == 0 ? g_test_rand_int_range (0, 3000000) : g_test_rand_int_range (0, 40);
      if (g_test_rand_int_range (0, 2000) == 0)
        time += G_GINT64_CONSTANT (4294967293) + g_test_rand_int_range (0, 5);
      row = (ScopeTransition) { time, ref, (guint8) random_code () };
      g_array_append_val (model->rows[lane], row);
      batch[n++] = scope_row (lane + 1, time, row.code, ref);
      if (n == 700 || i + 1 == n_rows)
        {
          g_assert_true (scope_lane_store_add_rows (model->store, batch, n, NULL));
          n = 0;
          if (shrink && g_test_rand_int_range (0, 3) == 0)
            g_assert_true (scope_lane_store_shrink (model->store, 2048, NULL));
        }
    }
  model->end = time + 5000;
}

static Model *
model_new (void)
{
  Model *model = g_new0 (Model, 1);

  model->bytes = scope_bytes_new_memory ();
  model->store = scope_lane_store_new (model->bytes);
  model->counts = scope_lane_store_add_lane (model->store, SCOPE_KIND_THREADS, SCOPE_CODE_ABSENT, SCOPE_NONE);
  for (guint i = 0; i < N_LANES; i++)
    {
      guint32 lane = scope_lane_store_add_lane (model->store, i < 3 ? SCOPE_KIND_THREAD : SCOPE_KIND_PROCESSOR,
                                                SCOPE_CODE_IDLE, i < 3 ? model->counts : SCOPE_NONE);
      g_assert_cmpuint (lane, ==, i + 1);
      model->rows[i] = g_array_new (FALSE, FALSE, sizeof (ScopeTransition));
      model->known[i] = SCOPE_TIME_MAX;
    }

  return model;
}

static void
model_free (Model *model)
{
  for (guint i = 0; i < N_LANES; i++)
    g_array_unref (model->rows[i]);
  scope_lane_store_free (model->store);
  scope_bytes_free (model->bytes);
  g_free (model);
}

/* Lives: as they come, cut short, started early, known only in part. */
static void
model_finish (Model *model)
{
  for (guint i = 0; i < N_LANES; i++)
    {
      gint64 first_row = model->rows[i]->len > 0 ? g_array_index (model->rows[i], ScopeTransition, 0).time : model->end;

      model->first[i] = first_row;
      model->last[i] = model->end;
      if (i == 3)
        model->first[i] = first_row - 900;
      if (i == 4)
        model->last[i] = first_row + (model->end - first_row) / 2;
      if (i == 1)
        model->known[i] = model->end - (model->end - first_row) / 3;
      if (i == 3 || i == 4)
        scope_lane_store_set_life (model->store, i + 1, model->first[i], model->last[i]);
      if (i == 1)
        scope_lane_store_set_known_until (model->store, i + 1, model->known[i]);
    }
  g_assert_true (scope_lane_store_finish (model->store, model->end, NULL));
}

static void
check_columns (const Model *model, guint lane, gint64 from, gint64 to, guint n)
{
  g_autofree gint64 *edges = g_new (gint64, n + 1);
  g_autofree gint64 (*columns)[SCOPE_N_STATES] = g_malloc_n (n, sizeof *columns);
  double pixel = (double) (to - from) / n;

  for (guint i = 0; i <= n; i++)
    edges[i] = from + (gint64) ((double) i * pixel);
  g_assert_true (scope_lane_store_read_columns (model->store, lane + 1, edges, n, columns, NULL));
  for (guint i = 0; i < n; i++)
    {
      gint64 expected[SCOPE_N_STATES];

      g_assert_cmpfloat (ABS ((double) edges[i] - ((double) from + i * pixel)), <=, pixel / 8 + 1);
      slow_totals (model, lane, edges[i], edges[i + 1], expected);
      for (guint s = 0; s < SCOPE_N_STATES; s++)
        g_assert_cmpint (columns[i][s], ==, expected[s]);
    }
}

static void
check_totals (const Model *model, ScopeLaneStore *store)
{
  for (guint lane = 0; lane < N_LANES; lane++)
    {
      gint64 totals[SCOPE_N_STATES], expected[SCOPE_N_STATES];

      scope_lane_store_totals (store, lane + 1, totals);
      slow_totals (model, lane, model->first[lane], model->last[lane], expected);
      g_assert_cmpmem (totals, sizeof totals, expected, sizeof expected);
      for (gint64 edge = -1; edge <= 1; edge++) /* a little less than its life, all of it, and more */
        {
          gint64 from = model->first[lane] - edge, to = model->last[lane] + edge;

          slow_totals (model, lane, MAX (from, model->first[lane]), MIN (to, model->last[lane]), expected);
          g_assert_true (scope_lane_store_totals_within (store, lane + 1, from, to, totals, NULL));
          g_assert_cmpmem (totals, sizeof totals, expected, sizeof expected);
        }
      for (guint i = 0; i < 20; i++)
        {
          gint64 from = g_test_rand_int_range (0, (gint32) MIN (model->end, G_MAXINT32));
          gint64 to = from + g_test_rand_int_range (1, 20000000);

          g_assert_true (scope_lane_store_range_totals (store, lane + 1, from, to, totals, NULL));
          slow_totals (model, lane, from, to, expected);
          g_assert_cmpmem (totals, sizeof totals, expected, sizeof expected);
          g_assert_true (scope_lane_store_totals_within (store, lane + 1, from, to, totals, NULL));
          g_assert_cmpmem (totals, sizeof totals, expected, sizeof expected);
        }
    }
}

static void
check_intervals (const Model *model, guint lane, gint64 from, gint64 to)
{
  ScopeIntervalCursor cursor;
  ScopeInterval interval, before = { .to = SCOPE_TIME_MIN };
  gint64 sums[SCOPE_N_STATES] = { 0 }, expected[SCOPE_N_STATES];

  scope_interval_cursor_init (&cursor, model->store, lane + 1, from, to);
  cursor.most = (guint) g_test_rand_int_range (0, 4) * 70; /* with a bound on what it holds, and without */
  while (scope_interval_cursor_next (&cursor, &interval, NULL))
    {
      ScopeInterval at;

      g_assert_cmpint (interval.from, <, interval.to);
      g_assert_cmpint (interval.from, >=, MAX (before.to, from));
      g_assert_false (before.to == interval.from && before.code == interval.code && before.ref == interval.ref);
      g_assert_cmpuint (scope_code_state (interval.code), ==, state_at (model, lane, interval.from));
      sums[scope_code_state (interval.code)] += interval.to - interval.from;
      g_assert_true (scope_lane_store_interval_at (model->store, lane + 1, interval.from, &at, NULL));
      g_assert_cmpuint (at.code, ==, interval.code);
      before = interval;
    }
  scope_interval_cursor_clear (&cursor);
  slow_totals (model, lane, from, to, expected);
  g_assert_cmpmem (sums, sizeof sums, expected, sizeof expected);
}

static void
check_all (const Model *model)
{
  check_totals (model, model->store);
  for (guint lane = 0; lane < N_LANES; lane++)
    {
      check_intervals (model, lane, 0, model->end + 1000);
      for (guint i = 0; i < 6; i++)
        {
          gint64 span = (model->end >> g_test_rand_int_range (0, 16)) + 60;
          gint64 from = g_test_rand_int_range (0, (gint32) MIN (model->end, G_MAXINT32));

          check_columns (model, lane, from, from + span, (guint) g_test_rand_int_range (1, 50));
          check_intervals (model, lane, from, from + span);
        }
    }
}

static void
test_against_model (gconstpointer data)
{
  gboolean shrink = GPOINTER_TO_INT (data);

  for (guint round = 0; round < 3; round++)
    {
      Model *model = model_new ();

      model_fill (model, round == 0 ? 300 : 9000, shrink);
      model_finish (model);
      check_all (model);
      model_free (model);
    }
}

/* The counts lane is the sum of the lanes that it counts. */
static void
test_counts (void)
{
  Model *model = model_new ();

  model_fill (model, 12000, FALSE);
  for (guint i = 0; i < N_LANES; i++)
    {
      model->first[i] = g_array_index (model->rows[i], ScopeTransition, 0).time;
      model->last[i] = model->end;
    }
  g_assert_true (scope_lane_store_finish (model->store, model->end, NULL));
  for (guint k = 0; k < 30; k++)
    {
      gint64 span = (model->end >> g_test_rand_int_range (0, 16)) + 10;
      gint64 from = g_test_rand_int_range (0, (gint32) MIN (model->end, G_MAXINT32));
      gint64 edges[8], columns[7][SCOPE_N_STATES];

      for (guint i = 0; i < 8; i++)
        edges[i] = from + (gint64) i * span;
      g_assert_true (scope_lane_store_read_columns (model->store, model->counts, edges, 7, columns, NULL));
      for (guint i = 0; i < 7; i++)
        {
          gint64 sum[SCOPE_N_STATES] = { 0 };

          for (guint lane = 0; lane < 3; lane++)
            {
              gint64 one[SCOPE_N_STATES];
              slow_totals (model, lane, edges[i], MIN (edges[i + 1], MAX (edges[i], model->end)), one);
              for (guint s = 0; s < SCOPE_N_STATES; s++)
                sum[s] += one[s];
            }
          g_assert_cmpmem (columns[i], sizeof sum, sum, sizeof sum);
        }
    }
  model_free (model);
}

static gint64
time_in (const ScopeTile *tile, ScopeState state)
{
  gint64 sum = 0;

  for (guint i = 0; i < tile->n_rows; i++)
    if (scope_code_state (tile->rows[i].code) == state)
      sum += (i + 1 < tile->n_rows ? tile->rows[i + 1].time : tile->last) - tile->rows[i].time;
  return sum;
}

/* While rows still come, what is before the watermark is exact and what is after it unknown. */
static void
test_growing (void)
{
  Model *model = model_new ();
  g_autoptr (ScopeTile) tile = NULL;
  const ScopeRow rows[] = { scope_row (4, 100, SCOPE_CODE_RUNNING, 1), scope_row (4, 200, SCOPE_CODE_IDLE, 0) };

  g_assert_true (scope_lane_store_add_rows (model->store, rows, 2, NULL));
  scope_lane_store_set_watermark (model->store, 250);
  tile = scope_lane_store_read_tile (model->store, 4, 0, 0, NULL);
  g_assert_true (tile->provisional);
  g_assert_cmpint (time_in (tile, SCOPE_STATE_RUNNING), ==, 100);
  g_assert_cmpint (time_in (tile, SCOPE_STATE_IDLE), ==, 50);
  g_assert_cmpint (time_in (tile, SCOPE_STATE_UNKNOWN), ==, 1024 - 250);
  model_free (model);
}

/* --- many at once: each reads what one alone reads, though there are fewer unpacked blocks to go round than readers --- */

#define N_READERS 12u
#define N_COLUMNS 300u

typedef struct
{
  const Model *model;
  guint seed;
} Reader;

static guint64
read_window (const Model *model, guint lane, gint64 from, gint64 to)
{
  gint64 edges[N_COLUMNS + 1], columns[N_COLUMNS][SCOPE_N_STATES];
  guint64 sum = 0;

  for (guint i = 0; i <= N_COLUMNS; i++)
    edges[i] = from + (to - from) * i / N_COLUMNS;
  g_assert_true (scope_lane_store_read_columns (model->store, lane + 1, edges, N_COLUMNS, columns, NULL));
  for (guint i = 0; i < N_COLUMNS; i++)
    for (guint s = 0; s < SCOPE_N_STATES; s++)
      sum = sum * 31 + (guint64) columns[i][s];

  return sum;
}

/* The windows are the same for all, their order is not. */
static gpointer
read_windows (gpointer data)
{
  const Reader *reader = data;
  const Model *model = reader->model;
  guint64 *sums = g_new (guint64, 64);

  for (guint i = 0; i < 64; i++)
    {
      guint window = (i * 5 + reader->seed * 7) % 64, lane = window % N_LANES;
      gint64 width = MAX ((model->last[lane] - model->first[lane]) >> (window / N_LANES), N_COLUMNS);

      sums[window] = read_window (model, lane, model->first[lane] + width / 3, model->first[lane] + width / 3 + width);
    }

  return sums;
}

static void
test_many_readers (void)
{
  Model *model = model_new ();
  Reader alone = { model, 0 }, readers[N_READERS];
  GThread *threads[N_READERS];
  g_autofree guint64 *expected = NULL;

  model_fill (model, 60000, FALSE);
  model_finish (model);
  expected = read_windows (&alone);
  for (guint i = 0; i < N_READERS; i++)
    {
      readers[i] = (Reader) { model, i };
      threads[i] = g_thread_new ("reader", read_windows, &readers[i]);
    }
  for (guint i = 0; i < N_READERS; i++)
    {
      g_autofree guint64 *sums = g_thread_join (threads[i]);

      g_assert_cmpmem (sums, 64 * sizeof *sums, expected, 64 * sizeof *expected);
    }
  model_free (model);
}

/* Saved and loaded it is the same; damaged in any byte it is refused or still safe to read. */
static void
test_keep (void)
{
  Model *model = model_new ();
  g_autofree ScopeLaneRecord *lanes = NULL;
  g_autofree ScopeBlock *blocks = NULL;
  guint32 n_lanes, n_blocks;
  guint64 n_bytes;
  ScopeLaneStore *loaded;

  model_fill (model, 9000, FALSE);
  model_finish (model);
  g_assert_true (scope_bytes_append (model->bytes, "", 0, &n_bytes, NULL));
  scope_lane_store_save (model->store, &lanes, &n_lanes, &blocks, &n_blocks);
  loaded = scope_lane_store_load (model->bytes, lanes, n_lanes, blocks, n_blocks, n_bytes, NULL);
  g_assert_nonnull (loaded);
  check_totals (model, loaded);
  scope_lane_store_free (loaded);

  for (guint i = 0, n = g_getenv ("LANESCOPE_TEST_BRIEF") != NULL ? 120 : 800; i < n; i++)
    {
      guint at = (guint) g_test_rand_int_range (0, (gint32) (n_blocks * sizeof *blocks));
      guint8 *byte = (guint8 *) blocks + at, was = *byte;

      *byte ^= (guint8) (1u << g_test_rand_int_range (0, 8));
      loaded = scope_lane_store_load (model->bytes, lanes, n_lanes, blocks, n_blocks, n_bytes, NULL);
      for (guint lane = 0; loaded != NULL && lane < n_lanes; lane++)
        {
          gint64 totals[SCOPE_N_STATES];
          scope_lane_store_range_totals (loaded, lane, 0, model->end, totals, NULL);
          scope_tile_unref (scope_lane_store_read_tile (loaded, lane, 12, 0, NULL));
        }
      scope_lane_store_free (loaded);
      *byte = was;
    }
  model_free (model);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_data_func ("/lane-store/model", GINT_TO_POINTER (FALSE), test_against_model);
  g_test_add_data_func ("/lane-store/model-short-blocks", GINT_TO_POINTER (TRUE), test_against_model);
  g_test_add_func ("/lane-store/counts", test_counts);
  g_test_add_func ("/lane-store/growing", test_growing);
  g_test_add_func ("/lane-store/many-readers", test_many_readers);
  g_test_add_func ("/lane-store/keep", test_keep);

  return g_test_run ();
}
