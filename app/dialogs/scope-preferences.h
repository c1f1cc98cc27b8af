/* scope-preferences.h: the window in which a person chooses colours, clock and cache; every change holds at once.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "app/settings/scope-settings.h"

#include <adwaita.h>

G_BEGIN_DECLS

#define SCOPE_TYPE_PREFERENCES (scope_preferences_get_type ())
G_DECLARE_FINAL_TYPE (ScopePreferences, scope_preferences, SCOPE, PREFERENCES, AdwPreferencesWindow)

ScopePreferences *scope_preferences_new (GtkWindow *parent, ScopeSettings *settings);
/* TRUE when the row of the cache says what it takes now. */
gboolean scope_preferences_is_settled (ScopePreferences *self);

G_END_DECLS
