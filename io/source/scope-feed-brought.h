/* scope-feed-brought.h: for who brings a feed the bytes of an address (ScopeFeedOptions.bring), and for the feed's own files. Only on the
 * feed's thread, whose main context is its own: answers that come there wake scope_feed_sleep().
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "io/source/scope-feed.h"

G_BEGIN_DECLS

/* How it was opened; the folders and names of it are NULL. Borrowed. */
const ScopeFeedOptions *scope_feed_get_options (ScopeFeed *feed);
/* The next n bytes, which are copied. FALSE: there is no room for more, or no more is wanted. */
gboolean scope_feed_bring (ScopeFeed *feed, gconstpointer bytes, gsize n);
/* Cancelled when it is to be freed; borrowed. */
GCancellable *scope_feed_get_stop (ScopeFeed *feed);

/* Sleeps until `fd` (-1: none) has something to read, somebody woke the feed, the file monitor saw something, or `us`
 * (negative: no limit) are over. */
void scope_feed_sleep (ScopeFeed *feed, int fd, gint64 us);
/* TRUE if it has ended, or is to stop. */
gboolean scope_feed_is_over (ScopeFeed *feed);
/* The end, unless there was one. `message` may be NULL. */
void scope_feed_finish (ScopeFeed *feed, ScopeFeedState state, const char *message, ...) G_GNUC_PRINTF (3, 4);
/* What is waited for; NULL: nothing. */
void scope_feed_notify (ScopeFeed *feed, const char *message, ...) G_GNUC_PRINTF (2, 3);

G_END_DECLS
