/* scope-report-panel.c: see scope-report-panel.h. The plot is drawn of the very table that is shown below it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "widgets/statistics/scope-report-panel.h"

#include "model/scene/statistics/scope-load-scene.h"
#include "model/scene/statistics/scope-report.h"
#include "widgets/draw/scope-plot-view.h"

#include <glib/gi18n.h>

#define PLOT_HEIGHT 150 /* with the table below it still beside a timeline in a window of 600 */

struct _ScopeReportPanel
{
  GtkWidget parent_instance;

  ScopeView *view;
  GtkWidget *tables, *header, *plot, *words;
  guint pointed; /* stretch; SCOPE_NONE */
};

G_DEFINE_FINAL_TYPE (ScopeReportPanel, scope_report_panel, GTK_TYPE_WIDGET)

static ScopeReportTable *
make_sheet (const ScopeQueryRange *within, guint what, GError **error)
{
  ScopeReportTable *table = scope_report_scene_table (within, (ScopeReportKind) what, SCOPE_REPORT_PLACES, error);

  if (table != NULL)
    scope_report_table_hide_empty_columns (table); /* a profile of schedulers has neither messages nor names */
  return table;
}

static ScopeReportTable *
get_sheet (ScopeReportPanel *self)
{
  return scope_report_table_view_get_table (scope_report_table_panel_get_table_view (SCOPE_REPORT_TABLE_PANEL (self->tables)));
}

static const ScopeLoad *
get_load (ScopeReportPanel *self)
{
  ScopeReportTable *table = get_sheet (self);

  return table != NULL ? scope_report_table_get_attachment (table) : NULL;
}

/* --- the plot --- */

static ScopeScene *
draw (gpointer user_data, double width, double height, const ScopePalette *palette)
{
  ScopeReportPanel *self = user_data;
  const ScopeLoad *load = get_load (self);
  ScopeClock clock;

  if (load == NULL || self->view == NULL)
    return NULL;
  clock = scope_view_get_clock (self->view);

  return scope_load_scene_new (scope_view_get_trace (self->view), load, width, height, palette, 0, self->pointed, &clock);
}

