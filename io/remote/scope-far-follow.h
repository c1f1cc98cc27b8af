/* scope-far-follow.h: a log that is still being written on another computer, ssh://HOST/PATH: its bytes as they come over the line.
 *
 * The far side reads on, and knows what becomes of the file; here it is a stream, which is copied. A line that was cut is taken up again
 * where it was, if what had come last is still what lies there.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "io/source/scope-feed.h"

G_BEGIN_DECLS

/* As ScopeFeedBring. */
void scope_far_follow (ScopeFeed *feed, const char *uri);

G_END_DECLS
