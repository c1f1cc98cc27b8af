/* scope-canvas-private.h: what the files of the canvas share.
 *
 * scope-canvas.c is the widget (life, scrolling, sizes), -draw.c makes frames, -input.c hears the pointer, -drags.c its drags, -keys.c keys,
 * -menu.c is the context menu, -tip.c says what is under the pointer, -follow.c goes with a trace that grows.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "widgets/canvas/scope-canvas.h"

#include "model/scene/timeline/scope-timeline-hit.h"
#include "model/scene/view/scope-frame-budget.h"
#include "model/trace/calls/scope-activation-facts.h"
#include "widgets/canvas/scope-layer.h"
#include "widgets/draw/scope-presenter.h"
#include "widgets/canvas/scope-strip-pictures.h"

G_BEGIN_DECLS

typedef enum
{
  SCOPE_DRAG_NONE,
  SCOPE_DRAG_SELECT,
  SCOPE_DRAG_PAN,
  SCOPE_DRAG_NAMES, /* the names column's edge */
  SCOPE_DRAG_ROW,   /* a row, by its name */
  SCOPE_DRAG_CALIPER,
} ScopeDrag;

typedef struct
{
  char *key;      /* of the row that moves, or NULL */
  guint before;   /* row it goes before, or SCOPE_NONE: after the last of its siblings */
  double y;       /* of the line that shows it, in rows' pixels */
  double scroll;  /* by so much it is scrolled up: not at all if it is one of the rows that stick */
  gboolean valid;
} ScopeDrop;

struct _ScopeCanvas
{
  ScopeScrollArea area;

  ScopeView *view;
  ScopeTileCache *tiles;
  ScopeStripCache *strips;
  ScopeStripPictures *pictures;
  ScopePresenter *presenter;

  /* scrolling */
  gboolean adjusting; /* our own change of an adjustment */
  double names_width;

  /* overlay: what the tables say about the visible range */
  ScopeOverlay *overlay;
  guint overlay_serial;        /* counts overlays */
  ScopeLayer *messages;        /* its lines */
  ScopeOverlayRequest wanted;  /* last asked for */
  GCancellable *reading;       /* NULL: no reading under way */
  gboolean overlay_stale;
  gint64 overlay_next;         /* monotonic µs before which no other reading begins */
  guint overlay_timeout;

  /* what the names column and the legend print */
  ScopeShares *shares;         /* NULL: none read yet */
  GCancellable *sharing;       /* NULL: no reading under way */
  gboolean shares_stale;
  gint64 shares_next;          /* monotonic µs before which no other reading begins */
  guint shares_timeout;
  guint follow_tick;           /* the frame clock's, or 0 */

  /* the last frame */
  ScopeViewport drawn;
  double drawn_scroll;
  int heading;                 /* -1, 1: it was panned there for the last frame */
  guint missing;
  gboolean unfinished;
  guint n_nodes;
  ScopeFrameBudget budget;

  /* input */
  gboolean over_mark;        /* the pointer is on a mark's flag: of this time and kind */
  gint64 mark_time;
  guint8 mark_kind;
  GtkWidget *tip;
  GtkWidget *empty;          /* why there are no rows */
  guint tip_timeout;
  GCancellable *tip_asking;  /* why; NULL: not under way */
  gboolean pointer_inside;
  double pointer_x, pointer_y;
  ScopeDrag drag;
  double drag_x, drag_y;     /* where it began, in widget pixels */
  double drag_value, drag_scroll; /* left edge in world pixels, or width; and scroll at its beginning */
  gint64 drag_time;
  gboolean dragged;          /* beyond the threshold: no click */
  gboolean space_held;
  double pinch_scale;
  char *focus_key;           /* of the row that keys and menus mean, or NULL */
  GtkWidget *menu;           /* NULL: not open */
  gint64 menu_time;          /* where it was opened */
  ScopeDrop drop;            /* where a row that is dragged by its name would go */
  GCancellable *probing;
  guint drag_which;          /* of the calipers */
  GCancellable *stepping_call; /* to another activation; NULL: not under way */
  GCancellable *stepping;    /* a caliper, to an edge; NULL: not under way */
};

/* scope-canvas.c */
double scope_canvas_plot_width (ScopeCanvas *self);
double scope_canvas_scroll (ScopeCanvas *self);
/* Row under a widget y, or SCOPE_NONE. */
guint scope_canvas_row_at (ScopeCanvas *self, double y);
/* Top of a row, as a widget y. */
double scope_canvas_row_y (ScopeCanvas *self, guint row);

