/* scope-process-tree-controls.c: the controls above the process tree, and how its parts are put together.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "widgets/processes/scope-process-tree-panel-private.h"
#include "widgets/kit/scope-search-entry.h"

#include "widgets/kit/scope-parts.h"

#include <glib/gi18n.h>

#define TYPING_MS 250

/* --- controls --- */

static void
graph_chosen (GtkToggleButton *button, ScopeProcessTreePanel *self)
{
  scope_process_tree_show_page (self, scope_process_tree_has_rows (self));
  scope_process_tree_update_graph (self);
}

static void
ask_for_tree (ScopeProcessTreePanel *self)
{
  self->stale_tree = TRUE;
  scope_panel_renew (&self->panel);
}

void
scope_process_tree_panel_set_by (ScopeProcessTreePanel *self, ScopeTreeBy by)
{
  if (self->by == by)
    return;
  self->by = by;
  ask_for_tree (self);
}

static void
by_chosen (GtkToggleButton *button, ScopeProcessTreePanel *self)
{
  if (!self->setting && gtk_toggle_button_get_active (button))
    scope_process_tree_panel_set_by (self, GTK_WIDGET (button) == self->by_place ? SCOPE_TREE_BY_PLACE
                                                                                 : SCOPE_TREE_BY_PARENT);
}

static void
fold_chosen (GtkToggleButton *button, ScopeProcessTreePanel *self)
{
  if (self->setting)
    return;
  scope_panel_renew (&self->panel);
}

static void
apply_filter (ScopeProcessTreePanel *self)
{
  g_autoptr (GError) error = NULL;
  ScopeLaneFilter filter;
  gboolean fine;

  g_clear_handle_id (&self->typing, g_source_remove);
  scope_lane_filter_init (&filter);
  filter.text = g_strdup (gtk_editable_get_text (GTK_EDITABLE (self->entry)));
  filter.regex = gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (self->regex));
  fine = scope_lane_filter_check (&filter, &error);
  gtk_label_set_label (GTK_LABEL (self->problem), fine ? "" : error->message);
  gtk_widget_set_visible (self->problem, !fine);
  if (fine)
    gtk_widget_remove_css_class (self->entry, "error");
  else
    gtk_widget_add_css_class (self->entry, "error");
  if (fine && !scope_lane_filter_equal (&filter, &self->filter))
    {
      scope_lane_filter_copy (&self->filter, &filter);
      self->stale_filter = TRUE;
      scope_panel_renew (&self->panel);
    }
  scope_lane_filter_clear (&filter);
}

static gboolean
typed_enough (gpointer data)
{
  ScopeProcessTreePanel *self = data;

  self->typing = 0;
  apply_filter (self);
  return G_SOURCE_REMOVE;
}

static void
typed (ScopeProcessTreePanel *self)
{
  g_clear_handle_id (&self->typing, g_source_remove);
  self->typing = g_timeout_add (TYPING_MS, typed_enough, self);
}

void
scope_process_tree_panel_set_filter (ScopeProcessTreePanel *self, const char *text, gboolean regex)
{
  gtk_editable_set_text (GTK_EDITABLE (self->entry), text != NULL ? text : "");
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (self->regex), regex);
  apply_filter (self);
}

ScopeProcessTree *
scope_process_tree_panel_get_tree (ScopeProcessTreePanel *self)
{
  return self->order != NULL ? self->order->tree : NULL;
}

/* --- building --- */

static GtkWidget *
new_toggle (const char *label, const char *tip, GCallback toggled, ScopeProcessTreePanel *self)
{
  GtkWidget *button = gtk_toggle_button_new_with_mnemonic (label);

  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  gtk_widget_set_tooltip_text (button, tip);
  g_signal_connect (button, "toggled", toggled, self);
  return button;
}

static void
make_by (ScopeProcessTreePanel *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);

  self->by_parent
      = new_toggle (_ ("By _Parent"), _ ("Below the one that created it"), G_CALLBACK (by_chosen), self);
  self->by_place = new_toggle (_ ("By P_lace"), _ ("Machines, their processes, their threads"),
                               G_CALLBACK (by_chosen), self);
  gtk_toggle_button_set_group (GTK_TOGGLE_BUTTON (self->by_place), GTK_TOGGLE_BUTTON (self->by_parent));
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (self->by_parent), TRUE);
  gtk_widget_add_css_class (box, "linked");
  gtk_widget_set_valign (box, GTK_ALIGN_CENTER);
  scope_add_children (box, self->by_parent, self->by_place, NULL);
  gtk_widget_set_parent (box, self->bar);
}

