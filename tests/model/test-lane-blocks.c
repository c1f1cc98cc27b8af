/* test-lane-blocks.c: what a lane store keeps: packed blocks, steps between them, a place in the middle, what is let go when a lane
 * ends, the last interval of a lane that is still followed.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/trace/analysis/scope-lane-ends.h"
#include "model/zoom/scope-block.h"
#include "model/zoom/scope-lane-store.h"

#include <string.h>

static gint64
random_bits (guint bits)
{
  guint64 v = (guint64) (guint32) g_test_rand_int () << 32 | (guint32) g_test_rand_int ();

  return (gint64) (v & ((G_GUINT64_CONSTANT (1) << bits) - 1));
}

static void
test_pack (void)
{
  for (guint round = 0; round < 300; round++)
    {
      ScopeRow rows[SCOPE_BLOCK_ROWS];
      ScopeTransition back[SCOPE_BLOCK_ROWS];
      g_autofree guint8 *bytes = g_malloc (SCOPE_BLOCK_MAX_BYTES);
      guint n = (guint) g_test_rand_int_range (1, SCOPE_BLOCK_ROWS + 1);
      guint n_pairs = 1u << g_test_rand_int_range (0, 11);
      gint64 time = -500;
      ScopeBlock block;

      for (guint i = 0; i < n; i++)
        {
          /* every sum of the bits of even and odd rows comes up */
          time += g_test_rand_int_range (0, 50) == 0 ? (gint64) 1 << g_test_rand_int_range (0, 42)
                                                     : random_bits (i % 2 == 0 ? round % 42 : round * 11 % 42);
          rows[i] = scope_row (0, time, (guint) g_test_rand_int_range (0, 20),
                               (guint32) g_test_rand_int_range (0, (gint32) n_pairs) * 77777u);
        }
      scope_block_pack_rows (&block, bytes, rows, n, time + 1, NULL);
      g_assert_cmpuint (block.bytes, <=, SCOPE_BLOCK_MAX_BYTES);
      g_assert_true (scope_block_unpack_rows (&block, bytes, back, FALSE, NULL));
      for (guint i = 0; i < n; i++)
        {
          g_assert_cmpint (back[i].time, ==, scope_row_time (&rows[i]));
          g_assert_cmpuint (back[i].code, ==, scope_row_code (&rows[i]));
          g_assert_cmpuint (back[i].ref, ==, rows[i].ref);
        }
    }
}

/* Steps that are sure are summed another way than those that are not, with the same result: few and many kinds of them, narrow
 * and wide bins, all in one bin, at the very end. */
static void
test_steps (void)
{
  for (guint round = 0; round < 200; round++)
    {
      g_autofree ScopeFlatRows *flat = g_new (ScopeFlatRows, 1);
      g_autofree ScopeRow *rows = g_new (ScopeRow, SCOPE_BLOCK_ROWS);
      guint n = round % 3 == 0 ? SCOPE_BLOCK_ROWS : (guint) g_test_rand_int_range (1, SCOPE_BLOCK_ROWS + 1);
      guint n_states = 2 + round % 8, per_bin = round % 5 == 0 ? n : 8;
      guint tasks[20], left, entered;
      guint32 counts[2][SCOPE_N_STATES] = { { 0 } };
      ScopeBins bins[2];
      gint64 time = round % 2 == 0 ? -100000 : 77;

      for (guint t = 0; t < 20; t++)
        {
          tasks[t] = t < n_states ? t : SCOPE_N_STATES;
          if (tasks[t] < SCOPE_N_STATES)
            counts[0][tasks[t]]++;
        }
      memcpy (counts[1], counts[0], sizeof counts[0]);
      for (guint i = 0; i < n; i++)
        {
          guint t = (guint) g_test_rand_int_range (0, 20);

          left = tasks[t];
          entered = tasks[t] = (guint) g_test_rand_int_range (0, (gint32) n_states);
          entered = tasks[t] = entered == n_states - 1 ? SCOPE_N_STATES : entered;
          rows[i] = scope_row (0, time, scope_step_code (left, entered), 0);
          time += random_bits (round % 42);
        }
      time = round % 4 == 0 ? scope_row_time (&rows[n - 1]) + 1 : time + 1;
      scope_flat_rows_set (flat, rows, n, time);
      for (guint k = 0; k < 2; k++)
        {
          scope_bins_init (&bins[k], flat->t0, time, scope_level_for (flat->t0, time, MAX (n / per_bin, 4)));
          scope_bins_add_flat_counts (&bins[k], flat, counts[k], k == 1);
        }
      g_assert_cmpmem (counts[0], sizeof counts[0], counts[1], sizeof counts[1]);
      g_assert_cmpuint (bins[0].mask, ==, bins[1].mask);
      for (guint s = 0; s < SCOPE_N_STATES; s++)
        if (bins[0].mask & (1u << s))
          g_assert_cmpmem (bins[0].bins[s], bins[0].n * sizeof (gint64), bins[1].bins[s], bins[1].n * sizeof (gint64));
      scope_bins_clear (&bins[0]);
      scope_bins_clear (&bins[1]);
    }
}

