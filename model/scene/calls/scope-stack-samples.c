/* scope-stack-samples.c: see scope-stack-samples.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/scene/calls/scope-stack-samples.h"

#include "model/base/scope-bisect.h"
#include "model/base/scope-compare.h"
#include "model/base/scope-each.h"
#include "model/trace/profile/scope-profile.h"
#include "model/trace/profile/scope-ticks.h"

/* More in view than there is room for words: bars are counted by each frame. */
#define MOST_SAMPLES 20000u

SCOPE_COMPARE_BY (compare_samples, ScopeStackSample, SCOPE_UP (machine) SCOPE_UP (processor) SCOPE_UP (time))

/* A thread whose stack was sampled may not have run: then it is none of what its processor did. */
static gboolean
has_run (ScopeMachine *machine, guint32 processor, const gint64 *row)
{
  ScopeInterval interval;

  if (row[SCOPE_BAND_SAMPLE_PROFILE] != SCOPE_PROFILE_STACK)
    return TRUE;
  return processor != SCOPE_NONE
         && scope_lane_store_interval_at (machine->lanes, scope_machine_entity (machine, SCOPE_KIND_PROCESSOR, processor)->lane,
                                          row[SCOPE_BAND_SAMPLE_TIME], &interval, NULL)
         && scope_code_state (interval.code) == SCOPE_STATE_RUNNING && (gint64) interval.ref - 1 == row[SCOPE_BAND_SAMPLE_VALUE];
}

/* The name of a band's function, kept once; NULL: it is none of the program's. */
static const char *
name_of (GStringChunk *kept, GArray *bands, gint64 place, const char **names)
{
  g_autofree char *name = NULL;

  if (place < 1 || place > bands->len || scope_ticks_is_elsewhere (&g_array_index (bands, ScopeBand, place - 1)))
    return NULL;
  if (names[place - 1] == NULL)
    {
      name = scope_ticks_function (bands, (guint32) place);
      names[place - 1] = g_string_chunk_insert_const (kept, name);
    }
  return names[place - 1];
}

void
scope_stack_samples_add (ScopeTrace *trace, ScopeMachine *machine, gint64 from, gint64 to, GArray *samples, GStringChunk *names,
                         GCancellable *cancellable)
{
  const gint64 offset = scope_trace_offset (trace, machine), profile = scope_ticks_profile (machine);
  g_autoptr (GArray) bands = NULL;
  g_autofree const char **by_band = NULL;

  from = scope_time_add (from, -offset);
  to = scope_time_add (to, -offset);
  if (!scope_ticks_in_machine (machine) || scope_table_estimate (machine->tables[SCOPE_TABLE_BAND_SAMPLES], from, to) > MOST_SAMPLES
      || (bands = scope_bands_read (machine, NULL)) == NULL)
    return;
  by_band = g_new0 (const char *, bands->len + 1);
  SCOPE_EACH_ROW (row, machine->tables[SCOPE_TABLE_BAND_SAMPLES], from, to, cancellable, NULL)
    {
      const char *name = row[SCOPE_BAND_SAMPLE_PROFILE] == profile && row[SCOPE_BAND_SAMPLE_PROCESSOR] != SCOPE_TABLE_NULL
                             ? name_of (names, bands, row[SCOPE_BAND_SAMPLE_BAND], by_band)
                             : NULL;
      ScopeStackSample sample = { row[SCOPE_BAND_SAMPLE_TIME] + offset, machine->index, SCOPE_NONE, name };

      if (name == NULL)
        continue;
      sample.processor = scope_machine_find_processor (machine, (guint) row[SCOPE_BAND_SAMPLE_PROCESSOR]);
      if (has_run (machine, sample.processor, row))
        g_array_append_val (samples, sample);
    }
  g_array_sort (samples, compare_samples);
}

static gboolean
is_before (const ScopeStackSample *sample, guint32 machine, guint32 processor, gint64 time)
{
  if (sample->machine != machine)
    return sample->machine < machine;
  return sample->processor != processor ? sample->processor < processor : sample->time < time;
}

const char *
scope_stack_samples_find (const GArray *all, guint32 machine, guint32 processor, gint64 from, gint64 to)
{
  const ScopeStackSample *samples = (const ScopeStackSample *) (const void *) all->data;
  gsize n = all->len, first = SCOPE_BISECT (n, i, is_before (&samples[i], machine, processor, from));
  g_autoptr (GHashTable) counts = NULL;
  const char *best = NULL;
  guint most = 0;

  for (gsize i = first; i < n && is_before (&samples[i], machine, processor, to); i++)
    {
      guint count;

      if (counts == NULL)
        counts = g_hash_table_new (NULL, NULL);
      count = GPOINTER_TO_UINT (g_hash_table_lookup (counts, samples[i].function)) + 1;
      g_hash_table_insert (counts, (gpointer) samples[i].function, GUINT_TO_POINTER (count));
      if (count > most)
        {
          most = count;
          best = samples[i].function;
        }
    }
  return best;
}
