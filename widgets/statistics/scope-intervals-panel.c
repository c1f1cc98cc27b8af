/* scope-intervals-panel.c: see scope-intervals-panel.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/statistics/scope-intervals-panel.h"

#include "model/base/scope-task.h"
#include "model/scene/draw/scope-ruler.h"
#include "model/trace/document/scope-recorded.h"
#include "model/trace/statistics/scope-longest.h"
#include "model/trace/statistics/scope-spark-counts.h"
#include "model/trace/statistics/scope-statistics.h"
#include "widgets/draw/scope-histogram.h"

#include <glib/gi18n.h>

#define MAX_ROWS 1000
#define MOST_CHOICES (SCOPE_N_LONGEST + 2 * SCOPE_N_CODES)

struct _ScopeIntervalsPanel
{
  ScopeReportTablePanel tables;

  GtkWidget *histogram;
  GCancellable *looking; /* for the codes of the trace */
  guint64 codes;         /* a bit for each that its threads have; 0 until that is known */
};

G_DEFINE_FINAL_TYPE (ScopeIntervalsPanel, scope_intervals_panel, SCOPE_TYPE_REPORT_TABLE_PANEL)

/* --- what can be chosen: a kind, and for waits a reason --- */

static guint
what_of (ScopeLongestKind kind, guint code)
{
  return (guint) kind | (code == SCOPE_NONE ? 0 : (code + 1) << 8);
}

static char *
title_of (ScopeTrace *trace, ScopeLongestKind kind)
{
  switch (kind)
    {
    case SCOPE_LONGEST_WAITS:
      return g_strdup (_("Waits"));
    case SCOPE_LONGEST_READY:
      return g_strdup (_("Ready, Not Running"));
    case SCOPE_LONGEST_RUNNING:
      return g_strdup (_("Running Slices"));
    case SCOPE_LONGEST_OUTSIDE:
      return scope_trace_runtime (trace) == SCOPE_RUNTIME_GHC || scope_trace_runtime (trace) == SCOPE_RUNTIME_EDEN
                 ? g_strdup (_("Foreign Calls"))
                 : g_strdup (scope_trace_state_label (trace, SCOPE_STATE_OUTSIDE));
    case SCOPE_LONGEST_COLLECTIONS:
      return g_strdup (_("GC Pauses"));
    case SCOPE_LONGEST_NOBODY:
      return g_strdup (_("Nobody Running"));
    case SCOPE_LONGEST_SPARKS:
      return g_strdup (_("Spark Runs"));
    case SCOPE_LONGEST_LATENCY:
    case SCOPE_N_LONGEST:
    default:
      return g_strdup (_("Message Latency"));
    }
}

/* Reasons that occur have a choice of their own, unless one is all there is. */
static gboolean
is_choice (ScopeIntervalsPanel *self, guint code)
{
  guint64 blocked = 0;

  for (guint c = 0; c < SCOPE_N_CODES; c++)
    if (scope_code_state (c) == SCOPE_STATE_BLOCKED)
      blocked |= (guint64) 1 << c;
  blocked &= self->codes;
  return (blocked & ((guint64) 1 << code)) && (blocked & (blocked - 1));
}

/* --- what was not recorded is not told as nothing --- */

/* Bits of ScopeUnrecorded: without one of these, nobody knows. */
static guint
needs_of (ScopeLongestKind kind)
{
  switch (kind)
    {
    case SCOPE_LONGEST_COLLECTIONS:
      return SCOPE_LACKS_GC;
    case SCOPE_LONGEST_SPARKS:
      return SCOPE_LACKS_SPARKS;
    case SCOPE_LONGEST_LATENCY:
      return SCOPE_LACKS_SENT | SCOPE_LACKS_RECEIVED;
    case SCOPE_LONGEST_NOBODY:
      return SCOPE_LACKS_SCHEDULER | SCOPE_LACKS_PROCESSORS;
    case SCOPE_LONGEST_WAITS:
    case SCOPE_LONGEST_READY:
      return SCOPE_LACKS_SCHEDULER | SCOPE_LACKS_RUNNABLE | SCOPE_LACKS_WAITS;
    case SCOPE_LONGEST_RUNNING:
    case SCOPE_LONGEST_OUTSIDE:
    case SCOPE_N_LONGEST:
    default:
      return SCOPE_LACKS_SCHEDULER;
    }
}

