/* scope-table-view.h: a table, or a tree that unfolds, of any rows: columns, sorting, choosing, copying, saving as CSV, row menus.
 *
 * Who has rows implements ScopeTableRows and gives a selection of them. Cells are lines of text unless it makes others. GTK's own
 * view makes thousands of cells anew when rows change; here rows stay and are filled anew, those that are seen first
 * (scope-recycling-row-model.h, scope-cell-filler.h).
 *
 * Rows are objects of the implementation's own, or numbers: then its list is a ScopeRowList or a tree of them, and an item is a
 * ScopeRowItem (scope-row-list.h).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "widgets/table/scope-row-list.h"
#include "widgets/table/scope-row-menu.h"

G_BEGIN_DECLS

typedef enum
{
  SCOPE_COLUMN_PLAIN = 0,
  SCOPE_COLUMN_END = 1 << 0,      /* stands at the end of its cell and is never cut off, as figures and times are */
  SCOPE_COLUMN_NUMERIC = 1 << 1,  /* digits are equally wide */
  SCOPE_COLUMN_DIM = 1 << 2,
  SCOPE_COLUMN_GREATEST = 1 << 3, /* is sorted from the greatest first */
  SCOPE_COLUMN_TREE = 1 << 4,     /* has what unfolds a row */
  SCOPE_COLUMN_FIGURE = SCOPE_COLUMN_END | SCOPE_COLUMN_NUMERIC | SCOPE_COLUMN_GREATEST,
} ScopeColumnFlags;

#define SCOPE_COLUMN_REST (-1)

typedef struct
{
  const char *title; /* translated; NULL: nothing stands in it */
  int width;         /* pixels; 0: as its text, SCOPE_COLUMN_REST: what is left */
  ScopeColumnFlags flags;
  guint least, most; /* characters of text that are always seen, and of its natural width; 0: 3 and 40 */
  const char *help;  /* what the title means, when it is pointed at; or NULL */
} ScopeTableColumn;

/* What a table asks its rows. `owner` is who was given with it. What is NULL is not there. */
typedef struct
{
  const char *name;    /* what a screen reader calls the table, to be translated */
  const char *actions; /* prefix of its actions' names */
  const char *file;    /* name of a CSV file */
  gboolean dense;      /* rows are low */
  guint n_columns;
  guint waiting;       /* the column that says "…" while its row is being read */
  const ScopeRowMenuItems *menu;
  const ScopeRowTree *tree; /* rows are numbers, in a tree */

  ScopeTableColumn (*column) (gpointer owner, guint column);
  /* Whether the column is shown now, by scope_table_view_show_columns(). */
  gboolean (*has_column) (gpointer owner, guint column);
  /* What stands in a cell. NULL: it is not read yet. Is freed. */
  char *(*text) (gpointer owner, gpointer item, guint column);
  /* Another widget than a line of text for this cell; NULL: that. */
  GtkWidget *(*make) (gpointer owner, GtkListItem *cell, guint column);
  /* Fills what `make` made, or changes the look of a line of text. TRUE: it is filled, no text is asked for. */
  gboolean (*fill) (gpointer owner, GtkWidget *cell, gpointer item, guint column);
  /* Nothing stands in the cell any more. */
  void (*empty) (gpointer owner, GtkWidget *cell, guint column);
  /* The item is shown in a cell, or no longer. TRUE: it is read when it is shown, and emits "filled" then. */
  gboolean (*watch) (gpointer item, gboolean shown);
  char *(*tooltip) (gpointer owner, gpointer item);
  /* The rows are sorted by GTK, by these comparisons of a column (GUINT_TO_POINTER). */
  GCompareDataFunc compare;
  /* They are to be sorted as scope_table_view_get_sort() says. */
  void (*sorted) (gpointer owner);
  /* One row alone was selected, not by the program. */
  void (*chosen) (gpointer owner, guint position);
  /* Enter or a double click. */
  void (*activated) (gpointer owner, guint position);
  /* A new tree is to unfold before it is shown. */
  void (*unfold) (gpointer owner);
  /* A person unfolded a row, or folded it. */
  void (*unfolded) (gpointer owner, guint32 row, gboolean expanded);
  /* Of rows that are numbers, with a header. */
  char *(*to_text) (gpointer owner, const guint32 *rows, guint n);
  char *(*to_csv) (gpointer owner);
  /* Copies and saves by itself: for rows that have to be read. */
  void (*copy) (gpointer owner, gboolean all);
  void (*save) (gpointer owner);
  ScopeRowLeads leads;
  ScopeRowMenuMake make_menu; /* instead of `menu` */
} ScopeTableRows;

