/* scope-import.c: opening a trace.
 *
 * Workers share the members: each takes the one that is furthest behind in time, reads a slice, and puts it back, so
 * that all machines of a picture grow together. Only so many members are open at once that memory stays flat.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/import/scope-import-private.h"

#include "io/source/scope-feed.h"

#include "model/base/scope-task.h"
#include "io/index/scope-cache.h"
#include "io/events/scope-event-reader.h"
#include "io/index/scope-index.h"
#include "io/index/scope-kept-streams.h"
#include "io/index/scope-run-list.h"

#include <glib/gstdio.h>
#include <string.h>

#define MAX_STUCK (32u * 1024u * 1024u)         /* in memory, when no disk takes any more */
#define DEFAULT_CACHE_LIMIT (G_GUINT64_CONSTANT (20) << 30)

G_DEFINE_FINAL_TYPE (ScopeImport, scope_import, G_TYPE_OBJECT)

static void
end_run (ScopeImport *self)
{
  for (guint i = 0; i < self->n_members; i++)
    {
      scope_import_member_clear (&self->members[i]);
      g_free (self->members[i].fault);
    }
  g_clear_pointer (&self->members, g_free);
  self->n_members = 0;
  g_clear_pointer (&self->context.messages, scope_messages_free);
  g_clear_pointer (&self->file, scope_index_file_unref);
  if (self->part != NULL)
    g_unlink (self->part);
  g_clear_pointer (&self->part, g_free);
}

static void
scope_import_finalize (GObject *object)
{
  ScopeImport *self = SCOPE_IMPORT (object);

  end_run (self);
  for (guint i = 0; self->streams != NULL && self->streams[i] != NULL && !self->tied; i++)
    scope_kept_streams_remove (self->streams[i]);
  g_strfreev (self->streams);
  g_strfreev (self->paths);
  g_free (self->cache_dir);
  g_free ((char *) self->context.sim.lock_names);
  g_free ((char *) self->context.sim.unlock_names);
  g_free (self->folder);
  g_free (self->digest);
  g_free (self->path);
  g_clear_pointer (&self->archive, scope_archive_free);
  g_clear_pointer (&self->given, scope_archive_free);
  g_clear_object (&self->live);
  g_free (self->save);
  g_object_unref (self->trace);
  g_clear_object (&self->run);
  g_array_unref (self->files);
  g_free (self->together);
  g_strfreev (self->apart);
  g_string_free (self->notice, TRUE);
  g_cond_clear (&self->changed);
  g_mutex_clear (&self->lock);

  G_OBJECT_CLASS (scope_import_parent_class)->finalize (object);
}

static void
scope_import_class_init (ScopeImportClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = scope_import_finalize;
}

static void
scope_import_init (ScopeImport *self)
{
  self->trace = scope_trace_new ();
  self->notice = g_string_new (NULL);
  self->files = scope_import_files_new ();
  g_mutex_init (&self->lock);
  g_cond_init (&self->changed);
}

ScopeImport *
scope_import_new (const char *const *paths, guint n_paths, const ScopeImportOptions *options)
{
  static const ScopeImportOptions defaults = { 0 };
  ScopeImport *self = g_object_new (SCOPE_TYPE_IMPORT, NULL);

  if (options == NULL)
    options = &defaults;
  self->paths = g_new0 (char *, n_paths + 1);
  for (guint i = 0; i < n_paths; i++)
    self->paths[i] = g_strdup (paths[i]);
  self->cache_dir = g_strdup (options->cache_dir);
  self->context.run = options->run;
  self->context.sim = options->sim;
  self->context.sim.lock_names = g_strdup (options->sim.lock_names);
  self->context.sim.unlock_names = g_strdup (options->sim.unlock_names);
  self->no_cache = options->no_cache;
  self->kept = options->kept;
  self->rebuild = options->rebuild;
  self->alone = options->alone;
  self->cache_limit = options->cache_limit > 0 ? options->cache_limit : DEFAULT_CACHE_LIMIT;
  self->n_threads = options->n_threads > 0 ? options->n_threads : g_get_num_processors ();
  if (options->follow)
    {
      g_autofree char *name = scope_feed_is_address (paths[0]) ? g_strdup (paths[0]) : g_filename_display_name (paths[0]);

      self->live = scope_live_new (strcmp (name, "-") == 0 ? "standard input" : name, n_paths);
      scope_trace_set_live (self->trace, self->live);
      self->save = g_strdup (options->save);
      self->fresh = options->fresh;
      self->patient = options->patient;
      self->wait_seconds = options->wait_seconds;
      self->opened = options->opened;
      self->opened_data = options->opened_data;
    }

  return self;
}

ScopeTrace *
scope_import_get_trace (ScopeImport *import)
{
  return import->trace;
}

