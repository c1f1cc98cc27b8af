/* test-feed.c: a log that is still being written, as a file: every way in which it may grow, and every way in which it may end; and
 * what holds of all feeds.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "feed-world.h"

#include <fcntl.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

/* --- files --- */

static void
test_grows (FeedWorld *world, gconstpointer data)
{
  int fd = feed_create (world->path);
  g_autoptr (ScopeFeed) feed = feed_open (world->path, NULL);
  g_autoptr (ScopeSource) source = scope_source_ref (scope_feed_source (feed));
  g_autofree char *path = NULL;
  ScopeFeedFacts facts;
  gint64 first, last;

  feed_assert_tells (feed, "is empty yet");
  feed_put (fd, 0, 100);
  feed_assert_grows (feed, 100);
  feed_assert_bytes (source, 100);
  g_usleep (10000); /* so that they come at two times that can be told from each other */
  for (guint64 n = 100; n < 500000; n += 4999)
    feed_put (fd, n, 4999);
  feed_assert_grows (feed, 100 + 4999 * 100);
  feed_assert_bytes (source, 100 + 4999 * 100);
  scope_feed_facts (feed, &facts);
  g_assert_true (facts.there);
  g_assert_true (facts.is_file);
  g_assert_true (facts.monitored);
  g_assert_cmpuint (facts.bytes, ==, 100 + 4999 * 100);
  first = scope_feed_arrival (feed, 99);
  last = scope_feed_arrival (feed, facts.bytes - 1);
  g_assert_cmpint (first, >, 0);
  g_assert_cmpint (last, >, first);
  g_assert_cmpint (last, <=, g_get_monotonic_time ());
  g_assert_cmpint (scope_feed_arrival (feed, facts.bytes), ==, 0);
  path = scope_feed_dup_path (feed);
  g_assert_cmpstr (path, ==, world->path);
  close (fd);
  /* the decoder has seen the end mark */
  scope_feed_end (feed, SCOPE_FEED_ENDED);
  feed_assert_ends (feed, facts.bytes, SCOPE_FEED_ENDED, NULL);
  g_assert_cmpint (scope_feed_wait (feed, 17, 0, NULL), ==, SCOPE_FEED_GREW); /* bytes first */
}

static void
test_appears (FeedWorld *world, gconstpointer data)
{
  g_autoptr (ScopeFeed) feed = feed_open (world->path, NULL);
  int fd;

  g_assert_cmpint (scope_source_size (scope_feed_source (feed)), ==, 0);
  feed_assert_tells (feed, "is not there yet");
  fd = feed_create (world->path);
  feed_put (fd, 0, 5000);
  feed_assert_grows (feed, 5000);
  feed_assert_bytes (scope_feed_source (feed), 5000);
  close (fd);
  scope_feed_writer_exited (feed);
  feed_assert_ends (feed, 5000, SCOPE_FEED_GONE, "has ended");
}

static void
test_never_appears (FeedWorld *world, gconstpointer data)
{
  ScopeFeedOptions options = { .wait_seconds = 1 };
  g_autoptr (ScopeFeed) feed = feed_open (world->path, &options);
  g_autoptr (ScopeFeed) other = feed_open (world->second, NULL);

  scope_feed_writer_exited (other);
  feed_assert_ends (other, 0, SCOPE_FEED_FAILED, "has not written");
  feed_assert_ends (feed, 0, SCOPE_FEED_FAILED, "has not appeared in 1 s");
}

