/* scope-lane-private.h: what scope-lane-store.c, scope-lane-blocks.c (writing) and scope-lane-read.c (reading) share.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/base/scope-paged.h"
#include "model/zoom/scope-block.h"
#include "model/zoom/scope-lane-ended.h"
#include "model/zoom/scope-lane-store.h"
#include "model/zoom/scope-open.h"
#include "model/zoom/scope-tally.h"

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
  guint8 tallied;     /* it has ended, and is told of in `ended` */
  guint8 pad[13];     /* to a multiple of a line */
  guint64 few[SCOPE_OPEN_FEW]; /* room for the open rows while they are so few */
} ScopeLane;

/* --- lanes that ended (scope-lane-seal.c) ---
 *
 * The first SCOPE_LANES_HELD stay as they are. One beyond that has ended is packed into a few bytes, which are let go of page by page
 * (scope-paged.h), and its place is the next one's: a log of ten million threads has few that live. */

#define SCOPE_LANES_HELD 65536u
#define SCOPE_LANES_MOST (1u << 26) /* in a store */
#define SCOPE_SEALED_BLOCKS 24u /* a lane with more of them stays as it is: there are few such */

/* Room to look at a lane that is packed. */
typedef struct
{
  ScopeLane lane;
  ScopeBlockList heights[SCOPE_MAX_HEIGHTS];
  ScopeBlock blocks[SCOPE_SEALED_BLOCKS];
} ScopeLaneRoom;

/* A block of rows that was unpacked a moment ago: the tiles of a window follow each other in the same blocks. */
typedef struct
{
  guint64 offset;  /* of the block; SCOPE_NO_OFFSET: none, or it is being unpacked */
  guint64 used;    /* the greater, the later */
  guint users;     /* who reads it, or unpacks it */
  gboolean spare;  /* all of the store's were in use: it goes when it is given back */
  guint room;      /* rows that there is room for: most blocks are full, those of short lanes are not */
  ScopeTransition *rows;
  guint32 counts[SCOPE_N_STATES]; /* counts lanes: tasks per state before the rows */
} ScopeUnpacked;

#define SCOPE_N_UNPACKED 6u
#define SCOPE_NO_OFFSET G_MAXUINT64

struct _ScopeLaneStore
{
  GMutex lock;
  ScopeBytes *bytes;
  ScopePagedArray lane_room;
  ScopeLane **lanes;  /* each of them, in its room; or where it is packed, times two and one more */
  guint32 n_lanes;
  guint64 n_blocks;   /* of all of them */
  GPtrArray *chunks;  /* of lanes, which stay where they are: SCOPE_LANE_CHUNK each up to SCOPE_LANES_HELD, then SCOPE_LANE_PAGES each */
  GPtrArray *large_chunks;
  GPtrArray *spare_lanes; /* of these, places whose lane was packed */
  guint32 chunk_left; /* places in the last chunk that nobody had yet */
  GPtrArray *sealed;  /* pieces of SCOPE_SEALED_PIECE bytes (with a shelf: at most): packed lanes */
  gsize sealed_at;    /* bytes of the last one that are used */
  gint64 watermark;   /* TIME_MAX when everything was read */
  gint64 end;         /* of lanes without an end, once finished */
  gsize spare_bytes;  /* of open rows: what writing them would set free */
  gboolean finished;
  GMutex unpacked_lock;
  ScopeUnpacked unpacked[SCOPE_N_UNPACKED];
  guint64 unpacked_used;
  ScopeKeepers *keepers; /* a reference; NULL: what was unpacked is kept as long as the store */
  GList unpacked_link; /* data: the store while it is one of those that keep what was unpacked */
  gboolean fixed;     /* brought from an index: nothing of it changes, so readers need no lock */
  GMutex fetch_lock;  /* of what makes a lane that is not there yet (its place in `lanes` is NULL) */
  ScopeLaneDirectory source;
  ScopeShelved *shelved; /* its lanes, if the source has a shelf: they may be gone whenever the lock is let go */
  ScopeLaneEnded *ended; /* of threads that ended; NULL: there are not so many */
  gboolean ended_changed; /* one of them is another one since: it tells no truth */
  guint32 n_loaded;   /* lanes that were there from the begin on */
  ScopeLaneRecord **heads; /* by thousands, as lanes are loaded: of those that are not; NULL: not read yet */
};

