/* test-pictures.c: the window looks as it did when somebody last looked at it.
 *
 * Its states are drawn in one look (light, dark, high contrast; one process each, for the look is the process's), made
 * smaller, and compared with pictures that are kept beside this file. Font, time zone and language are pinned. The kept
 * pictures are a quarter or less of the size in each direction, in 16 steps a channel: large enough to see a button that
 * is gone, small enough to be kept. keep-pictures in this folder takes them anew.
 *
 *     test-pictures LOOK FOLDER-OF-KEPT-ONES FOLDER-FOR-THOSE-THAT-DIFFER
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "app/kit/scope-screenshot.h"
#include "app/document/scope-files.h"
#include "gui-app.h"

#include "model/scene/view/scope-view-calipers.h"
#include "widgets/locks/scope-locks-panel.h"

#include <fcntl.h>
#include <glib/gstdio.h>
#include <pango/pangocairo.h>
#include <sys/stat.h>
#include <unistd.h>

#define DIFFERENT 40      /* of 255, in any channel: that is another colour */
#define MAX_SHARE 0.003   /* of pixels that may have another */
#define QUIET_MS 250      /* unchanged for so long, it is as it will be */
#define PATIENCE_MS 15000

static ScopeApplication *application;
static const char *look, *kept_dir, *other_dir;

typedef struct
{
  int width, height;
  guint8 *pixels; /* RGB */
} Picture;

static void
picture_free (Picture *picture)
{
  g_free (picture->pixels);
  g_free (picture);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Picture, picture_free)

/* --- drawing --- */

static gboolean
tick (gpointer data)
{
  *(gboolean *) data = TRUE;
  return G_SOURCE_REMOVE;
}

static void
wait_ms (guint ms)
{
  gboolean over = FALSE;

  g_timeout_add (ms, tick, &over);
  while (!over)
    g_main_context_iteration (NULL, TRUE);
}

/* Averages of `by` × `by` pixels, in 16 steps. */
static Picture *
shrink (GdkTexture *texture, int by)
{
  int width = gdk_texture_get_width (texture), height = gdk_texture_get_height (texture);
  g_autofree guint8 *data = g_malloc ((gsize) width * height * 4);
  Picture *picture = g_new0 (Picture, 1);

  gdk_texture_download (texture, data, (gsize) width * 4);
  picture->width = width / by;
  picture->height = height / by;
  picture->pixels = g_malloc ((gsize) picture->width * picture->height * 3);
  for (int y = 0; y < picture->height; y++)
    for (int x = 0; x < picture->width; x++)
      for (int c = 0; c < 3; c++)
        {
          guint sum = 0;

          /* As GDK downloads it: BGRA. */
          for (int i = 0; i < by * by; i++)
            sum += data[((gsize) (y * by + i / by) * width + x * by + i % by) * 4 + 2 - c];
          picture->pixels[((gsize) y * picture->width + x) * 3 + c] = (guint8) (sum / (by * by) / 16 * 17);
        }
  return picture;
}

/* When it does not change any more: panels compute, and say so to nobody. */
static Picture *
draw (ScopeWindow *window, int by)
{
  Picture *last = NULL;

  for (guint waited = 0; waited < PATIENCE_MS; waited += QUIET_MS)
    {
      g_autoptr (GdkTexture) texture = scope_screenshot_draw (GTK_WINDOW (window));
      Picture *picture = texture != NULL ? shrink (texture, by) : NULL;
      gboolean same = picture != NULL && last != NULL && picture->width == last->width
                      && memcmp (picture->pixels, last->pixels, (gsize) last->width * last->height * 3) == 0;

      if (same)
        {
          picture_free (last);
          return picture;
        }
      if (picture != NULL)
        {
          g_clear_pointer (&last, picture_free);
          last = picture;
        }
      wait_ms (QUIET_MS);
    }
  g_test_message ("it never came to rest");
  return last;
}

/* --- keeping and comparing --- */

