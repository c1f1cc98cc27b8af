/* test-feed-streams.c: logs that come through a FIFO, a pipe, standard input or a socket.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "feed-world.h"

#include "io/source/scope-feed-private.h"

#include <fcntl.h>
#include <gio/gunixsocketaddress.h>
#include <glib/gstdio.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

/* --- streams --- */

static void
test_fifo (FeedWorld *world, gconstpointer data)
{
  g_autoptr (ScopeFeed) feed = NULL;
  g_autoptr (ScopeSource) source = NULL;
  ScopeFeedFacts facts;
  int fd;

  g_assert_cmpint (mkfifo (world->path, 0600), ==, 0);
  feed = feed_open (world->path, NULL);
  feed_assert_tells (feed, "nobody has written to");
  scope_feed_facts (feed, &facts);
  g_assert_false (facts.there);
  fd = g_open (world->path, O_WRONLY | O_CLOEXEC, 0);
  feed_put (fd, 0, 10);
  feed_assert_grows (feed, 10);
  feed_put (fd, 10, 3000000); /* nobody reads the source: the writer is not kept waiting */
  close (fd);
  feed_assert_grows (feed, 3000010);
  feed_assert_ends (feed, 3000010, SCOPE_FEED_ENDED, "closed by its writer");
  source = scope_source_ref (scope_feed_source (feed));
  scope_feed_facts (feed, &facts);
  g_assert_true (facts.there);
  g_assert_false (facts.is_file);
  g_assert_null (scope_feed_dup_path (feed));
  g_clear_pointer (&feed, scope_feed_free);
  feed_assert_bytes (source, 3000010); /* outlives the feed */
}

static void
test_pipe_saved (FeedWorld *world, gconstpointer data)
{
  ScopeFeedOptions options = { .save = world->second };
  g_autofree char *part = g_strconcat (world->second, ".part", NULL), *kept = NULL, *path = NULL, *where = NULL;
  g_autoptr (ScopeFeed) feed = NULL;
  int ends[2];
  gsize n;

  g_assert_cmpint (pipe2 (ends, O_CLOEXEC), ==, 0);
  where = g_strdup_printf ("fd:%d", ends[0]);
  feed = feed_open (where, &options);
  feed_put (ends[1], 0, 1234);
  feed_assert_grows (feed, 1234);
  g_assert_true (g_file_test (part, G_FILE_TEST_EXISTS));
  g_assert_false (g_file_test (world->second, G_FILE_TEST_EXISTS));
  /* Another holds it open; but the program that was started has ended. */
  scope_feed_writer_exited (feed);
  feed_assert_ends (feed, 1234, SCOPE_FEED_ENDED, "has ended");
  g_assert_true (scope_feed_save (feed, NULL, NULL));
  g_assert_false (g_file_test (part, G_FILE_TEST_EXISTS));
  g_assert_true (g_file_get_contents (world->second, &kept, &n, NULL));
  g_assert_cmpuint (n, ==, 1234);
  path = scope_feed_dup_path (feed);
  g_assert_cmpstr (path, ==, world->second);
  close (ends[1]);
}

/* No room: what came is kept, the program goes on. */
static void
test_no_room (FeedWorld *world, gconstpointer data)
{
  ScopeFeedOptions options = { .limit = 100000 };
  g_autoptr (ScopeFeed) feed = NULL;
  g_autofree char *where = NULL;
  ScopeFeedFacts facts;
  int ends[2];

  g_assert_cmpint (pipe2 (ends, O_CLOEXEC), ==, 0);
  where = g_strdup_printf ("fd:%d", ends[0]);
  feed = feed_open (where, &options);
  feed_put (ends[1], 0, 5000000);
  feed_assert_grows (feed, 100000);
  feed_assert_ends (feed, 100000, SCOPE_FEED_FAILED, "no room for more than the first 100000 bytes");
  feed_assert_bytes (scope_feed_source (feed), 100000);
  feed_put (ends[1], 0, 1000000); /* returns: it is still read */
  scope_feed_facts (feed, &facts);
  g_assert_cmpuint (facts.discarded, >, 4000000);
  close (ends[1]);
}

