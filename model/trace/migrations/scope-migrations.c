/* scope-migrations.c: migrations one by one, from processor to processor, and by task; waits are in
 * scope-migrations-waits.c, a task's history in scope-migrations-history.c.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/trace/migrations/scope-migrations.h"

#include "model/base/scope-compare.h"
#include "model/base/scope-each.h"
#include "model/base/scope-key.h"
#include "model/trace/document/scope-recorded.h"
#include "model/trace/document/scope-sim-words.h"
#include "model/trace/document/scope-query-range-rows.h"

#include <glib/gi18n-lib.h>

#include <string.h>

#define MOST_DURATIONS 4000000u /* kept for the percentiles, of all pairs together */

/* --- one by one --- */

typedef struct
{
  const ScopeQueryRange *within;
  ScopeMigrationFunc func;
  gpointer user_data;
} Walk;

static gboolean
is_asked_for (const ScopeQueryRange *within, ScopeMachine *machine, const ScopeMigration *migration)
{
  if (within->lane != NULL && within->lane->kind == SCOPE_KIND_THREAD)
    return migration->thread == within->lane->index;
  return scope_query_range_has_processor (within, machine, migration->from)
         || scope_query_range_has_processor (within, machine, migration->to);
}

static void
take_row (ScopeMachine *machine, const gint64 *row, gint64 offset, gpointer user_data)
{
  Walk *walk = user_data;
  gint64 thread = row[SCOPE_MIGRATION_THREAD];
  ScopeMigration migration
      = { scope_time_add (row[SCOPE_MIGRATION_TIME], offset), machine->index,
          thread >= 0 && thread < scope_machine_n_entities (machine, SCOPE_KIND_THREAD) ? (guint32) thread : SCOPE_NONE,
          row[SCOPE_MIGRATION_FROM], row[SCOPE_MIGRATION_TO] };

  if (is_asked_for (walk->within, machine, &migration))
    walk->func (&migration, walk->user_data);
}

gboolean
scope_migrations_each (const ScopeQueryRange *within, ScopeMigrationFunc func, gpointer user_data, GError **error)
{
  Walk walk = { within, func, user_data };

  return scope_query_range_each_row (within, SCOPE_TABLE_MIGRATIONS, take_row, &walk, error);
}

const char *
scope_migrations_why_not (ScopeTrace *trace)
{
  gboolean several;
  guint64 n_threads;
  guint32 most;

  if (!scope_trace_get_finished (trace) || scope_trace_has_rows (trace, SCOPE_TABLE_MIGRATIONS))
    return NULL;
  scope_trace_n_entities (trace, SCOPE_KIND_PROCESSOR, &most);
  several = most > 1;
  n_threads = scope_trace_n_entities (trace, SCOPE_KIND_THREAD, NULL);
  if (scope_trace_runtime (trace) == SCOPE_RUNTIME_EDEN && !several)
    return _("Eden’s processes stay on the machine on which they were created. The process tree shows where each was "
             "placed");
  if (scope_trace_is_pipeline (trace))
    return _("This is the log of a pipeline: instructions stay in their slots");
  if (scope_trace_runtime (trace) == SCOPE_RUNTIME_SIMULATION)
    return n_threads == 0 ? _("No thread switches were found: each core runs one thread")
           : !several     ? _("There was only one core, so nothing could move")
                          : _("No thread changed its core");
  if (n_threads == 0)
    return _("This log has no threads: it was recorded without scheduler events (GHC: +RTS -ls)");
  if (!several)
    return _("There was only one processor, so nothing could move");
  return scope_trace_runtime (trace) == SCOPE_RUNTIME_ERLANG ? _("No process changed its scheduler")
                                                             : _("No thread changed its processor");
}

/* --- from processor to processor --- */

typedef struct
{
  ScopeMigrationPair pair; /* first, so that the table finds it by machine, from, to */
  GArray *durations;
} Pair;

typedef struct
{
  GHashTable *pairs; /* Pair */
  guint64 n_durations;
} Pairs;

SCOPE_DEFINE_STATIC_KEY (pair, ScopeMigrationPair, key->machine, (guint64) key->from, (guint64) key->to)

static void
pair_free (gpointer data)
{
  Pair *pair = data;

  if (pair->durations != NULL)
    g_array_unref (pair->durations);
  g_free (pair);
}

static Pair *
find_pair (Pairs *pairs, guint32 machine, gint64 from, gint64 to)
{
  ScopeMigrationPair key = { .machine = machine, .from = from, .to = to };
  Pair *pair = g_hash_table_lookup (pairs->pairs, &key);

  if (pair == NULL)
    {
      pair = g_new0 (Pair, 1);
      pair->pair = key;
      pair->pair.median = pair->pair.most = -1;
      g_hash_table_add (pairs->pairs, pair);
    }
  return pair;
}

static void
count_migration (const ScopeMigration *migration, gpointer user_data)
{
  ScopeMigrationPair *pair = &find_pair (user_data, migration->machine, migration->from, migration->to)->pair;

  if (pair->count++ == 0 || migration->time < pair->first.time)
    pair->first = *migration;
}

