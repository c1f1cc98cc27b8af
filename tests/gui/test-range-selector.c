/* test-range-selector.c: the chip gives the range that it says, and tells of every change.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "gui-common.h"

#include "model/scene/draw/scope-ruler.h"
#include "model/scene/view/scope-view-calipers.h"
#include "widgets/kit/scope-range-selector.h"

#include <adwaita.h>

typedef struct
{
  ScopeView *view;
  GtkWidget *window;
  ScopeRangeSelector *chip;
  guint changes;
} Fixture;

static void
count_change (ScopeRangeSelector *chip, Fixture *fixture)
{
  fixture->changes++;
}

static void
set_up (Fixture *fixture, gconstpointer data)
{
  g_autoptr (ScopeTrace) trace = gui_trace_new (2, 200, 1000);

  fixture->view = scope_view_new (trace);
  fixture->chip = g_object_new (SCOPE_TYPE_RANGE_SELECTOR, NULL);
  fixture->window = gtk_window_new ();
  gtk_window_set_child (GTK_WINDOW (fixture->window), GTK_WIDGET (fixture->chip));
  g_signal_connect (fixture->chip, "changed", G_CALLBACK (count_change), fixture);
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  gtk_window_destroy (GTK_WINDOW (fixture->window));
  g_object_unref (fixture->view);
}

static GtkWidget *
button (Fixture *fixture, ScopeRangeKind extent)
{
  GtkWidget *child = gtk_widget_get_first_child (GTK_WIDGET (fixture->chip));

  for (guint i = 0; i < (guint) extent; i++)
    child = gtk_widget_get_next_sibling (child);
  return child;
}

static void
check_range (Fixture *fixture, gint64 from, gint64 to)
{
  gint64 got_from, got_to;

  g_assert_true (scope_range_selector_get_range (fixture->chip, &got_from, &got_to));
  g_assert_cmpint (got_from, ==, from);
  g_assert_cmpint (got_to, ==, to);
}

static void
test_ranges (Fixture *fixture, gconstpointer data)
{
  gint64 first, last, from, to;

  g_assert_false (scope_range_selector_get_range (fixture->chip, &from, &to));
  g_assert_false (gtk_widget_get_sensitive (GTK_WIDGET (fixture->chip)));
  scope_range_selector_set_view (fixture->chip, fixture->view);
  g_assert_cmpuint (fixture->changes, ==, 1);
  scope_trace_range (scope_view_get_trace (fixture->view), &first, &last);
  check_range (fixture, first, last + 1);

  /* Zooming is nothing to one that shows the whole. */
  scope_view_set_range (fixture->view, first + 1000, first + 50000);
  g_assert_cmpuint (fixture->changes, ==, 1);
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (button (fixture, SCOPE_RANGE_VISIBLE)), TRUE);
  g_assert_cmpuint (fixture->changes, ==, 2);
  check_range (fixture, first + 1000, first + 50000);
  scope_view_pan (fixture->view, 10);
  g_assert_cmpuint (fixture->changes, ==, 3);
  scope_view_fit (fixture->view);
  check_range (fixture, first, last + 1);
}

static void
test_selection (Fixture *fixture, gconstpointer data)
{
  gint64 first, last;
  GtkWidget *selection = button (fixture, SCOPE_RANGE_SELECTION);

  scope_range_selector_set_view (fixture->chip, fixture->view);
  scope_trace_range (scope_view_get_trace (fixture->view), &first, &last);
  g_assert_false (gtk_widget_get_sensitive (selection));
  scope_range_selector_set_kind (fixture->chip, SCOPE_RANGE_SELECTION);
  g_assert_cmpint (scope_range_selector_get_kind (fixture->chip), ==, SCOPE_RANGE_WHOLE);

  /* What is selected on the way to somewhere is not what all panels are to speak of, unless somebody says so. */
  scope_view_select_range (fixture->view, first + 100000, first + 150000);
  g_assert_true (gtk_widget_get_sensitive (selection));
  gtk_test_accessible_assert_property (selection, GTK_ACCESSIBLE_PROPERTY_LABEL, "Selection 100–150 µs");
  check_range (fixture, first, last + 1);
  scope_range_selector_set_kind (fixture->chip, SCOPE_RANGE_SELECTION);
  check_range (fixture, first + 100000, first + 150000);
  scope_view_clear_selection (fixture->view);
  g_assert_cmpint (scope_range_selector_get_kind (fixture->chip), ==, SCOPE_RANGE_WHOLE);
  check_range (fixture, first, last + 1);

  /* A range that a person chooses is. */
  scope_range_selector_set_kind (fixture->chip, SCOPE_RANGE_VISIBLE);
  scope_view_choose_range (fixture->view, first + 7, first + 80);
  check_range (fixture, first + 7, first + 80);
  /* It stays while rows of a table lead elsewhere: else a list would lose them. */
  scope_view_go_to (fixture->view, NULL, first + 20, first + 21);
  check_range (fixture, first + 7, first + 80);
  gtk_test_accessible_assert_property (selection, GTK_ACCESSIBLE_PROPERTY_LABEL, "Selection 7–80 ns");
  scope_view_clear_selection (fixture->view);
  g_assert_cmpint (scope_range_selector_get_kind (fixture->chip), ==, SCOPE_RANGE_VISIBLE);
}

