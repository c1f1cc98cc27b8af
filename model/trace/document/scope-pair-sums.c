/* scope-pair-sums.c: see scope-pair-sums.h. Sums lie side by side; a table of open addressing has their places.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/trace/document/scope-pair-sums.h"

#include "model/base/scope-compare.h"
#include "model/base/scope-entity.h"

#include <stdlib.h>
#include <string.h>

#define LEAST_SLOTS 256u
#define EMPTY 0u /* else index + 1 */

struct _ScopePairSums
{
  ScopePairSum *sums;
  guint32 n, n_alloc;
  guint32 *slots;
  guint32 n_slots; /* a power of two */
  guint32 last;    /* messages often follow each other */
  gboolean sorted;
};

ScopePairSums *
scope_pair_sums_new (void)
{
  ScopePairSums *sums = g_new0 (ScopePairSums, 1);

  sums->n_slots = LEAST_SLOTS;
  sums->slots = g_new0 (guint32, sums->n_slots);

  return sums;
}

void
scope_pair_sums_free (ScopePairSums *sums)
{
  if (sums == NULL)
    return;
  g_free (sums->sums);
  g_free (sums->slots);
  g_free (sums);
}

void
scope_pair_sums_clear (ScopePairSums *sums)
{
  memset (sums->slots, 0, sums->n_slots * sizeof *sums->slots);
  sums->n = sums->last = 0;
  sums->sorted = FALSE;
}

static inline guint32
key_hash (const ScopePairKey *key)
{
  guint64 h = ((guint64) key->from_machine << 32 | key->to_machine) * G_GUINT64_CONSTANT (0x9fb21c651e98df25);

  h = (h ^ (h >> 29) ^ (guint64) key->from) * G_GUINT64_CONSTANT (0xbf58476d1ce4e5b9);
  h = (h ^ (h >> 31) ^ (guint64) key->to ^ ((guint64) key->tag << 48)) * G_GUINT64_CONSTANT (0x94d049bb133111eb);

  return (guint32) (h >> 32);
}

static inline gboolean
key_equal (const ScopePairKey *a, const ScopePairKey *b)
{
  return memcmp (a, b, sizeof *a) == 0;
}

static guint32 *
slot_of (const ScopePairSums *sums, const ScopePairKey *key)
{
  guint32 i = key_hash (key) & (sums->n_slots - 1);

  while (sums->slots[i] != EMPTY && !key_equal (&sums->sums[sums->slots[i] - 1].key, key))
    i = (i + 1) & (sums->n_slots - 1);

  return &sums->slots[i];
}

static void
grow (ScopePairSums *sums)
{
  if (sums->n == sums->n_alloc)
    {
      sums->n_alloc = MAX (64, sums->n_alloc * 2);
      sums->sums = g_renew (ScopePairSum, sums->sums, sums->n_alloc);
    }
  if (2 * (sums->n + 1) <= sums->n_slots)
    return;
  sums->n_slots *= 2;
  g_free (sums->slots);
  sums->slots = g_new0 (guint32, sums->n_slots);
  for (guint32 i = 0; i < sums->n; i++)
    *slot_of (sums, &sums->sums[i].key) = i + 1;
}

static void
join (ScopePairSum *sum, const ScopePairSum *other)
{
  guint64 timed = scope_pair_sum_timed (sum), other_timed = scope_pair_sum_timed (other);

  if (other_timed > 0)
    {
      sum->latency_min = timed > 0 ? MIN (sum->latency_min, other->latency_min) : other->latency_min;
      sum->latency_max = timed > 0 ? MAX (sum->latency_max, other->latency_max) : other->latency_max;
    }
  sum->count += other->count;
  sum->sent += other->sent;
  sum->received += other->received;
  sum->sized += other->sized;
  sum->size += other->size;
  sum->reversed += other->reversed;
  sum->reversed_local += other->reversed_local;
  sum->latency += other->latency;
}

void
scope_pair_sums_add (ScopePairSums *sums, const ScopePairSum *sum)
{
  guint32 *slot;

  g_return_if_fail (!sums->sorted);
  if (sums->n > 0 && key_equal (&sums->sums[sums->last].key, &sum->key))
    {
      join (&sums->sums[sums->last], sum);
      return;
    }
  grow (sums);
  slot = slot_of (sums, &sum->key);
  if (*slot != EMPTY)
    join (&sums->sums[*slot - 1], sum);
  else
    {
      sums->sums[sums->n++] = *sum;
      *slot = sums->n;
    }
  sums->last = *slot - 1;
}

guint
scope_pair_sums_n (const ScopePairSums *sums)
{
  return sums->n;
}

const ScopePairSum *
scope_pair_sums_get (const ScopePairSums *sums, guint i)
{
  return &sums->sums[i];
}

SCOPE_COMPARE_BY (compare, ScopePairSum, SCOPE_UP (key.from_machine) SCOPE_UP (key.from) SCOPE_UP (key.to_machine)
                  SCOPE_UP (key.to) SCOPE_UP (key.tag))

void
scope_pair_sums_sort (ScopePairSums *sums)
{
  if (sums->n > 1)
    qsort (sums->sums, sums->n, sizeof *sums->sums, compare);
  sums->sorted = TRUE;
}

/* Nobody knows which: that is no machine, least of all the first. */
static guint32
machine_of (gint64 value)
{
  return value == SCOPE_TABLE_NULL ? SCOPE_NONE : (guint32) value;
}

void
scope_pair_sum_of_row (ScopePairSum *sum, const gint64 *row, gint64 ahead)
{
  gboolean sent = row[SCOPE_MESSAGE_SEND] != SCOPE_TABLE_NULL;
  gboolean received = row[SCOPE_MESSAGE_RECEIVE] != SCOPE_TABLE_NULL;

  memset (sum, 0, sizeof *sum);
  if (!sent && !received)
    return; /* damage */
  sum->key.from = scope_message_party (row[SCOPE_MESSAGE_FROM_PROCESS], row[SCOPE_MESSAGE_FROM_PORT]);
  sum->key.to = scope_message_party (row[SCOPE_MESSAGE_TO_PROCESS], row[SCOPE_MESSAGE_TO_PORT]);
  sum->key.from_machine = machine_of (row[SCOPE_MESSAGE_FROM_MACHINE]);
  sum->key.to_machine = machine_of (row[SCOPE_MESSAGE_TO_MACHINE]);
  sum->key.tag = (guint32) row[SCOPE_MESSAGE_TAG];
  sum->count = 1;
  sum->sent = sent;
  sum->received = received;
  if (row[SCOPE_MESSAGE_SIZE] != SCOPE_TABLE_NULL)
    {
      sum->sized = 1;
      sum->size = (guint64) row[SCOPE_MESSAGE_SIZE];
    }
  if (sent && received)
    {
      sum->latency = (guint64) row[SCOPE_MESSAGE_RECEIVE] - (guint64) row[SCOPE_MESSAGE_SEND];
      sum->latency_min = sum->latency_max = (gint64) sum->latency;
      sum->reversed_local = (gint64) sum->latency < 0;
      sum->reversed = (gint64) (sum->latency + (guint64) ahead) < 0;
    }
}
