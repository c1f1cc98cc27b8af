/* test-compare.c: time maps against arithmetic in a wider number, marks that cross against trying all, pairing of made-up runs,
 * edits by hand, and the comparison as an object.
 *
 * Figures of real and generated traces are checked by tests/cli/test-compare.py.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/trace/compare/scope-comparison.h"
#include "model/trace/compare/scope-condition.h"

#include <string.h>

/* --- time maps --- */

/* To the nearest, a half to the later one. */
static gint64
round_ratio (gint64 x, gint64 num, gint64 den)
{
  __int128 twice = 2 * (__int128) x * num + den, both = 2 * (__int128) den, down = twice / both;

  return (gint64) (twice < 0 && twice % both != 0 ? down - 1 : down);
}

static ScopeTimeMap *
random_map (GRand *rand, guint n, gint32 run_step, gint32 baseline_step, ScopeTimeKnot *knots)
{
  ScopeTimeKnot at = { g_rand_int_range (rand, -5000, 5000), g_rand_int_range (rand, -5000, 5000) };

  for (guint i = 0; i < n; i++)
    {
      knots[i] = at;
      at.run += g_rand_int_range (rand, 1, run_step);
      at.baseline += g_rand_int_range (rand, 1, baseline_step);
    }
  return scope_time_map_new (knots, n, 1000, 1000);
}

static void
check_map (const ScopeTimeMap *map, const ScopeTimeKnot *knots, guint n)
{
  gint64 before = SCOPE_TIME_MIN;

  for (gint64 t = knots[0].run - 300; t < knots[n - 1].run + 300; t++)
    {
      gint64 mapped = scope_time_map_to_baseline (map, t), want;
      guint i = 0;

      while (i + 1 < n && knots[i + 1].run <= t)
        i++;
      if (t < knots[0].run || i + 1 == n)
        want = knots[i].baseline + (t - knots[i].run);
      else
        want = knots[i].baseline
               + round_ratio (t - knots[i].run, knots[i + 1].baseline - knots[i].baseline, knots[i + 1].run - knots[i].run);
      g_assert_cmpint (mapped, ==, want);
      g_assert_cmpint (mapped, >=, before);
      /* Inverse, wherever the baseline is no shorter. */
      if (t < knots[0].run || i + 1 == n
          || knots[i + 1].baseline - knots[i].baseline >= knots[i + 1].run - knots[i].run)
        g_assert_cmpint (scope_time_map_to_run (map, mapped), ==, t);
      before = mapped;
    }
  for (gint64 b = knots[0].baseline - 300; b < knots[n - 1].baseline + 300; b++)
    {
      guint i = 0;

      while (i + 1 < n && knots[i + 1].baseline <= b)
        i++;
      if (b < knots[0].baseline || i + 1 == n
          || knots[i + 1].baseline - knots[i].baseline <= knots[i + 1].run - knots[i].run)
        g_assert_cmpint (scope_time_map_to_baseline (map, scope_time_map_to_run (map, b)), ==, b);
    }
  for (guint i = 0; i < n; i++)
    g_assert_cmpint (scope_time_map_to_run (map, knots[i].baseline), ==, knots[i].run);
}

static void
test_map (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (7);

  for (guint round = 0; round < 200; round++)
    {
      ScopeTimeKnot knots[8];
      guint n = (guint) g_rand_int_range (rand, 1, 9);
      g_autoptr (ScopeTimeMap) map = random_map (rand, n, round % 2 != 0 ? 400 : 40, round % 3 != 0 ? 400 : 40, knots);

      check_map (map, knots, n);
    }
}