/* One choice for all that are bound to the view. */
static void
test_shared (Fixture *fixture, gconstpointer data)
{
  ScopeRangeSelector *other = g_object_ref_sink (g_object_new (SCOPE_TYPE_RANGE_SELECTOR, NULL));
  gint64 from, to, first, last;

  scope_range_selector_set_view (fixture->chip, fixture->view);
  scope_range_selector_set_view (other, fixture->view);
  scope_trace_range (scope_view_get_trace (fixture->view), &first, &last);
  scope_view_set_range (fixture->view, first + 1000, first + 50000);
  fixture->changes = 0;
  scope_range_selector_set_kind (other, SCOPE_RANGE_VISIBLE);
  g_assert_cmpint (scope_range_selector_get_kind (fixture->chip), ==, SCOPE_RANGE_VISIBLE);
  g_assert_true (gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (button (fixture, SCOPE_RANGE_VISIBLE))));
  g_assert_cmpuint (fixture->changes, ==, 1);
  scope_view_choose_range (fixture->view, first + 2000, first + 3000);
  g_assert_true (scope_range_selector_get_range (other, &from, &to));
  g_assert_cmpint (from, ==, first + 2000);
  g_assert_cmpint (to, ==, first + 3000);
  check_range (fixture, from, to);
  g_object_unref (other);
}

/* The choice is there while they are; what they say is exact, at the trace's end as well. */
static void
test_calipers (Fixture *fixture, gconstpointer data)
{
  ScopeViewCalipers calipers = { .active = 1 };
  gint64 first, last;

  scope_range_selector_set_view (fixture->chip, fixture->view);
  first = scope_view_get_viewport (fixture->view)->first;
  last = scope_view_get_viewport (fixture->view)->last;
  g_assert_false (gtk_widget_get_visible (button (fixture, SCOPE_RANGE_CALIPERS)));
  scope_range_selector_set_kind (fixture->chip, SCOPE_RANGE_CALIPERS); /* not taken */
  check_range (fixture, first, last + 1);
  calipers.at[0] = first + 2000;
  calipers.at[1] = first + 1000;
  scope_view_set_calipers (fixture->view, &calipers);
  g_assert_true (gtk_widget_get_visible (button (fixture, SCOPE_RANGE_CALIPERS)));
  check_range (fixture, first + 1000, first + 2000);
  fixture->changes = 0;
  scope_view_move_caliper (fixture->view, 0, last + 5);
  g_assert_cmpuint (fixture->changes, ==, 1);
  check_range (fixture, first + 1000, last);
  /* Who goes back to the whole stays there while they are moved. */
  scope_range_selector_set_kind (fixture->chip, SCOPE_RANGE_WHOLE);
  scope_view_move_caliper (fixture->view, 0, first + 3000);
  check_range (fixture, first, last + 1);
  scope_range_selector_set_kind (fixture->chip, SCOPE_RANGE_CALIPERS);
  scope_view_set_calipers (fixture->view, NULL);
  check_range (fixture, first, last + 1);
}

static void
test_names (Fixture *fixture, gconstpointer data)
{
  guint nameless, n = gui_check_names (GTK_WIDGET (fixture->chip), &nameless);

  g_assert_cmpuint (n, ==, 4);
  g_assert_cmpuint (nameless, ==, 0);
}

static void
test_format (void)
{
  static const struct
  {
    double from, to;
    const char *text;
  } cases[] = {
    { 1.2e9, 1.85e9, "1.20–1.85 s" },
    { 0, 42e9, "0–42 s" },
    { 310e3, 312e3, "310.00–312.00 µs" },
    { 41e9, 41e9 + 1000, "41.00000000–41.00000100 s" },
    { 7, 8, "7–8 ns" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = scope_format_time_range (cases[i].from, cases[i].to, 1000);

      g_assert_cmpstr (text, ==, cases[i].text);
    }
}

int
main (int argc, char **argv)
{
  gui_init (&argc, &argv);
#define ADD(name, func) g_test_add ("/extent-chip/" name, Fixture, NULL, set_up, func, tear_down)
  ADD ("ranges", test_ranges);
  ADD ("selection", test_selection);
  ADD ("shared", test_shared);
  ADD ("calipers", test_calipers);
  ADD ("names", test_names);
  g_test_add_func ("/extent-chip/format", test_format);
  return g_test_run ();
}
