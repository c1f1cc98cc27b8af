/* scope-columns.h: from tiles to pixel columns, and to the runs that are wide enough to be seen as one thing.
 *
 * A *column* is one world pixel (scope-viewport.h): exact time per state between two edges that lie on bins of the
 * tile level, so within 1/8 pixel of the true ones. A *run* is an interval of at least SCOPE_RUN_MIN pixels: what
 * can carry a label and a pattern. A *strip* is 256 columns of one row with their runs: the unit widgets cache.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/trace/document/scope-trace.h"
#include "model/zoom/scope-tile-cache.h"
#include "model/scene/draw/scope-viewport.h"

G_BEGIN_DECLS

#define SCOPE_STRIP_COLUMNS 256
#define SCOPE_RUN_MIN 3.0

/* Time in ticks (sums and counts: ticks × lanes alive). What is missing from `total` is not alive. */
typedef struct
{
  double time[SCOPE_N_STATES];
  double total; /* between the edges, times the number of lanes that were added up */
} ScopeColumn;

/* What a column of many short intervals shows. */
typedef enum
{
  SCOPE_COLUMNS_SHARE,    /* every state, as high as its share of the time */
  SCOPE_COLUMNS_LARGEST,  /* only the state with the largest share */
  SCOPE_COLUMNS_ANYTHING, /* every state that occurs, all of one height, however short */
} ScopeColumnMode;

typedef enum
{
  SCOPE_COLOUR_STATE,
  SCOPE_COLOUR_TASK, /* running is drawn in the colour of the task that runs, where one is known to */
  SCOPE_COLOUR_CAUSE, /* lanes of processors and tasks say why nothing runs: model/trace/analysis/scope-derived.h */
} ScopeColourMode;

#define SCOPE_N_TASK_COLOURS 24u
#define SCOPE_NO_TASK_COLOUR 0xffu

/* How a strip is to be seen. */
typedef struct
{
  guint8 columns;     /* ScopeColumnMode */
  guint8 by_task;     /* running in the colour of the task */
  guint8 by_cause;    /* its states are those of causes */
  guint8 task_colour; /* of all of it; SCOPE_NO_TASK_COLOUR: of each column's own task, strip->tasks */
  guint32 machine;    /* of those tasks */
  guint32 own;        /* of all of it, a person's own: 0xAARRGGBB; 0: none */
} ScopeStripLook;

/* The same for a task in every trace and at every zoom: 0 to SCOPE_N_TASK_COLOURS - 1. */
guint scope_task_colour (guint32 machine, ScopeKind kind, guint32 index);
/* The column as that mode shows it: heights by time in it are what is to be drawn. */
void scope_column_as (const ScopeColumn *column, ScopeColumnMode mode, ScopeColumn *ret_shown);

/* What gathers strips from far: scope-far-strips.h. */
typedef struct _ScopeFarAhead ScopeFarAhead;

/* Where tiles come from. `tile` returns a new reference, or NULL: not there yet. A tile of a coarser level is a
 * placeholder. `missing` counts the tiles that were not there as asked. */
typedef struct
{
  ScopeTile *(*tile) (gpointer data, const ScopeTileKey *key);
  gpointer data;
  guint missing;
  gint64 deadline; /* monotonic µs after which no strip is made any more; 0: none */
  gboolean late;   /* it was reached: what is missing wants another frame */
  ScopeTileCache *cache; /* if they come from one: strips from far are kept beside it */
  gboolean waits;
  ScopeFarAhead *ahead;  /* or NULL: strips from far are gathered there, and something stands in for them */
} ScopeTileGetter;

/* Never waits: requests what is missing and takes placeholders. */
void scope_tile_getter_init (ScopeTileGetter *getter, ScopeTileCache *cache);
/* Waits for every tile: for export and tests. */
void scope_tile_getter_init_waiting (ScopeTileGetter *getter, ScopeTileCache *cache);

/* A maximal interval of one code, in world pixels. */
typedef struct
{
  double x0, x1;    /* true extent as far as the tiles tell; may reach beyond the strip */
  guint32 ref;
  guint8 code;      /* ScopeCode; from dense tiles the plain one of its state */
  guint8 state;
  guint8 open_left, open_right; /* goes on in the neighbouring strip */
} ScopeStripRun;

typedef struct
{
  gatomicrefcount ref_count;
  gint64 x;      /* first world pixel */
  guint n;       /* columns */
  double scale;
  guint n_lanes; /* lanes added up */
  gboolean counts;
  gboolean incomplete; /* made from placeholders or provisional tiles, or some were missing: make it again */
  guint missing; /* tiles not there as asked for */
  guint32 *own; /* per column: the colour that a person gave to whoever ran longest in it, 0xAARRGGBB or 0; NULL: none */
  guint32 *tasks; /* per column the thread (index + 1) that ran longest in it; 0: none, or not known. NULL: none at all */
  guint n_runs;
  ScopeStripRun *runs;       /* in time order; none for sums and counts */
  ScopeColumn columns[];
} ScopeStrip;

/* Columns of world pixels [x, x + n) at `scale` ticks per pixel, of the sum of `lanes`. `first` is the viewport's.
 * Never fails: what cannot be had is missing. Free with scope_strip_unref(). */
ScopeStrip *scope_strip_new (ScopeTileGetter *getter, const ScopeLaneSource *lanes, guint n_lanes, gint64 first,
                             double scale, gint64 x, guint n);
/* The same without what tiles tell: how long its columns are. */
ScopeStrip *scope_strip_new_blank (const ScopeLaneSource *lanes, guint n_lanes, gint64 first, double scale, gint64 x, guint n);
/* A copy of such a one, to be filled by who makes it. */
ScopeStrip *scope_strip_copy_blank (const ScopeStrip *blank);
/* A copy with all that the lanes tell, without colours of one's own. */
ScopeStrip *scope_strip_copy (const ScopeStrip *strip);
ScopeStrip *scope_strip_ref (ScopeStrip *strip);
void scope_strip_unref (ScopeStrip *strip);

/* The edge in the lane's own time at which column x begins: on a bin of the level that `scale` asks for. */
gint64 scope_column_edge (gint64 first, gint64 offset, double scale, gint64 x);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ScopeStrip, scope_strip_unref)

G_END_DECLS
