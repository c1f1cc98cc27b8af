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
  g_autoptr (ScopeVariableLists) lists = scope_variable_lists_new ();
  g_autofree char *listed = scope_variables_name (all, address), *single = scope_variable_lists_name (lists, machine, address);

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
add_field (ScopeMachine *machine, const char *name, guint64 address, guint64 size, guint64 stride, guint64 count)
{
  const ScopeVariable field = { (char *) name, address, size, stride, count };

  scope_variables_add_field (machine, &field);
}

static void
check_place (ScopeMachine *machine, const char *name, guint64 first, guint64 last)
{
  g_autoptr (GArray) all = scope_variables_read (machine), places = g_array_new (FALSE, FALSE, sizeof (guint64));

  scope_variables_find (all, name, places);
  g_assert_cmpuint (places->len, ==, first > last ? 0 : 2);
  if (first <= last)
    {
      g_assert_cmpuint (g_array_index (places, guint64, 0), ==, first);
      g_assert_cmpuint (g_array_index (places, guint64, 1), ==, last);
    }
}

/* A structure of two numbers and another structure, and an array of three of them. */
static void
test_fields (void)
{
  g_autoptr (ScopeTrace) trace = make_trace ();
  ScopeMachine *machine = scope_trace_machine (trace, 0);

  scope_variables_add (machine, "queue", 0x4000, 24);
  add_field (machine, "queue.head", 0x4000, 8, 0, 1);
  add_field (machine, "queue.lock", 0x4008, 12, 0, 1);
  add_field (machine, "queue.lock.owner", 0x400c, 4, 0, 1);
  scope_variables_add (machine, "pool", 0x5000, 72);
  add_field (machine, "pool[]", 0x5000, 24, 24, 3);
  add_field (machine, "pool[].next", 0x5008, 8, 24, 3);
  check (machine, 0x4000, "queue.head");
  check (machine, 0x4003, "queue.head+3");
  check (machine, 0x4008, "queue.lock");
  check (machine, 0x400d, "queue.lock.owner+1");
  check (machine, 0x4010, "queue.lock+8");
  check (machine, 0x4017, "queue+23");
  check (machine, 0x4018, NULL);
  check (machine, 0x5000, "pool[0]");
  check (machine, 0x5008 + 24, "pool[1].next");
  check (machine, 0x5010 + 48, "pool[2]+16");
  check (machine, 0x5000 + 72, NULL);
  check_place (machine, "queue.lock.owner", 0x400c, 0x400f);
  check_place (machine, "pool[2].next", 0x5008 + 48, 0x500f + 48);
  check_place (machine, "pool[3].next", 1, 0);
  check_place (machine, "pool[].next", 1, 0);
  check_place (machine, "pool[x].next", 1, 0);
  check_place (machine, "pool[18446744073709551615].next", 1, 0);
}

static void
test_nonsense (void)
{
  static const char *const values[] = { "", "x", "0x", "0xffffffffffffffff 8", "0xfffffffffffffffff0 8", "-5", " ", "12 34 56", "0x10 -1", "0x10 99999999999999999999", "0xfffffffffffffff0 8 4 5", "0x20 8 18446744073709551615 9", "0x20 8 0 7", "0x20 8 4 99999999999999999999" };
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
      if (variable->count > 1) /* no element lies beyond the last address */
        g_assert_cmpuint (variable->count - 1, <=, (G_MAXUINT64 - variable->address - variable->size) / MAX (variable->stride, 1));
      g_free (scope_variables_name (all, variable->address));
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
  g_autoptr (ScopeVariableLists) variables = scope_variable_lists_new ();
  g_autofree char *named = scope_found_words (trace, &found, variables), *unnamed = NULL;

  g_assert_true (g_str_has_suffix (named, ", 0xa8100 (table+8)"));
  found.named = SCOPE_TABLE_NULL;
  unnamed = scope_found_words (trace, &found, variables);
  g_assert_true (g_str_has_suffix (unnamed, ", 0xa8100"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/variables/names", test_names);
  g_test_add_func ("/variables/fields", test_fields);
  g_test_add_func ("/variables/nonsense", test_nonsense);
  g_test_add_func ("/variables/words", test_words);
  return g_test_run ();
}
