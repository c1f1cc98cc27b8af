/* scope-archive.c: finds the logs in what the user gave: files, folders, zips, a pipe.
 *
 * What comes from a pipe is first copied into an unnamed temporary file: then it is a file like others, can
 * be a zip (whose directory is at its end), and can be read again.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/source/scope-archive-private.h"

#include "io/source/scope-log-form.h"
#include "io/source/scope-text.h"
#include "model/base/scope-each.h"
#include "model/base/scope-fail.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void
opener_free (ScopeOpener *opener)
{
  g_free (opener->path);
  g_clear_pointer (&opener->source, scope_source_unref);
  g_clear_pointer (&opener->parts, g_ptr_array_unref);
  g_clear_pointer (&opener->samples, scope_archive_member_free);
  g_free (opener);
}

void
scope_archive_member_free (gpointer data)
{
  ScopeMember *member = data;

  opener_free (member->opener);
  g_free (member->name);
  g_free (member->refusal);
  g_strfreev (member->lacks);
  g_free (member);
}

/* Eden's names: prog#12.eventlog. */
static guint32
name_number (const char *name)
{
  const char *hash = strrchr (name, '#');
  char *end;
  guint64 number;

  if (!hash || !g_ascii_isdigit (hash[1]))
    return 0;
  number = g_ascii_strtoull (hash + 1, &end, 10);
  return (*end == '.' || *end == '\0') && number < G_MAXINT32 ? (guint32)number : 0;
}

ScopeMember *
scope_archive_add (ScopeArchive *archive, const char *name, guint64 size, ScopeOpener *opener)
{
  ScopeMember *member = g_new0 (ScopeMember, 1);

  member->name = g_strdup (name);
  member->number = name_number (name);
  member->size = size;
  member->opener = opener;
  g_ptr_array_add (archive->members, member);
  return member;
}

void
scope_archive_note (ScopeArchive *archive, const char *text)
{
  if (archive->notice->len > 0)
    g_string_append (archive->notice, "; ");
  g_string_append (archive->notice, text);
}

/* One log, as the command line names what it is. */
static const char *
format_of (ScopeLogKind kind, gboolean gzip)
{
  static const struct
  {
    ScopeLogKind kind;
    const char *plain, *packed;
  } formats[] = {
    { SCOPE_LOG_ERLANG, "erlang", "erlang.gz" },
    { SCOPE_LOG_PROBES, "erlang-probes", "erlang-probes.gz" },
    { SCOPE_LOG_SAMPLES, "erlang-samples", "erlang-samples.gz" },
    { SCOPE_LOG_KANATA, "kanata", "kanata.gz" },
    { SCOPE_LOG_O3PIPE, "o3pipeview", "o3pipeview.gz" },
    { SCOPE_LOG_PERF, "perf-script", "perf-script.gz" },
    { SCOPE_LOG_SIM_XML, "simulation-xml", "simulation-xml.gz" },
    { SCOPE_LOG_SIM, "simulation", "simulation.gz" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (formats); i++)
    if (formats[i].kind == kind)
      return gzip ? formats[i].packed : formats[i].plain;

  return gzip ? "eventlog.gz" : "eventlog";
}

/* --- opening --- */

#define NOT_A_TRACE \
  "not a trace: no eventlog of GHC or Eden (nor an archive or folder of them), no trace of Erlang, no output of gem5 or M5, " \
  "no O3PipeView or Kanata log, no perf script of Intel PT"

/* One file, or what came from a pipe (`kept`). */
static const char *
add_source (ScopeArchive *archive,
            ScopeSource *source,
            const char *path,
            gboolean kept,
            GCancellable *cancellable,
            GError **error)
{
  g_autofree char *base = g_path_get_basename (scope_source_name (source));
  guint8 head[SCOPE_ZIP_HEAD] = { 0 };
  gssize n = scope_source_pread (source, head, sizeof head, 0, error);
  gboolean gzip = n > 0 && scope_archive_is_gzip (head, (gsize)n);
  g_autoptr (GError) reason = NULL;
  ScopeLogKind kind;
  ScopeOpener *opener;
  ScopeZip *zip;

  if (n < 0)
    return NULL;
  if (n == 0)
    return scope_fail_null (error, G_IO_ERROR_INVALID_DATA, "%s: is empty", scope_source_name (source));
  /* What an archive stores unpacked is text of a log, too, but behind its head. */
  kind = gzip ? scope_archive_gzip_kind (source) : scope_starts ((const char *) head, (gsize) n, "PK\003\004") ? SCOPE_LOG_NONE : scope_log_kind_of (source);
  if (kind != SCOPE_LOG_NONE || gzip)
    {
      if (kind == SCOPE_LOG_NONE)
        return scope_fail_null (error, G_IO_ERROR_INVALID_DATA, "%s: " NOT_A_TRACE, scope_source_name (source));
      opener = g_new0 (ScopeOpener, 1);
      opener->path = g_strdup (path);
      opener->source = kept ? scope_source_ref (source) : NULL;
      opener->gzip = gzip;
      scope_archive_add (archive, base, gzip ? 0 : (guint64)scope_source_size (source), opener)->kind = kind;
      return format_of (kind, gzip);
    }
  zip = scope_zip_new (source, cancellable, &reason);
  if (zip)
    {
      scope_archive_add_zip (archive, zip, cancellable);
      return "parevents";
    }
  if (g_error_matches (reason, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED))
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA,
                 scope_log_is_perf_without_branches ((const char *) head, (gsize) n)
                     ? "%s: is output of perf without branches: perf script --itrace=be --ns -F "
                       "comm,pid,tid,cpu,time,event,ip,sym,symoff,addr,dso,flags prints them"
                     : "%s: " NOT_A_TRACE,
                 scope_source_name (source));
  else
    g_propagate_error (error, g_steal_pointer (&reason));
  return NULL;
}

