/* scope-node-recorder.h: records a node of Erlang that is running for the window: starts what attaches to it, ends it, and says what became
 * of it. When it is let go it ends, and takes away from the node what it brought there.
 *
 * Signal "ended" (recorder, const char *why, user_data): NULL: in order.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

#define SCOPE_TYPE_NODE_RECORDER (scope_node_recorder_get_type ())
G_DECLARE_FINAL_TYPE (ScopeNodeRecorder, scope_node_recorder, SCOPE, NODE_RECORDER, GObject)

/* `address` as scope_node_parse() takes it. */
ScopeNodeRecorder *scope_node_recorder_new (const char *address);
const char *scope_node_recorder_get_address (ScopeNodeRecorder *self);
/* "shop@localhost" */
const char *scope_node_recorder_get_name (ScopeNodeRecorder *self);

/* Looks whether it can be recorded, off the main thread, and makes a place for what comes. */
void scope_node_recorder_prepare_async (ScopeNodeRecorder *self, GAsyncReadyCallback callback, gpointer user_data);
/* Where that is, as scope_feed_open() takes it: follow it, then start. NULL with error. */
const char *scope_node_recorder_prepare_finish (ScopeNodeRecorder *self, GAsyncResult *result, GError **error);
/* FALSE with error. */
gboolean scope_node_recorder_start (ScopeNodeRecorder *self, GError **error);
/* In order: what was recorded comes to its end. Nothing if it has ended already. */
void scope_node_recorder_stop (ScopeNodeRecorder *self);

/* What is wrong with an address, in words, as far as it can be told without starting anything; looks at the disk. NULL: nothing. Free
 * with g_free(). */
char *scope_node_recorder_complain (const char *address);

G_END_DECLS
