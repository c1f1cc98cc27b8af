/* scope-phases.h: phases of a program, without any mark: stretches of time in which it does the same, and what they cost.
 *
 * Borders are where the mix of labels (of Erlang: functions) changes by which processors ran; where these say nothing, the mix of the states
 * of processors (scope-phase-mixes.h). They are looked for in at most 512 bins, told from chance (scope-change-points.h), then put where what
 * follows begins, in the finest sums there are. Phases whose mixes are alike are of one kind and have one name: that of its largest part.
 *
 * How many bins are read does not depend on the length of the trace.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/trace/phases/scope-phase-mixes.h"

G_BEGIN_DECLS

#define SCOPE_PHASE_LOST 0.25 /* of processors × time: less does not stand out */

typedef struct
{
  char *name;
  double mix[SCOPE_PHASE_PARTS]; /* shares of the parts; together 1 */
  guint count;
  gint64 time;
  gint64 parts[SCOPE_N_CAUSES]; /* of processors × time */
  gboolean stands_out; /* much of it is lost, and twice as much as of the others: SCOPE_PHASE_LOST */
} ScopePhaseKind;

typedef struct
{
  gint64 from, to; /* trace time */
  guint kind;
  double share;    /* of the part that names it */
  gint64 parts[SCOPE_N_CAUSES]; /* of processors × (to − from), without a remainder */
} ScopePhase;

typedef struct
{
  gint64 from, to;     /* from where something runs until where nothing does: of the first and the last phase */
  guint n_processors;
  ScopePhasesBy by;
  double chance;       /* how often chance would tell as much, at most */
  GArray *phases;      /* of ScopePhase, in order; none: nothing is claimed */
  GPtrArray *kinds;    /* of ScopePhaseKind *, as they come */
  gint64 period;       /* ticks after which the same comes again (scope-pattern.h); 0: it does not */
  double likeness, period_chance;
  gint64 odd_from, odd_to; /* the period that is like no other; both 0: there is none */
  char *parts[SCOPE_PHASE_PARTS]; /* names of what the mixes are of; NULL: that is not there */
} ScopePhases;

/* Off the main thread: of what the trace has (scope_derived_dup()); if there is nothing yet, it is made for this once. NULL with error. */
ScopePhases *scope_phases_read (const ScopeQueryRange *within, GError **error);
void scope_phases_free (ScopePhases *phases);

static inline const ScopePhaseKind *
scope_phases_kind (const ScopePhases *phases, guint kind)
{
  return g_ptr_array_index (phases->kinds, kind);
}

/* Whether it is worth a look: its kind stands out, or most of it lies in the period that is like no other. */
gboolean scope_phases_stands_out (const ScopePhases *phases, guint phase);
/* Whether any of them does. */
gboolean scope_phases_any_stands_out (const ScopePhases *phases);
/* Share of processors × time that ran. */
double scope_phase_efficiency (const gint64 parts[SCOPE_N_CAUSES]);
/* "labels", "states": for tables. */
const char *scope_phases_by_name (ScopePhasesBy by);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ScopePhases, scope_phases_free)

G_END_DECLS
