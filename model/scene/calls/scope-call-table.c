/* scope-call-table.c: see scope-call-table.h.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/scene/calls/scope-call-table.h"

#include "model/base/scope-function-kind.h"
#include "model/base/scope-ref.h"
#include "model/scene/calls/scope-call-bar.h"
#include "model/scene/calls/scope-call-words.h"
#include "model/scene/draw/scope-ruler.h"
#include "model/trace/profile/scope-ticks.h"

#include <glib/gi18n.h>
#include <string.h>

static const struct
{
  const char *title, *name;
} columns[SCOPE_CALL_N_COLUMNS] = {
  { N_("Function"), "path" },      { N_("Share"), "share" },           { N_("Total"), "total_ns" },
  { N_("Itself"), "self_ns" },     { N_("Calls"), "calls" },           { N_("Suspended"), "suspended_ns" },
  { N_("Collecting"), "collecting_ns" },
  { N_("Instructions"), "instructions" },
  { N_("L1 Data"), "l1d" },       { N_("L1 Instr."), "l1i" },  { N_("L2"), "l2" },
  { N_("Upgrades"), "upg" },      { N_("Barriers"), "mb" },    { N_("Long"), "lli" },
  { N_("TLB"), "tlb" },
  { N_("Samples"), "samples" },   { N_("Itself"), "self_samples" },
  { N_("From (95 %)"), "share_low" }, { N_("To (95 %)"), "share_high" },
};

const char *
scope_call_column_title (ScopeCallColumn column)
{
  g_return_val_if_fail (column < SCOPE_CALL_N_COLUMNS, "");
  return _(columns[column].title);
}

gboolean
scope_call_column_is_text (ScopeCallColumn column)
{
  return column == SCOPE_CALL_COLUMN_FUNCTION;
}

gboolean
scope_call_column_has (const ScopeCallTree *tree, ScopeCallColumn column)
{
  const ScopeCallEvents *events = tree->events;

  if (column <= SCOPE_CALL_COLUMN_SHARE)
    return TRUE;
  if (tree->sampled || column >= SCOPE_CALL_COLUMN_SAMPLES)
    return tree->sampled && column >= SCOPE_CALL_COLUMN_SAMPLES;
  if (column < SCOPE_CALL_COLUMN_SUSPENDED)
    return TRUE;
  if (column < SCOPE_CALL_COLUMN_INSTS)
    return events == NULL;
  if (events == NULL)
    return FALSE;
  return column == SCOPE_CALL_COLUMN_INSTS ? events->has_insts : events->all.hits[column - SCOPE_CALL_COLUMN_HITS] > 0;
}

double
scope_call_node_share (const ScopeCallTree *tree, guint32 node)
{
  return tree->total > 0 ? (double) tree->nodes[node].total / (double) tree->total : 0;
}

static double
sample_value (const ScopeCallTree *tree, const ScopeCallNode *node, ScopeCallColumn column)
{
  double low, high;

  if (column == SCOPE_CALL_COLUMN_SAMPLES || column == SCOPE_CALL_COLUMN_OWN_SAMPLES)
    return (double) (column == SCOPE_CALL_COLUMN_SAMPLES ? node->total : node->self);
  scope_sample_bounds ((double) node->total, (double) tree->total, &low, &high);
  return column == SCOPE_CALL_COLUMN_LEAST ? low : high;
}

/* Ticks, calls, samples, or a share. */
static double
cell_value (const ScopeCallTree *tree, guint32 i, ScopeCallColumn column)
{
  const ScopeCallNode *node = &tree->nodes[i];

  if (column >= SCOPE_CALL_COLUMN_SAMPLES)
    return sample_value (tree, node, column);
  if (column >= SCOPE_CALL_COLUMN_INSTS)
    {
      const ScopeFunctionEvents *events = tree->events != NULL ? &tree->events->nodes[i] : NULL;

      if (events == NULL)
        return 0;
      return column == SCOPE_CALL_COLUMN_INSTS ? (double) events->insts_below : (double) events->hits_below[column - SCOPE_CALL_COLUMN_HITS];
    }
  switch (column)
    {
    case SCOPE_CALL_COLUMN_SHARE:
      return scope_call_node_share (tree, i);
    case SCOPE_CALL_COLUMN_SELF:
      return (double) node->self;
    case SCOPE_CALL_COLUMN_CALLS:
      return (double) node->calls;
    case SCOPE_CALL_COLUMN_SUSPENDED:
      return (double) node->suspended;
    case SCOPE_CALL_COLUMN_COLLECTING:
      return (double) node->collecting;
    default:
      return (double) node->total;
    }
}

