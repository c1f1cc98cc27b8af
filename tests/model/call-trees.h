/* call-trees.h: made-up traces of calls, and the same trees changed, for tests that compare two runs call by call.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/trace/call-diff/scope-call-diff.h"

typedef struct
{
  gint64 from, to;
  guint function, size, insts, misses;
} Node;

#define FUNCTIONS 9u

static const char *const names[FUNCTIONS] = { "main", "lock", "unlock", "move", "compute", "walk", "idle", "first", "second" };

/* Random calls below what is entered already, until `most` there are. */
static inline gint64
grow (GRand *rand, GArray *nodes, gint64 time, guint depth, guint n, guint most)
{
  for (guint i = 0; i < n && nodes->len < most; i++)
    {
      Node node = { .from = time, .function = (guint) g_rand_int_range (rand, 1, FUNCTIONS), .insts = 1 };
      guint place = nodes->len;

      node.misses = (guint) g_rand_int_range (rand, 0, 3);
      g_array_append_val (nodes, node);
      time += g_rand_int_range (rand, 1, 9);
      if (depth < 6 && g_rand_int_range (rand, 0, 3) > 0)
        time = grow (rand, nodes, time, depth + 1, (guint) g_rand_int_range (rand, 0, 6), most);
      time += g_rand_int_range (rand, 1, 9);
      g_array_index (nodes, Node, place).to = time;
      g_array_index (nodes, Node, place).size = nodes->len - place;
      time += g_rand_int_range (rand, 0, 3);
    }
  return time;
}

/* main, and all below it. */
static inline GArray *
make_nodes (guint32 seed, guint n, guint most)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (seed);
  GArray *nodes = g_array_new (FALSE, TRUE, sizeof (Node));
  Node node = { .insts = 1 };

  g_array_append_val (nodes, node);
  g_array_index (nodes, Node, 0).to = grow (rand, nodes, 2, 1, n, most) + 5;
  g_array_index (nodes, Node, 0).size = nodes->len;
  return nodes;
}

/* Some calls are left out, others take longer. */
static inline GArray *
change_nodes (const GArray *nodes, guint32 seed)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (seed);
  GArray *changed = g_array_new (FALSE, TRUE, sizeof (Node)), *stack = g_array_new (FALSE, FALSE, sizeof (guint));
  gint64 later = 0;

  for (guint i = 0; i < nodes->len; i++)
    {
      Node node = g_array_index (nodes, Node, i);
      guint place = changed->len;

      while (stack->len > 0 && g_array_index (changed, Node, g_array_index (stack, guint, stack->len - 1)).to <= node.from)
        {
          Node *above = &g_array_index (changed, Node, g_array_index (stack, guint, stack->len - 1));

          above->to += later;
          above->size = changed->len - g_array_index (stack, guint, stack->len - 1);
          g_array_set_size (stack, stack->len - 1);
        }
      if (i > 0 && g_rand_int_range (rand, 0, 12) == 0)
        {
          i += node.size - 1;
          continue;
        }
      if (i > 0 && g_rand_int_range (rand, 0, 12) == 0)
        node.function = (guint) g_rand_int_range (rand, 1, FUNCTIONS);
      node.from += later;
      later += g_rand_int_range (rand, 0, 9) == 0 ? 3 : 0;
      g_array_append_val (changed, node);
      g_array_append_val (stack, place);
    }
  while (stack->len > 0)
    {
      guint place = g_array_index (stack, guint, stack->len - 1);

      g_array_index (changed, Node, place).to += later;
      g_array_index (changed, Node, place).size = changed->len - place;
      g_array_set_size (stack, stack->len - 1);
    }
  g_array_unref (stack);
  return changed;
}

