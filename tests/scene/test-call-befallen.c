/* test-call-befallen.c: misses of TLBs, interrupts and power states as marks on call stacks.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/scene/calls/scope-call-marks.h"
#include "tests/model/sim-program.h"

#include <string.h>

#define WIDTH 700

/* A core that calls from 1000 to 9000, and is befallen in there, before and behind; one thing befell nobody who is known. */
static ScopeTrace *
make_befallen (ScopeLaneId *ret_lane)
{
  static const struct
  {
    gint64 time, processor;
    ScopeMarkKind kind;
    const char *text;
  } told[] = {
    { 500, 0, SCOPE_MARK_TLB, "TLB miss 0x10" },          { 2000, 0, SCOPE_MARK_TLB, "TLB miss 0x20" },
    { 4000, 0, SCOPE_MARK_INTERRUPT, "interrupt 5:0" },   { 6000, 0, SCOPE_MARK_MARKER, "not shown" },
    { 7000, SCOPE_TABLE_NULL, SCOPE_MARK_POWER, "power domain OFF" }, { 9500, 0, SCOPE_MARK_POWER, "power OFF" },
  };
  ScopeMachine *machine = scope_machine_new (0, scope_bytes_new_memory ());
  ScopeSink *sink = scope_machine_open_sink (machine, FALSE, 64 << 20, NULL, NULL);
  ScopeTrace *trace = scope_trace_new ();
  guint32 lane;

  machine->number = 1;
  machine->tick_ps = 1;
  machine->lane = machine->threads_lane = SCOPE_NONE;
  for (guint i = 0; i < 2; i++)
    {
      const gint64 row[SCOPE_FUNCTION_N_COLUMNS] = { 0, (gint64) sink->klass->text (sink, sim_name (i), strlen (sim_name (i))), sim_kind (i) };

      sink->klass->record (sink, SCOPE_TABLE_FUNCTIONS, row);
    }
  sink->klass->add_entity (sink, SCOPE_KIND_PROCESSOR, 0, FALSE, SCOPE_CODE_RUNNING);
  lane = sink->klass->entity (sink, SCOPE_KIND_PROCESSOR, 0)->lane;
  sink->klass->call (sink, lane, 0, SCOPE_CALL_ENTER, sim_number (0, 0));
  sink->klass->call (sink, lane, 1000, SCOPE_CALL_ENTER, sim_number (0, 1));
  sink->klass->call (sink, lane, 9000, SCOPE_CALL_EXIT, 0);
  for (guint i = 0; i < G_N_ELEMENTS (told); i++)
    {
      const gint64 row[SCOPE_MARK_N_COLUMNS] = { told[i].time, told[i].processor, SCOPE_TABLE_NULL, told[i].kind,
                                                 (gint64) sink->klass->text (sink, told[i].text, strlen (told[i].text)) };

      sink->klass->record (sink, SCOPE_TABLE_MARKS, row);
    }
  sink->klass->life (sink, lane, 0, 10000);
  g_free (sink->klass->rows (sink, sink->klass->rows (sink, NULL, 0), 0));
  scope_trace_set_facts (trace, &(ScopeTraceFacts) { "simulation", "befallen", "none", SCOPE_RUNTIME_SIMULATION });
  g_assert_true (scope_machine_finish (machine, 10000, NULL));
  machine->last = 10000;
  scope_trace_add_machine (trace, machine);
  scope_trace_set_progress (trace, 1, 10000);
  scope_trace_set_finished (trace);
  *ret_lane = (ScopeLaneId) { 0, SCOPE_KIND_PROCESSOR, 0 };

  return trace;
}

/* Misses of TLBs, interrupts and power states stand on the bar of whoever ran then. */
static void
test_befallen (void)
{
  static const struct
  {
    guint kind, depth;
    gint64 time;
    const char *words;
  } wanted[] = { { SCOPE_SHOWN_TLB, 0, 500, "TLB miss 0x10" }, { SCOPE_SHOWN_POWER, 0, 9500, "power OFF" },
                 { SCOPE_SHOWN_TLB, 1, 2000, "TLB miss 0x20" }, { SCOPE_SHOWN_INTERRUPT, 1, 4000, "interrupt 5:0" } };
  ScopeLaneId lane;
  g_autoptr (ScopeTrace) trace = make_befallen (&lane);
  g_autoptr (ScopeActivations) activations = scope_activations_read (trace, lane, 0, 10000, 1, SCOPE_CALL_MAX_DEPTH, NULL, NULL);
  g_autoptr (GPtrArray) all = NULL, some = NULL;
  const ScopeClock clock = { .tick_ps = 1 };
  ScopeCallMarks *marks;
  ScopeViewport viewport;
  guint kinds;

  scope_viewport_init (&viewport, 0, 10000, WIDTH);
  scope_viewport_set_times (&viewport, 0, 10000);
  all = scope_call_marks_read (trace, &lane, 1, &viewport, SCOPE_HITS_ALL, 0, NULL);
  marks = g_ptr_array_index (all, 0);
  scope_call_marks_raise (marks, activations, FALSE);
  g_assert_cmpuint (marks->marks->len, ==, G_N_ELEMENTS (wanted));
  for (guint i = 0; i < G_N_ELEMENTS (wanted); i++)
    {
      const ScopeCallMark *mark = &g_array_index (marks->marks, ScopeCallMark, i);
      g_autofree char *words = scope_call_mark_describe (trace, marks, mark, &clock);

      g_assert_cmpuint (mark->depth, ==, wanted[i].depth);
      g_assert_cmpint (mark->time, ==, wanted[i].time);
      g_assert_cmpuint (mark->n[wanted[i].kind], ==, 1);
      g_assert_true (g_str_has_prefix (words, scope_hit_title (wanted[i].kind)));
      g_assert_nonnull (strstr (words, wanted[i].words));
    }
  g_assert_true (scope_hits_parse ("interrupt,l2", &kinds));
  some = scope_call_marks_read (trace, &lane, 1, &viewport, kinds, 0, NULL);
  g_assert_cmpuint (((const ScopeCallMarks *) g_ptr_array_index (some, 0))->marks->len, ==, 1);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/call-befallen/depths", test_befallen);

  return g_test_run ();
}
