/* test-span-feed.c: spans that are read as they are asked for, against all of them in arrays, in whatever order processors ask.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/trace/analysis/scope-span-feed.h"

#define N 4u

/* Of processors that are none, too. */
static gboolean
span_of (gpointer data, const gint64 *row, guint32 *ret_processor, ScopeSpan *ret_span)
{
  *ret_processor = (guint32) row[SCOPE_GC_WORK_PROCESSOR];
  *ret_span = (ScopeSpan) { row[SCOPE_GC_WORK_START], row[SCOPE_GC_WORK_START] + row[SCOPE_GC_WORK_DURATION] };
  return row[SCOPE_GC_WORK_DURATION] != 7;
}

/* A row of processor `rare` comes once in `seldom` rows; the last processor has none at all. */
static void
fill (ScopeTable *table, GArray *spans[N], guint n, guint rare, guint seldom, GRand *rand)
{
  gint64 time = -50;

  for (guint i = 0; i < n; i++)
    {
      guint32 processor = i % seldom == seldom - 1 ? rare : (rare + 1 + (guint) g_rand_int_range (rand, 0, N - 2)) % (N - 1);
      gint64 row[SCOPE_GC_WORK_N_COLUMNS] = { time, g_rand_int_range (rand, 0, 20), i % 1000 == 999 ? N + 3 : processor }, dummy;
      ScopeSpan span;

      time += g_rand_int_range (rand, -3, 10);
      g_assert_true (scope_table_add (table, row, NULL));
      if (row[SCOPE_GC_WORK_PROCESSOR] < N && span_of (&dummy, row, &processor, &span))
        scope_span_add (spans[processor], span.from, span.to);
    }
}

/* Each asks with its own chance; the one with 0 asks when all others are done. */
static void
check (guint n, guint rare, guint seldom, const guint chances[N])
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (n + rare);
  ScopeBytes *bytes = scope_bytes_new_memory ();
  g_autoptr (ScopeTable) table = scope_table_new (SCOPE_TABLE_GC_WORK, bytes);
  GArray *spans[N];
  guint next[N] = { 0 }, n_open = N;
  gboolean ended[N] = { FALSE };
  GError *error = NULL;

  for (guint p = 0; p < N; p++)
    spans[p] = g_array_new (FALSE, FALSE, sizeof (ScopeSpan));
  fill (table, spans, n, rare, seldom, rand);
  {
    g_autoptr (ScopeSpanFeed) feed = scope_span_feed_new (table, N, span_of, NULL, &error);

    g_assert_no_error (error);
    for (guint p = 0; n_open > 0; p = (p + 1) % N)
      {
        ScopeSpan span;

        if (ended[p] || (n_open > 1 && (guint) g_rand_int_range (rand, 0, 100) >= chances[p]))
          continue;
        ended[p] = !scope_span_feed_next (feed, p, &span, &error);
        g_assert_no_error (error);
        g_assert_true (ended[p] == (next[p] == spans[p]->len));
        n_open -= ended[p];
        if (ended[p])
          continue;
        g_assert_cmpint (span.from, ==, g_array_index (spans[p], ScopeSpan, next[p]).from);
        g_assert_cmpint (span.to, ==, g_array_index (spans[p], ScopeSpan, next[p]).to);
        next[p]++;
      }
  }
  for (guint p = 0; p < N; p++)
    g_array_unref (spans[p]);
  g_clear_pointer (&table, scope_table_free);
  scope_bytes_free (bytes);
}

static void
test_together (void)
{
  check (0, 0, 3, (const guint[N]) { 50, 50, 50, 50 });
  check (5000, 1, 3, (const guint[N]) { 90, 90, 90, 90 });
  check (5000, 1, 3, (const guint[N]) { 90, 10, 50, 0 });
}

/* More wait than may: one that is rare, asked from the beginning or late; one that is not, and asks late. */
static void
test_alone (void)
{
  check (200000, 0, 150000, (const guint[N]) { 90, 90, 90, 90 });
  check (200000, 2, 99, (const guint[N]) { 90, 0, 90, 1 });
  check (200000, 1, 70000, (const guint[N]) { 1, 90, 0, 5 });
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/span-feed/together", test_together);
  g_test_add_func ("/span-feed/alone", test_alone);

  return g_test_run ();
}