/* Seeking gives what walking gives from there on, however far it goes. */
static void
test_seek (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (5);
  ScopeBytes *bytes = scope_bytes_new_memory ();
  ScopeLaneStore *store = scope_lane_store_new (bytes);
  guint32 lane = scope_lane_store_add_lane (store, SCOPE_KIND_PROCESSOR, SCOPE_CODE_IDLE, SCOPE_NONE);
  gint64 time = 0, end;
  guint compared = 0;

  scope_lane_store_set_life (store, lane, 0, SCOPE_TIME_MAX);
  for (guint i = 0; i < 60000; i++)
    {
      ScopeRow row = scope_row (lane, time, i % 2 ? SCOPE_CODE_RUNNING : SCOPE_CODE_IDLE, i % 2 ? i % 7 + 1 : 0);

      g_assert_true (scope_lane_store_add_rows (store, &row, 1, NULL));
      time += g_rand_int_range (rand, 1, 1000);
    }
  end = time;
  g_assert_true (scope_lane_store_finish (store, end, NULL));
  for (guint turn = 0; turn < 200; turn++)
    {
      gint64 at = g_rand_int_range (rand, 0, 1000), most = turn % 3 == 0 ? 3000 : turn % 3 == 1 ? 200000 : 5000000;
      ScopeIntervalCursor cursor;
      ScopeInterval got, expected;

      scope_interval_cursor_init (&cursor, store, lane, 0, end);
      cursor.most = turn % 4 == 0 ? 300 : 0;
      while (at < end)
        {
          scope_interval_cursor_seek (&cursor, at);
          g_assert_true (scope_interval_cursor_next (&cursor, &got, NULL));
          g_assert_true (scope_lane_store_interval_at (store, lane, at, &expected, NULL));
          g_assert_cmpint (got.from, >=, expected.from);
          g_assert_cmpint (got.from, <=, at);
          g_assert_cmpint (got.to, ==, expected.to);
          g_assert_cmpuint (got.code, ==, expected.code);
          g_assert_cmpuint (got.ref, ==, expected.ref);
          compared++;
          at = got.to + (turn % 2) * g_rand_int_range (rand, 0, (gint32) most);
        }
      scope_interval_cursor_seek (&cursor, end + 5);
      g_assert_false (scope_interval_cursor_next (&cursor, &got, NULL));
      scope_interval_cursor_clear (&cursor);
      turn += turn > 0; /* those that take each interval are slow: one of them is enough */
    }
  g_assert_cmpuint (compared, >, 60000);
  scope_lane_store_free (store);
  scope_bytes_free (bytes);
}

/* Lanes with a few rows each, and some with many: what is over the bound is written, the largest first, and what no writing would
 * set free counts for nothing. Else each batch of rows would look at all lanes in vain. */
