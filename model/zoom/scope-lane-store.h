/* scope-lane-store.h: the lanes of one machine: step functions over time, at every zoom.
 *
 * Rows come in in time order per lane and are kept in an open block of the lane; a full block is packed,
 * summed up and appended to the ScopeBytes. A lane is then
 *
 *     height 0   | rows | rows | rows | rows | rows | open …    blocks of at most 4,096 transitions
 *     height 1   | bins | bins | bins | bins | bins |           four to eight transitions a bin
 *     height 2   |            bins           |                  at most 1,024 bins over four nodes below
 *
 * Bins of a node are 2^level ticks wide and start at multiples of that, so that bins of different nodes nest.
 * See scope-block.h for the bytes.
 *
 * Thread-safe: one thread adds rows, any thread reads.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gio/gio.h>

#include "model/base/scope-row.h"
#include "model/base/scope-shelf.h"
#include "model/zoom/scope-bytes.h"
#include "model/zoom/scope-keepers.h"
#include "model/zoom/scope-tile.h"

G_BEGIN_DECLS

typedef struct _ScopeLaneStore ScopeLaneStore;

/* A maximal piece of a lane with one state, reason and other party. */
typedef struct
{
  gint64 from, to; /* own clock */
  guint32 ref;
  guint8 code;
} ScopeInterval;

ScopeLaneStore *scope_lane_store_new (ScopeBytes *bytes); /* borrows bytes */
void scope_lane_store_free (ScopeLaneStore *store);
/* Refs `keepers`: it is one of those that let go what they unpacked when others of theirs unpack something. Once, before anybody reads. */
void scope_lane_store_set_keepers (ScopeLaneStore *store, ScopeKeepers *keepers);

/* --- writing --- */

/* A new lane. `initial` is what it is from the start of its life to its first row. `counted_in` is the
 * counts lane that counts it, or SCOPE_NONE. */
guint32 scope_lane_store_add_lane (ScopeLaneStore *store, ScopeKind kind, guint initial, guint32 counted_in);
/* Rows in time order per lane. A row with code ABSENT ends the lane's life; rows of a counts lane are steps (scope_step_code()). FALSE: the bytes could not be
 * written (a full disk); the store stays readable. */
gboolean scope_lane_store_add_rows (ScopeLaneStore *store, const ScopeRow *rows, gsize n, GError **error);
/* All of the lane outside [first, last) is absent, whatever its rows say; TIME_MIN/TIME_MAX leave it open. */
void scope_lane_store_set_life (ScopeLaneStore *store, guint32 lane, gint64 first, gint64 last);
/* From here on nothing is known of the lane (a killed log's missing buffers). */
void scope_lane_store_set_known_until (ScopeLaneStore *store, guint32 lane, gint64 time);
/* While reading: everything before this time is there, of all lanes. TIME_MAX when done. */
void scope_lane_store_set_watermark (ScopeLaneStore *store, gint64 time);
/* Closes all blocks; lanes without an end end at `end`. No rows after this. */
gboolean scope_lane_store_finish (ScopeLaneStore *store, gint64 end, GError **error);
/* Bytes held in open blocks that scope_lane_store_shrink() can set free: it writes the largest ones short, until no more than `to` are held. The few rows
 * that any lane has room for are not counted: with very many lanes nothing would be left to shrink, and each look for it is one at all lanes. */
gsize scope_lane_store_memory (ScopeLaneStore *store);
gboolean scope_lane_store_shrink (ScopeLaneStore *store, gsize to, GError **error);

/* --- reading: times are the machine's own --- */

guint32 scope_lane_store_n_lanes (ScopeLaneStore *store);
ScopeKind scope_lane_store_kind (ScopeLaneStore *store, guint32 lane);
/* TRUE if the lane counts: it has sums, but neither intervals nor a tally. */
gboolean scope_lane_store_counts (ScopeLaneStore *store, guint32 lane);
/* [first, last) of the lane's life, clipped to what is known of the trace. FALSE if it never lived. */
gboolean scope_lane_store_life (ScopeLaneStore *store, guint32 lane, gint64 *ret_first, gint64 *ret_last);
/* Until when something is known of it: no further than the watermark and its end. TIME_MIN: nothing is known. */
gint64 scope_lane_store_known_until (ScopeLaneStore *store, guint32 lane);
/* Number of transitions of the lane (for estimates). */
guint64 scope_lane_store_n_rows (ScopeLaneStore *store, guint32 lane);
/* About how many of them lie in [from, to), as if they were spread evenly over its life. */
double scope_lane_store_estimate_rows (ScopeLaneStore *store, guint32 lane, gint64 from, gint64 to);
/* Time per state over the lane's whole life, once finished; before, of the blocks written so far. Costs nothing. */
void scope_lane_store_totals (ScopeLaneStore *store, guint32 lane, gint64 totals[SCOPE_N_STATES]);
/* The same over [from, to), exact for any edges. */
gboolean scope_lane_store_range_totals (ScopeLaneStore *store, guint32 lane, gint64 from, gint64 to,
                                        gint64 totals[SCOPE_N_STATES], GError **error);
