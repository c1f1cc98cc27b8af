/* scope-profile-table.c: see scope-profile-table.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/scene/profile/scope-profile-table.h"
#include "model/scene/profile/scope-ticky-table.h"

#include "model/base/scope-format.h"
#include "model/trace/document/scope-query-range.h"
#include "model/trace/document/scope-recorded.h"
#include "model/trace/profile/scope-profile.h"
#include "model/trace/profile/scope-ticks.h"

#include <glib/gi18n-lib.h>

#define MOST_ROWS 10000u

const char *
scope_profile_table_why_not (ScopeTrace *trace)
{
  if (!scope_trace_get_finished (trace) || scope_trace_has_rows (trace, SCOPE_TABLE_BAND_SAMPLES)
      || scope_trace_has_rows (trace, SCOPE_TABLE_TICKY_SAMPLES))
    return NULL;
  return scope_trace_runtime (trace) == SCOPE_RUNTIME_GHC ? _("no profile was recorded (+RTS -l with -hT, -p or -lT)")
                                                          : _("only GHC's programs record profiles");
}

guint
scope_profile_table_first (ScopeTrace *trace)
{
  return !scope_trace_has_rows (trace, SCOPE_TABLE_BAND_SAMPLES) && scope_trace_has_rows (trace, SCOPE_TABLE_TICKY_SAMPLES)
             ? SCOPE_PROFILE_TABLE_TICKY
             : SCOPE_PROFILE_TABLE_COST_CENTRES;
}

gboolean
scope_profile_is_all (ScopeTrace *trace)
{
  const guint both = SCOPE_LACKS_SCHEDULER | SCOPE_LACKS_GC;

  return scope_trace_get_finished (trace) && scope_trace_has_rows (trace, SCOPE_TABLE_BAND_SAMPLES)
         && (scope_trace_unrecorded (trace) & both) == both;
}

const char *
scope_profile_word (guint profile)
{
  static const char *const words[SCOPE_N_PROFILES]
      = { N_("Time"),          N_("Cost Centre"), N_("Module"), N_("Closure Description"), N_("Type"), N_("Retainer"), N_("Biography"),
          N_("Closure Type"), N_("Info Table"), N_("Era"), N_("Sampled Stack") };

  return profile < SCOPE_N_PROFILES ? _(words[profile]) : "";
}

typedef struct
{
  ScopeReportTable *table;
  gboolean ticks;
  gint64 offset;        /* of the machine whose rows come */
  ScopeBandSum whole;   /* of the profile whose rows come */
  guint n, left_out;    /* rows that are there, and not */
  gint machine;         /* column; -1: there is one only */
} Sheet;

enum
{
  NAME,
  PROFILE,
  FIGURE,
  SHARE,
  MOST,
  MOST_TIME,
  LAST,
  SAMPLES,
  MODULE,
  LOCATION,
  MACHINE,
};

static const char *
title (const Sheet *sheet, ScopeTrace *trace)
{
  if (!sheet->ticks)
    return _("Band");
  for (guint m = 0; m < scope_trace_n_machines (trace); m++)
    if (scope_ticks_profile (scope_trace_machine (trace, m)) == SCOPE_PROFILE_STACK)
      return _("Sampled Stack");
  return _("Cost Centres");
}

static void
add_columns (Sheet *sheet, ScopeTrace *trace)
{
  ScopeReportTable *table = sheet->table;

  scope_report_table_add_column (table, SCOPE_CELL_WORD, title (sheet, trace), sheet->ticks ? "stack" : "band");
  scope_report_table_add_column (table, SCOPE_CELL_TERM, _("Profile"), "profile");
  scope_report_table_add_column (table, sheet->ticks ? SCOPE_CELL_COUNT : SCOPE_CELL_BYTES, sheet->ticks ? _("Ticks") : _("Mean"),
                                 sheet->ticks ? "ticks" : "mean_bytes");
  scope_report_table_add_column (table, SCOPE_CELL_SHARE, _("Share"), "share");
  scope_report_table_add_column (table, sheet->ticks ? SCOPE_CELL_COUNT : SCOPE_CELL_BYTES, sheet->ticks ? _("With Callees") : _("Largest"),
                                 sheet->ticks ? "inherited_ticks" : "max_bytes");
  if (sheet->ticks)
    scope_report_table_hide_column (table, PROFILE);
  scope_report_table_add_column (table, SCOPE_CELL_TIME, _("When"), "max_ns");
  scope_report_table_add_column (table, SCOPE_CELL_BYTES, _("At the End"), "last_bytes");
  scope_report_table_add_column (table, SCOPE_CELL_COUNT, _("Samples"), "samples");
  scope_report_table_add_column (table, SCOPE_CELL_WORD, _("Module"), "module");
  scope_report_table_add_column (table, SCOPE_CELL_WORD, _("Source"), "location");
  if (sheet->ticks)
    for (guint column = MOST_TIME; column <= SAMPLES; column++)
      scope_report_table_hide_column (table, column);
  scope_report_table_add_column (table, SCOPE_CELL_COUNT, scope_trace_kind_label (trace, SCOPE_KIND_MACHINE, FALSE), "machine");
  if (scope_trace_n_machines (trace) < 2)
    scope_report_table_hide_column (table, MACHINE);
}