#define SCOPE_SCRATCH_BYTES (SCOPE_BLOCK_MAX_BYTES + SCOPE_TALLY_MAX_BYTES)

G_STATIC_ASSERT (sizeof (ScopeLane) % 64 == 0);

#define SCOPE_LANE_CHUNK 16u /* an archive may have thousands of machines with a handful of lanes each */
#define SCOPE_LANE_PAGES 16384u
#define SCOPE_SEALED_PIECE ((gsize) 1024 * 1024)

static inline gboolean
scope_lane_is_sealed (ScopeLaneStore *store, guint32 lane)
{
  return ((guintptr) store->lanes[lane] & 1) != 0;
}

/* One that is not packed. */
static inline ScopeLane *
scope_lane (ScopeLaneStore *store, guint32 lane)
{
  return store->lanes[lane];
}

/* The lane, or what it was when it was packed, in `room`. */
const ScopeLane *scope_lane_unpack (ScopeLaneStore *store, guint32 lane, ScopeLaneRoom *room);

/* Loads a lane that is not there yet, and those beside it. NULL: it is; else it cannot be had now, and `room` is one of which nothing is
 * known. */
const ScopeLane *scope_lane_fetch (ScopeLaneStore *store, guint32 lane, ScopeLaneRoom *room);
void scope_lane_free_heads (ScopeLaneStore *store);

static inline const ScopeLane *
scope_lane_look (ScopeLaneStore *store, guint32 lane, ScopeLaneRoom *room)
{
  const ScopeLane *none = G_UNLIKELY (g_atomic_pointer_get (&store->lanes[lane]) == NULL) ? scope_lane_fetch (store, lane, room) : NULL;

  scope_shelved_look (store->shelved);
  if (G_UNLIKELY (none != NULL))
    return none;
  return scope_lane_is_sealed (store, lane) ? scope_lane_unpack (store, lane, room) : store->lanes[lane];
}

/* A place for a new lane, all zeros. */
ScopeLane *scope_lane_place (ScopeLaneStore *store);
/* What stands for a lane of that index in `lanes`: the place given, or, of one that is to be packed, where that is; the place is spare then. */
gpointer scope_lane_pack (ScopeLaneStore *store, guint32 index, ScopeLane *lane);
/* The same of one that was loaded, and of a store with a shelf, whose lanes may all go at once: into the piece, which is begun or handed to
 * the store as need be; a long one is copied. *lane is zeros then. *bytes grows by what that takes. */
gpointer scope_lane_shelve (ScopeLaneStore *store, ScopeLane *lane, GByteArray *piece, gsize *bytes);
/* What is in the piece is the store's. */
void scope_lane_shelve_piece (ScopeLaneStore *store, GByteArray *piece);
/* Before the last rows of a lane are written that ends at `end`: once it is finished it is told of in `ended` (scope-lane-ended.c). */
void scope_lane_tally_ended (ScopeLaneStore *store, guint32 lane, gint64 end);
/* All lanes are finished. */
void scope_lane_finish_ended (ScopeLaneStore *store);
/* Packs a lane that has ended, if it is one of those to be packed. */
void scope_lane_seal (ScopeLaneStore *store, guint32 lane);
/* Before any is packed: so many will be, while others read. */
void scope_lane_seal_reserve (ScopeLaneStore *store, guint32 n_lanes);
/* To change it after all. */
ScopeLane *scope_lane_unseal (ScopeLaneStore *store, guint32 lane);
void scope_lanes_clear (ScopeLaneStore *store);
/* None of the lanes is there any more: who asks for one loads it anew. FALSE: somebody has the lock. */
gboolean scope_lanes_let_go (gpointer store);

static inline gboolean
scope_kind_counts (guint kind)
{
  return kind == SCOPE_KIND_THREADS;
}

/* --- blocks that are written (scope-lane-blocks.c) --- */

/* How many bytes of a lane's open rows writing them would set free. */
static inline gsize
scope_lane_spare_bytes (const ScopeLane *lane)
{
  return lane->open.n_alloc > SCOPE_OPEN_FEW ? (lane->open.n_alloc - SCOPE_OPEN_FEW) * sizeof *lane->open.rows : 0;
}

/* Writes the first n open rows of a lane as a block that ends at t1, and what sums it up; with the lock held. `final`: no row
 * follows. The rows are gone in any case. */
gboolean scope_lane_flush (ScopeLaneStore *store, guint32 lane, guint n, gint64 t1, gboolean final, GError **error);

