/* scope-message-ends.h: the ends of messages that one machine has told of, all that it sent or all that it received, until every machine is
 * read.
 *
 * A program sends on few channels again and again. What a channel looks like from here, its *way*, is kept once, in memory, with
 * the number of its ends; an end is a few bytes in a spool. So whoever matches them counts ways, not ends, and looks for a channel once a
 * way.
 *
 * Ends that are blind (Erlang's) are kept with all they say, as are those of more ways than there is room for: they have none.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "io/import/scope-matcher.h"

#include <gio/gio.h>

G_BEGIN_DECLS

#define SCOPE_WAY_NONE G_MAXUINT32

typedef struct _ScopeMessageEnds ScopeMessageEnds;

ScopeMessageEnds *scope_message_ends_new (void);
void scope_message_ends_free (ScopeMessageEnds *ends);
/* Errors (a full disk) are kept for scope_message_ends_rewind(). One thread at a time. */
void scope_message_ends_add (ScopeMessageEnds *ends, const ScopeSpooledEnd *end);
guint64 scope_message_ends_n (ScopeMessageEnds *ends);
/* Whether there are such without a way. */
gboolean scope_message_ends_any_apart (ScopeMessageEnds *ends);
/* To the first one. FALSE if not all could be written. */
gboolean scope_message_ends_rewind (ScopeMessageEnds *ends, GError **error);
/* The next one, and its way, or SCOPE_WAY_NONE. FALSE at the end. */
gboolean scope_message_ends_next (ScopeMessageEnds *ends, ScopeSpooledEnd *ret_end, guint32 *ret_way);
guint32 scope_message_ends_n_ways (ScopeMessageEnds *ends);
/* What all ends of a way say: an end whose time, size and thread are 0; and how many there are. */
guint64 scope_message_ends_way (ScopeMessageEnds *ends, guint32 way, ScopeSpooledEnd *ret_end);
/* No end comes after that, and those that have a way tell no more than its number, their time, size and thread. */
void scope_message_ends_forget_ways (ScopeMessageEnds *ends);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ScopeMessageEnds, scope_message_ends_free)

G_END_DECLS
