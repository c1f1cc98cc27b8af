/* test-matrix.c: the matrix of messages as a widget: that it shows what the command line says, follows range and filter, goes
 * from cell to cell by keys, zooms, tells what was chosen, stays small however many rows there are.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "gui-common.h"
#include "gui-traces.h"

#include "widgets/messages/scope-message-matrix-page.h"

#include <adwaita.h>
#include <string.h>

typedef struct
{
  ScopeImport *import;
  ScopeView *view;
  GtkWidget *window, *page;
  ScopePair selected, activated;
  guint n_selected, n_activated;
} Fixture;

static void
pair_selected (ScopeMessageMatrixPage *page, const ScopePair *pair, int by, Fixture *f)
{
  f->n_selected++;
  memset (&f->selected, 0, sizeof f->selected);
  if (pair != NULL)
    f->selected = *pair;
}

static void
pair_activated (ScopeMessageMatrixPage *page, const ScopePair *pair, int by, Fixture *f)
{
  f->n_activated++;
  f->activated = *pair;
}

static void
set_up (Fixture *f, gconstpointer data)
{
  f->import = gui_import_new (data);
  f->view = scope_view_new (scope_import_get_trace (f->import));
  f->page = g_object_new (SCOPE_TYPE_MESSAGE_MATRIX_PAGE, NULL);
  g_signal_connect (f->page, "pair-selected", G_CALLBACK (pair_selected), f);
  g_signal_connect (f->page, "pair-activated", G_CALLBACK (pair_activated), f);
  scope_panel_set_view (SCOPE_PANEL (f->page), f->view);
  scope_panel_set_range (SCOPE_PANEL (f->page), SCOPE_TIME_MIN, SCOPE_TIME_MAX);
  f->window = gui_window_new (f->page, 900, 400);
}

static void
tear_down (Fixture *f, gconstpointer data)
{
  gtk_window_destroy (GTK_WINDOW (f->window));
  g_object_unref (f->view);
  g_object_unref (f->import);
}

static gboolean
is_settled (gpointer data)
{
  Fixture *f = data;

  return scope_panel_is_settled (SCOPE_PANEL (f->page));
}

static ScopeMatrixView *
matrix_view (Fixture *f)
{
  return SCOPE_MATRIX_PAGE (f->page)->matrix;
}

static ScopeMatrix *
matrix (Fixture *f)
{
  g_assert_true (gui_wait (is_settled, f));
  return scope_matrix_view_get_matrix (matrix_view (f));
}

static double
total (Fixture *f)
{
  ScopeMatrix *shown = matrix (f);

  return scope_matrix_n_cells (shown) > 0 ? scope_matrix_total (shown, SCOPE_MESSAGE_MEASURE_NUMBER) : 0;
}

static double
sum_of_pairs (Fixture *f, gint64 from, gint64 to, const ScopeMessageFilter *filter)
{
  const ScopeQueryRange within
      = { .trace = scope_view_get_trace (f->view), .from = from, .to = to, .messages = filter };
  g_autoptr (GArray) pairs = scope_pairs_read (&within, SCOPE_PARTY_MACHINE, NULL);
  double sum = 0;

  for (guint i = 0; i < pairs->len; i++)
    sum += (double) g_array_index (pairs, ScopePair, i).count;
  return sum;
}

/* The numbers are those of the filter and the range. */
static void
test_follows (Fixture *f, gconstpointer data)
{
  ScopeMessageFilter filter = *scope_view_get_messages (f->view);
  double all = total (f);
  gint64 first, last;

  g_assert_cmpfloat (all, >, 10);
  g_assert_cmpfloat (all, ==, sum_of_pairs (f, SCOPE_TIME_MIN, SCOPE_TIME_MAX, &filter));
  filter.system = TRUE;
  scope_view_set_messages (f->view, &filter);
  g_assert_cmpfloat (total (f), >, all);
  scope_trace_range (scope_view_get_trace (f->view), &first, &last);
  scope_panel_set_range (SCOPE_PANEL (f->page), first, first + (last - first) / 2);
  g_assert_cmpfloat (total (f), ==, sum_of_pairs (f, first, first + (last - first) / 2, &filter));
  scope_panel_set_range (SCOPE_PANEL (f->page), last + 1000, last + 2000);
  g_assert_cmpfloat (total (f), ==, 0);
}