static void
make_filter (ScopeProcessTreePanel *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);

  self->entry = gtk_search_entry_new ();
  scope_search_let_escape (self->entry);
  g_object_set (self->entry, "placeholder-text", _ ("Name or label"), NULL);
  gtk_editable_set_width_chars (GTK_EDITABLE (self->entry), 12);
  scope_label_widget (self->entry, _ ("Only rows with this in their name or label"));
  self->regex = gtk_toggle_button_new_with_label (".*");
  gtk_widget_set_tooltip_text (self->regex, _ ("Regular Expression"));
  scope_label_widget (self->regex, _ ("Regular expression"));
  gtk_widget_add_css_class (box, "linked");
  gtk_widget_set_valign (box, GTK_ALIGN_CENTER);
  scope_add_children (box, self->entry, self->regex, NULL);
  g_signal_connect_swapped (self->entry, "changed", G_CALLBACK (typed), self);
  g_signal_connect_swapped (self->regex, "toggled", G_CALLBACK (apply_filter), self);
  gtk_widget_set_parent (box, self->bar);
  self->fold = new_toggle (_ ("_Fold Similar"), _ ("Siblings with the same label or entry point as one row"),
                           G_CALLBACK (fold_chosen), self);
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (self->fold), TRUE);
  gtk_widget_set_parent (self->fold, self->bar);
  self->problem = scope_label_new (NULL, 0, "error");
  gtk_widget_set_visible (self->problem, FALSE);
  gtk_widget_set_parent (self->problem, self->bar);
}

static void
make_end (ScopeProcessTreePanel *self)
{
  GtkWidget *end = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);

  self->panel.spinner = gtk_spinner_new ();
  gtk_box_append (GTK_BOX (end), self->panel.spinner);
  self->compare_button = gtk_button_new_with_mnemonic (_ ("_Compare"));
  gtk_actionable_set_action_name (GTK_ACTIONABLE (self->compare_button), "tree.compare");
  gtk_widget_set_tooltip_text (
      self->compare_button, _ ("Only the lanes of the rows selected in the timeline, one above the other"));
  gtk_widget_add_css_class (self->compare_button, "flat");
  self->graph_button
      = new_toggle (_ ("_Graph"), _ ("As a graph, larger what ran longer"), G_CALLBACK (graph_chosen), self);
  gtk_widget_add_css_class (self->graph_button, "flat");
  scope_add_children (end, self->graph_button, self->compare_button, NULL);
  scope_add_children (end, scope_menu_button_new ("view-sort-descending-symbolic", _ ("Sort by"), G_MENU_MODEL (self->sort_menu)),
                      scope_menu_button_new ("view-more-symbolic", _ ("Columns"), G_MENU_MODEL (self->column_menu)),
                      scope_action_button_new ("edit-copy-symbolic", _ ("Copy"), "tree.copy"),
                      scope_action_button_new ("document-save-symbolic", _ ("Save as CSV, the Graph as DOT…"), "tree.save"), NULL);
  gtk_widget_set_halign (end, GTK_ALIGN_END);
  gtk_widget_set_valign (end, GTK_ALIGN_CENTER);
  gtk_widget_set_parent (end, self->bar);
}

void
scope_process_tree_make_bar (ScopeProcessTreePanel *self)
{
  self->bar = scope_bar_new (6);
  gtk_widget_add_css_class (self->bar, "panel-bar");
  make_by (self);
  gtk_widget_set_parent (scope_panel_make_chip (&self->panel), self->bar);
  make_filter (self);
  make_end (self);
}

void
scope_process_tree_make_compare_bar (ScopeProcessTreePanel *self)
{
  GtkWidget *button = gtk_button_new_with_mnemonic (_ ("_Back to All Rows"));

  self->compare_bar = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  gtk_widget_set_margin_start (self->compare_bar, 12);
  gtk_widget_set_margin_end (self->compare_bar, 6);
  gtk_widget_set_margin_bottom (self->compare_bar, 6);
  self->compare_label = gtk_label_new (NULL);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), "tree.compare-no-more");
  scope_add_children (self->compare_bar, self->compare_label, button, NULL);
  gtk_widget_set_visible (self->compare_bar, FALSE);
}

void
scope_process_tree_make_table (ScopeProcessTreePanel *self)
{
  GtkWidget *table = scope_process_tree_make_rows (self);

  self->table = SCOPE_TABLE_VIEW (table);
  g_signal_connect (scope_table_view_get_selection (self->table), "selection-changed",
                    G_CALLBACK (scope_process_tree_selection_changed), self);
  self->placeholder = scope_label_new (NULL, SCOPE_LABEL_WRAP, "dim-label");
  gtk_label_set_justify (GTK_LABEL (self->placeholder), GTK_JUSTIFY_CENTER);
  self->stack = gtk_stack_new ();
  gtk_widget_set_vexpand (self->stack, TRUE);
  gtk_stack_add_named (GTK_STACK (self->stack), self->placeholder, "empty");
  gtk_stack_add_named (GTK_STACK (self->stack), table, "table");
  gtk_stack_add_named (GTK_STACK (self->stack), scope_process_tree_make_graph (self), "graph");
}

void
scope_process_tree_make_column_actions (ScopeProcessTreePanel *self)
{
  self->column_actions = g_simple_action_group_new ();
  for (guint c = 0; c < SCOPE_TREE_N_COLUMNS; c++)
    {
      g_autoptr (GSimpleAction) action = g_simple_action_new_stateful (
          scope_tree_column_id ((ScopeTreeColumn)c), NULL, g_variant_new_boolean (TRUE));

      g_signal_connect (action, "change-state", G_CALLBACK (scope_process_tree_column_toggled), self);
      g_action_map_add_action (G_ACTION_MAP (self->column_actions), G_ACTION (action));
    }
  gtk_widget_insert_action_group (GTK_WIDGET (self), "tree-columns", G_ACTION_GROUP (self->column_actions));
}
