/* test-loss-words.c: what a loss says is found among the known sentences, with its numbers and names, and translated.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/trace/document/scope-loss-words.h"

#include <libintl.h>
#include <locale.h>
#include <string.h>

/* @sentence with numbers for what differs, each another one. */
static char *
fill (const char *sentence)
{
  g_auto (GStrv) parts = g_strsplit (sentence, "%s", -1);
  GString *text = g_string_new (parts[0]);

  for (guint i = 1; parts[i] != NULL; i++)
    g_string_append_printf (text, "%u%s", 70 + i, parts[i]);
  return g_string_free (text, FALSE);
}

static void
test_as_they_are (void)
{
  for (const char *const *sentence = scope_loss_sentences (); *sentence != NULL; sentence++)
    {
      g_autofree char *reason = fill (*sentence), *named = g_strconcat ("a: b.eventlog: ", reason, NULL);
      g_autofree char *words = scope_loss_words (reason), *named_words = scope_loss_words (named);

      g_assert_cmpstr (words, ==, reason);
      g_assert_cmpstr (named_words, ==, named);
    }
  for (const char *const *sentence = (const char *const[]){ "", ": ", "a: b: c", "unheard of", "a record of  bytes is", NULL };
       *sentence != NULL; sentence++)
    {
      g_autofree char *words = scope_loss_words (*sentence);

      g_assert_cmpstr (words, ==, *sentence);
    }
}

/* Every sentence has a translation, which is found from the sentence as a loss has it, and says the same numbers. */
static void
test_translated (gconstpointer data)
{
  const char *language = data;
  guint n = 0;

  g_setenv ("LANGUAGE", language, TRUE);
  textdomain (GETTEXT_PACKAGE); /* what was looked up for another language is forgotten */
  if (strcmp (dgettext (GETTEXT_PACKAGE, "is empty"), "is empty") == 0)
    {
      g_test_skip ("no translations: another locale's programs are not there, or they were not built");
      return;
    }
  for (const char *const *sentence = scope_loss_sentences (); *sentence != NULL; sentence++, n++)
    {
      g_autofree char *reason = fill (*sentence), *named = g_strconcat ("x.eventlog: ", reason, NULL);
      g_autofree char *words = scope_loss_words (reason), *named_words = scope_loss_words (named);
      g_autofree char *expected = g_strconcat ("x.eventlog: ", words, NULL);

      g_assert_cmpstr (words, !=, reason);
      g_assert_null (strstr (words, "%"));
      for (guint i = 71; i < 75; i++)
        {
          g_autofree char *figure = g_strdup_printf ("%u", i);

          g_assert_true ((strstr (reason, figure) != NULL) == (strstr (words, figure) != NULL));
        }
      g_assert_cmpstr (named_words, ==, expected);
    }
  g_assert_cmpuint (n, >, 50);
}

int
main (int argc, char **argv)
{
  setlocale (LC_ALL, "");
  bindtextdomain (GETTEXT_PACKAGE, g_getenv ("LANESCOPE_TEST_LOCALE"));
  bind_textdomain_codeset (GETTEXT_PACKAGE, "UTF-8");
  g_unsetenv ("LANGUAGE");
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/loss-words/as-they-are", test_as_they_are);
  g_test_add_data_func ("/loss-words/german", "de", test_translated);
  g_test_add_data_func ("/loss-words/greek", "el", test_translated);
  return g_test_run ();
}
