/* scope-panels.h: which panels there are. One row of a table each: adding a panel is adding a row.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "app/dock/scope-layout.h"
#include "model/scene/view/scope-view.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

typedef struct
{
  const char *id;     /* of actions and in the kept layout: never changed */
  const char *title;  /* of its tab; to be translated with _() */
  const char *menu;   /* the same in the menu, with a mnemonic */
  ScopePlace edge;    /* where it is at first */
  GType (*type) (void); /* derives from ScopePanel; NULL: it is made by `create` */
  /* Why this trace cannot fill it, in a few words, translated; NULL if it can, or if that is not known yet. A NULL
   * function: every trace can. */
  const char *(*why_not) (ScopeTrace *trace);
  GtkWidget *(*create) (void);
} ScopePanelRow;

/* In the order of the tabs and of the View menu. */
const ScopePanelRow *scope_panels_list (guint *ret_n);
/* A new one; Graphviz lays out its graph. */
GtkWidget *scope_panels_create (const ScopePanelRow *row);
/* Its place in the list, or -1. */
int scope_panels_find (const char *id);

G_END_DECLS
