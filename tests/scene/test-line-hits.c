/* test-line-hits.c: which line between lanes a pointer is on.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "tests/scene/line-traces.h"

#include <math.h>

/* The whole trace with rows of that kind, each at its place. */
static ScopeOverlay *
look_at (ScopeTrace *trace, ScopeView *view, guint show, const ScopeTimelineOptions *options)
{
  ScopeOverlay *overlay;

  finish (trace);
  scope_view_update (view);
  scope_lane_list_set_show (scope_view_get_lanes (view), show);
  overlay = read_overlay (view, 0, END);
  scope_timeline_height (view, options);
  return overlay;
}

/* A few pixels beside a line is on it, and the nearest of several is meant. */
static void
test_hit (void)
{
  g_autoptr (ScopeTrace) trace = make_trace (2, 1, SCOPE_RUNTIME_EDEN);
  g_autoptr (ScopeView) view = scope_view_new (trace);
  g_autoptr (ScopeOverlay) overlay = NULL;
  ScopeTimelineOptions options = plain_options ();
  ScopeMessageLine hit = { 0 };
  double y;

  add_message (trace, 0, 1, 2000000, 2000000, SCOPE_TAG_DATA, 1, 10); /* x 200 */
  add_message (trace, 0, 1, 2060000, 2060000, SCOPE_TAG_DATA, 2, 10); /* x 206 */
  overlay = look_at (trace, view, SCOPE_SHOW_MACHINES, &options);
  y = (middle_of (view, "machine:1") + middle_of (view, "machine:2")) / 2;
  g_assert_false (scope_timeline_hit_message (view, &options, overlay, 190, y, 4, &hit));
  g_assert_true (scope_timeline_hit_message (view, &options, overlay, 197, y, 4, &hit));
  g_assert_cmpint (hit.send, ==, 2000000);
  g_assert_true (scope_timeline_hit_message (view, &options, overlay, 204, y, 4, &hit));
  g_assert_cmpint (hit.send, ==, 2060000);
  g_assert_cmpuint (hit.count, ==, 1);
  /* Not where the rows are that it does not touch. */
  g_assert_false (scope_timeline_hit_message (view, &options, overlay, 200, 300, 4, &hit));
}

/* Erlang's processes have their rows among the threads; a line to somebody who has none is no line to the first scheduler. */
static void
test_hit_erlang (void)
{
  g_autoptr (ScopeTrace) trace = make_trace (2, 1, SCOPE_RUNTIME_ERLANG);
  g_autoptr (ScopeView) view = scope_view_new (trace);
  g_autoptr (ScopeOverlay) overlay = NULL;
  ScopeTimelineOptions options = plain_options ();
  ScopeMessageFilter filter = *scope_view_get_messages (view);
  ScopeMessageLine hit = { 0 };
  gint64 row[SCOPE_MESSAGE_N_COLUMNS];
  double from, to;

  add_message (trace, 0, 1, 2000000, 2000000, SCOPE_TAG_DATA, 1, 10); /* x 200 */
  for (guint c = 0; c < SCOPE_MESSAGE_N_COLUMNS; c++)
    row[c] = SCOPE_TABLE_NULL;
  row[SCOPE_MESSAGE_SEND] = row[SCOPE_MESSAGE_RECEIVE] = 6000000; /* x 600 */
  row[SCOPE_MESSAGE_TAG] = SCOPE_TAG_DATA;
  row[SCOPE_MESSAGE_FROM_MACHINE] = 0;
  row[SCOPE_MESSAGE_TO_MACHINE] = row[SCOPE_MESSAGE_TO_PROCESS] = 1;
  scope_table_add_lasting (scope_trace_machine (trace, 0)->tables[SCOPE_TABLE_MESSAGES], row, 6000000, NULL);
  filter.show = TRUE;
  scope_view_set_messages (view, &filter);
  overlay = look_at (trace, view, SCOPE_SHOW_THREADS, &options);
  from = middle_of (view, "thread:1/1");
  to = middle_of (view, "thread:2/1");
  g_assert_true (scope_timeline_hit_message (view, &options, overlay, 200, (from + to) / 2, 4, &hit));
  g_assert_cmpint (hit.send, ==, 2000000);
  g_assert_false (scope_timeline_hit_message (view, &options, overlay, 600, (from + to) / 2, 4, &hit));
}

