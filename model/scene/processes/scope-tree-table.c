/* scope-tree-table.c: see scope-tree-table.h.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/scene/processes/scope-tree-table.h"

#include "model/scene/draw/scope-ruler.h"
#include "model/trace/document/scope-recorded.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

typedef enum
{
  CELL_TEXT,
  CELL_TIME,
  CELL_COUNT,
  CELL_SHARE,
  CELL_SIZE,
} CellKind;

static const struct
{
  const char *id, *csv, *title;
  CellKind kind;
  int state; /* titled by it, or -1 */
} columns[SCOPE_TREE_N_COLUMNS] = {
  [SCOPE_TREE_NAME] = { "name", "id", N_ ("Name"), CELL_TEXT, -1 },
  [SCOPE_TREE_LIFE] = { "life", "life_ns", N_ ("Lifetime"), CELL_TIME, -1 },
  [SCOPE_TREE_LABEL] = { "label", "label", N_ ("Label"), CELL_TEXT, -1 },
  [SCOPE_TREE_MACHINE] = { "machine", "machine", N_ ("Machine"), CELL_TEXT, -1 },
  [SCOPE_TREE_PARENT] = { "parent", "parent", N_ ("Parent"), CELL_TEXT, -1 },
  [SCOPE_TREE_REASON] = { "exit-reason", "exit_reason", N_ ("Exit Reason"), CELL_TEXT, -1 },
  [SCOPE_TREE_RUNNING] = { "running", "running_ns", NULL, CELL_TIME, SCOPE_STATE_RUNNING },
  [SCOPE_TREE_RUNNABLE] = { "runnable", "runnable_ns", NULL, CELL_TIME, SCOPE_STATE_RUNNABLE },
  [SCOPE_TREE_BLOCKED] = { "blocked", "blocked_ns", NULL, CELL_TIME, SCOPE_STATE_BLOCKED },
  [SCOPE_TREE_OUTSIDE] = { "outside", "outside_ns", NULL, CELL_TIME, SCOPE_STATE_OUTSIDE },
  [SCOPE_TREE_COLLECTING] = { "collecting", "collecting_ns", NULL, CELL_TIME, SCOPE_STATE_COLLECTING },
  [SCOPE_TREE_SHARE] = { "share", "running_share", N_ ("Running of Lifetime"), CELL_SHARE, -1 },
  [SCOPE_TREE_MIGRATIONS] = { "migrations", "migrations", N_ ("Migrations"), CELL_COUNT, -1 },
  [SCOPE_TREE_SENT] = { "sent", "messages_sent", N_ ("Sent"), CELL_COUNT, -1 },
  [SCOPE_TREE_SENT_SIZE] = { "sent-size", "sent_size_mean", N_ ("Mean Size Sent"), CELL_SIZE, -1 },
  [SCOPE_TREE_RECEIVED] = { "received", "messages_received", N_ ("Received"), CELL_COUNT, -1 },
  [SCOPE_TREE_RECEIVED_SIZE]
  = { "received-size", "received_size_mean", N_ ("Mean Size Received"), CELL_SIZE, -1 },
  [SCOPE_TREE_CHILDREN] = { "children", "children", N_ ("Children"), CELL_COUNT, -1 },
  [SCOPE_TREE_BRANCH_TASKS] = { "below", "below", N_ ("All Below"), CELL_COUNT, -1 },
  [SCOPE_TREE_BRANCH_RUNNING]
  = { "tree-running", "tree_running_ns", N_ ("Running, with All Below"), CELL_TIME, -1 },
  [SCOPE_TREE_BRANCH_BLOCKED]
  = { "tree-blocked", "tree_blocked_ns", N_ ("Blocked, with All Below"), CELL_TIME, -1 },
};

const char *
scope_tree_column_id (ScopeTreeColumn column)
{
  return columns[column].id;
}

/* "Foreign call": state labels are made for the middle of a sentence. */
static char *
capital (const char *text)
{
  g_autofree char *first = g_utf8_substring (text, 0, 1), *upper = g_utf8_strup (first, -1);

  return g_strconcat (upper, g_utf8_next_char (text), NULL);
}

char *
scope_tree_column_title (ScopeTrace *trace, ScopeTreeColumn column)
{
  if (columns[column].state >= 0)
    return capital (scope_trace_state_label (trace, (ScopeState)columns[column].state));
  if (column == SCOPE_TREE_MACHINE)
    return capital (scope_trace_kind_label (trace, SCOPE_KIND_MACHINE, FALSE));
  return g_strdup (_ (columns[column].title));
}

