/* scope-run-summary.c: the figures of one run, out of what its lanes and tables sum up anyway; only how many
 * processors ran at once is walked for.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/trace/runs/scope-run-summary.h"

#include "model/trace/compare/scope-run-setting.h"
#include "model/trace/document/scope-recorded.h"
#include "model/trace/runs/scope-run-config.h"
#include "model/trace/runs/scope-run-processors.h"
#include "model/trace/statistics/scope-parallelism.h"
#include "model/trace/statistics/scope-statistics.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

static const char *const titles[SCOPE_N_RUN_QUANTITIES] = {
  [SCOPE_RUN_DURATION] = N_("Duration"),
  [SCOPE_RUN_RUNNING] = N_("Running"),
  [SCOPE_RUN_COLLECTING] = N_("GC"),
  [SCOPE_RUN_OUTSIDE] = N_("Outside"),
  [SCOPE_RUN_IDLE] = N_("Idle"),
  [SCOPE_RUN_UNKNOWN] = N_("Unknown"),
  [SCOPE_RUN_READY] = N_("Ready threads"),
  [SCOPE_RUN_BLOCKED] = N_("Blocked threads"),
  [SCOPE_RUN_SERIAL] = N_("At most one runs"),
  [SCOPE_RUN_SERIAL_COLLECTING] = N_("At most one runs: GC"),
  [SCOPE_RUN_WORK] = N_("Work"),
  [SCOPE_RUN_COLLECTION_TIME] = N_("GC pauses"),
  [SCOPE_RUN_COLLECTIONS] = N_("Collections"),
  [SCOPE_RUN_MESSAGES] = N_("Messages"),
  [SCOPE_RUN_MIGRATIONS] = N_("Migrations"),
  [SCOPE_RUN_THREADS] = N_("Threads"),
};

const char *
scope_run_quantity_title (ScopeRunQuantity quantity)
{
  return _(titles[quantity]);
}

gboolean
scope_run_quantity_is_time (ScopeRunQuantity quantity)
{
  return quantity < SCOPE_RUN_COLLECTIONS;
}

/* --- what it was --- */

static void
read_facts (ScopeTrace *trace, ScopeRunSummary *figures)
{
  figures->runtime = scope_trace_runtime (trace);
  figures->tick_ps = MAX (scope_trace_tick_ps (trace), 1);
  figures->machines = scope_trace_n_machines (trace);
  figures->losses = scope_trace_n_losses (trace);
  figures->complete = TRUE;
  figures->config = scope_run_config_read (trace);
  scope_trace_range (trace, &figures->first, &figures->last);
  for (guint m = 0; m < figures->machines; m++)
    {
      ScopeMachine *machine = scope_trace_machine (trace, m);
      const char *program = scope_machine_find_info (machine, "program");
      const char *arguments = scope_machine_find_info (machine, "arguments");

      figures->losses += scope_machine_n_losses (machine);
      figures->complete &= machine->complete;
      if (figures->program != NULL || program == NULL)
        continue;
      figures->program = g_path_get_basename (program);
      /* A program without arguments has none to tell. */
      figures->arguments = scope_run_setting_arguments (arguments != NULL ? arguments : "", FALSE);
    }
}

/* --- figures --- */

static double
in_ns (const ScopeRunSummary *figures, double ticks)
{
  return ticks * (double) figures->tick_ps / 1000;
}

static void
add_states (ScopeRunSummary *figures, const gint64 totals[SCOPE_N_STATES])
{
  double *v = figures->values;

  v[SCOPE_RUN_RUNNING] += in_ns (figures, (double) (totals[SCOPE_STATE_RUNNING] + totals[SCOPE_STATE_ACTIVE]));
  v[SCOPE_RUN_COLLECTING] += in_ns (figures, (double) totals[SCOPE_STATE_COLLECTING]);
  v[SCOPE_RUN_OUTSIDE] += in_ns (figures, (double) totals[SCOPE_STATE_OUTSIDE]);
  v[SCOPE_RUN_IDLE] += in_ns (figures, (double) totals[SCOPE_STATE_IDLE]);
  v[SCOPE_RUN_UNKNOWN] += in_ns (figures, (double) totals[SCOPE_STATE_UNKNOWN]);
}

