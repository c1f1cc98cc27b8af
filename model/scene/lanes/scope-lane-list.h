/* scope-lane-list.h: the tree of rows that a timeline shows, and the visible rows in order.
 *
 * Built from a trace as people want it at first sight; grown lazily: 190,000 threads never make 190,000 nodes. What
 * a person did to it (unfolded, pinned, hidden, moved) is kept by key, and outlives a rebuild when the trace grows.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/trace/document/scope-trace.h"
#include "model/scene/draw/scope-columns.h"
#include "model/scene/lanes/scope-lane-filter.h"

G_BEGIN_DECLS

#define SCOPE_TYPE_LANE_LIST (scope_lane_list_get_type ())
G_DECLARE_FINAL_TYPE (ScopeLaneList, scope_lane_list, SCOPE, LANE_LIST, GObject)

typedef enum
{
  SCOPE_ROW_STATES,   /* a lane of states: machine, processor, process, thread */
  SCOPE_ROW_COUNTS,   /* "Threads (188,388)" */
  SCOPE_ROW_ACTIVITY, /* of the whole trace */
  SCOPE_ROW_PAUSES,   /* collections of one machine */
  SCOPE_ROW_CONCURRENT, /* what its nonmoving collector does */
  SCOPE_ROW_FLUSHES,  /* when its processors write the log */
  SCOPE_ROW_HEAP,
  SCOPE_ROW_SPARKS,
  SCOPE_ROW_ALLOCATION,       /* rate */
  SCOPE_ROW_SPARK_CREATION,   /* rates by what became of those that were made: pooled, overflowed, dud */
  SCOPE_ROW_SPARK_CONVERSION, /* and of those in the pool: converted, fizzled, collected */
  SCOPE_ROW_QUEUE,            /* run queue */
  SCOPE_ROW_MEMORY,           /* samples of an Erlang VM, and what follows: scope-sample-rows.h */
  SCOPE_ROW_LOAD,
  SCOPE_ROW_PROCESS_COUNT,
  SCOPE_ROW_BLOCKS,           /* of a GHC program: what its storage manager holds */
  SCOPE_ROW_MEGABLOCKS,
  SCOPE_ROW_HEAPS,            /* of Erlang's processes, by probes */
  SCOPE_ROW_MAILBOXES,
  SCOPE_ROW_IPC,              /* of a simulation's cores, and what follows: in the order of ScopeCoreRatio */
  SCOPE_ROW_L1D,
  SCOPE_ROW_L1I,
  SCOPE_ROW_L2,
  SCOPE_ROW_STATS_IPC,        /* the same by the simulator's own statistics */
  SCOPE_ROW_STATS_L1D,
  SCOPE_ROW_STATS_L1I,
  SCOPE_ROW_STATS_L2,
  SCOPE_ROW_CALLS,    /* the call stack of `lane` over time, `levels` deep */
  SCOPE_ROW_PATH,     /* who is on the critical path: scope_lane_list_set_path() */
  SCOPE_ROW_TRAFFIC,  /* messages of the lane above it: scope_lane_list_set_traffic() */
  SCOPE_ROW_PHASES,   /* of the program: scope_lane_list_set_phases() */
  SCOPE_ROW_MARKS,    /* of one machine; of all if lane.machine is SCOPE_NONE */
  SCOPE_ROW_SPANS,    /* what pairs of them make, on `levels` */
  SCOPE_ROW_GROUP,    /* a heading: threads of one label */
  SCOPE_ROW_MORE,     /* "show 20 more": activating it makes its siblings appear */
  SCOPE_ROW_ABSENT,   /* "+12,340 not alive here": activating it shows them too */
} ScopeRowKind;

/* One of SCOPE_ROW_IPC and those behind it. */
static inline gboolean
scope_row_is_of_cores (ScopeRowKind kind)
{
  return kind >= SCOPE_ROW_IPC && kind <= SCOPE_ROW_STATS_L2;
}

/* What stood still, and when. */
static inline gboolean
scope_row_has_pauses (ScopeRowKind kind)
{
  return kind >= SCOPE_ROW_PAUSES && kind <= SCOPE_ROW_FLUSHES;
}

typedef struct _ScopeLaneNode ScopeLaneNode;

