/* scope-message-graph-page.c: see scope-message-graph-page.h.
 *
 * What is shown stays until the next answer is there. With the first graph of a kind comes that of the whole trace, as of every
 * ScopeGraphPage.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "widgets/messages/scope-message-graph-page-private.h"

#include "model/scene/draw/scope-far-figures.h"
#include "model/scene/draw/scope-ruler.h"
#include "widgets/kit/scope-parts.h"

#include <adwaita.h>
#include <glib/gi18n.h>

#define PATIENCE_MS 400     /* before progress is shown */
#define PULSE_MS 80
#define MOST_SINGLE 30u     /* processes that are shown one by one at first */

G_DEFINE_FINAL_TYPE (ScopeMessageGraphPage, scope_message_graph_page, SCOPE_TYPE_GRAPH_PAGE)

/* --- a question --- */

/* What is asked for. */
typedef struct
{
  ScopeMessageGraphOptions options;
  gboolean grouped, wants_whole;
} What;

typedef struct
{
  ScopeGraphAnswer part; /* graphs NULL: too large; sources: ScopePair */
  ScopeMessageGraphCounts counts;
} Answer;

/* Replaces the pairs by those of groups. */
static ScopeGraph *
make_graph (ScopeTrace *trace, GArray **pairs, ScopeMessageGraphOptions *options, gboolean grouped, ScopeMessageGraphCounts *ret_counts)
{
  g_autoptr (ScopeMessageGroups) groups = grouped ? scope_message_groups_new (trace, *pairs) : NULL;
  ScopeGraph *graph;

  if (groups != NULL)
    {
      GArray *joined = scope_message_groups_join (groups, *pairs);

      g_array_unref (*pairs);
      *pairs = joined;
    }
  options->groups = groups;
  graph = scope_message_graph_new (trace, *pairs, options, ret_counts);
  options->groups = NULL;
  return graph;
}

/* All that may come into view, whatever the range, the thresholds and the selection. */
static ScopeGraph *
make_whole (const ScopeQueryRange *part, const What *what, GError **error)
{
  ScopeMessageFilter filter = *part->messages;
  ScopeMessageGraphOptions options = what->options;
  const ScopeQueryRange within = { .trace = part->trace, .from = SCOPE_TIME_MIN, .to = SCOPE_TIME_MAX,
                                   .cancellable = part->cancellable, .messages = &filter };
  g_autoptr (GArray) pairs = NULL;

  filter.machine = -1;
  filter.process = -1;
  filter.pair = FALSE;
  options.least_count = options.least_size = 0;
  pairs = scope_far_figures_pairs (&within, options.by, error);
  return pairs != NULL ? make_graph (part->trace, &pairs, &options, what->grouped, NULL) : NULL;
}

static gpointer
find (const ScopeQueryRange *within, gconstpointer data, GError **error)
{
  const What *what = data;
  GArray *pairs = scope_far_figures_pairs (within, what->options.by, error);
  ScopeMessageGraphOptions options = what->options;
  GError *trouble = NULL;
  Answer *answer;

  if (pairs == NULL)
    return NULL;
  answer = g_new0 (Answer, 1);
  answer->part.has_whole = what->wants_whole;
  answer->part.graph = make_graph (within->trace, &pairs, &options, what->grouped, &answer->counts);
  answer->part.sources = pairs;
  if (what->wants_whole)
    answer->part.whole = make_whole (within, what, &trouble);
  if (trouble == NULL)
    return answer;
  scope_graph_answer_free (answer);
  g_propagate_error (error, trouble);
  return NULL;
}

/* --- what is shown --- */

static const char *
party_word (ScopeMessageGraphPage *self, guint n)
{
  ScopeKind kind = self->options.by == SCOPE_PARTY_PROCESS     ? SCOPE_KIND_PROCESS
                   : self->options.by == SCOPE_PARTY_PROCESSOR ? SCOPE_KIND_PROCESSOR
                                                               : SCOPE_KIND_MACHINE;
  const char *word = scope_trace_kind_label (scope_view_get_trace (self->page.panel.view), kind, n != 1);

  return word != NULL ? word : scope_party_name (self->options.by);
}

/* "24 Processes, 52 lines, 8,123 messages". */
static char *
make_summary (ScopeMessageGraphPage *self, const ScopeMessageGraphCounts *counts)
{
  g_autofree char *nodes = scope_format_count (counts->nodes), *edges = scope_format_count (counts->edges);
  g_autofree char *messages = scope_format_count (counts->messages), *all = scope_format_count (counts->all_messages);
  g_autofree char *lines = g_strdup_printf (ngettext ("%s line", "%s lines", counts->edges), edges);
  g_autofree char *what = counts->messages == counts->all_messages
                              ? g_strdup_printf (ngettext ("%s message", "%s messages", (gulong) counts->messages), messages)
                              : g_strdup_printf (_("%s of %s messages"), messages, all);

  return g_strdup_printf ("%s %s · %s · %s", nodes, party_word (self, counts->nodes), lines, what);
}

