/* test-search-words.c: what the words of a search mean: lengths, conditions on fields; and the set in which hits are kept.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/trace/events/scope-event-set.h"
#include "model/trace/search/scope-search.h"

static void
test_length_words (void)
{
  ScopeSearchLength length;
  const char *const none[] = { "a>5", ">5", "5ms", "-->5ms", "1..2", ">5msec", "x10ms..20ms" };
  gint64 least, most;

  for (guint i = 0; i < G_N_ELEMENTS (none); i++)
    {
      g_autofree char *rest = scope_search_take_length (none[i], &length);

      g_assert_false (length.given);
      g_assert_cmpstr (rest, ==, none[i]);
    }
  {
    g_autofree char *rest = scope_search_take_length ("  MVar  >1.5ms thread 12", &length);

    g_assert_true (length.given);
    g_assert_cmpstr (rest, ==, "MVar    thread 12");
    scope_search_length_ticks (&length, 1000, &least, &most);
    g_assert_cmpint (least, ==, 1500001);
    g_assert_cmpint (most, ==, G_MAXINT64);
  }
  {
    g_autofree char *rest = scope_search_take_length ("≥2s ≤3s", &length);

    g_assert_cmpstr (rest, ==, "");
    scope_search_length_ticks (&length, 1000000, &least, &most); /* of a microsecond */
    g_assert_cmpint (least, ==, 2000000);
    g_assert_cmpint (most, ==, 3000000);
  }
}

/* What a number in a field must be: what else is written is a text. */
static void
test_conditions (void)
{
  static const char *const none[] = { "size", "size=60", "a > b", ">5", "size>5ms", "x-size>5", "size >> 5" };
  GArray *conditions;

  for (guint i = 0; i < G_N_ELEMENTS (none); i++)
    {
      g_autofree char *rest = scope_event_conditions_take (none[i], &conditions);

      g_assert_null (conditions);
      g_assert_cmpstr (rest, ==, none[i]);
    }
  {
    g_autofree char *rest = scope_event_conditions_take (" receive Size > 1.5kB tag!=3  machine <= 2MiB ", &conditions);
    const ScopeEventCondition *all = (const ScopeEventCondition *) (gpointer) conditions->data;

    g_assert_cmpstr (rest, ==, "receive");
    g_assert_cmpuint (conditions->len, ==, 3);
    g_assert_cmpstr (all[0].field, ==, "size");
    g_assert_cmpfloat (all[0].value, ==, 1500);
    g_assert_cmpfloat (all[2].value, ==, 2 * 1024 * 1024);
    g_assert_true (scope_event_condition_holds_in (&all[0], "tag=4 size=1501"));
    g_assert_false (scope_event_condition_holds_in (&all[0], "tag=4 size=1500"));
    g_assert_false (scope_event_condition_holds_in (&all[0], "max_size=9999 sizes=9999 size= size=x9999 9999"));
    g_assert_true (scope_event_condition_holds_in (&all[1], "tag=4 size=60"));
    g_assert_false (scope_event_condition_holds_in (&all[1], "tag=3 size=60"));
    g_assert_false (scope_event_condition_holds_in (&all[1], "size=60"));
    g_array_unref (conditions);
  }
}

static void
test_set (void)
{
  g_autoptr (ScopeEventSet) set = scope_event_set_new ();
  const guint16 few[] = { 3, 64, 999 };
  guint16 many[1000];
  guint page, event;

  for (guint i = 0; i < 1000; i++)
    many[i] = (guint16) i;
  scope_event_set_add (set, 2, 5, 1000, few, 3);
  scope_event_set_add (set, 2, 1, 1000, many, 1000);
  scope_event_set_add (set, 0, 0, 1000, few, 1);
  g_assert_cmpuint (scope_event_set_count (set), ==, 1004);
  g_assert_cmpuint (scope_event_set_count_before (set, 2, 5, 64), ==, 1001);
  g_assert_cmpuint (scope_event_set_count_before (set, 2, 5, 65), ==, 1002);
  g_assert_cmpuint (scope_event_set_count_before (set, 2, 1, 700), ==, 700);
  g_assert_cmpuint (scope_event_set_count_before (set, 1, 9, 9), ==, 0);
  g_assert_cmpuint (scope_event_set_count_before (set, 7, 9, 9), ==, 0);
  g_assert_true (scope_event_set_find (set, 2, 700, &page, &event));
  g_assert_cmpuint (page, ==, 1);
  g_assert_cmpuint (event, ==, 700);
  g_assert_true (scope_event_set_find (set, 2, 1002, &page, &event));
  g_assert_cmpuint (page, ==, 5);
  g_assert_cmpuint (event, ==, 999);
  g_assert_false (scope_event_set_find (set, 2, 1003, &page, &event));
  g_assert_false (scope_event_set_find (set, 1, 0, &page, &event));
  /* a page that was empty is filled later */
  scope_event_set_add (set, 2, 0, 1000, few, 2);
  g_assert_true (scope_event_set_find (set, 2, 2, &page, &event));
  g_assert_cmpuint (page, ==, 1);
  g_assert_cmpuint (event, ==, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/search-words/length-words", test_length_words);
  g_test_add_func ("/search-words/conditions", test_conditions);
  g_test_add_func ("/search-words/set", test_set);
  return g_test_run ();
}
