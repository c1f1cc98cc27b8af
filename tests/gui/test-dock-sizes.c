/* test-dock-sizes.c: how much room panels have, which is in front at first, and pictures of them.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "dock-input.h"

#include "app/window/scope-window-pictures.h"

static gboolean
is_small (gpointer widget)
{
  return gtk_widget_get_width (widget) < 1000;
}

static gboolean
is_large (gpointer widget)
{
  return gtk_widget_get_width (widget) > 1300;
}

/* Without a window manager a window takes another size only when it is shown anew. */
static void
resize (Fixture *fixture, int width, int height)
{
  gtk_widget_set_visible (GTK_WIDGET (fixture->window), FALSE);
  gtk_window_set_default_size (GTK_WINDOW (fixture->window), width, height);
  gtk_window_present (GTK_WINDOW (fixture->window));
}

static void
test_small (Fixture *fixture, gconstpointer data)
{
  GtkWidget *panel = panel_of (fixture, FIRST);

  resize (fixture, 900, 600);
  g_assert_true (gui_wait (is_small, fixture->window));
  g_assert_true (gui_wait (gui_is_unmapped, panel));
  g_assert_false (get_state (fixture, "side"));
  g_assert_false (get_state (fixture, "bottom"));
  /* It can be had all the same. */
  activate (fixture, "win.side");
  g_assert_true (gui_wait (gui_is_mapped, panel));
  activate (fixture, "win.side");
  g_assert_true (gui_wait (gui_is_unmapped, panel));
  activate (fixture, "win.side");
  resize (fixture, 1500, 950);
  g_assert_true (gui_wait (is_large, fixture->window));
  g_assert_true (gui_wait (gui_is_mapped, panel));
}

static gboolean
is_there (gpointer path)
{
  return g_file_test (path, G_FILE_TEST_IS_REGULAR);
}

typedef struct
{
  Fixture *fixture;
  const char *path;
} Picture;

/* As soon as the panel was drawn there is more than its ground in the picture: it is taken until then. */
static gboolean
has_picture (gpointer data)
{
  const Picture *picture = data;
  GStatBuf st;

  if (g_stat (picture->path, &st) != 0)
    return FALSE;
  if (st.st_size > 2000)
    return TRUE;
  g_unlink (picture->path);
  scope_window_pictures_export_panel (picture->fixture->window->host, FIRST, picture->path);
  return FALSE;
}

/* What is seen of a panel comes as vectors or as pixels, by the ending of the name; a panel that is closed leaves nothing. */
static void
test_picture (Fixture *fixture, gconstpointer data)
{
  static const struct { const char *name, *begins; } files[]
      = { { "panel.svg", "<?xml" }, { "panel.pdf", "%PDF" }, { "panel.png", "\211PNG" } };
  g_autofree char *folder = g_dir_make_tmp ("lanescope-panel-XXXXXX", NULL), *nothing = NULL;

  g_assert_true (scope_dock_raise (fixture->dock, FIRST));
  g_assert_true (gui_wait (gui_is_mapped, panel_of (fixture, FIRST)));
  g_assert_true (gui_wait (gui_window_is_settled, fixture->window));
  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    {
      g_autofree char *path = g_build_filename (folder, files[i].name, NULL), *bytes = NULL;
      gsize length;

      scope_window_pictures_export_panel (fixture->window->host, FIRST, path);
      g_assert_true (gui_wait (has_picture, &(Picture) { fixture, path }));
      g_assert_true (g_file_get_contents (path, &bytes, &length, NULL));
      g_assert_true (memcmp (bytes, files[i].begins, strlen (files[i].begins)) == 0);
      if (i == 0) /* its words are there, as glyphs */
        g_assert_nonnull (strstr (bytes, "<use"));
      g_unlink (path);
    }
  move (fixture, FIRST, "closed");
  nothing = g_build_filename (folder, "nothing.svg", NULL);
  scope_window_pictures_export_panel (fixture->window->host, FIRST, nothing);
  while (g_main_context_iteration (NULL, FALSE))
    ;
  g_assert_false (is_there (nothing));
  g_assert_cmpint (g_rmdir (folder), ==, 0);
}

/* --- heights --- */

static int
bottom_height (Fixture *fixture, const char *id)
{
  GtkWidget *frame = gui_ancestor (panel_of (fixture, id), "PanelFrame");

  g_assert_nonnull (frame);
  return gtk_widget_get_height (frame);
}

static gboolean
is_panel_settled (gpointer panel)
{
  return gtk_widget_get_mapped (panel) && gtk_widget_get_height (panel) > 0 && scope_panel_is_settled (SCOPE_PANEL (panel));
}

/* The bottom has two fifths of the window at first, and the same height whichever panel is in front, in a low window as well. */
static void
test_heights (Fixture *fixture, gconstpointer data)
{
  guint n;
  const ScopePanelRow *rows = scope_panels_list (&n);

  for (int height = 950; height >= 600; height -= 350)
    {
      int usual = 0;

      close_window (fixture);
      if (height == 950)
        scope_settings_reset (scope_application_get_settings (application), "layout");
      open_window_of (fixture, height < 950 ? 900 : 1500, height);
      scope_dock_set_shown (fixture->dock, SCOPE_PLACE_BOTTOM, TRUE);
      for (guint i = 0; i < n; i++)
        if (rows[i].edge == SCOPE_PLACE_BOTTOM && scope_dock_raise (fixture->dock, rows[i].id))
          {
            g_assert_true (gui_wait (is_panel_settled, panel_of (fixture, rows[i].id)));
            g_test_message ("%s in %d: %d", rows[i].id, height, bottom_height (fixture, rows[i].id));
            if (usual == 0)
              usual = bottom_height (fixture, rows[i].id);
            g_assert_cmpint (bottom_height (fixture, rows[i].id), ==, usual);
          }
      g_assert_cmpint (usual, >, height * 38 / 100);
      g_assert_cmpint (usual, <, height * 42 / 100);
    }
}

/* A simulation's cores always run: its calls are in front, unless somebody has chosen another panel. */
static void
test_first_panel (Fixture *fixture, gconstpointer data)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "tests/data/sim/spin-three.g20.out.gz", NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);

  scope_window_open (fixture->window, &file, 1);
  g_assert_true (gui_wait (gui_window_is_settled, fixture->window));
  g_assert_true (gui_wait (gui_is_mapped, panel_of (fixture, "calls")));
  scope_dock_raise (fixture->dock, "report");
  scope_window_open (fixture->window, &file, 1);
  g_assert_true (gui_wait (gui_window_is_settled, fixture->window));
  g_assert_true (gui_wait (gui_is_mapped, panel_of (fixture, "report")));
}

int
main (int argc, char **argv)
{
  int status;

  gui_init (&argc, &argv);
  application = gui_application_new ();
#define ADD(name, func) g_test_add ("/dock-sizes/" name, Fixture, NULL, set_up, func, tear_down)
  ADD ("small", test_small);
  ADD ("picture", test_picture);
  ADD ("heights", test_heights);
  ADD ("first-panel", test_first_panel);
  status = g_test_run ();
  g_object_unref (application);
  return status;
}