static void
save (Picture *picture, const char *path)
{
  g_autoptr (GdkPixbuf) pixbuf = gdk_pixbuf_new_from_data (picture->pixels, GDK_COLORSPACE_RGB, FALSE, 8, picture->width,
                                                           picture->height, picture->width * 3, NULL, NULL);
  g_autoptr (GError) error = NULL;

  gdk_pixbuf_save (pixbuf, path, "png", &error, "compression", "9", NULL);
  g_assert_no_error (error);
}

static double
compare (Picture *picture, const char *path)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GdkPixbuf) kept = gdk_pixbuf_new_from_file (path, &error);
  gsize different = 0;

  g_assert_no_error (error);
  if (gdk_pixbuf_get_width (kept) != picture->width || gdk_pixbuf_get_height (kept) != picture->height)
    return 1;
  for (int y = 0; y < picture->height; y++)
    for (int x = 0; x < picture->width; x++)
      {
        const guint8 *a = picture->pixels + ((gsize) y * picture->width + x) * 3;
        const guint8 *b = gdk_pixbuf_read_pixels (kept) + (gsize) y * gdk_pixbuf_get_rowstride (kept)
                          + (gsize) x * gdk_pixbuf_get_n_channels (kept);

        different += ABS (a[0] - b[0]) > DIFFERENT || ABS (a[1] - b[1]) > DIFFERENT || ABS (a[2] - b[2]) > DIFFERENT;
      }
  return (double) different / ((double) picture->width * picture->height);
}

/* Somebody has to look: at what is new, or looks otherwise. */
static void
fail (Picture *picture, const char *name, const char *why)
{
  g_autofree char *other = g_build_filename (other_dir, name, NULL);

  g_mkdir_with_parents (other_dir, 0755);
  save (picture, other);
  g_test_message ("%s: %s; %s is what it looks like now: if that is right, tests/gui/keep-pictures keeps it", name, why, other);
  g_test_fail ();
}

static void
check (ScopeWindow *window, const char *state, int by)
{
  g_autoptr (Picture) picture = draw (window, by);
  g_autofree char *name = g_strdup_printf ("%s-%s.png", state, look), *path = g_build_filename (kept_dir, name, NULL);
  double share = 0;

  g_assert_nonnull (picture);
  if (g_getenv ("LANESCOPE_KEEP_PICTURES") != NULL)
    save (picture, path);
  else if (!g_file_test (path, G_FILE_TEST_EXISTS))
    fail (picture, name, "no picture is kept of it (a new panel has none yet)");
  else if ((share = compare (picture, path)) > MAX_SHARE)
    fail (picture, name, "it looks otherwise");
  if (share > 0)
    g_test_message ("%s: %.3f %% differ", name, share * 100);
}

/* --- states --- */

static gboolean
is_waiting (gpointer window)
{
  return g_str_equal (scope_window_get_page (window), "wait");
}

static void
close_window (ScopeWindow *window)
{
  gui_window_close (window);
  scope_settings_reset (scope_application_get_settings (application), "layout");
}

static void
test_empty (void)
{
  ScopeWindow *window = gui_window_open (application, NULL, 900, 600);

  check (window, "empty", 4);
  close_window (window);
}

static void
test_error (void)
{
  ScopeWindow *window = gui_window_open (application, "/nowhere/no-such.eventlog", 900, 600);

  g_assert_true (gui_wait (gui_window_is_settled, window));
  check (window, "error", 4);
  close_window (window);
}

