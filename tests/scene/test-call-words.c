/* test-call-words.c: what stands in and over bars of calls: their colours, their labels, the titles of what has no match.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/scene/calls/scope-call-unmatched-marks.h"
#include "model/scene/calls/scope-call-words.h"

static void
test_unmatched_title (void)
{
  const ScopeCallUnmatchedCount all = { 34, FALSE }, some = { 1500000, TRUE };
  g_autofree char *baseline = scope_call_unmatched_title (SCOPE_CALL_BASELINE, &all), *run = scope_call_unmatched_title (SCOPE_CALL_RUN, &some);

  g_assert_cmpstr (baseline, ==, "only in the baseline 34");
  g_assert_cmpstr (run, ==, "only in this run 1,500,000, not all marked");
}

static void
test_bars (void)
{
  for (guint p = 0; p < SCOPE_N_PALETTES; p++)
    {
      const ScopePalette *palette = scope_palette_get ((ScopePaletteKind) p);

      g_assert_cmphex (scope_call_colour (palette, "lists:map/2"), ==, scope_call_colour (palette, "lists:map/2"));
      if (p != SCOPE_PALETTE_PRINT)
        g_assert_cmphex (scope_call_colour (palette, "lists:map/2"), !=, scope_call_colour (palette, "lists:foldl/3"));
    }
  for (double width = 0; width < 200; width += 3)
    {
      g_autofree char *label = scope_call_bar_label ("some_module:some_function/3", width, 11);

      g_assert_true (label[0] == '\0' || scope_text_width (label, 11) <= width);
      g_assert_true (g_utf8_validate (label, -1, NULL));
      if (width > 190)
        g_assert_cmpstr (label, ==, "some_module:some_function/3");
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/call-words/unmatched-title", test_unmatched_title);
  g_test_add_func ("/call-words/bars", test_bars);
  return g_test_run ();
}
