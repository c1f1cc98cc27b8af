/* scope-variation.h: how a figure varies between several runs of one program that should be alike.
 *
 * What is *outside the spread* lies below the least or above the greatest value seen. Why these and no multiple of the
 * standard deviation: such sets have 3 to 30 runs, and times of programs are no normal distribution (bounded below,
 * with a tail above), so that a deviation out of five runs says little of how rare a value is. The range supposes
 * nothing: what lies inside was seen without any change of the program. Of n runs that are alike, one more falls
 * outside by chance in 2 of n + 1 cases: so more runs make it stricter.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct
{
  guint n;                      /* values; if 0, all else is 0 */
  double mean, deviation;       /* of a sample: n − 1 below the sum; 0 of a single value */
  double least, greatest;
  double lower, median, upper;  /* quartiles, between two values in proportion (as R's type 7, Excel, numpy) */
} ScopeVariation;

/* Of those of the n values that are finite: NAN stands for what is not known. */
void scope_variation_init (ScopeVariation *variation, const double *values, guint n);
/* Whether `value` lies below all or above all values; FALSE if there are none, or if it is not known (NAN). */
gboolean scope_variation_is_outside (const ScopeVariation *variation, double value);

G_END_DECLS
