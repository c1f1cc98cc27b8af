/* test-picture.c: whole pictures of traces made here: bundles of messages, SVG that is XML and small, tables as CSV.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/export/scope-cairo-bytes.h"
#include "model/base/scope-csv.h"
#include "io/export/scope-picture.h"
#include "io/export/scope-svg.h"

#include <glib/gstdio.h>
#include <math.h>
#include <string.h>
#include <unistd.h>

#define END G_GINT64_CONSTANT (100000000)

/* An Eden trace of `n` machines with one process and processor each; n_messages from machine to machine in turn. */
static ScopeTrace *
make_trace (guint n, guint n_messages, guint n_rows, const char *name)
{
  ScopeTrace *trace = scope_trace_new ();
  GRand *rand = g_rand_new_with_seed (3);

  scope_trace_set_facts (trace, &(ScopeTraceFacts) { "test", name, "none", SCOPE_RUNTIME_EDEN });
  for (guint i = 0; i < n; i++)
    {
      ScopeMachine *machine = scope_machine_new (i, scope_bytes_new_memory ());
      guint32 index;

      scope_machine_open_sink (machine, FALSE, 64 << 20, NULL, NULL);
      machine->number = i + 1;
      machine->tick_ps = 1000;
      machine->first = 0;
      scope_machine_add_entity (machine, SCOPE_KIND_PROCESSOR, 0,
                                scope_lane_store_add_lane (machine->lanes, SCOPE_KIND_PROCESSOR, SCOPE_CODE_IDLE,
                                                           SCOPE_NONE),
                                &index);
      scope_machine_add_entity (machine, SCOPE_KIND_PROCESS, 1,
                                scope_lane_store_add_lane (machine->lanes, SCOPE_KIND_PROCESS, SCOPE_CODE_IDLE,
                                                           SCOPE_NONE),
                                &index);
      machine->lane = scope_lane_store_add_lane (machine->lanes, SCOPE_KIND_MACHINE, SCOPE_CODE_IDLE, SCOPE_NONE);
      machine->threads_lane = SCOPE_NONE;
      for (guint lane = 0; lane < 3; lane++)
        {
          scope_lane_store_set_life (machine->lanes, lane, 0, END);
          for (guint k = 0; k < n_rows; k++)
            {
              guint codes[] = { SCOPE_CODE_RUNNING, SCOPE_CODE_RUNNABLE, SCOPE_CODE_BLOCKED, SCOPE_CODE_IDLE };
              ScopeRow row = scope_row (lane, 1 + (gint64) k * (END / n_rows) + g_rand_int_range (rand, 0, 5),
                                        codes[g_rand_int_range (rand, 0, 4)], 0);

              scope_lane_store_add_rows (machine->lanes, &row, 1, NULL);
            }
        }
      for (guint k = i; k < n_messages; k += n)
        {
          gint64 row[SCOPE_MESSAGE_N_COLUMNS] = { 0 };

          row[SCOPE_MESSAGE_SEND] = (gint64) k * END / MAX (n_messages, 1);
          row[SCOPE_MESSAGE_RECEIVE] = row[SCOPE_MESSAGE_SEND] + (k % 10 == 9 ? -1000 : 100000);
          row[SCOPE_MESSAGE_TAG] = 0x57;
          row[SCOPE_MESSAGE_FROM_MACHINE] = i;
          row[SCOPE_MESSAGE_TO_MACHINE] = (i + 1) % n;
          row[SCOPE_MESSAGE_FROM_PROCESS] = row[SCOPE_MESSAGE_TO_PROCESS] = 1;
          scope_table_add_lasting (machine->tables[SCOPE_TABLE_MESSAGES], row, row[SCOPE_MESSAGE_RECEIVE], NULL);
        }
      g_assert_true (scope_machine_finish (machine, END, NULL));
      machine->last = END;
      scope_trace_add_machine (trace, machine);
    }
  scope_trace_set_progress (trace, 1, END);
  scope_trace_set_finished (trace);
  g_rand_free (rand);
  return trace;
}

