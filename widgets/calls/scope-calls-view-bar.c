/* scope-calls-view-bar.c: the bar of the panel of calls: how and whose calls are shown, over which range, what is looked for, and
 * what is done with them.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "widgets/calls/scope-calls-view-private.h"
#include "widgets/kit/scope-search-entry.h"

#include "model/scene/calls/scope-call-words.h"
#include "model/scene/draw/scope-ruler.h"
#include "model/trace/calls/scope-activations.h"
#include "widgets/kit/scope-modes.h"
#include "widgets/kit/scope-parts.h"

#include <glib/gi18n.h>

/* --- words --- */

void
scope_calls_view_update_who (ScopeCallsView *self)
{
  ScopeTrace *trace = self->panel.view != NULL ? scope_view_get_trace (self->panel.view) : NULL;
  g_autofree char *title = trace != NULL && self->has_lane ? scope_trace_lane_title (trace, self->lane) : NULL;
  const char *titles[] = { title != NULL ? title : _("Selected"), _("All together"), NULL };
  GtkStringList *list = GTK_STRING_LIST (gtk_drop_down_get_model (GTK_DROP_DOWN (self->who)));

  self->setting = TRUE;
  /* Not another list while one of it is being chosen: the drop-down goes on with what it had. */
  if (g_strcmp0 (gtk_string_list_get_string (list, 0), titles[0]) != 0)
    {
      g_autoptr (GtkStringList) renamed = gtk_string_list_new (titles);

      gtk_drop_down_set_model (GTK_DROP_DOWN (self->who), G_LIST_MODEL (renamed));
    }
  gtk_drop_down_set_selected (GTK_DROP_DOWN (self->who), self->all ? 1 : 0);
  self->setting = FALSE;
}

static char *
summarize_samples (const ScopeCallTree *tree)
{
  g_autofree char *functions = scope_format_count (tree->n_functions), *samples = scope_call_samples_text (tree, tree->total), *others = NULL;
  g_autofree char *text = g_strdup_printf (ngettext ("%s · %s function", "%s · %s functions", tree->n_functions), samples, functions);

  if (tree->elsewhere == 0)
    return g_steal_pointer (&text);
  others = scope_format_count ((guint64) tree->elsewhere);
  return g_strdup_printf (_("%s · %s more in the runtime itself: idle, collecting"), text, others);
}

static char *
summarize_tree (ScopeCallsView *self)
{
  const ScopeCallTree *tree = self->tree;
  g_autofree char *functions = scope_format_count (tree->n_functions);
  g_autofree char *time
      = scope_format_duration ((double) tree->total, scope_trace_tick_ps (scope_view_get_trace (self->panel.view)));
  guint64 n = 0;
  g_autofree char *calls = NULL;
  char *text;

  if (tree->sampled)
    return summarize_samples (tree);
  for (guint32 f = 0; f < tree->n_functions; f++)
    n += tree->functions[f].kind == SCOPE_CALL_FUNCTION ? tree->functions[f].calls : 0;
  calls = scope_format_count (n);
  text = g_strdup_printf (ngettext ("%s call · %s functions · %s on the stack", "%s calls · %s functions · %s on the stack", (gulong) n),
                          calls, functions, time);
  if (tree->truncated)
    {
      g_autofree char *whole = g_steal_pointer (&text);

      text = g_strdup_printf (_("%s · too many contexts: the deepest are counted with their callers"), whole);
    }
  return text;
}

/* What the search found where it is looked for; NULL: nothing is looked for. */
static char *
summarize_search (ScopeCallsView *self)
{
  guint64 n;
  g_autofree char *count = NULL, *share = NULL;
  const ScopeFlame *flame;

  if (self->search == NULL || self->search[0] == '\0')
    return NULL;
  switch (scope_calls_view_get_mode (self))
    {
    case SCOPE_CALLS_CONTEXTS:
      n = scope_call_tree_view_get_n_found (SCOPE_CALL_TREE_VIEW (self->contexts));
      count = scope_format_count (n);
      return g_strdup_printf (ngettext ("%s context", "%s contexts", (gulong) n), count);
    case SCOPE_CALLS_CHART:
      n = scope_call_chart_view_get_n_found (SCOPE_CALL_CHART_VIEW (self->chart));
      count = scope_format_count (n);
      return g_strdup_printf (ngettext ("%s bar in view", "%s bars in view", (gulong) n), count);
    case SCOPE_CALLS_FLAME:
      flame = scope_flame_view_get_flame (SCOPE_FLAME_VIEW (self->flame));
      n = flame != NULL ? flame->n_found : 0;
      count = scope_format_count (n);
      share = scope_call_share_text (flame != NULL ? flame->found : 0, flame != NULL ? flame->total : 1);
      return g_strdup_printf (ngettext ("%s frame, %s", "%s frames, %s", (gulong) n), count, share);
    case SCOPE_CALLS_FUNCTIONS:
    case SCOPE_CALLS_GRAPH:
    case SCOPE_CALLS_N_MODES:
    default:
      return NULL;
    }
}

