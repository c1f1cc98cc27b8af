/* scope-run-config.h: how the machine was made that a simulator ran a program on: settings that are numbers, by which several runs are a series.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/trace/runs/scope-run-summary.h"

G_BEGIN_DECLS

/* "system.l2.size" → double *, as the trace tells ("config" of process-info); NULL: nothing. Free with g_hash_table_unref(). */
GHashTable *scope_run_config_read (ScopeTrace *trace);
/* Of "system.l2.size", or, with "*" for anything, of all that match ("system.cpu*.dcache.size"), if they are the same. NAN: else, or it is not
 * told. `config` may be NULL. */
double scope_run_config_value (GHashTable *config, const char *pattern);
/* Names of settings that all n have and that are not the same in all, in order; of those that go together, one being so many times the other, the
 * shortest alone. Free with g_strfreev(). */
char **scope_run_config_dup_differing (const ScopeRunSummary *const *runs, guint n);

G_END_DECLS
