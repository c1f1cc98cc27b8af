/* scope-cli-node.h: `watch --node`: a node of Erlang that is running, recorded by the program that is started for it
 * (data/erlang/lanescope_attach.escript), whose log comes by a socket.
 *
 * The cookie stands in a file; its name, the node's and what is to be recorded are in the environment of that program, so no shell reads
 * them.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct
{
  char *name, *cookie, *record; /* as said; the last two may be NULL */
  char *folder;                 /* the user's alone, with the socket in it; NULL: not prepared */
  char *argv[3];
} ScopeCliNode;

/* Makes the folder and sets the environment. NULL and *ret_where, to be followed, or a complaint; free either with g_free(). */
char *scope_cli_node_prepare (ScopeCliNode *node, char **ret_where);
/* The folder goes, too. */
void scope_cli_node_clear (ScopeCliNode *node);

G_END_DECLS