char *
scope_call_cell_text (const ScopeCallTree *tree, guint32 i, ScopeCallColumn column, gint64 tick_ps)
{
  double value = cell_value (tree, i, column);

  if (column >= SCOPE_CALL_COLUMN_LEAST)
    return scope_format_share (value);
  if (column >= SCOPE_CALL_COLUMN_INSTS)
    return scope_format_count ((guint64) value);
  switch (column)
    {
    case SCOPE_CALL_COLUMN_FUNCTION:
      return g_strdup (scope_call_function_title (&tree->functions[tree->nodes[i].function]));
    case SCOPE_CALL_COLUMN_SHARE:
      return scope_format_share (value);
    case SCOPE_CALL_COLUMN_CALLS:
      return scope_format_count (tree->nodes[i].calls);
    case SCOPE_CALL_COLUMN_SUSPENDED:
    case SCOPE_CALL_COLUMN_COLLECTING:
      return value > 0 ? scope_format_duration (value, tick_ps) : g_strdup ("");
    default:
      return scope_format_duration (value, tick_ps);
    }
}

/* --- order --- */

static void
match (ScopeCallOrder *order, const char *search)
{
  const ScopeCallTree *tree = order->tree;
  g_autofree char *wanted = g_utf8_casefold (search, -1);
  g_autofree gboolean *has = g_new0 (gboolean, tree->n_functions + 1);

  order->matching = g_new0 (guint8, tree->n_nodes + 1);
  for (guint32 f = 0; f < tree->n_functions; f++)
    {
      g_autofree char *name = g_utf8_casefold (tree->functions[f].name, -1);
      g_autofree char *title = g_utf8_casefold (scope_call_function_title (&tree->functions[f]), -1);

      has[f] = strstr (name, wanted) != NULL || strstr (title, wanted) != NULL;
    }
  /* Parents come before their children. */
  for (guint32 i = tree->n_nodes; i-- > 0;)
    {
      guint32 parent = tree->nodes[i].parent;

      if (has[tree->nodes[i].function])
        {
          order->matching[i] |= 1;
          order->n_matching++;
        }
      if (order->matching[i] != 0 && parent != SCOPE_NONE)
        order->matching[parent] |= 2;
    }
}

ScopeCallOrder *
scope_call_order_new (ScopeCallTree *tree, gint64 tick_ps, ScopeCallColumn column, gboolean descending, const char *search)
{
  ScopeCallOrder *order = g_new0 (ScopeCallOrder, 1);

  g_atomic_ref_count_init (&order->refs);
  order->tree = scope_call_tree_ref (tree);
  order->tick_ps = tick_ps;
  order->column = column;
  order->descending = descending;
  if (search != NULL && search[0] != '\0')
    match (order, search);
  return order;
}

static void
call_order_free (ScopeCallOrder *order)
{
  scope_call_tree_unref (order->tree);
  g_free (order->matching);
  g_free (order);
}

SCOPE_DEFINE_REF (ScopeCallOrder, scope_call_order, object->refs, call_order_free)

static gboolean
is_shown (const ScopeCallOrder *order, guint32 node)
{
  return order->matching == NULL || order->matching[node] != 0;
}

