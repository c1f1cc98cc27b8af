/* test-call-diff.c: two runs compared call by call, against an alignment by the table of all lengths, and a walk over whole trees:
 * with and without room, with windows, against itself and a shifted copy, with clocks that differ.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "tests/model/call-trees.h"

#include "model/trace/call-diff/scope-call-align.h"

#include <string.h>

/* --- aligning --- */

/* The same rule by the table of lengths. */
static guint
align_plainly (const guint32 *a, guint n, const guint32 *b, guint m, guint8 *steps)
{
  g_autofree guint16 *table = g_new0 (guint16, (gsize) (n + 1) * (m + 1));
  guint i = 0, j = 0, k = 0;

#define L(i, j) table[(gsize) (i) * (m + 1) + (j)]
  for (guint x = n; x-- > 0;)
    for (guint y = m; y-- > 0;)
      L (x, y) = a[x] == b[y] ? L (x + 1, y + 1) + 1 : MAX (L (x + 1, y), L (x, y + 1));
  while (i < n || j < m)
    if (i < n && j < m && a[i] == b[j])
      {
        steps[k++] = SCOPE_CALL_ALIGN_PAIR;
        i++;
        j++;
      }
    else if (i < n && (j == m || L (i + 1, j) >= L (i, j + 1)))
      {
        steps[k++] = SCOPE_CALL_ALIGN_BASELINE;
        i++;
      }
    else
      {
        steps[k++] = SCOPE_CALL_ALIGN_RUN;
        j++;
      }
#undef L
  return k;
}

static void
test_align (void)
{
  g_autoptr (ScopeCallAligner) aligner = scope_call_aligner_new ();
  g_autofree guint32 *a = g_new (guint32, 2 * SCOPE_CALL_ALIGN_MOST);
  guint32 *b = a + SCOPE_CALL_ALIGN_MOST;
  guint8 steps[2 * SCOPE_CALL_ALIGN_MOST], plain[2 * SCOPE_CALL_ALIGN_MOST];

  for (guint round = 0; round < 600; round++)
    {
      guint most = round < 560 ? 200 : SCOPE_CALL_ALIGN_MOST, kinds = (guint) g_test_rand_int_range (1, 12);
      guint n = (guint) g_test_rand_int_range (0, (gint) most + 1), m = (guint) g_test_rand_int_range (0, (gint) most + 1), k;

      for (guint i = 0; i < n; i++)
        a[i] = (guint32) g_test_rand_int_range (0, (gint) kinds);
      for (guint i = 0; i < m; i++)
        b[i] = i < n && g_test_rand_int_range (0, 4) > 0 ? a[i] : (guint32) g_test_rand_int_range (0, (gint) kinds + 2);
      k = align_plainly (a, n, b, m, plain);
      g_assert_cmpuint (scope_call_align (aligner, a, n, b, m, steps), ==, k);
      g_assert_cmpmem (steps, k, plain, k);
    }
}

/* --- a walk over whole trees --- */

typedef struct
{
  const GArray *nodes[2];
  gint64 starts[2], scales[2];
  GString *out;
} Plain;

static void
write_row (GString *out, guint match, const char *name, guint depth, const gint64 *from, const gint64 *to, const gint64 *self,
           const gint64 *insts, const gint64 *misses)
{
  g_string_append_printf (out, "%u %s %u", match, name, depth);
  for (guint s = 0; s < 2; s++)
    g_string_append_printf (out, " [%" G_GINT64_FORMAT " %" G_GINT64_FORMAT " %" G_GINT64_FORMAT " %" G_GINT64_FORMAT
                                 " %" G_GINT64_FORMAT "]",
                            from[s], to[s], self[s], insts[s], misses[s]);
  g_string_append_c (out, '\n');
}

