/* scope-findings-say.c: what rules look with, and what they say it with; see scope-findings-private.h.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/trace/findings/scope-findings-private.h"

#include "model/base/scope-each.h"
#include "model/base/scope-format.h"

#include <glib/gi18n.h>
#include <string.h>

double
scope_facts_of_used (const ScopeFacts *facts, gint64 time)
{
  return facts->n_used > 0 ? (double) time / ((double) facts->length * facts->n_used) : 0;
}

double
scope_facts_of_all (const ScopeFacts *facts, gint64 time)
{
  return facts->analysis->n_processors > 0 ? (double) time / ((double) facts->length * facts->analysis->n_processors) : 0;
}

double
scope_facts_of_run (const ScopeFacts *facts, gint64 time)
{
  return facts->length > 0 ? (double) time / (double) facts->length : 0;
}

static const char *
keep (const ScopeFacts *facts, char *text)
{
  g_ptr_array_add (facts->words, text);
  return text;
}

const char *
scope_facts_share (const ScopeFacts *facts, double share)
{
  return keep (facts, scope_format_share (share));
}

const char *
scope_facts_time (const ScopeFacts *facts, gint64 time)
{
  return keep (facts, scope_format_duration ((double) time, facts->tick_ps));
}

const char *
scope_facts_count (const ScopeFacts *facts, guint64 n)
{
  return keep (facts, scope_format_count (n));
}

const char *
scope_facts_name (const ScopeFacts *facts, ScopeTaskId task)
{
  if (scope_task_is_nobody (task))
    return _("the program");
  return keep (facts, scope_trace_lane_full_title (facts->trace, (ScopeLaneId) { task.machine, SCOPE_KIND_THREAD, task.thread }, FALSE));
}

const char *
scope_facts_what (const ScopeFacts *facts, const ScopeCulprit *culprit)
{
  /* TRANSLATORS: a name that the program gave to a piece of its code */
  return *culprit->label != '\0' ? keep (facts, g_strdup_printf (_("“%s”"), culprit->label)) : scope_facts_name (facts, culprit->most);
}

const char *
scope_facts_word (const ScopeFacts *facts, const char *ghc, const char *eden, const char *erlang)
{
  return facts->runtime == SCOPE_RUNTIME_EDEN ? eden : facts->runtime == SCOPE_RUNTIME_ERLANG ? erlang : ghc;
}

const char *
scope_facts_processors (const ScopeFacts *facts)
{
  switch (facts->runtime)
    {
    case SCOPE_RUNTIME_EDEN:
      return C_("subject of a sentence", "Machines");
    case SCOPE_RUNTIME_ERLANG:
      return C_("subject of a sentence", "Schedulers");
    case SCOPE_RUNTIME_SIMULATION:
      return C_("subject of a sentence", "Cores");
    case SCOPE_RUNTIME_GHC:
    default:
      return C_("subject of a sentence", "HECs");
    }
}

void
scope_finding_look_at (ScopeFinding *finding, ScopeTaskId task)
{
  const ScopeLaneId lane = { task.machine, SCOPE_KIND_THREAD, task.thread };

  if (!scope_task_is_nobody (task))
    g_array_append_val (finding->lanes, lane);
}

void
scope_finding_wish_label (ScopeFinding *finding, const char *label)
{
  if (*label != '\0')
    finding->wish = g_strdup_printf ("label:%s x0.5", label);
}

void
scope_finding_wish_task (const ScopeFacts *facts, ScopeFinding *finding, ScopeTaskId task)
{
  const ScopeLaneId lane = { task.machine, SCOPE_KIND_THREAD, task.thread };
  g_autofree char *name = scope_trace_format_lane (facts->trace, lane);

  finding->wish = g_strdup_printf ("%s x0.5", name);
}