/* The same. It costs nothing where the whole of a finished lane's life lies in [from, to), or none of it. */
gboolean scope_lane_store_totals_within (ScopeLaneStore *store, guint32 lane, gint64 from, gint64 to,
                                         gint64 totals[SCOPE_N_STATES], GError **error);
/* A tile; free with scope_tile_unref(). NULL with error only if the index cannot be read. */
ScopeTile *scope_lane_store_read_tile (ScopeLaneStore *store, guint32 lane, guint level, gint64 index,
                                       GError **error);
/* As scope_bytes_is_far(). */
gboolean scope_lane_store_is_far (ScopeLaneStore *store);
/* As scope_bytes_far_end(). */
ScopeFarEnd *scope_lane_store_far_end (ScopeLaneStore *store, guint *ret_machine);
/* Then: what such a tile is made of, its ScopeByteStretch behind those of others, for scope_bytes_expect(). */
void scope_lane_store_list_tile (ScopeLaneStore *store, guint32 lane, guint level, gint64 index, GArray *stretches);
/* Exact columns: edges[0..n] (ascending). The edges in between may be moved: each is first rounded to the
 * nearest multiple of the largest power of two that is at most a quarter of the narrowest column; edges[0] and
 * edges[n] likewise. `columns` is [n][SCOPE_N_STATES], zeroed here. Counts lanes: ticks × tasks. */
gboolean scope_lane_store_read_columns (ScopeLaneStore *store, guint32 lane, gint64 *edges, guint n,
                                        gint64 (*columns)[SCOPE_N_STATES], GError **error);

/* Walks the maximal intervals of a states lane within [from, to), clipped to it; a counts lane has none. */
typedef struct
{
  ScopeLaneStore *store;
  guint32 lane;
  gint64 from, to;
  GCancellable *cancellable; /* NULL, or what ends the walk early, with its error; borrowed */
  guint most;                /* rows held at a time, where thousands of lanes are walked at once; 0: as many as a block has */
  /* private */
  gint64 time, life_last, known;
  gint64 stop; /* where the rows end, and no later than `to` */
  ScopeTransition *rows;
  guint row, n_rows, n_alloc;
  guint block;
  gboolean done;
  gboolean edge; /* the rows are what stands before the first row, or after what is known */
  ScopeInterval pending;
} ScopeIntervalCursor;

void scope_interval_cursor_init (ScopeIntervalCursor *cursor, ScopeLaneStore *store, guint32 lane, gint64 from,
                                 gint64 to);
/* Of one that has just begun: the interval that holds at its `from` is told from its own begin on. */
void scope_interval_cursor_begin_whole (ScopeIntervalCursor *cursor);
gboolean scope_interval_cursor_next (ScopeIntervalCursor *cursor, ScopeInterval *ret_interval, GError **error);
/* Passes over what ends at or before `time`, without opening the blocks it lies in: the next interval is the one that holds
 * then, cut to begin there (or earlier, if it was read already). Never goes back. */
void scope_interval_cursor_seek (ScopeIntervalCursor *cursor, gint64 time);
void scope_interval_cursor_clear (ScopeIntervalCursor *cursor);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (ScopeIntervalCursor, scope_interval_cursor_clear)

ScopeIntervalCursor scope_interval_cursor (ScopeLaneStore *store, guint32 lane, gint64 from, gint64 to, GCancellable *cancellable);
/* The walk as a loop, which may be left in any way; `interval` is a ScopeInterval in its body. It ends early once *error is set, by its
 * body, too. */
#define SCOPE_EACH_INTERVAL(interval, lanes, lane, from, to, cancellable, error) \
  for (g_auto (ScopeIntervalCursor) cursor_ = scope_interval_cursor (lanes, lane, from, to, cancellable); cursor_.store != NULL; \
       cursor_.store = NULL) \
    for (ScopeInterval interval; scope_interval_cursor_next (&cursor_, &interval, error);)

