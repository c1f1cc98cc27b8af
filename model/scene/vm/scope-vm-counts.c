/* scope-vm-counts.c: the VM's locks (lcnt) and threads (msacc) as tables: see scope-vm-table.h.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/scene/vm/scope-vm-private.h"

#include "model/base/scope-compare.h"
#include "model/base/scope-each.h"
#include "model/base/scope-fail.h"
#include "model/base/scope-format.h"
#include "model/trace/document/scope-query-range-rows.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#define MOST_STATES 24u /* msacc tells 7, or 16 in a VM that was built so */

static gint64
add (gint64 a, gint64 b)
{
  return a > G_MAXINT64 - MAX (b, 0) ? G_MAXINT64 : a + MAX (b, 0);
}

/* Texts are told again and again: each is read once. NULL with error. */
static const char *
text_of (GHashTable *texts, ScopeMachine *machine, gint64 id, GError **error)
{
  char *text = g_hash_table_lookup (texts, &id);

  if (text == NULL && *error == NULL && (text = scope_machine_text (machine, (guint64) id, error)) != NULL)
    g_hash_table_insert (texts, g_memdup2 (&id, sizeof id), text);
  return text;
}

/* Of so many; not all have a row. */
static void
take_summary (ScopeReportTable *table, const char *words, guint n)
{
  g_autofree char *all = scope_format_count (n), *shown = scope_format_count (SCOPE_VM_MOST_ROWS), *text = NULL;

  text = n > SCOPE_VM_MOST_ROWS ? g_strdup_printf (_("The first %s of %s are shown"), shown, all) : NULL;
  scope_report_table_take_summary (table, g_strdup_printf ("%s%s%s", words, text != NULL ? " · " : "", text != NULL ? text : ""));
}

/* --- locks --- */

typedef struct
{
  char *key;              /* "proc_main", "proc_main <0.45.0>" */
  const char *name, *id, *type; /* the texts' */
  guint32 machine;
  gint64 places, last_id, locks; /* `last_id`: of the row before: rows of a lock stand together */
  gint64 tries, collisions, wait, waits;
  gint64 most, most_line; /* of the place that was waited at most */
  const char *most_file;
} Lock;

static void
lock_free (gpointer data)
{
  g_free (((Lock *) data)->key);
  g_free (data);
}

static Lock *
find_lock (GHashTable *locks, GPtrArray *all, ScopeMachine *machine, const char *name, const char *id, const char *type)
{
  g_autofree char *key = id != NULL ? g_strdup_printf ("%s %s", name, id) : g_strdup (name);
  Lock *lock = g_hash_table_lookup (locks, key);

  if (lock != NULL)
    return lock;
  lock = g_new0 (Lock, 1);
  lock->key = g_steal_pointer (&key);
  lock->name = name;
  lock->id = id;
  lock->type = type;
  lock->machine = machine->index;
  lock->last_id = SCOPE_TABLE_NULL;
  lock->most = -1;
  g_hash_table_insert (locks, lock->key, lock);
  g_ptr_array_add (all, lock);
  return lock;
}

static void
take_lock (Lock *lock, const gint64 *row, const char *file)
{
  lock->locks += row[SCOPE_LOCK_COUNT_ID] != lock->last_id;
  lock->last_id = row[SCOPE_LOCK_COUNT_ID];
  lock->tries = add (lock->tries, row[SCOPE_LOCK_COUNT_TRIES]);
  lock->collisions = add (lock->collisions, row[SCOPE_LOCK_COUNT_COLLISIONS]);
  lock->wait = add (lock->wait, row[SCOPE_LOCK_COUNT_WAIT]);
  lock->waits = add (lock->waits, row[SCOPE_LOCK_COUNT_WAITS]);
  if (row[SCOPE_LOCK_COUNT_WAIT] <= MAX (lock->most, 0))
    return;
  lock->most = row[SCOPE_LOCK_COUNT_WAIT];
  lock->most_file = file;
  lock->most_line = row[SCOPE_LOCK_COUNT_LINE];
}

