/* scope-process-tree-cells.c: the table of the process tree: columns, cells, what is unfolded.
 *
 * Another order is another model: GtkTreeListModel would lose what is unfolded, so that is kept by the tree's
 * rows, and unfolded again. The rows of the table stay, and their cells are filled anew.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "widgets/processes/scope-process-tree-panel-private.h"

#include "model/base/scope-each.h"
#include "widgets/draw/scope-life-bar.h"
#include "widgets/kit/scope-parts.h"

#include <glib/gi18n.h>

#define FIRST_SIGHT 30u     /* rows that are unfolded by themselves */
#define MOST_UNFOLDED 2000u /* by one command */
#define SUMMED 16u
#define NAME_WIDTH 240
#define LIFE_WIDTH 200
#define MOST_TEXT 28u /* characters */

guint32
scope_process_tree_panel_get_row (ScopeProcessTreePanel *self, guint position)
{
  return scope_table_view_get_row (self->table, position);
}

/* --- cells --- */

void
scope_process_tree_add_lanes (ScopeProcessTreePanel *self, guint32 row, guint most, GArray *lanes)
{
  ScopeProcessTree *tree = self->order->tree;
  g_autoptr (GArray) members = NULL;

  if (!scope_process_tree_is_fold (tree, row))
    {
      ScopeLaneId lane = scope_process_tree_lane (tree, row);

      if (lanes->len < most)
        g_array_append_val (lanes, lane);
      return;
    }
  members = scope_process_tree_children (tree, row, FALSE);
  for (guint i = 0; i < members->len && lanes->len < most; i++)
    {
      ScopeLaneId lane = scope_process_tree_lane (tree, g_array_index (members, guint32, i));

      g_array_append_val (lanes, lane);
    }
}

static void
fill_life (ScopeProcessTreePanel *self, GtkWidget *bar, guint32 row)
{
  ScopeProcessTree *tree = self->order->tree;
  ScopeTrace *trace = scope_process_tree_get_trace (tree);
  ScopeLaneId id = scope_process_tree_lane (tree, scope_process_tree_shown_row (self, row));
  ScopeMachine *machine = scope_trace_machine (trace, id.machine);
  gint64 offset = scope_trace_offset (trace, machine);
  guint32 lane = scope_trace_lane (trace, id);
  guint n = 1;
  g_autofree guint32 *lanes
      = lane == SCOPE_NONE ? scope_trace_summed_lanes (trace, id, &n) : g_memdup2 (&lane, sizeof lane);
  ScopeLaneSource *sources = g_newa (ScopeLaneSource, MIN (n, SUMMED) + 1);
  ScopeLife life = {
    self->tiles, sources, MIN (n, SUMMED), self->from, self->to, 1, 0, scope_view_get_palette (self->panel.view)
  };
  g_autofree char *share = scope_tree_cell_text (tree, self->order->totals, row, SCOPE_TREE_SHARE);
  g_autofree char *alive = scope_tree_cell_text (tree, self->order->totals, row, SCOPE_TREE_LIFE);
  g_autofree char *words = g_strdup_printf (_ ("Alive %s, running %s"), alive, share);

  for (guint i = 0; i < life.n_lanes; i++)
    sources[i] = (ScopeLaneSource){ machine->lanes, lanes[i], offset };
  /* Of a fold, from the first to the last; and under what is too short to be seen. */
  if (!scope_process_tree_life (tree, row, &life.first, &life.last)
      || (!scope_process_tree_is_fold (tree, row) && life.last - life.first > (self->to - self->from) / 100))
    life.last = life.first - 1;
  scope_life_bar_set (SCOPE_LIFE_BAR (bar), &life);
  scope_label_widget (bar, words);
}

