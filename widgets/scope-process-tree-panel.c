/* scope-process-tree-panel.c: see scope-process-tree-panel.h.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "widgets/scope-process-tree-private.h"

#include "widgets/scope-graph-view.h"
#include "widgets/scope-wrap-bar.h"

#include <glib/gi18n.h>
#include <string.h>

#define TYPING_MS 250
#define MOST_COMPARED 100u
#define TILES_BYTES (16u << 20)
#define HIDDEN_AT_FIRST "outside,below,tree-blocked"

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

      if (scope_machine_n_entities (machine, SCOPE_KIND_PROCESS) > 0 || scope_machine_n_entities (machine, SCOPE_KIND_THREAD) > 0)
        return NULL;
    }
  return _("no process or thread recorded");
}

static const char *
why_empty (ScopeProcessTreePanel *self)
{
  ScopeTrace *trace = scope_view_get_trace (self->view);

  if (!scope_trace_get_finished (trace))
    return _("Nothing has been read yet");
  if (scope_lane_filter_has_text (&self->filter) && scope_process_tree_panel_why_not (trace) == NULL)
    return _("No row has this in its name or label");
  return _("No process or thread was recorded: the program wrote no scheduler events");
}

static void
adopt_by (ScopeProcessTreePanel *self)
{
  gboolean place = scope_process_tree_get_by (self->order->tree) == SCOPE_TREE_BY_PLACE;
  gboolean knows = !place || self->by == SCOPE_TREE_BY_PLACE;

  self->setting = TRUE;
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (place ? self->by_place : self->by_parent), TRUE);
  self->setting = FALSE;
  gtk_widget_set_tooltip_text (self->by_parent, knows ? _("Below the one that made it")
                                                      : _("The trace does not tell who made whom"));
}

/* Machines alone are no tree. */
static gboolean
has_rows (ScopeProcessTreePanel *self)
{
  return self->order != NULL && self->model != NULL && g_list_model_get_n_items (G_LIST_MODEL (self->model)) > 0
         && scope_process_tree_panel_why_not (scope_view_get_trace (self->view)) == NULL;
}

static void
show_page (ScopeProcessTreePanel *self, gboolean rows)
{
  gboolean graph = gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (self->graph_button));

  gtk_stack_set_visible_child_name (GTK_STACK (self->stack), !rows ? "empty" : graph ? "graph" : "table");
}

static void
graph_chosen (GtkToggleButton *button, ScopeProcessTreePanel *self)
{
  show_page (self, has_rows (self));
  scope_process_tree_update_graph (self);
}

static void select_lane_of_view (ScopeProcessTreePanel *self);

void
scope_process_tree_shown (ScopeProcessTreePanel *self)
{
  gboolean rows = has_rows (self);

  if (self->order != NULL)
    {
      adopt_by (self);
      if (!rows)
        gtk_label_set_label (GTK_LABEL (self->placeholder), why_empty (self));
    }
  show_page (self, rows);
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
  ScopeMachine *machine = scope_trace_machine (scope_process_tree_get_trace (self->order->tree), lane.machine);

  if (row != SCOPE_NONE || lane.kind != SCOPE_KIND_THREAD
      || lane.index >= scope_machine_n_entities (machine, SCOPE_KIND_THREAD))
    return row;
  lane.index = scope_machine_entity (machine, SCOPE_KIND_THREAD, lane.index)->process;
  lane.kind = SCOPE_KIND_PROCESS;
  return scope_process_tree_find (self->order->tree, lane);
}

static guint32
shown_row (ScopeProcessTreePanel *self, guint32 row)
{
  return self->order->totals != NULL ? scope_tree_totals_representative (self->order->totals, row) : row;
}

