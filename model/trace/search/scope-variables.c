/* scope-variables.c: see the header. SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/trace/search/scope-variables.h"

#include "model/base/scope-bisect.h"
#include "model/base/scope-compare.h"
#include "model/base/scope-each.h"

#include <string.h>

#define KEY "variable "
#define INDEX "[]"

/* --- keeping --- */

static void
add (ScopeMachine *machine, const char *name, const char *value)
{
  g_autofree char *key = g_strconcat (KEY, name, NULL);

  scope_machine_add_info (machine, key, value);
}

void
scope_variables_add (ScopeMachine *machine, const char *name, guint64 address, guint64 size)
{
  g_autofree char *value = g_strdup_printf ("0x%" G_GINT64_MODIFIER "x %" G_GUINT64_FORMAT, address, MAX (size, 1));

  add (machine, name, value);
}

void
scope_variables_add_field (ScopeMachine *machine, const ScopeVariable *field)
{
  g_autofree char *value = g_strdup_printf ("0x%" G_GINT64_MODIFIER "x %" G_GUINT64_FORMAT " %" G_GUINT64_FORMAT " %" G_GUINT64_FORMAT,
                                            field->address, MAX (field->size, 1), field->stride, MAX (field->count, 1));

  add (machine, field->name, value);
}

/* --- reading --- */

static void
clear (gpointer data)
{
  g_free (((ScopeVariable *) data)->name);
}

SCOPE_COMPARE_BY (compare, ScopeVariable, SCOPE_UP (address) SCOPE_UP (size))

static guint64
next_number (char **text)
{
  return **text == ' ' ? g_ascii_strtoull (*text, text, 10) : 0;
}

/* Without its name. An index may say anything. */
static gboolean
read_info (const ScopeInfo *info, ScopeVariable *variable)
{
  guint64 room;
  char *end;

  if (!g_str_has_prefix (info->key, KEY))
    return FALSE;
  variable->address = g_ascii_strtoull (info->value, &end, 16);
  if (variable->address == G_MAXUINT64 || end == info->value)
    return FALSE;
  room = G_MAXUINT64 - variable->address;
  variable->size = next_number (&end);
  variable->stride = next_number (&end);
  variable->count = next_number (&end);
  variable->size = CLAMP (variable->size, 1, room);
  if (variable->count > 1)
    variable->count = MIN (variable->count, (room - variable->size) / MAX (variable->stride, 1) + 1);
  return TRUE;
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

/* --- by address --- */

/* FALSE: it is not within. Which element, and how far behind its beginning. */
static gboolean
is_in (const ScopeVariable *variable, guint64 address, guint64 *ret_index, guint64 *ret_offset)
{
  guint64 offset = address - variable->address;

  *ret_index = variable->stride > 0 ? offset / variable->stride : 0;
  *ret_offset = offset - *ret_index * variable->stride;
  return address >= variable->address && *ret_offset < variable->size && *ret_index < MAX (variable->count, 1);
}

/* "table+64", "pool[3].next" */
static char *
name_of (const ScopeVariable *variable, guint64 index, guint64 offset)
{
  const char *hole = variable->stride > 0 ? strstr (variable->name, INDEX) : NULL;
  GString *name = g_string_new_len (variable->name, hole != NULL ? hole - variable->name : -1);

  if (hole != NULL)
    g_string_append_printf (name, "[%" G_GUINT64_FORMAT "]%s", index, hole + strlen (INDEX));
  if (offset > 0)
    g_string_append_printf (name, "+%" G_GUINT64_FORMAT, offset);
  return g_string_free (name, FALSE);
}

char *
scope_variables_name (const GArray *variables, guint64 address)
{
  guint i = (guint) SCOPE_BISECT (variables->len, v, g_array_index (variables, ScopeVariable, v).address <= address);
  const ScopeVariable *whole = NULL, *best = NULL;
  guint64 index, offset, best_index = 0, best_offset = 0;

  /* A variable's fields lie behind its beginning: nothing before that is of it. */
  while (i-- > 0 && (whole == NULL || g_array_index (variables, ScopeVariable, i).address >= whole->address))
    {
      const ScopeVariable *variable = &g_array_index (variables, ScopeVariable, i);

      if (variable->count == 0 && whole == NULL)
        whole = variable;
      if ((variable->count == 0 && variable != whole) || !is_in (variable, address, &index, &offset)
          || (best != NULL && variable->size >= best->size))
        continue;
      best = variable;
      best_index = index;
      best_offset = offset;
    }
  return best != NULL ? name_of (best, best_index, best_offset) : NULL;
}

/* --- by name --- */

void
scope_variables_find (const GArray *variables, const char *name, GArray *places)
{
  const char *open = strchr (name, '['), *close = open != NULL ? strchr (open, ']') : NULL;
  g_autofree char *element = NULL;
  guint64 index = 0;

  if (close != NULL && close > open + 1 && strspn (open + 1, "0123456789") == (gsize) (close - open - 1))
    {
      index = g_ascii_strtoull (open + 1, NULL, 10);
      element = g_strdup_printf ("%.*s" INDEX "%s", (int) (open - name), name, close + 1);
    }
  SCOPE_EACH (const ScopeVariable, variable, (GArray *) variables)
    {
      guint64 place[2] = { variable->address, 0 };

      if (element != NULL && variable->stride > 0 && index < variable->count && strcmp (variable->name, element) == 0)
        place[0] += index * variable->stride;
      else if (strcmp (variable->name, name) != 0 || variable->stride > 0)
        continue;
      place[1] = place[0] + variable->size - 1;
      g_array_append_vals (places, place, 2);
    }
}

/* --- of several machines --- */

typedef struct
{
  GArray *variables; /* NULL: not read yet */
  guint n_infos;     /* that there were then: more may come while the trace is read */
} List;

struct _ScopeVariableLists
{
  GArray *lists; /* of List, by machine */
};

static void
clear_list (gpointer data)
{
  g_clear_pointer (&((List *) data)->variables, g_array_unref);
}

ScopeVariableLists *
scope_variable_lists_new (void)
{
  ScopeVariableLists *self = g_new0 (ScopeVariableLists, 1);

  self->lists = g_array_new (FALSE, TRUE, sizeof (List));
  g_array_set_clear_func (self->lists, clear_list);
  return self;
}

void
scope_variable_lists_free (ScopeVariableLists *self)
{
  if (self == NULL)
    return;
  g_array_unref (self->lists);
  g_free (self);
}

char *
scope_variable_lists_name (ScopeVariableLists *self, ScopeMachine *machine, guint64 address)
{
  List *list;

  if (machine->index >= self->lists->len)
    g_array_set_size (self->lists, machine->index + 1);
  list = &g_array_index (self->lists, List, machine->index);
  if (list->variables == NULL || list->n_infos != scope_machine_n_infos (machine))
    {
      clear_list (list);
      list->n_infos = scope_machine_n_infos (machine);
      list->variables = scope_variables_read (machine);
    }
  return scope_variables_name (list->variables, address);
}
