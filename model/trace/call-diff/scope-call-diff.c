/* scope-call-diff.c: see scope-call-diff.h: which lanes, in which unit, and the result.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/trace/call-diff/scope-call-diff-private.h"

#include "model/base/scope-each.h"
#include "model/base/scope-ref.h"
#include "model/base/scope-task.h"
#include "model/trace/calls/scope-call-tree.h"
#include "model/trace/document/scope-cycles.h"

#include <string.h>

typedef struct
{
  ScopeCallDiff parent;
  gatomicrefcount ref_count;
  GArray *lanes, *contexts, *functions, *partings;
  GStringChunk *names;
} Diff;

static void
call_diff_free (ScopeCallDiff *diff)
{
  Diff *self = (Diff *) diff;

  g_array_unref (self->lanes);
  g_array_unref (self->contexts);
  g_array_unref (self->functions);
  g_array_unref (self->partings);
  g_string_chunk_free (self->names);
  g_free (self);
}

SCOPE_DEFINE_REF (ScopeCallDiff, scope_call_diff, ((Diff *) object)->ref_count, call_diff_free)

/* --- lanes --- */

static void
add_lane_pair (ScopeCallWalk *walk, const ScopeLaneId *baseline, const ScopeLaneId *run)
{
  const ScopeLaneId *const lanes[2] = { baseline, run };
  ScopeCallLanePair pair = { .has = { baseline != NULL, run != NULL } };

  for (guint s = 0; s < 2; s++)
    if (lanes[s] != NULL)
      {
        if (lanes[s]->machine >= walk->sides[s].n_machines) /* it came just now */
          return;
        pair.lanes[s] = *lanes[s];
        pair.period_ps[s] = walk->question->clock_ps[s] > 0 ? walk->question->clock_ps[s]
                                                            : scope_cycles_of_lane (walk->sides[s].trace, *lanes[s], NULL);
        walk->n_rows += scope_activations_n_rows (walk->sides[s].trace, *lanes[s]);
      }
  g_array_append_val (walk->lanes, pair);
}

/* In the order of this run, then those of the baseline alone. */
static void
find_lanes (ScopeCallWalk *walk, ScopePairing *pairing)
{
  guint n_baseline, n_run;
  g_autofree ScopeLaneId *baseline = scope_call_tree_lanes (walk->sides[0].trace, &n_baseline);
  g_autofree ScopeLaneId *run = scope_call_tree_lanes (walk->sides[1].trace, &n_run);
  ScopeLaneId partner;

  for (guint i = 0; i < n_run; i++)
    {
      gboolean has = scope_pairing_to_baseline (pairing, run[i], &partner)
                     && scope_activations_in_lane (walk->sides[0].trace, partner);

      add_lane_pair (walk, has ? &partner : NULL, &run[i]);
    }
  for (guint i = 0; i < n_baseline; i++)
    if (!scope_pairing_to_run (pairing, baseline[i], &partner)
        || !scope_activations_in_lane (walk->sides[1].trace, partner))
      add_lane_pair (walk, &baseline[i], NULL);
}

/* Whether clocks are known, and which unit that makes. */
static void
choose_unit (ScopeCallWalk *walk)
{
  const ScopeCallDiffQuestion *question = walk->question;
  gboolean all = walk->lanes->len > 0, differ = FALSE;
  const ScopeCallLanePair *first = NULL;

  SCOPE_EACH (const ScopeCallLanePair, pair, walk->lanes)
    {
      for (guint s = 0; s < 2; s++)
        all = all && (!pair->has[s] || pair->period_ps[s] > 0);
      differ = differ || (pair->has[0] && pair->has[1] && pair->period_ps[0] != pair->period_ps[1]);
      if (first == NULL && pair->has[0])
        first = pair;
    }
  walk->diff->has_cycles = all;
  walk->diff->in_cycles = all && (question->unit == SCOPE_CALL_UNIT_CYCLES || (question->unit == SCOPE_CALL_UNIT_AUTO && differ));
  walk->diff->more_than = question->more_than;
  if (question->more_than_cycles == walk->diff->in_cycles || first == NULL || first->period_ps[0] <= 0)
    return;
  if (walk->diff->in_cycles)
    walk->diff->more_than = (gint64) ((__int128) question->more_than * 1000 / first->period_ps[0]);
  else
    walk->diff->more_than = (gint64) ((__int128) question->more_than * first->period_ps[0] / 1000);
}

