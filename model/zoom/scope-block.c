/* scope-block.c: packing and summing of blocks. This is where an import spends its time, so the loops are plain.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "scope-block.h"

#include <string.h>

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

/* Reads `width` bytes; never more, so that the end of a buffer is safe. */
static inline guint64
load (const guint8 *in, guint width)
{
  guint64 v = 0;
  memcpy (&v, in, width);
  return GUINT64_FROM_LE (v);
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

static gboolean
is_width (guint width)
{
  return width <= 4 || width == 8;
}

static guint8 *
put_counts (guint8 *out, const guint32 *counts)
{
  for (guint s = 0; s < SCOPE_N_STATES; s++)
    {
      guint32 v = GUINT32_TO_LE (counts[s]);
      memcpy (out, &v, 4);
      out += 4;
    }

  return out;
}

void
scope_block_pack_rows (ScopeBlock *block, guint8 *out, const ScopeRow *rows, guint n, gint64 t1,
                       const guint32 *counts)
{
  gint64 t0 = scope_row_time (&rows[0]);
  guint time_width = scope_width_for ((guint64) (scope_row_time (&rows[n - 1]) - t0));
  guint32 max_ref = 0;
  guint ref_width;
  guint8 *p = out;

  g_assert (n > 0 && n <= SCOPE_BLOCK_ROWS);

  for (guint i = 0; i < n; i++)
    max_ref |= rows[i].ref;
  ref_width = scope_width_for (max_ref);

  if (counts != NULL)
    p = put_counts (p, counts);
#define EACH(w, value)                                                                                        \
  case w:                                                                                                     \
    for (guint i = 0; i < n; i++)                                                                             \
      store (p + (gsize) i * w, value, w);                                                                    \
    break
  switch (time_width)
    {
      EACH (1, (guint64) (scope_row_time (&rows[i]) - t0));
      EACH (2, (guint64) (scope_row_time (&rows[i]) - t0));
      EACH (3, (guint64) (scope_row_time (&rows[i]) - t0));
      EACH (4, (guint64) (scope_row_time (&rows[i]) - t0));
      EACH (8, (guint64) (scope_row_time (&rows[i]) - t0));
    }
  p += (gsize) n * time_width;
  for (guint i = 0; i < n; i++)
    p[i] = (guint8) scope_row_code (&rows[i]);
  p += n;
  switch (ref_width)
    {
      EACH (1, rows[i].ref);
      EACH (2, rows[i].ref);
      EACH (3, rows[i].ref);
      EACH (4, rows[i].ref);
    }
#undef EACH
  p += (gsize) n * ref_width;

  *block = (ScopeBlock) { .t0 = t0,
                          .t1 = t1,
                          .bytes = (guint32) (p - out),
                          .count = n,
                          .height = 0,
                          .width = (guint8) (time_width | ref_width << 4) };
}

gboolean
scope_block_unpack_rows (const ScopeBlock *block, const guint8 *in, ScopeTransition *rows, guint32 *counts)
{
  guint n = block->count, time_width = block->width & 15, ref_width = block->width >> 4;
  gsize plain = (gsize) n * (time_width + 1 + ref_width);
  const guint8 *codes;

  if (!is_width (time_width) || ref_width > 4
      || (block->bytes != plain && block->bytes != plain + SCOPE_COUNTS_BYTES))
    return FALSE;
  if (block->bytes != plain)
    {
      for (guint s = 0; s < SCOPE_N_STATES && counts != NULL; s++)
        counts[s] = (guint32) load (in + 4 * s, 4);
      in += SCOPE_COUNTS_BYTES;
    }

  codes = in + (gsize) n * time_width;
#define EACH(w)                                                                                               \
  case w:                                                                                                     \
    for (guint i = 0; i < n; i++)                                                                             \
      rows[i] = (ScopeTransition) { block->t0 + (gint64) load (in + (gsize) i * w, w), 0, codes[i] };         \
    break
  switch (time_width)
    {
      EACH (0);
      EACH (1);
      EACH (2);
      EACH (3);
      EACH (4);
      EACH (8);
    }
#undef EACH
  in = codes + n;
#define EACH(w)                                                                                               \
  case w:                                                                                                     \
    for (guint i = 0; i < n; i++)                                                                             \
      rows[i].ref = (guint32) load (in + (gsize) i * w, w);                                                   \
    break
  switch (ref_width)
    {
      EACH (1);
      EACH (2);
      EACH (3);
      EACH (4);
    }
#undef EACH

  /* Times must ascend and stay inside, or sums would run wild. */
  for (guint i = 1; i < n; i++)
    if (rows[i].time < rows[i - 1].time)
      return FALSE;

  return rows[n - 1].time <= block->t1;
}

guint
scope_level_for (gint64 t0, gint64 t1, guint max)
{
  guint level = 0;

  if (t1 > t0)
    while (level < 62 && ((t1 - 1) >> level) - (t0 >> level) + 1 > (gint64) max)
      level++;

  return level;
}

void
scope_bins_init (ScopeBins *bins, gint64 t0, gint64 t1, guint level)
{
  memset (bins, 0, sizeof *bins);
  bins->base = t0 >> level;
  bins->level = level;
  bins->n = t1 > t0 ? (guint) (((t1 - 1) >> level) - bins->base + 1) : 1;
}

void
scope_bins_clear (ScopeBins *bins)
{
  for (guint s = 0; s < SCOPE_N_STATES; s++)
    g_clear_pointer (&bins->bins[s], g_free);
  bins->mask = 0;
}

static gint64 *
bins_of (ScopeBins *bins, guint state)
{
  if (G_UNLIKELY (bins->bins[state] == NULL))
    {
      bins->bins[state] = g_new0 (gint64, bins->n);
      bins->mask |= 1u << state;
    }

  return bins->bins[state];
}

void
scope_bins_add (ScopeBins *bins, ScopeState state, gint64 from, gint64 to, gint64 weight)
{
  gint64 b0, b1;
  gint64 *values;
  guint level = bins->level;

  if (state >= SCOPE_STATE_ABSENT)
    return;
  from = MAX (from, scope_shl (bins->base, level));
  to = MIN (to, scope_shl (bins->base + bins->n, level));
  if (from >= to)
    return;

  values = bins_of (bins, state);
  b0 = (from >> level) - bins->base;
  b1 = ((to - 1) >> level) - bins->base;
  if (b0 == b1)
    {
      values[b0] += (to - from) * weight;
      return;
    }
  values[b0] += (scope_shl (bins->base + b0 + 1, level) - from) * weight;
  for (gint64 b = b0 + 1; b < b1; b++)
    values[b] += ((gint64) 1 << level) * weight;
  values[b1] += (to - scope_shl (bins->base + b1, level)) * weight;
}

gboolean
scope_bins_add_node (ScopeBins *bins, const ScopeBlock *node, const guint8 *in)
{
  guint shift;
  gint64 start;
  guint first, last;

  if (node->level > bins->level || !is_width (node->width)
      || node->bytes != (gsize) node->count * node->width * (guint) __builtin_popcount (node->mask))
    return FALSE;

  shift = bins->level - node->level;
  start = node->t0 >> node->level;
  /* The part of the node's bins that falls into ours. */
  {
    gint64 lo = scope_shl (bins->base, shift) - start;
    gint64 hi = scope_shl (bins->base + bins->n, shift) - start;
    first = (guint) CLAMP (lo, 0, (gint64) node->count);
    last = (guint) CLAMP (hi, 0, (gint64) node->count);
  }
  for (guint s = 0; s < SCOPE_N_STATES; s++)
    {
      gint64 *values;

      if (!(node->mask & (1u << s)))
        continue;
      values = first < last ? bins_of (bins, s) : NULL;
#define EACH(w)                                                                                               \
  case w:                                                                                                     \
    for (guint i = first; i < last; i++)                                                                      \
      values[((start + i) >> shift) - bins->base] += (gint64) load (in + (gsize) i * w, w);                   \
    break
      switch (node->width)
        {
          EACH (1);
          EACH (2);
          EACH (3);
          EACH (4);
          EACH (8);
        }
#undef EACH
      in += (gsize) node->count * node->width;
    }

  return TRUE;
}

void
scope_bins_add_rows (ScopeBins *bins, const ScopeTransition *rows, guint n, gint64 end, gint64 from, gint64 to)
{
  for (guint i = 0; i < n; i++)
    {
      gint64 a = MAX (rows[i].time, from);
      gint64 b = MIN (i + 1 < n ? rows[i + 1].time : end, to);

      if (a < b)
        scope_bins_add (bins, scope_code_state (rows[i].code), a, b, 1);
      else if (rows[i].time >= to)
        break;
    }
}

void
scope_bins_add_counts (ScopeBins *bins, const ScopeTransition *rows, guint n, gint64 end, gint64 from, gint64 to,
                       guint32 *counts)
{
  for (guint i = 0; i < n; i++)
    {
      gint64 a = MAX (rows[i].time, from);
      gint64 b = MIN (i + 1 < n ? rows[i + 1].time : end, to);
      guint left = rows[i].code >> 4, entered = rows[i].code & 15;

      if (left < SCOPE_N_STATES && counts[left] > 0)
        counts[left]--;
      if (entered < SCOPE_N_STATES)
        counts[entered]++;
      if (a < b)
        for (guint s = 0; s < SCOPE_N_STATES; s++)
          if (counts[s] > 0)
            scope_bins_add (bins, (ScopeState) s, a, b, counts[s]);
    }
}

void
scope_bins_pack (const ScopeBins *bins, gint64 t0, gint64 t1, ScopeBlock *block, guint8 *out)
{
  guint64 max = 0;
  guint width;
  guint8 *p = out;

  for (guint s = 0; s < SCOPE_N_STATES; s++)
    if (bins->mask & (1u << s))
      for (guint i = 0; i < bins->n; i++)
        max |= (guint64) bins->bins[s][i];
  width = scope_width_for (max);

  for (guint s = 0; s < SCOPE_N_STATES; s++)
    if (bins->mask & (1u << s))
      p = scope_pack (p, (const guint64 *) bins->bins[s], bins->n, width);

  *block = (ScopeBlock) { .t0 = t0,
                          .t1 = t1,
                          .bytes = (guint32) (p - out),
                          .count = bins->n,
                          .level = (guint8) bins->level,
                          .mask = (guint8) bins->mask,
                          .width = (guint8) width };
}