ScopeTrace *
scope_import_dup_final_trace (ScopeImport *import)
{
  ScopeLive *live = scope_trace_get_live (import->trace);
  GObject *successor = live != NULL ? scope_live_dup_successor (live) : NULL;

  return successor != NULL ? SCOPE_TRACE (successor) : g_object_ref (import->trace);
}

const char *
scope_import_digest (ScopeImport *import)
{
  return import->digest;
}

ScopeRun *
scope_import_get_run (ScopeImport *import)
{
  return import->run;
}

gboolean
scope_import_was_cached (ScopeImport *import)
{
  return import->cached;
}

const char *
scope_import_notice (ScopeImport *import)
{
  return import->notice->len > 0 ? import->notice->str : NULL;
}

ScopeArchive *
scope_import_archive (ScopeImport *import, GError **error)
{
  /* Of a run that was opened from its index: if its files still are what they were. */
  if (import->archive == NULL && import->run != NULL)
    import->archive = scope_import_open_files (import->run, error);
  else if (import->archive == NULL)
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND, "The trace's files could not be opened");

  return import->archive;
}

guint64
scope_import_spool_limit (ScopeImport *import)
{
  return MIN (scope_cache_room (g_get_tmp_dir ()), import->cache_limit);
}

void
scope_import_add_notice (ScopeImport *self, const char *text)
{
  if (text == NULL || *text == '\0')
    return;
  if (self->notice->len > 0)
    g_string_append_c (self->notice, '\n');
  g_string_append (self->notice, text);
}

/* --- members --- */

static void
report (ScopeImport *self)
{
  guint64 done = 0, all = 0;
  gint64 last = SCOPE_TIME_MIN;

  for (guint i = 0; i < self->n_members; i++)
    {
      const ScopeImportMember *member = &self->members[i];
      const ScopeMemberTold *told = &member->told;

      done += member->state == SCOPE_MEMBER_DONE ? MAX (told->all, 1) : MIN (told->done, told->all);
      all += MAX (told->all, 1);
      if (told->last_time > 0)
        last = MAX (last, told->last_time + scope_trace_offset (self->trace, member->machine));
    }
  scope_trace_set_progress (self->trace, all > 0 ? (double) done / (double) all * 0.99 : 0, last);
}

/* With the lock held: the member that is furthest behind, or one that was not opened yet. They are opened in order, and few are open: of ten
 * thousand only these are looked at. */
static ScopeImportMember *
choose_member (ScopeImport *self)
{
  ScopeImportMember *best = NULL;

  if (self->n_begun < self->n_members && self->n_open < SCOPE_IMPORT_MAX_OPEN)
    return &self->members[self->n_begun++];
  while (self->n_first_done < self->n_begun && self->members[self->n_first_done].state == SCOPE_MEMBER_DONE)
    self->n_first_done++;
  for (guint i = self->n_first_done; i < self->n_begun; i++)
    {
      ScopeImportMember *member = &self->members[i];

      if (member->state == SCOPE_MEMBER_OPEN && (best == NULL || member->clock.now < best->clock.now))
        best = member;
    }

  return best;
}

/* With the lock held: to tell how far it is one looks at all members; of very many not each time that one of them went on. */
#define FEW_MEMBERS 64u
#define TELL_US 50000

static gboolean
is_time_to_tell (ScopeImport *self)
{
  gint64 now = g_get_monotonic_time ();

  if (self->n_members > FEW_MEMBERS && now - self->told_at < TELL_US)
    return FALSE;
  self->told_at = now;
  return TRUE;
}

gboolean
scope_import_stopped (ScopeImport *self)
{
  return self->too_large || g_cancellable_is_cancelled (self->cancellable);
}

/* A trace may unpack to any size: the cache takes as much as it may, then an unnamed file, then reading ends. */
void
scope_import_check_room (ScopeImport *self)
{
  guint64 size = scope_index_file_size (self->file), spare = scope_index_file_spare (self->file);

  if (self->part != NULL && size > self->index_limit)
    scope_index_file_fail (self->file, "the disk of the cache folder is full");
  if (spare > self->spare_limit || scope_index_file_stuck (self->file) > MAX_STUCK
      || (self->part != NULL && size > self->cache_limit))
    self->too_large = TRUE;
}

/* With the lock held: if members said more of their clocks; `opening`: one of few members was opened. */
static void
align_if_told (ScopeImport *self, gboolean opening)
{
  guint n = 0;

  for (guint i = 0; i < self->n_members; i++)
    n += self->members[i].told.clock.has_number;
  if (n != self->n_clocks || opening || self->n_members > FEW_MEMBERS)
    scope_import_align (self);
  self->n_clocks = n;
}