static inline void
record_charges (ScopeSink *sink, const GArray *nodes, gint64 start, gint64 scale)
{
  for (guint i = 0; i < nodes->len; i++)
    {
      const Node *node = &g_array_index (nodes, Node, i);
      gint64 time = start + node->from * scale;
      const gint64 seq[SCOPE_SEQ_N_COLUMNS] = { time, 1, 0, node->function + 1, 0, 1 + node->function, SCOPE_TABLE_NULL };

      sink->klass->record (sink, SCOPE_TABLE_SEQS, seq);
      for (guint k = 0; k < node->misses; k++)
        {
          gint64 hit[SCOPE_TABLE_MAX_COLUMNS] = { 0 };

          hit[SCOPE_HIT_TIME] = time + 1;
          hit[SCOPE_HIT_VIRTUAL] = SCOPE_TABLE_NULL;
          hit[SCOPE_HIT_KIND] = SCOPE_HIT_L1D;
          hit[SCOPE_HIT_PC_TIME] = k == 0 ? time : SCOPE_TABLE_NULL;
          sink->klass->record (sink, SCOPE_TABLE_HITS, hit);
        }
    }
}

/* Core 0 does that, `scale` ticks each, from `start` on. */
static inline ScopeTrace *
make_trace (const GArray *nodes, gint64 start, gint64 scale)
{
  ScopeTrace *trace = scope_trace_new ();
  ScopeMachine *machine = scope_machine_new (0, scope_bytes_new_memory ());
  ScopeSink *sink = scope_machine_open_sink (machine, FALSE, 64 << 20, NULL, NULL);
  ScopeRow *rows = sink->klass->rows (sink, NULL, 0);
  g_autoptr (GArray) stack = g_array_new (FALSE, FALSE, sizeof (guint));
  gint64 end = start + g_array_index (nodes, Node, 0).to * scale;
  guint32 lane;

  scope_trace_set_facts (trace, &(ScopeTraceFacts) { "simulation", "made-up", "none", SCOPE_RUNTIME_SIMULATION });
  machine->number = 1;
  machine->tick_ps = 1;
  machine->lane = machine->threads_lane = SCOPE_NONE;
  for (guint i = 0; i < FUNCTIONS; i++)
    {
      gint64 row[SCOPE_TABLE_MAX_COLUMNS] = { start, (gint64) sink->klass->text (sink, names[i], strlen (names[i])) };

      sink->klass->record (sink, SCOPE_TABLE_FUNCTIONS, row);
    }
  sink->klass->add_entity (sink, SCOPE_KIND_PROCESSOR, 0, FALSE, SCOPE_CODE_RUNNING);
  lane = sink->klass->entity (sink, SCOPE_KIND_PROCESSOR, 0)->lane;
  rows[0] = scope_row (lane, start, SCOPE_CODE_RUNNING, 0);
  rows = sink->klass->rows (sink, rows, 1);
  sink->klass->life (sink, lane, start, end);
  for (guint i = 0; i <= nodes->len; i++)
    {
      gint64 from = i < nodes->len ? g_array_index (nodes, Node, i).from : G_MAXINT64;

      while (stack->len > 0 && g_array_index (nodes, Node, g_array_index (stack, guint, stack->len - 1)).to <= from)
        {
          gint64 to = start + g_array_index (nodes, Node, g_array_index (stack, guint, stack->len - 1)).to * scale;

          sink->klass->call (sink, lane, to, SCOPE_CALL_EXIT, 0);
          g_array_set_size (stack, stack->len - 1);
        }
      if (i == nodes->len)
        break;
      sink->klass->call (sink, lane, start + from * scale, SCOPE_CALL_ENTER, g_array_index (nodes, Node, i).function + 1);
      g_array_append_val (stack, i);
    }
  record_charges (sink, nodes, start, scale);
  rows = sink->klass->rows (sink, rows, 0);
  g_free (rows);
  g_assert_true (scope_machine_finish (machine, end, NULL));
  machine->first = start;
  machine->last = end;
  scope_trace_add_machine (trace, machine);
  scope_trace_set_offset (trace, machine, 0);
  scope_trace_set_progress (trace, 1, 1000);
  scope_trace_set_finished (trace);
  return trace;
}

static inline ScopeCallDiff *
read_diff (ScopeTrace *baseline, ScopeTrace *run, const ScopeCallDiffQuestion *question)
{
  g_autoptr (ScopePairing) pairing = scope_pairing_new (baseline, run, NULL, 0, NULL, NULL);
  g_autoptr (GError) error = NULL;
  ScopeCallDiff *diff = scope_call_diff_read (pairing, question, &error);

  g_assert_no_error (error);
  return diff;
}
