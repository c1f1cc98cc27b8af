/* scope-call-diff-table.c: the tree of scope-call-diff-table.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/scene/call-diff/scope-call-diff-table.h"

#include "model/base/scope-format.h"
#include "model/base/scope-ref.h"
#include "model/trace/call-diff/scope-call-diff-words.h"

#include <glib/gi18n.h>
#include <string.h>

static const struct
{
  const char *title, *name; /* of time and cycles, name without unit */
} columns[SCOPE_CALL_DIFF_N_COLUMNS] = {
  [SCOPE_CALL_DIFF_FUNCTION] = { N_("Function"), "path" },
  [SCOPE_CALL_DIFF_BASELINE] = { N_("Baseline"), "baseline" },
  [SCOPE_CALL_DIFF_RUN] = { N_("This Run"), "run" },
  [SCOPE_CALL_DIFF_CHANGE] = { N_("Change"), "change" },
  [SCOPE_CALL_DIFF_SELF] = { N_("Own Change"), "change_self" },
  [SCOPE_CALL_DIFF_MATCHED] = { N_("In Both"), "matched" },
  [SCOPE_CALL_DIFF_ONLY_BASELINE] = { N_("Only Baseline"), "only_baseline" },
  [SCOPE_CALL_DIFF_ONLY_RUN] = { N_("Only This Run"), "only_run" },
  [SCOPE_CALL_DIFF_INSTS] = { N_("Instructions"), "change_insts" },
  [SCOPE_CALL_DIFF_HITS + SCOPE_HIT_L1D] = { N_("L1D Misses"), "change_l1d" },
  [SCOPE_CALL_DIFF_HITS + SCOPE_HIT_L1I] = { N_("L1I Misses"), "change_l1i" },
  [SCOPE_CALL_DIFF_HITS + SCOPE_HIT_L2] = { N_("L2 Misses"), "change_l2" },
  [SCOPE_CALL_DIFF_HITS + SCOPE_HIT_UPG] = { N_("Upgrades"), "change_upg" },
  [SCOPE_CALL_DIFF_HITS + SCOPE_HIT_MB] = { N_("Barriers"), "change_mb" },
  [SCOPE_CALL_DIFF_HITS + SCOPE_HIT_LLI] = { N_("Long Instructions"), "change_lli" },
};

const char *
scope_call_diff_column_title (guint column)
{
  return column < SCOPE_CALL_DIFF_N_COLUMNS ? _(columns[column].title) : "";
}

gboolean
scope_call_diff_has_column (const ScopeCallDiff *diff, guint column)
{
  if (column == SCOPE_CALL_DIFF_INSTS)
    return diff->has_insts;
  return column < SCOPE_CALL_DIFF_HITS || diff->has_hits;
}

static gboolean
is_time (guint column)
{
  return column >= SCOPE_CALL_DIFF_BASELINE && column <= SCOPE_CALL_DIFF_SELF;
}

static gint64
cell_value (const ScopeCallDiff *diff, guint32 i, guint column)
{
  const ScopeCallContextDiff *context = &diff->contexts[i];
  const ScopeCallFigures change = scope_call_figures_change (context->figures);

  switch (column)
    {
    case SCOPE_CALL_DIFF_BASELINE:
      return scope_call_figures_total (diff, &context->figures[SCOPE_CALL_BASELINE]);
    case SCOPE_CALL_DIFF_RUN:
      return scope_call_figures_total (diff, &context->figures[SCOPE_CALL_RUN]);
    case SCOPE_CALL_DIFF_CHANGE:
      return scope_call_figures_total (diff, &change);
    case SCOPE_CALL_DIFF_SELF:
      return scope_call_figures_self (diff, &change);
    case SCOPE_CALL_DIFF_MATCHED:
      return (gint64) context->n_matched;
    case SCOPE_CALL_DIFF_ONLY_BASELINE:
      return (gint64) context->n_only[SCOPE_CALL_BASELINE];
    case SCOPE_CALL_DIFF_ONLY_RUN:
      return (gint64) context->n_only[SCOPE_CALL_RUN];
    case SCOPE_CALL_DIFF_INSTS:
      return change.insts;
    default:
      return column >= SCOPE_CALL_DIFF_HITS ? change.hits[column - SCOPE_CALL_DIFF_HITS] : 0;
    }
}

