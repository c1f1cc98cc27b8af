/* scope-call-unmatched.c: see scope-call-unmatched.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/trace/call-diff/scope-call-unmatched.h"

#include "model/base/scope-bisect.h"
#include "model/base/scope-compare.h"
#include "model/base/scope-ref.h"
#include "model/base/scope-task.h"

/* An activation and all that it called. */
typedef struct
{
  ScopeLaneId lane;
  gint64 from, to;
  guint32 depth;
} Branch;

/* Those of one lane that begin at one depth: they do not overlap, nor do those of the lane's other groups. */
typedef struct
{
  ScopeLaneId lane;
  guint32 depth;
  guint first, end; /* branches */
} Group;

/* one run */
typedef struct
{
  guint64 n;
  gboolean truncated;
  GArray *branches; /* Branch, by lane, depth and time */
  GArray *groups;   /* Group, by lane and depth */
  gint64 *sums;     /* of the branches before each, and of all: ticks */
} Side;

struct _ScopeCallUnmatched
{
  gatomicrefcount ref_count;
  Side sides[2]; /* by ScopeCallSide */
  guint most;
};

static void
call_unmatched_free (ScopeCallUnmatched *unmatched)
{
  for (guint s = 0; s < 2; s++)
    {
      g_array_unref (unmatched->sides[s].branches);
      g_array_unref (unmatched->sides[s].groups);
      g_free (unmatched->sides[s].sums);
    }
  g_free (unmatched);
}

SCOPE_DEFINE_REF (ScopeCallUnmatched, scope_call_unmatched, object->ref_count, call_unmatched_free)

static int
compare_lanes (const ScopeLaneId *a, const ScopeLaneId *b)
{
  SCOPE_COMPARE (a->machine, b->machine);
  SCOPE_COMPARE (a->kind, b->kind);
  return a->index < b->index ? -1 : a->index > b->index;
}

static int
compare_branches (gconstpointer a, gconstpointer b)
{
  const Branch *x = a, *y = b;
  int order = compare_lanes (&x->lane, &y->lane);

  if (order != 0)
    return order;
  SCOPE_COMPARE (x->depth, y->depth);
  return x->from != y->from ? (x->from < y->from ? -1 : 1) : (x->to > y->to) - (x->to < y->to);
}

/* --- reading --- */

/* Below one that is kept: parents come before what they called, and nothing lies between. */
static gboolean
is_below (const GArray *branches, const ScopeLaneId *lane, const ScopeCallDiffRow *row, guint side)
{
  const Branch *last = branches->len > 0 ? &g_array_index (branches, Branch, branches->len - 1) : NULL;

  return last != NULL && scope_lane_id_equal (last->lane, *lane) && row->depth > last->depth && row->from[side] >= last->from
         && row->to[side] <= last->to;
}

static gboolean
meet (const ScopeCallDiffRow *row, const ScopeCallDiff *diff, gpointer data)
{
  ScopeCallUnmatched *self = data;
  guint s = row->match == SCOPE_CALL_ONLY_RUN ? SCOPE_CALL_RUN : SCOPE_CALL_BASELINE;
  const ScopeLaneId *lane = &diff->lanes[row->lane].lanes[s];
  Side *side = &self->sides[s];
  Branch branch;

  if (row->match == SCOPE_CALL_MATCHED)
    return TRUE;
  side->n++;
  if (side->truncated || is_below (side->branches, lane, row, s))
    return TRUE;
  side->truncated = side->branches->len >= self->most;
  if (side->truncated)
    return TRUE;
  branch = (Branch) { *lane, row->from[s], row->to[s], row->depth };
  g_array_append_val (side->branches, branch);
  return TRUE;
}

static void
order_side (Side *side)
{
  guint n = side->branches->len;

  g_array_sort (side->branches, compare_branches);
  side->sums = g_new0 (gint64, n + 1);
  for (guint i = 0; i < n; i++)
    {
      const Branch *branch = &g_array_index (side->branches, Branch, i);
      Group *last = side->groups->len > 0 ? &g_array_index (side->groups, Group, side->groups->len - 1) : NULL;

      side->sums[i + 1] = side->sums[i] + branch->to - branch->from;
      if (last == NULL || last->depth != branch->depth || !scope_lane_id_equal (last->lane, branch->lane))
        {
          const Group group = { branch->lane, branch->depth, i, i + 1 };

          g_array_append_val (side->groups, group);
        }
      else
        last->end = i + 1;
    }
}

