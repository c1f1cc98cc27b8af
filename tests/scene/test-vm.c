/* test-vm.c: ETS tables of a range, as samples tell them: what holds where it begins, what is gone, where the largest was.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/scene/vm/scope-ets-scene.h"
#include "model/scene/vm/scope-vm-table.h"

#include <math.h>
#include <string.h>

#define END 1000

static void
add_sample (ScopeMachine *machine, gint64 time, const char *name, gint64 owner, gint64 objects, gint64 bytes)
{
  const gint64 row[SCOPE_ETS_N_COLUMNS] = { time, (gint64) scope_machine_add_text (machine, name, strlen (name), NULL), owner, objects, bytes };

  g_assert_true (scope_table_add (machine->tables[SCOPE_TABLE_ETS], row, NULL));
}

static ScopeTrace *
make_trace (ScopeRuntime runtime, gboolean sampled)
{
  ScopeMachine *machine = scope_machine_new (0, scope_bytes_new_memory ());
  ScopeSink *sink = scope_machine_open_sink (machine, FALSE, 64 << 20, NULL, NULL);
  ScopeTrace *trace = scope_trace_new ();

  machine->number = 1;
  machine->tick_ps = 1000;
  for (guint p = 0; p < 2; p++)
    sink->klass->add_entity (sink, SCOPE_KIND_THREAD, p, FALSE, SCOPE_CODE_RUNNING);
  if (sampled)
    {
      add_sample (machine, 100, "sessions", 1, 10, 1000);
      add_sample (machine, 100, "cache", SCOPE_TABLE_NULL, 5, 500);
      add_sample (machine, 200, "early", 0, 9, 900);
      add_sample (machine, 250, "early", 0, 0, 0);
      add_sample (machine, 400, "sessions", 1, 40, 4000);
      add_sample (machine, 600, "sessions", 1, 20, 2000);
      add_sample (machine, 600, "cache", SCOPE_TABLE_NULL, 0, 0);
      add_sample (machine, 800, "late", 0, 70, 70000);
    }
  scope_trace_set_facts (trace, &(ScopeTraceFacts) { "test", "vm", "none", runtime });
  g_assert_true (scope_machine_finish (machine, END, NULL));
  machine->last = END;
  scope_trace_add_machine (trace, machine);
  scope_trace_set_progress (trace, 1, END);
  scope_trace_set_finished (trace);

  return trace;
}

static guint
column (ScopeReportTable *table, const char *name)
{
  for (guint c = 0; c < scope_report_table_n_columns (table); c++)
    if (strcmp (scope_report_table_column (table, c)->name, name) == 0)
      return c;
  g_assert_not_reached ();
}

static void
assert_row (ScopeReportTable *table, guint row, const char *name, double first, double last, double most, double objects)
{
  static const char *const names[] = { "first_bytes", "last_bytes", "most_bytes", "objects" };
  const double wanted[] = { first, last, most, objects };
  g_autofree char *text = scope_report_table_text (table, row, column (table, "table"));

  g_assert_cmpstr (text, ==, name);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      double value = scope_report_table_value (table, row, column (table, names[i]));

      g_test_message ("%s %s: %g", name, names[i], value);
      g_assert_true (isnan (wanted[i]) ? isnan (value) : value == wanted[i]);
    }
}

static void
test_ets (void)
{
  g_autoptr (ScopeTrace) trace = make_trace (SCOPE_RUNTIME_ERLANG, TRUE);
  const ScopeQueryRange whole = { .trace = trace, .from = SCOPE_TIME_MIN, .to = SCOPE_TIME_MAX };
  const ScopeQueryRange part = { .trace = trace, .from = 300, .to = 700 };
  g_autoptr (ScopeReportTable) all = scope_vm_table_read (&whole, SCOPE_VM_TABLE_ETS, NULL);
  g_autoptr (ScopeReportTable) some = scope_vm_table_read (&part, SCOPE_VM_TABLE_ETS, NULL);
  const ScopeReportTableRow *row;

  g_assert_null (scope_vm_table_why_not (trace));
  g_assert_true (scope_vm_table_has (trace, SCOPE_VM_TABLE_ETS));
  g_assert_false (scope_vm_table_has (trace, SCOPE_VM_TABLE_LOCKS));
  g_assert_cmpuint (scope_report_table_n_rows (all), ==, 4);
  assert_row (all, 0, "late", NAN, 70000, 70000, 70);
  assert_row (all, 1, "sessions", NAN, 2000, 4000, 20);
  assert_row (all, 2, "early", NAN, NAN, 900, NAN);
  assert_row (all, 3, "cache", NAN, NAN, 500, NAN);
  /* A row leads to the owner, to when the table was largest. */
  row = scope_report_table_row (all, 1);
  g_assert_true (row->has_lane && row->has_range && row->lane.kind == SCOPE_KIND_THREAD && row->lane.index == 1);
  g_assert_cmpint (row->from, ==, 400);
  g_assert_false (scope_report_table_row (all, 3)->has_lane);
  /* What was sampled before holds where the range begins; what was gone then is not told, nor what came later. */
  g_assert_cmpuint (scope_report_table_n_rows (some), ==, 2);
  assert_row (some, 0, "sessions", 1000, 2000, 4000, 20);
  assert_row (some, 1, "cache", 500, NAN, 500, NAN);
  g_assert_cmpint (scope_report_table_row (some, 1)->from, ==, 300);
}