static void
fill_name (ScopeProcessTreePanel *self, GtkWidget *label, guint32 row)
{
  ScopeProcessTree *tree = self->order->tree;
  g_autofree char *text = scope_tree_cell_text (tree, self->order->totals, row, SCOPE_TREE_NAME), *one = NULL, *whole = NULL;
  const char *tip = NULL;

  if (scope_process_tree_is_fold (tree, row))
    {
      one = scope_process_tree_title (tree, scope_process_tree_shown_row (self, row));
      whole = g_strdup_printf (_ ("%s, most: %s"), text, one);
      tip = _ ("Siblings that are alike, with the one that ran most");
    }
  if (g_strcmp0 (gtk_widget_get_tooltip_text (label), tip) != 0)
    gtk_widget_set_tooltip_text (label, tip);
  gtk_label_set_label (GTK_LABEL (label), whole != NULL ? whole : text);
  if (self->order->matching != NULL && !scope_tree_order_matches (self->order, row))
    gtk_widget_add_css_class (label, "dim-label");
  else
    gtk_widget_remove_css_class (label, "dim-label");
}

static gboolean
fill (gpointer owner, GtkWidget *cell, gpointer item, guint c)
{
  ScopeProcessTreePanel *self = owner;

  if (self->order == NULL || self->panel.view == NULL)
    return TRUE;
  if (c == SCOPE_TREE_LIFE)
    fill_life (self, cell, scope_row_item_get_row (item));
  else if (c == SCOPE_TREE_NAME)
    fill_name (self, cell, scope_row_item_get_row (item));
  return c == SCOPE_TREE_LIFE || c == SCOPE_TREE_NAME;
}

static char *
text (gpointer owner, gpointer item, guint c)
{
  ScopeTreeOrder *order = SCOPE_PROCESS_TREE_PANEL (owner)->order;

  return scope_tree_cell_text (order->tree, order->totals, scope_row_item_get_row (item), (ScopeTreeColumn) c);
}

static GtkWidget *
make (gpointer owner, GtkListItem *cell, guint c)
{
  GtkWidget *label;

  if (c == SCOPE_TREE_LIFE)
    return g_object_new (SCOPE_TYPE_LIFE_BAR, NULL);
  if (c != SCOPE_TREE_NAME)
    return NULL;
  label = scope_label_new (NULL, SCOPE_LABEL_START | SCOPE_LABEL_ELLIPSIZE, NULL);
  return label;
}

static void
empty (gpointer owner, GtkWidget *cell, guint c)
{
  if (c == SCOPE_TREE_LIFE)
    scope_life_bar_set (SCOPE_LIFE_BAR (cell), NULL);
}

/* --- columns --- */

/* Titles are the trace's: see name_columns(). */
static ScopeTableColumn
column (gpointer owner, guint c)
{
  if (c == SCOPE_TREE_NAME)
    return (ScopeTableColumn) { "", NAME_WIDTH, SCOPE_COLUMN_TREE | SCOPE_COLUMN_NUMERIC };
  if (c == SCOPE_TREE_LIFE)
    return (ScopeTableColumn) { "", LIFE_WIDTH, SCOPE_COLUMN_GREATEST };
  return (ScopeTableColumn) { "", 0, scope_tree_column_is_text ((ScopeTreeColumn) c) ? SCOPE_COLUMN_NUMERIC : SCOPE_COLUMN_FIGURE,
                              .most = MOST_TEXT };
}

static gboolean
has_column (gpointer owner, guint c)
{
  ScopeProcessTreePanel *self = owner;

  return !self->hidden[c] && self->order != NULL && scope_tree_column_useful (self->order->tree, (ScopeTreeColumn) c);
}

