/* scope-schema.h: the small tables of a machine and their columns: messages, migrations, wake-ups, marks,
 * counters, … The same names stand in the code, in the index and in CSV.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/base/scope-sim-schema.h"

#include <glib.h>

G_BEGIN_DECLS

/* Times are the machine's own ticks. Threads, processes and ports as said: *index* means the index of the
 * entity on its machine, SCOPE_TABLE_NULL if none. */
#define SCOPE_TABLE_NULL G_MININT64
#define SCOPE_TABLE_MAX_COLUMNS 14

typedef enum
{
  SCOPE_TABLE_MESSAGES,    /* of this machine as sender; those received but never sent: as receiver */
  SCOPE_TABLE_MIGRATIONS,
  SCOPE_TABLE_WAKEUPS,
  SCOPE_TABLE_MARKS,
  SCOPE_TABLE_COUNTERS,
  SCOPE_TABLE_COLLECTIONS,
  SCOPE_TABLE_RECEIVING,   /* Eden's receive phases */
  SCOPE_TABLE_INSTANTS,    /* spark events, GC requests: what is drawn as a tick */
  SCOPE_TABLE_ARRIVALS,    /* messages from other machines that ended a thread's wait, on the receiver */
  SCOPE_TABLE_FUNCTIONS,   /* names of functions; rows of others name them by their place, counted from 0 */
  SCOPE_TABLE_LINKS,       /* Erlang: who linked to whom */
  SCOPE_TABLE_SCHEDULERS,  /* Erlang: when schedulers became active and inactive */
  SCOPE_TABLE_SEQS,        /* simulation: stretches of instructions of one activation */
  SCOPE_TABLE_HITS,        /* simulation: misses, barriers, long-latency instructions */
  SCOPE_TABLE_LOCKS,       /* simulation: acquisitions of locks */
  SCOPE_TABLE_COHERENCE,   /* simulation: misses of lines that another core took */
  SCOPE_TABLE_SYNCS,       /* simulation: places of the log from which its events can be read */
  SCOPE_TABLE_SPARKS,      /* how many single spark events there were so far, every few hundred of them */
  SCOPE_TABLE_GC_WORK,     /* when processors collected, of those that were stopped for it */
  SCOPE_TABLE_RUNS_IN,     /* Erlang: the function in which a process goes on, where it is another one than before */
  SCOPE_TABLE_BANDS,       /* GHC's profiles: what is told apart; rows of samples name them by their place, counted from 1 */
  SCOPE_TABLE_BAND_SAMPLES, /* GHC's profiles: what was found at one time, band by band */
  SCOPE_TABLE_CONCURRENT,  /* GHC's nonmoving collector: what it did while the program ran, and for what it stopped it */
  SCOPE_TABLE_CENSUS,      /* its segments, by the size of their blocks */
  SCOPE_TABLE_TICKY,       /* GHC's ticky-ticky: what is counted; rows of samples name them by their place, counted from 1 */
  SCOPE_TABLE_TICKY_SAMPLES, /* what was counted since the sample before */
  SCOPE_TABLE_STATISTICS,  /* simulation: what the simulator's own statistics say, dump by dump */
  SCOPE_TABLE_CORE_STATISTICS, /* what the cores did by them: rows as those of counters */
  SCOPE_TABLE_LOCK_COUNTS, /* Erlang: how often the VM's locks were taken, and by whom in vain (lcnt) */
  SCOPE_TABLE_MICROSTATES, /* Erlang: what each thread of the VM did all together (msacc) */
  SCOPE_TABLE_ETS,         /* Erlang: how large its ETS tables are, as our recorder samples them */
  SCOPE_TABLE_FLUSHES,     /* GHC: when a processor wrote what was recorded of it */
  SCOPE_N_TABLES
} ScopeTableKind;

/* A machine that is not in the trace: its number | this. */
#define SCOPE_MESSAGE_ABSENT_MACHINE 0x80000000u

