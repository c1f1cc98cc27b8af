/* feed-world.h: what the tests of feeds share: a folder for a log, bytes that say where they stand, and what is waited for.
 *
 * Nothing here waits for a time but the feed itself: it is told what to wait for.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "io/source/scope-feed.h"

#include <fcntl.h>
#include <glib/gstdio.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

#define FEED_LONG (20 * G_USEC_PER_SEC) /* longer than anything takes */

typedef struct
{
  char *folder, *path, *second;
} FeedWorld;

static inline void
feed_set_up (FeedWorld *world, gconstpointer data)
{
  world->folder = g_dir_make_tmp ("feed-XXXXXX", NULL);
  world->path = g_build_filename (world->folder, "prog.eventlog", NULL);
  world->second = g_build_filename (world->folder, "second", NULL);
}

static inline void
feed_tear_down (FeedWorld *world, gconstpointer data)
{
  g_autoptr (GDir) dir = g_dir_open (world->folder, 0, NULL);

  for (const char *name; (name = g_dir_read_name (dir)) != NULL;)
    {
      g_autofree char *path = g_build_filename (world->folder, name, NULL);
      g_unlink (path);
    }
  g_assert_cmpint (g_rmdir (world->folder), ==, 0);
  g_free (world->folder);
  g_free (world->path);
  g_free (world->second);
}

/* --- writing and comparing --- */

/* Byte number i of every log here. */
static inline guint8
feed_byte_at (guint64 i)
{
  return (guint8)((i * 2654435761u) >> 13);
}

static inline void
feed_put (int fd, guint64 from, gsize n)
{
  guint8 bytes[16384];

  while (n > 0)
    {
      gsize take = MIN (n, sizeof bytes);
      gssize wrote;

      for (gsize i = 0; i < take; i++)
        bytes[i] = feed_byte_at (from + i);
      wrote = write (fd, bytes, take);
      g_assert_cmpint (wrote, >, 0);
      from += (guint64)wrote;
      n -= (gsize)wrote;
    }
}

static inline int
feed_create (const char *path)
{
  int fd = g_open (path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);

  g_assert_cmpint (fd, >=, 0);
  return fd;
}

static inline ScopeFeed *
feed_open (const char *where, const ScopeFeedOptions *options)
{
  g_autoptr (GError) error = NULL;
  ScopeFeed *feed = scope_feed_open (where, options, &error);

  g_assert_no_error (error);
  return feed;
}

/* Waits until n bytes are there. */
static inline void
feed_assert_grows (ScopeFeed *feed, guint64 n)
{
  g_assert_cmpint (scope_feed_wait (feed, n - 1, FEED_LONG, NULL), ==, SCOPE_FEED_GREW);
}

static inline void
feed_assert_bytes (ScopeSource *source, guint64 n)
{
  g_autofree guint8 *bytes = g_malloc (n + 1);

  g_assert_cmpint (scope_source_size (source), ==, (gint64)n);
  g_assert_cmpint (scope_source_pread (source, bytes, n + 1, 0, NULL), ==, (gint64)n);
  for (guint64 i = 0; i < n; i++)
    g_assert_cmpuint (bytes[i], ==, feed_byte_at (i));
  g_assert_cmpint (scope_source_pread (source, bytes, 1, n, NULL), ==, 0);
}

static inline void
feed_assert_ends (ScopeFeed *feed, guint64 have, ScopeFeedState state, const char *message)
{
  g_autofree char *text = NULL;
  ScopeFeedFacts facts;

  g_assert_cmpint (scope_feed_wait (feed, have, FEED_LONG, NULL), ==, state);
  text = scope_feed_dup_message (feed);
  if (message)
    g_assert_nonnull (text);
  if (message && strstr (text, message) == NULL)
    g_error ("“%s” does not say “%s”", text, message);
  scope_feed_facts (feed, &facts);
  g_assert_cmpint (facts.state, ==, state);
  /* It stays so. */
  g_assert_cmpint (scope_feed_wait (feed, have, 0, NULL), ==, state);
}

/* Waits until it says why it waits. */
static inline void
feed_assert_tells (ScopeFeed *feed, const char *message)
{
  gint64 until = g_get_monotonic_time () + FEED_LONG;

  for (;;)
    {
      g_autofree char *text = scope_feed_dup_message (feed);

      if (text && strstr (text, message))
        return;
      g_assert_cmpint (g_get_monotonic_time (), <, until);
      g_assert_cmpint (scope_feed_wait (feed, G_MAXUINT64, 10000, NULL), ==, SCOPE_FEED_WAITING);
    }
}

#define FEED_ADD(name) g_test_add ("/feed/" #name, FeedWorld, NULL, feed_set_up, test_##name, feed_tear_down)

static inline void
feed_init (int *argc, char ***argv)
{
  g_test_init (argc, argv, NULL);
  signal (SIGPIPE, SIG_IGN);
}