static ScopeOverlay *
read_overlay (ScopeTrace *trace, guint budget)
{
  g_autoptr (ScopeView) view = scope_view_new (trace);
  ScopeOverlayRequest request;

  scope_view_set_width (view, 1280);
  scope_overlay_request_init (&request, view);
  request.budget = budget;
  return scope_overlay_read (trace, &request, NULL);
}

static guint64
count_messages (const ScopeOverlay *overlay)
{
  guint64 n = 0;

  for (guint i = 0; i < overlay->messages->len; i++)
    n += g_array_index (overlay->messages, ScopeMessageLine, i).count;
  return n;
}

static void
test_single (void)
{
  g_autoptr (ScopeTrace) trace = make_trace (4, 399, 10, "single");
  g_autoptr (ScopeOverlay) overlay = read_overlay (trace, 0);

  g_assert_false (overlay->bundled);
  g_assert_cmpuint (overlay->messages->len, ==, 399);
  for (guint i = 0; i < overlay->messages->len; i++)
    {
      const ScopeMessageLine *line = &g_array_index (overlay->messages, ScopeMessageLine, i);

      g_assert_cmpuint (line->count, ==, 1);
      g_assert_cmpint (line->reversed, ==, line->receive < line->send);
    }
}

/* More than fit become bundles: few, and none is lost. */
static void
test_bundles (void)
{
  g_autoptr (ScopeTrace) trace = make_trace (4, 20000, 10, "bundles");
  g_autoptr (ScopeOverlay) overlay = read_overlay (trace, 0);

  g_assert_true (overlay->bundled);
  g_assert_false (overlay->sampled);
  g_assert_cmpuint (count_messages (overlay), ==, 20000);
  /* 4 pairs × 20 slots × (reversed or not) */
  g_assert_cmpuint (overlay->messages->len, <=, 4 * 21 * 2);
}

/* Lines drawn apart have the whole plot for themselves, wherever rows were clipped before. */
static void
test_apart (void)
{
  g_autoptr (ScopeTrace) trace = make_trace (4, 399, 10, "apart");
  g_autoptr (ScopeOverlay) overlay = read_overlay (trace, 0);
  g_autoptr (ScopeView) view = scope_view_new (trace);
  g_autoptr (ScopeTileCache) cache = scope_tile_cache_new (G_OBJECT (trace), 0, 1);
  ScopeTimelineOptions options = { .width = 1280, .height = 400, .parts = SCOPE_PART_ALL, .messages_apart = TRUE };
  g_autoptr (ScopeScene) scene = NULL, lines = NULL;
  ScopeTileGetter getter;
  guint layers = 0, n_lines = 0;

  scope_tile_getter_init_waiting (&getter, cache);
  scene = scope_timeline_scene_build (view, &options, &getter, overlay);
  lines = scope_timeline_messages_build (view, &options, overlay);
  for (guint i = 0; i < scene->items->len; i++)
    {
      const ScopeItem *item = &g_array_index (scene->items, ScopeItem, i);
      const ScopeSceneGroup *group = &g_array_index (scene->groups, ScopeSceneGroup, item->group);

      if (item->type != SCOPE_ITEM_LAYER)
        continue;
      layers++;
      g_assert_cmpfloat (group->y, ==, (float) scene->plot_y);
      g_assert_cmpfloat (group->height, ==, (float) scene->plot_height);
      g_assert_cmpfloat (item->height, ==, (float) scene->plot_height);
    }
  g_assert_cmpuint (layers, ==, 1);
  for (guint i = 0; i < lines->items->len; i++)
    n_lines += g_array_index (lines->items, ScopeItem, i).type == SCOPE_ITEM_LINE;
  g_assert_cmpuint (n_lines, >, 300);
  g_assert_cmpuint (n_lines, <=, 399);
}

/* Over budget: an estimate, near the truth, from few rows. */
static void
test_budget (void)
{
  g_autoptr (ScopeTrace) trace = make_trace (2, 300000, 10, "budget");
  g_autoptr (ScopeOverlay) overlay = read_overlay (trace, 5000);

  g_assert_true (overlay->sampled);
  g_assert_true (overlay->bundled);
  g_assert_cmpuint (count_messages (overlay), >, 200000);
  g_assert_cmpuint (count_messages (overlay), <, 450000);
}

