/* test-path-sums.c: the critical path as sums, in parts of a range: against its segments one by one.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/trace/analysis/scope-derived.h"

#define N_THREADS 5u
#define N_STEPS 12000u /* more than one node of each height */
#define MOST_PARTS 200u
#define N_KEYS (SCOPE_N_PATH_KINDS * (N_THREADS + 1))

typedef struct
{
  ScopeTrace *trace;
  ScopeDerived *derived;
  gint64 end;
} Fixture;

/* What was told: how long what was of whom, by part. */
typedef struct
{
  ScopeQueryRange within;
  guint n_parts, n_segments, n_sums;
  gboolean refuse; /* sums in which somebody waits for a time */
  gint64 until;    /* it comes in order */
  gint64 times[MOST_PARTS][N_KEYS];
} Told;

static guint32
add (ScopeMachine *machine, ScopeKind kind, guint64 number, guint initial)
{
  guint32 lane = scope_lane_store_add_lane (machine->lanes, kind, initial, SCOPE_NONE), index;

  scope_machine_add_entity (machine, kind, number, lane, &index);
  return lane;
}

/* One thread after the other runs, and wakes any of the others; in a tenth of the run, it sleeps for a while instead. */
static void
set_up (Fixture *f, gconstpointer data)
{
  ScopeMachine *machine = scope_machine_new (0, scope_bytes_new_memory ());
  ScopeSink *sink = scope_machine_open_sink (machine, FALSE, 1 << 20, NULL, NULL);
  ScopeQueryRange whole = { .from = SCOPE_TIME_MIN, .to = SCOPE_TIME_MAX };
  g_autoptr (GRand) rand = g_rand_new_with_seed (9);
  g_autoptr (GError) error = NULL;
  guint32 processor, thread[N_THREADS];
  gint64 time = 10;

  machine->number = 1;
  machine->tick_ps = 1000;
  machine->lane = machine->threads_lane = SCOPE_NONE;
  processor = add (machine, SCOPE_KIND_PROCESSOR, 0, SCOPE_CODE_IDLE);
  for (guint i = 0; i < N_THREADS; i++)
    {
      thread[i] = add (machine, SCOPE_KIND_THREAD, i + 1, SCOPE_CODE_MVAR);
      sink->klass->entity (sink, SCOPE_KIND_THREAD, i)->first = 0;
    }
  for (guint i = 0, t = 0; i < N_STEPS; i++)
    {
      gboolean sleeps = i > N_STEPS / 2 && i < N_STEPS / 2 + N_STEPS / 10;
      guint next = sleeps ? t : (t + 1 + (guint) g_rand_int_range (rand, 0, N_THREADS - 1)) % N_THREADS;
      gint64 to = time + g_rand_int_range (rand, 1, 1000), woken = sleeps ? to + g_rand_int_range (rand, 1, 500) : to;
      ScopeRow rows[] = { scope_row (processor, time, SCOPE_CODE_RUNNING, t + 1), scope_row (thread[t], time, SCOPE_CODE_RUNNING, 1),
                          scope_row (processor, to, SCOPE_CODE_IDLE, 0), scope_row (thread[t], to, sleeps ? SCOPE_CODE_DELAY : SCOPE_CODE_MVAR, 0),
                          scope_row (thread[next], woken, SCOPE_CODE_WOKEN, sleeps ? 0 : t + 1) };

      g_assert_true (scope_lane_store_add_rows (machine->lanes, rows, G_N_ELEMENTS (rows), NULL));
      time = woken + g_rand_int_range (rand, 1, 300);
      t = next;
    }
  scope_lane_store_set_life (machine->lanes, processor, 0, time);
  for (guint i = 0; i < N_THREADS; i++)
    scope_lane_store_set_life (machine->lanes, thread[i], 0, time);
  g_assert_true (scope_machine_finish (machine, time, NULL));
  machine->first = 0;
  machine->last = f->end = time;
  f->trace = scope_trace_new ();
  scope_trace_set_facts (f->trace, &(ScopeTraceFacts) { "eventlog", "made-up", "none", SCOPE_RUNTIME_GHC });
  scope_trace_add_machine (f->trace, machine);
  scope_trace_set_progress (f->trace, 1, time);
  scope_trace_set_finished (f->trace);
  whole.trace = f->trace;
  f->derived = scope_derived_dup_or_make (&whole, &error);
  g_assert_no_error (error);
}

