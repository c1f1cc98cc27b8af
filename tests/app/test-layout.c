/* test-layout.c: a layout survives being written and read; a damaged one is refused as a whole.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "app/dock/scope-layout.h"

#include <string.h>

static ScopeLayout *
made_up (void)
{
  ScopeLayout *layout = scope_layout_new ();
  ScopeLayoutPanel *panel;

  layout->shown[SCOPE_PLACE_BOTTOM] = FALSE;
  layout->size[SCOPE_PLACE_END] = 401;
  scope_layout_add (layout, "one", SCOPE_PLACE_END);
  scope_layout_add (layout, "two", SCOPE_PLACE_END)->selected = TRUE;
  panel = scope_layout_add (layout, "it's \"three\"", SCOPE_PLACE_BOTTOM);
  panel->place = SCOPE_PLACE_FLOAT;
  panel->frame = 2;
  panel->width = 500;
  panel->height = 300;
  scope_layout_add (layout, "four", SCOPE_PLACE_TOP)->place = SCOPE_PLACE_CLOSED;
  return layout;
}

static void
test_round (void)
{
  g_autoptr (ScopeLayout) layout = made_up ();
  g_autofree char *text = scope_layout_print (layout), *again = NULL;
  g_autoptr (ScopeLayout) read = scope_layout_parse (text);
  ScopeLayoutPanel *panel;

  g_assert_nonnull (read);
  again = scope_layout_print (read);
  g_assert_cmpstr (text, ==, again);
  g_assert_null (strchr (text, '\n'));
  g_assert_false (read->shown[SCOPE_PLACE_BOTTOM]);
  g_assert_true (read->shown[SCOPE_PLACE_END]);
  g_assert_cmpint (read->size[SCOPE_PLACE_END], ==, 401);
  g_assert_cmpint (read->size[SCOPE_PLACE_BOTTOM], ==, 0); /* as the window likes */
  g_assert_cmpuint (read->panels->len, ==, 4);
  panel = scope_layout_find (read, "two");
  g_assert_cmpuint (panel->page, ==, 1);
  g_assert_true (panel->selected);
  panel = scope_layout_find (read, "it's \"three\"");
  g_assert_cmpint (panel->place, ==, SCOPE_PLACE_FLOAT);
  g_assert_cmpint (panel->edge, ==, SCOPE_PLACE_BOTTOM);
  g_assert_cmpuint (panel->frame, ==, 2);
  g_assert_cmpint (panel->width, ==, 500);
  g_assert_cmpint (scope_layout_find (read, "four")->place, ==, SCOPE_PLACE_CLOSED);
  g_assert_null (scope_layout_find (read, "five"));
}

#define EDGES "[(true, 320), (true, 320), (true, 240), (true, 240)]"

static void
test_damaged (void)
{
  static const char *const bad[] = {
    "",
    "nonsense",
    "(1,)",
    "(1, [], [])",
    "(2, " EDGES ", [])",
    "(1, [(true, 320), (true, 320), (true, 240), (true, -5)], [])",
    "(1, [(true, 320), (true, 320), (true, 240), (true, 2000000000)], [])",
    "(1, " EDGES ", [('a', 'nowhere', 'end', 0, 0, true, 0, 0)])",
    "(1, " EDGES ", [('a', 'float', 'float', 0, 0, true, 0, 0)])",
    "(1, " EDGES ", [('a', 'start', 'end', 0, 0, true, 0, 0)])",
    "(1, " EDGES ", [('', 'end', 'end', 0, 0, true, 0, 0)])",
    "(1, " EDGES ", [('a', 'end', 'end', 4000000, 0, true, 0, 0)])",
    "(1, " EDGES ", [('a', 'float', 'end', 0, 0, true, -1, 0)])",
    "(1, " EDGES ", [('a', 'end', 'end', 0, 0, true, 0, 0), ('a', 'end', 'end', 0, 1, true, 0, 0)])",
  };
  g_autoptr (ScopeLayout) good = scope_layout_parse ("(1, " EDGES ", [('a', 'end', 'end', 0, 0, true, 0, 0)])");
  g_autoptr (ScopeLayout) layout = made_up ();
  g_autofree char *text = scope_layout_print (layout);

  g_assert_nonnull (good);
  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_test_message ("%s", bad[i]);
      g_assert_null (scope_layout_parse (bad[i]));
    }
  /* Cut off anywhere. */
  for (gsize length = strlen (text); length-- > 0;)
    {
      text[length] = '\0';
      g_assert_null (scope_layout_parse (text));
    }
}

static void
test_words (void)
{
  for (int i = 0; i < SCOPE_N_PLACES; i++)
    g_assert_cmpint (scope_place_from_word (scope_place_to_word ((ScopePlace) i)), ==, i);
  g_assert_cmpint (scope_place_from_word ("elsewhere"), ==, -1);
  g_assert_cmpint (scope_place_from_word (NULL), ==, -1);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/layout/round", test_round);
  g_test_add_func ("/layout/damaged", test_damaged);
  g_test_add_func ("/layout/words", test_words);
  return g_test_run ();
}