#define SCOPE_TYPE_TABLE_VIEW (scope_table_view_get_type ())
G_DECLARE_DERIVABLE_TYPE (ScopeTableView, scope_table_view, SCOPE, TABLE_VIEW, GtkWidget)

struct _ScopeTableViewClass
{
  GtkWidgetClass parent_class;
};

/* Takes `selection`. `rows` must last, `owner` as long as the table. */
GtkWidget *scope_table_view_new (const ScopeTableRows *rows, gpointer owner, GtkSelectionModel *selection);
/* For classes derived from it: in their init, and in their class_init. The actions are copy (the rows selected, or all), copy-all,
 * save, sort (by the column of that number; again: the other way round) and of trees unfold (all below the selected row).
 * Ctrl+C copies. */
void scope_table_view_set_up (ScopeTableView *self, const ScopeTableRows *rows, gpointer owner, GtkSelectionModel *selection);
void scope_table_view_class_add_actions (ScopeTableViewClass *klass, const ScopeTableRows *rows);
/* Whether there is anything to copy and save. */
void scope_table_view_set_filled (ScopeTableView *self, gboolean filled);
/* What a screen reader calls it. */
void scope_table_view_set_name (ScopeTableView *self, const char *name);

GtkColumnView *scope_table_view_get_column_view (ScopeTableView *self);
GtkSelectionModel *scope_table_view_get_selection (ScopeTableView *self);
GtkColumnViewColumn *scope_table_view_get_column (ScopeTableView *self, guint column);
/* Others in place of those that are there; there must be no rows. */
void scope_table_view_set_columns (ScopeTableView *self, guint n);
void scope_table_view_show_columns (ScopeTableView *self);
/* The columns that are shown, for a menu of the action sort; its own, kept up to date. */
GMenuModel *scope_table_view_get_sort_menu (ScopeTableView *self);
/* -1: by none. */
int scope_table_view_get_sort (ScopeTableView *self, gboolean *ret_descending);
void scope_table_view_sort_by (ScopeTableView *self, int column, gboolean descending);
/* As the action sort. */
void scope_table_view_toggle_sort (ScopeTableView *self, int column);
/* Fills all cells anew. */
void scope_table_view_renew (ScopeTableView *self);
/* Nothing is told of what happens to rows, selection and sorting. */
void scope_table_view_set_quiet (ScopeTableView *self, gboolean quiet);
/* Brings a row into sight; goes to the first one, before others are shown. */
void scope_table_view_scroll_to (ScopeTableView *self, guint position);
void scope_table_view_rewind (ScopeTableView *self);
void scope_table_view_save_csv (ScopeTableView *self, const char *file, char *text);

/* --- rows that are numbers --- */

/* The tree of `order`, NULL: none. */
void scope_table_view_set_order (ScopeTableView *self, gpointer order);
guint scope_table_view_n_rows (ScopeTableView *self);
guint32 scope_table_view_get_row (ScopeTableView *self, guint position); /* SCOPE_NONE: there is none */
void scope_table_view_select (ScopeTableView *self, guint position);
/* Those that are seen: of them the selected ones, if any are and it is not `all`. */
GArray *scope_table_view_dup_rows (ScopeTableView *self, gboolean all); /* of guint32 */
GtkTreeListModel *scope_table_view_get_tree (ScopeTableView *self); /* or NULL */
/* To be unreffed, or NULL. */
GtkTreeListRow *scope_table_view_dup_tree_row (ScopeTableView *self, guint position);
/* What copying and saving give. Free with g_free(). */
char *scope_table_view_dup_text (ScopeTableView *self);
char *scope_table_view_dup_csv (ScopeTableView *self);

G_END_DECLS
