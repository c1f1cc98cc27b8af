/* scope-migrations.h: which tasks changed their processor, from where to where, how often, and how long that took them.
 *
 * Everything here walks the rows of the table of migrations (a few per cent of a trace at most: no sums of them are
 * kept), and for waits the lanes of the tasks that moved, from each migration to the run after it. Call it on a
 * thread of its own; all fail with G_IO_ERROR_CANCELLED when the question's cancellable says so. A migration belongs
 * to a range by its time; within->lane may be a machine, a processor (what leaves it or comes to it) or a thread.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/trace/document/scope-query-range.h"

G_BEGIN_DECLS

typedef struct
{
  gint64 time;              /* trace time */
  guint32 machine, thread;  /* indices; thread SCOPE_NONE if it is not known */
  gint64 from, to;          /* processor numbers, SCOPE_TABLE_NULL if not known */
} ScopeMigration;

/* Each in the order of the table (nearly that of time), machine after machine. FALSE with error. */
typedef void (*ScopeMigrationFunc) (const ScopeMigration *migration, gpointer user_data);
gboolean scope_migrations_each (const ScopeQueryRange *within, ScopeMigrationFunc func, gpointer user_data, GError **error);

/* Why there is nothing to show, in a sentence, translated; NULL if there is, or if that is not known yet. */
const char *scope_migrations_why_not (ScopeTrace *trace);

/* --- waits ---
 *
 * A task that becomes ready on one processor and runs next on another: from the one to the other.
 *
 *     blocked |== ready on 0 ====m== (on 2's queue) ==m= |running on 1      one wait, from 0 to 1, two migrations
 *
 * It belongs to a range by the migration that took it from the processor on which it became ready, and is whole. */

typedef struct
{
  guint32 machine, thread; /* indices */
  gint64 from, to;         /* processor numbers: where it became ready, where it ran */
  gint64 ready, ran;       /* trace time */
  guint code;              /* ScopeCode: why it was ready */
} ScopeMigrationWait;

/* Machine after machine, thread after thread within some hundred thousand migrations. FALSE with error. */
typedef void (*ScopeMigrationWaitFunc) (const ScopeMigrationWait *wait, gpointer user_data);
gboolean scope_migrations_each_wait (const ScopeQueryRange *within, ScopeMigrationWaitFunc func, gpointer user_data,
                                     GError **error);

/* --- from processor to processor --- */

typedef struct
{
  guint32 machine;       /* index */
  gint64 from, to;       /* processor numbers, SCOPE_TABLE_NULL if not known */
  guint64 count;         /* migrations */
  ScopeMigration first;  /* of them, if there are any */
  guint64 waits;         /* tasks that became ready on `from` and ran next on `to` */
  gint64 wait, longest;  /* ticks, together and the longest */
  gint64 median, most;   /* 50 and 90 % of the waits are at most so long; -1: there are too many to tell */
  ScopeMigrationWait longest_wait; /* if there are waits */
} ScopeMigrationPair;

/* Sorted by (machine, from, to). Without `waits` those figures are 0, which is much quicker. Free with
 * g_array_unref(). */
GArray *scope_migrations_pairs (const ScopeQueryRange *within, gboolean waits, GError **error);

/* --- the tasks that moved --- */

typedef struct
{
  guint32 machine, thread; /* indices */
  guint64 count;           /* migrations */
  guint32 processors;      /* different ones it left or came to */
  gint64 first, last;      /* times of its first and last migration, trace time */
} ScopeMigrationTask;

/* Those that moved most come first, equal ones as the trace has them. Free with g_array_unref(). */
GArray *scope_migrations_tasks (const ScopeQueryRange *within, GError **error);

/* A task's time on a processor: on its run queue, running, or blocked there. */
typedef struct
{
  gint64 processor; /* number, SCOPE_TABLE_NULL if not known */
  gint64 from, to;  /* trace time, clipped to the range and to its life */
  gint64 running, ready; /* ticks of these */
  guint64 runs;
} ScopeMigrationStay;

/* In order; empty if the task does not live in the range. Free with g_array_unref(). */
GArray *scope_migrations_history (const ScopeQueryRange *within, ScopeLaneId thread, GError **error);

G_END_DECLS