/* Says why there is no graph. `machines`, `matrix`: what else there is to look at. */
static void
show_empty (ScopeMessageGraphPage *self, const char *title, const char *why, gboolean machines, gboolean matrix)
{
  adw_status_page_set_title (ADW_STATUS_PAGE (self->page.empty), title);
  adw_status_page_set_description (ADW_STATUS_PAGE (self->page.empty), why);
  gtk_widget_set_visible (self->machines, machines);
  gtk_widget_set_visible (self->matrix, matrix);
  gtk_label_set_label (GTK_LABEL (self->page.words), "");
  gtk_stack_set_visible_child (GTK_STACK (self->page.stack), self->page.empty);
  scope_graph_view_set_graph (self->page.graph, NULL);
}

static void
show_too_large (ScopeMessageGraphPage *self, const ScopeMessageGraphCounts *counts)
{
  g_autofree char *nodes = scope_format_count (counts->nodes), *edges = scope_format_count (counts->edges);
  g_autofree char *why = g_strdup_printf (_("%s %s and %s lines between them are too many for a graph. Raise the "
                                            "thresholds, choose a shorter range, or use another view."),
                                          nodes, party_word (self, counts->nodes), edges);

  show_empty (self, _("Too Many for a Graph"), why,
              self->options.by != SCOPE_PARTY_MACHINE && scope_trace_n_machines (scope_view_get_trace (self->page.panel.view)) > 1,
              TRUE);
}

static void
show_nothing (ScopeMessageGraphPage *self, const ScopeMessageGraphCounts *counts)
{
  ScopeTrace *trace = scope_view_get_trace (self->page.panel.view);
  const char *why = NULL;

  if (scope_trace_get_finished (trace) && !scope_pairs_are_there (trace, &why))
    show_empty (self, _("No Messages"), why, FALSE, FALSE);
  else if (counts->all_edges > 0)
    {
      g_autofree char *all = scope_format_count (counts->all_edges);
      g_autofree char *text
          = g_strdup_printf (ngettext ("%s line is below the thresholds.", "All %s lines are below the thresholds.", counts->all_edges), all);

      show_empty (self, _("Nothing to Draw"), text, FALSE, FALSE);
    }
  else
    show_empty (self, _("No Messages in This Range"),
                scope_message_filter_is_narrow (&self->filter) ? _("The filter may hide some.") : NULL,
                FALSE, FALSE);
}

/* The node of what is selected in the timeline. */
static void
choose_selected (ScopeMessageGraphPage *self)
{
  ScopeGraph *graph = scope_graph_page_get_graph (&self->page);
  ScopeView *view = self->page.panel.view;
  ScopeLaneId lane;
  guint32 chosen = SCOPE_NONE;

  if (graph == NULL || view == NULL)
    return;
  for (guint i = 0; scope_view_get_selected_lane (view, &lane) && i < scope_graph_n_nodes (graph); i++)
    {
      const ScopeGraphNode *node = scope_graph_node (graph, i);

      if (node->has_lane && scope_lane_id_equal (node->lane, lane))
        chosen = i;
    }
  scope_graph_view_choose_node (self->page.graph, chosen);
}

static void
show (ScopePanel *panel, gpointer data, const GError *error)
{
  ScopeMessageGraphPage *self = SCOPE_MESSAGE_GRAPH_PAGE (panel);
  Answer *answer = data;

  if (answer == NULL)
    {
      show_empty (self, _("The Messages Could Not Be Read"), error->message, FALSE, FALSE);
      return;
    }
  scope_graph_page_keep (&self->page, &answer->part);
  if (answer->part.graph == NULL)
    show_too_large (self, &answer->counts);
  else if (answer->counts.edges == 0)
    show_nothing (self, &answer->counts);
  else
    {
      g_autofree char *summary = make_summary (self, &answer->counts);

      gtk_stack_set_visible_child (GTK_STACK (self->page.stack), GTK_WIDGET (self->page.graph));
      gtk_label_set_label (GTK_LABEL (self->page.words), summary);
      scope_graph_view_set_graph_within (self->page.graph, answer->part.graph, self->page.whole);
      choose_selected (self);
    }
  scope_graph_answer_free (answer);
}

/* --- progress: of the question, then of laying out --- */

static gboolean
show_progress (gpointer data)
{
  ScopeMessageGraphPage *self = data;

  gtk_widget_set_visible (self->work, TRUE);
  if (self->permille > 0)
    gtk_progress_bar_set_fraction (GTK_PROGRESS_BAR (self->progress), self->permille / 1000.0);
  else
    gtk_progress_bar_pulse (GTK_PROGRESS_BAR (self->progress));
  gtk_progress_bar_set_text (GTK_PROGRESS_BAR (self->progress),
                             self->permille >= 0 ? _("Adding up messages") : _("Laying out the graph"));
  return G_SOURCE_CONTINUE;
}

