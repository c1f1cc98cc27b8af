/* scope-code-text.h: where in a source file a function stands.
 *
 * A scanner that knows as much of Erlang as is needed not to be led astray: comments, strings, quoted atoms, characters,
 * brackets, and the full stop that ends a form. It takes any text, and never fails: what it does not understand it goes past.
 *
 * What the compiler made out of a function ("-fib/1-fun-0-", "-go/2-lc$^1/1-0-") stands in it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

typedef struct
{
  gsize from, to;    /* bytes of the text: all its clauses, whole lines */
  guint line;        /* of its first clause, from 1 */
  guint n_lines;
  guint n_clauses;
} ScopeCodePlace;

/* A name as traces have it: "lists:map/2", "'odd name':'f x'/1", "-fib/1-fun-0-/2". Module and function without quotes, to be
 * freed; arity -1 if there is none. FALSE if it is no such name: nothing is returned. */
gboolean scope_code_name_parse (const char *name, char **ret_module, char **ret_function, int *ret_arity);

/* FALSE if the text has no such function. arity -1: any. */
gboolean scope_code_find (const char *text, gsize length, const char *function, int arity, ScopeCodePlace *ret_place);

/* Where GHC says that something stands: "src/Main.hs:3:1-24", "Main.hs:(20,1)-(26,24)". The file's name is to be freed; lines from 1, both
 * of them within. FALSE if it is no such place: nothing is returned. */
gboolean scope_code_span_parse (const char *text, char **ret_file, guint *ret_first, guint *ret_last);
/* These lines of a text; of a single one all that follows up to an empty line. FALSE if it has not so many. */
gboolean scope_code_find_lines (const char *text, gsize length, guint first, guint last, ScopeCodePlace *ret_place);

/* --- the text itself, read by whoever can: io/source/scope-code-file.h --- */

typedef struct
{
  char *path;        /* of the file */
  char *text;        /* of the function, UTF-8, without the last line's end */
  guint line;        /* of its first line in the file, from 1 */
  guint n_clauses;
  gboolean found;    /* FALSE: the file is there, but it has no such function: text is "" */
  gboolean cut;      /* it is longer than what is shown */
} ScopeCodeText;

void scope_code_text_free (ScopeCodeText *code);

/* Finds the text of a function named as traces name it, or of a place as GHC names it, in `folders` (NULL-terminated) and what is below them. On any thread;
 * takes its time. NULL with error: G_IO_ERROR_NOT_FOUND says where it looked. */
typedef ScopeCodeText *(*ScopeCodeFunc) (const char *const *folders, const char *name, GCancellable *cancellable, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ScopeCodeText, scope_code_text_free)

G_END_DECLS
