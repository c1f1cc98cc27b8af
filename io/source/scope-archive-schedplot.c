/* scope-archive-schedplot.c: the files of a Schedplot folder, found among the members of an archive, are one log.
 *
 *     trace_gabi_header   "4.\nfalse.\nfalse.": how many tracks, is there one of collections, are functions recorded
 *     trace_gabi3         what scheduler 3 did, packed
 *     trace_famdict3      functions that are named there
 *     scarlet             labels that the program wrote
 *     analyzed_trace3     what Schedplot's viewer makes of it: nothing that the others do not have
 *
 * Which file is which scheduler's is said by names alone, so here names count; that it is such a folder is said by the header's
 * contents or, if that is lost, by tracks that are packed as tracks are. The same in a zip, in any folder of it, and if one of
 * the files is given.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/source/scope-archive-private.h"

#include "io/source/scope-joined.h"
#include "model/base/scope-each.h"

#include <string.h>
#include <sys/stat.h>

#define SMALL_FILE (64u * 1024u) /* is kept in memory: there may be a thousand of them, but not a thousand descriptors */
#define UNPACK_LIMIT (4ull * 1024 * 1024 * 1024) /* of a zip's members */

typedef enum
{
  ROLE_NONE,
  ROLE_HEADER,
  ROLE_LABELS,
  ROLE_TRACK,
  ROLE_DICTIONARY,
  ROLE_ANALYSIS,
} Role;

static const char *const role_names[] = { NULL, "header", "labels", "track", "dictionary", NULL };

static Role
role_of (const char *name, guint *ret_number)
{
  static const struct
  {
    const char *prefix;
    Role role;
  } numbered[] = { { "trace_gabi", ROLE_TRACK }, { "trace_famdict", ROLE_DICTIONARY }, { "analyzed_trace", ROLE_ANALYSIS } };
  const char *slash = strrchr (name, '/'), *base = slash != NULL ? slash + 1 : name;
  guint64 number;

  *ret_number = 0;
  if (strcmp (base, "trace_gabi_header") == 0)
    return ROLE_HEADER;
  if (strcmp (base, "scarlet") == 0)
    return ROLE_LABELS;
  for (guint i = 0; i < G_N_ELEMENTS (numbered); i++)
    if (g_str_has_prefix (base, numbered[i].prefix)
        && g_ascii_string_to_unsigned (base + strlen (numbered[i].prefix), 10, 1, G_MAXUINT16, &number, NULL))
      {
        *ret_number = (guint) number;
        return numbered[i].role;
      }

  return ROLE_NONE;
}

/* --- a folder of an archive, or of the disk --- */

typedef struct
{
  GPtrArray *parts;   /* of ScopeMember */
  gboolean header;    /* there is one, and it reads like one */
  gboolean tracks;
  gboolean packed;    /* one of them is packed as tracks are */
} Folder;

static void
folder_free (gpointer data)
{
  g_ptr_array_unref (((Folder *) data)->parts);
  g_free (data);
}

static gsize
read_head (const ScopeMember *member, guint8 *head)
{
  g_autoptr (ScopeSource) source = scope_archive_open_opener (member->opener, member->name, NULL);
  gsize n = 0;
  gssize got;

  while (source != NULL && n < SCOPE_LOG_HEAD && (got = scope_source_read (source, head + n, SCOPE_LOG_HEAD - n, NULL)) > 0)
    n += (gsize) got;

  return n;
}

/* Adds the member to its folder; which one that is, is the key. */
static void
sort_in (GHashTable *folders, ScopeMember *member)
{
  ScopeOpener *opener = member->opener;
  guint number;
  Role role = role_of (opener->path != NULL ? opener->path : member->name, &number);
  g_autofree char *dir = g_path_get_dirname (opener->path != NULL ? opener->path : member->name), *key = NULL;
  Folder *folder;
  guint8 head[SCOPE_LOG_HEAD];
  gsize n;

  if (role == ROLE_NONE || !opener->readable || opener->source != NULL || opener->parts != NULL)
    return;
  key = g_strdup_printf ("%p %s", (gpointer) opener->zip, dir);
  folder = g_hash_table_lookup (folders, key);
  if (folder == NULL)
    {
      folder = g_new0 (Folder, 1);
      folder->parts = g_ptr_array_new ();
      g_hash_table_insert (folders, g_steal_pointer (&key), folder);
    }
  opener->gzip = FALSE;
  g_ptr_array_add (folder->parts, member);
  if (role == ROLE_HEADER || role == ROLE_TRACK)
    {
      n = read_head (member, head);
      folder->header |= role == ROLE_HEADER && scope_log_is_schedplot_header (head, n);
      folder->tracks |= role == ROLE_TRACK;
      folder->packed |= role == ROLE_TRACK && scope_archive_is_gzip (head, n);
    }
}

