/* scope-pair-pack.h: sums of pairs as bytes. The layout is in scope-pair-tree.h.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/trace/document/scope-pair-sums.h"

G_BEGIN_DECLS

#define SCOPE_PAIR_PACKED_MOST 160u /* bytes of one: 15 numbers of ten and some to spare */

/* Appends them; they must be sorted. */
void scope_pair_pack (GByteArray *out, const ScopePairSums *sums);
/* The next one; *sum is the one before (0 at first). Where the one after it begins, or NULL if this is no sum. */
const guint8 *scope_pair_unpack (const guint8 *p, const guint8 *end, ScopePairSum *sum);

G_END_DECLS
