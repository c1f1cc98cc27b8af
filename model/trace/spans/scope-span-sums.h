/* scope-span-sums.h: spans by their names: how many, how long, and what their threads did meanwhile; and the longest of all.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/trace/spans/scope-spans.h"
#include "model/zoom/scope-tally.h"

G_BEGIN_DECLS

#define SCOPE_SPAN_VALUES 4096u /* so many durations of a name are known one by one: percentiles of more are estimates */

typedef struct
{
  guint32 name;
  guint64 open;             /* that never end; not in the tally */
  ScopeTallyCode tally;
  ScopeSpan longest;
  guint64 with_states;      /* those of one thread that ended, … */
  gint64 states[SCOPE_N_STATES]; /* … what their threads did in them */
} ScopeSpanSum;

typedef struct
{
  ScopeLabels names;
  GPtrArray *sums;  /* of ScopeSpanSum *: those that took longest all together first */
  GArray *longest;  /* of ScopeSpan: the longest first, open ones not among them */
  guint64 count, open;
} ScopeSpanSums;

/* Which spans; all zero: any. */
typedef struct
{
  const char *only;   /* of this name */
  GRegex *name;       /* found in the name */
  gint64 least, most; /* lasts so long, ticks; `most` 0: without end. What never ends lasts longer than anything. */
} ScopeSpanWish;

/* The `limit` longest. `wish` NULL: of all. NULL with error. */
ScopeSpanSums *scope_span_sums_read (const ScopeQueryRange *within, const ScopeSpanRule *rule, const ScopeSpanWish *wish, guint limit,
                                     GError **error);
void scope_span_sums_free (ScopeSpanSums *sums);
const char *scope_span_name (const ScopeLabels *names, guint32 name);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ScopeSpanSums, scope_span_sums_free)

G_END_DECLS