static void
test_map_ends (void)
{
  const ScopeTimeKnot knots[] = { { 0, 0 }, { 10, 1000 } }, ticks[] = { { 100, 7 } };
  g_autoptr (ScopeTimeMap) shift = scope_time_map_new (&(ScopeTimeKnot) { 0, 25 }, 1, 1, 1), scaled = scope_time_map_new (knots, 2, 1000, 1000);
  g_autoptr (ScopeTimeMap) fine = scope_time_map_new (ticks, 1, 1000, 250);
  gint64 by;

  g_assert_cmpint (scope_time_map_to_baseline (shift, SCOPE_TIME_MIN), ==, SCOPE_TIME_MIN);
  g_assert_cmpint (scope_time_map_to_baseline (shift, SCOPE_TIME_MAX), ==, SCOPE_TIME_MAX);
  g_assert_cmpint (scope_time_map_to_baseline (shift, SCOPE_TIME_MAX - 1), ==, SCOPE_TIME_MAX - 1);
  g_assert_cmpint (scope_time_map_to_run (shift, SCOPE_TIME_MIN + 1), ==, SCOPE_TIME_MIN + 1);
  g_assert_true (scope_time_map_is_shift (shift, &by) && by == 25);
  g_assert_false (scope_time_map_is_shift (scaled, &by));
  g_assert_false (scope_time_map_is_shift (fine, &by));
  g_assert_cmpfloat (scope_time_map_scale_at (scaled, 5), ==, 100);
  g_assert_cmpfloat (scope_time_map_scale_at (scaled, 10), ==, 1);
  g_assert_cmpfloat (scope_time_map_scale_at (scaled, -1), ==, 1);
  /* A quarter of the tick: four for one, and no stretch. */
  g_assert_cmpint (scope_time_map_to_baseline (fine, 103), ==, 19);
  g_assert_cmpint (scope_time_map_to_run (fine, 19), ==, 103);
  g_assert_cmpint (scope_time_map_to_run (fine, 21), ==, 104); /* a half, to the later one */
  g_assert_cmpfloat (scope_time_map_stretch_at (fine, 0), ==, 1);
  g_assert_cmpfloat (scope_time_map_scale_at (fine, 0), ==, 4);
}

/* --- made-up runs --- */

typedef struct
{
  guint machine; /* index */
  ScopeKind kind;
  guint64 number;
  gint64 first;
  guint32 parent_machine, parent; /* indices; SCOPE_NONE */
  const char *label;
} Task;

typedef struct
{
  gint64 time;
  const char *text;
} Mark;

static ScopeTrace *
make_trace (guint n_machines, const guint *numbers, const Task *tasks, guint n_tasks, const Mark *marks, guint n_marks)
{
  ScopeTrace *trace = scope_trace_new ();

  scope_trace_set_facts (trace, &(ScopeTraceFacts) { "parevents", "made-up", "none", SCOPE_RUNTIME_EDEN });
  for (guint m = 0; m < n_machines; m++)
    {
      ScopeMachine *machine = scope_machine_new (m, scope_bytes_new_memory ());
      ScopeSink *sink = scope_machine_open_sink (machine, FALSE, 1u << 20, NULL, NULL);

      machine->number = numbers != NULL ? numbers[m] : m + 1;
      machine->tick_ps = 1000;
      machine->first = 0;
      machine->last = 100000;
      for (guint i = 0; i < n_tasks; i++)
        if (tasks[i].machine == m)
          {
            guint32 index = sink->klass->add_entity (sink, tasks[i].kind, tasks[i].number, TRUE, SCOPE_CODE_RUNNING);
            ScopeEntity *entity = sink->klass->entity (sink, tasks[i].kind, index);

            entity->parent_machine = tasks[i].parent_machine;
            entity->parent = tasks[i].parent;
            entity->first = tasks[i].first;
            if (tasks[i].label != NULL)
              entity->name = g_string_chunk_insert (machine->strings, tasks[i].label);
            sink->klass->life (sink, entity->lane, tasks[i].first, 90000);
          }
      for (guint i = 0; i < n_marks && m == 0; i++)
        {
          gint64 row[SCOPE_TABLE_MAX_COLUMNS] = { marks[i].time, SCOPE_TABLE_NULL, SCOPE_TABLE_NULL, SCOPE_MARK_MESSAGE };

          row[SCOPE_MARK_TEXT] = (gint64) scope_machine_add_text (machine, marks[i].text, strlen (marks[i].text), NULL);
          g_assert_true (scope_table_add (machine->tables[SCOPE_TABLE_MARKS], row, NULL));
        }
      g_assert_true (scope_machine_finish (machine, 100000, NULL));
      scope_trace_add_machine (trace, machine);
    }
  scope_trace_set_progress (trace, 1, 100000);
  scope_trace_set_finished (trace);
  return trace;
}

/* --- marks that cross --- */

