/* scope-hit-key.h: what the marks on call stacks mean, and how many of each there are: glyphs and words in a line.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/base/scope-sim-events.h"
#include "model/trace/call-diff/scope-call-unmatched.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define SCOPE_TYPE_HIT_KEY (scope_hit_key_get_type ())
G_DECLARE_FINAL_TYPE (ScopeHitKey, scope_hit_key, SCOPE, HIT_KEY, GtkWidget)

/* By ScopeHitKind; none at all: it takes no room. `sampled`: the numbers are near, not exact. */
void scope_hit_key_set (ScopeHitKey *self, const guint64 n[SCOPE_N_SHOWN_HITS], gboolean sampled);
/* In a comparison: how many calls are only in the baseline, only in this run (scope-call-unmatched-marks.h). */
void scope_hit_key_set_unmatched (ScopeHitKey *self, const ScopeCallUnmatchedCount counts[2]);
/* The same as text: "L1 data miss 330, L2 miss 228". Free with g_free(). */
char *scope_hit_key_dup_text (ScopeHitKey *self);

G_END_DECLS
