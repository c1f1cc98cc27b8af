/* fuzz-schedplot.c: whatever the files of a Schedplot folder hold, the decoder comes to an end, makes up nothing, times never run
 * backwards, and what it hands on can be replayed; from a mark it goes on as it did; and it can be redacted.
 *
 * The bytes are those of a joined source (io/source/scope-joined.h). Packed tracks would leave a fuzzer nothing to do but to break
 * their packing: bytes of a track that do not begin like gzip are packed first, as they are.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "fuzz-main.h"
#include "fuzz-seen.h"
#include "fuzz-sink.h"
#include "io/format/schedplot/scope-schedplot-redact.h"
#include "io/format/schedplot/scope-schedplot.h"
#include "io/source/scope-joined.h"
#include "model/base/scope-schedplot-events.h"
#include "model/replay/scope-replay.h"

#include <string.h>
#include <zlib.h>

/* --- tracks that are packed --- */

static ScopeSource *
pack (const guint8 *data, gsize n)
{
  z_stream stream = { 0 };
  gsize room = n + n / 1000 + 64;
  g_autofree guint8 *out = g_malloc (room);
  ScopeSource *source;

  g_assert_cmpint (deflateInit2 (&stream, 1, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY), ==, Z_OK);
  stream.next_in = (guint8 *) data;
  stream.avail_in = (guint) n;
  stream.next_out = out;
  stream.avail_out = (guint) room;
  g_assert_cmpint (deflate (&stream, Z_FINISH), ==, Z_STREAM_END);
  source = scope_source_new_memory (out, stream.total_out, "track");
  deflateEnd (&stream);

  return source;
}

/* The same with tracks packed; NULL if its list of files cannot be read. */
static ScopeSource *
prepare (const guint8 *data, gsize n)
{
  g_autoptr (ScopeSource) raw = scope_source_new_memory (data, n, "fuzz");
  g_autoptr (GArray) files = scope_joined_list (raw, NULL);
  g_autoptr (GPtrArray) sources = g_ptr_array_new_with_free_func ((GDestroyNotify) scope_source_unref);
  g_autofree ScopeJoinedPart *parts = NULL;

  if (files == NULL)
    return NULL;
  parts = g_new0 (ScopeJoinedPart, files->len + 1);
  for (guint i = 0; i < files->len; i++)
    {
      const ScopeJoinedFile *file = &g_array_index (files, ScopeJoinedFile, i);
      gsize from = (gsize) MIN (file->offset, n), bytes = (gsize) MIN (file->bytes, n - from);
      gboolean bare = strcmp (file->role, "track") == 0 && bytes > 0 && data[from] != 0x1f;

      g_ptr_array_add (sources, bare ? pack (data + from, bytes) : scope_source_new_memory (data + from, bytes, file->name));
      parts[i] = (ScopeJoinedPart) { file->role, file->number, sources->pdata[i], file->name };
    }

  return scope_source_new_joined (SCOPE_JOINED_SCHEDPLOT, parts, files->len, "fuzz");
}

/* --- all of it --- */

static gsize
replay_all (ScopeDecoder *decoder)
{
  FuzzSink sink;
  ScopeReplay *replay;
  const ScopeEvent *events;
  gsize count, n = 0;
  gint64 time = 0;

  fuzz_sink_init (&sink);
  replay = scope_schedplot_replay_new (&sink.parent);
  while ((count = decoder->klass->next (decoder, &events)) > 0)
    {
      for (gsize i = 0; i < count; i++)
        {
          g_assert_cmpuint (events[i].type, <, SCOPE_SCHEDPLOT_N_EVENTS);
          g_assert_cmpint (events[i].time, >=, time);
          time = events[i].time;
          n += events[i].type >= SCOPE_SCHEDPLOT_IN;
        }
      replay->klass->events (replay, events, count);
    }
  replay->klass->finish (replay, NULL, NULL);
  replay->klass->free (replay);
  fuzz_sink_clear (&sink);
  scope_decoder_free (decoder);

  return n;
}

/* From every mark all goes on as it did. */
static void
look_at_marks (ScopeDecoder *map, gsize n)
{
  g_autoptr (ScopeDecoder) plain = map->klass->fork (map), other = map->klass->fork (map);
  g_autoptr (GArray) all = fuzz_seen_new (), again = fuzz_seen_new ();
  g_autofree guint64 *mark = NULL;
  guint at = 0;

  while (fuzz_seen_batch (plain, all) > 0)
    {
      if (mark != NULL)
        {
          other->klass->seek (other, mark);
          g_array_set_size (again, 0);
          fuzz_seen_batch (other, again);
          fuzz_seen_check_rest (again, all, at);
        }
      g_free (mark);
      mark = plain->klass->checkpoint (plain);
      at = all->len;
    }
  g_assert_cmpuint (all->len, ==, n);
  fuzz_seen_check_details (map, all, 1000, TRUE);
}

static void
see_file (const char *name, guint64 place, gpointer user_data)
{
  guint64 *last = user_data;

  g_assert_true (name != NULL && place >= *last);
  *last = place;
}

static void
redact (ScopeSource *source)
{
  g_autoptr (ScopeRedaction) redaction = scope_redaction_new (0, NULL);
  guint64 last = 0;

  g_assert_true (scope_schedplot_redact (source, redaction, see_file, &last, NULL, NULL));
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize n)
{
  g_autoptr (ScopeSource) source = prepare (data, n);
  g_autoptr (ScopeDecoder) map = NULL;
  ScopeDecoder *decoder;
  gsize events;

  if (source == NULL)
    return 0;
  decoder = scope_schedplot_new (source, NULL);
  g_assert_nonnull (decoder);
  events = replay_all (decoder);
  map = scope_schedplot_new_map (source, NULL);
  g_assert_nonnull (map);
  look_at_marks (map, events);
  redact (source);

  return 0;
}
