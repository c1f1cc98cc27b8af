/* scope-calls-view.c: see scope-calls-view.h.
 *
 * One tree is read for all modes but the chart; a page shows it once it is looked at.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "widgets/calls/scope-calls-view-private.h"

#include "model/scene/calls/scope-call-graph.h"
#include "model/scene/calls/scope-call-words.h"
#include "model/trace/calls/scope-function-sums.h"
#include "widgets/kit/scope-parts.h"

#include <adwaita.h>
#include <glib/gi18n.h>

#define CODE_WIDTH 320

G_DEFINE_FINAL_TYPE (ScopeCallsView, scope_calls_view, SCOPE_TYPE_PANEL)

static const char *const names[SCOPE_CALLS_N_MODES] = { "contexts", "functions", "chart", "flame", "graph" };

/* --- a question --- */

typedef struct
{
  ScopeLaneId lane;
  gboolean has_lane, all; /* neither: of the lane with most calls */
  ScopeCallHiding *hiding;
} What;

typedef struct
{
  ScopeCallTree *tree;
  What what;              /* as it was answered, but for the hiding */
  gboolean hides;
} Answer;

static void
answer_free (gpointer data)
{
  Answer *answer = data;

  scope_call_tree_unref (answer->tree);
  g_free (answer);
}

static gboolean
fill (ScopePanel *panel, ScopeQueryRange *within, gpointer what)
{
  ScopeCallsView *self = SCOPE_CALLS_VIEW (panel);

  *(What *) what = (What) { self->lane, self->has_lane, self->all, self->hiding != NULL ? scope_call_hiding_ref (self->hiding) : NULL };
  return TRUE;
}

static void
clear_what (gpointer what)
{
  g_clear_pointer (&((What *) what)->hiding, scope_call_hiding_unref);
}

static gpointer
find (const ScopeQueryRange *within, gconstpointer data, GError **error)
{
  What what = *(const What *) data;
  g_autoptr (ScopeFunctionSums) sums = NULL;
  Answer *answer;

  /* Samples are few: at first those of all. */
  if (!what.has_lane && scope_call_tree_is_sampled (within->trace))
    what.all = TRUE;
  else if (!what.has_lane)
    what.has_lane = scope_calls_busiest_lane (within->trace, &what.lane);
  sums = scope_function_sums_read (within->trace, &what.lane, what.all || !what.has_lane ? 0 : 1, within->from, within->to,
                                   within->cancellable, error);
  if (sums == NULL)
    return NULL;
  answer = g_new (Answer, 1);
  *answer = (Answer) { scope_call_tree_hide (sums->tree, what.hiding), what };
  answer->hides = answer->tree != sums->tree;
  return answer;
}

static void
show_empty (ScopeCallsView *self, const char *title, const char *why)
{
  adw_status_page_set_title (ADW_STATUS_PAGE (self->empty), title);
  adw_status_page_set_description (ADW_STATUS_PAGE (self->empty), why);
  gtk_stack_set_visible_child (GTK_STACK (self->outer), self->empty);
}

/* "Record with …" instead of empty tables. */
static void
update_empty (ScopeCallsView *self)
{
  const char *why = self->panel.view != NULL ? scope_calls_why_not (scope_view_get_trace (self->panel.view)) : NULL;
  gboolean sampled = self->panel.view != NULL && scope_call_tree_is_sampled (scope_view_get_trace (self->panel.view));

  /* Samples do not tell from when to when a function was on the stack. */
  gtk_stack_page_set_visible (gtk_stack_get_page (GTK_STACK (self->modes), gtk_widget_get_ancestor (self->chart, GTK_TYPE_SCROLLED_WINDOW)),
                              !sampled);
  if (sampled && scope_calls_view_get_mode (self) == SCOPE_CALLS_CHART)
    gtk_stack_set_visible_child (GTK_STACK (self->modes), self->contexts);

  if (why != NULL)
    show_empty (self, _("No Calls Recorded"), why);
  else
    gtk_stack_set_visible_child (GTK_STACK (self->outer), self->box);
}

static void
adopt_lane (ScopeCallsView *self, const ScopeLaneId *lane)
{
  self->lane = *lane;
  self->has_lane = TRUE;
  scope_call_chart_view_set_lane (SCOPE_CALL_CHART_VIEW (self->chart), lane);
  scope_calls_view_update_who (self);
}

static void show_page (ScopeCallsView *self);

