/* scope-bins.c: sums of time per state and bin. SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/zoom/scope-block.h"

#include <string.h>

guint
scope_level_for (gint64 t0, gint64 t1, guint max)
{
  guint level = 0;

  if (t1 > t0)
    while (level < 62 && ((t1 - 1) >> level) - (t0 >> level) + 1 > (gint64) max)
      level++;

  return level;
}

static void
place (ScopeBins *bins, gint64 t0, gint64 t1, guint level)
{
  bins->base = t0 >> level;
  bins->level = level;
  bins->n = t1 > t0 ? (guint) (((t1 - 1) >> level) - bins->base + 1) : 1;
  bins->mask = 0;
}

void
scope_bins_init (ScopeBins *bins, gint64 t0, gint64 t1, guint level)
{
  memset (bins, 0, sizeof *bins);
  place (bins, t0, t1, level);
}

void
scope_bins_reuse (ScopeBins *bins, gint64 t0, gint64 t1, guint level)
{
  place (bins, t0, t1, level);
  g_assert (bins->n <= SCOPE_BLOCK_BINS);
  for (guint s = 0; s < SCOPE_N_STATES; s++)
    if (bins->bins[s] == NULL)
      bins->bins[s] = g_new (gint64, SCOPE_BLOCK_BINS);
}

void
scope_bins_clear (ScopeBins *bins)
{
  for (guint s = 0; s < SCOPE_N_STATES; s++)
    g_clear_pointer (&bins->bins[s], g_free);
  bins->mask = 0;
}

static gint64 *
begin_state (ScopeBins *bins, guint state)
{
  if (bins->bins[state] == NULL)
    bins->bins[state] = g_new0 (gint64, bins->n);
  else
    memset (bins->bins[state], 0, bins->n * sizeof (gint64));
  bins->mask |= 1u << state;

  return bins->bins[state];
}

static inline gint64 *
bins_of (ScopeBins *bins, guint state)
{
  return G_LIKELY (bins->mask & (1u << state)) ? bins->bins[state] : begin_state (bins, state);
}

gint64 *
scope_bins_of (ScopeBins *bins, ScopeState state)
{
  return bins_of (bins, state);
}

static void
add_long (ScopeBins *bins, gint64 *values, gint64 from, gint64 to, gint64 weight)
{
  guint level = bins->level;
  gint64 b0 = (from >> level) - bins->base, b1 = ((to - 1) >> level) - bins->base;

  values[b0] += (scope_shl (bins->base + b0 + 1, level) - from) * weight;
  for (gint64 b = b0 + 1; b < b1; b++)
    values[b] += ((gint64) 1 << level) * weight;
  values[b1] += (to - scope_shl (bins->base + b1, level)) * weight;
}

/* from < to, and both inside the bins. */
static inline void
add_inside (ScopeBins *bins, guint state, gint64 from, gint64 to, gint64 weight)
{
  gint64 *values = bins_of (bins, state);
  gint64 b0 = from >> bins->level;

  if (G_LIKELY (b0 == (to - 1) >> bins->level))
    values[b0 - bins->base] += (to - from) * weight;
  else
    add_long (bins, values, from, to, weight);
}

void
scope_bins_add (ScopeBins *bins, ScopeState state, gint64 from, gint64 to, gint64 weight)
{
  if (state >= SCOPE_STATE_ABSENT)
    return;
  from = MAX (from, scope_shl (bins->base, bins->level));
  to = MIN (to, scope_shl (bins->base + bins->n, bins->level));
  if (from < to)
    add_inside (bins, state, from, to, weight);
}

/* The state of the longest of the first few rows that are summed; SCOPE_N_STATES if that counts nothing. */
static guint
usual_state (const ScopeTransition *rows, guint n)
{
  gint64 most = -1;
  guint state = SCOPE_N_STATES;

  for (guint i = 0; i + 1 < n; i++)
    if (rows[i + 1].time - rows[i].time > most)
      {
        most = rows[i + 1].time - rows[i].time;
        state = scope_code_state (rows[i].code);
      }
  return MIN (state, SCOPE_N_STATES);
}

#define LOOKED_AT 16u

/* Where there are two or three rows a bin, nobody can foretell which of them end in the bin in which they began; and what lasts
 * long mostly does not. So the usual state gets all the time at first, its rows are passed over, and what the others have is taken
 * off. */
void
scope_bins_add_rows (ScopeBins *bins, const ScopeTransition *rows, guint n, gint64 end, gint64 from, gint64 to)
{
  guint first, last, usual;

  from = MAX (from, scope_shl (bins->base, bins->level));
  to = MIN (MIN (to, end), scope_shl (bins->base + bins->n, bins->level));
  if (n == 0)
    return;
  /* A tile is often narrower than the block that its rows lie in. */
  first = scope_transitions_at (rows, n, from);
  last = scope_transitions_at (rows, n, to - 1);
  from = MAX (from, rows[first].time);
  if (from >= to)
    return;
  usual = usual_state (rows + first, MIN (last - first + 1, LOOKED_AT));
  if (usual < SCOPE_N_STATES)
    add_inside (bins, usual, from, to, 1);
  for (guint i = first; i <= last; i++)
    {
      guint state = scope_code_state (rows[i].code);
      gint64 a = MAX (rows[i].time, from), b = i < last ? rows[i + 1].time : to;

      if (state == usual || a >= b)
        continue;
      if (usual < SCOPE_N_STATES)
        add_inside (bins, usual, a, b, -1);
      if (state < SCOPE_STATE_ABSENT)
        add_inside (bins, state, a, b, 1);
    }
}