/* The unit is said once, above the table. */
static char *
format_cycles (gint64 thousandths, gboolean sign)
{
  guint64 size = (guint64) ABS (thousandths);
  g_autofree char *whole = scope_format_count (size / 1000);
  g_autofree char *tenths = size % 1000 != 0 ? g_strdup_printf (".%u", (guint) (size % 1000 / 100)) : NULL;

  return g_strconcat (thousandths < 0 ? "−" : sign && thousandths > 0 ? "+" : "", whole, tenths, NULL);
}

char *
scope_call_diff_cell_text (const ScopeCallDiff *diff, guint32 i, guint column)
{
  gint64 value = cell_value (diff, i, column);
  g_autofree char *count = NULL;

  if (column == SCOPE_CALL_DIFF_FUNCTION)
    return g_strdup (diff->functions[diff->contexts[i].function].name);
  if (is_time (column) && !diff->in_cycles)
    return scope_call_diff_format (diff, value, column >= SCOPE_CALL_DIFF_CHANGE);
  if (is_time (column))
    return format_cycles (value, column >= SCOPE_CALL_DIFF_CHANGE);
  /* What is not there says nothing. */
  if (value == 0 && column != SCOPE_CALL_DIFF_MATCHED)
    return g_strdup ("");
  count = scope_format_count ((guint64) ABS (value));
  return g_strconcat (value < 0 ? "−" : column >= SCOPE_CALL_DIFF_INSTS ? "+" : "", count, NULL);
}

/* --- order --- */

ScopeCallDiffOrder *
scope_call_diff_order_new (ScopeCallDiff *diff, gint column, gboolean descending)
{
  ScopeCallDiffOrder *order = g_new0 (ScopeCallDiffOrder, 1);

  g_atomic_ref_count_init (&order->refs);
  order->diff = scope_call_diff_ref (diff);
  order->column = column;
  order->descending = descending;
  order->first = g_new (guint32, diff->n_contexts + 1u);
  order->next = g_new (guint32, diff->n_contexts + 1u);
  for (guint32 i = 0; i <= diff->n_contexts; i++)
    order->first[i] = order->next[i] = SCOPE_NONE;
  for (guint32 i = diff->n_contexts; i-- > 0;)
    {
      guint32 parent = diff->contexts[i].parent, place = parent == SCOPE_NONE ? diff->n_contexts : parent;

      order->next[i] = order->first[place];
      order->first[place] = i;
    }
  return order;
}

static void
call_diff_order_free (ScopeCallDiffOrder *order)
{
  scope_call_diff_unref (order->diff);
  g_free (order->first);
  g_free (order->next);
  g_free (order);
}

SCOPE_DEFINE_REF (ScopeCallDiffOrder, scope_call_diff_order, object->refs, call_diff_order_free)

static int
compare (gconstpointer a, gconstpointer b, gpointer data)
{
  const ScopeCallDiffOrder *order = data;
  const ScopeCallDiff *diff = order->diff;
  guint32 i = *(const guint32 *) a, j = *(const guint32 *) b;
  gint64 x, y;
  int result;

  if (order->column == SCOPE_CALL_DIFF_FUNCTION)
    result = strcmp (diff->functions[diff->contexts[i].function].name, diff->functions[diff->contexts[j].function].name);
  else
    {
      x = cell_value (diff, i, order->column >= 0 ? (guint) order->column : SCOPE_CALL_DIFF_CHANGE);
      y = cell_value (diff, j, order->column >= 0 ? (guint) order->column : SCOPE_CALL_DIFF_CHANGE);
      if (order->column < 0)
        {
          x = ABS (x);
          y = ABS (y);
        }
      result = (x > y) - (x < y);
    }
  if (result == 0)
    return i < j ? -1 : 1; /* as they were called, either way */
  return order->descending ? -result : result;
}

