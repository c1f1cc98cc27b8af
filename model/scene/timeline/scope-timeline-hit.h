/* scope-timeline-hit.h: which of the things drawn between rows is at a place.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/scene/timeline/scope-timeline-scene.h"

G_BEGIN_DECLS

/* The message or bundle drawn nearest to (x, y), not further from its edge than `reach` pixels: a copy in *ret_message.
 * FALSE if there is none. x and y count from the upper left corner of the plot of a scene of these options. */
gboolean scope_timeline_hit_message (ScopeView *view, const ScopeTimelineOptions *options, const ScopeOverlay *overlay,
                                     double x, double y, double reach, ScopeMessageLine *ret_message);

/* A flag of a row of marks, or several that stand too near to each other to be told apart. */
typedef struct
{
  gint64 from, to;  /* trace time of the first and of the last; the same for a single one */
  guint count;
  guint8 kind;      /* ScopeMarkKind, of the first */
  const char *text; /* of the first, or NULL; the overlay's */
} ScopeMarkHit;

/* The flag drawn on `row` at plot pixel x, or not further away than `reach`. */
gboolean scope_timeline_hit_mark (ScopeView *view, const ScopeTimelineOptions *options, const ScopeOverlay *overlay,
                                  guint row, double x, double reach, ScopeMarkHit *ret_mark);
/* In words, two lines. Free with g_free(). */
char *scope_timeline_describe_mark (ScopeView *view, const ScopeMarkHit *mark);

/* The collection (or several, within a pixel) drawn on `row` at plot pixel x, or not further away than `reach`: a copy in *ret_pause.
 * FALSE if there is none, or the row is no row of pauses. `overlay` may be NULL. */
gboolean scope_timeline_hit_pause (ScopeView *view, const ScopeOverlay *overlay, guint row, double x, double reach,
                                   ScopePause *ret_pause);
/* In words, two or three lines. Free with g_free(). */
char *scope_timeline_describe_pause (ScopeView *view, const ScopePause *pause);
/* The span drawn at (x, y) on `row`, a copy, whose name is the overlay's; x and y as for messages. FALSE if there is none. */
gboolean scope_timeline_hit_span (ScopeView *view, const ScopeTimelineOptions *options, const ScopeOverlay *overlay, guint row, double x, double y,
                                  ScopeSpanBar *ret_bar);
/* In words, two or three lines. Free with g_free(). */
char *scope_timeline_describe_span (ScopeView *view, const ScopeSpanBar *bar);
/* The phase at plot pixel x, in one line. NULL: there is none, or it is no row of phases. Free with g_free(). */
char *scope_timeline_describe_phase (ScopeView *view, guint row, double x);
/* What a row of counters or rates says at plot pixel x, in at most four lines: "Heap", "size 31.2 MB", "live 12.3 MB". NULL if
 * nothing is known there, or the row is none of these. Free with g_free(). */
/* "at once: least 2, most 7": of the activity at that pixel, or that it takes too long to find; NULL: it is not shown, or not known. Free with g_free(). */
char *scope_timeline_describe_least_most (ScopeView *view, const ScopeOverlay *overlay, guint row, double x);
char *scope_timeline_describe_figures (ScopeView *view, const ScopeTimelineOptions *options, const ScopeOverlay *overlay, guint row,
                                       double x);

/* An activation of a call stack's row, or a stretch of several (n > 1); or a mark on it. */
typedef struct
{
  ScopeLaneId lane;
  gint64 from, to; /* trace time */
  guint64 n;
  guint32 depth;
  gboolean is_activation; /* one of its own */
  gboolean in_activation; /* a mark on the one in … */
  gint64 enter, exit;
  char *words;     /* owned */
} ScopeCallHit;

/* The one drawn at (x, y) on `row`; x and y as for messages. Clear it afterwards. */
gboolean scope_timeline_hit_call (ScopeView *view, const ScopeTimelineOptions *options, const ScopeOverlay *overlay, guint row,
                                  double x, double y, ScopeCallHit *ret_hit);
void scope_call_hit_clear (ScopeCallHit *hit);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (ScopeCallHit, scope_call_hit_clear)

G_END_DECLS
