/* scope-phases-table.c: see scope-phases-table.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/scene/phases/scope-phases-table.h"

#include "model/base/scope-each.h"
#include "model/base/scope-format.h"
#include "model/trace/analysis/scope-cause-words.h"
#include "model/trace/phases/scope-together.h"

#include <glib/gi18n-lib.h>

/* --- columns that both have --- */

typedef struct
{
  guint running, most, parts[SCOPE_N_CAUSES];
} Columns;

static void
add_columns (ScopeReportTable *table, Columns *columns)
{
  ScopeTrace *trace = scope_report_table_get_trace (table);
  g_autofree char *running = scope_format_sentence (scope_trace_state_label (trace, SCOPE_STATE_RUNNING));

  columns->running = scope_report_table_add_column (table, SCOPE_CELL_SHARE, running, "efficiency");
  scope_report_table_set_help (table, columns->running, _("Share of the time of all processors in which they ran"));
  columns->most = scope_report_table_add_column (table, SCOPE_CELL_TERM, _("Most Lost"), "most_lost");
  for (guint c = SCOPE_CAUSE_GC_WORK; c < SCOPE_N_CAUSES; c++)
    {
      g_autofree char *name = g_strdup_printf ("%s_ns", scope_cause_name ((ScopeCause) c));
      g_autofree char *title = scope_format_sentence (scope_cause_word (trace, (ScopeCause) c));

      columns->parts[c] = scope_report_table_add_column (table, SCOPE_CELL_DURATION, title, name);
    }
}

/* What most of the time was lost for; RUNNING: none was. */
static ScopeCause
most_lost (const gint64 *parts)
{
  guint most = SCOPE_CAUSE_GC_WORK;

  for (guint c = SCOPE_CAUSE_GC_WORK; c < SCOPE_N_CAUSES; c++)
    if (parts[c] > parts[most])
      most = c;
  return parts[most] > 0 ? (ScopeCause) most : SCOPE_CAUSE_RUNNING;
}

/* What never happened stays empty, and so its column is not shown. */
static void
set_parts (ScopeReportTable *table, guint row, const Columns *columns, const gint64 *parts)
{
  ScopeCause most = most_lost (parts);

  scope_report_table_set (table, row, columns->running, scope_phase_efficiency (parts));
  if (most != SCOPE_CAUSE_RUNNING)
    scope_report_table_set_term (table, row, columns->most, scope_cause_word (scope_report_table_get_trace (table), most), scope_cause_name (most));
  for (guint c = SCOPE_CAUSE_GC_WORK; c < SCOPE_N_CAUSES; c++)
    if (parts[c] > 0)
      scope_report_table_set (table, row, columns->parts[c], (double) parts[c]);
}

/* --- rows --- */

static void
list_phases (ScopeReportTable *table, const ScopePhases *phases)
{
  Columns columns;

  scope_report_table_add_column (table, SCOPE_CELL_WORD, _("Phase"), "name");
  scope_report_table_add_column (table, SCOPE_CELL_TIME, _("Since"), "start_ns");
  scope_report_table_add_column (table, SCOPE_CELL_DURATION, _("Duration"), "duration_ns");
  add_columns (table, &columns);
  SCOPE_EACH (const ScopePhase, phase, phases->phases)
    {
      const ScopeReportTableRow line = { .from = phase->from, .to = phase->to, .has_range = TRUE };
      guint row = scope_report_table_add_row (table, &line);

      scope_report_table_set_word (table, row, 0, scope_phases_kind (phases, phase->kind)->name);
      scope_report_table_set (table, row, 1, (double) phase->from);
      scope_report_table_set (table, row, 2, (double) (phase->to - phase->from));
      set_parts (table, row, &columns, phase->parts);
    }
}

static void
list_kinds (ScopeReportTable *table, const ScopePhases *phases)
{
  guint count, total;
  Columns columns;

  scope_report_table_add_column (table, SCOPE_CELL_WORD, _("Phase"), "name");
  count = scope_report_table_add_column (table, SCOPE_CELL_COUNT, _("Count"), "count");
  total = scope_report_table_add_column (table, SCOPE_CELL_DURATION, _("Total"), "time_ns");
  add_columns (table, &columns);
  for (guint k = 0; k < phases->kinds->len; k++)
    {
      const ScopePhaseKind *kind = scope_phases_kind (phases, k);
      guint row = scope_report_table_add_row (table, NULL);

      scope_report_table_set_word (table, row, 0, kind->name);
      scope_report_table_set (table, row, count, kind->count);
      scope_report_table_set (table, row, total, (double) kind->time);
      set_parts (table, row, &columns, kind->parts);
    }
}

