/* scope-run-config.c: see scope-run-config.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/trace/runs/scope-run-config.h"

#include <math.h>
#include <string.h>

#define KEY "config"

GHashTable *
scope_run_config_read (ScopeTrace *trace)
{
  GHashTable *config = NULL;
  ScopeMachine *machine = scope_trace_n_machines (trace) > 0 ? scope_trace_machine (trace, 0) : NULL;
  guint n = machine != NULL && scope_machine_find_info (machine, KEY) != NULL ? scope_machine_n_infos (machine) : 0;

  for (guint i = 0; i < n; i++)
    {
      ScopeInfo info = scope_machine_info (machine, i);
      const char *equals = strcmp (info.key, KEY) == 0 ? strrchr (info.value, '=') : NULL;
      double value = equals != NULL ? g_ascii_strtod (equals + 1, NULL) : NAN;

      if (equals == NULL)
        continue;
      if (config == NULL)
        config = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
      g_hash_table_insert (config, g_strndup (info.value, (gsize) (equals - info.value)), g_memdup2 (&value, sizeof value));
    }
  return config;
}

static double
value_of (GHashTable *config, const char *name)
{
  const double *value = config != NULL ? g_hash_table_lookup (config, name) : NULL;

  return value != NULL ? *value : NAN;
}

double
scope_run_config_value (GHashTable *config, const char *pattern)
{
  g_autoptr (GPatternSpec) spec = g_pattern_spec_new (pattern);
  double found = NAN;
  GHashTableIter iter;
  gpointer name, value;

  if (config == NULL || strchr (pattern, '*') == NULL)
    return value_of (config, pattern);
  g_hash_table_iter_init (&iter, config);
  while (g_hash_table_iter_next (&iter, &name, &value))
    {
      if (!g_pattern_spec_match_string (spec, name))
        continue;
      if (!isnan (found) && found != *(double *) value)
        return NAN;
      found = *(double *) value;
    }
  return found;
}

/* --- which differ --- */

static gboolean
differs (const ScopeRunSummary *const *runs, guint n, const char *name)
{
  double first = value_of (runs[0]->config, name);
  gboolean any = FALSE;

  for (guint i = 0; i < n; i++)
    {
      double value = value_of (runs[i]->config, name);

      if (!(value > 0)) /* nothing grows with it */
        return FALSE;
      any |= value != first;
    }
  return any;
}

/* How many times the first run's each is, in eight digits: the same of all settings that go together. */
static char *
dup_course (const ScopeRunSummary *const *runs, guint n, const char *name)
{
  double first = value_of (runs[0]->config, name);
  g_autoptr (GString) course = g_string_new (NULL);

  for (guint i = 1; i < n; i++)
    g_string_append_printf (course, "%.8g ", value_of (runs[i]->config, name) / first);
  return g_string_free (g_steal_pointer (&course), FALSE);
}

static int
compare_lengths (gconstpointer one, gconstpointer other)
{
  const char *a = *(const char *const *) one, *b = *(const char *const *) other;
  gsize x = strlen (a), y = strlen (b);

  return x != y ? (x < y ? -1 : 1) : strcmp (a, b);
}

static int
compare_names (gconstpointer one, gconstpointer other)
{
  return strcmp (*(const char *const *) one, *(const char *const *) other);
}

char **
scope_run_config_dup_differing (const ScopeRunSummary *const *runs, guint n)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  g_autoptr (GHashTable) courses = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  GPtrArray *kept = g_ptr_array_new ();
  GHashTableIter iter;
  gpointer name;

  if (n > 0 && runs[0]->config != NULL)
    {
      g_hash_table_iter_init (&iter, runs[0]->config);
      while (g_hash_table_iter_next (&iter, &name, NULL))
        if (differs (runs, n, name))
          g_ptr_array_add (names, name);
    }
  g_ptr_array_sort (names, compare_lengths);
  for (guint i = 0; i < names->len; i++)
    if (g_hash_table_add (courses, dup_course (runs, n, names->pdata[i])))
      g_ptr_array_add (kept, names->pdata[i]);
  g_ptr_array_sort (kept, compare_names);
  for (guint i = 0; i < kept->len; i++)
    kept->pdata[i] = g_strdup (kept->pdata[i]);
  g_ptr_array_add (kept, NULL);
  return (char **) g_ptr_array_free (kept, FALSE);
}
