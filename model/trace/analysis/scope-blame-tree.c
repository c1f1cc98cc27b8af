/* scope-blame-tree.c: see scope-blame-tree.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/trace/analysis/scope-blame-tree.h"

#include "model/zoom/scope-leb.h"

#include <gio/gio.h>
#include <glib/gi18n-lib.h>

#define FAN 8u
#define MOST_HEIGHTS 12u
#define LEAST_ROWS 4096u  /* of a stretch */
#define PACKED_ROWS 1024u /* at once */
#define OPEN_ROWS 4u      /* rows of a stretch for each that would have to be cut */
#define MOST_SUMS 65536u  /* of a node: more are not kept */
#define NODE_SAVES 2u     /* a node is kept if it has so many times fewer sums than what is below */

typedef struct
{
  gint64 from, to;
  guint64 direct, cascaded;
  guint32 key; /* place in the sums as they came */
} Row;

/* The node under way at a height. */
typedef struct
{
  ScopeBlameSums sums;
  guint64 below; /* sums of the nodes it is made of */
  guint n;       /* of these */
  gint64 t0;
} Making;

struct _ScopeBlameTree
{
  ScopeBytes *bytes;
  GArray *nodes[MOST_HEIGHTS]; /* of ScopeBlameNode */
  guint n_heights;
  Making making[MOST_HEIGHTS]; /* [0]: the stretch */
  Row *rows;                   /* of the stretch */
  guint n_rows, n_alloc;
  GByteArray *packed;
};

static ScopeBlameTree *
tree_new (ScopeBytes *bytes)
{
  ScopeBlameTree *tree = g_new0 (ScopeBlameTree, 1);

  tree->bytes = bytes;
  for (guint h = 0; h < MOST_HEIGHTS; h++)
    tree->nodes[h] = g_array_new (FALSE, FALSE, sizeof (ScopeBlameNode));
  return tree;
}

ScopeBlameTree *
scope_blame_tree_new (ScopeBytes *bytes, gint64 from)
{
  ScopeBlameTree *tree = tree_new (bytes);

  tree->making[0].t0 = from;
  tree->packed = g_byte_array_new ();
  return tree;
}

static void
free_making (ScopeBlameTree *tree)
{
  for (guint h = 0; h < MOST_HEIGHTS; h++)
    scope_blame_sums_clear (&tree->making[h].sums);
  g_clear_pointer (&tree->rows, g_free);
  g_clear_pointer (&tree->packed, g_byte_array_unref);
}

void
scope_blame_tree_free (ScopeBlameTree *tree)
{
  if (tree == NULL)
    return;
  free_making (tree);
  for (guint h = 0; h < MOST_HEIGHTS; h++)
    g_array_unref (tree->nodes[h]);
  g_free (tree);
}

/* --- making --- */

static guint32
find_place (ScopeBlameTree *tree, ScopeTaskId task, guint32 label, ScopeBlamePlace *kept)
{
  guint32 stretch = tree->nodes[0]->len + 1;

  if (kept == NULL)
    return scope_blame_sums_place (&tree->making[0].sums, task, label);
  if (kept->stretch != stretch || kept->label != label)
    *kept = (ScopeBlamePlace) { stretch, label, scope_blame_sums_place (&tree->making[0].sums, task, label) };
  return kept->place;
}

void
scope_blame_tree_add (ScopeBlameTree *tree, ScopeTaskId task, guint32 label, ScopeBlamePlace *kept, guint64 direct, guint64 cascaded,
                      gint64 from, gint64 to)
{
  ScopeBlameSums *sums = &tree->making[0].sums;
  guint32 key = find_place (tree, task, label, kept);

  sums->sums[key].direct += (gint64) direct * (to - from);
  sums->sums[key].cascaded += (gint64) cascaded * (to - from);
  if (tree->n_rows == tree->n_alloc)
    {
      tree->n_alloc = MAX (tree->n_alloc * 2, LEAST_ROWS / 4);
      tree->rows = g_renew (Row, tree->rows, tree->n_alloc);
    }
  tree->rows[tree->n_rows++] = (Row) { from, to, direct, cascaded, key };
}

void
scope_blame_tree_add_time (ScopeBlameTree *tree, ScopeTaskId task, guint32 label, ScopeBlamePlace *kept, gint64 time)
{
  guint32 key = find_place (tree, task, label, kept);

  tree->making[0].sums.sums[key].direct += time;
}

void
scope_blame_tree_add_sum (ScopeBlameTree *tree, guint32 number, guint32 label, gint64 sum)
{
  const ScopeBlame blame = { { SCOPE_NONE, number }, label, sum, 0 };

  scope_blame_sums_add (&tree->making[0].sums, &blame);
}

