/* scope-sample-diff.h: two runs compared by the samples of their profilers: which functions, and which call paths, have a larger or a smaller
 * share of the samples.
 *
 *                 baseline           this run          change of the share, and between what it lies at 95 %
 *     insertOne   646 of 752 (86 %)  310 of 640 (48 %)  −37 points (−42 to −33)      more than chance
 *     naive        44 of 752 ( 6 %)   41 of 640 ( 6 %)   +1 point  ( −2 to  +3)      may be chance
 *
 * Shares are compared and not numbers, which say how long the runs were, and how often they were sampled. Nothing is paired: a function, a
 * path is one by its names.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/trace/calls/scope-call-tree.h"
#include "model/trace/compare/scope-pairing.h"
#include "model/trace/compare/scope-time-map.h"

G_BEGIN_DECLS

typedef struct
{
  char *name;              /* of the function; of a path with ";" between */
  gint64 own[2], total[2]; /* samples, of the baseline and of this run */
} ScopeSampleChange;

typedef struct
{
  GPtrArray *changes;      /* of ScopeSampleChange; whose own share changed most first */
  gint64 n[2];             /* samples in all */
  gint64 sample_ns[2];     /* what each stands for; 0: not known */
} ScopeSampleDiff;

/* Points of a share, 1 = 100 %, and between what they lie at 95 % (Newcombe's interval). */
typedef struct
{
  double change, low, high;
} ScopeShareChange;

/* Whether both runs have samples. */
gboolean scope_sample_diff_is_possible (ScopePairing *pairing);
/* [from, to) of this run, `map` says which stretch of the baseline that is; NULL: all of both. Of functions, or of paths. Off the main
 * thread. NULL with error. */
ScopeSampleDiff *scope_sample_diff_read (ScopePairing *pairing, gint64 from, gint64 to, const ScopeTimeMap *map, gboolean paths,
                                         GCancellable *cancellable, GError **error);
void scope_sample_diff_read_async (ScopePairing *pairing, gint64 from, gint64 to, const ScopeTimeMap *map, GCancellable *cancellable,
                                   GAsyncReadyCallback callback, gpointer user_data);
ScopeSampleDiff *scope_sample_diff_read_finish (GAsyncResult *result, GError **error);
void scope_sample_diff_free (ScopeSampleDiff *diff);
/* Of k[side] samples of its n[side]. */
ScopeShareChange scope_sample_diff_change (const ScopeSampleDiff *diff, const gint64 k[2]);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ScopeSampleDiff, scope_sample_diff_free)

G_END_DECLS