static void
show (ScopePanel *panel, gpointer data, const GError *error)
{
  ScopeCallsView *self = SCOPE_CALLS_VIEW (panel);
  Answer *answer = data;

  if (answer == NULL)
    {
      show_empty (self, _("The Calls Could Not Be Read"), error->message);
      return;
    }
  update_empty (self);
  g_clear_pointer (&self->tree, scope_call_tree_unref);
  self->tree = g_steal_pointer (&answer->tree);
  self->hides = answer->hides;
  if (!self->has_lane && answer->what.has_lane)
    adopt_lane (self, &answer->what.lane);
  if (self->all != answer->what.all && answer->what.all)
    {
      self->all = self->all_at_first = TRUE;
      scope_calls_view_update_who (self);
    }
  g_free (answer);
  scope_calls_view_update_weights (self);
  self->shown_pages = 0;
  show_page (self);
}

/* How many calls there will be is not known. */
static void
show_progress (gpointer owner, int permille)
{
  ScopePanel *panel = owner;

  if (permille != 0)
    SCOPE_PANEL_CLASS (scope_calls_view_parent_class)->query.progress (owner, permille);
  else
    {
      gtk_widget_set_visible (panel->progress, TRUE);
      gtk_progress_bar_pulse (GTK_PROGRESS_BAR (panel->progress));
    }
}

/* --- pages --- */

void
scope_calls_view_make_graph (ScopeCallsView *self)
{
  const ScopeCallGraphOptions options
      = { .least_share = gtk_spin_button_get_value (GTK_SPIN_BUTTON (self->least)) / 100, .with_pseudo = TRUE };
  g_autoptr (ScopeGraph) graph = NULL;
  ScopeCallGraphCounts counts;
  g_autofree char *text = NULL;

  if (self->panel.view == NULL || self->tree == NULL)
    {
      scope_graph_view_set_graph (SCOPE_GRAPH_VIEW (self->graph), NULL);
      return;
    }
  scope_graph_view_set_palette (SCOPE_GRAPH_VIEW (self->graph), scope_view_get_palette (self->panel.view));
  graph = scope_call_graph_new (self->tree, scope_trace_tick_ps (scope_view_get_trace (self->panel.view)), &options, &counts);
  scope_graph_view_set_graph (SCOPE_GRAPH_VIEW (self->graph), graph);
  if (counts.nodes < counts.all_nodes)
    text = g_strdup_printf (_("%u of %u functions"), counts.nodes, counts.all_nodes);
  gtk_label_set_label (GTK_LABEL (self->trouble), text != NULL ? text : "");
  gtk_widget_set_visible (self->trouble, text != NULL);
}

/* Only what is looked at is made. */
static void
show_page (ScopeCallsView *self)
{
  ScopeCallsMode mode = scope_calls_view_get_mode (self);
  gint64 tick_ps = self->panel.view != NULL ? scope_trace_tick_ps (scope_view_get_trace (self->panel.view)) : 1000;

  if (!(self->shown_pages & (1u << mode)))
    switch (mode)
      {
      case SCOPE_CALLS_CONTEXTS:
        scope_call_tree_view_set_tree (SCOPE_CALL_TREE_VIEW (self->contexts), self->tree, tick_ps);
        break;
      case SCOPE_CALLS_FUNCTIONS:
        scope_call_functions_page_set_tree (SCOPE_CALL_FUNCTIONS_PAGE (self->functions),
                                            self->panel.view != NULL ? scope_view_get_trace (self->panel.view) : NULL, self->tree);
        break;
      case SCOPE_CALLS_FLAME:
        scope_flame_view_set_tree (SCOPE_FLAME_VIEW (self->flame), self->tree, tick_ps);
        break;
      case SCOPE_CALLS_GRAPH:
        scope_calls_view_make_graph (self);
        break;
      case SCOPE_CALLS_CHART:
      case SCOPE_CALLS_N_MODES:
      default:
        break;
      }
  self->shown_pages |= 1u << mode;
  scope_calls_view_update_bar (self);
}

ScopeCallsMode
scope_calls_view_get_mode (ScopeCallsView *self)
{
  const char *name = gtk_stack_get_visible_child_name (GTK_STACK (self->modes));

  for (guint i = 0; i < SCOPE_CALLS_N_MODES; i++)
    if (g_strcmp0 (name, names[i]) == 0)
      return (ScopeCallsMode) i;
  return SCOPE_CALLS_CONTEXTS;
}

void
scope_calls_view_set_mode (ScopeCallsView *self, ScopeCallsMode mode)
{
  g_return_if_fail (mode < SCOPE_CALLS_N_MODES);

  gtk_stack_set_visible_child_name (GTK_STACK (self->modes), names[mode]);
}