gboolean
scope_call_order_matches (const ScopeCallOrder *order, guint32 node)
{
  return order->matching == NULL || (order->matching[node] & 1) != 0;
}

static int
compare (gconstpointer a, gconstpointer b, gpointer data)
{
  const ScopeCallOrder *order = data;
  guint32 i = *(const guint32 *) a, j = *(const guint32 *) b;
  int result;

  if (order->column == SCOPE_CALL_COLUMN_FUNCTION)
    result = strcmp (order->tree->functions[order->tree->nodes[i].function].name,
                     order->tree->functions[order->tree->nodes[j].function].name);
  else
    {
      double x = cell_value (order->tree, i, order->column), y = cell_value (order->tree, j, order->column);

      result = (x > y) - (x < y);
    }
  if (result == 0)
    return i < j ? -1 : 1; /* as the tree has them, either way */
  return order->descending ? -result : result;
}

static guint32
first_below (const ScopeCallTree *tree, guint32 node)
{
  return node == SCOPE_NONE ? tree->first_root : tree->nodes[node].first_child;
}

GArray *
scope_call_order_children (const ScopeCallOrder *order, guint32 node)
{
  GArray *children = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (guint32 i = first_below (order->tree, node); i != SCOPE_NONE; i = order->tree->nodes[i].next)
    if (is_shown (order, i))
      g_array_append_val (children, i);
  g_array_sort_with_data (children, compare, (gpointer) order);
  return children;
}

gboolean
scope_call_order_has_children (const ScopeCallOrder *order, guint32 node)
{
  for (guint32 i = first_below (order->tree, node); i != SCOPE_NONE; i = order->tree->nodes[i].next)
    if (is_shown (order, i))
      return TRUE;
  return FALSE;
}

GArray *
scope_call_order_all (const ScopeCallOrder *order)
{
  g_autoptr (GArray) waiting = scope_call_order_children (order, SCOPE_NONE);
  GArray *all = g_array_new (FALSE, FALSE, sizeof (guint32));

  /* The last of those that wait is the next: they wait in reverse. */
  for (guint i = 0; i < waiting->len / 2; i++)
    {
      guint32 *rows = (guint32 *) (void *) waiting->data, swap = rows[i];

      rows[i] = rows[waiting->len - 1 - i];
      rows[waiting->len - 1 - i] = swap;
    }
  while (waiting->len > 0)
    {
      guint32 node = g_array_index (waiting, guint32, waiting->len - 1);
      g_autoptr (GArray) children = scope_call_order_children (order, node);

      g_array_set_size (waiting, waiting->len - 1);
      g_array_append_val (all, node);
      for (guint i = children->len; i-- > 0;)
        g_array_append_val (waiting, g_array_index (children, guint32, i));
    }
  return all;
}

/* --- text --- */

static void
write_cell (ScopeCsv *csv, const ScopeCallOrder *order, guint32 node, ScopeCallColumn column, gboolean text)
{
  double value = cell_value (order->tree, node, column);
  g_autofree char *words = text                                   ? scope_call_cell_text (order->tree, node, column, order->tick_ps)
                           : column == SCOPE_CALL_COLUMN_FUNCTION ? scope_call_tree_path (order->tree, node)
                                                                  : NULL;

  if (words != NULL && column == SCOPE_CALL_COLUMN_FUNCTION && text)
    scope_csv_indent (csv, order->tree->nodes[node].depth);
  if (words != NULL)
    scope_csv_text (csv, words);
  else if (column == SCOPE_CALL_COLUMN_SHARE || column >= SCOPE_CALL_COLUMN_LEAST)
    scope_csv_number (csv, "%.6f", value);
  else if (column == SCOPE_CALL_COLUMN_CALLS || column >= SCOPE_CALL_COLUMN_INSTS)
    scope_csv_number (csv, "%.0f", value);
  else
    scope_csv_ticks (csv, value, order->tick_ps);
}

