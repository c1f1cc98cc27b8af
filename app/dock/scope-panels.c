/* scope-panels.c: see scope-panels.h.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "app/dock/scope-panels.h"

#include "io/export/scope-graphviz.h"
#include "model/scene/calls/scope-call-words.h"
#include "model/scene/profile/scope-profile-table.h"
#include "model/scene/vm/scope-vm-table.h"
#include "model/trace/locks/scope-coherence.h"
#include "model/trace/servers/scope-servers.h"
#include "model/trace/spans/scope-spans.h"
#include "model/trace/document/scope-recorded.h"
#include "model/trace/document/scope-sim-forms.h"
#include "widgets/calipers/scope-calipers-panel.h"
#include "widgets/calls/scope-calls-view.h"
#include "widgets/events/scope-events-panel.h"
#include "widgets/inspector/scope-inspector.h"
#include "widgets/findings/scope-blame-panel.h"
#include "widgets/findings/scope-findings-panel.h"
#include "widgets/findings/scope-what-if-panel.h"
#include "widgets/statistics/scope-intervals-panel.h"
#include "widgets/locks/scope-locks-panel.h"
#include "widgets/messages/scope-messages-panel.h"
#include "widgets/migrations/scope-migration-panel.h"
#include "widgets/profile/scope-profile-panel.h"
#include "widgets/processes/scope-process-tree-panel.h"
#include "widgets/statistics/scope-report-panel.h"
#include "widgets/statistics/scope-statistics-panel.h"
#include "widgets/search/scope-search-panel.h"
#include "widgets/phases/scope-phases-panel.h"
#include "widgets/servers/scope-servers-panel.h"
#include "widgets/spans/scope-spans-panel.h"
#include "widgets/vm/scope-vm-panel.h"

#include <glib/gi18n.h>

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
create_locks (void)
{
  return scope_locks_panel_new (SCOPE_CONTENTION_LOCKS);
}

static GtkWidget *
create_coherence (void)
{
  return scope_locks_panel_new (SCOPE_CONTENTION_LINES);
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

/* What asks when who ran. */
static const char *
why_no_runs (ScopeTrace *trace)
{
  if (scope_trace_get_finished (trace) && scope_trace_all_lack (trace, SCOPE_LACKS_SCHEDULER))
    return _("it was not recorded when anything ran");
  return scope_findings_panel_why_not (trace);
}

/* Simulations have no waits but for locks, which have a panel of their own. */
static const char *
why_no_waits (ScopeTrace *trace)
{
  return scope_trace_get_finished (trace) && scope_trace_runtime (trace) == SCOPE_RUNTIME_SIMULATION ? _("no waits were recorded")
                                                                                                      : why_no_runs (trace);
}

static const char *
why_no_servers (ScopeTrace *trace)
{
  if (scope_servers_why_not (trace) == NULL)
    return NULL;
  return scope_trace_runtime (trace) == SCOPE_RUNTIME_ERLANG ? _("no messages recorded") : _("only for Erlang");
}

static const char *
why_no_spans (ScopeTrace *trace)
{
  return scope_trace_get_finished (trace) && scope_spans_why_not (trace) != NULL ? _("fewer than two marks") : NULL;
}

static const char *
why_no_vm (ScopeTrace *trace)
{
  if (scope_vm_table_why_not (trace) == NULL)
    return NULL;
  return scope_trace_runtime (trace) == SCOPE_RUNTIME_ERLANG ? _("nothing was counted of the VM") : _("only for Erlang");
}