/* What a sample tells holds until the next one; what is gone is not known, and is not 0. */
static void
test_ets_over_time (void)
{
  g_autoptr (ScopeTrace) trace = make_trace (SCOPE_RUNTIME_ERLANG, TRUE);
  const ScopeQueryRange whole = { .trace = trace, .from = 0, .to = END }, part = { .trace = trace, .from = 300, .to = 700 };
  g_autoptr (ScopeReportTable) all = scope_vm_table_read (&whole, SCOPE_VM_TABLE_ETS, NULL);
  g_autoptr (ScopeReportTable) some = scope_vm_table_read (&part, SCOPE_VM_TABLE_ETS, NULL);
  const ScopeEtsCourses *courses = scope_vm_table_courses (all), *cut = scope_vm_table_courses (some);
  const ScopeEtsCourse *sessions = courses->each->pdata[1], *cache = courses->each->pdata[3];
  const ScopeCourseLook look = { .width = 600, .height = 130, .left = 200, .plot_width = 400 };
  const ScopeClock clock = { .tick_ps = 1000 };
  g_autofree char *text = scope_ets_scene_dup_text (courses, 1, 200, &clock), *gone = scope_ets_scene_dup_text (courses, 3, 300, &clock);
  g_autoptr (ScopeScene) scene = NULL;

  g_assert_cmpuint (courses->each->len, ==, 4);
  g_assert_cmpuint (courses->n, ==, 400);
  for (guint i = 0; i < courses->n; i++)
    {
      gint64 from = scope_ets_courses_edge (courses, i), to = scope_ets_courses_edge (courses, i + 1);
      double wanted = to <= 100 ? NAN : to <= 400 ? 1000 : from < 600 ? 4000 : 2000;

      g_assert_true (isnan (wanted) ? isnan (sessions->bytes[i]) : sessions->bytes[i] == wanted);
      g_assert_true (isnan (cache->bytes[i]) == (to <= 100 || from >= 600));
      g_assert_true (isnan (cache->objects[i]) || cache->objects[i] == 5);
    }
  g_assert_cmpfloat (sessions->most_bytes, ==, 4000);
  g_assert_cmpfloat (sessions->most_objects, ==, 40);
  /* Where the range begins, what was told before holds. */
  g_assert_cmpfloat (((const ScopeEtsCourse *) cut->each->pdata[0])->bytes[0], ==, 1000);
  g_assert_cmpuint (scope_course_plot_stretch_at (&look, courses->n, 400), ==, 200);
  g_assert_nonnull (strstr (text, "40 objects"));
  g_assert_nonnull (strstr (gone, "not among the largest"));
  scene = scope_ets_scene_new (trace, courses, 1, &look, scope_palette_get (SCOPE_PALETTE_LIGHT), 200, &clock);
  g_assert_cmpuint (scene->items->len, >, 700);
}

static void
add_microstate (ScopeMachine *machine, const char *type, gint64 id, const char *state, gint64 duration)
{
  gint64 row[SCOPE_MICROSTATE_N_COLUMNS] = { 0 };

  row[SCOPE_MICROSTATE_TYPE] = (gint64) scope_machine_add_text (machine, type, strlen (type), NULL);
  row[SCOPE_MICROSTATE_ID] = id;
  row[SCOPE_MICROSTATE_STATE] = (gint64) scope_machine_add_text (machine, state, strlen (state), NULL);
  row[SCOPE_MICROSTATE_DURATION] = duration;
  g_assert_true (scope_table_add (machine->tables[SCOPE_TABLE_MICROSTATES], row, NULL));
}