static char *
to_string (const ScopeCallOrder *order, const guint32 *nodes, guint n, ScopeCsvFormat format)
{
  const char *names[SCOPE_CALL_N_COLUMNS];
  ScopeCallColumn shown[SCOPE_CALL_N_COLUMNS];
  guint n_shown = 0;
  ScopeCsv *csv;

  for (ScopeCallColumn c = 0; c < SCOPE_CALL_N_COLUMNS; c++)
    if (scope_call_column_has (order->tree, c))
      {
        names[n_shown] = format == SCOPE_CSV_TABS ? scope_call_column_title (c) : columns[c].name;
        shown[n_shown++] = c;
      }
  csv = scope_csv_new (format, names, n_shown, NULL, NULL);
  for (guint i = 0; i < n; i++)
    {
      for (guint c = 0; c < n_shown; c++)
        write_cell (csv, order, nodes[i], shown[c], format == SCOPE_CSV_TABS);
      scope_csv_end_row (csv);
    }
  return scope_csv_close_text (csv);
}

char *
scope_call_to_text (const ScopeCallOrder *order, const guint32 *nodes, guint n)
{
  return to_string (order, nodes, n, SCOPE_CSV_TABS);
}

char *
scope_call_to_csv (const ScopeCallOrder *order, const guint32 *nodes, guint n)
{
  return to_string (order, nodes, n, SCOPE_CSV_COMMAS);
}

/* --- flat --- */

guint32
scope_call_tree_find_function (const ScopeCallTree *tree, const char *name)
{
  for (guint32 f = 0; f < tree->n_functions; f++)
    if (strcmp (tree->functions[f].name, name) == 0)
      return f;
  return SCOPE_NONE;
}

const char *
scope_call_events_title (guint per)
{
  static const char *const titles[SCOPE_CALL_N_EVENTS]
      = { N_("Events Itself"), N_("Events with Callees"), N_("Events per Call"), N_("Events per 1,000 Instructions") };

  return per < SCOPE_CALL_N_EVENTS ? _(titles[per]) : "";
}

#define NO_COLUMN G_MAXUINT

/* Columns that only simulations have; NO_COLUMN: not this one. */
typedef struct
{
  guint kind, cycles, own_cycles, insts, hits[SCOPE_FUNCTION_N_HITS];
} EventColumns;

static void
add_event_columns (ScopeReportTable *table, const ScopeCallTree *tree, ScopeCallEventsPer per, EventColumns *at)
{
  static const char *const suffixes[SCOPE_CALL_N_EVENTS] = { "", "_inclusive", "_per_call", "_per_1000_instructions" };
  const ScopeCallEvents *events = tree->events;
  gboolean counted = per <= SCOPE_CALL_EVENTS_BELOW;

  *at = (EventColumns) { NO_COLUMN, NO_COLUMN, NO_COLUMN, NO_COLUMN, { 0 } };
  if (events == NULL)
    return;
  if (events->period > 0)
    {
      at->cycles = scope_report_table_add_column (table, SCOPE_CELL_COUNT, _("Cycles"), "cycles");
      at->own_cycles = scope_report_table_add_column (table, SCOPE_CELL_COUNT, _("Cycles Itself"), "self_cycles");
    }
  if (events->has_insts)
    at->insts = scope_report_table_add_column (table, SCOPE_CELL_COUNT, _("Instructions"),
                                               per == SCOPE_CALL_EVENTS_BELOW ? "instructions_inclusive" : "instructions");
  for (guint k = 0; k < SCOPE_FUNCTION_N_HITS; k++)
    {
      g_autofree char *name = g_strconcat (columns[SCOPE_CALL_COLUMN_HITS + k].name, suffixes[per], NULL);

      at->hits[k] = events->all.hits[k] > 0
                        ? scope_report_table_add_column (table, counted ? SCOPE_CELL_COUNT : SCOPE_CELL_NUMBER,
                                                         scope_call_column_title ((ScopeCallColumn) (SCOPE_CALL_COLUMN_HITS + k)), name)
                        : NO_COLUMN;
    }
  for (guint32 f = 0; f < tree->n_functions && at->kind == NO_COLUMN; f++)
    if (events->kinds[f] != SCOPE_FUNCTION_KIND_UNKNOWN)
      at->kind = scope_report_table_add_column (table, SCOPE_CELL_TERM, _("Kind"), "kind");
}

