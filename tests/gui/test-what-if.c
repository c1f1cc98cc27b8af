/* test-what-if.c: the panel What If: its rows, what they say, its curve.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "panel-fixture.h"

#include "widgets/draw/scope-plot-view.h"
#include "widgets/findings/scope-knob-row.h"
#include "widgets/findings/scope-what-if-panel.h"

static void
set_up_what_if (Fixture *f, gconstpointer file)
{
  set_up_panel (f, file, SCOPE_TYPE_WHAT_IF_PANEL);
}

/* With a change that was asked for. */
static void
set_up_change (Fixture *f, gconstpointer file)
{
  set_up_what_if (f, file);
  scope_what_if_panel_add (SCOPE_WHAT_IF_PANEL (f->panel), "processors x2");
  g_assert_true (gui_wait (is_settled, f->panel));
}

static ScopeKnobRow *
knob (Fixture *f, guint nth)
{
  return gui_find (f->panel, SCOPE_TYPE_KNOB_ROW, nth);
}

static void
check_wish (Fixture *f, guint nth, const char *wish)
{
  g_autofree char *found = scope_knob_row_dup_wish (knob (f, nth));

  g_assert_cmpstr (found, ==, wish);
}

/* A finding's wish is a row, with its prediction beside what was measured; not twice. */
static void
test_what_if_add (Fixture *f, gconstpointer data)
{
  g_assert_true (says (f, "Measured: 12.7 ms"));
  g_assert_null (knob (f, 0)); /* nothing is asked for before somebody does */
  g_assert_true (says (f, "Next limit: the chain of what waits for what"));
  scope_what_if_panel_add (SCOPE_WHAT_IF_PANEL (f->panel), "processors x2");
  check_wish (f, 0, "processors x2");
  scope_what_if_panel_add (SCOPE_WHAT_IF_PANEL (f->panel), "label:critical x0.5");
  scope_what_if_panel_add (SCOPE_WHAT_IF_PANEL (f->panel), "label:critical x0.5");
  g_assert_null (knob (f, 2));
  check_wish (f, 1, "label:critical x0.5");
  g_assert_true (gui_wait (is_settled, f->panel));
  g_assert_true (says (f, "as measured"));
  g_assert_true (says (f, "6.71 ms  −47.3 %"));
  g_assert_true (says (f, "All together: 6.71 ms  −47.3 %"));
  /* What it can be asked of instead is there, and the wish has stayed. */
  check_wish (f, 1, "label:critical x0.5");
}

/* Where the log does not explain all of the time, that is told, and a change is given only what it changes: as Findings does. */
static void
test_what_if_replayed (Fixture *f, gconstpointer data)
{
  g_assert_true (says (f, "Measured: 132 ms, replayed as it is: 100 ms"));
  scope_what_if_panel_add (SCOPE_WHAT_IF_PANEL (f->panel), "gc off");
  g_assert_true (gui_wait (is_settled, f->panel));
  g_assert_true (says (f, "68.8 ms  −24.0 %"));
}

/* Another choice of a row is another wish; a row that is removed is gone. */
static void
test_what_if_choose (Fixture *f, gconstpointer data)
{
  GtkDropDown *kind = gui_find (knob (f, 0), GTK_TYPE_DROP_DOWN, 0), *value;

  gtk_drop_down_set_selected (kind, 0);
  check_wish (f, 0, "label:critical x0.5");
  g_assert_false (scope_panel_is_settled (SCOPE_PANEL (f->panel)));
  g_assert_true (gui_wait (is_settled, f->panel));
  g_assert_true (says (f, "6.71 ms  −47.3 %"));
  value = gui_find (knob (f, 0), GTK_TYPE_DROP_DOWN, 2);
  gtk_drop_down_set_selected (value, 3);
  check_wish (f, 0, "label:critical x0");
  g_assert_true (gui_wait (is_settled, f->panel));
  g_assert_false (says (f, "6.71 ms  −47.3 %"));
  g_signal_emit_by_name (knob (f, 0), "removed");
  g_assert_null (knob (f, 0));
  g_assert_true (gui_wait (is_settled, f->panel));
  g_assert_true (says (f, "Next limit: the chain"));
}

/* The curve is pointed at by keys, and says what it is. */
static void
test_what_if_curve (Fixture *f, gconstpointer data)
{
  GtkWidget *plot = gui_find (f->panel, SCOPE_TYPE_PLOT_VIEW, 0);

  g_assert_true (gui_press (plot, GDK_KEY_Home, 0));
  g_assert_true (says (f, "1 HEC: "));
  g_assert_true (gui_press (plot, GDK_KEY_End, 0));
  g_assert_true (says (f, "64 HECs: 12.7 ms as it is"));
}

int
main (int argc, char **argv)
{
  static const char convoy[] = "tests/data/analysis/lock_convoy.eventlog";

  gui_init (&argc, &argv);
  g_test_add ("/what-if/add", Fixture, convoy, set_up_what_if, test_what_if_add, tear_down);
  g_test_add ("/what-if/replayed", Fixture, "tests/data/profile/nonmoving.eventlog", set_up_what_if, test_what_if_replayed, tear_down);
  g_test_add ("/what-if/choose", Fixture, convoy, set_up_change, test_what_if_choose, tear_down);
  g_test_add ("/what-if/curve", Fixture, convoy, set_up_what_if, test_what_if_curve, tear_down);
  g_test_add ("/what-if/names", Fixture, convoy, set_up_change, test_names, tear_down);
  return g_test_run ();
}
