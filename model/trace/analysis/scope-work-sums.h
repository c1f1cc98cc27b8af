/* scope-work-sums.h: under which labels the processors ran, as sums over coarse bins of the whole trace: as many numbers as the picture of
 * it needs, however long the trace is.
 *
 *     bins    |        |        |        |        |  …       SCOPE_WORK_BINS over [first, last)
 *     group 0 | parse 9| parse 4| sort  7|                   a group: processors that stand beside each other
 *     group 1 | parse 9| sort  9| sort  8|                   (with few processors, one)
 *
 * A row is what a group ran under one label in a bin; in several that follow each other, if it did nothing else in them. Of the labels of a
 * bin and group those that come first are told apart, SCOPE_WORK_LABELS of them; all others are SCOPE_NONE.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/base/scope-entity.h"

G_BEGIN_DECLS

#define SCOPE_WORK_BINS 4096u
#define SCOPE_WORK_GROUPS 16u
#define SCOPE_WORK_LABELS 15u

typedef struct
{
  guint32 bin, bins; /* the first, how many */
  guint32 group;
  guint32 label;     /* of the derived's labels; 0: none; SCOPE_NONE: others */
  gint64 time;       /* ticks, of all processors of the group and all the bins */
} ScopeWorkSum;

typedef struct _ScopeWorkSums ScopeWorkSums;

/* Of a trace with so many processors in [first, last), trace time. */
ScopeWorkSums *scope_work_sums_new (guint n_processors, gint64 first, gint64 last);
void scope_work_sums_free (ScopeWorkSums *sums);
/* From `time` on the processor runs under that label; `runs` FALSE: it does not run. In order of time. */
void scope_work_sums_put (ScopeWorkSums *sums, guint processor, gint64 time, gboolean runs, guint32 label);
/* Nothing more comes. The rows, in order of bins and groups, of ScopeWorkSum. */
GArray *scope_work_sums_finish (ScopeWorkSums *sums);

/* Where bin i of [first, last) begins; i may be SCOPE_WORK_BINS. */
gint64 scope_work_edge (gint64 first, gint64 last, guint i);
/* Whether rows out of a file make sense, where so many labels are told. */
gboolean scope_work_sums_check (const GArray *rows, guint n_labels);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ScopeWorkSums, scope_work_sums_free)

G_END_DECLS