static const char *
add_path (ScopeArchive *archive, const char *path, GCancellable *cancellable, GError **error)
{
  g_autoptr (ScopeSource) source = NULL;
  gboolean kept = FALSE;

  if (g_file_test (path, G_FILE_TEST_IS_DIR))
    return scope_archive_add_folder (archive, path, cancellable, error) ? "folder" : NULL;
  if (scope_archive_add_beside_schedplot (archive, path))
    return "schedplot";
  if (strcmp (path, "-") == 0)
    {
      int fd = fcntl (STDIN_FILENO, F_DUPFD_CLOEXEC, 3);

      if (fd < 0)
        return scope_fail_null (error, g_io_error_from_errno (errno), "standard input: %s", g_strerror (errno));
      source = scope_source_new_fd (fd, "standard input", error);
      kept = TRUE;
    }
  else
    source = scope_source_new_file (path, error);
  if (!source)
    return NULL;
  if (!scope_source_is_seekable (source))
    {
      g_autoptr (ScopeSource) spooled = scope_source_spool (source, G_MAXINT64, NULL, cancellable, error);

      if (!spooled)
        return NULL;
      scope_source_unref (source);
      source = g_steal_pointer (&spooled);
      kept = archive->once = TRUE;
    }
  archive->bytes += (guint64)MAX (scope_source_size (source), 0);
  return add_source (archive, source, path, kept, cancellable, error);
}

static gint
by_number (gconstpointer a, gconstpointer b)
{
  const ScopeMember *x = *(ScopeMember *const *)a, *y = *(ScopeMember *const *)b;
  int order;

  if (x->number != y->number)
    return x->number < y->number ? -1 : 1;
  order = strcmp (x->name, y->name);
  if (order != 0)
    return order;
  /* of two with one name the one that can be read */
  return (x->refusal != NULL) - (y->refusal != NULL);
}

/* *ret_schedplot: all of them are Schedplot's folders. */
static guint
count_readable (ScopeArchive *archive, gboolean *ret_schedplot)
{
  guint n = 0;

  *ret_schedplot = TRUE;
  SCOPE_EACH_POINTER (const ScopeMember, member, archive->members)
    {
      if (member->refusal || member->foreign)
        continue;
      n++;
      *ret_schedplot &= member->kind == SCOPE_LOG_SCHEDPLOT;
    }
  return n;
}

/* Why nothing can be read: the first refusal, as a sentence. */
static void
set_nothing (ScopeArchive *archive, const char *path, GError **error)
{
  g_autofree char *name = g_filename_display_name (path);

  SCOPE_EACH_POINTER (const ScopeMember, member, archive->members)
    {
      if (member->refusal && !member->foreign)
        {
          g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA,
                       "%s: contains nothing that can be read: %s: %s%s", name, member->name, member->refusal,
                       archive->members->len > 1 ? ", …" : "");
          return;
        }
    }
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA, "%s: contains no eventlog", name);
}

