/* scope-archive-list.c: which of the members of a zip, and of the files of a folder, are logs; and what
 * identifies them all.
 *
 * Each is judged by its first bytes, whatever its name and whatever size it claims.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/source/scope-archive-private.h"

#include "model/base/scope-compare.h"

#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>

#define MAX_FILES 100000u
#define DIGEST_BYTES (64 * 1024)

gboolean
scope_archive_is_gzip (const guint8 *head, gsize n)
{
  return n >= 3 && head[0] == 0x1f && head[1] == 0x8b && head[2] == 8;
}

gboolean
scope_archive_is_read_whole (const guint8 *head, gsize n)
{
  return scope_archive_is_gzip (head, n) || (n >= 4 && memcmp (head, "PK\3\4", 4) == 0)
         || scope_log_is_schedplot_header (head, n);
}

/* TRUE if a name promises a log: for what is refused aloud and what is passed over. */
static gboolean
promises_log (const char *name)
{
  return g_str_has_suffix (name, ".eventlog") || g_str_has_suffix (name, ".eventlog.gz");
}

ScopeLogKind
scope_archive_gzip_kind (ScopeSource *packed)
{
  g_autoptr (ScopeSource) source = scope_source_new_gzip (packed, NULL);

  return source ? scope_log_kind_of_stream (source) : SCOPE_LOG_NONE;
}

/* --- zip --- */

SCOPE_COMPARE_POINTERS_BY (by_place, ScopeZipEntry, SCOPE_UP (header) SCOPE_UP (index))

/* What a member may be whose first bytes are but text. */
static ScopeLogKind
kind_of_text (ScopeZip *zip, const ScopeZipEntry *entry)
{
  g_autoptr (ScopeSource) source = scope_zip_open (zip, entry, NULL);

  return source ? scope_log_kind_of_stream (source) : SCOPE_LOG_NONE;
}

static char *
judge (ScopeZip *zip, ScopeZipEntry *entry, guint64 limit, ScopeLogKind *ret_kind, gboolean *ret_foreign)
{
  guint8 head[SCOPE_ZIP_HEAD];
  gsize n;
  char *refusal;

  *ret_foreign = FALSE;
  if (g_str_has_suffix (entry->name, "/"))
    {
      *ret_foreign = TRUE;
      return NULL;
    }
  refusal = scope_zip_locate (zip, entry, limit, head, &n);
  if (refusal)
    return refusal;
  *ret_kind = scope_log_kind (head, n);
  if (*ret_kind == SCOPE_LOG_NONE && scope_log_wants_more (head, n))
    *ret_kind = kind_of_text (zip, entry);
  if (*ret_kind != SCOPE_LOG_NONE)
    return NULL;
  if (!promises_log (entry->name))
    *ret_foreign = TRUE;
  return g_strdup (n == 0 ? "is empty" : "is not an eventlog");
}

/* Where the next member begins that does not begin at the same place. */
static guint64
next_place (const GPtrArray *order, guint i)
{
  const ScopeZipEntry *entry = order->pdata[i], *next;

  for (guint k = i + 1; k < order->len; k++)
    {
      next = order->pdata[k];
      if (next->header > entry->header)
        return next->header;
    }
  return G_MAXUINT64;
}

/* Members are taken in the order of their places. One that reaches into the next is cut there: if its size is
 * a lie nothing is lost, and many that share their bytes do not unpack to more than the file can hold. */
