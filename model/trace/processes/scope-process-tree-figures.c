/* scope-process-tree-figures.c: what every row, branch and fold of a tree did in a range.
 *
 * Each row gives a part of its own to all that it lies in. Added up in the order of the rows, the figures of
 * any branch are the difference of two sums. By place, what has rows below it gives none of its time (its
 * parts do), so its own states are kept beside.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/trace/processes/scope-process-tree-private.h"

#include "model/base/scope-key.h"
#include "model/base/scope-ref.h"

#define CHECK_EVERY 256u
#define TRIM_EVERY 4096u

struct _ScopeTreeTotals
{
  gatomicrefcount refs;
  ScopeProcessTree *tree;
  gboolean messages, sizes;
  ScopeTreeFigures *sums; /* n + 1: of all rows before */
  ScopePagedArray sum_room;
  GHashTable *own; /* by place: row + 1 → place in `beside`, of those that have rows below; else NULL */
  GArray *beside;  /* of ScopeTreeFigures */
  ScopeTreeFigures *folds; /* members together, without what is below them */
  guint32 *representatives;
};

static void
add_figures (ScopeTreeFigures *to, const ScopeTreeFigures *from)
{
  to->alive += from->alive;
  for (guint s = 0; s < SCOPE_N_STATES; s++)
    to->time[s] += from->time[s];
  to->sent_size += from->sent_size;
  to->received_size += from->received_size;
  to->sent += from->sent;
  to->received += from->received;
  to->sent_sized += from->sent_sized;
  to->received_sized += from->received_sized;
  to->migrations += from->migrations;
  to->tasks += from->tasks;
}

static void
take_figures (ScopeTreeFigures *from, const ScopeTreeFigures *what)
{
  from->alive -= what->alive;
  for (guint s = 0; s < SCOPE_N_STATES; s++)
    from->time[s] -= what->time[s];
  from->sent_size -= what->sent_size;
  from->received_size -= what->received_size;
  from->sent -= what->sent;
  from->received -= what->received;
  from->sent_sized -= what->sent_sized;
  from->received_sized -= what->received_sized;
  from->migrations -= what->migrations;
  from->tasks -= what->tasks;
}

/* --- states --- */

static gboolean
add_lane (ScopeMachine *machine, guint32 lane, gint64 from, gint64 to, ScopeTreeFigures *figures, GError **error)
{
  gint64 totals[SCOPE_N_STATES];

  if (!scope_lane_store_totals_within (machine->lanes, lane, from, to, totals, error))
    return FALSE;
  for (guint s = 0; s < SCOPE_N_STATES; s++)
    {
      figures->time[s] += totals[s];
      figures->alive += totals[s];
    }
  return TRUE;
}

/* The states of one row alone, as scope_tree_totals_get() will have them: for rows that are looked at while the whole is
 * being read. Folds are left alone. */
static gboolean
figures_read (ScopeProcessTree *tree, const ScopeQueryRange *within, guint32 row,
              ScopeTreeFigures *ret_figures, GError **error)
{
  ScopeLaneId id = tree->nodes[row].lane;
  ScopeMachine *machine = scope_trace_machine (tree->trace, id.machine);
  guint32 lane = scope_trace_lane (tree->trace, id);
  g_autofree guint32 *lanes = NULL;
  gint64 from, to;
  guint n = 1;

  g_assert (row < tree->n);
  *ret_figures = (ScopeTreeFigures){ 0 };
  scope_query_range_own_range (within, machine, &from, &to);
  if (lane == SCOPE_NONE)
    lanes = scope_trace_summed_lanes (tree->trace, id, &n);
  for (guint i = 0; i < n; i++)
    if (!add_lane (machine, lanes != NULL ? lanes[i] : lane, from, to, ret_figures, error))
      return FALSE;
  ret_figures->tasks = id.kind != SCOPE_KIND_MACHINE && ret_figures->alive > 0;
  return TRUE;
}

