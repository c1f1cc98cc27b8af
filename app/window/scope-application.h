/* scope-application.h: one process, several windows, each with one trace.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "app/settings/scope-settings.h"

#include <adwaita.h>

G_BEGIN_DECLS

#define SCOPE_APPLICATION_ID "org.lanescope.Lanescope"

#define SCOPE_TYPE_APPLICATION (scope_application_get_type ())
G_DECLARE_FINAL_TYPE (ScopeApplication, scope_application, SCOPE, APPLICATION, AdwApplication)

ScopeApplication *scope_application_new (void);

/* Properties, read only: "settings", one for all windows; "source-folders" (GStrv): folders in which sources of functions are looked
 * for: those of --source-path, then those that were chosen. */
ScopeSettings *scope_application_get_settings (ScopeApplication *self);

/* Opens the files as one run, or as several if they are archives (app/document/scope-files.h): in `window` if it is empty, else
 * in new ones. `window` may be NULL. */
void scope_application_open_files (ScopeApplication *self, GtkWindow *window, GFile *const *files, guint n_files);

G_END_DECLS
