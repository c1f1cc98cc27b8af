/* scope-view.h: what one timeline shows: visible range, rows, selection, cursor, look. All panels are bound to it.
 *
 * Needs no display: tests and the command line use it as the window does. Main thread only.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/scene/draw/scope-clock.h"
#include "model/scene/lanes/scope-lane-list.h"
#include "model/scene/draw/scope-own-colours.h"
#include "model/scene/draw/scope-palette.h"
#include "model/scene/draw/scope-viewport.h"

#include "model/base/scope-sim-events.h"
#include "model/trace/search/scope-hit-marks.h"
#include "model/trace/document/scope-message.h"
#include "model/trace/document/scope-notes.h"

G_BEGIN_DECLS

#define SCOPE_TYPE_VIEW (scope_view_get_type ())
G_DECLARE_FINAL_TYPE (ScopeView, scope_view, SCOPE, VIEW, GObject)

/* What changed, the argument of "changed". */
typedef enum
{
  SCOPE_VIEW_RANGE = 1 << 0,     /* visible range or width */
  SCOPE_VIEW_SELECTION = 1 << 1, /* time, lane, task */
  SCOPE_VIEW_CURSOR = 1 << 2,
  SCOPE_VIEW_LANES = 1 << 3,     /* rows */
  SCOPE_VIEW_LOOK = 1 << 4,      /* palette, heights, messages, dimming, ruler's place and form */
  SCOPE_VIEW_DATA = 1 << 5,      /* the trace has grown */
  SCOPE_VIEW_FOLLOW = 1 << 6,    /* following began, paused, ended; its window: scope-view-follow.h */
  SCOPE_VIEW_CALIPERS = 1 << 7,  /* set, moved, removed: scope-view-calipers.h */
  SCOPE_VIEW_NOTES = 1 << 8,     /* the person's own */
  SCOPE_VIEW_HITS = 1 << 9,      /* of a search */
  SCOPE_VIEW_EDGE = 1 << 10,     /* where what is known ends while following, by a pixel: in a range that stays */
  SCOPE_VIEW_CLOCK = 1 << 11,    /* how points in time are told: scope_view_get_clock() */
  SCOPE_VIEW_EXTENT = 1 << 12,   /* over which time panels speak: scope-view-extent.h */
  SCOPE_VIEW_ALL = 0x1fff
} ScopeViewChange;

typedef enum
{
  SCOPE_RULER_SINCE_START,
  SCOPE_RULER_WALL_CLOCK, /* if the trace knows it */
  SCOPE_RULER_SINCE_MARK, /* since a time the person chose: scope_view_set_ruler_zero() */
} ScopeRulerMode;

/* Instants drawn as ticks: ScopeInstant, and these. */
#define SCOPE_TICK_THREAD SCOPE_N_INSTANTS      /* a thread is created */
#define SCOPE_TICK_WAKEUP (SCOPE_N_INSTANTS + 1)
#define SCOPE_N_TICKS (SCOPE_N_INSTANTS + 2)

/* Signals:
 *   "changed" (view, guint what: ScopeViewChange, user_data).
 *   "reveal" (view, guint row, user_data): somebody wants this row to be seen: scroll to it. */
ScopeView *scope_view_new (ScopeTrace *trace);
/* A still: the same trace, rows, range, selection, look and notes, that follows nothing any more. Made on the main
 * thread; may then be used, and freed, on one other. */
ScopeView *scope_view_copy (ScopeView *view);
/* For a view of a trace that takes the place of another's, with the same machines and lanes (scope_live_dup_successor()):
 * range, rows, selection, look, notes and history become those of `from`. */
void scope_view_take_over (ScopeView *view, ScopeView *from);
ScopeTrace *scope_view_get_trace (ScopeView *view);
ScopeLaneList *scope_view_get_lanes (ScopeView *view);

/* What the person wrote beside the trace. */
ScopeNotes *scope_view_get_notes (ScopeView *view);

/* --- visible range --- */
const ScopeViewport *scope_view_get_viewport (ScopeView *view);
void scope_view_set_width (ScopeView *view, int pixels);
void scope_view_set_range (ScopeView *view, gint64 from, gint64 to);
/* For animations: a viewport of the same trace and width. */
void scope_view_set_viewport (ScopeView *view, const ScopeViewport *viewport);
void scope_view_zoom (ScopeView *view, double x, double factor);
void scope_view_pan (ScopeView *view, double dx);
void scope_view_fit (ScopeView *view);
/* What can be shown reaches at least from `first` to `last`: a run that is compared with it may begin earlier or last longer.
 * first >= last: no more than the trace. */
