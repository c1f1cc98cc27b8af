/* scope-ticky.c: see scope-ticky.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/trace/profile/scope-ticky.h"

#include "model/base/scope-compare.h"
#include "model/base/scope-each.h"
#include "model/base/scope-fail.h"

static void
sum_clear (gpointer data)
{
  ScopeTickySum *sum = data;

  g_free (sum->name);
  g_free (sum->arguments);
}

static GArray *
sums_new (void)
{
  GArray *sums = g_array_new (FALSE, TRUE, sizeof (ScopeTickySum));

  g_array_set_clear_func (sums, sum_clear);
  return sums;
}

static char *
text_of (ScopeMachine *machine, gint64 id, GError **error)
{
  return id != SCOPE_TABLE_NULL && *error == NULL ? scope_machine_text (machine, (guint64) id, error) : NULL;
}

/* A counter that was sampled before it was defined has two rows: `places` has which of `sums` each row is, in their order. */
static gboolean
read_counters (ScopeMachine *machine, GArray *sums, GArray *places, GError **error)
{
  g_autoptr (GHashTable) known = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  GError *local = NULL;

  SCOPE_EACH_ROW (row, machine->tables[SCOPE_TABLE_TICKY], SCOPE_TIME_MIN, SCOPE_TIME_MAX, NULL, &local)
    {
      gint64 key = row[SCOPE_TICKY_COUNTER];
      guint place = GPOINTER_TO_UINT (g_hash_table_lookup (known, &key));
      ScopeTickySum *sum;

      if (place == 0)
        {
          place = sums->len + 1;
          g_array_set_size (sums, place);
          g_hash_table_insert (known, g_memdup2 (&key, sizeof key), GUINT_TO_POINTER (place));
        }
      g_array_append_val (places, place);
      sum = &g_array_index (sums, ScopeTickySum, place - 1);
      sum->machine = machine->index;
      sum->counter = (guint64) key;
      sum->arity = row[SCOPE_TICKY_ARITY];
      sum->info = row[SCOPE_TICKY_INFO];
      if (sum->name == NULL)
        sum->name = text_of (machine, row[SCOPE_TICKY_NAME], &local);
      if (sum->arguments == NULL)
        sum->arguments = text_of (machine, row[SCOPE_TICKY_ARGUMENTS], &local);
    }
  return scope_passed (local, error);
}

static gint64
add (gint64 a, gint64 b)
{
  return a > G_MAXINT64 - MAX (b, 0) ? G_MAXINT64 : a + MAX (b, 0);
}

SCOPE_COMPARE_BY (compare_sums, ScopeTickySum, SCOPE_UP (machine) SCOPE_DOWN (entries) SCOPE_DOWN (allocations) SCOPE_UP (counter))

static gboolean
sum_machine (const ScopeQueryRange *within, ScopeMachine *machine, GArray *result, GError **error)
{
  g_autoptr (GArray) sums = sums_new (), places = g_array_new (FALSE, FALSE, sizeof (guint));
  GError *local = NULL;
  gint64 from, to;

  if (!read_counters (machine, sums, places, error))
    return FALSE;
  scope_query_range_own_range (within, machine, &from, &to);
  SCOPE_EACH_ROW (row, machine->tables[SCOPE_TABLE_TICKY_SAMPLES], from, to, within->cancellable, &local)
    {
      gint64 place = row[SCOPE_TICKY_SAMPLE_COUNTER];
      ScopeTickySum *sum;

      if (row[SCOPE_TICKY_SAMPLE_TIME] < from || row[SCOPE_TICKY_SAMPLE_TIME] >= to || place <= 0 || place > places->len)
        continue;
      sum = &g_array_index (sums, ScopeTickySum, g_array_index (places, guint, place - 1) - 1);
      sum->n++;
      sum->entries = add (sum->entries, row[SCOPE_TICKY_SAMPLE_ENTRIES]);
      sum->allocations = add (sum->allocations, row[SCOPE_TICKY_SAMPLE_ALLOCATIONS]);
      sum->allocated = add (sum->allocated, row[SCOPE_TICKY_SAMPLE_ALLOCATED]);
    }
  for (guint i = 0; i < sums->len && local == NULL; i++)
    {
      ScopeTickySum *sum = &g_array_index (sums, ScopeTickySum, i);

      if (sum->n == 0)
        continue;
      g_array_append_vals (result, sum, 1);
      sum->name = sum->arguments = NULL; /* they are the result's */
    }
  return scope_passed (local, error);
}

GArray *
scope_ticky_sum (const ScopeQueryRange *within, GError **error)
{
  g_autoptr (GArray) result = sums_new ();

  for (guint m = 0; m < scope_trace_n_machines (within->trace); m++)
    if (scope_query_range_has_machine (within, m) && scope_table_n_rows (scope_trace_machine (within->trace, m)->tables[SCOPE_TABLE_TICKY_SAMPLES]) > 0
        && !sum_machine (within, scope_trace_machine (within->trace, m), result, error))
      return NULL;
  g_array_sort (result, compare_sums);
  return g_steal_pointer (&result);
}
