/* scope-iterations.h: spans of one name laid over each other, aligned at their start: what their threads mostly did how long after it, and
 * which of them are odd.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/trace/spans/scope-spans.h"

G_BEGIN_DECLS

#define SCOPE_ITERATIONS_STRETCHES 60u
#define SCOPE_ITERATIONS_MOST 1000u /* that are laid over each other: of more, evenly chosen ones */
#define SCOPE_ITERATIONS_LONGEST 100u /* that are looked at besides, so that none of the odd ones is missed that took longest */

typedef struct
{
  ScopeSpan span;
  gint64 states[SCOPE_N_STATES];
  gboolean chosen; /* it is one of those laid over each other */
  gboolean odd; /* its duration is far out, as Tukey has it (Exploratory Data Analysis, 1977): more than three times the distance of the
                 * quartiles beyond them; and by a tenth of the median at least */
} ScopeIteration;

typedef struct
{
  char *name;            /* NULL: there is none that one thread began and ended */
  guint64 count;         /* of all */
  GArray *iterations;    /* of ScopeIteration, by start: those looked at */
  guint n_chosen, n_odd;
  gint64 quartiles[3];   /* of the durations of those chosen: 25 %, 50 %, 75 % */
  gint64 length;         /* how long after the start is looked: as long as the longest chosen one that is not odd */
  guint n;               /* stretches of that */
  guint *lasting;        /* of each: how many of the chosen ones last until its end */
  float *shares[SCOPE_N_STATES]; /* of each stretch the quartiles of its share, 3 numbers; NULL: the state does not occur */
} ScopeIterations;

/* Spans of that name that begin within the range; NULL: of the one whose spans took longest all together. NULL with error. */
ScopeIterations *scope_iterations_read (const ScopeQueryRange *within, const ScopeSpanRule *rule, const char *name, GError **error);
void scope_iterations_free (ScopeIterations *iterations);

/* Where a stretch begins (i ≤ n), in ticks from the start. */
static inline gint64
scope_iterations_edge (const ScopeIterations *iterations, guint i)
{
  return (gint64) ((__int128) iterations->length * i / MAX (iterations->n, 1));
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ScopeIterations, scope_iterations_free)

G_END_DECLS
