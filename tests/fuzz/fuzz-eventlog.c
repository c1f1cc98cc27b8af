/* fuzz-eventlog.c: whatever the bytes, the eventlog decoder comes to an end, and in order of time it never
 * goes back further than it should.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "fuzz-main.h"
#include "io/format/scope-decoder.h"
#include "model/base/scope-entity.h"

static void
decode (ScopeDecoder *decoder, gsize n)
{
  const ScopeEvent *events;
  ScopeDecoderFacts facts;
  gsize count, total = 0;

  while ((count = decoder->klass->next (decoder, &events)) > 0)
    {
      for (gsize i = 0; i < count; i++)
        {
          char *detail = decoder->klass->event_detail (decoder, &events[i]);

          g_assert_true (g_utf8_validate (detail, -1, NULL));
          g_free (detail);
          g_assert_nonnull (decoder->klass->event_name (decoder, events[i].type));
          g_assert_cmpuint (events[i].offset + events[i].size, <=, n);
          g_assert_cmpint (events[i].time, >=, 0);
        }
      total += count;
      g_assert_cmpuint (total, <=, n / 10); /* none is made up */
    }
  decoder->klass->facts (decoder, &facts);
  g_assert_cmpuint (facts.n_events, ==, total);
  g_assert_cmpuint (decoder->klass->next (decoder, &events), ==, 0);
  for (guint i = 0; i <= 3; i++)
    decoder->klass->known_until (decoder, i == 3 ? 0xffff : i);
  scope_decoder_free (decoder);
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize n)
{
  for (guint sorted = 0; sorted < 2; sorted++)
    {
      g_autoptr (ScopeSource) source = scope_source_new_memory (data, n, "fuzz");
      g_autoptr (GError) error = NULL;
      gboolean spool = FALSE;
      ScopeDecoder *decoder
          = sorted ? scope_eventlog_new_sorted (source, &error) : scope_eventlog_new (source, &spool, &error);

      g_assert_false (spool);
      if (decoder)
        decode (decoder, n);
      else
        g_assert_nonnull (error);
    }
  return 0;
}