static gint
by_role (gconstpointer a, gconstpointer b)
{
  guint x_number, y_number;
  Role x = role_of ((*(ScopeMember *const *) a)->name, &x_number), y = role_of ((*(ScopeMember *const *) b)->name, &y_number);

  return x != y ? (int) x - (int) y : (x_number > y_number) - (x_number < y_number);
}

/* Leaves one of each role and number. */
static void
drop_doubles (GPtrArray *parts)
{
  g_autoptr (GHashTable) known = g_hash_table_new (NULL, NULL);

  g_ptr_array_sort (parts, by_role);
  for (guint i = 0; i < parts->len;)
    {
      guint number;
      Role role = role_of (((ScopeMember *) parts->pdata[i])->name, &number);

      if (g_hash_table_add (known, GUINT_TO_POINTER ((guint) role << 16 | number)))
        i++;
      else
        g_ptr_array_remove_index (parts, i);
    }
}

/* What becomes of members that belong to such a folder. */
enum
{
  DROPPED = 1, /* nobody needs it */
  PART,        /* belongs to the log now */
};

/* The folder's files become one member. */
static void
join (ScopeArchive *archive, Folder *folder, GHashTable *fates)
{
  ScopeOpener *opener = g_new0 (ScopeOpener, 1);
  const ScopeMember *first = folder->parts->pdata[0];
  const ScopeOpener *from = first->opener;
  g_autofree char *file = from->path != NULL ? g_canonicalize_filename (from->path, NULL) : g_strdup (first->name);
  g_autofree char *dir = g_path_get_dirname (file), *base = NULL, *name = NULL;
  guint64 size = 0;

  base = g_path_get_basename (strcmp (dir, ".") == 0 ? scope_source_name (from->zip->source) : dir);
  name = g_filename_display_name (base);
  for (guint i = 0; i < folder->parts->len; i++)
    g_hash_table_insert (fates, folder->parts->pdata[i], GUINT_TO_POINTER (DROPPED));
  drop_doubles (folder->parts);
  opener->parts = g_ptr_array_new_with_free_func (scope_archive_member_free);
  SCOPE_EACH_POINTER (ScopeMember, part, folder->parts)
    {
      guint number;

      if (role_names[role_of (part->name, &number)] == NULL)
        continue;
      part->number = number;
      part->foreign = FALSE;
      g_clear_pointer (&part->refusal, g_free);
      size += part->size;
      if (((ScopeOpener *) part->opener)->zip == NULL)
        archive->bytes += part->size;
      g_ptr_array_add (opener->parts, part);
      g_hash_table_insert (fates, part, GUINT_TO_POINTER (PART));
    }
  scope_archive_add (archive, name, size, opener)->kind = SCOPE_LOG_SCHEDPLOT;
}

char *
scope_archive_find_track (const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  g_autofree char *found = NULL;
  guint64 best = G_MAXUINT64; /* its number; those that are empty come behind */
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);
      struct stat st;
      guint64 place;
      guint number;

      if (role_of (name, &number) != ROLE_TRACK || stat (path, &st) != 0 || !S_ISREG (st.st_mode))
        continue;
      place = number + (st.st_size > 0 ? 0 : (guint64) 1 << 32);
      if (place >= best)
        continue;
      best = place;
      g_free (found);
      found = g_steal_pointer (&path);
    }

  return g_steal_pointer (&found);
}

void
scope_archive_join_schedplot (ScopeArchive *archive)
{
  g_autoptr (GHashTable) folders = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, folder_free);
  g_autoptr (GHashTable) fates = g_hash_table_new (NULL, NULL);
  GPtrArray *members = archive->members;

  for (guint i = 0; i < members->len; i++)
    sort_in (folders, members->pdata[i]);
  SCOPE_EACH_VALUE (Folder, folder, folders)
    if (folder->packed || (folder->header && folder->tracks))
      join (archive, folder, fates);
  if (g_hash_table_size (fates) == 0)
    return;
  archive->members = g_ptr_array_new_with_free_func (scope_archive_member_free);
  for (guint i = 0; i < members->len; i++)
    switch (GPOINTER_TO_UINT (g_hash_table_lookup (fates, members->pdata[i])))
      {
      case DROPPED:
        scope_archive_member_free (members->pdata[i]);
        break;
      case PART:
        break;
      default:
        g_ptr_array_add (archive->members, members->pdata[i]);
        break;
      }
  g_ptr_array_set_free_func (members, NULL);
  g_ptr_array_unref (members);
}

