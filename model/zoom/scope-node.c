/* scope-node.c: packed sums: how they are added to bins and to columns. This is where the time of drawing goes, where windows are
 * wide.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/zoom/scope-block.h"

#include <string.h>

/* `in` has a byte more than it needs, so that three are read as four. */
static inline guint64
load (const guint8 *in, guint width)
{
  guint64 v = 0;

  if (width == 3)
    {
      guint32 four;
      memcpy (&four, in, 4);
      return GUINT32_FROM_LE (four) & 0xffffff;
    }
  memcpy (&v, in, width);
  return GUINT64_FROM_LE (v);
}

static guint
stored_states (const ScopeBlock *node)
{
  guint n = (guint) __builtin_popcount (node->mask);

  return n > 0 && (node->width & SCOPE_BINS_IMPLIED) ? n - 1 : n;
}

gsize
scope_node_bytes (const ScopeBlock *node)
{
  return (gsize) node->count * (node->width & 15u) * stored_states (node);
}

static gboolean
is_node (const ScopeBlock *node)
{
  guint width = node->width & 15u;

  return (width <= 4 || width == 8) && node->bytes >= scope_node_bytes (node) && node->count <= SCOPE_BLOCK_BINS
         && node->count > 0 && node->t0 < node->t1 && node->level <= 62;
}

/* Adds bins [first, last) (counted from the first target bin) of one state to the target bins, each 2^shift of them, and
 * takes them off the implied state; `in` is at the first. This is where the time of drawing goes: so the sum of a
 * target bin is kept in a register, and for the usual shifts the number of bins in it is a constant. */
static inline void
add_runs (gint64 *restrict values, gint64 *restrict implied, const guint8 *restrict in, gint64 first, gint64 last,
          guint shift, guint w)
{
  const gint64 per = (gint64) 1 << shift;

  while (first < last)
    {
      gint64 whole = (first & (per - 1)) == 0 ? (last - first) >> shift : 0;
      gint64 target = first >> shift, sum;

      for (gint64 t = 0; t < whole; t++)
        {
          sum = 0;
          for (guint k = 0; k < (guint) per; k++, in += w)
            sum += (gint64) load (in, w);
          values[target + t] += sum;
          implied[target + t] -= sum;
        }
      first += whole << shift;
      target += whole;
      sum = 0;
      /* A target bin of which the node has only some. */
      for (; first < last && first >> shift == target; first++, in += w)
        sum += (gint64) load (in, w);
      if (sum != 0)
        {
          values[target] += sum;
          implied[target] -= sum;
        }
    }
}

static void
add_stored (gint64 *values, gint64 *implied, const guint8 *in, gint64 first, gint64 last, guint shift, guint width)
{
#define EACH(w)                                                                                               \
  case w:                                                                                                     \
    if (shift == 0)                                                                                           \
      add_runs (values, implied, in, first, last, 0, w);                                                      \
    else if (shift == 1)                                                                                      \
      add_runs (values, implied, in, first, last, 1, w);                                                      \
    else if (shift == 2)                                                                                      \
      add_runs (values, implied, in, first, last, 2, w);                                                      \
    else                                                                                                      \
      add_runs (values, implied, in, first, last, shift, w);                                                  \
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
}

gboolean
scope_bins_add_node (ScopeBins *bins, const ScopeBlock *node, const guint8 *in)
{
  guint width = node->width & 15u, shift;
  guint implied_state = SCOPE_N_STATES;
  gint64 few[SCOPE_NODE_BINS];
  g_autofree gint64 *many = bins->n > SCOPE_NODE_BINS ? g_new (gint64, bins->n) : NULL;
  gint64 *nobody = many != NULL ? many : few;
  gint64 *implied = nobody; /* if no state is implied, what is taken off goes nowhere */
  gint64 start, first, last, zero;

  if (node->level > bins->level || !is_node (node))
    return FALSE;
  shift = bins->level - node->level;
  start = node->t0 >> node->level;
  /* The part of the node's bins that falls into ours. */
  zero = scope_shl (bins->base, shift);
  first = MAX (start, zero);
  last = MIN (start + node->count, scope_shl (bins->base + bins->n, shift));
  if (first >= last)
    return TRUE;
  if ((node->width & SCOPE_BINS_IMPLIED) && node->mask != 0)
    { /* It has all the time, less what the others have. */
      implied_state = 31u - (guint) __builtin_clz (node->mask);
      implied = scope_bins_of (bins, implied_state);
      scope_bins_add (bins, implied_state, MAX (node->t0, scope_shl (first, node->level)),
                      MIN (node->t1, scope_shl (last, node->level)), 1);
    }
  else
    memset (nobody, 0, bins->n * sizeof *nobody);
  for (guint s = 0; s < SCOPE_N_STATES; s++)
    if ((node->mask & (1u << s)) && s != implied_state)
      {
        add_stored (scope_bins_of (bins, s), implied, in + (first - start) * width, first - zero, last - zero, shift, width);
        in += (gsize) node->count * width;
      }

  return TRUE;
}

