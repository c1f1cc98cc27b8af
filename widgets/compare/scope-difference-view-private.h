/* scope-difference-view-private.h: what the files of the difference view share: scope-difference-view.c (life, frames,
 * scrolling) and -input.c (pointer and keys).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "widgets/compare/scope-difference-view.h"
#include "widgets/draw/scope-presenter.h"

G_BEGIN_DECLS

struct _ScopeDifferenceView
{
  ScopeScrollArea area;

  ScopeComparison *comparison;
  ScopeTimeline *run, *baseline;      /* borrowed */
  ScopeView *run_view, *baseline_view;
  ScopeTileCache *run_tiles, *baseline_tiles;
  ScopeDifferenceRows *rows;          /* NULL: to be made */
  ScopeDifferenceCache *cache;
  ScopePresenter *presenter;
  double names_width;
  gboolean alone;

  /* the last frame */
  ScopeViewport drawn;
  guint missing;
  gboolean unfinished;
  guint finer;        /* that it is read at */
  guint rest_timeout; /* until it is read finer */

  /* input */
  GtkWidget *tip;
  GtkWidget *empty;   /* why there are no rows */
  guint tip_timeout;
  gboolean pointer_inside, dragging, panning;
  double pointer_x, pointer_y, drag_left;
  gint64 drag_time;
  char *focus_key;    /* of the row that keys mean, or NULL */
};

double scope_difference_view_plot_width (ScopeDifferenceView *self);
/* Row at a widget y, or SCOPE_NONE. */
guint scope_difference_view_row_at (ScopeDifferenceView *self, double y);
/* The row that keys mean, or SCOPE_NONE. */
guint scope_difference_view_focus_row (ScopeDifferenceView *self);
void scope_difference_view_show_row (ScopeDifferenceView *self, guint row);
void scope_difference_view_inspect (ScopeDifferenceView *self);

/* scope-difference-view-input.c */
void scope_difference_view_add_input (ScopeDifferenceView *self);
void scope_difference_view_hide_tip (ScopeDifferenceView *self);

G_END_DECLS
