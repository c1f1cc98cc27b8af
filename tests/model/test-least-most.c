/* test-least-most.c: how many lanes run at once, least and most, against each tick of lanes that are known one by one, at several zooms.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "tests/scene/random-lane.h"

#include "model/trace/statistics/scope-least-most.h"

#define N_LANES 5u

static guint
state_at (const Lane *lane, gint64 time)
{
  const Step *steps = (const Step *) (gpointer) lane->steps->data;
  guint lo = 0, hi = lane->steps->len;

  while (lo < hi)
    {
      guint mid = (lo + hi) / 2;

      if (steps[mid].time <= time)
        lo = mid + 1;
      else
        hi = mid;
    }
  return lo > 0 ? steps[lo - 1].state : SCOPE_STATE_ABSENT;
}

/* Between changes nothing changes: the times of all of them, and the stretch's own begin, are all that must be looked at. */
static ScopeLeastMost
brute (const Lane *lanes, const gint64 *offsets, gint64 from, gint64 to)
{
  g_autoptr (GArray) times = g_array_new (FALSE, FALSE, sizeof (gint64));
  ScopeLeastMost truth = { G_MAXUINT32, 0 };
  gboolean unknown = FALSE;

  g_array_append_val (times, from);
  for (guint i = 0; i < N_LANES; i++)
    for (guint k = 0; k < lanes[i].steps->len; k++)
      {
        gint64 time = g_array_index (lanes[i].steps, Step, k).time + offsets[i];

        if (time > from && time < to)
          g_array_append_val (times, time);
      }
  for (guint t = 0; t < times->len; t++)
    {
      guint running = 0, alive = 0, before = 0, after = 0;

      for (guint i = 0; i < N_LANES; i++)
        {
          gint64 time = g_array_index (times, gint64, t);
          guint state = state_at (&lanes[i], time - offsets[i]);

          running += state == SCOPE_STATE_RUNNING;
          alive += state != SCOPE_STATE_ABSENT;
          unknown |= state == SCOPE_STATE_UNKNOWN;
          before += time < g_array_index (lanes[i].steps, Step, 0).time + offsets[i];
          after += time >= g_array_index (lanes[i].steps, Step, lanes[i].steps->len - 1).time + offsets[i];
        }
      if (alive == 0 && (before == N_LANES || after == N_LANES))
        continue;
      truth.least = MIN (truth.least, running);
      truth.most = MAX (truth.most, running);
    }
  return unknown ? (ScopeLeastMost) { G_MAXUINT32, 0 } : truth;
}

static void
compare (const Lane *lanes, const gint64 *offsets, gint64 from, gint64 to, guint n, guint *n_known, guint *n_apart)
{
  g_autofree gint64 *edges = g_new (gint64, n + 1);
  g_autofree ScopeLeastMost *found = g_new (ScopeLeastMost, n);
  ScopeLaneSource sources[N_LANES];

  for (guint i = 0; i < N_LANES; i++)
    sources[i] = (ScopeLaneSource) { lanes[i].store, lanes[i].lane, offsets[i] };
  for (guint i = 0; i <= n; i++)
    edges[i] = from + (gint64) ((double) (to - from) * i / n);
  g_assert_true (scope_least_most_read (sources, N_LANES, edges, n, NULL, found));
  for (guint i = 0; i < n; i++)
    {
      ScopeLeastMost truth = brute (lanes, offsets, edges[i], MAX (edges[i + 1], edges[i] + 1));

      g_assert_cmpuint (found[i].least, ==, truth.least);
      g_assert_cmpuint (found[i].most, ==, truth.most);
      *n_known += scope_least_most_is_known (&truth);
      *n_apart += scope_least_most_is_known (&truth) && truth.least < truth.most;
    }
}

static void
test_brute (void)
{
  static const struct
  {
    double from, to; /* of all */
    guint n;
  } zooms[] = { { -0.1, 1.1, 300 }, { 0, 1, 900 }, { 0.3, 0.5, 500 }, { 0.41, 0.411, 700 }, { 0.7, 0.70001, 400 }, { 0.2, 0.2000001, 200 } };
  Lane lanes[N_LANES];
  gint64 offsets[N_LANES], first = G_MAXINT64, last = G_MININT64;
  guint n_known = 0, n_apart = 0;

  for (guint i = 0; i < N_LANES; i++)
    {
      lane_init_shifted (&lanes[i], 100 + i, 3000, 0);
      offsets[i] = (gint64) i * 1234567 - 2000000;
      first = MIN (first, g_array_index (lanes[i].steps, Step, 0).time + offsets[i]);
      last = MAX (last, g_array_index (lanes[i].steps, Step, lanes[i].steps->len - 1).time + offsets[i]);
    }
  for (guint z = 0; z < G_N_ELEMENTS (zooms); z++)
    compare (lanes, offsets, first + (gint64) ((double) (last - first) * zooms[z].from),
             first + (gint64) ((double) (last - first) * zooms[z].to), zooms[z].n, &n_known, &n_apart);
  g_assert_cmpuint (n_known, >, 300);
  g_assert_cmpuint (n_apart, >, 30);
  for (guint i = 0; i < N_LANES; i++)
    lane_clear (&lanes[i]);
}

/* One that ends as the other begins: never two, never none. */
static void
test_hand_over (void)
{
  g_autoptr (GError) error = NULL;
  ScopeBytes *bytes = scope_bytes_new_memory ();
  ScopeLaneStore *store = scope_lane_store_new (bytes);
  ScopeLaneSource sources[2];
  const gint64 edges[] = { 0, 1000, 5000, 10000, 20000 };
  ScopeLeastMost found[4];

  for (guint i = 0; i < 2; i++)
    {
      guint32 lane = scope_lane_store_add_lane (store, SCOPE_KIND_PROCESSOR, i == 0 ? SCOPE_CODE_RUNNING : SCOPE_CODE_IDLE, SCOPE_NONE);

      sources[i] = (ScopeLaneSource) { store, lane, 0 };
      scope_lane_store_set_life (store, lane, 0, 10000);
      for (gint64 k = 1; k < 100; k++)
        {
          ScopeRow row = scope_row (lane, k * 100, (k + i) % 2 == 0 ? SCOPE_CODE_RUNNING : SCOPE_CODE_IDLE, 0);

          g_assert_true (scope_lane_store_add_rows (store, &row, 1, NULL));
        }
    }
  g_assert_true (scope_lane_store_finish (store, 10000, &error));
  g_assert_true (scope_least_most_read (sources, 2, edges, 4, NULL, found));
  for (guint i = 0; i < 3; i++)
    {
      g_assert_cmpuint (found[i].least, ==, 1);
      g_assert_cmpuint (found[i].most, ==, 1);
    }
  g_assert_false (scope_least_most_is_known (&found[3])); /* after their end */
  scope_lane_store_free (store);
  scope_bytes_free (bytes);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/least-most/brute", test_brute);
  g_test_add_func ("/least-most/hand-over", test_hand_over);
  return g_test_run ();
}