/* --- to columns --- */

/* The sums of one state's stored bins in each of the columns, taken off the implied state, if there is one. `start` is the number of the
 * first bin. */
static inline void
add_to_columns (const ScopeBlock *node, const guint8 *restrict in, const gint64 *restrict edges, guint n,
                gint64 (*restrict columns)[SCOPE_N_STATES], guint state, guint implied, guint w)
{
  const gint64 start = node->t0 >> node->level, count = node->count;
  gint64 b = MAX ((edges[0] >> node->level) - start, 0);

  in += b * w;
  for (guint c = 0; c < n; c++)
    {
      gint64 end = MIN ((edges[c + 1] >> node->level) - start, count), sum = 0;

      for (; b < end; b++, in += w)
        sum += (gint64) load (in, w);
      columns[c][state] += sum;
      if (implied < SCOPE_N_STATES)
        columns[c][implied] -= sum;
    }
}

static void
add_state_to_columns (const ScopeBlock *node, const guint8 *in, const gint64 *edges, guint n,
                      gint64 (*columns)[SCOPE_N_STATES], guint state, guint implied)
{
#define EACH(w)                                                                                               \
  case w:                                                                                                     \
    add_to_columns (node, in, edges, n, columns, state, implied, w);                                          \
    break
  switch (node->width & 15u)
    {
      EACH (1);
      EACH (2);
      EACH (3);
      EACH (4);
      EACH (8);
    }
#undef EACH
}

gboolean
scope_node_add_columns (const ScopeBlock *node, const guint8 *in, const gint64 *edges, guint n,
                        gint64 (*columns)[SCOPE_N_STATES])
{
  guint first = scope_columns_at (edges, n, node->t0), end = first;
  guint implied = SCOPE_N_STATES;

  if (!is_node (node))
    return FALSE;
  if ((node->width & SCOPE_BINS_IMPLIED) && node->mask != 0)
    implied = 31u - (guint) __builtin_clz (node->mask);
  for (; end < n && edges[end] < node->t1; end++)
    if (implied < SCOPE_N_STATES) /* it has all the time, less what the others have */
      columns[end][implied] += MIN (edges[end + 1], node->t1) - MAX (edges[end], node->t0);
  for (guint s = 0; s < SCOPE_N_STATES; s++)
    if ((node->mask & (1u << s)) && s != implied)
      {
        add_state_to_columns (node, in, edges + first, end - first, columns + first, s, implied);
        in += (gsize) node->count * (node->width & 15u);
      }

  return TRUE;
}

void
scope_bins_pack (const ScopeBins *bins, gint64 t0, gint64 t1, gboolean full, ScopeBlock *block, guint8 *out)
{
  guint64 max = 0;
  guint width, stored;
  guint8 *p = out;

  *block = (ScopeBlock) { .t0 = t0,
                          .t1 = t1,
                          .count = bins->n,
                          .level = (guint8) bins->level,
                          .mask = (guint8) bins->mask,
                          .width = full && bins->mask != 0 ? SCOPE_BINS_IMPLIED : 0 };
  stored = stored_states (block);
  for (guint s = 0, seen = 0; s < SCOPE_N_STATES && seen < stored; s++)
    if (bins->mask & (1u << s))
      {
        for (guint i = 0; i < bins->n; i++)
          max |= (guint64) bins->bins[s][i];
        seen++;
      }
  width = scope_width_for (max);
  for (guint s = 0, seen = 0; s < SCOPE_N_STATES && seen < stored; s++)
    if (bins->mask & (1u << s))
      {
        p = scope_pack (p, (const guint64 *) bins->bins[s], bins->n, width);
        seen++;
      }
  block->width |= (guint8) width;
  block->bytes = (guint32) (p - out);
}

gboolean
scope_node_totals (const ScopeBlock *node, const guint8 *in, gint64 totals[SCOPE_N_STATES])
{
  guint width = node->width & 15u, stored = stored_states (node), seen = 0;
  guint64 values[SCOPE_BLOCK_BINS];
  gint64 rest = node->t1 - node->t0;

  if (!is_node (node))
    return FALSE;
  for (guint s = 0; s < SCOPE_N_STATES; s++)
    {
      gint64 sum = 0;

      if (!(node->mask & (1u << s)))
        continue;
      if (seen++ == stored)
        {
          totals[s] += rest;
          break;
        }
      scope_unpack (values, in, node->count, width);
      in += (gsize) node->count * width;
      for (guint i = 0; i < node->count; i++)
        sum += (gint64) values[i];
      totals[s] += sum;
      rest -= sum;
    }

  return TRUE;
}
