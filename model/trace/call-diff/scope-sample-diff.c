/* scope-sample-diff.c: see scope-sample-diff.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/trace/call-diff/scope-sample-diff.h"

#include "model/base/scope-task.h"
#include "model/trace/profile/scope-ticks.h"

#include <math.h>
#include <string.h>

static void
change_free (gpointer data)
{
  ScopeSampleChange *change = data;

  g_free (change->name);
  g_free (change);
}

void
scope_sample_diff_free (ScopeSampleDiff *diff)
{
  if (diff == NULL)
    return;
  g_ptr_array_unref (diff->changes);
  g_free (diff);
}

gboolean
scope_sample_diff_is_possible (ScopePairing *pairing)
{
  return scope_call_tree_is_sampled (scope_pairing_get_baseline (pairing)) && scope_call_tree_is_sampled (scope_pairing_get_run (pairing));
}

ScopeShareChange
scope_sample_diff_change (const ScopeSampleDiff *diff, const gint64 k[2])
{
  double p[2], low[2], high[2];
  ScopeShareChange change;

  for (guint s = 0; s < 2; s++)
    {
      p[s] = diff->n[s] > 0 ? (double) k[s] / (double) diff->n[s] : 0;
      scope_sample_bounds ((double) k[s], (double) diff->n[s], &low[s], &high[s]);
    }
  change.change = p[1] - p[0];
  change.low = change.change - sqrt ((p[1] - low[1]) * (p[1] - low[1]) + (high[0] - p[0]) * (high[0] - p[0]));
  change.high = change.change + sqrt ((high[1] - p[1]) * (high[1] - p[1]) + (p[0] - low[0]) * (p[0] - low[0]));
  return change;
}

/* --- adding up --- */

/* Takes the name. */
static void
add (ScopeSampleDiff *diff, GHashTable *by_name, guint side, char *name, gint64 own, gint64 total)
{
  ScopeSampleChange *change = g_hash_table_lookup (by_name, name);

  if (change == NULL)
    {
      change = g_new0 (ScopeSampleChange, 1);
      change->name = g_steal_pointer (&name);
      g_ptr_array_add (diff->changes, change);
      g_hash_table_insert (by_name, change->name, change);
    }
  change->own[side] += own;
  change->total[side] += total;
  g_free (name);
}

static void
add_tree (ScopeSampleDiff *diff, GHashTable *by_name, guint side, const ScopeCallTree *tree, gboolean paths)
{
  diff->n[side] = tree->total;
  diff->sample_ns[side] = tree->sample_ns;
  for (guint32 i = 0; i < (paths ? tree->n_nodes : tree->n_functions); i++)
    if (paths)
      add (diff, by_name, side, scope_call_tree_path (tree, i), tree->nodes[i].self, tree->nodes[i].total);
    else
      add (diff, by_name, side, g_strdup (tree->functions[i].name), tree->functions[i].self, tree->functions[i].total);
}

static int
compare (gconstpointer a, gconstpointer b, gpointer data)
{
  const ScopeSampleChange *x = *(const ScopeSampleChange *const *) a, *y = *(const ScopeSampleChange *const *) b;
  double own_x = fabs (scope_sample_diff_change (data, x->own).change), own_y = fabs (scope_sample_diff_change (data, y->own).change);
  double all_x = fabs (scope_sample_diff_change (data, x->total).change), all_y = fabs (scope_sample_diff_change (data, y->total).change);

  if (own_x != own_y)
    return own_x > own_y ? -1 : 1;
  return all_x != all_y ? (all_x > all_y ? -1 : 1) : strcmp (x->name, y->name);
}

ScopeSampleDiff *
scope_sample_diff_read (ScopePairing *pairing, gint64 from, gint64 to, const ScopeTimeMap *map, gboolean paths, GCancellable *cancellable,
                        GError **error)
{
  ScopeTrace *const traces[2] = { scope_pairing_get_baseline (pairing), scope_pairing_get_run (pairing) };
  g_autoptr (GHashTable) by_name = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (ScopeSampleDiff) diff = g_new0 (ScopeSampleDiff, 1);

  diff->changes = g_ptr_array_new_with_free_func (change_free);
  for (guint s = 0; s < 2; s++)
    {
      gboolean mapped = s == 0 && map != NULL;
      g_autoptr (ScopeCallTree) tree
          = scope_call_tree_read (traces[s], NULL, 0, mapped ? scope_time_map_to_baseline (map, from) : from,
                                  mapped ? scope_time_map_to_baseline (map, to) : to, cancellable, error);

      if (tree == NULL)
        return NULL;
      add_tree (diff, by_name, s, tree, paths);
    }
  g_ptr_array_sort_with_data (diff->changes, compare, diff);
  return g_steal_pointer (&diff);
}

/* --- on a thread --- */

typedef struct
{
  ScopePairing *pairing;
  ScopeTimeMap *map;
  gint64 from, to;
} Asked;

static void
asked_free (gpointer data)
{
  Asked *asked = data;

  scope_pairing_unref (asked->pairing);
  g_clear_pointer (&asked->map, scope_time_map_unref);
  g_free (asked);
}

static gpointer
answer (gpointer source, gconstpointer data, GCancellable *cancellable, GError **error)
{
  const Asked *asked = data;

  return scope_sample_diff_read (asked->pairing, asked->from, asked->to, asked->map, FALSE, cancellable, error);
}

void
scope_sample_diff_read_async (ScopePairing *pairing, gint64 from, gint64 to, const ScopeTimeMap *map, GCancellable *cancellable,
                              GAsyncReadyCallback callback, gpointer user_data)
{
  Asked *asked = g_new (Asked, 1);

  *asked = (Asked) { scope_pairing_ref (pairing), map != NULL ? scope_time_map_ref ((ScopeTimeMap *) map) : NULL, from, to };
  scope_task_give (NULL, answer, asked, asked_free, (GDestroyNotify) scope_sample_diff_free, cancellable, callback, user_data);
}

ScopeSampleDiff *
scope_sample_diff_read_finish (GAsyncResult *result, GError **error)
{
  return scope_task_answer (result, error);
}