enum /* SCOPE_TABLE_MESSAGES. Machines as indices in the trace, processes and ports as the trace's numbers. Rows come in
      * the order in which messages were complete: use a sorted cursor for order of sending. */
{
  SCOPE_MESSAGE_SEND, /* sender's clock; NULL: never seen to be sent */
  SCOPE_MESSAGE_RECEIVE, /* receiver's clock; NULL: never received */
  SCOPE_MESSAGE_TAG,
  SCOPE_MESSAGE_FROM_MACHINE,
  SCOPE_MESSAGE_FROM_PROCESS,
  SCOPE_MESSAGE_FROM_PORT,
  SCOPE_MESSAGE_TO_MACHINE,
  SCOPE_MESSAGE_TO_PROCESS,
  SCOPE_MESSAGE_TO_PORT,
  SCOPE_MESSAGE_SIZE,
  SCOPE_MESSAGE_CALL, /* Erlang: ScopeAsking; behind these two bits, of questions and answers, a hash of the reference they have in common */
  SCOPE_MESSAGE_N_COLUMNS
};

/* What the contents of an Erlang message tell of calls. */
typedef enum
{
  SCOPE_ASKING_UNKNOWN,  /* they were not recorded, or are of no form that is known */
  SCOPE_ASKING_NO,       /* neither a question nor an answer */
  SCOPE_ASKING_QUESTION, /* by its form; it may answer one of the same form */
  SCOPE_ASKING_ANSWER,
} ScopeAsking;

#define SCOPE_ASKING_MASK 3u

/* SCOPE_MESSAGE_CALL from a message's digest: of what is neither question nor answer, the rest of it tells nobody anything. */
static inline guint32
scope_message_call (guint32 digest)
{
  return digest & 2 ? digest : digest & SCOPE_ASKING_MASK;
}

enum /* SCOPE_TABLE_MIGRATIONS */
{
  SCOPE_MIGRATION_TIME,
  SCOPE_MIGRATION_THREAD, /* index */
  SCOPE_MIGRATION_FROM,   /* processor number */
  SCOPE_MIGRATION_TO,
  SCOPE_MIGRATION_N_COLUMNS
};

enum /* SCOPE_TABLE_WAKEUPS: those that made a blocked thread runnable */
{
  SCOPE_WAKEUP_TIME,
  SCOPE_WAKEUP_THREAD,       /* index */
  SCOPE_WAKEUP_BY_THREAD,    /* index or NULL */
  SCOPE_WAKEUP_BY_PROCESSOR, /* number or NULL */
  SCOPE_WAKEUP_PROCESSOR,    /* number or NULL */
  SCOPE_WAKEUP_CAUSE,        /* ScopeWakeupCause */
  SCOPE_WAKEUP_N_COLUMNS
};

typedef enum
{
  SCOPE_WOKEN_BY_THREAD, /* by_thread, or nobody is known to have done it */
  SCOPE_WOKEN_BY_TIMER,
  SCOPE_WOKEN_BY_PORT,
  SCOPE_WOKEN_BY_EXIT,       /* by_thread ended; or it was told to end itself */
  SCOPE_WOKEN_BY_UNRECORDED, /* a message of somebody who was not recorded */
  SCOPE_N_WAKEUP_CAUSES
} ScopeWakeupCause;

/* Who wrote or read a message, as one number: a process's, or beyond these a port's (Erlang's ports are nobody's process);
 * SCOPE_TABLE_NULL: not known. */
#define SCOPE_PARTY_PORT (G_GINT64_CONSTANT (1) << 32)
static inline gint64
scope_message_party (gint64 process, gint64 port)
{
  return process != SCOPE_TABLE_NULL || port == SCOPE_TABLE_NULL ? process : SCOPE_PARTY_PORT + (gint64) (guint32) port;
}

typedef enum
{
  SCOPE_MARK_MESSAGE,
  SCOPE_MARK_MARKER,
  SCOPE_MARK_LABEL,
  SCOPE_MARK_TLB,       /* simulation, as all that follow: a miss */
  SCOPE_MARK_INTERRUPT,
  SCOPE_MARK_POWER,     /* a power state */
} ScopeMarkKind;

enum /* SCOPE_TABLE_MARKS */
{
  SCOPE_MARK_TIME,
  SCOPE_MARK_PROCESSOR, /* number or NULL */
  SCOPE_MARK_THREAD,    /* index or NULL */
  SCOPE_MARK_KIND,
  SCOPE_MARK_TEXT,      /* scope_machine_text() */
  SCOPE_MARK_N_COLUMNS
};

