/* scope-call-store.h: the call stacks of one machine's lanes: functions entered and left, at every zoom.
 *
 * A call stack is kept as it came: a sequence of *rows*, "f is entered", "the uppermost is left", in blocks packed as those of lanes
 * (scope-block.h), each behind the frames that stood when it began. So a block can be read on its own, a row takes two or
 * three bytes, and depth costs nothing. Over eight blocks stands a node, over eight nodes another one:
 *
 *     height 0  | frames rows | frames rows | frames rows | … open     at most 2,048 rows
 *     height 1  |                     sums  pieces                   |     over 8 blocks
 *     height 2  |                            …                             over 8 nodes
 *
 *     sums      the calling contexts, functions and edges of that time added up (scope-call-sums.h): who called whom, in any range, takes
 *               the largest nodes that lie in it and the rows at its ends
 *     pieces    the stack as it looks from afar, depth by depth (scope-call-pieces.h): what is shorter than 2^level ticks is added up, so
 *               that a picture of any range takes a few nodes
 *
 * Both are made from what was just written, so that only the open blocks and stacks are in memory. Sums with so many contexts that
 * they would save little are left out; who reads goes down to what is below.
 *
 * Thread-safe: one thread adds rows, any thread reads. Lanes are those of the machine's lane store, by number.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/base/scope-call.h"
#include "model/base/scope-row.h"
#include "model/zoom/scope-bytes.h"
#include "model/zoom/scope-call-pieces.h"
#include "model/zoom/scope-call-sums.h"
#include "model/zoom/scope-tile.h"

#include <gio/gio.h>

G_BEGIN_DECLS

typedef struct _ScopeCallStore ScopeCallStore;

ScopeCallStore *scope_call_store_new (ScopeBytes *bytes); /* borrows bytes */
void scope_call_store_free (ScopeCallStore *store);

/* --- writing --- */

/* Rows in time order per lane (scope-call.h). A frame above SCOPE_CALL_MAX_DEPTH is counted only; leaving an empty stack does
 * nothing. FALSE: the bytes could not be written; the store stays readable. */
gboolean scope_call_store_add_rows (ScopeCallStore *store, const ScopeRow *rows, gsize n, GError **error);
/* Bytes held in open blocks; scope_call_store_shrink() writes the largest ones short. */
gsize scope_call_store_memory (ScopeCallStore *store);
gboolean scope_call_store_shrink (ScopeCallStore *store, gsize to, GError **error);
/* Writes what is open. No rows after this. */
gboolean scope_call_store_finish (ScopeCallStore *store, GError **error);

/* --- what there is: costs nothing --- */

guint32 scope_call_store_n_lanes (ScopeCallStore *store); /* with a stack */
guint64 scope_call_store_n_rows (ScopeCallStore *store, guint32 lane);
/* Time of its last row; TIME_MIN: it has none. */
gint64 scope_call_store_last (ScopeCallStore *store, guint32 lane);
/* Frames of its highest stack; 0: it has none. */
guint scope_call_store_depth (ScopeCallStore *store, guint32 lane);

/* --- reading: times are the machine's own --- */

typedef struct
{
  gint64 enter;
  guint32 function;
  guint8 flags; /* ScopeCallFlags, as it was entered */
} ScopeCallFrame;

/* Goes through the rows of a lane within [from, to). */
typedef struct
{
  ScopeCallFrame *frames; /* the stack as it stands: at first at `from`, then before the row that was read last */
  guint n_frames;
  /* private */
  struct _ScopeCallView *view;
  gboolean owns_view;
  gint64 to;
  guint32 block, end;     /* to be read: block and those before end, then, if `tail`, the open rows */
  gboolean tail;
  ScopeTransition *rows;  /* of the block that is read */
  guint row, n_rows;
  ScopeTransition last;
  gboolean has_last;
} ScopeCallCursor;

/* FALSE with error: then it is cleared. */
gboolean scope_call_cursor_init (ScopeCallCursor *cursor, ScopeCallStore *store, guint32 lane, gint64 from, gint64 to,
                                 GError **error);
/* The next row; the stack stands as before it. FALSE: no more (the stack stands as at the end), or with error. */
gboolean scope_call_cursor_next (ScopeCallCursor *cursor, ScopeTransition *ret_row, GError **error);
void scope_call_cursor_clear (ScopeCallCursor *cursor);

/* Adds what the lane did within [from, to) to `sums`; what stands on the stack at its last row stays there until `to`, but no
 * longer than `end`, when the lane ends, or what is known of it. (With `to` beyond the end, rows of the last tick are among them.) */
gboolean scope_call_store_sum (ScopeCallStore *store, guint32 lane, gint64 from, gint64 to, gint64 end, ScopeCallSums *sums,
                               GCancellable *cancellable, GError **error);
/* The same for a picture: pieces no shorter than those of the builder, which is empty. Stops when it has `most` pieces; *ret_until is how
 * far it came. */
gboolean scope_call_store_pieces (ScopeCallStore *store, guint32 lane, gint64 from, gint64 to, gint64 end, gsize most,
                                  ScopeCallPieces *pieces, gint64 *ret_until, GCancellable *cancellable, GError **error);
/* The frames that stand at `time`, and when each of them is left: `to` if not before. Free both with g_free(). */
gboolean scope_call_store_stack_at (ScopeCallStore *store, guint32 lane, gint64 time, gint64 to, ScopeCallFrame **ret_frames,
                                    gint64 **ret_exits, guint *ret_n, GCancellable *cancellable, GError **error);

/* --- keeping --- */

typedef struct
{
  gint64 t0, t1;   /* of the first row; of what follows */
  guint64 offset;
  guint32 bytes;
  guint32 lane;
  guint32 count;   /* rows; 0: a node */
  guint32 sums;    /* nodes: bytes of the sums, which come first; 0: they are not kept */
  guint32 least;   /* frames of the lowest stack after any of its rows */
  guint8 height;
  guint8 level;    /* nodes: pieces shorter than 2^level ticks are added up */
} ScopeCallBlock;

typedef struct
{
  guint64 n_rows;
  guint32 lane;
  guint32 n_blocks; /* which follow those of the record before: lower heights first, in time order */
  guint32 depth;
} ScopeCallLaneRecord;

/* After finish. Free with g_free(). */
void scope_call_store_save (ScopeCallStore *store, ScopeCallLaneRecord **ret_lanes, guint32 *ret_n_lanes,
                            ScopeCallBlock **ret_blocks, guint32 *ret_n_blocks);
/* From such arrays, which are checked, never trusted; `max_lane` is the number of lanes there are. NULL with error. */
ScopeCallStore *scope_call_store_load (ScopeBytes *bytes, const ScopeCallLaneRecord *lanes, guint32 n_lanes,
                                       const ScopeCallBlock *blocks, guint32 n_blocks, guint32 max_lane, guint64 n_bytes,
                                       GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ScopeCallStore, scope_call_store_free)

G_END_DECLS