static void
set_heap (const Sheet *sheet, guint row, const ScopeBandSum *sum)
{
  ScopeReportTable *table = sheet->table;
  guint64 n = MAX (sheet->whole.n, 1);

  scope_report_table_set (table, row, FIGURE, (double) sum->sum / (double) n);
  scope_report_table_set (table, row, MOST, (double) sum->most);
  scope_report_table_set (table, row, MOST_TIME, (double) (sum->most_time + sheet->offset));
  scope_report_table_set (table, row, LAST, (double) sum->last);
  scope_report_table_set (table, row, SAMPLES, (double) sum->n);
}

static void
add_row (Sheet *sheet, ScopeMachine *machine, const ScopeBandSum *sum, GArray *bands)
{
  const ScopeBand *band = &g_array_index (bands, ScopeBand, sum->band - 1);
  g_autofree char *name = scope_band_name (bands, sum->band);
  gint64 at = sum->most_time + sheet->offset;
  const ScopeReportTableRow line = { .from = at, .to = at, .has_range = !sheet->ticks && sum->n > 0 };
  guint row = scope_report_table_add_row (sheet->table, &line);

  sheet->n++;
  scope_report_table_set_word (sheet->table, row, NAME, name);
  scope_report_table_set_term (sheet->table, row, PROFILE, scope_profile_word (sum->profile), scope_profile_name (sum->profile));
  if (sheet->ticks)
    {
      scope_report_table_set (sheet->table, row, FIGURE, (double) sum->sum);
      scope_report_table_set (sheet->table, row, MOST, (double) sum->with_above);
    }
  else if (sum->n > 0)
    set_heap (sheet, row, sum);
  if (sheet->whole.sum > 0)
    scope_report_table_set (sheet->table, row, SHARE, (double) sum->sum / (double) sheet->whole.sum);
  if (band->module != NULL)
    scope_report_table_set_word (sheet->table, row, MODULE, band->module);
  if (band->location != NULL)
    scope_report_table_set_word (sheet->table, row, LOCATION, band->location);
  scope_report_table_set (sheet->table, row, MACHINE, (double) machine->number);
}

static gboolean
add_rows (Sheet *sheet, const ScopeQueryRange *within, GArray *sums, GError **error)
{
  g_autoptr (GArray) bands = NULL;
  guint32 last = SCOPE_NONE;

  for (guint i = 0; i < sums->len; i++)
    {
      const ScopeBandSum *sum = &g_array_index (sums, ScopeBandSum, i);
      ScopeMachine *machine = scope_trace_machine (within->trace, sum->machine);

      if (sheet->ticks ? sum->profile != scope_ticks_profile (machine) : scope_profile_is_of_code (sum->profile))
        continue;
      if (sum->machine != last)
        {
          g_clear_pointer (&bands, g_array_unref);
          bands = scope_bands_read (machine, error);
          last = sum->machine;
          sheet->offset = scope_trace_offset (within->trace, machine);
        }
      if (bands == NULL)
        return FALSE;
      if (sum->band == 0)
        sheet->whole = *sum;
      else if (sheet->n >= MOST_ROWS)
        sheet->left_out++;
      else
        add_row (sheet, machine, sum, bands);
    }
  return TRUE;
}

static void
summarise (const Sheet *sheet)
{
  g_autofree char *samples = scope_format_count (sheet->whole.n), *shown = scope_format_count (sheet->n),
                  *all = scope_format_count ((guint64) sheet->n + sheet->left_out), *mean = NULL;

  if (sheet->left_out > 0)
    scope_report_table_take_summary (sheet->table, g_strdup_printf (_("The largest %s of %s are shown"), shown, all));
  else if (sheet->whole.n == 0)
    scope_report_table_take_summary (sheet->table, g_strdup (_("No sample in this range")));
  else if (sheet->ticks)
    scope_report_table_take_summary (sheet->table,
                                     g_strdup_printf (ngettext ("%s tick: a sample, not a measured time", "%s ticks: samples, not measured times",
                                                                (gulong) sheet->whole.n),
                                                      samples));
  else
    {
      mean = scope_format_bytes ((double) sheet->whole.sum / (double) sheet->whole.n);
      /* TRANSLATORS: a number, a size: “12 samples, 14 MiB on average” */
      scope_report_table_take_summary (sheet->table, g_strdup_printf (ngettext ("%s sample, %s", "%s samples, %s on average", (gulong) sheet->whole.n),
                                                                      samples, mean));
    }
}

ScopeReportTable *
scope_profile_table_read (const ScopeQueryRange *within, guint what, GError **error)
{
  g_autoptr (GArray) sums = NULL;
  g_autoptr (ScopeReportTable) table = NULL;
  Sheet sheet = { .ticks = what == SCOPE_PROFILE_TABLE_COST_CENTRES };

  if (what == SCOPE_PROFILE_TABLE_TICKY)
    return scope_ticky_table_read (within, error);
  sums = scope_profile_sum (within, error);
  if (sums == NULL)
    return NULL;
  sheet.table = table = scope_report_table_new (within->trace);
  add_columns (&sheet, within->trace);
  if (!add_rows (&sheet, within, sums, error))
    return NULL;
  summarise (&sheet);
  return g_steal_pointer (&table);
}