void
scope_calls_view_set_all (ScopeCallsView *self, gboolean all)
{
  self->all_at_first = FALSE;
  if (self->all == all)
    return;
  self->all = all;
  scope_calls_view_update_who (self);
  scope_panel_renew (&self->panel);
}

void
scope_calls_view_set_search (ScopeCallsView *self, const char *search)
{
  if (g_strcmp0 (self->search, search) == 0)
    return;
  g_free (self->search);
  self->search = g_strdup (search);
  if (g_strcmp0 (gtk_editable_get_text (GTK_EDITABLE (self->find)), search) != 0)
    gtk_editable_set_text (GTK_EDITABLE (self->find), search != NULL ? search : "");
  scope_call_tree_view_set_search (SCOPE_CALL_TREE_VIEW (self->contexts), search);
  scope_call_functions_page_set_search (SCOPE_CALL_FUNCTIONS_PAGE (self->functions), search);
  scope_call_chart_view_set_search (SCOPE_CALL_CHART_VIEW (self->chart), search);
  scope_flame_view_set_search (SCOPE_FLAME_VIEW (self->flame), search);
  scope_calls_view_update_summary (self);
}

void
scope_calls_view_set_show_source (ScopeCallsView *self, gboolean show)
{
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (self->source), show);
}

/* --- what is chosen --- */

/* Where the trace says that it stands; NULL. */
static const char *
source_of (const ScopeCallTree *tree, const char *name)
{
  for (guint32 i = 0; tree != NULL && name != NULL && i < tree->n_functions; i++)
    if (strcmp (tree->functions[i].name, name) == 0)
      return tree->functions[i].source;
  return NULL;
}

static void
function_chosen (GtkWidget *page, const char *name, ScopeCallsView *self)
{
  scope_code_pane_set_function (SCOPE_CODE_PANE (self->code), name, source_of (self->tree, name));
  scope_call_functions_page_choose (SCOPE_CALL_FUNCTIONS_PAGE (self->functions), name);
}

static void
node_activated (ScopeGraphView *view, guint i, ScopeCallsView *self)
{
  ScopeGraph *graph = scope_graph_view_get_graph (view);

  if (graph == NULL || i >= scope_graph_n_nodes (graph))
    return;
  scope_graph_view_choose_node (view, i);
  function_chosen (GTK_WIDGET (view), scope_graph_node (graph, i)->key, self);
}

static void
flame_changed (ScopeFlameView *view, ScopeCallsView *self)
{
  scope_calls_view_update_bar (self);
}

static void
chart_found (ScopeCallChartView *view, ScopeCallsView *self)
{
  scope_calls_view_update_summary (self);
}

/* --- the view --- */

/* What has no calls leaves what is shown. */
static void
follow_selection (ScopeCallsView *self)
{
  ScopeLaneId selected, lane;

  if (!scope_view_get_selected_lane (self->panel.view, &selected)
      || !scope_calls_lane_of (scope_view_get_trace (self->panel.view), selected, &lane)
      || (self->has_lane && scope_lane_id_equal (lane, self->lane)))
    return;
  if (self->all_at_first)
    self->all = self->all_at_first = FALSE;
  adopt_lane (self, &lane);
  if (!self->all)
    scope_panel_renew (&self->panel);
}

static void
view_changed (ScopePanel *panel, guint what)
{
  ScopeCallsView *self = SCOPE_CALLS_VIEW (panel);

  if (what & SCOPE_VIEW_DATA)
    {
      update_empty (self);
      scope_panel_ask (panel);
    }
  if (what & SCOPE_VIEW_LOOK)
    scope_graph_view_set_palette (SCOPE_GRAPH_VIEW (self->graph), scope_view_get_palette (panel->view));
  if (what & SCOPE_VIEW_SELECTION)
    follow_selection (self);
}

static void
set_view (ScopePanel *panel)
{
  ScopeCallsView *self = SCOPE_CALLS_VIEW (panel);

  g_clear_pointer (&self->tree, scope_call_tree_unref);
  self->has_lane = FALSE;
  self->all = self->all && !self->all_at_first;
  self->all_at_first = FALSE;
  scope_code_pane_set_function (SCOPE_CODE_PANE (self->code), NULL, NULL);
  scope_call_tree_view_set_tree (SCOPE_CALL_TREE_VIEW (self->contexts), NULL, 1000);
  scope_call_functions_page_set_tree (SCOPE_CALL_FUNCTIONS_PAGE (self->functions), NULL, NULL);
  scope_call_functions_page_choose (SCOPE_CALL_FUNCTIONS_PAGE (self->functions), NULL);
  scope_flame_view_set_tree (SCOPE_FLAME_VIEW (self->flame), NULL, 1000);
  scope_graph_view_forget_places (SCOPE_GRAPH_VIEW (self->graph));
  scope_graph_view_set_graph (SCOPE_GRAPH_VIEW (self->graph), NULL);
  self->shown_pages = 0;
  scope_chart_set_view (SCOPE_CHART (self->chart), panel->view);
  scope_chart_set_view (SCOPE_CHART (self->flame), panel->view);
  scope_calls_view_update_who (self);
  update_empty (self);
  scope_calls_view_update_bar (self);
  if (panel->view != NULL)
    follow_selection (self);
}

