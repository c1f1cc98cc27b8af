/* scope-process-tree-actions.c: what can be done with rows of the process tree: going there, comparing,
 * copying, saving, sorting, hiding columns.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "widgets/processes/scope-process-tree-panel-private.h"

#include "widgets/graph/scope-graph-view.h"

#include <glib/gi18n.h>

#define MOST_COMPARED 100u

/* --- comparing --- */

void
scope_process_tree_stop_comparing (ScopeProcessTreePanel *self)
{
  if (self->comparing && self->panel.view != NULL
      && scope_lane_list_get_show (scope_view_get_lanes (self->panel.view)) == SCOPE_SHOW_LIST)
    scope_lane_list_set_show (scope_view_get_lanes (self->panel.view), self->shown_before);
  self->comparing = FALSE;
  gtk_widget_set_visible (self->compare_bar, FALSE);
}

static void
compare (GtkWidget *widget, const char *action, GVariant *parameter)
{
  ScopeProcessTreePanel *self = SCOPE_PROCESS_TREE_PANEL (widget);
  g_autoptr (GtkBitset) selected = gtk_selection_model_get_selection (scope_table_view_get_selection (self->table));
  g_autoptr (GArray) lanes = g_array_new (FALSE, FALSE, sizeof (ScopeLaneId));
  g_autofree char *text = NULL;
  ScopeLaneList *list;

  if (self->panel.view == NULL || self->order == NULL)
    return;
  for (guint i = 0; i < MIN (gtk_bitset_get_size (selected), MOST_COMPARED); i++)
    scope_process_tree_add_lanes (self,
                                  scope_process_tree_panel_get_row (self, gtk_bitset_get_nth (selected, i)),
                                  MOST_COMPARED, lanes);
  if (lanes->len == 0)
    return;
  list = scope_view_get_lanes (self->panel.view);
  if (scope_lane_list_get_show (list) != SCOPE_SHOW_LIST)
    self->shown_before = scope_lane_list_get_show (list);
  self->comparing = TRUE;
  scope_lane_list_compare (list, (const ScopeLaneId *)(const void *)lanes->data, lanes->len);
  text = g_strdup_printf (
      ngettext ("The timeline shows %u lane alone", "The timeline compares %u lanes", lanes->len),
      lanes->len);
  gtk_label_set_label (GTK_LABEL (self->compare_label), text);
  gtk_widget_set_visible (self->compare_bar, TRUE);
}

static void
compare_no_more (GtkWidget *widget, const char *action, GVariant *parameter)
{
  scope_process_tree_stop_comparing (SCOPE_PROCESS_TREE_PANEL (widget));
}

/* --- copying, saving --- */

char *
scope_process_tree_panel_dup_text (ScopeProcessTreePanel *self, gboolean csv)
{
  g_autoptr (GArray) rows = scope_table_view_dup_rows (self->table, csv);
  gboolean shown[SCOPE_TREE_N_COLUMNS];

  if (self->order == NULL)
    return g_strdup ("");
  for (guint c = 0; c < SCOPE_TREE_N_COLUMNS; c++)
    shown[c] = gtk_column_view_column_get_visible (scope_table_view_get_column (self->table, c)) && (csv || c != SCOPE_TREE_LIFE);
  return (csv ? scope_tree_to_csv : scope_tree_to_text) (
      self->order->tree, self->order->totals, (const guint32 *)(const void *)rows->data, rows->len, shown);
}

static char *
dup_dot (ScopeProcessTreePanel *self)
{
  ScopeGraph *graph = gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (self->graph_button))
                          ? scope_graph_view_get_graph (SCOPE_GRAPH_VIEW (self->graph))
                          : NULL;

  return graph != NULL ? g_string_free (scope_graph_write_dot (graph), FALSE) : NULL;
}

static void
copy (GtkWidget *widget, const char *action, GVariant *parameter)
{
  g_autofree char *text = scope_process_tree_panel_dup_text (SCOPE_PROCESS_TREE_PANEL (widget), FALSE);

  gdk_clipboard_set_text (gtk_widget_get_clipboard (widget), text);
}

static void
save (GtkWidget *widget, const char *action, GVariant *parameter)
{
  ScopeProcessTreePanel *self = SCOPE_PROCESS_TREE_PANEL (widget);
  char *dot = dup_dot (self);

  if (dot != NULL)
    scope_text_saver_ask (GTK_WIDGET (self), _ ("Save as DOT"), _ ("process tree.dot"), dot);
  else
    scope_text_saver_ask (GTK_WIDGET (self), _ ("Save as CSV"), _ ("process tree.csv"),
                        scope_process_tree_panel_dup_text (self, TRUE));
}

/* --- actions on a row --- */