/* The disk is full: a file that may not grow further stands for it. */
static void
test_disk_full (FeedWorld *world, gconstpointer data)
{
  ScopeFeedOptions options = { .save = world->second };
  struct rlimit was, less;
  g_autoptr (ScopeFeed) feed = NULL;
  g_autofree char *where = NULL;
  int ends[2];

  signal (SIGXFSZ, SIG_IGN);
  g_assert_cmpint (getrlimit (RLIMIT_FSIZE, &was), ==, 0);
  less = was;
  less.rlim_cur = 50000;
  g_assert_cmpint (pipe2 (ends, O_CLOEXEC), ==, 0);
  where = g_strdup_printf ("fd:%d", ends[0]);
  g_assert_cmpint (setrlimit (RLIMIT_FSIZE, &less), ==, 0);
  feed = feed_open (where, &options);
  feed_put (ends[1], 0, 400000);
  feed_assert_grows (feed, 50000);
  feed_assert_ends (feed, 50000, SCOPE_FEED_FAILED, "no room");
  g_assert_cmpint (setrlimit (RLIMIT_FSIZE, &was), ==, 0);
  close (ends[1]);
}

/* Memory of the feed and of all else here does not grow with what it copies while nobody reads. */
static void
test_slow_reader (FeedWorld *world, gconstpointer data)
{
  g_autoptr (ScopeFeed) feed = NULL;
  g_autofree char *where = NULL;
  struct rusage before, after;
  int ends[2];

  g_assert_cmpint (pipe2 (ends, O_CLOEXEC), ==, 0);
  where = g_strdup_printf ("fd:%d", ends[0]);
  feed = feed_open (where, NULL);
  feed_put (ends[1], 0, 1 << 20);
  feed_assert_grows (feed, 1 << 20);
  getrusage (RUSAGE_SELF, &before);
  for (guint64 i = 1; i < 64; i++)
    feed_put (ends[1], i << 20, 1 << 20);
  feed_assert_grows (feed, 64 << 20);
  getrusage (RUSAGE_SELF, &after);
  g_assert_cmpint (after.ru_maxrss - before.ru_maxrss, <, 16 * 1024);
  close (ends[1]);
  feed_assert_ends (feed, 64 << 20, SCOPE_FEED_ENDED, NULL);
}

static void
test_stdin (FeedWorld *world, gconstpointer data)
{
  int was = dup (STDIN_FILENO), ends[2];
  g_autoptr (ScopeFeed) feed = NULL;

  g_assert_cmpint (pipe (ends), ==, 0);
  dup2 (ends[0], STDIN_FILENO);
  feed = feed_open ("-", NULL);
  g_assert_cmpstr (feed->name, ==, "standard input");
  feed_put (ends[1], 0, 100);
  close (ends[1]);
  feed_assert_grows (feed, 100);
  feed_assert_ends (feed, 100, SCOPE_FEED_ENDED, NULL);
  close (ends[0]);
  dup2 (was, STDIN_FILENO);
  close (was);
}

/* --- sockets --- */

static int
make_socket (GSocketAddress *address, gboolean listening)
{
  int fd = socket (g_socket_address_get_family (address), SOCK_STREAM | SOCK_CLOEXEC, 0);
  gsize n = (gsize)g_socket_address_get_native_size (address);
  g_autofree gpointer native = g_malloc (n);

  g_assert_true (g_socket_address_to_native (address, native, n, NULL));
  if (listening)
    g_assert_cmpint (bind (fd, native, (socklen_t)n) | listen (fd, 1), ==, 0);
  else
    g_assert_cmpint (connect (fd, native, (socklen_t)n), ==, 0);
  return fd;
}

/* The program listens, later than the feed looks: "unix:", and the plain path of the socket. */
static void
test_unix (FeedWorld *world, gconstpointer data)
{
  g_autofree char *where = g_strconcat ("unix:", world->path, NULL);
  g_autoptr (GSocketAddress) address = g_unix_socket_address_new (world->path);
  g_autoptr (ScopeFeed) feed = feed_open (where, NULL), other = NULL;
  int listening, fd;

  feed_assert_tells (feed, "nobody listens on");
  listening = make_socket (address, TRUE);
  fd = accept (listening, NULL, NULL);
  feed_put (fd, 0, 200000);
  feed_assert_grows (feed, 200000);
  other = feed_open (world->path, NULL);
  close (fd);
  feed_assert_ends (feed, 200000, SCOPE_FEED_ENDED, "closed by its writer");
  feed_assert_bytes (scope_feed_source (feed), 200000);
  fd = accept (listening, NULL, NULL);
  feed_put (fd, 0, 100);
  feed_assert_grows (other, 100);
  close (fd);
  close (listening);
}

