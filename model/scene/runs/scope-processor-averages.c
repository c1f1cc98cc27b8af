/* scope-processor-averages.c: see scope-processor-averages.h. Its columns' names are those of CSV: new ones go to the right end.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/scene/runs/scope-processor-averages.h"

#include "model/scene/runs/scope-scaling-table.h"

#include <glib/gi18n.h>
#include <math.h>

enum
{
  COLUMN_PROGRAM,
  COLUMN_ARGUMENTS,
  COLUMN_PROCESSORS,
  COLUMN_TITLE,
  COLUMN_RUNS,
  COLUMN_SHARES /* two for each state, then four of its time, then what tells whose it is */
};

static void
add_state (ScopeReportTable *table, const char *title, ScopeSplit split, gboolean shares)
{
  static const char *const shares_of[] = { "share", "share_deviation" };
  static const char *const times_of[] = { "ns", "deviation_ns", "min_ns", "max_ns" };
  guint n = shares ? G_N_ELEMENTS (shares_of) : G_N_ELEMENTS (times_of);

  for (guint i = 0; i < n; i++)
    {
      g_autofree char *name = g_strdup_printf ("%s_%s", scope_split_name (split), shares ? shares_of[i] : times_of[i]);
      guint column = scope_report_table_add_column (table, shares ? SCOPE_CELL_SHARE : SCOPE_CELL_DURATION, shares && i == 1 ? "±" : title,
                                                    name);

      if (shares && i == 1)
        scope_report_table_set_help (table, column, _("How much the runs differ in it: standard deviation, in points of per cent"));
      if (!shares)
        scope_report_table_hide_column (table, column);
    }
}

static void
add_columns (ScopeReportTable *table, ScopeRuntime runtime, gboolean programs, gboolean arguments)
{
  static const struct
  {
    ScopeCellKind kind;
    const char *title, *name;
  } whose[] = {
    { SCOPE_CELL_COUNT, N_("Machine"), "machine" },
    { SCOPE_CELL_COUNT, N_("Processor"), "processor" },
  };

  scope_report_table_add_column (table, SCOPE_CELL_WORD, _("Program"), "program");
  if (!programs)
    scope_report_table_hide_column (table, COLUMN_PROGRAM);
  scope_report_table_add_column (table, SCOPE_CELL_WORD, _("Arguments"), "arguments");
  if (!arguments)
    scope_report_table_hide_column (table, COLUMN_ARGUMENTS);
  scope_report_table_add_column (table, SCOPE_CELL_COUNT, scope_scaling_processors_word (runtime, TRUE), "processors");
  scope_report_table_add_column (table, SCOPE_CELL_WORD, _("Processor"), "title");
  scope_report_table_add_column (table, SCOPE_CELL_COUNT, _("Runs"), "runs");
  for (guint s = 0; s < SCOPE_SPLIT_UNKNOWN; s++)
    add_state (table, scope_split_title ((ScopeSplit) s), (ScopeSplit) s, TRUE);
  for (guint s = 0; s < SCOPE_N_SPLITS; s++)
    add_state (table, scope_split_title ((ScopeSplit) s), (ScopeSplit) s, FALSE);
  for (guint i = 0; i < G_N_ELEMENTS (whose); i++)
    scope_report_table_hide_column (table, scope_report_table_add_column (table, whose[i].kind, _(whose[i].title), whose[i].name));
}

static void
set_variation (ScopeReportTable *table, guint row, guint column, const ScopeVariation *v, gboolean bounds)
{
  if (v->n == 0)
    return;
  scope_report_table_set (table, row, column, v->mean);
  scope_report_table_set (table, row, column + 1, v->n > 1 ? v->deviation : NAN);
  if (!bounds)
    return;
  scope_report_table_set (table, row, column + 2, v->least);
  scope_report_table_set (table, row, column + 3, v->greatest);
}

static void
add_average (ScopeReportTable *table, const ScopeProcessorAverage *one)
{
  guint row = scope_report_table_add_row (table, NULL), column = COLUMN_SHARES;

  if (one->program != NULL)
    scope_report_table_set_word (table, row, COLUMN_PROGRAM, one->program);
  scope_report_table_set (table, row, COLUMN_PROCESSORS, one->processors);
  if (one->arguments != NULL)
    scope_report_table_set_word (table, row, COLUMN_ARGUMENTS, one->arguments);
  scope_report_table_set_word (table, row, COLUMN_TITLE, one->title);
  scope_report_table_set (table, row, COLUMN_RUNS, one->n_runs);
  for (guint s = 0; s < SCOPE_SPLIT_UNKNOWN; s++, column += 2)
    set_variation (table, row, column, &one->shares[s], FALSE);
  for (guint s = 0; s < SCOPE_N_SPLITS; s++, column += 4)
    set_variation (table, row, column, &one->ns[s], TRUE);
  scope_report_table_set (table, row, column, one->machine);
  scope_report_table_set (table, row, column + 1, (double) one->number);
}

ScopeReportTable *
scope_processor_averages_table_new (ScopeRunSet *set)
{
  ScopeReportTable *table = scope_report_table_new (NULL);
  guint left_out;
  g_autoptr (GArray) averages = scope_run_processors_average (set, &left_out);
  const ScopeProcessorAverage *all = (const ScopeProcessorAverage *) (gpointer) averages->data;
  gboolean programs = FALSE, arguments = FALSE;

  for (guint i = 1; i < averages->len; i++)
    {
      programs |= g_strcmp0 (all[i].program, all[0].program) != 0;
      arguments |= g_strcmp0 (all[i].arguments, all[0].arguments) != 0;
    }
  add_columns (table, averages->len > 0 ? all[0].runtime : SCOPE_RUNTIME_GHC, programs, arguments);
  for (guint i = 0; i < averages->len; i++)
    add_average (table, &all[i]);
  if (left_out > 0)
    scope_report_table_take_summary (table, g_strdup_printf (ngettext ("The first %u alone: %u further one is left out.",
                                                                       "The first %u alone: %u further ones are left out.", left_out),
                                                             SCOPE_RUN_PROCESSORS, left_out));
  scope_report_table_hide_empty_columns (table);
  return table;
}
