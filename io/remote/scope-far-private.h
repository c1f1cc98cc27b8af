/* scope-far-private.h: the line, for what is asked over it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "io/remote/scope-far.h"

G_BEGIN_DECLS

#define SCOPE_FAR_CALL_MS 120000
/* Lines that were cut one after the other, and nothing came over any. */
#define SCOPE_FAR_MOST_VAIN 8u

/* The line, made anew if it was cut. NULL with error: it cannot be now. */
ScopeFarLink *scope_far_take_link (ScopeFar *far, GCancellable *cancellable, GError **error);
/* It was cut, as `error` (taken) says. */
void scope_far_drop_link (ScopeFar *far, ScopeFarLink *link, GError *error);
/* The error (taken) of a question that was not answered as what it means for who asks; FALSE: the line was cut. */
gboolean scope_far_is_refused (ScopeFar *far, GError *failed, GError **error);

G_END_DECLS
