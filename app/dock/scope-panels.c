/* scope-panels.c: see scope-panels.h.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "app/dock/scope-panels.h"

#include "io/export/scope-graphviz.h"
#include "model/scene/calls/scope-call-words.h"
#include "model/trace/locks/scope-coherence.h"
#include "model/trace/document/scope-sim-forms.h"
#include "widgets/calipers/scope-calipers-panel.h"
#include "widgets/calls/scope-calls-view.h"
#include "widgets/events/scope-events-panel.h"
#include "widgets/inspector/scope-inspector.h"
#include "widgets/statistics/scope-intervals-panel.h"
#include "widgets/locks/scope-locks-panel.h"
#include "widgets/messages/scope-messages-panel.h"
#include "widgets/migrations/scope-migration-panel.h"
#include "widgets/processes/scope-process-tree-panel.h"
#include "widgets/statistics/scope-report-panel.h"
#include "widgets/statistics/scope-statistics-panel.h"
#include "widgets/search/scope-search-panel.h"

#include <glib/gi18n.h>

static void
set_view (GtkWidget *panel, ScopeView *view)
{
  scope_panel_set_view (SCOPE_PANEL (panel), view);
}

static GtkWidget *
create_inspector (void)
{
  return g_object_new (SCOPE_TYPE_INSPECTOR, NULL);
}

static void
set_inspector_view (GtkWidget *panel, ScopeView *view)
{
  scope_inspector_set_view (SCOPE_INSPECTOR (panel), view);
}

static void
set_events_view (GtkWidget *panel, ScopeView *view)
{
  scope_events_panel_set_view (SCOPE_EVENTS_PANEL (panel), view);
}

static void
set_search_view (GtkWidget *panel, ScopeView *view)
{
  scope_search_panel_set_view (SCOPE_SEARCH_PANEL (panel), view);
}

static GtkWidget *
create_messages (void)
{
  GtkWidget *panel = scope_messages_panel_new ();
  g_autoptr (ScopeGraphviz) layout = scope_graphviz_new ();

  scope_messages_panel_set_graph_layout (SCOPE_MESSAGES_PANEL (panel), SCOPE_GRAPH_LAYOUT (layout));
  return panel;
}

static void
set_messages_view (GtkWidget *panel, ScopeView *view)
{
  scope_messages_panel_set_view (SCOPE_MESSAGES_PANEL (panel), view);
}

static const char *
why_no_messages (ScopeTrace *trace)
{
  if (!scope_trace_get_finished (trace) || scope_messages_panel_can_show (trace))
    return NULL;
  return scope_trace_runtime (trace) == SCOPE_RUNTIME_GHC ? _("GHC programs without Eden send no messages")
                                                          : _("no messages recorded");
}

static const char *
why_no_migrations (ScopeTrace *trace)
{
  if (scope_migrations_why_not (trace) == NULL)
    return NULL;
  return scope_trace_runtime (trace) == SCOPE_RUNTIME_EDEN ? _("processes stay on their machine") : _("nothing moved");
}

static GtkWidget *
create_process_tree (void)
{
  GtkWidget *panel = scope_process_tree_panel_new ();
  g_autoptr (ScopeGraphviz) layout = scope_graphviz_new ();

  scope_process_tree_panel_set_layout (SCOPE_PROCESS_TREE_PANEL (panel), SCOPE_GRAPH_LAYOUT (layout));
  return panel;
}

static void
set_process_tree_view (GtkWidget *panel, ScopeView *view)
{
  scope_process_tree_panel_set_view (SCOPE_PROCESS_TREE_PANEL (panel), view);
}

static GtkWidget *
create_calls (void)
{
  GtkWidget *panel = scope_calls_view_new ();
  g_autoptr (ScopeGraphviz) layout = scope_graphviz_new ();

  scope_calls_view_set_graph_layout (SCOPE_CALLS_VIEW (panel), SCOPE_GRAPH_LAYOUT (layout));
  return panel;
}

static void
set_calls_view (GtkWidget *panel, ScopeView *view)
{
  scope_calls_view_set_view (SCOPE_CALLS_VIEW (panel), view);
}

static GtkWidget *
create_traffic (ScopeContentionTopic topic)
{
  GtkWidget *panel = scope_locks_panel_new (topic);
  g_autoptr (ScopeGraphviz) layout = scope_graphviz_new ();

  scope_panel_set_layout (SCOPE_PANEL (panel), SCOPE_GRAPH_LAYOUT (layout));
  return panel;
}

static GtkWidget *
create_locks (void)
{
  return create_traffic (SCOPE_CONTENTION_LOCKS);
}

static GtkWidget *
create_coherence (void)
{
  return create_traffic (SCOPE_CONTENTION_LINES);
}

static const char *
why_no_locks (ScopeTrace *trace)
{
  if (scope_locks_why_not (trace) == NULL)
    return NULL;
  if (scope_sim_form_why_no_locks (trace) != NULL)
    return _("this trace format does not record it");
  return scope_trace_runtime (trace) == SCOPE_RUNTIME_SIMULATION ? _("no lock functions were found") : _("only for simulations");
}

static const char *
why_no_coherence (ScopeTrace *trace)
{
  if (scope_coherence_why_not (trace) == NULL)
    return NULL;
  if (scope_sim_form_why_no_coherence (trace) != NULL)
    return _("this trace format does not record it");
  return scope_trace_runtime (trace) == SCOPE_RUNTIME_SIMULATION ? _("no core took a line from another") : _("only for simulations");
}

static const ScopePanelRow panels[] = {
  { "inspector", N_("Inspector"), N_("_Inspector"), SCOPE_PLACE_END, create_inspector, set_inspector_view, NULL },
  { "statistics", N_("Statistics"), N_("_Statistics"), SCOPE_PLACE_BOTTOM, scope_statistics_panel_new,
    set_view, NULL },
  { "intervals", N_("Intervals"), N_("I_ntervals"), SCOPE_PLACE_BOTTOM, scope_intervals_panel_new, set_view,
    NULL },
  { "process-tree", N_("Process Tree"), N_("_Process Tree"), SCOPE_PLACE_BOTTOM, create_process_tree,
    set_process_tree_view, scope_process_tree_panel_why_not },
  { "messages", N_("Messages"), N_("_Messages"), SCOPE_PLACE_BOTTOM, create_messages, set_messages_view,
    why_no_messages },
  { "migration", N_("Migration"), N_("Mi_gration"), SCOPE_PLACE_BOTTOM, scope_migration_panel_new, set_view,
    why_no_migrations },
  { "events", N_("Events"), N_("_Events"), SCOPE_PLACE_BOTTOM, scope_events_panel_new, set_events_view, NULL },
  { "search", N_("Search"), N_("_Search"), SCOPE_PLACE_BOTTOM, scope_search_panel_new, set_search_view, NULL },
  { "calls", N_("Call Graph"), N_("_Call Graph"), SCOPE_PLACE_BOTTOM, create_calls, set_calls_view, scope_calls_why_not },
  { "report", N_("Report"), N_("_Report"), SCOPE_PLACE_BOTTOM, scope_report_panel_new, set_view, NULL },
  { "locks", N_("Locks"), N_("Loc_ks"), SCOPE_PLACE_BOTTOM, create_locks, set_view, why_no_locks },
  { "coherence", N_("Coherence"), N_("Co_herence"), SCOPE_PLACE_BOTTOM, create_coherence, set_view, why_no_coherence },
  { "calipers", N_("Calipers"), N_("Calipe_rs"), SCOPE_PLACE_BOTTOM, scope_calipers_panel_new, set_view,
    scope_calipers_panel_why_not },
};

const ScopePanelRow *
scope_panels_list (guint *ret_n)
{
  *ret_n = G_N_ELEMENTS (panels);
  return panels;
}

int
scope_panels_find (const char *id)
{
  for (guint i = 0; i < G_N_ELEMENTS (panels); i++)
    if (g_strcmp0 (panels[i].id, id) == 0)
      return (int) i;
  return -1;
}