/* Read only for others. Valid until the list is rebuilt or changed. */
struct _ScopeLaneNode
{
  ScopeRowKind kind;
  ScopeLaneId lane;    /* machine is always right; the rest for STATES and COUNTS */
  char *key;           /* unique and stable: "processor:1/0", "activity" */
  char *title;         /* "HEC 0" */
  char *detail;        /* dimmed, after the title: "188,388", or NULL */
  guint depth;
  gboolean expandable, expanded, pinned;
  guint levels;        /* CALLS: of the stack, as far as it is known; SPANS */
  gboolean stacked;    /* a core that has a call stack below it */
  /* lanes to add up; n_sources 0 for rows that are made of tables, and for groups too large to add up */
  ScopeLaneSource *sources;
  guint n_sources;
  /* set by scope_lane_list_layout(), in pixels from the top of the first row */
  double y, height;    /* of the row */
  double bar_y, bar_height; /* of the bar in it: on its bottom */
  guint band;          /* machines alternate: 0 or 1 */
  gboolean sticks;     /* pinned, and so it stays at the top while the others scroll */
  /* private */
  ScopeLaneNode *parent;
  GPtrArray *children; /* NULL: not made yet */
  ScopeLaneNode *traffic; /* the row of its messages; NULL: none was shown */
  struct _ScopeLaneFamily *family; /* groups: their members */
  guint shown;         /* groups: how many of them */
};

typedef enum
{
  SCOPE_HEIGHT_COMFORTABLE, /* 28/22 */
  SCOPE_HEIGHT_COMPACT,     /* 18/14 */
  SCOPE_HEIGHT_DENSE,       /* 10/8 */
  SCOPE_HEIGHT_AUTOMATIC,   /* the largest with which all rows fit */
} ScopeHeight;

typedef enum
{
  SCOPE_SHOW_DEFAULT,  /* at first sight */
  SCOPE_SHOW_MACHINES,
  SCOPE_SHOW_PROCESSORS,
  SCOPE_SHOW_PROCESSES,
  SCOPE_SHOW_THREADS,
  SCOPE_SHOW_LIST,     /* lanes as given, nothing else */
} ScopeShow;

typedef enum
{
  SCOPE_SORT_AUTO, /* by number; of a family that is too large to be shown as a whole, those first that run most */
  SCOPE_SORT_ID,
  SCOPE_SORT_START,
  SCOPE_SORT_RUNNING,
  SCOPE_SORT_WAITING,
} ScopeSort;

/* Signal "changed" (list, user_data): other rows than before; pointers to nodes are no longer valid. */
ScopeLaneList *scope_lane_list_new (ScopeTrace *trace);
/* Looks at the trace again; keeps what was unfolded, pinned, hidden. TRUE if the rows changed. */
gboolean scope_lane_list_update (ScopeLaneList *list);
void scope_lane_list_set_show (ScopeLaneList *list, ScopeShow show);
ScopeShow scope_lane_list_get_show (ScopeLaneList *list);
/* The lane of the critical path, of trace time, stands below the activity; its store is another's. NULL: there is none. */
void scope_lane_list_set_path (ScopeLaneList *list, ScopeLaneStore *store, guint32 lane);
/* A row of the program's phases stands below that. */
void scope_lane_list_set_phases (ScopeLaneList *list, gboolean shown);
/* Below each machine and process (Erlang's are threads) a row of its messages, where there are any. */
void scope_lane_list_set_traffic (ScopeLaneList *list, gboolean shown);
/* SCOPE_SHOW_LIST: exactly these. */
void scope_lane_list_set_lanes (ScopeLaneList *list, const ScopeLaneId *lanes, guint n);
/* The same, to be compared: if they are several (and not too many to be added up), their sum stands on top. */
void scope_lane_list_compare (ScopeLaneList *list, const ScopeLaneId *lanes, guint n);
void scope_lane_list_set_sort (ScopeLaneList *list, ScopeSort sort);
ScopeSort scope_lane_list_get_sort (ScopeLaneList *list);

/* Looked for off the main thread; "changed" comes when that is done and the rows are others. Copied. */
void scope_lane_list_set_filter (ScopeLaneList *list, const ScopeLaneFilter *filter);
const ScopeLaneFilter *scope_lane_list_get_filter (ScopeLaneList *list);
/* The visible range, for what depends on it; told often, answered when it rests. */
void scope_lane_list_set_range (ScopeLaneList *list, gint64 from, gint64 to);
/* TRUE while it is not known yet what the filter leaves, or which rows there are. */
gboolean scope_lane_list_is_matching (ScopeLaneList *list);

