/* scope-tree-order.c: in which order siblings stand, and which of them a filter leaves. See
 * scope-tree-table.h.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/scene/processes/scope-tree-table.h"

#include "model/base/scope-ref.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum
{
  MATCHES = 1 << 0,
  BELOW = 1 << 1,
};

ScopeTreeOrder *
scope_tree_order_new (ScopeProcessTree *tree,
                      ScopeTreeTotals *totals,
                      gboolean fold,
                      int column,
                      gboolean descending,
                      const ScopeTreeOrder *like)
{
  ScopeTreeOrder *order = g_new0 (ScopeTreeOrder, 1);

  g_atomic_ref_count_init (&order->refs);
  order->tree = scope_process_tree_ref (tree);
  order->totals = totals != NULL ? scope_tree_totals_ref (totals) : NULL;
  order->fold = fold;
  order->column = column;
  order->descending = descending;
  if (like != NULL && like->matching != NULL && like->tree == tree)
    {
      order->matching
          = g_memdup2 (like->matching, scope_process_tree_n (tree) + scope_process_tree_n_folds (tree));
      order->n_matching = like->n_matching;
    }
  return order;
}

static void
tree_order_free (ScopeTreeOrder *order)
{
  scope_process_tree_unref (order->tree);
  g_clear_pointer (&order->totals, scope_tree_totals_unref);
  g_free (order->matching);
  g_clear_pointer (&order->prepared, g_hash_table_unref);
  g_free (order);
}

SCOPE_DEFINE_REF (ScopeTreeOrder, scope_tree_order, object->refs, tree_order_free)

/* --- filter --- */

/* Only by what a row is called itself: that its machine matches does not make it stand out. */
static gboolean
row_matches (ScopeProcessTree *tree, const ScopeLaneMatches *matches, guint32 row)
{
  const ScopeEntity *entity = scope_process_tree_entity (tree, row);
  g_autofree char *title = NULL;

  if (entity != NULL
      && ((entity->name != NULL && scope_lane_matches_title (matches, entity->name))
          || (entity->entry != NULL && scope_lane_matches_title (matches, entity->entry))))
    return TRUE;
  title = scope_process_tree_title (tree, row);
  return scope_lane_matches_title (matches, title);
}

gboolean
scope_tree_order_match (ScopeTreeOrder *order,
                        const ScopeLaneFilter *filter,
                        GCancellable *cancellable,
                        GError **error)
{
  ScopeProcessTree *tree = order->tree;
  guint32 n = scope_process_tree_n (tree), n_folds = scope_process_tree_n_folds (tree);
  g_autoptr (ScopeLaneMatches) matches = NULL;

  g_clear_pointer (&order->matching, g_free);
  order->n_matching = 0;
  if (!scope_lane_filter_has_text (filter))
    return TRUE;
  matches = scope_lane_matches_titles_only (filter, error);
  if (matches == NULL)
    return FALSE;
  order->matching = g_malloc0 ((gsize)n + n_folds + 1);
  for (guint32 row = n; row-- > 0;)
    {
      guint32 parent = scope_process_tree_parent (tree, row), fold = scope_process_tree_fold_of (tree, row);

      if (row_matches (tree, matches, row))
        {
          order->matching[row] |= MATCHES;
          order->n_matching++;
        }
      if (order->matching[row] != 0)
        {
          if (parent != SCOPE_NONE)
            order->matching[parent] |= BELOW;
          if (fold != SCOPE_NONE)
            order->matching[fold] |= BELOW | (order->matching[row] & MATCHES);
        }
      if (row % 1024 == 0 && g_cancellable_set_error_if_cancelled (cancellable, error))
        return FALSE;
    }
  return TRUE;
}

gboolean
scope_tree_order_matches (const ScopeTreeOrder *order, guint32 row)
{
  return order->matching == NULL || (order->matching[row] & MATCHES) != 0;
}

gboolean
scope_tree_order_shows (const ScopeTreeOrder *order, guint32 row)
{
  return order->matching == NULL || order->matching[row] != 0;
}

