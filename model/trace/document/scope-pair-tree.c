/* scope-pair-tree.c: see scope-pair-tree.h.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/trace/document/scope-pair-tree.h"

#include "model/trace/document/scope-pair-pack.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#define FAN 8u
#define MOST_HEIGHTS 12u     /* 8^11 blocks are more than fit a directory */
#define MOST_SUMS 65536u     /* of a node, while it is made: more are not kept */
#define LEAF_SAVES 4u        /* a block is kept if it has so many times fewer sums than rows */
#define NODE_SAVES 2u        /* likewise against what is below */

struct _ScopePairTree
{
  ScopeTable *table;
  ScopeBytes *bytes;
  guint n_heights;
  guint32 n[MOST_HEIGHTS], first[MOST_HEIGHTS]; /* nodes of each height: how many, and where they begin */
  ScopePairNode *nodes;
  gint64 (*times)[2]; /* of each node: least and greatest time of its rows */
  guint32 n_nodes;
};

/* --- its shape follows from the number of blocks --- */

static void
shape (ScopePairTree *tree)
{
  guint32 n = scope_table_n_blocks (tree->table);

  while (n > 0 && tree->n_heights < MOST_HEIGHTS)
    {
      guint h = tree->n_heights++;

      tree->n[h] = n;
      tree->first[h] = tree->n_nodes;
      tree->n_nodes += n;
      n = n > 1 ? (n + FAN - 1) / FAN : 0;
    }
}

static void
find_times (ScopePairTree *tree)
{
  tree->times = g_malloc_n (tree->n_nodes + 1u, sizeof *tree->times);
  for (guint h = 0; h < tree->n_heights; h++)
    for (guint32 i = 0; i < tree->n[h]; i++)
      {
        gint64 *times = tree->times[tree->first[h] + i];

        if (h == 0)
          {
            ScopeTableBlock block = scope_table_block (tree->table, i);

            times[0] = block.t0;
            times[1] = block.t1;
            continue;
          }
        times[0] = G_MAXINT64;
        times[1] = G_MININT64;
        for (guint32 k = i * FAN; k < MIN ((i + 1) * FAN, tree->n[h - 1]); k++)
          {
            const gint64 *below = tree->times[tree->first[h - 1] + k];

            times[0] = MIN (times[0], below[0]);
            times[1] = MAX (times[1], below[1]);
          }
      }
}

static ScopePairTree *
tree_new (ScopeTable *table, ScopeBytes *bytes)
{
  ScopePairTree *tree = g_new0 (ScopePairTree, 1);

  tree->table = table;
  tree->bytes = bytes;
  shape (tree);
  find_times (tree);
  return tree;
}

void
scope_pair_tree_free (ScopePairTree *tree)
{
  if (tree == NULL)
    return;
  g_free (tree->nodes);
  g_free (tree->times);
  g_free (tree);
}

/* --- making --- */

typedef struct
{
  ScopePairTree *tree;
  const gint64 *offsets;
  guint n_machines;
  GCancellable *cancellable;
  ScopePairSums *sums[MOST_HEIGHTS]; /* of the node under way at each height */
  guint64 below[MOST_HEIGHTS];       /* what reading it from below would take: sums or rows */
  gboolean many[MOST_HEIGHTS];       /* more than MOST_SUMS */
  GByteArray *packed;
} Making;

static gboolean
sum_up_block (Making *making, guint32 block, GError **error)
{
  GError *local = NULL;

  SCOPE_EACH_ROW_OF (row, scope_table_cursor_blocks (making->tree->table, block, 1), &local)
    {
      gint64 from = row[SCOPE_MESSAGE_FROM_MACHINE], to = row[SCOPE_MESSAGE_TO_MACHINE], ahead = 0;
      ScopePairSum sum;

      if (from >= 0 && from < making->n_machines && to >= 0 && to < making->n_machines)
        ahead = making->offsets[to] - making->offsets[from];
      scope_pair_sum_of_row (&sum, row, ahead);
      if (sum.count > 0)
        scope_pair_sums_add (making->sums[0], &sum);
      making->below[0]++;
    }
  return scope_passed (local, error);
}

