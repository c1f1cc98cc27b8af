/* scope-call-hiding.c: see scope-call-hiding.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/trace/calls/scope-call-hiding.h"

#include "model/base/scope-ref.h"
#include "model/trace/calls/scope-call-tree-private.h"

#include <string.h>

#define N_FATES (SCOPE_CALL_MERGED + 1)

struct _ScopeCallHiding
{
  gatomicrefcount refs;
  GPtrArray *patterns[N_FATES]; /* of GPatternSpec *; of SCOPE_CALL_SHOWN none */
  GPtrArray *names;             /* of char *: those of SCOPE_CALL_MERGED as they were given */
  guint digest;
};

static GPtrArray *
compile (const char *const *texts)
{
  GPtrArray *patterns = g_ptr_array_new_with_free_func ((GDestroyNotify) g_pattern_spec_free);

  for (guint i = 0; texts != NULL && texts[i] != NULL; i++)
    if (*texts[i] != '\0')
      g_ptr_array_add (patterns, g_pattern_spec_new (texts[i]));
  return patterns;
}

static void
hiding_free (ScopeCallHiding *hiding)
{
  for (guint f = 0; f < N_FATES; f++)
    g_ptr_array_unref (hiding->patterns[f]);
  g_ptr_array_unref (hiding->names);
  g_free (hiding);
}

SCOPE_DEFINE_REF (ScopeCallHiding, scope_call_hiding, object->refs, hiding_free)

static void
add_to_digest (ScopeCallHiding *hiding, const char *const *texts, ScopeCallFate fate)
{
  for (guint i = 0; texts != NULL && texts[i] != NULL; i++)
    if (*texts[i] != '\0')
      hiding->digest = hiding->digest * 31 + g_str_hash (texts[i]) + fate;
}

ScopeCallHiding *
scope_call_hiding_new (const char *const *hidden, const char *const *folded, const char *const *merged)
{
  ScopeCallHiding *hiding = g_new0 (ScopeCallHiding, 1);
  guint n = 0;

  g_atomic_ref_count_init (&hiding->refs);
  hiding->patterns[SCOPE_CALL_SHOWN] = compile (NULL);
  hiding->patterns[SCOPE_CALL_HIDDEN] = compile (hidden);
  hiding->patterns[SCOPE_CALL_FOLDED] = compile (folded);
  hiding->patterns[SCOPE_CALL_MERGED] = compile (merged);
  hiding->names = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; merged != NULL && merged[i] != NULL; i++)
    if (*merged[i] != '\0')
      g_ptr_array_add (hiding->names, g_strdup (merged[i]));
  add_to_digest (hiding, hidden, SCOPE_CALL_HIDDEN);
  add_to_digest (hiding, folded, SCOPE_CALL_FOLDED);
  add_to_digest (hiding, merged, SCOPE_CALL_MERGED);
  for (guint f = 0; f < N_FATES; f++)
    n += hiding->patterns[f]->len;
  if (n > 0)
    return hiding;
  hiding_free (hiding);
  return NULL;
}

guint
scope_call_hiding_digest (const ScopeCallHiding *hiding)
{
  return hiding != NULL ? hiding->digest : 0;
}

/* --- what becomes of each function --- */

typedef struct
{
  ScopeCallFate fate;
  guint32 made;      /* its place in those that are made */
  gboolean changed;  /* some of its nodes are others' now, or others' are its */
} Function;

typedef struct
{
  const ScopeCallTree *tree;
  Function *functions;
  GArray *made;      /* of ScopeCallFunctionSum, whose names are the tree's or the hiding's */
  GArray *from;      /* of guint32: the function of the tree that each was made of first */
  GArray *nodes;     /* of ScopeCallNode */
  GHashTable *children; /* parent and function → place + 1 */
  guint32 *places;   /* by node of the tree: where it went */
  gboolean *folded;  /* by node: what it calls is its own */
} Hiding;

ScopeCallFate
scope_call_hiding_fate (const ScopeCallHiding *hiding, const char *name, guint *ret_pattern)
{
  g_autofree char *reversed = NULL;
  gsize length = strlen (name);

  if (!g_utf8_validate (name, -1, NULL))
    return SCOPE_CALL_SHOWN;
  reversed = g_utf8_strreverse (name, -1);
  for (guint f = SCOPE_CALL_HIDDEN; f < N_FATES; f++)
    for (guint i = 0; i < hiding->patterns[f]->len; i++)
      if (g_pattern_spec_match (hiding->patterns[f]->pdata[i], length, name, reversed))
        {
          *ret_pattern = i;
          return (ScopeCallFate) f;
        }
  return SCOPE_CALL_SHOWN;
}

