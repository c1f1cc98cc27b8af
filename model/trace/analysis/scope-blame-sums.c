/* scope-blame-sums.c: see scope-blame-sums.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/trace/analysis/scope-blame-sums.h"

#include <string.h>

#define LEAST_PLACES 64u

static guint32
hash_of (ScopeTaskId task, guint32 label)
{
  guint64 hash = ((guint64) task.machine << 32 | task.thread) * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);

  hash = (hash ^ hash >> 29 ^ label) * G_GUINT64_CONSTANT (0xbf58476d1ce4e5b9);
  return (guint32) (hash >> 32);
}

static void
grow (ScopeBlameSums *sums)
{
  sums->n_places = MAX (sums->n_places * 2, LEAST_PLACES);
  g_free (sums->places);
  sums->places = g_new0 (guint32, sums->n_places);
  for (guint32 i = 0; i < sums->n; i++)
    {
      guint32 at = hash_of (sums->sums[i].task, sums->sums[i].label) & (sums->n_places - 1);

      while (sums->places[at] != 0)
        at = (at + 1) & (sums->n_places - 1);
      sums->places[at] = i + 1;
    }
}

guint32
scope_blame_sums_place (ScopeBlameSums *sums, ScopeTaskId task, guint32 label)
{
  guint32 at;

  if ((sums->n + 1) * 2 > sums->n_places)
    grow (sums);
  for (at = hash_of (task, label) & (sums->n_places - 1); sums->places[at] != 0; at = (at + 1) & (sums->n_places - 1))
    {
      const ScopeBlame *sum = &sums->sums[sums->places[at] - 1];

      if (scope_task_is (sum->task, task) && sum->label == label)
        return sums->places[at] - 1;
    }
  if (sums->n == sums->n_alloc)
    {
      sums->n_alloc = MAX (sums->n_alloc * 2, LEAST_PLACES / 2);
      sums->sums = g_renew (ScopeBlame, sums->sums, sums->n_alloc);
    }
  sums->sums[sums->n] = (ScopeBlame) { task, label, 0, 0 };
  sums->places[at] = ++sums->n;
  return sums->n - 1;
}

void
scope_blame_sums_add (ScopeBlameSums *sums, const ScopeBlame *sum)
{
  guint32 place = scope_blame_sums_place (sums, sum->task, sum->label);

  sums->sums[place].direct += sum->direct;
  sums->sums[place].cascaded += sum->cascaded;
}

void
scope_blame_sums_reset (ScopeBlameSums *sums)
{
  sums->n = 0;
  if (sums->n_places > 0)
    memset (sums->places, 0, sums->n_places * sizeof *sums->places);
}

void
scope_blame_sums_clear (ScopeBlameSums *sums)
{
  g_free (sums->sums);
  g_free (sums->places);
  *sums = (ScopeBlameSums) { 0 };
}

static gint
compare_sums (gconstpointer a, gconstpointer b, gpointer data)
{
  const ScopeBlame *sums = data, *x = &sums[*(const guint32 *) a], *y = &sums[*(const guint32 *) b];

  if (x->task.machine != y->task.machine)
    return x->task.machine < y->task.machine ? -1 : 1;
  if (x->task.thread != y->task.thread)
    return x->task.thread < y->task.thread ? -1 : 1;
  return (x->label > y->label) - (x->label < y->label);
}

void
scope_blame_sums_sort (ScopeBlameSums *sums, guint32 **ret_places)
{
  g_autofree guint32 *order = g_new (guint32, sums->n + 1);
  ScopeBlame *sorted = g_new (ScopeBlame, MAX (sums->n_alloc, 1));

  for (guint32 i = 0; i < sums->n; i++)
    order[i] = i;
  g_qsort_with_data (order, (gint) sums->n, sizeof *order, compare_sums, sums->sums);
  for (guint32 i = 0; i < sums->n; i++)
    sorted[i] = sums->sums[order[i]];
  if (ret_places != NULL)
    {
      *ret_places = g_new (guint32, sums->n + 1);
      for (guint32 i = 0; i < sums->n; i++)
        (*ret_places)[order[i]] = i;
    }
  g_free (sums->sums);
  sums->sums = sorted;
}
