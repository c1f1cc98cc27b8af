/* test-servers.c: the tables of servers and of their callers: figures, where rows lead, what is said above them.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/scene/servers/scope-servers-table.h"
#include "model/trace/servers/scope-mailbox-courses.h"
#include "model/trace/servers/scope-servers.h"

#include <locale.h>
#include <math.h>
#include <string.h>

#define LENGTH 10000
#define N_PROCESSES 3 /* the server, and two that call it */
#define ROUNDS 10

static void
add_message (ScopeMachine *machine, gint64 from, gint64 to, gint64 send, gint64 receive)
{
  gint64 row[SCOPE_MESSAGE_N_COLUMNS] = { send, receive, 0, 0, from, SCOPE_TABLE_NULL, 0, to, SCOPE_TABLE_NULL, 1 };

  g_assert_true (scope_table_add_lasting (machine->tables[SCOPE_TABLE_MESSAGES], row, receive, NULL));
}

/* Each round both ask at once (0), are received (100, 110) and answered (300, 600), and have it a little later (+ 7). */
static ScopeTrace *
make_trace (ScopeRuntime runtime)
{
  ScopeMachine *machine = scope_machine_new (0, scope_bytes_new_memory ());
  ScopeSink *sink = scope_machine_open_sink (machine, FALSE, 64 << 20, NULL, NULL);
  ScopeTrace *trace = scope_trace_new ();

  machine->number = 1;
  machine->tick_ps = 1000;
  for (guint p = 0; p < N_PROCESSES; p++)
    {
      guint32 thread = sink->klass->add_entity (sink, SCOPE_KIND_THREAD, p, FALSE, SCOPE_CODE_RUNNING);

      sink->klass->add_sharing (sink, SCOPE_KIND_PROCESS, p, sink->klass->entity (sink, SCOPE_KIND_THREAD, thread)->lane);
    }
  for (gint64 i = 0; runtime == SCOPE_RUNTIME_ERLANG && i < ROUNDS; i++)
    for (gint64 p = 1; p < N_PROCESSES; p++)
      {
        add_message (machine, p, 0, i * 1000 + p, i * 1000 + 90 + p * 10);
        add_message (machine, 0, p, i * 1000 + p * 300, i * 1000 + p * 300 + 7);
      }
  scope_trace_set_facts (trace, &(ScopeTraceFacts) { "test", "servers", "none", runtime });
  g_assert_true (scope_machine_finish (machine, LENGTH, NULL));
  machine->last = LENGTH;
  scope_trace_add_machine (trace, machine);
  scope_trace_set_progress (trace, 1, LENGTH);
  scope_trace_set_finished (trace);
  return trace;
}

static double
value (ScopeReportTable *table, guint row, const char *name)
{
  for (guint c = 0; c < scope_report_table_n_columns (table); c++)
    if (strcmp (scope_report_table_column (table, c)->name, name) == 0)
      return scope_report_table_value (table, row, c);
  return NAN;
}

