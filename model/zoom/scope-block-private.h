/* scope-block-private.h: what packing (scope-block.c) and unpacking (scope-block-read.c) of rows share.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/zoom/scope-block.h"

#include <string.h>

G_BEGIN_DECLS

#define SCOPE_LATE_BYTES 10u /* of a delta that does not fit, with its row */
#define SCOPE_MAX_BITS 50u /* of a delta, so that a block of them cannot overflow a time */

/* The width is a constant wherever these are used, so that they become single moves. */
static inline void
scope_store (guint8 *out, guint64 v, guint width)
{
  v = GUINT64_TO_LE (v);
  memcpy (out, &v, width);
}

static inline guint64
scope_load (const guint8 *in, guint width)
{
  guint64 v = 0;
  memcpy (&v, in, width);
  return GUINT64_FROM_LE (v);
}

/* Bits of a row's place in a dictionary of so many pairs. */
static inline guint
scope_bits_for (guint n_pairs)
{
  return n_pairs <= 1 ? 0 : n_pairs <= 2 ? 1 : n_pairs <= 4 ? 2 : n_pairs <= 16 ? 4 : 8;
}

G_END_DECLS
