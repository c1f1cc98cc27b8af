/* scope-far.h: a trace on another computer, as long as it is looked at: connected, and connected again when the line was cut.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "io/remote/scope-far-kept.h"
#include "io/remote/scope-far-link.h"

G_BEGIN_DECLS

typedef struct _ScopeFar ScopeFar;

/* On any thread: the connection is lost, and why; NULL: it is there again. */
typedef void (*ScopeFarTold) (const char *lost, gpointer data);

/* Blocks, as scope_far_link_open() does. NULL with error. Free with scope_far_free(), when nobody reads. */
ScopeFar *scope_far_open (const char *uri, ScopeFarProgress progress, gpointer data, GCancellable *cancellable, GError **error);
void scope_far_free (ScopeFar *far);
/* Called from now on; `destroy` frees data. */
void scope_far_set_told (ScopeFar *far, ScopeFarTold told, gpointer data, GDestroyNotify destroy);
/* As scope_far_link_set_grew(), of this line and of those that are taken up after it. Once. */
void scope_far_set_grew (ScopeFar *far, void (*grew) (gpointer data), gpointer data, GDestroyNotify destroy);
/* Before anybody reads: what comes is kept in this folder of the cache, which holds at most `limit` bytes (0: any), and what was kept of the same
 * index is there; `anew`: it is forgotten. */
void scope_far_keep (ScopeFar *far, const char *folder, guint64 limit, gboolean anew);
/* NULL: nothing is kept. */
ScopeFarKept *scope_far_kept (ScopeFar *far);
/* What tells the index from all others. */
const char *scope_far_identity (ScopeFar *far);
guint64 scope_far_size (ScopeFar *far);
const char *scope_far_host (ScopeFar *far);

/* Takes what came of [at, at + n). FALSE with error: it cannot. */
typedef gboolean (*ScopeFarTake) (gconstpointer bytes, guint64 at, gsize n, gpointer data, GError **error);
/* Pieces of a stretch begin at multiples of it from the stretch's begin. */
#define SCOPE_FAR_UNIT 4096u

/* Reads stretches of the index, as many at a time as messages hold; `take` is called on this thread for each piece of them, in any order,
 * perhaps twice. Any thread. FALSE with error: they cannot be had, now (the line is dead) or ever. */
gboolean scope_far_read (ScopeFar *far, const ScopeFarStretch *stretches, gsize n, ScopeFarTake take, gpointer data, GError **error);

/* What is needed late of the directories (ScopeFarStretch, as it was told); of no length: all is needed at once. Free with g_array_unref(). */
GArray *scope_far_list_late (ScopeFar *far);
/* Asks what scope-far-words.h says. Any thread. NULL with error; NOT_SUPPORTED: it is not answered there. Free with g_bytes_unref(). */
GBytes *scope_far_ask (ScopeFar *far, GBytes *question, GCancellable *cancellable, GError **error);

/* Some of what a command prints; FALSE with error: no more is wanted. */
typedef gboolean (*ScopeFarPrinted) (const char *bytes, gsize n, gpointer data, GError **error);
/* Runs a command of lanescope-cli there, of the trace: `words` (NULL-terminated) without the trace's. `printed` is called on this thread;
 * a line that was cut is taken up again, and what had come is not told twice. Blocks. FALSE with error; NOT_SUPPORTED: that cannot be had
 * there. Else *ret_status is how it ended, and *ret_said what it said to people. */
gboolean scope_far_run (ScopeFar *far, const char *const *words, ScopeFarPrinted printed, gpointer data, GCancellable *cancellable,
                        int *ret_status, char **ret_said, GError **error);

G_END_DECLS