static void
test_shrink (void)
{
  ScopeBytes *bytes = scope_bytes_new_memory ();
  ScopeLaneStore *store = scope_lane_store_new (bytes);
  guint n_lanes = 5000;

  for (guint i = 0; i < n_lanes; i++)
    scope_lane_store_add_lane (store, SCOPE_KIND_THREAD, SCOPE_CODE_IDLE, SCOPE_NONE);
  for (guint k = 0; k < 4096; k++)
    for (guint i = 0; i < n_lanes && (i < 8 || k < 9); i++)
      {
        gboolean few = i >= 8 && i % 100 != 0 && k >= 5;
        ScopeRow row = scope_row (i, 1000 + (gint64) k * 10, k % 2 == 0 ? SCOPE_CODE_RUNNING : SCOPE_CODE_IDLE, 0);

        if (!few)
          g_assert_true (scope_lane_store_add_rows (store, &row, 1, NULL));
      }
  /* What is beyond eight rows. */
  g_assert_cmpuint (scope_lane_store_memory (store), ==, (8u * (4096 - 8) + 49 * 8) * 8);
  g_assert_true (scope_lane_store_shrink (store, 5 * (4096 - 8) * 8, NULL));
  g_assert_cmpuint (scope_lane_store_memory (store), <=, 5 * (4096 - 8) * 8);
  g_assert_cmpuint (scope_lane_store_memory (store), >, 4 * (4096 - 8) * 8);
  g_assert_true (scope_lane_store_shrink (store, 49 * 8 * 8, NULL));
  g_assert_cmpuint (scope_lane_store_memory (store), ==, 49 * 8 * 8);
  g_assert_true (scope_lane_store_shrink (store, 0, NULL));
  g_assert_cmpuint (scope_lane_store_memory (store), ==, 0);
  g_assert_true (scope_lane_store_finish (store, 50000, NULL));
  for (guint i = 0; i < n_lanes; i++)
    g_assert_cmpuint (scope_lane_store_n_rows (store, i), ==, i < 8 ? 4096 : i % 100 == 0 ? 9 : 5);
  scope_lane_store_free (store);
  scope_bytes_free (bytes);
}

static gboolean
is_state (gpointer data, const ScopeInterval *interval)
{
  return scope_code_state (interval->code) == GPOINTER_TO_UINT (data);
}

/* A lane that is followed has no end yet: what is not there is looked for once, and not for ever. */
static void
test_last (void)
{
  ScopeBytes *bytes = scope_bytes_new_memory ();
  ScopeLaneStore *store = scope_lane_store_new (bytes);
  guint32 lane = scope_lane_store_add_lane (store, SCOPE_KIND_PROCESSOR, SCOPE_CODE_IDLE, SCOPE_NONE);
  ScopeInterval interval;

  scope_lane_store_set_life (store, lane, 1000, SCOPE_TIME_MAX);
  for (guint i = 0; i < 3000; i++)
    {
      ScopeRow row = scope_row (lane, 1000 + i, i % 2 ? SCOPE_CODE_RUNNING : SCOPE_CODE_IDLE, i % 2);

      g_assert_true (scope_lane_store_add_rows (store, &row, 1, NULL));
    }
  for (guint known = 0; known < 2; known++)
    {
      if (known)
        scope_lane_store_set_known_until (store, lane, 3999);
      else
        scope_lane_store_set_watermark (store, 3999);
      g_assert_false (scope_lane_last (store, lane, SCOPE_TIME_MAX, is_state, GUINT_TO_POINTER (SCOPE_STATE_BLOCKED), &interval, NULL));
      g_assert_true (scope_lane_last (store, lane, 2500, is_state, GUINT_TO_POINTER (SCOPE_STATE_RUNNING), &interval, NULL));
      g_assert_cmpint (interval.from, ==, 2499);
    }
  scope_lane_store_free (store);
  scope_bytes_free (bytes);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/lane-blocks/pack", test_pack);
  g_test_add_func ("/lane-blocks/shrink", test_shrink);
  g_test_add_func ("/lane-blocks/steps", test_steps);
  g_test_add_func ("/lane-blocks/seek", test_seek);
  g_test_add_func ("/lane-blocks/last", test_last);
  return g_test_run ();
}
