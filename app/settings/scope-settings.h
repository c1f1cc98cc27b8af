/* scope-settings.h: what a person has chosen, kept between runs.
 *
 * A GSettings that cannot abort the program: GLib ends a process that asks for a schema which is not installed, or for
 * a key that an older installed one lacks. Here such a process goes on with defaults, and changes last until it ends.
 *
 * No GTK: the command line keeps indexes where the window does.
 *
 * Keys and their types, as in data/org.lanescope.Lanescope.gschema.xml:
 *
 *     palette           s      default, high-contrast, classic, print
 *     color-scheme      s      system, light, dark
 *     time-format       s      since-start, wall-clock
 *     cache-limit       t      bytes
 *     cache-folder      s      path; empty: the user's cache folder
 *     window-size       (ii)
 *     window-maximized  b
 *     layout            s      of the panels; empty: as at first
 *     messages-mode     s      list, graph, matrix, over-time
 *     source-path       s      folders of sources, with ':' between
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

#define SCOPE_TYPE_SETTINGS (scope_settings_get_type ())
G_DECLARE_FINAL_TYPE (ScopeSettings, scope_settings, SCOPE, SETTINGS, GObject)

/* Signal "changed" (settings, const char *key), with the key as detail: "changed::palette". Main thread only. */
ScopeSettings *scope_settings_new (void);
/* The same, looking for the schema in `folders` only (NULL-terminated; empty: there is none). For tests. */
ScopeSettings *scope_settings_new_from (const char *const *folders);
/* TRUE if changes outlive the program. */
gboolean scope_settings_are_kept (ScopeSettings *self);

/* A key that is not in the list above, or of another type, is a programmer's error. Free with g_variant_unref(). */
GVariant *scope_settings_get (ScopeSettings *self, const char *key);
/* A floating value is taken. One that the schema does not allow is left out, FALSE. */
gboolean scope_settings_set (ScopeSettings *self, const char *key, GVariant *value);
/* Free with g_free(). */
char *scope_settings_dup_string (ScopeSettings *self, const char *key);
/* "cache-folder"; NULL: the user's. Free with g_free(). */
char *scope_settings_dup_cache_folder (ScopeSettings *self);
/* `given` (or NULL), then the folders of "source-path". Free with g_strfreev(). */
char **scope_settings_dup_source_folders (ScopeSettings *self, const char *const *given);
gboolean scope_settings_set_string (ScopeSettings *self, const char *key, const char *value);
guint64 scope_settings_get_uint64 (ScopeSettings *self, const char *key);
gboolean scope_settings_get_boolean (ScopeSettings *self, const char *key);
/* Back to the default. */
void scope_settings_reset (ScopeSettings *self, const char *key);

G_END_DECLS
