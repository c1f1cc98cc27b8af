/* scope-feed.c: what others call of a feed, the source that grows, and how the feed's thread sleeps.
 *
 * One thread for each feed, with a main context of its own: the file monitor needs one, and so one loop waits for all
 * that can happen: the monitor, a descriptor, a timer, somebody who wakes it. It sleeps whenever nothing happens.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/source/scope-feed-private.h"

#include "io/source/scope-fd.h"
#include "model/base/scope-bisect.h"
#include "model/base/scope-fail.h"

#include <errno.h>
#include <fcntl.h>
#include <glib-unix.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define MAX_ARRIVALS 512
#define ARRIVAL_STEP (5 * G_TIME_SPAN_MILLISECOND)

/* --- the source --- */

static gssize
feed_pread (ScopeSource *source, void *data, gsize n, guint64 offset, GError **error)
{
  ScopeFeedSource *self = (ScopeFeedSource *)source;
  guint64 size = (guint64)scope_source_size (source);
  int fd = g_atomic_int_get (&self->fd), code;
  gsize done;

  n = offset < size ? (gsize)MIN ((guint64)n, size - offset) : 0;
  done = scope_fd_read (fd, data, n, offset);
  code = errno;
  if (done > 0 || n == 0 || lseek (fd, 0, SEEK_END) <= (off_t)offset)
    return (gssize)done;

  g_mutex_lock (&self->lock);
  if (self->feed)
    scope_feed_finish (self->feed, SCOPE_FEED_FAILED, "%s cannot be read: %s", source->name, g_strerror (code));
  g_mutex_unlock (&self->lock);
  g_set_error (error, G_IO_ERROR, g_io_error_from_errno (code), "%s: cannot be read: %s", source->name,
               g_strerror (code));
  return -1;
}

static void
feed_source_finalize (ScopeSource *source)
{
  ScopeFeedSource *self = (ScopeFeedSource *)source;

  if (self->fd >= 0)
    close (self->fd);
  g_mutex_clear (&self->lock);
}

static const ScopeSourceClass feed_source_class = { .pread = feed_pread, .finalize = feed_source_finalize };

static ScopeFeedSource *
feed_source_new (ScopeFeed *feed)
{
  ScopeFeedSource *self = scope_source_alloc (sizeof *self, &feed_source_class, feed->name, 0);

  self->fd = -1;
  self->feed = feed;
  g_mutex_init (&self->lock);
  return self;
}

/* --- what the thread says --- */

/* With the lock held. */
static void
set_message (ScopeFeed *feed, char *message)
{
  g_free (feed->message);
  feed->message = message;
}

void
scope_feed_notify (ScopeFeed *feed, const char *message, ...)
{
  char *text = NULL;
  va_list args;

  va_start (args, message);
  if (message)
    text = g_strdup_vprintf (message, args);
  va_end (args);
  g_mutex_lock (&feed->lock);
  if (!scope_feed_state_is_end (feed->facts.state))
    set_message (feed, g_steal_pointer (&text));
  g_mutex_unlock (&feed->lock);
  g_free (text);
}

void
scope_feed_finish (ScopeFeed *feed, ScopeFeedState state, const char *message, ...)
{
  char *text = NULL;
  va_list args;

  va_start (args, message);
  if (message)
    text = g_strdup_vprintf (message, args);
  va_end (args);
  g_mutex_lock (&feed->lock);
  if (!scope_feed_state_is_end (feed->facts.state))
    {
      feed->facts.state = state;
      if (!feed->facts.is_file)
        feed->facts.writer = SCOPE_FEED_WRITER_NONE;
      set_message (feed, g_steal_pointer (&text));
      g_cond_broadcast (&feed->changed);
    }
  g_mutex_unlock (&feed->lock);
  g_free (text);
}

void
scope_feed_set_there (ScopeFeed *feed, int fd, int in)
{
  gboolean is_file = in < 0;
  struct stat about;

  g_atomic_int_set (&feed->source->fd, fd);
  g_mutex_lock (&feed->lock);
  feed->facts.there = TRUE;
  feed->facts.is_file = is_file;
  feed->facts.is_connection = !is_file && fstat (in, &about) == 0 && S_ISSOCK (about.st_mode);
  feed->facts.opened = g_get_monotonic_time ();
  if (!is_file)
    feed->facts.writer = SCOPE_FEED_WRITER_YES;
  g_mutex_unlock (&feed->lock);
}

