/* scope-servers-panel.c: see scope-servers-panel.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/servers/scope-servers-panel.h"

#include "model/scene/servers/scope-mailbox-scene.h"
#include "model/scene/servers/scope-servers-table.h"
#include "model/trace/servers/scope-servers.h"

#include "widgets/canvas/scope-time-axis.h"

#include <glib/gi18n.h>

#define LEAST_NAMES 130.0
#define PLOT_HEIGHT 110 /* at most: less where the table below it would have no room for its rows */

struct _ScopeServersPanel
{
  ScopePlotTablePanel plots;
};

G_DEFINE_FINAL_TYPE (ScopeServersPanel, scope_servers_panel, SCOPE_TYPE_PLOT_TABLE_PANEL)

static const char *
why_not (ScopePanel *panel)
{
  return scope_servers_why_not (scope_view_get_trace (panel->view));
}

/* --- the mailbox over time --- */

/* Row whose mailbox is drawn: the first one if none is selected. */
static guint
drawn_row (ScopePlotTablePanel *plots)
{
  return plots->row != SCOPE_NONE ? plots->row : 0;
}

static guint
n_stretches (ScopePlotTablePanel *plots, gconstpointer shown)
{
  const ScopeMailboxCourses *courses = shown;

  return drawn_row (plots) < courses->courses->len ? courses->n : 0;
}

/* On the timeline's own axis, where that is above it. */
static ScopeCourseLook
get_look (ScopePlotTablePanel *plots, double width, double height)
{
  ScopeCourseLook look = { .width = width, .height = height };

  scope_time_axis_find (plots->tables.panel.view, plots->plot, LEAST_NAMES, &look.left, &look.plot_width);
  return look;
}

static ScopeScene *
draw (ScopePlotTablePanel *plots, gconstpointer shown, double width, double height, const ScopePalette *palette)
{
  ScopeCourseLook look = get_look (plots, width, height);
  ScopeClock clock = scope_view_get_clock (plots->tables.panel.view);

  return scope_mailbox_scene_new (scope_view_get_trace (plots->tables.panel.view), shown, drawn_row (plots), &look, palette,
                                  plots->pointed, &clock);
}

static guint
stretch_at (ScopePlotTablePanel *plots, gconstpointer shown, double width, double height, double x)
{
  ScopeCourseLook look = get_look (plots, width, height);

  return scope_course_plot_stretch_at (&look, ((const ScopeMailboxCourses *) shown)->n, x);
}

static char *
dup_text (ScopePlotTablePanel *plots, gconstpointer shown, guint stretch, const ScopeClock *clock)
{
  return scope_mailbox_scene_dup_text (shown, drawn_row (plots), stretch, clock);
}

/* --- rows --- */

static void
update_choices (ScopeReportTablePanel *tables)
{
  const char *const titles[] = { _("Servers"), _("Callers"), _("Mailboxes"), NULL };
  static const guint whats[] = { SCOPE_SERVERS_TABLE_SERVERS, SCOPE_SERVERS_TABLE_CALLERS, SCOPE_SERVERS_TABLE_MAILBOXES };

  scope_report_table_panel_set_choices (tables, titles, whats);
}

/* To the server, or to the caller's longest call. */
static void
row_activated (ScopeReportTablePanel *tables, guint row)
{
  scope_report_table_panel_jump (tables, row, FALSE);
}

static void
scope_servers_panel_class_init (ScopeServersPanelClass *klass)
{
  ScopeReportTablePanelClass *tables_class = SCOPE_REPORT_TABLE_PANEL_CLASS (klass);
  ScopePlotTablePanelClass *plots_class = SCOPE_PLOT_TABLE_PANEL_CLASS (klass);

  SCOPE_PANEL_CLASS (klass)->why_not = why_not;
  tables_class->update_choices = update_choices;
  tables_class->row_activated = row_activated;
  plots_class->n_stretches = n_stretches;
  plots_class->draw = draw;
  plots_class->stretch_at = stretch_at;
  plots_class->dup_text = dup_text;
}

static void
scope_servers_panel_init (ScopeServersPanel *self)
{
  scope_report_table_panel_build (&self->plots.tables, _("Servers"), scope_servers_table_read);
  scope_plot_table_panel_build (&self->plots, _("Mailbox over Time"), 0, PLOT_HEIGHT);
  scope_row_menu_set_kind (scope_table_view_get_column_view (SCOPE_TABLE_VIEW (self->plots.tables.table)), SCOPE_ROW_MENU_GOES | SCOPE_ROW_MENU_LANE);
}
