/* scope-heap-words.c: what the picture of the heap says in words: see scope-heap-scene.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/scene/profile/scope-heap-scene-private.h"

#include "model/base/scope-format.h"
#include "model/scene/profile/scope-profile-table.h"

#include <glib/gi18n-lib.h>

char *
scope_heap_band_title (const ScopeHeapBand *band)
{
  g_autofree char *n = NULL;

  if (band->place > 0)
    return g_strdup (band->name);
  n = scope_format_count (band->n);
  /* TRANSLATORS: a number of bands of a profile that are drawn as one */
  return g_strdup_printf (ngettext ("%s other", "%s others", band->n), n);
}

/* The title, and where in the source that is. */
static char *
title_and_place (const ScopeHeapBand *band)
{
  g_autofree char *title = scope_heap_band_title (band);

  if (band->location == NULL || *band->location == '\0')
    return g_steal_pointer (&title);
  return g_strdup_printf ("%s · %s", title, band->location);
}

static char *
time_text (ScopeView *view, gint64 time)
{
  ScopeClock clock = scope_view_get_clock (view);

  return scope_clock_text (&clock, (double) time, scope_viewport_scale (scope_view_get_viewport (view)));
}

char *
scope_heap_scene_summary (ScopeView *view, const ScopeHeapCourse *course)
{
  const char *profile = scope_profile_word (course->profile);
  g_autofree char *n = scope_format_count (course->n_samples), *mean = scope_format_bytes (course->mean),
                  *most = scope_format_bytes ((double) course->most), *when = time_text (view, course->most_time);

  if (course->bands->len == 0)
    /* TRANSLATORS: what GHC's profile tells apart: “Cost Centre”, “Retainer” */
    return g_strdup_printf (_("%s: no sample in this range"), profile);
  if (course->n_samples == 0)
    /* TRANSLATORS: a profile, a size, a time */
    return g_strdup_printf (_("%s: no sample in this range; the one before found %s at %s"), profile, mean, when);
  if (course->n_samples == 1)
    /* TRANSLATORS: a profile, a size, a time: “Cost Centre: one sample, 6.9 MB at 31 ms” */
    return g_strdup_printf (_("%s: one sample, %s at %s"), profile, mean, when);
  /* TRANSLATORS: a profile, a number, two sizes, a time: “Cost Centre: 12 samples, 6.9 MB on average, at most 10.2 MB at 31 ms” */
  return g_strdup_printf (_("%s: %s samples, %s on average, at most %s at %s; each is drawn until the next"), profile, n, mean, most, when);
}

/* Of the range. */
static char *
describe_key (ScopeView *view, const ScopeHeapCourse *course, const ScopeHeapBand *band)
{
  g_autofree char *title = title_and_place (band), *mean = scope_format_bytes (band->mean), *most = NULL, *when = NULL;
  g_autofree char *share = scope_format_share (course->mean > 0 ? band->mean / course->mean : 0);

  if (band->place == 0)
    /* TRANSLATORS: bands of a profile, their size, its share of all */
    return g_strdup_printf (_("%s\n%s on average (%s)"), title, mean, share);
  most = scope_format_bytes ((double) band->most);
  when = time_text (view, band->most_time);
  /* TRANSLATORS: a band of a profile, its size, its share of all, its largest size, a time */
  return g_strdup_printf (_("%s\n%s on average (%s)\nat most %s at %s"), title, mean, share, most, when);
}

char *
scope_heap_scene_describe (ScopeView *view, const ScopeHeapCourse *course, const ScopeHeapHit *hit)
{
  const ScopeHeapBand *band = hit->band >= 0 ? &g_array_index (course->bands, ScopeHeapBand, hit->band) : NULL;
  const ScopeHeapStep *step = hit->step >= 0 ? &g_array_index (course->steps, ScopeHeapStep, hit->step) : NULL;
  GString *text = g_string_new (NULL);
  g_autofree char *all = NULL, *when = NULL;

  if (hit->key && band != NULL)
    return g_string_free (text, TRUE), describe_key (view, course, band);
  if (step == NULL)
    return g_string_free (text, FALSE);
  all = scope_format_bytes ((double) step->sum);
  when = time_text (view, step->time);
  if (band != NULL)
    {
      gint64 value = course->values[(gsize) hit->step * course->bands->len + (guint) hit->band];
      g_autofree char *title = title_and_place (band), *bytes = scope_format_bytes ((double) value),
                      *share = scope_format_share (step->sum > 0 ? (double) value / (double) step->sum : 0);

      /* TRANSLATORS: a band of a profile, its size, the size of all, its share: “strings/main\n5.9 MB of 10.2 MB (57 %)” */
      g_string_append_printf (text, _("%s\n%s of %s (%s)"), title, bytes, all, share);
    }
  else
    g_string_append (text, all);
  /* TRANSLATORS: a time */
  g_string_append_printf (text, _("\nsample at %s"), when);
  if (step->n > 1)
    {
      g_autofree char *n = scope_format_count (step->n);

      /* TRANSLATORS: a number of samples that fall on one pixel */
      g_string_append_printf (text, _(", the largest of %s here"), n);
    }
  return g_string_free (text, FALSE);
}
