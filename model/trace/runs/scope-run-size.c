/* scope-run-size.c: see scope-run-size.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/trace/runs/scope-run-size.h"

#include "model/base/scope-fail.h"
#include "model/trace/runs/scope-run-config.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#define MARK "mark:"
#define ARGUMENTS "arguments:"
#define CONFIG "config:"
#define MOST_ARGUMENTS 1000u

/* --- marks --- */

/* The number that the text begins with, but for what may stand before it. */
static double
number_in (const char *text)
{
  char *end;
  double value;

  text += strspn (text, " =:\t");
  value = g_ascii_strtod (text, &end);
  return end > text && isfinite (value) ? value : NAN;
}

static gboolean
read_mark (ScopeMachine *machine, const char *mark, double *ret_size, GError **error)
{
  GError *local = NULL;

  SCOPE_EACH_ROW (row, machine->tables[SCOPE_TABLE_MARKS], SCOPE_TIME_MIN, SCOPE_TIME_MAX, NULL, &local)
    {
      g_autofree char *text = scope_machine_text (machine, (guint64) row[SCOPE_MARK_TEXT], &local);

      if (text == NULL)
        break;
      if (isnan (*ret_size) && g_str_has_prefix (text, mark))
        *ret_size = number_in (text + strlen (mark));
      if (!isnan (*ret_size))
        break;
    }
  return scope_passed (local, error);
}

gboolean
scope_run_size_of_mark (ScopeTrace *trace, const char *mark, double *ret_size, GError **error)
{
  *ret_size = NAN;
  for (guint m = 0; m < scope_trace_n_machines (trace) && isnan (*ret_size); m++)
    if (!read_mark (scope_trace_machine (trace, m), mark, ret_size, error))
      return FALSE;
  return TRUE;
}

const char *
scope_run_size_mark (const char *spec)
{
  return spec != NULL && g_str_has_prefix (spec, MARK) ? spec + strlen (MARK) : NULL;
}

/* --- arguments --- */

typedef struct
{
  char **words;
  guint n;
} Arguments;

/* "1000", and what stands behind letters: "-n1000", "--size=1000". NAN: no number, or something behind it. */
static double
argument_number (const char *word)
{
  const char *digits = strpbrk (word, "0123456789");
  char *end;
  double value;

  if (digits == NULL)
    return NAN;
  value = g_ascii_strtod (digits, &end);
  return *end == '\0' && isfinite (value) ? value : NAN;
}

static double
argument_of (ScopeRunSet *set, guint run, guint place)
{
  const ScopeRunSummary *summary = scope_run_set_summary (set, run);
  g_auto (GStrv) words = NULL;

  if (summary == NULL || summary->arguments == NULL)
    return NAN;
  words = g_strsplit (summary->arguments, " ", -1);
  return place < g_strv_length (words) ? argument_number (words[place]) : NAN;
}

/* Whether that argument is a number in all runs that were read, and differs; FALSE also if there is no such argument: *ret_any then. */
static gboolean
tells_size (ScopeRunSet *set, guint place)
{
  double first = NAN;
  gboolean differs = FALSE;

  for (guint i = 0; i < scope_run_set_n_runs (set); i++)
    {
      double value = argument_of (set, i, place);

      if (scope_run_set_summary (set, i) == NULL)
        continue;
      if (isnan (value))
        return FALSE;
      first = isnan (first) ? value : first;
      differs |= value != first;
    }
  return differs;
}

/* Of the first run that has arguments: the others' count only as far. */
static guint
count_arguments (ScopeRunSet *set)
{
  for (guint i = 0; i < scope_run_set_n_runs (set); i++)
    {
      const ScopeRunSummary *summary = scope_run_set_summary (set, i);
      guint n = 1;

      if (summary == NULL || summary->arguments == NULL)
        continue;
      for (const char *p = summary->arguments; *p != '\0'; p++)
        n += *p == ' ';
      return MIN (n, MOST_ARGUMENTS);
    }
  return 0;
}

/* SCOPE_NONE: none, or several. */
static guint
find_argument (ScopeRunSet *set)
{
  guint n = count_arguments (set), found = SCOPE_NONE;

  for (guint place = 0; place < n; place++)
    {
      if (!tells_size (set, place))
        continue;
      if (found != SCOPE_NONE)
        return SCOPE_NONE;
      found = place;
    }
  return found;
}

/* --- settings of the machine --- */

/* Of the runs that were read; NULL-terminated. */
static char **
dup_differing (ScopeRunSet *set)
{
  guint n_runs = scope_run_set_n_runs (set), n = 0;
  g_autofree const ScopeRunSummary **runs = g_new0 (const ScopeRunSummary *, n_runs + 1u);

  for (guint i = 0; i < n_runs; i++)
    if (scope_run_set_summary (set, i) != NULL)
      runs[n++] = scope_run_set_summary (set, i);
  return scope_run_config_dup_differing (runs, n);
}

/* With more cores there is more of everything: then it is these that differ. */
static gboolean
have_as_many_processors (ScopeRunSet *set)
{
  guint n = 0;

  for (guint i = 0; i < scope_run_set_n_runs (set); i++)
    {
      const ScopeRunSummary *summary = scope_run_set_summary (set, i);

      if (summary != NULL && n != 0 && summary->processors != n)
        return FALSE;
      n = summary != NULL ? summary->processors : n;
    }
  return TRUE;
}

