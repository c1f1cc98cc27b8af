/* scope-servers-panel.c: see scope-servers-panel.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/servers/scope-servers-panel.h"

#include "model/scene/servers/scope-mailbox-scene.h"
#include "model/scene/servers/scope-servers-table.h"
#include "model/trace/servers/scope-servers.h"

#include "widgets/canvas/scope-time-axis.h"
#include "widgets/draw/scope-plot-view.h"
#include "widgets/kit/scope-parts.h"

#include <adwaita.h>
#include <glib/gi18n.h>

#define LEAST_NAMES 130.0
#define PLOT_HEIGHT 110 /* at most: less where the table below it would have no room for its rows */

struct _ScopeServersPanel
{
  ScopeReportTablePanel tables;

  GtkWidget *header, *plot, *words;
  guint place;   /* row whose mailbox is drawn */
  guint pointed; /* stretch; SCOPE_NONE */
};

G_DEFINE_FINAL_TYPE (ScopeServersPanel, scope_servers_panel, SCOPE_TYPE_REPORT_TABLE_PANEL)

static const char *
why_not (ScopePanel *panel)
{
  return scope_servers_why_not (scope_view_get_trace (panel->view));
}

/* --- the mailbox over time --- */

/* NULL: nothing is drawn. */
static const ScopeMailboxCourses *
get_courses (ScopeServersPanel *self)
{
  ScopeReportTable *table = scope_report_table_panel_get_table (&self->tables);
  const ScopeMailboxCourses *courses = table != NULL && self->tables.panel.view != NULL ? scope_report_table_get_attachment (table) : NULL;

  return courses != NULL && courses->n > 0 && self->place < courses->courses->len ? courses : NULL;
}

/* On the timeline's own axis, where that is above it. */
static ScopeMailboxLook
get_look (ScopeServersPanel *self, double width, double height)
{
  ScopeMailboxLook look = { .width = width, .height = height };

  scope_time_axis_find (self->tables.panel.view, self->plot, LEAST_NAMES, &look.left, &look.plot_width);
  return look;
}

static ScopeScene *
draw (gpointer user_data, double width, double height, const ScopePalette *palette)
{
  ScopeServersPanel *self = user_data;
  const ScopeMailboxCourses *courses = get_courses (self);
  ScopeMailboxLook look;
  ScopeClock clock;

  if (courses == NULL)
    return NULL;
  look = get_look (self, width, height);
  clock = scope_view_get_clock (self->tables.panel.view);
  return scope_mailbox_scene_new (scope_view_get_trace (self->tables.panel.view), courses, self->place, &look, palette, self->pointed,
                                  &clock);
}

static void
point_at (ScopeServersPanel *self, guint stretch)
{
  const ScopeMailboxCourses *courses = get_courses (self);
  g_autofree char *text = NULL;

  self->pointed = courses != NULL && stretch < courses->n ? stretch : SCOPE_NONE;
  if (self->pointed != SCOPE_NONE)
    {
      ScopeClock clock = scope_view_get_clock (self->tables.panel.view);

      text = scope_mailbox_scene_dup_text (courses, self->place, stretch, &clock);
    }
  gtk_label_set_label (GTK_LABEL (self->words), text != NULL ? text : "");
  scope_chart_say (SCOPE_CHART (self->plot), text);
  gtk_widget_set_visible (self->header, courses != NULL);
  gtk_widget_queue_draw (self->plot);
}

static void
pointed (ScopePlotView *plot, double x, double y, ScopeServersPanel *self)
{
  const ScopeMailboxCourses *courses = get_courses (self);
  ScopeMailboxLook look;

  if (courses == NULL || x < 0)
    {
      point_at (self, SCOPE_NONE);
      return;
    }
  look = get_look (self, gtk_widget_get_width (self->plot), gtk_widget_get_height (self->plot));
  point_at (self, scope_mailbox_scene_stretch_at (courses, &look, x));
}

static void
stepped (ScopePlotView *plot, int steps, ScopeServersPanel *self)
{
  const ScopeMailboxCourses *courses = get_courses (self);
  gint64 from = self->pointed;

  if (courses == NULL)
    return;
  if (self->pointed == SCOPE_NONE)
    from = steps > 0 ? -1 : (gint64) courses->n;
  point_at (self, (guint) CLAMP (from + steps, 0, (gint64) courses->n - 1));
}

static GtkWidget *
make_header (ScopeServersPanel *self)
{
  GtkWidget *clamp = adw_clamp_new ();

  self->header = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  self->plot = scope_plot_view_new (_("Mailbox over Time"), draw, self);
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

/* A new table is shown: another choice, or another range. */
static void
updated (ScopeReportTablePanel *tables)
{
  ScopeServersPanel *self = SCOPE_SERVERS_PANEL (tables);

  self->place = 0;
  point_at (self, SCOPE_NONE);
}

/* --- rows --- */

static void
row_selected (ScopeReportTablePanel *tables, guint row)
{
  ScopeServersPanel *self = SCOPE_SERVERS_PANEL (tables);

  scope_report_table_panel_select_lane (tables, row);
  self->place = row;
  point_at (self, SCOPE_NONE);
}

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

  SCOPE_PANEL_CLASS (klass)->why_not = why_not;
  tables_class->update_choices = update_choices;
  tables_class->row_selected = row_selected;
  tables_class->updated = updated;
  tables_class->row_activated = row_activated;
}

static void
scope_servers_panel_init (ScopeServersPanel *self)
{
  self->pointed = SCOPE_NONE;
  scope_report_table_panel_build (&self->tables, _("Servers"), scope_servers_table_read);
  scope_report_table_panel_set_header (&self->tables, make_header (self));
  scope_row_menu_set_kind (scope_table_view_get_column_view (SCOPE_TABLE_VIEW (self->tables.table)), SCOPE_ROW_MENU_GOES | SCOPE_ROW_MENU_LANE);
}
