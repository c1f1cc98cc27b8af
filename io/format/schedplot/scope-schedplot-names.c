/* scope-schedplot-names.c: what Schedplot's numbers of functions mean.
 *
 * A file trace_famdict<N> is one external term: a list of `dict`s of Erlang's standard library, the newest first. A dict is a
 * record of nine fields, the last of which holds the entries in two layers of tuples:
 *
 *     {dict, …, {{bucket, bucket, …}, …}}      bucket: [ [{Function, Arity} | {Id, [Module, …]}], … ]
 *
 * Modules are listed with the newest first; packets count them from the oldest, from 1 on, and say 0 for the first, too.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/format/schedplot/scope-schedplot-private.h"

#include "io/format/erlang/scope-erlang-term.h"

#define MAX_DICTIONARIES 4096u
#define MAX_MODULES 15u
#define VERSION 131

static void
names_free (gpointer data)
{
  g_hash_table_unref (((ScopeSchedplotNames *) data)->texts);
  g_free (data);
}

static guint32
text_number (ScopeSchedplotTexts *texts, const char *text)
{
  guint32 number = GPOINTER_TO_UINT (g_hash_table_lookup (texts->known, text));

  if (number == 0)
    {
      char *copy = g_strdup (text);

      g_ptr_array_add (texts->texts, copy);
      number = texts->texts->len;
      g_hash_table_insert (texts->known, copy, GUINT_TO_POINTER (number));
    }

  return number;
}

/* [{Function, Arity} | {Id, [Module, …]}]: `term` is behind the list's head. */
static gboolean
read_entry (ScopeSchedplotNames *names, ScopeTerm *term, ScopeSchedplotTexts *texts)
{
  ScopeAtom function, modules[MAX_MODULES];
  gint64 arity, id;
  guint n;

  if (!scope_term_tuple (term, &n) || n != 2 || !scope_term_atom (term, &function) || !scope_term_integer (term, &arity)
      || !scope_term_tuple (term, &n) || n != 2 || !scope_term_integer (term, &id) || id < 1 || id > 255
      || !scope_term_list (term, &n) || n > MAX_MODULES)
    return FALSE;
  for (guint i = 0; i < n; i++)
    if (!scope_term_atom (term, &modules[i]))
      return FALSE;
  if (n > 0 && !scope_term_skip (term))
    return FALSE;
  names->n = MAX (names->n, (guint) id);
  for (guint i = 0; i < n; i++)
    {
      g_autoptr (GString) text = g_string_new (NULL);

      scope_atom_append (&modules[i], TRUE, text);
      g_string_append_c (text, ':');
      scope_atom_append (&function, TRUE, text);
      g_string_append_printf (text, "/%" G_GINT64_FORMAT, arity);
      g_hash_table_insert (names->texts, GUINT_TO_POINTER ((guint) id << 8 | (n - i)),
                           GUINT_TO_POINTER (text_number (texts, text->str)));
    }

  return TRUE;
}

/* A bucket: a list of entries, each of which is a list of one element and a tail that is none. */
static gboolean
read_bucket (ScopeSchedplotNames *names, ScopeTerm *term, ScopeSchedplotTexts *texts)
{
  guint n, one;

  if (!scope_term_list (term, &n))
    return FALSE;
  for (guint i = 0; i < n; i++)
    if (!scope_term_list (term, &one) || one != 1 || !read_entry (names, term, texts))
      return FALSE;

  return n == 0 || scope_term_skip (term);
}

static gboolean
read_dictionary (ScopeSchedplotNames *names, ScopeTerm *term, ScopeSchedplotTexts *texts)
{
  ScopeAtom tag;
  guint n, segments, buckets;

  if (!scope_term_tuple (term, &n) || n != 9 || !scope_term_atom (term, &tag) || !scope_atom_equal (&tag, "dict"))
    return FALSE;
  for (guint i = 1; i < 8; i++)
    if (!scope_term_skip (term))
      return FALSE;
  if (!scope_term_tuple (term, &segments))
    return FALSE;
  for (guint s = 0; s < segments; s++)
    {
      if (!scope_term_tuple (term, &buckets))
        return FALSE;
      for (guint b = 0; b < buckets; b++)
        if (!read_bucket (names, term, texts))
          return FALSE;
    }

  return TRUE;
}

GPtrArray *
scope_schedplot_names_read (const guint8 *data, gsize n, ScopeSchedplotTexts *texts)
{
  g_autoptr (GPtrArray) list = g_ptr_array_new_with_free_func (names_free);
  ScopeTerm term = { data + 1, data + n };
  guint length;

  if (n < 2 || data[0] != VERSION || !scope_term_list (&term, &length) || length > MAX_DICTIONARIES)
    return NULL;
  for (guint i = 0; i < length; i++)
    {
      ScopeSchedplotNames *names = g_new0 (ScopeSchedplotNames, 1);

      names->texts = g_hash_table_new (NULL, NULL);
      g_ptr_array_insert (list, 0, names); /* the newest comes first */
      if (!read_dictionary (names, &term, texts))
        return NULL;
    }
  for (guint i = list->len; i-- > 0;)
    if (((ScopeSchedplotNames *) list->pdata[i])->n == 0)
      g_ptr_array_remove_index (list, i);

  return g_steal_pointer (&list);
}

guint32
scope_schedplot_names_find (const ScopeSchedplotNames *names, guint id, guint module)
{
  return GPOINTER_TO_UINT (g_hash_table_lookup (names->texts, GUINT_TO_POINTER (id << 8 | MAX (module, 1))));
}
