/* scope-phases-panel.c: see scope-phases-panel.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/phases/scope-phases-panel.h"

#include "model/scene/phases/scope-phases-table.h"
#include "widgets/draw/scope-plot-view.h"
#include "widgets/kit/scope-parts.h"

#include <glib/gi18n.h>

#define PLOT_HEIGHT 64

struct _ScopePhasesPanel
{
  ScopeReportTablePanel tables;

  GtkWidget *header, *plot, *words;
  guint row;     /* that stands out over time; SCOPE_NONE */
  guint pointed; /* phase; SCOPE_NONE */
};

G_DEFINE_FINAL_TYPE (ScopePhasesPanel, scope_phases_panel, SCOPE_TYPE_REPORT_TABLE_PANEL)

/* NULL: there are none. */
static const ScopePhases *
get_phases (ScopePhasesPanel *self)
{
  ScopeReportTable *table = scope_report_table_panel_get_table (&self->tables);
  const ScopePhases *phases = table != NULL && self->tables.panel.view != NULL ? scope_report_table_get_attachment (table) : NULL;

  return phases != NULL && phases->phases->len > 0 ? phases : NULL;
}

/* --- over time --- */

static ScopeScene *
draw (gpointer data, double width, double height, const ScopePalette *palette)
{
  ScopePhasesPanel *self = data;
  const ScopePhases *phases = get_phases (self);

  return phases != NULL
             ? scope_phases_scene_new (phases, scope_report_table_panel_get_what (&self->tables), self->row, width, height, palette)
             : NULL;
}

static void
point_at (ScopePhasesPanel *self, guint phase)
{
  const ScopePhases *phases = get_phases (self);
  g_autofree char *text = NULL;

  self->pointed = phases != NULL && phase < phases->phases->len ? phase : SCOPE_NONE;
  if (self->pointed != SCOPE_NONE)
    {
      ScopeClock clock = scope_view_get_clock (self->tables.panel.view);

      text = scope_phases_dup_text (scope_view_get_trace (self->tables.panel.view), phases, phase, &clock);
    }
  gtk_label_set_label (GTK_LABEL (self->words), text != NULL ? text : _("Filled is the share of the processors' time that ran"));
  scope_chart_say (SCOPE_CHART (self->plot), text);
  gtk_widget_set_visible (self->header, phases != NULL);
  gtk_widget_queue_draw (self->plot);
}

static void
pointed (ScopePlotView *plot, double x, double y, ScopePhasesPanel *self)
{
  const ScopePhases *phases = get_phases (self);

  point_at (self, phases != NULL ? scope_phases_scene_at (phases, gtk_widget_get_width (self->plot), x) : SCOPE_NONE);
}

/* The timeline selects the phase's time; what is listed stays what it is. */
static void
select_phase (ScopePhasesPanel *self, guint i)
{
  const ScopePhases *phases = get_phases (self);
  const ScopePhase *phase;

  if (phases == NULL || i >= phases->phases->len)
    return;
  phase = &g_array_index (phases->phases, ScopePhase, i);
  scope_panel_hold (&self->tables.panel, TRUE);
  scope_view_select_range (self->tables.panel.view, phase->from, phase->to);
  scope_panel_hold (&self->tables.panel, FALSE);
}

static void
stepped (ScopePlotView *plot, int steps, ScopePhasesPanel *self)
{
  const ScopePhases *phases = get_phases (self);
  gint64 at = self->pointed != SCOPE_NONE ? self->pointed : steps > 0 ? -1 : G_MAXINT;

  if (phases == NULL)
    return;
  point_at (self, (guint) CLAMP (at + steps, 0, (gint64) phases->phases->len - 1));
  select_phase (self, self->pointed);
}