static gboolean
press (Fixture *f, guint key)
{
  return gui_press (GTK_WIDGET (matrix_view (f)), key, 0);
}

/* All of it can be reached by keys; Enter asks for the messages of the cell. */
static void
test_keys (Fixture *f, gconstpointer data)
{
  int row, column, n = (int) scope_matrix_n_rows (matrix (f));
  const ScopeMatrixCell *cell = NULL;

  g_assert_cmpint (n, >, 1);
  g_assert_false (scope_matrix_view_get_selected (matrix_view (f), &row, &column));
  g_assert_true (press (f, GDK_KEY_Down));
  g_assert_true (scope_matrix_view_get_selected (matrix_view (f), &row, &column));
  g_assert_cmpint (row, ==, 0);
  g_assert_cmpint (column, ==, 0);
  for (int i = 0; i < n + 3; i++)
    press (f, GDK_KEY_Right);
  g_assert_true (scope_matrix_view_get_selected (matrix_view (f), &row, &column));
  g_assert_cmpint (column, ==, n - 1);
  for (int r = 0; r < n && cell == NULL; r++)
    for (int c = 0; c < n && cell == NULL; c++)
      if ((cell = scope_matrix_cell (matrix (f), (guint) r, (guint) c)) != NULL)
        scope_matrix_view_select (matrix_view (f), r, c);
  g_assert_cmpuint (f->n_activated, ==, 0);
  g_assert_true (press (f, GDK_KEY_Return));
  g_assert_cmpuint (f->n_activated, ==, 1);
  g_assert_cmpfloat ((double) f->activated.count, ==, cell->value[SCOPE_MESSAGE_MEASURE_NUMBER]);
  g_assert_cmpuint (f->selected.count, ==, f->activated.count);
  g_assert_true (press (f, GDK_KEY_Escape));
  g_assert_false (scope_matrix_view_get_selected (matrix_view (f), &row, &column));
  g_assert_false (press (f, GDK_KEY_Escape));
}

/* What was selected stays so when rows are ordered anew, and a title selects its lane. */
static void
test_order (Fixture *f, gconstpointer data)
{
  guint64 key = scope_matrix_row (matrix (f), 1)->key[0];
  guint n_machines = scope_matrix_n_rows (matrix (f));
  ScopeLaneId lane;
  int row, column;

  scope_matrix_view_select (matrix_view (f), 1, -1);
  g_assert_true (scope_view_get_selected_lane (f->view, &lane));
  g_assert_cmpuint (lane.machine, ==, key);
  for (guint order = 0; order < SCOPE_MATRIX_N_ORDERS; order++)
    {
      scope_message_matrix_page_choose (SCOPE_MESSAGE_MATRIX_PAGE (f->page), SCOPE_PARTY_MACHINE,
                                        (ScopeMatrixOrder) (SCOPE_MATRIX_N_ORDERS - 1 - order), SCOPE_MESSAGE_MEASURE_LATENCY);
      g_assert_true (gui_wait (is_settled, f));
      g_assert_true (scope_matrix_view_get_selected (matrix_view (f), &row, &column));
      g_assert_cmpuint (scope_matrix_row (matrix (f), (guint) row)->key[0], ==, key);
    }
  scope_message_matrix_page_choose (SCOPE_MESSAGE_MATRIX_PAGE (f->page), SCOPE_PARTY_PROCESS, SCOPE_MATRIX_ORDER_CLUSTER,
                                    SCOPE_MESSAGE_MEASURE_SIZE);
  g_assert_cmpuint (scope_matrix_n_rows (matrix (f)), >=, n_machines);
}