gboolean
scope_tree_column_is_text (ScopeTreeColumn column)
{
  return columns[column].kind == CELL_TEXT;
}

static gboolean
has_labels (ScopeProcessTree *tree)
{
  for (guint32 row = 0, n = scope_process_tree_n (tree); row < n; row++)
    {
      const ScopeEntity *entity = scope_process_tree_entity (tree, row);

      if (entity != NULL && (entity->name != NULL || entity->entry != NULL))
        return TRUE;
    }
  return FALSE;
}

static gboolean
has_reasons (ScopeProcessTree *tree)
{
  for (guint32 row = 0, n = scope_process_tree_n (tree); row < n; row++)
    {
      const ScopeEntity *entity = scope_process_tree_entity (tree, row);

      if (entity != NULL && entity->reason != NULL)
        return TRUE;
    }
  return FALSE;
}

static guint32
most_processors (ScopeTrace *trace)
{
  guint32 most = 0;

  for (guint m = 0; m < scope_trace_n_machines (trace); m++)
    most = MAX (most, scope_machine_n_entities (scope_trace_machine (trace, m), SCOPE_KIND_PROCESSOR));
  return most;
}

gboolean
scope_tree_column_useful (ScopeProcessTree *tree, ScopeTreeColumn column)
{
  ScopeTrace *trace = scope_process_tree_get_trace (tree);
  gboolean place = scope_process_tree_get_by (tree) == SCOPE_TREE_BY_PLACE;

  switch (column)
    {
    case SCOPE_TREE_LABEL:
      return has_labels (tree);
    case SCOPE_TREE_MACHINE:
      return !place && scope_trace_n_machines (trace) > 1;
    case SCOPE_TREE_PARENT:
      return !place;
    case SCOPE_TREE_REASON:
      return scope_trace_runtime (trace) == SCOPE_RUNTIME_ERLANG && has_reasons (tree);
    case SCOPE_TREE_COLLECTING: /* of machines; a thread that waits for a collection is ready */
      return place || scope_trace_runtime (trace) == SCOPE_RUNTIME_ERLANG;
    case SCOPE_TREE_MIGRATIONS:
      return most_processors (trace) > 1;
    case SCOPE_TREE_SENT:
    case SCOPE_TREE_SENT_SIZE:
    case SCOPE_TREE_RECEIVED:
    case SCOPE_TREE_RECEIVED_SIZE:
      return scope_trace_message_counts (trace).sent + scope_trace_message_counts (trace).received > 0;
    default:
      return TRUE;
    }
}

/* --- cells --- */

static gboolean
is_messages (ScopeTreeColumn column)
{
  return column >= SCOPE_TREE_SENT && column <= SCOPE_TREE_RECEIVED_SIZE;
}

static gboolean
is_known (ScopeTreeTotals *totals, ScopeTreeColumn column)
{
  if (column == SCOPE_TREE_CHILDREN || column == SCOPE_TREE_BRANCH_TASKS)
    return TRUE;
  if (totals == NULL)
    return FALSE;
  if (column == SCOPE_TREE_SENT_SIZE || column == SCOPE_TREE_RECEIVED_SIZE)
    return scope_tree_totals_has_sizes (totals);
  return !is_messages (column) || scope_tree_totals_has_messages (totals);
}

static double
mean (gint64 size, guint32 n)
{
  return n > 0 ? (double)size / n : NAN;
}

/* Threads have no messages of their own, machines no life that ends. */
static double
value_of (ScopeProcessTree *tree,
          const ScopeTreeFigures *own,
          const ScopeTreeFigures *branch,
          guint32 row,
          ScopeTreeColumn column)
{
  ScopeKind kind = scope_process_tree_lane (tree, row).kind;

  if (is_messages (column) && kind == SCOPE_KIND_THREAD)
    return NAN;
  if (columns[column].state >= 0)
    return column == SCOPE_TREE_COLLECTING && kind != SCOPE_KIND_MACHINE
                   && own->time[SCOPE_STATE_COLLECTING] == 0
               ? NAN
               : (double)own->time[columns[column].state];
  switch (column)
    {
    case SCOPE_TREE_LIFE:
      return (double)own->alive;
    case SCOPE_TREE_SHARE:
      return own->alive > 0 ? scope_tree_figures_share (own) : NAN;
    case SCOPE_TREE_MIGRATIONS:
      return own->migrations;
    case SCOPE_TREE_SENT:
      return own->sent;
    case SCOPE_TREE_SENT_SIZE:
      return mean (own->sent_size, own->sent_sized);
    case SCOPE_TREE_RECEIVED:
      return own->received;
    case SCOPE_TREE_RECEIVED_SIZE:
      return mean (own->received_size, own->received_sized);
    case SCOPE_TREE_BRANCH_RUNNING:
      return (double)branch->time[SCOPE_STATE_RUNNING];
    case SCOPE_TREE_BRANCH_BLOCKED:
      return (double)branch->time[SCOPE_STATE_BLOCKED];
    default:
      return NAN;
    }
}