/* Where there might be some, if they had been recorded. */
static gboolean
is_lacking (ScopeTrace *trace, ScopeLongestKind kind)
{
  g_autofree char *words = scope_trace_get_finished (trace) ? scope_trace_dup_lacking (trace, needs_of (kind)) : NULL;

  return words != NULL;
}

static void
update_choices (ScopeReportTablePanel *tables)
{
  ScopeIntervalsPanel *self = SCOPE_INTERVALS_PANEL (tables);
  static const ScopeLongestKind order[SCOPE_N_LONGEST]
      = { SCOPE_LONGEST_COLLECTIONS, SCOPE_LONGEST_NOBODY,  SCOPE_LONGEST_WAITS,  SCOPE_LONGEST_READY,
          SCOPE_LONGEST_RUNNING,     SCOPE_LONGEST_OUTSIDE, SCOPE_LONGEST_SPARKS, SCOPE_LONGEST_LATENCY };
  ScopeTrace *trace = scope_view_get_trace (tables->panel.view);
  g_auto (GStrv) titles = g_new0 (char *, MOST_CHOICES + 1);
  guint whats[MOST_CHOICES], n = 0;

  for (guint k = 0; k < SCOPE_N_LONGEST; k++)
    {
      if (!scope_longest_has (trace, order[k]) && !is_lacking (trace, order[k]))
        continue;
      titles[n] = title_of (trace, order[k]);
      whats[n++] = what_of (order[k], SCOPE_NONE);
      for (guint code = 0; order[k] == SCOPE_LONGEST_WAITS && code < SCOPE_N_CODES; code++)
        if (is_choice (self, code))
          {
            /* TRANSLATORS: “Waits: blocked on MVar” */
            titles[n] = g_strdup_printf (_("Waits: %s"), scope_trace_code_label (trace, code));
            whats[n++] = what_of (SCOPE_LONGEST_WAITS, code);
          }
    }
  scope_report_table_panel_set_choices (tables, (const char *const *) titles, whats);
}

/* --- which reasons there are: all threads are looked at, once, on a thread of its own --- */

static gpointer
look (gpointer source, gconstpointer trace, GCancellable *cancellable, GError **error)
{
  ScopeQueryRange whole = { .trace = (gpointer) trace, .from = SCOPE_TIME_MIN, .to = SCOPE_TIME_MAX, .cancellable = cancellable };
  guint64 codes = 0;

  return scope_longest_codes (&whole, &codes, error) ? g_memdup2 (&codes, sizeof codes) : NULL;
}

static void
looked (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (ScopeIntervalsPanel) self = user_data;
  g_autoptr (GError) error = NULL;
  g_autofree guint64 *codes = scope_task_answer (result, &error);

  if (self->looking == NULL || g_task_get_cancellable (G_TASK (result)) != self->looking)
    return;
  /* What could not be read shows in the table, too, and is said there. */
  if (codes != NULL)
    {
      self->codes = *codes;
      update_choices (&self->tables);
    }
}

/* When the panel is looked at and all is read. */
static void
look_for_reasons (ScopeIntervalsPanel *self)
{
  ScopeTrace *trace = self->tables.panel.view != NULL ? scope_view_get_trace (self->tables.panel.view) : NULL;

  if (trace == NULL || self->looking != NULL || !scope_trace_get_finished (trace)
      || !scope_longest_has (trace, SCOPE_LONGEST_WAITS))
    return;
  self->looking = g_cancellable_new ();
  scope_task_give (NULL, look, g_object_ref (trace), g_object_unref, g_free, self->looking, looked, g_object_ref (self));
}

