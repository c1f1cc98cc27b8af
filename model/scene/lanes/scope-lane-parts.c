/* scope-lane-parts.c: which rows beside the entities' a machine has: of what its counters speak.
 *
 * The first of them are read to find out. Where the thread must not wait for a disk that is done on another one, and
 * the rows come when it is known; else (command line, tests) at once.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/scene/lanes/scope-lane-tree-private.h"
#include "model/scene/lanes/scope-sample-rows.h"

#include "model/base/scope-task.h"
#include "model/trace/spans/scope-spans.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#define LOOK_AT_COUNTERS 20000u
#define LOOK_AT_MARKS 2000u

typedef struct
{
  ScopeMachine *machine;
  guint parts;
} Part;

typedef struct
{
  ScopeTrace *trace;
  guint n;
  Part *parts;
} Look;

static void
look_free (gpointer data)
{
  Look *look = data;

  g_object_unref (look->trace);
  g_free (look->parts);
  g_free (look);
}

/* A simulator's: of few rows, each dump has all. */
static guint
look_at_statistics (ScopeMachine *machine, guint parts, GCancellable *cancellable)
{
  guint n = 0;

  SCOPE_EACH_ROW (row, machine->tables[SCOPE_TABLE_CORE_STATISTICS], SCOPE_TIME_MIN, SCOPE_TIME_MAX, cancellable, NULL)
    {
      gint64 name = row[SCOPE_COUNTER_NAME];

      if (name >= SCOPE_COUNTER_CYCLES && scope_counter_is_core ((guint) name))
        parts |= SCOPE_LANE_HAS_RATIOS << (SCOPE_ROW_STATS_IPC - SCOPE_ROW_IPC + name - SCOPE_COUNTER_CYCLES);
      if (++n == LOOK_AT_COUNTERS)
        break;
    }
  return parts;
}

/* How many spans are open at once, as far as the first marks tell. */
static guint
look_at_marks (ScopeMachine *machine, guint parts, GCancellable *cancellable)
{
  guint n = 0, open = 0, most = 0;

  SCOPE_EACH_ROW (row, machine->tables[SCOPE_TABLE_MARKS], SCOPE_TIME_MIN, SCOPE_TIME_MAX, cancellable, NULL)
    {
      g_autofree char *text = scope_machine_text (machine, (guint64) row[SCOPE_MARK_TEXT], NULL);
      ScopeSpanMark mark;

      if (text != NULL && scope_span_rule_parse (NULL, text, strlen (text), &mark))
        {
          open = mark.ends ? open - (open > 0) : open + 1;
          most = MAX (most, open);
        }
      if (++n == LOOK_AT_MARKS)
        break;
    }
  return (parts & (SCOPE_LANE_HAS_SPANS - 1)) | MIN (most, SCOPE_SPAN_LEVELS) * SCOPE_LANE_HAS_SPANS;
}

/* Any thread. */
static guint
look_at (ScopeMachine *machine, guint parts, GCancellable *cancellable)
{
  guint n = 0;

  SCOPE_EACH_ROW (row, machine->tables[SCOPE_TABLE_COUNTERS], SCOPE_TIME_MIN, SCOPE_TIME_MAX, cancellable, NULL)
    {
      gint64 name = row[SCOPE_COUNTER_NAME];

      if (name == SCOPE_COUNTER_HEAP_ALLOCATED)
        parts |= SCOPE_LANE_HAS_ALLOCATION;
      else if (name == SCOPE_COUNTER_HEAP_SIZE || name == SCOPE_COUNTER_HEAP_LIVE)
        parts |= SCOPE_LANE_HAS_HEAP;
      else if (name == SCOPE_COUNTER_RUN_QUEUE)
        parts |= SCOPE_LANE_HAS_QUEUE;
      else if (name >= SCOPE_COUNTER_CYCLES && scope_counter_is_core ((guint) name))
        parts |= SCOPE_LANE_HAS_RATIOS << (name - SCOPE_COUNTER_CYCLES); /* instructions are there, too */
      else if (name > SCOPE_COUNTER_RUN_QUEUE && scope_sample_row_of_counter ((guint) name) < SCOPE_N_SAMPLE_ROWS)
        parts |= SCOPE_LANE_HAS_SAMPLES << scope_sample_row_of_counter ((guint) name);
      else if (name >= SCOPE_COUNTER_SPARKS_CREATED && name <= SCOPE_COUNTER_SPARKS_REMAINING
               && row[SCOPE_COUNTER_VALUE] > 0)
        parts |= SCOPE_LANE_HAS_SPARKS;
      if ((parts & SCOPE_LANE_HAS_ALL) == SCOPE_LANE_HAS_ALL || ++n == LOOK_AT_COUNTERS)
        break;
    }
  return look_at_marks (machine, look_at_statistics (machine, parts, cancellable), cancellable);
}

static guint
known (ScopeLaneList *list, guint32 index)
{
  return GPOINTER_TO_UINT (g_hash_table_lookup (list->known_parts, GUINT_TO_POINTER (index + 1)));
}

