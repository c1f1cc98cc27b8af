/* scope-erlang-groups.c: groups of nodes of SD Erlang (s_groups), as far as a trace tells them: calls of s_group's functions and what
 * they gave back.
 *
 *     {trace_ts, P, call, {s_group, new_s_group, [Name, Nodes]}, [Match], [Scheduler], Time}      also [Nodes]: the name is made up then
 *     {trace_ts, P, call, {s_group, add_nodes | remove_nodes, [Name, Nodes]}, …}
 *     {trace_ts, P, call, {s_group, delete_s_group, [Name]}, …}
 *     {trace_ts, P, return_from, {s_group, F, Arity}, {ok, Name, Nodes} | ok | {error, Reason}, …}
 *
 * These shapes are not ours to see: no VM of SD Erlang was at hand. They are what others match on: the calls in Percept2
 * (github.com/huiqing/percept2, src/percept2_db.erl, trace_call/2; which functions are traced: src/percept2_profile.erl, module_funs/1), calls
 * and results in SD-Mon (github.com/RefactoringTools/SD-Mon, src/sdmon_trace.erl, trace_parser/2 and s_group_results/3); the results in
 * lib/kernel/src/s_group.erl of the SD Erlang forks of OTP (github.com/natalia-chechina/otp). With the tracer's flag `arity` a call has no
 * arguments, and says nothing of groups.
 *
 * They become texts, which scope-node-groups.h reads again: "s_group:add_nodes group1 [a@h, b@h]", "s_group:add_nodes = ok group1 [b@h]".
 * Whatever is no name there as it is stands in quotes.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/format/erlang/scope-erlang-private.h"

#include <string.h>

#define MOST_NODES 4096u /* of one call; more are "…" */
#define REASON_CHARS 160u

static gboolean
is_plain (const char *text)
{
  if (!g_ascii_isalpha (*text))
    return FALSE;
  for (; *text != '\0'; text++)
    if (!g_ascii_isalnum (*text) && strchr ("_@.-", *text) == NULL)
      return FALSE;

  return TRUE;
}

/* Moves behind it. FALSE: it is no atom. */
static gboolean
append_name (ScopeTerm *term, GString *out)
{
  g_autoptr (GString) text = g_string_new (NULL);
  ScopeAtom atom;

  if (!scope_term_atom (term, &atom))
    return FALSE;
  scope_atom_append (&atom, FALSE, text);
  if (strlen (text->str) == text->len && is_plain (text->str))
    {
      g_string_append_len (out, text->str, (gssize) text->len);
      return TRUE;
    }
  g_string_append_c (out, '\'');
  for (gsize i = 0; i < text->len; i++)
    if ((guchar) text->str[i] < ' ' || text->str[i] == '\'' || text->str[i] == '\\')
      g_string_append_printf (out, "\\x%02x", (guint) (guchar) text->str[i]);
    else
      g_string_append_c (out, text->str[i]);
  g_string_append_c (out, '\'');

  return TRUE;
}

/* [a@h, b@h]; FALSE: it is no list of atoms. */
static gboolean
append_nodes (ScopeTerm *term, GString *out)
{
  guint n;

  if (scope_term_kind (term) != SCOPE_TERM_LIST || !scope_term_list (term, &n))
    return FALSE;
  g_string_append_c (out, '[');
  for (guint i = 0; i < n; i++)
    {
      gsize before = out->len;

      if (i > 0)
        g_string_append (out, ", ");
      if (i >= MOST_NODES)
        g_string_truncate (out, before);
      if (i >= MOST_NODES ? !scope_term_skip (term) : !append_name (term, out))
        return FALSE;
    }
  g_string_append (out, n > MOST_NODES ? ", …]" : "]");

  return n == 0 || scope_term_skip (term); /* the list's end */
}

/* Into {s_group, F, …}, F one of those that change a group. */
static gboolean
enter_function (ScopeTerm *term, GString *out)
{
  static const char *const functions[] = { "new_s_group", "delete_s_group", "add_nodes", "remove_nodes" };
  ScopeAtom module, function;
  guint n;

  if (scope_term_kind (term) != SCOPE_TERM_TUPLE || !scope_term_tuple (term, &n) || n != 3 || !scope_term_atom (term, &module)
      || !scope_atom_equal (&module, "s_group") || !scope_term_atom (term, &function))
    return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (functions); i++)
    if (scope_atom_equal (&function, functions[i]))
      {
        g_string_append_printf (out, "s_group:%s", functions[i]);
        return TRUE;
      }

  return FALSE;
}

guint32
scope_erlang_group_call (ScopeErlangFacts *facts, ScopeTerm function)
{
  g_autoptr (GString) out = g_string_new (NULL);
  guint n;

  if (!enter_function (&function, out) || scope_term_kind (&function) != SCOPE_TERM_LIST || !scope_term_list (&function, &n) || n < 1
      || n > 2)
    return 0;
  g_string_append_c (out, ' ');
  if (scope_term_kind (&function) == SCOPE_TERM_LIST && n == 1)
    g_string_append_c (out, '_'); /* the call does not name it */
  else if (!append_name (&function, out))
    return 0;
  else
    n--;
  if (n > 0)
    g_string_append_c (out, ' ');
  if (n > 0 && !append_nodes (&function, out))
    return 0;

  return scope_erlang_text_number (facts, out->str, out->len);
}

guint32
scope_erlang_group_result (ScopeErlangFacts *facts, ScopeTerm function, ScopeTerm result)
{
  g_autoptr (GString) out = g_string_new (NULL);
  ScopeTerm at = result;
  ScopeAtom atom;
  guint n;

  if (!enter_function (&function, out))
    return 0;
  if (scope_term_atom (&at, &atom) && scope_atom_equal (&atom, "ok"))
    g_string_append (out, " = ok");
  else if (scope_term_kind (&at) == SCOPE_TERM_TUPLE && scope_term_tuple (&at, &n) && n == 3 && scope_term_atom (&at, &atom)
           && scope_atom_equal (&atom, "ok"))
    {
      g_string_append (out, " = ok ");
      if (!append_name (&at, out))
        return 0;
      g_string_append_c (out, ' ');
      if (!append_nodes (&at, out))
        return 0;
    }
  else
    { /* {error, Reason}; or another answer, which is none that it should give */
      g_string_append (out, " = error ");
      scope_term_print (&result, REASON_CHARS, out);
    }

  return scope_erlang_text_number (facts, out->str, out->len);
}