static gboolean
has_parts (const ScopeProcessTree *tree, guint32 row)
{
  return tree->by == SCOPE_TREE_BY_PLACE && tree->nodes[row].n_children > 0;
}

/* Of millions of rows few are in memory at a time. */
static void
trim_now_and_then (guint32 row)
{
  if (row % TRIM_EVERY == 0)
    scope_paged_trim ();
}

static gboolean
read_states (ScopeTreeTotals *totals, const ScopeQueryRange *within, guint64 all, GError **error)
{
  ScopeProcessTree *tree = totals->tree;

  for (guint32 row = 0; row < tree->n; row++)
    {
      ScopeTreeFigures *part = &totals->sums[row + 1];

      if (!figures_read (tree, within, row, part, error))
        return FALSE;
      if (has_parts (tree, row))
        {
          g_array_append_val (totals->beside, *part);
          g_hash_table_insert (totals->own, GUINT_TO_POINTER (row + 1),
                               GUINT_TO_POINTER (totals->beside->len - 1));
          *part = (ScopeTreeFigures){ 0 };
        }
      trim_now_and_then (row);
      if (row % CHECK_EVERY == 0 && scope_query_range_cancelled (within, error))
        return FALSE;
      scope_query_range_progress (within, row, all);
    }
  return TRUE;
}

/* --- migrations --- */

/* Where a thread's figures belong: to its own row, or that of its process. */
static guint32
row_of_thread (ScopeProcessTree *tree, guint32 m, guint32 thread)
{
  guint32 row = scope_process_tree_find (tree, (ScopeLaneId){ m, SCOPE_KIND_THREAD, thread });
  guint32 process;

  if (row != SCOPE_NONE
      || thread >= scope_machine_n_entities (scope_trace_machine (tree->trace, m), SCOPE_KIND_THREAD))
    return row;
  process = scope_machine_entity (scope_trace_machine (tree->trace, m), SCOPE_KIND_THREAD, thread)->process;
  return scope_process_tree_find (tree, (ScopeLaneId){ m, SCOPE_KIND_PROCESS, process });
}

static gboolean
count_migrations (ScopeTreeTotals *totals, const ScopeQueryRange *within, ScopeMachine *machine, GError **error)
{
  gint64 from, to;
  GError *local = NULL;

  if (machine->tables[SCOPE_TABLE_MIGRATIONS] == NULL)
    return TRUE;
  scope_query_range_own_range (within, machine, &from, &to);
  SCOPE_EACH_ROW (values, machine->tables[SCOPE_TABLE_MIGRATIONS], from, to, within->cancellable, &local)
    {
      gint64 time = values[SCOPE_MIGRATION_TIME], thread = values[SCOPE_MIGRATION_THREAD];
      guint32 row = time >= from && time < to && thread >= 0 && thread < SCOPE_NONE
                        ? row_of_thread (totals->tree, machine->index, (guint32)thread)
                        : SCOPE_NONE;

      if (row != SCOPE_NONE)
        totals->sums[row + 1].migrations++;
    }
  return scope_passed (local, error);
}

static gboolean
read_migrations (ScopeTreeTotals *totals, const ScopeQueryRange *within, gboolean whole, GError **error)
{
  ScopeProcessTree *tree = totals->tree;

  for (guint32 m = 0; m < tree->n_machines; m++)
    {
      ScopeMachine *machine = scope_trace_machine (tree->trace, m);
      guint32 n = whole ? scope_machine_n_entities (machine, SCOPE_KIND_THREAD) : 0;

      for (guint32 t = 0; t < n; t++)
        {
          guint32 migrations = scope_machine_entity (machine, SCOPE_KIND_THREAD, t)->migrations;
          guint32 row = migrations > 0 ? row_of_thread (tree, m, t) : SCOPE_NONE;

          if (row != SCOPE_NONE)
            totals->sums[row + 1].migrations += migrations;
        }
      if (!whole && !count_migrations (totals, within, machine, error))
        return FALSE;
    }
  return TRUE;
}

