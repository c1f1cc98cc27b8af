/* scope-part-machines.c: see the header. SPDX-License-Identifier: GPL-3.0-or-later */
#include "io/cluster/scope-part-machines.h"

#include "io/index/scope-index-seal.h"
#include "io/index/scope-index.h"

#include <glib/gstdio.h>

#define SEGMENT_BYTES (128u * 1024u)
/* How much machines of parts that wait may take, by an estimate. */
#define MOST_BYTES (64u * 1024u * 1024u)
#define MACHINE_BYTES (192u * 1024u)
#define BULK_RATIO 64u /* bulk against its directory in memory */
#define MOST_PARTS 32u

typedef struct
{
  guint part;
  guint64 bytes; /* of memory, by an estimate */
  ScopeIndexFile *file;
  char *path;    /* of the file, which is not finished */
  GPtrArray *machines;
} Loaded;

struct _ScopePartMachines
{
  const ScopePartPlan *plan;
  guint n_machines;
  GPtrArray *loaded; /* of Loaded, the one that was asked for last at the end */
  guint64 bytes;
};

static void
loaded_free (gpointer data)
{
  Loaded *loaded = data;

  g_clear_pointer (&loaded->machines, g_ptr_array_unref);
  if (loaded->file != NULL)
    scope_index_file_unref (loaded->file);
  if (loaded->path != NULL)
    g_unlink (loaded->path);
  g_free (loaded->path);
  g_free (loaded);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Loaded, loaded_free)

ScopePartMachines *
scope_part_machines_new (const ScopePartPlan *plan)
{
  ScopePartMachines *self = g_new0 (ScopePartMachines, 1);

  self->plan = plan;
  self->loaded = g_ptr_array_new_with_free_func (loaded_free);
  for (guint i = 0; i < plan->n; i++)
    self->n_machines += plan->parts[i].n;

  return self;
}

void
scope_part_machines_free (ScopePartMachines *self)
{
  if (self == NULL)
    return;
  g_ptr_array_unref (self->loaded);
  g_free (self);
}

static char *
path_of (const ScopePartMachines *self, guint part)
{
  g_autofree char *folder = g_path_get_dirname (self->plan->parts[part].path), *name = scope_index_part_name (SCOPE_INDEX_FILE_JOIN, part);

  return g_build_filename (folder, name, NULL);
}

/* The file of the join, begun, and the machines that go into it. */
static Loaded *
load (ScopePartMachines *self, guint part, GError **error)
{
  g_autoptr (Loaded) loaded = g_new0 (Loaded, 1);
  g_autofree char *path = path_of (self, part), *folder = g_path_get_dirname (path);
  const ScopeImportPart *of = &self->plan->parts[part];
  ScopeIndexParts *table;

  loaded->part = part;
  loaded->bytes = of->file.bytes / BULK_RATIO + (guint64) of->n * MACHINE_BYTES;
  loaded->path = scope_import_part_unfinished (path);
  loaded->file = scope_index_file_create (loaded->path, error);
  if (loaded->file == NULL)
    return NULL;
  table = scope_index_parts_new (folder, self->n_machines);
  for (guint i = 0; i < self->plan->n; i++)
    scope_index_parts_add (table, &self->plan->parts[i].file);
  scope_index_file_take_parts (loaded->file, table);
  loaded->machines = scope_index_read_part (loaded->file, part, of->path, SEGMENT_BYTES, error);
  if (loaded->machines == NULL)
    return NULL;
  g_ptr_array_set_free_func (loaded->machines, (GDestroyNotify) scope_machine_free);

  return g_steal_pointer (&loaded);
}

static Loaded *
find (ScopePartMachines *self, guint part, guint *ret_at)
{
  for (*ret_at = 0; *ret_at < self->loaded->len; (*ret_at)++)
    if (((Loaded *) self->loaded->pdata[*ret_at])->part == part)
      return self->loaded->pdata[*ret_at];
  return NULL;
}

static void
let_go (ScopePartMachines *self, guint at)
{
  self->bytes -= ((Loaded *) self->loaded->pdata[at])->bytes;
  g_ptr_array_remove_index (self->loaded, at);
}

GPtrArray *
scope_part_machines_get (ScopePartMachines *self, guint part, GError **error)
{
  guint at;
  Loaded *loaded = find (self, part, &at);

  if (loaded == NULL)
    {
      loaded = load (self, part, error);
      if (loaded == NULL)
        return NULL;
      /* All are asked for in order, again and again: so the first ones are kept. */
      while (self->loaded->len > 0 && (self->bytes + loaded->bytes > MOST_BYTES || self->loaded->len >= MOST_PARTS))
        let_go (self, self->loaded->len - 1);
      g_ptr_array_add (self->loaded, loaded);
      self->bytes += loaded->bytes;
    }
  return loaded->machines;
}

guint32
scope_part_machines_inside (ScopePartMachines *self, guint part, guint k)
{
  guint at, found;
  Loaded *loaded = find (self, part, &at);

  return scope_index_parts_inside (scope_index_file_parts (loaded->file), self->plan->parts[part].first + k, &found);
}

gboolean
scope_part_machines_write (ScopePartMachines *self, guint part, ScopeIndexJoin *ret_join, GError **error)
{
  g_autofree char *path = path_of (self, part);
  guint at;
  Loaded *loaded = find (self, part, &at);
  gboolean ok = scope_index_write_join (loaded->machines, loaded->file, loaded->path, error) && scope_import_part_install (loaded->path, path, error);

  if (!ok)
    {
      g_prefix_error (error, "%s: ", path);
      return FALSE;
    }
  let_go (self, at);
  {
    g_autoptr (ScopeIndexFile) file = scope_index_file_open (path, error);

    if (file == NULL)
      return FALSE;
    ret_join->bytes = scope_index_file_size (file);
    return scope_index_seal_read_own (scope_index_file_fd (file), &ret_join->seal);
  }
}