/* scope-canvas-draw.c */
void scope_canvas_init_options (ScopeCanvas *self, ScopeTimelineOptions *options);
void scope_canvas_snapshot (GtkWidget *widget, GtkSnapshot *snapshot);

void scope_canvas_getter (ScopeCanvas *self, ScopeTileGetter *getter);

/* A row that is there to be pressed, in all its width: "Show 20 more". */
static inline gboolean
scope_canvas_is_button (const ScopeLaneNode *node)
{
  return node->kind == SCOPE_ROW_MORE || node->kind == SCOPE_ROW_ABSENT;
}

/* scope-canvas-follow.c */
/* The trace or its being followed has changed: frames are to come. */
void scope_canvas_follow_wake (ScopeCanvas *self);
void scope_canvas_follow_drop (ScopeCanvas *self);
gboolean scope_canvas_is_following (ScopeCanvas *self);

/* scope-canvas-calipers.c */
/* The caliper whose flag or line is under that place of the widget, or -1. */
int scope_canvas_caliper_at (ScopeCanvas *self, double x, double y);
/* The one whose flag is there: where it covers the edge of the names, it is what is meant. */
int scope_canvas_caliper_flag_at (ScopeCanvas *self, double x, double y);
/* `free`: it does not snap. */
void scope_canvas_drag_caliper (ScopeCanvas *self, guint which, double x, gboolean free);
/* By a cycle, or a pixel if that is longer; does not snap. */
void scope_canvas_nudge_caliper (ScopeCanvas *self, int direction);
void scope_canvas_drop_calipers (ScopeCanvas *self);

/* scope-canvas-calls.c */
void scope_canvas_drop_calls (ScopeCanvas *self);

/* scope-canvas-keys.c */
/* The focus to the row above (-1) or below (1). */
void scope_canvas_move_row (ScopeCanvas *self, int step);
void scope_canvas_add_keys (ScopeCanvas *self);

/* scope-canvas-menu.c: at a place of the widget, or at the focus if x < 0. Selects what is there first. */
void scope_canvas_popup_menu (ScopeCanvas *self, double x, double y);
void scope_canvas_present_menu (ScopeCanvas *self);
void scope_canvas_drop_menu (ScopeCanvas *self);

/* scope-canvas-drags.c: once. */
void scope_canvas_add_drags (ScopeCanvas *self);

/* scope-canvas-input.c */
/* Time under widget x. */
gint64 scope_canvas_time_at (ScopeCanvas *self, double x);
/* Selects lane and interval (found off the main thread) at a place of a row of states. */
void scope_canvas_select_at (ScopeCanvas *self, guint row, double x);
/* The message or bundle at a place of the widget; FALSE if there is none. */
gboolean scope_canvas_message_at (ScopeCanvas *self, double x, double y, ScopeMessageLine *ret_message);
/* The flag of a mark at a place of the widget. */
gboolean scope_canvas_mark_at (ScopeCanvas *self, double x, double y, ScopeMarkHit *ret_mark);
/* The fingers are `scale` times as far apart as when they were put down, about widget x. */
void scope_canvas_pinch (ScopeCanvas *self, double x, double scale);
/* Whether widget x is that of the edge between names and plot. */
gboolean scope_canvas_over_edge (ScopeCanvas *self, double x);
/* Time at a place of the widget: that of an interval's edge, if one is near. */
gint64 scope_canvas_snapped_time (ScopeCanvas *self, double x, double y);
void scope_canvas_add_input (ScopeCanvas *self);
void scope_canvas_drop_input (ScopeCanvas *self);
/* Plot pixel of a widget x. */
double scope_canvas_plot_x (ScopeCanvas *self, double x);
/* The activation, or mark on one, of a row of calls at a place of the widget. Clear it afterwards. */
gboolean scope_canvas_call_at (ScopeCanvas *self, guint row, double x, double y, ScopeCallHit *ret_hit);
/* The collection of a row of pauses at widget x. */
gboolean scope_canvas_pause_at (ScopeCanvas *self, guint row, double x, ScopePause *ret_pause);
gboolean scope_canvas_span_at (ScopeCanvas *self, guint row, double x, double y, ScopeSpanBar *ret_bar);
/* The run of `row` at plot pixel x, with its whole extent in world pixels; FALSE if there is none so wide. */
gboolean scope_canvas_run_at (ScopeCanvas *self, guint row, double x, double *ret_x0, double *ret_x1);

/* scope-canvas-tip.c */
/* When the pointer rests. */
void scope_canvas_start_tip (ScopeCanvas *self);
void scope_canvas_hide_tip (ScopeCanvas *self);
/* The picture moved under the pointer. */
void scope_canvas_follow_pointer (ScopeCanvas *self);

G_END_DECLS
