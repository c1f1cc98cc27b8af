/* scope-code-file.c: see scope-code-file.h.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/source/scope-code-file.h"

#include "model/base/scope-fail.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* --- finding the file --- */

typedef struct
{
  char *path;
  guint depth;
} Folder;

static void
folder_free (gpointer data)
{
  Folder *folder = data;

  g_free (folder->path);
  g_free (folder);
}

static void
add_folder (GQueue *folders, char *path, guint depth)
{
  Folder *folder = g_new (Folder, 1);

  *folder = (Folder) { path, depth };
  g_queue_push_tail (folders, folder);
}

/* Whether an entry is a folder to look into: hidden ones are not, nor what links lead to (they may lead back). */
static gboolean
leads_on (const char *path, const char *name)
{
  return name[0] != '.' && g_file_test (path, G_FILE_TEST_IS_DIR) && !g_file_test (path, G_FILE_TEST_IS_SYMLINK);
}

/* The file of that name in the folder, or NULL; what is below it joins the queue. */
static char *
look_in (const Folder *folder, const char *name, GQueue *folders, guint *left, GCancellable *cancellable)
{
  g_autoptr (GDir) dir = g_dir_open (folder->path, 0, NULL);
  g_autofree char *wanted = g_build_filename (folder->path, name, NULL);
  const char *entry;

  if (dir == NULL)
    return NULL;
  if (g_file_test (wanted, G_FILE_TEST_IS_REGULAR))
    return g_steal_pointer (&wanted);
  while (folder->depth < SCOPE_CODE_FILE_DEPTH && (entry = g_dir_read_name (dir)) != NULL && *left > 0
         && !g_cancellable_is_cancelled (cancellable))
    {
      g_autofree char *path = g_build_filename (folder->path, entry, NULL);

      (*left)--;
      if (leads_on (path, entry))
        add_folder (folders, g_steal_pointer (&path), folder->depth + 1);
    }
  return NULL;
}

static char *
find_file (const char *top, const char *name, GCancellable *cancellable)
{
  GQueue folders = G_QUEUE_INIT;
  guint left = SCOPE_CODE_FILE_ENTRIES;
  char *found = NULL;

  add_folder (&folders, g_strdup (top), 0);
  while (found == NULL && !g_queue_is_empty (&folders) && !g_cancellable_is_cancelled (cancellable))
    {
      Folder *folder = g_queue_pop_head (&folders);

      found = look_in (folder, name, &folders, &left, cancellable);
      folder_free (folder);
    }
  g_queue_clear_full (&folders, folder_free);
  return found;
}

/* --- reading it --- */

static char *
read_text (const char *path, gsize *ret_length, GCancellable *cancellable, GError **error)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GFileInputStream) stream = g_file_read (file, cancellable, error);
  g_autofree char *bytes = NULL;
  gsize n;

  if (stream == NULL)
    return NULL;
  bytes = g_malloc (SCOPE_CODE_FILE_BYTES + 1);
  if (!g_input_stream_read_all (G_INPUT_STREAM (stream), bytes, SCOPE_CODE_FILE_BYTES + 1, &n, cancellable, error))
    return NULL;
  if (n > SCOPE_CODE_FILE_BYTES || memchr (bytes, '\0', n) != NULL)
    return scope_fail_null (error, G_IO_ERROR_INVALID_DATA, _("%s is not source text"), path);
  *ret_length = n;
  return g_realloc (g_steal_pointer (&bytes), n + 1);
}

/* Old sources are Latin-1. */
static char *
to_utf8 (const char *text, gsize length)
{
  if (g_utf8_validate (text, (gssize) length, NULL))
    return g_strndup (text, length);
  return g_convert (text, (gssize) length, "UTF-8", "ISO-8859-1", NULL, NULL, NULL);
}

/* What is looked for in a file: a function, or lines. */
typedef struct
{
  const char *function; /* NULL: lines */
  int arity;
  guint first, last;
} Wanted;

static gboolean
find_in (const char *text, gsize length, const Wanted *wanted, ScopeCodePlace *ret_place)
{
  return wanted->function != NULL ? scope_code_find (text, length, wanted->function, wanted->arity, ret_place)
                                  : scope_code_find_lines (text, length, wanted->first, wanted->last, ret_place);
}

