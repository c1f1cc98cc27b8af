/* fuzz-profile.c: whatever GHC's events of profiles, of the nonmoving collector, of ticky-ticky, of perf and of sampled stacks hold, their replay reads no byte that is not there, and what it hands on can be read:
 * bands stand on bands that were met before, of the same profile; samples are of bands that there are; a sample of the heap ends with
 * the sum of its bands; a phase of the collector is no shorter than nothing; counters that are sampled are defined.
 *
 * The bytes are events one after the other: which of them, how many bytes it has, these bytes.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "fuzz-main.h"
#include "fuzz-sink.h"
#include "model/base/scope-entity.h"
#include "model/base/scope-eventlog-events.h"
#include "model/replay/scope-replay.h"

#include <string.h>

typedef struct
{
  FuzzSink sink; /* first: it is its parent */
  ScopeSinkClass klass;
  GByteArray *profiles; /* of each band */
  guint64 n_texts;
  gint64 sums[SCOPE_N_PROFILES], time; /* of the sample of the heap that comes */
  guint n[SCOPE_N_PROFILES];           /* its bands */
  guint n_counters;
  gint64 now;
} Sink;

static void
add_band (Sink *self, const gint64 *row)
{
  gint64 profile = row[SCOPE_BAND_PROFILE], under = row[SCOPE_BAND_UNDER];
  const guint8 byte = (guint8) profile;

  g_assert_true (profile >= 0 && profile < SCOPE_N_PROFILES);
  g_assert_true (under >= 0 && under <= self->profiles->len);
  g_assert_true (under == 0 || self->profiles->data[under - 1] == profile);
  for (guint c = 0; c < SCOPE_BAND_N_COLUMNS; c++)
    if (c == SCOPE_BAND_TEXT || c == SCOPE_BAND_MODULE || c == SCOPE_BAND_LOCATION)
      g_assert_true (row[c] == SCOPE_TABLE_NULL || (row[c] > 0 && (guint64) row[c] <= self->n_texts));
  g_byte_array_append (self->profiles, &byte, 1);
}

static void
add_sample (Sink *self, const gint64 *row)
{
  gint64 profile = row[SCOPE_BAND_SAMPLE_PROFILE], band = row[SCOPE_BAND_SAMPLE_BAND], value = row[SCOPE_BAND_SAMPLE_VALUE];

  g_assert_true (profile >= 0 && profile < SCOPE_N_PROFILES && (value >= 0 || (profile == SCOPE_PROFILE_STACK && value == SCOPE_TABLE_NULL)));
  g_assert_true (band >= 0 && band <= self->profiles->len);
  g_assert_true (band == 0 || self->profiles->data[band - 1] == profile);
  if (profile == SCOPE_PROFILE_TIME || profile == SCOPE_PROFILE_STACK)
    {
      g_assert_true (band > 0 && (value == 1 || profile == SCOPE_PROFILE_STACK));
      return;
    }
  g_assert_true (self->n[profile] == 0 || row[SCOPE_BAND_SAMPLE_TIME] == self->time);
  self->time = row[SCOPE_BAND_SAMPLE_TIME];
  if (band == 0)
    {
      g_assert_cmpuint (self->n[profile], >, 0);
      g_assert_cmpint (self->sums[profile], ==, value);
      self->sums[profile] = self->n[profile] = 0;
      return;
    }
  self->n[profile]++;
  self->sums[profile] = self->sums[profile] > G_MAXINT64 - value ? G_MAXINT64 : self->sums[profile] + value;
}

static void
add_concurrent (const Sink *self, const gint64 *row)
{
  gint64 phase = row[SCOPE_CONCURRENT_PHASE], marked = row[SCOPE_CONCURRENT_MARKED];

  g_assert_true (phase >= 0 && phase < SCOPE_N_CONCURRENT_PHASES && row[SCOPE_CONCURRENT_DURATION] >= 0);
  g_assert_cmpint (row[SCOPE_CONCURRENT_START] + row[SCOPE_CONCURRENT_DURATION], <=, self->now);
  g_assert_true (marked == SCOPE_TABLE_NULL || (phase == SCOPE_CONCURRENT_MARK && marked >= 0));
}

static void
add_counter (Sink *self, const gint64 *row)
{
  for (guint c = SCOPE_TICKY_ARGUMENTS; c <= SCOPE_TICKY_NAME; c++)
    g_assert_true (row[c] == SCOPE_TABLE_NULL || (row[c] > 0 && (guint64) row[c] <= self->n_texts));
  self->n_counters++;
}

