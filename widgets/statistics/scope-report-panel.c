/* scope-report-panel.c: see scope-report-panel.h. The plot is drawn of the very table that is shown below it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "widgets/statistics/scope-report-panel.h"

#include "model/base/scope-format.h"
#include "model/scene/lanes/scope-shown-tasks.h"
#include "model/scene/statistics/scope-load-scene.h"
#include "model/scene/statistics/scope-report.h"
#include "widgets/kit/scope-parts.h"

#include <glib/gi18n.h>

#define PLOT_HEIGHT 150 /* at most: less where the table below it would have no room for its rows, but … */
#define LEAST_HEIGHT 72 /* … one plot with its ruler and words */

struct _ScopeReportPanel
{
  ScopePlotTablePanel plots;

  GtkWidget *shown_only; /* of what is a row: the plot over time alone */
};

G_DEFINE_FINAL_TYPE (ScopeReportPanel, scope_report_panel, SCOPE_TYPE_PLOT_TABLE_PANEL)

/* --- what is asked --- */

typedef struct
{
  guint what;
  ScopeShownTasks shown; /* owned */
} What;

static gboolean
is_of_shown (ScopeReportPanel *self)
{
  return scope_report_table_panel_get_what (&self->plots.tables) == SCOPE_REPORT_LOAD
         && gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (self->shown_only));
}

static gboolean
fill (ScopePanel *panel, ScopeQueryRange *within, gpointer data)
{
  ScopeReportPanel *self = SCOPE_REPORT_PANEL (panel);
  What *what = data;

  if (self->plots.tables.whats->len == 0)
    return FALSE;
  within->messages = scope_view_get_messages (panel->view);
  *what = (What) { .what = scope_report_table_panel_get_what (&self->plots.tables) };
  if (is_of_shown (self))
    scope_shown_tasks_init (&what->shown, scope_view_get_lanes (panel->view), SCOPE_LOAD_KINDS);
  return TRUE;
}

/* How many could run of those alone. */
static ScopeReportTable *
make_shown (const ScopeQueryRange *within, const ScopeShownTasks *shown, GError **error)
{
  g_autoptr (GArray) lanes = scope_shown_tasks_dup_lanes (shown, within->trace);
  g_autofree char *n = scope_format_count (lanes->len);
  ScopeReportTable *table;

  if (lanes->len == 0)
    {
      table = scope_report_table_new (within->trace);
      scope_report_table_take_why_empty (table, g_strdup (_("No process, thread or port is a row of the timeline")));
      return table;
    }
  table = scope_load_table (within, (const ScopeLaneId *) (gpointer) lanes->data, lanes->len, error);
  if (table != NULL)
    /* TRANSLATORS: number of rows; what is said of them: “Runnable processes: mean 15.7 …” */
    scope_report_table_take_summary (table, g_strdup_printf (ngettext ("%s row alone: %s", "%s rows alone: %s", lanes->len), n,
                                                             scope_report_table_summary (table)));
  return table;
}

static gpointer
find (const ScopeQueryRange *within, gconstpointer data, GError **error)
{
  const What *what = data;
  ScopeReportTable *table = what->shown.chosen ? make_shown (within, &what->shown, error)
                                               : scope_report_scene_table (within, (ScopeReportKind) what->what, SCOPE_REPORT_PLACES, error);

  if (table != NULL)
    scope_report_table_hide_empty_columns (table); /* a profile of schedulers has neither messages nor names */
  return table;
}

static void
clear_what (gpointer data)
{
  scope_shown_tasks_clear (&((What *) data)->shown);
}

static void
view_changed (ScopePanel *panel, guint what)
{
  ScopeReportPanel *self = SCOPE_REPORT_PANEL (panel);

  SCOPE_PANEL_CLASS (scope_report_panel_parent_class)->view_changed (panel, what);
  if (what & SCOPE_VIEW_LANES && is_of_shown (self))
    scope_report_table_panel_refresh (&self->plots.tables);
}