/* A pipe into which nobody writes. */
static void
test_wait (void)
{
  g_autofree char *folder = g_dir_make_tmp ("lanescope-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "slow.eventlog", NULL);
  ScopeWindow *window;
  int fd;

  g_assert_cmpint (mkfifo (path, 0600), ==, 0);
  fd = g_open (path, O_RDWR | O_CLOEXEC, 0);
  g_assert_cmpint (fd, >=, 0);
  window = gui_window_open (application, path, 900, 600);
  g_assert_true (gui_wait (is_waiting, window));
  check (window, "wait", 4);
  close (fd);
  close_window (window);
  g_unlink (path);
  g_rmdir (folder);
}

static char *
find_example (void)
{
  g_auto (GStrv) paths = scope_files_list_examples ();

  for (guint i = 0; paths[i] != NULL; i++)
    if (g_str_has_suffix (paths[i], ".parevents"))
      return g_strdup (paths[i]);
  g_assert_not_reached ();
}

static void
test_trace (void)
{
  g_autofree char *path = find_example ();
  ScopeWindow *window = gui_window_open (application, path, 900, 600);

  g_assert_true (gui_wait (gui_window_is_settled, window));
  check (window, "trace-900", 4);
  close_window (window);
}

static gboolean
is_settled (gpointer panel)
{
  return gtk_widget_get_mapped (panel) && scope_panel_is_settled (SCOPE_PANEL (panel));
}

static void
test_panels (void)
{
  g_autofree char *path = find_example ();
  ScopeWindow *window = gui_window_open (application, path, 1600, 1000);
  guint n;
  const ScopePanelRow *rows = scope_panels_list (&n);

  g_assert_true (gui_wait (gui_window_is_settled, window));
  for (guint i = 0; i < n; i++)
    if (rows[i].edge == SCOPE_PLACE_BOTTOM && scope_dock_raise (scope_window_get_dock (window), rows[i].id))
      {
        g_autofree char *state = g_strdup_printf ("trace-%s", rows[i].id);

        g_assert_true (gui_wait (is_settled, scope_dock_get_panel (scope_window_get_dock (window), rows[i].id)));
        check (window, state, 5);
      }
  close_window (window);
}

/* A simulation: a core's calls, calipers across them, and what lies between. */
static void
test_simulation (void)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "tests/data/sim/spin-three.g20.out.gz", NULL);
  ScopeWindow *window = gui_window_open (application, path, 1600, 1000);
  ScopeLaneId core = { 0, SCOPE_KIND_PROCESSOR, 0 };
  ScopeViewCalipers calipers = { .active = 1, .has_lane = TRUE, .lane = core };
  ScopeView *view;
  ScopeLaneList *lanes;
  gint64 first, last;

  g_assert_true (gui_wait (gui_window_is_settled, window));
  view = scope_timeline_get_view (scope_window_get_timeline (window));
  lanes = scope_view_get_lanes (view);
  scope_lane_list_set_expanded (lanes, scope_lane_list_find (lanes, core, TRUE), TRUE);
  scope_trace_range (scope_view_get_trace (view), &first, &last);
  calipers.at[0] = first + (last - first) / 4;
  calipers.at[1] = first + (last - first) / 4 * 3;
  scope_view_set_calipers (view, &calipers);
  g_assert_true (scope_dock_raise (scope_window_get_dock (window), "calipers"));
  check (window, "simulation-calipers", 5);
  close_window (window);
}

static void
find_wait (GtkWidget *widget, gpointer data)
{
  if (GTK_IS_LABEL (widget) && gtk_widget_get_mapped (widget)
      && g_str_equal (gtk_label_get_text (GTK_LABEL (widget)), "Why Is It Waiting?"))
    *(gboolean *) data = TRUE;
}

/* The inspector has what it reads last. */
static gboolean
has_wait (gpointer window)
{
  gboolean found = FALSE;

  gui_foreach (GTK_WIDGET (window), find_wait, &found);
  return found;
}

