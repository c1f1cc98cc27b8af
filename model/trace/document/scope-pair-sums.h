/* scope-pair-sums.h: messages added up per sender, receiver and tag, so that any two sums make one.
 *
 * Latencies are kept as the two clocks show them (receive - send, each on its own machine's clock): whatever offsets the
 * clocks have, the sum for them is this one + number × (their difference), exactly. Sums wrap around: so only the
 * last one has to fit into 64 bits.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/base/scope-schema.h"

G_BEGIN_DECLS

typedef struct
{
  gint64 from, to; /* scope_message_party(): process numbers, or ports; SCOPE_TABLE_NULL if not known */
  guint32 from_machine, to_machine; /* as in the table of messages; SCOPE_NONE: not known */
  guint32 tag;
  guint32 zero; /* keys are compared as bytes */
} ScopePairKey;

typedef struct
{
  ScopePairKey key;
  guint64 count, sent, received, sized, size;
  guint64 reversed;        /* received before sent, by the clocks' offsets */
  guint64 reversed_local;  /* the same without offsets */
  guint64 latency;         /* of sent + received - count messages */
  gint64 latency_min, latency_max; /* if there are such */
} ScopePairSum;

/* Of one row of SCOPE_TABLE_MESSAGES; `ahead` is the receiver's offset - the sender's. Its count is 0 if neither end was
 * seen: then it is to be passed over. */
void scope_pair_sum_of_row (ScopePairSum *sum, const gint64 *row, gint64 ahead);
static inline guint64
scope_pair_sum_timed (const ScopePairSum *sum)
{
  return sum->sent + sum->received - sum->count;
}

/* A set of them, one for each key. */
typedef struct _ScopePairSums ScopePairSums;

ScopePairSums *scope_pair_sums_new (void);
void scope_pair_sums_free (ScopePairSums *sums);
void scope_pair_sums_clear (ScopePairSums *sums);
/* Adds it to that of the same key. */
void scope_pair_sums_add (ScopePairSums *sums, const ScopePairSum *sum);
guint scope_pair_sums_n (const ScopePairSums *sums);
/* In no order; after sorting, in that of (from_machine, from, to_machine, to, tag), until the next is added. */
const ScopePairSum *scope_pair_sums_get (const ScopePairSums *sums, guint i);
/* Only reading and clearing is allowed after it. */
void scope_pair_sums_sort (ScopePairSums *sums);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ScopePairSums, scope_pair_sums_free)

G_END_DECLS