ScopeCallUnmatched *
scope_call_unmatched_read (ScopePairing *pairing, guint most, GCancellable *cancellable, GError **error)
{
  g_autoptr (ScopeCallUnmatched) self = g_new0 (ScopeCallUnmatched, 1);
  const ScopeCallDiffQuestion question
      = { .from = SCOPE_TIME_MIN, .to = SCOPE_TIME_MAX, .func = meet, .user_data = self, .cancellable = cancellable };
  g_autoptr (ScopeCallDiff) diff = NULL;

  g_atomic_ref_count_init (&self->ref_count);
  self->most = most > 0 ? most : SCOPE_CALL_UNMATCHED_MOST;
  for (guint s = 0; s < 2; s++)
    {
      self->sides[s].branches = g_array_new (FALSE, FALSE, sizeof (Branch));
      self->sides[s].groups = g_array_new (FALSE, FALSE, sizeof (Group));
    }
  diff = scope_call_diff_read (pairing, &question, error);
  if (diff == NULL)
    return NULL;
  for (guint s = 0; s < 2; s++)
    order_side (&self->sides[s]);
  return g_steal_pointer (&self);
}

static gpointer
answer (gpointer source, gconstpointer data, GCancellable *cancellable, GError **error)
{
  return scope_call_unmatched_read ((gpointer) data, 0, cancellable, error);
}

void
scope_call_unmatched_read_async (ScopePairing *pairing, GCancellable *cancellable, GAsyncReadyCallback callback, gpointer user_data)
{
  scope_task_give (NULL, answer, scope_pairing_ref (pairing), (GDestroyNotify) scope_pairing_unref,
                   (GDestroyNotify) scope_call_unmatched_unref, cancellable, callback, user_data);
}

ScopeCallUnmatched *
scope_call_unmatched_read_finish (GAsyncResult *result, GError **error)
{
  return scope_task_answer (result, error);
}

/* --- asking --- */

void
scope_call_unmatched_get_counts (const ScopeCallUnmatched *unmatched, ScopeCallUnmatchedCount ret[2])
{
  for (guint s = 0; s < 2; s++)
    ret[s] = unmatched != NULL ? (ScopeCallUnmatchedCount) { unmatched->sides[s].n, unmatched->sides[s].truncated }
                               : (ScopeCallUnmatchedCount) { 0, FALSE };
}

static guint
first_group (const Side *side, const ScopeLaneId *lane)
{
  return (guint) SCOPE_BISECT (side->groups->len, i, compare_lanes (&g_array_index (side->groups, Group, i).lane, lane) < 0);
}

/* The next group of the lane that begins no deeper; NULL: there is none. */
static const Group *
group_of (const Side *side, guint i, const ScopeLaneId *lane, guint depth)
{
  const Group *group = i < side->groups->len ? &g_array_index (side->groups, Group, i) : NULL;

  return group != NULL && group->depth <= depth && scope_lane_id_equal (group->lane, *lane) ? group : NULL;
}

/* The first branch of a group that ends at `time` or later. */
static guint
first_branch (const Side *side, const Group *group, gint64 time)
{
  const Branch *branches = &g_array_index (side->branches, Branch, group->first);

  return group->first + (guint) SCOPE_BISECT (group->end - group->first, i, branches[i].to < time);
}

gboolean
scope_call_unmatched_has (const ScopeCallUnmatched *unmatched, ScopeCallSide s, ScopeLaneId lane, guint depth, gint64 from, gint64 to)
{
  const Side *side = &unmatched->sides[s];
  const Group *group;

  for (guint g = first_group (side, &lane); (group = group_of (side, g, &lane, depth)) != NULL; g++)
    for (guint i = first_branch (side, group, to); i < group->end; i++)
      {
        const Branch *branch = &g_array_index (side->branches, Branch, i);

        if (branch->from > from)
          break;
        /* What takes no time stands at the end of the one before as well. */
        if (from < branch->to || branch->from == branch->to)
          return TRUE;
      }
  return FALSE;
}

/* Ticks of a group before `time`. */
static gint64
sum_until (const Side *side, const Group *group, gint64 time)
{
  guint i = first_branch (side, group, time);
  gint64 sum = side->sums[i] - side->sums[group->first];

  return i < group->end ? sum + MAX (time - g_array_index (side->branches, Branch, i).from, 0) : sum;
}

gint64
scope_call_unmatched_cover (const ScopeCallUnmatched *unmatched, ScopeCallSide s, ScopeLaneId lane, guint depth, gint64 from, gint64 to)
{
  const Side *side = &unmatched->sides[s];
  const Group *group;
  gint64 sum = 0;

  for (guint g = first_group (side, &lane); (group = group_of (side, g, &lane, depth)) != NULL; g++)
    sum += sum_until (side, group, to) - sum_until (side, group, from);
  return sum;
}