static const ScopePanelRow panels[] = {
  { "inspector", N_("Inspector"), N_("_Inspector"), SCOPE_PLACE_END, scope_inspector_get_type, NULL },
  { "findings", N_("Findings"), N_("_Findings"), SCOPE_PLACE_BOTTOM, scope_findings_panel_get_type, scope_findings_panel_why_not },
  { "statistics", N_("Statistics"), N_("_Statistics"), SCOPE_PLACE_BOTTOM, scope_statistics_panel_get_type, NULL },
  { "intervals", N_("Intervals"), N_("I_ntervals"), SCOPE_PLACE_BOTTOM, scope_intervals_panel_get_type, NULL },
  { "process-tree", N_("Process Tree"), N_("_Process Tree"), SCOPE_PLACE_BOTTOM, scope_process_tree_panel_get_type,
    scope_process_tree_panel_why_not },
  { "messages", N_("Messages"), N_("_Messages"), SCOPE_PLACE_BOTTOM, scope_messages_panel_get_type, why_no_messages },
  { "migration", N_("Migration"), N_("Mi_gration"), SCOPE_PLACE_BOTTOM, scope_migration_panel_get_type, why_no_migrations },
  { "events", N_("Events"), N_("_Events"), SCOPE_PLACE_BOTTOM, scope_events_panel_get_type, NULL },
  { "search", N_("Search"), N_("_Search"), SCOPE_PLACE_BOTTOM, scope_search_panel_get_type, NULL },
  { "calls", N_("Call Graph"), N_("_Call Graph"), SCOPE_PLACE_BOTTOM, scope_calls_view_get_type, scope_calls_why_not },
  { "report", N_("Report"), N_("_Report"), SCOPE_PLACE_BOTTOM, scope_report_panel_get_type, NULL },
  { "locks", N_("Locks"), N_("Loc_ks"), SCOPE_PLACE_BOTTOM, NULL, why_no_locks, create_locks },
  { "coherence", N_("Coherence"), N_("Co_herence"), SCOPE_PLACE_BOTTOM, NULL, why_no_coherence, create_coherence },
  { "calipers", N_("Calipers"), N_("Calipe_rs"), SCOPE_PLACE_BOTTOM, scope_calipers_panel_get_type,
    scope_calipers_panel_why_not },
  { "waited-for", N_("Waited For"), N_("Waite_d For"), SCOPE_PLACE_BOTTOM, scope_blame_panel_get_type, why_no_waits },
  { "what-if", N_("What If"), N_("_What If"), SCOPE_PLACE_BOTTOM, scope_what_if_panel_get_type, why_no_runs },
  { "profile", N_("Profile"), N_("Pro_file"), SCOPE_PLACE_BOTTOM, scope_profile_panel_get_type, scope_profile_table_why_not },
  { "servers", N_("Servers"), N_("Ser_vers"), SCOPE_PLACE_BOTTOM, scope_servers_panel_get_type, why_no_servers },
  { "spans", N_("Spans"), N_("Sp_ans"), SCOPE_PLACE_BOTTOM, scope_spans_panel_get_type, why_no_spans },
  { "phases", N_("Phases"), N_("P_hases"), SCOPE_PLACE_BOTTOM, scope_phases_panel_get_type, why_no_runs },
  { "vm", N_("Erlang VM"), N_("Er_lang VM"), SCOPE_PLACE_BOTTOM, scope_vm_panel_get_type, why_no_vm },
};

const ScopePanelRow *
scope_panels_list (guint *ret_n)
{
  *ret_n = G_N_ELEMENTS (panels);
  return panels;
}

GtkWidget *
scope_panels_create (const ScopePanelRow *row)
{
  GtkWidget *panel = row->create != NULL ? row->create () : g_object_new (row->type (), NULL);
  g_autoptr (ScopeGraphviz) layout = scope_graphviz_new (NULL, SCOPE_GRAPHVIZ_SECONDS, SCOPE_GRAPHVIZ_MEGABYTES);

  scope_panel_set_layout (SCOPE_PANEL (panel), SCOPE_GRAPH_LAYOUT (layout));
  return panel;
}

int
scope_panels_find (const char *id)
{
  for (guint i = 0; i < G_N_ELEMENTS (panels); i++)
    if (g_strcmp0 (panels[i].id, id) == 0)
      return (int) i;
  return -1;
}