static void
set_view (ScopePanel *panel)
{
  ScopeIntervalsPanel *self = SCOPE_INTERVALS_PANEL (panel);

  scope_task_stop (&self->looking);
  self->codes = 0;
  SCOPE_PANEL_CLASS (scope_intervals_panel_parent_class)->set_view (panel);
}

/* --- the table: on any thread --- */

typedef struct
{
  gint lane, state, party, waker, generation, sync, to, size; /* columns, -1: none */
} Columns;

static Columns
add_columns (ScopeReportTable *table, ScopeLongestKind kind)
{
  Columns columns = { -1, -1, -1, -1, -1, -1, -1, -1 };

  scope_report_table_add_column (table, SCOPE_CELL_DURATION, _("Duration"), "duration_ns");
  scope_report_table_add_column (table, SCOPE_CELL_TIME, kind == SCOPE_LONGEST_LATENCY ? _("Sent") : _("Since"), "start_ns");
  /* Nobody's stretches are of all; of the pauses of a single program it is known whose they are. */
  if (kind != SCOPE_LONGEST_NOBODY
      && (kind != SCOPE_LONGEST_COLLECTIONS || scope_trace_n_machines (scope_report_table_get_trace (table)) > 1))
    columns.lane = (gint) scope_report_table_add_column (
        table, SCOPE_CELL_LANE, kind == SCOPE_LONGEST_LATENCY ? _("Sender") : _("Lane"), "lane");
  if (kind == SCOPE_LONGEST_WAITS || kind == SCOPE_LONGEST_READY || kind == SCOPE_LONGEST_OUTSIDE)
    columns.state = (gint) scope_report_table_add_column (table, SCOPE_CELL_WORD, _("Why"), "reason");
  if (kind == SCOPE_LONGEST_COLLECTIONS)
    {
      columns.generation = (gint) scope_report_table_add_column (table, SCOPE_CELL_COUNT, _("Generation"), "generation");
      columns.sync = (gint) scope_report_table_add_column (table, SCOPE_CELL_DURATION, _("Waiting to Stop"), "sync_ns");
    }
  if (kind != SCOPE_LONGEST_NOBODY && kind != SCOPE_LONGEST_LATENCY && kind != SCOPE_LONGEST_OUTSIDE)
    columns.party = (gint) scope_report_table_add_column (
        table, SCOPE_CELL_WORD,
        kind == SCOPE_LONGEST_COLLECTIONS ? _("Led By")
        : kind == SCOPE_LONGEST_RUNNING   ? _("On")
        : kind == SCOPE_LONGEST_SPARKS    ? _("Run By")
        : kind == SCOPE_LONGEST_READY     ? _("Woken By")
                                          : _("Waits For"),
        "party");
  if (kind == SCOPE_LONGEST_WAITS)
    columns.waker = (gint) scope_report_table_add_column (table, SCOPE_CELL_WORD, _("Woken By"), "woken_by");
  if (kind == SCOPE_LONGEST_LATENCY)
    {
      columns.to = (gint) scope_report_table_add_column (table, SCOPE_CELL_WORD, _("Receiver"), "to_lane");
      columns.size = (gint) scope_report_table_add_column (table, SCOPE_CELL_COUNT, _("Size"), "size");
    }
  return columns;
}

/* Who else has to do with it, or NULL. */
static char *
party_of (ScopeTrace *trace, ScopeLongestKind kind, const ScopeLongestRow *row)
{
  ScopeMachine *machine = scope_trace_machine (trace, row->lane.machine);
  gboolean task = kind != SCOPE_LONGEST_RUNNING && kind != SCOPE_LONGEST_COLLECTIONS;
  ScopeLaneId id = { row->lane.machine, task ? SCOPE_KIND_THREAD : SCOPE_KIND_PROCESSOR,
                     task ? row->task : row->processor };

  return id.index < scope_machine_n_entities (machine, id.kind) ? scope_trace_lane_title (trace, id) : NULL;
}

