/* test-timeline.c: the timeline widget does to its view what hands ask for.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "gui-common.h"

#include "model/scene/view/scope-go-to.h"
#include "model/scene/view/scope-view.h"
#include "widgets/draw/scope-layer-picture.h"
#include "widgets/timeline/scope-timeline.h"
#include "widgets/scope-widgets.h"

#include <adwaita.h>
#include <math.h>

typedef GuiTimeline Fixture;

static double
span (Fixture *fixture)
{
  const ScopeViewport *viewport = scope_view_get_viewport (fixture->view);

  return viewport->to - viewport->from;
}

static void
act (Fixture *fixture, const char *action)
{
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (fixture->timeline), action, NULL));
}

static void
test_draws (Fixture *fixture, gconstpointer data)
{
  double totals[SCOPE_N_STATES], sum = 0;
  ScopeCanvas *canvas = scope_timeline_get_canvas (fixture->timeline);
  g_autofree char *text = scope_timeline_dup_text (fixture->timeline);

  scope_canvas_get_totals (canvas, totals);
  for (guint i = 0; i < SCOPE_N_STATES; i++)
    sum += totals[i];
  g_assert_cmpfloat (totals[SCOPE_STATE_RUNNING], >, 0);
  g_assert_cmpfloat (totals[SCOPE_STATE_RUNNING], <, sum);
  g_assert_cmpuint (scope_canvas_n_nodes (canvas), >, 10);
  g_assert_cmpuint (scope_canvas_n_nodes (canvas), <=, 5000);
  g_assert_cmpint (scope_view_get_viewport (fixture->view)->width, ==,
                   gtk_widget_get_width (GTK_WIDGET (canvas)) - SCOPE_NAMES_WIDTH);
  g_assert_nonnull (strstr (text, "running"));
}

static void
test_zoom (Fixture *fixture, gconstpointer data)
{
  double whole = span (fixture), middle, after;
  const ScopeViewport *viewport = scope_view_get_viewport (fixture->view);

  middle = (viewport->from + viewport->to) / 2;
  act (fixture, "timeline.zoom-in");
  g_assert_cmpfloat_with_epsilon (span (fixture), whole / 1.5, whole * 1e-6);
  viewport = scope_view_get_viewport (fixture->view);
  after = (viewport->from + viewport->to) / 2;
  g_assert_cmpfloat_with_epsilon (after, middle, whole * .002);
  act (fixture, "timeline.zoom-out");
  g_assert_cmpfloat_with_epsilon (span (fixture), whole, whole * 1e-6);
  /* Down to a tick and not further. */
  for (guint i = 0; i < 80; i++)
    act (fixture, "timeline.zoom-in");
  g_assert_cmpfloat (scope_viewport_scale (scope_view_get_viewport (fixture->view)), <=, 1);
  g_assert_true (gui_wait (gui_timeline_is_complete, fixture->timeline));
  act (fixture, "timeline.fit-all");
  g_assert_true (scope_viewport_is_whole (scope_view_get_viewport (fixture->view)));
}

static void
find_scroller (GtkWidget *widget, gpointer data)
{
  if (GTK_IS_SCROLLED_WINDOW (widget) && SCOPE_IS_CANVAS (gtk_scrolled_window_get_child (GTK_SCROLLED_WINDOW (widget))))
    *(GtkWidget **) data = widget;
}

static void
test_pan (Fixture *fixture, gconstpointer data)
{
  GtkWidget *scroller = NULL;
  GtkAdjustment *adjustment;
  double from, scale;

  gui_foreach (GTK_WIDGET (fixture->timeline), find_scroller, &scroller);
  g_assert_nonnull (scroller);
  adjustment = gtk_scrolled_window_get_hadjustment (GTK_SCROLLED_WINDOW (scroller));
  act (fixture, "timeline.zoom-in");
  act (fixture, "timeline.zoom-in");
  from = scope_view_get_viewport (fixture->view)->from;
  scale = scope_viewport_scale (scope_view_get_viewport (fixture->view));
  /* The scrolled window's adjustment pans … */
  gtk_adjustment_set_value (adjustment, gtk_adjustment_get_value (adjustment) + 40);
  g_assert_cmpfloat_with_epsilon (scope_view_get_viewport (fixture->view)->from, from + 40 * scale, scale);
  /* … and follows the view. */
  scope_view_pan (fixture->view, -25);
  g_assert_cmpfloat_with_epsilon (gtk_adjustment_get_value (adjustment), (from + 15 * scale) / scale, 1);
}

