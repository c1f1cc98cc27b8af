/* test-focus.c: whoever walks by keyboard comes everywhere, and sees where they are: every control is reached by Tab, and looks
 * different while it has the focus.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "app/kit/scope-screenshot.h"
#include "gui-app.h"

#include <string.h>

#define DIFFERENT 24 /* of 255, in any channel: that can be seen */
#define MIN_PIXELS 24
#define MOST_STEPS 250

static ScopeApplication *application;

typedef struct
{
  int width, height;
  guint8 *data;
} Pixels;

static void
pixels_free (Pixels *pixels)
{
  g_free (pixels->data);
  g_free (pixels);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Pixels, pixels_free)

static gboolean
count_frame (GtkWidget *widget, GdkFrameClock *clock, gpointer frames)
{
  (*(guint *) frames)++;
  gtk_widget_queue_draw (widget);
  return G_SOURCE_CONTINUE;
}

static gboolean
is_third_frame (gpointer frames)
{
  return *(guint *) frames >= 3;
}

/* As it is drawn once its styles are up to date. */
static Pixels *
draw (ScopeWindow *window)
{
  guint frames = 0, id = gtk_widget_add_tick_callback (GTK_WIDGET (window), count_frame, &frames, NULL);
  g_autoptr (GdkTexture) texture = NULL;
  Pixels *pixels = g_new (Pixels, 1);

  g_assert_true (gui_wait (is_third_frame, &frames));
  gtk_widget_remove_tick_callback (GTK_WIDGET (window), id);
  texture = scope_screenshot_draw (GTK_WINDOW (window));
  g_assert_nonnull (texture);
  pixels->width = gdk_texture_get_width (texture);
  pixels->height = gdk_texture_get_height (texture);
  pixels->data = g_malloc ((gsize) pixels->width * pixels->height * 4);
  gdk_texture_download (texture, pixels->data, (gsize) pixels->width * 4);
  return pixels;
}

/* Pixels of the widget's place that are not alike. */
static guint
count_different (const Pixels *a, const Pixels *b, GtkWidget *widget)
{
  GtkWidget *shown = GTK_IS_TEXT (widget) ? gtk_widget_get_parent (widget) : widget; /* the entry has the ring */
  graphene_rect_t place;
  guint n = 0;

  g_assert_true (a->width == b->width && a->height == b->height);
  g_assert_true (gtk_widget_compute_bounds (shown, GTK_WIDGET (gtk_widget_get_root (widget)), &place));
  for (int y = MAX ((int) place.origin.y, 0); y < MIN ((int) (place.origin.y + place.size.height), a->height); y++)
    for (int x = MAX ((int) place.origin.x, 0); x < MIN ((int) (place.origin.x + place.size.width), a->width); x++)
      {
        const guint8 *one = a->data + ((gsize) y * a->width + x) * 4, *other = b->data + ((gsize) y * a->width + x) * 4;

        n += ABS (one[0] - other[0]) > DIFFERENT || ABS (one[1] - other[1]) > DIFFERENT || ABS (one[2] - other[2]) > DIFFERENT;
      }
  return n;
}

/* Rows of a list are alike: the first tells for all. */
static gboolean
is_row (GtkWidget *widget)
{
  return strcmp (G_OBJECT_TYPE_NAME (widget), "GtkListItemWidget") == 0;
}

/* Of what is in a row that may be cut, or stands for others. */
static gboolean
is_in_further_row (GtkWidget *widget)
{
  GtkWidget *row = gui_ancestor (widget, "GtkListItemWidget");

  return row != NULL && gtk_widget_get_prev_sibling (row) != NULL;
}

static void
find_stop (GtkWidget *widget, gpointer stops)
{
  /* GTK's lists and scrolled windows take the focus where nothing in them does. */
  if (gtk_widget_get_mapped (widget) && gtk_widget_is_sensitive (widget) && gtk_widget_get_focusable (widget)
      && gtk_widget_get_can_focus (widget) && !is_row (widget) && gui_ancestor (widget, "GtkListItemWidget") == NULL
      && !GTK_IS_SCROLLED_WINDOW (widget) && !GTK_IS_LIST_BOX (widget)
      && !GTK_IS_PANED (widget) /* F8 */ && strcmp (G_OBJECT_TYPE_NAME (widget), "GtkColumnListView") != 0
      && gui_ancestor (widget, "GtkWindowControls") == NULL)
    g_hash_table_add (stops, g_object_ref (widget));
}

