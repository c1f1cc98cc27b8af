/* test-locks.c: sums of acquisitions and of misses by coherence over ranges, against adding them up by hand.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "lock-trace.h"

#include "model/trace/document/scope-recorded.h"
#include "model/trace/document/scope-query-range.h"

#include <locale.h>

static void
collect_use (const ScopeLockUse *use, gpointer user_data)
{
  g_array_append_vals (user_data, use, 1);
}

static GArray *
all_uses (ScopeTrace *trace)
{
  const ScopeQueryRange within = { .trace = trace, .from = SCOPE_TIME_MIN, .to = SCOPE_TIME_MAX };
  GArray *uses = g_array_new (FALSE, FALSE, sizeof (ScopeLockUse));

  g_assert_true (scope_locks_each (&within, collect_use, uses, NULL));
  return uses;
}

static gint64
part (gint64 from, gint64 to, const ScopeQueryRange *within)
{
  return MAX (MIN (to, within->to) - MAX (from, within->from), 0);
}

static gboolean
belongs (const ScopeLockSum *sum, const ScopeLockUse *use, ScopeLocksBy by)
{
  if (by == SCOPE_LOCKS_BY_LOCK)
    return use->lock == sum->lock;
  if (by == SCOPE_LOCKS_BY_FUNCTION)
    return use->caller == sum->caller && use->function == sum->function;
  return use->processor == sum->processor && use->blocked_by == sum->blocked_by;
}

/* Every sum from the rows, and no row that is in none. */
static void
check_sums (ScopeTrace *trace, gint64 from, gint64 to, ScopeLocksBy by)
{
  const ScopeQueryRange within = { .trace = trace, .from = from, .to = to };
  g_autoptr (GArray) uses = all_uses (trace), sums = scope_locks_sum (&within, by, NULL);
  guint64 counted = 0, touching = 0;

  g_assert_nonnull (sums);
  for (guint i = 0; i < sums->len; i++)
    {
      const ScopeLockSum *sum = &g_array_index (sums, ScopeLockSum, i);
      ScopeLockSum expected = { .top_blocker = SCOPE_TABLE_NULL };
      guint64 callers[LOCK_N_FUNCTIONS + 1] = { 0 };
      gint64 blockers[64] = { 0 };

      for (guint u = 0; u < uses->len; u++)
        {
          const ScopeLockUse *use = &g_array_index (uses, ScopeLockUse, u);
          gint64 wait = part (use->wait_from, use->wait_to, &within), hold = part (use->wait_to, use->hold_to, &within);

          if (use->wait_from >= to || use->hold_to <= from || !belongs (sum, use, by))
            continue;
          expected.count++;
          expected.contended += use->blocked_by != SCOPE_TABLE_NULL || use->attempts > 1;
          expected.held += use->acquired;
          expected.attempts += (guint64) use->attempts;
          expected.wait += wait;
          expected.wait_max = MAX (expected.wait_max, wait);
          expected.hold += hold;
          expected.hold_max = MAX (expected.hold_max, hold);
          callers[use->caller]++;
          if (use->blocked_by != SCOPE_TABLE_NULL)
            blockers[use->blocked_by] += wait;
        }
      g_assert_cmpuint (sum->count, ==, expected.count);
      g_assert_cmpuint (sum->contended, ==, expected.contended);
      g_assert_cmpuint (sum->held, ==, expected.held);
      g_assert_cmpuint (sum->attempts, ==, expected.attempts);
      g_assert_cmpint (sum->wait, ==, expected.wait);
      g_assert_cmpint (sum->wait_max, ==, expected.wait_max);
      g_assert_cmpint (sum->hold, ==, expected.hold);
      g_assert_cmpint (sum->hold_max, ==, expected.hold_max);
      g_assert_cmpint (part (sum->longest.wait_from, sum->longest.wait_to, &within), ==, expected.wait_max);
      for (guint f = 0; f <= LOCK_N_FUNCTIONS; f++)
        g_assert_cmpuint (sum->top_count, >=, callers[f]);
      g_assert_cmpuint (sum->top_count, ==, callers[sum->top_caller]);
      for (guint p = 0; p < G_N_ELEMENTS (blockers); p++)
        g_assert_cmpint (sum->top_wait, >=, blockers[p]);
      if (sum->top_blocker != SCOPE_TABLE_NULL)
        g_assert_cmpint (sum->top_wait, ==, blockers[sum->top_blocker]);
      if (i > 0)
        g_assert_cmpint (g_array_index (sums, ScopeLockSum, i - 1).wait, >=, sum->wait);
      counted += sum->count;
    }
  for (guint u = 0; u < uses->len; u++)
    {
      const ScopeLockUse *use = &g_array_index (uses, ScopeLockUse, u);

      touching += use->wait_from < to && use->hold_to > from
                  && (by != SCOPE_LOCKS_BY_PAIR || use->blocked_by != SCOPE_TABLE_NULL);
    }
  g_assert_cmpuint (counted, ==, touching);
}

