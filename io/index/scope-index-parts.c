/* scope-index-parts.c: see the header. SPDX-License-Identifier: GPL-3.0-or-later */
#include "io/index/scope-index-parts.h"

#include "io/index/scope-index-private.h"
#include "io/index/scope-index-seal.h"
#include "io/source/scope-fd.h"
#include "model/base/scope-bisect.h"

#include <string.h>

#define MOST_OPEN 64u

static const ScopeField part_fields[]
    = { { "bytes", G_STRUCT_OFFSET (ScopeIndexPart, bytes), SCOPE_FIELD_U64, 1 },
        { "seal", G_STRUCT_OFFSET (ScopeIndexPart, seal), SCOPE_FIELD_U64, 1 },
        { "first", G_STRUCT_OFFSET (ScopeIndexPart, first), SCOPE_FIELD_U32, 1 },
        { "machines", G_STRUCT_OFFSET (ScopeIndexPart, n), SCOPE_FIELD_U32, 1 } };
static const ScopeField inside_fields[] = { { "segments", 0, SCOPE_FIELD_U32, 1 } };

static const ScopeField join_fields[]
    = { { "bytes", G_STRUCT_OFFSET (ScopeIndexJoin, bytes), SCOPE_FIELD_U64, 1 },
        { "seal", G_STRUCT_OFFSET (ScopeIndexJoin, seal), SCOPE_FIELD_U64, 1 } };

static const ScopeRecordType part_record = { "part", part_fields, G_N_ELEMENTS (part_fields), sizeof (ScopeIndexPart) };
static const ScopeRecordType join_record = { "join", join_fields, G_N_ELEMENTS (join_fields), sizeof (ScopeIndexJoin) };
static const ScopeRecordType inside_record = { "part_segments", inside_fields, G_N_ELEMENTS (inside_fields), sizeof (guint32) };

struct _ScopeIndexParts
{
  char *folder;
  GArray *parts;   /* of ScopeIndexPart */
  ScopeIndexJoin *joins; /* of each; NULL: there are none */
  guint32 *inside; /* by machine */
  guint n_machines;
  guint64 *begins;       /* of each part and join, as if all were one file, and where that ends; NULL: nobody asked */

  GMutex lock;
  GPtrArray *open; /* of ScopeIndexFile, two of each part; NULL: it is not open */
  GQueue order;    /* of places in `open` + 1 that are open, the one that was used last in front */
};

ScopeIndexParts *
scope_index_parts_new (const char *folder, guint n_machines)
{
  ScopeIndexParts *parts = g_new0 (ScopeIndexParts, 1);

  parts->folder = g_strdup (folder);
  parts->parts = g_array_new (FALSE, TRUE, sizeof (ScopeIndexPart));
  parts->inside = g_new0 (guint32, n_machines + 1u);
  parts->n_machines = n_machines;
  parts->open = g_ptr_array_new ();
  g_mutex_init (&parts->lock);
  g_queue_init (&parts->order);

  return parts;
}

void
scope_index_parts_free (ScopeIndexParts *parts)
{
  if (parts == NULL)
    return;
  for (guint i = 0; i < parts->open->len; i++)
    if (parts->open->pdata[i] != NULL)
      scope_index_file_unref (parts->open->pdata[i]);
  g_ptr_array_unref (parts->open);
  g_queue_clear (&parts->order);
  g_array_unref (parts->parts);
  g_mutex_clear (&parts->lock);
  g_free (parts->begins);
  g_free (parts->joins);
  g_free (parts->inside);
  g_free (parts->folder);
  g_free (parts);
}

static const char *const prefixes[] = { "part-", "join-" };

char *
scope_index_part_name (ScopeIndexFileKind kind, guint part)
{
  return g_strdup_printf ("%s%04u.h5", prefixes[kind], part);
}

