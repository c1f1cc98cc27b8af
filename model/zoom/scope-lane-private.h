/* scope-lane-private.h: what scope-lane-store.c (writing) and scope-lane-read.c (reading) share.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "scope-block.h"
#include "scope-lane-store.h"

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
  gint64 time;        /* of the last row */
  gint64 first_row;   /* TIME_MAX while there is none */
  ScopeRow *open;     /* rows of the open block */
  guint32 n_open, n_alloc;
  guint32 counted_in;
  guint32 ref;        /* what holds now */
  guint8 code;
  guint8 ended;
  guint8 initial;
  guint8 kind;
  guint8 n_heights;

  guint32 *counts;    /* counts lanes: tasks per state before the open block */
  ScopeBlockList *heights;
  guint64 n_rows;     /* in written blocks */
  gint64 first, last; /* life as set, TIME_MIN/TIME_MAX if not */
  gint64 known_until;
  gint64 totals[SCOPE_N_STATES]; /* of the blocks written; of the whole life when finished */
  guint8 pad[32];     /* to a multiple of a line */
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
  guint32 n_lanes;
  guint32 n_chunks;
  gint64 watermark;   /* TIME_MAX when everything was read */
  gint64 end;         /* of lanes without an end, once finished */
  gsize open_bytes;
  gboolean finished;
  guint8 *scratch;    /* SCOPE_BLOCK_MAX_BYTES, for the writer */
  ScopeBins scratch_bins;
  GMutex unpacked_lock;
  ScopeUnpacked unpacked[SCOPE_N_UNPACKED];
  guint next_unpacked;
};

G_STATIC_ASSERT (sizeof (ScopeLane) % 64 == 0);

#define SCOPE_LANE_CHUNK 256u

static inline ScopeLane *
scope_lane (ScopeLaneStore *store, guint32 lane)
{
  return &store->chunks[lane / SCOPE_LANE_CHUNK][lane % SCOPE_LANE_CHUNK];
}

static inline gboolean
scope_kind_counts (guint kind)
{
  return kind == SCOPE_KIND_THREADS;
}

/* Life of a lane as far as it is known; with the lock held. */
gboolean scope_lane_get_life (ScopeLaneStore *store, const ScopeLane *lane, gint64 *ret_first, gint64 *ret_last);
/* Until when something is known of it; with the lock held. */
gint64 scope_lane_get_known (ScopeLaneStore *store, const ScopeLane *lane);

G_END_DECLS
