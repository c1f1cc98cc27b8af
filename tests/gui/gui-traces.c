/* gui-traces.c: traces that are read from files, for tests of widgets.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "gui-traces.h"

ScopeImport *
gui_import_new (const char *file)
{
  g_autofree char *path = g_path_is_absolute (file) ? g_strdup (file) : g_test_build_filename (G_TEST_DIST, file, NULL);
  const char *paths[] = { path };
  ScopeImportOptions options = { .no_cache = TRUE };
  ScopeImport *import = scope_import_new (paths, 1, &options);
  g_autoptr (GError) error = NULL;

  scope_import_run (import, NULL, &error);
  g_assert_no_error (error);

  return import;
}