/* A row that stands for it already is enough: a fold by the one that ran most. */
static gboolean
is_chosen (ScopeProcessTreePanel *self, guint32 wanted)
{
  g_autoptr (GtkBitset) selected = gtk_selection_model_get_selection (GTK_SELECTION_MODEL (self->selection));

  for (guint i = 0; i < MIN (gtk_bitset_get_size (selected), MOST_COMPARED); i++)
    {
      guint32 row = scope_process_tree_panel_get_row (self, gtk_bitset_get_nth (selected, i));

      if (row != SCOPE_NONE && shown_row (self, row) == wanted)
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
  if (self->order == NULL || self->model == NULL || !scope_view_get_selected_lane (self->view, &lane))
    return;
  row = row_of_lane (self, lane);
  if (row == SCOPE_NONE || is_chosen (self, row) || !scope_tree_order_shows (self->order, row))
    return;
  self->setting = TRUE;
  position = scope_process_tree_reveal (self, row);
  if (position != GTK_INVALID_LIST_POSITION)
    {
      gtk_selection_model_select_item (GTK_SELECTION_MODEL (self->selection), position, TRUE);
      scope_list_scroller_show (self->finder, position);
    }
  self->setting = FALSE;
}

static void
selection_changed (GtkSelectionModel *selection, guint position, guint n, ScopeProcessTreePanel *self)
{
  g_autoptr (GtkBitset) selected = gtk_selection_model_get_selection (selection);
  guint32 row;

  gtk_widget_action_set_enabled (GTK_WIDGET (self), "tree.compare", !gtk_bitset_is_empty (selected));
  if (self->setting || self->view == NULL || self->order == NULL || gtk_bitset_get_size (selected) != 1)
    return;
  row = scope_process_tree_panel_get_row (self, gtk_bitset_get_nth (selected, 0));
  if (row != SCOPE_NONE)
    {
      ScopeLaneId lane = scope_process_tree_lane (self->order->tree, shown_row (self, row));

      scope_view_select_lane (self->view, &lane);
    }
}

static void
go_to (ScopeProcessTreePanel *self, guint position)
{
  guint32 row = scope_process_tree_panel_get_row (self, position);
  gint64 first, last;
  ScopeLaneId lane;

  if (row == SCOPE_NONE || self->view == NULL)
    return;
  row = shown_row (self, row);
  lane = scope_process_tree_lane (self->order->tree, row);
  if (!scope_process_tree_life (self->order->tree, row, &first, &last))
    return;
  scope_view_go_to (self->view, &lane, MAX (first, self->from), MAX (MIN (last, self->to - 1), MAX (first, self->from)));
}

static void
activated (GtkColumnView *table, guint position, ScopeProcessTreePanel *self)
{
  go_to (self, position);
}

/* --- comparing --- */

static void
stop_comparing (ScopeProcessTreePanel *self)
{
  if (self->comparing && self->view != NULL
      && scope_lane_list_get_show (scope_view_get_lanes (self->view)) == SCOPE_SHOW_LIST)
    scope_lane_list_set_show (scope_view_get_lanes (self->view), self->shown_before);
  self->comparing = FALSE;
  gtk_widget_set_visible (self->compare_bar, FALSE);
}

static void
compare (GtkWidget *widget, const char *action, GVariant *parameter)
{
  ScopeProcessTreePanel *self = SCOPE_PROCESS_TREE_PANEL (widget);
  g_autoptr (GtkBitset) selected = gtk_selection_model_get_selection (GTK_SELECTION_MODEL (self->selection));
  g_autoptr (GArray) lanes = g_array_new (FALSE, FALSE, sizeof (ScopeLaneId));
  g_autofree char *text = NULL;
  ScopeLaneList *list;

  if (self->view == NULL || self->order == NULL)
    return;
  for (guint i = 0; i < MIN (gtk_bitset_get_size (selected), MOST_COMPARED); i++)
    scope_process_tree_add_lanes (self, scope_process_tree_panel_get_row (self, gtk_bitset_get_nth (selected, i)),
                                  MOST_COMPARED, lanes);
  if (lanes->len == 0)
    return;
  list = scope_view_get_lanes (self->view);
  if (scope_lane_list_get_show (list) != SCOPE_SHOW_LIST)
    self->shown_before = scope_lane_list_get_show (list);
  self->comparing = TRUE;
  scope_lane_list_compare (list, (const ScopeLaneId *) (const void *) lanes->data, lanes->len);
  text = g_strdup_printf (ngettext ("The timeline shows %u lane alone", "The timeline compares %u lanes", lanes->len),
                          lanes->len);
  gtk_label_set_label (GTK_LABEL (self->compare_label), text);
  gtk_widget_set_visible (self->compare_bar, TRUE);
}

static void
compare_no_more (GtkWidget *widget, const char *action, GVariant *parameter)
{
  stop_comparing (SCOPE_PROCESS_TREE_PANEL (widget));
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
      scope_process_tree_fill_again (self);
      scope_process_tree_update_graph (self);
    }
  if ((what & SCOPE_VIEW_LANES) && self->comparing
      && scope_lane_list_get_show (scope_view_get_lanes (view)) != SCOPE_SHOW_LIST)
    stop_comparing (self);
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
  gtk_multi_selection_set_model (self->selection, NULL);
  self->setting = FALSE;
  self->model = NULL;
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
  stop_comparing (self);
  forget (self);
  if (self->view != NULL)
    g_signal_handlers_disconnect_by_func (self->view, view_changed, self);
  g_set_object (&self->view, view);
  self->by = SCOPE_TREE_BY_DEFAULT;
  gtk_label_set_label (GTK_LABEL (self->placeholder), "");
  gtk_stack_set_visible_child_name (GTK_STACK (self->stack), "empty");
  scope_extent_chip_set_view (SCOPE_EXTENT_CHIP (self->chip), view);
  if (view == NULL)
    return;
  self->tiles = scope_tile_cache_new (G_OBJECT (scope_view_get_trace (view)), TILES_BYTES, 1);
  self->stale_tree = self->stale_lane = TRUE;
  g_signal_connect (view, "changed", G_CALLBACK (view_changed), self);
  scope_process_tree_ask_soon (self);
}

