/* scope-window-settings.c: see scope-window-settings.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/window/scope-window-settings.h"

#include "app/kit/scope-go-with-parent.h"
#include "io/source/scope-code-file.h"
#include "widgets/calls/scope-calls-view.h"
#include "widgets/draw/scope-presenter.h"

#include <glib/gi18n.h>

static void
apply_palette (ScopeHost *host)
{
  g_autofree char *palette = scope_settings_dup_string (host->settings, "palette");

  if (host->timeline != NULL)
    scope_timeline_set_palette (host->timeline, palette);
}

/* --- colours of one's own --- */

static void
apply_own_colours (ScopeHost *host)
{
  g_autofree char *text = scope_settings_dup_string (host->settings, "own-colours");

  if (host->timeline != NULL)
    scope_timeline_set_own_colours (host->timeline, text);
}

static void
keep_own_colours (ScopeTimeline *timeline, ScopeHost *host)
{
  scope_settings_set_string (host->settings, "own-colours", scope_timeline_get_own_colours (timeline));
}

static void
colour_chosen (GtkDialog *dialog, int response, ScopeHost *host)
{
  ScopeView *view = scope_host_get_view (host);
  GdkRGBA rgba;

  gtk_color_chooser_get_rgba (GTK_COLOR_CHOOSER (dialog), &rgba);
  if (response == GTK_RESPONSE_OK && view != NULL)
    scope_view_give_colour (view, g_object_get_data (G_OBJECT (dialog), "name"), scope_colour_of_rgba (&rgba));
  gtk_window_destroy (GTK_WINDOW (dialog));
}

static void
choose_colour (ScopeTimeline *timeline, const char *name, guint now, ScopeHost *host)
{
  /* TRANSLATORS: of the lanes, or the messages, that are called so */
  g_autofree char *title = g_strdup_printf (_("Colour of %s"), name);
  GtkWidget *dialog = gtk_color_chooser_dialog_new (title, host->window);
  GdkRGBA rgba = scope_colour_rgba (now);

  gtk_color_chooser_set_use_alpha (GTK_COLOR_CHOOSER (dialog), FALSE);
  gtk_color_chooser_set_rgba (GTK_COLOR_CHOOSER (dialog), &rgba);
  gtk_window_set_modal (GTK_WINDOW (dialog), TRUE);
  g_object_set_data_full (G_OBJECT (dialog), "name", g_strdup (name), g_free);
  g_signal_connect_object (dialog, "response", G_CALLBACK (colour_chosen), host, 0);
  scope_go_with_parent (GTK_WINDOW (dialog));
  gtk_window_present (GTK_WINDOW (dialog));
}

static void
follow_own_colours (ScopeHost *host)
{
  g_signal_connect_object (host->settings, "changed::own-colours", G_CALLBACK (apply_own_colours), host, G_CONNECT_SWAPPED);
  g_signal_connect_object (host->timeline, "own-colours", G_CALLBACK (keep_own_colours), host, 0);
  g_signal_connect_object (host->timeline, "choose-colour", G_CALLBACK (choose_colour), host, 0);
}

/* Not at other changes: the person may have chosen another clock in this window since. */
static void
apply_clock (ScopeHost *host)
{
  ScopeView *view = scope_host_get_view (host);
  g_autofree char *clock = scope_settings_dup_string (host->settings, "time-format");

  if (view != NULL)
    scope_view_set_look (view, SCOPE_LOOK_RULER, g_str_equal (clock, "wall-clock") ? SCOPE_RULER_WALL_CLOCK : SCOPE_RULER_SINCE_START);
}

void
scope_window_settings_apply (ScopeHost *host)
{
  apply_palette (host);
  apply_own_colours (host);
  apply_clock (host);
}

void
scope_window_settings_keep_size (ScopeHost *host)
{
  ScopeSettings *settings = host->settings;
  GtkWindow *window = host->window;
  int width, height;

  gtk_window_get_default_size (window, &width, &height);
  if (!gtk_window_is_maximized (window) && width > 0 && height > 0)
    scope_settings_set (settings, "window-size", g_variant_new ("(ii)", width, height));
  scope_settings_set (settings, "window-maximized", g_variant_new_boolean (gtk_window_is_maximized (window)));
}