static void
begin_side (ScopeCallWalk *walk, guint s, const ScopeCallLanePair *pair)
{
  const ScopeCallDiffQuestion *question = walk->question;
  ScopeCallDiffSide *side = &walk->sides[s];
  gint64 from = question->from, to = question->to;

  if (s == SCOPE_CALL_BASELINE && question->map != NULL)
    {
      from = scope_time_map_to_baseline (question->map, from);
      to = scope_time_map_to_baseline (question->map, to);
    }
  side->lane = (ScopeCallLane) { .trace = side->trace, .lane = SCOPE_NONE };
  side->origin = SCOPE_TIME_MIN;
  side->period_ps = pair->period_ps[s];
  side->held = 0;
  if (!pair->has[s])
    return;
  scope_call_lane_init (&side->lane, side->trace, pair->lanes[s], from, to);
  side->tick_ps = MAX (scope_trace_machine (side->trace, pair->lanes[s].machine)->tick_ps, 1);
  walk->diff->has_insts = walk->diff->has_insts || side->lane.insts;
  walk->diff->has_hits = walk->diff->has_hits || side->lane.hits;
}

static gboolean
walk_pair (ScopeCallWalk *walk, guint i, GError **error)
{
  const ScopeCallDiffQuestion *question = walk->question;
  const ScopeCallLanePair *pair = &g_array_index (walk->lanes, ScopeCallLanePair, i);

  walk->lane = i;
  walk->parting = (ScopeCallParting) { .lane = i, .context = SCOPE_NONE, .call_context = SCOPE_NONE };
  walk->drift = 0;
  walk->n_only[0] = walk->n_only[1] = 0;
  for (guint s = 0; s < 2; s++)
    begin_side (walk, s, pair);
  if (g_cancellable_set_error_if_cancelled (question->cancellable, error) || !scope_call_walk_lanes (walk, error))
    return FALSE;
  if (walk->parting.in_time || walk->parting.in_calls)
    g_array_append_val (walk->partings, walk->parting);
  for (guint s = 0; s < 2; s++)
    if (pair->has[s])
      walk->n_done += scope_activations_n_rows (walk->sides[s].trace, pair->lanes[s]);
  if (question->permille != NULL && walk->n_rows > 0)
    g_atomic_int_set (question->permille, (gint) (walk->n_done * 1000 / walk->n_rows));
  return TRUE;
}

/* --- the result --- */

static int
compare_partings (gconstpointer a, gconstpointer b)
{
  const ScopeCallParting *x = a, *y = b;
  gint64 s = x->in_time ? x->to[SCOPE_CALL_RUN] : G_MAXINT64, t = y->in_time ? y->to[SCOPE_CALL_RUN] : G_MAXINT64;

  if (s != t)
    return s < t ? -1 : 1;
  return x->lane < y->lane ? -1 : x->lane > y->lane;
}

/* g_int64_hash() gives paths that lie beside each other the same few numbers. */
static guint
hash_path (gconstpointer key)
{
  guint64 mixed = *(const guint64 *) key * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);

  return (guint) (mixed >> 32);
}

static void
walk_init (ScopeCallWalk *walk, ScopePairing *pairing, const ScopeCallDiffQuestion *question, Diff *diff)
{
  walk->diff = &diff->parent;
  walk->question = question;
  walk->sides[SCOPE_CALL_BASELINE].trace = scope_pairing_get_baseline (pairing);
  walk->sides[SCOPE_CALL_RUN].trace = scope_pairing_get_run (pairing);
  walk->budget = question->budget != 0 ? question->budget : SCOPE_CALL_DIFF_BUDGET;
  walk->aligner = scope_call_aligner_new ();
  walk->lanes = diff->lanes = g_array_new (FALSE, FALSE, sizeof (ScopeCallLanePair));
  walk->contexts = diff->contexts = g_array_new (FALSE, FALSE, sizeof (ScopeCallContextDiff));
  walk->functions = diff->functions = g_array_new (FALSE, FALSE, sizeof (ScopeCallFunctionDiff));
  walk->partings = diff->partings = g_array_new (FALSE, FALSE, sizeof (ScopeCallParting));
  walk->names = diff->names = g_string_chunk_new (4096);
  walk->by_name = g_hash_table_new (g_str_hash, g_str_equal);
  walk->by_path = g_hash_table_new_full (hash_path, g_int64_equal, g_free, NULL);
  for (guint s = 0; s < 2; s++)
    {
      walk->sides[s].n_machines = scope_trace_n_machines (walk->sides[s].trace);
      walk->sides[s].numbers = g_new0 (GArray *, walk->sides[s].n_machines + 1);
      walk->sides[s].on_stack = g_array_new (FALSE, FALSE, sizeof (guint32));
    }
}

static void
walk_clear (ScopeCallWalk *walk)
{
  for (guint s = 0; s < 2; s++)
    {
      for (guint m = 0; m < walk->sides[s].n_machines; m++)
        g_clear_pointer (&walk->sides[s].numbers[m], g_array_unref);
      g_free (walk->sides[s].numbers);
      g_array_unref (walk->sides[s].on_stack);
    }
  scope_call_aligner_free (walk->aligner);
  g_hash_table_unref (walk->by_name);
  g_hash_table_unref (walk->by_path);
}

