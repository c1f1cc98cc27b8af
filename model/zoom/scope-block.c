/* scope-block.c: packing of rows. An import spends its time here and in scope-bins.c, so the loops are plain.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "scope-block.h"

#include <string.h>

#define LATE_BYTES 10u
#define MAX_PAIRS 255u
#define SLOTS 1024u

guint
scope_width_for (guint64 max)
{
  if (max == 0)
    return 0;
  if (max <= 0xff)
    return 1;
  if (max <= 0xffff)
    return 2;
  if (max <= 0xffffff)
    return 3;
  if (max <= 0xffffffff)
    return 4;
  return 8;
}

/* The width is a constant wherever these are used, so that they become single moves. */
static inline void
store (guint8 *out, guint64 v, guint width)
{
  v = GUINT64_TO_LE (v);
  memcpy (out, &v, width);
}

static inline guint64
load (const guint8 *in, guint width)
{
  guint64 v = 0;
  memcpy (&v, in, width);
  return GUINT64_FROM_LE (v);
}

guint8 *
scope_pack (guint8 *out, const guint64 *values, gsize n, guint width)
{
#define EACH(w)                                                                                               \
  case w:                                                                                                     \
    for (gsize i = 0; i < n; i++)                                                                             \
      store (out + i * w, values[i], w);                                                                      \
    break
  switch (width)
    {
      EACH (1);
      EACH (2);
      EACH (3);
      EACH (4);
      EACH (8);
    }
#undef EACH

  return out + n * width;
}

void
scope_unpack (guint64 *values, const guint8 *in, gsize n, guint width)
{
#define EACH(w)                                                                                               \
  case w:                                                                                                     \
    for (gsize i = 0; i < n; i++)                                                                             \
      values[i] = load (in + i * w, w);                                                                       \
    break
  switch (width)
    {
      EACH (1);
      EACH (2);
      EACH (3);
      EACH (4);
      EACH (8);
    default:
      memset (values, 0, n * sizeof *values);
    }
#undef EACH
}

/* --- the dictionary --- */

typedef struct
{
  guint n;
  guint32 refs[MAX_PAIRS];
  guint8 codes[MAX_PAIRS];
  guint8 slots[SLOTS]; /* number of the pair + 1 */
} Pairs;

static inline guint
slot_of (guint code, guint32 ref)
{
  return (ref * 2654435761u ^ code * 40503u) >> 7 & (SLOTS - 1);
}

/* Number of the pair, new or known; MAX_PAIRS if there is no room. */
static guint
pair_of (Pairs *pairs, guint code, guint32 ref)
{
  guint slot = slot_of (code, ref);

  for (;; slot = (slot + 1) & (SLOTS - 1))
    {
      guint i = pairs->slots[slot];

      if (i == 0)
        break;
      if (pairs->refs[i - 1] == ref && pairs->codes[i - 1] == code)
        return i - 1;
    }
  if (pairs->n == MAX_PAIRS)
    return MAX_PAIRS;
  pairs->refs[pairs->n] = ref;
  pairs->codes[pairs->n] = (guint8) code;
  pairs->slots[slot] = (guint8) ++pairs->n;

  return pairs->n - 1;
}

static guint
bits_for (guint n_pairs)
{
  return n_pairs <= 1 ? 0 : n_pairs <= 2 ? 1 : n_pairs <= 4 ? 2 : n_pairs <= 16 ? 4 : 8;
}

static guint8 *
put_index (guint8 *out, const guint8 *index, guint n, guint bits)
{
  guint per_byte;

  if (bits == 0)
    return out;
  if (bits == 8)
    {
      memcpy (out, index, n);
      return out + n;
    }
  per_byte = 8 / bits;
  for (guint i = 0; i < n; i += per_byte)
    {
      guint byte = 0;
      for (guint k = 0; k < per_byte && i + k < n; k++)
        byte |= (guint) index[i + k] << (k * bits);
      *out++ = (guint8) byte;
    }

  return out;
}

/* Dictionary and index, or codes and refs as they are. */
static guint8 *
put_codes (guint8 *out, const ScopeRow *rows, guint n)
{
  Pairs pairs;
  guint8 index[SCOPE_BLOCK_ROWS], last[64];
  guint bits, i;

  pairs.n = 0;
  memset (pairs.slots, 0, sizeof pairs.slots);
  memset (last, 0xff, sizeof last);
  for (i = 0; i < n; i++)
    {
      guint code = scope_row_code (&rows[i]), pair;
      guint8 *again = &last[code & 63];

      /* Mostly a code comes with the other party that it came with the last time. */
      if (*again != 0xff && pairs.refs[*again] == rows[i].ref && pairs.codes[*again] == code)
        {
          index[i] = *again;
          continue;
        }
      pair = pair_of (&pairs, code, rows[i].ref);
      if (pair == MAX_PAIRS)
        break;
      index[i] = *again = (guint8) pair;
    }
  if (i < n)
    {
      *out++ = 0;
      for (i = 0; i < n; i++)
        *out++ = (guint8) scope_row_code (&rows[i]);
      for (i = 0; i < n; i++, out += 4)
        store (out, rows[i].ref, 4);
      return out;
    }
  *out++ = (guint8) pairs.n;
  for (i = 0; i < pairs.n; i++, out += 5)
    {
      out[0] = pairs.codes[i];
      store (out + 1, pairs.refs[i], 4);
    }
  bits = bits_for (pairs.n);

  return put_index (out, index, n, bits);
}

/* --- times --- */

