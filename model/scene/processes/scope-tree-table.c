/* scope-tree-table.c: see scope-tree-table.h.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/scene/processes/scope-tree-table.h"

#include "model/scene/draw/scope-ruler.h"

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
  [SCOPE_TREE_LIFE] = { "life", NULL, N_ ("Life"), CELL_TIME, -1 },
  [SCOPE_TREE_LABEL] = { "label", "label", N_ ("Label"), CELL_TEXT, -1 },
  [SCOPE_TREE_MACHINE] = { "machine", "machine", N_ ("Machine"), CELL_TEXT, -1 },
  [SCOPE_TREE_PARENT] = { "parent", "parent", N_ ("Parent"), CELL_TEXT, -1 },
  [SCOPE_TREE_REASON] = { "exit-reason", "exit_reason", N_ ("Exit Reason"), CELL_TEXT, -1 },
  [SCOPE_TREE_RUNNING] = { "running", "running_ns", NULL, CELL_TIME, SCOPE_STATE_RUNNING },
  [SCOPE_TREE_RUNNABLE] = { "runnable", "runnable_ns", NULL, CELL_TIME, SCOPE_STATE_RUNNABLE },
  [SCOPE_TREE_BLOCKED] = { "blocked", "blocked_ns", NULL, CELL_TIME, SCOPE_STATE_BLOCKED },
  [SCOPE_TREE_OUTSIDE] = { "outside", "outside_ns", NULL, CELL_TIME, SCOPE_STATE_OUTSIDE },
  [SCOPE_TREE_COLLECTING] = { "collecting", "collecting_ns", NULL, CELL_TIME, SCOPE_STATE_COLLECTING },
  [SCOPE_TREE_SHARE] = { "share", "running_share", N_ ("Running of Life"), CELL_SHARE, -1 },
  [SCOPE_TREE_MIGRATIONS] = { "migrations", "migrations", N_ ("Moves"), CELL_COUNT, -1 },
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

double
scope_tree_cell_value (ScopeProcessTree *tree, ScopeTreeTotals *totals, guint32 row, ScopeTreeColumn column)
{
  ScopeTreeFigures own, branch;

  if (columns[column].kind == CELL_TEXT || !is_known (totals, column))
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
append_csv (GString *out, const char *text)
{
  if (strpbrk (text, ",\"\n\r") == NULL)
    {
      g_string_append (out, text);
      return;
    }
  g_string_append_c (out, '"');
  for (const char *p = text; *p != '\0'; p++)
    {
      if (*p == '"')
        g_string_append_c (out, '"');
      g_string_append_c (out, *p);
    }
  g_string_append_c (out, '"');
}

char *
scope_tree_to_text (ScopeProcessTree *tree,
                    ScopeTreeTotals *totals,
                    const guint32 *rows,
                    guint n,
                    const gboolean shown[SCOPE_TREE_N_COLUMNS])
{
  GString *out = g_string_new (NULL);

  for (guint c = 0; c < SCOPE_TREE_N_COLUMNS; c++)
    if (shown[c])
      {
        g_autofree char *title
            = scope_tree_column_title (scope_process_tree_get_trace (tree), (ScopeTreeColumn)c);

        g_string_append_printf (out, "%s%s", out->len > 0 ? "\t" : "", title);
      }
  for (guint i = 0; i < n; i++)
    {
      gboolean first = TRUE;

      g_string_append_c (out, '\n');
      for (guint d = scope_process_tree_depth (tree, rows[i]); d > 0 && d < 64; d--)
        g_string_append (out, "  ");
      for (guint c = 0; c < SCOPE_TREE_N_COLUMNS; c++)
        if (shown[c])
          {
            g_autofree char *text = scope_tree_cell_text (tree, totals, rows[i], (ScopeTreeColumn)c);

            g_string_append_printf (out, "%s%s", first ? "" : "\t", text);
            first = FALSE;
          }
    }
  g_string_append_c (out, '\n');
  return g_string_free (out, FALSE);
}

static void
append_csv_cell (
    GString *out, ScopeProcessTree *tree, ScopeTreeTotals *totals, guint32 row, ScopeTreeColumn column)
{
  ScopeTrace *trace = scope_process_tree_get_trace (tree);
  double value = scope_tree_cell_value (tree, totals, row, column);
  char buffer[G_ASCII_DTOSTR_BUF_SIZE];
  g_autofree char *text = NULL;

  if (columns[column].kind == CELL_TEXT)
    {
      text = word_text (tree, row, column);
      append_csv (out, text);
    }
  else if (isnan (value))
    return;
  else if (columns[column].kind == CELL_TIME)
    {
      text = scope_format_ns (value, scope_trace_tick_ps (trace));
      g_string_append (out, text);
    }
  else
    g_string_append (out, g_ascii_formatd (buffer, sizeof buffer, "%.12g", value));
}

/* Life is the time alive; depth makes a tree of the rows again. */
char *
scope_tree_to_csv (ScopeProcessTree *tree,
                   ScopeTreeTotals *totals,
                   const guint32 *rows,
                   guint n,
                   const gboolean shown[SCOPE_TREE_N_COLUMNS])
{
  GString *out = g_string_new ("depth,similar");

  for (guint c = 0; c < SCOPE_TREE_N_COLUMNS; c++)
    if (shown[c])
      g_string_append_printf (out, ",%s", columns[c].csv != NULL ? columns[c].csv : "life_ns");
  g_string_append_c (out, '\n');
  for (guint i = 0; i < n; i++)
    {
      gboolean fold = scope_process_tree_is_fold (tree, rows[i]);

      g_string_append_printf (out, "%u,%u", scope_process_tree_depth (tree, rows[i]),
                              fold ? scope_process_tree_n_children (tree, rows[i]) : 1);
      for (guint c = 0; c < SCOPE_TREE_N_COLUMNS; c++)
        if (shown[c])
          {
            g_string_append_c (out, ',');
            append_csv_cell (out, tree, totals, rows[i], (ScopeTreeColumn)c);
          }
      g_string_append_c (out, '\n');
    }
  return g_string_free (out, FALSE);
}
