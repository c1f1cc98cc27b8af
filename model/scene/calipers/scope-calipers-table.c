/* scope-calipers-table.c: see the header. SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/scene/calipers/scope-calipers-table.h"

#include "model/base/scope-format.h"
#include "model/base/scope-function-kind.h"
#include "model/trace/document/scope-cycles.h"

#include <glib/gi18n.h>

static const char *
column_title (guint kind)
{
  static const char *const titles[SCOPE_N_HITS]
      = { N_("L1D Misses"), N_("L1I Misses"), N_("L2 Misses"), N_("Upgrades"), N_("Barriers"), N_("Long Instructions") };

  return _(titles[kind]);
}

static void
append (GString *text, const char *part)
{
  g_string_append_printf (text, "%s%s", text->len > 0 ? " · " : "", part);
}

static void
append_time (GString *text, const ScopeCalipers *calipers, gint64 tick_ps)
{
  double ticks = (double) calipers->to - (double) calipers->from;
  g_autofree char *span = scope_format_duration (ticks, tick_ps);

  if (tick_ps < 1000)
    {
      g_autofree char *ps = scope_format_count ((guint64) (ticks * (double) tick_ps)), *ns = scope_format_ns (ticks, tick_ps);

      g_string_append_printf (text, "%s ps = %s ns", ps, ns);
    }
  else
    g_string_append (text, span);
}

static void
append_cycles (GString *text, const ScopeCalipers *calipers, gint64 tick_ps)
{
  const ScopeCalipersCore *core = &calipers->sum;
  g_autofree char *cycles = scope_cycles_text ((double) calipers->to - (double) calipers->from, tick_ps, core->period);
  g_autofree char *all = NULL, *period = NULL;

  if (cycles == NULL)
    return;
  period = g_strdup_printf ("%" G_GINT64_FORMAT, core->period);
  /* TRANSLATORS: “25 cycles of 500 ps” */
  if (core->source == SCOPE_SIM_CLOCK_INFERRED)
    all = g_strdup_printf (_("%s of %s ps (inferred)"), cycles, period);
  else if (core->source == SCOPE_SIM_CLOCK_ASSUMED)
    all = g_strdup_printf (_("%s of %s ps (assumed)"), cycles, period);
  else
    all = g_strdup_printf (_("%s of %s ps"), cycles, period);
  append (text, all);
}

static void
append_instructions (GString *text, const ScopeCalipers *calipers)
{
  const ScopeCalipersCore *core = &calipers->sum;
  g_autofree char *least = scope_format_count (core->insts), *most = scope_format_count (core->insts_most), *all = NULL;

  if (!calipers->has_insts)
    return;
  all = core->insts == core->insts_most
            ? g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s instruction", "%s instructions", (gulong) MIN (core->insts, 1000000)), least)
            : g_strdup_printf (_("%s to %s instructions"), least, most);
  append (text, all);
}

/* The sentence: "12,500 ps = 12.5 ns · 25 cycles of 500 ps (inferred) · 37 instructions · L1D Misses: 2". Free with g_free(). */
static char *
dup_text (const ScopeCalipers *calipers, gint64 tick_ps)
{
  GString *text = g_string_new (NULL);

  append_time (text, calipers, tick_ps);
  append_cycles (text, calipers, tick_ps);
  append_instructions (text, calipers);
  for (guint k = 0; k < SCOPE_N_HITS; k++)
    if (calipers->sum.hits[k] > 0)
      {
        g_autofree char *n = scope_format_count (calipers->sum.hits[k]);
        g_autofree char *all = g_strdup_printf ("%s: %s", column_title (k), n);

        append (text, all);
      }
  if (calipers->unknown != NULL)
    append (text, calipers->unknown);
  return g_string_free (text, FALSE);
}

/* --- the table --- */

typedef struct
{
  guint name, self, cycles, share, total, calls, insts, insts_most, hits[SCOPE_N_HITS], kind;
} Columns;

