/* scope-call-rows.c: see scope-call-rows.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/scene/call-diff/scope-call-rows.h"

#include <glib/gi18n.h>

const char *
scope_call_which_title (ScopeCallWhich which)
{
  static const char *const titles[SCOPE_CALL_N_WHICH]
      = { N_("All, in Order of Calls"), N_("What Changed Most First"), N_("In Both"),
          N_("Only in One Run"),        N_("Only in the Baseline"),    N_("Only in This Run") };

  return which < SCOPE_CALL_N_WHICH ? _(titles[which]) : "";
}

ScopeCallRows *
scope_call_rows_new (ScopeCallWhich which, guint most)
{
  ScopeCallRows *rows = g_new0 (ScopeCallRows, 1);

  rows->which = which;
  rows->most = most;
  rows->rows = g_array_new (FALSE, FALSE, sizeof (ScopeCallDiffRow));
  return rows;
}

void
scope_call_rows_free (ScopeCallRows *rows)
{
  if (rows == NULL)
    return;
  g_array_unref (rows->rows);
  g_free (rows);
}

static gint64
change_of (const ScopeCallDiffRow *row, gboolean in_cycles)
{
  const ScopeCallFigures change = scope_call_figures_change (row->figures);

  return in_cycles ? ABS (change.total_cycles) : ABS (change.total);
}

static int
compare (gconstpointer a, gconstpointer b, gpointer data)
{
  const ScopeCallRows *rows = data;
  gint64 x = change_of (a, rows->in_cycles), y = change_of (b, rows->in_cycles);

  return x != y ? (x > y ? -1 : 1) : 0;
}

static gboolean
is_wanted (ScopeCallWhich which, ScopeCallMatch match)
{
  switch (which)
    {
    case SCOPE_CALL_WHICH_MATCHED:
      return match == SCOPE_CALL_MATCHED;
    case SCOPE_CALL_WHICH_ONLY_ONE:
      return match != SCOPE_CALL_MATCHED;
    case SCOPE_CALL_WHICH_ONLY_BASELINE:
      return match == SCOPE_CALL_ONLY_BASELINE;
    case SCOPE_CALL_WHICH_ONLY_RUN:
      return match == SCOPE_CALL_ONLY_RUN;
    case SCOPE_CALL_WHICH_ALL:
    case SCOPE_CALL_WHICH_CHANGED:
    case SCOPE_CALL_N_WHICH:
    default:
      return TRUE;
    }
}

void
scope_call_rows_finish (ScopeCallRows *rows)
{
  if (rows->which == SCOPE_CALL_WHICH_CHANGED)
    g_array_sort_with_data (rows->rows, compare, rows);
  g_array_set_size (rows->rows, MIN (rows->rows->len, rows->most));
}

void
scope_call_rows_add (ScopeCallRows *rows, const ScopeCallDiffRow *row, const ScopeCallDiff *diff)
{
  if (!is_wanted (rows->which, row->match))
    return;
  rows->n_all++;
  rows->in_cycles = diff->in_cycles;
  if (rows->which != SCOPE_CALL_WHICH_CHANGED && rows->rows->len >= rows->most)
    return;
  g_array_append_vals (rows->rows, row, 1);
  if (rows->rows->len >= 2 * rows->most)
    scope_call_rows_finish (rows);
}