gboolean
scope_index_part_is_name (const char *name)
{
  return (g_str_has_prefix (name, prefixes[SCOPE_INDEX_FILE_PART]) || g_str_has_prefix (name, prefixes[SCOPE_INDEX_FILE_JOIN]))
         && g_ascii_isdigit (name[5]) && g_str_has_suffix (name, ".h5");
}

gboolean
scope_index_is_root (const char *path)
{
  g_autofree char *name = g_path_get_basename (path);

  return g_str_equal (name, SCOPE_INDEX_ROOT);
}

char *
scope_index_parts_dup_path (ScopeIndexParts *parts, ScopeIndexFileKind kind, guint part)
{
  g_autofree char *name = scope_index_part_name (kind, part);

  return g_build_filename (parts->folder, name, NULL);
}

void
scope_index_parts_add (ScopeIndexParts *parts, const ScopeIndexPart *part)
{
  g_array_append_vals (parts->parts, part, 1);
  g_ptr_array_add (parts->open, NULL);
  g_ptr_array_add (parts->open, NULL);
}

guint
scope_index_parts_n (ScopeIndexParts *parts)
{
  return parts->parts->len;
}

void
scope_index_parts_set_join (ScopeIndexParts *parts, guint part, const ScopeIndexJoin *join)
{
  if (parts->joins == NULL)
    parts->joins = g_new0 (ScopeIndexJoin, parts->parts->len);
  parts->joins[part] = *join;
}

const ScopeIndexJoin *
scope_index_parts_join (ScopeIndexParts *parts, guint part)
{
  return parts->joins != NULL ? &parts->joins[part] : NULL;
}

const ScopeIndexPart *
scope_index_parts_get (ScopeIndexParts *parts, guint part)
{
  return &g_array_index (parts->parts, ScopeIndexPart, part);
}

guint64
scope_index_file_size_of_all (ScopeIndexFile *file)
{
  ScopeIndexParts *parts = scope_index_file_parts (file);
  guint64 bytes = scope_index_file_size (file);

  for (guint i = 0; parts != NULL && i < parts->parts->len; i++)
    bytes += scope_index_parts_get (parts, i)->bytes + (parts->joins != NULL ? parts->joins[i].bytes : 0);
  return bytes;
}

void
scope_index_parts_set_inside (ScopeIndexParts *parts, guint machine, guint32 n)
{
  parts->inside[machine] = n;
}

guint32
scope_index_parts_inside (ScopeIndexParts *parts, guint machine, guint *ret_part)
{
  *ret_part = SCOPE_BISECT_LAST (parts->parts->len, i, scope_index_parts_get (parts, i)->first <= machine);
  return parts->inside[machine];
}

/* --- opening --- */

static ScopeIndexFile *
open_part (ScopeIndexParts *parts, ScopeIndexFileKind kind, guint i)
{
  const ScopeIndexPart *part = scope_index_parts_get (parts, i);
  const ScopeIndexJoin *join = scope_index_parts_join (parts, i);
  const ScopeIndexJoin wanted = kind == SCOPE_INDEX_FILE_PART ? (ScopeIndexJoin) { part->bytes, part->seal } : *join;
  g_autofree char *path = scope_index_parts_dup_path (parts, kind, i);
  g_autoptr (ScopeIndexFile) file = scope_index_file_open (path, NULL);
  guint64 own = 0;

  if (file == NULL || scope_index_file_size (file) != wanted.bytes
      || !scope_index_seal_read_own (scope_index_file_fd (file), &own) || own != wanted.seal)
    return NULL;
  scope_index_file_keep (file);
  return g_steal_pointer (&file);
}