static void
set_layout (ScopePanel *panel, ScopeGraphLayout *layout)
{
  scope_graph_view_set_layout (SCOPE_GRAPH_VIEW (SCOPE_CALLS_VIEW (panel)->graph), layout);
}

void
scope_calls_view_set_code_finder (ScopeCallsView *self, ScopeCodeFunc func, const char *const *folders)
{
  scope_code_pane_set_finder (SCOPE_CODE_PANE (self->code), func, folders);
}

void
scope_calls_view_set_hiding (ScopeCallsView *self, ScopeCallHiding *hiding)
{
  if (self->hiding == NULL && hiding == NULL)
    return;
  g_clear_pointer (&self->hiding, scope_call_hiding_unref);
  self->hiding = hiding != NULL ? scope_call_hiding_ref (hiding) : NULL;
  scope_panel_ask (&self->panel);
}

/* --- for who asks --- */

gboolean
scope_calls_view_get_lane (ScopeCallsView *self, ScopeLaneId *ret_lane)
{
  if (!self->has_lane || self->all)
    return FALSE;
  *ret_lane = self->lane;
  return TRUE;
}

ScopeCallTree *
scope_calls_view_get_tree (ScopeCallsView *self)
{
  return self->tree;
}

static gboolean
is_settled (ScopePanel *panel)
{
  ScopeCallsView *self = SCOPE_CALLS_VIEW (panel);
  ScopeCallsMode mode = scope_calls_view_get_mode (self);

  return (mode != SCOPE_CALLS_CHART || scope_chart_is_settled (SCOPE_CHART (self->chart)))
         && (mode != SCOPE_CALLS_FLAME || self->tree == NULL || scope_flame_view_get_flame (SCOPE_FLAME_VIEW (self->flame)) != NULL)
         && !scope_graph_view_is_arranging (SCOPE_GRAPH_VIEW (self->graph));
}

const char *
scope_calls_view_get_summary (ScopeCallsView *self)
{
  return gtk_label_get_label (GTK_LABEL (self->summary));
}

ScopeCallFunctionsPage *
scope_calls_view_get_functions (ScopeCallsView *self)
{
  return SCOPE_CALL_FUNCTIONS_PAGE (self->functions);
}

/* --- life --- */

static void
scope_calls_view_dispose (GObject *object)
{
  ScopeCallsView *self = SCOPE_CALLS_VIEW (object);

  G_OBJECT_CLASS (scope_calls_view_parent_class)->dispose (object);
  g_clear_pointer (&self->search, g_free);
  g_clear_pointer (&self->hiding, scope_call_hiding_unref);
}

/* The menu stands beside the table, whose action it is. */
static void
sort_contexts (GtkWidget *widget, const char *action, GVariant *column)
{
  gtk_widget_activate_action_variant (SCOPE_CALLS_VIEW (widget)->contexts, "call-tree.sort", column);
}

static void
scope_calls_view_class_init (ScopeCallsViewClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  ScopePanelClass *panel_class = SCOPE_PANEL_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = scope_calls_view_dispose;
  panel_class->set_view = set_view;
  panel_class->view_changed = view_changed;
  panel_class->is_settled = is_settled;
  panel_class->set_layout = set_layout;
  panel_class->fill = fill;
  panel_class->show = show;
  panel_class->query.find = find;
  panel_class->query.progress = show_progress;
  panel_class->query.free_answer = answer_free;
  panel_class->query.clear_what = clear_what;
  panel_class->query.what_size = sizeof (What);
  gtk_widget_class_install_action (widget_class, "call-tree.sort", "i", sort_contexts);
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
}

static GtkWidget *
make_scrolled (GtkWidget *child)
{
  GtkWidget *scroller = scope_scroller_new (NULL);

  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), child);
  gtk_widget_set_focusable (scroller, FALSE); /* the child is */
  return scroller;
}

