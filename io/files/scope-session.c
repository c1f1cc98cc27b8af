/* scope-session.c: see scope-session.h.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/files/scope-session.h"

#include "io/files/scope-log-sets.h"
#include "io/index/scope-run-list.h"
#include "model/base/scope-fail.h"

#include <errno.h>
#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>

#define HEAD "Lanescope Session"
#define MAX_PATHS 4096u

struct _ScopeSession
{
  GKeyFile *file;
  char *folder;       /* in which its file lies; NULL: nowhere yet */
  GPtrArray *windows; /* names of groups */
  GPtrArray *views;
};

ScopeSession *
scope_session_new (void)
{
  ScopeSession *session = g_new0 (ScopeSession, 1);

  session->file = g_key_file_new ();
  session->windows = g_ptr_array_new_with_free_func (g_free);
  session->views = g_ptr_array_new_with_free_func (g_free);
  g_key_file_set_integer (session->file, HEAD, "Version", SCOPE_SESSION_VERSION);
  return session;
}

void
scope_session_free (ScopeSession *session)
{
  g_key_file_unref (session->file);
  g_free (session->folder);
  g_ptr_array_unref (session->windows);
  g_ptr_array_unref (session->views);
  g_free (session);
}

/* --- reading --- */

static gboolean
refuse (GError **error, const char *path, const char *why)
{
  g_autofree char *name = g_filename_display_name (path);

  return scope_fail (error, G_IO_ERROR_INVALID_DATA, "%s: %s", name, why);
}

static gboolean
read_text (const char *path, char **ret_text, gsize *ret_length, GError **error)
{
  struct stat st;

  if (g_stat (path, &st) != 0)
    return refuse (error, path, g_strerror (errno));
  if (!S_ISREG (st.st_mode))
    return refuse (error, path, _("is not a file"));
  if (st.st_size > SCOPE_SESSION_FILE_MAX)
    return refuse (error, path, _("is too large to be a session"));
  if (!g_file_get_contents (path, ret_text, ret_length, error))
    return FALSE;
  if (strlen (*ret_text) != *ret_length || !g_utf8_validate (*ret_text, (gssize) *ret_length, NULL))
    return refuse (error, path, _("is not a Lanescope session: it is not text"));
  return TRUE;
}

static void
add_groups (ScopeSession *session, guint number)
{
  g_ptr_array_add (session->windows, g_strdup_printf ("Window %u", number));
  g_ptr_array_add (session->views, g_strdup_printf ("View %u", number));
}

ScopeSession *
scope_session_read (const char *path, GError **error)
{
  g_autoptr (ScopeSession) session = scope_session_new ();
  g_autofree char *text = NULL, *whole = g_canonicalize_filename (path, NULL);
  g_autoptr (GError) local = NULL;
  gsize length = 0;
  gint version;

  if (!read_text (path, &text, &length, error))
    return NULL;
  if (!g_key_file_load_from_data (session->file, text, length, G_KEY_FILE_NONE, &local)
      || !g_key_file_has_group (session->file, HEAD))
    {
      refuse (error, path, _("is not a Lanescope session"));
      return NULL;
    }
  version = g_key_file_get_integer (session->file, HEAD, "Version", NULL);
  if (version < 1 || version > SCOPE_SESSION_VERSION)
    {
      refuse (error, path, version > SCOPE_SESSION_VERSION ? _("was saved by a newer Lanescope") : _("has no version"));
      return NULL;
    }
  for (guint i = 1; i <= SCOPE_SESSION_WINDOWS_MAX; i++)
    {
      g_autofree char *group = g_strdup_printf ("Window %u", i);

      if (g_key_file_has_group (session->file, group))
        add_groups (session, i);
    }
  if (session->windows->len == 0)
    {
      refuse (error, path, _("contains no trace"));
      return NULL;
    }
  session->folder = g_path_get_dirname (whole);
  return g_steal_pointer (&session);
}

/* --- windows --- */

guint
scope_session_n_windows (ScopeSession *session)
{
  return session->windows->len;
}

GKeyFile *
scope_session_get_file (ScopeSession *session)
{
  return session->file;
}

const char *
scope_session_window_group (ScopeSession *session, guint i)
{
  return session->windows->pdata[i];
}

const char *
scope_session_view_group (ScopeSession *session, guint i)
{
  return session->views->pdata[i];
}

/* A key of the trace, or of the baseline. Its last caller's. */
static char *
key_of (const char *key, gboolean baseline)
{
  return g_strconcat (baseline ? "Baseline" : "", key, NULL);
}

static void
put_string (ScopeSession *session, guint i, gboolean baseline, const char *key, const char *value)
{
  g_autofree char *whole = key_of (key, baseline);

  if (value != NULL)
    g_key_file_set_string (session->file, scope_session_window_group (session, i), whole, value);
}

