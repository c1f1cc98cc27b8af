/* scope-calipers-panel.c: see the header.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "widgets/calipers/scope-calipers-panel.h"

#include "model/base/scope-task.h"
#include "model/scene/calls/scope-call-words.h"
#include "model/scene/calipers/scope-calipers-table.h"
#include "model/scene/view/scope-view-calipers.h"
#include "model/trace/calls/scope-activations.h"
#include "model/trace/calls/scope-call-tree.h"
#include "widgets/calipers/scope-calipers-bar.h"

#include <glib/gi18n.h>

#define MOST_CORES 256u

struct _ScopeCalipersPanel
{
  ScopeReportTablePanel tables;

  GtkWidget *bar;
  GCancellable *preparing; /* the trace's events; NULL: not asked for */
  guint told; /* the core that the calipers had when the choice followed them */
};

G_DEFINE_FINAL_TYPE (ScopeCalipersPanel, scope_calipers_panel, SCOPE_TYPE_REPORT_TABLE_PANEL)

/* What can be chosen: 0 all cores, else one: its machine and index. */
static guint
what_of (ScopeLaneId lane)
{
  return 1 + (lane.machine << 16 | lane.index);
}

/* Whether single instructions can be counted without reading the whole file first. */
static gboolean
is_ready (ScopeTrace *trace)
{
  ScopeEventSource *source = scope_trace_get_event_source (trace);

  return source != NULL && scope_event_source_n_events (source) > 0;
}

static ScopeReportTable *
make_sheet (const ScopeQueryRange *within, guint what, GError **error)
{
  ScopeLaneId lane = { (what - 1) >> 16, SCOPE_KIND_PROCESSOR, (what - 1) & 0xffff };
  ScopeQueryRange core = *within;

  core.lane = what > 0 ? &lane : NULL;
  return scope_calipers_table (&core, is_ready (within->trace) ? SCOPE_CALIPERS_EXACT : SCOPE_CALIPERS_QUICK, error);
}

const char *
scope_calipers_panel_why_not (ScopeTrace *trace)
{
  return scope_calls_why_not (trace) != NULL || scope_call_tree_is_sampled (trace) ? _("no calls of functions recorded") : NULL;
}

/* --- what can be chosen --- */

static void
update_choices (ScopeReportTablePanel *self)
{
  ScopeTrace *trace = scope_view_get_trace (self->panel.view);
  g_autoptr (GPtrArray) titles = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GArray) whats = g_array_new (FALSE, FALSE, sizeof (guint));
  guint all = 0;

  g_ptr_array_add (titles, g_strdup (_("All Cores")));
  g_array_append_val (whats, all);
  for (guint32 m = 0; m < scope_trace_n_machines (trace) && m < 0xffff; m++)
    for (guint32 i = 0; i < scope_machine_n_entities (scope_trace_machine (trace, m), SCOPE_KIND_PROCESSOR) && titles->len < MOST_CORES; i++)
      {
        ScopeLaneId lane = { m, SCOPE_KIND_PROCESSOR, i };
        guint what = what_of (lane);

        if (!scope_activations_in_lane (trace, lane))
          continue;
        g_ptr_array_add (titles, scope_trace_lane_title (trace, lane));
        g_array_append_val (whats, what);
      }
  g_ptr_array_add (titles, NULL);
  scope_report_table_panel_set_choices (self, (const char *const *) titles->pdata,
                                        (const guint *) (gconstpointer) whats->data);
}

/* Calipers of a core: that one is shown. */
static void
follow_lane (ScopeCalipersPanel *self)
{
  ScopeViewCalipers calipers;
  guint what = 0;

  if (scope_view_get_calipers (self->tables.panel.view, &calipers) && calipers.has_lane && calipers.lane.kind == SCOPE_KIND_PROCESSOR)
    what = what_of (calipers.lane);
  if (what == self->told)
    return;
  self->told = what;
  scope_report_table_panel_set_what (&self->tables, what);
}

