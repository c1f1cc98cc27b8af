/* scope-window-settings.c: a window follows what the person has chosen: colours, clock, and the size of the last one.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "app/window/scope-window-private.h"

#include "io/source/scope-code-file.h"
#include "widgets/calls/scope-calls-view.h"

static void
apply_palette (ScopeWindow *self)
{
  g_autofree char *palette = scope_settings_dup_string (self->settings, "palette");

  scope_timeline_set_palette (self->timeline, palette);
}

/* Not at other changes: the person may have chosen another clock in this window since. */
static void
apply_clock (ScopeWindow *self)
{
  ScopeView *view = scope_timeline_get_view (self->timeline);
  g_autofree char *clock = scope_settings_dup_string (self->settings, "time-format");

  if (view != NULL)
    scope_view_set_look (view, SCOPE_LOOK_RULER, g_str_equal (clock, "wall-clock") ? SCOPE_RULER_WALL_CLOCK : SCOPE_RULER_SINCE_START);
}

void
scope_window_apply_settings (ScopeWindow *self)
{
  apply_palette (self);
  apply_clock (self);
}

void
scope_window_keep_size (ScopeWindow *self)
{
  ScopeSettings *settings = self->settings;
  GtkWindow *window = GTK_WINDOW (self);
  int width, height;

  gtk_window_get_default_size (window, &width, &height);
  if (!gtk_window_is_maximized (window) && width > 0 && height > 0)
    scope_settings_set (settings, "window-size", g_variant_new ("(ii)", width, height));
  scope_settings_set (settings, "window-maximized", g_variant_new_boolean (gtk_window_is_maximized (window)));
}

static void
keep_columns (GObject *panel, GParamSpec *pspec, ScopeWindow *self)
{
  g_autofree char *hidden = NULL;

  g_object_get (panel, "hidden-columns", &hidden, NULL);
  scope_settings_set_string (self->settings, "process-tree-hidden", hidden);
}

/* What is hidden in one window is in the next one; those that are open are left as they are. */
static void
follow_columns (ScopeWindow *self)
{
  GtkWidget *panel = scope_dock_get_panel (self->dock, "process-tree");
  g_autofree char *hidden = scope_settings_dup_string (self->settings, "process-tree-hidden");

  g_object_set (panel, "hidden-columns", hidden, NULL);
  g_signal_connect_object (panel, "notify::hidden-columns", G_CALLBACK (keep_columns), self, 0);
}

static void
keep_messages_mode (GObject *panel, GParamSpec *pspec, ScopeWindow *self)
{
  g_autofree char *mode = NULL;

  g_object_get (panel, "mode", &mode, NULL);
  scope_settings_set_string (self->settings, "messages-mode", mode);
}

static void
follow_messages_mode (ScopeWindow *self)
{
  GtkWidget *panel = scope_dock_get_panel (self->dock, "messages");
  g_autofree char *mode = scope_settings_dup_string (self->settings, "messages-mode");

  g_object_set (panel, "mode", mode, NULL);
  g_signal_connect_object (panel, "notify::mode", G_CALLBACK (keep_messages_mode), self, 0);
}

static void
apply_source_folders (ScopeWindow *self)
{
  GtkApplication *application = gtk_window_get_application (GTK_WINDOW (self));
  GtkWidget *panel = scope_dock_get_panel (self->dock, "calls");
  g_auto (GStrv) folders = NULL;

  if (application == NULL)
    return;
  folders = scope_application_list_source_folders (SCOPE_APPLICATION (application));
  scope_calls_view_set_code_finder (SCOPE_CALLS_VIEW (panel), scope_code_file_find, (const char *const *) folders);
}

void
scope_window_follow_settings (ScopeWindow *self)
{
  GtkApplication *application = gtk_window_get_application (GTK_WINDOW (self));
  ScopeSettings *settings = self->settings =
      g_object_ref (scope_application_get_settings (SCOPE_APPLICATION (application)));
  g_autoptr (GVariant) size = scope_settings_get (settings, "window-size");
  int width, height;

  g_variant_get (size, "(ii)", &width, &height);
  gtk_window_set_default_size (GTK_WINDOW (self), CLAMP (width, 360, 16384), CLAMP (height, 294, 16384));
  if (scope_settings_get_boolean (settings, "window-maximized"))
    gtk_window_maximize (GTK_WINDOW (self));
  g_signal_connect_object (settings, "changed::palette", G_CALLBACK (apply_palette), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (settings, "changed::time-format", G_CALLBACK (apply_clock), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (settings, "changed::source-path", G_CALLBACK (apply_source_folders), self, G_CONNECT_SWAPPED);
  apply_source_folders (self);
  follow_columns (self);
  follow_messages_mode (self);
  scope_window_apply_settings (self);
}

#define LONG_LATENCY 100u /* what is kept of traces is read so */

/* What the options borrow. */
typedef struct
{
  char *folder, *lock, *unlock;
} Words;

static void
words_clear (Words *words)
{
  g_free (words->folder);
  g_free (words->lock);
  g_free (words->unlock);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Words, words_clear)

static const char *
or_null (const char *text)
{
  return text[0] != '\0' ? text : NULL;
}

static ScopeImportOptions
import_options (ScopeWindow *self, Words *words)
{
  guint64 latency = scope_settings_get_uint64 (self->settings, "long-latency");

  words->folder = scope_settings_dup_string (self->settings, "cache-folder");
  words->lock = scope_settings_dup_string (self->settings, "lock-functions");
  words->unlock = scope_settings_dup_string (self->settings, "unlock-functions");
  return (ScopeImportOptions) { .cache_dir = or_null (words->folder),
                                .kept = TRUE,
                                .cache_limit = scope_settings_get_uint64 (self->settings, "cache-limit"),
                                .lli_cycles = latency != LONG_LATENCY ? (guint) latency : 0,
                                .lock_names = or_null (words->lock),
                                .unlock_names = or_null (words->unlock) };
}

ScopeDocument *
scope_window_new_document (ScopeWindow *self, GFile *const *files, guint n_files, gboolean alone)
{
  g_auto (Words) words = { 0 };
  ScopeImportOptions options = import_options (self, &words);

  options.alone = alone;
  return scope_document_new (files, n_files, &options);
}

ScopeDocument *
scope_window_new_run_document (ScopeWindow *self, GFile *file, guint run)
{
  g_auto (Words) words = { 0 };
  ScopeImportOptions options = import_options (self, &words);

  options.run = run;
  return scope_document_new (&file, 1, &options);
}

ScopeDocument *
scope_window_new_following (ScopeWindow *self, const char *where)
{
  g_auto (Words) words = { 0 };
  ScopeImportOptions options = import_options (self, &words);

  return scope_document_new_following (where, &options);
}
