/* scope-cli-there.h: commands that run where the trace lies (ssh://HOST/PATH), since what they print is less than what they read.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "app/cli/common/scope-cli-command.h"

G_BEGIN_DECLS

/* What was said (argv[0] is the command) and parsed: whether it runs there. */
gboolean scope_cli_is_there (ScopeCli *cli, const ScopeCliCommand *command, gconstpointer options);
/* Runs it there; TRUE: *ret_status is with what to end. FALSE: whoever is there cannot do it, and it is to be done here. */
gboolean scope_cli_run_there (ScopeCli *cli, const ScopeCliCommand *command, const char *const *argv, int *ret_status);
/* There, as ScopeServeCommand: `data` is the ScopeCli of `serve`. */
GStrv scope_cli_words_there (const char *const *words, const char *path, gpointer data, GError **error);

G_END_DECLS
