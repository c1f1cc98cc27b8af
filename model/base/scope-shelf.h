/* scope-shelf.h: what was read and can be read again. Where all of it together takes too much, what nobody has looked at for longest goes: an
 * archive may have ten thousand machines, and who scrolls over them wants few of them twice.
 *
 * Reference-counted, thread-safe.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct _ScopeShelf ScopeShelf;

/* What somebody has read, while it lies there. */
typedef struct
{
  gboolean (*let_go) (gpointer owner);
  gpointer owner;
  GList link; /* data: itself */
  gsize bytes;
  gint looked; /* atomic: since the shelf looked for what may go */
} ScopeShelved;

ScopeShelf *scope_shelf_new (gsize most); /* bytes */
ScopeShelf *scope_shelf_ref (ScopeShelf *shelf);
void scope_shelf_unref (ScopeShelf *shelf); /* NULL: nothing */

/* So many (more) bytes were read: *shelved, NULL at first, which the owner guards by a lock of its own, held now. What others have is let go until
 * all fits: let_go() of each, on any thread, tries that lock and waits for none; it sets the owner's pointer to NULL, or gives FALSE: somebody has
 * it in hands. It asks nothing of the shelf. */
void scope_shelf_put (ScopeShelf *shelf, ScopeShelved **shelved, gboolean (*let_go) (gpointer owner), gpointer owner, gsize bytes);
/* Before the owner goes. NULL: nothing. */
void scope_shelf_take_off (ScopeShelf *shelf, ScopeShelved **shelved);
/* From now on; what is too much goes when more is read. */
void scope_shelf_set_most (ScopeShelf *shelf, gsize most);
/* What is on it. */
gsize scope_shelf_bytes (ScopeShelf *shelf);

/* Somebody looks at it, with the owner's lock held. NULL: nothing. */
static inline void
scope_shelved_look (ScopeShelved *shelved)
{
  if (shelved != NULL && !g_atomic_int_get (&shelved->looked))
    g_atomic_int_set (&shelved->looked, 1);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ScopeShelf, scope_shelf_unref)

G_END_DECLS