/* --- messages --- */

/* Processes by number, since that is how tables of messages name them; the last one asked for is kept. */
typedef struct
{
  GHashTable *rows; /* machine << 32 | number → row + 1 */
  gint64 last_key;
  guint32 last_row;
} Places;

static void
places_init (Places *places, ScopeProcessTree *tree)
{
  *places = (Places){ g_hash_table_new_full (scope_key_hash_pair, g_int64_equal, g_free, NULL), -1, SCOPE_NONE };
  for (guint32 m = 0; m < tree->n_machines; m++)
    {
      ScopeMachine *machine = scope_trace_machine (tree->trace, m);
      guint32 n = scope_machine_n_entities (machine, SCOPE_KIND_PROCESS);

      for (guint32 i = 0; i < n; i++)
        {
          gint64 key
              = (gint64)m << 32 | (gint64)scope_machine_entity (machine, SCOPE_KIND_PROCESS, i)->number;
          guint32 row = scope_process_tree_find (tree, (ScopeLaneId){ m, SCOPE_KIND_PROCESS, i });

          if (row != SCOPE_NONE && !g_hash_table_contains (places->rows, &key))
            g_hash_table_insert (places->rows, g_memdup2 (&key, sizeof key), GUINT_TO_POINTER (row + 1));
        }
    }
}

static guint32
places_find (Places *places, gint64 machine, gint64 process)
{
  gint64 key = machine << 32 | process;

  if (key != places->last_key)
    {
      places->last_key = key;
      places->last_row = GPOINTER_TO_UINT (g_hash_table_lookup (places->rows, &key)) - 1;
    }
  return places->last_row;
}

/* How rows of tables of messages are counted. */
typedef struct
{
  ScopeTreeTotals *totals;
  const ScopeQueryRange *within;
  Places from, to;
  gint64 (*ranges)[2]; /* of each machine, own clock */
  gboolean count;      /* else only sizes: numbers are known */
  guint64 done, all;   /* rows */
} Counting;

static guint32
counted_row (Counting *counting, Places *places, gint64 time, gint64 machine, gint64 process)
{
  if (time == SCOPE_TABLE_NULL || machine < 0 || machine >= counting->totals->tree->n_machines
      || time < counting->ranges[machine][0] || time >= counting->ranges[machine][1])
    return SCOPE_NONE;
  return places_find (places, machine, process);
}

static void
count_message (Counting *counting, const gint64 *values)
{
  gint64 size = values[SCOPE_MESSAGE_SIZE];
  guint32 from = counted_row (counting, &counting->from, values[SCOPE_MESSAGE_SEND],
                              values[SCOPE_MESSAGE_FROM_MACHINE], values[SCOPE_MESSAGE_FROM_PROCESS]);
  guint32 to = counted_row (counting, &counting->to, values[SCOPE_MESSAGE_RECEIVE],
                            values[SCOPE_MESSAGE_TO_MACHINE], values[SCOPE_MESSAGE_TO_PROCESS]);

  if (from != SCOPE_NONE)
    {
      ScopeTreeFigures *part = &counting->totals->sums[from + 1];

      part->sent += counting->count;
      part->sent_sized += size != SCOPE_TABLE_NULL;
      part->sent_size += size != SCOPE_TABLE_NULL ? size : 0;
    }
  if (to != SCOPE_NONE)
    {
      ScopeTreeFigures *part = &counting->totals->sums[to + 1];

      part->received += counting->count;
      part->received_sized += size != SCOPE_TABLE_NULL;
      part->received_size += size != SCOPE_TABLE_NULL ? size : 0;
    }
}

