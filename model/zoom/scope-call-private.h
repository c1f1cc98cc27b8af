/* scope-call-private.h: what the files of the call store share: scope-call-store.c (writing), scope-call-read.c, scope-call-keep.c.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/zoom/scope-block.h"
#include "model/zoom/scope-call-store.h"
#include "model/zoom/scope-leb.h"

G_BEGIN_DECLS

#define SCOPE_CALL_ROWS 2048u
#define SCOPE_CALL_FAN_OUT 8u
#define SCOPE_CALL_HEIGHTS 12u   /* 8^11 blocks: more than any index */
#define SCOPE_CALL_PIECES 256u   /* a depth of a node has about so many */
#define SCOPE_CALL_CONTEXTS 32768u /* sums of more are not kept */
#define SCOPE_CALL_MAX_BYTES (16u * 1024u * 1024u)

typedef struct
{
  ScopeCallBlock *blocks;
  guint32 n, n_alloc;
} ScopeCallList;

typedef struct
{
  guint32 lane;
  guint32 depth;          /* of the highest stack */
  guint64 n_rows;         /* of written blocks */
  gint64 time;            /* of the last row */
  ScopeRow *open;
  guint32 n_open, n_alloc;
  guint32 deeper;         /* frames above SCOPE_CALL_MAX_DEPTH */
  guint32 least;          /* of the open block */
  guint8 n_heights;
  guint16 n_frames, n_frames_alloc;
  guint16 n_base;
  ScopeCallFrame *frames; /* the stack now */
  ScopeCallFrame *base;   /* the stack before the open rows */
  ScopeCallList *heights;
} ScopeCallLane;

struct _ScopeCallStore
{
  GMutex lock;
  ScopeBytes *bytes;
  ScopeCallLane **lanes;  /* in order of their first row */
  guint32 n_lanes, n_lanes_alloc;
  guint32 *numbers;       /* lane → place in lanes + 1 */
  guint32 n_numbers;
  gsize open_bytes;
  gboolean finished;
  guint8 *scratch;
};

/* What is there of a lane at some moment: while rows are added a copy, after that the lists themselves. */
typedef struct _ScopeCallView
{
  ScopeBytes *bytes;
  ScopeCallList heights[SCOPE_CALL_HEIGHTS];
  guint n_heights;
  gboolean copied;
  ScopeCallFrame *base; /* before the open rows */
  guint n_base;
  ScopeTransition *open;
  guint n_open;
} ScopeCallView;

/* FALSE: the lane has no stack. */
gboolean scope_call_view_init (ScopeCallView *view, ScopeCallStore *store, guint32 lane);
void scope_call_view_clear (ScopeCallView *view);
/* The last block that begins at `time` or before; 0 if none does. */
guint32 scope_call_view_find (const ScopeCallView *view, gint64 time);
/* As scope_call_cursor_init(), of blocks [block, end) and the open rows. */
gboolean scope_call_cursor_open (ScopeCallCursor *cursor, ScopeCallView *view, guint32 block, guint32 end, gboolean tail,
                                 gint64 from, gint64 to, GError **error);

ScopeCallLane *scope_call_store_add_lane (ScopeCallStore *store, guint32 lane);
void scope_call_lane_add_block (ScopeCallLane *lane, const ScopeCallBlock *block);

/* With the lock held; NULL: it has no stack. */
static inline ScopeCallLane *
scope_call_lane (ScopeCallStore *store, guint32 lane)
{
  return lane < store->n_numbers && store->numbers[lane] > 0 ? store->lanes[store->numbers[lane] - 1] : NULL;
}

/* Sets the error and returns FALSE. */
gboolean scope_call_damaged (GError **error);
/* One block of rows: the frames before it (room for SCOPE_CALL_MAX_DEPTH) and its rows (room for SCOPE_CALL_ROWS). */
gboolean scope_call_read_rows (ScopeBytes *bytes, const ScopeCallBlock *block, ScopeCallFrame *frames, guint *ret_n_frames,
                               ScopeTransition *rows, GError **error);
/* The bytes of a node, and one more; free with g_free(). */
guint8 *scope_call_read_node (ScopeBytes *bytes, const ScopeCallBlock *node, GError **error);
/* What a row does to a stack. Returns how many frames there are then. */
guint scope_call_apply (ScopeCallFrame *frames, guint n, gint64 time, guint code, guint32 function);

G_END_DECLS