/* Who ended a wait, and where, unless there is only one processor; NULL if that is not known: of an MVar it is all that is. */
static char *
waker_of (ScopeTrace *trace, const ScopeLongestRow *row)
{
  ScopeLaneId waker = { row->lane.machine, SCOPE_KIND_THREAD, row->waker };
  ScopeLaneId on = { row->lane.machine, SCOPE_KIND_PROCESSOR, row->waker_on };
  g_autofree char *thread = NULL, *processor = NULL;
  guint n_processors = scope_machine_n_entities (scope_trace_machine (trace, on.machine), SCOPE_KIND_PROCESSOR);

  if (row->waker == SCOPE_NONE)
    return NULL;
  thread = scope_trace_lane_title (trace, waker);
  if (n_processors < 2 || row->waker_on >= n_processors)
    return g_steal_pointer (&thread);
  processor = scope_trace_lane_title (trace, on);
  return g_strdup_printf ("%s, %s", processor, thread); /* a thread's name may be long, and is cut */
}

static void
add_row (ScopeReportTable *table, const Columns *columns, ScopeLongestKind kind, const ScopeLongestRow *found)
{
  ScopeTrace *trace = scope_report_table_get_trace (table);
  ScopeReportTableRow row = { .lane = found->lane, .from = found->from, .to = found->to, .has_range = TRUE };
  g_autofree char *party = NULL, *to = NULL, *why = NULL, *waker = NULL;
  guint r;

  row.has_lane = kind != SCOPE_LONGEST_NOBODY;
  if (kind == SCOPE_LONGEST_COLLECTIONS && columns->lane < 0 && found->processor != SCOPE_NONE)
    row.lane = (ScopeLaneId) { found->lane.machine, SCOPE_KIND_PROCESSOR, found->processor };
  r = scope_report_table_add_row (table, &row);
  scope_report_table_set (table, r, 0, (double) (found->to - found->from));
  scope_report_table_set (table, r, 1, (double) found->from);
  if (columns->state >= 0)
    {
      why = scope_trace_wait_label (trace, scope_trace_machine (trace, found->lane.machine), found->code, found->function);
      scope_report_table_set_word (table, r, (guint) columns->state, why);
    }
  if (columns->generation >= 0 && found->generation != SCOPE_TABLE_NULL)
    scope_report_table_set (table, r, (guint) columns->generation, (double) found->generation);
  if (columns->sync >= 0 && found->sync != SCOPE_TABLE_NULL)
    scope_report_table_set (table, r, (guint) columns->sync, (double) found->sync);
  if (columns->party >= 0 && (party = party_of (trace, kind, found)) != NULL)
    scope_report_table_set_word (table, r, (guint) columns->party, party);
  if (columns->waker >= 0 && (waker = waker_of (trace, found)) != NULL)
    scope_report_table_set_word (table, r, (guint) columns->waker, waker);
  if (columns->to >= 0 && found->tag != SCOPE_TABLE_NULL)
    {
      to = scope_trace_lane_title (trace, found->to_lane);
      scope_report_table_set_word (table, r, (guint) columns->to, to);
    }
  if (columns->size >= 0 && found->size != SCOPE_TABLE_NULL)
    scope_report_table_set (table, r, (guint) columns->size, (double) found->size);
}

static void
summarise (ScopeReportTable *table, const ScopeLongest *longest)
{
  ScopeReportTableHistogram histogram = { 0 };
  double time = 0;
  g_autofree char *count = scope_format_count (longest->count), *shown = scope_format_count (longest->rows->len);
  g_autofree char *sum = NULL;

  for (guint c = 0; c < SCOPE_TALLY_CLASSES; c++)
    {
      histogram.n[c] = longest->classes[c].n;
      histogram.time[c] = (double) longest->classes[c].time;
      time += histogram.time[c];
    }
  if (longest->count == 0)
    return;
  scope_report_table_set_histogram (table, &histogram);
  sum = scope_format_duration (time, scope_trace_tick_ps (scope_report_table_get_trace (table)));
  scope_report_table_take_summary (table, longest->rows->len < longest->count
                                              ? g_strdup_printf (_("%s, %s together; the longest %s are shown"), count, sum, shown)
                                              : g_strdup_printf (_("%s, %s together"), count, sum));
}

