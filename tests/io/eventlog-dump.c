/* eventlog-dump.c: what the decoder makes of a log, one line per event: "time processor name detail".
 *
 *     eventlog-dump [--sorted|--count|--time] FILE…      the logs of a trace, one after the other
 *
 * Damages go to standard error. For comparisons with other readers, and for measuring.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/format/eventlog/scope-eventlog.h"
#include "io/source/scope-archive.h"

#include <stdio.h>
#include <string.h>

typedef enum
{
  DUMP_EVENTS,
  DUMP_COUNT, /* "name count" for each log */
  DUMP_TIME,  /* nothing but how long it took */
} Mode;

static ScopeDecoder *
open_decoder (ScopeArchive *archive, guint i, gboolean sorted, GError **error)
{
  g_autoptr (ScopeSource) source = scope_archive_open_member (archive, i, error), spooled = NULL;
  gboolean spool = FALSE;
  ScopeDecoder *decoder;

  if (!source)
    return NULL;
  if (!sorted)
    {
      decoder = scope_eventlog_new (source, &spool, error);
      if (decoder || !spool)
        return decoder;
    }
  spooled = scope_source_spool (source, G_MAXINT64, NULL, NULL, error);
  if (!spooled)
    return NULL;
  return sorted ? scope_eventlog_new_sorted (spooled, error) : scope_eventlog_new (spooled, &spool, error);
}

static void
print_event (ScopeDecoder *decoder, const ScopeEvent *event)
{
  g_autofree char *detail = scope_decoder_event_detail (decoder, event);

  printf ("%" G_GINT64_FORMAT " %d %s %s\n", event->time,
          event->processor == SCOPE_NO_PROCESSOR ? -1 : (int)event->processor,
          scope_decoder_event_name (decoder, event->type), detail);
}

static void
dump (ScopeDecoder *decoder, Mode mode, const char *name)
{
  static guint64 counts[65536];
  ScopeDecoderFacts facts;
  const ScopeEvent *events;
  gint64 started = g_get_monotonic_time (), first = G_MAXINT64, last = G_MININT64, previous = G_MININT64;
  guint64 backwards = 0;
  gsize n;

  memset (counts, 0, sizeof counts);
  while ((n = decoder->klass->next (decoder, &events)) > 0)
    for (gsize i = 0; i < n && mode != DUMP_TIME; i++)
      {
        counts[events[i].type]++;
        first = MIN (first, events[i].time);
        last = MAX (last, events[i].time);
        backwards += events[i].time < previous;
        previous = events[i].time;
        if (mode == DUMP_EVENTS)
          print_event (decoder, &events[i]);
      }
  facts = decoder->facts;
  if (mode == DUMP_TIME)
    printf ("%s: %" G_GUINT64_FORMAT " events, %.1f ns each\n", name, facts.n_events,
            1e3 * (double)(g_get_monotonic_time () - started) / (double)MAX (facts.n_events, 1));
  if (mode == DUMP_COUNT)
    {
      printf ("log %s events %" G_GUINT64_FORMAT
              " order %s eden %d mercury %d complete %d processors %u backwards %" G_GUINT64_FORMAT
              " first %" G_GINT64_FORMAT " last %" G_GINT64_FORMAT " damages %u\n",
              name, facts.n_events, facts.order == SCOPE_ORDER_TIME ? "time" : "file", facts.eden,
              facts.mercury, facts.complete, facts.n_processors, backwards, facts.n_events ? first : 0,
              facts.n_events ? last : 0, decoder->damages->len);
      for (guint i = 0; i < G_N_ELEMENTS (counts); i++)
        if (counts[i] > 0)
          printf ("%u %s %" G_GUINT64_FORMAT "\n", i, scope_decoder_event_name (decoder, i), counts[i]);
    }
  for (guint i = 0; i < decoder->damages->len; i++)
    {
      const ScopeDamage *damage = &g_array_index (decoder->damages, ScopeDamage, i);

      fprintf (stderr, "%s: byte %" G_GUINT64_FORMAT ", %" G_GUINT64_FORMAT " bytes: %s\n", name,
               damage->from_byte, damage->bytes, damage->reason);
    }
}

int
main (int argc, char **argv)
{
  g_autoptr (ScopeArchive) archive = NULL;
  g_autoptr (GError) error = NULL;
  gboolean sorted = FALSE;
  Mode mode = DUMP_EVENTS;
  int i, status = 0;

  for (i = 1; i < argc && g_str_has_prefix (argv[i], "--"); i++)
    if (strcmp (argv[i], "--sorted") == 0)
      sorted = TRUE;
    else
      mode = strcmp (argv[i], "--count") == 0 ? DUMP_COUNT : DUMP_TIME;
  if (i == argc)
    return 2;
  archive = scope_archive_open ((const char *const *)argv + i, (guint)(argc - i), NULL, &error);
  if (!archive)
    {
      fprintf (stderr, "%s\n", error->message);
      return 1;
    }
  if (scope_archive_notice (archive))
    fprintf (stderr, "%s\n", scope_archive_notice (archive));
  for (guint k = 0; k < scope_archive_n_members (archive); k++)
    {
      const ScopeMember *member = scope_archive_member (archive, k);
      g_autoptr (ScopeDecoder) decoder = NULL;

      if (member->foreign)
        continue;
      g_clear_error (&error);
      decoder = open_decoder (archive, k, sorted, &error);
      if (decoder)
        dump (decoder, mode, member->name);
      else
        {
          fprintf (stderr, "%s\n", error->message);
          status = 1;
        }
    }
  return status;
}