static void
point_at (ScopeReportPanel *self, guint stretch)
{
  const ScopeLoad *load = get_load (self);
  g_autofree char *text = NULL;

  self->pointed = load != NULL && stretch < load->n ? stretch : SCOPE_NONE;
  if (self->pointed != SCOPE_NONE)
    {
      ScopeClock clock = scope_view_get_clock (self->view);

      text = scope_load_dup_text (scope_view_get_trace (self->view), load, stretch, &clock);
    }
  gtk_label_set_label (GTK_LABEL (self->words), text != NULL ? text : "");
  scope_plot_view_describe (SCOPE_PLOT_VIEW (self->plot), text);
  scope_plot_view_refresh (SCOPE_PLOT_VIEW (self->plot));
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
updated (ScopeReportTablePanel *tables, ScopeReportPanel *self)
{
  gtk_widget_set_visible (self->header, get_load (self) != NULL);
  point_at (self, SCOPE_NONE);
}

static GtkWidget *
make_header (ScopeReportPanel *self)
{
  self->header = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  self->plot = scope_plot_view_new (_("Runnable over Time"), draw, self);
  gtk_widget_set_size_request (self->plot, -1, PLOT_HEIGHT);
  gtk_widget_set_vexpand (self->plot, FALSE);
  self->words = gtk_label_new (NULL);
  gtk_label_set_ellipsize (GTK_LABEL (self->words), PANGO_ELLIPSIZE_END);
  gtk_label_set_xalign (GTK_LABEL (self->words), 0);
  gtk_widget_set_margin_start (self->words, 6);
  gtk_widget_add_css_class (self->words, "numeric");
  gtk_widget_add_css_class (self->words, "caption");
  gtk_box_append (GTK_BOX (self->header), self->plot);
  gtk_box_append (GTK_BOX (self->header), self->words);
  gtk_widget_set_visible (self->header, FALSE);
  g_signal_connect (self->plot, "pointed", G_CALLBACK (pointed), self);
  g_signal_connect (self->plot, "stepped", G_CALLBACK (stepped), self);
  return self->header;
}

/* --- rows --- */

static const ScopeReportTableRow *
get_row (ScopeReportPanel *self, guint row)
{
  ScopeReportTable *table = get_sheet (self);

  return table != NULL && self->view != NULL ? scope_report_table_row (table, row) : NULL;
}

static void
row_selected (ScopeReportTablePanel *tables, guint row, ScopeReportPanel *self)
{
  const ScopeReportTableRow *line = get_row (self, row);

  if (line != NULL && line->has_lane)
    scope_view_select_lane (self->view, &line->lane);
  if (line != NULL && get_load (self) != NULL)
    point_at (self, row);
}

/* Enter, or a double click: there. */
static void
row_activated (ScopeReportTablePanel *tables, guint row, ScopeReportPanel *self)
{
  const ScopeReportTableRow *line = get_row (self, row);
  gint64 from, to;

  if (line == NULL || (!line->has_lane && !line->has_range))
    return;
  scope_report_table_panel_hold (tables, TRUE); /* the list it was chosen from stays */
  if (line->has_range)
    {
      from = line->from;
      to = line->to;
    }
  else if (!scope_view_get_selected_range (self->view, &from, &to))
    {
      scope_viewport_get_range (scope_view_get_viewport (self->view), &from, &to);
      from = to = from + (to - from) / 2;
    }
  scope_view_go_to (self->view, line->has_lane ? &line->lane : NULL, from, to);
  scope_report_table_panel_hold (tables, FALSE);
}

/* --- what can be chosen --- */

static void
update_choices (ScopeReportPanel *self)
{
  ScopeTrace *trace = scope_view_get_trace (self->view);
  const char *titles[SCOPE_N_REPORTS + 1] = { NULL };
  guint whats[SCOPE_N_REPORTS], n = 0;

  for (guint kind = 0; kind < SCOPE_N_REPORTS; kind++)
    if (scope_report_has (trace, (ScopeReportKind) kind))
      {
        titles[n] = scope_report_title ((ScopeReportKind) kind);
        whats[n++] = kind;
      }
  scope_report_table_panel_set_choices (SCOPE_REPORT_TABLE_PANEL (self->tables), titles, whats);
}

static void
view_changed (ScopeView *view, guint what, ScopeReportPanel *self)
{
  if (what & SCOPE_VIEW_DATA)
    update_choices (self);
}

void
scope_report_panel_set_view (ScopeReportPanel *self, ScopeView *view)
{
  g_return_if_fail (SCOPE_IS_REPORT_PANEL (self));

  if (self->view == view)
    return;
  if (self->view != NULL)
    g_signal_handlers_disconnect_by_func (self->view, view_changed, self);
  g_set_object (&self->view, view);
  if (view != NULL)
    {
      g_signal_connect (view, "changed", G_CALLBACK (view_changed), self);
      update_choices (self);
    }
  scope_report_table_panel_set_view (SCOPE_REPORT_TABLE_PANEL (self->tables), view);
}

ScopeReportTablePanel *
scope_report_panel_get_tables (ScopeReportPanel *self)
{
  return SCOPE_REPORT_TABLE_PANEL (self->tables);
}

/* --- life --- */

static void
scope_report_panel_dispose (GObject *object)
{
  ScopeReportPanel *self = SCOPE_REPORT_PANEL (object);

  if (self->tables != NULL)
    {
      g_signal_handlers_disconnect_by_data (self->tables, self);
      scope_report_panel_set_view (self, NULL);
    }
  g_clear_pointer (&self->tables, gtk_widget_unparent);
  G_OBJECT_CLASS (scope_report_panel_parent_class)->dispose (object);
}

static void
scope_report_panel_class_init (ScopeReportPanelClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = scope_report_panel_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
}

static void
scope_report_panel_init (ScopeReportPanel *self)
{
  self->pointed = SCOPE_NONE;
  self->tables = scope_report_table_panel_new (_("Report"), make_sheet);
  scope_report_table_panel_set_header (SCOPE_REPORT_TABLE_PANEL (self->tables), make_header (self));
  scope_range_selector_set_kind (scope_report_table_panel_get_range_selector (SCOPE_REPORT_TABLE_PANEL (self->tables)), SCOPE_RANGE_VISIBLE);
  scope_range_selector_set_follows_selection (scope_report_table_panel_get_range_selector (SCOPE_REPORT_TABLE_PANEL (self->tables)), TRUE);
  g_signal_connect (self->tables, "row-selected", G_CALLBACK (row_selected), self);
  g_signal_connect (self->tables, "row-activated", G_CALLBACK (row_activated), self);
  g_signal_connect (self->tables, "updated", G_CALLBACK (updated), self);
  gtk_widget_set_parent (self->tables, GTK_WIDGET (self));
}

GtkWidget *
scope_report_panel_new (void)
{
  return g_object_new (SCOPE_TYPE_REPORT_PANEL, NULL);
}
