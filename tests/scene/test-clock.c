/* test-clock.c: points in time in words, since the start, since a mark, by wall clock; that the ruler's labels stand where the clock says so; and
 * what people copy out of a server's log is found.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/scene/view/scope-go-to.h"
#include "model/scene/draw/scope-time-ruler.h"

#include <string.h>

#define EPOCH G_GINT64_CONSTANT (1700000000250000000) /* 2023-11-14 22:13:20.25 UTC */
#define SECOND G_GINT64_CONSTANT (1000000000)

static void
check (const ScopeClock *clock, double time, double resolution, const char *wanted)
{
  g_autofree char *text = scope_clock_text (clock, time, resolution);

  g_assert_cmpstr (text, ==, wanted);
}

static void
test_text (void)
{
  ScopeClock clock = { .tick_ps = 1000, .epoch = EPOCH };
  g_autofree char *range = NULL, *both = NULL, *day = NULL, *same = NULL;

  check (&clock, 1.25e9, 1e6, "1.250 s");
  same = scope_clock_both (&clock, 1.25e9, 1e6);
  g_assert_cmpstr (same, ==, "1.250 s");
  clock.zero = SECOND;
  check (&clock, 1.25e9, 1e6, "250 ms");
  clock.wall = TRUE;
  check (&clock, 1.25e9, 1e6, "22:13:21.500");
  check (&clock, 1.25e9, 1, "22:13:21.500000000");
  check (&clock, 0.7499999e9, 1e6, "22:13:21.000"); /* to the nearest, not cut off */
  check (&clock, -0.5e9, 1e8, "22:13:19.8");
  range = scope_clock_range (&clock, 1.25e9, 2.25e9);
  g_assert_cmpstr (range, ==, "22:13:21.50–22:13:22.50");
  both = scope_clock_both (&clock, 1.25e9, 1e6);
  g_assert_cmpstr (both, ==, "22:13:21.500 (1.250 s)");
  clock.dated = TRUE;
  check (&clock, 6400e9, 1e9, "2023-11-15 00:00:00");
  day = scope_clock_day (&clock, 6400e9);
  g_assert_cmpstr (day, ==, "2023-11-15");
}

static void
check_duration (double seconds, const char *wanted)
{
  g_autofree char *text = scope_format_duration (seconds * 1e9, 1000);

  g_assert_cmpstr (text, ==, wanted);
}

/* What lasts long is not said in seconds. */
static void
test_long (void)
{
  ScopeClock clock = { .tick_ps = 1000 };
  g_autofree char *range = NULL;
  ScopeViewport v;
  ScopeTimeRuler ruler;

  check_duration (999, "999 s");
  check_duration (1000, "16 min 40 s");
  check_duration (3599.6, "1 h 0 min");
  check_duration (8053, "2 h 14 min");
  check_duration (86399, "1 d 0 h");
  check_duration (3.1 * 86400, "3 d 2 h");
  check_duration (318031281, "3,681 d");
  check_duration (-1000, "−16 min 40 s");
  check (&clock, 86399.5e9, 1e8, "86399.5 s");
  check (&clock, 318031281.5e9, 1e8, "3680 d 22:01:21.5");
  check (&clock, 86400e9, 1e9, "1 d 00:00:00");
  range = scope_clock_range (&clock, 86400e9, 90061e9);
  g_assert_cmpstr (range, ==, "1 d 00:00:00 – 1 d 01:01:01");
  scope_viewport_init (&v, 0, 318031281 * SECOND, 1000);
  scope_time_ruler_init (&ruler, &clock, &v, 80, 11);
  g_assert_cmpuint (ruler.ruler.n, >, 5);
  for (guint i = 0; i < ruler.ruler.n; i++)
    {
      g_autofree char *label = scope_time_ruler_label (&ruler, i), *days = g_strdup_printf ("%u d", 500 * i);

      g_assert_cmpstr (label, ==, days);
    }
}

/* Every label of the ruler, taken as a time, is where it stands. */
static void
test_ruler (void)
{
  ScopeClock clock = { .tick_ps = 1000, .wall = TRUE, .epoch = EPOCH };

  for (double span = 1e6; span < 1e13; span *= 1.7)
    {
      ScopeViewport v;
      ScopeTimeRuler ruler;

      scope_viewport_init (&v, 0, 20000 * SECOND, 1000);
      scope_viewport_set_times (&v, 123456789, 123456789 + (gint64) span);
      scope_time_ruler_init (&ruler, &clock, &v, 80, 11);
      g_assert_cmpuint (ruler.ruler.n, >=, 2);
      for (guint i = 0; i < ruler.ruler.n; i++)
        {
          g_autofree char *label = scope_time_ruler_label (&ruler, i);
          g_autofree char *exact = scope_clock_text (&clock, (double) v.first + ruler.ruler.first + i * ruler.ruler.step, 1000);

          /* What the label leaves away is noughts. */
          g_assert_true (g_str_has_prefix (exact, label));
          g_assert_cmpuint (strspn (exact + strlen (label), "0."), ==, strlen (exact + strlen (label)));
        }
    }
}

