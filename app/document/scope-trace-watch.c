/* scope-trace-watch.c: see scope-trace-watch.h.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "app/document/scope-trace-watch.h"

#include "model/base/scope-task.h"

#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define REST_MS 600      /* without a change, and it is written */
#define OPEN_REST_US (10 * G_USEC_PER_SEC) /* a log without an end mark: nothing came for so long */
#define MAX_MONITORS 64u /* of the files of a folder: the first ones stand for all */

struct _ScopeTraceWatch
{
  GObject parent_instance;

  ScopeRun *run;
  GPtrArray *monitors; /* of GFileMonitor */
  GCancellable *cancellable;
  guint timeout;
  gboolean looking, again;
  ScopeTraceChange change;
  gint64 time;
  gboolean seen;     /* what follows is of the last look */
  gint64 seen_time;
  guint64 bytes;
  guint n_gone;
};

static guint changed_signal;

G_DEFINE_FINAL_TYPE (ScopeTraceWatch, scope_trace_watch, G_TYPE_OBJECT)

/* --- looking: on a thread --- */

typedef struct
{
  guint gone, other;
  gint64 time; /* ns */
  guint64 bytes;
  gboolean open_end; /* a log without its end mark */
} Look;

/* A GHC log ends with 0xffff when its program has ended. Of other files that is not known here. */
static gboolean
has_open_end (const char *path, guint64 bytes)
{
  int fd = open (path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  guint8 head[4] = { 0 }, tail[2] = { 0xff, 0xff };
  gboolean open_end = fd >= 0 && bytes >= sizeof head && pread (fd, head, sizeof head, 0) == (gssize) sizeof head
                      && memcmp (head, "hdrb", sizeof head) == 0
                      && pread (fd, tail, sizeof tail, (off_t) (bytes - sizeof tail)) == (gssize) sizeof tail
                      && (tail[0] != 0xff || tail[1] != 0xff);

  if (fd >= 0)
    close (fd);
  return open_end;
}

static gpointer
look (gpointer source, gconstpointer run, GCancellable *cancellable, GError **error)
{
  guint n;
  const ScopeRunFile *files = scope_run_files ((ScopeRun *) run, &n);
  Look *found = g_new0 (Look, 1);

  for (guint i = 0; i < n; i++)
    {
      struct stat st;
      gint64 time;

      if (stat (files[i].path, &st) != 0)
        {
          found->gone++;
          continue;
        }
      time = (gint64) st.st_mtim.tv_sec * 1000000000 + st.st_mtim.tv_nsec;
      if ((guint64) st.st_size != files[i].bytes || time != files[i].modified_ns)
        {
          found->other++;
          found->open_end = found->open_end || has_open_end (files[i].path, (guint64) st.st_size);
        }
      found->time = MAX (found->time, time);
      found->bytes += (guint64) st.st_size;
    }
  return found;
}

static gboolean look_again (gpointer data);

static void
set_change (ScopeTraceWatch *self, ScopeTraceChange change, gint64 time)
{
  if (self->change == change && self->time == time)
    return;
  self->change = change;
  self->time = time;
  g_signal_emit (self, changed_signal, 0);
}

/* What is seen once may be half of it: a file that is replaced is gone for a moment. */
static void
judge (ScopeTraceWatch *self, const Look *found)
{
  gint64 time = found->time / 1000;
  gboolean rests = self->seen && self->seen_time == time && self->bytes == found->bytes && self->n_gone == found->gone;

  self->seen = TRUE;
  self->seen_time = time;
  self->bytes = found->bytes;
  self->n_gone = found->gone;
  if (found->gone == 0 && found->other == 0)
    set_change (self, SCOPE_TRACE_SAME, 0);
  else if (!rests)
    self->again = TRUE;
  else if (found->gone > 0)
    set_change (self, SCOPE_TRACE_GONE, 0);
  else if (found->bytes == 0 || (found->open_end && g_get_real_time () - time < OPEN_REST_US))
    {
      set_change (self, SCOPE_TRACE_GROWING, time);
      self->again = TRUE;
    }
  else
    set_change (self, SCOPE_TRACE_WRITTEN, time);
}

static void
looked (GObject *source, GAsyncResult *result, gpointer user_data)
{
  ScopeTraceWatch *self = SCOPE_TRACE_WATCH (source);
  g_autofree Look *found = scope_task_answer (result, NULL);

  self->looking = FALSE;
  if (found == NULL || self->run == NULL)
    return;
  judge (self, found);
  if (self->again && self->timeout == 0)
    self->timeout = g_timeout_add (REST_MS, look_again, self);
  self->again = FALSE;
}

static gboolean
look_again (gpointer data)
{
  ScopeTraceWatch *self = data;

  self->timeout = 0;
  scope_trace_watch_look (self);
  return G_SOURCE_REMOVE;
}

void
scope_trace_watch_look (ScopeTraceWatch *self)
{
  g_return_if_fail (SCOPE_IS_TRACE_WATCH (self));

  if (self->looking)
    {
      self->again = TRUE;
      return;
    }
  self->looking = TRUE;
  scope_task_give (self, look, g_object_ref (self->run), g_object_unref, g_free, self->cancellable, looked, NULL);
}

/* --- monitors --- */

/* Not at once: a program writes many times. */
static void
file_changed (ScopeTraceWatch *self)
{
  if (self->timeout == 0)
    self->timeout = g_timeout_add (REST_MS / 2, look_again, self);
}

ScopeTraceChange
scope_trace_watch_get_change (ScopeTraceWatch *self)
{
  return self->change;
}

gint64
scope_trace_watch_get_time (ScopeTraceWatch *self)
{
  return self->time;
}

/* --- life --- */

static void
scope_trace_watch_dispose (GObject *object)
{
  ScopeTraceWatch *self = SCOPE_TRACE_WATCH (object);

  g_cancellable_cancel (self->cancellable);
  g_clear_handle_id (&self->timeout, g_source_remove);
  g_ptr_array_set_size (self->monitors, 0);
  g_clear_object (&self->run);
  G_OBJECT_CLASS (scope_trace_watch_parent_class)->dispose (object);
}

static void
scope_trace_watch_finalize (GObject *object)
{
  g_object_unref (SCOPE_TRACE_WATCH (object)->cancellable);
  g_ptr_array_unref (SCOPE_TRACE_WATCH (object)->monitors);
  G_OBJECT_CLASS (scope_trace_watch_parent_class)->finalize (object);
}

static void
scope_trace_watch_class_init (ScopeTraceWatchClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = scope_trace_watch_dispose;
  G_OBJECT_CLASS (klass)->finalize = scope_trace_watch_finalize;
  changed_signal = g_signal_new ("changed", SCOPE_TYPE_TRACE_WATCH, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
monitor_free (gpointer monitor)
{
  g_file_monitor_cancel (monitor);
  g_object_unref (monitor);
}

static void
scope_trace_watch_init (ScopeTraceWatch *self)
{
  self->monitors = g_ptr_array_new_with_free_func (monitor_free);
  self->cancellable = g_cancellable_new ();
}

ScopeTraceWatch *
scope_trace_watch_new (ScopeRun *run)
{
  ScopeTraceWatch *self = g_object_new (SCOPE_TYPE_TRACE_WATCH, NULL);
  guint n;
  const ScopeRunFile *files = scope_run_files (run, &n);

  self->run = g_object_ref (run);
  for (guint i = 0; i < MIN (n, MAX_MONITORS); i++)
    {
      g_autoptr (GFile) file = g_file_new_for_path (files[i].path);
      GFileMonitor *monitor = g_file_monitor_file (file, G_FILE_MONITOR_NONE, NULL, NULL);

      if (monitor == NULL)
        continue;
      g_signal_connect_object (monitor, "changed", G_CALLBACK (file_changed), self, G_CONNECT_SWAPPED);
      g_ptr_array_add (self->monitors, monitor);
    }
  /* It may have been written while it was read. */
  scope_trace_watch_look (self);
  return self;
}
