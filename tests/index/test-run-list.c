/* test-run-list.c: which run was the last one of a program.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/index/scope-run-list.h"

static ScopeRun *
make_run (const char *digest, const char *program, const char *wall_clock)
{
  g_autoptr (ScopeTrace) trace = scope_trace_new ();
  ScopeMachine *machine = scope_machine_new (0, scope_bytes_new_memory ());

  scope_trace_set_facts (trace, &(ScopeTraceFacts) { "eventlog", "test", "none", SCOPE_RUNTIME_GHC });
  machine->tick_ps = 1000;
  machine->last = 1000;
  scope_machine_add_info (machine, "program", program);
  if (wall_clock != NULL)
    scope_machine_add_info (machine, "wall_clock", wall_clock);
  scope_trace_add_machine (trace, machine);
  return scope_run_new_of_trace (trace, digest, NULL, NULL, 0, 0);
}

static void
test_last (void)
{
  g_autoptr (GPtrArray) runs = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr (ScopeRun) followed = make_run ("", "/here/prog", "3000.5");
  g_autoptr (ScopeRun) undated = make_run ("", "/here/prog", NULL);

  /* Newest first. One that ended at once is kept before it is asked which was the last: it is not that one. */
  g_ptr_array_add (runs, make_run ("d0", "/there/prog", "4000"));
  g_ptr_array_add (runs, make_run ("d1", "/here/prog", "3000.5"));
  g_assert_null (scope_run_list_last_of_program (runs, followed));
  g_ptr_array_add (runs, make_run ("d2", "/here/other", "2500"));
  g_assert_null (scope_run_list_last_of_program (runs, followed));
  g_ptr_array_add (runs, make_run ("d3", "/there/prog", "2000"));
  g_ptr_array_add (runs, make_run ("d4", "/here/prog", "1000"));
  g_assert_true (scope_run_list_last_of_program (runs, followed) == runs->pdata[3]);
  g_assert_null (scope_run_list_last_of_program (runs, undated));
  g_ptr_array_add (runs, make_run ("d5", "/here/prog", NULL));
  g_assert_true (scope_run_list_last_of_program (runs, undated) == runs->pdata[5]);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/run-list/last", test_last);
  return g_test_run ();
}
