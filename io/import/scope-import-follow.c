/* scope-import-follow.c: an import of logs that are still being written.
 *
 * A thread for each log: it sleeps until there are more bytes, decodes what is there, hands over all rows, and says until when
 * what is known. The file is the buffer: nothing is kept of what waits, however far it is behind. What kind of log it is, only its
 * decoder knows (ScopeDecoderClass.grow and what follows). What becomes of it in the end: scope-import-follow-end.c.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/import/scope-import-follow.h"

#include "io/format/scope-formats.h"
#include "io/index/scope-cache.h"
#include "io/index/scope-kept-streams.h"
#include "io/remote/scope-far-follow.h"
#include "io/remote/scope-far-link.h"
#include "model/base/scope-fail.h"

#include <string.h>

#define PUBLISH_US 50000    /* while much is there, what was read of it is shown as often as this */
#define CALM_US 30000       /* nothing came for so long: what is held back for the sake of order goes out */
#define LOOK_US 500000      /* then the rates go down, and time tells which processors are silent … */
#define LOOK_FOR_US (12 * G_USEC_PER_SEC) /* … for so long */
#define DAY_NS (G_GINT64_CONSTANT (86400) * 1000000000)

/* --- what is known --- */

/* Wall time of an own time, in ns since 1970; 0 if the log does not tell, or nothing sensible. */
static gint64
real_time (const ScopeReplayClock *clock, gint64 time)
{
  gint64 now = g_get_real_time () * 1000, real = 0;

  if (clock->has_wall && clock->wall_seconds < G_MAXINT64 / 2000000000)
    real = (gint64) clock->wall_seconds * 1000000000 + clock->wall_ns + (time - clock->wall_time);
  else if (clock->has_number && clock->startup < G_MAXINT64 / 20)
    real = (gint64) clock->startup * 10 + (time - clock->startup_time);

  return real > now - DAY_NS && real < now + 1000000000 ? real : 0;
}

/* With the lock held. */
static guint
count_losses (ScopeImport *self)
{
  guint n = scope_trace_n_losses (self->trace);

  for (guint i = 0; i < self->n_members; i++)
    n += scope_machine_n_losses (self->members[i].machine);

  return n;
}

/* With the lock held: what all logs together are by now. */
static void
tell (ScopeImport *self)
{
  guint64 bytes = 0, events = 0, behind = 0;
  gint64 watermark = SCOPE_TIME_MAX, known = SCOPE_TIME_MIN, real = 0;
  guint n_silent = 0, n_late = 0, n_wrote = 0, n_unheard = 0;
  gint64 since = 0;

  for (guint i = 0; i < self->n_members; i++)
    {
      const ScopeFollower *follower = &self->followers[i];
      gint64 offset = scope_trace_offset (self->trace, follower->member->machine);

      bytes += follower->growth.bytes;
      behind += follower->there > follower->growth.bytes ? follower->there - follower->growth.bytes : 0;
      if (follower->there > follower->growth.bytes)
        {
          gint64 arrival = scope_feed_arrival (follower->feed, follower->growth.bytes);

          since = since == 0 || (arrival > 0 && arrival < since) ? arrival : since;
        }
      events += follower->events;
      n_silent += follower->growth.n_silent;
      n_late += follower->growth.n_late;
      n_wrote += follower->growth.n_wrote;
      n_unheard += follower->growth.n_unheard;
      if (follower->watermark == SCOPE_TIME_MIN)
        watermark = SCOPE_TIME_MIN;
      else if (watermark != SCOPE_TIME_MIN)
        watermark = MIN (watermark, follower->watermark + offset);
      if (follower->known_until != SCOPE_TIME_MIN)
        known = MAX (known, follower->known_until + offset);
      real = MAX (real, follower->newest_real);
    }
  scope_live_set_read (self->live, bytes, events, behind);
  scope_live_set_waiting_since (self->live, since);
  scope_live_set_known (self->live, known == SCOPE_TIME_MIN ? known : watermark, known, real);
  scope_live_set_counts (self->live, count_losses (self), n_silent, n_late);
  scope_live_set_writers (self->live, n_wrote, n_unheard);
  scope_trace_set_progress (self->trace, 0, known);
}