/* With the lock held. What came long ago is told less exactly, so that there are never many. */
static void
note_arrival (ScopeFeed *feed, guint64 bytes, gint64 now)
{
  ScopeFeedArrival arrival = { bytes, now };

  if (feed->arrivals->len > 0)
    {
      ScopeFeedArrival *last = &g_array_index (feed->arrivals, ScopeFeedArrival, feed->arrivals->len - 1);

      if (now - last->time < ARRIVAL_STEP)
        {
          last->bytes = bytes;
          return;
        }
    }
  if (feed->arrivals->len == MAX_ARRIVALS)
    {
      ScopeFeedArrival *all = (ScopeFeedArrival *)(gpointer)feed->arrivals->data;

      /* Of the older half every second goes; of two that become one the later time stays. */
      for (guint i = 0; i < MAX_ARRIVALS / 4; i++)
        all[i] = all[2 * i + 1];
      g_array_remove_range (feed->arrivals, MAX_ARRIVALS / 4, MAX_ARRIVALS / 4);
    }
  g_array_append_val (feed->arrivals, arrival);
}

void
scope_feed_grew (ScopeFeed *feed, guint64 bytes)
{
  gint64 now = g_get_monotonic_time ();

  g_mutex_lock (&feed->lock);
  note_arrival (feed, bytes, now);
  feed->facts.bytes = bytes;
  feed->facts.grew = now;
  if (!scope_feed_state_is_end (feed->facts.state))
    set_message (feed, NULL);
  __atomic_store_n (&feed->source->base.size, (gint64)bytes, __ATOMIC_RELEASE);
  g_cond_broadcast (&feed->changed);
  g_mutex_unlock (&feed->lock);
}

const ScopeFeedOptions *
scope_feed_get_options (ScopeFeed *feed)
{
  return &feed->options;
}

GCancellable *
scope_feed_get_stop (ScopeFeed *feed)
{
  return feed->stop;
}

gboolean
scope_feed_stopping (ScopeFeed *feed)
{
  return g_cancellable_is_cancelled (feed->stop);
}

gboolean
scope_feed_is_over (ScopeFeed *feed)
{
  g_autoptr (GMutexLocker) locker G_GNUC_UNUSED = g_mutex_locker_new (&feed->lock);

  return scope_feed_state_is_end (feed->facts.state) || scope_feed_stopping (feed);
}

gboolean
scope_feed_has_exited (ScopeFeed *feed)
{
  g_autoptr (GMutexLocker) locker G_GNUC_UNUSED = g_mutex_locker_new (&feed->lock);

  return feed->exited;
}

gboolean
scope_feed_too_late (ScopeFeed *feed, guint seconds)
{
  return seconds > 0 && g_get_monotonic_time () - feed->began >= (gint64)seconds * G_USEC_PER_SEC;
}

/* --- sleeping --- */

static gboolean
fd_ready (int fd, GIOCondition condition, gpointer data)
{
  return G_SOURCE_REMOVE;
}

static gboolean
time_over (gpointer data)
{
  return G_SOURCE_REMOVE;
}

void
scope_feed_sleep (ScopeFeed *feed, int fd, gint64 us)
{
  g_autoptr (GSource) timer = NULL, ready = NULL;

  if (us >= 0)
    {
      timer = g_timeout_source_new ((guint)((us + 999) / 1000));
      g_source_set_callback (timer, time_over, NULL, NULL);
      g_source_attach (timer, feed->context);
    }
  if (fd >= 0)
    {
      ready = g_unix_fd_source_new (fd, G_IO_IN | G_IO_HUP | G_IO_ERR);
      g_source_set_callback (ready, G_SOURCE_FUNC (fd_ready), NULL, NULL);
      g_source_attach (ready, feed->context);
    }
  g_main_context_iteration (feed->context, TRUE);
  if (timer)
    g_source_destroy (timer);
  if (ready)
    g_source_destroy (ready);
}

