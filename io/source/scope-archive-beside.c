/* scope-archive-beside.c: what lies beside a simulation's trace and explains it: the simulator's configuration and statistics, the
 * program's symbols; and beside one of Erlang, what the VM counted, which has to be called as the trace. In the trace's folder, or in the same folder of the same archive.
 *
 * config.ini and stats.txt are what gem5 writes beside it; of several traces in one folder each may have its own, run.stats.txt. Symbols are what `nm` gave: of several such files that which is called as
 * the trace, else none; the only one belongs to it whatever its name. These files are part of what identifies the trace.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/source/scope-archive-private.h"

#include "model/base/scope-fail.h"

#include <string.h>
#include <sys/stat.h>

#define MOST_NAMES 20000u
#define MOST_BYTES (64u * 1024u * 1024u)

static gboolean
is_symbols (const char *name)
{
  return g_str_has_suffix (name, ".nm") || g_str_has_suffix (name, ".sym") || strcmp (name, "symbols.txt") == 0;
}

/* "run" of "run.out.gz", "run.nm", "run.out.nm". */
static char *
stem_of (const char *name)
{
  static const char *const endings[] = { ".nm", ".sym", ".elf", ".gz", ".out", ".txt", ".trace", ".log", ".stats" };
  char *stem = g_strdup (name);

  for (guint i = 0; i < G_N_ELEMENTS (endings); i++)
    if (g_str_has_suffix (stem, endings[i]) && strlen (stem) > strlen (endings[i]))
      stem[strlen (stem) - strlen (endings[i])] = '\0';

  return stem;
}

/* "run.stats.txt" of "run.out.gz". */
static gboolean
is_statistics_of (const char *name, const char *trace)
{
  g_autofree char *stem = stem_of (trace), *other = stem_of (name);

  return g_str_has_suffix (name, ".stats.txt") && strcmp (stem, other) == 0;
}

/* "run" of "run.out.gz". */
static gboolean
is_program_of (const char *name, const char *trace)
{
  g_autofree char *stem = stem_of (trace);

  return strcmp (name, stem) == 0;
}

/* "run.lcnt" of "run.trace.gz", "run.trace" or "run". */
static gboolean
is_called_as (const char *name, const char *ending, const char *trace)
{
  g_autofree char *stem = g_strdup (trace), *own = NULL;
  char *dot;

  if (!g_str_has_suffix (name, ending))
    return FALSE;
  own = g_strndup (name, strlen (name) - strlen (ending));
  for (guint i = 0; i < 3 && strcmp (stem, own) != 0; i++)
    {
      dot = strrchr (stem, '.');
      if (dot == NULL || dot == stem)
        return FALSE;
      *dot = '\0';
    }

  return strcmp (stem, own) == 0;
}

static gboolean
is_wanted (const char *name, const char *trace, ScopeSideNote what)
{
  switch (what)
    {
    case SCOPE_BESIDE_CONFIG:
      return strcmp (name, "config.ini") == 0;
    case SCOPE_BESIDE_STATS:
      return strcmp (name, "stats.txt") == 0 || is_statistics_of (name, trace);
    case SCOPE_BESIDE_SYMBOLS:
      return is_symbols (name);
    case SCOPE_BESIDE_PROGRAM:
      return g_str_has_suffix (name, ".elf") || is_program_of (name, trace);
    case SCOPE_BESIDE_LOCKS:
      return is_called_as (name, ".lcnt", trace);
    case SCOPE_BESIDE_MICROSTATES:
      return is_called_as (name, ".msacc", trace);
    }

  return FALSE;
}

/* Of the names found, which one; −1: none. `exactly`: no other than what is called so. */
static gint
choose (const GPtrArray *names, const char *trace, gboolean exactly)
{
  g_autofree char *stem = stem_of (trace);

  for (guint i = 0; i < names->len; i++)
    {
      g_autofree char *base = g_path_get_basename (names->pdata[i]), *other = stem_of (base);

      if (strcmp (stem, other) == 0)
        return (gint) i;
    }

  return names->len == 1 && !exactly ? 0 : -1;
}

/* --- in a folder --- */

static char *
find_path (const char *trace, ScopeSideNote what, const char *program)
{
  g_autofree char *folder = g_path_get_dirname (trace), *base = g_path_get_basename (trace);
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  const char *name;
  guint n = 0;
  gint chosen;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL && n++ < MOST_NAMES)
    if (is_wanted (name, base, what) && strcmp (name, base) != 0)
      g_ptr_array_add (names, g_strdup (name));
  chosen = choose (names, program != NULL ? program : base, program != NULL);

  return chosen >= 0 ? g_build_filename (folder, names->pdata[chosen], NULL) : NULL;
}

static ScopeSource *
open_path (const char *path, GError **error)
{
  struct stat st;

  if (stat (path, &st) == 0 && !S_ISREG (st.st_mode)) /* a FIFO would be waited for */
    return scope_fail_null (error, G_IO_ERROR_NOT_REGULAR_FILE, "cannot be opened: it is no file");
  return scope_source_new_file (path, error);
}

/* --- in an archive --- */

static gint
find_entry (const ScopeOpener *opener, const char *trace, ScopeSideNote what, const char *program)
{
  g_autofree char *folder = g_path_get_dirname (trace), *base = g_path_get_basename (trace);
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  g_autoptr (GArray) entries = g_array_new (FALSE, FALSE, sizeof (guint));
  gint chosen;

  for (guint i = 0; i < opener->zip->entries->len && i < MOST_NAMES; i++)
    {
      const ScopeZipEntry *entry = &g_array_index (opener->zip->entries, ScopeZipEntry, i);
      g_autofree char *other = g_path_get_dirname (entry->name), *name = g_path_get_basename (entry->name);

      if (i == opener->entry || entry->data == 0 || strcmp (folder, other) != 0 || !is_wanted (name, base, what))
        continue;
      g_ptr_array_add (names, entry->name);
      g_array_append_val (entries, i);
    }
  chosen = choose (names, program != NULL ? program : base, program != NULL);

  return chosen >= 0 ? (gint) g_array_index (entries, guint, chosen) : -1;
}