static void
test_history (Fixture *fixture, gconstpointer data)
{
  gint64 first = scope_view_get_viewport (fixture->view)->first;
  double whole = span (fixture), part;

  scope_view_select_range (fixture->view, first + 1000, first + 501000);
  act (fixture, "timeline.fit-selection");
  part = span (fixture);
  g_assert_cmpfloat (part, <, whole / 2);
  g_assert_cmpfloat (part, >=, 500000);
  act (fixture, "timeline.back");
  g_assert_cmpfloat_with_epsilon (span (fixture), whole, 1);
  act (fixture, "timeline.forward");
  g_assert_cmpfloat_with_epsilon (span (fixture), part, 1);
  act (fixture, "timeline.clear-selection");
  g_assert_false (scope_view_get_selected_range (fixture->view, &first, &first));
}

static void
test_show (Fixture *fixture, gconstpointer data)
{
  ScopeLaneList *lanes = scope_view_get_lanes (fixture->view);

  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (fixture->timeline), "timeline.show", "s", "processors"));
  g_assert_cmpint (scope_lane_list_get_show (lanes), ==, SCOPE_SHOW_PROCESSORS);
  g_assert_cmpuint (scope_lane_list_n_rows (lanes), >=, 6);
  g_assert_true (gui_wait (gui_timeline_is_complete, fixture->timeline));
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (fixture->timeline), "timeline.show", "s", "processors"));
  g_assert_cmpint (scope_lane_list_get_show (lanes), ==, SCOPE_SHOW_DEFAULT);
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (fixture->timeline), "timeline.height", "s", "dense"));
  g_assert_cmpint (scope_view_get_look (fixture->view)->height, ==, SCOPE_HEIGHT_DENSE);
}

static void
find_chip (GtkWidget *widget, gpointer data)
{
  if (gtk_widget_has_css_class (widget, "legend-chip") && gtk_widget_get_visible (widget))
    *(GtkWidget **) data = widget;
}

static void
test_legend (Fixture *fixture, gconstpointer data)
{
  GtkWidget *chip = NULL;
  guint dimmed, lit = 0;

  gui_foreach (GTK_WIDGET (fixture->timeline), find_chip, &chip);
  g_assert_nonnull (chip);
  /* Its share is told with what it is of. */
  g_assert_nonnull (strstr (gtk_widget_get_tooltip_text (chip), ", as far as visible"));
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (chip), TRUE);
  dimmed = scope_view_get_look (fixture->view)->dimmed;
  for (guint i = 0; i < SCOPE_N_STATES; i++)
    lit += (dimmed & (1u << i)) == 0;
  g_assert_cmpuint (lit, ==, 1);
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (chip), FALSE);
  g_assert_cmpuint (scope_view_get_look (fixture->view)->dimmed, ==, 0);
}

static void
test_palette (Fixture *fixture, gconstpointer data)
{
  AdwStyleManager *manager = adw_style_manager_get_default ();

  g_assert_cmpint (scope_view_get_palette (fixture->view), ==, SCOPE_PALETTE_LIGHT);
  adw_style_manager_set_color_scheme (manager, ADW_COLOR_SCHEME_FORCE_DARK);
  g_assert_cmpint (scope_view_get_palette (fixture->view), ==, SCOPE_PALETTE_DARK);
  g_assert_true (gui_wait (gui_timeline_is_complete, fixture->timeline));
  adw_style_manager_set_color_scheme (manager, ADW_COLOR_SCHEME_FORCE_LIGHT);
  g_assert_cmpint (scope_view_get_palette (fixture->view), ==, SCOPE_PALETTE_LIGHT);
}

static void
test_names (Fixture *fixture, gconstpointer data)
{
  guint nameless, n = gui_check_names (GTK_WIDGET (fixture->timeline), &nameless);
  ScopeCanvas *canvas = scope_timeline_get_canvas (fixture->timeline);

  g_assert_cmpuint (n, >=, 8);
  g_assert_cmpuint (nameless, ==, 0);
  gtk_test_accessible_assert_property (canvas, GTK_ACCESSIBLE_PROPERTY_LABEL, "Timeline");
  g_assert_true (gtk_test_accessible_has_property (GTK_ACCESSIBLE (canvas), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION));
  g_assert_true (gtk_widget_get_focusable (GTK_WIDGET (canvas)));
}