static void
test_gone (FeedWorld *world, gconstpointer data)
{
  ScopeFeedOptions patient = { .patient = TRUE };
  int fd = feed_create (world->path);
  g_autoptr (ScopeFeed) feed = feed_open (world->path, NULL), other = feed_open (world->path, &patient);
  ScopeFeedFacts facts;

  feed_put (fd, 0, 3000);
  feed_assert_grows (feed, 3000);
  /* The writer lives: it may say nothing for as long as it likes. */
  g_assert_cmpint (scope_feed_wait (feed, 3000, 3500000, NULL), ==, SCOPE_FEED_WAITING);
  scope_feed_facts (feed, &facts);
  if (facts.writer == SCOPE_FEED_WRITER_UNKNOWN)
    {
      g_test_skip ("the file system does not tell who writes a file");
      close (fd);
      return;
    }
  g_assert_cmpint (facts.writer, ==, SCOPE_FEED_WRITER_YES);
  close (fd);
  feed_assert_ends (feed, 3000, SCOPE_FEED_GONE, "nobody writes");
  g_assert_cmpint (scope_feed_wait (other, 3000, 0, NULL), ==, SCOPE_FEED_WAITING);
}

static void
test_truncated (FeedWorld *world, gconstpointer data)
{
  int fd = feed_create (world->path);
  g_autoptr (ScopeFeed) feed = feed_open (world->path, NULL);

  feed_put (fd, 0, 9000);
  feed_assert_grows (feed, 9000);
  g_assert_cmpint (ftruncate (fd, 4000), ==, 0);
  feed_assert_ends (feed, 9000, SCOPE_FEED_TRUNCATED, "was cut short after 9000 bytes");
  g_assert_cmpint (scope_source_size (scope_feed_source (feed)), ==, 4000);
  close (fd);
}

/* As a second run of the program does, and as longer than the first as it likes. */
static void
test_written_anew (FeedWorld *world, gconstpointer data)
{
  int fd = feed_create (world->path);
  g_autoptr (ScopeFeed) feed = NULL;
  g_autofree char *text = g_strnfill (20000, 'x');

  feed_put (fd, 0, 9000);
  feed = feed_open (world->path, NULL);
  feed_assert_grows (feed, 9000);
  g_assert_cmpint (pwrite (fd, text, 20000, 0), ==, 20000); /* never shorter for a moment */
  feed_assert_ends (feed, 9000, SCOPE_FEED_TRUNCATED, "anew from its start");
  g_assert_cmpint (scope_source_size (scope_feed_source (feed)), ==, 0);
  close (fd);
}

static void
test_replaced (FeedWorld *world, gconstpointer data)
{
  int fd = feed_create (world->path), other;
  g_autoptr (ScopeFeed) feed = feed_open (world->path, NULL);

  feed_put (fd, 0, 2000);
  feed_assert_grows (feed, 2000);
  /* Log rotation: the program still writes the file that it has open. */
  g_assert_cmpint (g_rename (world->path, world->second), ==, 0);
  other = feed_create (world->path);
  feed_put (other, 77, 100000);
  feed_put (fd, 2000, 1000);
  feed_assert_grows (feed, 3000);
  feed_assert_tells (feed, "another file has taken the name");
  feed_put (fd, 3000, 500);
  feed_assert_grows (feed, 3500);
  close (fd);
  feed_assert_ends (feed, 3500, SCOPE_FEED_REPLACED, "another file has taken the name");
  feed_assert_bytes (scope_feed_source (feed), 3500); /* never a byte of the other one */
  close (other);
}

static void
test_deleted (FeedWorld *world, gconstpointer data)
{
  g_autofree char *save = g_build_filename (world->folder, "kept", NULL);
  ScopeFeedOptions options = { .save = save };
  int fd = feed_create (world->path);
  g_autoptr (ScopeFeed) feed = feed_open (world->path, &options);
  g_autofree char *path = NULL, *kept = NULL;
  gsize n = 0;

  feed_put (fd, 0, 2000);
  feed_assert_grows (feed, 2000);
  g_unlink (world->path);
  feed_put (fd, 2000, 10);
  feed_assert_tells (feed, "its program still writes it");
  feed_put (fd, 2010, 90);
  feed_assert_grows (feed, 2100);
  close (fd);
  feed_assert_ends (feed, 2100, SCOPE_FEED_DELETED, "was deleted or renamed");
  g_assert_null (scope_feed_dup_path (feed));
  feed_assert_bytes (scope_feed_source (feed), 2100);
  /* The user wanted to keep it. */
  g_assert_true (scope_feed_save (feed, NULL, NULL));
  path = scope_feed_dup_path (feed);
  g_assert_cmpstr (path, ==, save);
  g_assert_true (g_file_get_contents (save, &kept, &n, NULL));
  g_assert_cmpuint (n, ==, 2100);
  g_assert_cmpuint ((guint8)kept[2099], ==, feed_byte_at (2099));
}