gboolean
scope_blame_tree_is_full (ScopeBlameTree *tree, guint n_open)
{
  return tree->n_rows >= MAX (LEAST_ROWS, n_open * OPEN_ROWS);
}

static void
pack_sums (GByteArray *out, const ScopeBlameSums *sums)
{
  ScopeBlame before = { 0 };

  for (guint32 i = 0; i < sums->n; i++)
    {
      const ScopeBlame *sum = &sums->sums[i];

      scope_leb_put (out, sum->task.machine - before.task.machine);
      if (sum->task.machine != before.task.machine)
        before.task.thread = 0;
      scope_leb_put (out, sum->task.thread - before.task.thread);
      scope_leb_put (out, sum->label);
      scope_leb_put (out, (guint64) sum->direct);
      scope_leb_put (out, (guint64) sum->cascaded);
      before = *sum;
    }
}

static void
pack_rows (GByteArray *out, const Row *rows, guint n, const guint32 *places, gint64 time)
{
  for (guint i = 0, end; i < n; i = end)
    {
      guint before = out->len;
      guint8 *at;

      end = MIN (n, i + PACKED_ROWS);
      g_byte_array_set_size (out, before + (end - i) * 5 * SCOPE_LEB_MOST);
      at = out->data + before;
      for (const Row *row = rows + i; row < rows + end; row++)
        {
          at = scope_leb_write (at, (guint64) (row->to - time));
          at = scope_leb_write (at, (guint64) (row->to - row->from));
          at = scope_leb_write (at, places[row->key]);
          at = scope_leb_write (at, row->direct);
          at = scope_leb_write (at, row->cascaded);
          time = row->to;
        }
      g_byte_array_set_size (out, (guint) (at - out->data));
    }
}

static gboolean end_node (ScopeBlameTree *tree, guint height, gint64 time, gboolean all, GError **error);

/* Tells the height above what was made of [t0, time). */
static gboolean
pass_on (ScopeBlameTree *tree, guint height, gint64 time, GError **error)
{
  Making *from = &tree->making[height], *to = &tree->making[height + 1];

  if (to->n == 0)
    to->t0 = from->t0;
  for (guint32 i = 0; i < from->sums.n && to->sums.n <= MOST_SUMS; i++)
    scope_blame_sums_add (&to->sums, &from->sums.sums[i]);
  to->below += from->below;
  to->n++;
  return end_node (tree, height + 1, time, FALSE, error);
}

static void
begin_again (Making *making, gint64 time)
{
  scope_blame_sums_reset (&making->sums);
  making->below = 0;
  making->n = 0;
  making->t0 = time;
}

/* If it is whole, or `all` there is of it. */
static gboolean
end_node (ScopeBlameTree *tree, guint height, gint64 time, gboolean all, GError **error)
{
  Making *making = &tree->making[height];
  ScopeBlameNode node = { .t0 = making->t0, .t1 = time, .sums = making->sums.n, .height = height };
  gboolean keep = making->sums.n <= MOST_SUMS && making->sums.n * NODE_SAVES <= making->below, ok;

  if (making->n < (all ? 1 : FAN))
    return TRUE;
  g_byte_array_set_size (tree->packed, 0);
  if (keep)
    {
      scope_blame_sums_sort (&making->sums, NULL);
      pack_sums (tree->packed, &making->sums);
      making->below = making->sums.n;
    }
  node.bytes = tree->packed->len;
  if (!scope_bytes_append (tree->bytes, tree->packed->data, tree->packed->len, &node.offset, error))
    return FALSE;
  g_array_append_val (tree->nodes[height], node);
  tree->n_heights = MAX (tree->n_heights, height + 1);
  ok = height + 1 >= MOST_HEIGHTS || pass_on (tree, height, time, error);
  begin_again (making, time);
  return ok;
}

gboolean
scope_blame_tree_cut (ScopeBlameTree *tree, gint64 time, GError **error)
{
  Making *making = &tree->making[0];
  ScopeBlameNode node = { .t0 = making->t0, .t1 = time, .rows = tree->n_rows, .sums = making->sums.n };
  g_autofree guint32 *places = NULL;
  gboolean ok;

  scope_blame_sums_sort (&making->sums, &places);
  g_byte_array_set_size (tree->packed, 0);
  pack_sums (tree->packed, &making->sums);
  node.bytes = tree->packed->len;
  pack_rows (tree->packed, tree->rows, tree->n_rows, places, making->t0);
  node.more = tree->packed->len - node.bytes;
  if (!scope_bytes_append (tree->bytes, tree->packed->data, tree->packed->len, &node.offset, error))
    return FALSE;
  g_array_append_val (tree->nodes[0], node);
  tree->n_heights = MAX (tree->n_heights, 1);
  tree->n_rows = 0;
  making->below = making->sums.n;
  ok = pass_on (tree, 0, time, error);
  begin_again (making, time);
  return ok;
}