/* All but the rows of one state. Which of them end in the bin in which they began nobody can foretell, so what is left over goes to the next
 * bin, mostly nothing. Returns that state, or the first greater one that there is. */
static guint
add_others (ScopeBins *bins, const ScopeFlatRows *rows, guint greatest)
{
  const guint level = bins->level;
  const gint64 width = (gint64) 1 << level;
  gint64 time = rows->t0;

  bins->mask = 0;
  for (guint i = 0; i < rows->n; i++)
    {
      gint64 lasts = (gint64) rows->deltas[i + 1], end = time + lasts;
      guint state = scope_code_state (scope_key_code (rows->keys[i]));

      if (state < greatest && lasts > 0)
        {
          gint64 *values = bins_of (bins, state) + ((time >> level) - bins->base);
          gint64 over = end - ((time | (width - 1)) + 1);

          over = MAX (over, 0);
          if (G_LIKELY (over <= width))
            {
              values[0] += lasts - over;
              __asm__ volatile ("" : "+r"(values)); /* not both at once: the next row waits for half of that */
              values[1] += over;
            }
          else
            add_inside (bins, state, time, end, 1);
        }
      else if (G_UNLIKELY (state > greatest) && state < SCOPE_STATE_ABSENT && lasts > 0)
        return state;
      time = end;
    }
  bins->mask |= 1u << greatest;

  return greatest;
}

void
scope_bins_add_flat_rows (ScopeBins *bins, const ScopeFlatRows *rows)
{
  guint before, greatest = 0;

  g_assert (bins->n < SCOPE_BLOCK_BINS);
  for (guint i = 0; i < rows->n && i < LOOKED_AT; i++)
    {
      guint state = scope_code_state (scope_key_code (rows->keys[i]));

      if (rows->deltas[i + 1] > 0 && state < SCOPE_STATE_ABSENT)
        greatest = MAX (greatest, state);
    }
  do
    {
      before = greatest;
      greatest = add_others (bins, rows, greatest);
    }
  while (greatest != before);
}

/* Only the two states that a row changes have anything to add, so a row costs the same however many states there are. */
void
scope_bins_add_counts (ScopeBins *bins, const ScopeTransition *rows, guint n, gint64 end, gint64 from, gint64 to,
                       guint32 *counts)
{
  gint64 since[SCOPE_N_STATES];

  from = MAX (from, scope_shl (bins->base, bins->level));
  to = MIN (to, scope_shl (bins->base + bins->n, bins->level));
  for (guint s = 0; s < SCOPE_N_STATES; s++)
    since[s] = n > 0 ? MAX (rows[0].time, from) : from;
  for (guint i = 0; i < n; i++)
    {
      guint changed[2] = { rows[i].code >> 4, rows[i].code & 15u };
      gint64 time = MIN (rows[i].time, to);

      for (guint k = 0; k < 2; k++)
        {
          guint s = changed[k];

          if (s >= SCOPE_N_STATES)
            continue;
          if (time > since[s])
            {
              if (counts[s] > 0)
                add_inside (bins, s, since[s], time, counts[s]);
              since[s] = time;
            }
          if (k == 1)
            counts[s]++;
          else if (counts[s] > 0)
            counts[s]--;
        }
    }
  end = MIN (end, to);
  for (guint s = 0; s < SCOPE_N_STATES; s++)
    if (counts[s] > 0 && since[s] < end)
      add_inside (bins, s, since[s], end, counts[s]);
}

/* Rows of a block that is being written are summed without walking the time between them: a row adds to its bin what is left
 * of it from then on, for the state entered, and takes the same off the state left; how many tasks a state has at
 * the edges of the bins, which have all of that for their whole width, is summed up afterwards. */
typedef struct
{
  gint64 rest[SCOPE_N_STATES + 1][SCOPE_NODE_BINS + 1]; /* one bin more: a row may be at the very end */
  gint16 change[SCOPE_N_STATES + 1][SCOPE_NODE_BINS + 1];
  guint32 now[SCOPE_N_STATES + 1]; /* tasks behind the last row */
  guint used; /* states whose figures are begun */
} Steps;

static void
begin_steps (Steps *steps, const ScopeBins *bins, guint states)
{
  for (guint s = 0; s <= SCOPE_N_STATES; s++)
    if (states & ~steps->used & (1u << s))
      {
        memset (steps->rest[s], 0, (bins->n + 1) * sizeof steps->rest[s][0]);
        memset (steps->change[s], 0, (bins->n + 1) * sizeof steps->change[s][0]);
      }
  steps->used |= states;
}

