/* scope-window-live.h: following a program that runs: the Follow button, the page that waits, the strip, notes set from
 * outside, and what is offered when it has ended.
 *
 *     win.follow             the trace that is shown, if it is still being written, else asks
 *     win.follow-this        the shown trace's file
 *     win.follow-other       asks
 *     win.follow-where (s)   a file, FIFO or socket, as scope_feed_open() takes it; or a node (scope-node.h)
 *     win.follow-again       what was followed, from its beginning
 *     win.stop-following     what was read stays, and becomes an ordinary trace
 *     win.mark (s)           a note at now
 *     win.ask (s)            asks the program to start or stop its profilers: scope_feed_request_parse()
 *     win.show-losses, win.dismiss-live
 *
 * A log that was opened and has no end mark is watched for a while: if it grows, the banner offers to follow it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "app/window/scope-part.h"

G_BEGIN_DECLS

#define SCOPE_TYPE_WINDOW_LIVE (scope_window_live_get_type ())
G_DECLARE_FINAL_TYPE (ScopeWindowLive, scope_window_live, SCOPE, WINDOW_LIVE, ScopePart)

/* The document changed. */
void scope_window_live_advance (ScopeWindowLive *self);
/* TRUE while a log is followed of which nothing can be shown yet: then its page is shown. */
gboolean scope_window_live_wait (ScopeWindowLive *self);
/* TRUE while more may come. */
gboolean scope_window_live_is_following (ScopeWindowLive *self);
/* TRUE if the trace that was opened is still being written: the banner is ours. */
gboolean scope_window_live_has_grown (ScopeWindowLive *self);
/* In place of what is shown; `where` as scope_feed_open() takes it, or a node's address (scope_node_parse()). */
void scope_window_live_follow (ScopeWindowLive *self, const char *where);

G_END_DECLS
