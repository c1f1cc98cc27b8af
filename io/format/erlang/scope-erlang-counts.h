/* scope-erlang-counts.h: what an Erlang VM counted besides: of its locks (lcnt:save/1), and what its threads did (msacc:to_file/1). Files of one
 * term each, read strictly.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Of one lock, in one place of the VM's source that takes it. Texts as Erlang's shell has them. */
typedef struct
{
  const char *name, *id, *type, *file;
  gint64 line;       /* −1: not told */
  gint64 tries, collisions;
  gint64 wait_ns;    /* of those who came while it was taken */
  gint64 waits;      /* how many of these were timed */
} ScopeErlangLockCount;

typedef void (*ScopeErlangLockFunc) (const ScopeErlangLockCount *count, gpointer user_data);

/* How long a thread of the VM was in one state. */
typedef struct
{
  const char *type;  /* "scheduler" */
  gint64 id;         /* −1: of all of the type */
  const char *state; /* "gc" */
  gint64 us;
  gint64 count;      /* how often it was entered; −1: not told */
} ScopeErlangMicrostate;

typedef void (*ScopeErlangMicrostateFunc) (const ScopeErlangMicrostate *state, gpointer user_data);

/* FALSE: it is none; *ret_why says why, for people. What comes before the place is told all the same. */
gboolean scope_erlang_read_lock_counts (const guint8 *bytes, gsize n, ScopeErlangLockFunc func, gpointer user_data, const char **ret_why);
gboolean scope_erlang_read_microstates (const char *text, gsize n, ScopeErlangMicrostateFunc func, gpointer user_data, const char **ret_why);

G_END_DECLS
