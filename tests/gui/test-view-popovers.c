/* test-view-popovers.c: the popovers of lines and columns and the choice of messages: they follow the view, and the view follows them;
 * everything has a name, and what pops up fits.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "gui-common.h"
#include "gui-traces.h"

#include "widgets/draw/scope-presenter.h"
#include "widgets/messages/scope-message-filter-box.h"
#include "widgets/timeline/scope-timeline-popovers.h"

#include <adwaita.h>
#include <string.h>

typedef struct
{
  ScopeImport *import;
  ScopeView *view;
  GtkWidget *window;
} Fixture;

static void
set_up (Fixture *f, gconstpointer data)
{
  f->import = gui_import_new (data);
  f->view = scope_view_new (scope_import_get_trace (f->import));
  f->window = gui_window_new (gtk_label_new (NULL), 900, 300);
}

static void
tear_down (Fixture *f, gconstpointer data)
{
  gtk_window_destroy (GTK_WINDOW (f->window));
  g_object_unref (f->view);
  g_object_unref (f->import);
}

static void
find_check (GtkWidget *widget, gpointer data)
{
  gpointer *want = data;

  if (GTK_IS_CHECK_BUTTON (widget) && want[1] == NULL
      && strstr (gtk_check_button_get_label (GTK_CHECK_BUTTON (widget)), want[0]) != NULL)
    want[1] = widget;
}

static GtkCheckButton *
check_of (GtkWidget *popover, const char *label)
{
  gpointer want[2] = { (gpointer) label, NULL };

  gui_foreach (popover, find_check, want);
  g_assert_nonnull (want[1]);
  return want[1];
}

static GtkWidget *
with_popover (Fixture *f, GtkWidget *popover)
{
  GtkWidget *button = gtk_menu_button_new ();

  gtk_menu_button_set_popover (GTK_MENU_BUTTON (button), popover);
  gtk_menu_button_set_label (GTK_MENU_BUTTON (button), "Lines");
  gtk_window_set_child (GTK_WINDOW (f->window), NULL);
  gtk_window_set_child (GTK_WINDOW (f->window), button);
  return popover;
}

static gboolean
has_its_size (gpointer window)
{
  int width, height;

  gtk_window_get_default_size (window, &width, &height);
  return gtk_widget_get_height (window) == height;
}

/* How high what is in the popover would be, where it pops up in a window of this height. */
static int
popped_height (Fixture *f, GtkWidget *popover, int window)
{
  int height;

  gtk_window_set_default_size (GTK_WINDOW (f->window), 900, window);
  g_assert_true (gui_wait (has_its_size, f->window));
  gtk_popover_popup (GTK_POPOVER (popover));
  gtk_widget_measure (gtk_popover_get_child (GTK_POPOVER (popover)), GTK_ORIENTATION_VERTICAL, -1, NULL, &height, NULL, NULL);
  gtk_popover_popdown (GTK_POPOVER (popover));
  return height;
}

static void
count_button (GtkWidget *widget, gpointer data)
{
  guint *colour_and_n = data;
  GdkRGBA rgba;

  if (!GTK_IS_COLOR_BUTTON (widget))
    return;
  gtk_color_chooser_get_rgba (GTK_COLOR_CHOOSER (widget), &rgba);
  colour_and_n[1] += scope_colour_of_rgba (&rgba) == colour_and_n[0];
}

/* How many colour buttons show that one. */
static guint
count_buttons (GtkWidget *popover, ScopeColour colour)
{
  guint data[2] = { colour, 0 };

  gui_foreach (popover, count_button, data);
  return data[1];
}

