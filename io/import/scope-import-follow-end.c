/* scope-import-follow-end.c: logs that were followed have ended.
 *
 * The trace is finished as any other; but if events did not come in the order in which the finished files give them, the files
 * are read once more, into the trace's successor (model/trace/document/scope-live.h).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/import/scope-import-follow.h"

#include "io/index/scope-kept-streams.h"
#include "io/files/scope-log-sets.h"

/* What is left, as at the end of a finished file. */
static void
finish_member (ScopeFollower *self)
{
  ScopeImportMember *member = self->member;
  ScopeMachine *machine = member->machine;
  ScopeGrowth growth;

  if (member->decoder == NULL)
    {
      /* What the log is shows only when it has ended. */
      self->inexact = self->there > 0;
      if (member->fault == NULL && !self->apart)
        member->fault = g_strdup (self->there > 0 ? "its header is incomplete" : "it is empty");
      scope_import_member_finish (member, FALSE, NULL);
      return;
    }
  member->decoder->klass->stop_growing (member->decoder);
  scope_import_follower_decode (self, TRUE);
  scope_import_follower_publish (self);
  member->decoder->klass->growth (member->decoder, &growth);
  if (growth.reordered || scope_import_follower_is_single (self, &growth) != self->single)
    self->inexact = TRUE;
  for (guint32 i = 0; i < scope_machine_n_entities (machine, SCOPE_KIND_PROCESSOR); i++)
    scope_lane_store_set_known_until (machine->lanes, scope_machine_entity (machine, SCOPE_KIND_PROCESSOR, i)->lane,
                                      SCOPE_TIME_MAX);
  scope_import_member_finish (member, FALSE, NULL);
}

/* A log that ended as a whole: said so itself, or has no way to. */
static ScopeLiveEnd
end_of_whole (const ScopeMachine *machine)
{
  if (!machine->complete || machine->end_mark == SCOPE_END_MARK_MISSING)
    return SCOPE_LIVE_WRITER_GONE;
  return machine->end_mark == SCOPE_END_MARK_READ ? SCOPE_LIVE_END_MARK : SCOPE_LIVE_CLOSED;
}

static ScopeLiveEnd
end_of (const ScopeFollower *self)
{
  const ScopeMachine *machine = self->member->machine;
  ScopeFeedFacts facts;
  gboolean torn = self->end == SCOPE_FEED_TRUNCATED || self->end == SCOPE_FEED_REPLACED || self->end == SCOPE_FEED_DELETED
                  || self->end == SCOPE_FEED_FAILED;

  /* Behind an eventlog's mark nothing comes; other logs may go on with another recording. */
  if (machine->end_mark == SCOPE_END_MARK_READ && (!torn || self->member->kind == SCOPE_LOG_EVENTLOG))
    return SCOPE_LIVE_END_MARK;
  switch (self->end)
    {
    case SCOPE_FEED_TRUNCATED:
      return SCOPE_LIVE_TRUNCATED;
    case SCOPE_FEED_REPLACED:
      return SCOPE_LIVE_REPLACED;
    case SCOPE_FEED_DELETED:
      return SCOPE_LIVE_DELETED;
    case SCOPE_FEED_FAILED:
      return SCOPE_LIVE_FAILED;
    case SCOPE_FEED_ENDED:
    case SCOPE_FEED_GONE:
      if (self->apart) /* it is looked into later */
        return SCOPE_LIVE_END_MARK;
      /* Records that were dropped on the way are losses, and no way to end. */
      if (machine->end_mark != SCOPE_END_MARK_NONE || !(self->growth.whole || machine->complete))
        return SCOPE_LIVE_WRITER_GONE;
      scope_feed_facts (self->feed, &facts);
      return facts.is_connection && self->growth.writes == SCOPE_LIVE_WRITES_AT_ONCE ? SCOPE_LIVE_UNMARKED : SCOPE_LIVE_CLOSED;
    default:
      return SCOPE_LIVE_STOPPED;
    }
}

