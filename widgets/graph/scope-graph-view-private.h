/* scope-graph-view-private.h: what scope-graph-view.c and scope-graph-view-input.c share.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "widgets/graph/scope-graph-layer.h"
#include "widgets/graph/scope-graph-view.h"
#include "widgets/draw/scope-presenter.h"

G_BEGIN_DECLS

struct _ScopeGraphView
{
  GtkWidget parent_instance;

  ScopeGraphLayout *layout;
  ScopeGraph *graph;             /* shown; NULL: nothing */
  ScopeGraph *waiting;           /* to be shown as soon as something is laid out */
  ScopeGraphPlaces *places;
  GCancellable *arranging;       /* NULL: nothing is laid out */
  char *trouble;
  ScopeGraphOptions options;     /* the viewport, and what is looked at and chosen */
  ScopePaletteKind palette;
  ScopePresenter *presenter;
  ScopeGraphLayer *layer;
  guint serial;                  /* of what the layer shows */
  gboolean fit_wanted;           /* as soon as there is a size */
  gboolean moved;                /* by the person: it is not fitted to another size any more */
  gboolean by_keys;              /* what is looked at was found by the keyboard: the pointer's rest does not change it */
  /* input */
  guint32 dragged;               /* node, or SCOPE_NONE */
  double drag_x, drag_y;         /* of the viewport, when the drag began */
  double node_x, node_y;         /* of the node dragged, then */
  double drag_scale;             /* of a pinch */
  double pointer_x, pointer_y;
  gboolean dragging;
};

/* Pointer and keys. */
void scope_graph_view_add_input (ScopeGraphView *self);
gboolean scope_graph_view_focus (GtkWidget *widget, GtkDirectionType direction);
/* Nothing is looked at or chosen any more. */
void scope_graph_view_forget_looks (ScopeGraphView *self);
/* Draws anew; `edges`: they lie elsewhere now. */
void scope_graph_view_redraw (ScopeGraphView *self, gboolean edges);

G_END_DECLS