static gboolean
count_table (Counting *counting, ScopeTable *table, GError **error)
{
  GError *local = NULL;

  if (table == NULL)
    return TRUE;
  /* Either end may lie in the range, each by its own clock: the table's directory cannot tell. */
  SCOPE_EACH_ROW (values, table, SCOPE_TIME_MIN, SCOPE_TIME_MAX, NULL, &local)
    {
      count_message (counting, values);
      if (++counting->done % 65536 == 0)
        {
          if (scope_query_range_cancelled (counting->within, &local))
            break;
          scope_query_range_progress (counting->within, counting->done, counting->all);
        }
    }
  return scope_passed (local, error);
}

static gboolean
read_messages (ScopeTreeTotals *totals,
               const ScopeQueryRange *within,
               gboolean whole,
               guint64 done,
               guint64 all,
               GError **error)
{
  ScopeProcessTree *tree = totals->tree;
  Counting counting = { .totals = totals, .within = within, .count = !whole, .done = done, .all = all };
  gboolean ok = TRUE;

  places_init (&counting.from, tree);
  counting.to = counting.from;
  counting.ranges = g_malloc0_n (tree->n_machines + 1, sizeof *counting.ranges);
  for (guint32 m = 0; m < tree->n_machines; m++)
    {
      counting.ranges[m][0] = SCOPE_TIME_MIN;
      counting.ranges[m][1] = SCOPE_TIME_MAX;
      if (!whole)
        scope_query_range_own_range (within, scope_trace_machine (tree->trace, m), &counting.ranges[m][0],
                                     &counting.ranges[m][1]);
    }
  for (guint32 m = 0; m < tree->n_machines && ok; m++)
    ok = count_table (&counting, scope_trace_machine (tree->trace, m)->tables[SCOPE_TABLE_MESSAGES], error);
  g_hash_table_unref (counting.from.rows);
  g_free (counting.ranges);
  return ok;
}

static void
take_numbers (ScopeTreeTotals *totals)
{
  for (guint32 row = 0; row < totals->tree->n; row++)
    if (totals->tree->nodes[row].lane.kind == SCOPE_KIND_PROCESS)
      {
        const ScopeEntity *entity = scope_process_tree_entity (totals->tree, row);

        totals->sums[row + 1].sent = entity->sent;
        totals->sums[row + 1].received = entity->received;
      }
}

/* --- adding up --- */

static void
add_up (ScopeTreeTotals *totals)
{
  ScopeProcessTree *tree = totals->tree;
  GHashTableIter iter;
  gpointer row, place;

  for (guint32 i = 0; i < tree->n; i++)
    {
      add_figures (&totals->sums[i + 1], &totals->sums[i]);
      trim_now_and_then (i);
    }
  g_hash_table_iter_init (&iter, totals->own);
  while (g_hash_table_iter_next (&iter, &row, &place))
    {
      ScopeTreeFigures branch,
          *own = &g_array_index (totals->beside, ScopeTreeFigures, GPOINTER_TO_UINT (place));

      scope_tree_totals_get (totals, GPOINTER_TO_UINT (row) - 1, TRUE, &branch);
      branch.alive = own->alive;
      for (guint s = 0; s < SCOPE_N_STATES; s++)
        branch.time[s] = own->time[s];
      *own = branch;
    }
}

static void
add_up_folds (ScopeTreeTotals *totals)
{
  ScopeProcessTree *tree = totals->tree;
  g_autofree gint64 *most = g_new (gint64, tree->folds->len + 1);

  for (guint f = 0; f < tree->folds->len; f++)
    most[f] = -1;
  for (guint32 i = 0; i < tree->n; i++)
    {
      guint32 fold = tree->nodes[i].fold;
      ScopeTreeFigures own;
      gint64 running;

      trim_now_and_then (i);
      if (fold == SCOPE_NONE)
        continue;
      scope_tree_totals_get (totals, i, FALSE, &own);
      add_figures (&totals->folds[fold], &own);
      running = own.time[SCOPE_STATE_RUNNING] + own.time[SCOPE_STATE_ACTIVE];
      if (running > most[fold])
        {
          most[fold] = running;
          totals->representatives[fold] = i;
        }
    }
}