/* The most of them whose order is the same in both, by trying all subsets. */
static guint
most_in_order (const gint64 *run, const gint64 *baseline, guint n)
{
  guint most = 0;

  for (guint set = 0; set < 1u << n; set++)
    {
      guint size = 0;
      gboolean ok = TRUE;

      for (guint i = 0; i < n && ok; i++)
        if (set & 1u << i)
          {
            size++;
            for (guint j = 0; j < i && ok; j++)
              if (set & 1u << j)
                ok = (run[i] < run[j] && baseline[i] < baseline[j]) || (run[i] > run[j] && baseline[i] > baseline[j]);
          }
      if (ok)
        most = MAX (most, size);
    }
  return most;
}

static void
test_marks (void)
{
  static const char *const texts[] = { "a", "b", "c", "d", "e", "f", "g", "h" };
  g_autoptr (GRand) rand = g_rand_new_with_seed (3);

  for (guint round = 0; round < 60; round++)
    {
      Mark ours[8], theirs[8];
      gint64 run[8], baseline[8];
      g_autoptr (ScopeTrace) a = NULL, b = NULL;
      g_autoptr (ScopeAlignment) alignment = NULL;
      guint most;

      for (guint i = 0; i < 8; i++)
        {
          ours[i] = (Mark) { run[i] = g_rand_int_range (rand, 1, round % 2 != 0 ? 12 : 1000), texts[i] };
          theirs[i] = (Mark) { baseline[i] = g_rand_int_range (rand, 1, round % 2 != 0 ? 12 : 1000), texts[i] };
        }
      a = make_trace (1, NULL, NULL, 0, theirs, 8);
      b = make_trace (1, NULL, NULL, 0, ours, 8);
      alignment = scope_alignment_new (a, b, NULL, NULL, NULL);
      most = most_in_order (run, baseline, 8);
      g_assert_cmpuint (scope_alignment_n_fate (alignment, SCOPE_MARK_USED), ==, most);
      g_assert_cmpuint (scope_alignment_n_fate (alignment, SCOPE_MARK_CROSSES), ==, 8 - most);
      g_assert_cmpuint (scope_time_map_n_knots (scope_alignment_get_map (alignment)), ==, most);
    }
}

/* --- pairs --- */

#define PROCESS SCOPE_KIND_PROCESS
#define THREAD SCOPE_KIND_THREAD
#define NONE SCOPE_NONE

static ScopeLaneId
partner_of (ScopePairing *pairing, guint32 machine, ScopeKind kind, guint32 index)
{
  ScopeLaneId found = { NONE, kind, NONE };

  scope_pairing_to_baseline (pairing, (ScopeLaneId) { machine, kind, index }, &found);
  return found;
}

static void
assert_partner (ScopePairing *pairing, ScopeLaneId run, guint32 machine, guint32 index, ScopePaired how)
{
  ScopeLaneId found = partner_of (pairing, run.machine, run.kind, run.index), back;

  g_assert_cmpuint (found.machine, ==, machine);
  g_assert_cmpuint (found.index, ==, index);
  g_assert_cmpint (scope_pairing_how (pairing, run), ==, how);
  if (how == SCOPE_PAIRED_NOT)
    return;
  g_assert_true (scope_pairing_to_run (pairing, found, &back));
  g_assert_cmpuint (back.machine, ==, run.machine);
  g_assert_cmpuint (back.index, ==, run.index);
  g_assert_cmpint (scope_pairing_how_baseline (pairing, found), ==, how);
}

/* A root with a sorter and a merger, made in another order, and their children. */
static const Task before[] = {
  { 0, PROCESS, 1, 10, NONE, NONE, "main" },  { 0, PROCESS, 2, 20, 0, 0, "sort" }, { 1, PROCESS, 1, 30, 0, 0, "merge" },
  { 1, PROCESS, 2, 40, 0, 1, "leaf" },        { 0, PROCESS, 3, 50, 0, 1, "leaf" }, { 1, PROCESS, 3, 60, 1, 0, "leaf" },
  { 1, PROCESS, 4, 70, 1, 0, NULL },          { 1, PROCESS, 5, 80, 1, 0, "gone" },
};
static const Task after[] = {
  { 0, PROCESS, 1, 10, NONE, NONE, "main" },  { 0, PROCESS, 2, 15, 0, 0, "merge" }, { 1, PROCESS, 1, 30, 0, 0, "sort" },
  { 0, PROCESS, 3, 35, 1, 0, "leaf" },        { 1, PROCESS, 2, 40, 1, 0, "leaf" },  { 1, PROCESS, 3, 50, 0, 1, "leaf" },
  { 0, PROCESS, 4, 70, 0, 1, NULL },          { 0, PROCESS, 5, 80, 0, 1, "new" },
};