/* --- opening --- */

static void
clear_part (gpointer part)
{
  g_free (((ScopeFeedPart *) part)->path);
}

ScopeFeed *
scope_feed_open (const char *where, const ScopeFeedOptions *options, GError **error)
{
  ScopeFeed *feed = g_new0 (ScopeFeed, 1);
  gboolean fine;

  if (options)
    feed->options = *options;
  feed->save = g_strdup (feed->options.save);
  feed->part = feed->save ? g_strconcat (feed->save, ".part", NULL) : NULL;
  feed->streams = feed->save == NULL ? g_strdup (feed->options.streams) : NULL;
  feed->options.save = feed->options.streams = NULL; /* the caller's */
  feed->fd = feed->asked = -1;
  feed->began = g_get_monotonic_time ();
  g_mutex_init (&feed->lock);
  g_cond_init (&feed->changed);
  feed->arrivals = g_array_new (FALSE, FALSE, sizeof (ScopeFeedArrival));
  feed->parts = g_array_new (FALSE, FALSE, sizeof (ScopeFeedPart));
  g_array_set_clear_func (feed->parts, clear_part);
  feed->stop = g_cancellable_new ();
  feed->context = g_main_context_new ();
  fine = scope_feed_parse_where (feed, where, error) && scope_feed_check_save (feed, error);
  feed->source = feed_source_new (feed);
  if (!fine)
    {
      scope_feed_free (feed);
      return NULL;
    }
  scope_feed_remember_earlier_run (feed);
  feed->thread = g_thread_new ("feed", scope_feed_thread, feed);
  return feed;
}

void
scope_feed_free (ScopeFeed *feed)
{
  g_cancellable_cancel (feed->stop);
  g_main_context_wakeup (feed->context);
  if (feed->thread)
    g_thread_join (feed->thread);
  g_mutex_lock (&feed->source->lock);
  feed->source->feed = NULL;
  g_mutex_unlock (&feed->source->lock);
  scope_source_unref (&feed->source->base);
  if (feed->unlink)
    g_unlink (feed->unlink);
  if (feed->streams != NULL && feed->part != NULL && !feed->saved)
    g_unlink (feed->part);
  if (feed->fd >= 0)
    close (feed->fd);
  g_clear_object (&feed->socket);
  g_object_unref (feed->stop);
  g_main_context_unref (feed->context);
  g_array_unref (feed->arrivals);
  g_array_unref (feed->parts);
  g_mutex_clear (&feed->lock);
  g_cond_clear (&feed->changed);
  g_free (feed->message);
  g_free (feed->unlink);
  g_free (feed->name);
  g_free (feed->path);
  g_free (feed->save);
  g_free (feed->part);
  g_free (feed->streams);
  g_free (feed);
}

/* --- what others ask --- */

ScopeSource *
scope_feed_source (ScopeFeed *feed)
{
  return &feed->source->base;
}

char *
scope_feed_dup_path (ScopeFeed *feed)
{
  g_autoptr (GMutexLocker) locker G_GNUC_UNUSED = g_mutex_locker_new (&feed->lock);

  if (feed->facts.is_file && feed->path && !feed->facts.moved)
    return g_strdup (feed->path);
  return feed->saved ? g_strdup (feed->save) : NULL;
}

char *
scope_feed_dup_stream (ScopeFeed *feed)
{
  g_autoptr (GMutexLocker) locker G_GNUC_UNUSED = g_mutex_locker_new (&feed->lock);

  return feed->streams != NULL && feed->part != NULL ? g_strdup (feed->saved ? feed->save : feed->part) : NULL;
}

static void
wake_waiting (GCancellable *cancellable, gpointer data)
{
  ScopeFeed *feed = data;

  g_mutex_lock (&feed->lock);
  g_cond_broadcast (&feed->changed);
  g_mutex_unlock (&feed->lock);
}