/* --- controls --- */

static void
range_changed (ScopeExtentChip *chip, ScopeProcessTreePanel *self)
{
  scope_process_tree_ask_soon (self);
}

static void
ask_for_tree (ScopeProcessTreePanel *self)
{
  scope_process_tree_cancel (self);
  self->stale_tree = TRUE;
  scope_process_tree_ask_soon (self);
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
    scope_process_tree_panel_set_by (self, GTK_WIDGET (button) == self->by_place ? SCOPE_TREE_BY_PLACE : SCOPE_TREE_BY_PARENT);
}

static void
fold_chosen (GtkToggleButton *button, ScopeProcessTreePanel *self)
{
  if (self->setting)
    return;
  scope_process_tree_cancel (self);
  scope_process_tree_ask_soon (self);
}

static void
sorter_changed (GtkSorter *sorter, GtkSorterChange change, ScopeProcessTreePanel *self)
{
  if (self->setting)
    return;
  scope_column_sort_ask (&self->sort, sorter);
  scope_process_tree_cancel (self);
  scope_process_tree_ask_soon (self);
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
      scope_process_tree_cancel (self);
      self->stale_filter = TRUE;
      scope_process_tree_ask_soon (self);
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

gboolean
scope_process_tree_panel_is_settled (ScopeProcessTreePanel *self)
{
  return self->view == NULL
         || (self->asking == NULL && !self->stale && self->wait == 0 && self->typing == 0 && self->order != NULL);
}

GtkColumnView *
scope_process_tree_panel_get_column_view (ScopeProcessTreePanel *self)
{
  return GTK_COLUMN_VIEW (self->table);
}

ScopeProcessTree *
scope_process_tree_panel_get_tree (ScopeProcessTreePanel *self)
{
  return self->order != NULL ? self->order->tree : NULL;
}

/* --- copying, saving --- */

char *
scope_process_tree_panel_dup_text (ScopeProcessTreePanel *self, gboolean csv)
{
  g_autoptr (GtkBitset) selected = gtk_selection_model_get_selection (GTK_SELECTION_MODEL (self->selection));
  g_autoptr (GArray) rows = g_array_new (FALSE, FALSE, sizeof (guint32));
  gboolean shown[SCOPE_TREE_N_COLUMNS];
  guint n = self->model != NULL ? g_list_model_get_n_items (G_LIST_MODEL (self->model)) : 0;
  gboolean some = !csv && !gtk_bitset_is_empty (selected);

  if (self->order == NULL)
    return g_strdup ("");
  for (guint i = 0; i < n; i++)
    if (!some || gtk_bitset_contains (selected, i))
      {
        guint32 row = scope_process_tree_panel_get_row (self, i);

        g_array_append_val (rows, row);
      }
  for (guint c = 0; c < SCOPE_TREE_N_COLUMNS; c++)
    shown[c] = gtk_column_view_column_get_visible (self->columns[c]) && (csv || c != SCOPE_TREE_LIFE);
  return (csv ? scope_tree_to_csv : scope_tree_to_text) (self->order->tree, self->order->totals,
                                                         (const guint32 *) (const void *) rows->data, rows->len, shown);
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

  scope_text_saver_ask (self->saver, _("Save as CSV"), _("process tree.csv"),
                        scope_process_tree_panel_dup_text (self, TRUE));
}

/* --- actions on a row --- */

/* That of the menu, else the first one selected. */
static guint
chosen_position (ScopeProcessTreePanel *self)
{
  g_autoptr (GtkBitset) selected = gtk_selection_model_get_selection (GTK_SELECTION_MODEL (self->selection));

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
  ScopeProcessTreePanel *self = SCOPE_PROCESS_TREE_PANEL (widget);
  gint c = g_variant_get_int32 (parameter);
  gboolean descending;

  if (c < 0 || c >= SCOPE_TREE_N_COLUMNS)
    return;
  descending = c == self->sort.column ? !self->sort.descending : !scope_tree_column_is_text ((ScopeTreeColumn) c);
  gtk_column_view_sort_by_column (GTK_COLUMN_VIEW (self->table), self->columns[c],
                                  descending ? GTK_SORT_DESCENDING : GTK_SORT_ASCENDING);
}

static void
open_menu (ScopeProcessTreePanel *self, GtkWidget *at, double x, double y, guint position)
{
  double panel_x = 0, panel_y = 0;

  if (!gtk_selection_model_is_selected (GTK_SELECTION_MODEL (self->selection), position))
    gtk_selection_model_select_item (GTK_SELECTION_MODEL (self->selection), position, TRUE);
  gtk_widget_translate_coordinates (at, GTK_WIDGET (self), x, y, &panel_x, &panel_y);
  gtk_popover_set_pointing_to (GTK_POPOVER (self->context), &(GdkRectangle) { (int) panel_x, (int) panel_y, 1, 1 });
  gtk_popover_popup (GTK_POPOVER (self->context));
}

static void
pressed (GtkGestureClick *click, int n, double x, double y, ScopeProcessTreePanel *self)
{
  guint position = scope_process_tree_position_at (self, x, y);

  if (position == GTK_INVALID_LIST_POSITION)
    return;
  gtk_gesture_set_state (GTK_GESTURE (click), GTK_EVENT_SEQUENCE_CLAIMED);
  open_menu (self, self->table, x, y, position);
}

static void
popup_menu (GtkWidget *widget, const char *action, GVariant *parameter)
{
  ScopeProcessTreePanel *self = SCOPE_PROCESS_TREE_PANEL (widget);
  GtkRoot *root = gtk_widget_get_root (widget);
  GtkWidget *focus = root != NULL ? gtk_root_get_focus (root) : NULL;
  guint position = chosen_position (self);

  if (focus != NULL && position != GTK_INVALID_LIST_POSITION && gtk_widget_is_ancestor (focus, self->table))
    open_menu (self, focus, 24, gtk_widget_get_height (focus) / 2.0, position);
}

/* --- columns --- */

static void
tell_columns (ScopeProcessTreePanel *self)
{
  for (guint c = 0; c < SCOPE_TREE_N_COLUMNS; c++)
    {
      GAction *action = g_action_map_lookup_action (G_ACTION_MAP (self->column_actions),
                                                    scope_tree_column_id ((ScopeTreeColumn) c));

      g_simple_action_set_state (G_SIMPLE_ACTION (action), g_variant_new_boolean (!self->hidden[c]));
    }
  scope_process_tree_show_columns (self);
}

static void
column_toggled (GSimpleAction *action, GVariant *state, ScopeProcessTreePanel *self)
{
  for (guint c = SCOPE_TREE_NAME + 1; c < SCOPE_TREE_N_COLUMNS; c++)
    if (g_str_equal (g_action_get_name (G_ACTION (action)), scope_tree_column_id ((ScopeTreeColumn) c)))
      self->hidden[c] = !g_variant_get_boolean (state);
  tell_columns (self);
  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_HIDDEN_COLUMNS]);
}

