/* scope-process-tree-panel-private.h: the panel's fields, shared by its files:
 *   scope-process-tree-panel.c  the view, its selection, life and death
 *   scope-process-tree-controls.c  controls, and how all is put together
 *   scope-process-tree-actions.c  what can be done with rows
 *   scope-process-tree-cells.c  columns, cells, unfolding
 *   scope-process-tree-graph.c  the tree as a graph
 *   scope-process-tree-tasks.c  what is read off the main thread
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "widgets/processes/scope-process-tree-panel.h"

#include "model/scene/processes/scope-tree-table.h"
#include "widgets/kit/scope-text-saver.h"
#include "widgets/table/scope-table-view.h"

G_BEGIN_DECLS

#define SCOPE_PROCESS_TREE_HIDDEN "outside,below,tree-blocked" /* columns, at first */

struct _ScopeProcessTreePanel
{
  ScopePanel panel;

  GtkWidget *bar, *by_parent, *by_place, *entry, *regex, *fold, *problem;
  GtkWidget *graph_button, *compare_button, *compare_bar, *compare_label, *stack, *placeholder;
  GtkWidget *graph, *graph_note;
  ScopeTableView *table;
  guint graph_left;           /* rows that are not in it */
  GMenu *sort_menu, *column_menu;
  GSimpleActionGroup *column_actions;
  ScopeTileCache *tiles;

  /* what is shown */
  ScopeTreeOrder *order;      /* tree, figures, sorting, filter; NULL: nothing yet */
  GHashTable *unfolded;       /* row + 1 */
  gboolean hidden[SCOPE_TREE_N_COLUMNS];
  gint64 from, to;            /* that the figures are of */
  gboolean setting, new_tree;

  /* what is asked */
  ScopeTreeBy by;
  ScopeLaneFilter filter;
  gint64 asked_from, asked_to;
  guint typing;
  gboolean stale_tree, stale_filter, stale_lane, wants_messages;

  ScopeShow shown_before;     /* comparing: what the timeline showed */
  gboolean comparing;
};

/* --- scope-process-tree-tasks.c --- */
void scope_process_tree_install_query (ScopePanelClass *klass);

/* --- scope-process-tree-cells.c --- */
GtkWidget *scope_process_tree_make_rows (ScopeProcessTreePanel *self);

/* Takes the order and shows its rows, unfolded as they were; at first sight as much as fits. */
void scope_process_tree_show (ScopeProcessTreePanel *self, ScopeTreeOrder *order);
/* Unfolds all above a row. Its position, or GTK_INVALID_LIST_POSITION. */
guint scope_process_tree_reveal (ScopeProcessTreePanel *self, guint32 row);
/* Unfolds what is below, as long as that is no more than a person can look through. */
void scope_process_tree_unfold_below (ScopeProcessTreePanel *self, guint position);
/* Up to `most` lanes that a row stands for: a fold is its members. */
void scope_process_tree_add_lanes (ScopeProcessTreePanel *self, guint32 row, guint most, GArray *lanes);

/* --- scope-process-tree-graph.c --- */
GtkWidget *scope_process_tree_make_graph (ScopeProcessTreePanel *self);
void scope_process_tree_update_graph (ScopeProcessTreePanel *self);
void scope_process_tree_choose_node (ScopeProcessTreePanel *self);

/* --- scope-process-tree-actions.c --- */
void scope_process_tree_install_actions (GtkWidgetClass *widget_class);
void scope_process_tree_make_column_actions (ScopeProcessTreePanel *self);
void scope_process_tree_column_toggled (GSimpleAction *action, GVariant *state, ScopeProcessTreePanel *self);
/* Ids with commas between; NULL: as at first. */
void scope_process_tree_set_hidden (ScopeProcessTreePanel *self, const char *ids);
char *scope_process_tree_dup_hidden (ScopeProcessTreePanel *self);
void scope_process_tree_stop_comparing (ScopeProcessTreePanel *self);
void scope_process_tree_activated (gpointer panel, guint position);

/* --- scope-process-tree-controls.c --- */
void scope_process_tree_make_bar (ScopeProcessTreePanel *self);
void scope_process_tree_make_compare_bar (ScopeProcessTreePanel *self);
void scope_process_tree_make_table (ScopeProcessTreePanel *self);

/* --- scope-process-tree-panel.c --- */
/* There is an answer: rows, or why there are none. */
void scope_process_tree_shown (ScopeProcessTreePanel *self);
gboolean scope_process_tree_has_rows (ScopeProcessTreePanel *self);
void scope_process_tree_show_page (ScopeProcessTreePanel *self, gboolean rows);
void scope_process_tree_selection_changed (GtkSelectionModel *selection, guint position, guint n,
                                           ScopeProcessTreePanel *self);
/* The entity that is meant by a row: of a fold, the one that ran most. */
guint32 scope_process_tree_shown_row (ScopeProcessTreePanel *self, guint32 row);

G_END_DECLS