/* Machines tell of their clocks when they do. With the lock held. */
static void
align (ScopeImport *self)
{
  guint n = 0;

  for (guint i = 0; i < self->n_members; i++)
    n += self->members[i].told.clock.has_number || self->members[i].told.clock.has_wall;
  if (n == self->n_clocks)
    return;
  self->n_clocks = n;
  scope_import_align (self);
}

/* Each processor is known as far as its own stream tells, but no further than what may still be changed. */
static void
set_known (ScopeFollower *self)
{
  ScopeMachine *machine = self->member->machine;
  ScopeDecoder *decoder = self->member->decoder;
  ScopeReplay *replay = self->member->replay;
  gint64 (*grown_until) (ScopeDecoder *decoder, guint processor) = decoder->klass->grown_until;
  guint32 n = scope_machine_n_entities (machine, SCOPE_KIND_PROCESSOR);

  scope_lane_store_set_watermark (machine->lanes, self->watermark);
  for (guint32 i = 0; i < n; i++)
    {
      const ScopeEntity *entity = scope_machine_entity (machine, SCOPE_KIND_PROCESSOR, i);
      guint number = (guint) entity->number;

      scope_lane_store_set_known_until (machine->lanes, entity->lane,
                                        MIN (grown_until != NULL ? grown_until (decoder, number) : SCOPE_TIME_MAX,
                                             replay->klass->sure_until (replay, (gint) number)));
    }
  if (machine->threads_lane != SCOPE_NONE)
    scope_lane_store_set_known_until (machine->lanes, machine->threads_lane, replay->klass->sure_until (replay, -1));
  if (self->single && self->growth.n_processors > 1 && !self->inexact && machine->lane != SCOPE_NONE)
    {
      /* It was taken for the state of the only processor. */
      scope_lane_store_set_known_until (machine->lanes, machine->lane, self->watermark);
      self->inexact = TRUE;
    }
}

void
scope_import_follower_publish (ScopeFollower *self)
{
  ScopeImport *import = self->import;
  ScopeImportMember *member = self->member;

  self->published = g_get_monotonic_time ();
  if (member->replay != NULL)
    {
      member->replay->klass->flush (member->replay);
      scope_import_member_snapshot (member);
      scope_import_member_notify_damages (member);
    }
  g_mutex_lock (&import->lock);
  member->decoder->klass->growth (member->decoder, &self->growth);
  if (member->replay != NULL)
    {
      self->watermark = member->eden ? member->clock.now : self->growth.watermark;
      if (scope_log_kind_is_simulation (member->kind)) /* events wait for others there */
        self->watermark = member->has_events ? MIN (self->watermark, member->clock.now) : SCOPE_TIME_MIN;
      self->known_until = MAX (self->known_until, self->watermark);
      self->events = member->machine->n_events;
      self->newest_real = real_time (&member->clock, self->known_until);
      set_known (self);
      scope_import_member_tell (member);
      align (import);
    }
  scope_import_check_room (import);
  tell (import);
  g_mutex_unlock (&import->lock);
}

/* --- reading --- */

gboolean
scope_import_follower_is_single (const ScopeFollower *self, const ScopeGrowth *growth)
{
  return self->member->kind == SCOPE_LOG_EVENTLOG && growth->n_processors <= 1;
}

static void
start_replay (ScopeFollower *self)
{
  ScopeImportMember *member = self->member;
  ScopeGrowth growth;

  member->decoder->klass->growth (member->decoder, &growth);
  self->single = scope_import_follower_is_single (self, &growth);
  scope_import_member_start_replay (member, self->single);
  member->replay->klass->follow (member->replay);
  scope_live_set_writes (self->import->live, growth.writes);
  if (member->eden || scope_log_kind_is_erlang (member->kind))
    scope_live_set_messages_late (self->import->live, TRUE); /* ends of messages wait for those of other machines */
  g_mutex_lock (&self->import->lock);
  scope_import_member_tell (member);
  scope_import_align (self->import);
  g_mutex_unlock (&self->import->lock);
}

static gboolean
stopped (const ScopeImport *import)
{
  return import->too_large || g_cancellable_is_cancelled (scope_live_get_cancellable (import->live));
}