static void
add_counts (const Sink *self, const gint64 *row)
{
  g_assert_true (row[SCOPE_TICKY_SAMPLE_COUNTER] > 0 && row[SCOPE_TICKY_SAMPLE_COUNTER] <= self->n_counters);
  for (guint c = SCOPE_TICKY_SAMPLE_ENTRIES; c <= SCOPE_TICKY_SAMPLE_ALLOCATED; c++)
    g_assert_cmpint (row[c], >=, 0);
}

static void
record (ScopeSink *sink, ScopeTableKind table, const gint64 *row)
{
  if (table == SCOPE_TABLE_BANDS)
    add_band ((Sink *) sink, row);
  else if (table == SCOPE_TABLE_BAND_SAMPLES)
    add_sample ((Sink *) sink, row);
  else if (table == SCOPE_TABLE_CONCURRENT)
    add_concurrent ((Sink *) sink, row);
  else if (table == SCOPE_TABLE_CENSUS)
    g_assert_cmpint (row[SCOPE_CENSUS_BLOCK_SIZE], >=, 0);
  else if (table == SCOPE_TABLE_TICKY)
    add_counter ((Sink *) sink, row);
  else if (table == SCOPE_TABLE_TICKY_SAMPLES)
    add_counts ((Sink *) sink, row);
}

/* From 1 on. It need not be UTF-8: who keeps it sees to that. */
static guint64
text (ScopeSink *sink, const char *words, gsize length)
{
  g_assert_cmpuint (length, >, 0);
  g_assert_null (memchr (words, '\0', length));
  return ++((Sink *) sink)->n_texts;
}

/* Those of profiles first: what was found before means the same. */
static guint16
type_of (guint8 byte)
{
  static const guint16 more[] = { SCOPE_EV_TASK_CREATE, SCOPE_EV_TASK_MIGRATE, SCOPE_EV_PERF_NAME, SCOPE_EV_PERF_COUNTER, SCOPE_EV_PERF_TRACEPOINT,
                                  SCOPE_EV_CONC_MARK_BEGIN, SCOPE_EV_CONC_MARK_END, SCOPE_EV_CONC_SYNC_BEGIN, SCOPE_EV_CONC_SYNC_END,
                                  SCOPE_EV_CONC_SWEEP_BEGIN, SCOPE_EV_CONC_SWEEP_END, SCOPE_EV_NONMOVING_HEAP_CENSUS,
                                  SCOPE_EV_NONMOVING_PRUNED_SEGMENTS, SCOPE_EV_TICKY_COUNTER_DEF, SCOPE_EV_TICKY_COUNTER_SAMPLE,
                                  SCOPE_EV_TICKY_COUNTER_BEGIN_SAMPLE };

  if (byte >= 250)
    return SCOPE_EV_USER_BINARY_MSG;
  return byte < 128 ? (guint16) (SCOPE_EV_HEAP_PROF_BEGIN + byte % 10u) : more[byte % G_N_ELEMENTS (more)];
}

/* Each with bytes of its own, so that none behind them is read unseen. */
static gsize
replay_next (ScopeReplay *replay, const guint8 *data, gsize n, gint64 time)
{
  gsize size = MIN (n > 1 ? data[1] : 0u, n - MIN (n, 2));
  g_autofree guint8 *bytes = g_malloc (size + 1); /* none of no bytes */
  const ScopeEvent event = { .time = time, .payload = bytes + 1, .size = (guint32) size, .processor = SCOPE_NO_PROCESSOR,
                             .type = type_of (data[0]) };

  memcpy (bytes + 1, data + MIN (n, 2), size);
  replay->klass->events (replay, &event, 1);
  return MIN (n, 2) + size;
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize n)
{
  Sink self = { .profiles = g_byte_array_new () };
  ScopeReplay *replay;
  gint64 time = 0;

  fuzz_sink_init (&self.sink);
  self.klass = *self.sink.parent.klass;
  self.klass.record = record;
  self.klass.text = text;
  self.sink.parent.klass = &self.klass;
  replay = scope_eventlog_replay_new (&self.sink.parent, FALSE, FALSE);
  for (gsize at = 0; at < n;)
    {
      self.now = time += 1000;
      at += replay_next (replay, data + at, n - at, time);
    }
  replay->klass->finish (replay, NULL, NULL);
  replay->klass->free (replay);
  /* The last sample ends, whether or not its end came. */
  for (guint profile = 0; profile < SCOPE_N_PROFILES; profile++)
    g_assert_cmpuint (self.n[profile], ==, 0);
  fuzz_sink_clear (&self.sink);
  g_byte_array_unref (self.profiles);
  return 0;
}
