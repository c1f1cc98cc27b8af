/* test-own-colours.c: colours that a person gave: their text, whose lanes and columns have them, in pictures, too; and lines of messages by
 * class, bundled class by class.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "tests/scene/line-traces.h"

#include "io/export/scope-picture.h"

#include <glib/gstdio.h>
#include <string.h>

#define HALF (END / 2)

/* --- text --- */

static ScopeColour
find (const ScopeOwnColours *own, const char *name)
{
  return scope_own_colours_find (own, &name, 1);
}

static void
test_text (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (ScopeOwnColours) own = scope_own_colours_parse (" worker*=#E06c00,a=b=#000001 , message:head=#0a0b0c,*7=#112233, worker1=#ffffff,", &error);
  g_autoptr (ScopeOwnColours) none = scope_own_colours_parse (" , ", &error);
  g_autofree char *with = NULL, *without = NULL, *comma = NULL;

  g_assert_no_error (error);
  g_assert_null (none);
  g_assert_cmphex (find (own, "worker1"), ==, 0xffe06c00); /* the first holds */
  g_assert_cmphex (find (own, "worker7"), ==, 0xffe06c00);
  g_assert_cmphex (find (own, "thread 7"), ==, 0xff112233);
  g_assert_cmphex (find (own, "a=b"), ==, 0xff000001);
  g_assert_cmphex (find (own, "nobody"), ==, 0);
  g_assert_cmphex (find (NULL, "worker1"), ==, 0);
  g_assert_cmphex (scope_own_colours_message (own, SCOPE_TAG_HEAD), ==, 0xff0a0b0c);
  g_assert_cmphex (scope_own_colours_message (own, SCOPE_TAG_DATA), ==, 0);
  g_assert_cmphex (scope_own_colours_message (own, 0xff), ==, 0);

  with = scope_own_colours_with (scope_own_colours_text (own), "worker1", 0xff123456);
  g_assert_cmpstr (with, ==, "worker1=#123456, worker*=#E06c00, a=b=#000001, message:head=#0a0b0c, *7=#112233");
  without = scope_own_colours_with (with, "worker1", 0);
  g_assert_cmpstr (without, ==, "worker*=#E06c00, a=b=#000001, message:head=#0a0b0c, *7=#112233");
  comma = scope_own_colours_with ("", "f(1,2)", 0xff010203);
  g_assert_cmpstr (comma, ==, "f(1?2)=#010203");
}

static void
test_wrong (void)
{
  static const char *const wrong[] = { "worker", "=#123456", "a=red", "a=#12345", "a=#1234567", "a=#12345g", "a=#-12345", "message:Mail=#123456", "a=", "\xff=#123456" };
  GString *many = g_string_new (NULL);

  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_null (scope_own_colours_parse (wrong[i], &error));
      g_assert_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT);
    }
  for (guint i = 0; i <= SCOPE_OWN_COLOURS_MOST; i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (ScopeOwnColours) own = NULL;

      g_string_append_printf (many, "n%u=#000000,", i);
      own = scope_own_colours_parse (many->str, &error);
      g_assert_true ((own != NULL) == (i < SCOPE_OWN_COLOURS_MOST));
    }
  g_string_free (many, TRUE);
}

/* --- lanes --- */

/* Two machines; the thread of each is called, runs in the first half, and is what its processor runs then; in the second half the processor
 * runs somebody whose name nobody knows. */