const char *
scope_call_hiding_name (const ScopeCallHiding *hiding, guint pattern)
{
  return hiding->names->pdata[pattern];
}

static guint32
add_made (Hiding *self, const char *name, guint32 from)
{
  ScopeCallFunctionSum sum = self->tree->functions[from];

  sum.name = name;
  sum.calls = 0;
  sum.total = sum.self = 0;
  g_array_append_val (self->made, sum);
  g_array_append_val (self->from, from);
  return self->made->len - 1;
}

/* FALSE: none bores. */
static gboolean
find_fates (Hiding *self, const ScopeCallHiding *hiding)
{
  g_autofree guint32 *merged = g_new0 (guint32, hiding->names->len + 1);
  gboolean any = FALSE;

  for (guint32 i = 0; i < self->tree->n_functions; i++)
    {
      const ScopeCallFunctionSum *sum = &self->tree->functions[i];
      Function *function = &self->functions[i];
      guint pattern = 0;

      function->fate = sum->kind == SCOPE_CALL_FUNCTION ? scope_call_hiding_fate (hiding, sum->name, &pattern) : SCOPE_CALL_SHOWN;
      any = any || function->fate != SCOPE_CALL_SHOWN;
      if (function->fate != SCOPE_CALL_MERGED)
        {
          function->made = add_made (self, sum->name, i);
          continue;
        }
      if (merged[pattern] == 0)
        merged[pattern] = add_made (self, hiding->names->pdata[pattern], i) + 1;
      function->made = merged[pattern] - 1;
    }
  return any;
}

/* --- nodes --- */

static guint32
find_child (Hiding *self, guint32 parent, guint32 function)
{
  gint64 key = (gint64) ((guint64) parent << 32 | function);
  guint place = GPOINTER_TO_UINT (g_hash_table_lookup (self->children, &key));
  const ScopeCallNode node = { .parent = parent, .first_child = SCOPE_NONE, .next = SCOPE_NONE, .function = function };

  if (place > 0)
    return place - 1;
  g_array_append_val (self->nodes, node);
  g_hash_table_insert (self->children, g_memdup2 (&key, sizeof key), GUINT_TO_POINTER (self->nodes->len));
  return self->nodes->len - 1;
}

static ScopeCallNode *
get (const Hiding *self, guint32 place)
{
  return &g_array_index (self->nodes, ScopeCallNode, place);
}

/* The node of that function on the way up, or SCOPE_NONE. */
static guint32
find_above (const Hiding *self, guint32 place, guint32 function)
{
  while (place != SCOPE_NONE && get (self, place)->function != function)
    place = get (self, place)->parent;
  return place;
}

/* Parents come before. */
static void
place_node (Hiding *self, guint32 i)
{
  const ScopeCallNode *node = &self->tree->nodes[i];
  Function *function = &self->functions[node->function];
  guint32 up = node->parent != SCOPE_NONE ? self->places[node->parent] : SCOPE_NONE, above = SCOPE_NONE;
  gboolean own = self->tree->functions[node->function].kind != SCOPE_CALL_FUNCTION;

  self->folded[i] = node->parent != SCOPE_NONE && self->folded[node->parent];
  if (!own && up != SCOPE_NONE && (self->folded[i] || function->fate == SCOPE_CALL_HIDDEN))
    {
      function->changed = TRUE;
      self->functions[g_array_index (self->from, guint32, get (self, up)->function)].changed = TRUE;
      self->places[i] = up;
    }
  else
    {
      above = function->fate == SCOPE_CALL_MERGED ? find_above (self, up, function->made) : SCOPE_NONE;
      self->places[i] = above != SCOPE_NONE ? above : find_child (self, up, function->made);
      get (self, self->places[i])->calls += above == SCOPE_NONE ? node->calls : 0;
      function->changed = function->changed || function->fate == SCOPE_CALL_MERGED;
      self->folded[i] = self->folded[i] || function->fate == SCOPE_CALL_FOLDED;
    }
  get (self, self->places[i])->self += node->self;
}

/* --- functions, edges, events --- */

