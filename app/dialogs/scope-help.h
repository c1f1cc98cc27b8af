/* scope-help.h: the help: a window of our own, so that it is there without a network, a browser or a help viewer.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

#define SCOPE_TYPE_HELP (scope_help_get_type ())
G_DECLARE_FINAL_TYPE (ScopeHelp, scope_help, SCOPE, HELP, AdwWindow)

ScopeHelp *scope_help_new (GtkWindow *parent);

G_END_DECLS