void
scope_calls_view_update_summary (ScopeCallsView *self)
{
  gboolean chart = scope_calls_view_get_mode (self) == SCOPE_CALLS_CHART;
  const char *trouble = scope_call_chart_view_get_trouble (SCOPE_CALL_CHART_VIEW (self->chart));
  const ScopeActivations *shown = scope_call_chart_view_get_activations (SCOPE_CALL_CHART_VIEW (self->chart));
  g_autofree char *found = self->panel.view != NULL ? summarize_search (self) : NULL;
  g_autofree char *text = NULL;

  if (chart && trouble != NULL)
    text = g_strdup (trouble);
  else if (chart && shown != NULL && shown->truncated)
    text = g_strdup (_("Too much to draw at once: zoom in"));
  else if (found != NULL)
    text = g_strdup_printf (_("Found: %s"), found);
  else if (chart && self->panel.view != NULL && self->has_lane
           && scope_activations_depth (scope_view_get_trace (self->panel.view), self->lane) >= SCOPE_CALL_MAX_DEPTH)
    text = g_strdup_printf (_("Calls above level %u are counted; their time is the level's below."), SCOPE_CALL_MAX_DEPTH);
  else if (self->panel.view != NULL && self->tree != NULL && !chart)
    text = summarize_tree (self);
  if (text != NULL && found == NULL && !chart && self->hides)
    {
      g_autofree char *whole = g_steal_pointer (&text);

      text = g_strdup_printf (_("%s · some functions are left out (Preferences)"), whole);
    }
  gtk_label_set_label (GTK_LABEL (self->summary), text != NULL ? text : "");
}

/* --- what is done --- */

static void
copy_clicked (ScopeCallsView *self)
{
  switch (scope_calls_view_get_mode (self))
    {
    case SCOPE_CALLS_CONTEXTS:
      gtk_widget_activate_action (self->contexts, "call-tree.copy", NULL);
      break;
    case SCOPE_CALLS_FUNCTIONS:
      gtk_widget_activate_action (GTK_WIDGET (scope_calls_view_get_functions (self) != NULL
                                                  ? scope_call_functions_page_get_functions (scope_calls_view_get_functions (self))
                                                  : NULL),
                                  "table.copy", NULL);
      break;
    case SCOPE_CALLS_FLAME:
      if (self->tree != NULL)
        {
          const ScopeFlame *flame = scope_flame_view_get_flame (SCOPE_FLAME_VIEW (self->flame));
          g_autofree char *text = scope_flame_to_folded (self->tree, scope_trace_tick_ps (scope_view_get_trace (self->panel.view)),
                                                         flame != NULL ? flame->by : SCOPE_FLAME_TIME);

          gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), text);
        }
      break;
    case SCOPE_CALLS_CHART:
    case SCOPE_CALLS_GRAPH:
    case SCOPE_CALLS_N_MODES:
    default:
      break;
    }
}

static void
save_graph (ScopeCallsView *self)
{
  ScopeGraph *graph = scope_graph_view_get_graph (SCOPE_GRAPH_VIEW (self->graph));
  GString *dot = graph != NULL ? scope_graph_write_dot (graph) : NULL;

  if (dot != NULL)
    scope_text_saver_ask (GTK_WIDGET (self), _("Save as DOT"), "calls.dot", g_string_free (dot, FALSE));
}

static void
save_flame (ScopeCallsView *self)
{
  const ScopeFlame *flame = scope_flame_view_get_flame (SCOPE_FLAME_VIEW (self->flame));

  if (flame != NULL)
    scope_text_saver_ask (GTK_WIDGET (self), _("Save Folded Stacks"), "calls.folded",
                          scope_flame_to_folded (flame->tree, flame->tick_ps, flame->by));
}

static void
save_clicked (ScopeCallsView *self)
{
  switch (scope_calls_view_get_mode (self))
    {
    case SCOPE_CALLS_CONTEXTS:
      gtk_widget_activate_action (self->contexts, "call-tree.save", NULL);
      break;
    case SCOPE_CALLS_FUNCTIONS:
      gtk_widget_activate_action (GTK_WIDGET (scope_call_functions_page_get_functions (scope_calls_view_get_functions (self))),
                                  "table.save", NULL);
      break;
    case SCOPE_CALLS_FLAME:
      save_flame (self);
      break;
    case SCOPE_CALLS_GRAPH:
      save_graph (self);
      break;
    case SCOPE_CALLS_CHART:
    case SCOPE_CALLS_N_MODES:
    default:
      break;
    }
}

