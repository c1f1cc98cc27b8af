/* scope-vm-candidates.c: calls that might as well have run beside each other, a row for each caller.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/scene/vm/scope-vm-private.h"

#include "model/trace/candidates/scope-candidates.h"

#include <glib/gi18n-lib.h>

enum
{
  CALLER,
  CALLEES,
  GROUPS,
  CALLS,
  TIME,
  SPAN,
  SAVED,
  GAIN,
};

static void
add_columns (ScopeReportTable *table)
{
  scope_report_table_add_column (table, SCOPE_CELL_WORD, _("Caller"), "caller");
  scope_report_table_add_column (table, SCOPE_CELL_WORD, _("Callees"), "callees");
  scope_report_table_add_column (table, SCOPE_CELL_COUNT, _("Groups"), "groups");
  scope_report_table_set_help (table, GROUPS, _("Calls that one activation of the caller makes one after the other, while it does nothing itself that other processes could see"));
  scope_report_table_add_column (table, SCOPE_CELL_COUNT, _("Calls"), "calls");
  scope_report_table_add_column (table, SCOPE_CELL_DURATION, _("Time"), "time_ns");
  scope_report_table_add_column (table, SCOPE_CELL_DURATION, _("Side by Side"), "span_ns");
  scope_report_table_set_help (table, SPAN, _("How long they would take side by side, on as many schedulers as they need; calls that touch something shared stay in order"));
  scope_report_table_add_column (table, SCOPE_CELL_DURATION, _("Saved"), "saved_ns");
  scope_report_table_set_help (table, SAVED, _("Using only the schedulers that were idle at the time"));
  scope_report_table_add_column (table, SCOPE_CELL_DURATION, _("Gain"), "gain_ns");
  scope_report_table_set_help (table, GAIN, _("How much shorter the run would be, as replayed by What If; only for the ten that save most"));
}

static void
add_candidate (ScopeReportTable *table, const ScopeCandidate *candidate, guint machine)
{
  guint r = scope_report_table_add_row (table, NULL);

  scope_report_table_set_word (table, r, CALLER, candidate->caller != NULL ? candidate->caller : _("all together"));
  scope_report_table_set_word (table, r, CALLEES, candidate->callees != NULL ? candidate->callees : "");
  scope_report_table_set (table, r, GROUPS, (double) candidate->groups);
  scope_report_table_set (table, r, CALLS, (double) candidate->calls);
  scope_report_table_set (table, r, TIME, (double) candidate->time);
  scope_report_table_set (table, r, SPAN, (double) candidate->span);
  if (candidate->saved != SCOPE_TABLE_NULL)
    scope_report_table_set (table, r, SAVED, (double) candidate->saved);
  if (candidate->gain != SCOPE_TABLE_NULL)
    scope_report_table_set (table, r, GAIN, (double) candidate->gain);
  scope_report_table_set (table, r, machine, scope_trace_machine (scope_report_table_get_trace (table), candidate->machine)->number);
}

ScopeReportTable *
scope_vm_candidates_read (const ScopeQueryRange *within, GError **error)
{
  g_autoptr (GArray) rows = scope_candidates_read (within, error);
  g_autofree char *doubt = scope_candidates_dup_doubt (within->trace);
  ScopeReportTable *table;
  guint machine;

  if (rows == NULL)
    return NULL;
  table = scope_report_table_new (within->trace);
  add_columns (table);
  machine = scope_vm_add_machine (table);
  for (guint i = 0; i < MIN (rows->len, SCOPE_VM_MOST_ROWS); i++)
    add_candidate (table, &g_array_index (rows, ScopeCandidate, i), machine);
  scope_report_table_take_summary (
      table, g_strconcat (_("Calls that share nothing that the trace shows. An upper bound: no trace tells whether one needs the result of another."),
                          doubt != NULL ? " " : NULL, doubt, NULL));
  return table;
}
