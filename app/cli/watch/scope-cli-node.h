/* scope-cli-node.h: `watch --node`, --cookie and --record: what is wrong with them, in the command line's words.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "app/node/scope-node.h"

G_BEGIN_DECLS

/* As scope_node_prepare(). NULL, or a complaint; free with g_free(). */
char *scope_cli_node_prepare (ScopeNode *node);

G_END_DECLS