static void
clicked (GtkGestureClick *gesture, int n_press, double x, double y, ScopePhasesPanel *self)
{
  const ScopePhases *phases = get_phases (self);
  guint phase = phases != NULL ? scope_phases_scene_at (phases, gtk_widget_get_width (self->plot), x) : SCOPE_NONE;

  point_at (self, phase);
  select_phase (self, phase);
}

static GtkWidget *
make_header (ScopePhasesPanel *self)
{
  GtkGesture *click = gtk_gesture_click_new ();

  self->header = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  self->plot = scope_plot_view_new (_("Phases over Time"), draw, self);
  scope_plot_view_set_height (SCOPE_PLOT_VIEW (self->plot), PLOT_HEIGHT);
  gtk_widget_set_vexpand (self->plot, FALSE);
  self->words = scope_label_new (NULL, SCOPE_LABEL_START | SCOPE_LABEL_ELLIPSIZE, "numeric caption dim-label");
  gtk_widget_set_margin_start (self->words, 6);
  scope_add_children (self->header, self->plot, self->words, NULL);
  gtk_widget_set_visible (self->header, FALSE);
  gtk_widget_add_controller (self->plot, GTK_EVENT_CONTROLLER (click));
  g_signal_connect (click, "released", G_CALLBACK (clicked), self);
  g_signal_connect (self->plot, "pointed", G_CALLBACK (pointed), self);
  g_signal_connect (self->plot, "stepped", G_CALLBACK (stepped), self);
  return self->header;
}

/* --- rows --- */

static void
updated (ScopeReportTablePanel *tables)
{
  ScopePhasesPanel *self = SCOPE_PHASES_PANEL (tables);

  self->row = SCOPE_NONE;
  point_at (self, SCOPE_NONE);
}

static void
row_selected (ScopeReportTablePanel *tables, guint row)
{
  ScopePhasesPanel *self = SCOPE_PHASES_PANEL (tables);

  self->row = row;
  if (scope_report_table_panel_get_what (tables) == SCOPE_PHASES_TABLE_ALL)
    {
      point_at (self, row);
      select_phase (self, row);
    }
  gtk_widget_queue_draw (self->plot);
}

/* Enter, or a double click: there. */
static void
row_activated (ScopeReportTablePanel *tables, guint row)
{
  if (scope_report_table_panel_get_what (tables) == SCOPE_PHASES_TABLE_ALL)
    scope_report_table_panel_jump (tables, row, TRUE);
}

static void
update_choices (ScopeReportTablePanel *tables)
{
  const char *const titles[] = { _("One by One"), _("By Kind"), NULL };
  static const guint whats[] = { SCOPE_PHASES_TABLE_ALL, SCOPE_PHASES_TABLE_KINDS };

  scope_report_table_panel_set_choices (tables, titles, whats);
}

/* Of a trace that is being read they are not looked for again and again. */
static gboolean
fill (ScopePanel *panel, ScopeQueryRange *within, gpointer what)
{
  return scope_trace_get_finished (within->trace) && SCOPE_PANEL_CLASS (scope_phases_panel_parent_class)->fill (panel, within, what);
}

/* --- life --- */

static void
scope_phases_panel_class_init (ScopePhasesPanelClass *klass)
{
  ScopeReportTablePanelClass *tables_class = SCOPE_REPORT_TABLE_PANEL_CLASS (klass);

  SCOPE_PANEL_CLASS (klass)->fill = fill;
  tables_class->update_choices = update_choices;
  tables_class->row_selected = row_selected;
  tables_class->row_activated = row_activated;
  tables_class->updated = updated;
}

static void
scope_phases_panel_init (ScopePhasesPanel *self)
{
  self->row = self->pointed = SCOPE_NONE;
  scope_report_table_panel_build (&self->tables, _("Phases"), scope_phases_table_read);
  scope_report_table_panel_set_header (&self->tables, make_header (self));
  scope_row_menu_set_kind (scope_table_view_get_column_view (SCOPE_TABLE_VIEW (self->tables.table)), SCOPE_ROW_MENU_GOES);
}