/* What an earlier run has left is not this run's. */
static void
test_fresh (FeedWorld *world, gconstpointer data)
{
  ScopeFeedOptions options = { .fresh = TRUE };
  int fd = feed_create (world->path);
  g_autoptr (ScopeFeed) feed = NULL, other = NULL;

  feed_put (fd, 50000, 7000);
  close (fd);
  g_usleep (20000); /* times of files are told to a few ms */
  feed = feed_open (world->path, &options);
  feed_assert_tells (feed, "is still that of an earlier run");
  g_assert_cmpint (scope_feed_wait (feed, 0, 1500000, NULL), ==, SCOPE_FEED_WAITING);
  fd = feed_create (world->path); /* the same file, cut to nothing and written again, as C's fopen does */
  feed_put (fd, 0, 300);
  feed_assert_grows (feed, 300);
  feed_assert_bytes (scope_feed_source (feed), 300);
  close (fd);
  g_usleep (20000);
  other = feed_open (world->path, &options);
  scope_feed_writer_exited (other);
  feed_assert_ends (other, 0, SCOPE_FEED_FAILED, "has not written");
}

/* An empty file is no log yet: the one that takes its name may be it. */
static void
test_empty_replaced (FeedWorld *world, gconstpointer data)
{
  int fd = feed_create (world->path);
  g_autoptr (ScopeFeed) feed = feed_open (world->path, NULL);

  feed_assert_tells (feed, "is empty yet");
  close (fd);
  fd = feed_create (world->second);
  feed_put (fd, 0, 400);
  g_assert_cmpint (g_rename (world->second, world->path), ==, 0);
  feed_assert_grows (feed, 400);
  feed_assert_bytes (scope_feed_source (feed), 400);
  close (fd);
}

static void
test_read_error (FeedWorld *world, gconstpointer data)
{
  int fd = feed_create (world->path), copy;
  g_autofree char *where = NULL;
  g_autoptr (ScopeFeed) feed = NULL;
  g_autoptr (GError) error = NULL;
  guint8 byte;

  feed_put (fd, 0, 100);
  copy = fcntl (fd, F_DUPFD_CLOEXEC, 3); /* open for writing alone: reading it fails, as a broken disk does */
  where = g_strdup_printf ("fd:%d", copy);
  feed = feed_open (where, NULL);
  feed_assert_grows (feed, 100);
  g_assert_cmpint (scope_source_pread (scope_feed_source (feed), &byte, 1, 0, &error), ==, -1);
  g_assert_nonnull (error);
  feed_assert_ends (feed, 100, SCOPE_FEED_FAILED, "cannot be read");
  close (fd);
}

/* --- in general --- */

static void
assert_refused (const char *where, const ScopeFeedOptions *options, const char *message)
{
  g_autoptr (GError) error = NULL;

  g_assert_null (scope_feed_open (where, options, &error));
  g_assert_nonnull (error);
  if (strstr (error->message, message) == NULL)
    g_error ("%s: “%s” does not say “%s”", where, error->message, message);
}