static char *
get_string (ScopeSession *session, guint i, gboolean baseline, const char *key)
{
  g_autofree char *whole = key_of (key, baseline);

  return g_key_file_get_string (session->file, scope_session_window_group (session, i), whole, NULL);
}

/* Names of files may be any bytes, a session is text: as URIs would they be hard to read, so only those bytes are escaped. */
static void
put_paths (ScopeSession *session, guint i, gboolean baseline, const char *key, const char *const *paths)
{
  g_autofree char *whole = key_of (key, baseline);
  g_autoptr (GPtrArray) texts = g_ptr_array_new_with_free_func (g_free);

  for (guint p = 0; paths[p] != NULL; p++)
    g_ptr_array_add (texts, g_utf8_validate (paths[p], -1, NULL) ? g_strdup (paths[p])
                                                                 : g_filename_to_uri (paths[p], NULL, NULL));
  for (guint p = 0; p < texts->len; p++)
    if (texts->pdata[p] == NULL) /* a relative name of strange bytes */
      texts->pdata[p] = g_strdup ("");
  g_key_file_set_string_list (session->file, scope_session_window_group (session, i), whole,
                              (const char *const *) texts->pdata, texts->len);
}

static char **
get_paths (ScopeSession *session, guint i, gboolean baseline, const char *key)
{
  g_autofree char *whole = key_of (key, baseline);
  gsize n = 0;
  char **paths = g_key_file_get_string_list (session->file, scope_session_window_group (session, i), whole, &n, NULL);

  if (paths == NULL)
    return g_new0 (char *, 1);
  if (n > MAX_PATHS)
    {
      g_strfreev (paths);
      return g_new0 (char *, 1);
    }
  for (gsize p = 0; p < n; p++)
    if (g_str_has_prefix (paths[p], "file://"))
      {
        char *path = g_filename_from_uri (paths[p], NULL, NULL);

        g_free (paths[p]);
        paths[p] = path != NULL ? path : g_strdup ("");
      }
  return paths;
}

static void
put_run (ScopeSession *session, guint i, gboolean baseline, ScopeRun *run)
{
  const ScopeRunFacts *facts = scope_run_facts (run);
  g_autofree char *date_key = key_of ("Date", baseline);

  put_string (session, i, baseline, "Title", facts->title);
  put_string (session, i, baseline, "Digest", facts->digest);
  g_key_file_set_int64 (session->file, scope_session_window_group (session, i), date_key, facts->date);
  put_paths (session, i, baseline, "Paths", facts->paths);
}

guint
scope_session_add_window (ScopeSession *session, ScopeRun *run)
{
  guint i = session->windows->len;

  if (i >= SCOPE_SESSION_WINDOWS_MAX)
    return SCOPE_NONE;
  add_groups (session, i + 1);
  put_run (session, i, FALSE, run);
  return i;
}

void
scope_session_set_baseline (ScopeSession *session, guint i, ScopeRun *run)
{
  put_run (session, i, TRUE, run);
}

gboolean
scope_session_has_baseline (ScopeSession *session, guint i)
{
  return g_key_file_has_key (session->file, scope_session_window_group (session, i), "BaselineDigest", NULL);
}

/* --- writing --- */

/* "../traces/a.eventlog", seen from a folder; both are absolute. */
static char *
relative_path (const char *folder, const char *path)
{
  g_auto (GStrv) from = g_strsplit (folder, "/", -1), to = g_strsplit (path, "/", -1);
  g_autoptr (GString) text = g_string_new (NULL);
  guint common = 0, n = g_strv_length (from);

  while (from[common] != NULL && to[common] != NULL && to[common + 1] != NULL && g_str_equal (from[common], to[common]))
    common++;
  for (guint i = common; i < n; i++)
    if (from[i][0] != '\0')
      g_string_append (text, "../");
  for (guint i = common; to[i] != NULL; i++)
    g_string_append_printf (text, "%s%s", to[i], to[i + 1] != NULL ? "/" : "");
  return g_strdup (text->str);
}

/* What the files hold, if they are the trace of that digest. */
static char *
content_of (const char *const *paths, const char *digest)
{
  g_autoptr (ScopeArchive) archive
      = paths[0] != NULL ? scope_log_sets_open (paths, g_strv_length ((char **) paths), NULL, NULL) : NULL;
  g_autofree char *found = archive != NULL ? scope_archive_digest (archive) : NULL;

  return digest == NULL || g_strcmp0 (found, digest) == 0 ? (archive != NULL ? scope_archive_content_digest (archive) : NULL)
                                                          : NULL;
}

