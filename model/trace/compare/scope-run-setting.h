/* scope-run-setting.h: what was decided before a run began: its program, its arguments, the run-time system, the machine.
 *
 * Runs whose settings differ differ for that reason, too: whoever compares them is told before any figure.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/trace/document/scope-trace.h"

G_BEGIN_DECLS

/* Of a program's arguments those that it was given itself, or (`rts`) those of GHC's run-time system, which stand from +RTS to -RTS or
 * to the end; without the place of the log (-ol). One blank between them. Free with g_free(). */
char *scope_run_setting_arguments (const char *arguments, gboolean rts);

/* What is different about the settings of two runs, a sentence each, translated. What a trace does not tell is taken for the same. Reads
 * nothing; any thread. NULL-terminated; free with g_strfreev(). */
char **scope_run_setting_dup_differences (ScopeTrace *baseline, ScopeTrace *run);

G_END_DECLS
