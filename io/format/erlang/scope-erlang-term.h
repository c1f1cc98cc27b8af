/* scope-erlang-term.h: Erlang's external terms, looked at where they lie. Nothing is built, nothing recurses: a term nested a
 * million deep costs as many steps as it has bytes, and no stack.
 *
 * Tags and layouts: erts/doc "External Term Format"; which of them real traces have is in formats/erlang.md §1.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define SCOPE_TERM_DEEPEST 1000u

/* A place in a term's bytes. Functions that read a term move `p` behind it and return TRUE, or leave `p` and return FALSE
 * if it is of another kind or does not end before `end`. */
typedef struct
{
  const guint8 *p, *end;
} ScopeTerm;

typedef enum
{
  SCOPE_TERM_BAD, /* no such tag, or no byte */
  SCOPE_TERM_INTEGER,
  SCOPE_TERM_FLOAT,
  SCOPE_TERM_ATOM,
  SCOPE_TERM_TUPLE,
  SCOPE_TERM_LIST, /* also [] and strings */
  SCOPE_TERM_BINARY,
  SCOPE_TERM_MAP,
  SCOPE_TERM_PID,
  SCOPE_TERM_PORT,
  SCOPE_TERM_REFERENCE,
  SCOPE_TERM_FUN,
} ScopeTermKind;

/* Text of an atom, in the file's bytes. */
typedef struct
{
  const char *text;
  guint length;
  gboolean utf8; /* else Latin-1 */
} ScopeAtom;

/* A pid or a port. */
typedef struct
{
  ScopeAtom node;
  guint64 id;
  guint32 serial; /* pids */
  guint32 creation;
} ScopeTermId;

ScopeTermKind scope_term_kind (const ScopeTerm *term);
/* Over any one term. */
gboolean scope_term_skip (ScopeTerm *term);
/* TRUE if terms lie in it more than SCOPE_TERM_DEEPEST deep in each other. Does not move. */
gboolean scope_term_is_deep (const ScopeTerm *term);
gboolean scope_term_integer (ScopeTerm *term, gint64 *ret_value); /* FALSE beyond 64 bits, too */
gboolean scope_term_atom (ScopeTerm *term, ScopeAtom *ret_atom);
/* Moves to its first element. */
gboolean scope_term_tuple (ScopeTerm *term, guint *ret_arity);
/* Moves to its first element; 0: [], and `p` is behind it. A proper list has one more term behind the last element: skip it,
 * too. Strings are no list here: scope_term_string(). */
gboolean scope_term_list (ScopeTerm *term, guint *ret_length);
gboolean scope_term_string (ScopeTerm *term, const guint8 **ret_bytes, guint *ret_length);
gboolean scope_term_pid (ScopeTerm *term, ScopeTermId *ret_id);
gboolean scope_term_port (ScopeTerm *term, ScopeTermId *ret_id);
gboolean scope_term_reference (ScopeTerm *term, ScopeAtom *ret_node); /* whose it is */

/* Appends what a fun is known by: "#Fun<m.3>", the fourth that stands in m, or "m:f/1". FALSE, and nothing appended, if it does not
 * say that. */
gboolean scope_term_append_fun (const ScopeTerm *term, GString *out);

gboolean scope_atom_equal (const ScopeAtom *atom, const char *text);
/* Appends the atom as text, UTF-8; `quoted`: as Erlang's shell has it. */
void scope_atom_append (const ScopeAtom *atom, gboolean quoted, GString *out);
/* Appends the term as Erlang's shell has it, about `max` bytes of it; what is left out is shown as "…". */
void scope_term_print (const ScopeTerm *term, guint max, GString *out);

G_END_DECLS
