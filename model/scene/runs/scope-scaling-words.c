/* scope-scaling-words.c: a scaling series in sentences: what it is, what bounds it, what grows with it.
 *
 * A quantity grows or shrinks if its values at most processors all lie on one side of those at the fewest (what runs
 * alike differ by is no trend), and if the change is worth a word: 5 % of the quantity, or one point of a share.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/scene/runs/scope-scaling-table.h"

#include "model/scene/draw/scope-ruler.h"

#include <glib/gi18n.h>
#include <math.h>

#define LEAST_CHANGE 0.05
#define LEAST_SHARE 0.01
#define LEAST_FRACTION 0.01 /* of Karp–Flatt */

char *
scope_scaling_dup_title (const ScopeScaling *scaling)
{
  guint n = scope_scaling_n_points (scaling), runs = 0;
  const ScopeScalingPoint *best = scope_scaling_point (scaling, scaling->best);
  g_autofree char *speedup = scope_format_number (best->speedup), *what = NULL;
  g_autofree char *most = scope_scaling_dup_processors (scaling->runtime, scope_scaling_point (scaling, n - 1)->processors);

  for (guint i = 0; i < n; i++)
    runs += scope_scaling_point (scaling, i)->n_runs;
  /* TRANSLATORS: “8 runs on 1 to 4 HECs” */
  what = n > 1 ? g_strdup_printf (_("%u runs on %u to %s"), runs, scope_scaling_point (scaling, 0)->processors, most)
               : g_strdup_printf (ngettext ("%u run on %s", "%u runs on %s", runs), runs, most);
  /* TRANSLATORS: program, what, speed-up, processors: “SumEuler: 8 runs on 1 to 4 HECs; at best 2.71 times as fast, on
   * 4” */
  return g_strdup_printf (_("%s: %s; at best %s times as fast, on %u"),
                          scaling->program != NULL ? scaling->program : _("Program"), what, speedup, best->processors);
}

/* --- what bounds it --- */

static char *
say_base (const ScopeScaling *scaling)
{
  if (scaling->assumed)
    return g_strdup_printf (_("There is no run on 1: it is assumed that %u are %u times as fast as one."), scaling->base,
                            scaling->base);
  if (scaling->relative)
    return g_strdup_printf (_("There is no run on 1: speed-up, efficiency and bound are relative to %u."), scaling->base);
  return NULL;
}

static const ScopeScalingPoint *
find_point (const ScopeScaling *scaling, guint processors)
{
  for (guint i = 0; i < scope_scaling_n_points (scaling); i++)
    if (scope_scaling_point (scaling, i)->processors == processors)
      return scope_scaling_point (scaling, i);
  return NULL;
}

static char *
say_serial (const ScopeScaling *scaling)
{
  const ScopeScalingPoint *at = find_point (scaling, scaling->serial_at);
  g_autofree char *share = NULL, *work = NULL, *gc = NULL;
  double serial;

  if (at == NULL)
    return g_strdup (_("Amdahl’s bound is not known: the traces do not tell when which processor ran."));
  serial = at->values[SCOPE_RUN_SERIAL].mean;
  share = scope_format_share (at->serial_share);
  work = scope_format_share (scaling->measured_fraction);
  gc = scope_format_share (serial > 0 ? at->values[SCOPE_RUN_SERIAL_COLLECTING].mean / serial : 0);
  /* TRANSLATORS: processors; share of time; share of that; share of work */
  return g_strdup_printf (scaling->serial_by != 0
                              ? _("On %u, at most one runs in %s of the time (GC in %s of that), as if %s of the work were serial.")
                              : _("On %u, at most one runs in %s of the time (GC in %s of that): %s of the work is serial."),
                          scaling->serial_at, share, gc, work);
}

/* The two bounds: on the most processors that there are runs on, and on any number. */
static char *
say_bounds (const ScopeScaling *scaling)
{
  const ScopeScalingPoint *last = scope_scaling_point (scaling, scope_scaling_n_points (scaling) - 1);
  const ScopeScalingPoint *by = find_point (scaling, scaling->serial_by);
  g_autofree char *here = NULL, *limit = NULL, *share = NULL, *speedup = NULL;

  if (isnan (scaling->serial_fraction))
    return NULL;
  here = scope_format_number (scope_scaling_amdahl (scaling, last->processors));
  limit = isfinite (scaling->limit) ? scope_format_number (scaling->limit) : g_strdup ("∞");
  if (by == NULL)
    /* TRANSLATORS: speed-up, processors, speed-up */
    return g_strdup_printf (_("By Amdahl the speed-up is at most %s on %u, and %s on any number."), here, last->processors, limit);
  speedup = scope_format_number (by->speedup);
  if (isnan (by->amdahl_bound))
    /* TRANSLATORS: speed-up, processors */
    return g_strdup_printf (_("The speed-up of %s on %u is more than ideal: Amdahl’s bounds do not hold here."), speedup, by->processors);
  share = scope_format_share (scaling->serial_fraction);
  /* TRANSLATORS: speed-up, processors, share, speed-up, processors, speed-up */
  return g_strdup_printf (_("The speed-up of %s on %u shows that at most %s is. By Amdahl it is then at most %s on %u, and %s on any number."),
                          speedup, by->processors, share, here, last->processors, limit);
}