ScopeIndexFile *
scope_index_parts_open (ScopeIndexParts *parts, ScopeIndexFileKind kind, guint part)
{
  g_autoptr (GMutexLocker) locker G_GNUC_UNUSED = g_mutex_locker_new (&parts->lock);
  guint at = 2 * part + kind;
  gpointer key = GUINT_TO_POINTER (at + 1), *place = &parts->open->pdata[at];

  if (*place == NULL)
    {
      *place = open_part (parts, kind, part);
      if (*place == NULL)
        return NULL;
      g_queue_push_head (&parts->order, key);
      if (parts->order.length > MOST_OPEN)
        {
          guint last = GPOINTER_TO_UINT (g_queue_pop_tail (&parts->order)) - 1;

          scope_index_file_unref (g_steal_pointer (&parts->open->pdata[last]));
        }
    }
  else if (parts->order.head->data != key)
    {
      g_queue_remove (&parts->order, key);
      g_queue_push_head (&parts->order, key);
    }
  return scope_index_file_ref (*place);
}

char *
scope_index_parts_dup_missing (ScopeIndexParts *parts)
{
  for (guint i = 0; i < parts->parts->len; i++)
    for (guint kind = SCOPE_INDEX_FILE_PART; kind <= (parts->joins != NULL ? SCOPE_INDEX_FILE_JOIN : SCOPE_INDEX_FILE_PART); kind++)
      {
        g_autoptr (ScopeIndexFile) file = scope_index_parts_open (parts, (ScopeIndexFileKind) kind, i);

        if (file == NULL)
          return scope_index_part_name ((ScopeIndexFileKind) kind, i);
      }
  return NULL;
}

/* --- as one --- */

static guint64
bytes_of (ScopeIndexParts *parts, guint file)
{
  return file % 2 == SCOPE_INDEX_FILE_PART ? scope_index_parts_get (parts, file / 2)->bytes
                                           : (parts->joins != NULL ? parts->joins[file / 2].bytes : 0);
}

gboolean
scope_index_parts_lay_out (ScopeIndexParts *parts, guint64 root)
{
  guint n = 2 * parts->parts->len;
  guint64 at = root;

  parts->begins = g_new0 (guint64, n + 1u);
  for (guint i = 0; i <= n; i++)
    {
      guint64 bytes = i < n ? bytes_of (parts, i) : 0;

      if (at > G_MAXINT64 / 4 || bytes > G_MAXINT64 / 4)
        return FALSE;
      at = (at + SCOPE_INDEX_PARTS_UNIT - 1) / SCOPE_INDEX_PARTS_UNIT * SCOPE_INDEX_PARTS_UNIT;
      parts->begins[i] = at;
      at += bytes;
    }
  return TRUE;
}

guint64
scope_index_parts_begin (ScopeIndexParts *parts, ScopeIndexFileKind kind, guint part)
{
  return parts->begins[2 * part + kind];
}

guint64
scope_index_parts_end (ScopeIndexParts *parts)
{
  return parts->begins[2 * parts->parts->len];
}

gboolean
scope_index_parts_read_bytes (ScopeIndexParts *parts, gpointer data, gsize n, guint64 at)
{
  guint n_files = 2 * parts->parts->len;

  for (guint8 *to = data; n > 0;)
    {
      guint i = SCOPE_BISECT_LAST (n_files, k, parts->begins[k] <= at);
      guint64 within = at >= parts->begins[i] ? at - parts->begins[i] : bytes_of (parts, i), bytes = bytes_of (parts, i);
      guint64 next = at >= parts->begins[i] ? parts->begins[i + 1] : parts->begins[i];
      gsize some = (gsize) MIN (n, within < bytes ? bytes - within : MAX (next, at + 1) - at);

      if (within < bytes)
        {
          g_autoptr (ScopeIndexFile) file = scope_index_parts_open (parts, (ScopeIndexFileKind) (i % 2), i / 2);

          if (file == NULL || scope_fd_read (scope_index_file_fd (file), to, some, within) < some)
            return FALSE;
        }
      else
        memset (to, 0, some);
      to += some;
      at += some;
      n -= some;
    }
  return TRUE;
}

/* --- keeping --- */

static gboolean
put_link (ScopeIndexParts *parts, hid_t group, const char *link, ScopeIndexFileKind kind, guint part, guint machine)
{
  g_autofree char *name = scope_index_part_name (kind, part), *target = g_strdup_printf ("/machine/%u", machine);

  return H5Lcreate_external (name, target, group, link, H5P_DEFAULT, H5P_DEFAULT) >= 0;
}