static void
set_title (ScopeArchive *archive, const char *path)
{
  const ScopeMember *first = archive->members->pdata[0];
  g_autofree char *base = strcmp (path, "-") == 0 ? g_strdup ("standard input")
                          : first->kind == SCOPE_LOG_SCHEDPLOT && scope_archive_is_of_schedplot (path)
                              ? g_strdup (first->name) /* its folder's */
                              : g_path_get_basename (path);
  static const char *const endings[] = { ".gz", ".eventlog", ".parevents", "_parevents" };

  for (guint i = 0; i < G_N_ELEMENTS (endings); i++)
    if (g_str_has_suffix (base, endings[i]) && strlen (base) > strlen (endings[i]))
      base[strlen (base) - strlen (endings[i])] = '\0';
  archive->title = g_filename_display_name (base);
}

static gboolean
add_all (
    ScopeArchive *archive, const char *const *paths, guint n_paths, GCancellable *cancellable, GError **error)
{
  for (guint i = 0; i < n_paths; i++)
    {
      GError *reason = NULL;
      const char *format = add_path (archive, paths[i], cancellable, &reason);

      g_ptr_array_add (archive->paths, g_strdup (paths[i]));
      archive->format = n_paths == 1 ? format : "files";
      if (format)
        continue;
      if (n_paths == 1 || g_error_matches (reason, G_IO_ERROR, G_IO_ERROR_CANCELLED))
        {
          g_propagate_error (error, reason);
          return FALSE;
        }
      else
        {
          g_autofree char *base = g_path_get_basename (paths[i]), *name = g_filename_display_name (base);
          ScopeOpener *opener = g_new0 (ScopeOpener, 1);
          ScopeMember *member = scope_archive_add (archive, name, 0, opener);
          struct stat st;

          /* It may be a damaged one of a set. */
          if (stat (paths[i], &st) == 0 && S_ISREG (st.st_mode))
            {
              opener->path = g_strdup (paths[i]);
              member->size = (guint64) st.st_size;
            }
          member->refusal = scope_archive_dup_reason (paths[i], reason);
          g_error_free (reason);
        }
    }
  g_ptr_array_add (archive->paths, NULL);
  return !g_cancellable_set_error_if_cancelled (cancellable, error);
}

ScopeArchive *
scope_archive_new_empty (void)
{
  ScopeArchive *archive = g_new0 (ScopeArchive, 1);

  archive->members = g_ptr_array_new_with_free_func (scope_archive_member_free);
  archive->zips = g_ptr_array_new_with_free_func ((GDestroyNotify) scope_zip_free);
  archive->paths = g_ptr_array_new_with_free_func (g_free);
  archive->notice = g_string_new (NULL);
  return archive;
}

ScopeArchive *
scope_archive_new_growing (ScopeSource *const *sources, const char *const *paths, guint n)
{
  ScopeArchive *archive = scope_archive_new_empty ();

  g_assert (n > 0);
  archive->format = n == 1 ? "eventlog" : "files";
  archive->once = TRUE;
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *base = g_path_get_basename (paths[i]), *name = g_filename_display_name (base);
      ScopeOpener *opener = g_new0 (ScopeOpener, 1);

      opener->source = scope_source_ref (sources[i]);
      scope_archive_add (archive, name, 0, opener);
      g_ptr_array_add (archive->paths, g_strdup (paths[i]));
    }
  g_ptr_array_add (archive->paths, NULL);
  g_ptr_array_sort (archive->members, by_number);
  set_title (archive, paths[0]);
  return archive;
}

ScopeSource *
scope_archive_growing_source (ScopeArchive *archive, guint i)
{
  return ((ScopeOpener *)scope_archive_member (archive, i)->opener)->source;
}

void
scope_archive_set_growing_kind (ScopeArchive *archive, guint i, ScopeLogKind kind)
{
  ScopeMember *member = g_ptr_array_index (archive->members, i);

  member->kind = kind;
  if (archive->members->len == 1)
    archive->format = format_of (kind, FALSE);
}