/* Names of counters, in the order of their numbers. */
typedef enum
{
  SCOPE_COUNTER_HEAP_ALLOCATED,
  SCOPE_COUNTER_HEAP_SIZE,
  SCOPE_COUNTER_HEAP_LIVE,
  SCOPE_COUNTER_SPARKS_CREATED,
  SCOPE_COUNTER_SPARKS_DUD,
  SCOPE_COUNTER_SPARKS_OVERFLOWED,
  SCOPE_COUNTER_SPARKS_CONVERTED,
  SCOPE_COUNTER_SPARKS_GCD,
  SCOPE_COUNTER_SPARKS_FIZZLED,
  SCOPE_COUNTER_SPARKS_REMAINING,
  SCOPE_COUNTER_RUN_QUEUE,
  SCOPE_COUNTER_BLOCKS_SIZE, /* bytes in the block allocator (GHC 8.8 and later) */
  SCOPE_COUNTER_MEM_CURRENT, /* megablocks held, needed, returned (GHC 9.2 and later) */
  SCOPE_COUNTER_MEM_NEEDED,
  SCOPE_COUNTER_MEM_RETURNED,
  /* samples of an Erlang VM; memory in bytes */
  SCOPE_COUNTER_PROCESS_COUNT,
  SCOPE_COUNTER_SCHEDULERS_ONLINE,
  SCOPE_COUNTER_SCHEDULER_UTILISATION, /* millionths */
  SCOPE_COUNTER_MEM_TOTAL,
  SCOPE_COUNTER_MEM_PROCESSES,
  SCOPE_COUNTER_MEM_ETS,
  SCOPE_COUNTER_MEM_ATOM,
  SCOPE_COUNTER_MEM_CODE,
  SCOPE_COUNTER_MEM_BINARY,
  SCOPE_COUNTER_MESSAGE_QUEUE_LEN, /* of one process */
  /* of one core of a simulation; all grow */
  SCOPE_COUNTER_INSTRUCTIONS, /* executed: one that consists of micro-ops is one */
  SCOPE_COUNTER_CYCLES,       /* of its clock, but for those in which it waited for an interrupt */
  SCOPE_COUNTER_L1D_MISSES,
  SCOPE_COUNTER_L1I_MISSES,
  SCOPE_COUNTER_L2_MISSES,
  /* of one process of Erlang */
  SCOPE_COUNTER_REDUCTIONS,        /* since the sample before */
  SCOPE_COUNTER_PROCESS_MEMORY,
  SCOPE_COUNTER_PROCESS_BINARIES,  /* that it refers to: others may, too */
  SCOPE_COUNTER_PROCESS_ETS,       /* of the tables that it owns */
  SCOPE_COUNTER_ETS_TABLES,        /* their number */
  /* microstate accounting: what the VM's threads did since the sample before, millionths of their time together */
  SCOPE_COUNTER_MSACC_EMULATOR,
  SCOPE_COUNTER_MSACC_GC,
  SCOPE_COUNTER_MSACC_PORT,
  SCOPE_COUNTER_MSACC_CHECK_IO,
  SCOPE_COUNTER_MSACC_AUX,
  SCOPE_COUNTER_MSACC_OTHER,
  SCOPE_COUNTER_MSACC_SLEEP,
  SCOPE_COUNTER_SEGMENTS_PRUNED, /* of GHC's nonmoving heap: given back, still free (GHC 9.12 and later) */
  SCOPE_COUNTER_SEGMENTS_FREE,
  /* by probes of an Erlang VM; all but the first two grow */
  SCOPE_COUNTER_PROCESS_HEAP,   /* of one process, words */
  SCOPE_COUNTER_PROCESS_COPIED, /* words that were copied for it then; they are among those of all */
  SCOPE_COUNTER_COPIED_WORDS, /* of terms */
  SCOPE_COUNTER_PORT_OUTPUT,  /* bytes that drivers were given */
  SCOPE_COUNTER_DIST_OUTPUT,  /* bytes for other nodes */
  SCOPE_N_COUNTERS
} ScopeCounter;

