/* scope-blame-panel.c: see scope-blame-panel.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/findings/scope-blame-panel.h"

#include "model/scene/findings/scope-blame-table.h"
#include "model/scene/findings/scope-path-table.h"
#include "widgets/draw/scope-plot-view.h"
#include "widgets/kit/scope-parts.h"

#include <glib/gi18n.h>

#define PLOT_HEIGHT 44
#define OF_PATH SCOPE_N_BLAME_TABLES /* ScopePathTable from here on */

struct _ScopeBlamePanel
{
  ScopeReportTablePanel tables;

  GtkWidget *header, *plot, *words;
  guint row;     /* that stands out over time; SCOPE_NONE */
  guint pointed; /* stretch; SCOPE_NONE */
};

G_DEFINE_FINAL_TYPE (ScopeBlamePanel, scope_blame_panel, SCOPE_TYPE_REPORT_TABLE_PANEL)

static const ScopeBlameCourse *
get_course (ScopeBlamePanel *self)
{
  ScopeReportTable *table = scope_report_table_panel_get_table (&self->tables);

  return table != NULL ? scope_report_table_get_attachment (table) : NULL;
}

/* --- over time --- */

static ScopeScene *
draw (gpointer data, double width, double height, const ScopePalette *palette)
{
  ScopeBlamePanel *self = data;
  const ScopeBlameCourse *course = get_course (self);

  return course != NULL && self->tables.panel.view != NULL
             ? scope_blame_course_scene_new (scope_view_get_trace (self->tables.panel.view), course, self->row, width, height, palette)
             : NULL;
}

static void
point_at (ScopeBlamePanel *self, guint stretch)
{
  const ScopeBlameCourse *course = get_course (self);
  g_autofree char *text = NULL;

  self->pointed = course != NULL && stretch < SCOPE_BLAME_STRETCHES ? stretch : SCOPE_NONE;
  if (self->pointed != SCOPE_NONE)
    {
      ScopeClock clock = scope_view_get_clock (self->tables.panel.view);

      text = scope_blame_course_dup_text (scope_view_get_trace (self->tables.panel.view), course, self->row, stretch, &clock);
    }
  gtk_label_set_label (GTK_LABEL (self->words), text != NULL ? text : _("When the waiting happened; the selected row is highlighted"));
  scope_chart_say (SCOPE_CHART (self->plot), text);
  gtk_widget_queue_draw (self->plot);
}

static void
pointed (ScopePlotView *plot, double x, double y, ScopeBlamePanel *self)
{
  int width = MAX (gtk_widget_get_width (self->plot), 1);

  point_at (self, x >= 0 ? (guint) MIN (x / width * SCOPE_BLAME_STRETCHES, SCOPE_BLAME_STRETCHES - 1) : SCOPE_NONE);
}

static void
stepped (ScopePlotView *plot, int steps, ScopeBlamePanel *self)
{
  gint64 at = self->pointed != SCOPE_NONE ? self->pointed : steps > 0 ? -1 : SCOPE_BLAME_STRETCHES;

  point_at (self, (guint) CLAMP (at + steps, 0, SCOPE_BLAME_STRETCHES - 1));
}

static GtkWidget *
make_header (ScopeBlamePanel *self)
{
  self->header = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  self->plot = scope_plot_view_new (_("Waiting over Time"), draw, self);
  scope_plot_view_set_height (SCOPE_PLOT_VIEW (self->plot), PLOT_HEIGHT);
  gtk_widget_set_vexpand (self->plot, FALSE);
  self->words = scope_label_new (NULL, SCOPE_LABEL_START | SCOPE_LABEL_ELLIPSIZE, "numeric caption dim-label");
  gtk_widget_set_margin_start (self->words, 6);
  scope_add_children (self->header, self->plot, self->words, NULL);
  gtk_widget_set_visible (self->header, FALSE);
  g_signal_connect (self->plot, "pointed", G_CALLBACK (pointed), self);
  g_signal_connect (self->plot, "stepped", G_CALLBACK (stepped), self);
  return self->header;
}

/* --- rows --- */

static ScopeReportTable *
read_table (const ScopeQueryRange *within, guint what, GError **error)
{
  return what >= OF_PATH ? scope_path_table_read (within, (ScopePathTable) (what - OF_PATH), error) : scope_blame_table_read (within, what, error);
}

static void
updated (ScopeReportTablePanel *tables)
{
  ScopeBlamePanel *self = SCOPE_BLAME_PANEL (tables);

  self->row = SCOPE_NONE;
  gtk_widget_set_visible (self->header, get_course (self) != NULL);
  point_at (self, SCOPE_NONE);
}

static void
row_selected (ScopeReportTablePanel *tables, guint row)
{
  ScopeBlamePanel *self = SCOPE_BLAME_PANEL (tables);

  self->row = row;
  scope_report_table_panel_select_lane (tables, row);
  point_at (self, self->pointed);
}

/* Enter, or a double click: there. */
static void
row_activated (ScopeReportTablePanel *tables, guint row)
{
  scope_report_table_panel_go_to (tables, row, FALSE);
}

static void
update_choices (ScopeReportTablePanel *tables)
{
  const char *const titles[] = { _("By Code"), _("By Task"), _("Who Waited for Whom"), _("Critical Path by Code"), _("Critical Path by Task"),
                                 _("Critical Path by What Was Done"), NULL };
  static const guint whats[] = { SCOPE_BLAME_BY_CODE, SCOPE_BLAME_BY_TASK, SCOPE_BLAME_BY_PAIR, OF_PATH + SCOPE_PATH_BY_CODE,
                                 OF_PATH + SCOPE_PATH_BY_TASK, OF_PATH + SCOPE_PATH_BY_KIND };

  scope_report_table_panel_set_choices (tables, titles, whats);
}

/* Of a trace that is being read it is not looked for again and again. */
static gboolean
fill (ScopePanel *panel, ScopeQueryRange *within, gpointer what)
{
  return scope_trace_get_finished (within->trace) && SCOPE_PANEL_CLASS (scope_blame_panel_parent_class)->fill (panel, within, what);
}

/* --- life --- */

static void
scope_blame_panel_class_init (ScopeBlamePanelClass *klass)
{
  ScopeReportTablePanelClass *tables_class = SCOPE_REPORT_TABLE_PANEL_CLASS (klass);

  SCOPE_PANEL_CLASS (klass)->fill = fill;
  tables_class->update_choices = update_choices;
  tables_class->row_selected = row_selected;
  tables_class->row_activated = row_activated;
  tables_class->updated = updated;
}

static void
scope_blame_panel_init (ScopeBlamePanel *self)
{
  self->row = self->pointed = SCOPE_NONE;
  scope_report_table_panel_build (&self->tables, _("Waited For"), read_table);
  scope_report_table_panel_set_header (&self->tables, make_header (self));
  scope_row_menu_set_kind (scope_table_view_get_column_view (SCOPE_TABLE_VIEW (self->tables.table)), SCOPE_ROW_MENU_GOES | SCOPE_ROW_MENU_LANE);
}
