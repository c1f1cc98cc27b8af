/* scope-row-menu.h: the menu of a row of a table: by right click, a long press, the Menu key or Shift+F10.
 *
 * The row is selected first, if it is not, which leads the timeline there as ever; the menu's actions are then those of the
 * selection, of the table around it ("table.copy") and of the window ("timeline.follow-back"). Only what is done with the row itself is
 * an action of the menu's own: row.go-to, row.zoom-to.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "widgets/table/scope-cell-filler.h"

G_BEGIN_DECLS

typedef enum
{
  SCOPE_ROW_MENU_PLAIN = 0,
  SCOPE_ROW_MENU_GOES = 1 << 0,    /* a row is gone to when it is activated */
  SCOPE_ROW_MENU_ZOOMS = 1 << 1,   /* to be selected is to go there, to be activated to zoom there */
  SCOPE_ROW_MENU_INTERVAL = 1 << 2, /* it may be a wait, or a task's run */
  SCOPE_ROW_MENU_LANE = 1 << 3,    /* it is of a lane, which has events */
} ScopeRowMenuKind;

/* What its rows' menus offer; actions that are NULL are not there. */
typedef struct
{
  ScopeRowMenuKind kind;
  const char *copy;     /* the rows selected */
  const char *copy_all; /* every row */
  const char *save;
} ScopeRowMenuItems;

/* FALSE: the row at that position leads nowhere. NULL: all do. */
typedef gboolean (*ScopeRowLeads) (guint position, gpointer data);

/* Gives `table`, whose cells `filler` fills, such menus, as long as it lives. `items` is copied, its words must last. */
void scope_row_menu_add (GtkColumnView *table, ScopeCellFiller *filler, const ScopeRowMenuItems *items, ScopeRowLeads leads,
                         gpointer data);
/* A menu of a table's own, whatever its rows are: made anew each time. */
typedef GMenuModel *(*ScopeRowMenuMake) (guint position, gpointer data);
void scope_row_menu_add_own (GtkColumnView *table, ScopeCellFiller *filler, ScopeRowMenuMake make, gpointer data);
/* What its rows' menus offer from now on. */
void scope_row_menu_set_kind (GtkColumnView *table, ScopeRowMenuKind kind);
/* As by key: the row that has the focus, else the first one selected. FALSE if there is none. */
gboolean scope_row_menu_popup (GtkColumnView *table);
/* The open one, or NULL; for tests. */
GtkWidget *scope_row_menu_get_popover (GtkColumnView *table);

G_END_DECLS
