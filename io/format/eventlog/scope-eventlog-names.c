/* scope-eventlog-names.c: what the events are called and what their fields are.
 *
 * The names are the constants of GHC's, Eden's and Mercury's headers in lower case. Fields are "name:kind"
 * with kind 1, 2, 4, 8 (bytes of an unsigned number), i4 (signed), x8 (hexadecimal), s (text to the end), z
 * (text to a zero byte), l (texts with zero bytes between), b (any bytes). Shorter payloads, of older
 * versions, have fewer of them.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/format/eventlog/scope-eventlog-private.h"

#include "model/base/scope-bisect.h"
#include "model/base/scope-eventlog-events.h"

typedef struct
{
  guint16 type;
  const char *name;
  const char *fields;
} Known;

/* In the order of their numbers. */
static const Known known[] = {
  { 0, "create_thread", "thread:4" },
  { 1, "run_thread", "thread:4" },
  { 2, "stop_thread", "thread:4 status:2 info:4" },
  { 3, "thread_runnable", "thread:4" },
  { 4, "migrate_thread", "thread:4 to:2" },
  { 5, "run_spark", "thread:4" },
  { 6, "steal_spark", "thread:4 victim:2" },
  { 7, "shutdown", "" },
  { 8, "thread_wakeup", "thread:4 processor:2" },
  { 9, "gc_start", "" },
  { 10, "gc_end", "" },
  { 11, "request_seq_gc", "" },
  { 12, "request_par_gc", "" },
  { 13, "create_spark", "processor:2 thread:4" },
  { 14, "spark_to_thread", "processor:2 thread:4 spark_thread:4" },
  { 15, "create_spark_thread", "thread:4" },
  { 16, "log_msg", "text:s" },
  { 17, "startup", "processors:2" },
  { 18, "block_marker", "size:4 end:8 processor:2" },
  { 19, "user_msg", "text:s" },
  { 20, "gc_idle", "" },
  { 21, "gc_work", "" },
  { 22, "gc_done", "" },
  { 23, "version", "text:s" },
  { 24, "program_invocation", "text:s" },
  { 25, "capset_create", "capset:4 type:2" },
  { 26, "capset_delete", "capset:4" },
  { 27, "capset_assign_cap", "capset:4 processor:2" },
  { 28, "capset_remove_cap", "capset:4 processor:2" },
  { 29, "rts_identifier", "capset:4 text:s" },
  { 30, "program_args", "capset:4 args:l" },
  { 31, "program_env", "capset:4 env:l" },
  { 32, "osprocess_pid", "capset:4 pid:4" },
  { 33, "osprocess_ppid", "capset:4 pid:4" },
  { 34, "spark_counters", "created:8 dud:8 overflowed:8 converted:8 gcd:8 fizzled:8 remaining:8" },
  { 35, "spark_create", "" },
  { 36, "spark_dud", "" },
  { 37, "spark_overflow", "" },
  { 38, "spark_run", "" },
  { 39, "spark_steal", "victim:2" },
  { 40, "spark_fizzle", "" },
  { 41, "spark_gc", "" },
  { 42, "intern_string", "text:s" },
  { 43, "wall_clock_time", "capset:4 seconds:8 nanoseconds:4" },
  { 44, "thread_label", "thread:4 text:s" },
  { 45, "cap_create", "processor:2" },
  { 46, "cap_delete", "processor:2" },
  { 47, "cap_disable", "processor:2" },
  { 48, "cap_enable", "processor:2" },
  { 49, "heap_allocated", "capset:4 bytes:8" },
  { 50, "heap_size", "capset:4 bytes:8" },
  { 51, "heap_live", "capset:4 bytes:8" },
  { 52, "heap_info_ghc", "capset:4 generations:2 max_heap:8 alloc_area:8 mblock:8 block:8" },
  { 53, "gc_stats_ghc",
    "capset:4 generation:2 copied:8 slop:8 fragmentation:8 threads:4 max_copied:8 total_copied:8 "
    "balanced_copied:8" },
  { 54, "gc_global_sync", "" },
  { 55, "task_create", "task:x8 processor:2 kernel_thread:8" },
  { 56, "task_migrate", "task:x8 processor:2 to:2" },
  { 57, "task_delete", "task:x8" },
  { 58, "user_marker", "text:s" },
  { 59, "hack_bug_t9003", "" },
  { 60, "start_receive", "" },
  { 61, "end_receive", "" },
  { 62, "create_process", "process:4" },
  { 63, "kill_process", "process:4" },
  { 64, "assign_thread_to_process", "thread:4 process:4" },
  { 65, "create_machine", "machine:2 start:8" },
  { 66, "kill_machine", "machine:2" },
  { 67, "send_message", "tag:1 process:4 port:4 to_machine:2 to_process:4 to_port:4" },
  { 68, "receive_message", "tag:1 process:4 port:4 from_machine:2 from_process:4 from_port:4 size:4" },
  { 69, "send_receive_local_message", "tag:1 process:4 port:4 to_process:4 to_port:4" },
  { 90, "mem_return", "capset:4 current:4 needed:4 returned:4" },
  { 91, "blocks_size", "capset:4 bytes:8" },
  { 100, "start_par_conjunction", "dynamic:8 static:4" },
  { 101, "stop_par_conjunction", "dynamic:8" },
  { 102, "stop_par_conjunct", "dynamic:8" },
  { 103, "create_spark_for_computation", "dynamic:8 spark:4" },
  { 104, "fut_create", "future:8 name:4" },
  { 105, "fut_wait_nosuspend", "future:8" },
  { 106, "fut_wait_suspended", "future:8" },
  { 107, "fut_signal", "future:8" },
  { 108, "looking_for_global_context", "" },
  { 109, "work_stealing", "" },
  { 110, "looking_for_local_spark", "" },
  { 111, "release_context", "context:4" },
  { 112, "engine_sleeping", "" },
  { 113, "engine_exiting", "" },
  { 140, "perf_name", "perf:4 text:s" },
  { 141, "perf_counter", "perf:4 kernel_thread:8 value:8" },
  { 142, "perf_tracepoint", "perf:4 kernel_thread:8" },
  { 160, "heap_prof_begin",
    "profile:1 period:8 breakdown:4 module:z closure:z type:z cost_centre:z cost_centre_stack:z retainer:z "
    "biography:z" },
  { 161, "heap_prof_cost_centre", "cost_centre:4 label:z module:z location:z flags:1" },
  { 162, "heap_prof_sample_begin", "era:8" },
  { 163, "heap_prof_sample_cost_centre", "profile:1 residency:8 depth:1 stack:b" },
  { 164, "heap_prof_sample_string", "profile:1 residency:8 label:z" },
  { 165, "heap_prof_sample_end", "era:8" },
  { 166, "heap_bio_prof_sample_begin", "era:8 time:8" },
  { 167, "prof_sample_cost_centre", "processor:i4 ticks:8 depth:1 stack:b" },
  { 168, "prof_begin", "period:8" },
  { 169, "ipe", "info:x8 table:z closure:4 type:z label:z module:z location:z" },
  { 181, "user_binary_msg", "bytes:b" },
  { 200, "conc_mark_begin", "" },
  { 201, "conc_mark_end", "marked:4" },
  { 202, "conc_sync_begin", "" },
  { 203, "conc_sync_end", "" },
  { 204, "conc_sweep_begin", "" },
  { 205, "conc_sweep_end", "" },
  { 206, "conc_upd_rem_set_flush", "processor:2" },
  { 207, "nonmoving_heap_census", "" /* by its size, see scope_eventlog_detail() */ },
  { 208, "nonmoving_pruned_segments", "pruned:4 free:4" },
  { 210, "ticky_counter_def", "counter:8 arity:2 arguments:z name:z info:x8 json:z" },
  { 211, "ticky_counter_sample", "counter:8 entries:8 allocations:8 allocated:8" },
  { 212, "ticky_counter_begin_sample", "" },
  { SCOPE_EV_MERCURY | 5, "run_spark", "context:4 spark:4" },
  { SCOPE_EV_MERCURY | 6, "steal_spark", "context:4 victim:2 spark:4" },
  { SCOPE_EV_MERCURY | 39, "string", "text:s" },
  { SCOPE_EV_MERCURY | 40, "call_main", "" },
};

static const Known *
find (guint type)
{
  gsize low = SCOPE_BISECT (G_N_ELEMENTS (known), i, known[i].type < type);

  return low < G_N_ELEMENTS (known) && known[low].type == type ? &known[low] : NULL;
}

const char *
scope_eventlog_name (guint type)
{
  const Known *entry = find (type);

  return entry ? entry->name : NULL;
}

const char *
scope_eventlog_fields (guint type)
{
  const Known *entry = find (type);

  return entry ? entry->fields : NULL;
}