static void
plain_row (Plain *plain, const Node *const nodes[2], guint depth)
{
  gint64 from[2] = { 0 }, to[2] = { 0 }, self[2] = { 0 }, insts[2] = { 0 }, misses[2] = { 0 };
  const char *name = NULL;

  for (guint s = 0; s < 2; s++)
    if (nodes[s] != NULL)
      {
        name = names[nodes[s]->function];
        from[s] = plain->starts[s] + nodes[s]->from * plain->scales[s];
        to[s] = plain->starts[s] + nodes[s]->to * plain->scales[s];
        self[s] = nodes[s]->to - nodes[s]->from;
        for (guint i = 1; i < nodes[s]->size; i += nodes[s][i].size)
          self[s] -= nodes[s][i].to - nodes[s][i].from;
        self[s] *= plain->scales[s];
        insts[s] = 1 + nodes[s]->function;
        misses[s] = nodes[s]->misses;
      }
  write_row (plain->out, nodes[0] == NULL ? 2 : nodes[1] == NULL ? 1 : 0, name, depth, from, to, self, insts, misses);
}

static void
plain_alone (Plain *plain, guint s, const Node *node, guint depth)
{
  const Node *nodes[2] = { s == 0 ? node : NULL, s == 1 ? node : NULL };

  plain_row (plain, nodes, depth);
  for (guint i = 1; i < node->size; i += node[i].size)
    plain_alone (plain, s, &node[i], depth + 1);
}

static void plain_pair (Plain *plain, const Node *const nodes[2], guint depth);

static void
plain_children (Plain *plain, const Node *const nodes[2], guint depth)
{
  GArray *children[2] = { NULL, NULL };
  g_autofree guint8 *steps = g_new (guint8, 2 * SCOPE_CALL_ALIGN_MOST);
  guint at[2] = { 0, 0 };

  for (guint s = 0; s < 2; s++)
    {
      children[s] = g_array_new (FALSE, FALSE, sizeof (const Node *));
      for (guint i = 1; i < nodes[s]->size; i += nodes[s][i].size)
        {
          const Node *child = &nodes[s][i];

          g_array_append_val (children[s], child);
        }
    }
  while (at[0] < children[0]->len || at[1] < children[1]->len)
    {
      g_autofree guint32 *functions = g_new (guint32, 2 * SCOPE_CALL_ALIGN_MOST);
      guint n[2], n_steps, begin[2] = { at[0], at[1] };
      gboolean more = FALSE;

      for (guint s = 0; s < 2; s++)
        {
          n[s] = MIN (children[s]->len - at[s], SCOPE_CALL_ALIGN_MOST);
          more = more || n[s] < children[s]->len - at[s];
          for (guint i = 0; i < n[s]; i++)
            functions[s * SCOPE_CALL_ALIGN_MOST + i] = g_array_index (children[s], const Node *, at[s] + i)->function;
        }
      n_steps = align_plainly (functions, n[0], functions + SCOPE_CALL_ALIGN_MOST, n[1], steps);
      for (guint i = 0; i < n_steps; i++)
        {
          const Node *pair[2] = { NULL, NULL };

          if (more && (at[0] - begin[0] >= SCOPE_CALL_ALIGN_MOST / 2 || at[1] - begin[1] >= SCOPE_CALL_ALIGN_MOST / 2))
            break;
          if (steps[i] != SCOPE_CALL_ALIGN_RUN)
            pair[0] = g_array_index (children[0], const Node *, at[0]++);
          if (steps[i] != SCOPE_CALL_ALIGN_BASELINE)
            pair[1] = g_array_index (children[1], const Node *, at[1]++);
          if (steps[i] == SCOPE_CALL_ALIGN_PAIR)
            plain_pair (plain, pair, depth);
          else
            plain_alone (plain, pair[0] == NULL, pair[0] != NULL ? pair[0] : pair[1], depth);
        }
    }
  g_array_unref (children[0]);
  g_array_unref (children[1]);
}

static void
plain_pair (Plain *plain, const Node *const nodes[2], guint depth)
{
  plain_row (plain, nodes, depth);
  plain_children (plain, nodes, depth + 1);
}