static void
test_servers (void)
{
  g_autoptr (ScopeTrace) trace = make_trace (SCOPE_RUNTIME_ERLANG);
  const ScopeQueryRange within = { .trace = trace, .from = SCOPE_TIME_MIN, .to = SCOPE_TIME_MAX };
  g_autoptr (ScopeReportTable) table = scope_servers_table_read (&within, SCOPE_SERVERS_TABLE_SERVERS, NULL);
  const ScopeReportTableRow *first = scope_report_table_row (table, 0);
  const ScopeMailboxCourses *courses;
  const ScopeMailboxCourse *course;
  g_autoptr (ScopeReportTable) mailboxes = scope_servers_table_read (&within, SCOPE_SERVERS_TABLE_MAILBOXES, NULL);
  gint64 area = 0;

  g_assert_cmpuint (scope_report_table_n_rows (table), ==, 1); /* who only calls is no server, and has a mailbox */
  g_assert_cmpuint (scope_report_table_n_rows (mailboxes), ==, N_PROCESSES);
  g_assert_true (first->has_lane);
  g_assert_cmpuint (first->lane.index, ==, 0);
  g_assert_cmpfloat (value (table, 0, "callers"), ==, 2);
  g_assert_cmpfloat (value (table, 0, "calls"), ==, 2 * ROUNDS);
  g_assert_cmpfloat (value (table, 0, "inferred"), ==, 2 * ROUNDS);
  g_assert_cmpfloat (value (mailboxes, 0, "arrivals"), ==, 2 * ROUNDS);
  /* 99 and 298 until it began, 200 and 300 of service, 7 and 7 back */
  g_assert_cmpfloat (value (table, 0, "queue_mean_ns"), ==, (99 + 298) / 2.0);
  g_assert_cmpfloat (value (table, 0, "service_mean_ns"), ==, (200 + 300) / 2.0);
  g_assert_cmpfloat (value (table, 0, "back_mean_ns"), ==, 7);
  g_assert_cmpfloat (value (table, 0, "waited_ns"), ==, ROUNDS * (306 + 605));
  g_assert_cmpfloat (value (mailboxes, 0, "length_max"), ==, 2);
  g_assert_cmpfloat (value (mailboxes, 0, "most_max"), ==, 2);
  g_assert_cmpfloat (value (mailboxes, 0, "length_mean"), ==, ROUNDS * (99 + 108) / (double) LENGTH);
  g_assert_true (isnan (value (mailboxes, 1, "most_max")));
  courses = scope_report_table_get_attachment (mailboxes);
  g_assert_cmpuint (courses->courses->len, ==, N_PROCESSES);
  course = &g_array_index (courses->courses, ScopeMailboxCourse, 0);
  for (guint i = 0; i < courses->n; i++)
    area += course->area[i];
  g_assert_cmpint (area, ==, ROUNDS * (99 + 108));
  g_assert_cmpint (course->longest, ==, 2);
  g_assert_nonnull (strstr (scope_report_table_summary (table), "2 callers waited 9.11 µs"));
  g_assert_nonnull (strstr (scope_report_table_summary (table), " waited longest, 6.05 µs. "));
  g_assert_nonnull (strstr (scope_report_table_summary (table), "inferred"));
}

static void
test_callers (void)
{
  g_autoptr (ScopeTrace) trace = make_trace (SCOPE_RUNTIME_ERLANG);
  const ScopeQueryRange within = { .trace = trace, .from = 2000, .to = 4000 };
  g_autoptr (ScopeReportTable) table = scope_servers_table_read (&within, SCOPE_SERVERS_TABLE_CALLERS, NULL);
  const ScopeReportTableRow *first = scope_report_table_row (table, 0);

  g_assert_cmpuint (scope_report_table_n_rows (table), ==, 2);
  g_assert_cmpuint (first->lane.index, ==, 2);
  g_assert_true (first->has_range);
  g_assert_cmpint (first->from, ==, 2002);
  g_assert_cmpint (first->to, ==, 2607);
  g_assert_cmpfloat (value (table, 0, "calls"), ==, 2);
  g_assert_cmpfloat (value (table, 0, "latency_max_ns"), ==, 605);
  g_assert_cmpfloat (value (table, 1, "waited_ns"), ==, 2 * 306);
}

static void
test_nothing (void)
{
  g_autoptr (ScopeTrace) trace = make_trace (SCOPE_RUNTIME_ERLANG), other = make_trace (SCOPE_RUNTIME_GHC);
  const ScopeQueryRange within = { .trace = trace, .from = 700, .to = 900 };
  g_autoptr (ScopeReportTable) table = scope_servers_table_read (&within, SCOPE_SERVERS_TABLE_SERVERS, NULL);

  g_assert_cmpuint (scope_report_table_n_rows (table), ==, 0);
  g_assert_nonnull (strstr (scope_report_table_summary (table), "Nothing was sent"));
  g_assert_null (scope_servers_why_not (trace));
  g_assert_nonnull (scope_servers_why_not (other));
}

int
main (int argc, char **argv)
{
  setlocale (LC_ALL, "C.UTF-8");
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/servers/servers", test_servers);
  g_test_add_func ("/servers/callers", test_callers);
  g_test_add_func ("/servers/nothing", test_nothing);
  return g_test_run ();
}