void scope_view_set_room (ScopeView *view, gint64 first, gint64 last);
/* The selection, or the whole. */
void scope_view_fit_selection (ScopeView *view);
/* Scrolls as little as needed so that `time` is visible. */
void scope_view_show_time (ScopeView *view, gint64 time);
/* A jump: remembers where one was, makes `lane` a row (unfolding what it is in), selects it and the range [from, to],
 * pans, and zooms if the range would be too narrow or too wide, so that it is seen, and emits "reveal" for the row.
 * `lane` NULL: only the range, the selected lane stays. from == to: an instant. */
void scope_view_go_to (ScopeView *view, const ScopeLaneId *lane, gint64 from, gint64 to);
/* The same for a step to what is near: zooms only where nothing could be seen at all, and by little. */
void scope_view_step_to (ScopeView *view, const ScopeLaneId *lane, gint64 from, gint64 to);
/* Zoom history: scope_view_remember() before a jump. FALSE if there is none. */
void scope_view_remember (ScopeView *view);
/* Eight times as near, with that in the history: what is at `x` is too small to be seen as one thing. */
void scope_view_go_nearer (ScopeView *view, double x);
/* Before a small step of zooming or panning, by wheel or key, at `now` (us, monotonic): steps that follow each other within a
 * second are one walk, and lead back to where it began. A step that does not move anything leaves the history as it is. */
void scope_view_wander (ScopeView *view, gint64 now);
gboolean scope_view_back (ScopeView *view);
gboolean scope_view_forward (ScopeView *view);
gboolean scope_view_can_go_back (ScopeView *view);
gboolean scope_view_can_go_forward (ScopeView *view);

/* --- selection, cursor --- */
/* FALSE if no time is selected. */
gboolean scope_view_get_selected_range (ScopeView *view, gint64 *ret_from, gint64 *ret_to);
void scope_view_select_range (ScopeView *view, gint64 from, gint64 to);
void scope_view_clear_selection (ScopeView *view);
gboolean scope_view_get_selected_lane (ScopeView *view, ScopeLaneId *ret_lane);
void scope_view_select_lane (ScopeView *view, const ScopeLaneId *lane); /* NULL: none */
/* The message chosen, or NULL. It is copied; choosing a time or a lane afterwards unchooses it. A bundle (count > 1)
 * may be chosen too. */
const ScopeMessageLine *scope_view_get_selected_message (ScopeView *view);
void scope_view_select_message (ScopeView *view, const ScopeMessageLine *message); /* NULL: none */
/* Remembers where one was, and shows all the time that a message or a bundle takes, from first sending to last receipt. */
void scope_view_zoom_to_message (ScopeView *view, const ScopeMessageLine *message);
/* FALSE if the pointer is not over the timeline. */
gboolean scope_view_get_cursor (ScopeView *view, gint64 *ret_time);
void scope_view_set_cursor (ScopeView *view, gint64 time);
void scope_view_unset_cursor (ScopeView *view);

/* --- hits of a search --- */
/* How many there are in each of `n` equal parts of the whole trace; NULL: there is no search. Copied. */
void scope_view_set_hits (ScopeView *view, const guint32 *spread, guint n);
/* NULL: none. */
const guint32 *scope_view_get_hits (ScopeView *view, guint *ret_n);
/* Where they are, lane by lane; NULL: nowhere. Refs them; to be said again when there are more. */
void scope_view_set_hit_marks (ScopeView *view, ScopeHitMarks *marks);
ScopeHitMarks *scope_view_get_hit_marks (ScopeView *view);

/* --- look --- */

/* How the critical path is shown. */
typedef enum
{
  SCOPE_PATH_AS_LANE = 1 << 0, /* below the activity */
  SCOPE_PATH_AS_LINE = 1 << 1, /* through the lanes, whose rest is faded */
} ScopePathLook;