/* A simulation's locks: who held them, who waited; the longest wait is marked. */
static void
test_locks (void)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "tests/data/sim/spin-three.g20.out.gz", NULL);
  ScopeWindow *window = gui_window_open (application, path, 1600, 1000);
  ScopeDock *dock = scope_window_get_dock (window);
  ScopeLocksPanel *panel;
  ScopeLockCanvas *canvas;

  g_assert_true (gui_wait (gui_window_is_settled, window));
  g_assert_true (scope_dock_raise (dock, "locks"));
  panel = SCOPE_LOCKS_PANEL (scope_dock_get_panel (dock, "locks"));
  g_assert_true (gui_wait (is_settled, panel));
  canvas = gui_find (panel, SCOPE_TYPE_LOCK_CANVAS, 0);
  scope_lock_canvas_go_to (canvas, &g_array_index (scope_lock_canvas_get_list (canvas)->sums, ScopeLockSum, 0).longest, TRUE);
  g_assert_true (gui_wait (is_settled, panel));
  g_assert_true (gui_wait (has_wait, window));
  check (window, "simulation-locks", 5);
  close_window (window);
}

/* 3840 x 2160, two pixels for each of GTK's. */
static void
test_fine (void)
{
  g_autofree char *path = find_example ();
  GdkDisplay *display = gdk_display_get_default ();
  g_autoptr (GdkMonitor) monitor = g_list_model_get_item (gdk_display_get_monitors (display), 0);
  GdkRectangle area;
  ScopeWindow *window;

  gdk_monitor_get_geometry (monitor, &area);
  if (area.width < 1920 || area.height < 1080)
    {
      g_test_skip ("the screen is smaller than 3840 x 2160");
      return;
    }
  window = gui_window_open (application, path, 1920, 1080);

  g_assert_true (gui_wait (gui_window_is_settled, window));
  g_assert_cmpint (gtk_widget_get_scale_factor (GTK_WIDGET (window)), ==, 2);
  check (window, "trace", 10);
  close_window (window);
}

/* --- */

static gboolean
has_font (void)
{
  PangoFontMap *map = pango_cairo_font_map_get_default ();
  PangoFontFamily **families;
  gboolean found = FALSE;
  int n;

  pango_font_map_list_families (map, &families, &n);
  for (int i = 0; i < n; i++)
    found = found || g_str_equal (pango_font_family_get_name (families[i]), "DejaVu Sans");
  g_free (families);
  return found;
}

static void
pin (void)
{
  g_object_set (gtk_settings_get_default (), "gtk-font-name", "DejaVu Sans 10", "gtk-xft-antialias", 1,
                "gtk-xft-hinting", 0, "gtk-xft-rgba", "none", "gtk-xft-dpi", 96 * 1024, "gtk-enable-animations", FALSE,
                "gtk-cursor-blink", FALSE, "gtk-decoration-layout", ":minimize,maximize,close", NULL);
}

int
main (int argc, char **argv)
{
  g_autofree char *home = g_dir_make_tmp ("lanescope-home-XXXXXX", NULL);
  int status;

  /* Nothing of what other tests opened. */
  g_setenv ("XDG_CACHE_HOME", home, TRUE);
  g_setenv ("XDG_DATA_HOME", home, TRUE);
  g_setenv ("XDG_CONFIG_HOME", home, TRUE);
  gui_init (&argc, &argv);
  g_assert_cmpint (argc, ==, 4);
  look = argv[1];
  kept_dir = argv[2];
  other_dir = argv[3];
  if (!has_font ())
    {
      g_print ("1..0 # SKIP there is no font DejaVu Sans\n");
      return 0;
    }
  application = gui_application_new ();
  pin ();
  if (g_str_equal (look, "fine"))
    g_test_add_func ("/pictures/fine", test_fine);
  else
    {
      g_test_add_func ("/pictures/empty", test_empty);
      g_test_add_func ("/pictures/error", test_error);
      g_test_add_func ("/pictures/wait", test_wait);
      g_test_add_func ("/pictures/trace", test_trace);
      g_test_add_func ("/pictures/panels", test_panels);
      g_test_add_func ("/pictures/simulation", test_simulation);
      g_test_add_func ("/pictures/locks", test_locks);
    }
  status = g_test_run ();
  g_object_unref (application);
  return status;
}