/* --- sets of labels --- */

static void
list_sets (ScopeReportTable *table, const ScopeTogether *together)
{
  scope_report_table_add_column (table, SCOPE_CELL_WORD, _("Labels Together"), "labels");
  scope_report_table_add_column (table, SCOPE_CELL_COUNT, _("Count"), "count");
  scope_report_table_add_column (table, SCOPE_CELL_SHARE, _("All There"), "share");
  scope_report_table_set_help (table, 2, _("In how much of the windows that the most frequent of them is in all are"));
  scope_report_table_add_column (table, SCOPE_CELL_COUNT, _("Windows"), "windows");
  scope_report_table_add_column (table, SCOPE_CELL_NUMBER, _("By Chance"), "expected_windows");
  scope_report_table_set_help (table, 4, _("In how many windows all would be if each came when it liked"));
  scope_report_table_add_column (table, SCOPE_CELL_COUNT, _("Stretches"), "stretches");
  scope_report_table_add_column (table, SCOPE_CELL_DURATION, _("Window"), "window_ns");
  scope_report_table_add_column (table, SCOPE_CELL_SHARE, _("Coincidence"), "chance");
  scope_report_table_set_help (table, 7, _("How often any two labels that have nothing to do with each other would come together as often, at most"));
  scope_report_table_add_column (table, SCOPE_CELL_TIME, _("Since"), "first_ns");
  SCOPE_EACH (const ScopeTogetherSet, set, together->sets)
    {
      guint end = MIN (set->first + set->step, together->n_windows) - 1;
      const ScopeReportTableRow line = { .from = together->begins[set->first], .to = together->ends[end], .has_range = TRUE };
      guint row = scope_report_table_add_row (table, &line);
      g_autofree char *names = scope_together_dup_names (together, set);

      scope_report_table_set_word (table, row, 0, names);
      scope_report_table_set (table, row, 1, set->n_labels);
      scope_report_table_set (table, row, 2, (double) set->all / set->most);
      scope_report_table_set (table, row, 3, set->all);
      scope_report_table_set (table, row, 4, set->expected);
      scope_report_table_set (table, row, 5, set->runs);
      scope_report_table_set (table, row, 6, (double) (together->ends[0] - together->begins[0]) * set->step);
      scope_report_table_set (table, row, 7, set->chance);
      scope_report_table_set (table, row, 8, (double) together->begins[set->first]);
    }
}

static char *
summary_of_sets (const ScopeTogether *together)
{
  guint n = together->sets->len;

  if (together->names->len < 2)
    return g_strdup (_("Nothing is told: processors ran under fewer than two labels"));
  if (n == 0)
    return g_strdup (_("No labels come together more often than they would by chance"));
  return g_strdup_printf (ngettext ("%u set of labels that nearly always come together", "%u sets of labels that nearly always come together", n), n);
}

static void
set_alone (ScopeReportTable *table, const ScopeTogether *together)
{
  list_sets (table, together);
  scope_report_table_take_summary (table, summary_of_sets (together));
}

ScopeReportTable *
scope_together_table_read (const ScopeQueryRange *within, GError **error)
{
  g_autoptr (ScopeTogether) together = scope_together_read (within, error);
  ScopeReportTable *table;

  if (together == NULL)
    return NULL;
  table = scope_report_table_new (within->trace);
  set_alone (table, together);
  return table;
}

/* --- summary --- */

static double
lost (const gint64 *parts)
{
  double all = 0;

  for (guint c = SCOPE_CAUSE_GC_WORK; c < SCOPE_N_CAUSES; c++)
    all += (double) parts[c];
  return all;
}