typedef struct
{
  ScopePaletteKind palette;
  ScopeHeight height;
  ScopeColumnMode columns;
  ScopeColourMode colours;
  gboolean show_marks;
  gint64 ruler_zero;      /* what the ruler's SINCE_MARK counts from, in trace time */
  ScopeRulerMode ruler;
  guint ticks;            /* bit t: ticks of kind t are drawn where there is room for them */
  guint dimmed;           /* bit s: state s at 45 % */
  guint path;             /* ScopePathLook: the critical path, once it is known */
  gboolean least_most;    /* over the activity: how many processors ran at least and at most within each pixel */
  gboolean phases;        /* phases of the program as a row, once they are known */
  /* How the call stacks of cores are drawn. */
  guint hits;             /* bit k: hits of kind k (ScopeHitKind) as marks on the bars */
  gboolean calls_by_kind; /* colours say whose a function is: user, kernel, idle; else which it is */
  gboolean depth_line;    /* how deep the stack is, as a line */
} ScopeViewLook;

/* Its fields: the rows of the table in scope-view-look.c. */
typedef enum
{
  SCOPE_LOOK_PALETTE,
  SCOPE_LOOK_HEIGHT,
  SCOPE_LOOK_COLUMNS,
  SCOPE_LOOK_COLOURS,
  SCOPE_LOOK_MARKS,
  SCOPE_LOOK_RULER_ZERO,
  SCOPE_LOOK_RULER,
  SCOPE_LOOK_TICKS,
  SCOPE_LOOK_DIMMED,
  SCOPE_LOOK_PATH,
  SCOPE_LOOK_PHASES,
  SCOPE_LOOK_LEAST_MOST,
  SCOPE_LOOK_HITS,
  SCOPE_LOOK_CALLS_BY_KIND,
  SCOPE_LOOK_DEPTH_LINE,
  SCOPE_N_LOOKS
} ScopeLookField;

const ScopeViewLook *scope_view_get_look (ScopeView *view);
gint64 scope_look_get (const ScopeViewLook *look, ScopeLookField field);
void scope_look_set (ScopeViewLook *look, ScopeLookField field, gint64 value);
/* One field, or all: "changed" comes at most once. */
void scope_view_set_look (ScopeView *view, ScopeLookField field, gint64 value);
void scope_view_set_whole_look (ScopeView *view, const ScopeViewLook *look);
/* The word of a value, and back, as session files, actions and the command line have it: of heights, columns, colours and rulers.
 * -1: it is none of them. */
const char *scope_look_word (ScopeLookField field, guint value);
int scope_look_find_word (ScopeLookField field, const char *word);
ScopePaletteKind scope_view_get_palette (ScopeView *view);
/* Colours that the person gave; NULL: none. Setting takes a reference. */
ScopeOwnColours *scope_view_get_own_colours (ScopeView *view);
void scope_view_set_own_colours (ScopeView *view, ScopeOwnColours *own);
/* Gives one to whoever is called so ("message:Head": to a class of messages); 0 takes it away. */
void scope_view_give_colour (ScopeView *view, const char *name, ScopeColour colour);
/* That of a lane, by its title, label or what it began with; 0: none. */
ScopeColour scope_view_own_colour (ScopeView *view, ScopeLaneId lane);
/* What a colour for it is given to: its label, else what it began with, else its title. Free with g_free(). */
char *scope_view_own_colour_name (ScopeView *view, ScopeLaneId lane);
const ScopeMessageFilter *scope_view_get_messages (ScopeView *view);
void scope_view_set_messages (ScopeView *view, const ScopeMessageFilter *filter);
/* Wall clock at trace time 0, in ns since 1970; FALSE if the trace does not know it. */
gboolean scope_view_get_wall_clock (ScopeView *view, gint64 *ret_epoch);
/* How all that this view shows tells a point in time: as the ruler does. */
ScopeClock scope_view_get_clock (ScopeView *view);
/* The task whose runs are outlined, all else dimmed: the thread whose lane is selected, or that one chosen on another
 * lane. FALSE if there is none. */
gboolean scope_view_get_task (ScopeView *view, ScopeLaneId *ret_thread);
/* Chooses a thread without leaving the selected lane; forgotten when another lane is selected. NULL: none. */
void scope_view_select_task (ScopeView *view, const ScopeLaneId *thread);
/* The trace's range or entities changed (done on its "changed" by itself; for tests). */
void scope_view_update (ScopeView *view);

G_END_DECLS