gboolean
scope_tree_order_has_children (const ScopeTreeOrder *order, guint32 row)
{
  if (scope_process_tree_n_children (order->tree, row) == 0)
    return FALSE;
  return order->matching == NULL || (order->matching[row] & BELOW) != 0;
}

/* --- order --- */

typedef struct
{
  double value;
  const char *word;
  guint32 row, place;
} Sibling;

static int
compare_values (const Sibling *x, const Sibling *y)
{
  if (isnan (x->value) || isnan (y->value))
    return isnan (x->value) - isnan (y->value);
  return x->value < y->value ? -1 : x->value > y->value;
}

static int
compare_up (gconstpointer a, gconstpointer b)
{
  const Sibling *x = a, *y = b;
  int order = x->word != NULL && y->word != NULL ? g_utf8_collate (x->word, y->word) : compare_values (x, y);

  return order != 0 ? order : x->place < y->place ? -1 : x->place > y->place;
}

/* Empty cells come last, either way. */
static int
compare_down (gconstpointer a, gconstpointer b)
{
  const Sibling *x = a, *y = b;
  int order;

  if (x->word == NULL && (isnan (x->value) || isnan (y->value)))
    return compare_up (a, b);
  order = x->word != NULL && y->word != NULL ? -g_utf8_collate (x->word, y->word) : -compare_values (x, y);
  return order != 0 ? order : x->place < y->place ? -1 : x->place > y->place;
}

/* Words are few (labels), rows many: each is kept once. */
static void
set_key (const ScopeTreeOrder *order, GStringChunk *words, Sibling *sibling)
{
  g_autofree char *text = NULL;

  if (order->column == SCOPE_TREE_NAME)
    sibling->value = sibling->place;
  else if (order->column == SCOPE_TREE_MACHINE)
    sibling->value = scope_process_tree_lane (order->tree, sibling->row).machine;
  else if (order->column == SCOPE_TREE_LIFE)
    {
      gint64 first, last;

      sibling->value
          = scope_process_tree_life (order->tree, sibling->row, &first, &last) ? (double)first : NAN;
    }
  else if (scope_tree_column_is_text ((ScopeTreeColumn)order->column))
    {
      text = scope_tree_cell_text (order->tree, order->totals, sibling->row, (ScopeTreeColumn)order->column);
      sibling->word = g_string_chunk_insert_const (words, text);
    }
  else
    sibling->value
        = scope_tree_cell_value (order->tree, order->totals, sibling->row, (ScopeTreeColumn)order->column);
}

static void
sort (const ScopeTreeOrder *order, GArray *rows)
{
  g_autofree Sibling *siblings = g_new0 (Sibling, rows->len + 1);
  GStringChunk *words = g_string_chunk_new (4096);

  for (guint i = 0; i < rows->len; i++)
    {
      siblings[i].row = g_array_index (rows, guint32, i);
      siblings[i].place = i;
      set_key (order, words, &siblings[i]);
    }
  qsort (siblings, rows->len, sizeof *siblings, order->descending ? compare_down : compare_up);
  for (guint i = 0; i < rows->len; i++)
    g_array_index (rows, guint32, i) = siblings[i].row;
  g_string_chunk_free (words);
}

void
scope_tree_order_prepare (ScopeTreeOrder *order, guint32 row)
{
  if (order->prepared == NULL)
    order->prepared = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify)g_array_unref);
  g_hash_table_insert (order->prepared, GUINT_TO_POINTER (row + 1), scope_tree_order_children (order, row));
}

GArray *
scope_tree_order_children (const ScopeTreeOrder *order, guint32 row)
{
  GArray *prepared
      = order->prepared != NULL ? g_hash_table_lookup (order->prepared, GUINT_TO_POINTER (row + 1)) : NULL;
  GArray *rows = NULL;
  guint n = 0;

  if (prepared != NULL)
    return g_array_ref (prepared);
  rows = scope_process_tree_children (order->tree, row, order->fold);
  for (guint i = 0; i < rows->len; i++)
    if (scope_tree_order_shows (order, g_array_index (rows, guint32, i)))
      g_array_index (rows, guint32, n++) = g_array_index (rows, guint32, i);
  g_array_set_size (rows, n);
  if (order->column >= 0 && n > 1)
    sort (order, rows);
  return rows;
}
