/* scope-findings-facts.c: see scope-findings-private.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/trace/findings/scope-findings-private.h"

#include "model/base/scope-compare.h"
#include "model/base/scope-each.h"
#include "model/trace/analysis/scope-gc-spans.h"
#include "model/trace/servers/scope-servers.h"
#include "model/trace/statistics/scope-statistics.h"

#include <string.h>

/* --- processors --- */

/* Of a program that hardly does anything but collect they are used, too. */
gboolean
scope_facts_is_used (const ScopeFacts *facts, const ScopeProcessorLoss *loss)
{
  gint64 running = loss->parts[SCOPE_CAUSE_RUNNING];

  return running > 0 && (facts->hardly || running * 20 >= facts->length - loss->parts[SCOPE_CAUSE_GC_WORK] - loss->parts[SCOPE_CAUSE_GC_WAIT]);
}

gint64
scope_facts_after_last (const ScopeAnalysis *analysis)
{
  gint64 last = analysis->from;

  for (guint p = 0; p < analysis->n_processors; p++)
    last = MAX (last, analysis->processors[p].last_run);
  return MAX (analysis->to - last, 0);
}

static void
add_used (ScopeFacts *facts)
{
  const ScopeAnalysis *analysis = facts->analysis;

  for (guint p = 0; p < analysis->n_processors; p++)
    {
      const ScopeProcessorLoss *loss = &analysis->processors[p];

      if (!scope_facts_is_used (facts, loss))
        continue;
      facts->n_used++;
      for (guint c = 0; c < SCOPE_N_CAUSES; c++)
        facts->used[c] = scope_time_add (facts->used[c], loss->parts[c]);
    }
}

static void
read_processors (ScopeFacts *facts)
{
  const ScopeAnalysis *analysis = facts->analysis;
  gint64 alone = analysis->n_processors > 0 ? analysis->concurrency[1] : 0, several = 0;

  add_used (facts);
  facts->hardly = facts->n_used == 0;
  if (facts->hardly)
    add_used (facts);
  facts->left_over = MAX (facts->used[SCOPE_CAUSE_END_RAMP] - scope_time_times (scope_facts_after_last (analysis), facts->n_used), 0);
  for (guint n = 2; n <= analysis->n_processors; n++)
    several += analysis->concurrency[n];
  facts->parallel = several > 0 ? (double) (analysis->parts[SCOPE_CAUSE_RUNNING] - alone) / (double) several : 0;
}

static void
add_collection (ScopeCollectionFacts *sum, const gint64 *row, gint64 offset, gboolean several)
{
  gint64 time = row[SCOPE_COLLECTION_DURATION], from = row[SCOPE_COLLECTION_START] + offset;

  sum->n++;
  sum->time += time;
  if (several && row[SCOPE_COLLECTION_THREADS] == 1)
    {
      sum->n_alone++;
      sum->time_alone += time;
    }
  if (time > sum->longest_to - sum->longest_from)
    {
      sum->longest_from = from;
      sum->longest_to = from + time;
    }
  if (row[SCOPE_COLLECTION_THREADS] == SCOPE_TABLE_NULL || row[SCOPE_COLLECTION_THREADS] < 2
      || row[SCOPE_COLLECTION_MAX_COPIED] == SCOPE_TABLE_NULL || row[SCOPE_COLLECTION_TOTAL_COPIED] == SCOPE_TABLE_NULL)
    return;
  sum->copied += row[SCOPE_COLLECTION_TOTAL_COPIED];
  sum->most_copied += row[SCOPE_COLLECTION_MAX_COPIED];
  sum->balanced += row[SCOPE_COLLECTION_TOTAL_COPIED] / row[SCOPE_COLLECTION_THREADS];
}

/* Those that begin in the range; the mean of them. */
static gboolean
read_collections (ScopeFacts *facts, const ScopeQueryRange *within, ScopeMachine *machine, double *ret_mean, GError **error)
{
  gint64 from, to, offset = scope_trace_offset (facts->trace, machine), before = facts->collections.time;
  guint64 n = facts->collections.n;
  gboolean several = scope_machine_n_entities (machine, SCOPE_KIND_PROCESSOR) > 1;
  GError *local = NULL;

  scope_query_range_own_range (within, machine, &from, &to);
  SCOPE_EACH_ROW (row, machine->tables[SCOPE_TABLE_COLLECTIONS], from, to, NULL, &local)
    if (row[SCOPE_COLLECTION_DURATION] != SCOPE_TABLE_NULL && row[SCOPE_COLLECTION_START] >= from && row[SCOPE_COLLECTION_START] < to)
      add_collection (&facts->collections, row, offset, several);
  n = facts->collections.n - n;
  *ret_mean = n > 0 ? (double) (facts->collections.time - before) / (double) n : 0;
  return scope_passed (local, error);
}

