/* test-time-heap.c: what comes next of many streams is what a look at all of them finds.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/base/scope-time-heap.h"

#define N_STREAMS 300u

/* The least of those that are there; N_STREAMS: none is. */
static guint
plain_first (const gint64 times[N_STREAMS], const gboolean there[N_STREAMS])
{
  guint first = N_STREAMS;

  for (guint i = 0; i < N_STREAMS; i++)
    if (there[i] && (first == N_STREAMS || times[i] < times[first]))
      first = i;
  return first;
}

/* Streams come, go on and end; many at the same time, some before and some at the end of all. */
static void
test_order (void)
{
  ScopeTimeHeap heap = { 0 };
  gint64 times[N_STREAMS];
  gboolean there[N_STREAMS] = { FALSE };
  guint n = 0;

  for (guint step = 0; step < 20000; step++)
    {
      guint add = (guint) g_test_rand_int_range (0, N_STREAMS), first = plain_first (times, there);
      gint64 time = step % 100 == 0 ? G_MAXINT64 - 1 : g_test_rand_int_range (-50, 50);

      g_assert_cmpuint (heap.n, ==, n);
      if (n > 0)
        {
          g_assert_cmpuint (scope_time_heap_first (&heap)->what, ==, first);
          g_assert_cmpint (scope_time_heap_first (&heap)->time, ==, times[first]);
        }
      if (n > 1)
        {
          guint64 beside = scope_time_heap_beside (&heap)->what;

          g_assert_true (beside != first && (beside == G_MAXUINT64 || there[beside]));
        }
      if (!there[add] && (step / 2000 % 2 == 0 || n == 0))
        {
          times[add] = time;
          there[add] = TRUE;
          scope_time_heap_push (&heap, time, add);
          n++;
        }
      else if (n > 0 && g_test_rand_bit ())
        {
          times[first] = time;
          scope_time_heap_replace_first (&heap, time, first);
        }
      else if (n > 0)
        {
          there[first] = FALSE;
          scope_time_heap_pop (&heap);
          n--;
        }
    }
  scope_time_heap_clear (&heap);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/time-heap/order", test_order);
  return g_test_run ();
}
