/* scope-erlang-counts.c: see the header.
 *
 *     131 {"1.0", [{locks, [[{name,N}, {id,I}, {type,T}, {stats, [{stats,File,Line,Tries,Collisions,Time,Timings,Histogram}]}]]},
 *                  {duration,Us}]}                                                                      Time in µs
 *     [#{'$type' => msacc_data, type => scheduler, id => 1, counters => #{gc => 5, sleep => {7,2}}}, …].       µs, or {µs,count}
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/format/erlang/scope-erlang-counts.h"

#include "io/format/erlang/scope-erlang-text.h"

#include <string.h>

#define VERSION 131
#define MAP 116
#define MOST_CHARS 200u /* of a text */

/* --- terms --- */

/* Texts of one row, as long as it is needed. */
typedef struct
{
  GString *name, *id, *type, *file;
} Texts;

/* Atoms and strings without their quotes; what says that there is none is no text. */
static void
set_text (GString *text, ScopeTerm *term)
{
  ScopeTerm at = *term;
  const guint8 *bytes;
  ScopeAtom atom;
  guint n;

  g_string_truncate (text, 0);
  if (scope_term_atom (&at, &atom))
    {
      if (!scope_atom_equal (&atom, "undefined"))
        scope_atom_append (&atom, FALSE, text);
    }
  else if (scope_term_string (&at, &bytes, &n))
    {
      g_autofree char *valid = g_utf8_make_valid ((const char *) bytes, (gssize) MIN (n, MOST_CHARS));

      g_string_append (text, valid);
    }
  else if (!(scope_term_list (&at, &n) && n == 0))
    scope_term_print (term, MOST_CHARS, text);
  scope_term_skip (term);
}

static gboolean
enter_tuple (ScopeTerm *term, guint n)
{
  guint arity;

  return scope_term_tuple (term, &arity) && arity == n;
}

/* Into a list; *ret_n elements. */
static gboolean
enter_list (ScopeTerm *term, guint *ret_n)
{
  return scope_term_kind (term) == SCOPE_TERM_LIST && scope_term_list (term, ret_n);
}

/* Behind the last element. */
static gboolean
leave_list (ScopeTerm *term, guint n)
{
  guint tail;

  return n == 0 || (scope_term_list (term, &tail) && tail == 0);
}

static gboolean
read_count (ScopeTerm *term, gint64 *ret_value)
{
  return scope_term_integer (term, ret_value) && *ret_value >= 0;
}

static gboolean
read_us (ScopeTerm *term, gint64 *ret_us)
{
  return read_count (term, ret_us) && *ret_us <= G_MAXINT64 / 1000;
}

static gboolean
is_sound (ScopeTerm term)
{
  return !scope_term_is_deep (&term) && scope_term_skip (&term) && term.p == term.end;
}

/* --- locks --- */

/* {stats,File,Line,Tries,Collisions,Time,Timings}, with a histogram since OTP 18. */
static gboolean
read_stats (ScopeTerm *term, const Texts *texts, ScopeErlangLockFunc func, gpointer user_data)
{
  ScopeErlangLockCount count = { texts->name->str, texts->id->str, texts->type->str, texts->file->str, .line = -1 };
  ScopeAtom atom;
  gint64 us;
  guint arity;

  if (!scope_term_tuple (term, &arity) || (arity != 7 && arity != 8) || !scope_term_atom (term, &atom) || !scope_atom_equal (&atom, "stats"))
    return FALSE;
  set_text (texts->file, term);
  if (!scope_term_integer (term, &count.line) && !scope_term_atom (term, &atom))
    return FALSE;
  if (texts->file->len == 0) /* in no place that is known */
    count.line = -1;
  if (!read_count (term, &count.tries) || !read_count (term, &count.collisions) || !read_us (term, &us) || !read_count (term, &count.waits)
      || (arity == 8 && !scope_term_skip (term)))
    return FALSE;
  count.wait_ns = us * 1000;
  count.file = texts->file->str;
  func (&count, user_data);

  return TRUE;
}

/* Its statistics are read when its name is known: they come last, but nobody promises that. */
static gboolean
read_lock (ScopeTerm *term, const Texts *texts, ScopeErlangLockFunc func, gpointer user_data)
{
  ScopeTerm stats = { NULL, NULL };
  guint n;

  g_string_truncate (texts->name, 0);
  g_string_truncate (texts->id, 0);
  g_string_truncate (texts->type, 0);
  if (!enter_list (term, &n))
    return FALSE;
  for (guint i = 0; i < n; i++)
    {
      ScopeAtom key;

      if (!enter_tuple (term, 2) || !scope_term_atom (term, &key))
        return FALSE;
      if (scope_atom_equal (&key, "name"))
        set_text (texts->name, term);
      else if (scope_atom_equal (&key, "id"))
        set_text (texts->id, term);
      else if (scope_atom_equal (&key, "type"))
        set_text (texts->type, term);
      else
        {
          if (scope_atom_equal (&key, "stats"))
            stats = *term;
          scope_term_skip (term);
        }
    }
  if (!leave_list (term, n) || texts->name->len == 0 || stats.p == NULL || !enter_list (&stats, &n))
    return FALSE;
  for (guint i = 0; i < n; i++)
    if (!read_stats (&stats, texts, func, user_data))
      return FALSE;

  return TRUE;
}