static gboolean
take_row (const ScopeCallDiffRow *row, const ScopeCallDiff *diff, gpointer data)
{
  gint64 self[2], insts[2], misses[2];

  for (guint s = 0; s < 2; s++)
    {
      self[s] = row->figures[s].self;
      insts[s] = row->figures[s].insts;
      misses[s] = row->figures[s].hits[SCOPE_HIT_L1D];
      g_assert_cmpint (row->figures[s].total, ==, row->to[s] - row->from[s]);
    }
  g_assert_cmpuint (diff->contexts[row->context].depth, ==, row->depth);
  write_row (data, row->match, diff->functions[row->function].name, row->depth, row->from, row->to, self, insts, misses);
  return TRUE;
}

/* Sums agree among each other. */
static void
check_sums (const ScopeCallDiff *diff)
{
  guint64 n[3] = { 0 }, of_functions[3] = { 0 };
  ScopeCallFigures self = { 0 }, own = { 0 };

  for (guint i = 0; i < diff->n_contexts; i++)
    {
      const ScopeCallContextDiff *c = &diff->contexts[i];

      n[0] += c->n_matched;
      n[1] += c->n_only[0];
      n[2] += c->n_only[1];
      self.self += c->figures[1].self;
      self.insts += c->figures[1].insts;
    }
  for (guint i = 0; i < diff->n_functions; i++)
    {
      const ScopeCallFunctionDiff *f = &diff->functions[i];

      of_functions[0] += f->n_matched;
      of_functions[1] += f->n_only[0];
      of_functions[2] += f->n_only[1];
      own.self += f->figures[1].self;
      own.insts += f->figures[1].insts;
    }
  g_assert_cmpmem (n, sizeof n, of_functions, sizeof of_functions);
  g_assert_cmpint (self.self, ==, own.self);
  g_assert_cmpint (self.insts, ==, own.insts);
  g_assert_cmpint (self.self, ==, diff->lanes[0].figures[1].total);
  g_assert_cmpint (self.self, ==, diff->lanes[0].figures[1].self);
  g_assert_cmpuint (n[0], ==, diff->lanes[0].n_matched);
}

static void
compare_trees (guint32 seed, guint n, guint most, guint budget)
{
  g_autoptr (GArray) a = make_nodes (seed, n, most);
  g_autoptr (GArray) b = change_nodes (a, seed + 1);
  g_autoptr (ScopeTrace) baseline = make_trace (a, 100, 1);
  g_autoptr (ScopeTrace) run = make_trace (b, 7000, 2);
  Plain plain = { { a, b }, { 100, 7000 }, { 1, 2 }, g_string_new (NULL) };
  const Node *const roots[2] = { &g_array_index (a, Node, 0), &g_array_index (b, Node, 0) };
  g_autoptr (GString) got = g_string_new (NULL);
  ScopeCallDiffQuestion question
      = { .from = SCOPE_TIME_MIN, .to = SCOPE_TIME_MAX, .budget = budget, .func = take_row, .user_data = got };
  g_autoptr (ScopeCallDiff) diff = read_diff (baseline, run, &question);

  plain_pair (&plain, roots, 0);
  g_assert_cmpstr (got->str, ==, plain.out->str);
  check_sums (diff);
  g_string_free (plain.out, TRUE);
}

static void
test_trees (void)
{
  for (guint seed = 1; seed <= 30; seed++)
    compare_trees (seed, 10, 400, 0);
}

/* Hardly any room: levels are given up and read again. */
static void
test_no_room (void)
{
  for (guint seed = 1; seed <= 20; seed++)
    for (guint budget = 3; budget < 200; budget *= 4)
      compare_trees (seed, 10, 3000, budget);
}

/* More children than are aligned at once. */
static void
test_windows (void)
{
  compare_trees (5, 7000, 9000, 0);
  compare_trees (6, 7000, 30000, 600);
}

