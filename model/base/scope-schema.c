/* scope-schema.c: names of tables and columns. SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/base/scope-schema.h"

static const ScopeTableSchema schemas[SCOPE_N_TABLES] = {
  [SCOPE_TABLE_MESSAGES] = { "messages",
                             SCOPE_MESSAGE_N_COLUMNS,
                             { "send", "receive", "tag", "from_machine", "from_process", "from_port",
                               "to_machine", "to_process", "to_port", "size" },
                             -1,
                             SCOPE_MESSAGE_RECEIVE },
  [SCOPE_TABLE_MIGRATIONS] = { "migrations",
                               SCOPE_MIGRATION_N_COLUMNS,
                               { "time", "thread", "from_processor", "to_processor" },
                               -1,
                               -1 },
  [SCOPE_TABLE_WAKEUPS] = { "wakeups",
                            SCOPE_WAKEUP_N_COLUMNS,
                            { "time", "thread", "by_thread", "by_processor", "processor" },
                            -1,
                            -1 },
  [SCOPE_TABLE_MARKS]
  = { "marks", SCOPE_MARK_N_COLUMNS, { "time", "processor", "thread", "kind", "text" }, -1, -1 },
  [SCOPE_TABLE_COUNTERS]
  = { "counters", SCOPE_COUNTER_N_COLUMNS, { "time", "processor", "name", "value", "thread" }, -1, -1 },
  [SCOPE_TABLE_COLLECTIONS] = { "collections",
                                SCOPE_COLLECTION_N_COLUMNS,
                                { "start", "processor", "duration", "generation", "sync", "copied", "slop",
                                  "fragmentation", "threads", "max_copied", "total_copied",
                                  "balanced_copied" },
                                SCOPE_COLLECTION_DURATION,
                                -1 },
  [SCOPE_TABLE_RECEIVING] = { "receiving",
                              SCOPE_RECEIVING_N_COLUMNS,
                              { "time", "duration", "messages" },
                              SCOPE_RECEIVING_DURATION,
                              -1 },
  [SCOPE_TABLE_INSTANTS]
  = { "instants", SCOPE_INSTANT_N_COLUMNS, { "time", "processor", "kind" }, -1, -1 },
  [SCOPE_TABLE_ARRIVALS]
  = { "arrivals",
      SCOPE_ARRIVAL_N_COLUMNS,
      { "time", "thread", "send", "tag", "from_machine", "from_process", "from_port", "to_process", "to_port",
        "element" },
      -1,
      -1 },
  [SCOPE_TABLE_FUNCTIONS] = { "functions", SCOPE_FUNCTION_N_COLUMNS, { "time", "text", "kind" }, -1, -1 },
  [SCOPE_TABLE_LINKS] = { "links", SCOPE_LINK_N_COLUMNS, { "time", "from", "to", "kind" }, -1, -1 },
  [SCOPE_TABLE_SCHEDULERS]
  = { "schedulers", SCOPE_SCHEDULER_N_COLUMNS, { "time", "processor", "active", "n_active" }, -1, -1 },
  [SCOPE_TABLE_SEQS] = { "seqs",
                         SCOPE_SEQ_N_COLUMNS,
                         { "time", "duration", "processor", "function", "depth", "insts", "thread" },
                         SCOPE_SEQ_DURATION,
                         -1 },
  [SCOPE_TABLE_HITS] = { "hits",
                         SCOPE_HIT_N_COLUMNS,
                         { "time", "processor", "kind", "function", "depth", "address", "latency", "pc_time", "write",
                           "thread" },
                         -1,
                         -1 },
  [SCOPE_TABLE_LOCKS] = { "locks",
                          SCOPE_LOCK_N_COLUMNS,
                          { "wait_from", "duration", "processor", "lock", "function", "caller", "acquired", "released",
                            "attempts", "blocked_by", "thread" },
                          SCOPE_LOCK_DURATION,
                          -1 },
  [SCOPE_TABLE_COHERENCE] = { "coherence",
                              SCOPE_COHERENCE_N_COLUMNS,
                              { "time", "processor", "line", "function", "taken", "by_processor", "by_function",
                                "sharing", "latency" },
                              -1,
                              -1 },
  [SCOPE_TABLE_SYNCS] = { "syncs", SCOPE_SYNC_N_COLUMNS, { "time", "mark0", "mark1", "mark2", "mark3", "mark4" }, -1, -1 },
};

const ScopeTableSchema *
scope_table_schema (ScopeTableKind kind)
{
  g_return_val_if_fail ((guint) kind < SCOPE_N_TABLES, NULL);

  return &schemas[kind];
}

const char *
scope_counter_name (guint counter)
{
  static const char *const names[SCOPE_N_COUNTERS]
      = { "heap_allocated",   "heap_size",    "heap_live",      "sparks_created",   "sparks_dud",
          "sparks_overflowed", "sparks_converted", "sparks_gcd", "sparks_fizzled", "sparks_remaining",
          "run_queue",        "blocks_size",  "mem_current",    "mem_needed",       "mem_returned",
          "process_count",    "schedulers_online", "scheduler_utilisation_ppm", "mem_total", "mem_processes",
          "mem_ets",          "mem_atom",     "mem_code",       "mem_binary",       "message_queue_len" };
  return counter < SCOPE_N_COUNTERS ? names[counter] : "";
}