static void
test_refused (FeedWorld *world, gconstpointer data)
{
  g_autofree char *nowhere = g_build_filename (world->folder, "no", "such", "file", NULL);
  g_autofree char *bad = g_strdup_printf ("unix-listen:%s", nowhere);
  g_autofree char *long_path = g_strnfill (200, 'x'), *long_socket = g_strconcat ("unix-listen:", long_path, NULL);
  ScopeFeedOptions itself = { .save = world->path }, folder = { .save = world->folder }, no_folder = { .save = nowhere };

  assert_refused (world->folder, NULL, "is a folder");
  assert_refused ("fd:999", NULL, "not an open descriptor");
  assert_refused ("fd:x", NULL, "fd:NUMBER");
  assert_refused ("unix:", NULL, "names nothing");
  assert_refused (bad, NULL, "No such file");
  assert_refused (long_socket, NULL, "107 bytes");
  assert_refused ("tcp://", NULL, "tcp://HOST:PORT");
  assert_refused ("tcp://host", NULL, "tcp://HOST:PORT");
  assert_refused ("tcp-listen://some.name:80", NULL, "in numbers");
  assert_refused ("tcp-listen://127.0.0.1:99999", NULL, "in numbers");
  assert_refused (world->path, &itself, "is the log itself");
  assert_refused (world->path, &folder, "is a folder");
  assert_refused (world->path, &no_folder, "nothing can be saved there");
  g_assert_true (scope_feed_is_address ("unix:a"));
  g_assert_true (scope_feed_is_address ("-"));
  g_assert_false (scope_feed_is_address ("prog.eventlog"));
}

static gpointer
cancel_soon (gpointer data)
{
  g_usleep (50000);
  g_cancellable_cancel (data);
  return NULL;
}

static void
test_waiting (FeedWorld *world, gconstpointer data)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (ScopeFeed) feed = feed_open (world->path, NULL);
  gint64 began = g_get_monotonic_time ();
  GThread *thread;

  g_assert_cmpint (scope_feed_wait (feed, 0, 30000, NULL), ==, SCOPE_FEED_WAITING);
  g_assert_cmpint (g_get_monotonic_time () - began, >=, 30000);
  thread = g_thread_new ("cancel", cancel_soon, cancellable);
  g_assert_cmpint (scope_feed_wait (feed, 0, -1, cancellable), ==, SCOPE_FEED_WAITING);
  g_thread_join (thread);
  g_assert_cmpint (scope_feed_wait (feed, 0, -1, cancellable), ==, SCOPE_FEED_WAITING);
  scope_feed_end (feed, SCOPE_FEED_STOPPED);
  feed_assert_ends (feed, 0, SCOPE_FEED_STOPPED, NULL);
}

/* Nothing happens: the feed's thread hardly wakes. */
static void
test_rests (FeedWorld *world, gconstpointer data)
{
  int fd = feed_create (world->path);
  g_autoptr (ScopeFeed) feed = feed_open (world->path, NULL);
  struct rusage before, after;

  feed_put (fd, 0, 100);
  feed_assert_grows (feed, 100);
  getrusage (RUSAGE_SELF, &before);
  g_assert_cmpint (scope_feed_wait (feed, 100, 2 * G_USEC_PER_SEC, NULL), ==, SCOPE_FEED_WAITING);
  getrusage (RUSAGE_SELF, &after);
  g_assert_cmpint (after.ru_nvcsw - before.ru_nvcsw, <, 30);
  close (fd);
}

int
main (int argc, char **argv)
{
  feed_init (&argc, &argv);
  FEED_ADD (grows);
  FEED_ADD (appears);
  FEED_ADD (never_appears);
  FEED_ADD (gone);
  FEED_ADD (truncated);
  FEED_ADD (written_anew);
  FEED_ADD (replaced);
  FEED_ADD (deleted);
  FEED_ADD (fresh);
  FEED_ADD (empty_replaced);
  FEED_ADD (read_error);
  FEED_ADD (refused);
  FEED_ADD (waiting);
  FEED_ADD (rests);

  return g_test_run ();
}
