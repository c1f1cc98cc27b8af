/* test-task-clock.c: the replay's clock tells of any time that has passed what a plain list of all its points tells.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/trace/analysis/scope-task-clock.h"

#include <math.h>

static gint64
plain_then (const GArray *points, gint64 time)
{
  const ScopeTaskPoint *all = (const ScopeTaskPoint *) (gpointer) points->data;
  guint n = 0;

  while (n < points->len && all[n].was <= time)
    n++;
  if (n == 0)
    return all[0].is;
  if (n == points->len)
    return all[n - 1].is;
  return all[n - 1].is
         + (gint64) llround ((double) (all[n].is - all[n - 1].is) * (double) (time - all[n - 1].was)
                             / (double) MAX (all[n].was - all[n - 1].was, 1));
}

/* Time goes on as it did, stands still, jumps at one instant, goes back, or is scaled. */
static void
add_point (ScopeTaskClock *clock, GArray *points, gint64 length)
{
  ScopeTaskPoint next = clock->at;

  next.was += g_test_rand_int_range (0, 5) == 0 ? 0 : length;
  switch (g_test_rand_int_range (0, 8))
    {
    case 0: case 1: case 2: case 3:
      next.is += next.was - clock->at.was;
      break;
    case 4: case 5:
      break;
    case 6:
      next.is += (next.was - clock->at.was) / 3;
      break;
    default:
      next.is += g_test_rand_int_range (-100000, 1000000);
    }
  scope_task_clock_set (clock, next.was, next.is);
  g_array_append_val (points, next);
}

static void
test_passed (void)
{
  for (guint turn = 0; turn < 40; turn++)
    {
      g_autoptr (GArray) points = g_array_new (FALSE, FALSE, sizeof (ScopeTaskPoint));
      gint64 first = g_test_rand_int_range (-1000, 1000), most = (gint64) 10 << turn % 24;
      ScopeTaskClock clock = { 0 };

      scope_task_clock_init (&clock);
      clock.at = (ScopeTaskPoint) { first, 5 * first };
      for (guint i = 0; i < 700; i++)
        {
          add_point (&clock, points, g_test_rand_int_range (1, (gint32) most));
          for (guint k = 0; k < 4; k++)
            {
              gint64 time = first - 10 + (gint64) (g_test_rand_double () * (double) (clock.at.was - first + 10));

              g_assert_cmpint (scope_task_clock_then (&clock, time), ==, plain_then (points, time));
            }
        }
      for (guint i = 0; i < points->len; i++)
        {
          gint64 time = g_array_index (points, ScopeTaskPoint, i).was;

          g_assert_cmpint (scope_task_clock_then (&clock, time), ==, plain_then (points, time));
        }
      scope_task_clock_clear (&clock);
    }
}

/* What is long past is forgotten; what is left stays true. */
static void
test_forgotten (void)
{
  g_autoptr (GArray) points = g_array_new (FALSE, FALSE, sizeof (ScopeTaskPoint));
  ScopeTaskClock clock = { 0 };

  scope_task_clock_init (&clock);
  for (guint i = 0; i < 30000; i++)
    {
      ScopeTaskPoint next = { (gint64) i * 1000, (gint64) i * 700 + g_test_rand_int_range (0, 300) };

      scope_task_clock_set (&clock, next.was, next.is);
      g_array_append_val (points, next);
    }
  for (gint64 time = 30000000 - 4000000; time < 30000000; time += 40123)
    g_assert_cmpint (scope_task_clock_then (&clock, time), ==, plain_then (points, time));
  g_assert_cmpint (scope_task_clock_then (&clock, 0), >, 1000000);
  scope_task_clock_clear (&clock);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/task-clock/passed", test_passed);
  g_test_add_func ("/task-clock/forgotten", test_forgotten);
  return g_test_run ();
}
