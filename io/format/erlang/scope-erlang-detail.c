/* scope-erlang-detail.c: one record of an Erlang trace file again, for people.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/format/erlang/scope-erlang-private.h"

/* The tag, where it is the event's name. */
static gboolean
names_event (ScopeTerm term)
{
  ScopeAtom tag;

  return scope_term_atom (&term, &tag)
         && (scope_erlang_is_tag (&tag) || scope_atom_equal (&tag, "active") || scope_atom_equal (&tag, "inactive"));
}

/* Likewise of records of two elements. */
static gboolean
is_head (const ScopeAtom *head)
{
  static const char *const heads[] = { "profile_start", "profile_stop", "schedulers", "profile_opts", "drop" };

  for (guint i = 0; i < G_N_ELEMENTS (heads); i++)
    if (scope_atom_equal (head, heads[i]))
      return TRUE;

  return FALSE;
}

char *
scope_erlang_term_detail (ScopeTerm term)
{
  g_autoptr (GString) text = g_string_new (NULL);
  const guint8 *end = term.end;
  ScopeAtom head;
  guint arity;

  if (!scope_term_tuple (&term, &arity) || !scope_term_atom (&term, &head))
    return NULL;
  if (scope_atom_equal (&head, "trace_ts") || scope_atom_equal (&head, "profile"))
    arity--; /* the time has a column of its own */
  else if (!scope_atom_equal (&head, "trace") && !is_head (&head))
    scope_atom_append (&head, TRUE, text);
  for (guint i = 1; i < arity; i++)
    {
      ScopeTerm next = term;

      if (!scope_term_skip (&next))
        break;
      term.end = next.p;
      if (!(i == 2 && names_event (term)))
        {
          if (text->len > 0)
            g_string_append_c (text, ' ');
          scope_term_print (&term, 160, text);
        }
      term.p = next.p;
      term.end = end;
    }

  return g_string_free (g_steal_pointer (&text), FALSE);
}

char *
scope_erlang_record_detail_at (ScopeSource *source, guint64 offset)
{
  g_autofree guint8 *bytes = g_malloc (4096);
  gssize n;
  guint32 size;

  if (!scope_source_is_seekable (source)
      || (n = scope_source_pread (source, bytes, 4096, offset, NULL)) < (gssize) SCOPE_ERLANG_HEAD + 2)
    return NULL;
  size = (guint32) bytes[1] << 24 | (guint32) bytes[2] << 16 | (guint32) bytes[3] << 8 | bytes[4];
  if (bytes[0] == SCOPE_ERLANG_DROP)
    return g_strdup_printf ("records=%u", size);
  if (size > (guint32) n - SCOPE_ERLANG_HEAD && size <= SCOPE_ERLANG_MAX_RECORD)
    {
      bytes = g_realloc (bytes, SCOPE_ERLANG_HEAD + size);
      n = scope_source_pread (source, bytes, SCOPE_ERLANG_HEAD + size, offset, NULL);
    }
  if (n < (gssize) (SCOPE_ERLANG_HEAD + 2))
    return NULL;

  return scope_erlang_term_detail ((ScopeTerm) {
      bytes + SCOPE_ERLANG_HEAD + 1, bytes + MIN ((gsize) n, SCOPE_ERLANG_HEAD + (gsize) size) });
}