static gboolean
lose_patience (gpointer data)
{
  ScopeMessageGraphPage *self = data;

  self->patience = g_timeout_add (PULSE_MS, show_progress, self);
  show_progress (self);
  return G_SOURCE_REMOVE;
}

static void
update_busy (ScopeMessageGraphPage *self)
{
  gboolean busy = self->permille >= 0 || scope_graph_view_is_arranging (self->page.graph);

  gtk_accessible_update_state (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_STATE_BUSY, busy, -1);
  if (busy && self->patience == 0)
    self->patience = g_timeout_add (PATIENCE_MS, lose_patience, self);
  if (busy)
    return;
  g_clear_handle_id (&self->patience, g_source_remove);
  gtk_widget_set_visible (self->work, FALSE);
}

static void
state_changed (ScopeGraphView *graph, ScopeMessageGraphPage *self)
{
  const char *trouble = scope_graph_view_get_trouble (graph);

  if (trouble != NULL)
    {
      g_autofree char *text = g_strdup_printf (_("Drawn plainly: %s"), trouble);

      gtk_label_set_label (GTK_LABEL (self->trouble), text);
    }
  gtk_widget_set_visible (self->trouble, trouble != NULL);
  choose_selected (self);
  update_busy (self);
}

/* --- asking --- */

static void
progress (gpointer owner, int permille)
{
  ScopeMessageGraphPage *self = owner;

  self->permille = permille;
  update_busy (self);
}

static gboolean
fill (ScopePanel *panel, ScopeQueryRange *within, gpointer what)
{
  ScopeMessageGraphPage *self = SCOPE_MESSAGE_GRAPH_PAGE (panel);

  if (within->to <= within->from)
    return FALSE;
  self->filter = *scope_view_get_messages (panel->view);
  within->messages = &self->filter;
  *(What *) what = (What) { self->options, self->grouped, !self->page.has_whole };
  progress (self, 0);
  return TRUE;
}

void
scope_message_graph_page_cancel (ScopeMessageGraphPage *self)
{
  scope_async_query_cancel (self->page.panel.question);
}

/* --- what is chosen --- */

/* Behind the parties stand groups of processes. */
static gboolean
is_grouped (ScopeMessageGraphPage *self)
{
  return gtk_drop_down_get_selected (GTK_DROP_DOWN (self->by)) == SCOPE_N_PARTIES;
}

static ScopeParty
chosen_party (ScopeMessageGraphPage *self)
{
  if (is_grouped (self))
    return SCOPE_PARTY_PROCESS;
  return (ScopeParty) MIN (gtk_drop_down_get_selected (GTK_DROP_DOWN (self->by)), SCOPE_N_PARTIES - 1);
}

void
scope_message_graph_page_options_changed (ScopeMessageGraphPage *self)
{
  ScopeMessageGraphOptions options = self->options;

  if (self->setting)
    return;
  options.by = chosen_party (self);
  options.thickness = (ScopeMessageFigure) gtk_drop_down_get_selected (GTK_DROP_DOWN (self->thickness));
  options.label = (ScopeMessageFigure) gtk_drop_down_get_selected (GTK_DROP_DOWN (self->label));
  options.least_count = (guint64) gtk_spin_button_get_value (GTK_SPIN_BUTTON (self->least_count));
  options.least_size = (guint64) gtk_spin_button_get_value (GTK_SPIN_BUTTON (self->least_size));
  if (options.by != self->options.by || is_grouped (self) != self->grouped)
    {
      self->grouped = is_grouped (self);
      scope_graph_page_forget_whole (&self->page);
      scope_graph_view_forget_places (self->page.graph);
    }
  self->options = options;
  scope_panel_renew (&self->page.panel);
}

gboolean
scope_message_graph_page_is_grouped (ScopeMessageGraphPage *self)
{
  g_return_val_if_fail (SCOPE_IS_MESSAGE_GRAPH_PAGE (self), FALSE);

  return self->grouped;
}

static void
activated (ScopeGraphPage *page, gconstpointer pair)
{
  g_signal_emit_by_name (page, "pair-activated", pair, (int) SCOPE_MESSAGE_GRAPH_PAGE (page)->options.by);
}

/* --- the view --- */

static guint64
count_processes (ScopeTrace *trace)
{
  guint64 n = 0;

  for (guint m = 0; m < scope_trace_n_machines (trace); m++)
    n += scope_machine_n_entities (scope_trace_machine (trace, m), SCOPE_KIND_PROCESS);
  return n;
}