/* What a bundle stands for is all of it, and its edge is where it is drawn: wide. */
static void
test_hit_bundle (void)
{
  g_autoptr (ScopeTrace) trace = make_trace (2, 1, SCOPE_RUNTIME_EDEN);
  g_autoptr (ScopeView) view = scope_view_new (trace);
  g_autoptr (ScopeOverlay) overlay = NULL;
  ScopeTimelineOptions options = plain_options ();
  ScopeMessageLine hit = { 0 };
  double y;

  for (guint i = 0; i < 5000; i++)
    add_message (trace, 0, 1, 2600000 + i * 100, 2600000 + i * 100 + 50, SCOPE_TAG_DATA, 3, 10);
  overlay = look_at (trace, view, SCOPE_SHOW_MACHINES, &options);
  g_assert_true (overlay->bundled);
  y = (middle_of (view, "machine:1") + middle_of (view, "machine:2")) / 2;
  /* Slot 256 to 320 has 2560000 to 3200000: all of them; drawn at their mean, x 285, 1 + log2(5000)/2 = 7 wide. */
  g_assert_true (scope_timeline_hit_message (view, &options, overlay, 285 + 7, y, 4, &hit));
  g_assert_cmpuint (hit.count, ==, 5000);
  g_assert_cmpint (hit.first, ==, 2600000);
  g_assert_cmpint (hit.last, ==, 2600000 + 4999 * 100);
  g_assert_cmpint (hit.until, ==, 2600000 + 4999 * 100 + 50);
  g_assert_false (scope_timeline_hit_message (view, &options, overlay, 285 + 9, y, 4, &hit));
  scope_view_zoom_to_message (view, &hit);
  g_assert_cmpfloat (scope_view_get_viewport (view)->from, >=, 2540000);
  g_assert_cmpfloat (scope_view_get_viewport (view)->from, <=, 2600000);
  g_assert_cmpfloat (scope_view_get_viewport (view)->to, >=, 2600000 + 4999 * 100 + 50);
}

/* Bundles of one slot stand side by side: the chosen one is marked where it stands, not at its mean. */
static void
test_chosen_bundle (void)
{
  g_autoptr (ScopeTrace) trace = make_trace (3, 1, SCOPE_RUNTIME_EDEN);
  g_autoptr (ScopeView) view = scope_view_new (trace);
  g_autoptr (ScopeTileCache) tiles = scope_tile_cache_new (G_OBJECT (trace), 0, 1);
  g_autoptr (ScopeOverlay) overlay = NULL;
  g_autoptr (ScopeScene) scene = NULL;
  ScopeTimelineOptions options = plain_options ();
  ScopeMessageLine hit = { 0 };
  ScopeTileGetter getter;
  double y, found = 0;

  for (guint i = 0; i < 5000; i++) /* all four have the same mean, x 285 */
    {
      add_message (trace, 0, 1, 2600000 + i * 100, 2600000 + i * 100, SCOPE_TAG_DATA, 3, 10);
      add_message (trace, 0, 2, 2600000 + i * 100, 2600000 + i * 100, SCOPE_TAG_DATA, 3, 10);
      add_message (trace, 1, 0, 2600000 + i * 100, 2600000 + i * 100, SCOPE_TAG_DATA, 3, 10);
      add_message (trace, 2, 0, 2600000 + i * 100, 2600000 + i * 100, SCOPE_TAG_DATA, 3, 10);
    }
  overlay = look_at (trace, view, SCOPE_SHOW_MACHINES, &options);
  g_assert_true (overlay->bundled);
  y = (middle_of (view, "machine:1") + middle_of (view, "machine:2")) / 2;
  g_assert_true (scope_timeline_hit_message (view, &options, overlay, 285 + 31, y, 2, &hit));
  scope_view_select_message (view, &hit);
  options.parts |= SCOPE_PART_SELECTION;
  scope_tile_getter_init_waiting (&getter, tiles);
  scene = scope_timeline_scene_build (view, &options, &getter, overlay);
  for (guint i = 0; i < scene->items->len; i++)
    {
      const ScopeItem *item = &g_array_index (scene->items, ScopeItem, i);

      if (item->type == SCOPE_ITEM_LINE && item->arrow && item->size == 2.5f)
        found = item->x;
    }
  g_assert_cmpfloat (fabs (found - (285 + 31)), <=, 6);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/line-hits/line", test_hit);
  g_test_add_func ("/line-hits/erlang", test_hit_erlang);
  g_test_add_func ("/line-hits/bundle", test_hit_bundle);
  g_test_add_func ("/line-hits/chosen-bundle", test_chosen_bundle);
  return g_test_run ();
}