/* What comes again and again, and what of it is like nothing else. */
static void
append_pattern (GString *text, ScopeTrace *trace, const ScopePhases *phases)
{
  ScopeClock clock = scope_clock_of_trace (trace);
  g_autofree char *period = scope_format_duration ((double) phases->period, scope_trace_tick_ps (trace)),
                  *odd = scope_clock_range (&clock, (double) phases->odd_from, (double) phases->odd_to);

  if (phases->period == 0)
    return;
  /* TRANSLATORS: a duration; goes on a sentence */
  g_string_append_printf (text, _("; the same comes again every %s"), period);
  if (phases->odd_to > phases->odd_from)
    /* TRANSLATORS: from when to when; goes on a sentence */
    g_string_append_printf (text, _(", but for %s"), odd);
}

/* How many there are, which loses most, of how much of the time, and how they come. */
static char *
summary (ScopeTrace *trace, const ScopePhases *phases)
{
  GString *text = g_string_new (NULL);
  const ScopePhaseKind *most = NULL;
  double all = 0, time = 0;
  g_autofree char *n = NULL, *kinds = NULL, *share = NULL, *of_time = NULL;

  if (phases->phases->len == 0)
    {
      g_string_append (text, _("No phases: what the program does changes no more than it would by chance"));
      return g_string_free (text, FALSE);
    }
  for (guint k = 0; k < phases->kinds->len; k++)
    {
      const ScopePhaseKind *kind = scope_phases_kind (phases, k);

      all += lost (kind->parts);
      time += (double) kind->time;
      if (most == NULL || lost (kind->parts) > lost (most->parts))
        most = kind;
    }
  n = g_strdup_printf (ngettext ("%u phase", "%u phases", phases->phases->len), phases->phases->len);
  kinds = g_strdup_printf (ngettext ("%u kind", "%u kinds", phases->kinds->len), phases->kinds->len);
  share = scope_format_share (all > 0 ? lost (most->parts) / all : 0);
  of_time = scope_format_share ((double) most->time / time);
  /* TRANSLATORS: “18 phases of 3 kinds. Most is lost in B: 46 % of all loss, in 24 % of the time” */
  g_string_append_printf (text, _("%s of %s. Most is lost in %s: %s of all loss, in %s of the time"), n, kinds, most->name, share, of_time);
  append_pattern (text, trace, phases);
  return g_string_free (text, FALSE);
}

ScopeReportTable *
scope_phases_table_read (const ScopeQueryRange *within, guint what, GError **error)
{
  g_autoptr (ScopePhases) phases = scope_phases_read (within, error);
  g_autoptr (ScopeTogether) together = phases != NULL && what == SCOPE_PHASES_TABLE_TOGETHER ? scope_together_read (within, error) : NULL;
  ScopeReportTable *table;

  if (phases == NULL || (what == SCOPE_PHASES_TABLE_TOGETHER && together == NULL))
    return NULL;
  table = scope_report_table_new (within->trace);
  if (together != NULL)
    set_alone (table, together);
  else
    {
      if (what == SCOPE_PHASES_TABLE_KINDS)
        list_kinds (table, phases);
      else
        list_phases (table, phases);
      scope_report_table_hide_empty_columns (table);
      scope_report_table_take_summary (table, summary (within->trace, phases));
    }
  scope_report_table_attach (table, g_steal_pointer (&phases), (GDestroyNotify) scope_phases_free);
  return table;
}

char *
scope_phases_dup_text (ScopeTrace *trace, const ScopePhases *phases, guint i, const ScopeClock *clock)
{
  const ScopePhase *phase = &g_array_index (phases->phases, ScopePhase, i);
  ScopeCause most = most_lost (phase->parts);
  gint64 tick_ps = scope_trace_tick_ps (trace);
  g_autofree char *at = scope_clock_range (clock, (double) phase->from, (double) phase->to),
                  *length = scope_format_duration ((double) (phase->to - phase->from), tick_ps),
                  *share = scope_format_share (scope_phase_efficiency (phase->parts)),
                  *part = scope_format_duration ((double) phase->parts[most], tick_ps);

  if (most == SCOPE_CAUSE_RUNNING)
    /* TRANSLATORS: name of a phase, from when to when, how long, a share */
    return g_strdup_printf (_("%s: %s (%s), %s running"), scope_phases_kind (phases, phase->kind)->name, at, length, share);
  /* TRANSLATORS: the same, then why processors did not run, and how long */
  return g_strdup_printf (_("%s: %s (%s), %s running; most lost: %s, %s"), scope_phases_kind (phases, phase->kind)->name, at, length, share,
                          scope_cause_word (trace, most), part);
}
