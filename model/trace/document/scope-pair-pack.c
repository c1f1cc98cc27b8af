/* scope-pair-pack.c: see scope-pair-pack.h.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/trace/document/scope-pair-pack.h"

#include "model/zoom/scope-leb.h"

#define MOST_NUMBERS 15u

static void
put (guint8 **out, guint64 value)
{
  while (value >= 0x80)
    {
      *(*out)++ = (guint8) (value | 0x80);
      value >>= 7;
    }
  *(*out)++ = (guint8) value;
}

static guint8 *
pack_one (guint8 *p, const ScopePairSum *sum, const ScopePairKey *before)
{
  const ScopePairKey *key = &sum->key;

  put (&p, scope_leb_zigzag ((guint64) key->from_machine - before->from_machine));
  put (&p, scope_leb_zigzag ((guint64) key->from - (guint64) before->from));
  put (&p, scope_leb_zigzag ((guint64) key->to_machine - before->to_machine));
  put (&p, scope_leb_zigzag ((guint64) key->to - (guint64) before->to));
  put (&p, scope_leb_zigzag ((guint64) key->tag - before->tag));
  put (&p, sum->count);
  put (&p, sum->count - sum->sent);
  put (&p, sum->count - sum->received);
  put (&p, sum->count - sum->sized);
  put (&p, sum->size);
  if (scope_pair_sum_timed (sum) > 0)
    {
      put (&p, sum->reversed);
      put (&p, sum->reversed_local);
      put (&p, scope_leb_zigzag (sum->latency));
      put (&p, scope_leb_zigzag ((guint64) sum->latency_min));
      put (&p, (guint64) sum->latency_max - (guint64) sum->latency_min);
    }
  return p;
}

void
scope_pair_pack (GByteArray *out, const ScopePairSums *sums)
{
  ScopePairKey before = { 0 };
  guint8 one[MOST_NUMBERS * 10];

  for (guint i = 0; i < scope_pair_sums_n (sums); i++)
    {
      const ScopePairSum *sum = scope_pair_sums_get (sums, i);

      g_byte_array_append (out, one, (guint) (pack_one (one, sum, &before) - one));
      before = sum->key;
    }
}

/* --- back --- */

static const guint8 *
take (const guint8 *p, const guint8 *end, guint64 *value)
{
  *value = 0;
  for (guint shift = 0; p != NULL && p < end && shift < 64; shift += 7)
    {
      *value |= (guint64) (*p & 0x7f) << shift;
      if ((*p++ & 0x80) == 0)
        return p;
    }
  return NULL;
}

const guint8 *
scope_pair_unpack (const guint8 *p, const guint8 *end, ScopePairSum *sum)
{
  guint64 v[10], timed;

  for (guint i = 0; i < G_N_ELEMENTS (v); i++)
    p = take (p, end, &v[i]);
  if (p == NULL || v[5] == 0 || v[6] > v[5] || v[7] > v[5] || v[8] > v[5] || v[6] + v[7] > v[5])
    return NULL;
  sum->key.from_machine += (guint32) scope_leb_from_zigzag (v[0]);
  sum->key.from = (gint64) ((guint64) sum->key.from + scope_leb_from_zigzag (v[1]));
  sum->key.to_machine += (guint32) scope_leb_from_zigzag (v[2]);
  sum->key.to = (gint64) ((guint64) sum->key.to + scope_leb_from_zigzag (v[3]));
  sum->key.tag += (guint32) scope_leb_from_zigzag (v[4]);
  sum->count = v[5];
  sum->sent = v[5] - v[6];
  sum->received = v[5] - v[7];
  sum->sized = v[5] - v[8];
  sum->size = v[9];
  sum->reversed = sum->reversed_local = sum->latency = 0;
  sum->latency_min = sum->latency_max = 0;
  timed = scope_pair_sum_timed (sum);
  if (timed == 0)
    return p;
  for (guint i = 0; i < 5; i++)
    p = take (p, end, &v[i]);
  if (p == NULL || v[0] > timed || v[1] > timed)
    return NULL;
  sum->reversed = v[0];
  sum->reversed_local = v[1];
  sum->latency = scope_leb_from_zigzag (v[2]);
  sum->latency_min = (gint64) scope_leb_from_zigzag (v[3]);
  sum->latency_max = (gint64) ((guint64) sum->latency_min + v[4]);
  return p;
}
