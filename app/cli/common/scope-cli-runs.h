/* scope-cli-runs.h: the runs that a command is given, a file each, as a set.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "app/cli/common/scope-cli.h"

#include "model/trace/runs/scope-run-set.h"

G_BEGIN_DECLS

/* One run for each of `paths` (NULL-terminated; borrowed, as is `cli`, while the set is there), read, with what is to
 * be warned of on standard error. NULL with error. scope_cli_begin() is called, scope_cli_end_progress() is not. */
ScopeRunSet *scope_cli_read_runs (ScopeCli *cli, char **paths, GError **error);
/* The same with what their time was spent on; `mark`: as scope_run_set_ask_parts(). */
ScopeRunSet *scope_cli_read_run_parts (ScopeCli *cli, char **paths, const char *mark, GError **error);

G_END_DECLS