/* The worst that happened to any of them. */
static void
set_end (ScopeImport *self, gboolean remade)
{
  ScopeLiveEnd worst = SCOPE_LIVE_NOT_ENDED;
  g_autofree char *detail = NULL;

  for (guint i = 0; i < self->n_members; i++)
    {
      ScopeLiveEnd end = end_of (&self->followers[i]);

      if (end <= worst)
        continue;
      worst = end;
      g_free (detail);
      detail = NULL;
      if (end >= SCOPE_LIVE_TRUNCATED)
        detail = scope_feed_dup_message (self->followers[i].feed);
    }
  if (self->too_large)
    scope_live_set_end (self->live, SCOPE_LIVE_FAILED, "There is no room on the disk for more of it.", FALSE);
  scope_live_set_end (self->live, worst, detail, remade);
}

/* The paths of what was followed, if each is a file by that name; else NULL. */
static char **
find_paths (const ScopeFeeds *feeds)
{
  g_autoptr (GPtrArray) paths = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < feeds->n; i++)
    {
      char *path = scope_feed_dup_path (feeds->feeds[i]);
      ScopeFeedFacts facts;

      if (path == NULL)
        return NULL;
      g_ptr_array_add (paths, path);
      scope_feed_facts (feeds->feeds[i], &facts);
      if (facts.moved || (facts.state >= SCOPE_FEED_TRUNCATED && facts.state <= SCOPE_FEED_DELETED))
        return NULL;
    }
  g_ptr_array_add (paths, NULL);

  return (char **) g_ptr_array_free (g_steal_pointer (&paths), FALSE);
}

/* The files, opened together, come in the order in which they were followed: several that came over sockets are called otherwise. */
static gboolean
is_in_order (ScopeImport *self, char **paths)
{
  g_autoptr (ScopeArchive) archive = scope_log_sets_open ((const char *const *) paths, g_strv_length (paths), NULL, NULL);

  if (archive == NULL || scope_archive_n_members (archive) != self->n_members)
    return FALSE;
  for (guint i = 0; i < self->n_members; i++)
    {
      g_autofree char *followed = scope_feed_dup_path (self->followers[i].feed);
      const char *path = NULL;

      scope_archive_part (archive, i, 0, &path);
      if (g_strcmp0 (path, followed) != 0)
        return FALSE;
    }
  return TRUE;
}

/* The files are there: the index is kept under their digest, if they are what was read, and raw events are read from them. */
static void
take_paths (ScopeImport *self, char **paths)
{
  ScopeArchive *archive = scope_log_sets_open ((const char *const *) paths, g_strv_length (paths), NULL, NULL);
  guint64 bytes = 0, there = 0;

  if (archive == NULL || scope_archive_n_members (archive) != self->n_members)
    {
      g_clear_pointer (&archive, scope_archive_free);
      return;
    }
  for (guint i = 0; i < self->n_members; i++)
    there += self->followers[i].there;
  scope_archive_paths (archive, &bytes);
  self->context.archive = archive;
  scope_archive_free (self->archive);
  self->archive = archive;
  if (self->paths != paths)
    {
      g_strfreev (self->paths);
      self->paths = g_strdupv (paths);
    }
  self->digest = scope_archive_digest (archive);
  scope_import_stamp_files (self->files, archive);
  if (self->folder != NULL && self->digest != NULL && bytes == there)
    self->path = scope_import_index_path (self);
}

static gboolean
finish_as_it_is (ScopeImport *self, char **paths, GError **error)
{
  gboolean ok;

  if (paths != NULL)
    take_paths (self, paths);
  ok = scope_import_complete (self, error);
  if (ok && paths != NULL)
    scope_import_give_events (self, (const char *const *) paths);

  return ok;
}