static gboolean
put_links (ScopeIndexParts *parts, hid_t file, guint machine)
{
  guint part;
  guint32 n = scope_index_parts_inside (parts, machine, &part);
  g_auto (ScopeHdf5Group) group = H5I_INVALID_HID;

  if (n == 0 && parts->joins == NULL)
    return TRUE;
  group = scope_hdf5_open_machine (file, machine);
  return group >= 0
         && (n == 0 || put_link (parts, group, "part", SCOPE_INDEX_FILE_PART, part, machine - scope_index_parts_get (parts, part)->first))
         && (parts->joins == NULL || put_link (parts, group, "join", SCOPE_INDEX_FILE_JOIN, part, machine));
}

gboolean
scope_index_parts_put (ScopeIndexParts *parts, hid_t file)
{
  gboolean ok = scope_hdf5_put_records (file, "parts", &part_record, parts->parts->data, parts->parts->len, 0)
                && scope_hdf5_put_records (file, "part_segments", &inside_record, parts->inside, parts->n_machines, 0)
                && (parts->joins == NULL || scope_hdf5_put_records (file, "joins", &join_record, parts->joins, parts->parts->len, 0));

  for (guint i = 0; i < parts->n_machines && ok; i++)
    ok = put_links (parts, file, i);
  return ok;
}

/* Each machine is in one of them. */
static gboolean
check_parts (const ScopeIndexPart *parts, gsize n, guint n_machines)
{
  guint64 next = 0;

  for (gsize i = 0; i < n; i++)
    {
      if (parts[i].first != next || parts[i].n == 0)
        return FALSE;
      next += parts[i].n;
    }
  return next == n_machines;
}

gboolean
scope_index_parts_read (hid_t file, const char *path, guint n_machines, ScopeIndexParts **ret_parts)
{
  g_autofree ScopeIndexPart *parts = NULL;
  g_autofree guint32 *inside = NULL;
  g_autofree ScopeIndexJoin *joins = NULL;
  g_autofree char *folder = g_path_get_dirname (path);
  gsize n, n_inside, n_joins;

  *ret_parts = NULL;
  if (!scope_hdf5_get_records (file, "parts", &part_record, SCOPE_INDEX_MOST_PARTS, (gpointer *) &parts, &n))
    return FALSE;
  if (n == 0)
    return TRUE;
  if (!check_parts (parts, n, n_machines)
      || !scope_hdf5_get_records (file, "part_segments", &inside_record, n_machines, (gpointer *) &inside, &n_inside) || n_inside != n_machines
      || !scope_hdf5_get_records (file, "joins", &join_record, n, (gpointer *) &joins, &n_joins) || (n_joins != n && n_joins != 0))
    return FALSE;
  *ret_parts = scope_index_parts_new (folder, n_machines);
  for (gsize i = 0; i < n; i++)
    scope_index_parts_add (*ret_parts, &parts[i]);
  memcpy ((*ret_parts)->inside, inside, n_machines * sizeof *inside);
  if (n_joins > 0)
    (*ret_parts)->joins = g_steal_pointer (&joins);

  return TRUE;
}

typedef struct
{
  const char *path;
  ScopeIndexParts *parts;
} PartsCall;

static void
read_parts (gpointer data)
{
  PartsCall *call = data;
  hid_t file = scope_index_open_file (call->path);
  gint64 n;

  if (file < 0)
    return;
  if (scope_hdf5_get_integer (file, "machines", &n) && n > 0 && n <= G_MAXUINT16 + 1)
    (void) scope_index_parts_read (file, call->path, (guint) n, &call->parts);
  H5Fclose (file);
}

ScopeIndexParts *
scope_index_parts_of (const char *path)
{
  PartsCall call = { path, NULL };

  if (scope_index_is_root (path))
    scope_hdf5_call (read_parts, &call);
  return call.parts;
}
