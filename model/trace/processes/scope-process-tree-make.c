/* scope-process-tree-make.c: how the tree comes to be.
 *
 * Entities are first numbered as the trace has them ("seats"), with the seat of each one's parent; then put
 * in order, parents before children and those that are alike side by side, without recursion: a thread may
 * have made a thread a hundred thousand times over.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/trace/processes/scope-process-tree-private.h"

#include "model/base/scope-compare.h"

#include <stdlib.h>
#include <string.h>

#define CHECK_EVERY 4096u

typedef struct
{
  ScopeLaneId lane;
  guint32 parent; /* seat, or n: the top */
  guint32 label;  /* number of what it is called; those of one number and parent are alike. 0: nothing is like
                     it */
  gboolean named; /* has a label or an entry point */
} Seat;

typedef struct
{
  ScopeProcessTree *tree;
  Seat *seats;
  guint32 n;          /* of them */
  GHashTable *labels; /* kind and label → number */
  const char *last;   /* label, and its number */
  ScopeKind last_kind;
  guint32 last_number, n_labels;
  guint32 *starts; /* n + 2: of each seat's children in `children`; seat n is the top */
  guint32 *children;
  ScopePagedArray seat_room, start_room, child_room;
  GCancellable *cancellable;
} Making;

gpointer
scope_process_tree_room (ScopePagedArray *room, gsize n, gsize size)
{
  scope_paged_array_clear (room);
  room->most = MAX (n * size, 1);
  scope_paged_array_grow (room, room->most);
  return room->data;
}

/* Now and then: of millions, few are in memory at a time. FALSE with error if cancelled. */
static gboolean
goes_on (const Making *making, guint32 i, GError **error)
{
  if (i % CHECK_EVERY != 0)
    return TRUE;
  scope_paged_trim ();
  return !g_cancellable_set_error_if_cancelled (making->cancellable, error);
}

/* --- seats --- */

static guint32
label_of (Making *making, ScopeKind kind, const ScopeEntity *entity)
{
  const char *label = entity->name != NULL ? entity->name : entity->entry != NULL ? entity->entry : "";
  g_autofree char *key = NULL;
  gpointer number;

  if (making->last_number != 0 && kind == making->last_kind && strcmp (label, making->last) == 0)
    return making->last_number;
  key = g_strdup_printf ("%u %s", kind, label);
  number = g_hash_table_lookup (making->labels, key);
  if (number == NULL)
    {
      number = GUINT_TO_POINTER (++making->n_labels);
      g_hash_table_insert (making->labels, g_steal_pointer (&key), number);
    }
  making->last = label;
  making->last_kind = kind;
  making->last_number = GPOINTER_TO_UINT (number);
  return making->last_number;
}

static gboolean
add_seats (Making *making, guint32 m, ScopeKind kind, GError **error)
{
  ScopeProcessTree *tree = making->tree;
  ScopeMachine *machine = scope_trace_machine (tree->trace, m);
  guint32 n = tree->counts[m][kind];

  tree->bases[m][kind] = making->n;
  for (guint32 i = 0; i < n; i++)
    {
      Seat seat = { { m, kind, i }, SCOPE_NONE, 0, FALSE };

      if (kind != SCOPE_KIND_MACHINE)
        {
          const ScopeEntity *entity = scope_machine_entity (machine, kind, i);

          seat.label = label_of (making, kind, entity);
          seat.named = entity->name != NULL || entity->entry != NULL;
        }
      making->seats[making->n++] = seat;
      if (!goes_on (making, i, error))
        return FALSE;
    }
  return TRUE;
}

guint32
scope_process_tree_seat (ScopeProcessTree *tree, guint32 m, ScopeKind kind, guint32 index)
{
  if (m >= tree->n_machines || tree->bases[m][kind] == SCOPE_NONE || index >= tree->counts[m][kind])
    return SCOPE_NONE;
  return tree->bases[m][kind] + index;
}

/* The seat that the trace says an entity is below, or SCOPE_NONE. */
static guint32
parent_seat (ScopeProcessTree *tree, ScopeLaneId lane)
{
  const ScopeEntity *entity;

  if (lane.kind == SCOPE_KIND_MACHINE)
    return SCOPE_NONE;
  entity = scope_machine_entity (scope_trace_machine (tree->trace, lane.machine), lane.kind, lane.index);
  if (tree->by == SCOPE_TREE_BY_PARENT && lane.kind == SCOPE_KIND_PROCESS)
    return scope_process_tree_seat (tree, entity->parent_machine, SCOPE_KIND_PROCESS, entity->parent);
  if (tree->by == SCOPE_TREE_BY_PARENT)
    return scope_process_tree_seat (tree, lane.machine, SCOPE_KIND_THREAD, entity->parent);
  if (lane.kind == SCOPE_KIND_THREAD && entity->process != SCOPE_NONE)
    return scope_process_tree_seat (tree, lane.machine, SCOPE_KIND_PROCESS, entity->process);
  return scope_process_tree_seat (tree, lane.machine, SCOPE_KIND_MACHINE, 0);
}