/* Reads it all once more, in order; the trace's successor, or NULL with error. */
static ScopeTrace *
remake (ScopeImport *self, char **paths, GError **error)
{
  const ScopeImportOptions options = { .cache_dir = self->cache_dir,
                                       .no_cache = self->no_cache,
                                       .alone = TRUE,
                                       .cache_limit = self->cache_limit,
                                       .n_threads = self->n_threads,
                                       .sim = self->context.sim,
                                       .run = self->context.run };
  const char *const *names = (const char *const *) (paths != NULL ? paths : self->paths);
  g_autoptr (ScopeImport) again = scope_import_new (names, g_strv_length ((char **) names), &options);

  if (paths == NULL)
    again->given = g_steal_pointer (&self->archive);
  if (!scope_import_run (again, self->cancellable, error))
    {
      if (paths == NULL)
        self->archive = g_steal_pointer (&again->archive);
      return NULL;
    }
  g_clear_pointer (&self->archive, scope_archive_free);
  self->archive = g_steal_pointer (&again->archive);
  self->digest = g_strdup (again->digest);
  g_set_object (&self->run, again->run);
  if (again->notice->len > 0)
    scope_import_add_notice (self, again->notice->str);

  return g_object_ref (again->trace);
}

/* A wrap set was followed: the paths of all its files, if they are there; NULL: what was read is in the copy alone, which is said. */
static char **
find_set (ScopeImport *self, ScopeFeed *feed, const ScopeFeedFacts *facts, const char *path)
{
  guint n_gone = scope_feed_count_taken_away (feed);
  g_autofree char *text = NULL;
  g_auto (GStrv) all = n_gone == 0 && path != NULL ? scope_log_sets_beside (path, self->cancellable) : NULL;

  if (facts->n_missed > 0)
    scope_import_add_notice (self, "The program filled the files of its set faster than they could be read: some of it was overwritten before.");
  if (all != NULL && g_strv_length (all) >= facts->n_files)
    return g_steal_pointer (&all);
  text = g_strdup_printf ("%u files of a set were followed, and %u of them %s not there any more: the trace has what was in them, "
                          "but is not kept. --save keeps it as one log.",
                          facts->n_files, n_gone, n_gone == 1 ? "is" : "are");
  scope_import_add_notice (self, text);

  return NULL;
}

/* The paths of what was followed; NULL: what is read again is what was copied. */
static char **
find_all_paths (ScopeImport *self, const ScopeFeeds *feeds, gboolean *inexact)
{
  char **paths = find_paths (feeds), **all;
  ScopeFeedFacts facts;

  scope_feed_facts (feeds->feeds[0], &facts);
  if (feeds->n != 1 || facts.n_files < 2)
    return paths;
  *inexact = TRUE; /* parts end where copies do not */
  all = find_set (self, feeds->feeds[0], &facts, self->paths[0]);
  g_strfreev (paths);

  return all;
}

/* A file of a wrap set is full: the program goes on in the next one. */
static void
notify_others (ScopeImport *self, char **paths)
{
  g_auto (GStrv) all = NULL;
  g_autofree char *name = NULL, *text = NULL;

  if (paths == NULL || g_strv_length (paths) != 1 || self->n_members != 1 || !scope_log_kind_is_erlang (self->members[0].kind))
    return;
  all = scope_log_sets_beside (paths[0], self->cancellable);
  if (all == NULL || g_strv_length (all) < 2)
    return;
  name = g_filename_display_basename (paths[0]);
  text = g_strdup_printf ("%s was followed alone; %u files of its run lie in its folder: opened again, all are one trace.", name,
                          g_strv_length (all));
  scope_import_add_notice (self, text);
}

/* Of forms that are read whole, only this tells whether they are, and what is in them: what was told before stands corrected. */
static void
judge_whole (ScopeImport *self, ScopeTrace *successor)
{
  ScopeLiveEnd worst = SCOPE_LIVE_END_MARK;
  gboolean apart = FALSE;
  guint64 bytes = 0;

  for (guint i = 0; i < self->n_members; i++)
    {
      apart |= self->followers[i].apart;
      bytes += self->followers[i].there;
    }
  if (!apart)
    return;
  for (guint m = 0; m < scope_trace_n_machines (successor); m++)
    worst = MAX (worst, end_of_whole (scope_trace_machine (successor, m)));
  scope_live_set_read (self->live, bytes, scope_trace_n_events (successor), 0);
  scope_live_correct_end (self->live, worst);
}