static void
set_hidden (ScopeProcessTreePanel *self, const char *ids)
{
  g_auto (GStrv) words = g_strsplit (ids != NULL ? ids : HIDDEN_AT_FIRST, ",", -1);

  for (guint c = 0; c < SCOPE_TREE_N_COLUMNS; c++)
    self->hidden[c] = c != SCOPE_TREE_NAME
                      && g_strv_contains ((const char *const *) words, scope_tree_column_id ((ScopeTreeColumn) c));
  tell_columns (self);
}

static char *
dup_hidden (ScopeProcessTreePanel *self)
{
  GString *ids = g_string_new (NULL);

  for (guint c = 0; c < SCOPE_TREE_N_COLUMNS; c++)
    if (self->hidden[c])
      g_string_append_printf (ids, "%s%s", ids->len > 0 ? "," : "", scope_tree_column_id ((ScopeTreeColumn) c));
  return g_string_free (ids, FALSE);
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
  gtk_popover_present (GTK_POPOVER (self->context));
}

static void
scope_process_tree_panel_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural,
                                  int *minimum_baseline, int *natural_baseline)
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
  set_hidden (SCOPE_PROCESS_TREE_PANEL (object), g_value_get_string (value));
}

static void
scope_process_tree_panel_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  g_value_take_string (value, dup_hidden (SCOPE_PROCESS_TREE_PANEL (object)));
}

