/* scope-migration-panel.c: see scope-migration-panel.h.
 *
 * Each mode is a page with a tool bar of its own, which begins with the switch of the modes: so that all of it takes
 * one line.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "widgets/migrations/scope-migration-panel.h"

#include "widgets/draw/scope-histogram.h"
#include "widgets/migrations/scope-migration-history.h"
#include "model/scene/migrations/scope-migration-tables.h"
#include "widgets/kit/scope-wrap-bar.h"

#include <glib/gi18n.h>

#define TASKS_WIDTH 720 /* at first; the history has the rest */

struct _ScopeMigrationPanel
{
  GtkWidget parent_instance;

  ScopeView *view;
  GtkWidget *outer, *empty, *modes; /* outer: either why there is nothing, or the modes */
  GtkWidget *pages[SCOPE_MIGRATION_N_MODES], *switchers[SCOPE_MIGRATION_N_MODES];
  GtkWidget *ribbons, *matrix, *rates, *tasks, *history, *waits, *histogram;
  GtkWidget *shown; /* the switch of the page that is shown */
};

G_DEFINE_FINAL_TYPE (ScopeMigrationPanel, scope_migration_panel, GTK_TYPE_WIDGET)

static const char *const names[SCOPE_MIGRATION_N_MODES] = { "ribbons", "matrix", "tasks", "rates", "waits" };

/* --- tables: on any thread --- */

static ScopeReportTable *
make_tasks (const ScopeQueryRange *within, guint what, GError **error)
{
  return scope_migration_tasks_table (within, error);
}

/* --- input --- */

static void
jump (ScopeMigrationPanel *self, ScopeReportTablePanel *tables, guint row, gboolean zoom)
{
  ScopeReportTable *table = scope_report_table_view_get_table (scope_report_table_panel_get_table_view (tables));
  const ScopeReportTableRow *line = table != NULL ? scope_report_table_row (table, row) : NULL;

  if (self->view == NULL || line == NULL)
    return;
  /* What is listed stays what it is: it is the panel's own jump. */
  scope_report_table_panel_hold (tables, TRUE);
  scope_view_go_to (self->view, &line->lane, line->from, line->to);
  if (zoom)
    {
      gint64 margin = MAX ((line->to - line->from) / 10, 1);

      scope_view_set_range (self->view, line->from - margin, line->to + margin);
    }
  scope_report_table_panel_hold (tables, FALSE);
}

static void
row_selected (ScopeReportTablePanel *tables, guint row, ScopeMigrationPanel *self)
{
  jump (self, tables, row, FALSE);
}

static void
row_activated (ScopeReportTablePanel *tables, guint row, ScopeMigrationPanel *self)
{
  jump (self, tables, row, TRUE);
}

static void
waits_updated (ScopeReportTablePanel *tables, ScopeMigrationPanel *self)
{
  ScopeReportTable *table = scope_report_table_view_get_table (scope_report_table_panel_get_table_view (tables));

  scope_histogram_set (SCOPE_HISTOGRAM (self->histogram), table != NULL ? scope_report_table_histogram (table) : NULL,
                       table != NULL ? scope_trace_tick_ps (scope_report_table_get_trace (table)) : 1);
}

static void
tasks_updated (ScopeReportTablePanel *tables, ScopeMigrationPanel *self)
{
  gint64 from, to;

  if (scope_range_selector_get_range (scope_report_table_panel_get_range_selector (tables), &from, &to))
    scope_migration_history_set_range (SCOPE_MIGRATION_HISTORY (self->history), from, to);
}

/* The keyboard stays on the switch, though it is another one that shows. */
static void
mode_changed (GtkStack *modes, GParamSpec *pspec, ScopeMigrationPanel *self)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));
  GtkWidget *focus = root != NULL ? gtk_root_get_focus (root) : NULL;
  GtkWidget *before = self->shown;

  self->shown = self->switchers[scope_migration_panel_get_mode (self)];
  if (focus != NULL && before != NULL && before != self->shown && gtk_widget_is_ancestor (focus, before))
    {
      GtkWidget *button = gtk_widget_get_first_child (self->shown);

      for (guint i = 0; i < (guint) scope_migration_panel_get_mode (self) && button != NULL; i++)
        button = gtk_widget_get_next_sibling (button);
      if (button != NULL)
        gtk_widget_grab_focus (button);
    }
}