static void
tear_down (Fixture *f, gconstpointer data)
{
  g_object_unref (f->derived);
  g_object_unref (f->trace);
}

static gint64
edge (const Told *told, guint part)
{
  return part < told->n_parts ? told->within.from + (gint64) ((double) (told->within.to - told->within.from) * part / told->n_parts) : told->within.to;
}

static guint
key_of (const ScopePathSegment *segment)
{
  return segment->kind * (N_THREADS + 1) + (scope_task_is_nobody (segment->task) ? N_THREADS : segment->task.thread);
}

static void
take_segment (gpointer data, const ScopePathSegment *segment, const char *label)
{
  Told *told = data;

  g_assert_cmpint (segment->from, >=, told->until);
  g_assert_cmpint (segment->to, >, segment->from);
  told->until = segment->to;
  told->n_segments++;
  for (guint part = 0; part < told->n_parts; part++)
    told->times[part][key_of (segment)] += MAX (MIN (segment->to, edge (told, part + 1)) - MAX (segment->from, edge (told, part)), 0);
}

static gboolean
take_sums (gpointer data, const ScopePathSegment *sums, guint n, guint part)
{
  Told *told = data;

  g_assert_cmpuint (part, <, told->n_parts);
  for (guint i = 0; i < n && told->refuse; i++)
    if (sums[i].kind == SCOPE_PATH_TIMER)
      return FALSE;
  for (guint i = 0; i < n; i++)
    {
      g_assert_cmpint (sums[i].from, >=, MAX (told->until, edge (told, part)));
      g_assert_cmpint (sums[i].to, <=, edge (told, part + 1));
      told->times[part][key_of (&sums[i])] += sums[i].to - sums[i].from;
    }
  told->n_sums++;
  return TRUE;
}

static void
check (Fixture *f, gint64 from, gint64 to, guint n_parts, gboolean refuse)
{
  g_autofree Told *told = g_new0 (Told, 1), *truth = g_new0 (Told, 1);
  g_autoptr (GError) error = NULL;

  told->within = (ScopeQueryRange) { .trace = f->trace, .from = from, .to = to };
  told->n_parts = n_parts;
  told->refuse = refuse;
  *truth = *told;
  scope_derived_sum_path (f->derived, &told->within, n_parts, take_segment, take_sums, told, &error);
  g_assert_no_error (error);
  scope_derived_walk_path (f->derived, &truth->within, take_segment, truth, &error);
  g_assert_no_error (error);
  g_assert_cmpmem (told->times, sizeof told->times, truth->times, sizeof truth->times);
  if (from == 0 && to == f->end && n_parts == 1)
    {
      g_assert_cmpuint (told->n_sums, >, 0);
      g_assert_true (refuse ? told->n_segments >= N_STEPS / 10 : told->n_segments == 0);
      g_assert_cmpuint (told->n_segments, <, truth->n_segments / 2);
    }
}

static void
test_ranges (Fixture *f, gconstpointer data)
{
  static const guint parts[] = { 1, 3, 10, MOST_PARTS };
  g_autoptr (GRand) rand = g_rand_new_with_seed (4);

  for (guint i = 0; i < 8 * G_N_ELEMENTS (parts); i++)
    {
      gint64 a = (gint64) g_rand_int_range (rand, 0, (gint32) f->end), b = (gint64) g_rand_int_range (rand, 0, (gint32) f->end);

      check (f, i < 8 ? 0 : MIN (a, b), i < 8 ? f->end : MAX (a, b) + 1, parts[i % G_N_ELEMENTS (parts)], (i / G_N_ELEMENTS (parts)) % 2 == 1);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/path-sums/ranges", Fixture, NULL, set_up, test_ranges, tear_down);
  return g_test_run ();
}