GArray *
scope_call_diff_order_children (const ScopeCallDiffOrder *order, guint32 context)
{
  GArray *children = g_array_new (FALSE, FALSE, sizeof (guint32));
  guint32 place = context == SCOPE_NONE ? order->diff->n_contexts : context;

  for (guint32 i = order->first[place]; i != SCOPE_NONE; i = order->next[i])
    g_array_append_val (children, i);
  g_array_sort_with_data (children, compare, (gpointer) order);
  return children;
}

gboolean
scope_call_diff_order_has_children (const ScopeCallDiffOrder *order, guint32 context)
{
  return order->first[context == SCOPE_NONE ? order->diff->n_contexts : context] != SCOPE_NONE;
}

GArray *
scope_call_diff_order_all (const ScopeCallDiffOrder *order)
{
  g_autoptr (GArray) waiting = g_array_new (FALSE, FALSE, sizeof (guint32));
  GArray *all = g_array_new (FALSE, FALSE, sizeof (guint32));
  guint32 context = SCOPE_NONE;

  /* The last of those that wait is the next. */
  do
    {
      g_autoptr (GArray) children = scope_call_diff_order_children (order, context);

      if (context != SCOPE_NONE)
        g_array_append_val (all, context);
      for (guint i = children->len; i-- > 0;)
        g_array_append_val (waiting, g_array_index (children, guint32, i));
      context = waiting->len > 0 ? g_array_index (waiting, guint32, waiting->len - 1) : SCOPE_NONE;
      if (waiting->len > 0)
        g_array_set_size (waiting, waiting->len - 1);
    }
  while (context != SCOPE_NONE);
  return all;
}

/* --- text --- */

static void
write_cell (ScopeCsv *csv, const ScopeCallDiff *diff, guint32 context, guint column, gboolean text)
{
  gint64 value = cell_value (diff, context, column);
  g_autofree char *words = text                                 ? scope_call_diff_cell_text (diff, context, column)
                           : column == SCOPE_CALL_DIFF_FUNCTION ? scope_call_diff_path (diff, context)
                                                                : NULL;

  if (text && column == SCOPE_CALL_DIFF_FUNCTION)
    scope_csv_indent (csv, diff->contexts[context].depth);
  if (words != NULL)
    scope_csv_text (csv, words);
  else if (is_time (column))
    /* Thousandths of a cycle, and ps, are both thousandths of what is printed. */
    scope_csv_time (csv, value, 1);
  else
    scope_csv_integer (csv, value);
}

static char *
to_string (const ScopeCallDiffOrder *order, const guint32 *contexts, guint n, ScopeCsvFormat format)
{
  const ScopeCallDiff *diff = order->diff;
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  guint shown[SCOPE_CALL_DIFF_N_COLUMNS];
  gboolean text = format == SCOPE_CSV_TABS;
  ScopeCsv *csv;

  for (guint c = 0; c < SCOPE_CALL_DIFF_N_COLUMNS; c++)
    if (scope_call_diff_has_column (diff, c))
      {
        const char *unit = !is_time (c) ? "" : diff->in_cycles ? "_cycles" : "_ns";

        shown[names->len] = c;
        g_ptr_array_add (names, text ? g_strdup (scope_call_diff_column_title (c)) : g_strconcat (columns[c].name, unit, NULL));
      }
  csv = scope_csv_new (format, (const char *const *) names->pdata, names->len, NULL, NULL);
  for (guint i = 0; i < n; i++)
    {
      for (guint c = 0; c < names->len; c++)
        write_cell (csv, diff, contexts[i], shown[c], text);
      scope_csv_end_row (csv);
    }
  return scope_csv_close_text (csv);
}

char *
scope_call_diff_to_text (const ScopeCallDiffOrder *order, const guint32 *contexts, guint n)
{
  return to_string (order, contexts, n, SCOPE_CSV_TABS);
}

char *
scope_call_diff_to_csv (const ScopeCallDiffOrder *order, const guint32 *contexts, guint n)
{
  return to_string (order, contexts, n, SCOPE_CSV_COMMAS);
}
