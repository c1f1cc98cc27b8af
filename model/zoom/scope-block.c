/* scope-block.c: packing of rows; scope-block-read.c unpacks them. An import spends its time here and in scope-bins.c, so the
 * loops are plain.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/zoom/scope-block-private.h"

#define MAX_PAIRS 255u
#define SLOTS 512u /* 2^9, see slot_of() */

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

guint8 *
scope_pack (guint8 *out, const guint64 *values, gsize n, guint width)
{
#define EACH(w)                                                                                               \
  case w:                                                                                                     \
    for (gsize i = 0; i < n; i++)                                                                             \
      scope_store (out + i * w, values[i], w);                                                                \
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
      values[i] = scope_load (in + i * w, w);                                                                 \
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
  guint64 keys[MAX_PAIRS];
  guint64 slot_keys[SLOTS]; /* key + 1; 0: free */
  guint8 slots[SLOTS];      /* number of the pair */
} Pairs;

static inline guint
slot_of (guint64 key)
{
  return (guint) ((key * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15)) >> 55);
}

/* Number of a pair that is not in the slot where it is looked for first: new, or beside; MAX_PAIRS if there is no
 * room. */
static guint
find_pair (Pairs *pairs, guint64 key)
{
  guint slot = slot_of (key);

  while (pairs->slot_keys[slot] != 0 && pairs->slot_keys[slot] != key + 1)
    slot = (slot + 1) & (SLOTS - 1);
  if (pairs->slot_keys[slot] == key + 1)
    return pairs->slots[slot];
  if (pairs->n == MAX_PAIRS)
    return MAX_PAIRS;
  pairs->keys[pairs->n] = key;
  pairs->slot_keys[slot] = key + 1;
  pairs->slots[slot] = (guint8) pairs->n;

  return pairs->n++;
}

/* With a constant for `bits`, the loop over a byte is none. */
static inline guint8 *
put_small (guint8 *out, const guint8 *index, guint n, guint bits)
{
  const guint per_byte = 8 / bits;
  guint i = 0;

  for (; i + per_byte <= n; i += per_byte)
    {
      guint byte = 0;
      for (guint k = 0; k < per_byte; k++)
        byte |= (guint) index[i + k] << (k * bits);
      *out++ = (guint8) byte;
    }
  if (i < n)
    {
      guint byte = 0;
      for (guint k = 0; i + k < n; k++)
        byte |= (guint) index[i + k] << (k * bits);
      *out++ = (guint8) byte;
    }

  return out;
}

static guint8 *
put_index (guint8 *out, const guint8 *index, guint n, guint bits)
{
  switch (bits)
    {
    case 0:
      return out;
    case 1:
      return put_small (out, index, n, 1);
    case 2:
      return put_small (out, index, n, 2);
    case 4:
      return put_small (out, index, n, 4);
    default:
      memcpy (out, index, n);
      return out + n;
    }
}

/* Dictionary and index, or codes and refs as they are. */
static guint8 *
put_codes (guint8 *out, const guint64 *keys, guint n)
{
  Pairs pairs;
  guint8 index[SCOPE_BLOCK_ROWS];
  guint bits, i;

  pairs.n = 0;
  memset (pairs.slot_keys, 0, sizeof pairs.slot_keys);
  for (i = 0; i < n; i++)
    {
      guint64 key = keys[i];
      guint slot = slot_of (key), pair;

      if (G_LIKELY (pairs.slot_keys[slot] == key + 1))
        index[i] = pairs.slots[slot];
      else if ((pair = find_pair (&pairs, key)) < MAX_PAIRS)
        index[i] = (guint8) pair;
      else
        break;
    }
  if (i < n)
    {
      *out++ = 0;
      for (i = 0; i < n; i++)
        *out++ = (guint8) scope_key_code (keys[i]);
      for (i = 0; i < n; i++, out += 4)
        scope_store (out, scope_key_ref (keys[i]), 4);
      return out;
    }
  *out++ = (guint8) pairs.n;
  for (i = 0; i < pairs.n; i++, out += 5)
    {
      out[0] = (guint8) pairs.keys[i];
      scope_store (out + 1, pairs.keys[i] >> 8, 4);
    }
  bits = scope_bits_for (pairs.n);

  return put_index (out, index, n, bits);
}

/* --- times --- */

#define HANDFUL 16u

/* The number of bits at which deltas and those that do not fit take least; fits[b]: how many need b bits. */
static guint
best_bits (const guint fits[65])
{
  guint n = 0, late = 0, best = 0;
  guint64 best_cost = G_MAXUINT64;

  for (guint b = 0; b <= 64; b++)
    n += fits[b];
  late = n;
  for (guint b = 0; b <= SCOPE_MAX_BITS; b++)
    {
      guint64 cost;

      late -= fits[b];
      cost = (guint64) n * b + (guint64) late * SCOPE_LATE_BYTES * 8;
      if (cost < best_cost)
        {
          best_cost = cost;
          best = b;
        }
    }

  return best;
}

static inline guint
bits_of (guint64 v)
{
  return v == 0 ? 0 : 64u - (guint) __builtin_clzll (v);
}

/* Two rows at once, as many as fit into a word; which shifts come after another is the same for a whole block, so there is
 * little to guess. */