/* Whether the trace says who made an entity, if that was somebody of a node that was not recorded. */
static gboolean
has_remote_parent (ScopeProcessTree *tree, ScopeLaneId lane)
{
  return tree->by == SCOPE_TREE_BY_PARENT && lane.kind == SCOPE_KIND_PROCESS
         && scope_machine_entity (scope_trace_machine (tree->trace, lane.machine), lane.kind, lane.index)->parent_machine
                == SCOPE_PARENT_STRANGER;
}

/* A damaged log may have somebody make its own ancestor: whoever closes a circle stands at the top. */
static void
cut_circles (Making *making)
{
  guint32 n = making->n;
  Seat *seats = making->seats;
  ScopePagedArray room = { NULL };
  guint32 *seen = scope_process_tree_room (&room, n, sizeof *seen); /* from whose walk + 1 */

  for (guint32 i = 0; i < n; i++)
    {
      guint32 at = i, before = i;

      while (at != n && seen[at] == 0)
        {
          seen[at] = i + 1;
          before = at;
          at = seats[at].parent;
        }
      if (at != n && seen[at] == i + 1)
        seats[before].parent = n;
      goes_on (making, i, NULL);
    }
  scope_paged_array_clear (&room);
}

static gboolean
set_parents (Making *making, GError **error)
{
  ScopeProcessTree *tree = making->tree;
  guint32 n = making->n;

  for (guint32 i = 0; i < n; i++)
    {
      Seat *seat = &making->seats[i];
      guint32 parent = parent_seat (tree, seat->lane);

      seat->parent = parent == SCOPE_NONE ? n : parent;
      tree->knows_parents |= parent != SCOPE_NONE || has_remote_parent (tree, seat->lane);
      if (!goes_on (making, i, error))
        return FALSE;
    }
  cut_circles (making);
  return TRUE;
}

static gboolean
take_seats (Making *making, ScopeTreeBy by, GError **error)
{
  ScopeProcessTree *tree = making->tree;
  ScopeKind kind = SCOPE_KIND_THREAD;
  gsize n = 0;

  tree->by = by;
  tree->knows_parents = FALSE;
  for (guint m = 0; m < tree->n_machines; m++)
    {
      ScopeMachine *machine = scope_trace_machine (tree->trace, m);

      for (guint k = 0; k < SCOPE_N_KINDS; k++)
        {
          tree->bases[m][k] = SCOPE_NONE;
          tree->counts[m][k] = k == SCOPE_KIND_MACHINE ? 1 : scope_machine_n_entities (machine, (ScopeKind) k);
          n += tree->counts[m][k];
        }
      if (tree->counts[m][SCOPE_KIND_PROCESS] > 0)
        kind = SCOPE_KIND_PROCESS;
    }
  making->n = 0;
  making->seats = scope_process_tree_room (&making->seat_room, n, sizeof *making->seats);
  for (guint m = 0; m < tree->n_machines; m++)
    if (by == SCOPE_TREE_BY_PARENT)
      {
        if (!add_seats (making, m, kind, error))
          return FALSE;
      }
    else if (!add_seats (making, m, SCOPE_KIND_MACHINE, error)
             || !add_seats (making, m, SCOPE_KIND_PROCESS, error)
             || !add_seats (making, m, SCOPE_KIND_THREAD, error))
      return FALSE;
  return set_parents (making, error);
}

/* --- children, those that are alike side by side --- */

static void
gather_children (Making *making)
{
  guint32 n = making->n;
  const Seat *seats = making->seats;
  ScopePagedArray room = { NULL };
  guint32 *next = scope_process_tree_room (&room, (gsize) n + 1, sizeof *next);

  making->starts = scope_process_tree_room (&making->start_room, (gsize) n + 3, sizeof *making->starts);
  making->children = scope_process_tree_room (&making->child_room, (gsize) n + 1, sizeof *making->children);
  for (guint32 i = 0; i < n; i++)
    making->starts[seats[i].parent + 1]++;
  for (guint32 i = 0; i <= n; i++)
    making->starts[i + 1] += making->starts[i];
  memcpy (next, making->starts, ((gsize) n + 1) * sizeof *next);
  for (guint32 i = 0; i < n; i++)
    {
      making->children[next[seats[i].parent]++] = i;
      goes_on (making, i, NULL);
    }
  scope_paged_array_clear (&room);
}

