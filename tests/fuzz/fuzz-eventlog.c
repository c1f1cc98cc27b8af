/* fuzz-eventlog.c: whatever the bytes, the eventlog decoder comes to an end, and in order of time it never
 * goes back further than it should.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "fuzz-main.h"
#include "fuzz-seen.h"
#include "io/format/eventlog/scope-eventlog-redact.h"
#include "io/format/eventlog/scope-eventlog.h"
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
          char *detail = scope_decoder_event_detail (decoder, &events[i]);

          g_assert_true (g_utf8_validate (detail, -1, NULL));
          g_free (detail);
          g_assert_nonnull (scope_decoder_event_name (decoder, events[i].type));
          g_assert_cmpuint (events[i].offset + events[i].size, <=, n);
          g_assert_cmpint (events[i].time, >=, 0);
        }
      total += count;
      g_assert_cmpuint (total, <=, n / 10); /* none is made up */
    }
  facts = decoder->facts;
  g_assert_cmpuint (facts.n_events, ==, total);
  g_assert_cmpuint (decoder->klass->next (decoder, &events), ==, 0);
  for (guint i = 0; i <= 3; i++)
    scope_decoder_known_until (decoder, i == 3 ? 0xffff : i);
  scope_decoder_free (decoder);
}

/* Decodes `n` events, or to the end, into `seen`. */
static void
decode_some (ScopeDecoder *decoder, GArray *seen, guint n)
{
  while (seen->len < n && fuzz_seen_batch (decoder, seen) > 0)
    ;
}

/* What comes after a mark is the same for who took it and for who comes back to it; nothing is lost or seen twice. */
static void
decode_from_marks (ScopeSource *source)
{
  g_autoptr (ScopeDecoder) map = scope_eventlog_new_map (source, NULL);
  g_autoptr (ScopeDecoder) plain = NULL, marking = NULL;
  g_autoptr (GArray) all = fuzz_seen_new (), marked = fuzz_seen_new ();
  const ScopeEvent *events;
  gsize count;

  if (map == NULL)
    return;
  plain = map->klass->fork (map);
  marking = map->klass->fork (map);
  decode_some (plain, all, G_MAXUINT);
  while ((count = marking->klass->next (marking, &events)) > 0)
    {
      guint64 *mark;
      guint before = marked->len;
      g_autoptr (GArray) again = fuzz_seen_new ();
      g_autoptr (ScopeDecoder) other = NULL;

      for (gsize i = 0; i < count; i++)
        {
          g_autofree char *detail = map->klass->detail_at (map, events[i].offset);

          g_assert_nonnull (detail);
        }
      fuzz_seen_add (marked, events, count);
      mark = marking->klass->checkpoint (marking);
      if (mark == NULL)
        continue;
      other = map->klass->fork (map);
      other->klass->seek (other, mark);
      decode_some (other, again, 1);
      before = marked->len;
      decode_some (marking, marked, marked->len + 1);
      fuzz_seen_check_rest (again, marked, before);
      g_free (mark);
    }
  g_assert_cmpuint (marked->len, ==, all->len);
}

/* Where the pieces end that the bytes come in: odd places that the bytes themselves choose. */
static gsize
next_piece (const guint8 *data, gsize n, gsize at)
{
  gsize step = at < n ? 1 + data[at] * (gsize)(1 + (at % 7) * (at % 7)) : 1;

  return MIN (at + step, n);
}

/* The same bytes, come in pieces: if they came in order and none was damaged, the same events. */
static void
decode_growing (ScopeSource *source, const guint8 *data, gsize n)
{
  g_autoptr (ScopeDecoder) decoder = NULL, done = NULL;
  g_autoptr (GArray) seen = fuzz_seen_new (), all = fuzz_seen_new ();
  ScopeGrowth growth;
  ScopeDecoderFacts facts, done_facts;
  gboolean spool;

  for (gsize there = 0; there < n;)
    {
      g_autoptr (GError) error = NULL;

      there = next_piece (data, n, there);
      if (decoder == NULL)
        decoder = scope_eventlog_new_growing (source, there, &error);
      if (error != NULL)
        return;
      if (decoder == NULL)
        continue;
      decoder->klass->grow (decoder, &(ScopeArrival){ .there = there, .calm = there % 3 == 0 });
      decode_some (decoder, seen, G_MAXUINT);
      g_assert_cmpuint (seen->len, <=, n / 10);
    }
  if (decoder == NULL)
    return;
  decoder->klass->stop_growing (decoder);
  decode_some (decoder, seen, G_MAXUINT);
  decoder->klass->growth (decoder, &growth);
  facts = decoder->facts;
  g_assert_cmpuint (facts.n_events, ==, seen->len);
  if (growth.reordered || decoder->damages->len > 0)
    return;
  done = scope_eventlog_new (source, &spool, NULL);
  g_assert_nonnull (done);
  decode_some (done, all, G_MAXUINT);
  done_facts = done->facts;
  g_assert_cmpuint (done->damages->len, ==, 0);
  g_assert_cmpint (facts.complete, ==, done_facts.complete);
  g_assert_cmpint (facts.eden, ==, done_facts.eden);
  g_assert_cmpmem (all->data, all->len * sizeof (FuzzSeen), seen->data, seen->len * sizeof (FuzzSeen));
}

static ScopeSource *
redact (ScopeSource *source, guint64 *ret_left_out)
{
  g_autoptr (ScopeRedaction) redaction = scope_redaction_new (0, NULL);

  g_assert_nonnull (redaction);
  if (!scope_eventlog_redact (source, redaction, NULL, NULL))
    return NULL;
  *ret_left_out = redaction->left_out;
  return scope_redaction_finish (redaction, NULL);
}

/* Of what is redacted all makes sense: redacted again, nothing is left out, and it is as long. */
static void
redact_twice (ScopeSource *source)
{
  guint64 left_out = 0;
  g_autoptr (ScopeSource) once = redact (source, &left_out), twice = NULL;

  if (once == NULL)
    return;
  twice = redact (once, &left_out);
  g_assert_nonnull (twice);
  g_assert_cmpuint (left_out, ==, 0);
  g_assert_cmpint (scope_source_size (once), ==, scope_source_size (twice));
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
  {
    g_autoptr (ScopeSource) source = scope_source_new_memory (data, n, "fuzz");

    decode_from_marks (source);
  }
  {
    g_autoptr (ScopeSource) source = scope_source_new_memory (data, n, "fuzz");

    decode_growing (source, data, n);
  }
  {
    g_autoptr (ScopeSource) source = scope_source_new_memory (data, n, "fuzz");

    redact_twice (source);
  }
  return 0;
}