static void
complete_trace (ScopeSession *session, guint i, gboolean baseline, const char *folder)
{
  g_auto (GStrv) paths = get_paths (session, i, baseline, "Paths");
  g_autofree char *digest = get_string (session, i, baseline, "Digest");
  g_autofree char *content = content_of ((const char *const *) paths, digest);
  g_autoptr (GPtrArray) relative = g_ptr_array_new_with_free_func (g_free);

  for (char **path = paths; *path != NULL; path++)
    g_ptr_array_add (relative, relative_path (folder, *path));
  g_ptr_array_add (relative, NULL);
  put_paths (session, i, baseline, "RelativePaths", (const char *const *) relative->pdata);
  put_string (session, i, baseline, "Content", content);
}

gboolean
scope_session_write (ScopeSession *session, const char *path, GError **error)
{
  g_autofree char *whole = g_canonicalize_filename (path, NULL), *folder = g_path_get_dirname (whole), *text = NULL;
  gsize length;

  for (guint i = 0; i < session->windows->len; i++)
    {
      complete_trace (session, i, FALSE, folder);
      if (scope_session_has_baseline (session, i))
        complete_trace (session, i, TRUE, folder);
    }
  text = g_key_file_to_data (session->file, &length, NULL);
  if (length > SCOPE_SESSION_FILE_MAX)
    return refuse (error, path, _("the session would be too large: it has too many notes"));
  return g_file_set_contents_full (path, text, (gssize) length,
                                   G_FILE_SET_CONTENTS_CONSISTENT | G_FILE_SET_CONTENTS_DURABLE, 0666, error);
}

/* --- traces --- */

static gboolean
all_there (char **paths)
{
  for (char **path = paths; *path != NULL; path++)
    if (**path == '\0' || !g_file_test (*path, G_FILE_TEST_EXISTS))
      return FALSE;
  return paths[0] != NULL;
}

static char **
resolve (ScopeSession *session, char **relative)
{
  GPtrArray *paths = g_ptr_array_new ();

  for (char **path = relative; *path != NULL && session->folder != NULL; path++)
    if (**path != '\0')
      g_ptr_array_add (paths, g_canonicalize_filename (*path, session->folder));
  g_ptr_array_add (paths, NULL);
  return (char **) g_ptr_array_free (paths, FALSE);
}

/* TRUE if these files hold the trace. */
static gboolean
is_trace (char **paths, const char *digest, const char *content)
{
  g_autoptr (ScopeArchive) archive = NULL;
  g_autofree char *found = NULL, *found_content = NULL;

  if (!all_there (paths))
    return FALSE;
  archive = scope_log_sets_open ((const char *const *) paths, g_strv_length (paths), NULL, NULL);
  if (archive == NULL)
    return FALSE;
  found = scope_archive_digest (archive);
  if (found != NULL && g_strcmp0 (found, digest) == 0)
    return TRUE;
  found_content = scope_archive_content_digest (archive);
  return found_content != NULL && g_strcmp0 (found_content, content) == 0;
}

static char *
find_index (const char *folder, const char *digest)
{
  g_autofree char *name = digest != NULL && strlen (digest) == 32 ? g_strconcat ("run:", digest, NULL) : NULL;

  return name != NULL ? scope_run_list_resolve (folder, name, NULL) : NULL;
}

ScopeSessionTrace *
scope_session_find_trace (ScopeSession *session, guint i, gboolean baseline, const char *folder)
{
  g_autofree char *digest = get_string (session, i, baseline, "Digest");
  g_autofree char *content = get_string (session, i, baseline, "Content");
  g_auto (GStrv) paths = get_paths (session, i, baseline, "Paths");
  g_auto (GStrv) names = get_paths (session, i, baseline, "RelativePaths");
  g_auto (GStrv) beside = resolve (session, names);
  ScopeSessionTrace *trace = g_new0 (ScopeSessionTrace, 1);
  /* A folder that was copied is meant to be opened where it is. */
  char ***places[] = { &beside, &paths };

  trace->title = get_string (session, i, baseline, "Title");
  if (trace->title == NULL || *trace->title == '\0')
    {
      g_free (trace->title);
      trace->title = g_strdup (_("a trace"));
    }
  trace->state = SCOPE_SESSION_MISSING;
  for (guint p = 0; p < G_N_ELEMENTS (places) && trace->paths == NULL; p++)
    if (is_trace (*places[p], digest, content))
      {
        trace->state = SCOPE_SESSION_SAME;
        trace->paths = g_strdupv (*places[p]);
      }
  for (guint p = 0; p < G_N_ELEMENTS (places) && trace->paths == NULL; p++)
    if (all_there (*places[p]))
      {
        trace->state = SCOPE_SESSION_CHANGED;
        trace->paths = g_strdupv (*places[p]);
      }
  if (trace->paths == NULL)
    trace->paths = g_strdupv (paths);
  if (trace->state != SCOPE_SESSION_SAME)
    trace->index_path = find_index (folder, digest);
  return trace;
}

void
scope_session_trace_free (ScopeSessionTrace *trace)
{
  g_free (trace->title);
  g_strfreev (trace->paths);
  g_free (trace->index_path);
  g_free (trace);
}