/* The interval that holds at `time`, with its whole extent; FALSE if the lane is absent then. */
gboolean scope_lane_store_interval_at (ScopeLaneStore *store, guint32 lane, gint64 time,
                                       ScopeInterval *ret_interval, GError **error);

/* --- keeping: the directory as flat arrays, for the index --- */

/* One piece in the bytes: rows (height 0) or bins (height ≥ 1). */
typedef struct
{
  gint64 t0, t1;    /* time of the first row; start of what follows */
  guint64 offset;   /* in the ScopeBytes */
  guint32 bytes;
  guint32 lane;
  guint32 count;    /* rows, or bins */
  guint8 height;
  guint8 level;     /* bins: log2 of their width */
  guint8 mask;      /* bins: bit s is set if state s has an array */
  guint8 width;     /* bins: bytes per value, and whether a state is implied; rows: 0 */
} ScopeBlock;

typedef struct
{
  gint64 first, last; /* life */
  gint64 known_until;
  gint64 totals[SCOPE_N_STATES];
  guint64 n_rows;
  guint32 n_blocks;   /* its blocks follow those of the lane before it, lower heights first, in time order */
  guint8 kind, initial;
} ScopeLaneRecord;

/* After finish: all lanes in order, and all blocks in lane order. Free with g_free(). */
void scope_lane_store_save (ScopeLaneStore *store, ScopeLaneRecord **ret_lanes, guint32 *ret_n_lanes,
                            ScopeBlock **ret_blocks, guint32 *ret_n_blocks);
/* The same of n lanes from `first` on, n records, and of their blocks, which `blocks` (of ScopeBlock) then has; for millions of lanes. */
void scope_lane_store_save_some (ScopeLaneStore *store, guint32 first, guint32 n, ScopeLaneRecord *lanes, GArray *blocks);
/* Of all lanes. */
guint64 scope_lane_store_n_blocks (ScopeLaneStore *store);
/* The next lanes of an empty store and all their blocks, then the end. FALSE with error if they make no sense. */
gboolean scope_lane_store_load_some (ScopeLaneStore *store, const ScopeLaneRecord *lanes, guint32 n_lanes, const ScopeBlock *blocks,
                                     guint64 n_blocks, guint64 n_bytes, GError **error);
void scope_lane_store_end_load (ScopeLaneStore *store);

/* Where lanes come from that are not loaded yet. Any thread, one at a time; it must ask nothing of the store. */
typedef struct
{
  /* n lanes from `first` on, and all their blocks (free with g_free()). FALSE: they cannot be read. */
  gboolean (*read) (gpointer data, guint32 first, guint32 n, ScopeLaneRecord *lanes, ScopeBlock **ret_blocks, guint64 *ret_n_blocks);
  /* Whether that is only for now, because the other computer is not to be reached; NULL: never. */
  gboolean (*passes) (gpointer data);
  void (*damaged) (gpointer data); /* what was read makes no sense; or could not be read */
  gpointer data;
  GDestroyNotify destroy; /* of data */
  guint64 n_blocks;       /* of the lanes that it has */
  guint64 n_bytes;        /* as in scope_lane_store_load_some() */
  gboolean one_counts;    /* what counts is told: `counts` (or SCOPE_NONE), and no other lane */
  guint32 counts;
  /* NULL, or the lanes without their blocks, which may come from far: from these, facts are told. */
  gboolean (*read_heads) (gpointer data, guint32 first, guint32 n, ScopeLaneRecord *lanes);
  /* Where loaded lanes lie until others need the room; it lives as long as the source. NULL: they stay. Only if none is there at first. */
  ScopeShelf *shelf;
} ScopeLaneDirectory;

/* The same of which only some were loaded: there are `n_lanes`, and the others are loaded, some thousand at a time, when somebody asks for one.
 * One that cannot be is unknown. scope_lane_store_n_first() must be there, or none. The source is the store's. */
void scope_lane_store_end_load_early (ScopeLaneStore *store, guint32 n_lanes, const ScopeLaneDirectory *source);
guint32 scope_lane_store_n_first (void);
/* From such arrays, which are checked, never trusted; NULL with error if they make no sense. */
ScopeLaneStore *scope_lane_store_load (ScopeBytes *bytes, const ScopeLaneRecord *lanes, guint32 n_lanes,
                                       const ScopeBlock *blocks, guint32 n_blocks, guint64 n_bytes,
                                       GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ScopeLaneStore, scope_lane_store_free)

G_END_DECLS