/* --- pictures --- */

typedef struct
{
  guint titles, texts, paths;
} Seen;

static void
on_element (GMarkupParseContext *context, const char *name, const char **names, const char **values, gpointer data,
            GError **error)
{
  Seen *seen = data;

  seen->titles += strcmp (name, "title") == 0;
  seen->texts += strcmp (name, "text") == 0;
  seen->paths += strcmp (name, "path") == 0;
}

static void
check_xml (const char *text, gsize n, Seen *seen)
{
  const GMarkupParser parser = { .start_element = on_element };
  g_autoptr (GMarkupParseContext) context = g_markup_parse_context_new (&parser, 0, seen, NULL);
  GError *error = NULL;

  g_assert_true (g_utf8_validate (text, n, NULL));
  for (gsize i = 0; i < n; i++)
    g_assert_true ((guchar) text[i] >= 0x20 || text[i] == '\n'); /* XML has no others */
  g_markup_parse_context_parse (context, text, n, &error);
  g_assert_no_error (error);
  g_markup_parse_context_end_parse (context, &error);
  g_assert_no_error (error);
}

static char *
export (ScopeTrace *trace, const ScopePictureOptions *options, const char *ending, gsize *ret_n)
{
  g_autofree char *dir = g_dir_make_tmp ("lanescope-XXXXXX", NULL);
  g_autofree char *path = g_strdup_printf ("%s/picture.%s", dir, ending);
  GError *error = NULL;
  char *text = NULL;

  g_assert_true (scope_picture_export (trace, options, path, &error));
  g_assert_no_error (error);
  g_assert_true (g_file_get_contents (path, &text, ret_n, NULL));
  g_unlink (path);
  /* Nothing else was left behind. */
  g_assert_cmpint (g_rmdir (dir), ==, 0);
  return text;
}

static void
test_svg (void)
{
  g_autoptr (ScopeTrace) trace = make_trace (64, 5000, 5000, "a <b> & \"c\" \x01 \xf0\x9f\x90\xb1");
  ScopePictureOptions options = { .width = 1600, .height = 1400, .lanes = "machines" };
  gint64 start = g_get_monotonic_time ();
  gsize n;
  g_autofree char *text = export (trace, &options, "svg", &n);
  Seen seen = { 0 };

  g_test_message ("64 dense lanes: %" G_GSIZE_FORMAT " bytes, %.0f ms", n,
                  (double) (g_get_monotonic_time () - start) / 1000);
  check_xml (text, n, &seen);
  g_assert_cmpuint (seen.titles, >=, 64);
  g_assert_cmpuint (seen.texts, >=, 64);
  g_assert_cmpuint (n, <, 4000000);
  /* One path per state and lane, and those of patterns, messages, grid: not one per column. */
  g_assert_cmpuint (seen.paths, <, 64 * 8 + 6000);
}

