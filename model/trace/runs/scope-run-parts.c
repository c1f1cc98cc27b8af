/* scope-run-parts.c: see scope-run-parts.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/trace/runs/scope-run-parts.h"

#include "model/base/scope-compare.h"
#include "model/base/scope-fail.h"
#include "model/trace/analysis/scope-cause-words.h"
#include "model/trace/analysis/scope-label-stream.h"
#include "model/trace/calls/scope-call-tree.h"
#include "model/trace/phases/scope-phases.h"
#include "model/trace/spans/scope-spans.h"

#include <glib/gi18n.h>
#include <string.h>

const char *
scope_part_kind_name (ScopePartKind kind)
{
  static const char *const names[SCOPE_N_PART_KINDS] = { "cause", "alone", "label", "function", "phase" };

  return names[kind];
}

static void
part_clear (gpointer data)
{
  g_free (((ScopeRunPart *) data)->name);
  g_free (((ScopeRunPart *) data)->word);
}

typedef struct
{
  ScopeTrace *trace;
  GCancellable *cancellable;
  GArray *parts;
  double tick; /* ns */
} Reading;

static void
add (Reading *self, ScopePartKind kind, const char *name, const char *word, gint64 ticks)
{
  ScopeRunPart part = { kind, g_strdup (name), g_strdup (word), (double) ticks * self->tick };

  g_array_append_val (self->parts, part);
}

SCOPE_COMPARE_BY (compare_parts, ScopeRunPart, SCOPE_DOWN (ns) SCOPE_BY_TEXT (name))

/* The longest of those from `from` on stay, and all others as one: parts of a kind add up. */
static void
sort_parts (GArray *parts, guint from)
{
  ScopeRunPart others = { 0 };

  qsort (&g_array_index (parts, ScopeRunPart, from), parts->len - from, sizeof (ScopeRunPart), compare_parts);
  if (parts->len - from <= SCOPE_RUN_PARTS)
    return;
  for (guint i = from + SCOPE_RUN_PARTS; i < parts->len; i++)
    others.ns += g_array_index (parts, ScopeRunPart, i).ns;
  others.kind = g_array_index (parts, ScopeRunPart, from).kind;
  others.name = g_strdup (SCOPE_RUN_PART_OTHERS);
  others.word = g_strdup (_("others"));
  g_array_set_size (parts, from + SCOPE_RUN_PARTS);
  g_array_append_val (parts, others);
}

/* --- causes, and what ran alone --- */

static void
add_alone (Reading *self, const ScopeAnalysis *analysis)
{
  guint from = self->parts->len;

  if (analysis->labels->len < 2)
    return;
  for (guint l = 0; l < analysis->labels->len; l++)
    if (analysis->alone[l] > 0)
      {
        const char *label = analysis->labels->pdata[l];

        add (self, SCOPE_PART_ALONE, label, label[0] == '\0' ? _("no label") : NULL, analysis->alone[l]);
      }
  sort_parts (self->parts, from);
}

static gboolean
read_causes (Reading *self, GError **error)
{
  ScopeQueryRange within = { .trace = self->trace, .from = SCOPE_TIME_MIN, .to = SCOPE_TIME_MAX, .cancellable = self->cancellable };
  g_autoptr (ScopeAnalysis) analysis = scope_analysis_read (&within, SCOPE_ANALYSE_ALL, error);

  if (analysis == NULL)
    return FALSE;
  for (guint c = 0; c < SCOPE_N_CAUSES; c++)
    add (self, SCOPE_PART_CAUSE, scope_cause_name (c), scope_cause_word (self->trace, c), analysis->parts[c]);
  add_alone (self, analysis);
  return TRUE;
}

/* --- labels --- */

typedef struct
{
  ScopeLabels labels;
  GArray *running; /* of gint64, by label */
  GHashTable *now; /* thread → Since; of one machine */
} Labelling;

typedef struct
{
  guint32 label;
  gint64 since;
} Since;

/* What the thread ran from then on, under the label that it had. */
static gboolean
settle (Labelling *self, ScopeTrace *trace, ScopeTaskId task, const Since *since, gint64 until, GError **error)
{
  ScopeSpan span = { .from = since->since, .to = until, .machine = task.machine, .thread = task.thread, .end_thread = task.thread };
  gint64 states[SCOPE_N_STATES];
  GError *local = NULL;

  if (since->label == 0 || until <= since->since)
    return TRUE;
  if (!scope_span_states (trace, &span, states, &local))
    return scope_passed (local, error);
  if (self->running->len <= since->label)
    g_array_set_size (self->running, since->label + 1);
  g_array_index (self->running, gint64, since->label) += states[SCOPE_STATE_RUNNING] + states[SCOPE_STATE_ACTIVE];
  return TRUE;
}

static gboolean
settle_all (Labelling *self, ScopeMachine *machine, ScopeTrace *trace, GError **error)
{
  GHashTableIter iter;
  gpointer thread, since;
  gint64 first, last;

  scope_trace_range (trace, &first, &last);
  g_hash_table_iter_init (&iter, self->now);
  while (g_hash_table_iter_next (&iter, &thread, &since))
    if (!settle (self, trace, (ScopeTaskId) { machine->index, GPOINTER_TO_UINT (thread) }, since, last, error))
      return FALSE;
  g_hash_table_remove_all (self->now);
  return TRUE;
}