ScopeArchive *
scope_archive_open (const char *const *paths, guint n_paths, GCancellable *cancellable, GError **error)
{
  g_autoptr (ScopeArchive) archive = scope_archive_new_empty ();
  gboolean schedplot;

  g_return_val_if_fail (n_paths > 0, NULL);
  if (!add_all (archive, paths, n_paths, cancellable, error))
    return NULL;
  scope_archive_join_schedplot (archive);
  if (count_readable (archive, &schedplot) == 0)
    {
      set_nothing (archive, paths[0], error);
      return NULL;
    }
  g_ptr_array_sort (archive->members, by_number);
  set_title (archive, paths[0]);
  if (schedplot)
    archive->format = "schedplot";
  return g_steal_pointer (&archive);
}

void
scope_archive_free (ScopeArchive *archive)
{
  if (!archive)
    return;
  g_clear_pointer (&archive->members, g_ptr_array_unref);
  g_clear_pointer (&archive->zips, g_ptr_array_unref);
  g_clear_pointer (&archive->paths, g_ptr_array_unref);
  if (archive->notice)
    g_string_free (archive->notice, TRUE);
  g_free (archive->title);
  g_free (archive);
}

/* --- what it is --- */

const char *
scope_archive_format (ScopeArchive *archive)
{
  return archive->format;
}

const char *
scope_archive_title (ScopeArchive *archive)
{
  return archive->title;
}

const char *
scope_archive_notice (ScopeArchive *archive)
{
  return archive->notice->len > 0 ? archive->notice->str : NULL;
}

guint
scope_archive_n_members (ScopeArchive *archive)
{
  return archive->members->len;
}

const ScopeMember *
scope_archive_member (ScopeArchive *archive, guint i)
{
  g_assert (i < archive->members->len);
  return archive->members->pdata[i];
}

const char *const *
scope_archive_paths (ScopeArchive *archive, guint64 *ret_bytes)
{
  if (ret_bytes)
    *ret_bytes = archive->bytes;
  return (const char *const *)archive->paths->pdata;
}

char **
scope_archive_files (ScopeArchive *archive)
{
  g_autoptr (GHashTable) known = g_hash_table_new (g_str_hash, g_str_equal);
  GPtrArray *files = g_ptr_array_new ();

  for (guint i = 0; !archive->once && archive->paths->pdata[i] != NULL; i++)
    if (!g_file_test (archive->paths->pdata[i], G_FILE_TEST_IS_DIR) && g_hash_table_add (known, archive->paths->pdata[i]))
      g_ptr_array_add (files, g_strdup (archive->paths->pdata[i]));
  for (guint i = 0; !archive->once && i < archive->members->len; i++)
    for (guint p = 0; p < scope_archive_n_files (archive, i); p++)
      {
        const char *path;

        scope_archive_file (archive, i, p, &path);
        if (path != NULL && g_hash_table_add (known, (gpointer) path))
          g_ptr_array_add (files, g_strdup (path));
      }
  g_ptr_array_add (files, NULL);
  return (char **) g_ptr_array_free (files, FALSE);
}

ScopeSource *
scope_archive_open_opener (const ScopeOpener *opener, const char *name, GError **error)
{
  g_autoptr (ScopeSource) source = NULL;

  if (opener->zip)
    return scope_zip_open (opener->zip, &g_array_index (opener->zip->entries, ScopeZipEntry, opener->entry),
                           error);
  if (opener->source) /* a reading of its own, from the start */
    source = scope_source_new_part (opener->source, name, 0, (guint64)scope_source_size (opener->source));
  else
    source = scope_source_new_file (opener->path, error);
  if (source && opener->gzip)
    return scope_source_new_gzip (source, error);
  return g_steal_pointer (&source);
}

ScopeSource *
scope_archive_open_member (ScopeArchive *archive, guint i, GError **error)
{
  const ScopeMember *member = scope_archive_member (archive, i);

  if (member->kind == SCOPE_LOG_SCHEDPLOT && ((ScopeOpener *) member->opener)->parts != NULL)
    return scope_archive_open_schedplot (member, error);
  return ((ScopeOpener *) member->opener)->parts != NULL ? scope_archive_open_chain (member, error)
                                                         : scope_archive_open_one (member, error);
}

ScopeSource *
scope_archive_open_one (const ScopeMember *member, GError **error)
{
  if (member->refusal || member->foreign)
    return scope_fail_null (error, G_IO_ERROR_INVALID_DATA, "%s: %s", member->name,
                            member->refusal ? member->refusal : "is not an eventlog");
  return scope_archive_open_opener (member->opener, member->name, error);
}
