/* scope-call-rows.h: which of the activations that two runs have in both, or in one, are listed: in the order of calls, or those that
 * changed most.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/trace/call-diff/scope-call-diff.h"

G_BEGIN_DECLS

typedef enum
{
  SCOPE_CALL_WHICH_ALL,     /* lane by lane, in the order of calls; so all others but: */
  SCOPE_CALL_WHICH_CHANGED, /* what changed most first */
  SCOPE_CALL_WHICH_MATCHED,
  SCOPE_CALL_WHICH_ONLY_ONE,
  SCOPE_CALL_WHICH_ONLY_BASELINE,
  SCOPE_CALL_WHICH_ONLY_RUN,
  SCOPE_CALL_N_WHICH
} ScopeCallWhich;

typedef struct
{
  ScopeCallWhich which;
  guint most;        /* that are kept */
  guint64 n_all;     /* there are */
  gboolean in_cycles;
  GArray *rows;      /* ScopeCallDiffRow */
} ScopeCallRows;

/* "All, in Order of Calls"; not to be freed. */
const char *scope_call_which_title (ScopeCallWhich which);
ScopeCallRows *scope_call_rows_new (ScopeCallWhich which, guint most);
/* Looks at one, in the order in which a diff tells them. Any thread. */
void scope_call_rows_add (ScopeCallRows *rows, const ScopeCallDiffRow *row, const ScopeCallDiff *diff);
/* When there are no more. */
void scope_call_rows_finish (ScopeCallRows *rows);
void scope_call_rows_free (ScopeCallRows *rows);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ScopeCallRows, scope_call_rows_free)

G_END_DECLS