void
scope_import_follower_decode (ScopeFollower *self, gboolean final)
{
  ScopeDecoder *decoder = self->member->decoder;
  const ScopeEvent *events;
  ScopeGrowth growth;
  gsize n;

  if (self->member->replay == NULL)
    start_replay (self);
  while ((final || !stopped (self->import)) && (n = decoder->klass->next (decoder, &events)) > 0)
    {
      decoder->klass->growth (decoder, &growth);
      scope_import_member_replay (self->member, events, n, growth.late);
      if (g_get_monotonic_time () - self->published > PUBLISH_US)
        scope_import_follower_publish (self);
    }
}

/* What the log is shows only now. */
static void
notify_kind (ScopeFollower *self)
{
  ScopeImport *import = self->import;
  ScopeTraceFacts facts = { 0 };

  g_mutex_lock (&import->lock);
  scope_archive_set_growing_kind (import->archive, self->member->index, self->member->kind);
  facts.format = scope_archive_format (import->archive);
  scope_trace_set_facts (import->trace, &facts);
  g_mutex_unlock (&import->lock);
}

static gboolean
is_packed (const ScopeFollower *self)
{
  guint8 head[SCOPE_LOG_HEAD];
  gssize n = scope_source_pread (self->member->source, head, (gsize) MIN (self->there, sizeof head), 0, NULL);

  return scope_archive_is_read_whole (head, (gsize) MAX (n, 0));
}

/* TRUE once the log's header is there. */
static gboolean
open_decoder (ScopeFollower *self)
{
  ScopeImportMember *member = self->member;
  g_autoptr (GError) error = NULL;

  if (member->decoder != NULL || member->fault != NULL || self->there == 0 || self->apart)
    return member->decoder != NULL;
  self->apart = is_packed (self);
  if (!self->apart)
    member->decoder = scope_formats_open_growing (member->source, self->there, &member->kind, &error);
  if (error != NULL)
    member->fault = g_strdup (error->message);
  self->apart |= member->decoder == NULL && error == NULL && member->kind != SCOPE_LOG_NONE;
  if (self->apart)
    scope_live_set_writes (self->import->live, SCOPE_LIVE_WRITES_READ_WHOLE);
  if (member->decoder != NULL || self->apart)
    notify_kind (self);

  return member->decoder != NULL;
}

/* How long to sleep, if nothing comes: for ever, once time alone changes nothing any more. */
static gint64
sleep_time (const ScopeFollower *self, gint64 now, gboolean calm)
{
  if (!calm)
    return CALM_US;

  return now - self->grew < LOOK_FOR_US ? LOOK_US : -1;
}

static void
grow (ScopeFollower *self, gint64 now, gboolean calm)
{
  ScopeArrival arrival = { .there = self->there, .now = now, .quiet = now - self->grew, .calm = calm };
  ScopeFeedFacts facts;

  scope_feed_facts (self->feed, &facts);
  arrival.at_once = !facts.is_file;
  self->member->decoder->klass->grow (self->member->decoder, &arrival);
}

static gpointer
follow (gpointer data)
{
  ScopeFollower *self = data;
  ScopeImportMember *member = self->member;
  GCancellable *cancellable = scope_live_get_cancellable (self->import->live);
  gboolean calm = TRUE;

  while (!stopped (self->import) && member->fault == NULL)
    {
      guint64 there = (guint64) scope_source_size (member->source);
      gint64 now = g_get_monotonic_time ();

      if (there != self->there)
        {
          self->grew = now;
          calm = FALSE;
        }
      self->there = there;
      if (open_decoder (self))
        {
          grow (self, now, calm);
          scope_import_follower_decode (self, FALSE);
          scope_import_follower_publish (self);
          if (self->growth.ended)
            scope_feed_end (self->feed, SCOPE_FEED_ENDED);
        }
      self->end = scope_feed_wait (self->feed, there, sleep_time (self, now, calm), cancellable);
      if (scope_feed_state_is_end (self->end))
        break;
      calm = self->end == SCOPE_FEED_WAITING;
    }
  if (stopped (self->import))
    scope_feed_end (self->feed, SCOPE_FEED_STOPPED);

  return NULL;
}

/* --- following --- */

