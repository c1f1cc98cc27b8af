/* test-settings.c: settings are kept with a schema, and last as long as the program without one.
 *
 * Started with the folder of the compiled schema.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "app/settings/scope-settings.h"

static const char *schema_folder;

static const char *const keys[] = { "palette", "color-scheme", "time-format", "cache-limit", "cache-folder",
                                    "window-size", "window-maximized", "layout", "messages-mode", "source-path", "long-latency",
                                    "own-colours", "lock-functions", "unlock-functions", "hidden-functions", "folded-functions",
                                    "merged-functions" };

static ScopeSettings *
with_schema (void)
{
  const char *folders[] = { "/nowhere at all", schema_folder, NULL };

  return scope_settings_new_from (folders);
}

static ScopeSettings *
without_schema (void)
{
  const char *folders[] = { "/nowhere at all", NULL };

  return scope_settings_new_from (folders);
}

static void
test_same_defaults (void)
{
  g_autoptr (ScopeSettings) with = with_schema (), without = without_schema ();

  g_assert_true (scope_settings_are_kept (with));
  g_assert_false (scope_settings_are_kept (without));
  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    {
      g_autoptr (GVariant) a = NULL, b = NULL;

      scope_settings_reset (with, keys[i]);
      a = scope_settings_get (with, keys[i]);
      b = scope_settings_get (without, keys[i]);
      g_assert_cmpvariant (a, b);
    }
}

static void
count (ScopeSettings *settings, const char *key, gpointer data)
{
  g_assert_cmpstr (key, ==, "palette");
  (*(guint *) data)++;
}

static void
check_changes (ScopeSettings *settings)
{
  g_autofree char *value = NULL, *again = NULL;
  guint n = 0;

  g_signal_connect (settings, "changed::palette", G_CALLBACK (count), &n);
  g_assert_true (scope_settings_set_string (settings, "palette", "print"));
  g_assert_cmpuint (n, ==, 1);
  value = scope_settings_dup_string (settings, "palette");
  g_assert_cmpstr (value, ==, "print");
  g_assert_true (scope_settings_set_string (settings, "palette", "print")); /* no news */
  g_assert_cmpuint (n, ==, 1);
  g_assert_true (scope_settings_set_string (settings, "layout", "x"));
  g_assert_cmpuint (n, ==, 1);
  scope_settings_reset (settings, "palette");
  g_assert_cmpuint (n, ==, 2);
  again = scope_settings_dup_string (settings, "palette");
  g_assert_cmpstr (again, ==, "default");
  g_assert_true (scope_settings_set (settings, "cache-limit", g_variant_new_uint64 (G_GUINT64_CONSTANT (1) << 30)));
  g_assert_cmpuint (scope_settings_get_uint64 (settings, "cache-limit"), ==, G_GUINT64_CONSTANT (1) << 30);
  g_assert_true (scope_settings_set (settings, "window-maximized", g_variant_new_boolean (TRUE)));
  g_assert_true (scope_settings_get_boolean (settings, "window-maximized"));
}

static void
test_with_schema (void)
{
  g_autoptr (ScopeSettings) settings = with_schema ();

  check_changes (settings);
  /* What the schema does not know is left out, without a word in the log (which would end the test). */
  g_assert_false (scope_settings_set_string (settings, "palette", "no such colours"));
  g_assert_false (scope_settings_set (settings, "cache-limit", g_variant_new_uint64 (1)));
}

static void
test_without_schema (void)
{
  g_autoptr (ScopeSettings) settings = without_schema ();

  check_changes (settings);
}

int
main (int argc, char **argv)
{
  g_setenv ("GSETTINGS_BACKEND", "memory", TRUE);
  g_test_init (&argc, &argv, NULL);
  schema_folder = argv[1];
  g_test_add_func ("/settings/same-defaults", test_same_defaults);
  g_test_add_func ("/settings/with-schema", test_with_schema);
  g_test_add_func ("/settings/without-schema", test_without_schema);
  return g_test_run ();
}