SCOPE_COMPARE_NUMBERS (compare_keys, guint64)

/* Where the one at `place` of a family stands: behind the first of those it is folded with. */
static guint32
group_of (const Making *making, const guint32 *family, guint32 place, const guint32 *counts, const guint32 *firsts)
{
  guint32 label = making->seats[family[place]].label;

  return counts[label] >= SCOPE_TREE_FOLD ? firsts[label] : place;
}

/* A family in the order of the trace, but those that are folded behind the first of them. */
static void
order_family (const Making *making, guint32 parent, const guint32 *counts, guint32 *firsts)
{
  guint32 *family = making->children + making->starts[parent];
  guint32 n = making->starts[parent + 1] - making->starts[parent], sorted = 1;
  g_autofree guint64 *keys = NULL;
  g_autofree guint32 *copy = NULL;

  for (guint32 i = n; i-- > 0;)
    firsts[making->seats[family[i]].label] = i;
  while (sorted < n
         && group_of (making, family, sorted - 1, counts, firsts) <= group_of (making, family, sorted, counts, firsts))
    sorted++;
  if (sorted >= n) /* so are millions that are all alike */
    return;
  keys = g_new (guint64, n);
  copy = g_memdup2 (family, n * sizeof *copy);
  for (guint32 i = 0; i < n; i++)
    keys[i] = (guint64) group_of (making, family, i, counts, firsts) << 32 | i;
  qsort (keys, n, sizeof *keys, compare_keys);
  for (guint32 i = 0; i < n; i++)
    family[i] = copy[keys[i] & G_MAXUINT32];
}

/* Lays the children of `parent` down as rows' folds later want them; `counts` is all zero before and after.
 * Seats that are folded keep their label, the others lose it. */
static void
fold_family (Making *making, guint32 parent, guint32 *counts, guint32 *firsts)
{
  const guint32 *family = making->children + making->starts[parent];
  guint32 n = making->starts[parent + 1] - making->starts[parent];
  gboolean folds = FALSE;

  for (guint32 i = 0; i < n; i++)
    {
      Seat *seat = &making->seats[family[i]];

      /* Nothing says that two branches without a name are alike. */
      if (!seat->named && making->starts[family[i] + 1] > making->starts[family[i]])
        seat->label = 0;
      folds |= seat->label != 0 && ++counts[seat->label] == SCOPE_TREE_FOLD;
    }
  counts[0] = 0;
  if (folds)
    order_family (making, parent, counts, firsts);
  for (guint32 i = 0; i < n; i++)
    {
      Seat *seat = &making->seats[family[i]];

      if (counts[seat->label] < SCOPE_TREE_FOLD)
        {
          counts[seat->label] = 0;
          seat->label = 0;
        }
    }
  for (guint32 i = 0; i < n; i++)
    counts[making->seats[family[i]].label] = 0;
}

/* --- rows --- */

static void
add_row (
    ScopeProcessTree *tree, const Making *making, guint32 seat, guint32 row, guint32 parent, guint32 fold)
{
  ScopeTreeNode *node = &tree->nodes[row];

  *node = (ScopeTreeNode){ .lane = making->seats[seat].lane,
                           .parent = parent,
                           .fold = fold };
  node->depth = parent != SCOPE_NONE ? tree->nodes[parent].depth + 1 : 0;
  node->n_children = making->starts[seat + 1] - making->starts[seat];
  tree->places[seat] = row;
}

/* The fold of the child at `place`, a new one if the child before is none of it. */
static guint32
fold_at (
    ScopeProcessTree *tree, const Making *making, guint32 seat, guint32 place, guint32 row, guint32 parent)
{
  guint32 label = making->seats[making->children[place]].label;
  ScopeTreeFold *last;

  if (label == 0)
    return SCOPE_NONE;
  if (place == making->starts[seat]
      || making->seats[making->children[place - 1]].label != label)
    {
      ScopeTreeFold fold = { .parent = parent, .first = row };

      g_array_append_val (tree->folds, fold);
      last = &g_array_index (tree->folds, ScopeTreeFold, tree->folds->len - 1);
    }
  else
    last = &g_array_index (tree->folds, ScopeTreeFold,
                           tree->nodes[tree->places[making->children[place - 1]]].fold);
  last->n++;
  return (guint32)(last - (ScopeTreeFold *)(void *)tree->folds->data);
}