static gboolean
read_locks (const ScopeQueryRange *within, ScopeMachine *machine, gboolean each, GHashTable *texts, GPtrArray *all, GError **error)
{
  g_autoptr (GHashTable) locks = g_hash_table_new (g_str_hash, g_str_equal);
  GError *local = NULL;

  SCOPE_EACH_ROW (row, machine->tables[SCOPE_TABLE_LOCK_COUNTS], SCOPE_TIME_MIN, SCOPE_TIME_MAX, within->cancellable, &local)
    {
      const char *name = text_of (texts, machine, row[SCOPE_LOCK_COUNT_NAME], &local);
      const char *id = each ? text_of (texts, machine, row[SCOPE_LOCK_COUNT_ID], &local) : NULL;
      const char *type = text_of (texts, machine, row[SCOPE_LOCK_COUNT_TYPE], &local);
      const char *file = text_of (texts, machine, row[SCOPE_LOCK_COUNT_FILE], &local);

      if (local != NULL)
        break;
      take_lock (find_lock (locks, all, machine, name, id, type), row, file);
    }
  return scope_passed (local, error) && !scope_query_range_cancelled (within, error);
}

SCOPE_COMPARE_POINTERS_BY (compare_locks, Lock, SCOPE_DOWN (wait) SCOPE_DOWN (collisions) SCOPE_DOWN (tries) SCOPE_UP (machine)
                               SCOPE_BY_TEXT (key))

enum
{
  LOCK_NAME,
  LOCK_ID,
  LOCK_TYPE,
  LOCK_N,
  LOCK_WAIT,
  LOCK_WAITS,
  LOCK_TRIES,
  LOCK_COLLISIONS,
  LOCK_SHARE,
  LOCK_PLACE,
};

static guint
add_lock_columns (ScopeReportTable *table, gboolean each)
{
  scope_report_table_add_column (table, SCOPE_CELL_WORD, _("Lock"), "lock");
  scope_report_table_add_column (table, SCOPE_CELL_WORD, _("Of"), "id");
  scope_report_table_add_column (table, SCOPE_CELL_WORD, _("Type"), "type");
  scope_report_table_add_column (table, SCOPE_CELL_COUNT, _("Locks"), "locks");
  scope_report_table_hide_column (table, each ? LOCK_N : LOCK_ID);
  scope_report_table_add_column (table, SCOPE_CELL_DURATION, _("Waited"), "wait_ns");
  scope_report_table_set_help (table, LOCK_WAIT, _("Of all threads of the VM that came while it was taken, together"));
  scope_report_table_add_column (table, SCOPE_CELL_COUNT, _("Waits"), "waits");
  scope_report_table_add_column (table, SCOPE_CELL_COUNT, _("Tries"), "tries");
  scope_report_table_add_column (table, SCOPE_CELL_COUNT, _("Collisions"), "collisions");
  scope_report_table_add_column (table, SCOPE_CELL_SHARE, _("In Vain"), "share");
  scope_report_table_set_help (table, LOCK_SHARE, _("Of the tries, those that found it taken"));
  scope_report_table_add_column (table, SCOPE_CELL_WORD, _("Most Waited At"), "place");
  scope_report_table_set_help (table, LOCK_PLACE, _("The place in the VM's source at which it was waited for most"));
  return scope_vm_add_machine (table);
}

