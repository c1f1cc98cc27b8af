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

typedef struct
{
  gint64 time;
  guint64 offset;
} Seen;

/* Decodes `n` events, or to the end, into `seen`. */
static void
decode_some (ScopeDecoder *decoder, GArray *seen, guint n)
{
  const ScopeEvent *events;
  gsize count;

  while (seen->len < n && (count = decoder->klass->next (decoder, &events)) > 0)
    for (gsize i = 0; i < count; i++)
      {
        Seen event = { events[i].time, events[i].offset };

        g_array_append_val (seen, event);
      }
}

/* What comes after a mark is the same for who took it and for who comes back to it; nothing is lost or seen twice. */
static void
decode_from_marks (ScopeSource *source)
{
  g_autoptr (ScopeDecoder) map = scope_eventlog_new_map (source, NULL);
  g_autoptr (ScopeDecoder) plain = NULL, marking = NULL;
  g_autoptr (GArray) all = g_array_new (FALSE, FALSE, sizeof (Seen)), marked = g_array_new (FALSE, FALSE, sizeof (Seen));
  const ScopeEvent *events;
  gsize count;

  if (map == NULL)
    return;
  plain = scope_eventlog_fork (map);
  marking = scope_eventlog_fork (map);
  decode_some (plain, all, G_MAXUINT);
  while ((count = marking->klass->next (marking, &events)) > 0)
    {
      guint64 *mark;
      guint before = marked->len;
      g_autoptr (GArray) again = g_array_new (FALSE, FALSE, sizeof (Seen));
      g_autoptr (ScopeDecoder) other = NULL;

      for (gsize i = 0; i < count; i++)
        {
          Seen event = { events[i].time, events[i].offset };
          char *detail = scope_eventlog_detail_at (map, event.offset);

          g_assert_nonnull (detail);
          g_free (detail);
          g_array_append_val (marked, event);
        }
      g_assert_cmpuint (marked->len, >, before);
      mark = scope_eventlog_mark (marking);
      if (mark == NULL)
        continue;
      other = scope_eventlog_fork (map);
      scope_eventlog_seek (other, mark);
      decode_some (other, again, 1);
      before = marked->len;
      decode_some (marking, marked, marked->len + 1);
      g_assert_cmpuint (again->len, ==, marked->len - before);
      if (again->len > 0)
        g_assert_cmpmem (again->data, again->len * sizeof (Seen), &g_array_index (marked, Seen, before),
                         again->len * sizeof (Seen));
      g_free (mark);
    }
  g_assert_cmpuint (marked->len, ==, all->len);
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
  return 0;
}
