/* scope-cli-program-logs.c: which logs a program writes that `watch` runs: what it and its children have open, as the system tells
 * (/proc), and what they have left in the current folder. Whether a file is a log is told by its first bytes.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "app/cli/watch/scope-cli-program.h"

#include "app/cli/common/scope-cli.h"
#include "io/source/scope-log-kind.h"

#include <fcntl.h>
#include <glib/gstdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define MOST_LOGS 64u
#define MOST_PROGRAMS 512u
#define MOST_FILES 4096u

/* `archives`: a zip of logs counts, too. */
static gboolean
is_log (const char *path, gboolean archives)
{
  guint8 head[SCOPE_LOG_HEAD];
  struct stat st;
  int fd = g_open (path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK, 0);
  gssize n = fd >= 0 && fstat (fd, &st) == 0 && S_ISREG (st.st_mode) ? read (fd, head, sizeof head) : -1;

  if (fd >= 0)
    close (fd);
  if (n > 4 && archives && memcmp (head, "PK\3\4", 4) == 0)
    return g_str_has_suffix (path, "parevents");

  return n > 0 && scope_log_kind (head, (gsize) n) != SCOPE_LOG_NONE;
}

/* Whether it was opened for writing. */
static gboolean
is_written (const char *folder, const char *number)
{
  g_autofree char *path = g_strdup_printf ("%s/../fdinfo/%s", folder, number), *text = NULL;
  const char *flags;

  if (!g_file_get_contents (path, &text, NULL, NULL))
    return FALSE;
  flags = strstr (text, "flags:");

  return flags != NULL && (strtoul (flags + 6, NULL, 8) & O_ACCMODE) != O_RDONLY;
}

static void
add_files (GPid pid, GHashTable *found)
{
  g_autofree char *folder = g_strdup_printf ("/proc/%d/fd", (int) pid);
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *number;

  while (dir != NULL && g_hash_table_size (found) < MOST_LOGS && (number = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *link = g_build_filename (folder, number, NULL), *path = g_file_read_link (link, NULL);

      if (path != NULL && path[0] == '/' && g_file_test (path, G_FILE_TEST_IS_REGULAR) && is_written (folder, number)
          && is_log (path, FALSE))
        g_hash_table_add (found, g_steal_pointer (&path));
    }
}

static void
add_children (GPid pid, GArray *pids)
{
  g_autofree char *path = g_strdup_printf ("/proc/%d/task/%d/children", (int) pid, (int) pid), *text = NULL;
  g_auto (GStrv) words = NULL;

  if (!g_file_get_contents (path, &text, NULL, NULL))
    return;
  words = g_strsplit (g_strstrip (text), " ", -1);
  for (guint i = 0; words[i] != NULL && pids->len < MOST_PROGRAMS; i++)
    {
      GPid child = (GPid) atoi (words[i]);

      if (child > 0)
        g_array_append_val (pids, child);
    }
}

char **
scope_cli_program_find_written (const ScopeCliProgram *program)
{
  g_autoptr (GHashTable) found = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GArray) pids = g_array_new (FALSE, FALSE, sizeof (GPid));

  if (program->pid == 0)
    return NULL;
  g_array_append_val (pids, program->pid);
  for (guint i = 0; i < pids->len; i++)
    {
      add_files (g_array_index (pids, GPid, i), found);
      add_children (g_array_index (pids, GPid, i), pids);
    }

  return g_hash_table_size (found) > 0 ? scope_cli_sorted (found) : NULL;
}

char **
scope_cli_program_find_left (gint64 since)
{
  g_autoptr (GHashTable) found = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autofree char *folder = g_get_current_dir ();
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  for (guint n = 0; dir != NULL && n < MOST_FILES && g_hash_table_size (found) < MOST_LOGS && (name = g_dir_read_name (dir)) != NULL; n++)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);
      struct stat st;

      if (stat (path, &st) == 0 && S_ISREG (st.st_mode)
          && st.st_mtim.tv_sec * G_USEC_PER_SEC + st.st_mtim.tv_nsec / 1000 >= since && is_log (path, TRUE))
        g_hash_table_add (found, g_steal_pointer (&path));
    }

  return g_hash_table_size (found) > 0 ? scope_cli_sorted (found) : NULL;
}