static gboolean
read_machines (ScopeFacts *facts, const ScopeQueryRange *within, GError **error)
{
  guint n = scope_trace_n_machines (facts->trace), n_running = 0, n_others = 0;
  g_autofree gint64 *running = g_new0 (gint64, n + 1);
  g_autofree double *means = g_new0 (double, n + 1);
  double sum = 0, collections = 0;
  guint slowest = 0;

  facts->slowest_machine = SCOPE_NONE;
  for (guint p = 0; p < facts->analysis->n_processors; p++)
    running[facts->analysis->processors[p].machine] += facts->analysis->processors[p].parts[SCOPE_CAUSE_RUNNING];
  for (guint m = 0; m < n; m++)
    {
      if (!read_collections (facts, within, scope_trace_machine (facts->trace, m), &means[m], error))
        return FALSE;
      if (running[m] > running[slowest])
        slowest = m;
    }
  for (guint m = 0; m < n; m++)
    if (m != slowest && running[m] * 20 >= facts->length)
      {
        sum += (double) running[m];
        n_running++;
        collections += means[m];
        n_others += means[m] > 0;
      }
  if (n_running == 0)
    return TRUE;
  facts->slowest_machine = slowest;
  facts->slowest = (double) running[slowest] * n_running / sum;
  facts->slow_collections = n_others > 0 ? means[slowest] * n_others / collections : 0;
  return TRUE;
}

/* --- who stops late for collections --- */

#define MOST_STOPS 200u /* of a machine are looked at */

static gboolean
read_stops (const ScopeFacts *facts, ScopeMachine *machine, GArray *items, gint64 *all, GError **error)
{
  g_autoptr (GArray) spans = scope_collections_read (machine, error);

  for (guint i = 0; spans != NULL && i < spans->len; i += spans->len / MOST_STOPS + 1)
    {
      const ScopeCollectionSpan *span = &g_array_index (spans, ScopeCollectionSpan, i);
      ScopeFactItem item = { .task = { machine->index, SCOPE_NONE }, .label = "", .time = span->start - span->request };

      if (item.time <= 0 || span->start < facts->analysis->from || span->start >= facts->analysis->to)
        continue;
      item.task.thread = scope_collection_find_late (machine, span);
      *all += item.time;
      if (item.task.thread != SCOPE_NONE)
        g_array_append_val (items, item);
    }
  return spans != NULL;
}

static gboolean
read_late (ScopeFacts *facts, GError **error)
{
  g_autoptr (GArray) items = g_array_new (FALSE, FALSE, sizeof (ScopeFactItem));
  ScopeCulprit late;
  gint64 all = 0;

  facts->late = SCOPE_NO_TASK;
  if (scope_facts_of_used (facts, facts->used[SCOPE_CAUSE_GC_WAIT]) < SCOPE_MUCH_GC_WAIT)
    return TRUE;
  for (guint m = 0; m < scope_trace_n_machines (facts->trace); m++)
    if (!read_stops (facts, scope_trace_machine (facts->trace, m), items, &all, error))
      return FALSE;
  scope_find_culprit (items, &late);
  if (late.most_time * 2 > all)
    facts->late = late.most;
  return TRUE;
}

/* --- who is behind the waiting, and on the path --- */

static void
read_blame (ScopeFacts *facts)
{
  g_autoptr (GArray) items = g_array_new (FALSE, FALSE, sizeof (ScopeFactItem));
  gint64 most = 0;

  facts->foreign_task = SCOPE_NO_TASK;
  SCOPE_EACH (const ScopeBlame, blame, facts->analysis->blame)
    {
      const ScopeFactItem item = { blame->task, g_ptr_array_index (facts->analysis->labels, blame->label), blame->direct + blame->cascaded };

      facts->all_blame += item.time;
      facts->ready_blame += strcmp (item.label, "(ready)") == 0 ? item.time : 0;
      if (*item.label != '(')
        g_array_append_val (items, item);
      if (strcmp (item.label, "(foreign)") != 0 || scope_helper_of (facts, item.task) != NULL)
        continue;
      facts->foreign_blame += item.time;
      if (item.time > most)
        {
          most = item.time;
          facts->foreign_task = item.task;
        }
    }
  facts->blamed = scope_find_culprit (items, &facts->blamed_task);
}

