/* test-phases.c: the panel Phases, of a program with three phases over and over: what it lists, and that a phase is selected on the timeline.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "gui-common.h"
#include "gui-traces.h"

#include "model/scene/phases/scope-phases-table.h"
#include "widgets/draw/scope-plot-view.h"
#include "widgets/phases/scope-phases-panel.h"

#include <string.h>

typedef struct
{
  ScopeImport *import;
  ScopeView *view;
  GtkWidget *window, *panel, *plot;
  ScopeReportTablePanel *sheets;
} Fixture;

static gboolean
is_settled (gpointer sheets)
{
  return scope_panel_is_settled (SCOPE_PANEL (sheets));
}

static void
set_up (Fixture *f, gconstpointer data)
{
  f->import = gui_import_new (data);
  f->view = scope_view_new (scope_import_get_trace (f->import));
  scope_view_set_width (f->view, 1000);
  f->panel = g_object_new (SCOPE_TYPE_PHASES_PANEL, NULL);
  f->window = gui_window_new (f->panel, 1200, 400);
  scope_panel_set_view (SCOPE_PANEL (f->panel), f->view);
  f->sheets = SCOPE_REPORT_TABLE_PANEL (f->panel);
  g_assert_true (gui_wait (is_settled, f->sheets));
  f->plot = gui_find (f->panel, SCOPE_TYPE_PLOT_VIEW, 0);
  g_assert_nonnull (f->plot);
}

static void
tear_down (Fixture *f, gconstpointer data)
{
  gtk_window_destroy (GTK_WINDOW (f->window));
  g_object_unref (f->view);
  g_object_unref (f->import);
}

static ScopeReportTable *
table_of (Fixture *f)
{
  return scope_report_table_panel_get_table (f->sheets);
}

static void
test_listed (Fixture *f, gconstpointer data)
{
  guint nameless;

  g_assert_cmpuint (scope_report_table_n_rows (table_of (f)), ==, 15);
  g_assert_true (g_str_has_prefix (scope_report_table_summary (table_of (f)), "15 phases of 3 kinds. Most is lost in C: "));
  g_assert_true (gtk_widget_get_visible (gtk_widget_get_parent (f->plot)));
  for (guint row = 0; row < 15; row++)
    {
      g_autofree char *name = scope_report_table_text (table_of (f), row, 0);
      const char expected[] = { (char) ('A' + row % 3), '\0' };

      g_assert_cmpstr (name, ==, expected);
    }
  gui_check_names (f->panel, &nameless);
  g_assert_cmpuint (nameless, ==, 0);
}

/* A row, and a step with the keys along the picture, select a phase's time; the list stays what it is. */
static void
test_selects (Fixture *f, gconstpointer data)
{
  const ScopeReportTableRow *row = scope_report_table_row (table_of (f), 4);
  gint64 from, to;

  g_signal_emit_by_name (f->sheets, "row-selected", 4);
  g_assert_true (scope_view_get_selected_range (f->view, &from, &to));
  g_assert_cmpint (from, ==, row->from);
  g_assert_cmpint (to, ==, row->to);
  g_signal_emit_by_name (f->plot, "stepped", 1);
  g_assert_true (scope_view_get_selected_range (f->view, &from, &to));
  g_assert_cmpint (from, ==, row->to);
  g_assert_true (gui_wait (is_settled, f->sheets));
  g_assert_cmpuint (scope_report_table_n_rows (table_of (f)), ==, 15);
}

static void
test_kinds (Fixture *f, gconstpointer data)
{
  const ScopePalette *palette = scope_palette_get (SCOPE_PALETTE_DARK);
  const ScopePhases *phases;
  ScopeScene *plain, *marked;
  guint differing = 0;

  scope_report_table_panel_set_what (f->sheets, SCOPE_PHASES_TABLE_KINDS);
  g_assert_true (gui_wait (is_settled, f->sheets));
  g_assert_cmpuint (scope_report_table_n_rows (table_of (f)), ==, 3);
  g_assert_cmpfloat (scope_report_table_value (table_of (f), 1, 1), ==, 5);
  g_signal_emit_by_name (f->sheets, "row-selected", 1);
  /* Those of the kind stay as they are, all others are faded. */
  phases = scope_report_table_get_attachment (table_of (f));
  plain = scope_phases_scene_new (phases, SCOPE_PHASES_TABLE_KINDS, SCOPE_NONE, 800, 64, palette);
  marked = scope_phases_scene_new (phases, SCOPE_PHASES_TABLE_KINDS, 1, 800, 64, palette);
  g_assert_cmpuint (plain->items->len, ==, marked->items->len);
  for (guint i = 0; i < plain->items->len; i++)
    {
      const ScopeItem *a = &g_array_index (plain->items, ScopeItem, i), *b = &g_array_index (marked->items, ScopeItem, i);

      differing += a->type == SCOPE_ITEM_RECT && a->y == 0 && a->colour != b->colour;
    }
  g_assert_cmpuint (differing, ==, 10);
  scope_scene_free (plain);
  scope_scene_free (marked);
}

int
main (int argc, char **argv)
{
  static const char trace[] = "tests/data/phases/phases.eventlog";

  gui_init (&argc, &argv);
  g_test_add ("/phases/listed", Fixture, trace, set_up, test_listed, tear_down);
  g_test_add ("/phases/selects", Fixture, trace, set_up, test_selects, tear_down);
  g_test_add ("/phases/kinds", Fixture, trace, set_up, test_kinds, tear_down);
  return g_test_run ();
}