static void
add_columns (ScopeReportTable *table, const ScopeCalipers *calipers, Columns *columns)
{
  columns->name = scope_report_table_add_column (table, SCOPE_CELL_WORD, _("Function"), "function");
  columns->self = scope_report_table_add_column (table, SCOPE_CELL_DURATION, _("Itself"), "self_ns");
  if (calipers->sum.period > 0)
    columns->cycles = scope_report_table_add_column (table, SCOPE_CELL_NUMBER, _("Cycles"), "self_cycles");
  columns->share = scope_report_table_add_column (table, SCOPE_CELL_SHARE, _("Share"), "share");
  columns->total = scope_report_table_add_column (table, SCOPE_CELL_DURATION, _("With Callees"), "total_ns");
  columns->calls = scope_report_table_add_column (table, SCOPE_CELL_COUNT, _("Calls"), "calls");
  if (calipers->has_insts)
    columns->insts = scope_report_table_add_column (table, SCOPE_CELL_COUNT, _("Instructions"), "instructions");
  if (calipers->unknown != NULL)
    columns->insts_most = scope_report_table_add_column (table, SCOPE_CELL_COUNT, _("At Most"), "instructions_most");
  for (guint k = 0; k < SCOPE_N_HITS; k++)
    if (calipers->sum.hits[k] > 0)
      columns->hits[k] = scope_report_table_add_column (table, SCOPE_CELL_COUNT, column_title (k), scope_hit_name (k));
  if (calipers->has_insts)
    columns->kind = scope_report_table_add_column (table, SCOPE_CELL_WORD, _("Whose"), "kind");
}

static void
add_function (ScopeReportTable *table, const ScopeCalipers *calipers, const Columns *columns, const ScopeCalipersFunction *function,
              gint64 tick_ps)
{
  static const char *const kinds[SCOPE_N_FUNCTION_KINDS] = { "", N_("user"), N_("kernel"), N_("idle") };
  guint row = scope_report_table_add_row (table, NULL);

  scope_report_table_set_word (table, row, columns->name, function->name);
  scope_report_table_set (table, row, columns->self, (double) function->self);
  if (columns->cycles > 0)
    scope_report_table_set (table, row, columns->cycles, (double) function->self * (double) tick_ps / (double) calipers->sum.period);
  if (calipers->sum.alive > 0)
    scope_report_table_set (table, row, columns->share, (double) function->self / (double) calipers->sum.alive);
  scope_report_table_set (table, row, columns->total, (double) function->total);
  scope_report_table_set (table, row, columns->calls, (double) function->calls);
  if (columns->insts > 0)
    scope_report_table_set (table, row, columns->insts, (double) function->insts);
  if (columns->insts_most > 0)
    scope_report_table_set (table, row, columns->insts_most, (double) function->insts_most);
  for (guint k = 0; k < SCOPE_N_HITS; k++)
    if (columns->hits[k] > 0)
      scope_report_table_set (table, row, columns->hits[k], (double) function->hits[k]);
  if (columns->kind > 0 && function->kind > 0 && function->kind < SCOPE_N_FUNCTION_KINDS)
    scope_report_table_set_word (table, row, columns->kind, _(kinds[function->kind]));
}

ScopeReportTable *
scope_calipers_table (const ScopeQueryRange *within, ScopeCalipersHow how, GError **error)
{
  g_autoptr (ScopeCalipers) calipers = scope_calipers_read (within, how, error);
  gint64 tick_ps = scope_trace_tick_ps (within->trace);
  Columns columns = { 0 };
  ScopeReportTable *table;

  if (calipers == NULL)
    return NULL;
  table = scope_report_table_new (within->trace);
  add_columns (table, calipers, &columns);
  for (guint i = 0; i < calipers->sum.n_functions; i++)
    add_function (table, calipers, &columns, &calipers->sum.functions[i], tick_ps);
  scope_report_table_take_summary (table, dup_text (calipers, tick_ps));
  scope_report_table_attach (table, scope_calipers_ref (calipers), (GDestroyNotify) scope_calipers_unref);
  return table;
}