/* Nothing, where there is nothing to divide by. */
static void
set_hits (ScopeReportTable *table, guint row, guint column, const ScopeCallTree *tree, guint32 f, guint k, ScopeCallEventsPer per)
{
  const ScopeFunctionEvents *events = &tree->events->functions[f];
  double own = (double) events->hits[k];

  switch (per)
    {
    case SCOPE_CALL_EVENTS_BELOW:
      scope_report_table_set (table, row, column, (double) events->hits_below[k]);
      break;
    case SCOPE_CALL_EVENTS_PER_CALL:
      if (tree->functions[f].calls > 0)
        scope_report_table_set (table, row, column, own / (double) tree->functions[f].calls);
      break;
    case SCOPE_CALL_EVENTS_PER_INSTS:
      if (events->insts > 0)
        scope_report_table_set (table, row, column, own * 1000 / (double) events->insts);
      break;
    case SCOPE_CALL_EVENTS_ITSELF:
    case SCOPE_CALL_N_EVENTS:
    default:
      scope_report_table_set (table, row, column, own);
      break;
    }
}

static void
set_events (ScopeReportTable *table, guint row, const EventColumns *at, ScopeTrace *trace, const ScopeCallTree *tree, guint32 f, ScopeCallEventsPer per)
{
  const ScopeCallEvents *events = tree->events;
  double cycle = events->period > 0 ? (double) scope_trace_tick_ps (trace) / (double) events->period : 0;

  if (at->cycles != NO_COLUMN)
    {
      scope_report_table_set (table, row, at->cycles, (double) tree->functions[f].total * cycle);
      scope_report_table_set (table, row, at->own_cycles, (double) tree->functions[f].self * cycle);
    }
  if (at->insts != NO_COLUMN)
    scope_report_table_set (table, row, at->insts,
                            (double) (per == SCOPE_CALL_EVENTS_BELOW ? events->functions[f].insts_below : events->functions[f].insts));
  for (guint k = 0; k < SCOPE_FUNCTION_N_HITS; k++)
    if (at->hits[k] != NO_COLUMN)
      set_hits (table, row, at->hits[k], tree, f, k, per);
  if (at->kind != NO_COLUMN && events->kinds[f] != SCOPE_FUNCTION_KIND_UNKNOWN)
    scope_report_table_set_term (table, row, at->kind, scope_call_kind_title (events->kinds[f]), scope_function_kind_name (events->kinds[f]));
}

/* What every function has: of samples no calls, but bounds. */
typedef struct
{
  guint name, share, total, self, calls, least, most;
} FunctionColumns;

static void
add_function_columns (ScopeReportTable *table, const ScopeCallTree *tree, FunctionColumns *at)
{
  gboolean sampled = tree->sampled;
  ScopeCellKind figure = sampled ? SCOPE_CELL_COUNT : SCOPE_CELL_DURATION;

  at->name = scope_report_table_add_column (table, SCOPE_CELL_WORD, _("Function"), "function");
  at->share = scope_report_table_add_column (table, SCOPE_CELL_SHARE, sampled ? _("Share") : _("Of Lifetime"), sampled ? "share" : "share_of_life");
  at->total = scope_report_table_add_column (table, figure, sampled ? _("Samples") : _("Total"), sampled ? "samples" : "total_ns");
  at->self = scope_report_table_add_column (table, figure, _("Itself"), sampled ? "self_samples" : "self_ns");
  if (!sampled)
    {
      at->calls = scope_report_table_add_column (table, SCOPE_CELL_COUNT, _("Calls"), "calls");
      return;
    }
  at->least = scope_report_table_add_column (table, SCOPE_CELL_SHARE, _("From (95 %)"), "share_low");
  at->most = scope_report_table_add_column (table, SCOPE_CELL_SHARE, _("To (95 %)"), "share_high");
}

