/* scope-call-pieces.h: a call stack as it looks from afar: depth by depth, single activations where they are long enough, stretches of
 * many where they are not.
 *
 * Pieces come from left to right per depth, from rows or from other pieces; neighbours that together last less than `finest` ticks
 * become one. So any two pieces of a depth that follow each other last `finest` at least, and there are never more than two a
 * pixel. An activation that reaches over the edge of a node stays a piece of its own there, marked `before` or `after`, and is joined with
 * its other part when that comes.
 *
 *     packed, numbers as LEB128:  number of depths
 *                                 for each: number of pieces; for each of these:
 *                                   from - end of the one before (the first: - t0), to - from,
 *                                   function + 2 (modulo 2^32: pseudo functions are 0 and 1), marks,
 *                                   if marks has STRETCH: n, covered, share, longest
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/base/scope-call.h"

G_BEGIN_DECLS

typedef struct
{
  gint64 from, to;
  gint64 covered, share, longest; /* as in scope-activations.h */
  guint64 n;
  guint32 function;
  guint8 flags;          /* ScopeCallFlags of a single one */
  guint8 before, after;  /* goes on beyond what was seen */
  guint16 level;         /* how deep it really is: add_raised(); of a stretch, the first. Not packed */
} ScopeCallPiece;

typedef struct
{
  GArray *done;          /* of ScopeCallPiece */
  ScopeCallPiece last;   /* may still be joined with what follows; n = 0: none */
  struct
  {
    guint32 function;
    gint64 time;
  } kinds[4];            /* of `last`, a stretch: who has most of it */
} ScopeCallLine;

typedef struct
{
  gint64 finest;
  guint max_depth;
  ScopeCallLine *lines;  /* by depth */
  guint n_lines;
  gsize n;               /* of all pieces */
} ScopeCallPieces;

void scope_call_pieces_init (ScopeCallPieces *pieces, gint64 finest, guint max_depth);
void scope_call_pieces_clear (ScopeCallPieces *pieces);
/* One activation. */
void scope_call_pieces_add_one (ScopeCallPieces *pieces, guint depth, gint64 from, gint64 to, guint32 function, guint flags,
                                gboolean before, gboolean after);
/* The same, complete or up to the end, at a depth above its own, since frames between are left out. */
void scope_call_pieces_add_raised (ScopeCallPieces *pieces, guint depth, guint level, gint64 from, gint64 to, guint32 function, guint flags,
                                   gboolean after);
/* No more: all are in `done` now. */
void scope_call_pieces_end (ScopeCallPieces *pieces);
/* Those of `from`, ended, added up more coarsely. */
void scope_call_pieces_coarsen (ScopeCallPieces *pieces, const ScopeCallPieces *from);

/* Ended ones, of a stretch that begins at t0. */
void scope_call_pieces_pack (const ScopeCallPieces *pieces, gint64 t0, GByteArray *out);
/* Adds those that touch [from, to). FALSE if the bytes make no sense. */
gboolean scope_call_pieces_add_packed (ScopeCallPieces *pieces, gint64 t0, gint64 t1, const guint8 *in, gsize n, gint64 from,
                                       gint64 to);

G_END_DECLS
