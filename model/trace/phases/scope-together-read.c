/* scope-together-read.c: in which windows processors ran under which labels, from the sums of work. See scope-together.h.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/trace/phases/scope-together.h"

#include "model/base/scope-each.h"
#include "model/trace/analysis/scope-derived.h"

#define BINS (SCOPE_WORK_BINS / SCOPE_TOGETHER_WINDOWS) /* of a window */

void
scope_together_free (ScopeTogether *together)
{
  g_ptr_array_unref (together->names);
  g_array_unref (together->sets);
  g_free (together->begins);
  g_free (together->ends);
  g_free (together);
}

char *
scope_together_dup_names (const ScopeTogether *together, const ScopeTogetherSet *set)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < set->n_labels; i++)
    g_string_append_printf (text, "%s%s", i > 0 ? ", " : "", (const char *) together->names->pdata[set->labels[i]]);
  return g_string_free (text, FALSE);
}

/* Bins of the whole trace that lie in the range. */
static void
find_bins (const ScopeDerivedFacts *facts, const ScopeQueryRange *within, guint *ret_from, guint *ret_to)
{
  guint from = 0, to = SCOPE_WORK_BINS;

  while (from < to && scope_work_edge (facts->first, facts->last, from) < MAX (within->from, facts->first))
    from++;
  while (from < to && scope_work_edge (facts->first, facts->last, to) > MIN (within->to, facts->last))
    to--;
  *ret_from = from;
  *ret_to = to;
}

/* places[label]: of the SCOPE_TOGETHER_LABELS that run longest there; SCOPE_NONE: not one of them. What is no code has no place. */
static guint *
choose_labels (const ScopeDerivedFacts *facts, guint from, guint to, GPtrArray *names)
{
  guint n = facts->labels->len, *places = g_new (guint, n + 1);
  g_autofree double *times = g_new0 (double, n + 1);

  SCOPE_EACH (const ScopeWorkSum, row, facts->work)
    {
      guint first = MAX (row->bin, from), end = MIN (row->bin + row->bins, to);

      if (first < end && row->label != SCOPE_NONE && row->label > 0 && *(const char *) facts->labels->pdata[row->label] != '(')
        times[row->label] += (double) row->time * (end - first) / row->bins;
    }
  for (guint l = 0; l <= n; l++)
    places[l] = SCOPE_NONE;
  while (names->len < SCOPE_TOGETHER_LABELS)
    {
      guint best = 0;

      for (guint l = 1; l < n; l++)
        if (places[l] == SCOPE_NONE && times[l] > times[best])
          best = l;
      if (best == 0)
        break;
      places[best] = names->len;
      g_ptr_array_add (names, g_strdup (facts->labels->pdata[best]));
    }
  return places;
}

/* Windows in which nothing ran at all say nothing of who comes with whom: those with something follow each other. */
static guint
leave_idle_out (ScopeTogether *together, guint8 *present, const guint8 *busy, guint n_labels, guint n)
{
  guint kept = 0;

  for (guint w = 0; w < n; w++)
    {
      if (!busy[w])
        continue;
      together->begins[kept] = together->begins[w];
      together->ends[kept] = together->ends[w];
      kept++;
    }
  for (guint l = 0; l < n_labels; l++)
    for (guint w = 0, to = 0; w < n; w++)
      if (busy[w])
        present[(gsize) l * kept + to++] = present[(gsize) l * n + w];
  return kept;
}

static void
find (ScopeTogether *together, const ScopeDerivedFacts *facts, const ScopeQueryRange *within)
{
  guint from, to, n;
  g_autofree guint *places = NULL;
  g_autofree guint8 *present = NULL, *busy = NULL;
  g_autoptr (GArray) sets = NULL;

  find_bins (facts, within, &from, &to);
  n = (to - from + BINS - 1) / BINS;
  places = choose_labels (facts, from, to, together->names);
  present = g_new0 (guint8, (gsize) together->names->len * n + 1);
  busy = g_new0 (guint8, n + 1);
  together->begins = g_new (gint64, n + 1);
  together->ends = g_new (gint64, n + 1);
  for (guint w = 0; w < n; w++)
    {
      together->begins[w] = scope_work_edge (facts->first, facts->last, from + w * BINS);
      together->ends[w] = scope_work_edge (facts->first, facts->last, MIN (from + (w + 1) * BINS, to));
    }
  SCOPE_EACH (const ScopeWorkSum, row, facts->work)
    for (guint i = MAX (row->bin, from); row->time > 0 && i < MIN (row->bin + row->bins, to); i++)
      {
        guint w = (i - from) / BINS, place = row->label != SCOPE_NONE ? places[row->label] : SCOPE_NONE;

        busy[w] = 1;
        if (place != SCOPE_NONE)
          present[(gsize) place * n + w] = 1;
      }
  together->n_windows = leave_idle_out (together, present, busy, together->names->len, n);
  sets = scope_together_find (present, together->names->len, together->n_windows, within->cancellable);
  g_array_append_vals (together->sets, sets->data, sets->len);
}

ScopeTogether *
scope_together_read (const ScopeQueryRange *within, GError **error)
{
  g_autoptr (ScopeDerived) derived = scope_derived_dup_or_make (within, error);
  g_autoptr (ScopeTogether) together = NULL;

  if (derived == NULL)
    return NULL;
  together = g_new0 (ScopeTogether, 1);
  together->names = g_ptr_array_new_with_free_func (g_free);
  together->sets = g_array_new (FALSE, FALSE, sizeof (ScopeTogetherSet));
  find (together, scope_derived_facts (derived), within);
  return scope_query_range_cancelled (within, error) ? NULL : g_steal_pointer (&together);
}