/* --- mailboxes --- */

typedef struct
{
  gint64 time; /* trace time */
  guint32 machine, process;
  gint32 change;
} Step;

SCOPE_COMPARE_BY (compare_steps, Step, SCOPE_UP (machine) SCOPE_UP (process) SCOPE_UP (time) SCOPE_UP (change))

#define MOST_STEPS 4000000u

/* Messages that were sent and taken, those of other machines, too: a row lies with its sender. */
static gboolean
read_steps (const ScopeQueryRange *within, ScopeMachine *machine, GArray *steps, GError **error)
{
  ScopeTrace *trace = within->trace;
  gint64 from, to, offset = scope_trace_offset (trace, machine);
  GError *local = NULL;

  scope_query_range_own_range (within, machine, &from, &to);
  SCOPE_EACH_ROW (row, machine->tables[SCOPE_TABLE_MESSAGES], SCOPE_TIME_MIN, to, within->cancellable, &local)
    {
      Step step = { 0, (guint32) row[SCOPE_MESSAGE_TO_MACHINE], (guint32) row[SCOPE_MESSAGE_TO_PROCESS], 1 };

      if (row[SCOPE_MESSAGE_SEND] == SCOPE_TABLE_NULL || row[SCOPE_MESSAGE_RECEIVE] == SCOPE_TABLE_NULL
          || row[SCOPE_MESSAGE_TO_MACHINE] < 0 || row[SCOPE_MESSAGE_TO_MACHINE] >= scope_trace_n_machines (trace))
        continue;
      if (steps->len >= MOST_STEPS)
        break;
      step.time = scope_time_add (row[SCOPE_MESSAGE_SEND], offset);
      g_array_append_val (steps, step);
      step.time = scope_time_add (row[SCOPE_MESSAGE_RECEIVE], scope_trace_offset (trace, scope_trace_machine (trace, step.machine)));
      step.change = -1;
      g_array_append_val (steps, step);
    }
  return scope_passed (local, error);
}

/* The longest queue in the range of messages that were sent and not taken yet. */
static gboolean
read_mailboxes (ScopeFacts *facts, const ScopeQueryRange *within, GError **error)
{
  g_autoptr (GArray) steps = g_array_new (FALSE, FALSE, sizeof (Step));
  const Step *last = NULL, *fullest = NULL;
  gint64 length = 0;

  for (guint m = 0; m < scope_trace_n_machines (within->trace); m++)
    if (!read_steps (within, scope_trace_machine (within->trace, m), steps, error))
      return FALSE;
  g_array_sort (steps, compare_steps);
  SCOPE_EACH (const Step, step, steps)
    {
      if (last == NULL || step->machine != last->machine || step->process != last->process)
        length = 0;
      length += step->change;
      last = step;
      if (step->time < within->from || step->time >= within->to || length < (gint64) facts->backlog
          || (length == (gint64) facts->backlog && (fullest == NULL || step->time >= fullest->time)))
        continue;
      facts->backlog = (guint64) length;
      fullest = step;
    }
  if (fullest == NULL)
    return TRUE;
  facts->fullest = (ScopeTaskId) {
    fullest->machine, scope_machine_find_number (scope_trace_machine (within->trace, fullest->machine), SCOPE_KIND_THREAD, fullest->process)
  };
  SCOPE_EACH (const Step, step, steps)
    facts->n_received += step->change < 0 && step->machine == fullest->machine && step->process == fullest->process;
  return TRUE;
}

/* --- who serves --- */

/* All messages are gone through, so only where it may matter: most wait for it, and it sets the length of the run, but for the time in which
 * what is ready gets no scheduler: that is no server's fault. */
static gboolean
read_server (ScopeFacts *facts, const ScopeQueryRange *within, GError **error)
{
  ScopeTaskId task = facts->blamed_task.most;
  gint64 length = facts->length - facts->on_kind[SCOPE_PATH_READY];
  g_autoptr (ScopeServers) servers = NULL;

  if (facts->runtime != SCOPE_RUNTIME_ERLANG || scope_task_is_nobody (task) || facts->blamed_task.most_time < length
      || (double) facts->blamed_on_path < SCOPE_MUCH_OF_PATH * (double) length)
    return TRUE;
  servers = scope_servers_read (within, error);
  for (guint i = 0; servers != NULL && i < servers->servers->len; i++)
    {
      const ScopeServer *server = &g_array_index (servers->servers, ScopeServer, i);

      if (server->machine != task.machine || server->thread != task.thread)
        continue;
      facts->callers = server->callers;
      facts->busy = MAX (scope_server_utilisation (server), 0);
    }
  return servers != NULL;
}

