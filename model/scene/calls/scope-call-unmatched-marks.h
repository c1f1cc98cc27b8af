/* scope-call-unmatched-marks.h: in a comparison, bars of call stacks that the other run has not: a strip along their foot, and before their
 * names "−" (only in the baseline) or "+" (only in this run), so that no colour has to be told apart.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/scene/calls/scope-call-chart.h"

#include "model/trace/call-diff/scope-call-unmatched.h"

G_BEGIN_DECLS

#define SCOPE_CALL_UNMATCHED_SIGN 10.0 /* its width */

/* How much of an item of a call chart's place has no partner: 0 … 1. */
double scope_call_unmatched_share (const ScopeActivations *activations, const ScopeCallChartPlace *place, const ScopeActivation *item);
/* How high the strip of a bar is. */
double scope_call_unmatched_strip (double height);
/* The strip of a bar of which so much has none. */
void scope_call_unmatched_add_strip (ScopeScene *scene, double x, double y, double width, double height, double share);
/* The sign before a name in a bar; nothing if that is too low for one. */
void scope_call_unmatched_add_sign (ScopeScene *scene, ScopeCallSide side, double x, double y, double height);
/* "only in this run", "34 % of it only in this run"; NULL: all of it is in both. Free with g_free(). */
char *scope_call_unmatched_words (const ScopeActivations *activations, const ScopeCallChartPlace *place, const ScopeActivation *item);
/* "only in this run 34"; "only in this run 1,500,000, not all marked". Free with g_free(). */
char *scope_call_unmatched_title (ScopeCallSide side, const ScopeCallUnmatchedCount *count);
/* What the strips mean and how many activations of both runs have one, by ScopeCallSide; returns where it ends. What has no room is left out,
 * and a run without. */
double scope_call_unmatched_legend (ScopeScene *scene, const ScopeCallUnmatchedCount counts[2], double x, double y, double width, double height);

G_END_DECLS
