/* scope-cli-export.h: the views that `lanescope-cli export` draws: one function in one file each, with its own options, and a row
 * of the table in scope-cli-export.c.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "scope-cli.h"

G_BEGIN_DECLS

#define SCOPE_CLI_EXPORT_VIEWS "timeline (if not said), message-graph, message-matrix, migration, process-tree"

/* Among the options of each view, for --help: which view it is was found before. `where` is a char **. */
#define SCOPE_CLI_EXPORT_VIEW(where) { "view", 0, 0, G_OPTION_ARG_STRING, where, SCOPE_CLI_EXPORT_VIEWS, "VIEW" }

int scope_cli_export_timeline (ScopeCli *cli, int argc, char **argv);
int scope_cli_export_message_graph (ScopeCli *cli, int argc, char **argv);
int scope_cli_export_process_tree (ScopeCli *cli, int argc, char **argv);
int scope_cli_export_message_matrix (ScopeCli *cli, int argc, char **argv);
int scope_cli_export_migration (ScopeCli *cli, int argc, char **argv);

G_END_DECLS