static void
add_lock (ScopeReportTable *table, const Lock *lock, guint machine)
{
  ScopeTrace *trace = scope_report_table_get_trace (table);
  double tick_ns = (double) scope_trace_tick_ps (trace) / 1000;
  guint r = scope_report_table_add_row (table, NULL);

  scope_report_table_set_word (table, r, LOCK_NAME, lock->name);
  if (lock->id != NULL)
    scope_report_table_set_word (table, r, LOCK_ID, lock->id);
  scope_report_table_set_word (table, r, LOCK_TYPE, lock->type);
  scope_report_table_set (table, r, LOCK_N, (double) lock->locks);
  scope_report_table_set (table, r, LOCK_WAIT, (double) lock->wait / tick_ns);
  scope_report_table_set (table, r, LOCK_WAITS, (double) lock->waits);
  scope_report_table_set (table, r, LOCK_TRIES, (double) lock->tries);
  scope_report_table_set (table, r, LOCK_COLLISIONS, (double) lock->collisions);
  if (lock->tries > 0)
    scope_report_table_set (table, r, LOCK_SHARE, (double) lock->collisions / (double) lock->tries);
  if (lock->most_file != NULL && lock->most_line != SCOPE_TABLE_NULL)
    {
      g_autofree char *place = g_strdup_printf ("%s:%" G_GINT64_FORMAT, lock->most_file, lock->most_line);

      scope_report_table_set_word (table, r, LOCK_PLACE, place);
    }
  else if (lock->most_file != NULL)
    scope_report_table_set_word (table, r, LOCK_PLACE, lock->most_file);
  scope_report_table_set (table, r, machine, scope_trace_machine (trace, lock->machine)->number);
}

ScopeReportTable *
scope_vm_locks_read (const ScopeQueryRange *within, gboolean each, GError **error)
{
  g_autoptr (GPtrArray) all = g_ptr_array_new_with_free_func (lock_free), kept = g_ptr_array_new_with_free_func ((GDestroyNotify) g_hash_table_unref);
  g_autoptr (ScopeReportTable) table = scope_report_table_new (within->trace);
  guint machine = add_lock_columns (table, each);

  for (guint m = 0; m < scope_trace_n_machines (within->trace); m++)
    {
      GHashTable *texts = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, g_free);

      g_ptr_array_add (kept, texts);
      if (scope_query_range_has_machine (within, m) && !read_locks (within, scope_trace_machine (within->trace, m), each, texts, all, error))
        return NULL;
    }
  g_ptr_array_sort (all, compare_locks);
  for (guint i = 0; i < MIN (all->len, SCOPE_VM_MOST_ROWS); i++)
    add_lock (table, all->pdata[i], machine);
  take_summary (table, _("Counted as long as lcnt ran, not in this range alone"), all->len);
  return g_steal_pointer (&table);
}

/* --- what threads of the VM did --- */

typedef struct
{
  const char *names[MOST_STATES];
  guint n;
} States;

typedef struct
{
  const char *type;
  gint64 id; /* SCOPE_TABLE_NULL: all of the type */
  guint32 machine;
  gint64 time[MOST_STATES]; /* ns */
  guint32 told;             /* bits of states: of the others nobody knows */
  gint64 all;
} Worker;

static guint
find_state (States *states, const char *name)
{
  for (guint s = 0; s < states->n; s++)
    if (g_str_equal (states->names[s], name))
      return s;
  if (states->n == MOST_STATES)
    return SCOPE_NONE;
  states->names[states->n] = name;
  return states->n++;
}

/* Rows of a thread stand together. */
static Worker *
find_worker (GArray *workers, guint32 machine, const char *type, gint64 id)
{
  Worker *last = workers->len > 0 ? &g_array_index (workers, Worker, workers->len - 1) : NULL;

  if (last == NULL || last->machine != machine || last->id != id || !g_str_equal (last->type, type))
    {
      g_array_set_size (workers, workers->len + 1);
      last = &g_array_index (workers, Worker, workers->len - 1);
      last->type = type;
      last->id = id;
      last->machine = machine;
    }
  return last;
}

