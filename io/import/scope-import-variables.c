/* scope-import-variables.c: names of a simulated program's variables, and of their fields, become infos of its machine; locks are named by
 * them.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/import/scope-import-private.h"

#include "io/format/gem5/scope-elf-fields.h"
#include "io/format/gem5/scope-nm-data.h"
#include "model/trace/locks/scope-locks.h"
#include "model/trace/search/scope-variables.h"

#define MOST_NAMES 1000u /* of locks */

/* For searches by their names. *ret_n: that there are. */
static void
keep_variables (ScopeImportMember *member, guint *ret_n)
{
  guint n = 0;

  for (guint i = 0; i < scope_nm_data_n (member->variables); i++)
    {
      guint64 address, size;
      const char *name = scope_nm_data_get (member->variables, i, &address, &size);

      if (name == NULL)
        continue;
      if (n < SCOPE_VARIABLES_MOST)
        scope_variables_add (member->machine, name, address, size);
      n++;
    }
  *ret_n = n;
}

typedef struct
{
  ScopeImportMember *member;
  guint n_variables, n_fields;
} Keeping;

/* A variable that nm lists has its name there; its fields have it as the program does. */
static void
keep_field (const ScopeElfField *field, gpointer data)
{
  Keeping *keeping = data;
  const ScopeVariable kept = { (char *) field->name, field->address, field->size, field->stride, field->count };
  g_autofree char *known = NULL;

  if (field->count > 0)
    {
      if (keeping->n_fields++ < SCOPE_FIELDS_MOST)
        scope_variables_add_field (keeping->member->machine, &kept);
      return;
    }
  if (keeping->member->variables != NULL)
    known = scope_nm_data_name (keeping->member->variables, field->address);
  if (known == NULL && keeping->n_variables++ < SCOPE_VARIABLES_MOST)
    scope_variables_add (keeping->member->machine, field->name, field->address, field->size);
}

static void
keep_fields (ScopeImportMember *member, Keeping *keeping)
{
  g_autofree char *path = member->archive != NULL ? scope_archive_find_program (member->archive, member->index) : NULL, *name = NULL;

  if (path == NULL || !scope_elf_read_fields (path, keep_field, keeping))
    return;
  name = g_filename_display_basename (path);
  member->machine->sink->klass->info (member->machine->sink, "fields", name, -1);
  if (keeping->n_fields > SCOPE_FIELDS_MOST)
    {
      g_autofree char *why = g_strdup_printf ("of %u fields of variables only the first %u are known", keeping->n_fields, SCOPE_FIELDS_MOST);

      scope_import_member_add_beside_loss (member, name, 0, 0, why);
    }
}

static void
name_locks (ScopeImportMember *member)
{
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  g_autoptr (GArray) variables = scope_variables_read (member->machine);
  ScopeTable *table = member->machine->tables[SCOPE_TABLE_LOCKS];
  guint n = 0;

  SCOPE_EACH_ROW (row, table, SCOPE_TIME_MIN, SCOPE_TIME_MAX, NULL, NULL)
    {
      g_autofree char *name = NULL, *key = NULL;

      if (!g_hash_table_add (seen, g_memdup2 (&row[SCOPE_LOCK_LOCK], sizeof (gint64))))
        continue;
      name = scope_variables_name (variables, (guint64) row[SCOPE_LOCK_LOCK]);
      if (name == NULL && member->variables != NULL)
        name = scope_nm_data_name (member->variables, (guint64) row[SCOPE_LOCK_LOCK]);
      if (name == NULL)
        continue;
      key = scope_lock_info_key ((guint64) row[SCOPE_LOCK_LOCK]);
      scope_machine_add_info (member->machine, key, name);
      if (++n == MOST_NAMES)
        break;
    }
}

void
scope_import_member_name_variables (ScopeImportMember *member)
{
  Keeping keeping = { .member = member };
  guint n = 0;

  if (member->kind != SCOPE_LOG_SIM)
    return;
  if (member->variables != NULL)
    keep_variables (member, &n);
  if (n > SCOPE_VARIABLES_MOST)
    {
      g_autofree char *why = g_strdup_printf ("of %u variables only the first %u are known by their names", n, SCOPE_VARIABLES_MOST);

      scope_import_member_add_beside_loss (member, member->variables_name, 0, 0, why);
    }
  keep_fields (member, &keeping);
  if (n > 0 || keeping.n_variables > 0)
    name_locks (member);
}