/* --- exact numbers --- */

static gpointer
prepare (gpointer source, gconstpointer data, GCancellable *cancellable, GError **error)
{
  return GINT_TO_POINTER (scope_event_source_prepare (source, NULL, cancellable, error));
}

static void
prepared (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (ScopeCalipersPanel) self = user_data;

  if (g_task_get_cancellable (G_TASK (result)) != self->preparing)
    return;
  if (scope_task_answer (result, NULL) != NULL && self->tables.panel.view != NULL)
    scope_report_table_panel_refresh (&self->tables);
}

/* Bounds are shown at once; the trace's file is looked through once, and then they are numbers. */
static void
want_exact (ScopeCalipersPanel *self)
{
  ScopeReportTable *table = scope_report_table_panel_get_table (&self->tables);
  const ScopeCalipers *calipers = table != NULL ? scope_report_table_get_attachment (table) : NULL;
  ScopeTrace *trace = self->tables.panel.view != NULL ? scope_view_get_trace (self->tables.panel.view) : NULL;

  if (calipers == NULL || calipers->unknown == NULL || trace == NULL || self->preparing != NULL || is_ready (trace)
      || scope_trace_get_event_source (trace) == NULL || !scope_trace_get_finished (trace))
    return;
  self->preparing = g_cancellable_new ();
  scope_task_give (scope_trace_get_event_source (trace), prepare, NULL, NULL, NULL, self->preparing, prepared, g_object_ref (self));
}

/* The other way round: the core that is chosen is that of the calipers. */
static void
updated (ScopeReportTablePanel *tables)
{
  ScopeCalipersPanel *self = SCOPE_CALIPERS_PANEL (tables);
  ScopeView *view = tables->panel.view;
  guint what = scope_report_table_panel_get_what (tables);
  ScopeViewCalipers calipers;

  want_exact (self);
  if (view == NULL || what == 0 || what == self->told || !scope_view_get_calipers (view, &calipers))
    return;
  self->told = what;
  calipers.has_lane = TRUE;
  calipers.lane = (ScopeLaneId) { (what - 1) >> 16, SCOPE_KIND_PROCESSOR, (what - 1) & 0xffff };
  scope_view_set_calipers (view, &calipers);
}

static void
view_changed (ScopePanel *panel, guint what)
{
  SCOPE_PANEL_CLASS (scope_calipers_panel_parent_class)->view_changed (panel, what);
  if (what & SCOPE_VIEW_CALIPERS)
    follow_lane (SCOPE_CALIPERS_PANEL (panel));
}

static void
set_view (ScopePanel *panel)
{
  ScopeCalipersPanel *self = SCOPE_CALIPERS_PANEL (panel);

  scope_task_stop (&self->preparing);
  self->told = 0;
  SCOPE_PANEL_CLASS (scope_calipers_panel_parent_class)->set_view (panel);
  scope_calipers_bar_set_view (SCOPE_CALIPERS_BAR (self->bar), panel->view);
  if (panel->view != NULL)
    follow_lane (self);
}

/* --- life --- */

static void
scope_calipers_panel_class_init (ScopeCalipersPanelClass *klass)
{
  SCOPE_PANEL_CLASS (klass)->set_view = set_view;
  SCOPE_PANEL_CLASS (klass)->view_changed = view_changed;
  SCOPE_REPORT_TABLE_PANEL_CLASS (klass)->update_choices = update_choices;
  SCOPE_REPORT_TABLE_PANEL_CLASS (klass)->updated = updated;
}

static void
scope_calipers_panel_init (ScopeCalipersPanel *self)
{
  scope_report_table_panel_build (&self->tables, _("Calipers"), make_sheet);
  self->bar = g_object_new (SCOPE_TYPE_CALIPERS_BAR, NULL);
  scope_report_table_panel_set_leading (&self->tables, self->bar);
}
