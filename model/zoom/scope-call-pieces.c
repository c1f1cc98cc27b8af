/* scope-call-pieces.c: see the header. SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/zoom/scope-call-pieces.h"

#include "model/base/scope-each.h"
#include "model/zoom/scope-leb.h"

#include <string.h>

#define MARK_STRETCH 1u
#define MARK_BEFORE 2u
/* The flags of an activation, from bit 2 on (scope-call.h), are marks as they are. */
#define MARK_AFTER 128u
#define MARK_FLAGS (SCOPE_CALL_TAIL | SCOPE_CALL_SWITCHED | SCOPE_CALL_IRREGULAR | SCOPE_CALL_EARLY | SCOPE_CALL_OPEN)

void
scope_call_pieces_init (ScopeCallPieces *pieces, gint64 finest, guint max_depth)
{
  *pieces = (ScopeCallPieces) { .finest = finest, .max_depth = max_depth };
}

void
scope_call_pieces_clear (ScopeCallPieces *pieces)
{
  for (guint i = 0; i < pieces->n_lines; i++)
    g_array_unref (pieces->lines[i].done);
  g_free (pieces->lines);
  memset (pieces, 0, sizeof *pieces);
}

static ScopeCallLine *
line_of (ScopeCallPieces *pieces, guint depth)
{
  if (depth >= pieces->n_lines)
    {
      pieces->lines = g_renew (ScopeCallLine, pieces->lines, depth + 1);
      for (guint i = pieces->n_lines; i <= depth; i++)
        {
          memset (&pieces->lines[i], 0, sizeof pieces->lines[i]);
          pieces->lines[i].done = g_array_new (FALSE, FALSE, sizeof (ScopeCallPiece));
        }
      pieces->n_lines = depth + 1;
    }

  return &pieces->lines[depth];
}

/* --- many become one --- */

static void
count_kind (ScopeCallLine *line, guint32 function, gint64 time)
{
  guint least = 0;

  for (guint i = 0; i < G_N_ELEMENTS (line->kinds); i++)
    {
      if (line->kinds[i].time > 0 && line->kinds[i].function == function)
        {
          line->kinds[i].time += time;
          return;
        }
      if (line->kinds[i].time < line->kinds[least].time)
        least = i;
    }
  if (time > line->kinds[least].time)
    {
      line->kinds[least].function = function;
      line->kinds[least].time = time;
    }
}

static void
start (ScopeCallLine *line, const ScopeCallPiece *piece)
{
  line->last = *piece;
  memset (line->kinds, 0, sizeof line->kinds);
  line->kinds[0].function = piece->function;
  line->kinds[0].time = piece->share;
}

static void
put_away (ScopeCallPieces *pieces, ScopeCallLine *line)
{
  if (line->last.n == 0)
    return;
  g_array_append_val (line->done, line->last);
  line->last.n = 0;
  pieces->n++;
}

static void
absorb (ScopeCallLine *line, const ScopeCallPiece *piece)
{
  ScopeCallPiece *last = &line->last;

  count_kind (line, piece->function, piece->share);
  last->to = piece->to;
  last->n += piece->n;
  last->covered += piece->covered;
  last->longest = MAX (last->longest, piece->longest);
  last->flags = 0;
  for (guint i = 0; i < G_N_ELEMENTS (line->kinds); i++)
    if (i == 0 || line->kinds[i].time > last->share)
      {
        last->function = line->kinds[i].function;
        last->share = line->kinds[i].time;
      }
}

/* The second part of an activation that reached over an edge. */
static void
join (ScopeCallLine *line, const ScopeCallPiece *piece)
{
  ScopeCallPiece *last = &line->last;

  last->to = piece->to;
  last->covered = last->share = last->longest = last->to - last->from;
  last->flags |= piece->flags;
  last->after = piece->after;
  line->kinds[0].time = last->share;
}

/* The next one at its depth. */
static void
add_piece (ScopeCallPieces *pieces, guint depth, const ScopeCallPiece *piece)
{
  ScopeCallLine *line;
  ScopeCallPiece *last;

  if (depth >= pieces->max_depth || depth >= SCOPE_CALL_MAX_DEPTH)
    return;
  line = line_of (pieces, depth);
  last = &line->last;
  if (last->n == 1 && last->after && piece->before && last->to == piece->from && last->function == piece->function)
    join (line, piece);
  else if (last->n > 0 && !last->before && !last->after && !piece->before && !piece->after
           && piece->to - last->from < pieces->finest)
    absorb (line, piece);
  else
    {
      put_away (pieces, line);
      start (line, piece);
    }
}

void
scope_call_pieces_add_one (ScopeCallPieces *pieces, guint depth, gint64 from, gint64 to, guint32 function, guint flags,
                           gboolean before, gboolean after)
{
  const ScopeCallPiece piece = { .from = from, .to = to, .covered = to - from, .share = to - from, .longest = to - from,
                                 .n = 1, .function = function, .flags = (guint8) flags, .before = before != FALSE,
                                 .after = after != FALSE, .level = (guint16) depth };

  add_piece (pieces, depth, &piece);
}

