/* scope-event-prepare.c: opens the files anew, sees to it that they can be read at random, and lists their pages.
 *
 * A deflated member is unpacked once, into an unnamed file: measured on 1 GB in 16 members (two processors), unpacking
 * takes a second and a half, and every page is there at once from then on; access points in the packed bytes would spare
 * the room, but each page is merged from two places of each of the 16 members, and each place would cost half a megabyte
 * of inflating.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/events/scope-event-reader-private.h"

#include "io/files/scope-log-sets.h"
#include "io/format/gem5/scope-gem5.h"
#include "model/base/scope-compare.h"
#include "model/base/scope-fail.h"

#include <string.h>
#include <sys/stat.h>

#define TICK_US 50000 /* between two looks at how far it is */
#define MAX_FILES 128u /* open at once: plain files beyond that are copied, too */

typedef struct
{
  ScopeEventReader *self;
  guint *members;       /* by log: its number in the archive */
  guint page_size;
  guint64 limit;        /* bytes that each worker may unpack */
  gint next;            /* atomic: the next log to be taken */
  guint64 done, all;    /* bytes; done is atomic */
  GMutex lock;
  GCond ended;
  guint n_running;      /* workers */
  GError *error;
  GCancellable *cancellable;
} Work;

static gboolean
set_gone (GError **error, const char *text)
{
  return scope_fail (error, G_IO_ERROR_NOT_FOUND, "%s", text);
}