void
scope_archive_add_zip (ScopeArchive *archive, ScopeZip *zip, GCancellable *cancellable)
{
  g_autoptr (GPtrArray) order = g_ptr_array_sized_new (zip->entries->len);
  g_autoptr (GHashTable) names = g_hash_table_new (g_str_hash, g_str_equal);
  guint64 previous = G_MAXUINT64, limit = 0;

  g_ptr_array_add (archive->zips, zip);
  for (guint i = 0; i < zip->entries->len; i++)
    g_ptr_array_add (order, &g_array_index (zip->entries, ScopeZipEntry, i));
  g_ptr_array_sort (order, by_place);

  for (guint i = 0; i < order->len && !g_cancellable_is_cancelled (cancellable); i++)
    {
      ScopeZipEntry *entry = order->pdata[i];
      ScopeOpener *opener = g_new0 (ScopeOpener, 1);
      ScopeMember *member;

      opener->zip = zip;
      opener->entry = (guint)(entry - (ScopeZipEntry *)(void *)zip->entries->data);
      member = scope_archive_add (archive, entry->name, entry->size, opener);
      if (entry->header == previous)
        {
          member->refusal = g_strdup ("overlaps another member of the archive");
          continue;
        }
      previous = entry->header;
      if (limit <= entry->header) /* not once for each of many that share a place */
        limit = next_place (order, i);
      member->refusal = judge (zip, entry, limit, &member->kind, &member->foreign);
      opener->readable = entry->data != 0;
      if (!member->refusal && !member->foreign && !g_hash_table_add (names, member->name))
        member->refusal = g_strdup ("has the same name as another member of the archive");
    }
  if (zip->notice)
    scope_archive_note (archive, zip->notice);
}

/* --- folder --- */

char *
scope_archive_dup_reason (const char *path, const GError *error)
{
  g_autofree char *name = g_filename_display_name (path), *prefix = g_strdup_printf ("%s: ", name);

  return g_strdup (error->message + (g_str_has_prefix (error->message, prefix) ? strlen (prefix) : 0));
}

void
scope_archive_add_file (ScopeArchive *archive, const char *path)
{
  g_autoptr (ScopeSource) source = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *base = g_path_get_basename (path), *name = g_filename_display_name (base);
  guint8 head[SCOPE_LOG_HEAD] = { 0 };
  ScopeLogKind kind = SCOPE_LOG_NONE;
  gssize n = 0;
  struct stat st;
  ScopeOpener *opener;
  ScopeMember *member;

  if (g_stat (path, &st) < 0 || !S_ISREG (st.st_mode)) /* a FIFO would keep us waiting */
    return;
  source = scope_source_new_file (path, &error);
  if (source)
    n = scope_source_pread (source, head, sizeof head, 0, &error);
  opener = g_new0 (ScopeOpener, 1);
  opener->path = g_strdup (path);
  opener->readable = source && n >= 0;
  if (source && n > 0)
    kind = scope_log_kind_of (source);
  if (source && n > 0 && scope_archive_is_gzip (head, (gsize)n))
    {
      kind = scope_archive_gzip_kind (source);
      opener->gzip = kind != SCOPE_LOG_NONE;
    }
  member = scope_archive_add (archive, name, opener->gzip ? 0 : (guint64)st.st_size, opener);
  member->kind = kind;
  archive->bytes += (guint64)st.st_size;
  if (error)
    member->refusal = scope_archive_dup_reason (path, error);
  else if (kind == SCOPE_LOG_NONE)
    {
      member->foreign = !promises_log (name);
      member->refusal = g_strdup (n == 0 ? "is empty" : "is not an eventlog");
    }
  if (member->refusal)
    archive->bytes -= (guint64)st.st_size;
}

gboolean
scope_archive_add_folder (ScopeArchive *archive, const char *path, GCancellable *cancellable, GError **error)
{
  g_autoptr (GDir) dir = g_dir_open (path, 0, error);
  const char *name;
  guint n = 0;

  if (!dir)
    return FALSE;
  while ((name = g_dir_read_name (dir)) && n++ < MAX_FILES)
    {
      g_autofree char *file = g_build_filename (path, name, NULL);

      if (g_cancellable_set_error_if_cancelled (cancellable, error))
        return FALSE;
      scope_archive_add_file (archive, file);
    }
  return TRUE;
}

/* --- what identifies it --- */