static void
read_machine (ScopeMachine *machine, ScopeRunSummary *figures)
{
  gint64 totals[SCOPE_N_STATES], first, last;

  for (guint32 p = 0; p < scope_machine_n_entities (machine, SCOPE_KIND_PROCESSOR); p++)
    {
      guint32 lane = scope_machine_entity (machine, SCOPE_KIND_PROCESSOR, p)->lane;

      if (!scope_machine_is_processor (machine, p) || !scope_lane_store_life (machine->lanes, lane, &first, &last)
          || first >= last)
        continue;
      scope_lane_store_totals (machine->lanes, lane, totals);
      add_states (figures, totals);
      figures->processors++;
    }
  if (machine->threads_lane != SCOPE_NONE)
    {
      scope_lane_store_totals (machine->lanes, machine->threads_lane, totals);
      figures->values[SCOPE_RUN_READY] += in_ns (figures, (double) totals[SCOPE_STATE_RUNNABLE]);
      figures->values[SCOPE_RUN_BLOCKED] += in_ns (figures, (double) totals[SCOPE_STATE_BLOCKED]);
    }
  figures->values[SCOPE_RUN_MIGRATIONS] += (double) scope_table_n_rows (machine->tables[SCOPE_TABLE_MIGRATIONS]);
  figures->values[SCOPE_RUN_THREADS] += scope_machine_n_entities (machine, SCOPE_KIND_THREAD);
}

static gboolean
read_collections (const ScopeQueryRange *within, ScopeRunSummary *figures, GError **error)
{
  ScopeCollections collections;
  gboolean ok = scope_statistics_collections (within, &collections, error);

  figures->values[SCOPE_RUN_COLLECTIONS] = (double) collections.all.spread.count;
  figures->values[SCOPE_RUN_COLLECTION_TIME] = in_ns (figures, (double) collections.all.spread.total);
  figures->productivity = collections.elapsed > 0 ? scope_statistics_productivity (&collections) : NAN;
  scope_statistics_collections_clear (&collections);
  return ok;
}

static gboolean
read_parallelism (const ScopeQueryRange *within, ScopeRunSummary *figures, GError **error)
{
  g_auto (ScopeParallelism) p = { 0 };
  double serial, *v = figures->values;

  if (!scope_parallelism_read (within, &p, error))
    return FALSE;
  serial = (double) p.time[0] + (p.n > 0 ? (double) p.time[1] : 0);
  figures->span = in_ns (figures, (double) (p.to - p.from));
  v[SCOPE_RUN_SERIAL] = in_ns (figures, serial);
  v[SCOPE_RUN_SERIAL_COLLECTING]
      = in_ns (figures, (double) p.collecting[0] + (p.n > 0 ? (double) p.collecting[1] : 0));
  v[SCOPE_RUN_WORK] = in_ns (figures, serial + (double) p.parallel_running);
  return TRUE;
}

/* What was not recorded, of any of its machines. */
static void
forget_unrecorded (ScopeTrace *trace, ScopeRunSummary *figures)
{
  static const struct
  {
    guint lacks;
    ScopeRunQuantity quantity;
  } needs[] = {
    { SCOPE_LACKS_GC, SCOPE_RUN_COLLECTING },
    { SCOPE_LACKS_GC, SCOPE_RUN_SERIAL_COLLECTING },
    { SCOPE_LACKS_GC, SCOPE_RUN_COLLECTIONS },
    { SCOPE_LACKS_GC, SCOPE_RUN_COLLECTION_TIME },
    { SCOPE_LACKS_SENT, SCOPE_RUN_MESSAGES },
    { SCOPE_LACKS_SCHEDULER | SCOPE_LACKS_PROCESSORS, SCOPE_RUN_MIGRATIONS },
    { SCOPE_LACKS_RUNNABLE | SCOPE_LACKS_WAITS, SCOPE_RUN_READY },
    { SCOPE_LACKS_RUNNABLE | SCOPE_LACKS_WAITS, SCOPE_RUN_BLOCKED },
  };
  guint lacks = scope_trace_unrecorded (trace);

  for (guint i = 0; i < G_N_ELEMENTS (needs); i++)
    if (lacks & needs[i].lacks)
      figures->values[needs[i].quantity] = NAN;
  if (lacks & SCOPE_LACKS_GC)
    figures->productivity = NAN;
  if (lacks & SCOPE_LACKS_PROCESSES || (lacks & SCOPE_LACKS_SCHEDULER && figures->runtime != SCOPE_RUNTIME_ERLANG))
    figures->values[SCOPE_RUN_THREADS] = figures->values[SCOPE_RUN_THREADS] > 0 ? figures->values[SCOPE_RUN_THREADS] : NAN;
}

