/* test-call-hiding.c: call stacks over time without functions that bore, against the same worked out for every single call.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/trace/calls/scope-activation-facts.h"
#include "model/trace/calls/scope-call-hiding.h"
#include "model/trace/calls/scope-function-sums.h"
#include "call-world.h"

/* What is seen of a call: worked out from its callers alone, one call at a time. */
typedef struct
{
  gint64 from, to;
  guint depth, level;
  const char *name;
} Seen;

static const char *
name_in (const char *const *patterns, const char *name)
{
  for (guint i = 0; patterns != NULL && patterns[i] != NULL; i++)
    if (g_pattern_match_simple (patterns[i], name))
      return patterns[i];
  return NULL;
}

/* NULL: not seen. `path` is who is on the stack, itself last. */
static const char *
see (const char *const *lists[3], const char *const *path, guint n, guint *ret_depth)
{
  const char *kept[16], *seen = NULL;
  gboolean folded = FALSE;
  guint k = 0;

  for (guint i = 0; i < n; i++)
    {
      gboolean hides = name_in (lists[0], path[i]) != NULL, folds = !hides && name_in (lists[1], path[i]) != NULL;
      const char *merged = hides || folds ? NULL : name_in (lists[2], path[i]);

      seen = NULL;
      if (k > 0 && (folded || hides || (merged != NULL && kept[k - 1] == merged)))
        continue;
      seen = kept[k++] = merged != NULL ? merged : path[i];
      folded |= folds;
    }
  *ret_depth = k - 1;
  return seen;
}

static GArray *
see_all (const World *world, const char *const *lists[3])
{
  GArray *all = g_array_new (FALSE, FALSE, sizeof (Seen));
  const char *path[16];

  for (guint i = 0; i < world->calls->len; i++)
    {
      const Call *call = &g_array_index (world->calls, Call, i);
      Seen seen = { .from = call->from, .to = call->to, .level = call->depth };

      path[call->depth] = scope_activations_function (scope_trace_machine (world->trace, 0), call->function);
      seen.name = see (lists, path, call->depth + 1, &seen.depth);
      if (seen.name != NULL)
        g_array_append_val (all, seen);
    }
  return all;
}

/* Every one of them, and no other; at any zoom each depth is covered for as long. */
static void
check_seen (const World *world, ScopeCallHiding *hiding, const GArray *all)
{
  g_autoptr (ScopeActivations) found = scope_activations_read_without (world->trace, world->lane, 0, LENGTH, 0, SCOPE_CALL_MAX_DEPTH, hiding, NULL, NULL);
  g_autoptr (ScopeActivations) coarse = scope_activations_read_without (world->trace, world->lane, 0, LENGTH, 400, SCOPE_CALL_MAX_DEPTH, hiding, NULL, NULL);
  gint64 sums[16] = { 0 };

  g_assert_cmpuint (found->n, ==, all->len);
  for (guint i = 0; i < all->len; i++)
    {
      const Seen *seen = &g_array_index (all, Seen, i);
      const ScopeActivation *item = scope_activations_find (found, seen->depth, seen->from);

      g_assert_true (item != NULL && item->from == seen->from && item->to == seen->to && item->level == seen->level);
      g_assert_cmpstr (found->functions[item->function].name, ==, seen->name);
      g_assert_cmpuint (scope_activations_seen_depth (found, seen->level, seen->from), ==, seen->depth);
      sums[seen->depth] += seen->to - seen->from;
    }
  g_assert_cmpuint (coarse->n, <, all->len);
  for (gsize i = 0; i < coarse->n; i++)
    sums[coarse->items[i].depth] -= coarse->items[i].covered;
  for (guint d = 0; d < G_N_ELEMENTS (sums); d++)
    g_assert_cmpint (sums[d], ==, 0);
}