static void
scope_process_tree_panel_dispose (GObject *object)
{
  ScopeProcessTreePanel *self = SCOPE_PROCESS_TREE_PANEL (object);

  if (self->overlay != NULL)
    {
      scope_process_tree_panel_set_view (self, NULL);
      g_clear_handle_id (&self->typing, g_source_remove);
      g_clear_handle_id (&self->filling, g_source_remove);
      g_signal_handlers_disconnect_by_data (self->selection, self);
      g_signal_handlers_disconnect_by_data (gtk_column_view_get_sorter (GTK_COLUMN_VIEW (self->table)), self);
      g_clear_pointer (&self->finder, scope_list_scroller_free);
      g_clear_pointer (&self->saver, scope_text_saver_free);
      g_clear_pointer (&self->context, gtk_widget_unparent);
      g_clear_pointer (&self->overlay, gtk_widget_unparent);
      g_clear_object (&self->selection);
      g_clear_object (&self->sort_menu);
      g_clear_object (&self->column_menu);
      g_clear_object (&self->column_actions);
      g_clear_pointer (&self->unfolded, g_hash_table_unref);
      g_clear_pointer (&self->bound, g_hash_table_unref);
      g_clear_pointer (&self->unfilled, g_ptr_array_unref);
      scope_lane_filter_clear (&self->filter);
      for (guint c = 0; c < SCOPE_TREE_N_COLUMNS; c++)
        g_clear_object (&self->columns[c]);
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
  props[PROP_HIDDEN_COLUMNS] = g_param_spec_string ("hidden-columns", NULL, NULL, HIDDEN_AT_FIRST,
                                                    G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, props);
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
  gtk_widget_class_install_action (widget_class, "tree.copy", NULL, copy);
  gtk_widget_class_install_action (widget_class, "tree.save", NULL, save);
  gtk_widget_class_install_action (widget_class, "tree.compare", NULL, compare);
  gtk_widget_class_install_action (widget_class, "tree.compare-no-more", NULL, compare_no_more);
  gtk_widget_class_install_action (widget_class, "tree.go-to", NULL, go_to_chosen);
  gtk_widget_class_install_action (widget_class, "tree.unfold", NULL, unfold_chosen);
  gtk_widget_class_install_action (widget_class, "tree.sort", "i", sort_by);
  gtk_widget_class_install_action (widget_class, "tree.menu", NULL, popup_menu);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_c, GDK_CONTROL_MASK, "tree.copy", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Insert, GDK_CONTROL_MASK, "tree.copy", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Menu, 0, "tree.menu", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_F10, GDK_SHIFT_MASK, "tree.menu", NULL);
}

