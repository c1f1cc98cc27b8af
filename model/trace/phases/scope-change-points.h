/* scope-change-points.h: where a mix of parts over time changes, and whether that is more than chance.
 *
 * Borders are those of the optimal partition by PELT (Killick, Fearnhead, Eckley: Optimal Detection of Changepoints With a Linear
 * Computational Cost, JASA 107, 2012). A segment costs the squared distance of its bins' mixes from their mean, each bin by its weight; each
 * border costs a penalty: at least some bins that change altogether, more where mixes of neighbours differ (as in Schwarz's criterion).
 *
 * What that explains is compared with what it explains of series without phases, made of the same one (a permutation test, as Matteson and
 * James have it: A Nonparametric Approach for Multiple Change Point Analysis, JASA 109, 2014). Bins that follow each other are alike, so they
 * are not permuted one by one. Each group's series is turned by a time of its own (Politis and Romano's circular scheme, 1992): it stays as
 * it is, but changes at no time together with the others. If there is one group alone, blocks are permuted that are four times as long as
 * what goes on in one part of the mix; where these are too few, nothing is claimed.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

#define SCOPE_CHANGE_SHUFFLES 199u
#define SCOPE_CHANGE_CHANCE 0.005 /* what happens by chance no more often than this is told */

/* How much of each part there is: groups × n × parts. */
typedef struct
{
  guint n_groups, n, parts;
  double full; /* what all groups have together at most in a bin: such bins weigh 1 */
  double *values;
} ScopeMixSeries;

static inline double *
scope_mix_series_at (const ScopeMixSeries *series, guint group, guint i)
{
  return series->values + ((gsize) group * series->n + i) * series->parts;
}

ScopeMixSeries *scope_mix_series_new (guint n_groups, guint n, guint parts);
void scope_mix_series_free (ScopeMixSeries *series);

/* The bins at which something else begins, of guint, in order; empty: nothing is claimed. *ret_chance: how often chance would explain as
 * much, at most. Unref it. */
GArray *scope_change_points_find (const ScopeMixSeries *series, double *ret_chance, GCancellable *cancellable);
/* The same, if something changes besides its begin and its end: between the first and the last border, too. */
GArray *scope_change_points_find_within (const ScopeMixSeries *series, double *ret_chance, GCancellable *cancellable);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ScopeMixSeries, scope_mix_series_free)

G_END_DECLS