/* Believes no row: a state that nobody is in cannot be left. */
static void
take_steps (Steps *steps, const ScopeBins *bins, const ScopeFlatRows *rows)
{
  gint64 time = rows->t0;
  guint level = bins->level;

  begin_steps (steps, bins, (2u << SCOPE_N_STATES) - 1);
  for (guint i = 0; i < rows->n; i++)
    {
      guint code = scope_key_code (rows->keys[i]);
      guint from = MIN (code >> 4, SCOPE_N_STATES), to = MIN (code & 15u, SCOPE_N_STATES);
      gint64 bin, left;

      time += (gint64) rows->deltas[i];
      bin = (time >> level) - bins->base;
      left = scope_shl (bins->base + bin + 1, level) - time;

      if (G_LIKELY (steps->now[from] > 0))
        {
          steps->now[from]--;
          steps->rest[from][bin] -= left;
          steps->change[from][bin]--;
        }
      steps->now[to]++;
      steps->rest[to][bin] += left;
      steps->change[to][bin]++;
    }
}

/* The same for rows that are sure: of each kind of step, the bins' rests and numbers are summed in one word each, and added to
 * the two states in the end. FALSE: there are too many kinds, or too long bins; nothing is done. */
#define MAX_KINDS 8u
#define REST_BITS 51u /* and 13 for as many rows as a block has */

static gboolean
take_sure_steps (Steps *steps, const ScopeBins *bins, const ScopeFlatRows *rows)
{
  guint64 sums[SCOPE_NODE_BINS + 1][MAX_KINDS];
  guint8 kind_of[256], kinds[MAX_KINDS];
  const guint64 one = (guint64) 1 << REST_BITS, whole = (guint64) 1 << (bins->level & 63);
  const gint64 base = bins->base;
  const guint level = bins->level;
  gint64 time = rows->t0;
  guint n = 0;

  if (level + 12 >= REST_BITS)
    return FALSE;
  memset (kind_of, MAX_KINDS, sizeof kind_of);
  memset (sums, 0, (bins->n + 1) * sizeof *sums);
  for (guint i = 0; i < rows->n; i++)
    {
      guint code = scope_key_code (rows->keys[i]), kind = kind_of[code];

      if (G_UNLIKELY (kind == MAX_KINDS))
        {
          if (n == MAX_KINDS)
            return FALSE;
          kinds[n] = (guint8) code;
          kind = kind_of[code] = (guint8) n++;
        }
      time += (gint64) rows->deltas[i];
      sums[(time >> level) - base][kind] += one + whole - ((guint64) time & (whole - 1));
    }
  for (guint k = 0; k < n; k++)
    {
      guint from = MIN (kinds[k] >> 4, SCOPE_N_STATES), to = MIN (kinds[k] & 15u, SCOPE_N_STATES);

      begin_steps (steps, bins, 1u << from | 1u << to);
      for (guint b = 0; b <= bins->n; b++)
        {
          gint64 rest = (gint64) (sums[b][k] & (one - 1));
          gint16 change = (gint16) (sums[b][k] >> REST_BITS);

          steps->rest[from][b] -= rest;
          steps->rest[to][b] += rest;
          steps->change[from][b] = (gint16) (steps->change[from][b] - change);
          steps->change[to][b] = (gint16) (steps->change[to][b] + change);
          steps->now[from] -= (guint32) change;
          steps->now[to] += (guint32) change;
        }
    }

  return TRUE;
}

void
scope_bins_add_flat_counts (ScopeBins *bins, const ScopeFlatRows *rows, guint32 *counts, gboolean sure)
{
  Steps steps;
  gint64 edge = scope_shl (bins->base + bins->n, bins->level);

  g_assert (bins->n <= SCOPE_NODE_BINS && rows->n <= SCOPE_BLOCK_ROWS);
  memcpy (steps.now, counts, SCOPE_N_STATES * sizeof *counts);
  steps.now[SCOPE_N_STATES] = G_MAXUINT32 / 2; /* those that do not exist */
  steps.used = 0;
  for (guint s = 0; s < SCOPE_N_STATES; s++)
    if (counts[s] > 0)
      begin_steps (&steps, bins, 1u << s);
  if (!sure || !take_sure_steps (&steps, bins, rows))
    take_steps (&steps, bins, rows);
  for (guint s = 0; s < SCOPE_N_STATES; s++)
    {
      gint64 count = counts[s], *values, whole = (gint64) 1 << bins->level;
      gboolean any = count > 0;

      for (guint b = 0; b < bins->n && !any && (steps.used & (1u << s)); b++)
        any = steps.change[s][b] != 0 || steps.rest[s][b] != 0;
      if (!any)
        continue;
      values = bins_of (bins, s);
      values[0] -= count * (rows->t0 - scope_shl (bins->base, bins->level));
      for (guint b = 0; b < bins->n; b++)
        {
          values[b] += count * whole + steps.rest[s][b];
          count += steps.change[s][b];
        }
      values[bins->n - 1] -= count * (edge - rows->t1);
    }
  memcpy (counts, steps.now, SCOPE_N_STATES * sizeof *counts);
}