/* --- what is shown --- */

ScopeMigrationMode
scope_migration_panel_get_mode (ScopeMigrationPanel *self)
{
  const char *name = gtk_stack_get_visible_child_name (GTK_STACK (self->modes));

  for (guint i = 0; i < SCOPE_MIGRATION_N_MODES; i++)
    if (g_strcmp0 (name, names[i]) == 0)
      return (ScopeMigrationMode) i;
  return SCOPE_MIGRATION_PATHS;
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
  return mode == SCOPE_MIGRATION_TASKS   ? SCOPE_REPORT_TABLE_PANEL (self->tasks)
         : mode == SCOPE_MIGRATION_WAITS ? SCOPE_REPORT_TABLE_PANEL (self->waits)
                                         : NULL;
}

ScopeMigrationCanvas *
scope_migration_panel_get_canvas (ScopeMigrationPanel *self, ScopeMigrationMode mode)
{
  return mode == SCOPE_MIGRATION_PATHS ? SCOPE_MIGRATION_CANVAS (self->ribbons)
         : mode == SCOPE_MIGRATION_RATES ? SCOPE_MIGRATION_CANVAS (self->rates)
                                         : NULL;
}

ScopeMigrationMatrixPage *
scope_migration_panel_get_matrix (ScopeMigrationPanel *self)
{
  return SCOPE_MIGRATION_MATRIX_PAGE (self->matrix);
}

ScopeReportTableView *
scope_migration_panel_get_history (ScopeMigrationPanel *self)
{
  return scope_migration_history_get_table_view (SCOPE_MIGRATION_HISTORY (self->history));
}

const char *
scope_migration_panel_get_why_not (ScopeMigrationPanel *self)
{
  return self->view != NULL ? scope_migrations_why_not (scope_view_get_trace (self->view)) : NULL;
}

gboolean
scope_migration_panel_is_settled (ScopeMigrationPanel *self)
{
  ScopeMigrationMode mode = scope_migration_panel_get_mode (self);

  if (self->view == NULL || scope_migration_panel_get_why_not (self) != NULL)
    return TRUE;
  if (mode == SCOPE_MIGRATION_PATHS || mode == SCOPE_MIGRATION_RATES)
    return scope_migration_canvas_is_settled (scope_migration_panel_get_canvas (self, mode));
  if (mode == SCOPE_MIGRATION_MATRIX)
    return scope_migration_matrix_page_is_settled (SCOPE_MIGRATION_MATRIX_PAGE (self->matrix));
  return scope_report_table_panel_is_settled (scope_migration_panel_get_tables (self, mode))
         && (mode != SCOPE_MIGRATION_TASKS
             || scope_migration_history_is_settled (SCOPE_MIGRATION_HISTORY (self->history)));
}

static void
update_empty (ScopeMigrationPanel *self)
{
  const char *why_not = scope_migration_panel_get_why_not (self);

  gtk_label_set_label (GTK_LABEL (self->empty), why_not != NULL ? why_not : "");
  gtk_stack_set_visible_child (GTK_STACK (self->outer), why_not != NULL ? self->empty : self->modes);
}

static void
view_changed (ScopeView *view, guint what, ScopeMigrationPanel *self)
{
  if (what & SCOPE_VIEW_DATA)
    update_empty (self);
}