static void
test_sums (void)
{
  g_autoptr (ScopeTrace) trace = lock_trace_new (5, 7, 4000);
  const gint64 ranges[][2]
      = { { 0, LOCK_END }, { LOCK_END / 3, LOCK_END / 2 }, { 77777, 77999 }, { LOCK_END - 5, LOCK_END }, { 5000, 5001 } };

  for (guint i = 0; i < G_N_ELEMENTS (ranges); i++)
    for (guint by = 0; by < SCOPE_N_LOCKS_BY; by++)
      check_sums (trace, ranges[i][0], ranges[i][1], (ScopeLocksBy) by);
}

/* Times of ranges side by side are those of both. */
static void
test_side_by_side (void)
{
  g_autoptr (ScopeTrace) trace = lock_trace_new (3, 4, 900);
  gint64 wait[4] = { 0 }, hold[4] = { 0 };
  const gint64 edges[] = { SCOPE_TIME_MIN, 1000, 123456, LOCK_END / 2, LOCK_END - 1, SCOPE_TIME_MAX };

  for (guint r = 0; r < G_N_ELEMENTS (edges); r++)
    {
      gboolean whole = r + 1 == G_N_ELEMENTS (edges);
      const ScopeQueryRange within = { .trace = trace, .from = whole ? SCOPE_TIME_MIN : edges[r],
                                       .to = whole ? SCOPE_TIME_MAX : edges[r + 1] };
      g_autoptr (GArray) sums = scope_locks_sum (&within, SCOPE_LOCKS_BY_LOCK, NULL);

      for (guint i = 0; i < sums->len; i++)
        {
          const ScopeLockSum *sum = &g_array_index (sums, ScopeLockSum, i);
          guint l = (guint) ((sum->lock - LOCK_BASE) / 64);

          wait[l] += whole ? -sum->wait : sum->wait;
          hold[l] += whole ? -sum->hold : sum->hold;
          g_assert_cmpint (whole ? sum->wait : 1, >, 0);
        }
    }
  for (guint l = 0; l < 4; l++)
    {
      g_assert_cmpint (wait[l], ==, 0);
      g_assert_cmpint (hold[l], ==, 0);
    }
}

static void
test_longest (void)
{
  g_autoptr (ScopeTrace) trace = lock_trace_new (5, 3, 3000);
  const ScopeQueryRange within = { .trace = trace, .from = LOCK_END / 4, .to = LOCK_END / 2 };
  guint64 n, n_all;
  g_autoptr (GArray) some = scope_locks_longest (&within, 20, &n, NULL);
  g_autoptr (GArray) all = scope_locks_longest (&within, 100000, &n_all, NULL);

  g_assert_cmpuint (some->len, ==, 20);
  g_assert_cmpuint (n, ==, n_all);
  g_assert_cmpuint (all->len, ==, n_all);
  g_assert_cmpuint (n_all, >, 200);
  for (guint i = 0; i < 20; i++)
    g_assert_cmpmem (&g_array_index (some, ScopeLockUse, i), sizeof (ScopeLockUse), &g_array_index (all, ScopeLockUse, i),
                     sizeof (ScopeLockUse));
  for (guint i = 1; i < all->len; i++)
    {
      const ScopeLockUse *a = &g_array_index (all, ScopeLockUse, i - 1), *b = &g_array_index (all, ScopeLockUse, i);

      g_assert_cmpint (part (a->wait_from, a->wait_to, &within), >=, part (b->wait_from, b->wait_to, &within));
    }
}

