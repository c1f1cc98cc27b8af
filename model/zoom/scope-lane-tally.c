/* scope-lane-tally.c: the tally of any stretch of a lane, out of the few nodes that lie in it and the rows at its ends;
 * and the longest intervals in it, for which only those nodes are opened that have one.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/zoom/scope-lane-private.h"

#include "model/base/scope-bisect.h"

static gboolean
add_rows (ScopeLaneStore *store, const ScopeBlock *block, gint64 from, gint64 to, ScopeTally *tally, GError **error)
{
  ScopeUnpacked *unpacked = scope_unpacked_take (store, block, FALSE, error);

  if (unpacked == NULL)
    return FALSE;
  scope_tally_add_rows (tally, unpacked->rows, block->count, block->t1, from, to);
  scope_unpacked_release (store, unpacked);

  return TRUE;
}

/* The blocks of the height below that a node sums up. */
static guint
find_children (ScopeLaneStore *store, const ScopeBlock *node, ScopeBlock children[SCOPE_FAN_OUT])
{
  ScopeLaneRoom room;
  const ScopeLane *lane;
  const ScopeBlockList *list;
  guint n = 0;

  scope_lane_store_lock (store);
  lane = scope_lane_look (store, node->lane, &room);
  /* If it was let go in between, and cannot be read again, it has none. */
  list = node->height <= lane->n_heights ? &lane->heights[node->height - 1] : NULL;
  for (gsize lo = list != NULL ? SCOPE_BISECT (list->n, i, list->blocks[i].t1 <= node->t0) : 0;
       list != NULL && lo < list->n && n < SCOPE_FAN_OUT && list->blocks[lo].t1 <= node->t1; lo++)
    if (list->blocks[lo].t0 < list->blocks[lo].t1)
      children[n++] = list->blocks[lo];
  scope_lane_store_unlock (store);

  return n;
}

/* A node as a whole, opened only as far as it has what is hunted for. */
static gboolean
add_node (ScopeLaneStore *store, const ScopeBlock *node, ScopeTally *tally, GError **error)
{
  const ScopeTallyHunt *hunt = tally->hunt;
  ScopeBlock children[SCOPE_FAN_OUT];
  gsize bins = scope_node_bytes (node), n_bytes = node->bytes - bins;
  g_autofree guint8 *packed = g_malloc (n_bytes);
  guint n;

  if (!scope_bytes_read (store->bytes, node->offset + bins, packed, n_bytes, error))
    return FALSE;
  if (hunt == NULL || hunt->enough || scope_tally_packed_longest (node->t0, node->t1, packed, n_bytes, hunt->codes) < hunt->least)
    return scope_tally_add_packed (tally, node->t0, node->t1, packed, n_bytes) || scope_plan_damaged (error);
  n = find_children (store, node, children);
  for (guint i = 0; i < n; i++)
    if (node->height == 1 ? !add_rows (store, &children[i], node->t0, node->t1, tally, error)
                          : !add_node (store, &children[i], tally, error))
      return FALSE;

  return n > 0 || scope_plan_damaged (error);
}

static gboolean
add_plan (ScopeLaneStore *store, const ScopePlan *plan, gint64 to, ScopeTally *tally, GError **error)
{
  gboolean ok = TRUE;

  scope_tally_add (tally, plan->from, MIN (plan->to, MIN (plan->first_row, plan->cut)), plan->initial, 0);
  for (guint i = 0; i < plan->n_pieces && ok; i++)
    {
      const ScopeBlock *block = &plan->pieces[i];

      ok = block->height > 0 ? add_node (store, block, tally, error)
                             : add_rows (store, block, plan->from, plan->to, tally, error);
    }
  scope_tally_add_rows (tally, plan->open, plan->n_open, plan->open_end, plan->from, plan->to);
  scope_tally_add (tally, MAX (MAX (plan->cut, plan->first), plan->from), MIN (to, plan->last), SCOPE_CODE_UNKNOWN, 0);

  return ok;
}

gboolean
scope_lane_store_tally (ScopeLaneStore *store, guint32 lane, gint64 from, gint64 to, ScopeTally *tally,
                        GError **error)
{
  ScopeLaneRoom room;
  ScopePlan plan;
  gboolean alive, ok;

  from = MAX (from, -SCOPE_ROW_TIME_MAX);
  to = MIN (to, SCOPE_ROW_TIME_MAX);
  if (from >= to)
    return TRUE;
  scope_lane_store_lock (store);
  alive = !scope_kind_counts (scope_lane_look (store, lane, &room)->kind)
          && scope_plan_make (&plan, store, lane, from, to, SCOPE_PLAN_WHOLE, 0);
  scope_lane_store_unlock (store);
  if (!alive)
    return TRUE;
  ok = add_plan (store, &plan, to, tally, error);
  scope_tally_end (tally);
  scope_plan_clear (&plan);

  return ok;
}
