/* scope-cli-nearest.h: what somebody may have meant who wrote a name that there is not.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct
{
  const char *word;    /* as written */
  const char *nearest; /* of those seen; borrowed. NULL: none is near */
  guint distance;      /* letters to be put in, left out, changed, or exchanged with the next */
} ScopeCliNearest;

/* Looks whether this name is nearer than those before; too far is more than a third of the word's letters (but 2 are never too far
 * for 4 or more). */
void scope_cli_nearest_see (ScopeCliNearest *nearest, const char *name);
/* " Did you mean “dump”?", with `before` in front of the name; empty if none is near. Free with g_free(). */
char *scope_cli_nearest_dup_words (const ScopeCliNearest *nearest, const char *before);

G_END_DECLS