static void
test_itself (void)
{
  g_autoptr (GArray) nodes = make_nodes (3, 50, 2000);
  g_autoptr (ScopeTrace) a = make_trace (nodes, 100, 1);
  g_autoptr (ScopeTrace) b = make_trace (nodes, 123456, 1);
  ScopeTrace *const runs[] = { a, b };

  for (guint i = 0; i < 2; i++)
    {
      const ScopeCallDiffQuestion question = { .from = SCOPE_TIME_MIN, .to = SCOPE_TIME_MAX };
      g_autoptr (ScopeCallDiff) diff = read_diff (a, runs[i], &question);

      g_assert_cmpuint (diff->n_partings, ==, 0);
      g_assert_cmpuint (diff->lanes[0].n_matched, ==, nodes->len);
      g_assert_true (diff->has_insts && diff->has_hits && !diff->has_cycles);
      for (guint c = 0; c < diff->n_contexts; c++)
        {
          ScopeCallFigures change = scope_call_figures_change (diff->contexts[c].figures), none = { 0 };

          g_assert_cmpmem (&change, sizeof change, &none, sizeof none);
          g_assert_cmpuint (diff->contexts[c].n_only[0] + diff->contexts[c].n_only[1], ==, 0);
          g_assert_cmpint (diff->contexts[c].most, ==, 0);
        }
    }
}

/* The same cycles at another clock: nothing changed but the time. */
static void
test_clocks (void)
{
  g_autoptr (GArray) nodes = make_nodes (3, 50, 2000);
  g_autoptr (ScopeTrace) a = make_trace (nodes, 0, 500);
  g_autoptr (ScopeTrace) b = make_trace (nodes, 28500, 333);
  ScopeCallDiffQuestion question = { .from = SCOPE_TIME_MIN, .to = SCOPE_TIME_MAX, .clock_ps = { 500, 333 } };
  g_autoptr (ScopeCallDiff) cycles = read_diff (a, b, &question);
  g_autoptr (ScopeCallDiff) time = NULL;
  const ScopeCallLanePair *lane = &cycles->lanes[0];

  g_assert_true (cycles->has_cycles && cycles->in_cycles);
  g_assert_cmpuint (cycles->n_partings, ==, 0);
  g_assert_cmpint (lane->figures[0].total_cycles, ==, 1000 * g_array_index (nodes, Node, 0).to);
  g_assert_cmpint (lane->figures[1].total_cycles, ==, lane->figures[0].total_cycles);
  g_assert_cmpint (lane->figures[1].total, ==, 333 * g_array_index (nodes, Node, 0).to);
  question.unit = SCOPE_CALL_UNIT_TIME;
  time = read_diff (a, b, &question);
  g_assert_false (time->in_cycles);
  g_assert_cmpuint (time->n_partings, ==, 1);
  g_assert_true (time->partings[0].in_time && !time->partings[0].in_calls);
}

/* main calls lock, unlock, lock; this run's second lock takes 40 longer, and it computes between. */
static void
test_parting (void)
{
  const Node before[] = { { 0, 300, 0, 4, 1, 0 }, { 10, 20, 1, 1, 1, 0 }, { 30, 40, 2, 1, 1, 0 }, { 100, 110, 1, 1, 1, 0 } };
  const Node after[] = { { 0, 345, 0, 5, 1, 0 },     { 10, 20, 1, 1, 1, 0 },  { 33, 43, 2, 1, 1, 0 },
                         { 50, 55, 4, 1, 1, 0 }, { 103, 153, 1, 1, 1, 0 } };
  g_autoptr (GArray) a = g_array_new (FALSE, FALSE, sizeof (Node));
  g_autoptr (GArray) b = g_array_new (FALSE, FALSE, sizeof (Node));
  g_autoptr (ScopeTrace) baseline = NULL;
  g_autoptr (ScopeTrace) run = NULL;
  static const struct
  {
    gint64 more_than, drift_before, drift, from, to;
    const char *path;
  } cases[] = { { 0, 0, 3, 1020, 1033, "main" }, { 3, 3, 43, 1103, 1153, "main;lock" }, { 43, 43, 45, 1153, 1345, "main" } };

  g_array_append_vals (a, before, G_N_ELEMENTS (before));
  g_array_append_vals (b, after, G_N_ELEMENTS (after));
  baseline = make_trace (a, 0, 1);
  run = make_trace (b, 1000, 1);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const ScopeCallDiffQuestion question
          = { .from = SCOPE_TIME_MIN, .to = SCOPE_TIME_MAX, .more_than = cases[i].more_than };
      g_autoptr (ScopeCallDiff) diff = read_diff (baseline, run, &question);
      const ScopeCallParting *parting = &diff->partings[0];
      g_autofree char *path = NULL, *called = NULL;

      g_assert_cmpuint (diff->n_partings, ==, 1);
      g_assert_true (parting->in_time && parting->in_calls);
      path = scope_call_diff_path (diff, parting->context);
      called = scope_call_diff_path (diff, parting->call_context);
      g_assert_cmpstr (path, ==, cases[i].path);
      g_assert_cmpstr (called, ==, "main;compute");
      g_assert_cmpint (parting->drift_before, ==, cases[i].drift_before);
      g_assert_cmpint (parting->drift, ==, cases[i].drift);
      g_assert_cmpint (parting->from[SCOPE_CALL_RUN], ==, cases[i].from);
      g_assert_cmpint (parting->to[SCOPE_CALL_RUN], ==, cases[i].to);
      g_assert_cmpint (parting->match, ==, SCOPE_CALL_ONLY_RUN);
      g_assert_cmpint (parting->call_from[SCOPE_CALL_RUN], ==, 1050);
      g_assert_cmpint (parting->call_from[SCOPE_CALL_BASELINE], ==, 40);
    }
}

