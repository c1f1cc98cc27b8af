/* scope-node.c: see the header. SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/node/scope-node.h"

#include <glib/gstdio.h>
#include <string.h>

#define SCRIPT "lanescope_attach.escript"
#define SCHEME "node:"
#define MOST_PATH 100u /* of a socket */

gboolean
scope_node_is_name (const char *text)
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

ScopeNodeTrouble
scope_node_check (const ScopeNode *node, char **ret_why)
{
  g_autofree char *script = find_script (), *escript = g_find_program_in_path ("escript");

  *ret_why = NULL;
  if (!scope_node_is_name (node->name))
    return SCOPE_NODE_BAD_NAME;
  if (node->record != NULL && strspn (node->record, "abcdefghijklmnopqrstuvwxyz_,") != strlen (node->record))
    return SCOPE_NODE_BAD_RECORD;
  if (node->cookie != NULL && (g_file_test (node->cookie, G_FILE_TEST_IS_DIR) || g_access (node->cookie, R_OK) != 0))
    return SCOPE_NODE_NO_COOKIE;
  if (escript == NULL)
    return SCOPE_NODE_NO_ERLANG;
  if (g_access (script, R_OK) == 0)
    return SCOPE_NODE_FINE;
  *ret_why = g_steal_pointer (&script);
  return SCOPE_NODE_NO_SCRIPT;
}

static void
set (ScopeNode *node, const char *name, const char *value)
{
  node->envp = value != NULL ? g_environ_setenv (node->envp, name, value, TRUE) : g_environ_unsetenv (node->envp, name);
}

/* Its name is that of the node, by which what comes is named then; if that is too long for a socket, another one. */
static char *
name_socket (const ScopeNode *node)
{
  gboolean fits = strlen (node->folder) + strlen (node->name) < MOST_PATH;

  return g_build_filename (node->folder, fits ? node->name : "socket", NULL);
}

ScopeNodeTrouble
scope_node_prepare (ScopeNode *node, char **ret_why)
{
  ScopeNodeTrouble trouble = scope_node_check (node, ret_why);
  g_autoptr (GError) error = NULL;

  if (trouble != SCOPE_NODE_FINE)
    return trouble;
  node->folder = g_dir_make_tmp ("lanescope-node-XXXXXX", &error);
  if (node->folder == NULL)
    {
      *ret_why = g_strdup (error->message);
      return SCOPE_NODE_NO_FOLDER;
    }
  node->socket = name_socket (node);
  node->envp = g_get_environ ();
  set (node, "LANESCOPE_NODE", node->name);
  set (node, "LANESCOPE_SOCKET", node->socket);
  set (node, "LANESCOPE_RECORD", node->record);
  set (node, "LANESCOPE_COOKIE_FILE", node->cookie);
  node->argv[0] = g_find_program_in_path ("escript");
  node->argv[1] = find_script ();
  node->where = g_strconcat ("unix-listen:", node->socket, NULL);
  return SCOPE_NODE_FINE;
}

void
scope_node_unprepare (ScopeNode *node)
{
  if (node->folder != NULL)
    {
      g_unlink (node->socket);
      g_rmdir (node->folder);
    }
  g_clear_pointer (&node->folder, g_free);
  g_clear_pointer (&node->socket, g_free);
  g_clear_pointer (&node->where, g_free);
  g_clear_pointer (&node->argv[0], g_free);
  g_clear_pointer (&node->argv[1], g_free);
  g_clear_pointer (&node->envp, g_strfreev);
}

void
scope_node_clear (ScopeNode *node)
{
  scope_node_unprepare (node);
  g_clear_pointer (&node->name, g_free);
  g_clear_pointer (&node->cookie, g_free);
  g_clear_pointer (&node->record, g_free);
}

/* --- as an address --- */

gboolean
scope_node_is_address (const char *text)
{
  return g_str_has_prefix (text, SCHEME);
}

static void
add_option (GString *text, const char *name, const char *value)
{
  g_autofree char *escaped = value != NULL ? g_uri_escape_string (value, "/,", FALSE) : NULL;

  if (escaped != NULL)
    g_string_append_printf (text, "%c%s=%s", strchr (text->str, '?') == NULL ? '?' : '&', name, escaped);
}

char *
scope_node_dup_address (const ScopeNode *node)
{
  GString *text = g_string_new (SCHEME);

  g_string_append (text, node->name);
  add_option (text, "cookie", node->cookie);
  add_option (text, "record", node->record);
  return g_string_free (text, FALSE);
}

gboolean
scope_node_parse (const char *address, ScopeNode *ret_node)
{
  const char *name = address + strlen (SCHEME), *options;
  g_autoptr (GHashTable) said = NULL;

  *ret_node = (ScopeNode) { 0 };
  if (!scope_node_is_address (address))
    return FALSE;
  options = strchr (name, '?');
  if (options != NULL && (said = g_uri_parse_params (options + 1, -1, "&", G_URI_PARAMS_NONE, NULL)) == NULL)
    return FALSE;
  ret_node->name = options != NULL ? g_strndup (name, (gsize) (options - name)) : g_strdup (name);
  ret_node->cookie = said != NULL ? g_strdup (g_hash_table_lookup (said, "cookie")) : NULL;
  ret_node->record = said != NULL ? g_strdup (g_hash_table_lookup (said, "record")) : NULL;
  return TRUE;
}