/* What the trace does not tell is not nothing. */
static void
forget_unknown (ScopeRunSummary *figures)
{
  double *v = figures->values;
  static const ScopeRunQuantity of_processors[]
      = { SCOPE_RUN_RUNNING, SCOPE_RUN_COLLECTING,        SCOPE_RUN_OUTSIDE, SCOPE_RUN_IDLE, SCOPE_RUN_READY, SCOPE_RUN_BLOCKED,
          SCOPE_RUN_SERIAL,  SCOPE_RUN_SERIAL_COLLECTING, SCOPE_RUN_WORK,    SCOPE_RUN_COLLECTIONS,
          SCOPE_RUN_COLLECTION_TIME, SCOPE_RUN_MIGRATIONS };

  if (v[SCOPE_RUN_RUNNING] > 0)
    return;
  /* A log without events of the scheduler: of no processor is known what it did. */
  for (guint i = 0; i < G_N_ELEMENTS (of_processors); i++)
    v[of_processors[i]] = NAN;
  figures->productivity = NAN;
}

ScopeRunSummary *
scope_run_summary_read (ScopeTrace *trace, const char *name, GCancellable *cancellable, gint *permille, GError **error)
{
  g_autoptr (ScopeRunSummary) figures = g_new0 (ScopeRunSummary, 1);
  ScopeQueryRange within = { .trace = trace, .from = SCOPE_TIME_MIN, .to = SCOPE_TIME_MAX, .cancellable = cancellable,
                             .permille = permille };
  gboolean sends;

  figures->name = g_strdup (name);
  figures->size = NAN;
  read_facts (trace, figures);
  for (guint m = 0; m < figures->machines; m++)
    read_machine (scope_trace_machine (trace, m), figures);
  figures->each = scope_run_processors_read (trace);
  figures->values[SCOPE_RUN_DURATION] = in_ns (figures, (double) (figures->last - figures->first));
  sends = figures->runtime == SCOPE_RUNTIME_EDEN || figures->runtime == SCOPE_RUNTIME_ERLANG;
  figures->values[SCOPE_RUN_MESSAGES] = sends ? (double) scope_trace_message_counts (trace).sent : NAN;
  if (!read_collections (&within, figures, error) || !read_parallelism (&within, figures, error))
    return NULL;
  forget_unknown (figures);
  forget_unrecorded (trace, figures);
  return g_steal_pointer (&figures);
}

void
scope_run_summary_free (ScopeRunSummary *figures)
{
  if (figures == NULL)
    return;
  g_free (figures->name);
  g_free (figures->program);
  g_free (figures->arguments);
  g_clear_pointer (&figures->config, g_hash_table_unref);
  g_clear_pointer (&figures->parts, g_array_unref);
  g_clear_pointer (&figures->each, g_array_unref);
  g_free (figures);
}

/* --- what follows from them --- */

double
scope_run_summary_share (const ScopeRunSummary *figures, ScopeRunQuantity quantity)
{
  const double *v = figures->values;
  double known = v[SCOPE_RUN_RUNNING] + v[SCOPE_RUN_COLLECTING] + v[SCOPE_RUN_OUTSIDE] + v[SCOPE_RUN_IDLE];

  return known > 0 ? v[quantity] / known : NAN;
}

double
scope_run_summary_productivity (const ScopeRunSummary *figures)
{
  return figures->productivity;
}

double
scope_run_summary_serial_share (const ScopeRunSummary *figures)
{
  return figures->span > 0 ? figures->values[SCOPE_RUN_SERIAL] / figures->span : NAN;
}

double
scope_run_summary_serial_fraction (const ScopeRunSummary *figures)
{
  double work = figures->values[SCOPE_RUN_WORK];

  return work > 0 ? figures->values[SCOPE_RUN_SERIAL] / work : NAN;
}

gboolean
scope_run_summary_can_scale (const ScopeRunSummary *summary)
{
  return summary->processors > 0 && summary->values[SCOPE_RUN_DURATION] > 0;
}

gboolean
scope_run_summary_same_program (const ScopeRunSummary *a, const ScopeRunSummary *b, gboolean *ret_same_arguments)
{
  if (ret_same_arguments != NULL)
    *ret_same_arguments = a->arguments == NULL || b->arguments == NULL || strcmp (a->arguments, b->arguments) == 0;
  return a->program == NULL || b->program == NULL || strcmp (a->program, b->program) == 0;
}