/* A range cuts what lies over its edges. */
static void
test_range (void)
{
  g_autoptr (GArray) nodes = make_nodes (8, 50, 3000);
  g_autoptr (ScopeTrace) a = make_trace (nodes, 0, 1);
  g_autoptr (ScopeTrace) b = make_trace (nodes, 1000, 1);
  g_autoptr (ScopeTimeMap) map = scope_time_map_new (&(ScopeTimeKnot) { 0, -1000 }, 1, 1, 1);
  gint64 to = g_array_index (nodes, Node, 0).to;
  gint64 sum = 0, insts = 0;

  for (guint i = 0; i < 10; i++)
    {
      const ScopeCallDiffQuestion question
          = { .from = 1000 + to * i / 10, .to = 1000 + to * (i + 1) / 10 + (i == 9 ? 1 : 0), .map = map, .budget = i % 2 ? 20 : 0 };
      g_autoptr (ScopeCallDiff) diff = read_diff (a, b, &question);
      ScopeCallFigures change = scope_call_figures_change (diff->lanes[0].figures), none = { 0 };

      g_assert_cmpuint (diff->n_partings, ==, 0);
      g_assert_cmpmem (&change, sizeof change, &none, sizeof none);
      check_sums (diff);
      sum += diff->lanes[0].figures[1].total;
      insts += diff->lanes[0].figures[1].insts;
    }
  g_assert_cmpint (sum, ==, to);
  for (guint i = 0; i < nodes->len; i++)
    insts -= 1 + (gint64) g_array_index (nodes, Node, i).function;
  g_assert_cmpint (insts, ==, 0);
}

static void
test_cancelled (void)
{
  g_autoptr (GArray) nodes = make_nodes (8, 50, 3000);
  g_autoptr (ScopeTrace) a = make_trace (nodes, 0, 1);
  g_autoptr (ScopePairing) pairing = scope_pairing_new (a, a, NULL, 0, NULL, NULL);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;
  const ScopeCallDiffQuestion question = { .from = SCOPE_TIME_MIN, .to = SCOPE_TIME_MAX, .cancellable = cancellable };

  g_assert_true (scope_call_diff_is_possible (pairing));
  g_cancellable_cancel (cancellable);
  g_assert_null (scope_call_diff_read (pairing, &question, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/call-diff/align", test_align);
  g_test_add_func ("/call-diff/trees", test_trees);
  g_test_add_func ("/call-diff/no-room", test_no_room);
  g_test_add_func ("/call-diff/windows", test_windows);
  g_test_add_func ("/call-diff/itself", test_itself);
  g_test_add_func ("/call-diff/clocks", test_clocks);
  g_test_add_func ("/call-diff/parting", test_parting);
  g_test_add_func ("/call-diff/range", test_range);
  g_test_add_func ("/call-diff/cancelled", test_cancelled);
  return g_test_run ();
}
