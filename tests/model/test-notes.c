/* test-notes.c: a person's notes: their order, what is told of changes, and that no text gets lost on its way.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/trace/document/scope-notes.h"

#include <string.h>

#define TICK_PS 250 /* a quarter of a nanosecond */

static void
check_sorted (ScopeNotes *notes)
{
  for (guint i = 1; i < scope_notes_get_n (notes); i++)
    g_assert_cmpint (scope_note_get_from (scope_notes_get (notes, i - 1)), <=,
                     scope_note_get_from (scope_notes_get (notes, i)));
}

/* A copy that only listens: must always be the same list. */
static void
mirror (GListModel *model, guint position, guint removed, guint added, gpointer data)
{
  GPtrArray *copy = data;

  if (removed > 0)
    g_ptr_array_remove_range (copy, position, removed);
  for (guint i = 0; i < added; i++)
    g_ptr_array_insert (copy, (int) (position + i), g_list_model_get_item (model, position + i));
}

static void
test_order (void)
{
  g_autoptr (ScopeNotes) notes = scope_notes_new ();
  g_autoptr (GPtrArray) copy = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr (GRand) rand = g_rand_new_with_seed (3);

  g_signal_connect (notes, "items-changed", G_CALLBACK (mirror), copy);
  for (guint i = 0; i < 3000; i++)
    {
      guint n = scope_notes_get_n (notes), what = (guint) g_rand_int_range (rand, 0, 4);
      gint64 from = g_rand_int_range (rand, -500, 500), to = g_rand_int_range (rand, -500, 500);

      if (what < 2 || n == 0)
        g_assert_nonnull (scope_notes_add (notes, from, to, what == 0 ? "same" : "other", i % SCOPE_N_NOTE_COLOURS));
      else if (what == 2)
        scope_notes_remove (notes, scope_notes_get (notes, (guint) g_rand_int_range (rand, 0, (int) n)));
      else
        scope_notes_change (notes, scope_notes_get (notes, (guint) g_rand_int_range (rand, 0, (int) n)), from, to, "changed",
                            SCOPE_NOTE_RED);
      g_assert_cmpuint (copy->len, ==, scope_notes_get_n (notes));
    }
  check_sorted (notes);
  for (guint i = 0; i < copy->len; i++)
    {
      guint place;

      g_assert_true (g_ptr_array_index (copy, i) == scope_notes_get (notes, i));
      g_assert_true (scope_notes_find (notes, scope_notes_get (notes, i), &place));
      g_assert_cmpuint (place, ==, i);
    }
}

static void
test_find (void)
{
  g_autoptr (ScopeNotes) notes = scope_notes_new ();
  ScopeNote *early = scope_notes_add (notes, 10, 10, "early", 0), *wide = scope_notes_add (notes, 90, 20, "wide", 0);
  ScopeNote *narrow = scope_notes_add (notes, 50, 60, "narrow", 0);
  g_autoptr (ScopeNote) gone = NULL;

  g_assert_cmpint (scope_note_get_from (wide), ==, 20); /* put in order */
  g_assert_true (scope_notes_next (notes, 10) == wide);
  g_assert_true (scope_notes_next (notes, 9) == early);
  g_assert_null (scope_notes_next (notes, 50));
  g_assert_true (scope_notes_previous (notes, 50) == wide);
  g_assert_null (scope_notes_previous (notes, 10));
  g_assert_true (scope_notes_touching (notes, 55, 56) == narrow);
  g_assert_true (scope_notes_touching (notes, 70, 70) == wide);
  g_assert_null (scope_notes_touching (notes, 11, 19));
  gone = g_object_ref (narrow);
  scope_notes_remove (notes, narrow);
  g_assert_false (scope_notes_find (notes, gone, NULL));
  scope_notes_remove (notes, gone); /* nothing happens */
  g_assert_cmpuint (scope_notes_get_n (notes), ==, 2);
}