static void
name_columns (ScopeProcessTreePanel *self)
{
  g_menu_remove_all (self->sort_menu);
  g_menu_remove_all (self->column_menu);
  for (guint c = 0; c < SCOPE_TREE_N_COLUMNS; c++)
    {
      g_autofree char *title
          = scope_tree_column_title (scope_view_get_trace (self->panel.view), (ScopeTreeColumn)c);
      g_autofree char *action
          = g_strdup_printf ("tree-columns.%s", scope_tree_column_id ((ScopeTreeColumn)c));
      g_autoptr (GMenuItem) sort = g_menu_item_new (title, NULL);

      gtk_column_view_column_set_title (scope_table_view_get_column (self->table, c), title);
      if (self->order == NULL || !scope_tree_column_useful (self->order->tree, (ScopeTreeColumn)c))
        continue;
      g_menu_item_set_action_and_target (sort, "tree.sort", "i", (gint)c);
      g_menu_append_item (self->sort_menu, sort);
      if (c != SCOPE_TREE_NAME)
        g_menu_append (self->column_menu, title, action);
    }
}

/* --- rows --- */

/* Rows below `above` (NULL: the top). */
static ScopeRowList *
rows_below (ScopeProcessTreePanel *self, GtkTreeListRow *above)
{
  return SCOPE_ROW_LIST (above != NULL ? gtk_tree_list_row_get_children (above)
                                       : gtk_tree_list_model_get_model (scope_table_view_get_tree (self->table)));
}

static GtkTreeListRow *
child_row (ScopeProcessTreePanel *self, GtkTreeListRow *above, guint i)
{
  scope_row_list_reach (rows_below (self, above), i);
  return above != NULL ? gtk_tree_list_row_get_child_row (above, i)
                       : gtk_tree_list_model_get_child_row (scope_table_view_get_tree (self->table), i);
}

/* Unfolds what is in self->unfolded; from the last row up, so that no row moves that is still looked for. */
static void
unfold_again (ScopeProcessTreePanel *self, GtkTreeListRow *above)
{
  guint n;
  const guint32 *rows = scope_row_list_get_rows (rows_below (self, above), &n);

  for (guint i = 0; i < n; i++)
    if (g_hash_table_contains (self->unfolded, GUINT_TO_POINTER (rows[i] + 1)))
      {
        g_autoptr (GtkTreeListRow) item = child_row (self, above, i);

        gtk_tree_list_row_set_expanded (item, TRUE);
        if (gtk_tree_list_row_get_expanded (item))
          unfold_again (self, item);
      }
}

static void
unfold (gpointer owner)
{
  unfold_again (owner, NULL);
}

static void
unfolded (gpointer owner, guint32 row, gboolean expanded)
{
  ScopeProcessTreePanel *self = owner;

  if (self->setting)
    return;
  if (expanded)
    g_hash_table_add (self->unfolded, GUINT_TO_POINTER (row + 1));
  else
    g_hash_table_remove (self->unfolded, GUINT_TO_POINTER (row + 1));
}

/* Level by level, entities only, as long as the rows are few. */
static void
unfold_at_first_sight (ScopeProcessTreePanel *self)
{
  g_autoptr (GArray) top = scope_tree_order_children (self->order, SCOPE_NONE);
  g_autoptr (GArray) level = g_array_copy (top);
  guint n = level->len;

  for (guint i = 0; i < level->len && n < FIRST_SIGHT; i++)
    {
      guint32 row = g_array_index (level, guint32, i);
      g_autoptr (GArray) below = NULL;

      if (scope_process_tree_is_fold (self->order->tree, row)
          || !scope_tree_order_has_children (self->order, row))
        continue;
      below = scope_tree_order_children (self->order, row);
      if (n + below->len > FIRST_SIGHT && i > 0)
        continue;
      n += below->len;
      g_hash_table_add (self->unfolded, GUINT_TO_POINTER (row + 1));
      g_array_append_vals (level, below->data, below->len);
    }
}