static guint8 *
put_bits (guint8 *out, const guint64 *deltas, guint n, const guint bits[2])
{
  const guint64 masks[2] = { (G_GUINT64_CONSTANT (1) << bits[0]) - 1, (G_GUINT64_CONSTANT (1) << bits[1]) - 1 };
  const guint pair = bits[0] + bits[1];
  guint64 room = 0;
  guint filled = 0, i = 0;

#define PUT(value, b)                                                                                         \
  G_STMT_START                                                                                                \
  {                                                                                                           \
    guint64 put = (value);                                                                                    \
    room |= put << filled;                                                                                    \
    filled += (b);                                                                                            \
    if (filled >= 64)                                                                                         \
      {                                                                                                       \
        scope_store (out, room, 8);                                                                           \
        out += 8;                                                                                             \
        filled -= 64;                                                                                         \
        room = put >> ((b) - filled);                                                                         \
      }                                                                                                       \
  }                                                                                                           \
  G_STMT_END
  if (2 * pair < 64)
    for (; i + 4 <= n; i += 4)
      PUT ((deltas[i] & masks[0]) | (deltas[i + 1] & masks[1]) << bits[0]
               | ((deltas[i + 2] & masks[0]) | (deltas[i + 3] & masks[1]) << bits[0]) << pair,
           2 * pair);
  if (pair < 64)
    for (; i + 2 <= n; i += 2)
      PUT ((deltas[i] & masks[0]) | (deltas[i + 1] & masks[1]) << bits[0], pair);
  for (; i < n; i++)
    PUT (deltas[i] & masks[i & 1], bits[i & 1]);
#undef PUT
  scope_store (out, room, 8);
  out += (filled + 7) / 8;
  scope_store (out, 0, 8);

  return out + 8;
}

/* What bits the even and the odd deltas of a handful have, all together. */
typedef struct
{
  guint64 even, odd;
} Handful;

static Handful
look_at (const guint64 *deltas, guint n, Handful handfuls[SCOPE_BLOCK_ROWS / HANDFUL])
{
  Handful all = { 0, 0 };

  for (guint start = 0; start < n; start += HANDFUL)
    {
      const guint64 *d = deltas + start;
      Handful some = { 0, 0 };

      if (G_LIKELY (n - start >= HANDFUL))
        for (guint i = 0; i < HANDFUL; i += 2)
          {
            some.even |= d[i];
            some.odd |= d[i + 1];
          }
      else
        for (guint i = 0; i < n - start; i++)
          *(i & 1 ? &some.odd : &some.even) |= d[i];
      handfuls[start / HANDFUL] = some;
      all.even |= some.even;
      all.odd |= some.odd;
    }

  return all;
}

/* The deltas that do not fit; mostly none of a handful does not. */
static guint
put_late (guint8 **out, const guint64 *deltas, guint n, const Handful *handfuls, const guint bits[2])
{
  const guint64 high[2] = { ~((G_GUINT64_CONSTANT (1) << bits[0]) - 1), ~((G_GUINT64_CONSTANT (1) << bits[1]) - 1) };
  guint late = 0;

  for (guint start = 0; start < n; start += HANDFUL)
    {
      const Handful *some = &handfuls[start / HANDFUL];

      if (G_LIKELY (((some->even & high[0]) | (some->odd & high[1])) == 0))
        continue;
      for (guint i = start; i < MIN (start + HANDFUL, n); i++)
        if (deltas[i] & high[i & 1])
          {
            scope_store (*out, i, 2);
            scope_store (*out + 2, deltas[i], 8);
            *out += SCOPE_LATE_BYTES;
            late++;
          }
    }

  return late;
}

/* Rows that are looked at to choose the bits: what a few rows less fitting cost is nothing to looking at all. */
#define SAMPLED 8u

static guint8 *
put_times (guint8 *out, const guint64 *deltas, guint n)
{
  guint fits[2][65] = { { 0 } };
  Handful handfuls[SCOPE_BLOCK_ROWS / HANDFUL], all = look_at (deltas, n, handfuls);
  guint bits[2], late = 0;
  guint8 *late_at;

  for (guint i = 0; i < n; i += n > 512 ? 2 * SAMPLED : 2)
    {
      fits[0][bits_of (deltas[i])]++;
      if (i + 1 < n)
        fits[1][bits_of (deltas[i + 1])]++;
    }
  for (guint k = 0; k < 2; k++)
    {
      bits[k] = best_bits (fits[k]);
      *out++ = (guint8) bits[k];
    }
  late_at = out;
  out += 2;
  if (all.even >> bits[0] != 0 || all.odd >> bits[1] != 0)
    late = put_late (&out, deltas, n, handfuls, bits);
  scope_store (late_at, late, 2);

  return put_bits (out, deltas, n, bits);
}

void
scope_block_pack_flat (ScopeBlock *block, guint8 *out, const ScopeFlatRows *rows, const guint32 *counts)
{
  guint8 *p = out;

  for (guint s = 0; s < SCOPE_N_STATES && counts != NULL; s++, p += 4)
    scope_store (p, counts[s], 4);
  p = put_codes (p, rows->keys, rows->n);
  p = put_times (p, rows->deltas, rows->n);
  *block = (ScopeBlock) { .t0 = rows->t0,
                          .t1 = rows->t1,
                          .bytes = (guint32) (p - out),
                          .count = rows->n };
}

void
scope_block_pack_rows (ScopeBlock *block, guint8 *out, const ScopeRow *rows, guint n, gint64 t1,
                       const guint32 *counts)
{
  ScopeFlatRows flat;

  scope_flat_rows_set (&flat, rows, n, t1);
  scope_block_pack_flat (block, out, &flat, counts);
}
