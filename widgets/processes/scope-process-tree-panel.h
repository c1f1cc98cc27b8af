/* scope-process-tree-panel.h: who made whom, or what lies in what, as a tree of rows with what each and its branch did; as a graph;
 * several of them compared, one above the other in the timeline.
 *
 * Property "hidden-columns": ids of columns with commas between, to be kept in settings.
 *
 * Keys in the table: as GtkColumnView's, Left and Right fold and unfold; Enter goes to the task in the timeline; Ctrl+C copies;
 * Menu or Shift+F10 opens the row's menu.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/trace/processes/scope-process-tree.h"
#include "widgets/kit/scope-panel.h"

G_BEGIN_DECLS

#define SCOPE_TYPE_PROCESS_TREE_PANEL (scope_process_tree_panel_get_type ())
G_DECLARE_FINAL_TYPE (ScopeProcessTreePanel, scope_process_tree_panel, SCOPE, PROCESS_TREE_PANEL, ScopePanel)

/* Why this trace has no tree, or NULL. */
const char *scope_process_tree_panel_why_not (ScopeTrace *trace);
void scope_process_tree_panel_set_by (ScopeProcessTreePanel *self, ScopeTreeBy by);
void scope_process_tree_panel_set_filter (ScopeProcessTreePanel *self, const char *text, gboolean regex);
/* The row of the tree at a position of the table, or SCOPE_NONE; and the tree itself, or NULL. */
guint32 scope_process_tree_panel_get_row (ScopeProcessTreePanel *self, guint position);
ScopeProcessTree *scope_process_tree_panel_get_tree (ScopeProcessTreePanel *self);
/* What copying and saving give: rows as they are seen; selected ones only, if there are any and it is not CSV. Free with
 * g_free(). */
char *scope_process_tree_panel_dup_text (ScopeProcessTreePanel *self, gboolean csv);

G_END_DECLS
