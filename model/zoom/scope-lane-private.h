/* scope-lane-private.h: what scope-lane-store.c (writing) and scope-lane-read.c (reading) share.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "scope-block.h"
#include "scope-lane-store.h"
#include "scope-open.h"
#include "scope-tally.h"

G_BEGIN_DECLS

#define SCOPE_FAN_OUT 4u        /* nodes under one of the next height */
#define SCOPE_MAX_HEIGHTS 24u   /* 4^22 blocks: more than any index */
#define SCOPE_SUMMED_ROWS 64u   /* a lane's last block of fewer rows gets no bins */

typedef struct
{
  ScopeBlock *blocks;
  guint32 n, n_alloc;
} ScopeBlockList;

typedef struct
{
  /* What every row touches, in one line of the processor's cache. */
  ScopeOpenRows open;
  gint64 time;        /* of the last row, which may be none of the open ones: nothing lasted no time */
  gint64 first_row;   /* TIME_MAX while there is none */
  guint64 key;        /* code and ref that hold now */
  guint32 counted_in;
  guint8 going;       /* a states lane that has begun and not ended */
  guint8 initial;
  guint8 kind;
  guint8 n_heights;

  guint32 *counts;    /* counts lanes: tasks per state before the open block */
  ScopeBlockList *heights;
  guint64 n_rows;     /* in written blocks */
  gint64 first, last; /* life as set, TIME_MIN/TIME_MAX if not */
  gint64 known_until;
  gint64 totals[SCOPE_N_STATES]; /* of the blocks written; of the whole life when finished */
  guint8 ended;
  guint8 told;        /* counts lanes: some steps were told, and are not those of lanes that are counted */
  guint8 pad[14];     /* to a multiple of a line */
} ScopeLane;

/* A block of rows that was unpacked a moment ago: the tiles of a window follow each other in the same blocks. */
typedef struct
{
  guint64 offset;
  ScopeTransition *rows; /* an atomic rc box, or NULL */
  guint32 counts[SCOPE_N_STATES];
} ScopeUnpacked;

#define SCOPE_N_UNPACKED 6u

struct _ScopeLaneStore
{
  GMutex lock;
  ScopeBytes *bytes;
  ScopeLane **chunks; /* SCOPE_LANE_CHUNK lanes each, so that lanes stay where they are */
  ScopeLane **lanes;  /* each of them; room for all of the chunks' */
  guint32 n_lanes;
  guint32 n_chunks;
  gint64 watermark;   /* TIME_MAX when everything was read */
  gint64 end;         /* of lanes without an end, once finished */
  gsize open_bytes;
  gboolean finished;
  guint8 *scratch;    /* SCOPE_SCRATCH_BYTES, for the writer */
  ScopeTally *scratch_tally; /* for the writer */
  ScopeFlatRows *scratch_rows; /* for the writer */
  ScopeBins scratch_bins;
  GMutex unpacked_lock;
  ScopeUnpacked unpacked[SCOPE_N_UNPACKED];
  guint next_unpacked;
};

#define SCOPE_SCRATCH_BYTES (SCOPE_BLOCK_MAX_BYTES + SCOPE_TALLY_MAX_BYTES)

G_STATIC_ASSERT (sizeof (ScopeLane) % 64 == 0);

#define SCOPE_LANE_CHUNK 16u /* an archive may have thousands of machines with a handful of lanes each */

static inline ScopeLane *
scope_lane (ScopeLaneStore *store, guint32 lane)
{
  return store->lanes[lane];
}

static inline gboolean
scope_kind_counts (guint kind)
{
  return kind == SCOPE_KIND_THREADS;
}

/* --- plans: which blocks answer a question (scope-lane-read.c) --- */

/* What a plan may take for a piece of the range. */
typedef enum
{
  SCOPE_PLAN_ROWS,  /* rows only */
  SCOPE_PLAN_LEVEL, /* nodes of a given level or finer, where they are */
  SCOPE_PLAN_WHOLE, /* nodes that lie in the range as a whole, of any level */
} ScopePlanMode;

typedef struct
{
  gint64 first, last;    /* life */
  gint64 cut;            /* until when it is known */
  gint64 first_row;
  gint64 from, to;       /* the range, clipped to what is known of the life */
  GArray *pieces;        /* of ScopeBlock, in time order */
  ScopeTransition *open; /* rows of the open block that matter */
  guint n_open;
  gint64 open_end;       /* until when the last of them lasts */
  guint32 open_counts[SCOPE_N_STATES];
  guint8 initial, kind;
} ScopePlan;

/* With the lock held. FALSE if the lane never lived. */
gboolean scope_plan_make (ScopePlan *plan, ScopeLaneStore *store, guint32 lane, gint64 from, gint64 to,
                          ScopePlanMode mode, guint level);
void scope_plan_clear (ScopePlan *plan);
/* The bytes of a block, and one more; free with g_free(). */
guint8 *scope_plan_read_block (ScopeLaneStore *store, const ScopeBlock *block, GError **error);
/* Rows of a block, and the counts before them (counts lanes); g_atomic_rc_box_release() them. NULL with error. */
ScopeTransition *scope_plan_read_rows (ScopeLaneStore *store, const ScopeBlock *block, gboolean counted,
                                       guint32 counts[SCOPE_N_STATES], GError **error);
/* Sets the error and returns FALSE. */
gboolean scope_plan_damaged (GError **error);

/* Life of a lane as far as it is known; with the lock held. */
gboolean scope_lane_get_life (ScopeLaneStore *store, const ScopeLane *lane, gint64 *ret_first, gint64 *ret_last);
/* Until when something is known of it; with the lock held. */
gint64 scope_lane_get_known (ScopeLaneStore *store, const ScopeLane *lane);

G_END_DECLS