static char *
describe (GtkWidget *widget)
{
  GString *text = g_string_new (NULL);

  for (GtkWidget *at = widget; at != NULL && !GTK_IS_WINDOW (at); at = gtk_widget_get_parent (at))
    g_string_append_printf (text, "%s%s", at == widget ? "" : " in ", G_OBJECT_TYPE_NAME (at));
  return g_string_free (text, FALSE);
}

/* As Tab goes, but out of lists by Ctrl+Tab, as a person would. */
static gboolean
step (GtkWindow *window)
{
  GtkWidget *focus = gtk_window_get_focus (window), *scroller;

  if (focus == NULL || !is_row (focus))
    return gtk_widget_child_focus (GTK_WIDGET (window), GTK_DIR_TAB_FORWARD);
  scroller = gtk_widget_get_ancestor (focus, GTK_TYPE_SCROLLED_WINDOW);
  g_signal_emit_by_name (scroller, "move-focus-out", GTK_DIR_TAB_FORWARD);
  focus = gtk_window_get_focus (window);
  return focus != NULL && !gtk_widget_is_ancestor (focus, scroller);
}

static void
check (ScopeWindow *window, const char *state)
{
  /* Kept: the window may drop some meanwhile. */
  g_autoptr (GHashTable) stops = g_hash_table_new_full (NULL, NULL, g_object_unref, NULL);
  g_autoptr (GHashTable) met = g_hash_table_new_full (NULL, NULL, g_object_unref, NULL);
  g_autoptr (Pixels) before = NULL;
  GtkWindow *root = GTK_WINDOW (window);
  GtkWidget *first = NULL;
  GHashTableIter iter;
  gpointer stop;

  gui_foreach (GTK_WIDGET (window), find_stop, stops);
  gtk_window_set_focus (root, NULL);
  before = draw (window);
  for (guint i = 0; i < MOST_STEPS && step (root); i++)
    {
      GtkWidget *focus = gtk_window_get_focus (root);
      g_autoptr (Pixels) now = NULL;

      if (g_hash_table_contains (met, focus))
        {
          if (focus == first)
            break;
          continue; /* a graph's nodes */
        }
      if (first == NULL)
        first = focus;
      g_hash_table_add (met, g_object_ref (focus));
      gtk_window_set_focus_visible (root, TRUE);
      now = draw (window);
      if (gtk_window_get_focus (root) == focus && !is_in_further_row (focus)
          && count_different (now, before, focus) < MIN_PIXELS)
        {
          g_autofree char *text = describe (focus);

          g_test_message ("%s: the focus is not seen at %s", state, text);
          g_test_fail ();
        }
      pixels_free (before);
      before = g_steal_pointer (&now);
    }
  g_hash_table_iter_init (&iter, stops);
  while (g_hash_table_iter_next (&iter, &stop, NULL))
    if (!g_hash_table_contains (met, stop) && gtk_widget_get_mapped (stop) && gtk_widget_is_sensitive (stop))
      {
        g_autofree char *text = describe (stop);

        g_test_message ("%s: Tab does not reach %s", state, text);
        g_test_fail ();
      }
  g_test_message ("%s: %u controls", state, g_hash_table_size (met));
  g_assert_cmpuint (g_hash_table_size (met), >=, 6);
}

static void
test_empty (void)
{
  ScopeWindow *window = gui_window_open (application, NULL, 900, 600);

  check (window, "empty");
  gui_window_close (window);
}

static void
check_panels (const char *path)
{
  ScopeWindow *window = gui_window_open (application, path, 1300, 800);
  guint n;
  const ScopePanelRow *rows = scope_panels_list (&n);

  g_assert_true (gui_wait (gui_window_is_settled, window));
  for (guint i = 0; i < n; i++)
    if (rows[i].edge == SCOPE_PLACE_BOTTOM && scope_dock_raise (scope_window_get_dock (window), rows[i].id))
      {
        g_assert_true (gui_wait (gui_window_is_settled, window));
        check (window, rows[i].id);
      }
  gui_window_close (window);
}

static void
test_panels (void)
{
  g_autofree char *path = gui_dup_trace ();

  check_panels (path);
}

static void
test_simulation (void)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "tests/data/sim/spin-three.g20.out.gz", NULL);

  check_panels (path);
}

int
main (int argc, char **argv)
{
  int status;

  gui_init (&argc, &argv);
  g_object_set (gtk_settings_get_default (), "gtk-enable-animations", FALSE, "gtk-cursor-blink", FALSE, NULL);
  application = gui_application_new ();
  g_test_add_func ("/focus/empty", test_empty);
  g_test_add_func ("/focus/panels", test_panels);
  g_test_add_func ("/focus/simulation", test_simulation);
  status = g_test_run ();
  g_object_unref (application);
  return status;
}