static void
count_wait (const ScopeMigrationWait *wait, gpointer user_data)
{
  Pairs *pairs = user_data;
  Pair *pair = find_pair (pairs, wait->machine, wait->from, wait->to);
  gint64 duration = wait->ran - wait->ready;

  if (pair->pair.waits++ == 0 || duration > pair->pair.longest)
    {
      pair->pair.longest = duration;
      pair->pair.longest_wait = *wait;
    }
  pair->pair.wait += duration;
  if (pairs->n_durations++ >= MOST_DURATIONS)
    return;
  if (pair->durations == NULL)
    pair->durations = g_array_new (FALSE, FALSE, sizeof (gint64));
  g_array_append_val (pair->durations, duration);
}

SCOPE_COMPARE_NUMBERS (compare_durations, gint64)

/* The least duration that `percent` of them do not exceed. */
static gint64
percentile (GArray *durations, guint percent)
{
  guint64 rank = ((guint64) durations->len * percent + 99) / 100;

  return g_array_index (durations, gint64, MAX (rank, 1) - 1);
}

SCOPE_COMPARE_BY (compare_pairs, ScopeMigrationPair, SCOPE_UP (machine) SCOPE_UP (from) SCOPE_UP (to))

static GArray *
list_pairs (Pairs *pairs)
{
  GArray *list = g_array_new (FALSE, FALSE, sizeof (ScopeMigrationPair));

  SCOPE_EACH_KEY (Pair, pair, pairs->pairs)
    {
      if (pair->durations != NULL && pairs->n_durations <= MOST_DURATIONS)
        {
          g_array_sort (pair->durations, compare_durations);
          pair->pair.median = percentile (pair->durations, 50);
          pair->pair.most = percentile (pair->durations, 90);
        }
      g_array_append_val (list, pair->pair);
    }
  g_array_sort (list, compare_pairs);
  return list;
}

GArray *
scope_migrations_pairs (const ScopeQueryRange *within, gboolean waits, GError **error)
{
  Pairs pairs = { g_hash_table_new_full (pair_hash, pair_equal, pair_free, NULL), 0 };
  GArray *list = NULL;

  if (scope_migrations_each (within, count_migration, &pairs, error)
      && (!waits || scope_migrations_each_wait (within, count_wait, &pairs, error)))
    list = list_pairs (&pairs);
  g_hash_table_unref (pairs.pairs);
  return list;
}

/* --- the tasks that moved --- */

typedef struct
{
  ScopeMigrationTask task;
  guint64 near;   /* which of the processors 0 to 63 */
  GHashTable *far; /* the others; NULL if there are none */
} Task;

SCOPE_DEFINE_STATIC_KEY (task, ScopeMigrationTask, key->machine, key->thread)

static void
task_free (gpointer data)
{
  Task *task = data;

  g_clear_pointer (&task->far, g_hash_table_unref);
  g_free (task);
}

static void
visit (Task *task, gint64 processor)
{
  if (processor == SCOPE_TABLE_NULL)
    return;
  if (processor >= 0 && processor < 64)
    {
      task->task.processors += (task->near >> processor & 1) == 0;
      task->near |= G_GUINT64_CONSTANT (1) << processor;
      return;
    }
  if (task->far == NULL)
    task->far = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  task->task.processors += g_hash_table_add (task->far, g_memdup2 (&processor, sizeof processor));
}

static void
count_task (const ScopeMigration *migration, gpointer user_data)
{
  GHashTable *tasks = user_data;
  ScopeMigrationTask key = { .machine = migration->machine, .thread = migration->thread };
  Task *task;

  if (migration->thread == SCOPE_NONE)
    return;
  task = g_hash_table_lookup (tasks, &key);
  if (task == NULL)
    {
      task = g_new0 (Task, 1);
      task->task = key;
      task->task.first = task->task.last = migration->time;
      g_hash_table_add (tasks, task);
    }
  task->task.count++;
  task->task.first = MIN (task->task.first, migration->time);
  task->task.last = MAX (task->task.last, migration->time);
  visit (task, migration->from);
  visit (task, migration->to);
}

SCOPE_COMPARE_BY (compare_tasks, ScopeMigrationTask, SCOPE_DOWN (count) SCOPE_UP (machine) SCOPE_UP (thread))

GArray *
scope_migrations_tasks (const ScopeQueryRange *within, GError **error)
{
  g_autoptr (GHashTable) tasks = g_hash_table_new_full (task_hash, task_equal, task_free, NULL);
  GArray *list;

  if (!scope_migrations_each (within, count_task, tasks, error))
    return NULL;
  list = g_array_sized_new (FALSE, FALSE, sizeof (ScopeMigrationTask), g_hash_table_size (tasks));
  SCOPE_EACH_KEY (Task, task, tasks)
    g_array_append_val (list, task->task);
  g_array_sort (list, compare_tasks);
  return list;
}