#define NAMED 8u

/* "system.l2.size, system.l3.size", the first of them; "": none. */
static char *
list_differing (char **names)
{
  g_autoptr (GString) list = g_string_new (NULL);

  for (guint i = 0; names[i] != NULL && i < NAMED; i++)
    g_string_append_printf (list, "%s%s", i > 0 ? ", " : "", names[i]);
  if (g_strv_length (names) > NAMED)
    g_string_append (list, ", …");
  return g_string_free (g_steal_pointer (&list), FALSE);
}

/* If it is not said by which: several may be meant. TRUE: there is one, or none. */
static gboolean
check_differing (ScopeRunSet *set, GError **error)
{
  g_auto (GStrv) names = NULL;
  g_autofree char *list = NULL;

  if (!have_as_many_processors (set))
    return TRUE;
  names = dup_differing (set);
  list = list_differing (names);
  return g_strv_length (names) < 2
         || scope_fail (error, G_IO_ERROR_INVALID_ARGUMENT, _("Several settings of the simulated machine differ; name the one that the runs grow with: %s"),
                        list);
}

char *
scope_run_size_dup_setting (ScopeRunSet *set, const char *spec)
{
  g_auto (GStrv) names = NULL;

  if (spec != NULL)
    return g_str_has_prefix (spec, CONFIG) ? g_strdup (spec + strlen (CONFIG)) : NULL;
  if (find_argument (set) != SCOPE_NONE || !have_as_many_processors (set))
    return NULL;
  names = dup_differing (set);
  return g_strv_length (names) == 1 ? g_strdup (names[0]) : NULL;
}

static gboolean
read_setting (ScopeRunSet *set, const char *name, double *sizes, GError **error)
{
  gboolean any = FALSE;
  g_auto (GStrv) names = NULL;
  g_autofree char *list = NULL;

  for (guint i = 0; i < scope_run_set_n_runs (set); i++)
    {
      const ScopeRunSummary *summary = scope_run_set_summary (set, i);
      double value = summary != NULL ? scope_run_config_value (summary->config, name) : NAN;

      sizes[i] = value > 0 ? value : NAN;
      any |= value > 0;
    }
  if (any)
    return TRUE;
  names = dup_differing (set);
  list = list_differing (names);
  if (*list == '\0')
    return scope_fail (error, G_IO_ERROR_INVALID_ARGUMENT, _("No run’s config.ini sets “%s” to a number above 0"), name);
  return scope_fail (error, G_IO_ERROR_INVALID_ARGUMENT, _("No run’s config.ini sets “%s” to a number above 0; these settings differ: %s"), name, list);
}

/* --- as it stands there --- */

static gboolean
read_list (const char *spec, double *sizes, guint n, GError **error)
{
  g_auto (GStrv) words = g_strsplit (spec, ",", -1);

  if (g_strv_length (words) != n)
    return scope_fail (error, G_IO_ERROR_INVALID_ARGUMENT, _("“%s” has %u sizes, but there are %u runs"), spec, g_strv_length (words), n);
  for (guint i = 0; i < n; i++)
    {
      char *end;

      sizes[i] = g_ascii_strtod (words[i], &end);
      if (end == words[i] || *end != '\0' || !(sizes[i] > 0) || !isfinite (sizes[i]))
        return scope_fail (error, G_IO_ERROR_INVALID_ARGUMENT, _("“%s” is no size: a number above 0 is expected"), words[i]);
    }
  return TRUE;
}

double *
scope_run_sizes (ScopeRunSet *set, const char *spec, GError **error)
{
  guint n = scope_run_set_n_runs (set), place = SCOPE_NONE;
  g_autofree double *sizes = g_new (double, n + 1);
  g_autofree char *setting = scope_run_size_dup_setting (set, spec);
  guint64 number;

  if (setting != NULL)
    return read_setting (set, setting, sizes, error) ? g_steal_pointer (&sizes) : NULL;
  if (spec != NULL && g_str_has_prefix (spec, ARGUMENTS))
    {
      if (!g_ascii_string_to_unsigned (spec + strlen (ARGUMENTS), 10, 1, MOST_ARGUMENTS, &number, NULL))
        return scope_fail_null (error, G_IO_ERROR_INVALID_ARGUMENT, _("“%s”: the number of an argument is expected behind the colon, from 1"), spec);
      place = (guint) number - 1;
    }
  else if (spec != NULL && scope_run_size_mark (spec) == NULL)
    return read_list (spec, sizes, n, error) ? g_steal_pointer (&sizes) : NULL;
  else if (spec == NULL)
    {
      place = find_argument (set);
      if (place == SCOPE_NONE && !check_differing (set, error))
        return NULL;
    }
  for (guint i = 0; i < n; i++)
    {
      const ScopeRunSummary *summary = scope_run_set_summary (set, i);

      sizes[i] = summary == NULL ? NAN : place != SCOPE_NONE ? argument_of (set, i, place) : summary->size;
      if (!(sizes[i] > 0))
        sizes[i] = NAN;
    }
  return g_steal_pointer (&sizes);
}
