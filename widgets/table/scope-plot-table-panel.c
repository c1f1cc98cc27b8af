/* scope-plot-table-panel.c: see scope-plot-table-panel.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/table/scope-plot-table-panel.h"

#include "widgets/draw/scope-plot-view.h"
#include "widgets/kit/scope-parts.h"

#include <adwaita.h>
#include <glib/gi18n.h>

G_DEFINE_ABSTRACT_TYPE (ScopePlotTablePanel, scope_plot_table_panel, SCOPE_TYPE_REPORT_TABLE_PANEL)

/* What the table carries, and how many stretches that has; NULL: nothing is drawn. */
static gconstpointer
get_shown (ScopePlotTablePanel *self, guint *n)
{
  ScopeReportTable *table = scope_report_table_panel_get_table (&self->tables);
  gconstpointer shown = table != NULL && self->tables.panel.view != NULL ? scope_report_table_get_attachment (table) : NULL;

  *n = shown != NULL ? SCOPE_PLOT_TABLE_PANEL_GET_CLASS (self)->n_stretches (self, shown) : 0;
  return *n > 0 ? shown : NULL;
}

static ScopeScene *
draw (gpointer data, double width, double height, const ScopePalette *palette)
{
  guint n;
  gconstpointer shown = get_shown (data, &n);

  return shown != NULL ? SCOPE_PLOT_TABLE_PANEL_GET_CLASS (data)->draw (data, shown, width, height, palette) : NULL;
}

void
scope_plot_table_panel_point_at (ScopePlotTablePanel *self, guint stretch)
{
  const ScopePlotTablePanelClass *klass = SCOPE_PLOT_TABLE_PANEL_GET_CLASS (self);
  g_autofree char *text = NULL;
  guint n;
  gconstpointer shown = get_shown (self, &n);

  self->pointed = stretch < n ? stretch : SCOPE_NONE;
  if (self->pointed != SCOPE_NONE)
    {
      ScopeClock clock = scope_view_get_clock (self->tables.panel.view);

      text = klass->dup_text (self, shown, stretch, &clock);
    }
  gtk_label_set_label (GTK_LABEL (self->words), text != NULL ? text : klass->hint != NULL ? _(klass->hint) : "");
  scope_chart_say (SCOPE_CHART (self->plot), text);
  gtk_widget_set_visible (self->header, shown != NULL);
  gtk_widget_queue_draw (self->plot);
}

static guint
stretch_at (ScopePlotTablePanel *self, double x)
{
  guint n;
  gconstpointer shown = get_shown (self, &n);

  if (shown == NULL || x < 0)
    return SCOPE_NONE;
  return SCOPE_PLOT_TABLE_PANEL_GET_CLASS (self)->stretch_at (self, shown, gtk_widget_get_width (self->plot),
                                                              gtk_widget_get_height (self->plot), x);
}

static void
pointed (ScopePlotView *plot, double x, double y, ScopePlotTablePanel *self)
{
  scope_plot_table_panel_point_at (self, stretch_at (self, x));
}

void
scope_plot_table_panel_choose (ScopePlotTablePanel *self, guint stretch)
{
  guint n;
  gconstpointer shown = get_shown (self, &n);

  scope_plot_table_panel_point_at (self, stretch);
  if (self->pointed != SCOPE_NONE && SCOPE_PLOT_TABLE_PANEL_GET_CLASS (self)->chosen != NULL)
    SCOPE_PLOT_TABLE_PANEL_GET_CLASS (self)->chosen (self, shown, self->pointed);
}

static void
stepped (ScopePlotView *plot, int steps, ScopePlotTablePanel *self)
{
  gint64 from = self->pointed;
  guint n;

  if (get_shown (self, &n) == NULL)
    return;
  if (self->pointed == SCOPE_NONE)
    from = steps > 0 ? -1 : (gint64) n;
  scope_plot_table_panel_choose (self, (guint) CLAMP (from + steps, 0, (gint64) n - 1));
}

static void
clicked (GtkGestureClick *gesture, int n_press, double x, double y, ScopePlotTablePanel *self)
{
  scope_plot_table_panel_choose (self, stretch_at (self, x));
}

/* A new table is shown: another choice, or another range. */
static void
updated (ScopeReportTablePanel *tables)
{
  SCOPE_PLOT_TABLE_PANEL (tables)->row = SCOPE_NONE;
  scope_plot_table_panel_point_at (SCOPE_PLOT_TABLE_PANEL (tables), SCOPE_NONE);
}

void
scope_plot_table_panel_stand_out (ScopePlotTablePanel *self, guint row)
{
  self->row = row;
  scope_plot_table_panel_point_at (self, self->pointed);
}

static void
row_selected (ScopeReportTablePanel *tables, guint row)
{
  scope_report_table_panel_select_lane (tables, row);
  scope_plot_table_panel_stand_out (SCOPE_PLOT_TABLE_PANEL (tables), row);
}

/* --- life --- */

static void
scope_plot_table_panel_class_init (ScopePlotTablePanelClass *klass)
{
  SCOPE_REPORT_TABLE_PANEL_CLASS (klass)->updated = updated;
  SCOPE_REPORT_TABLE_PANEL_CLASS (klass)->row_selected = row_selected;
}

static void
scope_plot_table_panel_init (ScopePlotTablePanel *self)
{
  self->pointed = self->row = SCOPE_NONE;
}

/* The plot, in what lets it shrink. */
static GtkWidget *
make_clamp (ScopePlotTablePanel *self, int least, int most)
{
  GtkWidget *clamp = adw_clamp_new ();

  if (least > 0)
    gtk_widget_set_size_request (self->plot, -1, least);
  gtk_orientable_set_orientation (GTK_ORIENTABLE (clamp), GTK_ORIENTATION_VERTICAL);
  g_object_set (clamp, "child", self->plot, "maximum-size", most, "tightening-threshold", most, "vexpand", FALSE, "vexpand-set", TRUE, NULL);
  return clamp;
}

void
scope_plot_table_panel_build (ScopePlotTablePanel *self, const char *name, int least, int most)
{
  self->header = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  self->plot = scope_plot_view_new (name, draw, self);
  self->words = scope_label_new (NULL, SCOPE_LABEL_START | SCOPE_LABEL_ELLIPSIZE, "numeric caption");
  gtk_widget_set_margin_start (self->words, 6);
  if (least == most)
    {
      scope_plot_view_set_height (SCOPE_PLOT_VIEW (self->plot), most);
      gtk_widget_set_vexpand (self->plot, FALSE);
    }
  scope_add_children (self->header, least == most ? self->plot : make_clamp (self, least, most), self->words, NULL);
  if (SCOPE_PLOT_TABLE_PANEL_GET_CLASS (self)->hint != NULL)
    gtk_widget_add_css_class (self->words, "dim-label");
  if (SCOPE_PLOT_TABLE_PANEL_GET_CLASS (self)->chosen != NULL)
    {
      GtkGesture *click = gtk_gesture_click_new ();

      g_signal_connect (click, "released", G_CALLBACK (clicked), self);
      gtk_widget_add_controller (self->plot, GTK_EVENT_CONTROLLER (click));
    }
  gtk_widget_set_visible (self->header, FALSE);
  g_signal_connect (self->plot, "pointed", G_CALLBACK (pointed), self);
  g_signal_connect (self->plot, "stepped", G_CALLBACK (stepped), self);
  scope_report_table_panel_set_header (&self->tables, self->header);
}
