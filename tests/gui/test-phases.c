/* test-phases.c: the panel Phases, of a program with three phases over and over: what it lists, and that a phase is selected on the timeline.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "gui-common.h"
#include "gui-traces.h"

#include "model/scene/phases/scope-phases-table.h"
#include "model/scene/timeline/scope-timeline-hit.h"
#include "model/scene/view/scope-view-cause.h"
#include "model/scene/view/scope-view-phases.h"
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

/* Labels that always come together are listed, too; of this program none do. The phases over time stay. */
static void
test_together (Fixture *f, gconstpointer data)
{
  scope_report_table_panel_set_what (f->sheets, SCOPE_PHASES_TABLE_TOGETHER);
  g_assert_true (gui_wait (is_settled, f->sheets));
  g_assert_cmpuint (scope_report_table_n_rows (table_of (f)), ==, 0);
  g_assert_cmpstr (scope_report_table_summary (table_of (f)), ==, "No labels come together more often than they would by chance");
  g_assert_true (gtk_widget_get_visible (gtk_widget_get_parent (f->plot)));
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
  g_signal_emit_by_name (f->sheets, "row-selected", 2);
  /* By itself B stands out, which loses most of its time; else those of the kind, and all others are faded. */
  phases = scope_report_table_get_attachment (table_of (f));
  plain = scope_phases_scene_new (phases, SCOPE_PHASES_TABLE_KINDS, SCOPE_NONE, 800, 64, palette);
  marked = scope_phases_scene_new (phases, SCOPE_PHASES_TABLE_KINDS, 2, 800, 64, palette);
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

static gboolean
has_phases (gpointer view)
{
  return scope_view_get_phases (view) != NULL;
}

/* As a row of the timeline, once they are found: those that lose most stand out there and over all lanes. */
static void
test_row (Fixture *f, gconstpointer data)
{
  const ScopeQueryRange whole = { .trace = scope_view_get_trace (f->view), .from = SCOPE_TIME_MIN, .to = SCOPE_TIME_MAX };
  ScopeLaneList *lanes = scope_view_get_lanes (f->view);
  ScopeTimelineOptions options = { .width = 1200, .height = 600, .names_width = 200, .parts = SCOPE_PART_NAMES | SCOPE_PART_OVERLAY };
  g_autoptr (ScopeTileCache) tiles = scope_tile_cache_new (G_OBJECT (whole.trace), 0, 1);
  g_autoptr (ScopeDerived) derived = scope_derived_dup_or_make (&whole, NULL);
  g_autoptr (ScopeScene) scene = NULL;
  g_autofree char *words = NULL;
  ScopeTileGetter getter;
  guint bands = 0, row;

  scope_view_set_look (f->view, SCOPE_LOOK_PHASES, TRUE);
  g_assert_cmpuint (scope_lane_list_find_key (lanes, "phases"), ==, SCOPE_NONE);
  scope_view_set_derived (f->view, derived);
  row = scope_lane_list_find_key (lanes, "phases");
  g_assert_cmpuint (row, ==, 1);
  g_assert_true (gui_wait (has_phases, f->view));
  scope_tile_getter_init_waiting (&getter, tiles);
  scene = scope_timeline_scene_build (f->view, &options, &getter, NULL);
  for (guint i = 0; i < scene->items->len; i++)
    {
      const ScopeItem *item = &g_array_index (scene->items, ScopeItem, i);

      bands += item->type == SCOPE_ITEM_RECT && item->colour == scope_colour_alpha (scene->palette->danger, 0.08);
    }
  g_assert_cmpuint (bands, ==, 5);
  words = scope_timeline_describe_phase (f->view, row, 80); /* of 1,000 pixels, the second of 15 */
  g_assert_true (g_str_has_prefix (words, "B: "));
  g_assert_null (scope_timeline_describe_phase (f->view, row + 1, 80));
  /* What is not wanted any more while it is looked for is not waited for. */
  scope_view_set_look (f->view, SCOPE_LOOK_PHASES, FALSE);
  g_assert_cmpuint (scope_lane_list_find_key (lanes, "phases"), ==, SCOPE_NONE);
  g_assert_null (scope_view_get_phases (f->view));
}

/* A view that goes away while they are looked for is not kept. */
static void
test_closed (Fixture *f, gconstpointer data)
{
  const ScopeQueryRange whole = { .trace = scope_view_get_trace (f->view), .from = SCOPE_TIME_MIN, .to = SCOPE_TIME_MAX };
  g_autoptr (ScopeDerived) derived = scope_derived_dup_or_make (&whole, NULL);
  ScopeView *view = scope_view_new (whole.trace);

  scope_view_set_derived (view, derived);
  scope_view_set_look (view, SCOPE_LOOK_PHASES, TRUE);
  g_assert_finalize_object (view);
}

int
main (int argc, char **argv)
{
  static const char trace[] = "tests/data/phases/phases.eventlog";

  gui_init (&argc, &argv);
  g_test_add ("/phases/listed", Fixture, trace, set_up, test_listed, tear_down);
  g_test_add ("/phases/selects", Fixture, trace, set_up, test_selects, tear_down);
  g_test_add ("/phases/together", Fixture, trace, set_up, test_together, tear_down);
  g_test_add ("/phases/kinds", Fixture, trace, set_up, test_kinds, tear_down);
  g_test_add ("/phases/row", Fixture, trace, set_up, test_row, tear_down);
  g_test_add ("/phases/closed", Fixture, trace, set_up, test_closed, tear_down);
  return g_test_run ();
}