/* What panels keep: in the next window it is as in the last one; those that are open are left as they are. */
static const struct
{
  const char *panel, *property, *key, *signal;
} kept[] = {
  { "process-tree", "hidden-columns", "process-tree-hidden", "notify::hidden-columns" },
  { "messages", "mode", "messages-mode", "notify::mode" },
};

static void
keep_property (GObject *panel, GParamSpec *pspec, ScopeHost *host)
{
  g_autofree char *value = NULL;

  g_object_get (panel, pspec->name, &value, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (kept); i++)
    if (g_str_equal (kept[i].property, pspec->name))
      scope_settings_set_string (host->settings, kept[i].key, value);
}

static void
follow_panels (ScopeHost *host)
{
  for (guint i = 0; i < G_N_ELEMENTS (kept); i++)
    {
      GtkWidget *panel = scope_dock_get_panel (host->dock, kept[i].panel);
      g_autofree char *value = scope_settings_dup_string (host->settings, kept[i].key);

      g_object_set (panel, kept[i].property, value, NULL);
      g_signal_connect_object (panel, kept[i].signal, G_CALLBACK (keep_property), host, 0);
    }
}

static void
apply_source_folders (ScopeHost *host)
{
  GtkApplication *application = host->window != NULL ? gtk_window_get_application (host->window) : NULL;
  g_auto (GStrv) folders = NULL;

  if (application == NULL)
    return;
  g_object_get (application, "source-folders", &folders, NULL);
  scope_calls_view_set_code_finder (SCOPE_CALLS_VIEW (scope_dock_get_panel (host->dock, "calls")), scope_code_file_find,
                                    (const char *const *) folders);
}

static char **
dup_patterns (ScopeSettings *settings, const char *key)
{
  g_autofree char *text = scope_settings_dup_string (settings, key);
  char **patterns = g_strsplit (text, ",", -1);

  for (guint i = 0; patterns[i] != NULL; i++)
    g_strstrip (patterns[i]);
  return patterns;
}

/* Functions that bore. */
static void
apply_hiding (ScopeHost *host)
{
  g_auto (GStrv) hidden = dup_patterns (host->settings, "hidden-functions"), folded = dup_patterns (host->settings, "folded-functions"),
                 merged = dup_patterns (host->settings, "merged-functions");
  g_autoptr (ScopeCallHiding) hiding
      = scope_call_hiding_new ((const char *const *) hidden, (const char *const *) folded, (const char *const *) merged);

  scope_calls_view_set_hiding (SCOPE_CALLS_VIEW (scope_dock_get_panel (host->dock, "calls")), hiding);
  if (host->timeline != NULL)
    scope_timeline_set_call_hiding (host->timeline, hiding);
}

void
scope_window_settings_follow (ScopeHost *host)
{
  g_autoptr (GVariant) size = scope_settings_get (host->settings, "window-size");
  int width, height;

  g_variant_get (size, "(ii)", &width, &height);
  gtk_window_set_default_size (host->window, CLAMP (width, 360, 16384), CLAMP (height, 294, 16384));
  if (scope_settings_get_boolean (host->settings, "window-maximized"))
    gtk_window_maximize (host->window);
  g_signal_connect_object (host->settings, "changed::palette", G_CALLBACK (apply_palette), host, G_CONNECT_SWAPPED);
  g_signal_connect_object (host->settings, "changed::time-format", G_CALLBACK (apply_clock), host, G_CONNECT_SWAPPED);
  g_signal_connect_object (host->settings, "changed::source-path", G_CALLBACK (apply_source_folders), host, G_CONNECT_SWAPPED);
  apply_source_folders (host);
  g_signal_connect_object (host->settings, "changed::hidden-functions", G_CALLBACK (apply_hiding), host, G_CONNECT_SWAPPED);
  g_signal_connect_object (host->settings, "changed::folded-functions", G_CALLBACK (apply_hiding), host, G_CONNECT_SWAPPED);
  g_signal_connect_object (host->settings, "changed::merged-functions", G_CALLBACK (apply_hiding), host, G_CONNECT_SWAPPED);
  apply_hiding (host);
  follow_own_colours (host);
  follow_panels (host);
  scope_window_settings_apply (host);
}