/* Only what one processor acquired. */
static void
test_lane (void)
{
  g_autoptr (ScopeTrace) trace = lock_trace_new (5, 3, 500);
  ScopeLaneId lane = { 0, SCOPE_KIND_PROCESSOR, 2 };
  const ScopeQueryRange within = { .trace = trace, .from = 0, .to = LOCK_END, .lane = &lane };
  g_autoptr (GArray) uses = g_array_new (FALSE, FALSE, sizeof (ScopeLockUse)), all = all_uses (trace);
  guint expected = 0;

  g_assert_true (scope_locks_each (&within, collect_use, uses, NULL));
  for (guint i = 0; i < all->len; i++)
    expected += g_array_index (all, ScopeLockUse, i).processor == 2;
  g_assert_cmpuint (uses->len, ==, expected);
  g_assert_cmpuint (expected, >, 10);
}

static void
test_blocker (void)
{
  ScopeMachine *machine = lock_machine_new (3);
  g_autoptr (ScopeTrace) trace = NULL;
  g_autoptr (GArray) uses = NULL;
  ScopeLockUse blocker;

  lock_add_use (machine, 0, 64, 2, 100, 110, 200, SCOPE_TABLE_NULL, 1); /* held when 2 comes, but not last */
  lock_add_use (machine, 1, 64, 3, 150, 210, 400, 0, 4);
  lock_add_use (machine, 1, 128, 4, 150, 210, 500, SCOPE_TABLE_NULL, 1); /* another lock */
  lock_add_use (machine, 2, 64, 5, 180, 410, 600, 1, 9);
  lock_add_use (machine, 1, 64, 6, 420, SCOPE_TABLE_NULL, SCOPE_TABLE_NULL, 2, 9); /* never got it */
  trace = lock_trace_finish (machine);
  uses = all_uses (trace);
  g_assert_cmpuint (uses->len, ==, 5);
  g_assert_false (scope_locks_find_blocker (trace, &g_array_index (uses, ScopeLockUse, 0), &blocker, NULL, NULL));
  g_assert_true (scope_locks_find_blocker (trace, &g_array_index (uses, ScopeLockUse, 1), &blocker, NULL, NULL));
  g_assert_cmpuint (blocker.caller, ==, 2);
  g_assert_true (scope_locks_find_blocker (trace, &g_array_index (uses, ScopeLockUse, 3), &blocker, NULL, NULL));
  g_assert_cmpuint (blocker.caller, ==, 3);
  g_assert_true (scope_locks_find_blocker (trace, &g_array_index (uses, ScopeLockUse, 4), &blocker, NULL, NULL));
  g_assert_cmpuint (blocker.caller, ==, 5);
  g_assert_false (g_array_index (uses, ScopeLockUse, 4).acquired);
  g_assert_cmpint (g_array_index (uses, ScopeLockUse, 4).wait_to, ==, LOCK_END);
}

