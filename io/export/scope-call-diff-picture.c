/* scope-call-diff-picture.c: see scope-call-diff-picture.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "io/export/scope-call-diff-picture.h"

#include "model/base/scope-fail.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#define WIDTH 1600
#define MOST_HEIGHT 16000.0

gboolean
scope_call_diff_picture_export (ScopeComparison *comparison, ScopeCallDiff *diff, const ScopeCallDiffPictureOptions *options,
                                const char *path, GError **error)
{
  const char *baseline = scope_trace_title (scope_comparison_get_baseline (comparison));
  const char *run = scope_trace_title (scope_comparison_get_run (comparison));
  /* TRANSLATORS: the names of two runs */
  g_autofree char *title = g_strdup_printf (diff->in_cycles ? _("Baseline: %s · This run: %s · in cycles of each core")
                                                            : _("Baseline: %s · This run: %s"),
                                            baseline, run);
  int width = options->width > 0 ? options->width : WIDTH;
  g_autoptr (ScopeCallDiffFlame) flame = scope_call_diff_flame_new (diff, SCOPE_NONE, (guint) width);
  ScopeCallDiffFlameOptions look = { .width = width, .title = title, .chosen = SCOPE_NONE, .font_size = options->font_size,
                                     .palette = options->palette };
  g_autoptr (ScopeScene) scene = NULL;

  if (flame->frames->len == 0)
    return scope_fail (error, G_IO_ERROR_NOT_FOUND, _("No calls in this range"));
  look.height = options->height > 0 ? options->height : MIN (ceil (scope_call_diff_flame_height (flame, &look)), MOST_HEIGHT);
  scene = scope_call_diff_flame_scene (flame, &look);
  return scope_picture_write_scene (scene, run, 1, path, error);
}