/* Of ScopeUnrecorded: what a column needs. */
static guint
needs (ScopeTreeColumn column)
{
  switch (column)
    {
    case SCOPE_TREE_RUNNING:
    case SCOPE_TREE_SHARE:
    case SCOPE_TREE_BRANCH_RUNNING:
      return SCOPE_LACKS_SCHEDULER;
    case SCOPE_TREE_COLLECTING:
      return SCOPE_LACKS_GC;
    case SCOPE_TREE_MIGRATIONS:
      return SCOPE_LACKS_SCHEDULER | SCOPE_LACKS_PROCESSORS;
    case SCOPE_TREE_SENT:
    case SCOPE_TREE_SENT_SIZE:
      return SCOPE_LACKS_SENT;
    case SCOPE_TREE_RECEIVED:
    case SCOPE_TREE_RECEIVED_SIZE:
      return SCOPE_LACKS_RECEIVED;
    default:
      return 0;
    }
}

double
scope_tree_cell_value (ScopeProcessTree *tree, ScopeTreeTotals *totals, guint32 row, ScopeTreeColumn column)
{
  ScopeTreeFigures own, branch;
  ScopeTrace *trace = scope_process_tree_get_trace (tree);

  if (columns[column].kind == CELL_TEXT || !is_known (totals, column))
    return NAN;
  if (needs (column) != 0 && scope_machine_lacks (scope_trace_machine (trace, scope_process_tree_lane (tree, row).machine), needs (column)))
    return NAN;
  if (column == SCOPE_TREE_CHILDREN)
    return scope_process_tree_is_fold (tree, row) ? NAN : scope_process_tree_n_children (tree, row);
  if (column == SCOPE_TREE_BRANCH_TASKS)
    return scope_process_tree_n_below (tree, row);
  scope_tree_totals_get (totals, row, FALSE, &own);
  scope_tree_totals_get (totals, row, column >= SCOPE_TREE_BRANCH_RUNNING, &branch);
  return value_of (tree, &own, &branch, row, column);
}

static char *
machine_text (ScopeProcessTree *tree, guint32 row)
{
  ScopeTrace *trace = scope_process_tree_get_trace (tree);
  guint32 first, end = scope_process_tree_end (tree, row, &first),
                 machine = scope_process_tree_lane (tree, row).machine;

  if (scope_process_tree_is_fold (tree, row))
    for (guint32 i = first; i < MIN (end, first + 1024); i++)
      if (scope_process_tree_lane (tree, i).machine != machine)
        return g_strdup (_ ("several"));
  return g_strdup_printf ("%u", scope_trace_machine (trace, machine)->number);
}

/* On a node that was not recorded. */
static char *
remote_parent (ScopeProcessTree *tree, guint32 row)
{
  g_autofree char *node = NULL;
  const char *parent = scope_process_tree_is_fold (tree, row) ? NULL : scope_process_tree_remote_parent (tree, row, &node);

  return parent != NULL ? g_strdup_printf ("%s %s", node, parent) : NULL;
}

static char *
word_text (ScopeProcessTree *tree, guint32 row, ScopeTreeColumn column)
{
  const ScopeEntity *entity;
  guint32 parent;
  char *text = NULL;

  switch (column)
    {
    case SCOPE_TREE_NAME:
      return scope_process_tree_title (tree, row);
    case SCOPE_TREE_LABEL:
      text = scope_process_tree_label (tree, row);
      break;
    case SCOPE_TREE_MACHINE:
      return machine_text (tree, row);
    case SCOPE_TREE_PARENT:
      parent = scope_process_tree_parent (tree, row);
      text = parent != SCOPE_NONE ? scope_process_tree_title (tree, parent) : remote_parent (tree, row);
      break;
    case SCOPE_TREE_REASON:
      entity = scope_process_tree_is_fold (tree, row) ? NULL : scope_process_tree_entity (tree, row);
      text = entity != NULL ? g_strdup (entity->reason) : NULL;
      break;
    default:
      break;
    }
  return text != NULL ? text : g_strdup ("");
}