/* The same entities have other numbers in another tree. */
static void
carry_over (ScopeProcessTreePanel *self, ScopeProcessTree *from, ScopeProcessTree *to)
{
  g_autoptr (GHashTable) before = g_steal_pointer (&self->unfolded);

  self->unfolded = g_hash_table_new (NULL, NULL);
  SCOPE_EACH_KEY (void, key, before)
    {
      guint32 row = GPOINTER_TO_UINT (key) - 1,
              now = scope_process_tree_find (to, scope_process_tree_lane (from, row));

      if (now != SCOPE_NONE && scope_process_tree_is_fold (from, row))
        now = scope_process_tree_fold_of (to, now);
      if (now != SCOPE_NONE)
        g_hash_table_add (self->unfolded, GUINT_TO_POINTER (now + 1));
    }
}

static void
show_rows (ScopeProcessTreePanel *self)
{
  GtkSelectionModel *selection = scope_table_view_get_selection (self->table);
  g_autoptr (GArray) chosen = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autoptr (GtkBitset) selected = gtk_selection_model_get_selection (selection);

  for (guint i = 0; !self->new_tree && i < MIN (gtk_bitset_get_size (selected), 256); i++)
    {
      guint32 row = scope_process_tree_panel_get_row (self, gtk_bitset_get_nth (selected, i));

      if (row != SCOPE_NONE)
        g_array_append_val (chosen, row);
    }
  self->setting = TRUE;
  scope_table_view_set_order (self->table, self->order);
  for (guint i = 0; i < chosen->len; i++)
    if (scope_tree_order_shows (self->order, g_array_index (chosen, guint32, i)))
      {
        guint position = scope_process_tree_reveal (self, g_array_index (chosen, guint32, i));

        if (position != GTK_INVALID_LIST_POSITION)
          gtk_selection_model_select_item (selection, position, FALSE);
      }
  self->setting = FALSE;
}

static gboolean
same_rows (const ScopeTreeOrder *a, const ScopeTreeOrder *b)
{
  gboolean figures = b->column >= 0 && b->column != SCOPE_TREE_LIFE && b->column != SCOPE_TREE_CHILDREN
                     && b->column != SCOPE_TREE_BRANCH_TASKS
                     && !scope_tree_column_is_text ((ScopeTreeColumn)b->column);

  return a != NULL && a->tree == b->tree && a->fold == b->fold && a->column == b->column
         && a->descending == b->descending && (!figures || a->totals == b->totals) && a->matching == NULL
         && b->matching == NULL;
}

void
scope_process_tree_show (ScopeProcessTreePanel *self, ScopeTreeOrder *order)
{
  g_autoptr (ScopeTreeOrder) before = g_steal_pointer (&self->order);
  gboolean same = same_rows (before, order);

  self->order = scope_tree_order_ref (order);
  self->new_tree = before == NULL || before->tree != order->tree;
  if (self->new_tree)
    {
      if (before != NULL
          && scope_process_tree_get_by (before->tree) == scope_process_tree_get_by (order->tree))
        carry_over (self, before->tree, order->tree);
      else
        {
          g_hash_table_remove_all (self->unfolded);
          unfold_at_first_sight (self);
        }
      /* Columns come and go for each row that is there: first the rows go. */
      self->setting = TRUE;
      scope_table_view_set_order (self->table, NULL);
      self->setting = FALSE;
      name_columns (self);
      scope_table_view_show_columns (self->table);
    }
  if (same)
    scope_table_view_renew (self->table);
  else
    show_rows (self);
}