static void
go_to (ScopeProcessTreePanel *self, guint position)
{
  guint32 row = scope_process_tree_panel_get_row (self, position);
  gint64 first, last;
  ScopeLaneId lane;

  if (row == SCOPE_NONE || self->panel.view == NULL)
    return;
  row = scope_process_tree_shown_row (self, row);
  lane = scope_process_tree_lane (self->order->tree, row);
  if (!scope_process_tree_life (self->order->tree, row, &first, &last))
    return;
  scope_view_go_to (self->panel.view, &lane, MAX (first, self->from),
                    MAX (MIN (last, self->to - 1), MAX (first, self->from)));
}

void
scope_process_tree_activated (gpointer panel, guint position)
{
  go_to (panel, position);
}

/* That of the menu, else the first one selected. */
static guint
chosen_position (ScopeProcessTreePanel *self)
{
  g_autoptr (GtkBitset) selected = gtk_selection_model_get_selection (scope_table_view_get_selection (self->table));

  return gtk_bitset_is_empty (selected) ? GTK_INVALID_LIST_POSITION : gtk_bitset_get_minimum (selected);
}

static void
go_to_chosen (GtkWidget *widget, const char *action, GVariant *parameter)
{
  go_to (SCOPE_PROCESS_TREE_PANEL (widget), chosen_position (SCOPE_PROCESS_TREE_PANEL (widget)));
}

static void
unfold_chosen (GtkWidget *widget, const char *action, GVariant *parameter)
{
  ScopeProcessTreePanel *self = SCOPE_PROCESS_TREE_PANEL (widget);
  guint position = chosen_position (self);

  if (position != GTK_INVALID_LIST_POSITION)
    scope_process_tree_unfold_below (self, position);
}

static void
sort_by (GtkWidget *widget, const char *action, GVariant *parameter)
{
  scope_table_view_toggle_sort (SCOPE_PROCESS_TREE_PANEL (widget)->table, g_variant_get_int32 (parameter));
}

/* --- columns --- */

static void
notify_columns (ScopeProcessTreePanel *self)
{
  for (guint c = 0; c < SCOPE_TREE_N_COLUMNS; c++)
    {
      GAction *action = g_action_map_lookup_action (G_ACTION_MAP (self->column_actions),
                                                    scope_tree_column_id ((ScopeTreeColumn)c));

      g_simple_action_set_state (G_SIMPLE_ACTION (action), g_variant_new_boolean (!self->hidden[c]));
    }
  scope_table_view_show_columns (self->table);
}

void
scope_process_tree_column_toggled (GSimpleAction *action, GVariant *state, ScopeProcessTreePanel *self)
{
  for (guint c = SCOPE_TREE_NAME + 1; c < SCOPE_TREE_N_COLUMNS; c++)
    if (g_str_equal (g_action_get_name (G_ACTION (action)), scope_tree_column_id ((ScopeTreeColumn)c)))
      self->hidden[c] = !g_variant_get_boolean (state);
  notify_columns (self);
  g_object_notify (G_OBJECT (self), "hidden-columns");
}

void
scope_process_tree_set_hidden (ScopeProcessTreePanel *self, const char *ids)
{
  g_auto (GStrv) words = g_strsplit (ids != NULL ? ids : SCOPE_PROCESS_TREE_HIDDEN, ",", -1);

  for (guint c = 0; c < SCOPE_TREE_N_COLUMNS; c++)
    self->hidden[c]
        = c != SCOPE_TREE_NAME
          && g_strv_contains ((const char *const *)words, scope_tree_column_id ((ScopeTreeColumn)c));
  notify_columns (self);
}

char *
scope_process_tree_dup_hidden (ScopeProcessTreePanel *self)
{
  GString *ids = g_string_new (NULL);

  for (guint c = 0; c < SCOPE_TREE_N_COLUMNS; c++)
    if (self->hidden[c])
      g_string_append_printf (ids, "%s%s", ids->len > 0 ? "," : "",
                              scope_tree_column_id ((ScopeTreeColumn)c));
  return g_string_free (ids, FALSE);
}

/* --- all of them --- */

void
scope_process_tree_install_actions (GtkWidgetClass *widget_class)
{
  gtk_widget_class_install_action (widget_class, "tree.copy", NULL, copy);
  gtk_widget_class_install_action (widget_class, "tree.save", NULL, save);
  gtk_widget_class_install_action (widget_class, "tree.compare", NULL, compare);
  gtk_widget_class_install_action (widget_class, "tree.compare-no-more", NULL, compare_no_more);
  gtk_widget_class_install_action (widget_class, "tree.go-to", NULL, go_to_chosen);
  gtk_widget_class_install_action (widget_class, "tree.unfold", NULL, unfold_chosen);
  gtk_widget_class_install_action (widget_class, "tree.sort", "i", sort_by);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_c, GDK_CONTROL_MASK, "tree.copy", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Insert, GDK_CONTROL_MASK, "tree.copy", NULL);
}