void
scope_migration_panel_set_view (ScopeMigrationPanel *self, ScopeView *view)
{
  const char *waits[] = { _("By Processors"), _("Longest"), NULL };
  const guint whats[] = { SCOPE_MIGRATION_WAITS_BY_PAIR, SCOPE_MIGRATION_WAITS_LONGEST };

  g_return_if_fail (SCOPE_IS_MIGRATION_PANEL (self));

  if (self->view == view)
    return;
  if (self->view != NULL)
    g_signal_handlers_disconnect_by_func (self->view, view_changed, self);
  g_set_object (&self->view, view);
  if (view != NULL)
    {
      const char *tasks[] = { _("Tasks"), NULL };

      g_signal_connect (view, "changed", G_CALLBACK (view_changed), self);
      scope_report_table_panel_set_choices (SCOPE_REPORT_TABLE_PANEL (self->tasks), tasks, whats);
      scope_report_table_panel_set_choices (SCOPE_REPORT_TABLE_PANEL (self->waits), waits, whats);
    }
  scope_migration_canvas_set_view (SCOPE_MIGRATION_CANVAS (self->ribbons), view);
  scope_migration_canvas_set_view (SCOPE_MIGRATION_CANVAS (self->rates), view);
  scope_migration_matrix_page_set_view (SCOPE_MIGRATION_MATRIX_PAGE (self->matrix), view);
  scope_report_table_panel_set_view (SCOPE_REPORT_TABLE_PANEL (self->tasks), view);
  scope_report_table_panel_set_view (SCOPE_REPORT_TABLE_PANEL (self->waits), view);
  scope_migration_history_set_view (SCOPE_MIGRATION_HISTORY (self->history), view);
  update_empty (self);
}

/* --- life --- */

static void
scope_migration_panel_dispose (GObject *object)
{
  ScopeMigrationPanel *self = SCOPE_MIGRATION_PANEL (object);

  if (self->outer != NULL)
    {
      g_signal_handlers_disconnect_by_data (self->modes, self);
      g_signal_handlers_disconnect_by_data (self->tasks, self);
      g_signal_handlers_disconnect_by_data (self->waits, self);
      scope_migration_panel_set_view (self, NULL);
    }
  g_clear_pointer (&self->outer, gtk_widget_unparent);
  G_OBJECT_CLASS (scope_migration_panel_parent_class)->dispose (object);
}

static void
scope_migration_panel_class_init (ScopeMigrationPanelClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = scope_migration_panel_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
}

static GtkWidget *
add_switcher (ScopeMigrationPanel *self, ScopeMigrationMode mode)
{
  GtkWidget *switcher = gtk_stack_switcher_new ();

  gtk_stack_switcher_set_stack (GTK_STACK_SWITCHER (switcher), GTK_STACK (self->modes));
  gtk_widget_add_css_class (switcher, "table-choice");
  gtk_widget_set_valign (switcher, GTK_ALIGN_CENTER);
  gtk_accessible_update_property (GTK_ACCESSIBLE (switcher), GTK_ACCESSIBLE_PROPERTY_LABEL, _("What is shown"), -1);
  self->switchers[mode] = switcher;
  return switcher;
}

/* A canvas that scrolls if there are more processors than there is room for. */
static GtkWidget *
make_canvas_page (ScopeMigrationPanel *self, ScopeMigrationMode mode, GtkWidget *canvas)
{
  GtkWidget *page = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0), *bar = scope_wrap_bar_new ();
  GtkWidget *scroller = gtk_scrolled_window_new ();

  gtk_widget_set_margin_top (bar, 6);
  gtk_widget_set_margin_bottom (bar, 6);
  gtk_widget_set_margin_start (bar, 6);
  gtk_widget_set_margin_end (bar, 6);
  gtk_widget_set_parent (add_switcher (self, mode), bar);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scroller), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), canvas);
  gtk_widget_set_vexpand (scroller, TRUE);
  gtk_widget_set_focusable (scroller, FALSE); /* the canvas is */
  gtk_widget_set_hexpand (canvas, TRUE);
  gtk_widget_set_vexpand (canvas, TRUE);
  gtk_box_append (GTK_BOX (page), bar);
  gtk_box_append (GTK_BOX (page), gtk_separator_new (GTK_ORIENTATION_HORIZONTAL));
  gtk_box_append (GTK_BOX (page), scroller);
  return page;
}