/* Where nothing changed, the time on the stack is what it was, wherever recursion took place; else that of the nodes. */
static void
sum_functions (Hiding *self)
{
  g_autofree gint64 *totals = g_new0 (gint64, self->nodes->len + 1);

  for (guint i = self->nodes->len; i-- > 0;)
    {
      const ScopeCallNode *node = get (self, i);
      ScopeCallFunctionSum *sum = &g_array_index (self->made, ScopeCallFunctionSum, node->function);

      totals[i] += node->self;
      if (node->parent != SCOPE_NONE)
        totals[node->parent] += totals[i];
      sum->calls += node->calls;
      sum->self += node->self;
      sum->total += totals[i];
    }
  for (guint32 i = 0; i < self->tree->n_functions; i++)
    if (self->functions[i].fate == SCOPE_CALL_SHOWN && !self->functions[i].changed)
      g_array_index (self->made, ScopeCallFunctionSum, self->functions[i].made).total = self->tree->functions[i].total;
}

static void
add_events (ScopeFunctionEvents *to, const ScopeFunctionEvents *from)
{
  to->insts += from->insts;
  for (guint k = 0; k < SCOPE_FUNCTION_N_HITS; k++)
    {
      to->hits[k] += from->hits[k];
      to->latency[k] += from->latency[k];
      to->timed[k] += from->timed[k];
    }
}

static void
add_below (ScopeFunctionEvents *to, const ScopeFunctionEvents *from)
{
  to->insts_below += from->insts_below;
  for (guint k = 0; k < SCOPE_FUNCTION_N_HITS; k++)
    to->hits_below[k] += from->hits_below[k];
}

/* NULL: the tree has none. */
static ScopeCallEvents *
make_events (const Hiding *self)
{
  const ScopeCallEvents *old = self->tree->events;
  ScopeCallEvents *events;

  if (old == NULL)
    return NULL;
  events = g_memdup2 (old, sizeof *old);
  events->nodes = g_new0 (ScopeFunctionEvents, self->nodes->len + 1);
  events->functions = g_new0 (ScopeFunctionEvents, self->made->len + 1);
  events->kinds = g_new0 (guint8, self->made->len + 1);
  for (guint32 i = 0; i < self->tree->n_nodes; i++)
    add_events (&events->nodes[self->places[i]], &old->nodes[i]);
  for (guint i = self->nodes->len; i-- > 0;)
    {
      ScopeFunctionEvents *node = &events->nodes[i];
      guint32 parent = get (self, i)->parent;

      node->insts_below += node->insts;
      for (guint k = 0; k < SCOPE_FUNCTION_N_HITS; k++)
        node->hits_below[k] += node->hits[k];
      if (parent != SCOPE_NONE)
        add_below (&events->nodes[parent], node);
      add_events (&events->functions[get (self, i)->function], node);
      add_below (&events->functions[get (self, i)->function], node);
    }
  for (guint32 i = 0; i < self->made->len; i++)
    {
      guint32 from = g_array_index (self->from, guint32, i);

      events->kinds[i] = old->kinds[from];
      if (self->functions[from].fate != SCOPE_CALL_SHOWN || self->functions[from].changed)
        continue;
      events->functions[i].insts_below = old->functions[from].insts_below;
      memcpy (events->functions[i].hits_below, old->functions[from].hits_below, sizeof old->functions[from].hits_below);
    }
  return events;
}

ScopeCallTree *
scope_call_tree_hide (ScopeCallTree *tree, const ScopeCallHiding *hiding)
{
  Hiding self = { .tree = tree };
  ScopeCallTree *result = NULL;

  if (hiding == NULL)
    return scope_call_tree_ref (tree);
  self.functions = g_new0 (Function, tree->n_functions + 1);
  self.made = g_array_new (FALSE, FALSE, sizeof (ScopeCallFunctionSum));
  self.from = g_array_new (FALSE, FALSE, sizeof (guint32));
  if (find_fates (&self, hiding))
    {
      self.nodes = g_array_new (FALSE, FALSE, sizeof (ScopeCallNode));
      self.children = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
      self.places = g_new (guint32, tree->n_nodes + 1);
      self.folded = g_new0 (gboolean, tree->n_nodes + 1);
      for (guint32 i = 0; i < tree->n_nodes; i++)
        place_node (&self, i);
      sum_functions (&self);
      result = scope_call_tree_make (tree, self.nodes, self.made, make_events (&self));
      g_array_unref (self.nodes);
      g_hash_table_unref (self.children);
      g_free (self.places);
      g_free (self.folded);
    }
  g_free (self.functions);
  g_array_unref (self.made);
  g_array_unref (self.from);
  return result != NULL ? result : scope_call_tree_ref (tree);
}
