/* scope-feed.h: a log that is still being written: its bytes as they come, and what becomes of it.
 *
 *                  ┌─ a file that grows ──────────────────────────────┐
 *   scope_feed_ ───┤                                                  ├──► scope_feed_source(): any place of
 *   open()         └─ FIFO, pipe, socket ──► copied into a file ──────┘     what is there so far, any thread
 *                          │
 *                          └──► scope_feed_wait(): is there more? has it ended, and how?
 *
 * A file is read where it lies; when Erlang goes on in the next file of a wrap set, so does the feed: all of them are one log. What cannot be sought in is copied, as it comes, into an unnamed file or into one that
 * the user names; so a reader that is slower than the writer never makes memory grow, nor keeps the program waiting. A
 * thread of the feed's own does that, and looks after the file: by a file monitor, and once a second in case the
 * monitor sees nothing (network and user file systems; there ten times a second while it grows). It knows no format:
 * whoever decodes tells it with scope_feed_end() that the log's own end mark has come.
 *
 * All functions may be called on any thread, but for scope_feed_free(), after which nobody may use the feed; the source
 * lives on.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "io/source/scope-source.h"

G_BEGIN_DECLS

typedef struct _ScopeFeed ScopeFeed;

/* Brings the bytes of `where` from where this room cannot reach, on the feed's thread, until it has ended: scope-feed-brought.h. */
typedef void (*ScopeFeedBring) (ScopeFeed *feed, const char *where);

typedef enum
{
  SCOPE_FEED_WAITING,   /* nothing new; more may come */
  SCOPE_FEED_GREW,      /* there are more bytes than those that the caller has (never so in the facts) */
  /* From here on there will be no more bytes: it stays so. */
  SCOPE_FEED_ENDED,     /* an orderly end: the stream was closed by its writer, or scope_feed_end() said so */
  SCOPE_FEED_GONE,      /* a file that nobody has open for writing any more; no end was told */
  SCOPE_FEED_TRUNCATED, /* the file was cut, or written anew from its start: what follows is another log */
  SCOPE_FEED_REPLACED,  /* another file bears the name (log rotation), and nobody writes the one that was followed */
  SCOPE_FEED_DELETED,   /* the file has no name any more, and nobody writes it */
  SCOPE_FEED_FAILED,    /* a read error, no room for the copy, a connection refused or lost: see the message */
  SCOPE_FEED_STOPPED,   /* the user ended it by scope_feed_end() */
} ScopeFeedState;

/* TRUE if no more bytes will come. */
#define scope_feed_state_is_end(state) ((state) >= SCOPE_FEED_ENDED)

/* Who writes it, as far as the system tells. */
typedef enum
{
  SCOPE_FEED_WRITER_UNKNOWN, /* it does not: another host's, another user's */
  SCOPE_FEED_WRITER_YES,
  SCOPE_FEED_WRITER_NONE,
} ScopeFeedWriter;

typedef struct
{
  /* Streams: keep the copy under this name (it grows as NAME.part and gets its name from scope_feed_save()); files: a
   * copy is made by scope_feed_save(). NULL: do not keep it. */
  const char *save;
  /* Streams that are not saved so: their copy gets a name of its own in this folder, made of where it comes from and when. It is
   * removed with the feed unless scope_feed_save() was called. NULL: the copy has no name. */
  const char *streams;
  /* Streams: greatest size of the copy in bytes; 0: half of the room that is free where it lies. What comes after
   * that is read and thrown away, so that the program goes on, and the feed has failed, saying so. */
  guint64 limit;
  /* How long to wait for a file that is not there, or a connection that is refused, in seconds. 0: files for ever,
   * connections 10 s. */
  guint wait_seconds;
  /* What bears the name now belongs to an earlier run: wait until it is another file or was written anew. */
  gboolean fresh;
  /* A file that nobody has open for writing may grow nevertheless (copied by rsync, appended to now and then): never
   * SCOPE_FEED_GONE. Else that is said 3 s after it last grew. */
  gboolean patient;
  /* `where` is an address that this brings the bytes of, with these options; what comes is copied, as of streams. NULL: it is one of those below. */
  ScopeFeedBring bring;
} ScopeFeedOptions;

typedef struct
{
  ScopeFeedState state;    /* SCOPE_FEED_WAITING, or how it ended */
  gboolean there;          /* the file exists, somebody has opened the FIFO, the connection stands */
  gboolean is_file;        /* read where it lies; else copied */
  gboolean is_connection;  /* a socket, not a pipe */
  gboolean monitored;      /* the file monitor works; else it is polled */
  gboolean moved;          /* file: its name is another file's or nobody's, but its program still writes it */
  ScopeFeedWriter writer;  /* file: looked at when it has been quiet for a second; streams: YES until they end */
  guint64 bytes;           /* there so far */
  guint64 discarded;       /* stream: bytes thrown away because there was no room */
  guint n_files;           /* of a wrap set: so many of its files were followed; 0: it is one file */
  guint n_missed;          /* … and so often the program was round before they could be read */
  gint64 opened, grew;     /* monotonic time in µs: when it was there first, and when it last grew; 0: not yet */
} ScopeFeedFacts;

