/* scope-process-tree-panel.c: see scope-process-tree-panel.h.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "widgets/processes/scope-process-tree-panel-private.h"

#include "model/trace/document/scope-recorded.h"
#include "widgets/graph/scope-graph-view.h"
#include "widgets/kit/scope-parts.h"

#include <glib/gi18n.h>

#define MOST_LOOKED_AT 100u /* rows selected */
#define TILES_BYTES (16u << 20)

G_DEFINE_FINAL_TYPE (ScopeProcessTreePanel, scope_process_tree_panel, SCOPE_TYPE_PANEL)

enum
{
  PROP_HIDDEN_COLUMNS = 1,
  N_PROPS
};

static GParamSpec *props[N_PROPS];

/* --- what is shown instead of a table --- */

const char *
scope_process_tree_panel_why_not (ScopeTrace *trace)
{
  if (!scope_trace_get_finished (trace) || scope_trace_n_entities (trace, SCOPE_KIND_PROCESS, NULL) > 0
      || scope_trace_n_entities (trace, SCOPE_KIND_THREAD, NULL) > 0)
    return NULL;
  return _ ("no process or thread recorded");
}

static const char *
why_empty (ScopeProcessTreePanel *self)
{
  ScopeTrace *trace = scope_view_get_trace (self->panel.view);

  if (!scope_trace_get_finished (trace))
    return _ ("Nothing has been read yet");
  if (scope_lane_filter_has_text (&self->filter) && scope_process_tree_panel_why_not (trace) == NULL)
    return _ ("No row has this in its name or label");
  return _ ("No process or thread was recorded: the program wrote no scheduler events");
}

static void
adopt_by (ScopeProcessTreePanel *self)
{
  gboolean place = scope_process_tree_get_by (self->order->tree) == SCOPE_TREE_BY_PLACE;
  gboolean knows = !place || self->by == SCOPE_TREE_BY_PLACE;

  self->setting = TRUE;
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (place ? self->by_place : self->by_parent), TRUE);
  self->setting = FALSE;
  gtk_widget_set_tooltip_text (self->by_parent, knows ? _ ("Below the one that created it")
                                                      : _ ("The trace does not record who created whom"));
}

/* Machines alone are no tree. */
gboolean
scope_process_tree_has_rows (ScopeProcessTreePanel *self)
{
  return self->order != NULL && scope_table_view_n_rows (self->table) > 0
         && scope_process_tree_panel_why_not (scope_view_get_trace (self->panel.view)) == NULL;
}

void
scope_process_tree_show_page (ScopeProcessTreePanel *self, gboolean rows)
{
  gboolean graph = gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (self->graph_button));

  gtk_stack_set_visible_child_name (GTK_STACK (self->stack), !rows ? "empty" : graph ? "graph" : "table");
}

static void select_lane_of_view (ScopeProcessTreePanel *self);

void
scope_process_tree_shown (ScopeProcessTreePanel *self)
{
  gboolean rows = scope_process_tree_has_rows (self);

  if (self->order != NULL)
    {
      adopt_by (self);
      if (!rows)
        gtk_label_set_label (GTK_LABEL (self->placeholder), why_empty (self));
    }
  scope_process_tree_show_page (self, rows);
  scope_process_tree_update_graph (self);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "tree.copy", rows);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "tree.save", rows);
  if (self->stale_lane)
    select_lane_of_view (self);
}

/* --- the view's selection --- */

/* By parent, threads of processes are no rows: their process stands for them. */
static guint32
row_of_lane (ScopeProcessTreePanel *self, ScopeLaneId lane)
{
  guint32 row = scope_process_tree_find (self->order->tree, lane);
  ScopeMachine *machine
      = scope_trace_machine (scope_process_tree_get_trace (self->order->tree), lane.machine);

  if (row != SCOPE_NONE || lane.kind != SCOPE_KIND_THREAD
      || lane.index >= scope_machine_n_entities (machine, SCOPE_KIND_THREAD))
    return row;
  lane.index = scope_machine_entity (machine, SCOPE_KIND_THREAD, lane.index)->process;
  lane.kind = SCOPE_KIND_PROCESS;
  return scope_process_tree_find (self->order->tree, lane);
}

guint32
scope_process_tree_shown_row (ScopeProcessTreePanel *self, guint32 row)
{
  return self->order->totals != NULL ? scope_tree_totals_representative (self->order->totals, row) : row;
}