static ScopeTrace *
make_runs (void)
{
  ScopeTrace *trace = make_trace (2, 1, SCOPE_RUNTIME_GHC);

  for (guint m = 0; m < 2; m++)
    {
      ScopeMachine *machine = scope_trace_machine (trace, m);
      ScopeEntity *thread = scope_machine_entity (machine, SCOPE_KIND_THREAD, 0);
      guint32 on = scope_machine_entity (machine, SCOPE_KIND_PROCESSOR, 0)->lane, index, lane;
      ScopeRow rows[4];

      machine->name = g_strdup (m == 0 ? "here" : "there");
      thread->name = m == 0 ? (char *) "sort, left" : (char *) "merge";
      lane = scope_lane_store_add_lane (machine->lanes, SCOPE_KIND_THREAD, SCOPE_CODE_RUNNABLE, SCOPE_NONE);
      scope_lane_store_set_life (machine->lanes, lane, 0, END);
      scope_machine_add_entity (machine, SCOPE_KIND_THREAD, 2, lane, &index);
      rows[0] = scope_row (on, 1, SCOPE_CODE_RUNNING, 1);
      rows[1] = scope_row (on, HALF, SCOPE_CODE_RUNNING, 2);
      rows[2] = scope_row (thread->lane, 1, SCOPE_CODE_RUNNING, 0);
      rows[3] = scope_row (thread->lane, HALF, SCOPE_CODE_BLOCKED, 0);
      scope_lane_store_add_rows (machine->lanes, rows, 4, NULL);
    }
  finish (trace);
  return trace;
}

/* Where no row but a processor's has the colour, the key tells it, as long as the processor ran whom it is of in what is seen. */
static void
check_keys (ScopeView *view, ScopeTileGetter *getter)
{
  ScopeLaneList *lanes = scope_view_get_lanes (view);
  g_autoptr (GArray) without = NULL, with = NULL, later = NULL;

  for (guint i = 0; i < scope_lane_list_n_rows (lanes); i++)
    g_assert_cmpint (scope_lane_list_row (lanes, i)->lane.kind, !=, SCOPE_KIND_THREAD);
  without = scope_colour_keys (view, NULL, NULL, NULL);
  g_assert_cmpuint (without->len, ==, 0);
  with = scope_colour_keys (view, NULL, getter, NULL);
  g_assert_cmpuint (with->len, ==, 2); /* the one of the first half, and another machine's of the second */
  g_assert_cmphex (g_array_index (with, ScopeColourKey, 0).colour, ==, 0xff405060);
  g_assert_cmphex (g_array_index (with, ScopeColourKey, 1).colour, ==, 0xff102030);
  g_assert_false (g_array_index (with, ScopeColourKey, 1).line);
  scope_view_set_range (view, HALF + END / 10, END);
  later = scope_colour_keys (view, NULL, getter, NULL);
  g_assert_cmpuint (later->len, ==, 1);
  g_assert_cmphex (g_array_index (later, ScopeColourKey, 0).colour, ==, 0xff405060);
}

static void
test_lanes (void)
{
  g_autoptr (ScopeTrace) trace = make_runs ();
  g_autoptr (ScopeView) view = scope_view_new (trace), copy = NULL;
  g_autoptr (ScopeTileCache) tiles = scope_tile_cache_new (G_OBJECT (trace), 0, 1);
  g_autofree char *name = NULL, *title = NULL;
  const ScopeLaneId thread = { 0, SCOPE_KIND_THREAD, 0 }, other = { 1, SCOPE_KIND_THREAD, 0 }, nameless = { 1, SCOPE_KIND_THREAD, 1 },
                    processor = { 0, SCOPE_KIND_PROCESSOR, 0 };
  ScopeTileGetter getter;
  guint row, n = 0;

  scope_view_set_width (view, 1000);
  scope_view_set_range (view, 0, END);
  name = scope_view_own_colour_name (view, thread);
  title = scope_view_own_colour_name (view, nameless);
  g_assert_cmpstr (name, ==, "sort, left");
  scope_view_give_colour (view, name, 0xff102030);
  scope_view_give_colour (view, title, 0xff405060);
  g_assert_cmphex (scope_view_own_colour (view, thread), ==, 0xff102030);
  g_assert_cmphex (scope_view_own_colour (view, other), ==, 0);
  g_assert_cmphex (scope_view_own_colour (view, nameless), ==, 0xff405060);
  g_assert_cmphex (scope_view_own_colour (view, processor), ==, 0);

  /* A still, as what is exported, has them. */
  copy = scope_view_copy (view);
  scope_tile_getter_init_waiting (&getter, tiles);
  row = scope_lane_list_find (scope_view_get_lanes (copy), processor, FALSE);
  g_assert_cmpuint (row, !=, SCOPE_NONE);
  for (gint64 i = 0; i < 4; i++)
    {
      g_autoptr (ScopeStrip) strip = scope_timeline_strip (copy, row, i, FALSE, &getter, NULL);

      for (guint c = 0; c < strip->n && strip->x + c < 1000; c++, n++)
        g_assert_cmphex (strip->own[c], ==, strip->x + c < 500 ? 0xff102030 : 0);
    }
  g_assert_cmpuint (n, ==, 1000);
  check_keys (copy, &getter);
  scope_view_give_colour (view, name, 0);
  g_assert_cmphex (scope_view_own_colour (view, thread), ==, 0);
  g_assert_cmphex (scope_view_own_colour (copy, thread), ==, 0xff102030);
}

