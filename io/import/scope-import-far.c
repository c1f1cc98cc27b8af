/* scope-import-far.c: a trace that lies on another computer, ssh://HOST/PATH: it is read there, and its index looked at from here.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/import/scope-import-private.h"

#include "io/index/scope-cache.h"
#include "io/index/scope-index.h"
#include "io/index/scope-run-list.h"
#include "io/remote/scope-far-file.h"
#include "model/base/scope-fail.h"
#include "model/base/scope-weak-ref.h"

#include <glib/gi18n-lib.h>

/* Of the bar: reading it there, and then its directories on their way. */
#define THERE 0.9

gboolean
scope_import_is_far (ScopeImport *self)
{
  for (char **path = self->paths; *path != NULL; path++)
    if (scope_far_is_uri (*path))
      return TRUE;
  return FALSE;
}

static void
notify_there (double fraction, gpointer data)
{
  scope_trace_set_progress (data, THERE * fraction, SCOPE_TIME_MIN);
}

static void
notify_coming (double fraction, gpointer data)
{
  scope_trace_set_progress (data, THERE + (1 - THERE) * fraction, SCOPE_TIME_MIN);
}

static void
notify_line (const char *lost, gpointer data)
{
  g_autoptr (ScopeTrace) trace = g_weak_ref_get (data);

  if (trace != NULL)
    scope_trace_set_lost (trace, lost);
}

static void
notify_growth (gpointer data)
{
  g_autoptr (ScopeTrace) trace = g_weak_ref_get (data);

  if (trace != NULL)
    scope_trace_set_grown (trace);
}

/* The trace has the source, and this has not the trace. */
static void
watch_line (ScopeTrace *trace, ScopeFar *far)
{
  scope_far_set_told (far, notify_line, scope_weak_ref_new (trace), scope_weak_ref_free);
  scope_far_set_grew (far, notify_growth, scope_weak_ref_new (trace), scope_weak_ref_free);
  scope_trace_set_far (trace);
}

/* Without a cache each time all comes over the line. */
static void
keep (ScopeImport *self, ScopeFar *far)
{
  g_autofree char *folder = self->no_cache ? NULL : scope_cache_folder (self->cache_dir, NULL);

  if (folder != NULL)
    scope_far_keep (far, folder, self->cache_limit, self->rebuild);
}

gboolean
scope_import_open_far (ScopeImport *self, GError **error)
{
  ScopeFar *far = NULL;
  ScopeIndexSource *source;
  g_autofree char *notice = NULL;

  if (self->paths[1] != NULL)
    return scope_fail (error, G_IO_ERROR_INVALID_ARGUMENT, _("A trace on another computer cannot be opened together with other files"));
  far = scope_far_open (self->paths[0], notify_there, self->trace, self->cancellable, error);
  if (far == NULL)
    return FALSE;
  notice = g_strdup_printf (_("The trace lies on %s: raw events are not available"), scope_far_host (far));
  watch_line (self->trace, far);
  keep (self, far);
  source = scope_far_file_new (far, notify_coming, self->trace, error);
  if (source == NULL)
    return FALSE;
  self->run = scope_run_read_index (source->path, error);
  if (self->run == NULL)
    {
      source->klass->forget (source);
      source->klass->free (source);
      return FALSE;
    }
  if (!scope_index_read_source (self->trace, source, error))
    {
      g_prefix_error (error, "%s: ", self->paths[0]);
      return FALSE;
    }
  self->digest = g_strdup (scope_run_facts (self->run)->digest);
  self->cached = TRUE;
  /* What lies at the same paths here is something else. */
  scope_run_set_index (self->run, NULL, 0, 0, FALSE);
  scope_run_set_source (self->run, SCOPE_RUN_SOURCE_GONE);
  scope_import_add_notice (self, notice);
  return TRUE;
}
