/* scope-feed-private.h: what the files of the feed share. For the files of io/source only.
 *
 *   scope-feed.c          what others call; the growing source; sleeping
 *   scope-feed-where.c    what is to be followed, as it is written
 *   scope-feed-path.c     the feed's thread; waiting until something bears the name
 *   scope-feed-file.c     a file that grows
 *   scope-feed-set.c      a wrap set: files one behind the other, copied into a file
 *   scope-feed-stream.c   a stream, or what is brought, copied into a file
 *   scope-feed-socket.c   addresses, connecting and listening, asking who writes
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "io/source/scope-feed-brought.h"
#include "io/source/scope-source-private.h"

G_BEGIN_DECLS

/* The bytes that are there so far. Outlives the feed, which may not be told of a read error then any more. */
typedef struct
{
  ScopeSource base;
  int fd;          /* atomic; of the file or the copy; -1: not there yet. Owned */
  GMutex lock;     /* of `feed` */
  ScopeFeed *feed; /* NULL when it is gone */
} ScopeFeedSource;

typedef enum
{
  SCOPE_FEED_PATH,   /* a file, FIFO, … of which the type is not known yet */
  SCOPE_FEED_FD,     /* an open descriptor */
  SCOPE_FEED_UNIX,   /* a socket to connect to */
  SCOPE_FEED_TCP,
  SCOPE_FEED_LISTEN, /* a socket that listens */
  SCOPE_FEED_BROUGHT, /* options.bring does it */
} ScopeFeedKind;

struct _ScopeFeed
{
  ScopeFeedKind kind;
  char *name;          /* for people: a file's name, "standard input", "tcp://127.0.0.1:4242" */
  char *path;          /* of the file or Unix socket, or NULL */
  char *save, *part;   /* where the copy is kept, and its name while it grows; or NULL. With the lock, once the thread runs */
  char *streams;       /* the folder where a stream's copy gets them; or NULL */
  ScopeFeedOptions options;
  gint64 began;        /* monotonic µs */
  ScopeFeedSource *source;
  GThread *thread;
  GCancellable *stop;  /* it is being freed */

  /* Of the thread alone, once it runs. */
  GMainContext *context;
  int fd;                /* KIND_FD: what was given; -1 when it was taken */
  GSocket *socket;       /* that listens */
  gpointer copy;         /* KIND_BROUGHT: scope-feed-stream.c's */
  char *unlink;          /* the Unix socket that was made */
  gint64 was_inode, was_device, was_size, was_changed; /* the earlier run's file; was_inode -1: none */

  GMutex lock; /* of what follows */
  GCond changed;
  ScopeFeedFacts facts;
  char *message;
  gboolean exited;       /* scope_feed_writer_exited() */
  int asked;             /* the connection, while it stands; else -1 */
  gboolean saved;
  GArray *arrivals;      /* of ScopeFeedArrival, ascending */
  GArray *parts;         /* of ScopeFeedPart: files of a wrap set that were read to their end */
};

typedef struct
{
  guint64 bytes; /* so many were there */
  gint64 time;   /* since then */
} ScopeFeedArrival;

typedef struct
{
  char *path;
  gint64 inode, device, size;
} ScopeFeedPart;

gboolean scope_feed_stopping (ScopeFeed *feed);
/* What others have said and the thread has seen. */
gboolean scope_feed_has_exited (ScopeFeed *feed);
/* From now on the bytes are read from fd (taken): a file, if `in` is -1, else the copy of what comes out of `in`. */
void scope_feed_set_there (ScopeFeed *feed, int fd, int in);
void scope_feed_grew (ScopeFeed *feed, guint64 bytes);
/* TRUE if the time to wait for something to appear is over. */
gboolean scope_feed_too_late (ScopeFeed *feed, guint seconds);

/* Reads `where` into the feed: kind, name, path, fd or socket. FALSE with error. */
gboolean scope_feed_parse_where (ScopeFeed *feed, const char *where, GError **error);
/* What is to be saved can be: the folder takes a file, and it is not the log itself. FALSE with error. */
gboolean scope_feed_check_save (ScopeFeed *feed, GError **error);
/* What bears the name now, if that is an earlier run's. */
void scope_feed_remember_earlier_run (ScopeFeed *feed);
gpointer scope_feed_thread (gpointer feed);

/* Until it has ended. `fd` is taken. */
void scope_feed_follow_file (ScopeFeed *feed, int fd);
/* Nobody writes the file: FALSE if its program did not go on in another one; else follows the set until it has ended. `fd`: the source's. */
gboolean scope_feed_follow_set (ScopeFeed *feed, int fd);
/* Until it is freed: what comes after the end is thrown away, so that the program goes on. */
void scope_feed_follow_stream (ScopeFeed *feed, int fd);
/* Until it has ended. */
void scope_feed_follow_brought (ScopeFeed *feed);

/* Waits until the connection stands; its descriptor, or -1 when it has ended. */
int scope_feed_connect (ScopeFeed *feed);
/* Begins to listen on what `where` says, for scope_feed_connect(). */
gboolean scope_feed_listen_unix (ScopeFeed *feed, const char *path, GError **error);
gboolean scope_feed_listen_tcp (ScopeFeed *feed, const char *host_and_port, GError **error);

/* Whether anybody has the regular file open for writing. */
ScopeFeedWriter scope_feed_find_writer (int fd);

G_END_DECLS