/* What each function does itself is what the tree without them says. */
static void
check_tree (const World *world, ScopeCallHiding *hiding, const GArray *all)
{
  g_autoptr (ScopeFunctionSums) sums = scope_function_sums_read (world->trace, &world->lane, 1, 0, LENGTH, NULL, NULL);
  g_autoptr (ScopeCallTree) tree = scope_call_tree_hide (sums->tree, hiding);

  for (guint f = 0; f < tree->n_functions; f++)
    {
      gint64 own = 0;

      for (guint i = 0; i < all->len; i++)
        {
          const Seen *seen = &g_array_index (all, Seen, i);

          own += g_str_equal (seen->name, tree->functions[f].name) ? seen->to - seen->from : 0;
          /* Whoever called it is the last one a depth above. */
          for (guint c = i; seen->depth > 0 && c-- > 0;)
            if (g_array_index (all, Seen, c).depth + 1 == seen->depth)
              {
                own -= g_str_equal (g_array_index (all, Seen, c).name, tree->functions[f].name) ? seen->to - seen->from : 0;
                break;
              }
        }
      g_assert_cmpint (own, ==, tree->functions[f].self);
    }
}

/* A step leads to what `to` says, and is never on what is left out. */
static void
check_step (const World *world, ScopeCallHiding *hiding, const Seen *seen, ScopeActivationStep step, const Seen *to)
{
  const ScopeActivationId id = { world->lane, seen->level, seen->from, seen->to };
  ScopeActivationId there;
  gboolean is = scope_activation_step (world->trace, &id, step, hiding, &there, NULL, NULL);

  g_assert_true (is == (to != NULL));
  g_assert_true (to == NULL || (there.depth == to->level && there.from == to->from && there.to == to->to));
}

/* Keys step from bar to bar: to who called, what it called first, and its neighbours, as they are drawn. */
static void
check_steps (const World *world, ScopeCallHiding *hiding, const GArray *all)
{
  const Seen *before[16] = { NULL }, *rows = (const Seen *) (gpointer) all->data;

  for (guint i = 0; i < all->len; i++)
    {
      const Seen *seen = &rows[i], *above = seen->depth > 0 ? before[seen->depth - 1] : NULL;

      if (i % 97 == 0)
        check_step (world, hiding, seen, SCOPE_ACTIVATION_CALLER, above);
      if (i % 97 == 0)
        check_step (world, hiding, seen, SCOPE_ACTIVATION_CALLEE, i + 1 < all->len && rows[i + 1].depth == seen->depth + 1 ? &rows[i + 1] : NULL);
      if (i % 97 == 0 && before[seen->depth] != NULL)
        {
          check_step (world, hiding, seen, SCOPE_ACTIVATION_PREVIOUS, before[seen->depth]);
          check_step (world, hiding, before[seen->depth], SCOPE_ACTIVATION_NEXT, seen);
        }
      before[seen->depth] = seen;
    }
}

static void
check_all (const World *world, gboolean recursive)
{
  static const char *const hidden[] = { "m1:f1/1", "m2:*", NULL }, *const folded[] = { "m0:f3/3", NULL }, *const merged[] = { "m0:*", "*f4*", NULL };
  static const char *const all_of_it[] = { "*", NULL };

  for (guint i = 0; i < 11; i++)
    {
      const char *const *lists[3] = { i & 1 ? hidden : NULL, i & 2 ? folded : NULL, i & 4 ? merged : NULL };
      g_autoptr (ScopeCallHiding) hiding = NULL;
      g_autoptr (GArray) all = NULL;

      if (i >= 8)
        lists[i - 8] = all_of_it;
      hiding = scope_call_hiding_new (lists[0], lists[1], lists[2]);
      all = see_all (world, lists);
      check_seen (world, hiding, all);
      check_steps (world, hiding, all);
      if (!recursive)
        check_tree (world, hiding, all);
    }
}

static void
test_stacks (void)
{
  World world;

  world_init (&world);
  check_all (&world, TRUE);
  world_clear (&world);
}

/* In the tree a function that calls itself is the one that was called first, before anything is left out. */
static void
test_trees (void)
{
  World world;

  world_init_plain (&world, 12);
  check_all (&world, FALSE);
  world_clear (&world);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/call-hiding/stacks", test_stacks);
  g_test_add_func ("/call-hiding/trees", test_trees);
  return g_test_run ();
}