static void
zoom_out (ScopeCallsView *self)
{
  scope_flame_view_zoom_to (SCOPE_FLAME_VIEW (self->flame), SCOPE_NONE);
}

/* --- what is chosen --- */

static void
who_changed (GtkDropDown *who, GParamSpec *pspec, ScopeCallsView *self)
{
  if (!self->setting)
    scope_calls_view_set_all (self, gtk_drop_down_get_selected (who) == 1);
}

static void
weight_changed (GtkDropDown *weight, GParamSpec *pspec, ScopeCallsView *self)
{
  guint chosen = gtk_drop_down_get_selected (weight);

  if (!self->setting && chosen < self->n_weights)
    scope_flame_view_set_weight (SCOPE_FLAME_VIEW (self->flame), (ScopeFlameWeight) self->weights[chosen]);
}

static void
per_changed (GtkDropDown *per, GParamSpec *pspec, ScopeCallsView *self)
{
  guint chosen = gtk_drop_down_get_selected (per);

  if (chosen < SCOPE_CALL_N_EVENTS)
    scope_call_functions_page_set_per (SCOPE_CALL_FUNCTIONS_PAGE (self->functions), (ScopeCallEventsPer) chosen);
}

/* The choice stays, if the tree still has it. */
void
scope_calls_view_update_weights (ScopeCallsView *self)
{
  guint was = gtk_drop_down_get_selected (GTK_DROP_DOWN (self->weight)), chosen = 0;
  guint by = was < self->n_weights ? self->weights[was] : SCOPE_FLAME_TIME;
  g_autoptr (GtkStringList) titles = gtk_string_list_new (NULL);

  self->n_weights = 0;
  for (guint w = 0; w < SCOPE_FLAME_N_WEIGHTS; w++)
    if (self->tree != NULL ? scope_flame_has_weight (self->tree, w) : w <= SCOPE_FLAME_CALLS)
      {
        chosen = w == by ? self->n_weights : chosen;
        self->weights[self->n_weights++] = (guint8) w;
        gtk_string_list_append (titles, scope_flame_weight_title (self->tree, w));
      }
  self->setting = TRUE;
  gtk_drop_down_set_model (GTK_DROP_DOWN (self->weight), G_LIST_MODEL (titles));
  gtk_drop_down_set_selected (GTK_DROP_DOWN (self->weight), chosen);
  self->setting = FALSE;
  weight_changed (GTK_DROP_DOWN (self->weight), NULL, self);
}

static void
least_changed (ScopeCallsView *self)
{
  scope_calls_view_make_graph (self);
}

static void
find_changed (GtkSearchEntry *entry, ScopeCallsView *self)
{
  scope_calls_view_set_search (self, gtk_editable_get_text (GTK_EDITABLE (entry)));
}

static void
source_toggled (ScopeCallsView *self)
{
  gtk_widget_set_visible (self->code, gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (self->source)));
}

void
scope_calls_view_update_bar (ScopeCallsView *self)
{
  ScopeCallsMode mode = scope_calls_view_get_mode (self);

  gtk_label_set_label (GTK_LABEL (self->least_title), self->tree != NULL && self->tree->sampled ? _("Share of samples ≥") : _("Share of lifetime ≥"));
  gtk_widget_set_visible (self->panel.chip, mode != SCOPE_CALLS_CHART);
  gtk_widget_set_visible (self->weight, mode == SCOPE_CALLS_FLAME);
  gtk_widget_set_visible (self->per, mode == SCOPE_CALLS_FUNCTIONS && self->tree != NULL && self->tree->events != NULL
                                         && self->tree->events->has_hits);
  gtk_widget_set_visible (self->out, mode == SCOPE_CALLS_FLAME);
  gtk_widget_set_visible (self->least, mode == SCOPE_CALLS_GRAPH);
  gtk_widget_set_visible (self->least_title, mode == SCOPE_CALLS_GRAPH);
  gtk_widget_set_visible (self->fit, mode == SCOPE_CALLS_GRAPH);
  gtk_widget_set_visible (self->find, mode != SCOPE_CALLS_GRAPH);
  gtk_widget_set_visible (self->menu, mode != SCOPE_CALLS_CHART);
  gtk_widget_set_visible (gtk_widget_get_first_child (self->menu), mode == SCOPE_CALLS_CONTEXTS);
  gtk_widget_set_visible (gtk_widget_get_next_sibling (gtk_widget_get_first_child (self->menu)), mode != SCOPE_CALLS_GRAPH);
  gtk_widget_set_sensitive (self->out, scope_flame_view_is_zoomed (SCOPE_FLAME_VIEW (self->flame)));
  scope_calls_view_update_summary (self);
}