/* --- sparks and threads --- */

static gboolean
read_counts (ScopeFacts *facts, const ScopeQueryRange *within, GError **error)
{
  ScopeCounters counters = { 0 };
  gboolean ok = facts->runtime != SCOPE_RUNTIME_GHC || scope_statistics_counters (within, &counters, error);

  for (guint c = 0; ok && facts->runtime == SCOPE_RUNTIME_GHC && c < G_N_ELEMENTS (facts->sparks); c++)
    facts->sparks[c] = counters.present[SCOPE_COUNTER_SPARKS_CREATED + c] ? counters.value[SCOPE_COUNTER_SPARKS_CREATED + c] : 0;
  if (facts->runtime == SCOPE_RUNTIME_GHC)
    scope_statistics_counters_clear (&counters);
  for (guint m = 0; m < scope_trace_n_machines (facts->trace); m++)
    facts->n_threads += scope_machine_n_entities (scope_trace_machine (facts->trace, m), SCOPE_KIND_THREAD);
  return ok;
}

/* --- simulations: locks and lines of caches --- */

static gboolean
read_locks (ScopeFacts *facts, const ScopeQueryRange *within, GError **error)
{
  g_autoptr (GArray) sums = scope_locks_sum (within, SCOPE_LOCKS_BY_LOCK, error);

  for (guint i = 0; sums != NULL && i < sums->len; i++)
    {
      const ScopeLockSum *sum = &g_array_index (sums, ScopeLockSum, i);

      facts->lock_wait += sum->wait_contended;
      if (sum->wait_contended > facts->lock.wait_contended)
        facts->lock = *sum;
    }
  return sums != NULL;
}

static gboolean
read_misses (ScopeFacts *facts, const ScopeQueryRange *within, GError **error)
{
  g_autoptr (GArray) sums = scope_coherence_sum (within, SCOPE_COHERENCE_PER_LINE, error);
  ScopeCoherenceSum dearest[2] = { { 0 } };

  for (guint i = 0; sums != NULL && i < sums->len; i++)
    {
      const ScopeCoherenceSum *sum = &g_array_index (sums, ScopeCoherenceSum, i);
      gboolean is_false = sum->known_false > sum->known_true;

      facts->miss_time += MAX (sum->latency, 0);
      facts->false_time += is_false ? MAX (sum->latency, 0) : 0;
      if (sum->latency > dearest[is_false].latency)
        dearest[is_false] = *sum;
    }
  facts->line = dearest[facts->false_time * 2 > facts->miss_time];
  return sums != NULL;
}

/* --- all of it --- */

gboolean
scope_facts_read (ScopeFacts *facts, const ScopeQueryRange *within, const ScopeAnalysis *analysis, GError **error)
{
  *facts = (ScopeFacts) { .analysis = analysis, .trace = within->trace, .runtime = scope_trace_runtime (within->trace),
                          .fullest = SCOPE_NO_TASK, .words = g_ptr_array_new_with_free_func (g_free) };
  facts->tick_ps = scope_trace_tick_ps (within->trace);
  facts->length = analysis->to - analysis->from;
  read_processors (facts);
  if (!read_machines (facts, within, error) || !read_counts (facts, within, error) || !read_late (facts, error)
      || !scope_facts_read_stops (facts, within, error) || !scope_facts_read_standstill (facts, within, error))
    return FALSE;
  if (facts->runtime == SCOPE_RUNTIME_SIMULATION
      && ((scope_locks_why_not (facts->trace) == NULL && !read_locks (facts, within, error))
          || (scope_coherence_why_not (facts->trace) == NULL && !read_misses (facts, within, error))))
    return FALSE;
  read_blame (facts);
  if (!scope_facts_read_path (facts, within, error) || !read_server (facts, within, error)
      || !scope_facts_read_phases (facts, within, error) || !scope_facts_read_sparks (facts, within, error)
      || !scope_facts_read_below (facts, within, error) || !scope_facts_read_still (facts, within, error))
    return FALSE;
  return facts->runtime != SCOPE_RUNTIME_ERLANG || read_mailboxes (facts, within, error);
}

void
scope_facts_clear (ScopeFacts *facts)
{
  g_clear_pointer (&facts->places, g_hash_table_unref);
  g_clear_pointer (&facts->labels, g_ptr_array_unref);
  g_clear_pointer (&facts->words, g_ptr_array_unref);
  g_clear_pointer (&facts->phases, scope_phases_free);
}