static gboolean
was_drawn (gpointer data)
{
  return scope_matrix_view_n_nodes (matrix_view (data)) > 0;
}

/* Every button has a name; zoom has its ends; few nodes. */
static void
test_form (Fixture *f, gconstpointer data)
{
  guint nameless;

  matrix (f);
  g_assert_true (gui_wait (was_drawn, f));
  g_assert_cmpuint (scope_matrix_view_n_nodes (matrix_view (f)), <, 3000);
  g_assert_cmpuint (gui_check_names (f->page, &nameless), >=, 3);
  g_assert_cmpuint (nameless, ==, 0);
  for (guint i = 0; i < 60; i++)
    g_assert_true (press (f, GDK_KEY_plus));
  g_assert_cmpfloat (scope_matrix_view_get_zoom (matrix_view (f)), >, 1);
  g_assert_true (press (f, GDK_KEY_0));
  g_assert_cmpfloat (scope_matrix_view_get_zoom (matrix_view (f)), ==, 1);
}

static double
frame_ms (GtkWidget *widget)
{
  gint64 start = g_get_monotonic_time ();
  GtkSnapshot *snapshot = gtk_snapshot_new ();
  GskRenderNode *node;

  GTK_WIDGET_GET_CLASS (widget)->snapshot (widget, snapshot);
  node = gtk_snapshot_free_to_node (snapshot);
  g_clear_pointer (&node, gsk_render_node_unref);
  return (double) (g_get_monotonic_time () - start) / 1000;
}

static gboolean
has_size (gpointer widget)
{
  return gtk_widget_get_width (widget) > 100;
}

static guint
count_texts (const ScopeScene *scene, double y, guint *ret_overlaps)
{
  guint n = 0;
  double end = -1000;

  *ret_overlaps = 0;
  for (guint i = 0; i < scene->items->len; i++)
    {
      const ScopeItem *item = &g_array_index (scene->items, ScopeItem, i);

      if (item->type != SCOPE_ITEM_TEXT || item->y != (float) y || !g_ascii_isdigit (*scope_scene_text (scene, item->text)))
        continue;
      *ret_overlaps += item->x + item->width / 2 < end + scope_text_width (scope_scene_text (scene, item->text), item->size) / 2;
      end = item->x + item->width / 2 + scope_text_width (scope_scene_text (scene, item->text), item->size) / 2;
      n++;
    }
  return n;
}

static guint
count_titles (const ScopeScene *scene, double before)
{
  guint n = 0;

  for (guint i = 0; i < scene->items->len; i++)
    {
      const ScopeItem *item = &g_array_index (scene->items, ScopeItem, i);

      if (item->type != SCOPE_ITEM_TEXT || item->x >= before || !g_str_has_prefix (scope_scene_text (scene, item->text), "Core "))
        continue;
      g_assert_cmpfloat (item->size, >=, 9);
      n++;
    }
  return n;
}

/* Low rows have smaller titles, and all of them, as long as they can be read; then as many as fit, which can be read as well.
 * Of columns that are "Core 1", "Core 2" the numbers stand there, rather than every second name. */
