/* scope-call-diff-words.h: what a comparison by calls says to people: amounts in its unit, and where two runs part.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/trace/call-diff/scope-call-diff.h"

G_BEGIN_DECLS

/* An amount in the diff's unit: "1,234 cycles", "5.2 µs", with `sign` "+40 cycles", "−1.3 ms", "0 cycles". Free with g_free(). */
char *scope_call_diff_format (const ScopeCallDiff *diff, gint64 amount, gboolean sign);
/* "500cy", "1.5 us", "20 ns": ps, or thousandths of a cycle if *ret_cycles. FALSE with error. */
gboolean scope_call_length_parse (const char *text, gint64 *ret_amount, gboolean *ret_cycles, GError **error);
/* "matched", "only in the baseline", "only in this run". */
const char *scope_call_match_label (ScopeCallMatch match);
/* Why two lanes part in time: "In main → move this run falls behind by 43 cycles", "… gets ahead …"; NULL if they do not. And the first
 * call that has no partner: "main → move → lock is called only in this run"; NULL: all have. Free with g_free(). */
char *scope_call_parting_in_time (const ScopeCallDiff *diff, const ScopeCallParting *parting);
char *scope_call_parting_in_calls (const ScopeCallDiff *diff, const ScopeCallParting *parting);
/* Names from the root to the context, with " → " between, at most that many of them, the last ones; free with g_free(). */
char *scope_call_diff_path_words (const ScopeCallDiff *diff, guint32 context, guint most);

G_END_DECLS
