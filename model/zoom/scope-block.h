/* scope-block.h: the bytes of a lane's blocks. All numbers little-endian, nothing aligned.
 *
 * Rows (height 0), n of them, times ascending from t0. A block has few different (code, ref) pairs, and its times
 * are close together, so a row takes about two and a half bytes:
 *
 *     [counts lanes: 8 × u32 tasks per state just before t0]
 *     pairs  u8     number of pairs in the dictionary; 0: there are more than 255, see below
 *     pairs × (code u8, ref u32)
 *     index[n]      `bits` bits each (0, 1, 2, 4 or 8), lowest first: which pair
 *     even u8, odd u8   bits of the deltas of even and odd rows (0 to 50): what runs and what does not take turns, and
 *                       differ in length
 *     late   u16    number of deltas that do not fit
 *     late × (row u16, delta u64)   what they really are
 *     delta[n]      time since the row before (the first: since t0, that is 0), `even` or `odd` bits each, lowest
 *                   first, in whole bytes; 8 bytes of zeros follow, so that a reader may take 8 at a time
 *
 *     without a dictionary:  code[n] u8, ref[n] u32  in place of dictionary and index
 *
 * Codes: states lanes: ScopeCode; counts lanes: state left << 4 | state entered, 8 = absent.
 *
 * Bins (height ≥ 1), n of them, 2^level ticks wide, the first holding the tick t0, the last the tick t1 - 1;
 * only what lies in [t0, t1) is counted, so the two at the ends may be partial:
 *
 *     for each state whose bit is set in `mask`, in order:  value[n]   `width & 15` bytes each
 *
 * With SCOPE_BINS_IMPLIED set in `width`, the last of these states is left out: it is the rest of the time.
 * Behind the bins of a states lane lies the tally of its intervals (scope-tally.h).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/base/scope-row.h"
#include "model/zoom/scope-lane-store.h"
#include "model/zoom/scope-open.h"

G_BEGIN_DECLS

#define SCOPE_BLOCK_BINS 2048u /* over rows */
#define SCOPE_NODE_BINS 1024u  /* over other bins */
#define SCOPE_COUNTS_BYTES (SCOPE_N_STATES * 4u)
#define SCOPE_BINS_IMPLIED 0x80u
/* No block has more bytes than this, but for a node's tally: bins of all states at full width; rows take less. */
#define SCOPE_BLOCK_MAX_BYTES (SCOPE_BLOCK_BINS * SCOPE_N_STATES * 8u)

/* Bytes that hold 0..max: 0, 1, 2, 3, 4 or 8. */
guint scope_width_for (guint64 max);
/* n values into n × width bytes; returns the end. */
guint8 *scope_pack (guint8 *out, const guint64 *values, gsize n, guint width);
/* And back; `in` must have n × width bytes. */
void scope_unpack (guint64 *values, const guint8 *in, gsize n, guint width);

/* Packs rows[0..n) of a lane that goes on (differently) at t1. `counts` only for counts lanes, else NULL.
 * `out` has room for SCOPE_BLOCK_MAX_BYTES; the block gets all but its offset and lane. */
void scope_block_pack_rows (ScopeBlock *block, guint8 *out, const ScopeRow *rows, guint n, gint64 t1,
                            const guint32 *counts);
/* The same of rows laid out for it. */
void scope_block_pack_flat (ScopeBlock *block, guint8 *out, const ScopeFlatRows *rows, const guint32 *counts);
/* Unpacks them from block->bytes bytes. `rows` has room for block->count. `counted`: the lane is a counts lane, whose
 * counts go to `counts`. FALSE if the bytes make no sense. */
gboolean scope_block_unpack_rows (const ScopeBlock *block, const guint8 *in, ScopeTransition *rows, gboolean counted,
                                  guint32 *counts);

/* Least level at which [t0, t1) has at most `max` bins. */
guint scope_level_for (gint64 t0, gint64 t1, guint max);

/* A sum in the making: bins of 2^level ticks from the one that holds t0. */
typedef struct
{
  gint64 base;    /* number of the first bin */
  guint level;
  guint n;
  guint mask;     /* states that occur */
  gint64 *bins[SCOPE_N_STATES]; /* n each, allocated when a state first occurs; zeroed */
} ScopeBins;

/* `keep`: memory of an earlier sum in the same object is used again (all of it has room for SCOPE_BLOCK_BINS). */
void scope_bins_init (ScopeBins *bins, gint64 t0, gint64 t1, guint level);
void scope_bins_reuse (ScopeBins *bins, gint64 t0, gint64 t1, guint level);
void scope_bins_clear (ScopeBins *bins);
/* The bins of a state, zeroed if it did not occur yet. */
gint64 *scope_bins_of (ScopeBins *bins, ScopeState state);
/* weight × the time of [from, to) to the bins of a state; what lies outside of the bins is left out. */
void scope_bins_add (ScopeBins *bins, ScopeState state, gint64 from, gint64 to, gint64 weight);
/* A packed node of the same or a finer level; `in` must have a byte more than the node. FALSE if its bytes make no sense. */
gboolean scope_bins_add_node (ScopeBins *bins, const ScopeBlock *node, const guint8 *in);
/* The same to columns[i] of [edges[i], edges[i + 1]), which ascend: multiples of the width of the node's bins. */
gboolean scope_node_add_columns (const ScopeBlock *node, const guint8 *in, const gint64 *edges, guint n,
                                 gint64 (*columns)[SCOPE_N_STATES]);
/* Rows of a states lane, the last one lasting until `end`; only what lies in [from, to). */
void scope_bins_add_rows (ScopeBins *bins, const ScopeTransition *rows, guint n, gint64 end, gint64 from,
                          gint64 to);
/* All rows of a block whose bins these are, which have never been added to: all states but the greatest one that occurs, which has all the time
 * that the others leave. */
void scope_bins_add_flat_rows (ScopeBins *bins, const ScopeFlatRows *rows);
/* Rows of a counts lane; `counts` are the tasks before the first row, changed to those after the last. */
void scope_bins_add_counts (ScopeBins *bins, const ScopeTransition *rows, guint n, gint64 end, gint64 from,
                            gint64 to, guint32 *counts);
/* The same for all rows of a block whose bins these are. `sure`: no row leaves a state that nobody is in. */
void scope_bins_add_flat_counts (ScopeBins *bins, const ScopeFlatRows *rows, guint32 *counts, gboolean sure);
/* Packs the sum of [t0, t1) as a node. `full`: there is a state at every moment, so one may be implied. */
void scope_bins_pack (const ScopeBins *bins, gint64 t0, gint64 t1, gboolean full, ScopeBlock *block, guint8 *out);
/* Sum over all bins of a packed node. FALSE if its bytes make no sense. */
gboolean scope_node_totals (const ScopeBlock *node, const guint8 *in, gint64 totals[SCOPE_N_STATES]);
/* Number of bytes that the bins of a node of this mask, width and count have. */
gsize scope_node_bytes (const ScopeBlock *node);

G_END_DECLS
