/* fuzz-samples.c: whatever the bytes, the decoder of sampling files comes to an end, makes up nothing, and gives samples in order of
 * time; so it does of several files one behind the other.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "fuzz-main.h"
#include "fuzz-sink.h"
#include "io/format/erlang/scope-samples.h"
#include "model/base/scope-entity.h"
#include "model/base/scope-sample-events.h"
#include "model/base/scope-schema.h"
#include "model/replay/scope-replay.h"

typedef struct
{
  const guint8 *data;
  gsize n;
} Bytes;

static ScopeSource *
open_half (guint part, gpointer data, GError **error)
{
  const Bytes *bytes = data;
  gsize half = bytes->n / 2;

  return part == 0 ? scope_source_new_memory (bytes->data, half, "a")
                   : scope_source_new_memory (bytes->data + half, bytes->n - half, "b");
}

static void
decode (ScopeSource *source, gsize n, guint schedulers)
{
  ScopeDecoder *decoder = scope_samples_new (source, NULL);
  FuzzSink sink;
  ScopeReplay *replay;
  const ScopeEvent *events;
  gsize count, total = 0;
  gint64 last = 0;

  fuzz_sink_init (&sink);
  replay = scope_samples_replay_new (&sink.parent, 0, schedulers, NULL, NULL);
  while ((count = decoder->klass->next (decoder, &events)) > 0)
    {
      for (gsize i = 0; i < count; i++)
        {
          g_assert_cmpint (events[i].time, >=, last);
          g_assert_cmpuint (events[i].a, <, SCOPE_N_COUNTERS);
          last = events[i].time;
        }
      g_free (scope_decoder_event_detail (decoder, &events[0]));
      total += count;
      replay->klass->events (replay, events, count);
    }
  g_assert_cmpuint (total, <=, n / 2 + 1); /* a digit and what parts it from the next */
  replay->klass->finish (replay, NULL, NULL);
  replay->klass->free (replay);
  fuzz_sink_clear (&sink);
  for (guint i = 0; i < decoder->damages->len; i++)
    {
      const ScopeDamage *damage = &g_array_index (decoder->damages, ScopeDamage, i);

      g_assert_cmpuint (damage->from_byte + damage->bytes, <=, n);
    }
  scope_decoder_free (decoder);
}

int
LLVMFuzzerTestOneInput (const guint8 *data, size_t n)
{
  static const char *const names[] = { "a", "b" };
  Bytes bytes = { data, n };
  guint64 sizes[2] = { n / 2, n - n / 2 };
  ScopeSource *whole = scope_source_new_memory (data, n, "samples");
  ScopeSource *halves = scope_source_new_chain ("halves", 2, names, sizes, n, open_half, &bytes, NULL);
  ScopeSource *serial = scope_source_new_chain ("halves", 2, names, NULL, n, open_half, &bytes, NULL);

  decode (whole, n, 0);
  decode (halves, n, 4);
  decode (serial, n, 4);
  scope_source_unref (whole);
  scope_source_unref (halves);
  scope_source_unref (serial);

  return 0;
}
