/* scope-migration-tables.c: see scope-migration-tables.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/scene/migrations/scope-migration-tables.h"

#include "model/base/scope-compare.h"
#include "model/base/scope-each.h"
#include "model/base/scope-sift.h"
#include "model/scene/draw/scope-ruler.h"
#include "model/scene/migrations/scope-migration-paths-scene.h"

#include "model/trace/document/scope-sim-words.h"

#include <glib/gi18n.h>

#define MOST_WAITS 1000u /* of the longest */

static void
set_processor (ScopeReportTable *table, guint row, guint column, guint32 machine, gint64 number)
{
  ScopeTrace *trace = scope_report_table_get_trace (table);
  guint32 index = number == SCOPE_TABLE_NULL
                      ? SCOPE_NONE
                      : scope_machine_find_processor (scope_trace_machine (trace, machine), (guint) number);
  g_autofree char *title = NULL;

  if (index == SCOPE_NONE)
    return;
  title = scope_trace_lane_title (trace, (ScopeLaneId) { machine, SCOPE_KIND_PROCESSOR, index });
  scope_report_table_set_word (table, row, column, title);
}

static const char *
task_word (ScopeTrace *trace)
{
  return scope_trace_runtime (trace) == SCOPE_RUNTIME_ERLANG ? _("Process") : scope_trace_is_pipeline (trace) ? _("Slot") : _("Thread");
}

/* --- tasks --- */

ScopeReportTable *
scope_migration_tasks_table (const ScopeQueryRange *within, GError **error)
{
  g_autoptr (GArray) tasks = scope_migrations_tasks (within, error);
  guint64 all = 0;
  ScopeReportTable *table;
  gint machine;

  if (tasks == NULL)
    return NULL;
  table = scope_report_table_new (within->trace);
  scope_report_table_add_column (table, SCOPE_CELL_LANE, task_word (within->trace), "thread");
  scope_report_table_add_column (table, SCOPE_CELL_COUNT, _("Migrations"), "migrations");
  scope_report_table_add_column (table, SCOPE_CELL_COUNT, scope_trace_kind_label (within->trace, SCOPE_KIND_PROCESSOR, TRUE), "processors");
  scope_report_table_add_column (table, SCOPE_CELL_TIME, _("First"), "first_ns");
  scope_report_table_add_column (table, SCOPE_CELL_TIME, _("Last"), "last_ns");
  machine = scope_report_table_add_machine (table);
  SCOPE_EACH (const ScopeMigrationTask, task, tasks)
    {
      ScopeReportTableRow row = { .lane = { task->machine, SCOPE_KIND_THREAD, task->thread }, .from = task->first,
                                  .to = task->last, .has_lane = TRUE, .has_range = TRUE };
      guint r = scope_report_table_add_row (table, &row);

      scope_report_table_set (table, r, 1, (double) task->count);
      scope_report_table_set (table, r, 2, task->processors);
      scope_report_table_set (table, r, 3, (double) task->first);
      scope_report_table_set (table, r, 4, (double) task->last);
      scope_report_table_set_machine (table, r, machine, task->machine);
      all += task->count;
    }
  if (tasks->len > 0)
    scope_report_table_take_summary (table, scope_migration_words (within->trace, all, tasks->len));
  return table;
}

ScopeReportTable *
scope_migration_history_table (const ScopeQueryRange *within, ScopeLaneId thread, GError **error)
{
  g_autoptr (GArray) stays = scope_migrations_history (within, thread, error);
  ScopeReportTable *table;

  if (stays == NULL)
    return NULL;
  table = scope_report_table_new (within->trace);
  scope_report_table_add_column (table, SCOPE_CELL_TIME, _("Since"), "start_ns");
  scope_report_table_add_column (table, SCOPE_CELL_WORD, _("On"), "processor");
  scope_report_table_add_column (table, SCOPE_CELL_DURATION, _("Duration"), "duration_ns");
  scope_report_table_add_column (table, SCOPE_CELL_DURATION, _("Running"), "running_ns");
  scope_report_table_add_column (table, SCOPE_CELL_DURATION, _("Ready"), "runnable_ns");
  scope_report_table_add_column (table, SCOPE_CELL_COUNT, _("Runs"), "runs");
  SCOPE_EACH (const ScopeMigrationStay, stay, stays)
    {
      ScopeReportTableRow row = { .lane = thread, .from = stay->from, .to = stay->to, .has_lane = TRUE, .has_range = TRUE };
      guint r = scope_report_table_add_row (table, &row);

      scope_report_table_set (table, r, 0, (double) stay->from);
      set_processor (table, r, 1, thread.machine, stay->processor);
      scope_report_table_set (table, r, 2, (double) (stay->to - stay->from));
      scope_report_table_set (table, r, 3, (double) stay->running);
      scope_report_table_set (table, r, 4, (double) stay->ready);
      scope_report_table_set (table, r, 5, (double) stay->runs);
    }
  return table;
}

/* --- waits --- */

typedef struct
{
  ScopeReportTableHistogram histogram;
  guint64 count;
  double time;
  GArray *longest; /* ScopeMigrationWait: a heap, the shortest first; NULL: not wanted */
} Waits;

static gint64
length (const ScopeMigrationWait *wait)
{
  return wait->ran - wait->ready;
}

static gboolean
is_shorter (const ScopeMigrationWait *x, const ScopeMigrationWait *y)
{
  return length (x) < length (y);
}

static void
take_wait (const ScopeMigrationWait *wait, gpointer user_data)
{
  Waits *waits = user_data;
  gint64 ticks = MAX (length (wait), 1);
  guint class = (guint) g_bit_storage ((gulong) ticks) - 1;

  waits->count++;
  waits->time += (double) length (wait);
  waits->histogram.n[MIN (class, 63)]++;
  waits->histogram.time[MIN (class, 63)] += (double) length (wait);
  if (waits->longest != NULL)
    SCOPE_KEEP_FIRST (waits->longest, ScopeMigrationWait, MOST_WAITS, wait, is_shorter);
}