enum /* SCOPE_TABLE_COUNTERS */
{
  SCOPE_COUNTER_TIME,
  SCOPE_COUNTER_PROCESSOR, /* number or NULL */
  SCOPE_COUNTER_NAME,      /* ScopeCounter */
  SCOPE_COUNTER_VALUE,
  SCOPE_COUNTER_THREAD,    /* index or NULL */
  SCOPE_COUNTER_N_COLUMNS
};

enum /* SCOPE_TABLE_ETS, in order of time: one of those that were largest then */
{
  SCOPE_ETS_TIME,
  SCOPE_ETS_NAME,    /* text: "sessions"; of one without a name of its own "sessions/#Ref<0.1.2.3>" */
  SCOPE_ETS_OWNER,   /* thread: index; NULL: not known */
  SCOPE_ETS_OBJECTS, /* 0 with no bytes: it is gone, or no longer among them */
  SCOPE_ETS_BYTES,
  SCOPE_ETS_N_COLUMNS
};

enum /* SCOPE_TABLE_STATISTICS, in order of the dumps' times */
{
  SCOPE_STATISTIC_TIME,  /* of the dump */
  SCOPE_STATISTIC_FROM,  /* since when it counts */
  SCOPE_STATISTIC_NAME,  /* text: "system.cpu0.numCycles" */
  SCOPE_STATISTIC_VALUE, /* a double, the 64 bits of it; NULL: it is no number (nan, inf) */
  SCOPE_STATISTIC_N_COLUMNS
};

enum /* SCOPE_TABLE_LOCK_COUNTS: a lock, and a place in the VM's source that takes it */
{
  SCOPE_LOCK_COUNT_TIME, /* the trace's beginning: none is told */
  SCOPE_LOCK_COUNT_NAME, /* text: "proc_main" */
  SCOPE_LOCK_COUNT_ID,   /* text: "<0.45.0>" */
  SCOPE_LOCK_COUNT_TYPE, /* text: "proclock" */
  SCOPE_LOCK_COUNT_FILE, /* text */
  SCOPE_LOCK_COUNT_LINE, /* NULL: not told */
  SCOPE_LOCK_COUNT_TRIES,
  SCOPE_LOCK_COUNT_COLLISIONS,
  SCOPE_LOCK_COUNT_WAIT,  /* ns, of all who came while it was taken */
  SCOPE_LOCK_COUNT_WAITS, /* how many of them were timed */
  SCOPE_LOCK_COUNT_N_COLUMNS
};

enum /* SCOPE_TABLE_MICROSTATES */
{
  SCOPE_MICROSTATE_TIME,     /* as above */
  SCOPE_MICROSTATE_TYPE,     /* text: "scheduler" */
  SCOPE_MICROSTATE_ID,       /* NULL: all of the type */
  SCOPE_MICROSTATE_STATE,    /* text: "gc" */
  SCOPE_MICROSTATE_DURATION, /* ns */
  SCOPE_MICROSTATE_COUNT,    /* how often; NULL: not told */
  SCOPE_MICROSTATE_N_COLUMNS
};

enum /* SCOPE_TABLE_COLLECTIONS: one row per GC, on its leader */
{
  SCOPE_COLLECTION_START,
  SCOPE_COLLECTION_PROCESSOR,
  SCOPE_COLLECTION_DURATION,
  SCOPE_COLLECTION_GENERATION,
  SCOPE_COLLECTION_SYNC, /* from the request to the start: waiting for all processors to stop */
  SCOPE_COLLECTION_COPIED,
  SCOPE_COLLECTION_SLOP,
  SCOPE_COLLECTION_FRAGMENTATION,
  SCOPE_COLLECTION_THREADS,
  SCOPE_COLLECTION_MAX_COPIED,
  SCOPE_COLLECTION_TOTAL_COPIED, /* by all threads together */
  SCOPE_COLLECTION_BALANCED_COPIED,
  SCOPE_COLLECTION_N_COLUMNS
};

/* What GHC's nonmoving collector does. It marks and sweeps while threads run; for the rest of its mark it stops all. */
typedef enum
{
  SCOPE_CONCURRENT_MARK,
  SCOPE_CONCURRENT_SYNC, /* from when it asks all to stop until they go on; marks are within, too */
  SCOPE_CONCURRENT_SWEEP,
  SCOPE_N_CONCURRENT_PHASES
} ScopeConcurrentPhase;