static void
test_text (void)
{
  g_autoptr (ScopeNotes) notes = scope_notes_new (), again = scope_notes_new ();
  g_autofree char *text = NULL, *second = NULL;
  g_autoptr (GError) error = NULL;
  guint added = 0;

  scope_notes_add (notes, 4, 4, "tab\there, back\\slash, \\n no line, νήμα", SCOPE_NOTE_PURPLE);
  scope_notes_add (notes, -7, 5001, "two\nlines\r", SCOPE_NOTE_GREEN); /* -1.75 ns */
  scope_notes_add (notes, G_MAXINT64 / 4, G_MAXINT64 / 4, "", SCOPE_NOTE_BLUE);
  text = scope_notes_to_text (notes, TICK_PS);
  g_assert_nonnull (strstr (text, "\n-1.750\t1250.250\tgreen\ttwo\\nlines\\r\n"));
  g_assert_true (scope_notes_add_text (again, text, -1, TICK_PS, &added, &error));
  g_assert_no_error (error);
  g_assert_cmpuint (added, ==, 3);
  for (guint i = 0; i < 3; i++)
    {
      ScopeNote *a = scope_notes_get (notes, i), *b = scope_notes_get (again, i);

      g_assert_cmpint (scope_note_get_from (a), ==, scope_note_get_from (b));
      g_assert_cmpint (scope_note_get_to (a), ==, scope_note_get_to (b));
      g_assert_cmpstr (scope_note_get_text (a), ==, scope_note_get_text (b));
      g_assert_cmpint (scope_note_get_colour (a), ==, scope_note_get_colour (b));
    }
  second = scope_notes_to_text (again, TICK_PS);
  g_assert_cmpstr (text, ==, second);
  /* Once more: they are all there. */
  g_assert_true (scope_notes_add_text (again, text, -1, TICK_PS, &added, &error));
  g_assert_cmpuint (added, ==, 0);
  g_assert_cmpuint (scope_notes_get_n (again), ==, 3);
}

static void
test_by_hand (void)
{
  g_autoptr (ScopeNotes) notes = scope_notes_new ();
  g_autoptr (GError) error = NULL;

  g_assert_true (scope_notes_add_text (notes, "\n# mine\r\n1000\t2000\tred\tfrom an editor\r\n5\t5\tblue\t", -1, 1000, NULL, &error));
  g_assert_no_error (error);
  g_assert_cmpuint (scope_notes_get_n (notes), ==, 2);
  g_assert_cmpstr (scope_note_get_text (scope_notes_get (notes, 1)), ==, "from an editor");
}

static void
test_bad_text (void)
{
  static const char *const bad[] = { "1000\t2000\tred",           "x\t2000\tred\twords", "1\t2\tmauve\twords",
                                     "1 2 red words",             "1\t\tred\twords",     "99999999999999999999\t1\tred\tfar away",
                                     "1\t2\tred\tgood\nnot at all" };
  g_autoptr (ScopeNotes) notes = scope_notes_new ();

  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_false (scope_notes_add_text (notes, bad[i], -1, 1, NULL, &error));
      g_assert_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA);
      g_assert_nonnull (strstr (error->message, i + 1 < G_N_ELEMENTS (bad) ? "Line 1" : "Line 2"));
    }
  g_assert_cmpuint (scope_notes_get_n (notes), ==, 0); /* not even the good line */
}

static void
test_limits (void)
{
  g_autoptr (ScopeNotes) notes = scope_notes_new ();
  g_autofree char *long_text = g_strnfill (3 * SCOPE_NOTE_TEXT_MAX, 'x');
  GString *many = g_string_new (NULL);
  g_autoptr (GError) error = NULL;

  g_assert_cmpuint (strlen (scope_note_get_text (scope_notes_add (notes, 0, 0, long_text, 0))), ==, SCOPE_NOTE_TEXT_MAX);
  g_assert_true (g_utf8_validate (scope_note_get_text (scope_notes_add (notes, 0, 0, "\xff\xfe", 0)), -1, NULL));
  for (guint i = 0; i <= SCOPE_NOTES_MAX; i++)
    g_string_append_printf (many, "%u\t%u\tred\t\n", i, i);
  g_assert_false (scope_notes_add_text (notes, many->str, (gssize) many->len, 1000, NULL, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NO_SPACE);
  g_assert_cmpuint (scope_notes_get_n (notes), ==, 2);
  g_string_free (many, TRUE);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/notes/order", test_order);
  g_test_add_func ("/notes/find", test_find);
  g_test_add_func ("/notes/text", test_text);
  g_test_add_func ("/notes/by-hand", test_by_hand);
  g_test_add_func ("/notes/bad-text", test_bad_text);
  g_test_add_func ("/notes/limits", test_limits);
  return g_test_run ();
}
