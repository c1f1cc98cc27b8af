/* scope-replay-feed.h: what all tasks did, in the order of the record, read on a thread of its own: what replays of the run go by
 * (scope-what-if.c).
 *
 * Which comes first, and what it was, is the same in each replay, whatever is to be otherwise. To find that out takes two thirds of one; so
 * it is found out once for all, while those who replay work on what came before. No more is on its way than some thousand steps.
 *
 *     feed ──► | step … | step … | step … |   ──► reader 0: replays 0, 2, …
 *                                             ──► reader 1: replays 1, 3, …
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/trace/analysis/scope-task-stream.h"
#include "model/trace/document/scope-query-range.h"

G_BEGIN_DECLS

/* Of equal times in this order. */
typedef enum
{
  SCOPE_REPLAY_BIRTH,      /* a task may have a label from then on */
  SCOPE_REPLAY_LABEL,
  SCOPE_REPLAY_STRETCH,    /* what a task did ends */
  SCOPE_REPLAY_COLLECTION, /* the next one of a machine ends */
} ScopeReplayStepKind;

typedef struct
{
  ScopeReplayStepKind kind;
  gboolean more;         /* BIRTH, STRETCH: it does `stretch` from now on; FALSE: nothing that is known */
  ScopeTaskId task;      /* COLLECTION: its machine alone */
  gint64 time;           /* no earlier than that of the step before */
  const char *label;     /* LABEL: "" is none; lives as long as the feed */
  ScopeStretch stretch;
} ScopeReplayStep;

typedef struct _ScopeReplayFeed ScopeReplayFeed;

/* `within` says how to stop, and how far it is; its range does not matter. Each of `n_readers` reads all steps. NULL with error. */
ScopeReplayFeed *scope_replay_feed_new (const ScopeQueryRange *within, guint n_readers, GError **error);
/* If it was started, each reader must have come to the end. NULL is allowed. */
void scope_replay_feed_free (ScopeReplayFeed *feed);
/* From now on there is something to read. */
void scope_replay_feed_start (ScopeReplayFeed *feed);
/* Of ScopeCollectionSpan: all of the machine. Borrowed. */
const GArray *scope_replay_feed_collections (ScopeReplayFeed *feed, guint machine);
/* The next steps, *ret_n of them, which hold until the reader takes more. NULL at the end, and if it is cancelled or something cannot be read.
 * On any thread, one for each reader. */
const ScopeReplayStep *scope_replay_feed_take (ScopeReplayFeed *feed, guint reader, guint *ret_n);
/* When all have come to the end. FALSE with error: it is not that of the record. */
gboolean scope_replay_feed_passed (ScopeReplayFeed *feed, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ScopeReplayFeed, scope_replay_feed_free)

G_END_DECLS
