/* scope-vm-panel.c: see scope-vm-panel.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/vm/scope-vm-panel.h"

#include "model/scene/vm/scope-ets-scene.h"
#include "model/scene/vm/scope-vm-table.h"

#include "widgets/canvas/scope-time-axis.h"

#include <glib/gi18n.h>

#define LEAST_NAMES 130.0
#define PLOT_HEIGHT 130 /* at most: less where the table below it would have no room for its rows */

struct _ScopeVmPanel
{
  ScopePlotTablePanel plots;

  guint place; /* of the ETS table that is drawn */
  char *name;  /* the one that was chosen; NULL: none */
  guint32 machine;
};

G_DEFINE_FINAL_TYPE (ScopeVmPanel, scope_vm_panel, SCOPE_TYPE_PLOT_TABLE_PANEL)

static const char *
why_not (ScopePanel *panel)
{
  return scope_vm_table_why_not (scope_view_get_trace (panel->view));
}

static void
update_choices (ScopeReportTablePanel *tables)
{
  static const char *const names[SCOPE_N_VM_TABLES] = { N_("ETS Tables"), N_("VM Locks"), N_("Each VM Lock"), N_("VM Threads"), N_("Groups of Nodes"),
                                                         N_("Calls That Could Be Parallel") };
  ScopeTrace *trace = scope_view_get_trace (tables->panel.view);
  const char *titles[SCOPE_N_VM_TABLES + 1] = { NULL };
  guint whats[SCOPE_N_VM_TABLES], n = 0;

  for (guint what = 0; what < SCOPE_N_VM_TABLES; what++)
    if (scope_vm_table_has (trace, (ScopeVmTable) what))
      {
        titles[n] = _(names[what]);
        whats[n++] = what;
      }
  scope_report_table_panel_set_choices (tables, titles, whats);
}

/* --- an ETS table over time --- */

static guint
n_stretches (ScopePlotTablePanel *plots, gconstpointer shown)
{
  const ScopeEtsCourses *courses = ((const ScopeVmExtras *) shown)->courses;

  return courses != NULL && SCOPE_VM_PANEL (plots)->place < courses->each->len ? courses->n : 0;
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

  return scope_ets_scene_new (scope_view_get_trace (plots->tables.panel.view), ((const ScopeVmExtras *) shown)->courses,
                              SCOPE_VM_PANEL (plots)->place, &look, palette, plots->pointed, &clock);
}

static guint
stretch_at (ScopePlotTablePanel *plots, gconstpointer shown, double width, double height, double x)
{
  ScopeCourseLook look = get_look (plots, width, height);

  return scope_course_plot_stretch_at (&look, ((const ScopeVmExtras *) shown)->courses->n, x);
}

static char *
dup_text (ScopePlotTablePanel *plots, gconstpointer shown, guint stretch, const ScopeClock *clock)
{
  return scope_ets_scene_dup_text (((const ScopeVmExtras *) shown)->courses, SCOPE_VM_PANEL (plots)->place, stretch, clock);
}

/* What was chosen stays so in another range, where its row may be another one. */
static void
updated (ScopeReportTablePanel *tables)
{
  ScopeVmPanel *self = SCOPE_VM_PANEL (tables);
  ScopeReportTable *table = scope_report_table_panel_get_table (tables);
  const ScopeEtsCourses *courses = table != NULL ? scope_vm_table_courses (table) : NULL;

  self->place = 0;
  for (guint i = 0; self->name != NULL && courses != NULL && i < courses->each->len; i++)
    {
      const ScopeEtsCourse *course = courses->each->pdata[i];

      if (course->machine == self->machine && g_str_equal (course->name, self->name))
        self->place = i;
    }
  SCOPE_REPORT_TABLE_PANEL_CLASS (scope_vm_panel_parent_class)->updated (tables);
}

/* --- rows --- */

/* The nodes of a group alone, and all of them together. */
static void
row_activated (ScopeReportTablePanel *tables, guint row)
{
  const GArray *lanes = scope_vm_table_lanes (scope_report_table_panel_get_table (tables), row);

  if (scope_report_table_panel_get_what (tables) != SCOPE_VM_TABLE_GROUPS)
    scope_report_table_panel_jump (tables, row, FALSE);
  else if (lanes != NULL && lanes->len > 0)
    scope_lane_list_compare (scope_view_get_lanes (tables->panel.view), (const ScopeLaneId *) (gconstpointer) lanes->data, lanes->len);
}

/* To the owner of an ETS table, when that was largest; locks and threads of the VM are of no place. */
static void
row_selected (ScopeReportTablePanel *tables, guint row)
{
  ScopeVmPanel *self = SCOPE_VM_PANEL (tables);
  ScopeReportTable *table = scope_report_table_panel_get_table (tables);
  const ScopeEtsCourses *courses = scope_vm_table_courses (table);

  if (courses != NULL && row < courses->each->len)
    {
      const ScopeEtsCourse *course = courses->each->pdata[row];

      g_free (self->name);
      self->name = g_strdup (course->name);
      self->machine = course->machine;
    }
  self->place = row;
  scope_plot_table_panel_point_at (&self->plots, SCOPE_NONE);
  scope_report_table_panel_jump (tables, row, FALSE);
}

static void
scope_vm_panel_finalize (GObject *object)
{
  g_free (SCOPE_VM_PANEL (object)->name);
  G_OBJECT_CLASS (scope_vm_panel_parent_class)->finalize (object);
}

static void
scope_vm_panel_class_init (ScopeVmPanelClass *klass)
{
  ScopeReportTablePanelClass *tables_class = SCOPE_REPORT_TABLE_PANEL_CLASS (klass);
  ScopePlotTablePanelClass *plots_class = SCOPE_PLOT_TABLE_PANEL_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = scope_vm_panel_finalize;
  SCOPE_PANEL_CLASS (klass)->why_not = why_not;
  tables_class->update_choices = update_choices;
  tables_class->row_selected = row_selected;
  tables_class->row_activated = row_activated;
  tables_class->updated = updated;
  plots_class->n_stretches = n_stretches;
  plots_class->draw = draw;
  plots_class->stretch_at = stretch_at;
  plots_class->dup_text = dup_text;
}

static void
scope_vm_panel_init (ScopeVmPanel *self)
{
  scope_report_table_panel_build (&self->plots.tables, _("Erlang VM"), scope_vm_table_read);
  scope_plot_table_panel_build (&self->plots, _("ETS Table over Time"), 0, PLOT_HEIGHT);
  scope_row_menu_set_kind (scope_table_view_get_column_view (SCOPE_TABLE_VIEW (self->plots.tables.table)), SCOPE_ROW_MENU_GOES | SCOPE_ROW_MENU_LANE);
}
