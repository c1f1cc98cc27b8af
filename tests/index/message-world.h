/* message-world.h: a trace with messages, read for a test, and the filter and range that its questions are asked with.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "io/import/scope-import.h"
#include "model/trace/document/scope-message.h"
#include "model/trace/document/scope-query-range.h"

typedef struct
{
  ScopeImport *import;
  ScopeTrace *trace;
  ScopeMessageFilter filter;
  ScopeQueryRange within;
} World;

/* data: the trace's path under the tests' folder. */
static void
set_up (World *w, gconstpointer data)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, data, NULL);
  const char *paths[] = { path };
  ScopeImportOptions options = { .no_cache = TRUE };
  g_autoptr (GError) error = NULL;

  w->import = scope_import_new (paths, 1, &options);
  scope_import_run (w->import, NULL, &error);
  g_assert_no_error (error);
  w->trace = scope_import_get_trace (w->import);
  scope_message_filter_init (&w->filter);
  w->filter.system = TRUE;
  w->within = (ScopeQueryRange) { .trace = w->trace, .from = SCOPE_TIME_MIN, .to = SCOPE_TIME_MAX, .messages = &w->filter };
}

static void
tear_down (World *w, gconstpointer data)
{
  g_object_unref (w->import);
}
