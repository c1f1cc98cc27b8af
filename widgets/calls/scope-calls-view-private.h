/* scope-calls-view-private.h: what scope-calls-view.c and scope-calls-view-bar.c share.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "widgets/calls/scope-calls-view.h"
#include "widgets/kit/scope-text-saver.h"

G_BEGIN_DECLS

struct _ScopeCallsView
{
  ScopePanel panel;

  ScopeCallTree *tree;       /* what was read last */
  ScopeLaneId lane;
  gboolean has_lane, all;    /* whose calls */
  gboolean all_at_first;     /* nobody chose so */
  gboolean setting;
  guint8 weights[SCOPE_FLAME_N_WEIGHTS]; /* ScopeFlameWeight of each choice */
  guint n_weights;
  guint shown_pages;         /* bit m: page m shows `tree` */
  char *search;
  ScopeCallHiding *hiding;   /* NULL: nothing bores */
  gboolean hides;            /* something of `tree` is left out */

  GtkWidget *box, *outer, *empty, *paned;
  GtkWidget *switcher, *who, *weight, *per, *least, *least_title, *find, *summary, *out, *menu, *source, *fit;
  GtkWidget *modes, *contexts, *functions, *chart, *flame, *graph, *trouble, *code;
};

/* Makes the tool bar. */
GtkWidget *scope_calls_view_make_bar (ScopeCallsView *self);
/* Shows what belongs to the mode. */
void scope_calls_view_update_bar (ScopeCallsView *self);
/* What stands in it of whose calls are shown. */
void scope_calls_view_update_who (ScopeCallsView *self);
/* What frames of this tree can be as wide as. */
void scope_calls_view_update_weights (ScopeCallsView *self);
void scope_calls_view_update_summary (ScopeCallsView *self);

void scope_calls_view_make_graph (ScopeCallsView *self);

G_END_DECLS