static void
test_processes (void)
{
  g_autoptr (ScopeTrace) a = make_trace (2, NULL, before, G_N_ELEMENTS (before), NULL, 0);
  g_autoptr (ScopeTrace) b = make_trace (2, NULL, after, G_N_ELEMENTS (after), NULL, 0);
  g_autoptr (ScopePairing) pairing = scope_pairing_new (a, b, NULL, 0, NULL, NULL);

  assert_partner (pairing, (ScopeLaneId) { 0, PROCESS, 0 }, 0, 0, SCOPE_PAIRED_LABEL);
  assert_partner (pairing, (ScopeLaneId) { 0, PROCESS, 1 }, 1, 0, SCOPE_PAIRED_LABEL); /* merge moved */
  assert_partner (pairing, (ScopeLaneId) { 1, PROCESS, 0 }, 0, 1, SCOPE_PAIRED_LABEL); /* sort */
  /* Leaves of sort: those on the same machine first. */
  assert_partner (pairing, (ScopeLaneId) { 0, PROCESS, 2 }, 0, 2, SCOPE_PAIRED_LABEL);
  assert_partner (pairing, (ScopeLaneId) { 1, PROCESS, 1 }, 1, 1, SCOPE_PAIRED_LABEL);
  assert_partner (pairing, (ScopeLaneId) { 1, PROCESS, 2 }, 1, 2, SCOPE_PAIRED_LABEL); /* leaf of merge */
  assert_partner (pairing, (ScopeLaneId) { 0, PROCESS, 3 }, 1, 3, SCOPE_PAIRED_ORDER); /* without a name */
  assert_partner (pairing, (ScopeLaneId) { 0, PROCESS, 4 }, NONE, NONE, SCOPE_PAIRED_NOT); /* new is not gone */
  g_assert_cmpuint (scope_pairing_n_pairs (pairing, PROCESS), ==, 7);
  g_assert_cmpuint (scope_pairing_n_only_run (pairing, PROCESS), ==, 1);
  g_assert_cmpuint (scope_pairing_n_only_baseline (pairing, PROCESS), ==, 1);
  g_assert_cmpuint (scope_pairing_only_baseline (pairing, PROCESS, 0).index, ==, 4);
}

static void
test_by_hand (void)
{
  g_autoptr (ScopeTrace) a = make_trace (2, NULL, before, G_N_ELEMENTS (before), NULL, 0);
  g_autoptr (ScopeTrace) b = make_trace (2, NULL, after, G_N_ELEMENTS (after), NULL, 0);
  const ScopePairingEdit edits[] = {
    { { 1, PROCESS, 4 }, { 0, PROCESS, 4 }, TRUE, TRUE }, /* gone is new, all the same */
    { { 0, PROCESS, 1 }, { 0, PROCESS, 1 }, TRUE, TRUE }, /* sort is merge … */
    { { 0, PROCESS, 0 }, { 0, THREAD, 0 }, TRUE, TRUE },  /* nonsense is passed over */
    { { 9, PROCESS, 0 }, { 0, PROCESS, 0 }, TRUE, TRUE },
    { { 0 }, { 0, PROCESS, 3 }, FALSE, TRUE },            /* and this one has nobody */
  };
  g_autoptr (ScopePairing) pairing = scope_pairing_new (a, b, edits, G_N_ELEMENTS (edits), NULL, NULL);
  const ScopePairingEdit undone[] = { edits[1], { { 0, PROCESS, 1 }, { 1, PROCESS, 0 }, TRUE, TRUE } };
  g_autoptr (ScopePairing) other = scope_pairing_new (a, b, undone, 2, NULL, NULL);

  assert_partner (pairing, (ScopeLaneId) { 0, PROCESS, 4 }, 1, 4, SCOPE_PAIRED_BY_HAND);
  assert_partner (pairing, (ScopeLaneId) { 0, PROCESS, 1 }, 0, 1, SCOPE_PAIRED_BY_HAND);
  assert_partner (pairing, (ScopeLaneId) { 0, PROCESS, 0 }, 0, 0, SCOPE_PAIRED_LABEL);
  assert_partner (pairing, (ScopeLaneId) { 0, PROCESS, 3 }, NONE, NONE, SCOPE_PAIRED_NOT);
  /* … and so its leaf follows: on machine 2 there is one of sort. */
  assert_partner (pairing, (ScopeLaneId) { 1, PROCESS, 2 }, 1, 1, SCOPE_PAIRED_LABEL);
  g_assert_cmpuint (scope_pairing_n_edits (pairing), ==, G_N_ELEMENTS (edits));
  /* A later edit takes what an earlier one gave: sort is sort again, and merge is free to be merge. */
  assert_partner (other, (ScopeLaneId) { 1, PROCESS, 0 }, 0, 1, SCOPE_PAIRED_BY_HAND);
  assert_partner (other, (ScopeLaneId) { 0, PROCESS, 1 }, 1, 0, SCOPE_PAIRED_LABEL);
}