static char *
size_text (ScopeTrace *trace, double size)
{
  if (scope_trace_runtime (trace) == SCOPE_RUNTIME_EDEN)
    return g_strdup_printf (size < 100 ? _ ("%.1f words") : _ ("%.0f words"), size);
  return scope_format_bytes (size);
}

char *
scope_tree_cell_text (ScopeProcessTree *tree, ScopeTreeTotals *totals, guint32 row, ScopeTreeColumn column)
{
  ScopeTrace *trace = scope_process_tree_get_trace (tree);
  double value;

  if (columns[column].kind == CELL_TEXT)
    return word_text (tree, row, column);
  if (!is_known (totals, column))
    return g_strdup ("…");
  value = scope_tree_cell_value (tree, totals, row, column);
  if (isnan (value))
    return g_strdup ("");
  switch (columns[column].kind)
    {
    case CELL_TIME:
      return scope_format_duration (value, scope_trace_tick_ps (trace));
    case CELL_SHARE:
      return scope_format_share (value);
    case CELL_SIZE:
      return size_text (trace, value);
    case CELL_COUNT:
    case CELL_TEXT:
    default:
      return scope_format_count ((guint64)value);
    }
}

/* --- text --- */

static void
write_cell (ScopeCsv *csv, ScopeProcessTree *tree, ScopeTreeTotals *totals, guint32 row, ScopeTreeColumn column)
{
  double value = scope_tree_cell_value (tree, totals, row, column);
  g_autofree char *text = columns[column].kind == CELL_TEXT ? word_text (tree, row, column) : NULL;

  if (text != NULL)
    scope_csv_text (csv, text);
  else if (columns[column].kind == CELL_TIME)
    scope_csv_ticks (csv, value, scope_trace_tick_ps (scope_process_tree_get_trace (tree)));
  else
    scope_csv_number (csv, "%.12g", value);
}

static void
write_row (ScopeCsv *csv,
           ScopeProcessTree *tree,
           ScopeTreeTotals *totals,
           guint32 row,
           const gboolean shown[SCOPE_TREE_N_COLUMNS],
           gboolean text)
{
  guint depth = scope_process_tree_depth (tree, row);

  if (text)
    scope_csv_indent (csv, depth < 64 ? depth : 0);
  else
    {
      /* Depth makes a tree of the rows again. */
      scope_csv_unsigned (csv, depth);
      scope_csv_unsigned (csv, scope_process_tree_is_fold (tree, row) ? scope_process_tree_n_children (tree, row) : 1);
    }
  for (ScopeTreeColumn c = 0; c < SCOPE_TREE_N_COLUMNS; c++)
    if (shown[c])
      {
        g_autofree char *words = text ? scope_tree_cell_text (tree, totals, row, c) : NULL;

        if (text)
          scope_csv_text (csv, words);
        else
          write_cell (csv, tree, totals, row, c);
      }
  scope_csv_end_row (csv);
}

static char *
to_string (ScopeProcessTree *tree,
           ScopeTreeTotals *totals,
           const guint32 *rows,
           guint n,
           const gboolean shown[SCOPE_TREE_N_COLUMNS],
           ScopeCsvFormat format)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  gboolean text = format == SCOPE_CSV_TABS;
  ScopeCsv *csv;

  if (!text)
    {
      g_ptr_array_add (names, g_strdup ("depth"));
      g_ptr_array_add (names, g_strdup ("similar"));
    }
  for (ScopeTreeColumn c = 0; c < SCOPE_TREE_N_COLUMNS; c++)
    if (shown[c])
      g_ptr_array_add (names, text ? scope_tree_column_title (scope_process_tree_get_trace (tree), c) : g_strdup (columns[c].csv));
  csv = scope_csv_new (format, (const char *const *) names->pdata, names->len, NULL, NULL);
  for (guint i = 0; i < n; i++)
    write_row (csv, tree, totals, rows[i], shown, text);
  return scope_csv_close_text (csv);
}

char *
scope_tree_to_text (ScopeProcessTree *tree,
                    ScopeTreeTotals *totals,
                    const guint32 *rows,
                    guint n,
                    const gboolean shown[SCOPE_TREE_N_COLUMNS])
{
  return to_string (tree, totals, rows, n, shown, SCOPE_CSV_TABS);
}

char *
scope_tree_to_csv (ScopeProcessTree *tree,
                   ScopeTreeTotals *totals,
                   const guint32 *rows,
                   guint n,
                   const gboolean shown[SCOPE_TREE_N_COLUMNS])
{
  return to_string (tree, totals, rows, n, shown, SCOPE_CSV_COMMAS);
}
