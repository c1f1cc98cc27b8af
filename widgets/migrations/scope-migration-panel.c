/* scope-migration-panel.c: see scope-migration-panel.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/migrations/scope-migration-panel.h"

#include "model/scene/migrations/scope-migration-matrix.h"
#include "model/scene/migrations/scope-migration-tables.h"
#include "widgets/draw/scope-histogram.h"
#include "widgets/kit/scope-modes.h"
#include "widgets/kit/scope-parts.h"
#include "widgets/migrations/scope-migration-history.h"

#include <glib/gi18n.h>

#define TASKS_WIDTH 720 /* at first; the history has the rest */

struct _ScopeMigrationPanel
{
  ScopePanel panel;

  GtkWidget *modes, *matrix, *history, *histogram;
  ScopeMigrationCanvas *paths, *rates;
  ScopeReportTablePanel *tasks, *waits;
};

G_DEFINE_FINAL_TYPE (ScopeMigrationPanel, scope_migration_panel, SCOPE_TYPE_PANEL)

static const char *const names[SCOPE_MIGRATION_N_MODES] = { "ribbons", "matrix", "tasks", "rates", "waits" };

/* --- tables and matrix: on any thread --- */

static ScopeReportTable *
make_tasks (const ScopeQueryRange *within, guint what, GError **error)
{
  return scope_migration_tasks_table (within, error);
}

static char *
describe (ScopeMatrix *matrix, int row, int column, gpointer data)
{
  return scope_migration_matrix_describe (matrix, row, column);
}

static const ScopeMatrixTopic matrix_topic = {
  N_("Migrations from processor to processor"), N_("Nothing moves in this range"), scope_migration_matrix_read, describe,
  scope_migration_measures, SCOPE_MIGRATION_N_MEASURES, SCOPE_MATRIX_ORDER_ID,
};

/* --- input --- */

/* To its longest wait. */
static void
pair_activated (ScopeMigrationPanel *self, const ScopeMigrationPair *pair)
{
  ScopeLaneId lane = { pair->machine, SCOPE_KIND_THREAD, pair->waits > 0 ? pair->longest_wait.thread : pair->first.thread };

  if (pair->waits > 0)
    scope_view_go_to (self->panel.view, &lane, pair->longest_wait.ready, pair->longest_wait.ran);
  else if (lane.index != SCOPE_NONE)
    scope_view_go_to (self->panel.view, &lane, pair->first.time, pair->first.time);
}

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
waits_updated (ScopeReportTablePanel *tables, ScopeMigrationPanel *self)
{
  scope_histogram_show_table (SCOPE_HISTOGRAM (self->histogram), scope_report_table_panel_get_table (tables));
}

static void
tasks_updated (ScopeReportTablePanel *tables, ScopeMigrationPanel *self)
{
  gint64 from, to;

  if (scope_range_selector_get_range (scope_panel_get_range_selector (&tables->panel), &from, &to))
    scope_panel_set_range (SCOPE_PANEL (self->history), from, to);
}

/* --- what is shown --- */

ScopeMigrationMode
scope_migration_panel_get_mode (ScopeMigrationPanel *self)
{
  return (ScopeMigrationMode) scope_modes_get (self->modes, names, SCOPE_MIGRATION_N_MODES);
}

void
scope_migration_panel_set_mode (ScopeMigrationPanel *self, ScopeMigrationMode mode)
{
  g_return_if_fail (mode < SCOPE_MIGRATION_N_MODES);

  gtk_stack_set_visible_child_name (GTK_STACK (self->modes), names[mode]);
}

ScopeReportTablePanel *
scope_migration_panel_get_tables (ScopeMigrationPanel *self, ScopeMigrationMode mode)
{
  return mode == SCOPE_MIGRATION_TASKS ? self->tasks : mode == SCOPE_MIGRATION_WAITS ? self->waits : NULL;
}

ScopeMigrationCanvas *
scope_migration_panel_get_canvas (ScopeMigrationPanel *self, ScopeMigrationMode mode)
{
  return mode == SCOPE_MIGRATION_PATHS ? self->paths : mode == SCOPE_MIGRATION_RATES ? self->rates : NULL;
}

ScopeReportTableView *
scope_migration_panel_get_history (ScopeMigrationPanel *self)
{
  return scope_migration_history_get_table_view (SCOPE_MIGRATION_HISTORY (self->history));
}

static const char *
why_not (ScopePanel *panel)
{
  return scope_migrations_why_not (scope_view_get_trace (panel->view));
}

static gboolean
is_settled (ScopePanel *panel)
{
  ScopeMigrationPanel *self = SCOPE_MIGRATION_PANEL (panel);
  ScopeMigrationMode mode = scope_migration_panel_get_mode (self);

  if (mode == SCOPE_MIGRATION_PATHS || mode == SCOPE_MIGRATION_RATES)
    return scope_chart_is_settled (SCOPE_CHART (scope_migration_panel_get_canvas (self, mode)));
  if (mode == SCOPE_MIGRATION_MATRIX)
    return scope_panel_is_settled (SCOPE_PANEL (self->matrix));
  return scope_panel_is_settled (SCOPE_PANEL (scope_migration_panel_get_tables (self, mode)))
         && (mode != SCOPE_MIGRATION_TASKS || scope_panel_is_settled (SCOPE_PANEL (self->history)));
}