static void
test_machines (void)
{
  const guint numbers[] = { 3, 1, 7 }, others[] = { 1, 2, 3 };
  g_autoptr (ScopeTrace) a = make_trace (3, numbers, NULL, 0, NULL, 0), b = make_trace (3, others, NULL, 0, NULL, 0);
  g_autoptr (ScopePairing) pairing = scope_pairing_new (a, b, NULL, 0, NULL, NULL);
  ScopeLaneId threads;

  assert_partner (pairing, (ScopeLaneId) { 0, SCOPE_KIND_MACHINE, 0 }, 1, 0, SCOPE_PAIRED_NUMBER);
  assert_partner (pairing, (ScopeLaneId) { 2, SCOPE_KIND_MACHINE, 0 }, 0, 0, SCOPE_PAIRED_NUMBER);
  assert_partner (pairing, (ScopeLaneId) { 1, SCOPE_KIND_MACHINE, 0 }, 2, 0, SCOPE_PAIRED_REST);
  g_assert_true (scope_pairing_to_baseline (pairing, (ScopeLaneId) { 1, SCOPE_KIND_THREADS, 0 }, &threads));
  g_assert_true (threads.machine == 2 && threads.kind == SCOPE_KIND_THREADS);
}

/* Threads that made each other, as only a damaged log says: of itself all are pairs, and it ends. */
static void
test_circles (void)
{
  const Task tasks[] = { { 0, THREAD, 1, 10, NONE, 1, NULL }, { 0, THREAD, 2, 20, NONE, 0, NULL },
                         { 0, THREAD, 3, 30, NONE, 2, NULL }, { 0, THREAD, 4, 40, NONE, 77, NULL },
                         { 0, PROCESS, 1, 10, 0, 1, NULL },   { 0, PROCESS, 2, 20, 0, 0, NULL } };
  g_autoptr (ScopeTrace) a = make_trace (1, NULL, tasks, G_N_ELEMENTS (tasks), NULL, 0);
  g_autoptr (ScopePairing) pairing = scope_pairing_new (a, a, NULL, 0, NULL, NULL);

  for (guint32 i = 0; i < 4; i++)
    assert_partner (pairing, (ScopeLaneId) { 0, THREAD, i }, 0, i, SCOPE_PAIRED_ORDER);
  for (guint32 i = 0; i < 2; i++)
    assert_partner (pairing, (ScopeLaneId) { 0, PROCESS, i }, 0, i, SCOPE_PAIRED_ORDER);
}

