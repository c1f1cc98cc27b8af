/* scope-machine-texts.c: texts of a machine in its bytes, and names of functions. SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/base/scope-function-kind.h"
#include "model/trace/document/scope-machine-private.h"

#include <gio/gio.h>
#include <glib/gi18n-lib.h>
#include <string.h>

/* --- texts: length u32 little-endian, then the bytes; the id is the offset --- */

guint64
scope_machine_add_text (ScopeMachine *machine, const char *text, gsize length, GError **error)
{
  g_autofree guint8 *data = NULL;
  guint32 n = (guint32) MIN (length, G_MAXUINT16);
  guint32 n_le = GUINT32_TO_LE (n);
  guint64 offset = 0;

  data = g_malloc (4 + n);
  memcpy (data, &n_le, 4);
  if (n > 0)
    memcpy (data + 4, text, n);
  scope_bytes_append (machine->bytes, data, 4 + n, &offset, error);

  return offset;
}

char *
scope_machine_text (ScopeMachine *machine, guint64 id, GError **error)
{
  g_autofree char *raw = NULL;
  guint32 n;

  if (!scope_bytes_read (scope_machine_of (machine)->bytes, id, &n, 4, error))
    return NULL;
  n = GUINT32_FROM_LE (n);
  if (n > G_MAXUINT16)
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA, _("A text of the index is damaged"));
      return NULL;
    }
  raw = g_malloc0 (n + 1);
  if (!scope_bytes_read (scope_machine_of (machine)->bytes, id + 4, raw, n, error))
    return NULL;

  return g_utf8_make_valid (raw, n);
}

/* --- functions --- */

const char *
scope_machine_peek_function (ScopeMachine *machine, guint32 row)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&scope_machine_of (machine)->lock);

  return scope_machine_of (machine)->functions != NULL && row < scope_machine_of (machine)->functions->len ? g_ptr_array_index (scope_machine_of (machine)->functions, row) : NULL;
}

void
scope_machine_load_functions (ScopeMachine *machine)
{
  ScopeTable *table = machine->tables[SCOPE_TABLE_FUNCTIONS];
  guint64 n = table != NULL ? scope_table_n_rows (table) : 0;
  g_autoptr (GPtrArray) names = NULL;
  g_autoptr (GByteArray) kinds = NULL;
  guint known = 0, row = 0;

  machine = scope_machine_of (machine);
  if (n == 0 || scope_machine_peek_function (machine, (guint32) n - 1) != NULL)
    return;
  g_mutex_lock (&machine->lock);
  if (machine->functions != NULL)
    known = machine->functions->len;
  g_mutex_unlock (&machine->lock);
  /* All there are: they are few, and who asks for one asks for others. Texts are what takes long: none is read twice. */
  names = g_ptr_array_new_with_free_func (g_free);
  kinds = g_byte_array_new ();
  SCOPE_EACH_ROW (values, table, SCOPE_TIME_MIN, SCOPE_TIME_MAX, NULL, NULL)
    {
      guint8 kind = (guint8) CLAMP (values[SCOPE_FUNCTION_KIND], 0, SCOPE_N_FUNCTION_KINDS - 1);

      g_ptr_array_add (names, row++ < known ? NULL : scope_machine_text (machine, (guint64) values[SCOPE_FUNCTION_TEXT], NULL));
      g_byte_array_append (kinds, &kind, 1);
    }
  g_mutex_lock (&machine->lock);
  if (machine->functions == NULL)
    {
      machine->functions = g_ptr_array_new_with_free_func (g_free);
      machine->function_kinds = g_byte_array_new ();
    }
  while (machine->functions->len < names->len)
    {
      guint i = machine->functions->len;

      g_ptr_array_add (machine->functions, g_steal_pointer (&names->pdata[i]));
      g_byte_array_append (machine->function_kinds, &kinds->data[i], 1);
    }
  g_mutex_unlock (&machine->lock);
}

const char *
scope_machine_function (ScopeMachine *machine, guint32 row)
{
  const char *name = scope_machine_peek_function (machine, row);

  if (name != NULL)
    return name;
  scope_machine_load_functions (machine);

  return scope_machine_peek_function (machine, row);
}

guint
scope_machine_function_kind (ScopeMachine *machine, guint32 row)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&scope_machine_of (machine)->lock);

  return scope_machine_of (machine)->function_kinds != NULL && row < scope_machine_of (machine)->function_kinds->len ? scope_machine_of (machine)->function_kinds->data[row]
                                                                                 : SCOPE_FUNCTION_KIND_UNKNOWN;
}

char *
scope_machine_reason (ScopeMachine *machine, guint code, guint32 function)
{
  const char *reason = scope_code_info (code)->reason;
  const char *name = function != SCOPE_NONE ? scope_machine_function (machine, function) : NULL;

  if (name != NULL)
    return g_strdup_printf ("%s in %s", reason, name);

  return *reason != '\0' ? g_strdup (reason) : NULL;
}