guint
scope_process_tree_reveal (ScopeProcessTreePanel *self, guint32 row)
{
  g_autoptr (GArray) path = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autoptr (GtkTreeListRow) above = NULL;
  ScopeProcessTree *tree = self->order->tree;

  for (guint32 at = row; at != SCOPE_NONE;)
    {
      guint32 fold = self->order->fold ? scope_process_tree_fold_of (tree, at) : SCOPE_NONE;

      g_array_append_val (path, at);
      at = fold != SCOPE_NONE ? fold : scope_process_tree_parent (tree, at);
    }
  for (guint i = path->len; i-- > 0;)
    {
      guint32 wanted = g_array_index (path, guint32, i);
      guint n, at = 0;
      const guint32 *rows;
      GtkTreeListRow *item;

      if (above != NULL)
        {
          gtk_tree_list_row_set_expanded (above, TRUE);
          if (!gtk_tree_list_row_get_expanded (above))
            return GTK_INVALID_LIST_POSITION;
          g_hash_table_add (self->unfolded, GUINT_TO_POINTER (g_array_index (path, guint32, i + 1) + 1));
        }
      rows = scope_row_list_get_rows (rows_below (self, above), &n);
      while (at < n && rows[at] != wanted)
        at++;
      if (at == n)
        return GTK_INVALID_LIST_POSITION;
      item = child_row (self, above, at);
      g_clear_object (&above);
      above = item;
    }
  return above != NULL ? gtk_tree_list_row_get_position (above) : GTK_INVALID_LIST_POSITION;
}

void
scope_process_tree_unfold_below (ScopeProcessTreePanel *self, guint position)
{
  GListModel *model = G_LIST_MODEL (scope_table_view_get_tree (self->table));
  guint before = g_list_model_get_n_items (model);
  g_autoptr (GtkTreeListRow) first = g_list_model_get_item (model, position);
  guint depth = first != NULL ? gtk_tree_list_row_get_depth (first) : 0;

  for (guint i = position; first != NULL && i < g_list_model_get_n_items (model); i++)
    {
      g_autoptr (GtkTreeListRow) item = g_list_model_get_item (model, i);
      guint32 row = scope_process_tree_panel_get_row (self, i);

      if ((i > position && gtk_tree_list_row_get_depth (item) <= depth)
          || g_list_model_get_n_items (model) > before + MOST_UNFOLDED)
        break;
      if (i > position && scope_process_tree_is_fold (self->order->tree, row))
        continue;
      if (gtk_tree_list_row_is_expandable (item))
        {
          gtk_tree_list_row_set_expanded (item, TRUE);
          g_hash_table_add (self->unfolded, GUINT_TO_POINTER (row + 1));
        }
    }
}

/* --- all of it --- */

static void
sorted (gpointer owner)
{
  ScopeProcessTreePanel *self = owner;

  if (self->setting)
    return;
  scope_panel_renew (&self->panel);
}

/* Of rows that are selected, as its actions are. */
static GMenuModel *
make_row_menu (guint position, gpointer data)
{
  GMenu *menu = g_menu_new ();

  g_menu_append (menu, _ ("_Show in Timeline"), "tree.go-to");
  g_menu_append (menu, _ ("_Compare Lanes"), "tree.compare");
  g_menu_append (menu, _ ("_Unfold All Below"), "tree.unfold");
  g_menu_append (menu, _ ("C_opy"), "tree.copy");
  return G_MENU_MODEL (menu);
}

static const ScopeRowTree row_tree = {
  (GArray *(*) (gpointer, guint32)) scope_tree_order_children,
  (gboolean (*) (gpointer, guint32)) scope_tree_order_has_children,
  (gpointer (*) (gpointer)) scope_tree_order_ref,
  (GDestroyNotify) scope_tree_order_unref,
};

static const ScopeTableRows table_rows = {
  .name = N_ ("Process tree"),
  .dense = TRUE,
  .n_columns = SCOPE_TREE_N_COLUMNS,
  .tree = &row_tree,
  .column = column,
  .has_column = has_column,
  .make = make,
  .fill = fill,
  .empty = empty,
  .text = text,
  .unfold = unfold,
  .unfolded = unfolded,
  .sorted = sorted,
  .activated = scope_process_tree_activated,
  .make_menu = make_row_menu,
};

GtkWidget *
scope_process_tree_make_rows (ScopeProcessTreePanel *self)
{
  return scope_table_view_new (&table_rows, self, GTK_SELECTION_MODEL (gtk_multi_selection_new (NULL)));
}