static ScopeCodeText *
read_wanted (char *path, const Wanted *wanted, GCancellable *cancellable, GError **error)
{
  g_autoptr (ScopeCodeText) code = g_new0 (ScopeCodeText, 1);
  g_autofree char *text = NULL;
  ScopeCodePlace place;
  gsize length = 0, most;

  code->path = path;
  code->line = 1;
  text = read_text (path, &length, cancellable, error);
  if (text == NULL)
    return NULL;
  code->found = find_in (text, length, wanted, &place);
  if (!code->found)
    {
      code->text = g_strdup ("");
      return g_steal_pointer (&code);
    }
  code->line = place.line;
  code->n_clauses = place.n_clauses;
  most = place.to - place.from;
  if (most > SCOPE_CODE_FILE_TEXT)
    {
      /* Up to the last whole line that fits. */
      for (most = SCOPE_CODE_FILE_TEXT; most > 0 && text[place.from + most - 1] != '\n'; most--)
        ;
      code->cut = TRUE;
    }
  code->text = to_utf8 (text + place.from, most);
  if (code->text == NULL)
    code->text = g_strdup ("");
  g_strchomp (code->text);
  return g_steal_pointer (&code);
}

/* "There is no m.erl in /a, nor below it; /b is no folder". */
static void
say_where (const char *const *folders, const char *file, GError **error)
{
  g_autoptr (GString) there = g_string_new (NULL), missing = g_string_new (NULL);

  for (; folders != NULL && *folders != NULL; folders++)
    {
      GString *list = g_file_test (*folders, G_FILE_TEST_IS_DIR) ? there : missing;

      g_string_append_printf (list, "%s%s", list->len > 0 ? ", " : "", *folders);
    }
  if (there->len == 0 && missing->len == 0)
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND, _("No source folder is set, so %s was not searched for"), file);
  else if (there->len == 0)
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND, _("The folder %s does not exist"), missing->str);
  else if (missing->len == 0)
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND, _("There is no %s in or below %s"), file, there->str);
  else
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND, _("There is no %s in or below %s; the folder %s does not "
                                                            "exist"),
                 file, there->str, missing->str);
}

/* In the folders, by the whole of its name; where it has folders, and is not there, by less and less of it. */
static char *
find_by_path (const char *const *folders, const char *file, GCancellable *cancellable)
{
  for (const char *name = file; name != NULL; name = strchr (name, '/'))
    {
      name += strspn (name, "/");
      for (const char *const *folder = folders; folder != NULL && *folder != NULL; folder++)
        {
          char *path = find_file (*folder, name, cancellable);

          if (path != NULL)
            return path;
        }
    }
  return NULL;
}

static gboolean
climbs (const char *file)
{
  g_auto (GStrv) parts = g_strsplit (file, "/", -1);

  return g_strv_contains ((const char *const *) parts, "..");
}

static ScopeCodeText *
find_place (const char *const *folders, const char *file, const Wanted *wanted, GCancellable *cancellable, GError **error)
{
  char *path = climbs (file) ? NULL : find_by_path (folders, file, cancellable);

  if (path != NULL)
    return read_wanted (path, wanted, cancellable, error);
  if (!g_cancellable_set_error_if_cancelled (cancellable, error))
    say_where (folders, file, error);
  return NULL;
}

ScopeCodeText *
scope_code_file_find (const char *const *folders, const char *name, GCancellable *cancellable, GError **error)
{
  g_autofree char *module = NULL, *function = NULL, *file = NULL;
  Wanted wanted = { NULL };

  if (scope_code_span_parse (name, &file, &wanted.first, &wanted.last))
    return find_place (folders, file, &wanted, cancellable, error);
  if (!scope_code_name_parse (name, &module, &function, &wanted.arity) || strchr (module, G_DIR_SEPARATOR) != NULL)
    return scope_fail_null (error, G_IO_ERROR_NOT_FOUND, _("%s does not name a function of a module"), name);
  wanted.function = function;
  file = g_strconcat (module, ".erl", NULL);
  for (const char *const *folder = folders; folder != NULL && *folder != NULL; folder++)
    {
      char *path = find_file (*folder, file, cancellable);

      if (path != NULL)
        return read_wanted (path, &wanted, cancellable, error);
    }
  if (!g_cancellable_set_error_if_cancelled (cancellable, error))
    say_where (folders, file, error);
  return NULL;
}