static gboolean
worth_keeping (const Making *making, guint h)
{
  guint64 n = scope_pair_sums_n (making->sums[h]);

  return !making->many[h] && n * (h == 0 ? LEAF_SAVES : NODE_SAVES) <= making->below[h];
}

static void
hand_up (Making *making, guint h, gboolean kept)
{
  ScopePairSums *sums = making->sums[h];

  making->below[h + 1] += kept ? scope_pair_sums_n (sums) : making->below[h];
  making->many[h + 1] |= making->many[h];
  for (guint i = 0; i < scope_pair_sums_n (sums) && !making->many[h + 1]; i++)
    {
      scope_pair_sums_add (making->sums[h + 1], scope_pair_sums_get (sums, i));
      making->many[h + 1] = scope_pair_sums_n (making->sums[h + 1]) > MOST_SUMS;
    }
}

/* Node number `i` of a height is whole: writes it, and adds it to the one above. */
static gboolean
close_node (Making *making, guint h, guint32 i, GError **error)
{
  ScopePairTree *tree = making->tree;
  ScopePairNode *node = &tree->nodes[tree->first[h] + i];
  gboolean kept = worth_keeping (making, h);

  if (h + 1 < tree->n_heights)
    hand_up (making, h, kept);
  if (kept)
    {
      scope_pair_sums_sort (making->sums[h]);
      g_byte_array_set_size (making->packed, 0);
      scope_pair_pack (making->packed, making->sums[h]);
      node->bytes = making->packed->len;
      node->sums = scope_pair_sums_n (making->sums[h]);
      if (!scope_bytes_append (tree->bytes, making->packed->data, node->bytes, &node->offset, error))
        return FALSE;
    }
  scope_pair_sums_clear (making->sums[h]);
  making->below[h] = 0;
  making->many[h] = FALSE;
  return TRUE;
}

static gboolean
make (Making *making, GError **error)
{
  ScopePairTree *tree = making->tree;

  for (guint32 block = 0; tree->n_heights > 0 && block < tree->n[0]; block++)
    {
      guint32 i = block;

      if (g_cancellable_set_error_if_cancelled (making->cancellable, error) || !sum_up_block (making, block, error)
          || !close_node (making, 0, block, error))
        return FALSE;
      for (guint h = 1; h < tree->n_heights && ((i + 1) % FAN == 0 || i + 1 == tree->n[h - 1]); h++)
        {
          i /= FAN;
          if (!close_node (making, h, i, error))
            return FALSE;
        }
    }
  return TRUE;
}

ScopePairTree *
scope_pair_tree_build (ScopeTable *table, ScopeBytes *bytes, const gint64 *offsets, guint n_machines,
                       GCancellable *cancellable, GError **error)
{
  g_autoptr (ScopePairTree) tree = tree_new (table, bytes);
  Making making = { .tree = tree, .offsets = offsets, .n_machines = n_machines, .cancellable = cancellable };
  gboolean ok;

  tree->nodes = g_new0 (ScopePairNode, tree->n_nodes + 1u);
  making.packed = g_byte_array_new ();
  for (guint h = 0; h < tree->n_heights; h++)
    making.sums[h] = scope_pair_sums_new ();
  ok = make (&making, error);
  for (guint h = 0; h < tree->n_heights; h++)
    scope_pair_sums_free (making.sums[h]);
  g_byte_array_unref (making.packed);
  return ok ? g_steal_pointer (&tree) : NULL;
}

/* --- keeping --- */

void
scope_pair_tree_save (ScopePairTree *tree, ScopePairNode **ret_nodes, guint32 *ret_n)
{
  *ret_nodes = g_memdup2 (tree->nodes, tree->n_nodes * sizeof *tree->nodes);
  *ret_n = tree->n_nodes;
}