static void
set_view (ScopePanel *panel)
{
  ScopeMigrationPanel *self = SCOPE_MIGRATION_PANEL (panel);
  const char *tasks[] = { _("Threads"), NULL }, *waits[] = { _("By Processors"), _("Longest"), NULL };
  const guint whats[] = { SCOPE_MIGRATION_WAITS_BY_PAIR, SCOPE_MIGRATION_WAITS_LONGEST };

  scope_report_table_panel_set_choices (self->tasks, tasks, whats);
  scope_report_table_panel_set_choices (self->waits, waits, whats);
  scope_chart_set_view (SCOPE_CHART (self->paths), panel->view);
  scope_chart_set_view (SCOPE_CHART (self->rates), panel->view);
  scope_panel_set_view (SCOPE_PANEL (self->matrix), panel->view);
  scope_panel_set_view (SCOPE_PANEL (self->history), panel->view); /* the tasks tell it its range */
  scope_panel_set_view (SCOPE_PANEL (self->tasks), panel->view);
  scope_panel_set_view (SCOPE_PANEL (self->waits), panel->view);
}

/* --- life --- */

static void
scope_migration_panel_class_init (ScopeMigrationPanelClass *klass)
{
  ScopePanelClass *panel_class = SCOPE_PANEL_CLASS (klass);

  panel_class->set_view = set_view;
  panel_class->why_not = why_not;
  panel_class->is_settled = is_settled;
}

/* A canvas that scrolls if there are more processors than there is room for. */
static GtkWidget *
make_canvas_page (ScopeMigrationPanel *self, gboolean rates, ScopeMigrationCanvas **ret_canvas)
{
  GtkWidget *page = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0), *bar = scope_bar_new (6);
  GtkWidget *scroller = scope_scroller_new (NULL), *canvas = scope_migration_canvas_new (rates);

  *ret_canvas = SCOPE_MIGRATION_CANVAS (canvas);
  gtk_widget_set_parent (scope_modes_switcher_new (self->modes), bar);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), canvas);
  gtk_widget_set_vexpand (scroller, TRUE);
  gtk_widget_set_focusable (scroller, FALSE); /* the canvas is */
  gtk_widget_set_hexpand (canvas, TRUE);
  gtk_widget_set_vexpand (canvas, TRUE);
  scope_add_children (page, bar, gtk_separator_new (GTK_ORIENTATION_HORIZONTAL), scroller, NULL);
  return page;
}

static ScopeReportTablePanel *
make_tables (ScopeMigrationPanel *self, const char *name, ScopeReportTableFunc func, GCallback updated)
{
  ScopeReportTablePanel *tables = SCOPE_REPORT_TABLE_PANEL (scope_report_table_panel_new (name, func));

  scope_report_table_panel_set_leading (tables, scope_modes_switcher_new (self->modes));
  g_signal_connect (tables, "row-selected", G_CALLBACK (row_selected), NULL);
  g_signal_connect (tables, "row-activated", G_CALLBACK (row_activated), NULL);
  g_signal_connect (tables, "updated", updated, self);
  return tables;
}

static GtkWidget *
make_tasks_page (ScopeMigrationPanel *self)
{
  GtkWidget *paned;

  self->tasks = make_tables (self, _("Threads"), make_tasks, G_CALLBACK (tasks_updated));
  self->history = g_object_new (SCOPE_TYPE_MIGRATION_HISTORY, NULL);
  paned = scope_paned_new (GTK_ORIENTATION_HORIZONTAL, GTK_WIDGET (self->tasks), self->history);
  gtk_paned_set_position (GTK_PANED (paned), TASKS_WIDTH);
  gtk_widget_set_size_request (self->history, 160, -1);
  return paned;
}

static void
scope_migration_panel_init (ScopeMigrationPanel *self)
{
  const char *titles[SCOPE_MIGRATION_N_MODES] = { _("Ribbons"), _("Matrix"), _("Threads"), _("Rates"), _("Waits") };
  GtkWidget *pages[SCOPE_MIGRATION_N_MODES];

  self->modes = scope_modes_new ();
  self->matrix = scope_matrix_page_new (&matrix_topic, scope_modes_switcher_new (self->modes));
  self->waits = make_tables (self, _("From Ready Here to Running There"), scope_migration_waits_table, G_CALLBACK (waits_updated));
  self->histogram = g_object_new (SCOPE_TYPE_HISTOGRAM, NULL);
  scope_report_table_panel_set_header (self->waits, self->histogram);
  g_signal_connect_swapped (self->matrix, "activated", G_CALLBACK (pair_activated), self);
  pages[SCOPE_MIGRATION_PATHS] = make_canvas_page (self, FALSE, &self->paths);
  pages[SCOPE_MIGRATION_MATRIX] = self->matrix;
  pages[SCOPE_MIGRATION_TASKS] = make_tasks_page (self);
  pages[SCOPE_MIGRATION_RATES] = make_canvas_page (self, TRUE, &self->rates);
  pages[SCOPE_MIGRATION_WAITS] = GTK_WIDGET (self->waits);
  for (guint i = 0; i < SCOPE_MIGRATION_N_MODES; i++)
    gtk_stack_add_titled (GTK_STACK (self->modes), pages[i], names[i], titles[i]);
  scope_panel_set_content (&self->panel, self->modes);
  scope_label_widget (GTK_WIDGET (self), _("Migration"));
}
