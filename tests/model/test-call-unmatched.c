/* test-call-unmatched.c: activations that the other run has not, against all rows of the comparison.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "tests/model/call-trees.h"

#include "model/trace/call-diff/scope-call-unmatched.h"

typedef struct
{
  const ScopeCallUnmatched *unmatched;
  guint64 n[2];
  GArray *alone[2]; /* ScopeCallDiffRow */
} Marks;

static gboolean
check_mark (const ScopeCallDiffRow *row, const ScopeCallDiff *diff, gpointer data)
{
  Marks *marks = data;

  for (guint s = 0; s < 2; s++)
    if (row->match == SCOPE_CALL_MATCHED || row->match == (s == SCOPE_CALL_RUN ? SCOPE_CALL_ONLY_RUN : SCOPE_CALL_ONLY_BASELINE))
      {
        g_assert_cmpint (scope_call_unmatched_has (marks->unmatched, s, diff->lanes[row->lane].lanes[s], row->depth, row->from[s], row->to[s]),
                         ==, row->match != SCOPE_CALL_MATCHED);
        if (row->match != SCOPE_CALL_MATCHED)
          g_array_append_val (marks->alone[s], *row);
      }
  return TRUE;
}

/* Ticks of [from, to) in which an activation without a partner is at that depth, or above it the last that there is. */
static gint64
cover_plainly (const GArray *alone, guint side, guint depth, gint64 from, gint64 to)
{
  gint64 sum = 0;

  for (gint64 t = from; t < to; t++)
    for (guint i = 0; i < alone->len; i++)
      {
        const ScopeCallDiffRow *row = &g_array_index (alone, ScopeCallDiffRow, i);

        if (row->depth <= depth && row->from[side] <= t && t < row->to[side])
          {
            sum++;
            break;
          }
      }
  return sum;
}

static gboolean
check_unmatched (guint32 seed, guint n, guint most)
{
  g_autoptr (GArray) a = make_nodes (seed, n, most);
  g_autoptr (GArray) b = change_nodes (a, seed + 1);
  g_autoptr (ScopeTrace) baseline = make_trace (a, 100, 1);
  g_autoptr (ScopeTrace) run = make_trace (b, 7000, 2);
  g_autoptr (ScopePairing) pairing = scope_pairing_new (baseline, run, NULL, 0, NULL, NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (ScopeCallUnmatched) unmatched = scope_call_unmatched_read (pairing, 0, NULL, &error);
  g_autoptr (ScopeCallUnmatched) few = scope_call_unmatched_read (pairing, 1, NULL, &error);
  Marks marks = { .unmatched = unmatched };
  ScopeCallUnmatchedCount counts[2];
  gboolean truncated = FALSE;
  const ScopeCallDiffQuestion question = { .from = SCOPE_TIME_MIN, .to = SCOPE_TIME_MAX, .func = check_mark, .user_data = &marks };
  g_autoptr (ScopeCallDiff) diff = NULL;

  g_assert_no_error (error);
  for (guint s = 0; s < 2; s++)
    marks.alone[s] = g_array_new (FALSE, FALSE, sizeof (ScopeCallDiffRow));
  diff = read_diff (baseline, run, &question);
  for (guint s = 0; s < 2; s++)
    {
      ScopeLaneId lane = diff->lanes[0].lanes[s];
      gint64 start = s == 0 ? 100 : 7000, end = start + g_array_index (s == 0 ? a : b, Node, 0).to * (s == 0 ? 1 : 2);

      scope_call_unmatched_get_counts (unmatched, counts);
      g_assert_cmpuint (counts[s].n, ==, marks.alone[s]->len);
      g_assert_cmpuint (counts[s].n, ==, diff->lanes[0].n_only[s]);
      g_assert_false (counts[s].truncated);
      /* What is not all kept says so. */
      scope_call_unmatched_get_counts (few, counts);
      g_assert_cmpuint (counts[s].n, ==, marks.alone[s]->len);
      truncated |= counts[s].truncated;
      scope_call_unmatched_get_counts (NULL, counts);
      g_assert_true (counts[s].n == 0 && !counts[s].truncated);
      g_assert_cmpint (scope_call_unmatched_cover (unmatched, s, lane, 99, start - 50, end + 50), <=, end - start);
      lane.index++;
      g_assert_cmpint (scope_call_unmatched_cover (unmatched, s, lane, 99, start, end), ==, 0);
      lane.index--;
      for (guint i = 0; i < 60; i++)
        {
          gint64 from = g_test_rand_int_range ((gint) start - 20, (gint) end), to = from + g_test_rand_int_range (0, 200);
          guint depth = (guint) g_test_rand_int_range (0, 8);

          g_assert_cmpint (scope_call_unmatched_cover (unmatched, s, lane, depth, from, to), ==,
                           cover_plainly (marks.alone[s], s, depth, from, to));
        }
    }
  for (guint s = 0; s < 2; s++)
    g_array_unref (marks.alone[s]);
  return truncated;
}

static void
test_unmatched (void)
{
  guint n_truncated = 0;

  for (guint seed = 1; seed <= 20; seed++)
    n_truncated += check_unmatched (seed, 10, 400);
  g_assert_cmpuint (n_truncated, >, 10);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/call-unmatched/random", test_unmatched);
  return g_test_run ();
}