enum /* SCOPE_TABLE_FLUSHES, in order of their ends: the last one, as the program ends, is not told */
{
  SCOPE_FLUSH_START,
  SCOPE_FLUSH_DURATION,
  SCOPE_FLUSH_PROCESSOR,
  SCOPE_FLUSH_BYTES,
  SCOPE_FLUSH_N_COLUMNS
};

enum /* SCOPE_TABLE_CONCURRENT, in order of the phases' ends */
{
  SCOPE_CONCURRENT_START,
  SCOPE_CONCURRENT_DURATION, /* of one that was not seen to end: to the end of the log */
  SCOPE_CONCURRENT_PHASE,    /* ScopeConcurrentPhase */
  SCOPE_CONCURRENT_MARKED,   /* objects; NULL: no mark, or not told */
  SCOPE_CONCURRENT_N_COLUMNS
};

enum /* SCOPE_TABLE_CENSUS, behind each sweep */
{
  SCOPE_CENSUS_TIME,
  SCOPE_CENSUS_BLOCK_SIZE, /* bytes */
  SCOPE_CENSUS_ACTIVE,     /* segments */
  SCOPE_CENSUS_FILLED,
  SCOPE_CENSUS_LIVE,       /* blocks */
  SCOPE_CENSUS_N_COLUMNS
};

enum /* SCOPE_TABLE_TICKY: a closure's entry code */
{
  SCOPE_TICKY_TIME,      /* defined */
  SCOPE_TICKY_COUNTER,   /* what the log calls it */
  SCOPE_TICKY_ARITY,
  SCOPE_TICKY_ARGUMENTS, /* text: a letter each (M: a dictionary, I: an Int, …); NULL: not told */
  SCOPE_TICKY_NAME,      /* text: "go{v s2bK} (Main) (fun)" */
  SCOPE_TICKY_INFO,      /* address of its info table, the 64 bits of it; NULL: not told */
  SCOPE_TICKY_N_COLUMNS
};

enum /* SCOPE_TABLE_TICKY_SAMPLES: the runtime begins anew with each sample, so that they are added up */
{
  SCOPE_TICKY_SAMPLE_TIME,    /* of the event that begins the sample */
  SCOPE_TICKY_SAMPLE_COUNTER, /* place, counted from 1 */
  SCOPE_TICKY_SAMPLE_ENTRIES,
  SCOPE_TICKY_SAMPLE_ALLOCATIONS, /* bytes that its code allocated */
  SCOPE_TICKY_SAMPLE_ALLOCATED,   /* bytes of closures of it that were allocated */
  SCOPE_TICKY_SAMPLE_N_COLUMNS
};

const char *scope_concurrent_name (guint phase);

enum /* SCOPE_TABLE_RECEIVING */
{
  SCOPE_RECEIVING_TIME,
  SCOPE_RECEIVING_DURATION,
  SCOPE_RECEIVING_MESSAGES,
  SCOPE_RECEIVING_N_COLUMNS
};

typedef enum
{
  SCOPE_INSTANT_SPARK_CREATE,
  SCOPE_INSTANT_SPARK_DUD,
  SCOPE_INSTANT_SPARK_OVERFLOW,
  SCOPE_INSTANT_SPARK_RUN,
  SCOPE_INSTANT_SPARK_STEAL,
  SCOPE_INSTANT_SPARK_FIZZLE,
  SCOPE_INSTANT_SPARK_GC,
  SCOPE_INSTANT_GC_REQUEST,
  SCOPE_N_INSTANTS
} ScopeInstant;

enum /* SCOPE_TABLE_INSTANTS */
{
  SCOPE_INSTANT_TIME,
  SCOPE_INSTANT_PROCESSOR,
  SCOPE_INSTANT_KIND,
  SCOPE_INSTANT_N_COLUMNS
};

enum /* SCOPE_TABLE_SPARKS: counts of all single events before the time, which are rows of the table of instants. A row of the whole
      * machine, then one of each processor, all at one time. The names are those of the counters, which only come at collections. */
{
  SCOPE_SPARKS_TIME,
  SCOPE_SPARKS_PROCESSOR, /* number; NULL: all of them */
  SCOPE_SPARKS_CREATED,
  SCOPE_SPARKS_DUD,
  SCOPE_SPARKS_OVERFLOWED,
  SCOPE_SPARKS_CONVERTED, /* run or stolen */
  SCOPE_SPARKS_GCD,
  SCOPE_SPARKS_FIZZLED,
  SCOPE_SPARKS_N_COLUMNS
};

