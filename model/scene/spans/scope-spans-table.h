/* scope-spans-table.h: spans of a program's marks as tables of any range: by name, and the longest.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/scene/draw/scope-report-table.h"
#include "model/trace/document/scope-query-range.h"
#include "model/trace/search/scope-search-text.h"

G_BEGIN_DECLS

typedef enum
{
  SCOPE_SPANS_TABLE_NAMES,   /* a row leads to the longest span of the name */
  SCOPE_SPANS_TABLE_LONGEST, /* a row leads to the span; with a histogram of all of them */
  SCOPE_SPANS_TABLE_ITERATIONS, /* spans of one name: odd ones first; attached is what is drawn of them (ScopeIterations). That and all
                                 * greater ones: of which name (scope_spans_table_iterations_of()), this: of what takes longest */
} ScopeSpansTable;

/* What a person asks: all of them may be NULL. */
typedef struct
{
  char *begin, *end; /* regular expressions of marks, both or none: scope_span_rule_init() */
  char *text;        /* what names are looked for, and how long they last: "read >5ms" (scope-search-text.h); not of iterations */
  ScopeSearchFlags flags; /* of it */
} ScopeSpansAsk;

ScopeSpansAsk scope_spans_ask_copy (const ScopeSpansAsk *ask);
void scope_spans_ask_clear (ScopeSpansAsk *ask);
/* The `what` (ScopeSpansTable), at most 10,000 rows: what takes longest first. `ask` NULL: all that is called so usually. Off the main
 * thread. NULL with error: also of an expression that is none. */
ScopeReportTable *scope_spans_table_read (const ScopeQueryRange *within, guint what, const ScopeSpansAsk *ask, GError **error);

/* The `what` of the iterations of a name. */
guint scope_spans_table_iterations_of (const char *name);

G_END_DECLS
