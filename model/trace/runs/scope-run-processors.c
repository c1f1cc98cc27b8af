/* scope-run-processors.c: see scope-run-processors.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/trace/runs/scope-run-processors.h"

#include "model/trace/document/scope-recorded.h"

#include <glib/gi18n.h>
#include <math.h>

static const struct
{
  const char *name, *title;
} splits[SCOPE_N_SPLITS] = {
  [SCOPE_SPLIT_RUNNING] = { "running", N_("Running") },
  [SCOPE_SPLIT_COLLECTING] = { "gc", N_("GC") },
  [SCOPE_SPLIT_OUTSIDE] = { "outside", N_("Outside") },
  [SCOPE_SPLIT_IDLE] = { "idle", N_("Idle") },
  [SCOPE_SPLIT_UNKNOWN] = { "unknown", N_("Unknown") },
};

const char *
scope_split_name (ScopeSplit split)
{
  return splits[split].name;
}

const char *
scope_split_title (ScopeSplit split)
{
  return _(splits[split].title);
}

/* --- of one run --- */

static void
processor_clear (gpointer data)
{
  g_free (((ScopeRunProcessor *) data)->title);
}

static void
set_times (ScopeRunProcessor *processor, const gint64 totals[SCOPE_N_STATES], double ns_per_tick)
{
  processor->ns[SCOPE_SPLIT_RUNNING] = (double) (totals[SCOPE_STATE_RUNNING] + totals[SCOPE_STATE_ACTIVE]) * ns_per_tick;
  processor->ns[SCOPE_SPLIT_COLLECTING] = (double) totals[SCOPE_STATE_COLLECTING] * ns_per_tick;
  processor->ns[SCOPE_SPLIT_OUTSIDE] = (double) totals[SCOPE_STATE_OUTSIDE] * ns_per_tick;
  processor->ns[SCOPE_SPLIT_IDLE] = (double) totals[SCOPE_STATE_IDLE] * ns_per_tick;
  processor->ns[SCOPE_SPLIT_UNKNOWN] = (double) totals[SCOPE_STATE_UNKNOWN] * ns_per_tick;
}

static void
read_machine (ScopeTrace *trace, guint32 m, GArray *processors)
{
  ScopeMachine *machine = scope_trace_machine (trace, m);
  double ns_per_tick = (double) MAX (scope_trace_tick_ps (trace), 1) / 1000;
  guint32 n = scope_machine_n_entities (machine, SCOPE_KIND_PROCESSOR);

  for (guint32 p = 0; p < n && processors->len < SCOPE_RUN_PROCESSORS; p++)
    {
      ScopeLaneId lane = { m, SCOPE_KIND_PROCESSOR, p };
      const ScopeEntity *entity = scope_machine_entity (machine, SCOPE_KIND_PROCESSOR, p);
      gint64 totals[SCOPE_N_STATES], first, last;
      ScopeRunProcessor processor = { .machine = machine->number, .number = entity->number };

      if (!scope_machine_is_processor (machine, p) || !scope_lane_store_life (machine->lanes, entity->lane, &first, &last) || first >= last)
        continue;
      scope_lane_store_totals (machine->lanes, entity->lane, totals);
      set_times (&processor, totals, ns_per_tick);
      processor.title = scope_trace_lane_title (trace, lane);
      g_array_append_val (processors, processor);
    }
}

/* What the trace does not tell is not nothing. */
static void
forget_unrecorded (ScopeTrace *trace, GArray *processors)
{
  gboolean collects = (scope_trace_unrecorded (trace) & SCOPE_LACKS_GC) == 0;
  double running = 0;

  for (guint i = 0; i < processors->len; i++)
    running += g_array_index (processors, ScopeRunProcessor, i).ns[SCOPE_SPLIT_RUNNING];
  for (guint i = 0; i < processors->len; i++)
    {
      ScopeRunProcessor *processor = &g_array_index (processors, ScopeRunProcessor, i);

      if (!collects)
        processor->ns[SCOPE_SPLIT_COLLECTING] = NAN;
      for (guint s = 0; running <= 0 && s < SCOPE_SPLIT_UNKNOWN; s++)
        processor->ns[s] = NAN; /* a log without events of the scheduler */
    }
}