static char *
read_all (ScopeSource *source, gsize *ret_n)
{
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  guint8 room[64 * 1024];
  gssize got;

  while (bytes->len < MOST_BYTES && (got = scope_source_read (source, room, sizeof room, NULL)) > 0)
    g_byte_array_append (bytes, room, (guint) got);
  *ret_n = bytes->len;
  g_byte_array_append (bytes, (const guint8 *) "", 1);

  return (char *) g_byte_array_free (g_steal_pointer (&bytes), FALSE);
}

/* `program`: whose symbols; NULL: the trace's. */
static ScopeSource *
open_beside (ScopeArchive *archive, guint i, ScopeSideNote what, const char *program, char **ret_name, GError **error)
{
  const ScopeMember *member = scope_archive_member (archive, i);
  const ScopeOpener *opener = member->opener;
  ScopeSource *source = NULL;
  g_autofree char *path = NULL, *name = NULL;

  *ret_name = NULL;
  if (opener->zip != NULL)
    {
      gint entry = find_entry (opener, member->name, what, program);

      if (entry < 0)
        return NULL;
      name = g_path_get_basename (g_array_index (opener->zip->entries, ScopeZipEntry, entry).name);
      source = scope_zip_open (opener->zip, &g_array_index (opener->zip->entries, ScopeZipEntry, entry), error);
    }
  else if (opener->path != NULL && (path = find_path (opener->path, what, program)) != NULL)
    {
      name = g_path_get_basename (path);
      source = open_path (path, error);
    }
  if (name != NULL)
    *ret_name = g_filename_display_name (name);
  return source;
}

static char *
read_beside (ScopeArchive *archive, guint i, ScopeSideNote what, const char *program, char **ret_name, gsize *ret_n)
{
  g_autoptr (ScopeSource) source = open_beside (archive, i, what, program, ret_name, NULL);

  return source != NULL ? read_all (source, ret_n) : NULL;
}

ScopeSource *
scope_archive_open_beside (ScopeArchive *archive, guint i, ScopeSideNote what, char **ret_name, GError **error)
{
  return open_beside (archive, i, what, NULL, ret_name, error);
}

char *
scope_archive_read_beside (ScopeArchive *archive, guint i, ScopeSideNote what, char **ret_name, gsize *ret_n)
{
  return read_beside (archive, i, what, NULL, ret_name, ret_n);
}

char *
scope_archive_read_symbols (ScopeArchive *archive, guint i, const char *program, char **ret_name, gsize *ret_n)
{
  return read_beside (archive, i, SCOPE_BESIDE_SYMBOLS, program, ret_name, ret_n);
}

char *
scope_archive_find_program (ScopeArchive *archive, guint i)
{
  const ScopeOpener *opener = scope_archive_member (archive, i)->opener;
  g_autofree char *path = opener->zip == NULL && opener->path != NULL ? find_path (opener->path, SCOPE_BESIDE_PROGRAM, NULL) : NULL;
  struct stat st;

  return path != NULL && stat (path, &st) == 0 && S_ISREG (st.st_mode) ? g_steal_pointer (&path) : NULL;
}

static void
digest_file (GChecksum *sum, guint what, const char *path)
{
  struct stat st;

  if (path != NULL && stat (path, &st) == 0)
    {
      const gint64 facts[] = { what, (gint64) st.st_size, st.st_mtim.tv_sec, st.st_mtim.tv_nsec };

      g_checksum_update (sum, (const guchar *) facts, sizeof facts);
    }
}

static int
compare_names (gconstpointer a, gconstpointer b)
{
  return strcmp (*(char *const *) a, *(char *const *) b);
}

/* All there are: any may be one of the programs that config.ini names. */
static void
digest_symbols (GChecksum *sum, const char *trace)
{
  g_autofree char *folder = g_path_get_dirname (trace);
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  const char *name;
  guint n = 0;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL && n++ < MOST_NAMES)
    if (is_symbols (name))
      g_ptr_array_add (names, g_strdup (name));
  g_ptr_array_sort (names, compare_names);
  for (guint i = 0; i < names->len; i++)
    {
      g_autofree char *path = g_build_filename (folder, names->pdata[i], NULL);

      g_checksum_update (sum, names->pdata[i], -1);
      digest_file (sum, SCOPE_BESIDE_SYMBOLS, path);
    }
}

void
scope_archive_digest_beside (GChecksum *sum, const ScopeMember *member)
{
  const ScopeOpener *opener = member->opener;
  gboolean erlang = scope_log_kind_is_erlang (member->kind);
  guint last = erlang ? SCOPE_BESIDE_MICROSTATES : SCOPE_BESIDE_PROGRAM;

  for (guint what = erlang ? SCOPE_BESIDE_LOCKS : SCOPE_BESIDE_CONFIG; opener->path != NULL && opener->zip == NULL && what <= last; what++)
    {
      g_autofree char *path = find_path (opener->path, (ScopeSideNote) what, NULL);

      digest_file (sum, what, path);
      if (what == SCOPE_BESIDE_CONFIG && path != NULL)
        digest_symbols (sum, opener->path);
    }
}
