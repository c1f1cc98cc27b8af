/* scope-block-read.c: unpacking of the rows that scope-block.c packed. Bytes come from files, so nothing they say is believed.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/zoom/scope-block-private.h"

#define WHOLE_BITS 57u /* so many are all there in 8 bytes, wherever in the first of them they begin */

static const guint8 *
get_plain_codes (const guint8 *in, const guint8 *end, ScopeTransition *rows, guint n)
{
  if ((gsize) (end - in) < (gsize) n * 5)
    return NULL;
  for (guint i = 0; i < n; i++)
    {
      rows[i].code = in[i];
      rows[i].ref = (guint32) scope_load (in + n + (gsize) 4 * i, 4);
    }

  return in + (gsize) n * 5;
}

/* What a row has besides its time, as it lies in memory, so that it is moved at once. */
typedef struct
{
  guint32 ref;
  guint8 code;
  guint8 pad[3];
} Pair;

G_STATIC_ASSERT (sizeof (ScopeTransition) == 16 && G_STRUCT_OFFSET (ScopeTransition, ref) == 8
                 && G_STRUCT_OFFSET (ScopeTransition, code) == 12);

/* With a constant for `bits`, the loop over a byte is none. */
static inline void
get_small (ScopeTransition *rows, guint n, const guint8 *in, const Pair *pairs, guint bits)
{
  const guint per_byte = 8 / bits, mask = (1u << bits) - 1;

  for (guint i = 0; i < n; in++)
    {
      guint byte = *in, m = MIN (n - i, per_byte);

      if (G_LIKELY (m == per_byte))
        for (guint k = 0; k < per_byte; k++)
          memcpy (&rows[i + k].ref, &pairs[byte >> (k * bits) & mask], sizeof (Pair));
      else
        for (guint k = 0; k < m; k++)
          memcpy (&rows[i + k].ref, &pairs[byte >> (k * bits) & mask], sizeof (Pair));
      i += m;
    }
}

static const guint8 *
get_codes (const guint8 *in, const guint8 *end, ScopeTransition *rows, guint n)
{
  Pair pairs[256]; /* a number beyond the dictionary gives a pair of zeros: wrong, but harmless */
  guint n_pairs, bits;
  gsize n_bytes;

  if (in == end)
    return NULL;
  n_pairs = *in++;
  if (n_pairs == 0)
    return get_plain_codes (in, end, rows, n);
  bits = scope_bits_for (n_pairs);
  n_bytes = ((gsize) n * bits + 7) / 8;
  if ((gsize) (end - in) < n_pairs * 5 + n_bytes)
    return NULL;
  memset (pairs, 0, sizeof *pairs << bits);
  for (guint i = 0; i < n_pairs; i++, in += 5)
    pairs[i] = (Pair) { (guint32) scope_load (in + 1, 4), in[0], { 0 } };
  switch (bits)
    {
    case 1:
      get_small (rows, n, in, pairs, 1);
      break;
    case 2:
      get_small (rows, n, in, pairs, 2);
      break;
    case 4:
      get_small (rows, n, in, pairs, 4);
      break;
    case 8:
      get_small (rows, n, in, pairs, 8);
      break;
    default:
      for (guint i = 0; i < n; i++)
        memcpy (&rows[i].ref, pairs, sizeof (Pair));
    }

  return in + n_bytes;
}

/* Deltas that did not fit come in order of their rows. */
static gint64
get_run (ScopeTransition *rows, guint from, guint to, gint64 time, const guint8 *in, const guint bits[2])
{
  const guint64 masks[2] = { (G_GUINT64_CONSTANT (1) << bits[0]) - 1, (G_GUINT64_CONSTANT (1) << bits[1]) - 1 };
  gsize at = (gsize) (from / 2) * (bits[0] + bits[1]) + (from & 1) * bits[0];
  guint i = from;

  if ((i & 1) && i < to)
    {
      time += (gint64) (scope_load (in + (at >> 3), 8) >> (at & 7) & masks[1]);
      at += bits[1];
      rows[i++].time = time;
    }
  if (bits[0] + bits[1] <= WHOLE_BITS)
    for (; i + 1 < to; i += 2)
      {
        guint64 both = scope_load (in + (at >> 3), 8) >> (at & 7);
        gint64 even_time = time + (gint64) (both & masks[0]);

        at += bits[0] + bits[1];
        rows[i].time = even_time;
        rows[i + 1].time = time = even_time + (gint64) (both >> bits[0] & masks[1]);
      }
  for (; i + 1 < to; i += 2)
    {
      gsize odd = at + bits[0];
      gint64 even_delta = (gint64) (scope_load (in + (at >> 3), 8) >> (at & 7) & masks[0]);
      gint64 odd_delta = (gint64) (scope_load (in + (odd >> 3), 8) >> (odd & 7) & masks[1]);

      at = odd + bits[1];
      rows[i].time = time + even_delta;
      rows[i + 1].time = time += even_delta + odd_delta;
    }
  if (i < to)
    {
      time += (gint64) (scope_load (in + (at >> 3), 8) >> (at & 7) & masks[0]);
      rows[i].time = time;
    }

  return time;
}

static gboolean
get_times (const guint8 *in, const guint8 *end, const ScopeBlock *block, ScopeTransition *rows)
{
  guint n = block->count, late, next = 0;
  guint bits[2];
  const guint8 *lates;
  gint64 time = block->t0;
  gsize n_bits;

  if (end - in < 4)
    return FALSE;
  bits[0] = in[0];
  bits[1] = in[1];
  late = (guint) scope_load (in + 2, 2);
  lates = in + 4;
  n_bits = (gsize) ((n + 1) / 2) * bits[0] + (gsize) (n / 2) * bits[1];
  if (bits[0] > SCOPE_MAX_BITS || bits[1] > SCOPE_MAX_BITS
      || (gsize) (end - lates) != (gsize) late * SCOPE_LATE_BYTES + (n_bits + 7) / 8 + 8)
    return FALSE;
  in = lates + (gsize) late * SCOPE_LATE_BYTES;
  for (guint i = 0; i < late; i++, lates += SCOPE_LATE_BYTES)
    {
      guint row = (guint) scope_load (lates, 2);
      guint64 delta = scope_load (lates + 2, 8);

      if (row < next || row >= n)
        return FALSE;
      time = get_run (rows, next, row, time, in, bits);
      /* Times must ascend and stay inside, or sums would run wild. */
      if (time > block->t1 || delta > (guint64) (block->t1 - time))
        return FALSE;
      time += (gint64) delta;
      rows[row].time = time;
      next = row + 1;
    }
  time = get_run (rows, next, n, time, in, bits);

  return time <= block->t1;
}

gboolean
scope_block_unpack_rows (const ScopeBlock *block, const guint8 *in, ScopeTransition *rows, gboolean counted,
                         guint32 *counts)
{
  const guint8 *end = in + block->bytes;

  if (block->count == 0 || block->count > SCOPE_BLOCK_ROWS || block->t0 > block->t1)
    return FALSE;
  if (counted)
    {
      if (block->bytes < SCOPE_COUNTS_BYTES)
        return FALSE;
      for (guint s = 0; s < SCOPE_N_STATES && counts != NULL; s++)
        counts[s] = (guint32) scope_load (in + 4 * s, 4);
      in += SCOPE_COUNTS_BYTES;
    }
  in = get_codes (in, end, rows, block->count);

  return in != NULL && get_times (in, end, block, rows);
}