/* Sparks that are only counted. NULL: they are not. */
static char *
only_counted (const ScopeQueryRange *within)
{
  g_auto (ScopeCounters) counters = { 0 };

  for (guint m = 0; m < scope_trace_n_machines (within->trace); m++)
    if (scope_spark_counts_are_known (scope_trace_machine (within->trace, m)))
      return NULL;
  return scope_statistics_counters (within, &counters, NULL) && counters.value[SCOPE_COUNTER_SPARKS_CREATED] > 0
             ? g_strdup (_("Sparks were counted only: +RTS -lf records each."))
             : NULL;
}

static char *
why_empty (const ScopeQueryRange *within, ScopeLongestKind kind)
{
  char *words = scope_trace_dup_lacking (within->trace, needs_of (kind));

  return words == NULL && kind == SCOPE_LONGEST_SPARKS ? only_counted (within) : words;
}

static ScopeReportTable *
make_sheet (const ScopeQueryRange *within, guint what, GError **error)
{
  ScopeLongestKind kind = (ScopeLongestKind) (what & 0xff);
  guint code = what >> 8 == 0 ? SCOPE_NONE : (what >> 8) - 1;
  g_autoptr (ScopeLongest) longest = scope_longest_find (within, kind, code, MAX_ROWS, error);
  ScopeReportTable *table;
  Columns columns;

  if (longest == NULL || (kind == SCOPE_LONGEST_WAITS && !scope_longest_find_wakers (within, longest, error)))
    return NULL;
  table = scope_report_table_new (within->trace);
  columns = add_columns (table, kind);
  for (guint i = 0; i < longest->rows->len; i++)
    add_row (table, &columns, kind, &g_array_index (longest->rows, ScopeLongestRow, i));
  scope_report_table_hide_empty_columns (table);
  if (longest->count == 0)
    scope_report_table_take_why_empty (table, why_empty (within, kind));
  summarise (table, longest);
  return table;
}

/* --- input --- */

/* The rows are of what was visible or selected when they were asked for: a jump to one of them must not change them. */
static void
row_selected (ScopeReportTablePanel *tables, guint row)
{
  scope_report_table_panel_jump (tables, row, FALSE);
}

static void
row_activated (ScopeReportTablePanel *tables, guint row)
{
  scope_report_table_panel_jump (tables, row, TRUE);
}

static void
updated (ScopeReportTablePanel *tables)
{
  scope_histogram_show_table (SCOPE_HISTOGRAM (SCOPE_INTERVALS_PANEL (tables)->histogram),
                              scope_report_table_panel_get_table (tables));
  /* There is none before the panel is seen. */
  if (scope_report_table_panel_get_table (tables) != NULL)
    look_for_reasons (SCOPE_INTERVALS_PANEL (tables));
}

/* --- life --- */

static void
scope_intervals_panel_class_init (ScopeIntervalsPanelClass *klass)
{
  ScopeReportTablePanelClass *tables_class = SCOPE_REPORT_TABLE_PANEL_CLASS (klass);

  SCOPE_PANEL_CLASS (klass)->set_view = set_view;
  tables_class->update_choices = update_choices;
  tables_class->row_selected = row_selected;
  tables_class->row_activated = row_activated;
  tables_class->updated = updated;
}

static void
scope_intervals_panel_init (ScopeIntervalsPanel *self)
{
  scope_report_table_panel_build (&self->tables, _("Intervals"), make_sheet);
  self->histogram = g_object_new (SCOPE_TYPE_HISTOGRAM, NULL);
  scope_report_table_panel_set_header (&self->tables, self->histogram);
  scope_row_menu_set_kind (scope_table_view_get_column_view (SCOPE_TABLE_VIEW (self->tables.table)),
                           SCOPE_ROW_MENU_ZOOMS | SCOPE_ROW_MENU_INTERVAL | SCOPE_ROW_MENU_LANE);
}