static gboolean
digest_source (GChecksum *sum, ScopeSource *source)
{
  g_autofree guint8 *bytes = g_malloc (DIGEST_BYTES);
  gint64 size = scope_source_size (source);
  guint64 places[2] = { 0, (guint64) MAX (size - DIGEST_BYTES, 0) };

  if (size < 0)
    return FALSE;
  g_checksum_update (sum, (const guchar *) &size, sizeof size);
  for (guint i = 0; i < 2; i++)
    {
      gssize n = scope_source_pread (source, bytes, DIGEST_BYTES, places[i], NULL);

      if (n > 0)
        g_checksum_update (sum, bytes, n);
    }
  return TRUE;
}

static gboolean
digest_path (GChecksum *sum, const char *path)
{
  g_autoptr (ScopeSource) source = scope_source_new_file (path, NULL);

  return source && scope_source_is_seekable (source) && digest_source (sum, source);
}

/* A log may change in its middle, with the same size and ends. */
static void
digest_time (GChecksum *sum, const char *path)
{
  struct stat st;

  if (path && stat (path, &st) == 0)
    {
      gint64 time[2] = { st.st_mtim.tv_sec, st.st_mtim.tv_nsec };

      g_checksum_update (sum, (const guchar *) time, sizeof time);
    }
}

/* FALSE: it cannot be read again. */
static gboolean
digest_member (GChecksum *sum, const ScopeMember *member, gboolean times)
{
  const ScopeOpener *opener = member->opener;

  for (guint i = 0; opener->parts != NULL && i < opener->parts->len; i++)
    if (!digest_member (sum, opener->parts->pdata[i], times))
      return FALSE;
  if (opener->samples != NULL && !digest_member (sum, opener->samples, times))
    return FALSE;
  /* the number counts: it says which machine this is */
  g_checksum_update (sum, (const guchar *) &member->number, sizeof member->number);
  if (opener->parts != NULL || opener->zip || member->foreign || member->refusal)
    return TRUE;
  if (times)
    digest_time (sum, opener->path);
  if (times && (member->kind == SCOPE_LOG_SIM || scope_log_kind_is_erlang (member->kind)))
    scope_archive_digest_beside (sum, member);
  return opener->source ? digest_source (sum, opener->source) : digest_path (sum, opener->path);
}

/* What all members lie in. FALSE: it cannot be read again. */
static gboolean
digest_zips (GChecksum *sum, ScopeArchive *archive)
{
  for (guint i = 0; i < archive->zips->len; i++)
    if (!digest_source (sum, ((ScopeZip *) archive->zips->pdata[i])->source))
      return FALSE;
  return !archive->once;
}

static char *
digest (ScopeArchive *archive, gboolean times)
{
  g_autoptr (GChecksum) sum = g_checksum_new (G_CHECKSUM_SHA256);

  for (guint i = 0; times && i < archive->paths->len && archive->paths->pdata[i]; i++)
    digest_time (sum, archive->paths->pdata[i]);
  if (!digest_zips (sum, archive))
    return NULL;
  for (guint i = 0; i < archive->members->len; i++)
    if (!digest_member (sum, archive->members->pdata[i], times))
      return NULL;
  return g_strndup (g_checksum_get_string (sum), 32);
}

char *
scope_archive_digest (ScopeArchive *archive)
{
  return digest (archive, TRUE);
}

char *
scope_archive_content_digest (ScopeArchive *archive)
{
  return digest (archive, FALSE);
}

char *
scope_archive_digest_some (ScopeArchive *archive, const guint *members, guint n, const char *how)
{
  g_autoptr (GChecksum) sum = g_checksum_new (G_CHECKSUM_SHA256);

  g_checksum_update (sum, (const guchar *) how, -1);
  if (!digest_zips (sum, archive))
    return NULL;
  for (guint i = 0; i < n; i++)
    if (!digest_member (sum, archive->members->pdata[members[i]], TRUE))
      return NULL;
  return g_strndup (g_checksum_get_string (sum), 32);
}