/* A hundred thousand generations of threads. */
static void
test_deep (void)
{
  const guint n = 100000;
  g_autofree Task *tasks = g_new0 (Task, n);
  g_autoptr (ScopeTrace) a = NULL;
  g_autoptr (ScopePairing) pairing = NULL;
  g_autoptr (GCancellable) cancelled = g_cancellable_new ();
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < n; i++)
    tasks[i] = (Task) { 0, THREAD, i + 1, i, NONE, i - 1, NULL };
  a = make_trace (1, NULL, tasks, n, NULL, 0);
  pairing = scope_pairing_new (a, a, NULL, 0, NULL, NULL);
  g_assert_cmpuint (scope_pairing_n_pairs (pairing, THREAD), ==, n);
  assert_partner (pairing, (ScopeLaneId) { 0, THREAD, n - 1 }, 0, n - 1, SCOPE_PAIRED_ORDER);
  g_cancellable_cancel (cancelled);
  g_assert_null (scope_pairing_new (a, a, NULL, 0, cancelled, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

/* --- the object --- */

typedef struct
{
  guint changed;
  gboolean done, ok;
  GError *error;
  GArray *differences;
} Waiting;

static void
count_changed (ScopeComparison *comparison, gpointer data)
{
  ((Waiting *) data)->changed++;
}

static void
prepared (GObject *object, GAsyncResult *result, gpointer data)
{
  Waiting *waiting = data;

  waiting->ok = scope_comparison_prepare_finish (SCOPE_COMPARISON (object), result, &waiting->error);
  waiting->done = TRUE;
}

static void
edited (GObject *object, GAsyncResult *result, gpointer data)
{
  Waiting *waiting = data;

  waiting->ok = scope_comparison_edit_finish (SCOPE_COMPARISON (object), result, &waiting->error);
  waiting->done = TRUE;
}

static void
answered (GObject *object, GAsyncResult *result, gpointer data)
{
  Waiting *waiting = data;

  waiting->differences = scope_comparison_read_finish (SCOPE_COMPARISON (object), result, &waiting->error);
  waiting->done = TRUE;
}

static void
wait_for (Waiting *waiting)
{
  while (!waiting->done)
    g_main_context_iteration (NULL, TRUE);
  waiting->done = FALSE;
}

static gint64
change_of (const GArray *differences, ScopeFigureOf of, ScopeQuantity quantity)
{
  for (guint i = 0; i < differences->len; i++)
    {
      const ScopeDifference *difference = &g_array_index (differences, ScopeDifference, i);

      if (difference->of == of && difference->quantity == quantity)
        return difference->change;
    }
  return 0;
}

static void
test_object (void)
{
  g_autoptr (ScopeTrace) a = make_trace (2, NULL, before, G_N_ELEMENTS (before), NULL, 0);
  g_autoptr (ScopeTrace) b = make_trace (2, NULL, after, G_N_ELEMENTS (after) - 1, NULL, 0);
  g_autoptr (ScopeComparison) comparison = scope_comparison_new (a, b);
  const ScopeAlignWish wish = { .by = SCOPE_ALIGN_MARK, .mark = "nowhere" }, at = { .by = SCOPE_ALIGN_AT, .run = 5 };
  const ScopePairingEdit edit = { { 0 }, { 0, PROCESS, 0 }, FALSE, TRUE };
  ScopeCompareQuestion question = { .from = SCOPE_TIME_MIN, .to = SCOPE_TIME_MAX, .kinds = 1u << PROCESS };
  ScopeTimeMap *map;
  Waiting waiting = { 0 };

  g_signal_connect (comparison, "changed", G_CALLBACK (count_changed), &waiting);
  g_assert_false (scope_comparison_is_prepared (comparison));
  g_assert_nonnull (scope_comparison_get_map (comparison));
  scope_comparison_prepare_async (comparison, NULL, NULL, prepared, &waiting);
  wait_for (&waiting);
  g_assert_true (waiting.ok && waiting.changed == 1 && scope_comparison_is_prepared (comparison));

  /* What fails leaves all as it was. */
  map = scope_comparison_get_map (comparison);
  scope_comparison_prepare_async (comparison, &wish, NULL, prepared, &waiting);
  wait_for (&waiting);
  g_assert_false (waiting.ok);
  g_assert_error (waiting.error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND);
  g_clear_error (&waiting.error);
  g_assert_true (scope_comparison_get_map (comparison) == map && waiting.changed == 1);

  scope_comparison_edit_async (comparison, &edit, NULL, edited, &waiting);
  wait_for (&waiting);
  g_assert_true (waiting.ok && waiting.changed == 2);
  g_assert_cmpint (scope_pairing_how (scope_comparison_get_pairing (comparison), edit.run), ==, SCOPE_PAIRED_NOT);
  /* Another alignment keeps the edit. */
  scope_comparison_prepare_async (comparison, &at, NULL, prepared, &waiting);
  wait_for (&waiting);
  g_assert_cmpint (scope_pairing_how (scope_comparison_get_pairing (comparison), edit.run), ==, SCOPE_PAIRED_NOT);
  g_assert_cmpint (scope_time_map_to_run (scope_comparison_get_map (comparison), 0), ==, 5);

  scope_comparison_read_async (comparison, &question, answered, &waiting);
  wait_for (&waiting);
  g_assert_no_error (waiting.error);
  /* One process less. */
  g_assert_cmpint (change_of (waiting.differences, SCOPE_FIGURE_KIND, SCOPE_QUANTITY_LANES), ==, -1);
  g_array_unref (waiting.differences);

  question.cancellable = g_cancellable_new ();
  g_cancellable_cancel (question.cancellable);
  scope_comparison_read_async (comparison, &question, answered, &waiting);
  wait_for (&waiting);
  g_assert_null (waiting.differences);
  g_assert_error (waiting.error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_clear_error (&waiting.error);
  g_object_unref (question.cancellable);
}

static void
test_names (void)
{
  for (ScopeQuantity q = 0; q < SCOPE_N_QUANTITIES; q++)
    {
      const char *name = scope_quantity_name (q);
      ScopeQuantity found;

      if (name[0] == '\0')
        continue;
      g_assert_true (scope_quantity_parse (name, &found));
      g_assert_cmpuint (found, ==, q);
      for (const char *p = name; *p != '\0'; p++)
        g_assert_true (g_ascii_islower (*p) || g_ascii_isdigit (*p) || *p == '_' || *p == ':');
    }
  g_assert_false (scope_quantity_parse ("", NULL));
}

static void
test_conditions (void)
{
  static const char *const good[] = { "running<-5%", "thread:1/<0.45.0> running>=+3.5 ms", "gc_copied<1MiB", "messages>−3",
                                      " duration > 5 % " };
  static const char *const bad[] = { "", " ", "<5%", "running", "running<", "running<%", "thread: running<5%", "x:y running<5%",
                                     "running<5kB", "messages<5 words", "running<99999999999999999999999999999999999%",
                                     "running<\xff" };

  for (guint i = 0; i < G_N_ELEMENTS (good); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (ScopeCondition) condition = scope_condition_parse (good[i], &error);

      g_assert_no_error (error);
      g_assert_nonnull (condition);
    }
  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_null (scope_condition_parse (bad[i], &error));
      g_assert_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT);
    }
}

/* A reason that is all of its state is not told twice; one that is a part of it is told. */
static void
test_repeats (void)
{
  ScopeDifference whole = { .of = SCOPE_FIGURE_KIND, .kind = SCOPE_KIND_THREAD, .baseline = 50, .run = 20 }, part = whole;

  g_assert_true (scope_quantity_parse ("outside", &whole.quantity));
  g_assert_true (scope_quantity_parse ("outside:foreign_call", &part.quantity));
  g_assert_true (scope_difference_repeats (&part, &whole));
  g_assert_false (scope_difference_repeats (&whole, NULL));
  g_assert_false (scope_difference_repeats (&whole, &part));
  part.run = 19;
  g_assert_false (scope_difference_repeats (&part, &whole));
  part.run = 20;
  part.kind = SCOPE_KIND_PROCESS;
  g_assert_false (scope_difference_repeats (&part, &whole));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/compare/time-map", test_map);
  g_test_add_func ("/compare/time-map-ends", test_map_ends);
  g_test_add_func ("/compare/marks", test_marks);
  g_test_add_func ("/compare/processes", test_processes);
  g_test_add_func ("/compare/by-hand", test_by_hand);
  g_test_add_func ("/compare/machines", test_machines);
  g_test_add_func ("/compare/circles", test_circles);
  g_test_add_func ("/compare/deep", test_deep);
  g_test_add_func ("/compare/object", test_object);
  g_test_add_func ("/compare/names", test_names);
  g_test_add_func ("/compare/conditions", test_conditions);
  g_test_add_func ("/compare/repeats", test_repeats);
  return g_test_run ();
}