ScopePairTree *
scope_pair_tree_load (ScopeTable *table, ScopeBytes *bytes, const ScopePairNode *nodes, guint32 n, guint64 n_bytes,
                      GError **error)
{
  g_autoptr (ScopePairTree) tree = tree_new (table, bytes);
  gboolean ok = n == tree->n_nodes;

  for (guint32 i = 0; i < n && ok; i++)
    ok = nodes[i].bytes == 0
         || (nodes[i].offset <= n_bytes && nodes[i].bytes <= n_bytes - nodes[i].offset && nodes[i].sums <= MOST_SUMS
             && nodes[i].bytes <= (guint64) nodes[i].sums * SCOPE_PAIR_PACKED_MOST);
  if (!ok)
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA, _("The directory of the sums of messages is damaged"));
      return NULL;
    }
  tree->nodes = g_memdup2 (nodes, n * sizeof *nodes);
  if (tree->nodes == NULL)
    tree->nodes = g_new0 (ScopePairNode, 1);
  return g_steal_pointer (&tree);
}

/* --- reading --- */

typedef struct
{
  ScopePairTree *tree;
  gint64 from, to;
  const ScopePairVisitor *visitor;
  guint rows_first, rows_n; /* blocks to be read, not read yet */
} Visit;

static gboolean
read_rows (Visit *visit, GError **error)
{
  guint n = visit->rows_n;

  visit->rows_n = 0;
  return n == 0 || visit->visitor->rows (visit->visitor->data, visit->rows_first, n, error);
}

static gboolean
read_node (Visit *visit, const ScopePairNode *node, GError **error)
{
  g_autofree guint8 *packed = g_malloc (node->bytes);
  const guint8 *p = packed, *end = packed + node->bytes;
  ScopePairSum sum = { 0 };

  if (!scope_bytes_read (visit->tree->bytes, node->offset, packed, node->bytes, error))
    return FALSE;
  for (guint32 i = 0; i < node->sums; i++)
    {
      p = scope_pair_unpack (p, end, &sum);
      if (p == NULL)
        {
          g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA, _("The sums of messages are damaged"));
          return FALSE;
        }
      visit->visitor->sum (visit->visitor->data, &sum);
    }
  return TRUE;
}

static gboolean
visit_node (Visit *visit, guint h, guint32 i, GError **error)
{
  ScopePairTree *tree = visit->tree;
  const ScopePairNode *node = &tree->nodes[tree->first[h] + i];
  const gint64 *times = tree->times[tree->first[h] + i];

  if (times[0] >= visit->to || times[1] < visit->from)
    return TRUE;
  if (node->bytes > 0 && times[0] >= visit->from && times[1] < visit->to)
    return !g_cancellable_set_error_if_cancelled (visit->visitor->cancellable, error)
           && read_node (visit, node, error);
  if (h == 0)
    { /* neighbours at once */
      if (visit->rows_n > 0 && visit->rows_first + visit->rows_n != i && !read_rows (visit, error))
        return FALSE;
      visit->rows_first = visit->rows_n > 0 ? visit->rows_first : i;
      visit->rows_n++;
      return TRUE;
    }
  for (guint32 k = i * FAN; k < MIN ((i + 1) * FAN, tree->n[h - 1]); k++)
    if (!visit_node (visit, h - 1, k, error))
      return FALSE;
  return TRUE;
}

gboolean
scope_pair_tree_visit (ScopePairTree *tree, gint64 from, gint64 to, const ScopePairVisitor *visitor, GError **error)
{
  Visit visit = { tree, from, to, visitor, 0, 0 };

  if (tree->n_heights == 0)
    return TRUE;
  return visit_node (&visit, tree->n_heights - 1, 0, error) && read_rows (&visit, error);
}
