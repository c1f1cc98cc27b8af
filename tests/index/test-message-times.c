/* test-message-times.c: messages over time against all messages read one by one: bins, sizes, latencies and their percentiles, and receive
 * phases against the machines' totals.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "message-world.h"

#include "model/scene/messages/scope-message-rates-scene.h"
#include "model/scene/statistics/scope-statistics-report.h"
#include "tests/model/message-list.h"

#include <math.h>
#include <string.h>

static int
compare_values (gconstpointer a, gconstpointer b)
{
  gint64 x = *(const gint64 *) a, y = *(const gint64 *) b;

  return x < y ? -1 : x > y;
}

static void
check_latency (const ScopeMessageTimes *times, const GArray *all)
{
  g_autoptr (GArray) values = g_array_new (FALSE, FALSE, sizeof (gint64));
  guint64 reversed = 0;
  gint64 median, p95;

  for (guint i = 0; i < all->len; i++)
    {
      const ScopeMessageLine *line = &g_array_index (all, ScopeMessageLine, i);
      gint64 value = line->receive - line->send;

      reversed += line->reversed;
      if (line->sent && line->received && !line->reversed)
        g_array_append_val (values, value);
    }
  g_assert_cmpuint (times->latency.reversed, ==, reversed);
  g_assert_cmpuint (times->latency.count, ==, values->len);
  if (values->len == 0)
    return;
  g_array_sort (values, compare_values);
  median = g_array_index (values, gint64, (values->len + 1) / 2 - 1);
  p95 = g_array_index (values, gint64, (values->len * 95 + 99) / 100 - 1);
  g_assert_cmpint (times->latency.median.low, ==, median);
  g_assert_cmpint (times->latency.median.high, ==, median);
  g_assert_cmpint (times->latency.p95.low, ==, p95);
  g_assert_cmpint (times->latency.longest, ==, g_array_index (values, gint64, values->len - 1));
}

static void
check (World *w, guint n_bins)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (ScopeMessageTimes) times = scope_message_times_new (&w->within, n_bins, &error);
  g_autoptr (GArray) all = message_list_read (&w->within);
  g_autofree ScopeMessageBin *bins = NULL;

  g_assert_no_error (error);
  g_assert_cmpuint (times->n_bins, <=, n_bins);
  g_assert_cmpint (scope_message_times_edge (times, 0), ==, times->from);
  g_assert_cmpint (scope_message_times_edge (times, times->n_bins), ==, times->to);
  bins = g_new0 (ScopeMessageBin, times->n_bins);
  for (guint i = 0; i < all->len; i++)
    {
      const ScopeMessageLine *line = &g_array_index (all, ScopeMessageLine, i);
      guint bin = 0;

      while (bin + 1 < times->n_bins && line->send >= scope_message_times_edge (times, bin + 1))
        bin++;
      bins[bin].messages++;
      bins[bin].size += line->size != SCOPE_TABLE_NULL ? (guint64) line->size : 0;
    }
  g_assert_cmpuint (times->messages, ==, all->len);
  for (guint i = 0; i < times->n_bins; i++)
    {
      g_assert_cmpuint (times->bins[i].messages, ==, bins[i].messages);
      g_assert_cmpuint (times->bins[i].size, ==, bins[i].size);
      g_assert_cmpuint (times->bins[i].messages, <=, times->most.messages);
    }
  check_latency (times, all);
}

static void
test_bins (World *w, gconstpointer data)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (4);
  gint64 first, last;

  check (w, 512);
  scope_trace_range (w->trace, &first, &last);
  for (guint i = 0; i < 40; i++)
    {
      double a = g_rand_double (rand), b = g_rand_double (rand);

      w->within.from = first + (gint64) (MIN (a, b) * (double) (last - first));
      w->within.to = first + (gint64) (MAX (a, b) * (double) (last - first));
      w->filter.system = i % 2 == 0;
      check (w, i % 3 == 0 ? 1 : 300);
    }
  w->within.from = first;
  w->within.to = first + 5; /* fewer ticks than bins */
  check (w, 512);
}

static void
test_receiving (World *w, gconstpointer data)
{
  g_autoptr (ScopeMessageTimes) times = scope_message_times_new (&w->within, 100, NULL);
  guint found = 0;

  for (guint m = 0; m < scope_trace_n_machines (w->trace); m++)
    {
      ScopeMachine *machine = scope_trace_machine (w->trace, m);
      gint64 time = 0;

      for (guint i = 0; i < times->receiving->len; i++)
        if (g_array_index (times->receiving, ScopeReceiving, i).machine == m)
          time = g_array_index (times->receiving, ScopeReceiving, i).time;
      g_assert_cmpint (time, ==, machine->receiving);
      found += time > 0;
    }
  g_assert_cmpuint (found, >, 0);
}