/* How many pixels of a row's picture have that colour. */
static guint
count_pixels (ScopeView *view, ScopeLaneId lane, guint32 colour)
{
  g_autoptr (ScopeTileCache) tiles = scope_tile_cache_new (G_OBJECT (scope_view_get_trace (view)), 0, 1);
  g_autofree guint32 *pixels = g_new0 (guint32, SCOPE_STRIP_COLUMNS * 10);
  guint row = scope_lane_list_find (scope_view_get_lanes (view), lane, FALSE), n = 0;
  ScopeTileGetter getter;

  scope_tile_getter_init_waiting (&getter, tiles);
  for (gint64 i = 0; i < 4; i++)
    {
      scope_timeline_raster (view, row, i, 10, &getter, NULL, pixels, SCOPE_STRIP_COLUMNS * 4);
      for (guint k = 0; k < SCOPE_STRIP_COLUMNS * 10; k++)
        n += pixels[k] == colour;
    }
  return n;
}

/* Each pixel of the first half, and none other, in every way of colouring. */
static void
test_pixels (void)
{
  g_autoptr (ScopeTrace) trace = make_runs ();
  g_autoptr (ScopeView) view = scope_view_new (trace);
  guint64 digest = scope_timeline_look_digest (view);

  scope_view_set_width (view, 1000);
  scope_view_set_range (view, 0, END);
  for (guint by = SCOPE_COLOUR_STATE; by <= SCOPE_COLOUR_TASK; by++)
    {
      scope_view_set_look (view, SCOPE_LOOK_COLOURS, by);
      scope_view_give_colour (view, "sort, left", 0xff102030);
      g_assert_cmpuint (scope_timeline_look_digest (view), !=, digest);
      /* One pixel of the first column says that it was idle for a tick. */
      g_assert_cmpuint (count_pixels (view, (ScopeLaneId) { 0, SCOPE_KIND_PROCESSOR, 0 }, 0xff102030), ==, 4999);
      g_assert_cmpuint (count_pixels (view, (ScopeLaneId) { 1, SCOPE_KIND_PROCESSOR, 0 }, 0xff102030), ==, 0);
      scope_view_give_colour (view, "sort, left", 0);
      g_assert_cmpuint (count_pixels (view, (ScopeLaneId) { 0, SCOPE_KIND_PROCESSOR, 0 }, 0xff102030), ==, 0);
    }
}

