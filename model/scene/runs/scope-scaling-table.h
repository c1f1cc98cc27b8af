/* scope-scaling-table.h: a scaling series as a table, and in words: the same for command line and window.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/trace/runs/scope-scaling.h"
#include "model/scene/draw/scope-report-table.h"

G_BEGIN_DECLS

/* A row for each number of processors. Free with scope_report_table_unref(). */
ScopeReportTable *scope_scaling_table_new (const ScopeScaling *scaling);
/* One row: "SumEuler: 8 runs on 1 to 4 HECs; at best 2.71 times as fast, on 4". Free with g_free(). */
char *scope_scaling_dup_title (const ScopeScaling *scaling);
/* What limits it, a sentence each: what S is relative to, Amdahl's bound, what Karp–Flatt says, and which quantities
 * grow with the number of processors, beyond what runs alike differ by. NULL-terminated; free with g_strfreev(). */
char **scope_scaling_dup_words (const ScopeScaling *scaling);
/* "HECs", "processors" (as a title: "Processors"): what is counted. Static. */
const char *scope_scaling_processors_word (ScopeRuntime runtime, gboolean title);
/* "4 HECs", "1 HEC". Free with g_free(). */
char *scope_scaling_dup_processors (ScopeRuntime runtime, guint n);
/* Adds a sentence, and takes it; NULL: there is none. */
void scope_scaling_take_words (GStrvBuilder *words, char *text);

G_END_DECLS