static void
test_low (void)
{
  const ScopeMatrixMeasure measure = { "Number", "messages", SCOPE_MATRIX_SUM, SCOPE_MATRIX_NUMBER };
  g_autoptr (ScopeMatrix) matrix = scope_matrix_new (&measure, 1, 1000);
  gboolean smaller = FALSE, fewer = FALSE, numbered = FALSE;
  const guint all = 32;

  for (guint i = 0; i < all; i++)
    {
      g_autofree char *title = g_strdup_printf ("Core %u", i);
      scope_matrix_add_row (matrix, title, 0, i, 0);
    }
  for (guint i = 0; i < all; i++)
    scope_matrix_add_cell (matrix, i, (i * 7) % all, (double[]) { 1 + i }, 0, 0);
  scope_matrix_finish (matrix, SCOPE_MATRIX_ORDER_ID);
  for (guint height = 700; height > 120; height -= 4)
    {
      g_autoptr (ScopeScene) scene = NULL;
      ScopeMatrixSceneOptions options;
      ScopeMatrixLayout layout;
      guint n, overlaps;

      scope_matrix_scene_options_init (&options);
      options.width = 900;
      options.height = height;
      options.palette = scope_palette_get (SCOPE_PALETTE_LIGHT);
      scope_matrix_layout (matrix, &options, &layout);
      scene = scope_matrix_scene_build (matrix, &options);
      n = count_titles (scene, layout.x - 4);
      if (layout.cell_height >= 10)
        g_assert_cmpuint (n, ==, all);
      g_assert_cmpfloat (n * ceil (10 / layout.cell_height), >=, all);
      n = count_texts (scene, layout.titles_y, &overlaps);
      if (layout.cell_width >= scope_text_width ("31", 11) + 6)
        g_assert_cmpuint (n, ==, all);
      numbered |= n == all;
      g_assert_cmpuint (overlaps, ==, 0);
      smaller |= layout.cell_height >= 10 && layout.cell_height < 14;
      fewer |= n < all;
    }
  g_assert_true (smaller);
  g_assert_true (fewer);
  g_assert_true (numbered);
}

/* 3,000 rows, 60,000 cells: few nodes, at any zoom. */
static void
test_large (void)
{
  const ScopeMatrixMeasure measure = { "Number", "messages", SCOPE_MATRIX_SUM, SCOPE_MATRIX_NUMBER };
  g_autoptr (ScopeMatrix) large = scope_matrix_new (&measure, 1, 1000);
  GtkWidget *window = gtk_window_new (), *view = scope_matrix_view_new ("Large");
  double worst = 0;

  for (guint i = 0; i < 3000; i++)
    {
      g_autofree char *title = g_strdup_printf ("%u:%u", i / 20 + 1, i % 20);
      scope_matrix_add_row (large, title, i / 20, i, 0);
    }
  for (guint i = 0; i < 3000; i++)
    for (guint k = 0; k < 20; k++)
      scope_matrix_add_cell (large, i, (i * 7 + k * k * 41) % 3000, (double[]) { 1 + i * k % 977 }, 0, 0);
  scope_matrix_finish (large, SCOPE_MATRIX_ORDER_ID);
  scope_matrix_view_set_matrix (SCOPE_MATRIX_VIEW (view), large);
  gtk_window_set_default_size (GTK_WINDOW (window), 1200, 800);
  gtk_window_set_child (GTK_WINDOW (window), view);
  gtk_window_present (GTK_WINDOW (window));
  g_assert_true (gui_wait (has_size, view));
  for (guint i = 0; i < 40; i++)
    {
      double ms = frame_ms (view);

      worst = MAX (worst, ms);
      g_assert_cmpuint (scope_matrix_view_n_nodes (SCOPE_MATRIX_VIEW (view)), >, 10);
      g_assert_cmpuint (scope_matrix_view_n_nodes (SCOPE_MATRIX_VIEW (view)), <, 8000);
      scope_matrix_view_zoom (SCOPE_MATRIX_VIEW (view), 1.3);
      scope_matrix_view_select (SCOPE_MATRIX_VIEW (view), (int) (i * 70), (int) (i * 71));
    }
  g_test_message ("worst frame %.1f ms", worst);
  gtk_window_destroy (GTK_WINDOW (window));
}

int
main (int argc, char **argv)
{
  static const char trace[] = "data/examples/mergesort8.parevents";

  gui_init (&argc, &argv);
  g_test_add ("/matrix/follows", Fixture, trace, set_up, test_follows, tear_down);
  g_test_add ("/matrix/keys", Fixture, trace, set_up, test_keys, tear_down);
  g_test_add ("/matrix/order", Fixture, trace, set_up, test_order, tear_down);
  g_test_add ("/matrix/form", Fixture, trace, set_up, test_form, tear_down);
  g_test_add_func ("/matrix/low", test_low);
  g_test_add_func ("/matrix/large", test_large);
  return g_test_run ();
}
