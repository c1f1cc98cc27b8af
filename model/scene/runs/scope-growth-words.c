/* scope-growth-words.c: a series of runs in sentences. SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/scene/runs/scope-growth-table.h"

#include "model/base/scope-format.h"
#include "model/scene/runs/scope-scaling-table.h"

#include <glib/gi18n.h>
#include <math.h>

#define LEAST_SHARE 0.02 /* of what is called a limit */
#define NOT_SURE 0.5     /* weight of a law below which it is only the likeliest */

static const ScopeGrowthPoint *
point_at (const ScopeGrowth *growth, guint i)
{
  return &g_array_index (growth->points, ScopeGrowthPoint, i);
}

char *
scope_growth_format_x (double x)
{
  return x == floor (x) && x < 1e15 ? scope_format_count ((guint64) x) : scope_format_number (x);
}

char *
scope_growth_dup_x (const ScopeGrowth *growth, double x)
{
  g_autofree char *number = scope_growth_format_x (x);

  if (growth->over_size)
    return g_strdup_printf ("%s = %s", growth->setting != NULL ? growth->setting : "n", number);
  if (x == 1)
    return scope_scaling_dup_processors (growth->runtime, 1);
  return g_strdup_printf ("%s %s", number, scope_scaling_processors_word (growth->runtime, FALSE));
}

char *
scope_growth_dup_title (const ScopeGrowth *growth)
{
  const ScopeGrowthPoint *first = point_at (growth, 0), *last = point_at (growth, growth->points->len - 1);
  const char *const kinds[] = { _("strong scaling"), _("weak scaling"), _("growing input") };
  g_autofree char *from = scope_growth_format_x (first->x), *to = scope_growth_dup_x (growth, last->x);
  const char *program = growth->program != NULL ? growth->program : _("Program");

  if (growth->over_size && growth->setting != NULL)
    {
      g_autofree char *processors = scope_scaling_dup_processors (growth->runtime, last->processors), *value = scope_growth_format_x (last->x);

      /* TRANSLATORS: program; runs; a setting and its values: “system.l2.size”, “16,384”, “1,048,576”; “4 cores” */
      return g_strdup_printf (_("%s: %u runs with %s from %s to %s on %s"), program, growth->n_runs, growth->setting, from, value, processors);
    }
  if (growth->over_size)
    {
      g_autofree char *processors = scope_scaling_dup_processors (growth->runtime, last->processors);

      /* TRANSLATORS: program; runs; sizes of its input (the second is “n = 1000”); “4 HECs”; “growing input” */
      return g_strdup_printf (_("%s: %u runs of n = %s to %s on %s, %s"), program, growth->n_runs, from, to, processors, kinds[growth->kind]);
    }
  /* TRANSLATORS: program; runs; processors (the second is “16 HECs”); “strong scaling” */
  return g_strdup_printf (_("%s: %u runs on %s to %s, %s"), program, growth->n_runs, from, to, kinds[growth->kind]);
}

/* --- what limits it --- */

/* Of the kind, what takes most ahead, by the least that it may be: a law that nobody is sure of limits nothing. Not what runs, if causes are
 * asked for. NULL: nothing is told of it. */
static const ScopeGrowthPart *
most_ahead (const ScopeGrowth *growth, ScopePartKind kind)
{
  const ScopeGrowthPart *found = NULL;
  double most = 0;

  for (guint i = 0; i < growth->parts->len; i++)
    {
      const ScopeGrowthPart *part = growth->parts->pdata[i];
      double low, high;

      if (part->whole || part->kind != kind || !(part->share_ahead >= LEAST_SHARE) || part->name[0] == '\0'
          || g_str_equal (part->name, "running") || g_str_equal (part->name, SCOPE_RUN_PART_OTHERS))
        continue;
      scope_growth_law_band (&part->law, growth->ahead, &low, &high);
      if (low <= most)
        continue;
      most = low;
      found = part;
    }
  return found;
}

static char *
say_law (const ScopeGrowth *growth, const ScopeGrowthPart *part)
{
  g_autofree char *law = scope_growth_term_dup_text (&part->law.best, growth->over_size ? "n" : "p");

  const ScopeGrowthFit *fit = &part->law.best;

  if (fit->n_terms == 0)
    return g_strdup (_("it does not grow"));
  /* TRANSLATORS: a law: “n · log n” */
  return g_strdup_printf (fit->n_terms > 1 ? _("it goes as %s") : fit->terms[0].power < 0 ? _("it shrinks as %s") : _("it grows as %s"), law);
}

