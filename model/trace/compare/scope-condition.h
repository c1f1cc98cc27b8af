/* scope-condition.h: "running<-5%": what must not happen between two runs, and whether it did, in a sentence.
 *
 *     condition := [scope ' '] quantity comparison amount
 *     scope     := "machines" | "processors" | "processes" | "threads" | lane          processor:1/0, thread:1/12
 *                | ("process:" | "thread:") (name | "'" name "'")                       process:stock, thread:'a label'
 *     quantity  := a name of scope-quantity.h                                          running, blocked:mvar, gc_time
 *     comparison:= "<" | ">" | "<=" | ">="
 *     amount    := ["+" | "-"] digits ["." digits] [unit]
 *     unit      := "%" | "pp" | "ns" | "us" | "µs" | "ms" | "s" | "min" | "B" | "kB" | "MB" | "GB" | "kiB" | "MiB" | "GiB"
 *
 * What is compared is the *change*, this run − baseline: with "%" as a part of the baseline's, else as it is. Times need a
 * unit of time, sizes in bytes one of bytes, shares (productivity) "pp" (percentage points); numbers have none. Blanks may stand
 * around the comparison. Without a scope: of the run as a whole; running, idle, collecting, outside and unknown of all its
 * processors (Eden: machines); other states, and whatever has a reason, of all its threads. Numbers change from run to run, names do
 * not: of a name (an Erlang process's registered name, a thread's label, an entry point) are meant all that bear it, together; with
 * further runs, within the sums of what each of them had. A change from nothing to something
 * is greater than any per cent. With further runs of the baseline (scope_comparison_set_spread()) only a significant change counts.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/trace/compare/scope-comparison.h"

G_BEGIN_DECLS

typedef struct _ScopeCondition ScopeCondition;

/* NULL with error (G_IO_ERROR_INVALID_ARGUMENT): what is wrong and at which character. */
ScopeCondition *scope_condition_parse (const char *text, GError **error);
void scope_condition_free (ScopeCondition *condition);
/* As it was written. */
const char *scope_condition_text (const ScopeCondition *condition);
/* Lanes that a question must ask for, for the condition to be judged: 1 << SCOPE_KIND_…; 0: the whole is enough. */
ScopeKinds scope_condition_kinds (const ScopeCondition *condition);

typedef enum
{
  SCOPE_CONDITION_HOLDS,
  SCOPE_CONDITION_DOES_NOT_HOLD,
  SCOPE_CONDITION_UNKNOWN, /* one of the runs does not record it */
  SCOPE_CONDITION_NO_LANE, /* neither run has such a lane */
} ScopeVerdict;

/* Over all differences of a question (not changed_only). *ret_words (or NULL) says what is so, in a sentence: "running fell by
 * 7.2 % (1.20 s → 1.11 s): condition running<-5% holds". Free with g_free(). */
ScopeVerdict scope_condition_judge (const ScopeCondition *condition, ScopeComparison *comparison,
                                    const GArray *differences, char **ret_words);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ScopeCondition, scope_condition_free)

G_END_DECLS
