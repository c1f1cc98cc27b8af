/* scope-node-dialog.h: asks which node of Erlang is to be recorded, and what of it.
 *
 * Signal "attach" (dialog, const char *address, user_data): chosen; as scope_node_parse() takes it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

#define SCOPE_TYPE_NODE_DIALOG (scope_node_dialog_get_type ())
G_DECLARE_FINAL_TYPE (ScopeNodeDialog, scope_node_dialog, SCOPE, NODE_DIALOG, AdwWindow)

/* `address`: what stands there at first, or NULL. */
ScopeNodeDialog *scope_node_dialog_new (GtkWindow *parent, const char *address);

G_END_DECLS
