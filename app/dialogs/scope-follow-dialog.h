/* scope-follow-dialog.h: asks what is to be followed: a log that grows, a FIFO, a socket; and says at once what is there.
 *
 * Signal "follow" (dialog, const char *where, user_data): chosen; as scope_feed_open() takes it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

#define SCOPE_TYPE_FOLLOW_DIALOG (scope_follow_dialog_get_type ())
G_DECLARE_FINAL_TYPE (ScopeFollowDialog, scope_follow_dialog, SCOPE, FOLLOW_DIALOG, AdwWindow)

/* `where`: what stands there at first, or NULL. */
ScopeFollowDialog *scope_follow_dialog_new (GtkWindow *parent, const char *where);

/* What is wrong with a text as a place to follow, in words; NULL: nothing that could be told without looking. Free with
 * g_free(). */
char *scope_follow_dialog_complain (const char *where);

G_END_DECLS