gboolean
scope_blame_tree_finish (ScopeBlameTree *tree, GError **error)
{
  gboolean ok = TRUE;

  /* Up to one that is over all. */
  for (guint h = 1; ok && h < MOST_HEIGHTS && tree->nodes[h - 1]->len > 1; h++)
    ok = end_node (tree, h, tree->making[0].t0, TRUE, error);
  free_making (tree);
  return ok;
}

void
scope_blame_tree_save (ScopeBlameTree *tree, ScopeBlameNode **ret_nodes, guint32 *ret_n)
{
  GArray *all = g_array_new (FALSE, FALSE, sizeof (ScopeBlameNode));

  for (guint h = 0; h < tree->n_heights; h++)
    g_array_append_vals (all, tree->nodes[h]->data, tree->nodes[h]->len);
  *ret_n = all->len;
  *ret_nodes = (ScopeBlameNode *) (gpointer) g_array_free (all, FALSE);
}

/* --- reading --- */

static gboolean
damaged (GError **error)
{
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA, _("A block of the index is damaged"));
  return FALSE;
}

static gboolean
fits (const ScopeBlameNode *node, const ScopeBlameNode *before, guint64 n_bytes)
{
  if (node->height >= MOST_HEIGHTS || node->t0 > node->t1 || node->offset > n_bytes
      || (guint64) node->bytes + node->more > n_bytes - node->offset || (node->height > 0 && node->more > 0))
    return FALSE;
  return before == NULL ? node->height == 0
                        : (before->height == node->height ? before->t1 == node->t0 : before->height + 1 == node->height);
}

/* Every node is over those of the height below that lie in its time. */
static gboolean
is_whole (ScopeBlameTree *tree)
{
  for (guint h = 1; h < tree->n_heights; h++)
    {
      const GArray *below = tree->nodes[h - 1];

      if (tree->nodes[h]->len != (below->len + FAN - 1) / FAN)
        return FALSE;
      for (guint i = 0; i < tree->nodes[h]->len; i++)
        {
          const ScopeBlameNode *node = &g_array_index (tree->nodes[h], ScopeBlameNode, i);

          if (node->t0 != g_array_index (below, ScopeBlameNode, i * FAN).t0
              || node->t1 != g_array_index (below, ScopeBlameNode, MIN ((i + 1) * FAN, below->len) - 1).t1)
            return FALSE;
        }
    }
  return tree->n_heights == 0 || tree->nodes[tree->n_heights - 1]->len == 1;
}

ScopeBlameTree *
scope_blame_tree_load (ScopeBytes *bytes, const ScopeBlameNode *nodes, guint32 n, guint64 n_bytes, GError **error)
{
  g_autoptr (ScopeBlameTree) tree = tree_new (bytes);
  gboolean ok = TRUE;

  for (guint32 i = 0; i < n && ok; i++)
    if ((ok = fits (&nodes[i], i > 0 ? &nodes[i - 1] : NULL, n_bytes)))
      {
        g_array_append_val (tree->nodes[nodes[i].height], nodes[i]);
        tree->n_heights = nodes[i].height + 1;
      }
  if (ok && is_whole (tree))
    return g_steal_pointer (&tree);
  damaged (error);
  return NULL;
}

static gboolean
get_sum (const guint8 **in, const guint8 *end, ScopeBlame *sum)
{
  guint64 machine, thread, label, direct, cascaded;

  if (!scope_leb_get_most (in, end, G_MAXUINT32, &machine) || !scope_leb_get_most (in, end, G_MAXUINT32, &thread)
      || !scope_leb_get_most (in, end, G_MAXUINT32, &label) || !scope_leb_get_most (in, end, G_MAXINT64, &direct)
      || !scope_leb_get_most (in, end, G_MAXINT64, &cascaded))
    return FALSE;
  if (machine > 0)
    sum->task.thread = 0;
  *sum = (ScopeBlame) { { sum->task.machine + (guint32) machine, sum->task.thread + (guint32) thread }, (guint32) label,
                        (gint64) direct, (gint64) cascaded };
  return TRUE;
}

static gboolean
visit_sums (const ScopeBlameNode *node, const guint8 *in, const ScopeBlameVisitor *visitor)
{
  const guint8 *end = in + node->bytes;
  ScopeBlame sum = { 0 };

  for (guint32 i = 0; i < node->sums; i++)
    {
      if (!get_sum (&in, end, &sum))
        return FALSE;
      visitor->sum (visitor->data, &sum);
    }
  return TRUE;
}