/* --- one of its files was given --- */

gboolean
scope_archive_is_of_schedplot (const char *path)
{
  guint number;

  return role_of (path, &number) != ROLE_NONE;
}

static gboolean
same_parts (const ScopeMember *a, const ScopeMember *b)
{
  const GPtrArray *x = ((ScopeOpener *) a->opener)->parts, *y = ((ScopeOpener *) b->opener)->parts;

  return x != NULL && y != NULL && x->len == y->len
         && strcmp (((ScopeOpener *) ((ScopeMember *) x->pdata[0])->opener)->path,
                    ((ScopeOpener *) ((ScopeMember *) y->pdata[0])->opener)->path) == 0;
}

gboolean
scope_archive_add_beside_schedplot (ScopeArchive *archive, const char *path)
{
  g_autofree char *parent = g_path_get_dirname (path);
  g_autoptr (GDir) dir = scope_archive_is_of_schedplot (path) ? g_dir_open (parent, 0, NULL) : NULL;
  g_autoptr (ScopeArchive) found = NULL;
  const char *name;
  gboolean good;

  if (dir == NULL)
    return FALSE;
  found = scope_archive_new_empty ();
  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *file = g_build_filename (parent, name, NULL);

      if (scope_archive_is_of_schedplot (name))
        scope_archive_add_file (found, file);
    }
  scope_archive_join_schedplot (found);
  good = found->members->len == 1 && ((ScopeMember *) found->members->pdata[0])->kind == SCOPE_LOG_SCHEDPLOT;
  if (good)
    {
      /* Of several files of one folder the first has brought them all. */
      for (guint i = 0; i < archive->members->len; i++)
        if (same_parts (archive->members->pdata[i], found->members->pdata[0]))
          return TRUE;
      archive->bytes += found->bytes;
      g_ptr_array_add (archive->members, g_ptr_array_steal_index (found->members, 0));
    }

  return good;
}

/* --- reading it --- */

static ScopeSource *
keep_small (ScopeSource *source)
{
  gint64 size = scope_source_size (source);
  g_autofree guint8 *bytes = NULL;
  ScopeSource *kept;
  gsize n = 0;
  gssize got;

  if (size < 0 || size > SMALL_FILE)
    return source;
  bytes = g_malloc ((gsize) size + 1);
  while (n < (gsize) size && (got = scope_source_pread (source, bytes + n, (gsize) size - n, n, NULL)) > 0)
    n += (gsize) got;
  kept = scope_source_new_memory (bytes, n, scope_source_name (source));
  scope_source_unref (source);

  return kept;
}

/* The part's bytes as they lie there, seekable. */
static ScopeSource *
open_part (const ScopeMember *part, ScopeSource **spool, GError **error)
{
  ScopeSource *source = scope_archive_open_opener (part->opener, part->name, error), *copy;
  gboolean cut;

  if (source != NULL && !scope_source_is_seekable (source))
    {
      copy = scope_source_spool_into (source, spool, UNPACK_LIMIT, &cut, NULL, error);
      scope_source_unref (source);
      source = copy;
    }

  return source != NULL ? keep_small (source) : NULL;
}

ScopeSource *
scope_archive_open_schedplot (const ScopeMember *member, GError **error)
{
  const GPtrArray *members = ((ScopeOpener *) member->opener)->parts;
  g_autoptr (GPtrArray) sources = g_ptr_array_new_with_free_func ((GDestroyNotify) scope_source_unref);
  g_autofree ScopeJoinedPart *parts = g_new0 (ScopeJoinedPart, members->len + 1);
  g_autoptr (ScopeSource) spool = NULL;

  for (guint i = 0; i < members->len; i++)
    {
      const ScopeMember *part = members->pdata[i];
      ScopeSource *source = open_part (part, &spool, error);
      const char *slash = strrchr (part->name, '/');
      guint number;

      if (source == NULL)
        return NULL;
      g_ptr_array_add (sources, source);
      parts[i].role = role_names[role_of (part->name, &number)];
      parts[i].number = part->number;
      parts[i].source = source;
      parts[i].name = slash != NULL ? slash + 1 : part->name;
    }

  return scope_source_new_joined (SCOPE_JOINED_SCHEDPLOT, parts, members->len, member->name);
}