static void
test_parse_time (void)
{
  static const struct
  {
    const char *text;
    gboolean fine;
    double ns;
  } cases[] = {
    { "1.25s", TRUE, 1.25e9 }, { " 310 µs ", TRUE, 310e3 }, { "0.4", TRUE, .4e9 }, { "1,5 ms", TRUE, 1.5e6 },
    { "17ns", TRUE, 17 },      { "12 us", TRUE, 12e3 },     { "", FALSE, 0 },     { "soon", FALSE, 0 },
    { "1.2 parsec", FALSE, 0 }, { "nan", FALSE, 0 },        { "inf s", FALSE, 0 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      double ticks = 0;

      g_assert_cmpint (scope_go_to_parse_time (cases[i].text, 1000, &ticks), ==, cases[i].fine);
      if (cases[i].fine)
        g_assert_cmpfloat_with_epsilon (ticks, cases[i].ns, 1e-6 * cases[i].ns);
    }
}

/* Taking the trace away while tiles and overlay are on their way must leave nothing behind. */
static void
test_gone (void)
{
  for (guint i = 0; i < 5; i++)
    {
      Fixture fixture;
      g_autoptr (ScopeTrace) trace = gui_trace_new (4, 20000, 100);

      fixture.window = gtk_window_new ();
      fixture.timeline = g_object_new (SCOPE_TYPE_TIMELINE, NULL);
      gtk_window_set_child (GTK_WINDOW (fixture.window), GTK_WIDGET (fixture.timeline));
      gtk_window_present (GTK_WINDOW (fixture.window));
      scope_timeline_set_trace (fixture.timeline, trace);
      for (guint turn = 0; turn < 4 * i; turn++)
        g_main_context_iteration (NULL, FALSE);
      scope_timeline_set_trace (fixture.timeline, NULL);
      g_main_context_iteration (NULL, FALSE);
      gtk_window_destroy (GTK_WINDOW (fixture.window));
    }
}

/* --- lines --- */

#define LINES_WIDTH 700
#define LINES_HEIGHT 300

static void
lines_drawn (GObject *source, GAsyncResult *result, gpointer user_data)
{
  *(ScopeLayerPicture **) user_data = scope_layer_picture_finish (result);
}

static gboolean
is_set (gpointer data)
{
  return *(gpointer *) data != NULL;
}

/* As the window draws it: whole, or in parts. */
static cairo_surface_t *
lay (ScopeLayerPicture *picture, double x, double y, double across, gboolean whole)
{
  graphene_rect_t clip = GRAPHENE_RECT_INIT (20, 10, 500, 250);
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, LINES_WIDTH, LINES_HEIGHT);
  GtkSnapshot *snapshot = gtk_snapshot_new ();
  GskRenderNode *node;
  cairo_t *cr;

  if (whole)
    {
      cr = gtk_snapshot_append_cairo (snapshot, &clip);
      cairo_translate (cr, x, y);
      scope_layer_picture_paint (picture, cr, across, 1);
      cairo_destroy (cr);
    }
  else
    scope_layer_picture_lay (picture, snapshot, &clip, x, y, across);
  node = gtk_snapshot_free_to_node (snapshot);
  cr = cairo_create (surface);
  gsk_render_node_draw (node, cr);
  cairo_destroy (cr);
  gsk_render_node_unref (node);
  cairo_surface_flush (surface);
  return surface;
}

/* How many pixels differ; *ret_drawn: have something. */
static guint
count_different (ScopeLayerPicture *picture, double x, double y, double across, guint *ret_drawn)
{
  cairo_surface_t *whole = lay (picture, x, y, across, TRUE), *parts = lay (picture, x, y, across, FALSE);
  const guint32 *p = (const guint32 *) (gconstpointer) cairo_image_surface_get_data (whole);
  const guint32 *q = (const guint32 *) (gconstpointer) cairo_image_surface_get_data (parts);
  guint n = 0;

  *ret_drawn = 0;
  for (guint i = 0; i < LINES_WIDTH * LINES_HEIGHT; i++)
    {
      n += p[i] != q[i];
      *ret_drawn += p[i] != 0;
    }
  cairo_surface_destroy (whole);
  cairo_surface_destroy (parts);
  return n;
}