static char *
say_karp_flatt (const ScopeScaling *scaling)
{
  const ScopeScalingPoint *first = NULL, *last = NULL;
  g_autofree char *a = NULL, *b = NULL;
  double least_change;

  for (guint i = 0; i < scope_scaling_n_points (scaling); i++)
    {
      const ScopeScalingPoint *point = scope_scaling_point (scaling, i);

      if (isnan (point->karp_flatt))
        continue;
      first = first != NULL ? first : point;
      last = point;
    }
  if (first == last)
    return NULL;
  a = scope_format_number (first->karp_flatt);
  b = scope_format_number (last->karp_flatt);
  least_change = MAX (LEAST_FRACTION, LEAST_CHANGE * fabs (first->karp_flatt));
  if (last->karp_flatt > first->karp_flatt + least_change)
    return g_strdup_printf (_("Karp–Flatt grows from %s on %u to %s on %u: what holds it back grows with the processors "
                              "(overhead, waiting, uneven work), and is no serial part alone."),
                            a, first->processors, b, last->processors);
  if (last->karp_flatt < first->karp_flatt - least_change)
    return g_strdup_printf (_("Karp–Flatt shrinks from %s on %u to %s on %u: more processors pay off better than fewer did."), a,
                            first->processors, b, last->processors);
  return g_strdup_printf (_("Karp–Flatt stays near %s: a serial part, not the number of processors, is what holds it back."), b);
}

/* --- what grows --- */

static gboolean
is_apart (const ScopeVariation *a, const ScopeVariation *b, double least)
{
  return a->n > 0 && b->n > 0 && fabs (b->mean - a->mean) >= least && (b->least > a->greatest || b->greatest < a->least);
}

static void
add_trend (const ScopeScaling *scaling, GStrvBuilder *words, const char *what, const char *from, const char *to,
           gboolean grows)
{
  const ScopeScalingPoint *first = scope_scaling_point (scaling, 0),
                          *last = scope_scaling_point (scaling, scope_scaling_n_points (scaling) - 1);
  /* TRANSLATORS: quantity, value, processors, value, processors: “Running grows from 1.20 s on 1 to 1.55 s on 4.” */
  g_autofree char *text = g_strdup_printf (grows ? _("%s grows from %s on %u to %s on %u.") : _("%s shrinks from %s on %u to %s on %u."),
                                           what, from, first->processors, to, last->processors);

  g_strv_builder_add (words, text);
}

static void
say_share (const ScopeScaling *scaling, GStrvBuilder *words, const char *what, const ScopeVariation *a,
           const ScopeVariation *b)
{
  g_autofree char *from = scope_format_share (a->mean), *to = scope_format_share (b->mean);

  if (is_apart (a, b, LEAST_SHARE))
    add_trend (scaling, words, what, from, to, b->mean > a->mean);
}

static void
say_quantity (const ScopeScaling *scaling, GStrvBuilder *words, ScopeRunQuantity quantity, const char *what)
{
  const ScopeVariation *a = &scope_scaling_point (scaling, 0)->values[quantity];
  const ScopeVariation *b = &scope_scaling_point (scaling, scope_scaling_n_points (scaling) - 1)->values[quantity];
  gboolean time = scope_run_quantity_is_time (quantity);
  g_autofree char *from = time ? scope_format_duration (a->mean, 1000) : scope_format_count ((guint64) round (a->mean));
  g_autofree char *to = time ? scope_format_duration (b->mean, 1000) : scope_format_count ((guint64) round (b->mean));

  if (is_apart (a, b, LEAST_CHANGE * MAX (fabs (a->mean), fabs (b->mean))))
    add_trend (scaling, words, what, from, to, b->mean > a->mean);
}

void
scope_scaling_take_words (GStrvBuilder *words, char *text)
{
  if (text != NULL)
    g_strv_builder_add (words, text);
  g_free (text);
}

char **
scope_scaling_dup_words (const ScopeScaling *scaling)
{
  g_autoptr (GStrvBuilder) words = g_strv_builder_new ();
  const ScopeScalingPoint *first = scope_scaling_point (scaling, 0),
                          *last = scope_scaling_point (scaling, scope_scaling_n_points (scaling) - 1);

  scope_scaling_take_words (words, say_base (scaling));
  scope_scaling_take_words (words, say_serial (scaling));
  scope_scaling_take_words (words, say_bounds (scaling));
  scope_scaling_take_words (words, say_karp_flatt (scaling));
  say_quantity (scaling, words, SCOPE_RUN_RUNNING, _("Running of all processors together"));
  say_share (scaling, words, _("Idle share"), &first->idle_shares, &last->idle_shares);
  say_share (scaling, words, _("GC share"), &first->gc_shares, &last->gc_shares);
  say_quantity (scaling, words, SCOPE_RUN_COLLECTIONS, _("Number of collections"));
  say_quantity (scaling, words, SCOPE_RUN_MESSAGES, _("Number of messages"));
  say_quantity (scaling, words, SCOPE_RUN_MIGRATIONS, _("Number of migrations"));
  return g_strv_builder_end (words);
}