static GtkWidget *
make_tasks_page (ScopeMigrationPanel *self)
{
  GtkWidget *paned = gtk_paned_new (GTK_ORIENTATION_HORIZONTAL);

  self->tasks = scope_report_table_panel_new (_("Tasks"), make_tasks);
  scope_report_table_panel_set_leading (SCOPE_REPORT_TABLE_PANEL (self->tasks), add_switcher (self, SCOPE_MIGRATION_TASKS));
  self->history = scope_migration_history_new ();
  gtk_paned_set_start_child (GTK_PANED (paned), self->tasks);
  gtk_paned_set_end_child (GTK_PANED (paned), self->history);
  gtk_paned_set_shrink_start_child (GTK_PANED (paned), FALSE);
  gtk_paned_set_resize_end_child (GTK_PANED (paned), TRUE);
  gtk_paned_set_position (GTK_PANED (paned), TASKS_WIDTH);
  gtk_widget_set_size_request (self->history, 160, -1);
  gtk_paned_set_shrink_end_child (GTK_PANED (paned), FALSE);
  g_signal_connect (self->tasks, "row-selected", G_CALLBACK (row_selected), self);
  g_signal_connect (self->tasks, "row-activated", G_CALLBACK (row_activated), self);
  g_signal_connect (self->tasks, "updated", G_CALLBACK (tasks_updated), self);
  return paned;
}

static GtkWidget *
make_waits_page (ScopeMigrationPanel *self)
{
  self->waits = scope_report_table_panel_new (_("From Ready Here to Running There"), scope_migration_waits_table);
  scope_report_table_panel_set_leading (SCOPE_REPORT_TABLE_PANEL (self->waits), add_switcher (self, SCOPE_MIGRATION_WAITS));
  self->histogram = scope_histogram_new ();
  scope_report_table_panel_set_header (SCOPE_REPORT_TABLE_PANEL (self->waits), self->histogram);
  g_signal_connect (self->waits, "row-selected", G_CALLBACK (row_selected), self);
  g_signal_connect (self->waits, "row-activated", G_CALLBACK (row_activated), self);
  g_signal_connect (self->waits, "updated", G_CALLBACK (waits_updated), self);
  return self->waits;
}

static void
scope_migration_panel_init (ScopeMigrationPanel *self)
{
  const char *titles[SCOPE_MIGRATION_N_MODES] = { _("Ribbons"), _("Matrix"), _("Tasks"), _("Rates"), _("Waits") };

  self->outer = gtk_stack_new ();
  self->modes = gtk_stack_new ();
  self->empty = gtk_label_new (NULL);
  gtk_label_set_wrap (GTK_LABEL (self->empty), TRUE);
  gtk_label_set_justify (GTK_LABEL (self->empty), GTK_JUSTIFY_CENTER);
  gtk_label_set_max_width_chars (GTK_LABEL (self->empty), 60);
  gtk_widget_add_css_class (self->empty, "dim-label");
  gtk_widget_set_margin_start (self->empty, 12);
  gtk_widget_set_margin_end (self->empty, 12);
  gtk_widget_set_halign (self->empty, GTK_ALIGN_CENTER);
  self->ribbons = scope_migration_canvas_new (FALSE);
  self->rates = scope_migration_canvas_new (TRUE);
  self->pages[SCOPE_MIGRATION_PATHS] = make_canvas_page (self, SCOPE_MIGRATION_PATHS, self->ribbons);
  self->matrix = scope_migration_matrix_page_new (add_switcher (self, SCOPE_MIGRATION_MATRIX));
  self->pages[SCOPE_MIGRATION_MATRIX] = self->matrix;
  self->pages[SCOPE_MIGRATION_TASKS] = make_tasks_page (self);
  self->pages[SCOPE_MIGRATION_RATES] = make_canvas_page (self, SCOPE_MIGRATION_RATES, self->rates);
  self->pages[SCOPE_MIGRATION_WAITS] = make_waits_page (self);
  for (guint i = 0; i < SCOPE_MIGRATION_N_MODES; i++)
    gtk_stack_add_titled (GTK_STACK (self->modes), self->pages[i], names[i], titles[i]);
  self->shown = self->switchers[SCOPE_MIGRATION_PATHS];
  g_signal_connect (self->modes, "notify::visible-child", G_CALLBACK (mode_changed), self);
  gtk_stack_add_child (GTK_STACK (self->outer), self->modes);
  gtk_stack_add_child (GTK_STACK (self->outer), self->empty);
  gtk_widget_set_parent (self->outer, GTK_WIDGET (self));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Migration"), -1);
}

GtkWidget *
scope_migration_panel_new (void)
{
  return g_object_new (SCOPE_TYPE_MIGRATION_PANEL, NULL);
}
