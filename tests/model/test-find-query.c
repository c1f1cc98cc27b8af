/* test-find-query.c: the language of searches by call stack: what it takes, where it says that something is wrong, garbage.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/trace/search/scope-find.h"

#include <string.h>

static void
test_good (void)
{
  static const char *const good[] = {
    "event:l2 in:walk_* and core:1 or wait>1000cy in:F", "WAIT>=2.5us", "wait", "wait < 3 min", "wait:10ns", "longer:>5us",
    "depth>=3 not(self:a or caller:b)", "in:foo(int) (core:0)", "lock:0xffffffff80001000", "in:\"two words\"", "duration=5ps write",
    "wait > 5 us in:f", "  not not read ", "((((event:any))))", "longer≥5µs", "lane:thread:1/7", "in:[a-", "in:a[b", "depth>3 write",
  };

  for (guint i = 0; i < G_N_ELEMENTS (good); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (ScopeFindQuery) query = scope_find_query_parse (good[i], 0, &error);

      g_assert_no_error (error);
      g_assert_nonnull (query);
    }
}

/* Plain words are a query where they are one; all else is a text to be looked for. */
static void
test_said (void)
{
  static const char *const said[][2] = {
    { "L2 miss inside move", "event:L2-miss in:move" }, { "misses in walk_*", "event:misses in:walk_*" },
    { "l1d misses within f", "event:l1d-misses in:f" }, { "memory barrier inside lock", "event:memory-barrier in:lock" },
    { "event:l2 in:move", NULL }, { "lost in space", NULL }, { "L2 miss inside", NULL }, { "L2 miss inside two words", NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (said); i++)
    {
      g_autofree char *query = scope_find_query_dup_said (said[i][0]);
      g_autoptr (ScopeFindQuery) read = query != NULL ? scope_find_query_parse (query, 0, NULL) : NULL;

      g_assert_cmpstr (query, ==, said[i][1]);
      g_assert_true ((query != NULL) == (read != NULL));
    }
}

static void
test_bad (void)
{
  static const struct
  {
    const char *text;
    guint character;
    const char *says;
  } bad[] = {
    { "", 1, "missing" }, { "in:", 4, "name" }, { "event:l7", 7, "l7" }, { "event:", 7, "missing" }, { "wait>", 6, "length" },
    { "wait>10", 6, "unit" }, { "wait>10 parsecs", 6, "parsecs" }, { "wait>1000 in:F", 6, "unit" }, { "foo:x", 1, "foo" },
    { "in:x or", 8, "missing" }, { "in:x)", 5, "bracket" }, { "(in:x", 1, "bracket" }, { "in:'x", 4, "quote" },
    { "event:l2-miss and and in:x", 19, "and" }, { "core:x", 6, "core" }, { "core:", 6, "core" }, { "depth>x", 7, "number" },
    { "depth:3", 6, "needs" }, { "in", 3, "needs" }, { "self:/(/", 6, "pattern" }, { "ä", 1, "condition" },
    { "in:ä wait>-5us", 11, "length" }, { "longer", 7, "needs" }, { "address:0xg", 9, "address" }, { "event:mb-miss", 7, "mb-miss" },
    { "wait>1e3us", 6, "e3us" }, { "wait>inf", 6, "length" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autofree char *place = g_strdup_printf ("character %u:", bad[i].character);

      g_assert_null (scope_find_query_parse (bad[i].text, 0, &error));
      g_assert_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT);
      if (strstr (error->message, place) == NULL || strstr (error->message, bad[i].says) == NULL)
        g_error ("%s: %s", bad[i].text, error->message);
    }
  {
    g_autoptr (GError) error = NULL;

    g_assert_null (scope_find_query_parse ("in:\xff", 0, &error));
    g_assert_nonnull (error);
  }
}

/* Whatever it is: an answer, and no crash. */
static void
test_garbage (void)
{
  static const char *const parts[] = { "in:", "event", ":", "l2", "walk_*", ">", "1000", "cy", "(", ")", "not", " ", "or", "'", "/", "[", "\\", "µ", "wait",
                                       "0x", "..", ",", "-", "and ", "longer", "depth", "9999999999999999999999", ".", "\n", "*", "core:1" };
  g_autoptr (GRand) rand = g_rand_new_with_seed (9);
  g_autoptr (GString) deep = g_string_new (NULL);
  guint n_good = 0;

  for (guint i = 0; i < 100000; i++)
    {
      g_autoptr (GString) text = g_string_new (NULL);
      ScopeFindQuery *query;

      for (guint n = (guint) g_rand_int_range (rand, 0, 12); n > 0; n--)
        g_string_append (text, parts[g_rand_int_range (rand, 0, G_N_ELEMENTS (parts))]);
      if (i % 10 == 0 && text->len > 0)
        text->str[g_rand_int_range (rand, 0, (gint32) text->len)] = (char) g_rand_int_range (rand, 1, 256);
      query = scope_find_query_parse (text->str, i & 3, NULL);
      n_good += query != NULL;
      g_clear_pointer (&query, scope_find_query_free);
      scope_find_query_is_meant (text->str);
    }
  g_assert_cmpuint (n_good, >, 100);
  for (guint i = 0; i < 100000; i++)
    g_string_append (deep, i < 50000 ? "(" : "not ");
  g_assert_null (scope_find_query_parse (deep->str, 0, NULL));
  g_string_truncate (deep, 0);
  for (guint i = 0; i < 100000; i++)
    g_string_append (deep, "write ");
  g_assert_null (scope_find_query_parse (deep->str, 0, NULL));
}

static void
test_meant (void)
{
  static const char *const meant[] = { "event:l2", "in:f", "wait>1000cy", "wait >= 5us", "(self:x)", "foo in:x", "longer:5ms", "lock:0x1" };
  static const char *const not_meant[] = { "wait", "event", "blocked >50ms", "HEC 0", "processor:1/0", "thread 12", "in the loop", "main:in",
                                           "core:1", "waiting>5us", "lists:in", "" };

  for (guint i = 0; i < G_N_ELEMENTS (meant); i++)
    g_assert_true (scope_find_query_is_meant (meant[i]));
  for (guint i = 0; i < G_N_ELEMENTS (not_meant); i++)
    g_assert_false (scope_find_query_is_meant (not_meant[i]));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/find-query/good", test_good);
  g_test_add_func ("/find-query/said", test_said);
  g_test_add_func ("/find-query/bad", test_bad);
  g_test_add_func ("/find-query/garbage", test_garbage);
  g_test_add_func ("/find-query/meant", test_meant);

  return g_test_run ();
}
