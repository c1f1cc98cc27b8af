/* scope-call-words.c: see scope-call-words.h.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/scene/calls/scope-call-words.h"

#include "model/scene/draw/scope-ruler.h"
#include "model/trace/document/scope-recorded.h"
#include "model/trace/profile/scope-ticks.h"

#include <glib/gi18n.h>

char *
scope_call_share_text (double part, double whole)
{
  return scope_format_share (whole > 0 ? part / whole : 0);
}

const char *
scope_call_function_title (const ScopeCallFunctionSum *function)
{
  switch (function->kind)
    {
    case SCOPE_CALL_FUNCTION_SUSPEND:
      return _("suspended");
    case SCOPE_CALL_FUNCTION_COLLECT:
      return _("collecting garbage");
    case SCOPE_CALL_FUNCTION_UNKNOWN:
      return _("unknown");
    case SCOPE_CALL_FUNCTION:
    default:
      return function->name;
    }
}

char *
scope_call_samples_text (const ScopeCallTree *tree, gint64 n)
{
  g_autofree char *count = scope_format_count ((guint64) n), *each = NULL;

  if (tree->sample_ns <= 0)
    return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s sample", "%s samples", (gulong) n), count);
  each = scope_format_duration ((double) tree->sample_ns, 1000);
  return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s sample of %s", "%s samples of %s", (gulong) n), count, each);
}

char *
scope_call_sample_share_text (const ScopeCallTree *tree, gint64 n)
{
  double low, high;
  g_autofree char *share = scope_call_share_text ((double) n, (double) tree->total), *from = NULL, *to = NULL;

  scope_sample_bounds ((double) n, (double) tree->total, &low, &high);
  from = scope_format_share (low);
  to = scope_format_share (high);
  return g_strdup_printf (_("%s; at 95 %% between %s and %s"), share, from, to);
}

static char *
describe_samples (const ScopeCallTree *tree, guint32 i)
{
  const ScopeCallNode *node = &tree->nodes[i];
  g_autofree char *total = scope_call_samples_text (tree, node->total), *share = scope_call_sample_share_text (tree, node->total);
  g_autofree char *self = scope_format_count ((guint64) node->self);
  g_autofree char *self_share = scope_call_share_text ((double) node->self, (double) tree->total);

  return g_strdup_printf (_("%s\n%s (%s)\nItself: %s (%s)"), scope_call_function_title (&tree->functions[node->function]), total, share, self,
                          self_share);
}

char *
scope_call_describe_node (const ScopeCallTree *tree, guint32 i, gint64 tick_ps)
{
  const ScopeCallNode *node = &tree->nodes[i];
  const ScopeCallFunctionSum *function = &tree->functions[node->function];
  g_autofree char *calls = scope_format_count (node->calls), *total = scope_format_duration ((double) node->total, tick_ps);
  g_autofree char *share = scope_call_share_text ((double) node->total, (double) tree->total);
  g_autofree char *self = scope_format_duration ((double) node->self, tick_ps);
  g_autofree char *self_share = scope_call_share_text ((double) node->self, (double) tree->total);
  g_autofree char *suspended = scope_format_duration ((double) node->suspended, tick_ps);
  g_autofree char *collecting = scope_format_duration ((double) node->collecting, tick_ps);
  GString *text;

  if (tree->sampled)
    return describe_samples (tree, i);
  text = g_string_new (scope_call_function_title (function));
  if (function->kind == SCOPE_CALL_FUNCTION_SUSPEND || function->kind == SCOPE_CALL_FUNCTION_COLLECT)
    {
      g_string_append_printf (text, g_dngettext (GETTEXT_PACKAGE, "\n%s, %s time (%s)", "\n%s, %s times (%s)", (gulong) node->calls), total,
                              calls, share);
      return g_string_free (text, FALSE);
    }
  g_string_append_printf (text, g_dngettext (GETTEXT_PACKAGE, "\n%s call: %s (%s)", "\n%s calls: %s (%s)", (gulong) node->calls), calls,
                          total, share);
  g_string_append_printf (text, _("\nItself: %s (%s)"), self, self_share);
  if (node->suspended > 0 || node->collecting > 0)
    g_string_append_printf (text, _("\nSuspended %s, collecting %s"), suspended, collecting);
  return g_string_free (text, FALSE);
}

/* --- what there is --- */

const char *
scope_calls_why_not (ScopeTrace *trace)
{
  ScopeRuntime runtime = scope_trace_runtime (trace);

  /* Of what is still being read only the runtime is known for sure. */
  if (scope_trace_has_calls (trace) || scope_call_tree_is_sampled (trace)
      || (!scope_trace_get_finished (trace) && (runtime == SCOPE_RUNTIME_ERLANG || runtime == SCOPE_RUNTIME_SIMULATION)))
    return NULL;
  switch (runtime)
    {
    case SCOPE_RUNTIME_ERLANG:
      return _("no calls recorded: record with {callgraph, [Module]}, so that calls of these modules' functions are traced");
    case SCOPE_RUNTIME_SIMULATION:
      return _("no instructions with their functions recorded");
    case SCOPE_RUNTIME_GHC:
    case SCOPE_RUNTIME_EDEN:
    default:
      return _("GHC's event logs tell which functions ran only by samples: build the program with -prof, and run it with +RTS -l -p");
    }
}

gboolean
scope_calls_lane_of (ScopeTrace *trace, ScopeLaneId lane, ScopeLaneId *ret_lane)
{
  ScopeMachine *machine;

  if (lane.machine >= scope_trace_n_machines (trace))
    return FALSE;
  machine = scope_trace_machine (trace, lane.machine);
  if (scope_call_tree_has_lane (trace, lane))
    {
      *ret_lane = lane;
      return TRUE;
    }
  if (lane.kind != SCOPE_KIND_THREAD || lane.index >= scope_machine_n_entities (machine, SCOPE_KIND_THREAD))
    return FALSE;
  lane.index = scope_machine_entity (machine, SCOPE_KIND_THREAD, lane.index)->process;
  lane.kind = SCOPE_KIND_PROCESS;
  if (lane.index == SCOPE_NONE || !scope_activations_in_lane (trace, lane))
    return FALSE;
  *ret_lane = lane;
  return TRUE;
}

gboolean
scope_calls_busiest_lane (ScopeTrace *trace, ScopeLaneId *ret_lane)
{
  guint n;
  g_autofree ScopeLaneId *lanes = scope_call_tree_lanes (trace, &n);
  guint64 most = 0;

  for (guint i = 0; i < n; i++)
    {
      guint64 rows = scope_activations_n_rows (trace, lanes[i]);

      if (rows > most)
        {
          most = rows;
          *ret_lane = lanes[i];
        }
    }
  return most > 0;
}
