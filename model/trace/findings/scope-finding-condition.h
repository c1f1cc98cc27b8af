/* scope-finding-condition.h: "finding:convoy", "idle_other_queue>5%": what must not be so of a run, and whether it is.
 *
 *     condition := "finding" [":" name]                       any finding; one whose rule is that, or has that part: lock_convoy
 *                | cause comparison number "%"                of processors × time: serial, gc_wait, late_producer, …
 *     comparison:= "<" | ">" | "<=" | ">="
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/trace/findings/scope-findings.h"

G_BEGIN_DECLS

typedef struct _ScopeFindingCondition ScopeFindingCondition;

/* NULL with error (G_IO_ERROR_INVALID_ARGUMENT). */
ScopeFindingCondition *scope_finding_condition_parse (const char *text, GError **error);
void scope_finding_condition_free (ScopeFindingCondition *condition);
/* TRUE: it holds. *ret_words says what is so, in a sentence either way. Free with g_free(). */
gboolean scope_finding_condition_judge (const ScopeFindingCondition *condition, const ScopeDiagnosis *diagnosis, char **ret_words);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ScopeFindingCondition, scope_finding_condition_free)

G_END_DECLS
