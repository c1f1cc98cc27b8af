/* scope-cli-convert-speedscope.c: `lanescope-cli convert --as speedscope`: intervals as slices, and calls as stacks.
 *
 * Of each processor, Eden process and thread a profile of its slices; of each lane with a call stack (or with samples) one of the stacks that
 * there were, each with the time (or the samples) that was spent in it itself: they are those of `dump call-tree`.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "app/cli/export/scope-cli-convert.h"

#include "io/export/scope-speedscope.h"
#include "model/base/scope-fail.h"
#include "model/trace/calls/scope-call-tree.h"

typedef struct
{
  ScopeCli *cli;
  ScopeSpeedscope *file;
  gint64 zero;
} Converting;

/* --- slices --- */

static gboolean
convert_lane (Converting *self, ScopeLaneId id, GError **error)
{
  ScopeMachine *machine = scope_trace_machine (self->cli->trace, id.machine);
  guint32 lane = scope_trace_lane (self->cli->trace, id);
  g_autofree char *title = NULL;
  GError *local = NULL;
  gint64 from, to;
  guint n = 0;

  if (lane == SCOPE_NONE || scope_trace_lane_counts (self->cli->trace, id))
    return TRUE;
  scope_cli_own_range (self->cli, machine, &from, &to);
  title = scope_trace_lane_full_title (self->cli->trace, id, TRUE);
  scope_speedscope_begin_slices (self->file, title, scope_cli_convert_time (self->cli, self->zero, machine, from),
                                 scope_cli_convert_time (self->cli, self->zero, machine, to));
  SCOPE_EACH_INTERVAL_OF (interval, scope_intervals (machine, id.kind, id.index, lane, from, to, FALSE, NULL), &local)
    {
      g_autofree char *text = NULL;
      guint32 frame;

      if (!scope_cli_convert_is_shown (&interval))
        continue;
      frame = scope_speedscope_frame (self->file, scope_cli_convert_slice_name (self->cli, machine, id.kind, &interval, &text));
      if (!scope_speedscope_add_slice (self->file, frame, scope_cli_convert_time (self->cli, self->zero, machine, MAX (interval.from, from)),
                                       scope_cli_convert_time (self->cli, self->zero, machine, MIN (interval.to, to)))
          || (++n % 4096 == 0 && scope_cli_interrupted (self->cli, &local)))
        break;
    }
  scope_speedscope_end (self->file);
  return scope_passed (local, error);
}

static gboolean
convert_kind (Converting *self, ScopeMachine *machine, ScopeKind kind, GError **error)
{
  guint32 n = scope_trace_kind_repeats (self->cli->trace, kind) ? 0 : scope_machine_n_entities (machine, kind);

  for (guint32 i = 0; i < n; i++)
    if (scope_cli_interrupted (self->cli, error) || !convert_lane (self, (ScopeLaneId) { machine->index, kind, i }, error))
      return FALSE;
  return TRUE;
}

/* --- stacks --- */

/* The frames of a node from its root on. */
static void
find_frames (Converting *self, const ScopeCallTree *tree, guint32 node, GArray *frames)
{
  guint32 depth = tree->nodes[node].depth;

  g_array_set_size (frames, depth + 1);
  for (guint32 at = node; at != SCOPE_NONE; at = tree->nodes[at].parent)
    g_array_index (frames, guint32, tree->nodes[at].depth) = scope_speedscope_frame (self->file, tree->functions[tree->nodes[at].function].name);
}

static guint64
weight_of (Converting *self, const ScopeCallTree *tree, guint32 node)
{
  gint64 weight = tree->nodes[node].self;

  return weight <= 0 ? 0 : tree->sampled ? (guint64) weight : (guint64) ((__int128) weight * self->cli->tick_ps / 1000);
}

static void
add_tree (Converting *self, const ScopeCallTree *tree, const char *title)
{
  g_autoptr (GArray) frames = g_array_new (FALSE, FALSE, sizeof (guint32));
  guint64 sum = 0;

  for (guint32 i = 0; i < tree->n_nodes; i++)
    sum += weight_of (self, tree, i);
  scope_speedscope_begin_stacks (self->file, title, tree->sampled, sum);
  for (guint32 i = 0; i < tree->n_nodes; i++)
    if (weight_of (self, tree, i) > 0)
      {
        find_frames (self, tree, i, frames);
        scope_speedscope_add_stack (self->file, (const guint32 *) (gpointer) frames->data, frames->len);
      }
  scope_speedscope_begin_weights (self->file);
  for (guint32 i = 0; i < tree->n_nodes; i++)
    if (weight_of (self, tree, i) > 0)
      scope_speedscope_add_weight (self->file, weight_of (self, tree, i));
  scope_speedscope_end (self->file);
}

static gboolean
convert_stacks (Converting *self, GError **error)
{
  guint n;
  g_autofree ScopeLaneId *lanes = scope_call_tree_lanes (self->cli->trace, &n);

  for (guint i = 0; i < n; i++)
    {
      g_autofree char *lane = scope_trace_lane_full_title (self->cli->trace, lanes[i], TRUE), *title = g_strdup_printf ("%s: calls", lane);
      g_autoptr (ScopeCallTree) tree
          = scope_call_tree_read (self->cli->trace, &lanes[i], 1, self->cli->from, self->cli->to, self->cli->cancellable, error);

      if (tree == NULL)
        return FALSE;
      if (tree->n_nodes > 0)
        add_tree (self, tree, title);
    }
  return TRUE;
}

gboolean
scope_cli_convert_to_speedscope (ScopeCli *cli, const char *path, gboolean no_threads, GError **error)
{
  static const ScopeKind kinds[] = { SCOPE_KIND_PROCESSOR, SCOPE_KIND_PROCESS, SCOPE_KIND_THREAD, SCOPE_KIND_PORT };
  g_autofree char *title = scope_trace_lane_title (cli->trace, (ScopeLaneId) { 0, SCOPE_KIND_MACHINE, 0 });
  g_autoptr (ScopeSpeedscope) file = scope_speedscope_new (path, title, error);
  Converting self = { cli, file, scope_cli_convert_zero (cli) };

  if (file == NULL || !convert_stacks (&self, error))
    return FALSE;
  SCOPE_EACH_MACHINE (machine, cli->trace)
    for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
      if ((kinds[i] != SCOPE_KIND_THREAD || !no_threads) && !convert_kind (&self, machine, kinds[i], error))
        return FALSE;
  return scope_speedscope_finish (file, error);
}