static void
feeds_clear (ScopeFeeds *feeds)
{
  for (guint i = 0; i < feeds->n; i++)
    g_clear_pointer (&feeds->feeds[i], scope_feed_free);
  g_clear_pointer (&feeds->feeds, g_free);
}

static gboolean
open_feeds (ScopeImport *self, ScopeFeeds *feeds, GError **error)
{
  g_autofree char *folder = self->no_cache ? NULL : scope_cache_folder (self->cache_dir, NULL);
  g_autofree char *streams = folder != NULL ? scope_kept_streams_folder (folder) : NULL;
  ScopeFeedOptions options
      = { .save = self->save, .streams = streams, .wait_seconds = self->wait_seconds, .fresh = self->fresh, .patient = self->patient };

  feeds->n = g_strv_length (self->paths);
  feeds->feeds = g_new0 (ScopeFeed *, feeds->n);
  for (guint i = 0; i < feeds->n; i++)
    {
      options.bring = scope_far_is_uri (self->paths[i]) ? scope_far_follow : NULL;
      feeds->feeds[i] = scope_feed_open (self->paths[i], &options, error);
      if (feeds->feeds[i] == NULL)
        return FALSE;
    }

  return TRUE;
}

static gboolean
prepare (ScopeImport *self, const ScopeFeeds *feeds, GError **error)
{
  g_autofree ScopeSource **sources = g_new (ScopeSource *, feeds->n);
  ScopeTraceFacts facts = { 0 };

  for (guint i = 0; i < feeds->n; i++)
    sources[i] = scope_feed_source (feeds->feeds[i]);
  self->archive = scope_archive_new_growing (sources, (const char *const *) self->paths, feeds->n);
  facts.format = scope_archive_format (self->archive);
  facts.title = scope_archive_title (self->archive);
  scope_trace_set_facts (self->trace, &facts);
  if (!self->no_cache)
    self->folder = scope_cache_folder (self->cache_dir, NULL);
  if (!scope_import_create_file (self, error))
    return FALSE;
  scope_import_add_machines (self);

  return TRUE;
}

static void
follow_all (ScopeImport *self, const ScopeFeeds *feeds)
{
  ScopeFollower *followers = g_new0 (ScopeFollower, self->n_members);

  for (guint i = 0; i < self->n_members; i++)
    {
      ScopeFollower *follower = &followers[i];

      follower->import = self;
      follower->member = &self->members[i];
      follower->watermark = follower->known_until = SCOPE_TIME_MIN;
      follower->grew = g_get_monotonic_time ();
      follower->member->source = scope_source_ref (scope_archive_growing_source (self->archive, follower->member->index));
      for (guint f = 0; f < feeds->n; f++)
        if (scope_feed_source (feeds->feeds[f]) == follower->member->source)
          follower->feed = feeds->feeds[f];
    }
  g_mutex_lock (&self->lock);
  self->followers = followers;
  for (guint i = 0; i < self->n_members && self->exited; i++)
    scope_feed_writer_exited (followers[i].feed);
  g_mutex_unlock (&self->lock);
  for (guint i = 0; i < self->n_members; i++)
    followers[i].thread = g_thread_new ("follow", follow, &followers[i]);
  for (guint i = 0; i < self->n_members; i++)
    g_thread_join (followers[i].thread);
}

static void
stop_live (GCancellable *cancellable, gpointer live)
{
  scope_live_stop (live);
}

gboolean
scope_import_follow (ScopeImport *self, GError **error)
{
  ScopeFeeds feeds = { 0 };
  GError *local = NULL;
  gulong handler = 0;
  gboolean ok = FALSE;

  if (self->cancellable != NULL)
    handler = g_cancellable_connect (self->cancellable, G_CALLBACK (stop_live), self->live, NULL);
  if (open_feeds (self, &feeds, &local) && prepare (self, &feeds, &local))
    {
      if (self->opened != NULL)
        self->opened (self->opened_data);
      follow_all (self, &feeds);
      ok = scope_import_follow_finish (self, &feeds, &local);
    }
  else
    scope_live_set_end (self->live, SCOPE_LIVE_FAILED, local->message, FALSE);
  scope_live_set_over (self->live, NULL);
  g_cancellable_disconnect (self->cancellable, handler);
  g_mutex_lock (&self->lock);
  g_clear_pointer (&self->followers, g_free);
  g_mutex_unlock (&self->lock);
  feeds_clear (&feeds);
  scope_trace_set_finished (self->trace);
  if (local != NULL)
    g_propagate_error (error, local);
  else if (ok && g_cancellable_set_error_if_cancelled (self->cancellable, error))
    ok = FALSE;

  return ok;
}