/* The words of the trace's runtime. */
static void
update_parties (ScopeMessageGraphPage *self)
{
  static const ScopeKind kinds[SCOPE_N_PARTIES] = { [SCOPE_PARTY_PROCESS] = SCOPE_KIND_PROCESS,
                                                    [SCOPE_PARTY_MACHINE] = SCOPE_KIND_MACHINE,
                                                    [SCOPE_PARTY_PROCESSOR] = SCOPE_KIND_PROCESSOR };
  g_autoptr (GtkStringList) list = gtk_string_list_new (NULL);
  guint chosen = gtk_drop_down_get_selected (GTK_DROP_DOWN (self->by));
  ScopeView *view = self->page.panel.view;
  gboolean helps = view != NULL && scope_message_groups_help (scope_view_get_trace (view));

  for (guint i = 0; i < SCOPE_N_PARTIES; i++)
    {
      const char *word = view != NULL ? scope_trace_kind_label (scope_view_get_trace (view), kinds[i], TRUE) : NULL;

      gtk_string_list_append (list, word != NULL ? word : scope_party_name ((ScopeParty) i));
    }
  if (helps)
    gtk_string_list_append (list, _("Groups of Processes"));
  self->setting = TRUE;
  gtk_drop_down_set_model (GTK_DROP_DOWN (self->by), G_LIST_MODEL (list));
  if (chosen >= SCOPE_N_PARTIES)
    chosen = SCOPE_PARTY_PROCESS;
  if (chosen == SCOPE_PARTY_PROCESS && helps && count_processes (scope_view_get_trace (view)) > MOST_SINGLE)
    chosen = SCOPE_N_PARTIES;
  gtk_drop_down_set_selected (GTK_DROP_DOWN (self->by), chosen);
  self->options.by = chosen_party (self);
  self->grouped = is_grouped (self);
  self->setting = FALSE;
}

static void
view_changed (ScopePanel *panel, guint what)
{
  ScopeMessageGraphPage *self = SCOPE_MESSAGE_GRAPH_PAGE (panel);

  if ((what & SCOPE_VIEW_LOOK) && !scope_message_filter_equal (scope_view_get_messages (panel->view), &self->filter))
    {
      scope_graph_page_forget_whole (&self->page);
      scope_panel_ask (panel);
    }
  if ((what & SCOPE_VIEW_DATA) && !self->knows_all && scope_trace_get_finished (scope_view_get_trace (panel->view)))
    {
      self->knows_all = TRUE;
      update_parties (self);
      scope_graph_page_forget_whole (&self->page);
      scope_panel_ask (panel);
    }
  SCOPE_PANEL_CLASS (scope_message_graph_page_parent_class)->view_changed (panel, what);
  if (what & SCOPE_VIEW_SELECTION)
    choose_selected (self);
}

static void
set_view (ScopePanel *panel)
{
  ScopeMessageGraphPage *self = SCOPE_MESSAGE_GRAPH_PAGE (panel);

  SCOPE_PANEL_CLASS (scope_message_graph_page_parent_class)->set_view (panel);
  show_empty (self, "", NULL, FALSE, FALSE);
  self->knows_all = panel->view != NULL && scope_trace_get_finished (scope_view_get_trace (panel->view));
  if (panel->view != NULL)
    update_parties (self);
}

/* --- life --- */

static void
scope_message_graph_page_dispose (GObject *object)
{
  G_OBJECT_CLASS (scope_message_graph_page_parent_class)->dispose (object);
  g_clear_handle_id (&SCOPE_MESSAGE_GRAPH_PAGE (object)->patience, g_source_remove);
}

static void
scope_message_graph_page_class_init (ScopeMessageGraphPageClass *klass)
{
  ScopePanelClass *panel_class = SCOPE_PANEL_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = scope_message_graph_page_dispose;
  panel_class->set_view = set_view;
  panel_class->view_changed = view_changed;
  panel_class->fill = fill;
  panel_class->show = show;
  panel_class->query.find = find;
  panel_class->query.progress = progress;
  panel_class->query.what_size = sizeof (What);
  SCOPE_GRAPH_PAGE_CLASS (klass)->activated = activated;
  gtk_widget_class_set_accessible_role (GTK_WIDGET_CLASS (klass), GTK_ACCESSIBLE_ROLE_GROUP);
  scope_add_signal (klass, "pair-activated", 2, G_TYPE_POINTER, G_TYPE_INT);
  scope_add_signal (klass, "matrix-wanted", 0);
}

static void
scope_message_graph_page_init (ScopeMessageGraphPage *self)
{
  self->permille = -1;
  scope_message_graph_options_init (&self->options);
  scope_message_filter_init (&self->filter);
  self->setting = TRUE;
  scope_message_graph_page_make (self);
  update_parties (self);
  self->setting = FALSE;
  g_signal_connect (self->page.graph, "state-changed", G_CALLBACK (state_changed), self);
}
