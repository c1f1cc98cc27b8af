/* scope-paged.h: memory for what a trace has by the million, and hardly anybody touches again: threads that ended long ago.
 *
 * Where io/source/scope-paged-file.h is used, it lies in a file without a name, so that the kernel writes it out where memory is short, and it is let go of page by page when the
 * process holds much of it: what is touched again comes back. Addresses stay.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* `bytes` (a multiple of 4,096) of zeros, at an address that is one of a page. Any thread. */
gpointer scope_paged_alloc (gsize bytes);
/* The same `bytes`. NULL: nothing. */
void scope_paged_free (gpointer data, gsize bytes);
/* To be called now and then by who touches much of it, without locks that a page fault would hold for long: lets all of it go if the
 * process holds more than SCOPE_PAGED_HELD. */
void scope_paged_trim (void);

#define SCOPE_PAGED_HELD (32u * 1024u * 1024u)

/* Where it comes from; before any is asked for. Nobody says so (tests): it is like other memory. */
typedef struct
{
  gpointer (*map) (gpointer at, gsize bytes); /* zeros; `at`: there, in what was reserved, or NULL */
  gpointer (*reserve) (gsize bytes);          /* addresses */
  void (*unmap) (gpointer data, gsize bytes); /* either */
  void (*trim) (void);
} ScopePagedClass;

void scope_paged_use (const ScopePagedClass *klass);

/* An array that grows to at most `most` bytes and moves once, when it becomes large. */
typedef struct
{
  gpointer data;
  gsize size; /* bytes that are there */
  gsize most;
  gboolean large;
} ScopePagedArray;

/* At least `size` bytes are there from now on, the new ones zeros. FALSE: that is more than `most`. */
gboolean scope_paged_array_grow (ScopePagedArray *array, gsize size);
void scope_paged_array_clear (ScopePagedArray *array);

G_END_DECLS
