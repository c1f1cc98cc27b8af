/* scope-cli-views.h: the views that `lanescope-cli export` draws: one row and mostly one file each. scope-cli-export.c lists them.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "app/cli/common/scope-cli-command.h"

G_BEGIN_DECLS

extern const ScopeCliCommand scope_cli_export_timeline, scope_cli_export_message_graph, scope_cli_export_process_tree,
    scope_cli_export_message_matrix, scope_cli_export_migration, scope_cli_export_band, scope_cli_export_overview, scope_cli_export_mailbox,
    scope_cli_export_compare, scope_cli_export_compare_calls, scope_cli_export_call_graph, scope_cli_export_flame,
    scope_cli_export_locks, scope_cli_export_coherence, scope_cli_export_heap, scope_cli_export_iterations;

G_END_DECLS