/* With the lock held, which is let go while the member is worked on. */
static void
work_on (ScopeImport *self, ScopeImportMember *member)
{
  gboolean opening = member->state == SCOPE_MEMBER_WAITS, more, cut;

  member->state = SCOPE_MEMBER_BUSY;
  self->n_open += opening;
  cut = scope_import_stopped (self);
  g_mutex_unlock (&self->lock);
  more = !cut && (opening ? scope_import_member_open (member, &self->context, self->cancellable)
                          : scope_import_member_advance (member));
  if (!more)
    scope_import_member_finish (member, cut, self->cancellable);
  g_mutex_lock (&self->lock);
  scope_import_member_tell (member);
  member->state = more ? SCOPE_MEMBER_OPEN : SCOPE_MEMBER_DONE;
  if (!more)
    {
      self->n_open--;
      self->n_done++;
    }
  scope_import_check_room (self);
  if (is_time_to_tell (self))
    {
      align_if_told (self, opening);
      report (self);
    }
  g_cond_broadcast (&self->changed);
}

static gpointer
worker (gpointer data)
{
  ScopeImport *self = data;

  g_mutex_lock (&self->lock);
  while (self->n_done < self->n_members)
    {
      ScopeImportMember *member = choose_member (self);

      if (member != NULL)
        work_on (self, member);
      else
        g_cond_wait (&self->changed, &self->lock);
    }
  g_mutex_unlock (&self->lock);

  return NULL;
}

void
scope_import_read_members (ScopeImport *self)
{
  guint n = MIN (self->n_threads, self->n_members);
  g_autoptr (GPtrArray) threads = g_ptr_array_new ();

  for (guint i = 1; i < n; i++)
    g_ptr_array_add (threads, g_thread_new ("import", worker, self));
  worker (self);
  for (guint i = 0; i < threads->len; i++)
    g_thread_join (g_ptr_array_index (threads, i));
}

/* --- when all members are read --- */

/* What the reading of a file says of itself may begin with its name, or its path, already. */
static char *
say_where (const char *name, const char *fault)
{
  const char *colon = strstr (fault, ": ");
  gsize n = strlen (name);

  if (colon != NULL && (gsize) (colon - fault) >= n && strncmp (colon - n, name, n) == 0)
    return g_strdup (fault);
  return g_strdup_printf ("%s: %s", name, fault);
}

gboolean
scope_import_tell_faults (ScopeImport *self, GError **error)
{
  guint n = 0;
  const char *first = NULL;

  for (guint i = 0; i < self->n_members; i++)
    {
      const ScopeImportMember *member = &self->members[i];
      const char *name = scope_archive_member (self->archive, member->index)->name;
      g_autofree char *reason = NULL;
      ScopeLoss loss;

      if (member->fault == NULL)
        continue;
      reason = say_where (name, member->fault);
      loss = (ScopeLoss) { member->machine->index, SCOPE_NO_PROCESSOR, 0, 0, 0, member->all, reason };
      scope_machine_add_loss (member->machine, &loss);
      n++;
      if (first == NULL)
        first = member->fault;
    }
  if (self->n_members > 0 && n < self->n_members)
    return TRUE;
  if (first != NULL)
    {
      g_autofree char *text = say_where (self->paths[0], first);
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA, text);
    }
  else
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA, "%s: it contains no log that can be read%s%s",
                 self->paths[0], scope_trace_n_losses (self->trace) > 0 ? ": " : "",
                 scope_trace_n_losses (self->trace) > 0 ? scope_trace_loss (self->trace, 0).reason : "");

  return FALSE;
}

void
scope_import_tell_apart (ScopeImport *self)
{
  g_autofree char *apart = scope_import_separate_runs (self->trace);
  g_autofree char *text = NULL;

  if (apart == NULL)
    return;
  text = g_strdup_printf ("These logs were written %s apart: they do not seem to belong to one run.", apart);
  scope_import_add_notice (self, text);
}

gboolean
scope_import_complete (ScopeImport *self, GError **error)
{
  gboolean ok;

  scope_import_number_machines (self->members, self->n_members);
  scope_import_align_read (self);
  scope_import_tell_apart (self);
  scope_import_join (self->trace, &self->context, self->members, self->n_members, self->cancellable);
  ok = scope_import_tell_faults (self, error);
  if (self->too_large)
    {
      ScopeLoss loss = { SCOPE_NONE, SCOPE_NO_PROCESSOR, 0, 0, 0, 0,
                         (char *) "the disk has no room for more: the rest of the trace was not read" };
      scope_trace_add_loss (self->trace, &loss);
      scope_import_add_notice (self, loss.reason);
    }
  if (ok)
    scope_import_keep_index (self);
  for (guint i = 0; i < self->n_members && scope_index_file_failure (self->file) == NULL; i++)
    if (scope_machine_error (self->members[i].machine) != NULL)
      scope_import_add_notice (self, scope_machine_error (self->members[i].machine)->message);

  return ok;
}

