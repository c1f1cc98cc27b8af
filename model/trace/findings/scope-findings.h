/* scope-findings.h: what stands out in a run, and what to change: rules over lost time, blame, the critical path, messages and counters.
 *
 * A rule says something only if what the trace recorded bears it. Shares are of the processors that ran tasks for some time: a master
 * that waits for its workers by design is no fault.
 *
 * What is said is translated, and in the runtime's own words.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/trace/analysis/scope-analysis.h"
#include "model/trace/analysis/scope-critical-path.h"

G_BEGIN_DECLS

/* A figure that a finding rests on. */
typedef struct
{
  char *what;  /* "“critical” is waited for" */
  char *value; /* "46.2 ms" */
} ScopeEvidence;

typedef struct
{
  const char *rule;    /* "lock_convoy" */
  gint64 cost;         /* of processors × time */
  gint64 gain;         /* how much shorter the run would be, by scope-what-if.h; -1: not asked, or not known */
  char *wish;          /* as scope_what_if_add() takes it, that the gain is of; or NULL */
  char *title;         /* "Lock convoy" */
  char *sentence;      /* with its figures */
  char *advice;        /* what to change, with the knob by its name */
  GArray *evidence;    /* of ScopeEvidence */
  GArray *lanes;       /* of ScopeLaneId: where to look, the first one first */
  guint causes;        /* a bit per ScopeCause: the parts of lost time that it is about */
  const char *panel;   /* the panel that has more of it, which this trace can fill: "servers", "profile"; NULL: none */
  gint64 from, to;     /* trace time: where it is to be seen; all of the range if it is everywhere */
  guint same_as;       /* an earlier one, from 1 on, that is about the same time and the same culprit: another view of it; 0: none */
} ScopeFinding;

typedef struct
{
  ScopeAnalysis *analysis; /* with loss and blame */
  GArray *findings;        /* of ScopeFinding, the dearest first */
  char *nothing;           /* what there is to say if there are none; else NULL */
  GPtrArray *doubts;       /* of char *: what was not recorded, with what would record it, and what else makes figures doubtful */
  gboolean whole;          /* it is of the whole trace: only of this is known what would be gained */
} ScopeDiagnosis;

/* Of a range. Off the main thread. NULL with error. */
ScopeDiagnosis *scope_diagnosis_read (const ScopeQueryRange *within, GError **error);
void scope_diagnosis_free (ScopeDiagnosis *diagnosis);

#define SCOPE_HARDLY_SHORTER 200 /* a gain of less than a two-hundredth of the run is told as none */

/* What its gain, which it has, is of, and how much it is: "At most, without any collection, …" if what is replayed is the advice, taken as
 * far as it can go; what no replay can know, as work that is cut otherwise, has "How much hangs on it: if “critical” took half the time, the
 * run would be 20.4 % shorter (by 3.1 ms)." `length` is that of the run, in ticks. Free with g_free(). */
char *scope_finding_dup_promise (const ScopeFinding *finding, gint64 length, gint64 tick_ps);
/* The same in short, with the gain, where there is one: "half of it: run 20.2 % shorter". NULL: nothing to speak of. `length`
 * is that of the run. Free with g_free(). */
char *scope_finding_dup_gain (const ScopeFinding *finding, gint64 length);
/* "The same time as 1, seen another way", or NULL: it is no other view. Free with g_free(). */
char *scope_finding_dup_same (const ScopeFinding *finding);
/* Name of the i-th rule; NULL: there are no more. Static. */
const char *scope_findings_rule (guint i);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ScopeDiagnosis, scope_diagnosis_free)

G_END_DECLS
