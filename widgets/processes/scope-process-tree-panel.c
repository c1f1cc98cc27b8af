/* scope-process-tree-panel.c: see scope-process-tree-panel.h.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "widgets/processes/scope-process-tree-panel-private.h"

#include "widgets/graph/scope-graph-view.h"

#include <glib/gi18n.h>

#define MOST_LOOKED_AT 100u /* rows selected */
#define TILES_BYTES (16u << 20)

G_DEFINE_FINAL_TYPE (ScopeProcessTreePanel, scope_process_tree_panel, GTK_TYPE_WIDGET)

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
  if (!scope_trace_get_finished (trace))
    return NULL;
  for (guint m = 0; m < scope_trace_n_machines (trace); m++)
    {
      ScopeMachine *machine = scope_trace_machine (trace, m);

      if (scope_machine_n_entities (machine, SCOPE_KIND_PROCESS) > 0
          || scope_machine_n_entities (machine, SCOPE_KIND_THREAD) > 0)
        return NULL;
    }
  return _ ("no process or thread recorded");
}

static const char *
why_empty (ScopeProcessTreePanel *self)
{
  ScopeTrace *trace = scope_view_get_trace (self->view);

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
         && scope_process_tree_panel_why_not (scope_view_get_trace (self->view)) == NULL;
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
  if (self->order == NULL || scope_table_view_get_tree (self->table) == NULL || !scope_view_get_selected_lane (self->view, &lane))
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
  if (self->setting || self->view == NULL || self->order == NULL || gtk_bitset_get_size (selected) != 1)
    return;
  row = scope_process_tree_panel_get_row (self, gtk_bitset_get_nth (selected, 0));
  if (row != SCOPE_NONE)
    {
      ScopeLaneId lane
          = scope_process_tree_lane (self->order->tree, scope_process_tree_shown_row (self, row));

      scope_view_select_lane (self->view, &lane);
    }
}

/* --- the view --- */

static void
view_changed (ScopeView *view, guint what, ScopeProcessTreePanel *self)
{
  if (what & SCOPE_VIEW_DATA)
    {
      self->stale_tree = TRUE;
      scope_process_tree_ask_soon (self);
    }
  if (what & SCOPE_VIEW_LOOK)
    {
      scope_table_view_renew (self->table);
      scope_process_tree_update_graph (self);
    }
  if ((what & SCOPE_VIEW_LANES) && self->comparing
      && scope_lane_list_get_show (scope_view_get_lanes (view)) != SCOPE_SHOW_LIST)
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
forget (ScopeProcessTreePanel *self)
{
  scope_process_tree_cancel (self);
  self->setting = TRUE;
  scope_table_view_set_order (self->table, NULL);
  self->setting = FALSE;
  g_clear_pointer (&self->order, scope_tree_order_unref);
  g_hash_table_remove_all (self->unfolded);
  g_clear_object (&self->tiles);
  scope_graph_view_forget_places (SCOPE_GRAPH_VIEW (self->graph));
  scope_graph_view_set_graph (SCOPE_GRAPH_VIEW (self->graph), NULL);
}

void
scope_process_tree_panel_set_view (ScopeProcessTreePanel *self, ScopeView *view)
{
  g_return_if_fail (SCOPE_IS_PROCESS_TREE_PANEL (self));

  if (self->view == view)
    return;
  scope_process_tree_stop_comparing (self);
  forget (self);
  if (self->view != NULL)
    g_signal_handlers_disconnect_by_func (self->view, view_changed, self);
  g_set_object (&self->view, view);
  self->by = SCOPE_TREE_BY_DEFAULT;
  gtk_label_set_label (GTK_LABEL (self->placeholder), "");
  gtk_stack_set_visible_child_name (GTK_STACK (self->stack), "empty");
  scope_range_selector_set_view (SCOPE_RANGE_SELECTOR (self->chip), view);
  if (view == NULL)
    return;
  self->tiles = scope_tile_cache_new (G_OBJECT (scope_view_get_trace (view)), TILES_BYTES, 1);
  self->stale_tree = self->stale_lane = TRUE;
  g_signal_connect (view, "changed", G_CALLBACK (view_changed), self);
  scope_process_tree_ask_soon (self);
}

/* --- life --- */

static void
scope_process_tree_panel_map (GtkWidget *widget)
{
  ScopeProcessTreePanel *self = SCOPE_PROCESS_TREE_PANEL (widget);

  GTK_WIDGET_CLASS (scope_process_tree_panel_parent_class)->map (widget);
  if (self->stale)
    scope_process_tree_ask_soon (self);
  else if (self->stale_lane && self->view != NULL)
    select_lane_of_view (self);
}

static void
scope_process_tree_panel_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  ScopeProcessTreePanel *self = SCOPE_PROCESS_TREE_PANEL (widget);

  gtk_widget_allocate (self->overlay, width, height, baseline, NULL);
}