static gboolean
read_machine_labels (Labelling *self, ScopeMachine *machine, const Reading *reading, GError **error)
{
  ScopeLabelStream stream;
  gboolean ok = scope_label_stream_init (&stream, machine, &self->labels, error);

  while (ok && stream.time < SCOPE_TIME_MAX)
    {
      Since *since = g_hash_table_lookup (self->now, GUINT_TO_POINTER (stream.task.thread));

      if (since == NULL)
        {
          since = g_new0 (Since, 1);
          g_hash_table_insert (self->now, GUINT_TO_POINTER (stream.task.thread), since);
        }
      ok = !g_cancellable_set_error_if_cancelled (reading->cancellable, error)
           && settle (self, reading->trace, stream.task, since, stream.time, error);
      *since = (Since) { stream.label, stream.time };
      ok = ok && scope_label_stream_next (&stream, error);
    }
  scope_label_stream_clear (&stream);
  return ok && settle_all (self, machine, reading->trace, error);
}

/* Running of all tasks that no label stands for. */
static gint64
unlabelled (Reading *self, const Labelling *labelling)
{
  gint64 running = 0, totals[SCOPE_N_STATES];

  for (guint m = 0; m < scope_trace_n_machines (self->trace); m++)
    {
      ScopeMachine *machine = scope_trace_machine (self->trace, m);

      if (machine->threads_lane == SCOPE_NONE)
        continue;
      scope_lane_store_totals (machine->lanes, machine->threads_lane, totals);
      running += totals[SCOPE_STATE_RUNNING] + totals[SCOPE_STATE_ACTIVE];
    }
  for (guint l = 1; l < labelling->running->len; l++)
    running -= g_array_index (labelling->running, gint64, l);
  return MAX (running, 0);
}

static gboolean
read_labels (Reading *self, GError **error)
{
  Labelling labelling = { .running = g_array_new (FALSE, TRUE, sizeof (gint64)),
                          .now = g_hash_table_new_full (NULL, NULL, NULL, g_free) };
  guint from = self->parts->len;
  gboolean ok = TRUE;

  scope_labels_init (&labelling.labels);
  for (guint m = 0; ok && m < scope_trace_n_machines (self->trace); m++)
    ok = read_machine_labels (&labelling, scope_trace_machine (self->trace, m), self, error);
  for (guint l = 1; ok && l < labelling.running->len; l++)
    if (g_array_index (labelling.running, gint64, l) > 0)
      add (self, SCOPE_PART_LABEL, labelling.labels.texts->pdata[l], NULL, g_array_index (labelling.running, gint64, l));
  if (self->parts->len > from)
    add (self, SCOPE_PART_LABEL, "", _("no label"), unlabelled (self, &labelling));
  sort_parts (self->parts, from);
  scope_labels_clear (&labelling.labels);
  g_hash_table_unref (labelling.now);
  g_array_unref (labelling.running);
  return ok;
}

/* --- functions --- */

static gboolean
read_functions (Reading *self, GError **error)
{
  g_autoptr (ScopeCallTree) tree = NULL;
  guint from = self->parts->len;

  tree = scope_call_tree_read (self->trace, NULL, 0, SCOPE_TIME_MIN, SCOPE_TIME_MAX, self->cancellable, error);
  if (tree == NULL)
    return FALSE;
  for (guint32 i = 0; !tree->sampled && i < tree->n_functions; i++)
    if (tree->functions[i].kind == SCOPE_CALL_FUNCTION && tree->functions[i].self > 0)
      add (self, SCOPE_PART_FUNCTION, tree->functions[i].name, NULL, tree->functions[i].self);
  sort_parts (self->parts, from);
  return TRUE;
}

/* --- phases --- */

static guint
largest (const double *mix)
{
  guint best = 0;

  for (guint k = 1; k < SCOPE_PHASE_PARTS; k++)
    if (mix[k] > mix[best])
      best = k;
  return best;
}

static gboolean
read_phases (Reading *self, GError **error)
{
  ScopeQueryRange within = { .trace = self->trace, .from = SCOPE_TIME_MIN, .to = SCOPE_TIME_MAX, .cancellable = self->cancellable };
  g_autoptr (ScopePhases) phases = scope_phases_read (&within, error);
  gint64 times[SCOPE_PHASE_PARTS] = { 0 };

  if (phases == NULL)
    return FALSE;
  for (guint k = 0; k < phases->kinds->len; k++)
    for (guint c = 0; c < SCOPE_N_CAUSES; c++)
      times[largest (scope_phases_kind (phases, k)->mix)] += scope_phases_kind (phases, k)->parts[c];
  for (guint k = 0; k < SCOPE_PHASE_PARTS; k++)
    if (times[k] > 0 && phases->parts[k] != NULL)
      add (self, SCOPE_PART_PHASE, phases->parts[k], NULL, times[k]);
  return TRUE;
}

int
scope_run_part_compare (gconstpointer one, gconstpointer other)
{
  const ScopeRunPart *x = one, *y = other;

  SCOPE_COMPARE (x->kind, y->kind);
  return strcmp (x->name, y->name);
}

GArray *
scope_run_parts_read (ScopeTrace *trace, GCancellable *cancellable, GError **error)
{
  g_autoptr (GArray) parts = g_array_new (FALSE, FALSE, sizeof (ScopeRunPart));
  Reading self = { trace, cancellable, parts, (double) MAX (scope_trace_tick_ps (trace), 1) / 1000 };

  g_array_set_clear_func (parts, part_clear);
  if (!read_causes (&self, error) || !read_labels (&self, error) || !read_functions (&self, error) || !read_phases (&self, error))
    return NULL;
  g_array_sort (parts, scope_run_part_compare);
  return g_steal_pointer (&parts);
}
