/* scope-report-panel.c: see scope-report-panel.h. The plot is drawn of the very table that is shown below it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "widgets/statistics/scope-report-panel.h"

#include "model/scene/statistics/scope-load-scene.h"
#include "model/scene/statistics/scope-report.h"
#include "widgets/draw/scope-plot-view.h"
#include "widgets/kit/scope-parts.h"

#include <adwaita.h>
#include <glib/gi18n.h>

#define PLOT_HEIGHT 150 /* at most: less where the table below it would have no room for its rows, but … */
#define LEAST_HEIGHT 72 /* … one plot with its ruler and words */

struct _ScopeReportPanel
{
  ScopeReportTablePanel tables;

  GtkWidget *header, *plot, *words;
  guint pointed; /* stretch; SCOPE_NONE */
};

G_DEFINE_FINAL_TYPE (ScopeReportPanel, scope_report_panel, SCOPE_TYPE_REPORT_TABLE_PANEL)

static ScopeReportTable *
make_sheet (const ScopeQueryRange *within, guint what, GError **error)
{
  ScopeReportTable *table = scope_report_scene_table (within, (ScopeReportKind) what, SCOPE_REPORT_PLACES, error);

  if (table != NULL)
    scope_report_table_hide_empty_columns (table); /* a profile of schedulers has neither messages nor names */
  return table;
}

static const ScopeLoad *
get_load (ScopeReportPanel *self)
{
  ScopeReportTable *table = scope_report_table_panel_get_table (&self->tables);

  return table != NULL ? scope_report_table_get_attachment (table) : NULL;
}

/* --- the plot --- */

static ScopeScene *
draw (gpointer user_data, double width, double height, const ScopePalette *palette)
{
  ScopeReportPanel *self = user_data;
  const ScopeLoad *load = get_load (self);
  ScopeClock clock;

  if (load == NULL || self->tables.panel.view == NULL)
    return NULL;
  clock = scope_view_get_clock (self->tables.panel.view);

  return scope_load_scene_new (scope_view_get_trace (self->tables.panel.view), load, width, height, palette, 0, self->pointed, &clock);
}

static void
point_at (ScopeReportPanel *self, guint stretch)
{
  const ScopeLoad *load = get_load (self);
  g_autofree char *text = NULL;

  self->pointed = load != NULL && stretch < load->n ? stretch : SCOPE_NONE;
  if (self->pointed != SCOPE_NONE)
    {
      ScopeClock clock = scope_view_get_clock (self->tables.panel.view);

      text = scope_load_dup_text (scope_view_get_trace (self->tables.panel.view), load, stretch, &clock);
    }
  gtk_label_set_label (GTK_LABEL (self->words), text != NULL ? text : "");
  scope_chart_say (SCOPE_CHART (self->plot), text);
  gtk_widget_queue_draw (self->plot);
}

static void
pointed (ScopePlotView *plot, double x, double y, ScopeReportPanel *self)
{
  const ScopeLoad *load = get_load (self);

  if (load == NULL || x < 0)
    point_at (self, SCOPE_NONE);
  else
    point_at (self, scope_load_scene_stretch_at (load, gtk_widget_get_width (self->plot), x));
}

static void
stepped (ScopePlotView *plot, int steps, ScopeReportPanel *self)
{
  const ScopeLoad *load = get_load (self);
  gint64 from = self->pointed;

  if (load == NULL)
    return;
  if (self->pointed == SCOPE_NONE)
    from = steps > 0 ? -1 : (gint64) load->n;
  point_at (self, (guint) CLAMP (from + steps, 0, (gint64) load->n - 1));
}

/* A new table is shown: another choice, or another range. */
static void
updated (ScopeReportTablePanel *tables)
{
  ScopeReportPanel *self = SCOPE_REPORT_PANEL (tables);

  gtk_widget_set_visible (self->header, get_load (self) != NULL);
  point_at (self, SCOPE_NONE);
}

static GtkWidget *
make_header (ScopeReportPanel *self)
{
  GtkWidget *clamp = adw_clamp_new ();

  self->header = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  self->plot = scope_plot_view_new (_("Runnable over Time"), draw, self);
  gtk_widget_set_size_request (self->plot, -1, LEAST_HEIGHT);
  gtk_orientable_set_orientation (GTK_ORIENTABLE (clamp), GTK_ORIENTATION_VERTICAL);
  g_object_set (clamp, "child", self->plot, "maximum-size", PLOT_HEIGHT, "tightening-threshold", PLOT_HEIGHT, "vexpand", FALSE,
                "vexpand-set", TRUE, NULL);
  self->words = scope_label_new (NULL, SCOPE_LABEL_START | SCOPE_LABEL_ELLIPSIZE, "numeric caption");
  gtk_widget_set_margin_start (self->words, 6);
  scope_add_children (self->header, clamp, self->words, NULL);
  gtk_widget_set_visible (self->header, FALSE);
  g_signal_connect (self->plot, "pointed", G_CALLBACK (pointed), self);
  g_signal_connect (self->plot, "stepped", G_CALLBACK (stepped), self);
  return self->header;
}

/* --- rows --- */

static void
row_selected (ScopeReportTablePanel *tables, guint row)
{
  ScopeReportPanel *self = SCOPE_REPORT_PANEL (tables);

  scope_report_table_panel_select_lane (tables, row);
  if (tables->panel.view != NULL && get_load (self) != NULL)
    point_at (self, row);
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
}

/* --- life --- */

static void
scope_report_panel_class_init (ScopeReportPanelClass *klass)
{
  ScopeReportTablePanelClass *tables_class = SCOPE_REPORT_TABLE_PANEL_CLASS (klass);

  tables_class->update_choices = update_choices;
  tables_class->row_selected = row_selected;
  tables_class->row_activated = row_activated;
  tables_class->updated = updated;
}

static void
scope_report_panel_init (ScopeReportPanel *self)
{
  self->pointed = SCOPE_NONE;
  scope_report_table_panel_build (&self->tables, _("Report"), make_sheet);
  scope_report_table_panel_set_header (&self->tables, make_header (self));
}