/* --- building --- */

static void
name (GtkWidget *widget, const char *label)
{
  gtk_accessible_update_property (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
}

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

  self->by_parent = new_toggle (_("By _Parent"), _("Below the one that made it"), G_CALLBACK (by_chosen), self);
  self->by_place = new_toggle (_("By P_lace"), _("Machines, their processes, their threads"), G_CALLBACK (by_chosen), self);
  gtk_toggle_button_set_group (GTK_TOGGLE_BUTTON (self->by_place), GTK_TOGGLE_BUTTON (self->by_parent));
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (self->by_parent), TRUE);
  gtk_widget_add_css_class (box, "linked");
  gtk_widget_set_valign (box, GTK_ALIGN_CENTER);
  gtk_box_append (GTK_BOX (box), self->by_parent);
  gtk_box_append (GTK_BOX (box), self->by_place);
  gtk_widget_set_parent (box, self->bar);
}

static void
make_filter (ScopeProcessTreePanel *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);

  self->entry = gtk_search_entry_new ();
  g_object_set (self->entry, "placeholder-text", _("Name or label"), NULL);
  gtk_editable_set_width_chars (GTK_EDITABLE (self->entry), 16);
  name (self->entry, _("Only rows with this in their name or label"));
  self->regex = gtk_toggle_button_new_with_label (".*");
  gtk_widget_set_tooltip_text (self->regex, _("Regular Expression"));
  name (self->regex, _("Regular expression"));
  gtk_widget_add_css_class (box, "linked");
  gtk_widget_set_valign (box, GTK_ALIGN_CENTER);
  gtk_box_append (GTK_BOX (box), self->entry);
  gtk_box_append (GTK_BOX (box), self->regex);
  g_signal_connect_swapped (self->entry, "changed", G_CALLBACK (typed), self);
  g_signal_connect_swapped (self->regex, "toggled", G_CALLBACK (apply_filter), self);
  gtk_widget_set_parent (box, self->bar);
  self->fold = new_toggle (_("_Fold Similar"), _("Siblings with the same label or entry point as one row"),
                           G_CALLBACK (fold_chosen), self);
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (self->fold), TRUE);
  gtk_widget_set_parent (self->fold, self->bar);
  self->problem = gtk_label_new (NULL);
  gtk_widget_add_css_class (self->problem, "error");
  gtk_widget_set_visible (self->problem, FALSE);
  gtk_widget_set_parent (self->problem, self->bar);
}

static GtkWidget *
add_icon (GtkWidget *box, GtkWidget *button, const char *icon, const char *tip, const char *action)
{
  if (GTK_IS_MENU_BUTTON (button))
    gtk_menu_button_set_icon_name (GTK_MENU_BUTTON (button), icon);
  else
    gtk_button_set_icon_name (GTK_BUTTON (button), icon);
  if (action != NULL)
    gtk_actionable_set_action_name (GTK_ACTIONABLE (button), action);
  gtk_widget_add_css_class (button, "flat");
  gtk_widget_set_tooltip_text (button, tip);
  name (button, tip);
  gtk_box_append (GTK_BOX (box), button);
  return button;
}

