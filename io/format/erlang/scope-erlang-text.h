/* scope-erlang-text.h: Erlang's terms written as text, turned into the external form that trace files have, so that one and the
 * same code reads the records of both.
 *
 * What io:format("~w.~n"), "~p" and the VM's own printing write is read: atoms, numbers, strings, tuples, lists, maps, binaries of
 * whole bytes; and <0.45.0>, #Port<0.6>, #Ref<…>, #Fun<…>, fun m:f/1, which Erlang prints but cannot read itself.
 *
 * Nothing recurses, and no term is built: bytes in, bytes out. A text of n bytes costs n steps, and at most 20 n bytes.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "io/format/erlang/scope-erlang-term.h"

G_BEGIN_DECLS

typedef struct _ScopeErlangText ScopeErlangText;

ScopeErlangText *scope_erlang_text_new (void);
void scope_erlang_text_free (ScopeErlangText *text);
/* Reads one term and the full stop behind it. `ret_term` stays valid until the next call. A binary that holds an external term
 * (<<131,…>>) gives that. FALSE: this is no term; *ret_why says why, for people. */
gboolean scope_erlang_text_read (ScopeErlangText *text, const char *bytes, gsize n, ScopeTerm *ret_term,
                                 const char **ret_why);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ScopeErlangText, scope_erlang_text_free)

G_END_DECLS