/* --- plans: which blocks answer a question (scope-lane-read.c) --- */

/* What a plan may take for a piece of the range. */
typedef enum
{
  SCOPE_PLAN_ROWS,  /* rows only */
  SCOPE_PLAN_LEVEL, /* nodes of a given level or finer, where they are */
  SCOPE_PLAN_WHOLE, /* nodes that lie in the range as a whole, of any level */
} ScopePlanMode;

#define SCOPE_FEW_PIECES 8u

typedef struct
{
  gint64 first, last;    /* life */
  gint64 cut;            /* until when it is known */
  gint64 first_row;
  gint64 from, to;       /* the range, clipped to what is known of the life */
  ScopeBlock *pieces;    /* in time order */
  guint n_pieces, room;
  ScopeTransition *open; /* rows of the open block that matter */
  guint n_open;
  gint64 open_end;       /* until when the last of them lasts */
  guint32 open_counts[SCOPE_N_STATES];
  guint8 initial, kind;
  ScopeBlock few[SCOPE_FEW_PIECES]; /* where the pieces are while they are so few */
} ScopePlan;

/* With the lock held. FALSE if the lane never lived. A plan stays where it is made. */
gboolean scope_plan_make (ScopePlan *plan, ScopeLaneStore *store, guint32 lane, gint64 from, gint64 to,
                          ScopePlanMode mode, guint level);
void scope_plan_clear (ScopePlan *plan);

/* Time outside of the rows: before its first row a lane is what it starts as, after what is known of it, unknown. */
typedef struct
{
  gint64 from, to;
  guint8 code;
} ScopePlanEdge;

/* The two of [from, to), which may be empty. */
void scope_plan_edges (const ScopePlan *plan, gint64 from, gint64 to, ScopePlanEdge edges[2]);

/* So that whoever reads a store that is written needs its lock, and who reads one from an index does not wait for others, unless its lanes may
 * be let go. */
static inline void
scope_lane_store_lock (ScopeLaneStore *store)
{
  if (!store->fixed || store->source.shelf != NULL)
    g_mutex_lock (&store->lock);
}

static inline void
scope_lane_store_unlock (ScopeLaneStore *store)
{
  if (!store->fixed || store->source.shelf != NULL)
    g_mutex_unlock (&store->lock);
}

/* --- blocks that are read (scope-unpacked.c) --- */

/* Room for the bytes of a block: most need no memory of their own. */
typedef struct
{
  guint8 *bytes;
  guint8 *large;
  guint8 few[16 * 1024];
} ScopeBlockBytes;

/* The bytes of a block, and one more, in `room`, which need not be set before. In any case to be cleared. */
gboolean scope_block_bytes_read (ScopeBlockBytes *room, ScopeLaneStore *store, const ScopeBlock *block, GError **error);
void scope_block_bytes_clear (ScopeBlockBytes *room);
/* Rows of a block, and the counts before them (counts lanes): nobody changes them until they are given back. NULL with
 * error. */
ScopeUnpacked *scope_unpacked_take (ScopeLaneStore *store, const ScopeBlock *block, gboolean counted, GError **error);
void scope_unpacked_release (ScopeLaneStore *store, ScopeUnpacked *unpacked);
/* When nobody has any of a store's in hands any more. */
void scope_unpacked_clear (ScopeLaneStore *store);
/* What nobody has in hands. */
void scope_unpacked_let_go (ScopeLaneStore *store);

/* The store unpacks something, and keeps it until many others have done so. */
void scope_keepers_add (ScopeKeepers *keepers, ScopeLaneStore *store);
void scope_keepers_remove (ScopeKeepers *keepers, ScopeLaneStore *store);

/* The time of a lane in bins whose place, level and number are set; none of their states has been begun (`mask` is 0). */
gboolean scope_lane_read_bins (ScopeLaneStore *store, guint32 lane, ScopeBins *bins, GError **error);

/* Sets the error and returns FALSE. */
gboolean scope_plan_damaged (GError **error);

/* Life of a lane as far as it is known; with the lock held. */
gboolean scope_lane_get_life (ScopeLaneStore *store, const ScopeLane *lane, gint64 *ret_first, gint64 *ret_last);
/* Until when something is known of it; with the lock held. */
gint64 scope_lane_get_known (ScopeLaneStore *store, const ScopeLane *lane);

G_END_DECLS
