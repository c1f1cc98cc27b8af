/* gui-app.c: see gui-app.h.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "app/document/scope-files.h"
#include "gui-app.h"

ScopeApplication *
gui_application_new (void)
{
  ScopeApplication *application = scope_application_new ();
  g_autoptr (GError) error = NULL;

  g_application_set_flags (G_APPLICATION (application), G_APPLICATION_NON_UNIQUE | G_APPLICATION_HANDLES_OPEN);
  g_application_register (G_APPLICATION (application), NULL, &error);
  g_assert_no_error (error);
  return application;
}

char *
gui_dup_example (void)
{
  g_auto (GStrv) paths = scope_files_list_examples ();

  for (guint i = 0; paths[i] != NULL; i++)
    if (g_str_has_suffix (paths[i], ".parevents"))
      return g_strdup (paths[i]);
  g_assert_not_reached ();
}

char *
gui_dup_trace (void)
{
  return g_test_build_filename (G_TEST_DIST, "tests/data/eden/generic4.parevents", NULL);
}

ScopeWindow *
gui_window_open (ScopeApplication *application, const char *path, int width, int height)
{
  ScopeWindow *window = scope_window_new (GTK_APPLICATION (application));
  g_autoptr (GFile) file = path != NULL ? g_file_new_for_path (path) : NULL;

  gtk_window_set_default_size (GTK_WINDOW (window), width, height);
  if (file != NULL)
    scope_window_open (window, &file, 1);
  gtk_window_present (GTK_WINDOW (window));
  return window;
}

gboolean
gui_window_is_settled (gpointer window)
{
  return gtk_widget_get_mapped (window) && scope_window_is_settled (window);
}

void
gui_window_close (ScopeWindow *window)
{
  gui_await_tooltips ();
  g_object_add_weak_pointer (G_OBJECT (window), (gpointer *) &window);
  gtk_window_destroy (GTK_WINDOW (window));
  g_assert_true (gui_wait (gui_is_gone, &window));
}