static void
test_formats (void)
{
  g_autoptr (ScopeTrace) trace = make_trace (3, 50, 40, "formats");
  ScopePictureOptions options = { .width = 800, .height = 300, .palette = SCOPE_PALETTE_PRINT };
  gsize n;
  g_autofree char *png = export (trace, &options, "PNG", &n), *pdf = NULL;
  GError *error = NULL;

  g_assert_cmpmem (png, 8, "\x89PNG\r\n\x1a\n", 8);
  /* The header says how large it is. */
  g_assert_cmpmem (png + 16, 8, "\0\0\x03\x20\0\0\x01\x2c", 8);
  pdf = export (trace, &options, "pdf", &n);
  g_assert_true (g_str_has_prefix (pdf, "%PDF-"));

  g_assert_false (scope_picture_export (trace, &options, "/nowhere/at/all.png", &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND);
  g_clear_error (&error);
  g_assert_false (scope_picture_export (trace, &options, "picture.jpeg", &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT);
  g_clear_error (&error);
  options.lanes = "machine:9";
  g_assert_false (scope_picture_export (trace, &options, "picture.png", &error));
  g_assert_nonnull (error);
  g_clear_error (&error);
  options.lanes = NULL;
  options.has_from = TRUE;
  options.from = END * 2;
  g_assert_false (scope_picture_export (trace, &options, "picture.png", &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT);
  g_clear_error (&error);
  g_assert_false (g_file_test ("picture.png", G_FILE_TEST_EXISTS));
}

static void
test_first_sight (void)
{
  g_autoptr (ScopeTrace) few = make_trace (3, 5, 5, "few");
  g_autoptr (ScopeTrace) many = make_trace (8, 5, 5, "many");
  g_autoptr (ScopeLaneList) open = scope_lane_list_new (few);
  g_autoptr (ScopeLaneList) folded = scope_lane_list_new (many);
  g_autoptr (ScopeLaneList) many_shown = scope_lane_list_new (many);
  guint row;

  /* Activity, and three machines with their process unfolded; eight are folded. */
  g_assert_cmpuint (scope_lane_list_n_rows (open), ==, 1 + 3 * 2);
  g_assert_cmpuint (scope_lane_list_n_rows (folded), ==, 1 + 8);
  row = scope_lane_list_find_key (folded, "machine:5");
  g_assert_cmpuint (row, ==, 5);
  scope_lane_list_set_expanded (folded, row, TRUE);
  g_assert_cmpuint (scope_lane_list_n_rows (folded), ==, 10);
  g_assert_cmpstr (scope_lane_list_row (folded, 6)->key, ==, "process:5/1");
  scope_lane_list_set_pinned (folded, 6, TRUE);
  g_assert_cmpstr (scope_lane_list_row (folded, 0)->key, ==, "process:5/1");
  /* Kept over a rebuild. */
  g_assert_false (scope_lane_list_update (folded));
  g_assert_cmpuint (scope_lane_list_n_rows (folded), ==, 10);
  scope_lane_list_hide (folded, scope_lane_list_find_key (folded, "machine:8"));
  g_assert_cmpuint (scope_lane_list_n_rows (folded), ==, 9);
  /* Side by side, processors say whose they are. */
  scope_lane_list_set_show (many_shown, SCOPE_SHOW_PROCESSORS);
  g_assert_cmpuint (scope_lane_list_n_rows (many_shown), ==, 8);
  g_assert_cmpstr (scope_lane_list_row (many_shown, 4)->detail, ==, "Machine 5");
  /* The nearest visible ancestor of a process whose machine is folded is the machine. */
  row = scope_lane_list_find (folded, (ScopeLaneId) { 2, SCOPE_KIND_PROCESS, 0 }, TRUE);
  g_assert_cmpstr (scope_lane_list_row (folded, row)->key, ==, "machine:3");
}

/* --- tables --- */

static char *
write_table (ScopeCsvFormat format)
{
  const char *const columns[] = { "text", "time_ns", "share" };
  ScopeCsv *csv = scope_csv_new (format, columns, 3, NULL, NULL);

  scope_csv_text (csv, "a,\"b\"\nc");
  scope_csv_time (csv, -1500, 1);
  scope_csv_decimal (csv, 0.125, 2);
  scope_csv_end_row (csv);
  scope_csv_empty (csv);
  scope_csv_time (csv, G_MININT64, 1000);
  scope_csv_decimal (csv, -0.001, 2);
  scope_csv_end_row (csv);
  scope_csv_text (csv, "\xff plain");
  scope_csv_time (csv, 12, 100);
  scope_csv_unsigned (csv, G_MAXUINT64);
  scope_csv_end_row (csv);
  return scope_csv_close_text (csv);
}

static void
test_csv (void)
{
  g_autofree char *csv = write_table (SCOPE_CSV_COMMAS), *json = write_table (SCOPE_CSV_JSON);

  g_assert_cmpstr (csv, ==,
                   "text,time_ns,share\n\"a,\"\"b\"\"\nc\",-1.5,0.13\n,-9223372036854775808,0.00\n"
                   "\xef\xbf\xbd plain,1.2,18446744073709551615\n");
  g_assert_cmpstr (json, ==,
                   "[\n{\"text\":\"a,\\\"b\\\"\\nc\",\"time_ns\":-1.5,\"share\":0.13},\n"
                   "{\"text\":null,\"time_ns\":-9223372036854775808,\"share\":0.00},\n"
                   "{\"text\":\"\xef\xbf\xbd plain\",\"time_ns\":1.2,\"share\":18446744073709551615}\n]\n");
}

/* Something of every kind that may lie across two bands: lines aslant, text, a picture. */
static void
draw_much (cairo_t *cr, gpointer data)
{
  guint *n_drawn = data;

  (*n_drawn)++;
  cairo_set_source_rgb (cr, 1, 1, 0.9);
  cairo_paint (cr);
  for (guint i = 0; i < 60; i++)
    {
      cairo_set_source_rgb (cr, i % 7 / 6.0, i % 5 / 4.0, i % 3 / 2.0);
      cairo_move_to (cr, 20 * i, 0);
      cairo_line_to (cr, 1500 - 3 * i, 1900 - 29 * i);
      cairo_stroke (cr);
      cairo_move_to (cr, 30, 31 * i + 7.3);
      cairo_show_text (cr, "between two bands");
    }
}

static cairo_status_t
read_bytes (gpointer closure, guchar *data, guint n)
{
  GByteArray *bytes = closure;

  if (n > bytes->len)
    return CAIRO_STATUS_READ_ERROR;
  memcpy (data, bytes->data, n);
  g_byte_array_remove_range (bytes, 0, n);

  return CAIRO_STATUS_SUCCESS;
}

/* A large PNG is drawn a band at a time; its pixels are the same. */
static void
test_bands (void)
{
  const double width = 1500, height = 1900, scale = 2;
  guint n_drawn = 0, n_whole = 0;
  g_autoptr (GByteArray) bytes = scope_cairo_to_bytes (SCOPE_PICTURE_PNG, width, height, scale, draw_much, &n_drawn, NULL);
  cairo_surface_t *whole = cairo_image_surface_create (CAIRO_FORMAT_RGB24, (int) (width * scale), (int) (height * scale)), *read;
  cairo_t *cr = cairo_create (whole);

  g_assert_cmpuint (n_drawn, >, 2);
  cairo_scale (cr, scale, scale);
  draw_much (cr, &n_whole);
  cairo_destroy (cr);
  cairo_surface_flush (whole);
  read = cairo_image_surface_create_from_png_stream (read_bytes, bytes);
  g_assert_cmpint (cairo_surface_status (read), ==, CAIRO_STATUS_SUCCESS);
  g_assert_cmpint (cairo_image_surface_get_width (read), ==, 3000);
  g_assert_cmpint (cairo_image_surface_get_height (read), ==, 3800);
  for (guint y = 0; y < 3800; y++)
    {
      const guint32 *a = (const guint32 *) (gpointer) (cairo_image_surface_get_data (whole) + y * cairo_image_surface_get_stride (whole));
      const guint32 *b = (const guint32 *) (gpointer) (cairo_image_surface_get_data (read) + y * cairo_image_surface_get_stride (read));

      for (guint x = 0; x < 3000; x++)
        g_assert_cmphex (a[x] & 0xffffff, ==, b[x] & 0xffffff);
    }
  cairo_surface_destroy (whole);
  cairo_surface_destroy (read);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/messages/single", test_single);
  g_test_add_func ("/messages/bundles", test_bundles);
  g_test_add_func ("/messages/apart", test_apart);
  g_test_add_func ("/messages/budget", test_budget);
  g_test_add_func ("/lanes/first-sight", test_first_sight);
  g_test_add_func ("/picture/svg", test_svg);
  g_test_add_func ("/picture/formats", test_formats);
  g_test_add_func ("/picture/bands", test_bands);
  g_test_add_func ("/csv/both", test_csv);
  return g_test_run ();
}
