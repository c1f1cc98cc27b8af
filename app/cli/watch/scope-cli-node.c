/* scope-cli-node.c: see the header. SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/cli/watch/scope-cli-node.h"

char *
scope_cli_node_prepare (ScopeNode *node)
{
  g_autofree char *why = NULL;

  switch (scope_node_prepare (node, &why))
    {
    case SCOPE_NODE_BAD_NAME:
      return g_strdup_printf ("--node %s: it takes the name of a node, as shop@example.org", node->name);
    case SCOPE_NODE_BAD_RECORD:
      return g_strdup_printf ("--record %s: it takes options of lanescope.erl with commas between them, as procs,message", node->record);
    case SCOPE_NODE_NO_COOKIE:
      return g_strdup_printf ("--cookie %s: it cannot be read", node->cookie);
    case SCOPE_NODE_NO_ERLANG:
      return g_strdup ("--node needs Erlang here, too: “escript” was not found (Debian: erlang-base)");
    case SCOPE_NODE_NO_SCRIPT:
      return g_strdup_printf ("--node needs %s, which is not there", why);
    case SCOPE_NODE_NO_FOLDER:
      return g_steal_pointer (&why);
    default:
      return NULL;
    }
}
