/* scope-lock-lanes.h: locks over time, read for a picture: a lane per lock, with what is wide enough as bars and all else as shares of
 * each pixel, which are exact.
 *
 *     0x4b100  |▆▆▆▆ Core 0 · move ▆▆▆▆|▆▆ Core 1 ▆▆|▃▅▂▆    held: a colour per core, and short holds as their share of the pixel
 *              |      ━━━━━━━━━━━━━━━━━|            |─ ──    held while others wait
 *              |                       |▒▒ Core 0 ▒▒|▁▂▁     waits: a row per core; of more than four cores how many wait
 *              |      ▒▒ Core 1 ▒▒▒▒▒▒▒|
 *
 * Reads the index: on a thread of its own. A result is only read.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/trace/locks/scope-locks.h"
#include "model/scene/draw/scope-palette.h"
#include "model/scene/draw/scope-viewport.h"

G_BEGIN_DECLS

#define SCOPE_LOCK_LANES_MOST 1000u          /* lanes that are listed, those waited for longest first */
#define SCOPE_LOCK_LANES_MOST_USES 3000000u  /* acquisitions of one picture: what is more is not drawn, and that is said */
#define SCOPE_LOCK_LANES_ROWS 4u             /* cores that have rows of their own */

/* Pixels of a lane. */
#define SCOPE_LOCK_LANE_PAD 4.0
#define SCOPE_LOCK_LANE_HOLD 14u
#define SCOPE_LOCK_LANE_CONTENDED 3u
#define SCOPE_LOCK_LANE_WAIT 11u    /* of a row of one core */
#define SCOPE_LOCK_LANE_WAITS 24u   /* of all together, where cores have no rows of their own */

typedef enum
{
  SCOPE_LOCK_ORDER_WAITED, /* those waited for longest first, as they are read */
  SCOPE_LOCK_ORDER_HELD,
  SCOPE_LOCK_ORDER_COUNT,
  SCOPE_LOCK_ORDER_ADDRESS,
  SCOPE_LOCK_N_ORDERS
} ScopeLockOrder;

/* The locks that have lanes, in their order: sums of the whole trace. Made once, and again when the trace has grown. */
typedef struct
{
  gatomicrefcount refs;
  GArray *sums;      /* ScopeLockSum */
  guint n_locks;     /* in all: `sums` has at most SCOPE_LOCK_LANES_MOST of them */
  guint64 n_uses;    /* acquisitions of all */
  double lane_height; /* pixels of each */
} ScopeLockList;

ScopeLockList *scope_lock_list_read (ScopeTrace *trace, GCancellable *cancellable, GError **error);
ScopeLockList *scope_lock_list_ref (ScopeLockList *list);
void scope_lock_list_unref (ScopeLockList *list);
/* The same locks in another order. */
ScopeLockList *scope_lock_list_sort (const ScopeLockList *list, ScopeLockOrder order);
/* Place of a lock, or -1. */
int scope_lock_list_find (const ScopeLockList *list, guint32 machine, guint64 lock);

/* Colour of a core. */
ScopeColour scope_lock_processor_colour (const ScopePalette *palette, gint64 processor);

typedef struct
{
  ScopeViewport viewport; /* its width is the plot's */
  guint first, n;         /* lanes, by their places in the list */
  ScopePaletteKind palette;
} ScopeLockLanesRequest;

/* What stands behind a bar. */
typedef struct
{
  ScopeLockUse use;                  /* whole */
  const char *function, *caller;     /* names; live as long as the trace */
  const char *blocker;               /* function that held it meanwhile; NULL: not known */
} ScopeLockShown;

/* Holds or waits that are wide enough, in trace time; by their beginnings. */
typedef struct
{
  gint64 from, to;
  guint32 shown;  /* index into `shown` */
  guint16 row;    /* of waits: its row, or where they are counted none of its own: 0 */
  gboolean hold;
} ScopeLockBar;

/* Of one pixel. */
typedef struct
{
  float held;      /* share of it in which somebody held the lock */
  float contended; /* and somebody else waited */
  float waiting;   /* how many waited, on average */
  guint32 n;       /* acquisitions that began to wait in it */
} ScopeLockColumn;

typedef struct
{
  guint32 machine;  /* index */
  guint64 lock;
  guint rows;       /* as scope_lock_lane_rows() */
  guint most;       /* waiting at once */
  GArray *bars;     /* ScopeLockBar */
  ScopeLockColumn *columns; /* [width] */
  ScopeColour *pixels;      /* [height][width] of the lane without its padding; 0 where nothing is. NULL: all is in bars */
  guint height;
  guint64 n, n_contended;           /* acquisitions that touch the range */
  gint64 held, contended, waiting;  /* ticks of the range; `waiting` of all cores together */
} ScopeLockLane;

typedef struct
{
  ScopeLockLanesRequest request;
  gint64 from, to;    /* what its pixels show, trace time */
  GArray *lanes;      /* ScopeLockLane: lane i is the list's number request.first + i */
  GArray *shown;      /* ScopeLockShown */
  gboolean truncated;
} ScopeLockLanes;

/* NULL with error. */
ScopeLockLanes *scope_lock_lanes_read (ScopeTrace *trace, const ScopeLockList *list, const ScopeLockLanesRequest *request,
                                       GCancellable *cancellable, GError **error);
void scope_lock_lanes_free (ScopeLockLanes *lanes);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ScopeLockList, scope_lock_list_unref)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ScopeLockLanes, scope_lock_lanes_free)

G_END_DECLS