/* Copies get their names. */
static void
save_all (ScopeImport *self, const ScopeFeeds *feeds)
{
  g_autoptr (GStrvBuilder) streams = g_strv_builder_new ();
  g_auto (GStrv) found = NULL;

  for (guint i = 0; i < feeds->n && !self->unwanted; i++)
    {
      g_autoptr (GError) error = NULL;

      if (!scope_feed_save (feeds->feeds[i], self->cancellable, &error))
        scope_import_add_notice (self, error->message);
    }
  g_mutex_lock (&self->lock);
  for (guint i = 0; i < feeds->n; i++)
    {
      g_autofree char *stream = scope_feed_dup_stream (feeds->feeds[i]);

      if (stream != NULL && self->unwanted)
        scope_kept_streams_remove (stream);
      else if (stream != NULL)
        g_strv_builder_add (streams, stream);
    }
  found = g_strv_builder_end (streams);
  if (found[0] != NULL)
    self->streams = g_steal_pointer (&found);
  g_mutex_unlock (&self->lock);
}

/* What came over pipes and sockets goes with its index, if that could be kept. */
static void
tie_streams (ScopeImport *self, ScopeTrace *trace)
{
  g_autoptr (GError) error = NULL;
  gboolean complete = FALSE;
  guint64 bytes;
  const char *index = scope_trace_index_path (trace, &bytes, &complete);

  g_mutex_lock (&self->lock);
  for (guint i = 0; self->streams != NULL && self->streams[i] != NULL && index != NULL && complete && !self->unwanted && error == NULL; i++)
    self->tied = scope_kept_streams_tie (self->streams[i], index, &error);
  g_mutex_unlock (&self->lock);
  if (error != NULL)
    scope_import_add_notice (self, error->message);
}

gboolean
scope_import_follow_finish (ScopeImport *self, const ScopeFeeds *feeds, GError **error)
{
  g_auto (GStrv) paths = NULL;
  g_autoptr (ScopeTrace) successor = NULL;
  g_autoptr (GError) local = NULL;
  gboolean given_up = g_cancellable_is_cancelled (self->cancellable), inexact = FALSE, gone = FALSE, ok;

  for (guint i = 0; i < self->n_members; i++)
    {
      ScopeFollower *follower = &self->followers[i];

      if (given_up || self->too_large)
        scope_import_member_finish (follower->member, TRUE, NULL);
      else
        finish_member (follower);
      inexact |= follower->inexact;
      gone |= follower->end == SCOPE_FEED_TRUNCATED;
    }
  save_all (self, feeds);
  paths = find_all_paths (self, feeds, &inexact);
  if (paths != NULL && self->streams != NULL && self->streams[1] != NULL && !is_in_order (self, paths))
    inexact = TRUE;
  inexact = inexact && !gone && !given_up && !self->too_large;
  set_end (self, inexact);
  if (inexact)
    successor = remake (self, paths, &local);
  if (successor != NULL)
    {
      judge_whole (self, successor);
      scope_import_number_machines (self->members, self->n_members);
      scope_import_align_read (self);
      ok = TRUE;
    }
  else if (inexact && self->n_members == 1 && self->followers[0].apart)
    {
      /* Nothing was read of it, and nothing can be. */
      scope_live_correct_end (self->live, SCOPE_LIVE_WRITER_GONE);
      g_propagate_error (error, g_steal_pointer (&local));
      ok = FALSE;
    }
  else
    ok = self->archive != NULL && finish_as_it_is (self, paths, error);
  if (ok)
    notify_others (self, paths);
  tie_streams (self, successor != NULL ? successor : self->trace);
  scope_live_set_over (self->live, successor);

  return ok;
}
