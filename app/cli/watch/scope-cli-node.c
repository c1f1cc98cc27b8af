/* scope-cli-node.c: see the header. SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/cli/watch/scope-cli-node.h"

#include <glib/gstdio.h>
#include <string.h>

#define SOCKET_NAME "socket"
#define SCRIPT "lanescope_attach.escript"

/* name@host, as Erlang has them. */
static gboolean
is_node (const char *text)
{
  const char *at = strchr (text, '@');

  return at != NULL && at > text && at[1] != '\0' && strchr (at + 1, '@') == NULL
         && strspn (text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-.:@") == strlen (text);
}

/* Where Lanescope is installed, or where who runs it from its sources says. Free with g_free(). */
static char *
find_script (void)
{
  const char *folder = g_getenv ("LANESCOPE_ERLANG_DIR");

  return g_build_filename (folder != NULL ? folder : SCOPE_ERLANG_DIR, SCRIPT, NULL);
}

static void
set (const char *name, const char *value)
{
  if (value != NULL)
    g_setenv (name, value, TRUE);
  else
    g_unsetenv (name);
}

char *
scope_cli_node_prepare (ScopeCliNode *node, char **ret_where)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *script = find_script (), *escript = g_find_program_in_path ("escript"), *socket = NULL;

  *ret_where = NULL;
  if (!is_node (node->name))
    return g_strdup_printf ("--node %s: it takes the name of a node, as shop@example.org", node->name);
  if (node->record != NULL && strspn (node->record, "abcdefghijklmnopqrstuvwxyz_,") != strlen (node->record))
    return g_strdup_printf ("--record %s: it takes options of lanescope.erl with commas between them, as procs,message", node->record);
  if (node->cookie != NULL && g_access (node->cookie, R_OK) != 0)
    return g_strdup_printf ("--cookie %s: it cannot be read", node->cookie);
  if (escript == NULL)
    return g_strdup ("--node needs Erlang here, too: “escript” was not found (Debian: erlang-base)");
  if (g_access (script, R_OK) != 0)
    return g_strdup_printf ("--node needs %s, which is not there", script);
  node->folder = g_dir_make_tmp ("lanescope-node-XXXXXX", &error);
  if (node->folder == NULL)
    return g_strdup (error->message);
  socket = g_build_filename (node->folder, SOCKET_NAME, NULL);
  set ("LANESCOPE_NODE", node->name);
  set ("LANESCOPE_SOCKET", socket);
  set ("LANESCOPE_RECORD", node->record);
  set ("LANESCOPE_COOKIE_FILE", node->cookie);
  node->argv[0] = g_steal_pointer (&escript);
  node->argv[1] = g_steal_pointer (&script);
  *ret_where = g_strconcat ("unix-listen:", socket, NULL);
  return NULL;
}

void
scope_cli_node_clear (ScopeCliNode *node)
{
  g_autofree char *socket = node->folder != NULL ? g_build_filename (node->folder, SOCKET_NAME, NULL) : NULL;

  if (socket != NULL)
    {
      g_unlink (socket);
      g_rmdir (node->folder);
    }
  g_clear_pointer (&node->folder, g_free);
  g_clear_pointer (&node->argv[0], g_free);
  g_clear_pointer (&node->argv[1], g_free);
}