static void
scope_process_tree_panel_measure (GtkWidget *widget,
                                  GtkOrientation orientation,
                                  int for_size,
                                  int *minimum,
                                  int *natural,
                                  int *minimum_baseline,
                                  int *natural_baseline)
{
  gtk_widget_measure (SCOPE_PROCESS_TREE_PANEL (widget)->overlay, orientation, for_size, minimum, natural,
                      minimum_baseline, natural_baseline);
}

static GtkSizeRequestMode
scope_process_tree_panel_get_request_mode (GtkWidget *widget)
{
  return gtk_widget_get_request_mode (SCOPE_PROCESS_TREE_PANEL (widget)->overlay);
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

  if (self->overlay != NULL)
    {
      scope_process_tree_panel_set_view (self, NULL);
      g_clear_handle_id (&self->typing, g_source_remove);
      g_signal_handlers_disconnect_by_data (scope_table_view_get_selection (self->table), self);
      g_clear_pointer (&self->saver, scope_text_saver_free);
      g_clear_pointer (&self->overlay, gtk_widget_unparent);
      g_clear_object (&self->sort_menu);
      g_clear_object (&self->column_menu);
      g_clear_object (&self->column_actions);
      g_clear_pointer (&self->unfolded, g_hash_table_unref);
      scope_lane_filter_clear (&self->filter);
    }
  G_OBJECT_CLASS (scope_process_tree_panel_parent_class)->dispose (object);
}

static void
scope_process_tree_panel_class_init (ScopeProcessTreePanelClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = scope_process_tree_panel_dispose;
  object_class->set_property = scope_process_tree_panel_set_property;
  object_class->get_property = scope_process_tree_panel_get_property;
  widget_class->map = scope_process_tree_panel_map;
  widget_class->size_allocate = scope_process_tree_panel_size_allocate;
  widget_class->measure = scope_process_tree_panel_measure;
  widget_class->get_request_mode = scope_process_tree_panel_get_request_mode;
  props[PROP_HIDDEN_COLUMNS] = g_param_spec_string ("hidden-columns", NULL, NULL, SCOPE_PROCESS_TREE_HIDDEN,
                                                    G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, props);
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
  scope_process_tree_install_actions (widget_class);
}

static void
scope_process_tree_panel_init (ScopeProcessTreePanel *self)
{
  self->setting = TRUE;
  self->unfolded = g_hash_table_new (NULL, NULL);
  self->saver = scope_text_saver_new (GTK_WIDGET (self));
  self->sort_menu = g_menu_new ();
  self->column_menu = g_menu_new ();
  scope_lane_filter_init (&self->filter);
  scope_process_tree_make_column_actions (self);
  scope_process_tree_make_bar (self);
  scope_process_tree_make_compare_bar (self);
  scope_process_tree_make_table (self);
  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  gtk_box_append (GTK_BOX (self->box), self->bar);
  gtk_box_append (GTK_BOX (self->box), self->compare_bar);
  gtk_box_append (GTK_BOX (self->box), gtk_separator_new (GTK_ORIENTATION_HORIZONTAL));
  gtk_box_append (GTK_BOX (self->box), self->stack);
  self->progress = gtk_progress_bar_new ();
  gtk_widget_add_css_class (self->progress, "osd");
  gtk_widget_set_valign (self->progress, GTK_ALIGN_START);
  gtk_widget_set_visible (self->progress, FALSE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->progress), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Computing"), -1);
  self->overlay = gtk_overlay_new ();
  gtk_overlay_set_child (GTK_OVERLAY (self->overlay), self->box);
  gtk_overlay_add_overlay (GTK_OVERLAY (self->overlay), self->progress);
  gtk_widget_set_parent (self->overlay, GTK_WIDGET (self));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Process tree"),
                                  -1);
  scope_process_tree_set_hidden (self, NULL);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "tree.compare", FALSE);
  self->setting = FALSE;
}

GtkWidget *
scope_process_tree_panel_new (void)
{
  return g_object_new (SCOPE_TYPE_PROCESS_TREE_PANEL, NULL);
}