ScopeCallDiff *
scope_call_diff_read (ScopePairing *pairing, const ScopeCallDiffQuestion *question, GError **error)
{
  Diff *diff = g_new0 (Diff, 1);
  ScopeCallWalk walk = { 0 };
  gboolean ok = TRUE;

  g_atomic_ref_count_init (&diff->ref_count);
  walk_init (&walk, pairing, question, diff);
  find_lanes (&walk, pairing);
  choose_unit (&walk);
  /* Who is called for each activation asks for its lanes. */
  diff->parent.lanes = (const ScopeCallLanePair *) (const void *) diff->lanes->data;
  diff->parent.n_lanes = diff->lanes->len;
  for (guint i = 0; i < walk.lanes->len && ok; i++)
    ok = walk_pair (&walk, i, error);
  walk_clear (&walk);
  g_array_sort (diff->partings, compare_partings);
  diff->parent.contexts = (const ScopeCallContextDiff *) (const void *) diff->contexts->data;
  diff->parent.n_contexts = diff->contexts->len;
  diff->parent.functions = (const ScopeCallFunctionDiff *) (const void *) diff->functions->data;
  diff->parent.n_functions = diff->functions->len;
  diff->parent.partings = (const ScopeCallParting *) (const void *) diff->partings->data;
  diff->parent.n_partings = diff->partings->len;
  if (ok)
    return &diff->parent;
  scope_call_diff_unref (&diff->parent);
  return NULL;
}

/* --- on a thread --- */

typedef struct
{
  ScopePairing *pairing;
  ScopeCallDiffQuestion question;
} Asked;

static void
asked_free (gpointer data)
{
  Asked *asked = data;

  scope_pairing_unref (asked->pairing);
  if (asked->question.map != NULL)
    scope_time_map_unref ((ScopeTimeMap *) asked->question.map);
  g_free (asked);
}

static gpointer
answer (gpointer source, gconstpointer data, GCancellable *cancellable, GError **error)
{
  const Asked *asked = data;

  return scope_call_diff_read (asked->pairing, &asked->question, error);
}

void
scope_call_diff_read_async (ScopePairing *pairing, const ScopeCallDiffQuestion *question, GAsyncReadyCallback callback,
                            gpointer user_data)
{
  Asked *asked = g_new (Asked, 1);

  *asked = (Asked) { scope_pairing_ref (pairing), *question };
  asked->question.permille = NULL;
  if (question->map != NULL)
    scope_time_map_ref ((ScopeTimeMap *) question->map);
  scope_task_give (NULL, answer, asked, asked_free, (GDestroyNotify) scope_call_diff_unref, question->cancellable, callback,
                   user_data);
}

ScopeCallDiff *
scope_call_diff_read_finish (GAsyncResult *result, GError **error)
{
  return scope_task_answer (result, error);
}

/* --- around it --- */

gboolean
scope_call_diff_is_possible (ScopePairing *pairing)
{
  ScopeTrace *const traces[2] = { scope_pairing_get_baseline (pairing), scope_pairing_get_run (pairing) };
  guint n = 0;

  for (guint s = 0; s < 2; s++)
    for (guint m = 0; m < scope_trace_n_machines (traces[s]); m++)
      if (scope_activations_in_machine (scope_trace_machine (traces[s], m)))
        {
          n++;
          break;
        }
  return n == 2;
}

char *
scope_call_diff_path (const ScopeCallDiff *diff, guint32 context)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  GString *path = g_string_new (NULL);

  for (guint32 i = context; i != SCOPE_NONE; i = diff->contexts[i].parent)
    g_ptr_array_add (names, (gpointer) diff->functions[diff->contexts[i].function].name);
  for (guint i = names->len; i-- > 0;)
    {
      g_string_append (path, g_ptr_array_index (names, i));
      if (i > 0)
        g_string_append_c (path, ';');
    }
  return g_string_free (path, FALSE);
}

ScopeCallFigures
scope_call_figures_change (const ScopeCallFigures figures[2])
{
  const ScopeCallFigures *b = &figures[SCOPE_CALL_BASELINE], *r = &figures[SCOPE_CALL_RUN];
  ScopeCallFigures change = { r->total - b->total,
                              r->self - b->self,
                              r->total_cycles - b->total_cycles,
                              r->self_cycles - b->self_cycles,
                              r->insts - b->insts,
                              { 0 } };

  for (guint k = 0; k < SCOPE_N_HITS; k++)
    change.hits[k] = r->hits[k] - b->hits[k];
  return change;
}

gint64
scope_call_figures_total (const ScopeCallDiff *diff, const ScopeCallFigures *figures)
{
  return diff->in_cycles ? figures->total_cycles : figures->total;
}

gint64
scope_call_figures_self (const ScopeCallDiff *diff, const ScopeCallFigures *figures)
{
  return diff->in_cycles ? figures->self_cycles : figures->self;
}

const char *
scope_call_match_name (ScopeCallMatch match)
{
  static const char *const names[] = { "matched", "only baseline", "only run" };

  return names[match];
}