/* --- widgets --- */

static GtkWidget *
make_button (const char *icon, const char *name, GCallback clicked, gpointer data)
{
  GtkWidget *button = scope_icon_button_new (icon, name, clicked, data);

  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  return button;
}

static GtkWidget *
make_end (ScopeCallsView *self)
{
  self->menu = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  gtk_box_append (GTK_BOX (self->menu),
                  scope_menu_button_new ("view-sort-descending-symbolic", _("Sort by"),
                                         scope_table_view_get_sort_menu (SCOPE_TABLE_VIEW (self->contexts))));
  gtk_box_append (GTK_BOX (self->menu), make_button ("edit-copy-symbolic", _("Copy"), G_CALLBACK (copy_clicked), self));
  gtk_box_append (GTK_BOX (self->menu),
                  make_button ("document-save-symbolic", _("Save…"), G_CALLBACK (save_clicked), self));
  gtk_widget_set_valign (self->menu, GTK_ALIGN_CENTER);
  return self->menu;
}

static GtkWidget *
make_drop_down (const char *const *titles, const char *name)
{
  GtkWidget *choice = scope_choice_new (titles, "extent-chip", name, NULL, NULL);

  gtk_widget_set_tooltip_text (choice, name);
  return choice;
}

static void
make_least (ScopeCallsView *self)
{
  self->least_title = scope_label_new (_("Share of lifetime ≥"), 0, "dim-label table-summary");
  self->least = gtk_spin_button_new_with_range (0, 100, 0.5);
  gtk_spin_button_set_digits (GTK_SPIN_BUTTON (self->least), 1);
  gtk_spin_button_set_value (GTK_SPIN_BUTTON (self->least), 1);
  gtk_widget_add_css_class (self->least, "graph-threshold");
  gtk_widget_set_valign (self->least, GTK_ALIGN_CENTER);
  scope_name_widget (self->least, _("Functions that were on the stack for a smaller share of the lifetime, in percent, are "
                                    "left out"));
  g_signal_connect_swapped (self->least, "value-changed", G_CALLBACK (least_changed), self);
}

static void
make_search (ScopeCallsView *self)
{
  self->find = gtk_search_entry_new ();
  scope_search_let_escape (self->find);
  g_object_set (self->find, "placeholder-text", _("Function"), NULL);
  gtk_editable_set_max_width_chars (GTK_EDITABLE (self->find), 18);
  gtk_editable_set_width_chars (GTK_EDITABLE (self->find), 8);
  gtk_widget_set_valign (self->find, GTK_ALIGN_CENTER);
  scope_label_widget (self->find, _("Search in names of functions"));
  g_signal_connect (self->find, "search-changed", G_CALLBACK (find_changed), self);
}

GtkWidget *
scope_calls_view_make_bar (ScopeCallsView *self)
{
  const char *who[] = { "", NULL }, *weights[] = { "", NULL }, *pers[SCOPE_CALL_N_EVENTS + 1] = { NULL };
  GtkWidget *bar = scope_bar_new (3);

  gtk_widget_add_css_class (bar, "panel-bar");
  self->switcher = scope_modes_switcher_new (self->modes);
  self->who = make_drop_down (who, _("Whose calls: of what is selected, or of all"));
  g_signal_connect (self->who, "notify::selected", G_CALLBACK (who_changed), self);
  self->weight = make_drop_down (weights, _("What the width of frames says"));
  g_signal_connect (self->weight, "notify::selected", G_CALLBACK (weight_changed), self);
  for (guint i = 0; i < SCOPE_CALL_N_EVENTS; i++)
    pers[i] = scope_call_events_title (i);
  self->per = make_drop_down (pers, _("What the columns of events say"));
  g_signal_connect (self->per, "notify::selected", G_CALLBACK (per_changed), self);
  scope_calls_view_update_weights (self);
  scope_panel_make_chip (&self->panel);
  make_least (self);
  make_search (self);
  self->summary = scope_summary_label_new ();
  self->out = make_button ("zoom-out-symbolic", _("Show the Whole Flame Graph"), G_CALLBACK (zoom_out), self);
  self->fit = make_button ("zoom-fit-best-symbolic", _("Fit"), G_CALLBACK (scope_graph_view_fit), self->graph);
  self->source = scope_toggle_new (_("Source"), _("The source text of the chosen function"), G_CALLBACK (source_toggled), self);
  {
    GtkWidget *const children[] = { self->switcher, self->who, self->panel.chip, self->weight, self->per, self->least_title,
                                    self->least, self->find, self->source, self->out, self->fit, make_end (self),
                                    self->summary };

    for (guint i = 0; i < G_N_ELEMENTS (children); i++)
      gtk_widget_set_parent (children[i], bar);
  }
  return bar;
}