static void
set_function (ScopeReportTable *table, guint row, const FunctionColumns *at, const ScopeCallTree *tree, const ScopeCallFunctionSum *function)
{
  double low, high;

  scope_report_table_set_word (table, row, at->name, scope_call_function_title (function));
  if (tree->alive > 0)
    scope_report_table_set (table, row, at->share, (double) function->total / (double) tree->alive);
  scope_report_table_set (table, row, at->total, (double) function->total);
  scope_report_table_set (table, row, at->self, (double) function->self);
  if (!tree->sampled)
    {
      scope_report_table_set (table, row, at->calls, (double) function->calls);
      return;
    }
  scope_sample_bounds ((double) function->total, (double) tree->total, &low, &high);
  scope_report_table_set (table, row, at->least, low);
  scope_report_table_set (table, row, at->most, high);
}

ScopeReportTable *
scope_call_functions_table (ScopeTrace *trace, const ScopeCallTree *tree, const char *search, ScopeCallEventsPer per)
{
  ScopeReportTable *table = scope_report_table_new (trace);
  GArray *extra = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autofree char *wanted = search != NULL && search[0] != '\0' ? g_utf8_casefold (search, -1) : NULL;
  FunctionColumns columns_at = { 0 };
  EventColumns events;

  add_function_columns (table, tree, &columns_at);
  add_event_columns (table, tree, per, &events);
  for (guint32 f = 0; f < tree->n_functions; f++)
    {
      const ScopeCallFunctionSum *function = &tree->functions[f];
      g_autofree char *folded = g_utf8_casefold (function->name, -1);
      guint row;

      if (wanted != NULL && strstr (folded, wanted) == NULL)
        continue;
      row = scope_report_table_add_row (table, NULL);
      set_function (table, row, &columns_at, tree, function);
      if (tree->events != NULL)
        set_events (table, row, &events, trace, tree, f, per);
      g_array_append_val (extra, f);
    }
  scope_report_table_take_extra (table, extra);
  return table;
}

ScopeReportTable *
scope_call_edges_table (ScopeTrace *trace, const ScopeCallTree *tree, guint32 function, gboolean callers)
{
  ScopeReportTable *table = scope_report_table_new (trace);
  GArray *extra = g_array_new (FALSE, FALSE, sizeof (guint32));
  guint name = scope_report_table_add_column (table, SCOPE_CELL_WORD, callers ? _("Called by") : _("Calls to"), callers ? "caller" : "callee");
  guint calls = tree->sampled ? NO_COLUMN : scope_report_table_add_column (table, SCOPE_CELL_COUNT, _("Calls"), "calls");
  guint time = tree->sampled ? scope_report_table_add_column (table, SCOPE_CELL_COUNT, _("Samples"), "samples")
                             : scope_report_table_add_column (table, SCOPE_CELL_DURATION, _("Time in It"), "time_ns");

  for (guint32 e = 0; e < tree->n_edges; e++)
    {
      const ScopeCallEdge *edge = &tree->edges[e];
      guint32 other = callers ? edge->caller : edge->callee;
      guint row;

      if ((callers ? edge->callee : edge->caller) != function)
        continue;
      row = scope_report_table_add_row (table, NULL);
      scope_report_table_set_word (table, row, name,
                                   other != SCOPE_NONE ? scope_call_function_title (&tree->functions[other]) : _("nothing that was traced"));
      if (calls != NO_COLUMN)
        scope_report_table_set (table, row, calls, (double) edge->calls);
      scope_report_table_set (table, row, time, (double) edge->time);
      g_array_append_val (extra, other);
    }
  scope_report_table_take_extra (table, extra);
  return table;
}
