/* scope-keepers.h: which lane stores of a trace keep what they unpacked: an archive has thousands of machines, each with a store, and
 * whoever draws or counts goes through all of them.
 *
 * Reference-counted, thread-safe.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct _ScopeKeepers ScopeKeepers;

ScopeKeepers *scope_keepers_new (void);
ScopeKeepers *scope_keepers_ref (ScopeKeepers *keepers);
void scope_keepers_unref (ScopeKeepers *keepers); /* NULL: nothing */

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ScopeKeepers, scope_keepers_unref)

G_END_DECLS
