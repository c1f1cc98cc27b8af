/* scope-growth-law.h: by which law a quantity grows with the number of processors, or with the size of the input.
 *
 * The performance-model normal form (A. Calotoiu, T. Hoefler, M. Poke, F. Wolf: Using Automated Performance Modeling to Find Scalability
 * Bugs in Complex Codes, SC 2013) with one term, or with two where a quantity is the sum of others (a run's time falls first, and then
 * grows):
 *
 *     y (x) = constant + Σ factor · x^power · log2 (x)^logs        factor ≥ 0, constant ≥ 0 but for what is said below
 *
 * Noise is taken to be relative: what is fitted is log y, by least squares. Which term it is, the corrected information criterion of
 * Akaike tells (K. P. Burnham, D. R. Anderson: Model Selection and Multimodel Inference, 2002); as many terms are tried, one has to be
 * better than no growth by what chance gives the best of them. A quantity that is 0 somewhere (nobody waits on one processor) has no
 * logarithm: there y itself is fitted, with noise in proportion to y and a hundredth of the greatest, and the constant may be negative. What lies ahead is told by all terms together, each by its weight, with
 * Student's distribution around it: so a band is wide where several laws explain what was measured.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define SCOPE_GROWTH_LAW_POINTS 4u /* different x that a law needs at least */
#define SCOPE_N_GROWTH_TERMS 12u
#define SCOPE_N_GROWTH_FITS (1 + SCOPE_N_GROWTH_TERMS * (SCOPE_N_GROWTH_TERMS + 1) / 2)

typedef struct
{
  double power; /* 0: none */
  guint logs;
} ScopeGrowthTerm;

#define SCOPE_GROWTH_TERMS 2u /* of a law at most */

/* One law, fitted. */
typedef struct
{
  guint n_terms;         /* 0: it does not grow */
  ScopeGrowthTerm terms[SCOPE_GROWTH_TERMS]; /* the greater one at the last x first */
  double constant, factors[SCOPE_GROWTH_TERMS];
  double weight;         /* of all laws' 1 */
  double variance;       /* of y around it, relative */
  double covariance[SCOPE_GROWTH_TERMS + 1][SCOPE_GROWTH_TERMS + 1]; /* of the constant and of each factor by itself, in units of the variance */
  guint freedom;
} ScopeGrowthFit;

typedef struct
{
  guint n, points;      /* values; different x */
  double least, greatest; /* x */
  ScopeGrowthFit best;
  double deviation;     /* relative, of the values around it */
  double floor;         /* 0: log y was fitted; else y, with noise in proportion to y + floor */
  ScopeGrowthFit *fits; /* owned */
  guint n_fits;
} ScopeGrowthLaw;

/* Of n values y at x ≥ 1; `sum`: laws of two terms are tried, too. FALSE: too few different x, or a value that is not finite, or negative;
 * all that is 0 does not grow. Clear it in either case. */
gboolean scope_growth_law_fit (const double *x, const double *y, guint n, gboolean sum, ScopeGrowthLaw *ret_law);
void scope_growth_law_clear (ScopeGrowthLaw *law);
/* What the law says at x. */
double scope_growth_law_at (const ScopeGrowthLaw *law, double x);
/* Where one more value at x lies in 95 of 100 cases. */
void scope_growth_law_band (const ScopeGrowthLaw *law, double x, double *ret_low, double *ret_high);
/* Of the terms alone: "p · log p", "p²", "1 / p + p"; "constant" (translated). Free with g_free(). */
char *scope_growth_term_dup_text (const ScopeGrowthFit *fit, const char *variable);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (ScopeGrowthLaw, scope_growth_law_clear)

G_END_DECLS