static gboolean
import (ScopeImport *self, GError **error)
{
  ScopeTraceFacts facts = { scope_archive_format (self->archive), scope_archive_title (self->archive), NULL,
                            SCOPE_RUNTIME_GHC };

  if (!scope_import_create_file (self, error))
    return FALSE;
  scope_trace_set_facts (self->trace, &facts);
  scope_import_add_machines (self);
  scope_import_read_members (self);

  return scope_import_complete (self, error);
}

/* Nothing is read for it yet. */
void
scope_import_give_events (ScopeImport *self, const char *const *paths)
{
  g_autoptr (ScopeEventReader) reader
      = scope_event_reader_new (self->trace, paths, self->digest, scope_import_spool_limit (self));

  scope_event_reader_set_run (reader, self->context.run);
  scope_trace_set_event_source (self->trace, SCOPE_EVENT_SOURCE (reader));
}

/* A run without its trace's files: everything is as it was but the raw events, which are read only if the files still are
 * what they were. */
static gboolean
open_index (ScopeImport *self, const char *path, GError **error)
{
  const ScopeRunFacts *facts;

  self->run = scope_run_read_index (path, error);
  if (self->run == NULL || !scope_index_read (self->trace, path, NULL, error))
    return FALSE;
  facts = scope_run_facts (self->run);
  self->digest = g_strdup (facts->digest);
  self->cached = TRUE;
  scope_cache_touch (path);
  if (facts->paths[0] != NULL)
    scope_import_give_events (self, facts->paths);
  scope_import_add_notice (self, scope_run_source_words (self->run));
  return TRUE;
}

/* For who compares it later, when its file is another one. */
static void
complete_run (ScopeImport *self)
{
  guint64 bytes = 0;
  gboolean complete = FALSE;
  const char *path;

  scope_import_describe_run (self);
  path = scope_trace_index_path (self->trace, &bytes, &complete);
  if (self->run == NULL)
    return;
  scope_run_set_source (self->run, SCOPE_RUN_SOURCE_THERE);
  if (path != NULL && complete)
    scope_run_set_index (self->run, path, bytes, g_get_real_time (), FALSE);
}

gboolean
scope_import_end (ScopeImport *self, gboolean ok, GError **error)
{
  if (ok)
    complete_run (self);
  end_run (self);
  scope_trace_set_finished (self->trace);
  return ok && !g_cancellable_set_error_if_cancelled (self->cancellable, error);
}

/* Of what needed no reading. */
static gboolean
end (ScopeImport *self, gboolean ok, GError **error)
{
  scope_trace_set_finished (self->trace);
  return ok && !g_cancellable_set_error_if_cancelled (self->cancellable, error);
}

gboolean
scope_import_run (ScopeImport *self, GCancellable *cancellable, GError **error)
{
  g_autofree char *index = NULL;
  gboolean ok = TRUE;

  g_return_val_if_fail (self->archive == NULL, FALSE);

  self->cancellable = cancellable;
  if (self->live != NULL)
    {
      ok = scope_import_follow (self, error);
      end_run (self);
      return ok;
    }
  if (self->given == NULL && scope_import_is_far (self))
    return end (self, scope_import_open_far (self, error), error);
  if (self->given == NULL)
    {
      if (!scope_import_find_index ((const char *const *) self->paths, self->cache_dir, self->kept && !self->no_cache, &index, error))
        return end (self, FALSE, error);
      if (index != NULL)
        return end (self, open_index (self, index, error), error);
    }
  self->archive = g_steal_pointer (&self->given);
  if (self->archive == NULL)
    self->archive = scope_import_open_archive (self, error);
  if (self->archive != NULL)
    {
      scope_import_find_cache (self);
      scope_import_give_events (self, scope_archive_paths (self->archive, NULL));
    }
  if (self->archive != NULL && !self->cached && !scope_import_open_cached (self) && !scope_import_open_parted (self))
    ok = import (self, error);
  return scope_import_end (self, ok && self->archive != NULL, error);
}

static gpointer
run_in_thread (gpointer source, gconstpointer data, GCancellable *cancellable, GError **error)
{
  return GINT_TO_POINTER (scope_import_run (source, cancellable, error));
}

void
scope_import_run_async (ScopeImport *import, GCancellable *cancellable, GAsyncReadyCallback callback,
                        gpointer user_data)
{
  scope_task_give (import, run_in_thread, NULL, NULL, NULL, cancellable, callback, user_data);
}

gboolean
scope_import_run_finish (ScopeImport *import, GAsyncResult *result, GError **error)
{
  return scope_task_answer (result, error) != NULL;
}