void
scope_call_pieces_add_raised (ScopeCallPieces *pieces, guint depth, guint level, gint64 from, gint64 to, guint32 function, guint flags,
                              gboolean after)
{
  const ScopeCallPiece piece = { .from = from, .to = to, .covered = to - from, .share = to - from, .longest = to - from,
                                 .n = 1, .function = function, .flags = (guint8) flags, .after = after != FALSE, .level = (guint16) level };

  add_piece (pieces, depth, &piece);
}

void
scope_call_pieces_end (ScopeCallPieces *pieces)
{
  for (guint i = 0; i < pieces->n_lines; i++)
    put_away (pieces, &pieces->lines[i]);
}

void
scope_call_pieces_coarsen (ScopeCallPieces *pieces, const ScopeCallPieces *from)
{
  for (guint d = 0; d < from->n_lines; d++)
    for (guint i = 0; i < from->lines[d].done->len; i++)
      add_piece (pieces, d, &g_array_index (from->lines[d].done, ScopeCallPiece, i));
}

/* --- packed --- */

static void
put_piece (const ScopeCallPiece *piece, gint64 end, GByteArray *out)
{
  guint8 marks = (guint8) ((piece->flags & MARK_FLAGS) | (piece->n > 1 ? MARK_STRETCH : 0) | (piece->before ? MARK_BEFORE : 0)
                           | (piece->after ? MARK_AFTER : 0));

  scope_leb_put (out, (guint64) (piece->from - end));
  scope_leb_put (out, (guint64) (piece->to - piece->from));
  scope_leb_put (out, piece->function + 2u);
  g_byte_array_append (out, &marks, 1);
  if (piece->n > 1)
    {
      scope_leb_put (out, piece->n);
      scope_leb_put (out, (guint64) piece->covered);
      scope_leb_put (out, (guint64) piece->share);
      scope_leb_put (out, (guint64) piece->longest);
    }
}

void
scope_call_pieces_pack (const ScopeCallPieces *pieces, gint64 t0, GByteArray *out)
{
  scope_leb_put (out, pieces->n_lines);
  for (guint d = 0; d < pieces->n_lines; d++)
    {
      const GArray *done = pieces->lines[d].done;
      gint64 end = t0;

      scope_leb_put (out, done->len);
      SCOPE_EACH (const ScopeCallPiece, piece, done)
        {
          put_piece (piece, end, out);
          end = piece->to;
        }
    }
}

/* The next piece, which begins at *end or later and ends at t1 at the latest. */
static gboolean
get_piece (const guint8 **in, const guint8 *stop, gint64 t1, gint64 *end, ScopeCallPiece *piece)
{
  guint64 gap, length, function, n, covered, share, longest;
  guint8 marks;

  if (!scope_leb_get_most (in, stop, (guint64) (t1 - *end), &gap)
      || !scope_leb_get_most (in, stop, (guint64) (t1 - *end) - gap, &length)
      || !scope_leb_get_most (in, stop, G_MAXUINT32, &function) || *in == stop)
    return FALSE;
  marks = *(*in)++;
  n = 1;
  covered = share = longest = length;
  if ((marks & MARK_STRETCH) != 0
      && (!scope_leb_get_most (in, stop, (guint64) 1 << 48, &n) || n < 2 || !scope_leb_get_most (in, stop, length, &covered)
          || !scope_leb_get_most (in, stop, covered, &share) || !scope_leb_get_most (in, stop, covered, &longest)))
    return FALSE;
  *piece = (ScopeCallPiece) { .from = *end + (gint64) gap, .to = *end + (gint64) (gap + length), .covered = (gint64) covered,
                              .share = (gint64) share, .longest = (gint64) longest, .n = n, .function = (guint32) function - 2u,
                              .flags = n == 1 ? marks & MARK_FLAGS : 0, .before = n == 1 && (marks & MARK_BEFORE) != 0,
                              .after = n == 1 && (marks & MARK_AFTER) != 0 };
  *end = piece->to;

  return TRUE;
}

gboolean
scope_call_pieces_add_packed (ScopeCallPieces *pieces, gint64 t0, gint64 t1, const guint8 *in, gsize n, gint64 from, gint64 to)
{
  const guint8 *stop = in + n;
  guint64 n_lines, length;

  if (!scope_leb_get_most (&in, stop, SCOPE_CALL_MAX_DEPTH, &n_lines))
    return FALSE;
  for (guint d = 0; d < n_lines && d < pieces->max_depth; d++)
    {
      gint64 end = t0;

      if (!scope_leb_get_most (&in, stop, (guint64) (stop - in), &length))
        return FALSE;
      for (guint64 i = 0; i < length; i++)
        {
          ScopeCallPiece piece;

          if (!get_piece (&in, stop, t1, &end, &piece))
            return FALSE;
          piece.level = (guint16) d;
          if (piece.from < to && (piece.to > from || (piece.to == piece.from && piece.to == from)))
            add_piece (pieces, d, &piece);
        }
    }

  return TRUE;
}
