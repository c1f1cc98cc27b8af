/* scope-ticky-table.c: see scope-ticky-table.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/scene/profile/scope-ticky-table.h"

#include "model/base/scope-format.h"
#include "model/trace/profile/scope-ticky.h"

#include <glib/gi18n-lib.h>

#define MOST_ROWS 10000u

enum
{
  NAME,
  ENTRIES,
  SHARE,
  ALLOCATIONS,
  PER_ENTRY,
  ALLOCATED,
  ARITY,
  ARGUMENTS,
  SAMPLES,
  MACHINE,
};

static void
add_columns (ScopeReportTable *table, ScopeTrace *trace)
{
  scope_report_table_add_column (table, SCOPE_CELL_WORD, _("Closure"), "name");
  scope_report_table_add_column (table, SCOPE_CELL_COUNT, _("Entries"), "entries");
  scope_report_table_add_column (table, SCOPE_CELL_SHARE, _("Share"), "share");
  scope_report_table_add_column (table, SCOPE_CELL_BYTES, _("Its Allocations"), "allocation_bytes");
  scope_report_table_add_column (table, SCOPE_CELL_BYTES, _("Per Entry"), "allocation_bytes_per_entry");
  scope_report_table_add_column (table, SCOPE_CELL_BYTES, _("Allocated of It"), "allocated_bytes");
  scope_report_table_add_column (table, SCOPE_CELL_COUNT, _("Arity"), "arity");
  scope_report_table_add_column (table, SCOPE_CELL_WORD, _("Arguments"), "arguments");
  scope_report_table_add_column (table, SCOPE_CELL_COUNT, _("Samples"), "samples");
  scope_report_table_add_column (table, SCOPE_CELL_COUNT, scope_trace_kind_label (trace, SCOPE_KIND_MACHINE, FALSE), "machine");
  if (scope_trace_n_machines (trace) < 2)
    scope_report_table_hide_column (table, MACHINE);
}

static void
add_row (ScopeReportTable *table, ScopeTrace *trace, const ScopeTickySum *sum, double all)
{
  guint row = scope_report_table_add_row (table, NULL);
  g_autofree char *number = sum->name == NULL ? g_strdup_printf ("0x%" G_GINT64_MODIFIER "x", sum->counter) : NULL;

  scope_report_table_set_word (table, row, NAME, sum->name != NULL ? sum->name : number);
  scope_report_table_set (table, row, ENTRIES, (double) sum->entries);
  if (all > 0)
    scope_report_table_set (table, row, SHARE, (double) sum->entries / all);
  scope_report_table_set (table, row, ALLOCATIONS, (double) sum->allocations);
  if (sum->entries > 0)
    scope_report_table_set (table, row, PER_ENTRY, (double) sum->allocations / (double) sum->entries);
  scope_report_table_set (table, row, ALLOCATED, (double) sum->allocated);
  if (sum->arity != SCOPE_TABLE_NULL)
    scope_report_table_set (table, row, ARITY, (double) sum->arity);
  if (sum->arguments != NULL)
    scope_report_table_set_word (table, row, ARGUMENTS, sum->arguments);
  scope_report_table_set (table, row, SAMPLES, (double) sum->n);
  scope_report_table_set (table, row, MACHINE, (double) scope_trace_machine (trace, sum->machine)->number);
}

ScopeReportTable *
scope_ticky_table_read (const ScopeQueryRange *within, GError **error)
{
  g_autoptr (GArray) sums = scope_ticky_sum (within, error);
  g_autoptr (ScopeReportTable) table = NULL;
  g_autofree char *shown = NULL, *n = NULL;
  double all = 0;

  if (sums == NULL)
    return NULL;
  table = scope_report_table_new (within->trace);
  add_columns (table, within->trace);
  for (guint i = 0; i < sums->len; i++)
    all += (double) g_array_index (sums, ScopeTickySum, i).entries;
  for (guint i = 0; i < MIN (sums->len, MOST_ROWS); i++)
    add_row (table, within->trace, &g_array_index (sums, ScopeTickySum, i), all);
  n = scope_format_count (sums->len);
  shown = scope_format_count (MIN (sums->len, MOST_ROWS));
  if (sums->len == 0)
    scope_report_table_take_summary (table, g_strdup (_("No sample in this range")));
  else if (sums->len > MOST_ROWS)
    scope_report_table_take_summary (table, g_strdup_printf (_("The largest %s of %s are shown"), shown, n));
  else
    scope_report_table_take_summary (table, g_strdup_printf (ngettext ("%s closure that was entered or allocated", "%s closures that were entered or allocated",
                                                                       sums->len),
                                                             n));
  return g_steal_pointer (&table);
}