enum /* SCOPE_TABLE_RUNS_IN */
{
  SCOPE_RUNS_IN_TIME,
  SCOPE_RUNS_IN_THREAD,   /* index */
  SCOPE_RUNS_IN_FUNCTION, /* row of the table of functions + 1 */
  SCOPE_RUNS_IN_N_COLUMNS
};

enum /* SCOPE_TABLE_GC_WORK, nearly in order of time */
{
  SCOPE_GC_WORK_START,
  SCOPE_GC_WORK_DURATION,
  SCOPE_GC_WORK_PROCESSOR, /* number */
  SCOPE_GC_WORK_N_COLUMNS
};

/* Which of these columns an instant counts for; 0: it is no spark's. */
guint scope_sparks_column (gint64 instant);

/* A message wakes the thread that waits on the placeholder of its inport; a Terminate ends the thread that it is sent
 * to, which may be waiting. Local messages are not here: the thread that sent them is the waker. */
enum /* SCOPE_TABLE_ARRIVALS */
{
  SCOPE_ARRIVAL_TIME,   /* received */
  SCOPE_ARRIVAL_THREAD, /* index */
  SCOPE_ARRIVAL_SEND,   /* sender's clock; NULL: never seen to be sent */
  SCOPE_ARRIVAL_TAG,
  SCOPE_ARRIVAL_FROM_MACHINE, /* as in the table of messages, and the next ones */
  SCOPE_ARRIVAL_FROM_PROCESS,
  SCOPE_ARRIVAL_FROM_PORT,
  SCOPE_ARRIVAL_TO_PROCESS,
  SCOPE_ARRIVAL_TO_PORT,
  SCOPE_ARRIVAL_ELEMENT, /* which of its channel and tag it is, from 1 */
  SCOPE_ARRIVAL_N_COLUMNS
};

enum /* SCOPE_TABLE_FUNCTIONS */
{
  SCOPE_FUNCTION_TIME, /* first met */
  SCOPE_FUNCTION_TEXT, /* scope_machine_text(): "lists:map/2" */
  SCOPE_FUNCTION_KIND, /* ScopeFunctionKind (scope-function-kind.h) */
  SCOPE_FUNCTION_N_COLUMNS
};

typedef enum
{
  SCOPE_LINKED,
  SCOPE_UNLINKED,
  SCOPE_GETTING_LINKED, /* the same from the other's side */
  SCOPE_GETTING_UNLINKED,
  SCOPE_N_LINK_KINDS
} ScopeLinkKind;

/* Ends of links that are no threads: by index. Back: ~end / 2, a stranger if that is odd. */
#define SCOPE_LINK_PORT(index) (~(gint64) ((guint64) (index) *2))
#define SCOPE_LINK_STRANGER(index) (~(gint64) ((guint64) (index) *2 + 1))

enum /* SCOPE_TABLE_LINKS */
{
  SCOPE_LINK_TIME,
  SCOPE_LINK_FROM, /* thread: index; others below 0: SCOPE_LINK_PORT (), SCOPE_LINK_STRANGER (); NULL: not known */
  SCOPE_LINK_TO,
  SCOPE_LINK_KIND,
  SCOPE_LINK_N_COLUMNS
};

enum /* SCOPE_TABLE_SCHEDULERS */
{
  SCOPE_SCHEDULER_TIME,
  SCOPE_SCHEDULER_PROCESSOR, /* number */
  SCOPE_SCHEDULER_ACTIVE,    /* 1: became active, 0: inactive */
  SCOPE_SCHEDULER_N_ACTIVE,  /* how many are active from now on */
  SCOPE_SCHEDULER_N_COLUMNS
};