static guint64
count_message_rows (ScopeProcessTree *tree)
{
  guint64 n = 0;

  for (guint32 m = 0; m < tree->n_machines; m++)
    {
      ScopeTable *table = scope_trace_machine (tree->trace, m)->tables[SCOPE_TABLE_MESSAGES];

      n += table != NULL ? scope_table_n_rows (table) : 0;
    }
  return n;
}

ScopeTreeTotals *
scope_tree_totals_read (ScopeProcessTree *tree, const ScopeQueryRange *within, gboolean messages, GError **error)
{
  g_autoptr (ScopeTreeTotals) totals = g_new0 (ScopeTreeTotals, 1);
  guint64 n_messages = count_message_rows (tree), all = tree->n + (messages ? n_messages : 0);
  gint64 first, last;
  gboolean whole;

  scope_trace_range (tree->trace, &first, &last);
  whole = within->from <= first && within->to > last;
  g_atomic_ref_count_init (&totals->refs);
  totals->tree = scope_process_tree_ref (tree);
  totals->sums = scope_process_tree_room (&totals->sum_room, (gsize) tree->n + 1, sizeof *totals->sums);
  totals->own = g_hash_table_new (NULL, NULL);
  totals->beside = g_array_new (FALSE, FALSE, sizeof (ScopeTreeFigures));
  totals->folds = g_new0 (ScopeTreeFigures, (gsize)tree->folds->len + 1);
  totals->representatives = g_new0 (guint32, (gsize)tree->folds->len + 1);
  if (!read_states (totals, within, all, error) || !read_migrations (totals, within, whole, error))
    return NULL;
  if (whole)
    take_numbers (totals);
  if (messages && n_messages > 0 && !read_messages (totals, within, whole, tree->n, all, error))
    return NULL;
  totals->messages = whole || messages || n_messages == 0;
  totals->sizes = messages || n_messages == 0;
  add_up (totals);
  add_up_folds (totals);
  return scope_query_range_cancelled (within, error) ? NULL : g_steal_pointer (&totals);
}

static void
tree_totals_free (ScopeTreeTotals *totals)
{
  scope_paged_array_clear (&totals->sum_room);
  g_hash_table_unref (totals->own);
  g_array_unref (totals->beside);
  g_free (totals->folds);
  g_free (totals->representatives);
  scope_process_tree_unref (totals->tree);
  g_free (totals);
}

SCOPE_DEFINE_REF (ScopeTreeTotals, scope_tree_totals, object->refs, tree_totals_free)

gboolean
scope_tree_totals_has_messages (ScopeTreeTotals *totals)
{
  return totals->messages;
}

gboolean
scope_tree_totals_has_sizes (ScopeTreeTotals *totals)
{
  return totals->sizes;
}

void
scope_tree_totals_get (ScopeTreeTotals *totals, guint32 row, gboolean branch, ScopeTreeFigures *ret_figures)
{
  ScopeProcessTree *tree = totals->tree;
  gpointer place;
  guint32 first, end = scope_process_tree_end (tree, row, &first);

  if (!branch && row >= tree->n)
    {
      *ret_figures = totals->folds[row - tree->n];
      return;
    }
  if (!branch && has_parts (tree, row)
      && g_hash_table_lookup_extended (totals->own, GUINT_TO_POINTER (row + 1), NULL, &place))
    {
      *ret_figures = g_array_index (totals->beside, ScopeTreeFigures, GPOINTER_TO_UINT (place));
      return;
    }
  *ret_figures = totals->sums[branch ? end : first + 1];
  take_figures (ret_figures, &totals->sums[first]);
}

guint32
scope_tree_totals_representative (ScopeTreeTotals *totals, guint32 row)
{
  return row >= totals->tree->n ? totals->representatives[row - totals->tree->n] : row;
}

double
scope_tree_figures_share (const ScopeTreeFigures *figures)
{
  return figures->alive > 0 ? (double)figures->time[SCOPE_STATE_RUNNING] / (double)figures->alive : -1;
}