static void
test_cancel (void)
{
  g_autoptr (ScopeTrace) trace = lock_trace_new (3, 3, 300);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  const ScopeQueryRange within = { .trace = trace, .from = 0, .to = LOCK_END, .cancellable = cancellable };
  g_autoptr (GError) error = NULL, other = NULL;

  g_cancellable_cancel (cancellable);
  g_assert_null (scope_locks_sum (&within, SCOPE_LOCKS_BY_LOCK, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_assert_null (scope_coherence_sum (&within, SCOPE_COHERENCE_PER_LINE, &other));
  g_assert_error (other, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

static void
test_nothing (void)
{
  g_autoptr (ScopeTrace) trace = lock_trace_finish (lock_machine_new (2)), other = lock_trace_new (2, 2, 20);

  g_assert_false (scope_trace_has_rows (trace, SCOPE_TABLE_LOCKS));
  g_assert_nonnull (strstr (scope_locks_why_not (trace), "mutex_lock"));
  g_assert_nonnull (strstr (scope_coherence_why_not (trace), "Cache"));
  g_assert_null (scope_locks_why_not (other));
  g_assert_null (scope_coherence_why_not (other));
}

/* --- coherence --- */

static void
collect_miss (const ScopeCoherenceMiss *miss, gpointer user_data)
{
  g_array_append_vals (user_data, miss, 1);
}

static gboolean
is_of (const ScopeCoherenceSum *sum, const ScopeCoherenceMiss *miss, ScopeCoherencePer per)
{
  gboolean functions = miss->function == sum->function && miss->by_function == sum->by_function;
  gboolean processors = miss->processor == sum->processor && miss->by_processor == sum->by_processor;

  return per == SCOPE_COHERENCE_PER_LINE       ? miss->line == sum->line
         : per == SCOPE_COHERENCE_PER_FUNCTION ? functions
         : per == SCOPE_COHERENCE_PER_PLACE    ? functions && processors
                                               : processors;
}

static void
check_coherence (ScopeTrace *trace, gint64 from, gint64 to, ScopeCoherencePer per)
{
  const ScopeQueryRange within = { .trace = trace, .from = from, .to = to };
  g_autoptr (GArray) misses = g_array_new (FALSE, FALSE, sizeof (ScopeCoherenceMiss));
  g_autoptr (GArray) sums = scope_coherence_sum (&within, per, NULL);
  guint64 counted = 0;

  g_assert_true (scope_coherence_each (&within, collect_miss, misses, NULL));
  for (guint i = 0; i < sums->len; i++)
    {
      const ScopeCoherenceSum *sum = &g_array_index (sums, ScopeCoherenceSum, i);
      guint64 count = 0, known_false = 0, known_true = 0, timed = 0;
      gint64 latency = 0, most = 0;

      for (guint m = 0; m < misses->len; m++)
        {
          const ScopeCoherenceMiss *miss = &g_array_index (misses, ScopeCoherenceMiss, m);

          g_assert_true (miss->time >= from && miss->time < to);
          if (!is_of (sum, miss, per))
            continue;
          count++;
          known_false += miss->sharing == SCOPE_SHARING_FALSE;
          known_true += miss->sharing == SCOPE_SHARING_TRUE;
          timed += miss->latency >= 0;
          latency += MAX (miss->latency, 0);
          most = MAX (most, miss->latency);
        }
      g_assert_cmpuint (sum->count, ==, count);
      g_assert_cmpuint (sum->known_false, ==, known_false);
      g_assert_cmpuint (sum->known_true, ==, known_true);
      g_assert_cmpuint (sum->timed, ==, timed);
      g_assert_cmpint (sum->latency, ==, latency);
      g_assert_cmpint (sum->latency_max, ==, most);
      g_assert_cmpint (MAX (sum->longest.latency, 0), ==, most);
      g_assert_true (is_of (sum, &sum->longest, per));
      counted += count;
    }
  g_assert_cmpuint (counted, ==, misses->len);
}

static void
test_coherence (void)
{
  g_autoptr (ScopeTrace) trace = lock_trace_new (5, 7, 4000);
  const gint64 ranges[][2] = { { 0, LOCK_END }, { LOCK_END / 3, LOCK_END / 2 }, { 77777, 99999 }, { 0, 1 } };

  for (guint i = 0; i < G_N_ELEMENTS (ranges); i++)
    for (guint per = 0; per < SCOPE_COHERENCE_N_PER; per++)
      check_coherence (trace, ranges[i][0], ranges[i][1], (ScopeCoherencePer) per);
}

static void
test_coherence_list (void)
{
  g_autoptr (ScopeTrace) trace = lock_trace_new (5, 7, 20000);
  const ScopeQueryRange within = { .trace = trace, .from = 0, .to = LOCK_END };
  g_autoptr (GArray) misses = g_array_new (FALSE, FALSE, sizeof (ScopeCoherenceMiss));
  guint64 n;
  g_autoptr (GArray) list = scope_coherence_list (&within, 100, &n, NULL);
  guint earlier = 0;

  g_assert_true (scope_coherence_each (&within, collect_miss, misses, NULL));
  g_assert_cmpuint (n, ==, misses->len);
  g_assert_cmpuint (n, >, 3000);
  g_assert_cmpuint (list->len, ==, 100);
  for (guint i = 1; i < list->len; i++)
    g_assert_cmpint (g_array_index (list, ScopeCoherenceMiss, i - 1).time, <=, g_array_index (list, ScopeCoherenceMiss, i).time);
  for (guint i = 0; i < misses->len; i++)
    earlier += g_array_index (misses, ScopeCoherenceMiss, i).time < g_array_index (list, ScopeCoherenceMiss, 99).time;
  g_assert_cmpuint (earlier, <, 100);
}

int
main (int argc, char **argv)
{
  setlocale (LC_ALL, "C.UTF-8");
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/locks/sums", test_sums);
  g_test_add_func ("/locks/side-by-side", test_side_by_side);
  g_test_add_func ("/locks/longest", test_longest);
  g_test_add_func ("/locks/lane", test_lane);
  g_test_add_func ("/locks/blocker", test_blocker);
  g_test_add_func ("/locks/cancel", test_cancel);
  g_test_add_func ("/locks/nothing", test_nothing);
  g_test_add_func ("/coherence/sums", test_coherence);
  g_test_add_func ("/coherence/list", test_coherence_list);
  return g_test_run ();
}
