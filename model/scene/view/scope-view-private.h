/* scope-view-private.h: what the files of the view share: scope-view.c (range, history, selection), -look.c and -follow.c.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/scene/view/scope-view-call.h"
#include "model/scene/view/scope-view-calipers.h"
#include "model/scene/view/scope-view-extent.h"
#include "model/scene/view/scope-view-follow.h"
#include "model/trace/analysis/scope-derived.h"

G_BEGIN_DECLS

/* Times in ticks after the trace's first, and in seconds of whatever clock the frames have. */
typedef struct
{
  ScopeFollow state;
  gboolean chosen;  /* somebody has set the window */
  gint64 window;    /* 0: all */
  double edge;      /* what is now at the right */
  double known;     /* as last heard of, and when */
  double known_at;
  double speed;     /* ticks a second */
  double pause;     /* between news, on average */
  double stepped;   /* time of the last frame */
  gboolean flows;   /* news come often enough to go with them at an even pace */
  gboolean placed;  /* edge is set */
  gboolean at_end;  /* it ended while the view went with it, and nobody has moved it since */
  gboolean resting; /* no frame has been asked for since the last news */
} ScopeFollowing;

typedef struct
{
  ScopeRangeKind kind, before; /* before: what holds again after a selection or calipers */
  gint64 from, to;             /* SELECTION */
  gboolean has_calipers, lively; /* as last seen */
} ScopeExtent;

struct _ScopeView
{
  GObject parent;
  ScopeTrace *trace;
  ScopeLaneList *lanes;
  ScopeNotes *notes;
  ScopeViewport viewport;
  gint64 room_first, room_last; /* besides the trace, if first < last */

  GArray *back, *forward; /* ScopeViewport */
  ScopeViewport rested;   /* where a walk in small steps began … */
  gint64 wandered_at;     /* … and its newest step; 0: nobody walks */
  gboolean setting_out;   /* the walk has not left there yet */

  gboolean has_selection, has_lane, has_cursor;
  gint64 selection_from, selection_to, cursor;
  ScopeLaneId lane;
  ScopeMessageLine *message; /* or NULL */
  gboolean has_call;
  ScopeActivationId call;
  ScopeCallUnmatched *unmatched; /* or NULL */
  ScopeCallSide unmatched_side;
  ScopeCallHiding *hiding; /* of functions that bore; or NULL */
  GCancellable *finding_call; /* that of a time; NULL: not under way */
  ScopeViewCalipers *calipers; /* or NULL */
  guint32 *hits;             /* of a search, by parts of the trace; or NULL */
  guint n_hits;
  ScopeHitMarks *hit_marks;  /* the same, lane by lane; or NULL */
  guint n_hit_marks;         /* so many were told of */

  ScopeViewLook look;
  ScopeOwnColours *own_colours; /* or NULL */
  ScopeDerived *derived; /* or NULL */
  GCancellable *asking_spare; /* what there was to spare; NULL: nobody asks */
  GCancellable *asking_phases; /* likewise */
  ScopeMessageFilter messages;
  gboolean messages_set; /* by a person: no more changed when the runtime becomes known */
  gboolean has_task;
  ScopeLaneId task;
  ScopeFollowing following;
  ScopeExtent extent;
  ScopeGhost *ghost; /* or NULL */
  gboolean hide_ghost;
};

typedef enum
{
  SCOPE_LOOK_KEPT_NOWHERE,
  SCOPE_LOOK_IS_WORD,
  SCOPE_LOOK_IS_BOOLEAN,
  SCOPE_LOOK_IS_BITS,
  SCOPE_LOOK_IS_TIME,
} ScopeLookKind;

/* A field of the look. */
typedef struct
{
  gsize place;              /* in the struct */
  ScopeLookKind kind;       /* how session files keep it; a time is a gint64, the rest are of an int's size */
  const char *name;         /* there */
  gint64 otherwise;         /* what it is until somebody sets it */
  const char *const *words; /* of its values, NULL behind the last */
  guint bits;               /* that there are */
  ScopeViewChange what;     /* has changed with it */
} ScopeLookRow;

/* scope-view-look.c */
extern const ScopeLookRow scope_look_rows[SCOPE_N_LOOKS];
void scope_look_init (ScopeViewLook *look);

/* scope-view-cause.c: whether the critical path is a lane. */
void scope_view_update_path (ScopeView *view);

/* scope-view-phases.c: whether they are a row; asks for them if they are not known. */
void scope_view_update_phases (ScopeView *view);

/* scope-view-follow.c */
/* The end of what the view calls the whole, for a trace that is known until `last`. */
gint64 scope_view_follow_whole (ScopeView *view, gint64 first, gint64 last);
/* A zoom while following: TRUE if it was about the window, else it is the viewport's. */
gboolean scope_view_follow_zoom (ScopeView *view, double x, double factor);
/* Puts the range where the edge is; TRUE if it was elsewhere. */
gboolean scope_view_follow_place (ScopeView *view);
/* The range of a view whose trace this one's takes the place of; its end, if it went with it to the end. */
void scope_view_follow_take_over (ScopeView *view, ScopeView *from);
/* The trace has changed. */
void scope_view_follow_data (ScopeView *view);

/* scope-view-extent.c: what was selected, calipers, or following may have begun or ended; returns what changed with it. */
ScopeViewChange scope_view_adjust_extent (ScopeView *view);

/* scope-view.c: to that time alone; `near`: a step. */
void scope_view_go_to_time (ScopeView *view, const ScopeLaneId *lane, gint64 from, gint64 to, gboolean near);

/* scope-view-call.c */
/* Unchooses it, and looks for none any more; tells nobody. */
void scope_view_drop_call (ScopeView *view);
/* Chooses the one that is uppermost on a core's stack during that time, when it is found. */
void scope_view_look_for_call (ScopeView *view, const ScopeLaneId *lane, gint64 from, gint64 to);

/* Emits "changed". */
void scope_view_notify (ScopeView *view, ScopeViewChange what);

static inline void
scope_view_notify_if (ScopeView *view, gboolean changed, ScopeViewChange what)
{
  if (changed)
    scope_view_notify (view, what);
}

G_END_DECLS