static GtkWidget *
make_graph_page (ScopeCallsView *self)
{
  GtkWidget *overlay = gtk_overlay_new ();

  self->graph = scope_graph_view_new (_("Call graph"));
  self->trouble = scope_label_new (NULL, 0, "table-summary dim-label");
  gtk_widget_set_halign (self->trouble, GTK_ALIGN_END);
  gtk_widget_set_valign (self->trouble, GTK_ALIGN_START);
  gtk_widget_set_margin_end (self->trouble, 9);
  gtk_widget_set_margin_top (self->trouble, 6);
  gtk_overlay_set_child (GTK_OVERLAY (overlay), self->graph);
  gtk_overlay_add_overlay (GTK_OVERLAY (overlay), self->trouble);
  g_signal_connect (self->graph, "node-activated", G_CALLBACK (node_activated), self);
  return overlay;
}

static void
make_pages (ScopeCallsView *self)
{
  const char *titles[SCOPE_CALLS_N_MODES]
      = { _("Contexts"), _("Functions"), _("Flame Chart"), _("Flame Graph"), _("Graph") };
  GtkWidget *pages[SCOPE_CALLS_N_MODES];

  pages[SCOPE_CALLS_CONTEXTS] = self->contexts = g_object_new (SCOPE_TYPE_CALL_TREE_VIEW, NULL);
  pages[SCOPE_CALLS_FUNCTIONS] = self->functions = g_object_new (SCOPE_TYPE_CALL_FUNCTIONS_PAGE, NULL);
  self->chart = scope_call_chart_view_new ();
  pages[SCOPE_CALLS_CHART] = make_scrolled (self->chart);
  self->flame = scope_flame_view_new ();
  pages[SCOPE_CALLS_FLAME] = make_scrolled (self->flame);
  pages[SCOPE_CALLS_GRAPH] = make_graph_page (self);
  self->modes = gtk_stack_new ();
  for (guint i = 0; i < SCOPE_CALLS_N_MODES; i++)
    gtk_stack_add_titled (GTK_STACK (self->modes), pages[i], names[i], titles[i]);
  gtk_widget_set_vexpand (self->modes, TRUE);
  g_signal_connect (self->contexts, "function-chosen", G_CALLBACK (function_chosen), self);
  g_signal_connect (self->functions, "function-chosen", G_CALLBACK (function_chosen), self);
  g_signal_connect (self->chart, "function-chosen", G_CALLBACK (function_chosen), self);
  g_signal_connect (self->chart, "found", G_CALLBACK (chart_found), self);
  g_signal_connect (self->flame, "function-chosen", G_CALLBACK (function_chosen), self);
  g_signal_connect (self->flame, "changed", G_CALLBACK (flame_changed), self);
}

static void
make_paned (ScopeCallsView *self)
{
  self->code = g_object_new (SCOPE_TYPE_CODE_PANE, NULL);
  gtk_widget_set_size_request (self->code, CODE_WIDTH, -1);
  gtk_widget_set_visible (self->code, FALSE);
  self->paned = gtk_paned_new (GTK_ORIENTATION_HORIZONTAL);
  gtk_paned_set_start_child (GTK_PANED (self->paned), self->modes);
  gtk_paned_set_end_child (GTK_PANED (self->paned), self->code);
  gtk_paned_set_resize_end_child (GTK_PANED (self->paned), FALSE);
  gtk_paned_set_shrink_end_child (GTK_PANED (self->paned), FALSE);
  gtk_paned_set_shrink_start_child (GTK_PANED (self->paned), TRUE);
}

static void
scope_calls_view_init (ScopeCallsView *self)
{
  GtkWidget *content = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);

  make_pages (self);
  make_paned (self);
  scope_add_children (content, scope_calls_view_make_bar (self), gtk_separator_new (GTK_ORIENTATION_HORIZONTAL), self->paned,
                      NULL);
  self->box = scope_panel_make_progress (&self->panel, _("Reading calls"), content);
  self->empty = adw_status_page_new ();
  gtk_widget_add_css_class (self->empty, "compact");
  self->outer = gtk_stack_new ();
  gtk_stack_add_child (GTK_STACK (self->outer), self->box);
  gtk_stack_add_child (GTK_STACK (self->outer), self->empty);
  gtk_widget_set_parent (self->outer, GTK_WIDGET (self));
  g_signal_connect_swapped (self->modes, "notify::visible-child", G_CALLBACK (show_page), self);
  scope_calls_view_update_bar (self);
  scope_label_widget (GTK_WIDGET (self), _("Call graph"));
}
