/* scope-dialog-actions.h: actions of the application that show a window of another kind.
 *
 *     app.about app.preferences app.help
 *     app.scaling app.band   several runs, beginning with the one that the active window shows
 *     app.open-folder  s     the folder in which a file is
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* `application` has the property "settings" of ScopeApplication. */
void scope_dialog_actions_add (GtkApplication *application);

G_END_DECLS