/* What a profile tells apart: GHC's breakdowns by their numbers on the wire (EventLogFormat.h, HeapProfBreakdown); 0: ticks, by cost centre. */
typedef enum
{
  SCOPE_PROFILE_TIME,
  SCOPE_PROFILE_COST_CENTRE,         /* -hc */
  SCOPE_PROFILE_MODULE,              /* -hm */
  SCOPE_PROFILE_CLOSURE_DESCRIPTION, /* -hd */
  SCOPE_PROFILE_TYPE,                /* -hy */
  SCOPE_PROFILE_RETAINER,            /* -hr */
  SCOPE_PROFILE_BIOGRAPHY,           /* -hb */
  SCOPE_PROFILE_CLOSURE_TYPE,        /* -hT */
  SCOPE_PROFILE_INFO_TABLE,          /* -hi */
  SCOPE_PROFILE_ERA,                 /* -he */
  SCOPE_PROFILE_STACK,               /* none of GHC's: samples of threads' stacks, by frame (ghc-stack-profiler) */
  SCOPE_N_PROFILES
} ScopeProfile;

enum /* SCOPE_TABLE_BANDS. Cost centres and frames are stacks: a band is its innermost one over the band of the rest */
{
  SCOPE_BAND_TIME,     /* first met */
  SCOPE_BAND_PROFILE,  /* ScopeProfile */
  SCOPE_BAND_TEXT,     /* scope_machine_text(): the cost centre's label, the type, the module, … */
  SCOPE_BAND_UNDER,    /* place of the stack's rest, counted from 1; 0: nothing is below */
  SCOPE_BAND_MODULE,   /* text; NULL: not told */
  SCOPE_BAND_LOCATION, /* text: "Main.hs:(20,1)-(26,24)"; NULL: not told */
  SCOPE_BAND_N_COLUMNS
};

enum /* SCOPE_TABLE_BAND_SAMPLES */
{
  SCOPE_BAND_SAMPLE_TIME,
  SCOPE_BAND_SAMPLE_PROFILE,   /* ScopeProfile */
  SCOPE_BAND_SAMPLE_BAND,      /* place, counted from 1; 0: the row behind all others of a sample of the heap, with their sum */
  SCOPE_BAND_SAMPLE_VALUE,     /* bytes; TIME: ticks, one each; STACK: whose stack it is, index of the thread, or NULL */
  SCOPE_BAND_SAMPLE_PROCESSOR, /* number, of TIME and STACK; NULL: of none */
  SCOPE_BAND_SAMPLE_N_COLUMNS
};

const char *scope_profile_name (guint profile);

/* How a cell is written; NULL is empty. */
typedef enum
{
  SCOPE_SCHEMA_INTEGER,
  SCOPE_SCHEMA_TIME,     /* of the machine's own clock, as trace time in ns */
  SCOPE_SCHEMA_DURATION, /* ticks, in ns */
  SCOPE_SCHEMA_MACHINE,  /* whose table it is */
  SCOPE_SCHEMA_THREAD,   /* index */
  SCOPE_SCHEMA_LINK_END,
  SCOPE_SCHEMA_FUNCTION, /* row of the table of functions + 1; 0: none */
  SCOPE_SCHEMA_ADDRESS,
  SCOPE_SCHEMA_TEXT,     /* scope_machine_text() */
  SCOPE_SCHEMA_WORD,     /* what `word` says */
  SCOPE_SCHEMA_REAL,     /* a double, the 64 bits of it */
  SCOPE_SCHEMA_POSSIBLE, /* of SCOPE_COHERENCE_SHARING: 1 if it is only possible */
} ScopeSchemaKind;

typedef struct
{
  const char *name; /* in CSV, with its unit */
  guint column;     /* where a row has it */
  ScopeSchemaKind kind;
  const char *(*word) (guint value);
} ScopeSchemaColumn;

typedef struct
{
  const char *name;  /* also the name of its group in the index, and of the table of `dump` */
  guint n_columns;
  gint duration;     /* the column that says how long a row lasts, or -1 */
  gint second_time;  /* a second column of times on another clock (messages), or -1 */
  const ScopeSchemaColumn *columns; /* of `dump`, up to one without a name; NULL: it has none, or writes them itself */
} ScopeTableSchema;

const ScopeTableSchema *scope_table_schema (ScopeTableKind kind);
const char *scope_counter_name (guint counter);
/* TRUE if it never falls: of interest is by how much it grows. */
gboolean scope_counter_grows (guint counter);
gboolean scope_counter_is_core (guint counter); /* what a core of a simulation counts, each for itself */

G_END_DECLS