/* More latencies than are kept: the bounds hold what the exact ones are. Said so in words. */
static void
test_words (World *w, gconstpointer data)
{
  g_autoptr (ScopeMessageTimes) times = scope_message_times_new (&w->within, 100, NULL);
  g_autofree char *exact = scope_message_latency_text (w->trace, times), *bounds = NULL, *bin = NULL;
  g_autoptr (ScopeScene) scene = NULL;
  ScopeClock clock = scope_clock_of_trace (w->trace);
  guint bars = 0, words = 0;

  g_assert_nonnull (strstr (exact, "(exact)"));
  times->latency.p95.high++;
  bounds = scope_message_latency_text (w->trace, times);
  g_assert_null (strstr (bounds, "(exact)"));
  bin = scope_message_rates_text (w->trace, times, 0, &clock);
  g_assert_nonnull (strstr (bin, "message"));
  scene = scope_message_rates_scene_new (w->trace, times, 600, 180, scope_palette_get ((ScopePaletteKind) 0), 3, &clock);
  for (guint i = 0; i < scene->items->len; i++)
    {
      const ScopeItem *item = &g_array_index (scene->items, ScopeItem, i);

      g_assert_true (item->x >= 0 && item->y >= 0);
      bars += item->type == SCOPE_ITEM_RECT;
      if (item->type == SCOPE_ITEM_TEXT && strstr (scope_scene_text (scene, item->text), "at most") != NULL)
        { /* words in the plot have a ground of their own: no line of the grid goes through them */
          const ScopeItem *ground = item - 1;

          g_assert_cmpint (ground->type, ==, SCOPE_ITEM_RECT);
          g_assert_true (memcmp (&ground->colour, &scene->palette->canvas, sizeof ground->colour) == 0);
          g_assert_true (ground->x <= item->x && ground->y <= item->y && ground->height >= item->height);
          g_assert_cmpfloat (ground->width, >, scope_text_width (scope_scene_text (scene, item->text), item->size));
          words++;
        }
    }
  g_assert_cmpuint (bars, >, 20);
  g_assert_cmpuint (words, ==, 2);
  g_assert_cmpuint (scope_message_rates_bin_at (times, 600, 0), ==, 0);
  g_assert_cmpuint (scope_message_rates_bin_at (times, 600, 599.9), ==, times->n_bins - 1);
}

static double
cell (ScopeReportTable *table, guint row, const char *name)
{
  guint c = 0;

  while (!g_str_equal (scope_report_table_column (table, c)->name, name))
    c++;
  return scope_report_table_value (table, row, c);
}

/* Columns of machines and processes: what went out and came in, apart from what stayed, against all messages one by one. */
static void
test_apart (World *w, gconstpointer data)
{
  static const char *const names[] = { "messages_out", "messages_in", "messages_within" };
  g_autoptr (GArray) all = message_list_read (&w->within);

  for (guint s = 0; s < 2; s++)
    {
      g_autoptr (ScopeReportTable) table = scope_statistics_table (&w->within, s == 0 ? SCOPE_STATISTICS_MACHINES : SCOPE_STATISTICS_PROCESSES, NULL);

      guint64 sum = 0;

      g_assert_cmpuint (scope_report_table_n_rows (table), >, 1);
      for (guint row = 0; row < scope_report_table_n_rows (table); row++)
        {
          ScopeLaneId lane = scope_report_table_row (table, row)->lane;
          guint64 n[3] = { 0 }, number = 0;

          if (s == 1)
            number = scope_machine_entity (scope_trace_machine (w->within.trace, lane.machine), lane.kind, lane.index)->number;

          for (guint i = 0; i < all->len; i++)
            {
              const ScopeMessageLine *line = &g_array_index (all, ScopeMessageLine, i);
              gboolean from = line->from_machine == lane.machine && (s == 0 || line->from_process == number),
                       to = line->to_machine == lane.machine && (s == 0 || line->to_process == number);

              n[0] += from && !to && line->sent;
              n[1] += to && !from && line->received;
              n[2] += from && to;
            }
          for (guint k = 0; k < 3; k++)
            {
              g_assert_cmpfloat (cell (table, row, names[k]), ==, (double) n[k]);
              sum += n[k];
            }
        }
      g_assert_cmpuint (sum, >, all->len);
    }
}

/* A log that tells of messages sent, and none received: how many came in is not known. */
static void
test_one_end (World *w, gconstpointer data)
{
  g_autoptr (ScopeReportTable) table = scope_statistics_table (&w->within, SCOPE_STATISTICS_PROCESSES, NULL);
  g_autofree char *one = scope_trace_size_text (w->within.trace, 1), *two = scope_trace_size_text (w->within.trace, 2);

  g_assert_cmpstr (one, ==, "1 word");
  g_assert_cmpstr (two, ==, "2 words");
  g_assert_cmpuint (scope_report_table_n_rows (table), >, 0);
  for (guint row = 0; row < scope_report_table_n_rows (table); row++)
    {
      g_assert_false (isnan (cell (table, row, "messages_out")));
      g_assert_true (isnan (cell (table, row, "messages_in")));
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
#define ADD(name, file, func) \
  g_test_add ("/message-times/" name, World, "tests/data/eden/" file, set_up, func, tear_down)
  ADD ("bins", "generic4.parevents", test_bins);
  ADD ("receiving", "generic4.parevents", test_receiving);
  ADD ("apart", "generic4.parevents", test_apart);
  ADD ("words", "generic4.parevents", test_words);
  g_test_add ("/message-times/one-end", World, "tests/data/probes/sends.log", set_up, test_one_end, tear_down);
  return g_test_run ();
}