/* Rows of counters it had when they were looked at last. */
static guint
looked (ScopeLaneList *list, guint32 index)
{
  return GPOINTER_TO_UINT (g_hash_table_lookup (list->looked_at, GUINT_TO_POINTER (index + 1)));
}

/* At most how many rows there are to be looked at; of a finished trace the number of blocks tells it, which is known without reading. */
static guint
n_rows (ScopeLaneList *list, ScopeTable *table, guint most)
{
  guint64 n = scope_trace_get_finished (list->trace) ? scope_table_n_blocks (table) * G_GUINT64_CONSTANT (1024) : scope_table_n_rows (table);

  return (guint) MIN (n, most);
}

/* Is there anything new to be looked at? */
static guint
rows_to_look_at (ScopeLaneList *list, guint32 index)
{
  const ScopeMachine *machine = scope_trace_machine (list->trace, index);
  guint n;

  if (machine->tables[SCOPE_TABLE_COUNTERS] == NULL || machine->tables[SCOPE_TABLE_CORE_STATISTICS] == NULL
      || (known (list, index) & SCOPE_LANE_HAS_ALL) == SCOPE_LANE_HAS_ALL)
    return 0;
  n = n_rows (list, machine->tables[SCOPE_TABLE_COUNTERS], LOOK_AT_COUNTERS)
      + n_rows (list, machine->tables[SCOPE_TABLE_CORE_STATISTICS], LOOK_AT_COUNTERS)
      + n_rows (list, machine->tables[SCOPE_TABLE_MARKS], LOOK_AT_MARKS);
  return n > looked (list, index) ? n : 0;
}

static void
note (ScopeLaneList *list, guint32 index, guint parts)
{
  g_hash_table_insert (list->known_parts, GUINT_TO_POINTER (index + 1), GUINT_TO_POINTER (parts));
}

guint
scope_lane_list_parts (ScopeLaneList *list, guint32 index)
{
  guint n = rows_to_look_at (list, index);

  if (n > 0 && !scope_trace_is_kept_out (list->trace))
    {
      g_hash_table_insert (list->looked_at, GUINT_TO_POINTER (index + 1), GUINT_TO_POINTER (n));
      note (list, index, look_at (scope_trace_machine (list->trace, index), known (list, index), NULL));
    }
  return known (list, index);
}

static gpointer
look_for (gpointer source, gconstpointer data, GCancellable *cancellable, GError **error)
{
  const Look *look = data;

  for (guint i = 0; i < look->n; i++)
    look->parts[i].parts = look_at (look->parts[i].machine, look->parts[i].parts, cancellable);
  return GINT_TO_POINTER (TRUE);
}

static void
looked_for (GObject *source, GAsyncResult *result, gpointer user_data)
{
  ScopeLaneList *list = SCOPE_LANE_LIST (source);
  const Look *look = scope_task_question (result);

  if (g_task_get_cancellable (G_TASK (result)) == list->looking)
    g_clear_object (&list->looking);
  if (scope_task_answer (result, NULL) == NULL || list->still)
    return;
  for (guint i = 0; i < look->n; i++)
    note (list, look->parts[i].machine->index, look->parts[i].parts);
  scope_lane_list_refresh (list);
}

void
scope_lane_list_look_for_parts (ScopeLaneList *list)
{
  guint n_machines = scope_trace_n_machines (list->trace), rows;
  Look *look;

  if (list->looking != NULL || list->still || !scope_trace_is_kept_out (list->trace))
    return;
  look = g_new0 (Look, 1);
  look->trace = g_object_ref (list->trace);
  look->parts = g_new0 (Part, n_machines + 1);
  for (guint i = 0; i < n_machines; i++)
    if ((rows = rows_to_look_at (list, i)) > 0)
      {
        g_hash_table_insert (list->looked_at, GUINT_TO_POINTER (i + 1), GUINT_TO_POINTER (rows));
        look->parts[look->n++] = (Part) { scope_trace_machine (list->trace, i), known (list, i) };
      }
  if (look->n == 0)
    {
      look_free (look);
      return;
    }
  list->looking = g_cancellable_new ();
  scope_task_give (list, look_for, look, look_free, NULL, list->looking, looked_for, NULL);
}

void
scope_lane_tree_add_spans (ScopeLaneList *list, GPtrArray *to, ScopeLaneNode *parent, guint32 index)
{
  guint levels = scope_lane_list_parts (list, index) / SCOPE_LANE_HAS_SPANS;
  g_autofree char *key = g_strdup_printf ("spans:%u", scope_trace_machine (list->trace, index)->number);

  if (levels > 0 && scope_spans_are_few (list->trace) && scope_lane_matches_title (list->matches, _("Spans")))
    scope_lane_tree_node_new (list, to, parent, SCOPE_ROW_SPANS, index, g_steal_pointer (&key), g_strdup (_("Spans")))->levels = levels;
}
