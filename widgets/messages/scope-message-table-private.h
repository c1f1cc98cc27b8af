/* scope-message-table-private.h: what the files of the table of messages share. SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "widgets/table/scope-cell-filler.h"
#include "widgets/table/scope-column-sort.h"
#include "widgets/table/scope-list-scroller.h"
#include "widgets/messages/scope-message-table.h"
#include "widgets/table/scope-recycling-row-model.h"

G_BEGIN_DECLS

struct _ScopeMessageTable
{
  GtkWidget parent_instance;

  GtkWidget *scroller, *view;
  ScopeMessageRows *rows;
  ScopeClock clock;             /* times are told so */
  GtkMultiSelection *selection;
  ScopeRecyclingRowModel *steady;      /* of the selection, for the view */
  ScopeCellFiller *filler;
  ScopeColumnSort sort;
  ScopeListScroller *list_scroller;
  GMenu *sort_menu;
  GtkFileChooserNative *chooser;
  ScopeMessageKey key;
  gboolean descending;
  gboolean moving;              /* the selection is changed by the table itself */
  ScopeMessageItem *chosen;     /* chosen, not read yet */
  GCancellable *looking;        /* for the message to be shown */
  ScopeMessageLine shown;       /* is to be, once its stream is open */
  gboolean scroll;              /* to it */
  gboolean opening;
  int party_width;              /* of senders and receivers, as it was set last */
};

/* scope-message-cells.c */
void scope_message_table_add_columns (ScopeMessageTable *table);

/* scope-message-table.c: those that are sorted from the greatest. */
gboolean scope_message_table_is_figure (ScopeMessageKey key);

/* scope-message-copy.c: rows as text and CSV, read off the main thread; those selected, if any are, or all. */
void scope_message_table_copy (ScopeMessageTable *table, gboolean all);
void scope_message_table_save (ScopeMessageTable *table);

G_END_DECLS
