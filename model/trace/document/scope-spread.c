/* scope-spread.c: see the header. A percentile is the value of rank ceil (p × n): one that occurred,
 * never a mean of two.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/trace/document/scope-spread.h"

#include "model/base/scope-compare.h"

#include <string.h>

#define MOST_VALUES 1000000
#define N_BINS 4096

static const guint percents[SCOPE_N_PERCENTILES] = { 50, 90, 99 };

void
scope_spread_init (ScopeSpread *spread, guint most_values)
{
  memset (spread, 0, sizeof *spread);
  spread->most_values = most_values != 0 ? most_values : MOST_VALUES;
}

void
scope_spread_clear (ScopeSpread *spread)
{
  g_clear_pointer (&spread->values, g_free);
  for (guint i = 0; i < SCOPE_N_PERCENTILES; i++)
    g_clear_pointer (&spread->narrow[i].bins, g_free);
}

static void
keep (ScopeSpread *spread, gint64 duration)
{
  if (spread->n_values == spread->most_values)
    {
      g_clear_pointer (&spread->values, g_free);
      spread->n_alloc = 0;
      return;
    }
  if (spread->n_values == spread->n_alloc)
    {
      spread->n_alloc = CLAMP (spread->n_alloc * 2, 16, spread->most_values);
      spread->values = g_renew (gint64, spread->values, spread->n_alloc);
    }
  spread->values[spread->n_values++] = duration;
}

void
scope_spread_add (ScopeSpread *spread, gint64 duration, gint64 at)
{
  if (spread->pass == 0)
    {
      if (spread->count == 0 || duration > spread->longest)
        {
          spread->longest = duration;
          spread->longest_at = at;
        }
      spread->count++;
      spread->total += duration;
      if (spread->count <= (guint64)spread->most_values + 1)
        keep (spread, duration);
      return;
    }
  for (guint i = 0; i < SCOPE_N_PERCENTILES; i++)
    if (!spread->narrow[i].done && duration >= spread->narrow[i].low && duration < spread->narrow[i].high)
      spread->narrow[i].bins[(duration - spread->narrow[i].low) / spread->narrow[i].width]++;
}

static guint64
rank_of (guint percent, guint64 count)
{
  return MAX ((count * percent + 99) / 100, 1);
}

SCOPE_COMPARE_NUMBERS (compare, gint64)

static void
read_sorted (ScopeSpread *spread)
{
  if (spread->count == 0)
    return;
  qsort (spread->values, spread->n_values, sizeof *spread->values, compare);
  for (guint i = 0; i < SCOPE_N_PERCENTILES; i++)
    spread->percentiles[i] = spread->values[rank_of (percents[i], spread->count) - 1];
  g_clear_pointer (&spread->values, g_free);
}

static void
start_bins (ScopeSpread *spread, guint i)
{
  gint64 length = spread->narrow[i].high - spread->narrow[i].low;

  spread->narrow[i].width = MAX (length / N_BINS + (length % N_BINS != 0), 1);
  if (spread->narrow[i].bins == NULL)
    spread->narrow[i].bins = g_new (guint32, N_BINS);
  memset (spread->narrow[i].bins, 0, N_BINS * sizeof (guint32));
}

/* Goes to the bin in which the value is. */
static void
narrow_down (ScopeSpread *spread, guint i)
{
  guint bin = 0;

  while (bin < N_BINS - 1 && spread->narrow[i].bins[bin] < spread->narrow[i].rank)
    spread->narrow[i].rank -= spread->narrow[i].bins[bin++];
  spread->narrow[i].low += bin * spread->narrow[i].width;
  spread->narrow[i].high = spread->narrow[i].low + spread->narrow[i].width;
  if (spread->narrow[i].width > 1)
    {
      start_bins (spread, i);
      return;
    }
  spread->percentiles[i] = spread->narrow[i].low;
  spread->narrow[i].done = TRUE;
  g_clear_pointer (&spread->narrow[i].bins, g_free);
}

gboolean
scope_spread_again (ScopeSpread *spread)
{
  gboolean again = FALSE;

  if (spread->pass == 0 && spread->count <= spread->most_values)
    {
      read_sorted (spread);
      spread->pass = G_MAXUINT; /* further passes, which others may need, change nothing */
      for (guint i = 0; i < SCOPE_N_PERCENTILES; i++)
        spread->narrow[i].done = TRUE;
      return FALSE;
    }
  if (spread->pass == G_MAXUINT)
    return FALSE;
  for (guint i = 0; i < SCOPE_N_PERCENTILES; i++)
    {
      if (spread->pass == 0)
        {
          spread->narrow[i].rank = rank_of (percents[i], spread->count);
          spread->narrow[i].low = 0;
          spread->narrow[i].high = spread->longest + 1;
          start_bins (spread, i);
        }
      else if (!spread->narrow[i].done)
        narrow_down (spread, i);
      again |= !spread->narrow[i].done;
    }
  spread->pass++;
  return again;
}