static void
make_end (ScopeProcessTreePanel *self)
{
  GtkWidget *end = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0), *columns, *sort;

  self->spinner = gtk_spinner_new ();
  gtk_box_append (GTK_BOX (end), self->spinner);
  self->compare_button = gtk_button_new_with_mnemonic (_("_Compare"));
  gtk_actionable_set_action_name (GTK_ACTIONABLE (self->compare_button), "tree.compare");
  gtk_widget_set_tooltip_text (self->compare_button, _("Only the lanes of the rows selected in the timeline, one above the other"));
  gtk_widget_add_css_class (self->compare_button, "flat");
  self->graph_button = new_toggle (_("_Graph"), _("As a graph, larger what ran longer"), G_CALLBACK (graph_chosen), self);
  gtk_widget_add_css_class (self->graph_button, "flat");
  gtk_box_append (GTK_BOX (end), self->graph_button);
  gtk_box_append (GTK_BOX (end), self->compare_button);
  sort = add_icon (end, gtk_menu_button_new (), "view-sort-descending-symbolic", _("Sort by"), NULL);
  gtk_menu_button_set_menu_model (GTK_MENU_BUTTON (sort), G_MENU_MODEL (self->sort_menu));
  columns = add_icon (end, gtk_menu_button_new (), "view-more-symbolic", _("Columns"), NULL);
  gtk_menu_button_set_menu_model (GTK_MENU_BUTTON (columns), G_MENU_MODEL (self->column_menu));
  add_icon (end, gtk_button_new (), "edit-copy-symbolic", _("Copy"), "tree.copy");
  add_icon (end, gtk_button_new (), "document-save-symbolic", _("Save as CSV…"), "tree.save");
  gtk_widget_set_halign (end, GTK_ALIGN_END);
  gtk_widget_set_valign (end, GTK_ALIGN_CENTER);
  gtk_widget_set_parent (end, self->bar);
}

static void
make_bar (ScopeProcessTreePanel *self)
{
  self->bar = scope_wrap_bar_new ();
  gtk_widget_set_margin_top (self->bar, 6);
  gtk_widget_set_margin_bottom (self->bar, 6);
  gtk_widget_set_margin_start (self->bar, 6);
  gtk_widget_set_margin_end (self->bar, 6);
  make_by (self);
  self->chip = scope_extent_chip_new ();
  gtk_widget_set_parent (self->chip, self->bar);
  make_filter (self);
  make_end (self);
  g_signal_connect (self->chip, "changed", G_CALLBACK (range_changed), self);
}

static void
make_compare_bar (ScopeProcessTreePanel *self)
{
  GtkWidget *button = gtk_button_new_with_mnemonic (_("_Back to All Rows"));

  self->compare_bar = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  gtk_widget_set_margin_start (self->compare_bar, 12);
  gtk_widget_set_margin_end (self->compare_bar, 6);
  gtk_widget_set_margin_bottom (self->compare_bar, 6);
  self->compare_label = gtk_label_new (NULL);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), "tree.compare-no-more");
  gtk_box_append (GTK_BOX (self->compare_bar), self->compare_label);
  gtk_box_append (GTK_BOX (self->compare_bar), button);
  gtk_widget_set_visible (self->compare_bar, FALSE);
}

static void
make_table (ScopeProcessTreePanel *self)
{
  GtkGesture *click = gtk_gesture_click_new ();

  self->scroller = gtk_scrolled_window_new ();
  gtk_widget_set_focusable (self->scroller, FALSE); /* the table is */
  gtk_widget_add_css_class (self->scroller, "sheet-scroller");
  self->selection = gtk_multi_selection_new (NULL);
  self->table = gtk_column_view_new (g_object_ref (GTK_SELECTION_MODEL (self->selection)));
  gtk_widget_add_css_class (self->table, "data-table");
  gtk_widget_add_css_class (self->table, "sheet");
  name (self->table, _("Process tree"));
  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (click), GDK_BUTTON_SECONDARY);
  g_signal_connect (click, "pressed", G_CALLBACK (pressed), self);
  gtk_widget_add_controller (self->table, GTK_EVENT_CONTROLLER (click));
  scope_process_tree_make_columns (self);
  g_signal_connect (self->selection, "selection-changed", G_CALLBACK (selection_changed), self);
  g_signal_connect (self->table, "activate", G_CALLBACK (activated), self);
  g_signal_connect (gtk_column_view_get_sorter (GTK_COLUMN_VIEW (self->table)), "changed", G_CALLBACK (sorter_changed), self);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (self->scroller), self->table);
  self->finder = scope_list_scroller_new (GTK_SCROLLABLE (self->table), G_LIST_MODEL (self->selection));
  self->placeholder = gtk_label_new (NULL);
  gtk_label_set_wrap (GTK_LABEL (self->placeholder), TRUE);
  gtk_label_set_justify (GTK_LABEL (self->placeholder), GTK_JUSTIFY_CENTER);
  gtk_widget_add_css_class (self->placeholder, "dim-label");
  self->stack = gtk_stack_new ();
  gtk_widget_set_vexpand (self->stack, TRUE);
  gtk_stack_add_named (GTK_STACK (self->stack), self->placeholder, "empty");
  gtk_stack_add_named (GTK_STACK (self->stack), self->scroller, "table");
  gtk_stack_add_named (GTK_STACK (self->stack), scope_process_tree_make_graph (self), "graph");
}

