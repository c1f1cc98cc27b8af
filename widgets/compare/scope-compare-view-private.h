/* scope-compare-view-private.h: what the files of the compare view share: scope-compare-view.c (life, frames), -bar.c (tool bar and
 * actions), -link.c (the axes).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "widgets/compare/scope-compare-view.h"
#include "widgets/compare/scope-pairs-popover.h"
#include "widgets/compare/scope-axis-alignment-band.h"

G_BEGIN_DECLS

struct _ScopeCompareView
{
  GtkWidget parent_instance;

  ScopeComparison *comparison;
  ScopeTimeline *run, *baseline; /* NULL: let go of */
  ScopeTimeline *focused;        /* one of them */
  ScopeView *run_view, *baseline_view;
  GSimpleActionGroup *actions;
  GCancellable *preparing;       /* NULL: nothing under way */
  GCancellable *partnering;      /* the partner of an activation is looked for; or NULL */
  GCancellable *marking;         /* which activations have no partner is being found out; or NULL */
  ScopePairing *marked;          /* that this was, or is, found out for; or NULL */
  gboolean linked;
  gboolean linking;              /* our own change of a view */
  int widths[2]; /* of the baseline's view and the run's, when they last changed */
  gboolean met_calls;            /* whether there are calls is known, and the table says so */
  gboolean stacked; /* room was made for the call stacks of cores */
  gboolean wants_calls;          /* they are to be opened when there is room for them */
  gboolean placed;               /* the panes had their first sizes */
  gboolean low, lower_than;      /* there is no room for overviews, for the table */
  guint placing;                 /* idle that sets them */
  guint resting, n_rests;        /* until then: tick callback, and frames for which the height has been last_height */
  int last_height;

  GMenu *align_menu; /* align_button's; what is in it changes (scope-dock-header.c says why) */
  GtkWidget *bar;                /* and below it: */
  GtkWidget *settings;           /* what was different before the runs began; not seen if nothing was */
  GtkWidget *align_button, *align_words, *pairs_button, *pairs;
  GtkWidget *baseline_frame, *run_frame, *difference_frame, *baseline_title, *run_title;
  GtkWidget *outer, *upper, *lower; /* GtkPaned: all | changes; baseline | lower; differences | run */
  GtkWidget *calls_button;
  GtkWidget *tables;              /* GtkStack: changes, calls */
  GtkWidget *band, *differences, *changes, *calls;
};

/* scope-compare-view-bar.c */
void scope_compare_view_build_bar (ScopeCompareView *self);
void scope_compare_view_add_actions (ScopeCompareView *self);
/* Alignment or pairs are others. */
void scope_compare_view_update_bar (ScopeCompareView *self);
void scope_compare_view_prepare (ScopeCompareView *self, const ScopeAlignWish *wish);

/* scope-compare-view.c: the table of calls is higher than that of what changed, where there is room. */
void scope_compare_view_make_room (ScopeCompareView *self);

/* scope-compare-view-partner.c: the activation that was chosen in `view` is chosen in the other, too, if it has one and they are linked. */
void scope_compare_view_find_partner (ScopeCompareView *self, ScopeView *view);
void scope_compare_view_drop_partner (ScopeCompareView *self);

/* scope-compare-view-unmatched.c: marks what has no partner, if calls are shown and the pairs are others than before. */
void scope_compare_view_find_unmatched (ScopeCompareView *self);
void scope_compare_view_drop_unmatched (ScopeCompareView *self);

/* scope-compare-view-link.c */
void scope_compare_view_link (ScopeCompareView *self);
void scope_compare_view_unlink (ScopeCompareView *self);
/* The map is another: rooms and the baseline's range follow. */
void scope_compare_view_follow_map (ScopeCompareView *self);
/* An activation: to where it is in both, or in the one that has it. */
void scope_compare_view_go_to_call (ScopeCompareView *self, const ScopeCallPlace *place);
/* A row of the table of changes: to both timelines there. */
void scope_compare_view_go_to (ScopeCompareView *self, const ScopeDifference *difference, gboolean zoom);

G_END_DECLS
