/* scope-node.h: a node of Erlang that is running, recorded by the program that is started for it (data/erlang/lanescope_attach.escript),
 * whose log comes by a socket: `watch --node`, and the window's Attach.
 *
 * The cookie stands in a file; its name, the node's and what is to be recorded are in the environment of that program, so no shell reads
 * them.
 *
 * As an address it is “node:NAME@HOST”, and behind that “?cookie=FILE&record=procs,message”, escaped as in URIs.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct
{
  char *name, *cookie, *record; /* as said; the last two may be NULL */
  char *folder, *socket;        /* the user's alone, and what lies in it; NULL: not prepared */
  char *where;                  /* where its log comes, to be followed; NULL likewise, and so the next ones */
  char *argv[3];                /* the program */
  char **envp;                  /* and its environment */
} ScopeNode;

typedef enum
{
  SCOPE_NODE_FINE,
  SCOPE_NODE_BAD_NAME,
  SCOPE_NODE_BAD_RECORD,
  SCOPE_NODE_NO_COOKIE, /* the file cannot be read */
  SCOPE_NODE_NO_ERLANG, /* `escript` is not there */
  SCOPE_NODE_NO_SCRIPT, /* nor that program: *ret_why is its path */
  SCOPE_NODE_NO_FOLDER, /* *ret_why says why */
} ScopeNodeTrouble;

/* What the program ends with, besides 0, and 1 for what it says itself. */
typedef enum
{
  SCOPE_NODE_EXIT_UNREACHABLE = 2,
  SCOPE_NODE_EXIT_GONE = 3,
  SCOPE_NODE_EXIT_OTHER_MODULE = 4,
} ScopeNodeExit;

/* name@host, as Erlang has them. */
gboolean scope_node_is_name (const char *text);
/* What can be told without starting anything; looks at the disk. *ret_why: to be freed with g_free(), or NULL. */
ScopeNodeTrouble scope_node_check (const ScopeNode *node, char **ret_why);
/* Checks, and makes the folder and all that comes after it. */
ScopeNodeTrouble scope_node_prepare (ScopeNode *node, char **ret_why);
/* The folder goes, too; what was said stays. */
void scope_node_unprepare (ScopeNode *node);
/* And what was said. */
void scope_node_clear (ScopeNode *node);

gboolean scope_node_is_address (const char *text);
/* Free with g_free(). */
char *scope_node_dup_address (const ScopeNode *node);
/* FALSE: it is none. */
gboolean scope_node_parse (const char *address, ScopeNode *ret_node);

G_END_DECLS
