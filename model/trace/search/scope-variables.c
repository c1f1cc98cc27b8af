/* scope-variables.c: see the header. SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/trace/search/scope-variables.h"

#include "model/base/scope-bisect.h"
#include "model/base/scope-compare.h"

#include <string.h>

#define KEY "variable "

void
scope_variables_add (ScopeMachine *machine, const char *name, guint64 address, guint64 size)
{
  g_autofree char *key = g_strconcat (KEY, name, NULL);
  g_autofree char *value = g_strdup_printf ("0x%" G_GINT64_MODIFIER "x %" G_GUINT64_FORMAT, address, MAX (size, 1));

  scope_machine_add_info (machine, key, value);
}

static void
clear (gpointer data)
{
  g_free (((ScopeVariable *) data)->name);
}

SCOPE_COMPARE_BY (compare, ScopeVariable, SCOPE_UP (address) SCOPE_UP (size))

/* Without its name. An index may say anything. */
static gboolean
read_info (const ScopeInfo *info, ScopeVariable *variable)
{
  char *end;

  if (!g_str_has_prefix (info->key, KEY))
    return FALSE;
  variable->address = g_ascii_strtoull (info->value, &end, 16);
  if (variable->address == G_MAXUINT64 || end == info->value)
    return FALSE;
  variable->size = *end == ' ' ? g_ascii_strtoull (end, NULL, 10) : 0;
  variable->size = CLAMP (variable->size, 1, G_MAXUINT64 - variable->address);
  return TRUE;
}

/* "table+64"; NULL: it is not within. */
static char *
name_of (const ScopeVariable *variable, const char *name, guint64 address)
{
  if (address < variable->address || address - variable->address >= variable->size)
    return NULL;
  return address == variable->address ? g_strdup (name) : g_strdup_printf ("%s+%" G_GUINT64_FORMAT, name, address - variable->address);
}

GArray *
scope_variables_read (ScopeMachine *machine)
{
  GArray *variables = g_array_new (FALSE, FALSE, sizeof (ScopeVariable));

  g_array_set_clear_func (variables, clear);
  for (guint i = 0; i < scope_machine_n_infos (machine); i++)
    {
      ScopeInfo info = scope_machine_info (machine, i);
      ScopeVariable variable = { NULL };

      if (!read_info (&info, &variable))
        continue;
      variable.name = g_strdup (info.key + strlen (KEY));
      g_array_append_val (variables, variable);
    }
  g_array_sort (variables, compare);
  return variables;
}

char *
scope_variables_name (const GArray *variables, guint64 address)
{
  guint until = (guint) SCOPE_BISECT (variables->len, i, g_array_index (variables, ScopeVariable, i).address <= address);
  const ScopeVariable *variable = until > 0 ? &g_array_index (variables, ScopeVariable, until - 1) : NULL;

  return variable != NULL ? name_of (variable, variable->name, address) : NULL;
}

char *
scope_variables_at (ScopeMachine *machine, guint64 address)
{
  ScopeVariable best = { NULL };
  guint found = 0;

  for (guint i = 0; i < scope_machine_n_infos (machine); i++)
    {
      ScopeInfo info = scope_machine_info (machine, i);
      ScopeVariable variable = { NULL };

      if (!read_info (&info, &variable) || variable.address > address
          || (found > 0 && (variable.address < best.address || (variable.address == best.address && variable.size < best.size))))
        continue;
      best = variable;
      found = i + 1;
    }
  return found > 0 ? name_of (&best, scope_machine_info (machine, found - 1).key + strlen (KEY), address) : NULL;
}
