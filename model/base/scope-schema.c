/* scope-schema.c: the tables, and how `dump` writes their columns: see scope-schema.h. A new column of a table that is kept is one
 * row here; those that are computed (threads, processes, …) are in app/cli/dump/.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/base/scope-schema.h"

#include "model/base/scope-sim-events.h"

static const char *
mark_name (guint kind)
{
  static const char *const names[]
      = { [SCOPE_MARK_MESSAGE] = "message", [SCOPE_MARK_MARKER] = "marker", [SCOPE_MARK_LABEL] = "label",
          [SCOPE_MARK_TLB] = "tlb", [SCOPE_MARK_INTERRUPT] = "interrupt", [SCOPE_MARK_POWER] = "power" };

  return kind < G_N_ELEMENTS (names) ? names[kind] : NULL;
}

const char *
scope_concurrent_name (guint phase)
{
  static const char *const names[SCOPE_N_CONCURRENT_PHASES] = { "mark", "sync", "sweep" };

  return phase < SCOPE_N_CONCURRENT_PHASES ? names[phase] : NULL;
}

static const char *
cause_name (guint cause)
{
  static const char *const names[SCOPE_N_WAKEUP_CAUSES] = { "", "timer", "port", "exit", "unrecorded" };

  return cause < SCOPE_N_WAKEUP_CAUSES ? names[cause] : "";
}

static const char *
link_name (guint kind)
{
  static const char *const names[SCOPE_N_LINK_KINDS] = { "link", "unlink", "getting_linked", "getting_unlinked" };

  return kind < SCOPE_N_LINK_KINDS ? names[kind] : NULL;
}

static const char *
scheduler_name (guint active)
{
  return active != 0 ? "active" : "inactive";
}

static const char *
sharing_name (guint sharing)
{
  static const char *const names[] = { NULL, "true", "false", NULL };

  return names[sharing & 3];
}

static const ScopeSchemaColumn migrations[] = {
  { "time_ns", SCOPE_MIGRATION_TIME, SCOPE_SCHEMA_TIME },
  { "machine", 0, SCOPE_SCHEMA_MACHINE },
  { "thread", SCOPE_MIGRATION_THREAD, SCOPE_SCHEMA_THREAD },
  { "from_processor", SCOPE_MIGRATION_FROM },
  { "to_processor", SCOPE_MIGRATION_TO },
  { NULL },
};

static const ScopeSchemaColumn wakeups[] = {
  { "time_ns", SCOPE_WAKEUP_TIME, SCOPE_SCHEMA_TIME },
  { "machine", 0, SCOPE_SCHEMA_MACHINE },
  { "thread", SCOPE_WAKEUP_THREAD, SCOPE_SCHEMA_THREAD },
  { "by_thread", SCOPE_WAKEUP_BY_THREAD, SCOPE_SCHEMA_THREAD },
  { "by_processor", SCOPE_WAKEUP_BY_PROCESSOR },
  { "processor", SCOPE_WAKEUP_PROCESSOR },
  { "cause", SCOPE_WAKEUP_CAUSE, SCOPE_SCHEMA_WORD, cause_name },
  { NULL },
};

static const ScopeSchemaColumn marks[] = {
  { "time_ns", SCOPE_MARK_TIME, SCOPE_SCHEMA_TIME },
  { "machine", 0, SCOPE_SCHEMA_MACHINE },
  { "processor", SCOPE_MARK_PROCESSOR },
  { "thread", SCOPE_MARK_THREAD, SCOPE_SCHEMA_THREAD },
  { "kind", SCOPE_MARK_KIND, SCOPE_SCHEMA_WORD, mark_name },
  { "text", SCOPE_MARK_TEXT, SCOPE_SCHEMA_TEXT },
  { NULL },
};

static const ScopeSchemaColumn counters[] = {
  { "time_ns", SCOPE_COUNTER_TIME, SCOPE_SCHEMA_TIME },
  { "machine", 0, SCOPE_SCHEMA_MACHINE },
  { "processor", SCOPE_COUNTER_PROCESSOR },
  { "name", SCOPE_COUNTER_NAME, SCOPE_SCHEMA_WORD, scope_counter_name },
  { "value", SCOPE_COUNTER_VALUE },
  { "thread", SCOPE_COUNTER_THREAD, SCOPE_SCHEMA_THREAD },
  { NULL },
};

static const ScopeSchemaColumn statistics[] = {
  { "time_ns", SCOPE_STATISTIC_TIME, SCOPE_SCHEMA_TIME },
  { "machine", 0, SCOPE_SCHEMA_MACHINE },
  { "from_ns", SCOPE_STATISTIC_FROM, SCOPE_SCHEMA_TIME },
  { "name", SCOPE_STATISTIC_NAME, SCOPE_SCHEMA_TEXT },
  { "value", SCOPE_STATISTIC_VALUE, SCOPE_SCHEMA_REAL },
  { NULL },
};

static const ScopeSchemaColumn lock_counts[] = {
  { "machine", 0, SCOPE_SCHEMA_MACHINE },
  { "lock", SCOPE_LOCK_COUNT_NAME, SCOPE_SCHEMA_TEXT },
  { "id", SCOPE_LOCK_COUNT_ID, SCOPE_SCHEMA_TEXT },
  { "type", SCOPE_LOCK_COUNT_TYPE, SCOPE_SCHEMA_TEXT },
  { "file", SCOPE_LOCK_COUNT_FILE, SCOPE_SCHEMA_TEXT },
  { "line", SCOPE_LOCK_COUNT_LINE },
  { "tries", SCOPE_LOCK_COUNT_TRIES },
  { "collisions", SCOPE_LOCK_COUNT_COLLISIONS },
  { "wait_ns", SCOPE_LOCK_COUNT_WAIT },
  { "waits", SCOPE_LOCK_COUNT_WAITS },
  { NULL },
};

static const ScopeSchemaColumn microstates[] = {
  { "machine", 0, SCOPE_SCHEMA_MACHINE },
  { "type", SCOPE_MICROSTATE_TYPE, SCOPE_SCHEMA_TEXT },
  { "id", SCOPE_MICROSTATE_ID },
  { "state", SCOPE_MICROSTATE_STATE, SCOPE_SCHEMA_TEXT },
  { "duration_ns", SCOPE_MICROSTATE_DURATION },
  { "count", SCOPE_MICROSTATE_COUNT },
  { NULL },
};

static const ScopeSchemaColumn ets[] = {
  { "time_ns", SCOPE_ETS_TIME, SCOPE_SCHEMA_TIME },
  { "machine", 0, SCOPE_SCHEMA_MACHINE },
  { "table", SCOPE_ETS_NAME, SCOPE_SCHEMA_TEXT },
  { "owner", SCOPE_ETS_OWNER, SCOPE_SCHEMA_THREAD },
  { "objects", SCOPE_ETS_OBJECTS },
  { "bytes", SCOPE_ETS_BYTES },
  { NULL },
};

static const ScopeSchemaColumn core_statistics[] = {
  { "time_ns", SCOPE_COUNTER_TIME, SCOPE_SCHEMA_TIME },
  { "machine", 0, SCOPE_SCHEMA_MACHINE },
  { "processor", SCOPE_COUNTER_PROCESSOR },
  { "name", SCOPE_COUNTER_NAME, SCOPE_SCHEMA_WORD, scope_counter_name },
  { "value", SCOPE_COUNTER_VALUE },
  { NULL },
};

static const ScopeSchemaColumn collections[] = {
  { "machine", 0, SCOPE_SCHEMA_MACHINE },
  { "processor", SCOPE_COLLECTION_PROCESSOR },
  { "generation", SCOPE_COLLECTION_GENERATION },
  { "start_ns", SCOPE_COLLECTION_START, SCOPE_SCHEMA_TIME },
  { "duration_ns", SCOPE_COLLECTION_DURATION, SCOPE_SCHEMA_DURATION },
  { "sync_ns", SCOPE_COLLECTION_SYNC, SCOPE_SCHEMA_DURATION },
  { "copied", SCOPE_COLLECTION_COPIED },
  { "slop", SCOPE_COLLECTION_SLOP },
  { "fragmentation", SCOPE_COLLECTION_FRAGMENTATION },
  { "threads", SCOPE_COLLECTION_THREADS },
  { "max_copied", SCOPE_COLLECTION_MAX_COPIED },
  { "balanced_copied", SCOPE_COLLECTION_BALANCED_COPIED },
  { NULL },
};

static const ScopeSchemaColumn flushes[] = {
  { "machine", 0, SCOPE_SCHEMA_MACHINE },
  { "processor", SCOPE_FLUSH_PROCESSOR },
  { "start_ns", SCOPE_FLUSH_START, SCOPE_SCHEMA_TIME },
  { "duration_ns", SCOPE_FLUSH_DURATION, SCOPE_SCHEMA_DURATION },
  { "bytes", SCOPE_FLUSH_BYTES },
  { NULL },
};

static const ScopeSchemaColumn concurrent[] = {
  { "machine", 0, SCOPE_SCHEMA_MACHINE },
  { "phase", SCOPE_CONCURRENT_PHASE, SCOPE_SCHEMA_WORD, scope_concurrent_name },
  { "start_ns", SCOPE_CONCURRENT_START, SCOPE_SCHEMA_TIME },
  { "duration_ns", SCOPE_CONCURRENT_DURATION, SCOPE_SCHEMA_DURATION },
  { "marked", SCOPE_CONCURRENT_MARKED },
  { NULL },
};

static const ScopeSchemaColumn census[] = {
  { "time_ns", SCOPE_CENSUS_TIME, SCOPE_SCHEMA_TIME },
  { "machine", 0, SCOPE_SCHEMA_MACHINE },
  { "block_bytes", SCOPE_CENSUS_BLOCK_SIZE },
  { "active_segments", SCOPE_CENSUS_ACTIVE },
  { "filled_segments", SCOPE_CENSUS_FILLED },
  { "live_blocks", SCOPE_CENSUS_LIVE },
  { NULL },
};

static const ScopeSchemaColumn links[] = {
  { "time_ns", SCOPE_LINK_TIME, SCOPE_SCHEMA_TIME },
  { "machine", 0, SCOPE_SCHEMA_MACHINE },
  { "from", SCOPE_LINK_FROM, SCOPE_SCHEMA_LINK_END },
  { "to", SCOPE_LINK_TO, SCOPE_SCHEMA_LINK_END },
  { "kind", SCOPE_LINK_KIND, SCOPE_SCHEMA_WORD, link_name },
  { NULL },
};

static const ScopeSchemaColumn schedulers[] = {
  { "time_ns", SCOPE_SCHEDULER_TIME, SCOPE_SCHEMA_TIME },
  { "machine", 0, SCOPE_SCHEMA_MACHINE },
  { "processor", SCOPE_SCHEDULER_PROCESSOR },
  { "state", SCOPE_SCHEDULER_ACTIVE, SCOPE_SCHEMA_WORD, scheduler_name },
  { "active_schedulers", SCOPE_SCHEDULER_N_ACTIVE },
  { NULL },
};

static const ScopeSchemaColumn hits[] = {
  { "time_ns", SCOPE_HIT_TIME, SCOPE_SCHEMA_TIME },
  { "machine", 0, SCOPE_SCHEMA_MACHINE },
  { "processor", SCOPE_HIT_PROCESSOR },
  { "thread", SCOPE_HIT_THREAD, SCOPE_SCHEMA_THREAD },
  { "kind", SCOPE_HIT_KIND, SCOPE_SCHEMA_WORD, scope_hit_name },
  { "function", SCOPE_HIT_FUNCTION, SCOPE_SCHEMA_FUNCTION },
  { "depth", SCOPE_HIT_DEPTH },
  { "address", SCOPE_HIT_ADDRESS, SCOPE_SCHEMA_ADDRESS },
  { "latency_ns", SCOPE_HIT_LATENCY, SCOPE_SCHEMA_DURATION },
  { "pc_ns", SCOPE_HIT_PC_TIME, SCOPE_SCHEMA_TIME },
  { "write", SCOPE_HIT_WRITE },
  { "virtual", SCOPE_HIT_VIRTUAL, SCOPE_SCHEMA_ADDRESS },
  { NULL },
};

static const ScopeSchemaColumn locks[] = {
  { "lock", SCOPE_LOCK_LOCK, SCOPE_SCHEMA_ADDRESS },
  { "machine", 0, SCOPE_SCHEMA_MACHINE },
  { "processor", SCOPE_LOCK_PROCESSOR },
  { "function", SCOPE_LOCK_FUNCTION, SCOPE_SCHEMA_FUNCTION },
  { "caller", SCOPE_LOCK_CALLER, SCOPE_SCHEMA_FUNCTION },
  { "wait_from_ns", SCOPE_LOCK_WAIT_FROM, SCOPE_SCHEMA_TIME },
  { "acquired_ns", SCOPE_LOCK_ACQUIRED, SCOPE_SCHEMA_TIME },
  { "released_ns", SCOPE_LOCK_RELEASED, SCOPE_SCHEMA_TIME },
  { "attempts", SCOPE_LOCK_ATTEMPTS },
  { "blocked_by", SCOPE_LOCK_BLOCKED_BY },
  { "thread", SCOPE_LOCK_THREAD, SCOPE_SCHEMA_THREAD },
  { NULL },
};

static const ScopeSchemaColumn coherence[] = {
  { "line", SCOPE_COHERENCE_LINE, SCOPE_SCHEMA_ADDRESS },
  { "machine", 0, SCOPE_SCHEMA_MACHINE },
  { "processor", SCOPE_COHERENCE_PROCESSOR },
  { "function", SCOPE_COHERENCE_FUNCTION, SCOPE_SCHEMA_FUNCTION },
  { "time_ns", SCOPE_COHERENCE_TIME, SCOPE_SCHEMA_TIME },
  { "by_processor", SCOPE_COHERENCE_BY_PROCESSOR },
  { "by_function", SCOPE_COHERENCE_BY_FUNCTION, SCOPE_SCHEMA_FUNCTION },
  { "taken_ns", SCOPE_COHERENCE_TAKEN, SCOPE_SCHEMA_TIME },
  { "sharing", SCOPE_COHERENCE_SHARING, SCOPE_SCHEMA_WORD, sharing_name },
  { "possible", SCOPE_COHERENCE_SHARING, SCOPE_SCHEMA_POSSIBLE },
  { "latency_ns", SCOPE_COHERENCE_LATENCY, SCOPE_SCHEMA_DURATION },
  { NULL },
};

static const ScopeTableSchema schemas[SCOPE_N_TABLES] = {
  [SCOPE_TABLE_MESSAGES] = { "messages", SCOPE_MESSAGE_N_COLUMNS, -1, SCOPE_MESSAGE_RECEIVE },
  [SCOPE_TABLE_MIGRATIONS] = { "migrations", SCOPE_MIGRATION_N_COLUMNS, -1, -1, migrations },
  [SCOPE_TABLE_WAKEUPS] = { "wakeups", SCOPE_WAKEUP_N_COLUMNS, -1, -1, wakeups },
  [SCOPE_TABLE_MARKS] = { "marks", SCOPE_MARK_N_COLUMNS, -1, -1, marks },
  [SCOPE_TABLE_COUNTERS] = { "counters", SCOPE_COUNTER_N_COLUMNS, -1, -1, counters },
  [SCOPE_TABLE_COLLECTIONS] = { "collections", SCOPE_COLLECTION_N_COLUMNS, SCOPE_COLLECTION_DURATION, -1, collections },
  [SCOPE_TABLE_RECEIVING] = { "receiving", SCOPE_RECEIVING_N_COLUMNS, SCOPE_RECEIVING_DURATION, -1 },
  [SCOPE_TABLE_INSTANTS] = { "instants", SCOPE_INSTANT_N_COLUMNS, -1, -1 },
  [SCOPE_TABLE_ARRIVALS] = { "arrivals", SCOPE_ARRIVAL_N_COLUMNS, -1, -1 },
  [SCOPE_TABLE_FUNCTIONS] = { "functions", SCOPE_FUNCTION_N_COLUMNS, -1, -1 },
  [SCOPE_TABLE_LINKS] = { "links", SCOPE_LINK_N_COLUMNS, -1, -1, links },
  [SCOPE_TABLE_SCHEDULERS] = { "schedulers", SCOPE_SCHEDULER_N_COLUMNS, -1, -1, schedulers },
  [SCOPE_TABLE_SEQS] = { "seqs", SCOPE_SEQ_N_COLUMNS, SCOPE_SEQ_DURATION, -1 },
  [SCOPE_TABLE_HITS] = { "hits", SCOPE_HIT_N_COLUMNS, -1, -1, hits },
  [SCOPE_TABLE_LOCKS] = { "locks", SCOPE_LOCK_N_COLUMNS, SCOPE_LOCK_DURATION, -1, locks },
  [SCOPE_TABLE_COHERENCE] = { "coherence", SCOPE_COHERENCE_N_COLUMNS, -1, -1, coherence },
  [SCOPE_TABLE_SYNCS] = { "syncs", SCOPE_SYNC_N_COLUMNS, -1, -1 },
  [SCOPE_TABLE_SPARKS] = { "sparks", SCOPE_SPARKS_N_COLUMNS, -1, -1 },
  [SCOPE_TABLE_GC_WORK] = { "gc_work", SCOPE_GC_WORK_N_COLUMNS, SCOPE_GC_WORK_DURATION, -1 },
  [SCOPE_TABLE_RUNS_IN] = { "runs_in", SCOPE_RUNS_IN_N_COLUMNS, -1, -1 },
  [SCOPE_TABLE_BANDS] = { "bands", SCOPE_BAND_N_COLUMNS, -1, -1 },
  [SCOPE_TABLE_BAND_SAMPLES] = { "band_samples", SCOPE_BAND_SAMPLE_N_COLUMNS, -1, -1 },
  [SCOPE_TABLE_CONCURRENT] = { "concurrent", SCOPE_CONCURRENT_N_COLUMNS, SCOPE_CONCURRENT_DURATION, -1, concurrent },
  [SCOPE_TABLE_FLUSHES] = { "flushes", SCOPE_FLUSH_N_COLUMNS, SCOPE_FLUSH_DURATION, -1, flushes },
  [SCOPE_TABLE_CENSUS] = { "census", SCOPE_CENSUS_N_COLUMNS, -1, -1, census },
  [SCOPE_TABLE_TICKY] = { "ticky", SCOPE_TICKY_N_COLUMNS, -1, -1 },
  [SCOPE_TABLE_STATISTICS] = { "statistics", SCOPE_STATISTIC_N_COLUMNS, -1, -1, statistics },
  [SCOPE_TABLE_CORE_STATISTICS] = { "core_statistics", SCOPE_COUNTER_N_COLUMNS, -1, -1, core_statistics },
  [SCOPE_TABLE_LOCK_COUNTS] = { "lock_counts", SCOPE_LOCK_COUNT_N_COLUMNS, -1, -1, lock_counts },
  [SCOPE_TABLE_MICROSTATES] = { "microstates", SCOPE_MICROSTATE_N_COLUMNS, -1, -1, microstates },
  [SCOPE_TABLE_ETS] = { "ets", SCOPE_ETS_N_COLUMNS, -1, -1, ets },
  [SCOPE_TABLE_TICKY_SAMPLES] = { "ticky_samples", SCOPE_TICKY_SAMPLE_N_COLUMNS, -1, -1 },
};

const ScopeTableSchema *
scope_table_schema (ScopeTableKind kind)
{
  g_return_val_if_fail ((guint) kind < SCOPE_N_TABLES, NULL);

  return &schemas[kind];
}

guint
scope_sparks_column (gint64 instant)
{
  static const guint8 columns[SCOPE_N_INSTANTS]
      = { [SCOPE_INSTANT_SPARK_CREATE] = SCOPE_SPARKS_CREATED, [SCOPE_INSTANT_SPARK_DUD] = SCOPE_SPARKS_DUD,
          [SCOPE_INSTANT_SPARK_OVERFLOW] = SCOPE_SPARKS_OVERFLOWED, [SCOPE_INSTANT_SPARK_RUN] = SCOPE_SPARKS_CONVERTED,
          [SCOPE_INSTANT_SPARK_STEAL] = SCOPE_SPARKS_CONVERTED, [SCOPE_INSTANT_SPARK_FIZZLE] = SCOPE_SPARKS_FIZZLED,
          [SCOPE_INSTANT_SPARK_GC] = SCOPE_SPARKS_GCD };

  return instant >= 0 && instant < SCOPE_N_INSTANTS ? columns[instant] : 0;
}

const char *
scope_counter_name (guint counter)
{
  static const char *const names[SCOPE_N_COUNTERS]
      = { "heap_allocated",   "heap_size",    "heap_live",      "sparks_created",   "sparks_dud",
          "sparks_overflowed", "sparks_converted", "sparks_gcd", "sparks_fizzled", "sparks_remaining",
          "run_queue",        "blocks_size",  "mem_current",    "mem_needed",       "mem_returned",
          "process_count",    "schedulers_online", "scheduler_utilisation_ppm", "mem_total", "mem_processes",
          "mem_ets",          "mem_atom",     "mem_code",       "mem_binary",       "message_queue_len",
          "instructions",     "cycles",       "l1d_misses",     "l1i_misses",       "l2_misses",
          "reductions",       "process_memory", "process_binaries", "process_ets",    "ets_tables",
          "msacc_emulator_ppm", "msacc_gc_ppm", "msacc_port_ppm", "msacc_check_io_ppm", "msacc_aux_ppm",
          "msacc_other_ppm",  "msacc_sleep_ppm",  "segments_pruned",  "segments_free",
          "process_heap_words", "process_copied_words", "copied_words", "port_output_bytes", "dist_output_bytes" };
  return counter < SCOPE_N_COUNTERS ? names[counter] : "";
}

gboolean
scope_counter_is_core (guint counter)
{
  return counter >= SCOPE_COUNTER_INSTRUCTIONS && counter <= SCOPE_COUNTER_L2_MISSES;
}

gboolean
scope_counter_grows (guint counter)
{
  return counter == SCOPE_COUNTER_HEAP_ALLOCATED || (counter >= SCOPE_COUNTER_SPARKS_CREATED && counter <= SCOPE_COUNTER_SPARKS_FIZZLED)
         || scope_counter_is_core (counter) || (counter >= SCOPE_COUNTER_COPIED_WORDS && counter <= SCOPE_COUNTER_DIST_OUTPUT);
}

const char *
scope_profile_name (guint profile)
{
  static const char *const names[SCOPE_N_PROFILES]
      = { "time", "cost_centre", "module", "closure_description", "type", "retainer", "biography", "closure_type", "info_table", "era",
          "stack" };

  return profile < SCOPE_N_PROFILES ? names[profile] : "";
}