ScopeFeedState
scope_feed_wait (ScopeFeed *feed, guint64 have, gint64 timeout, GCancellable *cancellable)
{
  gint64 until = timeout >= 0 ? g_get_monotonic_time () + timeout : 0;
  ScopeFeedState state = SCOPE_FEED_WAITING;
  gulong id = cancellable ? g_cancellable_connect (cancellable, G_CALLBACK (wake_waiting), feed, NULL) : 0;

  g_mutex_lock (&feed->lock);
  for (;;)
    {
      state = feed->facts.bytes > have ? SCOPE_FEED_GREW : feed->facts.state;
      if (state != SCOPE_FEED_WAITING || g_cancellable_is_cancelled (cancellable))
        break;
      if (timeout < 0)
        g_cond_wait (&feed->changed, &feed->lock);
      else if (!g_cond_wait_until (&feed->changed, &feed->lock, until))
        {
          state = feed->facts.bytes > have ? SCOPE_FEED_GREW : feed->facts.state;
          break;
        }
    }
  g_mutex_unlock (&feed->lock);
  if (id != 0)
    g_cancellable_disconnect (cancellable, id);
  return state;
}

void
scope_feed_facts (ScopeFeed *feed, ScopeFeedFacts *facts)
{
  g_mutex_lock (&feed->lock);
  *facts = feed->facts;
  g_mutex_unlock (&feed->lock);
}

gint64
scope_feed_arrival (ScopeFeed *feed, guint64 offset)
{
  g_autoptr (GMutexLocker) locker G_GNUC_UNUSED = g_mutex_locker_new (&feed->lock);
  guint n = (guint) SCOPE_BISECT (feed->arrivals->len, i, g_array_index (feed->arrivals, ScopeFeedArrival, i).bytes <= offset);

  return n < feed->arrivals->len ? g_array_index (feed->arrivals, ScopeFeedArrival, n).time : 0;
}

char *
scope_feed_dup_message (ScopeFeed *feed)
{
  g_autoptr (GMutexLocker) locker G_GNUC_UNUSED = g_mutex_locker_new (&feed->lock);

  return g_strdup (feed->message);
}

void
scope_feed_end (ScopeFeed *feed, ScopeFeedState state)
{
  g_return_if_fail (state == SCOPE_FEED_ENDED || state == SCOPE_FEED_STOPPED);
  scope_feed_finish (feed, state, NULL);
  g_main_context_wakeup (feed->context);
}

void
scope_feed_writer_exited (ScopeFeed *feed)
{
  g_mutex_lock (&feed->lock);
  feed->exited = TRUE;
  g_mutex_unlock (&feed->lock);
  g_main_context_wakeup (feed->context);
}

/* --- keeping it --- */

static gboolean
copy_file (ScopeFeed *feed, GCancellable *cancellable, GError **error)
{
  g_autoptr (GFile) file = g_file_new_for_path (feed->part);
  g_autoptr (GFileOutputStream) out = g_file_replace (file, NULL, FALSE, G_FILE_CREATE_NONE, cancellable, error);
  g_autofree guint8 *chunk = g_malloc (256 * 1024);
  guint64 at = 0;

  if (out == NULL)
    return FALSE;
  for (;;)
    {
      gssize got = scope_source_pread (&feed->source->base, chunk, 256 * 1024, at, error);

      if (got < 0)
        return FALSE;
      if (got == 0)
        return g_output_stream_close (G_OUTPUT_STREAM (out), cancellable, error);
      if (!g_output_stream_write_all (G_OUTPUT_STREAM (out), chunk, (gsize)got, NULL, cancellable, error))
        return FALSE;
      at += (guint64)got;
    }
}

gboolean
scope_feed_save (ScopeFeed *feed, GCancellable *cancellable, GError **error)
{
  ScopeFeedFacts facts;

  scope_feed_facts (feed, &facts);
  if (feed->save == NULL || feed->saved || !facts.there)
    return TRUE;
  if (facts.is_file && !copy_file (feed, cancellable, error))
    {
      g_unlink (feed->part);
      return FALSE;
    }
  if (g_rename (feed->part, feed->save) != 0)
    return scope_fail (error, g_io_error_from_errno (errno), "%s: cannot be saved: %s", feed->save, g_strerror (errno));
  g_mutex_lock (&feed->lock);
  feed->saved = TRUE;
  g_mutex_unlock (&feed->lock);
  return TRUE;
}