/* The program connects. */
static void
test_unix_listen (FeedWorld *world, gconstpointer data)
{
  g_autofree char *where = g_strconcat ("unix-listen:", world->path, NULL);
  g_autoptr (GSocketAddress) address = g_unix_socket_address_new (world->path);
  g_autoptr (GError) error = NULL;
  ScopeFeed *feed = feed_open (where, NULL);
  struct stat st;
  int fd;

  g_assert_cmpint (g_stat (world->path, &st), ==, 0);
  g_assert_cmpuint (st.st_mode & 0777, ==, 0600);
  g_assert_null (scope_feed_open (where, NULL, &error)); /* somebody listens there */
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_ADDRESS_IN_USE);
  feed_assert_tells (feed, "nobody has connected"); /* who looked has not taken the program's place */
  fd = make_socket (address, FALSE);
  feed_put (fd, 0, 100);
  feed_assert_grows (feed, 100);
  close (fd);
  scope_feed_free (feed);
  g_assert_cmpint (g_stat (world->path, &st), !=, 0);

  close (make_socket (address, TRUE)); /* left by one who was killed */
  feed = feed_open (where, NULL);
  feed_assert_tells (feed, "nobody has connected");
  fd = make_socket (address, FALSE);
  feed_put (fd, 0, 5000);
  feed_assert_grows (feed, 5000);
  g_assert_cmpint (g_stat (world->path, &st), !=, 0); /* no second one is led astray */
  close (fd);
  feed_assert_ends (feed, 5000, SCOPE_FEED_ENDED, NULL);
  scope_feed_free (feed);
}

static void
test_unix_listen_alone (FeedWorld *world, gconstpointer data)
{
  g_autofree char *where = g_strconcat ("unix-listen:", world->path, NULL);
  g_autoptr (ScopeFeed) feed = feed_open (where, NULL);

  scope_feed_writer_exited (feed);
  feed_assert_ends (feed, 0, SCOPE_FEED_FAILED, "has not connected");
}

static GSocketAddress *
address_of (ScopeFeed *feed)
{
  const char *port = strrchr (feed->name, ':') + 1;

  return g_inet_socket_address_new_from_string ("127.0.0.1", (guint)g_ascii_strtoull (port, NULL, 10));
}

static void
test_tcp (FeedWorld *world, gconstpointer data)
{
  g_autoptr (ScopeFeed) feed = feed_open ("tcp-listen://:0", NULL), refused = NULL, lost = NULL;
  g_autoptr (GSocketAddress) address = address_of (feed);
  g_autofree char *where = g_strdup_printf ("tcp://%s", strstr (feed->name, "127"));
  ScopeFeedOptions options = { .wait_seconds = 1 };
  struct linger at_once = { 1, 0 };
  int fd = make_socket (address, FALSE), listening;

  feed_put (fd, 0, 70000);
  feed_assert_grows (feed, 70000);
  close (fd);
  feed_assert_ends (feed, 70000, SCOPE_FEED_ENDED, NULL);
  feed_assert_bytes (scope_feed_source (feed), 70000);

  refused = feed_open (where, &options);
  feed_assert_ends (refused, 0, SCOPE_FEED_FAILED, "cannot be connected to");

  listening = make_socket (address, TRUE);
  lost = feed_open (where, NULL);
  fd = accept (listening, NULL, NULL);
  feed_put (fd, 0, 600);
  feed_assert_grows (lost, 600);
  setsockopt (fd, SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
  close (fd);
  feed_assert_ends (lost, 600, SCOPE_FEED_FAILED, "was lost");
  feed_assert_bytes (scope_feed_source (lost), 600);
  close (listening);
}

int
main (int argc, char **argv)
{
  feed_init (&argc, &argv);
  FEED_ADD (fifo);
  FEED_ADD (pipe_saved);
  FEED_ADD (no_room);
  FEED_ADD (disk_full);
  FEED_ADD (slow_reader);
  FEED_ADD (stdin);
  FEED_ADD (unix);
  FEED_ADD (unix_listen);
  FEED_ADD (unix_listen_alone);
  FEED_ADD (tcp);

  return g_test_run ();
}
