/* scope-index-sums.c: see the header. SPDX-License-Identifier: GPL-3.0-or-later */
#include "io/index/scope-index-sums.h"

#include "io/index/scope-index-records.h"

#include <string.h>

typedef struct
{
  gint64 base;
  guint32 lanes, level, bins, states;
} SumRecord;

static const ScopeField sum_fields[] = {
  SCOPE_FIELD (SumRecord, lanes, U32, 1), SCOPE_FIELD (SumRecord, level, U32, 1),  SCOPE_FIELD (SumRecord, base, I64, 1),
  SCOPE_FIELD (SumRecord, bins, U32, 1),  SCOPE_FIELD (SumRecord, states, U32, 1),
};
static const ScopeField time_fields[] = { { "time", 0, SCOPE_FIELD_I64, 1 } };
static const ScopeRecordType sum_record = SCOPE_RECORD ("sum", sum_fields, SumRecord);
static const ScopeRecordType time_record = SCOPE_RECORD ("time", time_fields, gint64);

#define MOST_BINS (SCOPE_COARSE_BINS + 4)
#define MOST_TIME ((gint64) 1 << 44) /* sums of so many bins do not overflow */

void
scope_index_sums_clear (ScopeIndexSums *sums)
{
  for (guint i = 0; i < SCOPE_N_INDEX_SUMS; i++)
    g_clear_pointer (&sums->coarse[i], scope_lane_coarse_free);
  memset (sums, 0, sizeof *sums);
}

/* Whether the file can tell it. */
static gboolean
is_kept (const ScopeLaneCoarse *coarse)
{
  gboolean kept = coarse->n > 0;

  for (guint s = 0; s < SCOPE_N_STATES; s++)
    for (guint b = 0; b < coarse->n && coarse->bins[s] != NULL && kept; b++)
      kept = coarse->bins[s][b] >= 0 && coarse->bins[s][b] < MOST_TIME;

  return kept;
}

void
scope_index_sums_take (ScopeIndexSums *sums, guint i, guint n_lanes, ScopeLaneCoarse *coarse)
{
  if (is_kept (coarse))
    {
      sums->n_lanes[i] = n_lanes;
      sums->coarse[i] = coarse;
    }
  else
    scope_lane_coarse_free (coarse);
}

/* With the offsets that the machines' facts have. */
void
scope_index_sums_make (ScopeIndexSums *sums, ScopeTrace *trace)
{
  memset (sums, 0, sizeof *sums);
  for (guint i = 0; i < SCOPE_N_INDEX_SUMS && scope_trace_get_clocks (trace) == SCOPE_CLOCKS_STARTUP; i++)
    {
      guint n;
      g_autofree ScopeLaneSource *sources = scope_trace_activity_sources (trace, i > 0, &n);
      g_autoptr (ScopeLaneSum) sum = n > SCOPE_SUMMED_LANES ? scope_lane_sum_new (sources, n) : NULL;

      if (sum == NULL || scope_lane_sum_coarse (sum, NULL) == NULL || !is_kept (scope_lane_sum_coarse (sum, NULL)))
        continue;
      sums->n_lanes[i] = n;
      sums->coarse[i] = scope_lane_sum_steal_coarse (sum);
    }
}

gboolean
scope_index_sums_put (const ScopeIndexSums *sums, hid_t file)
{
  g_autoptr (GArray) times = g_array_new (FALSE, FALSE, sizeof (gint64));
  SumRecord records[SCOPE_N_INDEX_SUMS] = { { 0 } };
  gboolean any = FALSE;

  for (guint i = 0; i < SCOPE_N_INDEX_SUMS; i++)
    {
      const ScopeLaneCoarse *coarse = sums->coarse[i];

      if (coarse == NULL)
        continue;
      any = TRUE;
      records[i] = (SumRecord) { coarse->base, sums->n_lanes[i], coarse->level, coarse->n, 0 };
      for (guint s = 0; s < SCOPE_N_STATES; s++)
        if (coarse->bins[s] != NULL)
          {
            records[i].states |= 1u << s;
            g_array_append_vals (times, coarse->bins[s], coarse->n);
          }
    }
  return scope_hdf5_put_records (file, "sums", &sum_record, records, any ? SCOPE_N_INDEX_SUMS : 0, 0)
         && scope_hdf5_put_records (file, "sum_times", &time_record, times->data, times->len, 0);
}

/* One record's, from times[*at] on. */
static gboolean
get_one (ScopeLaneCoarse *coarse, const SumRecord *record, const gint64 *times, gsize n, gsize *at)
{
  const gint64 most = G_MAXINT64 / 4;

  if (record->level > 62 || record->bins > MOST_BINS || record->states >> SCOPE_N_STATES != 0
      || record->base < -(most >> record->level) || record->base > (most >> record->level) - (gint64) record->bins)
    return FALSE;
  coarse->base = record->base;
  coarse->level = record->level;
  coarse->n = record->bins;
  for (guint s = 0; s < SCOPE_N_STATES; s++)
    if (record->states & 1u << s)
      {
        if (record->bins > n - *at)
          return FALSE;
        coarse->bins[s] = g_memdup2 (times + *at, record->bins * sizeof *times);
        *at += record->bins;
      }
  return is_kept (coarse);
}

gboolean
scope_index_sums_get (ScopeIndexSums *sums, hid_t file)
{
  g_autofree SumRecord *records = NULL;
  g_autofree gint64 *times = NULL;
  gsize n, n_times, at = 0;

  memset (sums, 0, sizeof *sums);
  if (!scope_hdf5_get_records (file, "sums", &sum_record, SCOPE_N_INDEX_SUMS, (gpointer *) &records, &n)
      || !scope_hdf5_get_records (file, "sum_times", &time_record, (gsize) SCOPE_N_INDEX_SUMS * SCOPE_N_STATES * MOST_BINS, (gpointer *) &times,
                                  &n_times)
      || (n != 0 && n != SCOPE_N_INDEX_SUMS))
    return FALSE;
  for (guint i = 0; i < n; i++)
    {
      if (records[i].lanes == 0)
        continue;
      sums->n_lanes[i] = records[i].lanes;
      sums->coarse[i] = g_new0 (ScopeLaneCoarse, 1);
      if (!get_one (sums->coarse[i], &records[i], times, n_times, &at))
        return FALSE;
    }
  return TRUE;
}

void
scope_index_sums_give (ScopeIndexSums *sums, ScopeTrace *trace)
{
  for (guint i = 0; i < SCOPE_N_INDEX_SUMS; i++)
    if (sums->coarse[i] != NULL)
      {
        guint n;
        g_autofree ScopeLaneSource *sources = scope_trace_activity_sources (trace, i > 0, &n);

        if (n == sums->n_lanes[i])
          scope_trace_take_sum (trace, sources, n, g_steal_pointer (&sums->coarse[i]));
      }
}
