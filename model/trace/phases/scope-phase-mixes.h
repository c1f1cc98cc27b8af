/* scope-phase-mixes.h: what a program does over time, in coarse bins: how long its processors ran under each label, or were in each state.
 *
 * Labels (of Erlang: functions) come from the sums of work of what was found out (scope-work-sums.h): as many bins as those of the whole trace
 * that lie in the range. The six that have most of the time are parts of their own, then come those without a label, then all others.
 * States come from the sums of the lanes, but for collections; a processor counts between its first run and its last, so that a start or an
 * end is no phase.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/trace/analysis/scope-derived.h"
#include "model/trace/phases/scope-change-points.h"

G_BEGIN_DECLS

#define SCOPE_PHASE_LABELS 6u
#define SCOPE_PHASE_PARTS (SCOPE_PHASE_LABELS + 2) /* as many as there are states */

typedef enum
{
  SCOPE_PHASES_BY_LABELS,
  SCOPE_PHASES_BY_STATES,
} ScopePhasesBy;

typedef struct
{
  ScopePhasesBy by;
  gint64 *edges;              /* n + 1, trace time */
  ScopeMixSeries *series;     /* of n bins */
  char *names[SCOPE_PHASE_PARTS]; /* of the parts; NULL: that is not there */
} ScopePhaseMixes;

/* NULL with error, or without: there is nothing that could change. */
ScopePhaseMixes *scope_phase_mixes_read (ScopeDerived *derived, const ScopeQueryRange *within, ScopePhasesBy by, GError **error);
void scope_phase_mixes_free (ScopePhaseMixes *mixes);
/* `step` bins of it are one, parts that never occur are left out. */
ScopeMixSeries *scope_phase_mixes_coarser (const ScopePhaseMixes *mixes, guint step);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ScopePhaseMixes, scope_phase_mixes_free)

G_END_DECLS