/* The same files as those that were imported? */
static gboolean
open_archive (ScopeEventReader *self, GCancellable *cancellable, GError **error)
{
  g_autoptr (GError) local = NULL;
  g_autofree char *digest = NULL;

  if (self->digest == NULL)
    return set_gone (error, "The trace came through a pipe: its raw events cannot be read again.");
  g_array_set_size (self->stamps, 0);
  for (guint i = 0; self->paths[i] != NULL; i++)
    {
      struct stat st = { 0 };

      if (stat (self->paths[i], &st) != 0)
        return set_gone (error, "The trace file is gone: raw events are not available.");
      g_array_append_val (self->stamps, st);
    }
  self->archive
      = scope_log_sets_open ((const char *const *) self->paths, g_strv_length (self->paths), cancellable, &local);
  if (self->archive != NULL)
    digest = scope_archive_digest (self->archive);
  else if (g_error_matches (local, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    {
      g_propagate_error (error, g_steal_pointer (&local));
      return FALSE;
    }
  if (g_strcmp0 (digest, self->digest) != 0)
    return set_gone (error, "The trace file has changed since it was read: raw events are not available.");
  return TRUE;
}

static ScopeSource *
open_seekable (Work *work, guint log, ScopeSource **spool, GError **error)
{
  ScopeArchive *archive = work->self->archive;
  g_autoptr (ScopeSource) source = scope_archive_open_member (archive, work->members[log], NULL);
  gboolean cut = FALSE;

  if (source == NULL)
    return NULL; /* a loss of the trace says so already */
  if (scope_source_is_seekable (source) && work->self->logs->len <= MAX_FILES)
    return g_steal_pointer (&source);
  return scope_source_spool_into (source, spool, work->limit, &cut, work->cancellable, error);
}

static gpointer
worker (gpointer data)
{
  Work *work = data;
  g_autoptr (ScopeSource) spool = NULL;
  GError *error = NULL;

  while (error == NULL)
    {
      guint number = (guint) g_atomic_int_add (&work->next, 1);
      g_autoptr (ScopeSource) source = NULL;
      ScopeEventLog *log;

      if (number >= work->self->logs->len)
        break;
      source = open_seekable (work, number, &spool, &error);
      log = scope_event_log_new (source);
      if (log->map != NULL && scope_archive_member (work->self->archive, work->members[number])->kind == SCOPE_LOG_SIM)
        scope_gem5_set_run (log->map, work->self->run);
      work->self->logs->pdata[number] = log;
      if (error == NULL)
        scope_event_log_scan (log, work->page_size, &work->done, work->cancellable, &error);
    }
  g_mutex_lock (&work->lock);
  if (error != NULL && work->error == NULL)
    work->error = error;
  else
    g_clear_error (&error);
  g_atomic_int_set (&work->next, G_MAXINT / 2); /* the others need not go on */
  work->n_running--;
  g_cond_signal (&work->ended);
  g_mutex_unlock (&work->lock);
  return NULL;
}

/* --- kinds --- */

SCOPE_COMPARE_BY (compare_kinds, ScopeEventKind, SCOPE_BY_TEXT (name))

static void
gather_kinds (ScopeEventReader *self)
{
  g_autoptr (GHashTable) known = g_hash_table_new (g_str_hash, g_str_equal); /* name → place + 1 */

  for (guint l = 0; l < self->logs->len; l++)
    {
      ScopeEventLog *log = scope_event_reader_log (self, l);

      for (guint type = 0; log->counts != NULL && type < SCOPE_EVENT_TYPES; type++)
        {
          const char *name;
          gpointer place;

          if (log->counts[type] == 0)
            continue;
          name = scope_decoder_event_name (log->map, type);
          place = g_hash_table_lookup (known, name);
          if (place != NULL)
            g_array_index (self->kinds, ScopeEventKind, GPOINTER_TO_UINT (place) - 1).n += log->counts[type];
          else
            {
              ScopeEventKind kind = { name, log->counts[type] };

              g_array_append_val (self->kinds, kind);
              g_hash_table_insert (known, (gpointer) name, GUINT_TO_POINTER (self->kinds->len));
            }
        }
      g_clear_pointer (&log->counts, g_free);
    }
  g_array_sort (self->kinds, compare_kinds);
}

/* --- all of it --- */

static guint
page_size (guint n_logs)
{
  return n_logs <= 4 ? 16384 : n_logs <= 32 ? 8192 : 4096;
}

static guint *
list_members (ScopeEventReader *self, guint64 *ret_bytes)
{
  guint n = scope_archive_n_members (self->archive);
  guint *members = g_new0 (guint, n + 1);

  for (guint i = 0; i < n; i++)
    {
      const ScopeMember *member = scope_archive_member (self->archive, i);

      if (member->foreign || member->refusal != NULL)
        continue;
      members[self->logs->len] = i;
      g_ptr_array_add (self->logs, NULL);
      *ret_bytes += member->size;
    }
  return members;
}

static void
run_workers (Work *work, gint *progress)
{
  guint n = CLAMP (g_get_num_processors (), 1, MIN (8, MAX (work->self->logs->len, 1)));
  g_autoptr (GPtrArray) threads = g_ptr_array_new ();

  work->limit = work->self->spool_limit / n;
  work->n_running = n;
  for (guint i = 0; i < n; i++)
    g_ptr_array_add (threads, g_thread_new ("events", worker, work));
  g_mutex_lock (&work->lock);
  while (work->n_running > 0)
    {
      guint64 done = __atomic_load_n (&work->done, __ATOMIC_RELAXED);

      if (progress != NULL && work->all > 0)
        g_atomic_int_set (progress, (gint) (MIN (done, work->all) * 1000 / work->all));
      g_cond_wait_until (&work->ended, &work->lock, g_get_monotonic_time () + TICK_US);
    }
  g_mutex_unlock (&work->lock);
  for (guint i = 0; i < threads->len; i++)
    g_thread_join (g_ptr_array_index (threads, i));
}

static gboolean
read_logs (ScopeEventReader *self, gint *progress, GCancellable *cancellable, GError **error)
{
  Work work = { .self = self, .cancellable = cancellable };

  work.members = list_members (self, &work.all);
  work.page_size = page_size (self->logs->len);
  g_mutex_init (&work.lock);
  g_cond_init (&work.ended);
  run_workers (&work, progress);
  g_cond_clear (&work.ended);
  g_mutex_clear (&work.lock);
  g_free (work.members);
  if (!scope_passed (work.error, error))
    return FALSE;
  for (guint i = 0; i < self->logs->len; i++)
    self->n += scope_event_reader_log (self, i)->n;
  gather_kinds (self);
  return TRUE;
}

static void
give_up (ScopeEventReader *self)
{
  /* logs that nobody took have no pages */
  for (guint i = 0; i < self->logs->len; i++)
    if (self->logs->pdata[i] == NULL)
      self->logs->pdata[i] = scope_event_log_new (NULL);
  g_ptr_array_set_size (self->logs, 0);
  g_clear_pointer (&self->archive, scope_archive_free);
}

gboolean
scope_event_reader_prepare (ScopeEventSource *source, gint *progress, GCancellable *cancellable, GError **error)
{
  ScopeEventReader *self = SCOPE_EVENT_READER (source);
  gboolean good = TRUE;

  if (!g_atomic_int_get (&self->ready))
    {
      g_mutex_lock (&self->prepare_lock);
      if (!g_atomic_int_get (&self->ready))
        {
          good = open_archive (self, cancellable, error) && read_logs (self, progress, cancellable, error);
          if (good)
            g_atomic_int_set (&self->ready, 1);
          else
            give_up (self);
        }
      g_mutex_unlock (&self->prepare_lock);
    }
  return good && scope_event_reader_check (self, error);
}
