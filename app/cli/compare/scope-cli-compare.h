/* scope-cli-compare.h: what the forms of `compare` share.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "app/cli/common/scope-cli-command.h"

#include "model/trace/call-diff/scope-call-diff.h"
#include "model/trace/compare/scope-condition.h"
#include "model/trace/compare/scope-run-setting.h"

G_BEGIN_DECLS

typedef struct
{
  ScopeCli *cli;
  const char *baseline, *run; /* as they were given */
  ScopeTrace **traces;        /* this run, the baseline, further runs; owned */
  guint n_traces;
  ScopeComparison *comparison;
  ScopeKinds kinds;           /* lanes that were asked for one by one, as the trace has them */
  GArray *differences;        /* of ScopeDifference, as asked for, what changed most first */
  GPtrArray *conditions;      /* of ScopeCondition */
  GArray *verdicts;           /* of ScopeVerdict */
  GPtrArray *sentences;       /* of char */
} ScopeCliCompare;

/* For people. */
gboolean scope_cli_compare_print (const ScopeCliCompare *compare, guint limit, GError **error);
/* What was different before the runs began, a line each; nothing if nothing was. */
void scope_cli_compare_append_settings (const ScopeCliCompare *compare, GString *out);
/* All that is known, as one object. */
gboolean scope_cli_compare_print_json (const ScopeCliCompare *compare, GError **error);

/* What --calls takes. */
typedef struct
{
  gboolean calls;
  int table;                     /* of --what; -1: none */
  char *more_than, *picture;     /* as given, or NULL */
  ScopeCallDiffQuestion question;
} ScopeCliCompareCalls;

/* The words of --what. */
#define SCOPE_CLI_COMPARE_WHATS "calls, call-paths, call-functions, call-lanes, first-difference"

/* Call by call: as a table, or in words. The comparison must be prepared. */
gboolean scope_cli_compare_print_calls (const ScopeCliCompare *compare, const ScopeCliCompareCalls *calls, guint limit,
                                        GError **error);

/* The same of runs with samples; `table`: the word of --what, or NULL. */
gboolean scope_cli_compare_print_samples (const ScopeCliCompare *compare, const ScopeCliCompareCalls *calls, const char *table, guint limit,
                                          GError **error);

/* "ns", "count", "bytes", "words", "share", "ratio". */
const char *scope_cli_unit_name (ScopeUnit unit);

G_END_DECLS