static gboolean
read_locks (ScopeTerm *term, ScopeErlangLockFunc func, gpointer user_data)
{
  Texts texts = { g_string_new (NULL), g_string_new (NULL), g_string_new (NULL), g_string_new (NULL) };
  gboolean good;
  guint n;

  good = enter_list (term, &n);
  for (guint i = 0; good && i < n; i++)
    good = read_lock (term, &texts, func, user_data);
  g_string_free (texts.name, TRUE);
  g_string_free (texts.id, TRUE);
  g_string_free (texts.type, TRUE);
  g_string_free (texts.file, TRUE);

  return good && leave_list (term, n);
}

gboolean
scope_erlang_read_lock_counts (const guint8 *bytes, gsize n, ScopeErlangLockFunc func, gpointer user_data, const char **ret_why)
{
  ScopeTerm term = { bytes + 1, bytes + n };
  const guint8 *version;
  guint length, n_facts;
  gboolean found = FALSE;

  *ret_why = "it is not what lcnt:save/1 writes, or it is damaged";
  if (n < 2 || bytes[0] != VERSION || !is_sound (term) || !enter_tuple (&term, 2) || !scope_term_string (&term, &version, &length))
    return FALSE;
  *ret_why = "it is of another version of lcnt than 1.0";
  if (length != 3 || memcmp (version, "1.0", 3) != 0)
    return FALSE;
  *ret_why = "what it says of a lock cannot be read";
  if (!enter_list (&term, &n_facts))
    return FALSE;
  for (guint i = 0; i < n_facts; i++)
    {
      ScopeAtom key;

      if (!enter_tuple (&term, 2) || !scope_term_atom (&term, &key))
        return FALSE;
      if (!scope_atom_equal (&key, "locks"))
        scope_term_skip (&term);
      else if (!read_locks (&term, func, user_data))
        return FALSE;
      else
        found = TRUE;
    }

  return found;
}

/* --- microstates --- */

static gboolean
enter_map (ScopeTerm *term, guint32 *ret_pairs)
{
  if (term->end - term->p < 5 || term->p[0] != MAP)
    return FALSE;
  *ret_pairs = (guint32) term->p[1] << 24 | (guint32) term->p[2] << 16 | (guint32) term->p[3] << 8 | term->p[4];
  term->p += 5;

  return TRUE;
}

static gboolean
read_counters (ScopeTerm term, ScopeErlangMicrostate *state, ScopeErlangMicrostateFunc func, gpointer user_data)
{
  g_autoptr (GString) name = g_string_new (NULL);
  guint32 n;

  if (!enter_map (&term, &n))
    return FALSE;
  for (guint32 i = 0; i < n; i++)
    {
      ScopeAtom key;

      if (!scope_term_atom (&term, &key))
        return FALSE;
      g_string_truncate (name, 0);
      scope_atom_append (&key, FALSE, name);
      state->state = name->str;
      state->count = -1;
      if (!read_us (&term, &state->us)
          && (!enter_tuple (&term, 2) || !read_us (&term, &state->us) || !read_count (&term, &state->count)))
        return FALSE;
      func (state, user_data);
    }

  return TRUE;
}

/* One thread, or all of one type. */
static gboolean
read_thread (ScopeTerm *term, ScopeErlangMicrostateFunc func, gpointer user_data, const char **ret_why)
{
  g_autoptr (GString) type = g_string_new (NULL);
  ScopeErlangMicrostate state = { .id = -1 };
  ScopeTerm counters = { NULL, NULL };
  ScopeAtom key, value;
  guint32 n;

  if (!enter_map (term, &n))
    return FALSE;
  for (guint32 i = 0; i < n; i++)
    {
      if (!scope_term_atom (term, &key))
        return FALSE;
      if (scope_atom_equal (&key, "counters"))
        counters = *term;
      if (scope_atom_equal (&key, "id") && read_count (term, &state.id))
        continue;
      if (scope_atom_equal (&key, "type") && scope_term_atom (term, &value))
        {
          scope_atom_append (&value, FALSE, type);
          continue;
        }
      if (scope_atom_equal (&key, "$type") && scope_term_atom (term, &value))
        {
          if (scope_atom_equal (&value, "msacc_data"))
            continue;
          *ret_why = "it has shares, not times: msacc:to_file/1 writes times";
          return FALSE;
        }
      scope_term_skip (term);
    }
  state.type = type->str;

  return type->len > 0 && counters.p != NULL && read_counters (counters, &state, func, user_data);
}

gboolean
scope_erlang_read_microstates (const char *text, gsize n, ScopeErlangMicrostateFunc func, gpointer user_data, const char **ret_why)
{
  g_autoptr (ScopeErlangText) reader = scope_erlang_text_new ();
  ScopeTerm term;
  guint n_threads;

  while (n > 0 && g_ascii_isspace (text[n - 1]))
    n--;
  if (!scope_erlang_text_read (reader, text, n, &term, ret_why))
    return FALSE;
  *ret_why = "it is not what msacc:to_file/1 writes";
  if (!is_sound (term) || !enter_list (&term, &n_threads) || n_threads == 0)
    return FALSE;
  for (guint i = 0; i < n_threads; i++)
    if (!read_thread (&term, func, user_data, ret_why))
      return FALSE;

  return leave_list (&term, n_threads);
}