static void
test_export (void)
{
  g_autoptr (ScopeTrace) trace = make_runs ();
  g_autofree char *folder = g_dir_make_tmp ("own-XXXXXX", NULL), *path = g_build_filename (folder, "a.svg", NULL), *text = NULL;
  ScopePictureOptions options = { .lanes = "processors", .own_colours = "merge=#405060,other=#708090" };
  g_autoptr (GError) error = NULL;

  g_assert_true (scope_picture_export (trace, &options, path, NULL));
  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  g_assert_nonnull (strstr (text, "#405060"));
  g_assert_null (strstr (text, "#708090")); /* of nobody here */
  g_assert_null (strstr (text, "#102030"));
  options.own_colours = "merge";
  g_assert_false (scope_picture_export (trace, &options, path, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT);
  g_unlink (path);
  g_rmdir (folder);
}

/* --- messages --- */

static gboolean
has_key (GArray *keys, const char *words, ScopeColour colour)
{
  for (guint i = 0; i < keys->len; i++)
    {
      const ScopeColourKey *key = &g_array_index (keys, ScopeColourKey, i);

      if (g_str_equal (key->words, words))
        return key->line && key->colour == colour;
    }
  return FALSE;
}

static void
count_by_tag (const ScopeOverlay *overlay, guint64 counts[256])
{
  memset (counts, 0, 256 * sizeof *counts);
  for (guint i = 0; i < overlay->messages->len; i++)
    {
      const ScopeMessageLine *line = &g_array_index (overlay->messages, ScopeMessageLine, i);

      counts[line->tag] += line->count;
    }
}

/* Thousands between the same two in the same slots: bundles of a class hold just those of that class. */
static void
test_classes (void)
{
  static const guint tags[] = { SCOPE_TAG_DATA, SCOPE_TAG_HEAD, SCOPE_TAG_RFORK };
  g_autoptr (ScopeTrace) trace = make_trace (2, 1, SCOPE_RUNTIME_EDEN);
  g_autoptr (ScopeView) view = scope_view_new (trace);
  g_autoptr (ScopeOverlay) overlay = NULL, own = NULL;
  g_autoptr (GArray) keys = NULL, own_keys = NULL;
  g_autoptr (GRand) rand = g_rand_new_with_seed (7);
  guint64 want[256] = { 0 }, counts[256];
  ScopeMessageFilter filter;

  for (guint i = 0; i < 6000; i++)
    {
      guint tag = tags[g_rand_int_range (rand, 0, 3)];

      want[tag]++;
      add_message (trace, 0, 1, i * 1500 + 1, i * 1500 + 400, tag, i, 10);
    }
  finish (trace);
  scope_view_update (view);
  scope_message_filter_init (&filter);
  filter.show = filter.system = filter.by_class = TRUE;
  scope_view_set_messages (view, &filter);
  overlay = read_overlay (view, 0, END);
  g_assert_true (overlay->bundled);
  count_by_tag (overlay, counts);
  g_assert_cmpmem (counts, sizeof counts, want, sizeof want);
  keys = scope_colour_keys (view, overlay, NULL, NULL);
  g_assert_cmpuint (keys->len, ==, 3);
  g_assert_true (has_key (keys, "RFork", scope_palette_message (scope_palette_get (SCOPE_PALETTE_LIGHT), SCOPE_TAG_RFORK - SCOPE_TAG_FIRST)));

  /* One's own says so by itself, and the others are as they always are. */
  filter.by_class = FALSE;
  scope_view_set_messages (view, &filter);
  scope_view_give_colour (view, "message:Head", 0xff010203);
  own = read_overlay (view, 0, END);
  count_by_tag (own, counts);
  g_assert_cmpuint (counts[SCOPE_TAG_HEAD], ==, want[SCOPE_TAG_HEAD]);
  own_keys = scope_colour_keys (view, own, NULL, NULL);
  g_assert_cmpuint (own_keys->len, ==, 1);
  g_assert_true (has_key (own_keys, "Head", 0xff010203));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/own-colours/text", test_text);
  g_test_add_func ("/own-colours/wrong", test_wrong);
  g_test_add_func ("/own-colours/lanes", test_lanes);
  g_test_add_func ("/own-colours/pixels", test_pixels);
  g_test_add_func ("/own-colours/export", test_export);
  g_test_add_func ("/own-colours/classes", test_classes);
  return g_test_run ();
}