/* Visible rows, top to bottom: pinned ones first. */
guint scope_lane_list_n_rows (ScopeLaneList *list);
ScopeLaneNode *scope_lane_list_row (ScopeLaneList *list, guint i);
/* Row of a key or lane, or SCOPE_NONE. `nearest`: else that of its nearest visible ancestor. */
guint scope_lane_list_find_key (ScopeLaneList *list, const char *key);
guint scope_lane_list_find (ScopeLaneList *list, ScopeLaneId lane, gboolean nearest);
guint scope_lane_list_n_hidden (ScopeLaneList *list);

/* Makes the lane a row: unfolds its ancestors, shows it in a family that is cut short, and shows what was hidden of
 * them; if it is no part of what is shown (threads while processors are), everything is shown as at first sight.
 * Returns its row; that of its nearest ancestor if it cannot be one; SCOPE_NONE if there is no such lane. */
guint scope_lane_list_reveal (ScopeLaneList *list, ScopeLaneId lane);

/* For a row of kind MORE, expanding it shows more. */
void scope_lane_list_set_expanded (ScopeLaneList *list, guint row, gboolean expanded);
void scope_lane_list_set_pinned (ScopeLaneList *list, guint row, gboolean pinned);
void scope_lane_list_hide (ScopeLaneList *list, guint row);
void scope_lane_list_show_all (ScopeLaneList *list);

/* A row that can be shown or hidden: of the first level, or of what stands open below it. */
typedef struct
{
  char *key, *title;
  guint depth;
  gboolean hidden;
} ScopeLaneTick;

/* Those that there are, from the top down, hidden ones too; at most SCOPE_LANE_MOST_TICKS. Free with g_array_unref(). */
#define SCOPE_LANE_MOST_TICKS 400u
GArray *scope_lane_list_dup_ticks (ScopeLaneList *list);
void scope_lane_list_set_hidden (ScopeLaneList *list, const char *key, gboolean hidden);
/* Puts a row before another of the same parent (SCOPE_NONE: at the end). */
void scope_lane_list_move (ScopeLaneList *list, guint row, guint before);
/* Whether a row can be moved at all, and past its neighbour of the same parent; does it if `really`. */
gboolean scope_lane_list_move_step (ScopeLaneList *list, guint row, int step, gboolean really);
/* Where a row goes that is dropped at y (as laid out): before *ret_before (SCOPE_NONE: at the end of its siblings),
 * shown by a line at *ret_y. FALSE if it cannot be moved. */
gboolean scope_lane_list_find_drop (ScopeLaneList *list, guint row, double y, guint *ret_before, double *ret_y);

/* Sets y and heights of all rows; returns the height of all. `available` is for SCOPE_HEIGHT_AUTOMATIC. With
 * lane_height > 0 that is the height of every lane of states, whatever `mode` says. */
double scope_lane_list_layout (ScopeLaneList *list, ScopeHeight mode, double available, double lane_height);
/* Row at y as laid out, or SCOPE_NONE. */
guint scope_lane_list_row_at (ScopeLaneList *list, double y);
/* Pinned rows stick to the top, as many of them as leave most of the height for the others: how many (the first so many
 * rows), and how high they are together, as laid out. */
guint scope_lane_list_n_sticking (ScopeLaneList *list);
double scope_lane_list_sticking_height (ScopeLaneList *list);
/* By how much a row is moved up when the rows are scrolled by `scroll`. */
static inline double
scope_lane_node_scroll (const ScopeLaneNode *node, double scroll)
{
  return node->sticks ? 0 : scroll;
}
/* Row at `y` pixels below the top of what is in view, or SCOPE_NONE. */
guint scope_lane_list_row_in_view (ScopeLaneList *list, double y, double scroll);
/* The rows that scroll and touch a view so high: [*ret_first, *ret_end). Those that stick are seen besides. */
void scope_lane_list_rows_in_view (ScopeLaneList *list, double scroll, double height, guint *ret_first,
                                   guint *ret_end);
/* What the activity row stacks: all processors of the trace; and what may be ready: all counts lanes of threads.
 * Free with g_free(). */
ScopeLaneSource *scope_lane_list_activity_sources (ScopeLaneList *list, guint *ret_n);
ScopeLaneSource *scope_lane_list_ready_sources (ScopeLaneList *list, guint *ret_n);

G_END_DECLS