/* Messages are laid over a frame where there are any: the same pixels as if their whole picture were, wherever it is moved to. */
static void
test_lines (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (7);
  ScopeScene *scene = scope_scene_new (LINES_WIDTH, LINES_HEIGHT, scope_palette_get (SCOPE_PALETTE_LIGHT));
  GtkWidget *window = g_object_ref_sink (gtk_window_new ());
  g_autoptr (ScopeLayerPicture) picture = NULL;
  guint area = 0, drawn;

  for (guint i = 0; i < 12; i++)
    scope_scene_line (scene, g_rand_int_range (rand, 20, 680), g_rand_int_range (rand, 20, 280), g_rand_int_range (rand, 20, 680),
                      g_rand_int_range (rand, 20, 280), 1.5, 0x80204060);
  scope_layer_picture_draw (scene, window, 0, 0, LINES_WIDTH, LINES_HEIGHT, NULL, lines_drawn, &picture);
  g_assert_true (gui_wait (is_set, &picture));
  for (guint i = 0; i < picture->parts->len; i++)
    {
      const cairo_rectangle_int_t *part = &g_array_index (picture->parts, cairo_rectangle_int_t, i);

      area += (guint) (part->width * part->height);
    }
  g_assert_cmpuint (area, >, 0);
  g_assert_cmpuint (area, <, LINES_WIDTH * LINES_HEIGHT * 3 / 4);
  g_assert_cmpuint (count_different (picture, 0, 0, 1, &drawn), ==, 0);
  g_assert_cmpuint (drawn, >, 1000);
  g_assert_cmpuint (count_different (picture, -93, 17, 1, &drawn), ==, 0);
  /* Which of two columns is nearer is rounded from elsewhere. */
  g_assert_cmpuint (count_different (picture, -93.4, 17, 1.9, &drawn), <=, drawn / 50);
  g_assert_cmpuint (count_different (picture, 31.7, -5, 0.63, &drawn), <=, drawn / 50);
  gtk_window_destroy (GTK_WINDOW (window));
  g_object_unref (window);
}

/* Once a first picture of it is there, the trace says so, once: what takes long waits for that. */
static void
count_seen (ScopeTrace *trace, gpointer n)
{
  ++*(guint *) n;
}

static gboolean
is_seen (gpointer trace)
{
  return scope_trace_is_seen (trace);
}

static void
test_seen (void)
{
  g_autoptr (ScopeTrace) trace = gui_trace_new (4, 2000, 100);
  ScopeTimeline *timeline = g_object_new (SCOPE_TYPE_TIMELINE, NULL);
  GtkWidget *window = gui_window_new (GTK_WIDGET (timeline), 900, 500);
  guint n = 0;

  g_signal_connect (trace, "seen", G_CALLBACK (count_seen), &n);
  g_assert_false (scope_trace_is_seen (trace));
  scope_timeline_set_trace (timeline, trace);
  g_assert_true (gui_wait (is_seen, trace));
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (timeline), "timeline.zoom-in", NULL));
  g_assert_true (gui_wait (gui_timeline_is_complete, timeline));
  g_assert_cmpuint (n, ==, 1);
  gtk_window_destroy (GTK_WINDOW (window));
}

int
main (int argc, char **argv)
{
  gui_init (&argc, &argv);
  g_test_add_func ("/timeline/parse-time", test_parse_time);
#define ADD(name, func) g_test_add ("/timeline/" name, Fixture, NULL, gui_timeline_set_up, func, gui_timeline_tear_down)
  ADD ("draws", test_draws);
  ADD ("zoom", test_zoom);
  ADD ("pan", test_pan);
  ADD ("history", test_history);
  ADD ("show", test_show);
  ADD ("legend", test_legend);
  ADD ("palette", test_palette);
  ADD ("names", test_names);
  g_test_add_func ("/timeline/lines", test_lines);
  g_test_add_func ("/timeline/gone", test_gone);
  g_test_add_func ("/timeline/seen", test_seen);
  return g_test_run ();
}