/* A row that stands for it already is enough: a fold by the one that ran most. */
static gboolean
is_chosen (ScopeProcessTreePanel *self, guint32 wanted)
{
  g_autoptr (GtkBitset) selected = gtk_selection_model_get_selection (scope_table_view_get_selection (self->table));

  for (guint i = 0; i < MIN (gtk_bitset_get_size (selected), MOST_LOOKED_AT); i++)
    {
      guint32 row = scope_process_tree_panel_get_row (self, gtk_bitset_get_nth (selected, i));

      if (row != SCOPE_NONE && scope_process_tree_shown_row (self, row) == wanted)
        return TRUE;
    }
  return FALSE;
}

static void
select_lane_of_view (ScopeProcessTreePanel *self)
{
  ScopeLaneId lane;
  guint32 row;
  guint position;

  self->stale_lane = FALSE;
  if (self->order == NULL || scope_table_view_get_tree (self->table) == NULL
      || !scope_view_get_selected_lane (self->panel.view, &lane))
    return;
  row = row_of_lane (self, lane);
  if (row == SCOPE_NONE || is_chosen (self, row) || !scope_tree_order_shows (self->order, row))
    return;
  self->setting = TRUE;
  position = scope_process_tree_reveal (self, row);
  if (position != GTK_INVALID_LIST_POSITION)
    {
      scope_table_view_select (self->table, position);
      scope_table_view_scroll_to (self->table, position);
    }
  self->setting = FALSE;
}

void
scope_process_tree_selection_changed (GtkSelectionModel *selection,
                                      guint position,
                                      guint n,
                                      ScopeProcessTreePanel *self)
{
  g_autoptr (GtkBitset) selected = gtk_selection_model_get_selection (selection);
  guint32 row;

  gtk_widget_action_set_enabled (GTK_WIDGET (self), "tree.compare", !gtk_bitset_is_empty (selected));
  if (self->setting || self->panel.view == NULL || self->order == NULL || gtk_bitset_get_size (selected) != 1)
    return;
  row = scope_process_tree_panel_get_row (self, gtk_bitset_get_nth (selected, 0));
  if (row != SCOPE_NONE)
    {
      ScopeLaneId lane
          = scope_process_tree_lane (self->order->tree, scope_process_tree_shown_row (self, row));

      scope_view_select_lane (self->panel.view, &lane);
    }
}

/* --- the view --- */

static void
view_changed (ScopePanel *panel, guint what)
{
  ScopeProcessTreePanel *self = SCOPE_PROCESS_TREE_PANEL (panel);

  if (what & SCOPE_VIEW_DATA)
    {
      self->stale_tree = TRUE;
      scope_panel_ask (panel);
    }
  if (what & SCOPE_VIEW_LOOK)
    {
      scope_table_view_renew (self->table);
      scope_process_tree_update_graph (self);
    }
  if ((what & SCOPE_VIEW_LANES) && self->comparing
      && scope_lane_list_get_show (scope_view_get_lanes (panel->view)) != SCOPE_SHOW_LIST)
    scope_process_tree_stop_comparing (self);
  if ((what & SCOPE_VIEW_SELECTION) && !self->setting)
    {
      scope_process_tree_choose_node (self);
      self->stale_lane = TRUE;
      if (gtk_widget_get_mapped (GTK_WIDGET (self)))
        select_lane_of_view (self);
    }
}

static void
leave_view (ScopePanel *panel)
{
  scope_process_tree_stop_comparing (SCOPE_PROCESS_TREE_PANEL (panel));
}

static void
set_view (ScopePanel *panel)
{
  ScopeProcessTreePanel *self = SCOPE_PROCESS_TREE_PANEL (panel);

  self->setting = TRUE;
  scope_table_view_set_order (self->table, NULL);
  self->setting = FALSE;
  g_clear_pointer (&self->order, scope_tree_order_unref);
  g_hash_table_remove_all (self->unfolded);
  g_clear_object (&self->tiles);
  scope_graph_view_forget_places (SCOPE_GRAPH_VIEW (self->graph));
  scope_graph_view_set_graph (SCOPE_GRAPH_VIEW (self->graph), NULL);
  self->by = SCOPE_TREE_BY_DEFAULT;
  gtk_label_set_label (GTK_LABEL (self->placeholder), "");
  gtk_stack_set_visible_child_name (GTK_STACK (self->stack), "empty");
  if (panel->view == NULL)
    return;
  self->tiles = scope_tile_cache_new (G_OBJECT (scope_view_get_trace (panel->view)), TILES_BYTES, 1);
  self->stale_tree = self->stale_lane = TRUE;
}