static void
test_lines (Fixture *f, gconstpointer data)
{
  GtkWidget *popover = with_popover (f, scope_lines_popover_new ());
  ScopeMessageFilter filter;
  guint nameless;
  int low, high;

  scope_choice_popover_set_view (SCOPE_CHOICE_POPOVER (popover), f->view);
  g_assert_cmpuint (gui_check_names (popover, &nameless), >=, 2);
  g_assert_cmpuint (nameless, ==, 0);
  g_assert_false (scope_view_get_messages (f->view)->system);
  gtk_check_button_set_active (check_of (popover, "ystem Messages"), TRUE);
  g_assert_true (scope_view_get_messages (f->view)->system);
  gtk_check_button_set_active (check_of (popover, "(Head)"), FALSE);
  g_assert_cmphex (scope_view_get_messages (f->view)->without_tags, ==, 1u << (SCOPE_TAG_HEAD - SCOPE_TAG_FIRST));
  /* And the other way round. */
  filter = *scope_view_get_messages (f->view);
  filter.without_tags = 0;
  filter.wakeups = TRUE;
  scope_view_set_messages (f->view, &filter);
  g_assert_true (gtk_check_button_get_active (check_of (popover, "(Head)")));
  g_assert_true (gtk_check_button_get_active (check_of (popover, "ake-Ups")));

  /* Lines by their kinds, and one's own colour of one. */
  g_assert_false (scope_view_get_messages (f->view)->by_class);
  gtk_check_button_set_active (check_of (popover, "olours of Their Kinds"), TRUE);
  g_assert_true (scope_view_get_messages (f->view)->by_class);
  scope_view_give_colour (f->view, "message:Head", 0xff0000ff);
  g_assert_cmpuint (count_buttons (popover, 0xff0000ff), ==, 1);
  scope_view_give_colour (f->view, "message:Head", 0);
  g_assert_cmpuint (count_buttons (popover, 0xff0000ff), ==, 0);

  /* It fits below the tool bar of a window of 900x600, and does not scroll where there is more room. */
  low = popped_height (f, popover, 600);
  high = popped_height (f, popover, 1000);
  g_assert_cmpint (low, >, 200);
  g_assert_cmpint (low, <, 440);
  g_assert_cmpint (high, >, low);
  g_assert_cmpint (popped_height (f, popover, 1400), ==, high);
  scope_choice_popover_set_view (SCOPE_CHOICE_POPOVER (popover), NULL);
}

static void
test_columns (Fixture *f, gconstpointer data)
{
  GtkWidget *popover = with_popover (f, scope_columns_popover_new ());

  scope_choice_popover_set_view (SCOPE_CHOICE_POPOVER (popover), f->view);
  g_assert_cmpint (scope_view_get_look (f->view)->columns, ==, SCOPE_COLUMNS_SHARE);
  gtk_check_button_set_active (check_of (popover, "argest"), TRUE);
  g_assert_cmpint (scope_view_get_look (f->view)->columns, ==, SCOPE_COLUMNS_LARGEST);
  gtk_check_button_set_active (check_of (popover, "hread or Process"), TRUE);
  g_assert_cmpint (scope_view_get_look (f->view)->colours, ==, SCOPE_COLOUR_TASK);
  scope_view_set_look (f->view, SCOPE_LOOK_COLUMNS, SCOPE_COLUMNS_ANYTHING);
  g_assert_true (gtk_check_button_get_active (check_of (popover, "nything")));
  g_assert_cmpint (scope_view_get_look (f->view)->columns, ==, SCOPE_COLUMNS_ANYTHING);
  gtk_check_button_set_active (check_of (popover, "hreads Created"), FALSE);
  g_assert_cmphex (scope_view_get_look (f->view)->ticks >> SCOPE_TICK_THREAD & 1, ==, 0);
  scope_choice_popover_set_view (SCOPE_CHOICE_POPOVER (popover), NULL);
}

static guint
visible_checks (GtkWidget *widget)
{
  guint n = GTK_IS_CHECK_BUTTON (widget);

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL; child = gtk_widget_get_next_sibling (child))
    if (gtk_widget_get_visible (child))
      n += visible_checks (child);
  return n;
}

/* The kinds are Eden's: who writes Erlang is not asked about them. */
static void
test_kinds (Fixture *f, gconstpointer data)
{
  GtkWidget *box = g_object_ref_sink (g_object_new (SCOPE_TYPE_MESSAGE_FILTER_BOX, NULL));

  scope_message_filter_box_set_view (SCOPE_MESSAGE_FILTER_BOX (box), f->view);
  g_assert_cmpuint (visible_checks (box), ==, scope_trace_runtime (scope_view_get_trace (f->view)) == SCOPE_RUNTIME_EDEN ? 9 : 2);
  g_object_unref (box);
}

int
main (int argc, char **argv)
{
  static const char eden[] = "tests/data/eden/generic4.parevents";

  gui_init (&argc, &argv);
  g_test_add ("/view-popovers/kinds", Fixture, eden, set_up, test_kinds, tear_down);
  g_test_add ("/view-popovers/kinds-erlang", Fixture, "tests/data/erlang/every_all.dat", set_up, test_kinds, tear_down);
  g_test_add ("/view-popovers/lines", Fixture, eden, set_up, test_lines, tear_down);
  g_test_add ("/view-popovers/columns", Fixture, eden, set_up, test_columns, tear_down);
  return g_test_run ();
}
