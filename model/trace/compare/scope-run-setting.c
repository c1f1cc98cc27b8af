/* scope-run-setting.c: see scope-run-setting.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/trace/compare/scope-run-setting.h"

#include "model/base/scope-format.h"
#include "model/trace/document/scope-cycles.h"

#include <glib/gi18n.h>
#include <string.h>

/* --- arguments --- */

char *
scope_run_setting_arguments (const char *arguments, gboolean rts)
{
  g_auto (GStrv) words = g_strsplit (arguments, " ", -1);
  g_autoptr (GString) wanted = g_string_new (NULL);
  gboolean in_rts = FALSE, all_own = FALSE;

  for (guint i = 0; words[i] != NULL; i++)
    {
      gboolean begins = strcmp (words[i], "+RTS") == 0, ends = strcmp (words[i], "-RTS") == 0, closes = strcmp (words[i], "--RTS") == 0;

      if (!all_own && (closes || (begins && !in_rts) || (ends && in_rts)))
        {
          in_rts = begins;
          all_own = closes;
          continue;
        }
      if (in_rts == rts && words[i][0] != '\0' && !(in_rts && g_str_has_prefix (words[i], "-ol")))
        g_string_append_printf (wanted, "%s%s", wanted->len > 0 ? " " : "", words[i]);
      all_own |= !in_rts && strcmp (words[i], "--") == 0;
    }
  return g_strdup (wanted->str);
}

/* --- what a trace tells --- */

/* The first machine that says it, or NULL. */
static const char *
find_info (ScopeTrace *trace, const char *key)
{
  const char *value = NULL;

  for (guint m = 0; m < scope_trace_n_machines (trace) && value == NULL; m++)
    value = scope_machine_find_info (scope_trace_machine (trace, m), key);
  return value;
}

static char *
find_program (ScopeTrace *trace)
{
  const char *program = find_info (trace, "program");

  return program != NULL ? g_path_get_basename (program) : NULL;
}

/* A program that was given none says nothing of them. */
static char *
find_arguments (ScopeTrace *trace, gboolean rts)
{
  const char *arguments = find_info (trace, "arguments");

  if (arguments == NULL && find_info (trace, "program") == NULL)
    return NULL;
  return scope_run_setting_arguments (arguments != NULL ? arguments : "", rts);
}

static char *
find_own_arguments (ScopeTrace *trace)
{
  return find_arguments (trace, FALSE);
}

static char *
find_options (ScopeTrace *trace)
{
  return find_arguments (trace, TRUE);
}

static char *
find_version (ScopeTrace *trace)
{
  const char *rts = find_info (trace, "rts");

  return g_strdup (rts != NULL ? rts : find_info (trace, "version"));
}

/* An Erlang node's, or the one that GHC's environment names. */
static char *
host_of (ScopeMachine *machine)
{
  static const char variable[] = "HOSTNAME=";
  const char *node = scope_machine_find_info (machine, "node"), *at = node != NULL ? strchr (node, '@') : NULL;

  if (at != NULL && strcmp (at, "@nohost") != 0)
    return g_strdup (at + 1);
  for (guint i = 0; i < scope_machine_n_infos (machine); i++)
    {
      ScopeInfo info = scope_machine_info (machine, i);

      if (strcmp (info.key, "environment") == 0 && g_str_has_prefix (info.value, variable))
        return g_strdup (info.value + strlen (variable));
    }
  return NULL;
}

/* All hosts, each once. */
static char *
find_hosts (ScopeTrace *trace)
{
  g_autoptr (GPtrArray) hosts = g_ptr_array_new_with_free_func (g_free);

  for (guint m = 0; m < scope_trace_n_machines (trace); m++)
    {
      g_autofree char *host = host_of (scope_trace_machine (trace, m));

      if (host != NULL && !g_ptr_array_find_with_equal_func (hosts, host, g_str_equal, NULL))
        g_ptr_array_add (hosts, g_steal_pointer (&host));
    }
  if (hosts->len == 0)
    return NULL;
  g_ptr_array_add (hosts, NULL);
  return g_strjoinv (", ", (char **) hosts->pdata);
}

static char *
find_clock (ScopeTrace *trace)
{
  gint64 period = scope_trace_n_machines (trace) > 0 ? scope_cycles_of_lane (trace, (ScopeLaneId) { 0, SCOPE_KIND_MACHINE, 0 }, NULL) : 0;

  return period > 0 ? scope_format_duration ((double) period, 1) : NULL;
}

/* Eden's are its machines. */
static char *
find_processors (ScopeTrace *trace)
{
  const char *label = scope_trace_kind_label (trace, SCOPE_KIND_PROCESSOR, TRUE);
  guint n = 0;

  for (guint m = 0; m < scope_trace_n_machines (trace); m++)
    n += scope_machine_n_processors (scope_trace_machine (trace, m));
  return n > 0 && label != NULL && scope_trace_runtime (trace) != SCOPE_RUNTIME_EDEN ? g_strdup_printf ("%u %s", n, label) : NULL;
}

static char *
find_machines (ScopeTrace *trace)
{
  guint n = scope_trace_n_machines (trace);

  return n > 0 ? g_strdup_printf ("%u", n) : NULL;
}

/* --- what differs --- */

char **
scope_run_setting_dup_differences (ScopeTrace *baseline, ScopeTrace *run)
{
  static const struct
  {
    char *(*find) (ScopeTrace *trace); /* NULL: it does not tell */
    const char *words;
  } facts[] = {
    /* Translators: these eight: the baseline's, this run's */
    { find_program, N_("Different programs: %s in the baseline, %s in this run.") },
    { find_own_arguments, N_("Different arguments: “%s” in the baseline, “%s” in this run.") },
    { find_options, N_("Different options of the run-time system: “%s” in the baseline, “%s” in this run.") },
    { find_version, N_("Different run-time systems: %s in the baseline, %s in this run.") },
    { find_hosts, N_("Different hosts: %s in the baseline, %s in this run.") },
    { find_machines, N_("Different numbers of machines: %s in the baseline, %s in this run.") },
    { find_processors, N_("Different numbers of processors: %s in the baseline, %s in this run.") },
    { find_clock, N_("Different clocks: a cycle of %s in the baseline, of %s in this run. Times change with the clock: compare cycles.") },
  };
  g_autoptr (GStrvBuilder) words = g_strv_builder_new ();

  for (guint i = 0; i < G_N_ELEMENTS (facts); i++)
    {
      g_autofree char *was = facts[i].find (baseline), *is = facts[i].find (run), *text = NULL;

      if (was == NULL || is == NULL || strcmp (was, is) == 0)
        continue;
      text = g_strdup_printf (_(facts[i].words), was, is);
      g_strv_builder_add (words, text);
    }
  return g_strv_builder_end (words);
}