/* What of its rows lies in [from, to). */
static gboolean
visit_rows (const ScopeBlameNode *node, const guint8 *in, gint64 from, gint64 to, const ScopeBlameVisitor *visitor)
{
  const guint8 *end = in + node->bytes;
  g_autofree ScopeBlame *keys = g_try_new (ScopeBlame, node->sums + 1);
  ScopeBlame sum = { 0 };
  gint64 time = node->t0;

  for (guint32 i = 0; i < node->sums; i++)
    {
      if (keys == NULL || !get_sum (&in, end, &sum))
        return FALSE;
      keys[i] = (ScopeBlame) { sum.task, sum.label, 0, 0 };
    }
  end += node->more;
  for (guint32 i = 0; i < node->rows; i++)
    {
      guint64 later, length, key, direct, cascaded;
      gint64 part;

      if (!scope_leb_get_most (&in, end, (guint64) (node->t1 - time), &later)
          || !scope_leb_get_most (&in, end, (guint64) (node->t1 - node->t0), &length)
          || !scope_leb_get_most (&in, end, node->sums, &key) || !scope_leb_get (&in, end, &direct)
          || !scope_leb_get (&in, end, &cascaded) || key >= node->sums)
        return FALSE;
      time += (gint64) later;
      part = MIN (time, to) - MAX (time - (gint64) length, from);
      if (part <= 0)
        continue;
      keys[key].direct += (gint64) direct * part;
      keys[key].cascaded += (gint64) cascaded * part;
    }
  for (guint32 i = 0; i < node->sums; i++)
    if (keys[i].direct != 0 || keys[i].cascaded != 0)
      visitor->sum (visitor->data, &keys[i]);
  return TRUE;
}

/* NULL with error. Free with g_free(). */
static guint8 *
read_bytes (ScopeBlameTree *tree, const ScopeBlameNode *node, gsize n, GError **error)
{
  g_autofree guint8 *data = g_try_malloc (n + 1);

  if (data == NULL)
    damaged (error);
  return data != NULL && scope_bytes_read (tree->bytes, node->offset, data, n, error) ? g_steal_pointer (&data) : NULL;
}

static gboolean
visit_whole (ScopeBlameTree *tree, const ScopeBlameNode *node, const ScopeBlameVisitor *visitor, gboolean *ret_taken, GError **error)
{
  g_autofree guint8 *data = read_bytes (tree, node, node->bytes, error);

  if (data == NULL)
    return FALSE;
  if (!visit_sums (node, data, visitor))
    return damaged (error);
  *ret_taken = visitor->take == NULL || visitor->take (visitor->data, node->t0, node->t1);
  return TRUE;
}

static gboolean
visit_part (ScopeBlameTree *tree, const ScopeBlameNode *node, gint64 from, gint64 to, const ScopeBlameVisitor *visitor, GError **error)
{
  g_autofree guint8 *data = read_bytes (tree, node, (gsize) node->bytes + node->more, error);

  return data != NULL && (visit_rows (node, data, from, to, visitor) || damaged (error));
}

static gboolean
visit_node (ScopeBlameTree *tree, guint height, guint i, gint64 from, gint64 to, const ScopeBlameVisitor *visitor, GError **error)
{
  const ScopeBlameNode *node = &g_array_index (tree->nodes[height], ScopeBlameNode, i);
  gboolean taken = FALSE;

  if (node->t1 <= from || node->t0 >= to)
    return TRUE;
  if (g_cancellable_set_error_if_cancelled (visitor->cancellable, error))
    return FALSE;
  if (from <= node->t0 && node->t1 <= to && (node->bytes > 0 || node->sums == 0)
      && (visitor->fits == NULL || visitor->fits (visitor->data, node->t0, node->t1)) && !visit_whole (tree, node, visitor, &taken, error))
    return FALSE;
  if (taken)
    return TRUE;
  if (height > 0)
    {
      for (guint k = i * FAN; k < MIN ((i + 1) * FAN, tree->nodes[height - 1]->len); k++)
        if (!visit_node (tree, height - 1, k, from, to, visitor, error))
          return FALSE;
      return TRUE;
    }
  return (node->rows == 0 || visit_part (tree, node, from, to, visitor, error))
         && visitor->part (visitor->data, MAX (from, node->t0), MIN (to, node->t1), error);
}

gboolean
scope_blame_tree_visit (ScopeBlameTree *tree, gint64 from, gint64 to, const ScopeBlameVisitor *visitor, GError **error)
{
  return tree->n_heights == 0 || visit_node (tree, tree->n_heights - 1, 0, from, to, visitor, error);
}
