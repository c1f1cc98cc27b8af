/* scope-comparison.h: two runs side by side: the baseline, this run, how their times and lanes belong together, and what
 * changed between them.
 *
 * Change = this run − baseline, always. Times are in ticks of this run (the baseline's are converted if its ticks are others).
 * A range is one of this run; the time map says which stretch of the baseline it is compared with. Times are compared as they
 * are, however the axis is stretched.
 *
 * The object belongs to the main thread; alignment and pairing that it hands out are immutable and may be used anywhere. What takes
 * long has an asynchronous form, and one for threads of one's own.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/trace/compare/scope-alignment.h"
#include "model/trace/compare/scope-pairing.h"
#include "model/trace/compare/scope-run-figures.h"

G_BEGIN_DECLS

#define SCOPE_TYPE_COMPARISON (scope_comparison_get_type ())
/* Signal "changed": alignment, pairing or further runs are others; on the main thread. */
G_DECLARE_FINAL_TYPE (ScopeComparison, scope_comparison, SCOPE, COMPARISON, GObject)

/* Both traces are held. Aligned at the start and without pairs until it is prepared. */
ScopeComparison *scope_comparison_new (ScopeTrace *baseline, ScopeTrace *run);
ScopeTrace *scope_comparison_get_baseline (ScopeComparison *comparison);
ScopeTrace *scope_comparison_get_run (ScopeComparison *comparison);

/* Aligns as wished (NULL: as now, at first AUTO) and pairs with the edits made so far, on a thread; then "changed". */
void scope_comparison_prepare_async (ScopeComparison *comparison, const ScopeAlignWish *wish, GCancellable *cancellable,
                                     GAsyncReadyCallback callback, gpointer user_data);
/* FALSE with error (as scope_alignment_new() and scope_pairing_new()): all is as before. */
gboolean scope_comparison_prepare_finish (ScopeComparison *comparison, GAsyncResult *result, GError **error);
/* The same at once, for programs without a main loop. */
gboolean scope_comparison_prepare (ScopeComparison *comparison, const ScopeAlignWish *wish, GCancellable *cancellable,
                                   GError **error);
/* Adds an edit and pairs anew, on a thread; then "changed". */
void scope_comparison_edit_async (ScopeComparison *comparison, const ScopePairingEdit *edit, GCancellable *cancellable,
                                  GAsyncReadyCallback callback, gpointer user_data);
gboolean scope_comparison_edit_finish (ScopeComparison *comparison, GAsyncResult *result, GError **error);

gboolean scope_comparison_is_prepared (ScopeComparison *comparison);
/* Borrowed, until "changed"; NULL before it is prepared. */
ScopeAlignment *scope_comparison_get_alignment (ScopeComparison *comparison);
ScopePairing *scope_comparison_get_pairing (ScopeComparison *comparison);
/* Never NULL. */
ScopeTimeMap *scope_comparison_get_map (ScopeComparison *comparison);

/* Further runs of the baseline's program: what lies within their spread (from the least to the greatest, the baseline's with
 * them: scope-variation.h says why) is no significant change.
 * Each is held, aligned and paired with this run as the baseline is, when it is asked. Emits "changed". */
void scope_comparison_set_spread (ScopeComparison *comparison, ScopeTrace **traces, guint n);

/* --- what changed --- */

typedef struct
{
  ScopeFigureOf of;          /* of the run, of all lanes of a kind, of one lane */
  ScopeKind kind;            /* KIND and LANE */
  ScopeLaneId baseline_lane, run_lane; /* LANE, where has_baseline, has_run say that they are there */
  gboolean has_baseline, has_run; /* FALSE: there is no such lane, or the trace does not record that */
  ScopeQuantity quantity;
  gint64 baseline, run;      /* 0 if it has none; unit: scope_quantity_unit(), times in ticks of this run */
  gboolean has_change;       /* FALSE: one of them does not record it, so nobody knows */
  gint64 change;             /* run − baseline: a lane that is not there counts as 0 */
  double change_percent;     /* of the baseline; NaN if that is 0 and the run's is not, 0 if both are */
  gboolean significant;      /* outside the spread; without further runs: change is not 0 */
  guint n_spread;            /* baselines that record it, the first included; 0: no further runs */
  double mean;               /* over these, and: */
  gint64 least, most;
  double weight;             /* how much it matters, 0 to 1: they are sorted by it */
} ScopeDifference;

typedef struct
{
  gint64 from, to;           /* of this run, trace time, half-open; TIME_MIN and TIME_MAX: no limit on both */
  ScopeKinds kinds;          /* lanes one by one: 1 << SCOPE_KIND_…; 0: the whole only */
  gboolean changed_only;     /* only those whose change is not 0 */
  GCancellable *cancellable; /* or NULL */
  gint *permille;            /* how much is done, set atomically; or NULL */
} ScopeCompareQuestion;

/* What changed most comes first. `weight`:
 *
 *   a time     its change as a part of the time there was: of the run's duration (the longer one) for the run and for a lane, of
 *              the lives of all lanes of the kind for all of them together; `alive` a tenth of that, as states tell it better.
 *              Of simulations whose clocks differ, a tenth of what is left when the baseline's cycles are as long as this run's:
 *              the rest is the clock, and cycles say it better
 *   cycles     their change as a part of the greater value, as a time's
 *   a share    its change
 *   others     a twentieth of the change as a part of the greater value, less for few (n / (n + 10)): twice as many messages
 *              count like 2.5 % of the time
 *
 * What is not significant comes after what is. Equal ones stay in order: the run, kinds, lanes; states before their reasons.
 * So 1 ns that became 3 ns stands near the end.
 *
 * On a thread of one's own; `comparison` must be prepared and not be changed meanwhile (scope_comparison_read_async() sees to that).
 * GArray of ScopeDifference; free with g_array_unref(). NULL with error. */
GArray *scope_comparison_read (ScopeComparison *comparison, const ScopeCompareQuestion *question, GError **error);
/* On a thread, of the comparison as it is now; the question is copied. */
void scope_comparison_read_async (ScopeComparison *comparison, const ScopeCompareQuestion *question,
                                  GAsyncReadyCallback callback, gpointer user_data);
GArray *scope_comparison_read_finish (ScopeComparison *comparison, GAsyncResult *result, GError **error);


/* --- for tables and CSV --- */

/* FALSE: whether the change is more than chance is not known, as there is but one run of the baseline. No change is never significant. */
gboolean scope_difference_significance_is_known (const ScopeDifference *difference);
/* The sentence that says what it takes; translated, static. */
const char *scope_difference_what_significance_needs (void);

/* change_percent of a change and the baseline's value. */
double scope_difference_percent (gint64 change, gint64 baseline);

/* "whole", "machine", "processor", …: the column `scope`. */
const char *scope_difference_scope (ScopeComparison *comparison, const ScopeDifference *difference);
/* TRUE if it is the reason of a state, and is all of that state, of which `before` (NULL: none) told: it says nothing more. */
gboolean scope_difference_repeats (const ScopeDifference *difference, const ScopeDifference *before);
/* Column `lane`: the lane of this run ("processor:1/0"), if it is not there that of the baseline; for all lanes of a kind "processors",
 * for the run "". Free with g_free(). */
char *scope_difference_lane (ScopeComparison *comparison, const ScopeDifference *difference);
/* The same for people: "HEC 0", "Machine 3 · thread 12", "HECs", "Whole run". Free with g_free(). */
char *scope_difference_title (ScopeComparison *comparison, const ScopeDifference *difference);

G_END_DECLS