/* From the top down; `at` holds the next child of each seat that is being gone through. */
static void
lay_rows (ScopeProcessTree *tree, const Making *making)
{
  guint32 n = making->n, seat = n, row = 0;
  ScopePagedArray room = { NULL };
  guint32 *at = scope_process_tree_room (&room, (gsize) n + 1, sizeof *at);

  memcpy (at, making->starts, ((gsize) n + 1) * sizeof *at);
  tree->n = n;
  tree->nodes = scope_process_tree_room (&tree->node_room, (gsize) n + 1, sizeof *tree->nodes);
  tree->places = scope_process_tree_room (&tree->place_room, (gsize) n + 1, sizeof *tree->places);
  tree->folds = g_array_new (FALSE, FALSE, sizeof (ScopeTreeFold));
  tree->n_roots = making->starts[n + 1] - making->starts[n];
  for (;;)
    {
      guint32 parent = seat == n ? SCOPE_NONE : tree->places[seat];

      if (at[seat] < making->starts[seat + 1])
        {
          guint32 place = at[seat]++, child = making->children[place];

          add_row (tree, making, child, row, parent, fold_at (tree, making, seat, place, row, parent));
          goes_on (making, row++, NULL);
          seat = child;
        }
      else if (seat == n)
        break;
      else
        {
          tree->nodes[parent].end = row;
          if (tree->nodes[parent].fold != SCOPE_NONE)
            g_array_index (tree->folds, ScopeTreeFold, tree->nodes[parent].fold).end = row;
          seat = making->seats[seat].parent;
        }
    }
  g_assert (row == n);
  scope_paged_array_clear (&room);
}

static gboolean
make (Making *making, ScopeTreeBy by, GError **error)
{
  g_autofree guint32 *counts = NULL, *firsts = NULL;

  if (!take_seats (making, by == SCOPE_TREE_BY_DEFAULT ? SCOPE_TREE_BY_PARENT : by, error))
    return FALSE;
  if (by == SCOPE_TREE_BY_DEFAULT && !making->tree->knows_parents
      && !take_seats (making, SCOPE_TREE_BY_PLACE, error))
    return FALSE;
  gather_children (making);
  counts = g_new0 (guint32, (gsize)making->n_labels + 1);
  firsts = g_new0 (guint32, (gsize)making->n_labels + 1);
  for (guint32 seat = 0; seat <= making->n; seat++)
    {
      fold_family (making, seat, counts, firsts);
      if (!goes_on (making, seat, error))
        return FALSE;
    }
  lay_rows (making->tree, making);
  return TRUE;
}

/* Once, since a fold of 190,000 threads is looked at often. */
static gboolean
find_lives (ScopeProcessTree *tree, const Making *making, GError **error)
{
  for (guint32 i = 0; i < tree->n; i++)
    {
      gint64 first, last;

      if (tree->nodes[i].fold != SCOPE_NONE && scope_process_tree_life (tree, i, &first, &last))
        {
          ScopeTreeFold *fold = &g_array_index (tree->folds, ScopeTreeFold, tree->nodes[i].fold);

          fold->from = fold->lived ? MIN (fold->from, first) : first;
          fold->to = fold->lived ? MAX (fold->to, last) : last;
          fold->lived = TRUE;
        }
      if (!goes_on (making, i, error))
        return FALSE;
    }
  return TRUE;
}

ScopeProcessTree *
scope_process_tree_new (ScopeTrace *trace, ScopeTreeBy by, GCancellable *cancellable, GError **error)
{
  g_autoptr (ScopeProcessTree) tree = g_new0 (ScopeProcessTree, 1);
  Making making = { .tree = tree, .cancellable = cancellable };
  gboolean ok;

  g_atomic_ref_count_init (&tree->refs);
  tree->trace = g_object_ref (trace);
  tree->n_machines = scope_trace_n_machines (trace);
  tree->bases = g_malloc0_n (tree->n_machines + 1, sizeof *tree->bases);
  tree->counts = g_malloc0_n (tree->n_machines + 1, sizeof *tree->counts);
  making.labels = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  ok = make (&making, by, error) && find_lives (tree, &making, error);
  scope_paged_array_clear (&making.seat_room);
  scope_paged_array_clear (&making.start_room);
  scope_paged_array_clear (&making.child_room);
  g_hash_table_unref (making.labels);
  return ok ? g_steal_pointer (&tree) : NULL;
}