void
scope_import_writer_exited (ScopeImport *import)
{
  g_mutex_lock (&import->lock);
  import->exited = TRUE;
  for (guint i = 0; import->followers != NULL && i < import->n_members; i++)
    scope_feed_writer_exited (import->followers[i].feed);
  g_mutex_unlock (&import->lock);
}

gboolean
scope_import_ask (ScopeImport *import, guint request, GError **error)
{
  gboolean ok = TRUE, any = FALSE;

  g_return_val_if_fail (request < SCOPE_FEED_N_REQUESTS, FALSE);
  g_mutex_lock (&import->lock);
  for (guint i = 0; ok && import->followers != NULL && i < import->n_members; i++)
    {
      any = TRUE;
      ok = scope_feed_ask (import->followers[i].feed, (ScopeFeedRequest) request, error);
    }
  g_mutex_unlock (&import->lock);
  return any ? ok : scope_fail (error, G_IO_ERROR_NOT_CONNECTED, "nothing is followed");
}

gboolean
scope_import_can_ask (ScopeImport *import)
{
  gboolean can = FALSE;

  g_mutex_lock (&import->lock);
  for (guint i = 0; !can && import->followers != NULL && i < import->n_members; i++)
    can = scope_feed_can_ask (import->followers[i].feed);
  g_mutex_unlock (&import->lock);
  return can;
}

gint64
scope_import_lateness (ScopeImport *import)
{
  gint64 late = -1, now = g_get_monotonic_time ();

  g_mutex_lock (&import->lock);
  for (guint i = 0; import->followers != NULL && i < import->n_members; i++)
    {
      gint64 came = scope_feed_arrival (import->followers[i].feed, import->followers[i].growth.bytes);

      late = MAX (late, came > 0 ? now - came : 0);
    }
  g_mutex_unlock (&import->lock);

  return late;
}

char **
scope_import_dup_streams (ScopeImport *import)
{
  g_autoptr (GMutexLocker) locker G_GNUC_UNUSED = g_mutex_locker_new (&import->lock);
  g_autoptr (GStrvBuilder) streams = g_strv_builder_new ();
  g_auto (GStrv) found = NULL;

  if (import->followers == NULL || import->streams != NULL)
    return g_strdupv (import->streams);
  for (guint i = 0; i < import->n_members; i++)
    {
      g_autofree char *stream = scope_feed_dup_stream (import->followers[i].feed);

      if (stream != NULL)
        g_strv_builder_add (streams, stream);
    }
  found = g_strv_builder_end (streams);
  return found[0] != NULL ? g_steal_pointer (&found) : NULL;
}

/* With the index that they go with, or alone. */
static void
remove_streams (ScopeImport *self)
{
  guint64 bytes;
  g_autoptr (ScopeTrace) trace = self->tied ? scope_import_dup_final_trace (self) : NULL;
  const char *index = trace != NULL ? scope_trace_index_path (trace, &bytes, NULL) : NULL;

  if (index != NULL)
    scope_cache_remove (index);
  for (guint i = 0; self->streams[i] != NULL; i++)
    scope_kept_streams_remove (self->streams[i]);
}

void
scope_import_discard (ScopeImport *import)
{
  g_mutex_lock (&import->lock);
  import->unwanted = TRUE;
  if (import->streams != NULL)
    remove_streams (import);
  g_mutex_unlock (&import->lock);
}

char *
scope_import_dup_wait (ScopeImport *import)
{
  char *message = NULL;

  g_mutex_lock (&import->lock);
  for (guint i = 0; import->followers != NULL && message == NULL && i < import->n_members; i++)
    message = scope_feed_dup_message (import->followers[i].feed);
  g_mutex_unlock (&import->lock);

  return message;
}