/* The width at which deltas and those that do not fit take least. */
static guint
best_width (const guint64 *deltas, guint n, guint64 any)
{
  static const guint widths[] = { 0, 1, 2, 3, 4, 8 };
  guint fits[2][9] = { { 0 } };
  guint best = 8, best_bytes = G_MAXUINT, sum = 0;

  if (any <= 0xff)
    return scope_width_for (any);
  /* Counted by bytes that are needed at least; 5 to 8 are all stored in 8. Two counters take turns, since one would
   * have to wait for itself. */
  for (guint i = 0; i < n; i++)
    fits[i & 1][deltas[i] == 0 ? 0 : (71 - __builtin_clzll (deltas[i])) >> 3]++;
  for (guint k = 0; k < 9; k++)
    fits[0][k] += fits[1][k];
  fits[0][8] += fits[0][5] + fits[0][6] + fits[0][7];
  for (guint k = 0; k < G_N_ELEMENTS (widths); k++)
    {
      guint bytes;

      sum += fits[0][widths[k]];
      bytes = n * widths[k] + (n - sum) * LATE_BYTES;
      if (bytes < best_bytes)
        {
          best_bytes = bytes;
          best = widths[k];
        }
    }

  return best;
}

static guint8 *
put_times (guint8 *out, const ScopeRow *rows, guint n, guint *ret_width)
{
  guint64 deltas[SCOPE_BLOCK_ROWS];
  guint width, late = 0;
  guint8 *late_at;

  guint64 any = 0;

  deltas[0] = 0;
  for (guint i = 1; i < n; i++)
    {
      deltas[i] = (guint64) (scope_row_time (&rows[i]) - scope_row_time (&rows[i - 1]));
      any |= deltas[i];
    }
  width = *ret_width = best_width (deltas, n, any);
  out = scope_pack (out, deltas, n, width);
  late_at = out;
  out += 2;
  if (width < 8 && any >> (8 * width) != 0)
    for (guint i = 0; i < n; i++)
      if (deltas[i] >> (8 * width) != 0)
        {
          store (out, i, 2);
          store (out + 2, deltas[i], 8);
          out += LATE_BYTES;
          late++;
        }
  store (late_at, late, 2);

  return out;
}

void
scope_block_pack_rows (ScopeBlock *block, guint8 *out, const ScopeRow *rows, guint n, gint64 t1,
                       const guint32 *counts)
{
  guint width;
  guint8 *p = out;

  g_assert (n > 0 && n <= SCOPE_BLOCK_ROWS);

  for (guint s = 0; s < SCOPE_N_STATES && counts != NULL; s++, p += 4)
    store (p, counts[s], 4);
  p = put_codes (p, rows, n);
  p = put_times (p, rows, n, &width);
  *block = (ScopeBlock) { .t0 = scope_row_time (&rows[0]),
                          .t1 = t1,
                          .bytes = (guint32) (p - out),
                          .count = n,
                          .height = 0,
                          .width = (guint8) width };
}

/* --- and back --- */

static const guint8 *
get_codes (const guint8 *in, const guint8 *end, ScopeTransition *rows, guint n)
{
  guint n_pairs, bits;
  const guint8 *pairs;
  gsize n_bytes;

  if (in == end)
    return NULL;
  n_pairs = *in++;
  if (n_pairs == 0)
    {
      if ((gsize) (end - in) < (gsize) n * 5)
        return NULL;
      for (guint i = 0; i < n; i++)
        {
          rows[i].code = in[i];
          rows[i].ref = (guint32) load (in + n + (gsize) 4 * i, 4);
        }
      return in + (gsize) n * 5;
    }
  pairs = in;
  bits = bits_for (n_pairs);
  n_bytes = ((gsize) n * bits + 7) / 8;
  if ((gsize) (end - in) < n_pairs * 5 + n_bytes)
    return NULL;
  in += n_pairs * 5;
  for (guint i = 0; i < n; i++)
    {
      guint at = i * bits;
      guint pair = bits == 0 ? 0 : in[at >> 3] >> (at & 7) & ((1u << bits) - 1);

      if (pair >= n_pairs)
        return NULL;
      rows[i].code = pairs[pair * 5];
      rows[i].ref = (guint32) load (pairs + pair * 5 + 1, 4);
    }

  return in + n_bytes;
}

static gboolean
get_times (const guint8 *in, const guint8 *end, const ScopeBlock *block, ScopeTransition *rows)
{
  guint n = block->count, width = block->width, late;
  guint64 deltas[SCOPE_BLOCK_ROWS];
  gint64 time = block->t0;

  if ((width > 4 && width != 8) || (gsize) (end - in) < (gsize) n * width + 2)
    return FALSE;
  scope_unpack (deltas, in, n, width);
  in += (gsize) n * width;
  late = (guint) load (in, 2);
  in += 2;
  if ((gsize) (end - in) != (gsize) late * LATE_BYTES)
    return FALSE;
  for (guint i = 0; i < late; i++, in += LATE_BYTES)
    {
      guint row = (guint) load (in, 2);

      if (row >= n)
        return FALSE;
      deltas[row] = load (in + 2, 8);
    }
  for (guint i = 0; i < n; i++)
    {
      /* Times must ascend and stay inside, or sums would run wild. */
      if (deltas[i] > (guint64) (block->t1 - time))
        return FALSE;
      time += (gint64) deltas[i];
      rows[i].time = time;
    }

  return TRUE;
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
        counts[s] = (guint32) load (in + 4 * s, 4);
      in += SCOPE_COUNTS_BYTES;
    }
  in = get_codes (in, end, rows, block->count);

  return in != NULL && get_times (in, end, block, rows);
}
