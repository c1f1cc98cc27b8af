/* scope-own-colours.h: colours that a person has given to lanes and to classes of messages, as text that settings and the command line
 * have: "worker*=#e06c00, 3:2=#0a7ea4, message:Head=#7a3db8".
 *
 * What stands before the "=" is a pattern with * and ? for what a lane is called: its title, its label, or what it began with. Behind
 * "message:" stands a class as tables have it (scope_message_tag_name()). The first one that fits holds.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/scene/draw/scope-palette.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/* Never changes: from any thread. */
typedef struct _ScopeOwnColours ScopeOwnColours;

#define SCOPE_OWN_COLOURS_MOST 256u

/* NULL without error: there are none. NULL with error: what of it is wrong. */
ScopeOwnColours *scope_own_colours_parse (const char *text, GError **error);
ScopeOwnColours *scope_own_colours_ref (ScopeOwnColours *own);
void scope_own_colours_unref (ScopeOwnColours *own);

/* All of these take NULL for none. */
/* As it was given; "" if there are none. */
const char *scope_own_colours_text (const ScopeOwnColours *own);
/* The colour of whoever is called by one of the names (each may be NULL); 0: none. */
ScopeColour scope_own_colours_find (const ScopeOwnColours *own, const char *const *names, guint n_names);
/* That of a class of messages; 0: none. */
ScopeColour scope_own_colours_message (const ScopeOwnColours *own, guint tag);
gboolean scope_own_colours_has_messages (const ScopeOwnColours *own);
/* The i-th of those of lanes: its pattern, or NULL if there are no more. */
const char *scope_own_colours_lane (const ScopeOwnColours *own, guint i, ScopeColour *ret_colour);
/* Whether one is for lanes of that name as it is: scope_own_colours_with() can take it away. */
gboolean scope_own_colours_has_lane (const ScopeOwnColours *own, const char *name);
/* Other colours, another number. 0: none. */
guint64 scope_own_colours_digest (const ScopeOwnColours *own);

/* The text with that colour for whoever is called so (exactly; for messages "message:" and the class), in front of all others;
 * colour 0: without one. Free with g_free(). */
char *scope_own_colours_with (const char *text, const char *name, ScopeColour colour);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ScopeOwnColours, scope_own_colours_unref)

G_END_DECLS
