/* scope-call-diff-walk.c: two lanes side by side: children of pairs are aligned a window at a time, then what these called.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/trace/call-diff/scope-call-diff-private.h"

#define WINDOW SCOPE_CALL_ALIGN_MOST
#define LEAST_ROOM 4096u

/* What one activation called: out of what is at hand, or read again. */
typedef struct
{
  ScopeCallDiffSide *side;
  ScopeCallFeed *feed;          /* NULL: all is at hand */
  const ScopeCallBranch *nodes; /* [at, end) are siblings and what is below them */
  guint at, end;
  gboolean read;                /* the feed was filled as far as it goes */
} Brood;

static void
brood_clear (Brood *self)
{
  if (self->feed != NULL)
    self->side->held -= self->end;
  g_clear_pointer (&self->feed, scope_call_feed_free);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Brood, brood_clear)

/* `above` NULL: the lane's roots. */
static gboolean
brood_init (Brood *self, ScopeCallDiffSide *side, const ScopeCallBranch *above, guint depth, GError **error)
{
  *self = (Brood) { .side = side };
  if (above == NULL || above->cut)
    return (self->feed = scope_call_feed_new (&side->lane, above, depth, error)) != NULL;
  self->nodes = above + 1;
  self->end = above->size - 1;
  return TRUE;
}

static gboolean
fill (ScopeCallWalk *walk, Brood *self, GError **error)
{
  guint others = self->side->held - self->end, least = walk->question->budget != 0 ? 1 : LEAST_ROOM;
  guint room = walk->budget > others + least ? walk->budget - others : least;
  gboolean ok = scope_call_feed_fill (self->feed, WINDOW + 1, room, walk->question->cancellable, error);

  self->nodes = scope_call_feed_get (self->feed, &self->end);
  self->side->held = others + self->end;
  return ok;
}

/* The next siblings; *ret_more: others follow. */
static gboolean
brood_window (ScopeCallWalk *walk, Brood *self, guint *places, guint *ret_n, gboolean *ret_more, GError **error)
{
  guint i, n = 0;

  if (self->feed != NULL)
    {
      scope_call_feed_drop (self->feed, self->at);
      self->side->held -= self->at;
      self->end -= self->at;
      self->at = 0;
      if (!fill (walk, self, error))
        return FALSE;
    }
  for (i = self->at; i < self->end && n < WINDOW; i += self->nodes[i].size)
    places[n++] = i;
  *ret_n = n;
  *ret_more = i < self->end;
  return TRUE;
}

/* --- what has no partner --- */

static gboolean add_alone (ScopeCallWalk *walk, guint side, const ScopeCallBranch *node, guint32 context, guint depth, GError **error);

static gboolean
add_brood_alone (ScopeCallWalk *walk, guint side, Brood *brood, guint32 context, guint depth, GError **error)
{
  g_autofree guint *places = g_new (guint, WINDOW);
  gboolean more = TRUE;

  while (more)
    {
      guint n;

      if (!brood_window (walk, brood, places, &n, &more, error))
        return FALSE;
      for (guint i = 0; i < n; i++)
        if (!add_alone (walk, side, &brood->nodes[places[i]], context, depth, error))
          return FALSE;
      brood->at = more ? places[n - 1] + brood->nodes[places[n - 1]].size : brood->end;
    }
  return TRUE;
}

static gboolean
add_alone (ScopeCallWalk *walk, guint side, const ScopeCallBranch *node, guint32 context, guint depth, GError **error)
{
  const ScopeCallBranch *nodes[2] = { side == SCOPE_CALL_BASELINE ? node : NULL, side == SCOPE_CALL_RUN ? node : NULL };
  g_auto (Brood) brood = { 0 };
  gboolean ok;

  context = scope_call_walk_add (walk, nodes, context, depth);
  if (walk->stopped)
    return FALSE;
  ok = (node->size == 1 && !node->cut)
       || (brood_init (&brood, &walk->sides[side], node, depth, error)
           && add_brood_alone (walk, side, &brood, context, depth + 1, error));
  scope_call_walk_leave (walk, nodes);
  return ok;
}

/* --- pairs --- */

static gboolean add_broods (ScopeCallWalk *walk, Brood broods[2], guint32 context, guint depth, GError **error);

/* Of both, which lie at that depth; NULL and SCOPE_NONE: the roots. */
static gboolean
add_children (ScopeCallWalk *walk, const ScopeCallBranch *const nodes[2], guint32 context, guint depth, GError **error)
{
  Brood both[2] = { { 0 }, { 0 } };
  gboolean ok = brood_init (&both[0], &walk->sides[0], nodes[0], depth, error)
                && brood_init (&both[1], &walk->sides[1], nodes[1], depth, error)
                && add_broods (walk, both, context, depth + 1, error);

  brood_clear (&both[0]);
  brood_clear (&both[1]);
  return ok;
}