/* Over days the day stands where it begins. */
static void
test_days (void)
{
  ScopeClock clock = { .tick_ps = 1000, .wall = TRUE, .dated = TRUE, .epoch = EPOCH };
  ScopeViewport v;
  ScopeTimeRuler ruler;
  gboolean day = FALSE, time = FALSE;
  g_autofree char *base = NULL;

  scope_viewport_init (&v, 0, 172800 * SECOND, 1000);
  scope_time_ruler_init (&ruler, &clock, &v, 80, 11);
  for (guint i = 0; i < ruler.ruler.n; i++)
    {
      g_autofree char *label = scope_time_ruler_label (&ruler, i);

      day = day || g_str_equal (label, "2023-11-16");
      time = time || g_str_equal (label, "12:00:00");
    }
  g_assert_true (day);
  g_assert_true (time);
  base = scope_time_ruler_dup_base (&ruler);
  g_assert_cmpstr (base, ==, "2023-11-14");
}

static void
go (ScopeView *view, const char *text, gint64 wanted)
{
  ScopeGoTo there = scope_go_to_parse (view, text);

  g_assert_cmpint (there.kind, ==, wanted >= 0 ? SCOPE_GO_TO_TIME : SCOPE_GO_TO_NOTHING);
  if (wanted >= 0)
    g_assert_cmpint (there.time, ==, wanted);
}

/* As Python, log4j, nginx, Erlang's logger, journalctl write it. */
static void
test_logs (void)
{
  g_autoptr (ScopeTrace) trace = scope_trace_new ();
  ScopeMachine *machine = scope_machine_new (0, scope_bytes_new_memory ());
  g_autoptr (ScopeView) view = NULL;
  ScopeClock clock;

  machine->first = 0;
  machine->last = 3 * 86400 * SECOND;
  scope_machine_add_info (machine, "wall_clock", "1700000000.25");
  scope_trace_add_machine (trace, machine);
  view = scope_view_new (trace);
  scope_view_set_look (view, SCOPE_LOOK_RULER, SCOPE_RULER_WALL_CLOCK);
  clock = scope_view_get_clock (view);
  g_assert_true (clock.wall && clock.dated);
  g_assert_cmpint (clock.epoch, ==, EPOCH);
  go (view, "2023-11-14 22:13:21,500", SECOND + SECOND / 4);
  go (view, "2023-11-14T22:13:21.500Z", SECOND + SECOND / 4);
  go (view, "2023-11-15T00:13:21.500+02:00", SECOND + SECOND / 4);
  go (view, "2023-11-14 17:13:21.500 -0500", SECOND + SECOND / 4);
  go (view, "2023-11-16 22:13:20.25", 2 * 86400 * SECOND);
  go (view, "2023-11-13 22:13:20", -1);
  /* Without a day that of what is seen. */
  scope_view_set_range (view, 2 * 86400 * SECOND, 2 * 86400 * SECOND + SECOND);
  go (view, "22:13:20.5", 2 * 86400 * SECOND + SECOND / 4);
  scope_view_set_range (view, 0, SECOND);
  go (view, "22:13:20.5", SECOND / 4);
  go (view, "1.25 s", SECOND + SECOND / 4); /* as tables have it */
  go (view, "1 d 02:14:41.5", (86400 + 8081) * SECOND + SECOND / 2);
  go (view, "2 h", 7200 * SECOND);
  g_assert_cmpint (scope_go_to_parse (view, "1 d x").kind, ==, SCOPE_GO_TO_MARK);
  g_assert_cmpint (scope_go_to_parse (view, "2023-02-31 10:00").kind, ==, SCOPE_GO_TO_MARK);
  g_assert_cmpint (scope_go_to_parse (view, "22:13:20 x").kind, ==, SCOPE_GO_TO_MARK);
}

int
main (int argc, char **argv)
{
  g_setenv ("TZ", "UTC", TRUE);
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/clock/text", test_text);
  g_test_add_func ("/clock/long", test_long);
  g_test_add_func ("/clock/ruler", test_ruler);
  g_test_add_func ("/clock/days", test_days);
  g_test_add_func ("/clock/logs", test_logs);
  return g_test_run ();
}