static void
make_context (ScopeProcessTreePanel *self)
{
  g_autoptr (GMenu) menu = g_menu_new ();

  g_menu_append (menu, _("_Show in Timeline"), "tree.go-to");
  g_menu_append (menu, _("_Compare Lanes"), "tree.compare");
  g_menu_append (menu, _("_Unfold All Below"), "tree.unfold");
  g_menu_append (menu, _("C_opy"), "tree.copy");
  self->context = gtk_popover_menu_new_from_model (G_MENU_MODEL (menu));
  gtk_popover_set_has_arrow (GTK_POPOVER (self->context), FALSE);
  gtk_widget_set_halign (self->context, GTK_ALIGN_START);
  gtk_widget_set_parent (self->context, GTK_WIDGET (self));
}

static void
make_column_actions (ScopeProcessTreePanel *self)
{
  self->column_actions = g_simple_action_group_new ();
  for (guint c = 0; c < SCOPE_TREE_N_COLUMNS; c++)
    {
      g_autoptr (GSimpleAction) action = g_simple_action_new_stateful (scope_tree_column_id ((ScopeTreeColumn) c), NULL,
                                                                       g_variant_new_boolean (TRUE));

      g_signal_connect (action, "change-state", G_CALLBACK (column_toggled), self);
      g_action_map_add_action (G_ACTION_MAP (self->column_actions), G_ACTION (action));
    }
  gtk_widget_insert_action_group (GTK_WIDGET (self), "tree-columns", G_ACTION_GROUP (self->column_actions));
}

static void
scope_process_tree_panel_init (ScopeProcessTreePanel *self)
{
  self->setting = TRUE;
  self->unfolded = g_hash_table_new (NULL, NULL);
  self->bound = g_hash_table_new (NULL, NULL);
  self->unfilled = g_ptr_array_new ();
  self->sort.column = -1;
  self->saver = scope_text_saver_new (GTK_WIDGET (self));
  self->sort_menu = g_menu_new ();
  self->column_menu = g_menu_new ();
  scope_lane_filter_init (&self->filter);
  make_column_actions (self);
  make_bar (self);
  make_compare_bar (self);
  make_table (self);
  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  gtk_box_append (GTK_BOX (self->box), self->bar);
  gtk_box_append (GTK_BOX (self->box), self->compare_bar);
  gtk_box_append (GTK_BOX (self->box), gtk_separator_new (GTK_ORIENTATION_HORIZONTAL));
  gtk_box_append (GTK_BOX (self->box), self->stack);
  self->progress = gtk_progress_bar_new ();
  gtk_widget_add_css_class (self->progress, "osd");
  gtk_widget_set_valign (self->progress, GTK_ALIGN_START);
  gtk_widget_set_visible (self->progress, FALSE);
  name (self->progress, _("Computing"));
  self->overlay = gtk_overlay_new ();
  gtk_overlay_set_child (GTK_OVERLAY (self->overlay), self->box);
  gtk_overlay_add_overlay (GTK_OVERLAY (self->overlay), self->progress);
  gtk_widget_set_parent (self->overlay, GTK_WIDGET (self));
  make_context (self);
  name (GTK_WIDGET (self), _("Process tree"));
  set_hidden (self, NULL);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "tree.compare", FALSE);
  self->setting = FALSE;
}

GtkWidget *
scope_process_tree_panel_new (void)
{
  return g_object_new (SCOPE_TYPE_PROCESS_TREE_PANEL, NULL);
}
