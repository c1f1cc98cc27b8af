/* scope-names.h: numbers for bytes that repeat: the pids, functions and words of a trace, known by their bytes in the file.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define SCOPE_NAMES_BYTES (64u * 1024u * 1024u)

typedef struct _ScopeNames ScopeNames;

/* A trace that has more of them than any real one costs no more than `most_bytes`: what is beyond has no number. */
ScopeNames *scope_names_new (guint most, gsize most_bytes);
void scope_names_free (ScopeNames *names);
/* The number kept for these bytes, or 0. *ret_slot is for scope_names_add(), to be called at once. */
guint32 scope_names_find (ScopeNames *names, guint8 kind, const void *bytes, gsize n, guint64 *ret_slot);
/* Keeps a number for them. FALSE: there are so many that no more are kept. */
gboolean scope_names_add (ScopeNames *names, guint8 kind, const void *bytes, gsize n, guint64 slot, guint32 number);

G_END_DECLS