/* Follows `where`:
 *
 *   PATH                     a file that grows, which need not be there yet; a FIFO; a Unix socket to connect to
 *   -                        standard input, whatever it is;  fd:N  an open descriptor (the feed owns it)
 *   unix:PATH                connects to the Unix socket (as GHC's eventlog-socket listens on), waits until it is there
 *   unix-listen:PATH         makes the Unix socket, for the user alone, and waits for one program to connect; a socket
 *                            left by somebody who has gone is replaced
 *   tcp://HOST:PORT          connects; HOST may be a name, an IPv4 address, or [an IPv6 address]
 *   tcp-listen://ADDR:PORT   waits for one program to connect; ADDR in numbers, empty: this computer alone, *: all of
 *                            its addresses; PORT 0: any that is free (messages name it)
 *   ssh://HOST/PATH          a file of another computer (scope-far-follow.h brings it: options.bring)
 *
 * Does not wait: what cannot be right later is an error now (a folder, no permission, a malformed address, a name that
 * cannot be listened on); all else shows in scope_feed_wait(). `options` may be NULL. */
ScopeFeed *scope_feed_open (const char *where, const ScopeFeedOptions *options, GError **error);
/* TRUE if `where` is written as an address or as a descriptor ("unix:…", "tcp://…", "ssh://…", "-", "fd:3"), not as a path. */
gboolean scope_feed_is_address (const char *where);
/* Stops its thread (waits for it) and closes what is not the source's. A copy that was to be saved and was not stays as
 * NAME.part. */
void scope_feed_free (ScopeFeed *feed);

/* The bytes: seekable; scope_source_size() is what is there so far and grows; reads end there. If the file is cut, the
 * size falls to what is left (0 if it was written anew), so that nothing of another log is taken for this one. From the
 * first moment, though empty. The feed's: ref it to keep it longer than the feed. */
ScopeSource *scope_feed_source (ScopeFeed *feed);
/* The path of the log as a file by that name: of a file that is followed, or of the copy after scope_feed_save();
 * NULL if there is none (yet). Free with g_free(). */
char *scope_feed_dup_path (ScopeFeed *feed);

/* Where the copy of a stream lies by now that has a name of its own (options.streams); else NULL. Free with g_free(). */
char *scope_feed_dup_stream (ScopeFeed *feed);

/* Waits until there are more than `have` bytes, or it has ended, at most `timeout` µs (negative: no limit). Bytes come
 * first: an end is told only to those who have all. WAITING: the time is over, or `cancellable` was cancelled. */
ScopeFeedState scope_feed_wait (ScopeFeed *feed, guint64 have, gint64 timeout, GCancellable *cancellable);
/* Does not wait. */
void scope_feed_facts (ScopeFeed *feed, ScopeFeedFacts *facts);
/* When byte number `offset` came, in monotonic µs (to a few ms, of what came long ago to less); 0 if it has not. */
gint64 scope_feed_arrival (ScopeFeed *feed, guint64 offset);
/* Of a wrap set: how many of the files that were followed are not what they were, or not there. Reads: not on the main thread. */
guint scope_feed_count_taken_away (ScopeFeed *feed);
/* Why it waits or how it ended, one sentence without a stop: "prog.eventlog is not there yet". NULL while bytes come.
 * Free with g_free(). */
char *scope_feed_dup_message (ScopeFeed *feed);

/* No more is wanted: `state` is ENDED (the log's own end mark has been read) or STOPPED (the user's wish). What has
 * come stays in the source, what comes later is not taken. Does nothing if it has ended already. Wakes those who
 * wait. */
void scope_feed_end (ScopeFeed *feed, ScopeFeedState state);
/* The program that writes it has exited: as soon as all that it wrote is there, a file is GONE, though somebody else
 * may have it open, a stream ENDED, and a name or connection that is still waited for FAILED. */
void scope_feed_writer_exited (ScopeFeed *feed);

/* What a program that is followed over a socket can be asked for (scope-feed-socket.c): "heap start", "heap stop", "heap census",
 * "stack start", "stack stop". */
typedef enum
{
  SCOPE_FEED_HEAP_START,
  SCOPE_FEED_HEAP_STOP,
  SCOPE_FEED_HEAP_CENSUS,
  SCOPE_FEED_STACK_START,
  SCOPE_FEED_STACK_STOP,
  SCOPE_FEED_N_REQUESTS
} ScopeFeedRequest;

gboolean scope_feed_request_parse (const char *words, ScopeFeedRequest *ret_request);
/* Asks it. No answer comes but what is in the log then. FALSE with error: it is no socket, or is not connected (any more). Takes 0.2 s
 * at most. */
gboolean scope_feed_ask (ScopeFeed *feed, ScopeFeedRequest request, GError **error);
/* Whether there is a connection to ask over. */
gboolean scope_feed_can_ask (ScopeFeed *feed);

/* After the end: gives the copy its name (options.save), of a file makes one, through NAME.part. TRUE if there is
 * nothing to save. Reads and writes: not on the main thread. */
gboolean scope_feed_save (ScopeFeed *feed, GCancellable *cancellable, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ScopeFeed, scope_feed_free)

G_END_DECLS