static const char *
limit_format (ScopePartKind kind)
{
  /* TRANSLATORS: “64 HECs”; cause, label or function; share; share; “16 HECs”; “it grows as p²” */
  return kind == SCOPE_PART_CAUSE   ? _("With %s the greatest loss is “%s”: %s of the processors’ time, after %s with %s; %s.")
         : kind == SCOPE_PART_ALONE ? _("With %s “%s” runs alone for %s of the time, after %s with %s; %s.")
         : kind == SCOPE_PART_PHASE ? _("With %s the phase “%s” takes most of the time: %s, after %s with %s; %s.")
                                    : _("With %s “%s” takes most of what runs: %s, after %s with %s; %s.");
}

static void
say_limit (const ScopeGrowth *growth, ScopePartKind kind, GStrvBuilder *words)
{
  const ScopeGrowthPart *part = most_ahead (growth, kind);
  double last_x = point_at (growth, growth->points->len - 1)->x;
  g_autofree char *x = scope_growth_dup_x (growth, growth->ahead), *last = scope_growth_dup_x (growth, last_x), *law = NULL;
  g_autofree char *now = NULL, *then = NULL;

  if (part == NULL)
    return;
  law = say_law (growth, part);
  now = scope_format_share (part->share);
  then = scope_format_share (part->share_ahead);
  scope_scaling_take_words (words, g_strdup_printf (limit_format (kind), x, part->word, then, now, last, law));
}

static void
say_duration (const ScopeGrowth *growth, GStrvBuilder *words)
{
  const ScopeGrowthPart *duration = growth->duration;
  g_autofree char *x = scope_growth_dup_x (growth, growth->ahead), *value = NULL, *band = NULL;
  double low, high;

  if (!duration->known && growth->points->len >= SCOPE_GROWTH_LAW_POINTS)
    {
      g_strv_builder_add (words, _("No law explains how long these runs took."));
      return;
    }
  if (!duration->known)
    {
      scope_scaling_take_words (words, g_strdup_printf (growth->over_size ? _("A law needs runs of at least %u sizes.")
                                                                     : _("A law needs runs on at least %u different numbers of processors."),
                                                   SCOPE_GROWTH_LAW_POINTS));
      return;
    }
  scope_growth_law_band (&duration->law, growth->ahead, &low, &high);
  value = scope_format_duration (scope_growth_law_at (&duration->law, growth->ahead), 1000);
  band = scope_format_time_range (low, high, 1000);
  /* TRANSLATORS: “64 HECs”; duration; two durations */
  scope_scaling_take_words (words, g_strdup_printf (_("With %s it would take %s (%s in 95 of 100 cases)."), x, value, band));
  if (duration->law.best.weight < NOT_SURE)
    g_strv_builder_add (words, _("Several laws explain these runs nearly as well: more points, or more runs of each, tell them apart."));
}

static void
say_efficiency (const ScopeGrowth *growth, GStrvBuilder *words)
{
  const ScopeGrowthPoint *last = point_at (growth, growth->points->len - 1);
  g_autofree char *x = scope_growth_dup_x (growth, last->x), *efficiency = NULL, *serial = NULL;

  if (growth->over_size)
    return;
  efficiency = scope_format_share (last->efficiency);
  serial = scope_format_number (last->serial_fraction);
  /* TRANSLATORS: “16 HECs”; share; a name; a number */
  scope_scaling_take_words (words, g_strdup_printf (_("With %s the efficiency is %s, the serial fraction by %s %s."), x, efficiency,
                                              growth->kind == SCOPE_SERIES_WEAK ? "Gustafson" : "Karp–Flatt", serial));
}

char **
scope_growth_dup_words (const ScopeGrowth *growth)
{
  g_autoptr (GStrvBuilder) words = g_strv_builder_new ();

  say_efficiency (growth, words);
  say_duration (growth, words);
  for (guint kind = 0; kind < SCOPE_N_PART_KINDS; kind++)
    say_limit (growth, kind, words);
  if (growth->left_out > 0)
    scope_scaling_take_words (words, g_strdup_printf (ngettext ("%u run with another input or number of processors is left out.",
                                                          "%u runs with other inputs or numbers of processors are left out.", growth->left_out),
                                                growth->left_out));
  return g_strv_builder_end (words);
}