GArray *
scope_run_processors_read (ScopeTrace *trace)
{
  GArray *processors = g_array_new (FALSE, FALSE, sizeof (ScopeRunProcessor));

  g_array_set_clear_func (processors, processor_clear);
  for (guint m = 0; m < scope_trace_n_machines (trace); m++)
    read_machine (trace, m, processors);
  forget_unrecorded (trace, processors);
  return processors;
}

/* --- over several --- */

typedef struct
{
  const ScopeRunSummary *run;
  const ScopeRunProcessor *processor;
  guint index; /* as it was found: runs in their order */
} Lived;

static int
compare_runs (const ScopeRunSummary *a, const ScopeRunSummary *b)
{
  int order = a->processors < b->processors ? -1 : a->processors > b->processors;

  if (order == 0)
    order = g_strcmp0 (a->program, b->program);
  return order != 0 ? order : g_strcmp0 (a->arguments, b->arguments);
}

static int
compare_lived (gconstpointer one, gconstpointer other)
{
  const Lived *a = one, *b = other;
  int order = compare_runs (a->run, b->run);

  if (order == 0 && a->processor->machine != b->processor->machine)
    order = a->processor->machine < b->processor->machine ? -1 : 1;
  if (order == 0 && a->processor->number != b->processor->number)
    order = a->processor->number < b->processor->number ? -1 : 1;
  return order;
}

static int
compare_found (gconstpointer one, gconstpointer other)
{
  const Lived *a = one, *b = other;
  int order = compare_lived (a, b);

  return order != 0 ? order : a->index < b->index ? -1 : a->index > b->index;
}

/* Of what is known of it; NAN: nothing is, or that state is not recorded. */
static double
share_of (const ScopeRunProcessor *processor, guint split)
{
  double known = 0;

  for (guint s = 0; s < SCOPE_SPLIT_UNKNOWN; s++)
    known += isnan (processor->ns[s]) ? 0 : processor->ns[s];
  return known > 0 && split < SCOPE_SPLIT_UNKNOWN ? processor->ns[split] / known : NAN;
}

static void
average (const Lived *lived, guint n, ScopeProcessorAverage *ret_average)
{
  const ScopeRunSummary *run = lived[0].run;
  g_autofree double *ns = g_new (double, n), *shares = g_new (double, n);

  *ret_average = (ScopeProcessorAverage) { .processors = run->processors, .program = run->program, .arguments = run->arguments,
                                           .runtime = run->runtime, .machine = lived[0].processor->machine,
                                           .number = lived[0].processor->number, .title = lived[0].processor->title, .n_runs = n };
  for (guint s = 0; s < SCOPE_N_SPLITS; s++)
    {
      for (guint i = 0; i < n; i++)
        {
          ns[i] = lived[i].processor->ns[s];
          shares[i] = share_of (lived[i].processor, s);
        }
      scope_variation_init (&ret_average->ns[s], ns, n);
      scope_variation_init (&ret_average->shares[s], shares, n);
    }
}

GArray *
scope_run_processors_average (ScopeRunSet *set, guint *ret_left_out)
{
  GArray *averages = g_array_new (FALSE, FALSE, sizeof (ScopeProcessorAverage));
  g_autoptr (GArray) all = g_array_new (FALSE, FALSE, sizeof (Lived));

  *ret_left_out = 0;
  for (guint i = 0; i < scope_run_set_n_runs (set); i++)
    {
      const ScopeRunSummary *run = scope_run_set_summary (set, i);

      if (run == NULL)
        continue;
      *ret_left_out = MAX (*ret_left_out, run->processors - MIN (run->processors, run->each->len));
      for (guint p = 0; p < run->each->len; p++)
        {
          Lived lived = { run, &g_array_index (run->each, ScopeRunProcessor, p), all->len };

          g_array_append_val (all, lived);
        }
    }
  g_array_sort (all, compare_found);
  for (guint i = 0, next; i < all->len; i = next)
    {
      const Lived *lived = &g_array_index (all, Lived, i);
      ScopeProcessorAverage one;

      for (next = i + 1; next < all->len && compare_lived (lived, &g_array_index (all, Lived, next)) == 0; next++)
        ;
      average (lived, next - i, &one);
      g_array_append_val (averages, one);
    }
  return averages;
}