static void
update_button (ScopeReportPanel *self)
{
  gtk_widget_set_visible (self->shown_only, scope_report_table_panel_get_what (&self->plots.tables) == SCOPE_REPORT_LOAD);
}

/* --- the plot --- */

static guint
n_stretches (ScopePlotTablePanel *plots, gconstpointer shown)
{
  return ((const ScopeLoad *) shown)->n;
}

static ScopeScene *
draw (ScopePlotTablePanel *plots, gconstpointer shown, double width, double height, const ScopePalette *palette)
{
  ScopeClock clock = scope_view_get_clock (plots->tables.panel.view);

  return scope_load_scene_new (scope_view_get_trace (plots->tables.panel.view), shown, width, height, palette, 0, plots->pointed, &clock);
}

static guint
stretch_at (ScopePlotTablePanel *plots, gconstpointer shown, double width, double height, double x)
{
  return scope_load_scene_stretch_at (shown, width, x);
}

static char *
dup_text (ScopePlotTablePanel *plots, gconstpointer shown, guint stretch, const ScopeClock *clock)
{
  return scope_load_dup_text (scope_view_get_trace (plots->tables.panel.view), shown, stretch, clock);
}

/* --- rows --- */

static void
row_selected (ScopeReportTablePanel *tables, guint row)
{
  scope_report_table_panel_select_lane (tables, row);
  scope_plot_table_panel_point_at (SCOPE_PLOT_TABLE_PANEL (tables), row);
}

/* Enter, or a double click: there. */
static void
row_activated (ScopeReportTablePanel *tables, guint row)
{
  scope_report_table_panel_jump (tables, row, FALSE);
}

/* --- what can be chosen --- */

static void
update_choices (ScopeReportTablePanel *tables)
{
  ScopeTrace *trace = scope_view_get_trace (tables->panel.view);
  const char *titles[SCOPE_N_REPORTS + 1] = { NULL };
  guint whats[SCOPE_N_REPORTS], n = 0;

  for (guint kind = 0; kind < SCOPE_N_REPORTS; kind++)
    if (scope_report_has (trace, (ScopeReportKind) kind))
      {
        titles[n] = scope_report_title ((ScopeReportKind) kind);
        whats[n++] = kind;
      }
  scope_report_table_panel_set_choices (tables, titles, whats);
  update_button (SCOPE_REPORT_PANEL (tables));
}

/* --- life --- */

static void
scope_report_panel_class_init (ScopeReportPanelClass *klass)
{
  ScopePanelClass *panel_class = SCOPE_PANEL_CLASS (klass);
  ScopeReportTablePanelClass *tables_class = SCOPE_REPORT_TABLE_PANEL_CLASS (klass);
  ScopePlotTablePanelClass *plots_class = SCOPE_PLOT_TABLE_PANEL_CLASS (klass);

  panel_class->fill = fill;
  panel_class->view_changed = view_changed;
  panel_class->query.find = find;
  panel_class->query.clear_what = clear_what;
  panel_class->query.what_size = sizeof (What);
  tables_class->update_choices = update_choices;
  tables_class->row_selected = row_selected;
  tables_class->row_activated = row_activated;
  plots_class->n_stretches = n_stretches;
  plots_class->draw = draw;
  plots_class->stretch_at = stretch_at;
  plots_class->dup_text = dup_text;
}

static void
scope_report_panel_init (ScopeReportPanel *self)
{
  scope_report_table_panel_build (&self->plots.tables, _("Report"), NULL);
  self->shown_only = scope_toggle_new (_("Rows Shown"), _("Only of the Processes, Threads and Ports That Are Rows: Compared, Filtered or Ticked"),
                                       G_CALLBACK (scope_report_table_panel_refresh), self);
  gtk_widget_insert_after (self->shown_only, self->plots.tables.bar, self->plots.tables.choice);
  g_signal_connect_swapped (self->plots.tables.choice, "notify::selected", G_CALLBACK (update_button), self);
  scope_plot_table_panel_build (&self->plots, _("Runnable over Time"), LEAST_HEIGHT, PLOT_HEIGHT);
}
