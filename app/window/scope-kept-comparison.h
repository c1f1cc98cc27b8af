/* scope-kept-comparison.h: how two runs are compared, kept in a session: alignment and what was paired by hand.
 *
 *     Alignment=marks                     as scope_align_wish_parse() takes it
 *     Pairing=thread:1/12>thread:1/14;    baseline>this run; "-" has no partner
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/trace/compare/scope-comparison.h"

G_BEGIN_DECLS

void scope_kept_comparison_save (ScopeComparison *comparison, GKeyFile *file, const char *group);

/* What was kept, until a comparison is there to be given it. */
typedef struct
{
  char *alignment, **pairs; /* or NULL */
} ScopeKeptComparison;

void scope_kept_comparison_clear (ScopeKeptComparison *kept);
void scope_kept_comparison_load (ScopeKeptComparison *kept, GKeyFile *file, const char *group);
/* For who opens it: TRUE if there is something to align by; its mark is the caller's. */
gboolean scope_kept_comparison_take_wish (ScopeKeptComparison *kept, ScopeTrace *baseline, ScopeTrace *run, ScopeAlignWish *ret_wish);
/* Pairs by itself, as soon as the comparison is prepared. */
void scope_kept_comparison_give_pairs (ScopeKeptComparison *kept, ScopeComparison *comparison);

G_END_DECLS