SCOPE_COMPARE_BY (compare_waits, ScopeMigrationWait, SCOPE_COMPARE (length (y), length (x)); SCOPE_UP (ready))

static void
add_waits (ScopeReportTable *table, GArray *waits)
{
  ScopeTrace *trace = scope_report_table_get_trace (table);

  scope_report_table_add_column (table, SCOPE_CELL_DURATION, _("Duration"), "duration_ns");
  scope_report_table_add_column (table, SCOPE_CELL_TIME, _("Ready Since"), "start_ns");
  scope_report_table_add_column (table, SCOPE_CELL_LANE, task_word (trace), "thread");
  scope_report_table_add_column (table, SCOPE_CELL_WORD, _("Ready On"), "from_processor");
  scope_report_table_add_column (table, SCOPE_CELL_WORD, _("Ran On"), "to_processor");
  scope_report_table_add_column (table, SCOPE_CELL_WORD, _("Why"), "reason");
  SCOPE_EACH (const ScopeMigrationWait, wait, waits)
    {
      ScopeReportTableRow row = { .lane = { wait->machine, SCOPE_KIND_THREAD, wait->thread },
                                  .from = wait->ready,
                                  .to = wait->ran,
                                  .has_lane = TRUE,
                                  .has_range = TRUE };
      guint r = scope_report_table_add_row (table, &row);

      scope_report_table_set (table, r, 0, (double) length (wait));
      scope_report_table_set (table, r, 1, (double) wait->ready);
      set_processor (table, r, 3, wait->machine, wait->from);
      set_processor (table, r, 4, wait->machine, wait->to);
      scope_report_table_set_word (table, r, 5, scope_trace_code_label (trace, wait->code));
    }
}

static void
add_pairs (ScopeReportTable *table, GArray *pairs)
{
  gint machine;

  scope_report_table_add_column (table, SCOPE_CELL_WORD, _("Ready On"), "from_processor");
  scope_report_table_add_column (table, SCOPE_CELL_WORD, _("Ran On"), "to_processor");
  scope_report_table_add_column (table, SCOPE_CELL_COUNT, _("Count"), "waits");
  scope_report_table_add_column (table, SCOPE_CELL_DURATION, _("Time"), "wait_ns");
  scope_report_table_add_column (table, SCOPE_CELL_DURATION, _("Mean"), "wait_mean_ns");
  scope_report_table_add_column (table, SCOPE_CELL_DURATION, _("Median"), "wait_p50_ns");
  scope_report_table_add_column (table, SCOPE_CELL_DURATION, _("90 %"), "wait_p90_ns");
  scope_report_table_add_column (table, SCOPE_CELL_DURATION, _("Longest"), "wait_max_ns");
  machine = scope_report_table_add_machine (table);
  SCOPE_EACH (const ScopeMigrationPair, pair, pairs)
    {
      const ScopeMigrationWait *longest = &pair->longest_wait;
      ScopeReportTableRow row = { .lane = { longest->machine, SCOPE_KIND_THREAD, longest->thread }, .from = longest->ready,
                                  .to = longest->ran, .has_lane = TRUE, .has_range = TRUE };
      guint r;

      if (pair->waits == 0)
        continue;
      r = scope_report_table_add_row (table, &row);
      set_processor (table, r, 0, pair->machine, pair->from);
      set_processor (table, r, 1, pair->machine, pair->to);
      scope_report_table_set (table, r, 2, (double) pair->waits);
      scope_report_table_set (table, r, 3, (double) pair->wait);
      scope_report_table_set (table, r, 4, (double) pair->wait / (double) pair->waits);
      if (pair->median >= 0)
        {
          scope_report_table_set (table, r, 5, (double) pair->median);
          scope_report_table_set (table, r, 6, (double) pair->most);
        }
      scope_report_table_set (table, r, 7, (double) pair->longest);
      scope_report_table_set_machine (table, r, machine, pair->machine);
    }
}

static void
summarise_waits (ScopeReportTable *table, const Waits *waits, gboolean longest)
{
  g_autofree char *count = scope_format_count (waits->count), *shown = scope_format_count (MOST_WAITS);
  g_autofree char *sum = scope_format_duration (waits->time, scope_trace_tick_ps (scope_report_table_get_trace (table)));

  if (waits->count == 0)
    return;
  scope_report_table_set_histogram (table, &waits->histogram);
  scope_report_table_take_summary (
      table, longest && waits->count > MOST_WAITS
                 ? g_strdup_printf (_("%s, %s together; the longest %s are shown"), count, sum, shown)
                 : g_strdup_printf (_("%s, %s together"), count, sum));
}

ScopeReportTable *
scope_migration_waits_table (const ScopeQueryRange *within, guint what, GError **error)
{
  gboolean longest = what == SCOPE_MIGRATION_WAITS_LONGEST;
  g_autoptr (GArray) pairs = NULL, list = g_array_new (FALSE, FALSE, sizeof (ScopeMigrationWait));
  Waits waits = { .longest = longest ? list : NULL };
  ScopeReportTable *table;

  if (!scope_migrations_each_wait (within, take_wait, &waits, error))
    return NULL;
  if (!longest && (pairs = scope_migrations_pairs (within, TRUE, error)) == NULL)
    return NULL;
  table = scope_report_table_new (within->trace);
  g_array_sort (list, compare_waits);
  if (longest)
    add_waits (table, list);
  else
    add_pairs (table, pairs);
  summarise_waits (table, &waits, longest);
  return table;
}