static char *
dup_wish (const ScopeFinding *finding)
{
  const char *wish = finding->wish, *end = g_str_has_suffix (wish, " x0.5") ? wish + strlen (wish) - strlen (" x0.5") : NULL,
             *colon = strchr (wish, ':');
  g_autofree char *name = end != NULL && colon != NULL ? g_strndup (colon + 1, (gsize) (end - colon - 1)) : NULL;
  const char *slash = name != NULL ? strchr (name, '/') : NULL;

  if (name != NULL && g_str_has_prefix (wish, "label:"))
    return g_strdup_printf (_("How much hangs on it: if “%s” took half the time"), name);
  if (slash != NULL && g_str_has_prefix (wish, "thread:"))
    return g_strdup_printf (_("How much hangs on it: if %s took half the time"), slash + 1);
  if (name != NULL && g_str_has_prefix (wish, "machine:"))
    return g_strdup_printf (_("How much hangs on it: if machine %s were twice as fast"), name);
  if (g_str_equal (wish, "gc off"))
    return g_strdup (_("At most, without any collection"));
  if (g_str_has_prefix (wish, "gc x"))
    return g_strdup (_("At most, if all HECs shared in collecting"));
  if (g_str_equal (wish, "gc wait off"))
    return g_strdup (_("At most, if no processor waited for the others to stop"));
  if (g_str_equal (wish, "timers off"))
    return g_strdup (_("At most, if who sleeps were woken by what happens meanwhile"));
  if (g_str_equal (wish, "latency x0"))
    return g_strdup (_("At most, if messages arrived at once"));
  if (g_str_equal (wish, "stealing perfect"))
    return g_strdup (_("At most, if ready work ran wherever there is room"));
  return g_strdup_printf (_("With “%s”"), wish);
}

char *
scope_finding_dup_promise (const ScopeFinding *finding, gint64 length, gint64 tick_ps)
{
  g_autofree char *wish = dup_wish (finding), *less = scope_format_share ((double) finding->gain / (double) MAX (length, 1)),
                  *time = scope_format_duration ((double) finding->gain, tick_ps);

  /* TRANSLATORS: “How much hangs on it: if “parse” took half the time, the run would be 20.4 % shorter (3.1 ms).” */
  return finding->gain * SCOPE_HARDLY_SHORTER < length ? g_strdup_printf (_("%s, the run would hardly be shorter: something else limits it."), wish)
                                                       : g_strdup_printf (_("%s, the run would be %s shorter (by %s)."), wish, less, time);
}

char *
scope_finding_dup_gain (const ScopeFinding *finding, gint64 length)
{
  g_autofree char *less = NULL;

  if (finding->gain <= 0 || finding->gain * SCOPE_HARDLY_SHORTER < length)
    return NULL;
  less = scope_format_share ((double) finding->gain / (double) length);
  return g_str_has_suffix (finding->wish, " x0.5") ? g_strdup_printf (_("half of it: run %s shorter"), less)
                                                   : g_strdup_printf (_("without it: run up to %s shorter"), less);
}

char *
scope_finding_dup_same (const ScopeFinding *finding)
{
  return finding->same_as > 0 ? g_strdup_printf (_("The same time as %u, seen another way"), finding->same_as) : NULL;
}

void
scope_finding_add (ScopeFinding *finding, const char *what, const char *value)
{
  const ScopeEvidence evidence = { g_strdup (what), g_strdup (value) };

  g_array_append_val (finding->evidence, evidence);
}

/* The shortest run of bins with half of all. */
static void
find_half (const double *bins, guint n, guint *ret_first, guint *ret_n)
{
  double all = 0;
  guint best = n + 1;

  for (guint i = 0; i < n; i++)
    all += bins[i];
  *ret_first = 0;
  *ret_n = n;
  for (guint i = 0, j = 0; all > 0 && i < n; i++)
    {
      double sum = 0;

      for (j = i; j < n && sum * 2 < all; j++)
        sum += bins[j];
      if (sum * 2 < all || j - i >= best)
        continue;
      best = j - i;
      *ret_first = i;
      *ret_n = best;
    }
}

void
scope_finding_place_on_path (const ScopeFacts *facts, ScopeFinding *finding, ScopePathKind kind, const char *label)
{
  const double *bins = scope_facts_place (facts, kind, label);
  double width = (double) facts->length / SCOPE_PLACE_BINS;
  gint64 start = facts->analysis->from;
  guint first, n;

  if (facts->length < SCOPE_PLACE_BINS || bins == NULL)
    return;
  find_half (bins, SCOPE_PLACE_BINS, &first, &n);
  finding->from = start + (gint64) (first * width);
  finding->to = start + (gint64) ((first + n) * width);
}

void
scope_finding_add_running (const ScopeFacts *facts, ScopeFinding *finding)
{
  g_autofree char *mean = scope_format_number (scope_facts_of_run (facts, facts->analysis->parts[SCOPE_CAUSE_RUNNING])), *text = NULL;

  /* TRANSLATORS: a mean and a number: “3.1 of 8” */
  text = g_strdup_printf (_("%s of %u"), mean, facts->analysis->n_processors);
  scope_finding_add (finding, _("Running at once, on average"), text);
}