static gboolean
read_workers (const ScopeQueryRange *within, ScopeMachine *machine, GHashTable *texts, States *states, GArray *workers, GError **error)
{
  GError *local = NULL;

  SCOPE_EACH_ROW (row, machine->tables[SCOPE_TABLE_MICROSTATES], SCOPE_TIME_MIN, SCOPE_TIME_MAX, within->cancellable, &local)
    {
      const char *type = text_of (texts, machine, row[SCOPE_MICROSTATE_TYPE], &local);
      const char *state = text_of (texts, machine, row[SCOPE_MICROSTATE_STATE], &local);
      Worker *worker;
      guint s;

      if (local != NULL)
        break;
      worker = find_worker (workers, machine->index, type, row[SCOPE_MICROSTATE_ID]);
      s = find_state (states, state);
      worker->all = add (worker->all, row[SCOPE_MICROSTATE_DURATION]);
      if (s == SCOPE_NONE)
        continue;
      worker->time[s] = add (worker->time[s], row[SCOPE_MICROSTATE_DURATION]);
      worker->told |= 1u << s;
    }
  return scope_passed (local, error) && !scope_query_range_cancelled (within, error);
}

static void
add_worker (ScopeReportTable *table, const Worker *worker, const States *states, guint machine)
{
  ScopeTrace *trace = scope_report_table_get_trace (table);
  double tick_ns = (double) scope_trace_tick_ps (trace) / 1000;
  guint r = scope_report_table_add_row (table, NULL);
  g_autofree char *name = worker->id != SCOPE_TABLE_NULL ? g_strdup_printf ("%s %" G_GINT64_FORMAT, worker->type, worker->id) : NULL;

  scope_report_table_set_word (table, r, 0, name != NULL ? name : worker->type);
  scope_report_table_set (table, r, 1, (double) worker->all / tick_ns);
  for (guint s = 0; s < states->n; s++)
    {
      if ((worker->told & 1u << s) == 0)
        continue;
      if (worker->all > 0 && g_str_equal (states->names[s], "sleep"))
        scope_report_table_set (table, r, 2, 1 - (double) worker->time[s] / (double) worker->all);
      scope_report_table_set (table, r, 3 + s, (double) worker->time[s] / tick_ns);
    }
  scope_report_table_set (table, r, machine, scope_trace_machine (trace, worker->machine)->number);
}

ScopeReportTable *
scope_vm_microstates_read (const ScopeQueryRange *within, GError **error)
{
  g_autoptr (GPtrArray) kept = g_ptr_array_new_with_free_func ((GDestroyNotify) g_hash_table_unref);
  g_autoptr (GArray) workers = g_array_new (FALSE, TRUE, sizeof (Worker));
  g_autoptr (ScopeReportTable) table = scope_report_table_new (within->trace);
  States states = { { NULL }, 0 };
  guint machine;

  for (guint m = 0; m < scope_trace_n_machines (within->trace); m++)
    {
      GHashTable *texts = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, g_free);

      g_ptr_array_add (kept, texts);
      if (scope_query_range_has_machine (within, m)
          && !read_workers (within, scope_trace_machine (within->trace, m), texts, &states, workers, error))
        return NULL;
    }
  scope_report_table_add_column (table, SCOPE_CELL_WORD, _("Thread of the VM"), "thread");
  scope_report_table_add_column (table, SCOPE_CELL_DURATION, _("Counted"), "all_ns");
  scope_report_table_set_help (table, scope_report_table_add_column (table, SCOPE_CELL_SHARE, _("Awake"), "awake"),
                               _("Of the time that was counted, all but sleep. A scheduler that looks for work is awake."));
  for (guint s = 0; s < states.n; s++)
    {
      g_autofree char *name = g_strdup_printf ("%s_ns", states.names[s]);

      scope_report_table_add_column (table, SCOPE_CELL_DURATION, states.names[s], name); /* msacc's own words */
    }
  machine = scope_vm_add_machine (table);
  for (guint i = 0; i < MIN (workers->len, SCOPE_VM_MOST_ROWS); i++)
    add_worker (table, &g_array_index (workers, Worker, i), &states, machine);
  take_summary (table, _("Counted as long as msacc ran, not in this range alone"), workers->len);
  return g_steal_pointer (&table);
}
