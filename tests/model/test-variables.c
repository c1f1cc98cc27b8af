/* test-variables.c: variables of a simulated program, as a machine's infos have them, which an index may have changed.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/trace/search/scope-find-words.h"
#include "model/trace/search/scope-variables.h"

static ScopeTrace *
make_trace (void)
{
  ScopeTrace *trace = scope_trace_new ();
  ScopeMachine *machine = scope_machine_new (0, scope_bytes_new_memory ());
  guint32 lane, index;

  scope_trace_set_facts (trace, &(ScopeTraceFacts) { "test", "variables", "none", SCOPE_RUNTIME_SIMULATION });
  scope_machine_open_sink (machine, FALSE, 64 << 20, NULL, NULL);
  machine->number = 1;
  machine->tick_ps = 1;
  lane = scope_lane_store_add_lane (machine->lanes, SCOPE_KIND_PROCESSOR, SCOPE_CODE_RUNNING, SCOPE_NONE);
  scope_machine_add_entity (machine, SCOPE_KIND_PROCESSOR, 0, lane, &index);
  machine->lane = machine->threads_lane = SCOPE_NONE;
  scope_trace_add_machine (trace, machine);
  scope_machine_add_info (machine, "program", "0x1000 8");
  scope_variables_add (machine, "table", 0x2000, 64);
  scope_variables_add (machine, "queue_lock", 0x1000, 8);
  scope_variables_add (machine, "first of table", 0x2000, 8);
  scope_variables_add (machine, "empty", 0x3000, 0);
  scope_variables_add (machine, "last", G_MAXUINT64 - 15, 16);
  return trace;
}

static void
check (ScopeMachine *machine, guint64 address, const char *name)
{
  g_autoptr (GArray) all = scope_variables_read (machine);
  g_autofree char *listed = scope_variables_name (all, address), *single = scope_variables_at (machine, address);

  g_assert_cmpstr (listed, ==, name);
  g_assert_cmpstr (single, ==, name);
}

static void
test_names (void)
{
  g_autoptr (ScopeTrace) trace = make_trace ();
  ScopeMachine *machine = scope_trace_machine (trace, 0);

  check (machine, 0xfff, NULL);
  check (machine, 0x1000, "queue_lock");
  check (machine, 0x1007, "queue_lock+7");
  check (machine, 0x1008, NULL);
  check (machine, 0x2000, "table"); /* of two the larger */
  check (machine, 0x203f, "table+63");
  check (machine, 0x2040, NULL);
  check (machine, 0x3000, "empty");
  check (machine, 0x3001, NULL);
  check (machine, G_MAXUINT64 - 1, "last+14");
}

static void
test_nonsense (void)
{
  static const char *const values[] = { "", "x", "0x", "0xffffffffffffffff 8", "0xfffffffffffffffff0 8", "-5", " ", "12 34 56", "0x10 -1", "0x10 99999999999999999999" };
  g_autoptr (ScopeTrace) trace = make_trace ();
  ScopeMachine *machine = scope_trace_machine (trace, 0);
  g_autoptr (GArray) all = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (values); i++)
    scope_machine_add_info (machine, "variable odd", values[i]);
  all = scope_variables_read (machine);
  for (guint i = 0; i < all->len; i++)
    {
      const ScopeVariable *variable = &g_array_index (all, ScopeVariable, i);

      g_assert_cmpuint (variable->size, >=, 1);
      g_assert_cmpuint (variable->size, <=, G_MAXUINT64 - variable->address);
    }
  g_assert_cmpuint (all->len, >=, 5);
}

/* What Search says of an access: a cache's address, and the variable that the program's is. */
static void
test_words (void)
{
  g_autoptr (ScopeTrace) trace = make_trace ();
  ScopeFound found = { .duration = SCOPE_TABLE_NULL, .enter = SCOPE_TABLE_NULL, .exit = SCOPE_TABLE_NULL, .address = 0xa8100, .named = 0x2008,
                       .lane = { 0, SCOPE_KIND_PROCESSOR, 0 }, .function = SCOPE_FUNCTION_UNKNOWN, .caller = SCOPE_FUNCTION_UNKNOWN,
                       .thread = SCOPE_NONE, .depth = -1, .by = -1 };
  g_autofree char *named = scope_found_words (trace, &found), *unnamed = NULL;

  g_assert_true (g_str_has_suffix (named, ", 0xa8100 (table+8)"));
  found.named = SCOPE_TABLE_NULL;
  unnamed = scope_found_words (trace, &found);
  g_assert_true (g_str_has_suffix (unnamed, ", 0xa8100"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/variables/names", test_names);
  g_test_add_func ("/variables/nonsense", test_nonsense);
  g_test_add_func ("/variables/words", test_words);
  return g_test_run ();
}