static gboolean
is_settled (ScopePanel *panel)
{
  ScopeProcessTreePanel *self = SCOPE_PROCESS_TREE_PANEL (panel);

  return self->typing == 0 && self->order != NULL;
}

static void
set_layout (ScopePanel *panel, ScopeGraphLayout *layout)
{
  scope_graph_view_set_layout (SCOPE_GRAPH_VIEW (SCOPE_PROCESS_TREE_PANEL (panel)->graph), layout);
}

/* --- life --- */

static void
scope_process_tree_panel_map (GtkWidget *widget)
{
  ScopeProcessTreePanel *self = SCOPE_PROCESS_TREE_PANEL (widget);
  gboolean asks = scope_async_query_is_open (self->panel.question);

  GTK_WIDGET_CLASS (scope_process_tree_panel_parent_class)->map (widget);
  if (!asks && self->stale_lane && self->panel.view != NULL)
    select_lane_of_view (self);
}

static void
scope_process_tree_panel_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  scope_process_tree_set_hidden (SCOPE_PROCESS_TREE_PANEL (object), g_value_get_string (value));
}

static void
scope_process_tree_panel_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  g_value_take_string (value, scope_process_tree_dup_hidden (SCOPE_PROCESS_TREE_PANEL (object)));
}

static void
scope_process_tree_panel_dispose (GObject *object)
{
  ScopeProcessTreePanel *self = SCOPE_PROCESS_TREE_PANEL (object);

  if (self->sort_menu != NULL)
    {
      scope_panel_set_view (&self->panel, NULL);
      g_clear_handle_id (&self->typing, g_source_remove);
      g_signal_handlers_disconnect_by_data (scope_table_view_get_selection (self->table), self);
    }
  G_OBJECT_CLASS (scope_process_tree_panel_parent_class)->dispose (object);
  g_clear_object (&self->sort_menu);
  g_clear_object (&self->column_menu);
  g_clear_object (&self->column_actions);
  g_clear_pointer (&self->unfolded, g_hash_table_unref);
  scope_lane_filter_clear (&self->filter);
}

static void
scope_process_tree_panel_class_init (ScopeProcessTreePanelClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  ScopePanelClass *panel_class = SCOPE_PANEL_CLASS (klass);

  object_class->dispose = scope_process_tree_panel_dispose;
  object_class->set_property = scope_process_tree_panel_set_property;
  object_class->get_property = scope_process_tree_panel_get_property;
  widget_class->map = scope_process_tree_panel_map;
  panel_class->leave_view = leave_view;
  panel_class->set_view = set_view;
  panel_class->view_changed = view_changed;
  panel_class->is_settled = is_settled;
  panel_class->set_layout = set_layout;
  scope_process_tree_install_query (panel_class);
  props[PROP_HIDDEN_COLUMNS] = g_param_spec_string ("hidden-columns", NULL, NULL, SCOPE_PROCESS_TREE_HIDDEN,
                                                    G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, props);
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
  scope_process_tree_install_actions (widget_class);
}

static void
scope_process_tree_panel_init (ScopeProcessTreePanel *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);

  self->setting = TRUE;
  self->unfolded = g_hash_table_new (NULL, NULL);
  self->sort_menu = g_menu_new ();
  self->column_menu = g_menu_new ();
  scope_lane_filter_init (&self->filter);
  scope_process_tree_make_column_actions (self);
  scope_process_tree_make_bar (self);
  scope_process_tree_make_compare_bar (self);
  scope_process_tree_make_table (self);
  scope_add_children (box, self->bar, self->compare_bar, gtk_separator_new (GTK_ORIENTATION_HORIZONTAL), self->stack, NULL);
  gtk_widget_set_parent (scope_panel_make_progress (&self->panel, _ ("Computing"), box), GTK_WIDGET (self));
  scope_label_widget (GTK_WIDGET (self), _ ("Process tree"));
  scope_process_tree_set_hidden (self, NULL);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "tree.compare", FALSE);
  self->setting = FALSE;
}