/* Not every thread tells the same states: what one does not tell is not 0, nor is it awake all the time if nobody says when it slept. */
static void
test_microstates (void)
{
  ScopeMachine *machine = scope_machine_new (0, scope_bytes_new_memory ());
  g_autoptr (ScopeTrace) trace = scope_trace_new ();
  const ScopeQueryRange whole = { .trace = trace, .from = SCOPE_TIME_MIN, .to = SCOPE_TIME_MAX };
  g_autoptr (ScopeReportTable) table = NULL;

  scope_machine_open_sink (machine, FALSE, 64 << 20, NULL, NULL);
  machine->tick_ps = 1000;
  add_microstate (machine, "scheduler", 1, "emulator", 100);
  add_microstate (machine, "scheduler", 1, "sleep", 300);
  add_microstate (machine, "poll", 0, "check_io", 50);
  scope_trace_set_facts (trace, &(ScopeTraceFacts) { "test", "vm", "none", SCOPE_RUNTIME_ERLANG });
  g_assert_true (scope_machine_finish (machine, END, NULL));
  scope_trace_add_machine (trace, machine);
  scope_trace_set_finished (trace);
  table = scope_vm_table_read (&whole, SCOPE_VM_TABLE_MICROSTATES, NULL);
  g_assert_cmpuint (scope_report_table_n_rows (table), ==, 2);
  g_assert_cmpfloat (scope_report_table_value (table, 0, column (table, "awake")), ==, 0.25);
  g_assert_cmpfloat (scope_report_table_value (table, 0, column (table, "sleep_ns")), ==, 300);
  g_assert_true (isnan (scope_report_table_value (table, 0, column (table, "check_io_ns"))));
  g_assert_cmpfloat (scope_report_table_value (table, 1, column (table, "check_io_ns")), ==, 50);
  g_assert_true (isnan (scope_report_table_value (table, 1, column (table, "sleep_ns"))));
  g_assert_true (isnan (scope_report_table_value (table, 1, column (table, "awake"))));
}

/* More threads than there are rows: that is said. */
static void
test_many_threads (void)
{
  ScopeMachine *machine = scope_machine_new (0, scope_bytes_new_memory ());
  g_autoptr (ScopeTrace) trace = scope_trace_new ();
  const ScopeQueryRange whole = { .trace = trace, .from = SCOPE_TIME_MIN, .to = SCOPE_TIME_MAX };
  g_autoptr (ScopeReportTable) table = NULL;

  scope_machine_open_sink (machine, FALSE, 64 << 20, NULL, NULL);
  machine->tick_ps = 1000;
  for (guint i = 0; i < 10001; i++)
    add_microstate (machine, "async", i, "sleep", 5);
  scope_trace_set_facts (trace, &(ScopeTraceFacts) { "test", "vm", "none", SCOPE_RUNTIME_ERLANG });
  g_assert_true (scope_machine_finish (machine, END, NULL));
  scope_trace_add_machine (trace, machine);
  scope_trace_set_finished (trace);
  table = scope_vm_table_read (&whole, SCOPE_VM_TABLE_MICROSTATES, NULL);
  g_assert_cmpuint (scope_report_table_n_rows (table), ==, 10000);
  g_assert_nonnull (strstr (scope_report_table_summary (table), "of 10,001 are shown"));
}

static void
test_why_not (void)
{
  g_autoptr (ScopeTrace) erlang = make_trace (SCOPE_RUNTIME_ERLANG, FALSE), ghc = make_trace (SCOPE_RUNTIME_GHC, FALSE);

  g_assert_nonnull (strstr (scope_vm_table_why_not (erlang), "run.lcnt"));
  g_assert_nonnull (strstr (scope_vm_table_why_not (ghc), "Only an Erlang VM"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/vm/ets", test_ets);
  g_test_add_func ("/vm/ets-over-time", test_ets_over_time);
  g_test_add_func ("/vm/microstates", test_microstates);
  g_test_add_func ("/vm/many-threads", test_many_threads);
  g_test_add_func ("/vm/why-not", test_why_not);

  return g_test_run ();
}