static gboolean
has_children (const ScopeCallBranch *node)
{
  return node->size > 1 || node->cut;
}

static gboolean
add_pair (ScopeCallWalk *walk, const ScopeCallBranch *const nodes[2], guint32 above, guint depth, GError **error)
{
  guint32 context;
  gboolean ok = TRUE;

  if (walk->sides[0].origin == SCOPE_TIME_MIN)
    {
      walk->sides[0].origin = walk->point[0] = nodes[0]->from;
      walk->sides[1].origin = walk->point[1] = nodes[1]->from;
    }
  scope_call_walk_point (walk, nodes[0]->from, nodes[1]->from, above);
  context = scope_call_walk_add (walk, nodes, above, depth);
  if (walk->stopped)
    return FALSE;
  if (has_children (nodes[0]) || has_children (nodes[1]))
    ok = add_children (walk, nodes, context, depth, error);
  scope_call_walk_leave (walk, nodes);
  if (ok)
    scope_call_walk_point (walk, nodes[0]->to, nodes[1]->to, context);
  return ok;
}

/* One window of each. */
typedef struct
{
  guint places[2][WINDOW];
  guint n[2];
  gboolean more[2];
  guint8 steps[2 * WINDOW];
  guint n_steps;
} Windows;

static gboolean
fill_windows (ScopeCallWalk *walk, Brood broods[2], Windows *windows, GError **error)
{
  g_autofree guint32 *functions = g_new (guint32, 2 * WINDOW);

  for (guint s = 0; s < 2; s++)
    {
      if (!brood_window (walk, &broods[s], windows->places[s], &windows->n[s], &windows->more[s], error))
        return FALSE;
      for (guint i = 0; i < windows->n[s]; i++)
        functions[s * WINDOW + i] = scope_call_walk_function (walk, s, broods[s].nodes[windows->places[s][i]].function);
    }
  windows->n_steps = scope_call_align (walk->aligner, functions, windows->n[0], functions + WINDOW, windows->n[1], windows->steps);
  return TRUE;
}

/* All of both windows, or as far as the middle of either if more follows. */
static gboolean
take_windows (ScopeCallWalk *walk, Brood broods[2], const Windows *windows, guint32 context, guint depth, GError **error)
{
  gboolean more = windows->more[0] || windows->more[1];
  guint at[2] = { 0, 0 };

  for (guint i = 0; i < windows->n_steps && !(more && (at[0] >= WINDOW / 2 || at[1] >= WINDOW / 2)); i++)
    {
      guint step = windows->steps[i];
      const ScopeCallBranch *nodes[2] = { NULL, NULL };
      gboolean ok;

      for (guint s = 0; s < 2; s++)
        if (step == SCOPE_CALL_ALIGN_PAIR || step == (s == 0 ? SCOPE_CALL_ALIGN_BASELINE : SCOPE_CALL_ALIGN_RUN))
          nodes[s] = &broods[s].nodes[windows->places[s][at[s]++]];
      if (step == SCOPE_CALL_ALIGN_PAIR)
        ok = add_pair (walk, nodes, context, depth, error);
      else
        ok = add_alone (walk, nodes[0] != NULL ? SCOPE_CALL_BASELINE : SCOPE_CALL_RUN, nodes[0] != NULL ? nodes[0] : nodes[1],
                        context, depth, error);
      if (!ok)
        return FALSE;
    }
  for (guint s = 0; s < 2; s++)
    if (at[s] > 0)
      {
        guint last = windows->places[s][at[s] - 1];

        broods[s].at = last + broods[s].nodes[last].size;
      }
  return TRUE;
}

static gboolean
add_broods (ScopeCallWalk *walk, Brood broods[2], guint32 context, guint depth, GError **error)
{
  g_autofree Windows *windows = g_new (Windows, 1);

  do
    if (!fill_windows (walk, broods, windows, error) || !take_windows (walk, broods, windows, context, depth, error))
      return FALSE;
  while (windows->more[0] || windows->more[1]);
  return TRUE;
}

gboolean
scope_call_walk_lanes (ScopeCallWalk *walk, GError **error)
{
  static const ScopeCallBranch *const roots[2] = { NULL, NULL };

  return add_children (walk, roots, SCOPE_NONE, SCOPE_NONE, error) && !walk->stopped;
}
