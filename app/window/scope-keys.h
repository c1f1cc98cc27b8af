/* scope-keys.h: the table of keys that do an action; app/dialogs/scope-help-overlay.ui lists them for people.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

void scope_keys_set (GtkApplication *application);

G_END_DECLS
