/* scope-sim-events.h: what traces of a simulator tell (formats/simulation.md §1, §2), as events. Times are ps (`tick_ps` 1). What is
 * defined comes before its first use; events come in order of time, those of one time by their place in the file, but
 * instructions last: what a cache did in an instruction's first tick was caused by an earlier one.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef enum
{
  SCOPE_SIM_CORE = 1, /* `processor`: number of the core, from 0; payload: its name ("system.cpu0"), or "core 0" if it has none */
  SCOPE_SIM_TEXT,     /* a: number, from 1 on; payload: name of a function */
  SCOPE_SIM_CLOCK,    /* of `processor`; a: its period, ps; b: ScopeSimClockSource. May come again, the last one counts */
  SCOPE_SIM_INFO,     /* payload: "key=value", of the trace */

  SCOPE_SIM_EXEC,     /* an instruction, or micro-op, of `processor` begins; payload: ScopeSimExec */
  SCOPE_SIM_CACHE,    /* a cache does something; `processor`: whose, or SCOPE_NO_PROCESSOR; payload: ScopeSimCache */

  /* The XML form (§2) */
  SCOPE_SIM_SEQ,      /* instructions of one activation; payload: ScopeSimSeq */
  SCOPE_SIM_HIT,      /* an event that is charged to the seq before it on this core; payload: ScopeSimHit. a: so many seqs before
                       * that one (an event that the log has in a seq may be later than the next one); nearly always 0 */

  /* Branch traces of real machines (perf script of Intel PT, §1.5) */
  SCOPE_SIM_BRANCH,   /* of `processor`, or SCOPE_NO_PROCESSOR: not said; payload: ScopeSimBranch. In order of time per thread */
  SCOPE_SIM_THREAD,   /* before its first branch; a: tid, b: pid; payload: name of the program, may be empty */

  /* Pipelines of one core (Kanata, O3PipeView, §1.4) */
  SCOPE_SIM_PIPE,     /* an instruction comes in; payload: ScopeSimPipe */
  SCOPE_SIM_NOTICE,   /* what befell `processor`, or SCOPE_NO_PROCESSOR: not said; a: ScopeSimNoticeWhat; payload: ScopeSimNotice */
  SCOPE_SIM_N_EVENTS
} ScopeSimEvent;

typedef enum
{
  SCOPE_SIM_CLOCK_GIVEN,    /* by the user */
  SCOPE_SIM_CLOCK_CONFIG,   /* config.ini, stats.txt beside it */
  SCOPE_SIM_CLOCK_TRACE,    /* a line of the trace */
  SCOPE_SIM_CLOCK_INFERRED, /* from the differences of times */
  SCOPE_SIM_CLOCK_ASSUMED,  /* the trace counts cycles and has no clock: one is shown as so long */
} ScopeSimClockSource;

typedef enum
{
  SCOPE_SIM_IS_CALL = 1 << 0,
  SCOPE_SIM_IS_RETURN = 1 << 1,     /* of a call, or of an interrupt: ret, eret, hw_rei, iret, mret */
  SCOPE_SIM_IS_JUMP = 1 << 2,       /* unconditional, neither call nor return */
  SCOPE_SIM_IS_BARRIER = 1 << 3,
  SCOPE_SIM_IS_LOAD_LINKED = 1 << 4,
  SCOPE_SIM_IS_STORE_CONDITIONAL = 1 << 5,
  SCOPE_SIM_IS_LOCKED = 1 << 6,     /* atomic read-modify-write */
  SCOPE_SIM_IS_STORE = 1 << 7,      /* writes to `address` */
  SCOPE_SIM_IS_LOAD = 1 << 8,
  SCOPE_SIM_IS_WAIT = 1 << 9,       /* wfi, wfe, quiesce, hlt: its time is idle */
  SCOPE_SIM_IS_MACRO = 1 << 10,     /* a line without execution: it only begins an instruction */
  SCOPE_SIM_IS_MICRO = 1 << 11,     /* a micro-op, `micro` is its number */
  SCOPE_SIM_IS_LAST_MICRO = 1 << 12,
  SCOPE_SIM_IS_KERNEL = 1 << 13,    /* as far as its address tells */
  SCOPE_SIM_IS_FAULT = 1 << 14,
  SCOPE_SIM_HAS_ADDRESS = 1 << 15,
  SCOPE_SIM_HAS_DATA = 1 << 16,
  SCOPE_SIM_HAS_PC = 1 << 17,
  SCOPE_SIM_IS_BRANCH = 1 << 19,    /* it may go on elsewhere: conditional branches, and all that may be one */
  SCOPE_SIM_HAS_SP = 1 << 18,       /* `sp` is the stack pointer now: from A= of an sp-relative access, or D= of a write to sp */
} ScopeSimExecFlags;

typedef struct
{
  guint32 function; /* text, or 0: no symbol; then the function's name is the pc's */
  guint32 offset;   /* of the instruction in it, bytes; without a symbol 0 */
  guint32 flags;    /* ScopeSimExecFlags */
  guint16 thread;   /* T of the line */
  guint8 length;    /* of the instruction, bytes; 0: not known (x86) */
  guint8 micro;
  guint64 pc, address, data, sp;
} ScopeSimExec;

typedef enum
{
  SCOPE_SIM_CACHE_MISS,       /* an access that misses */
  SCOPE_SIM_CACHE_HIT,        /* one that hits; `state` if it is known. Only those that matter: writes that hit S or O */
  SCOPE_SIM_CACHE_CREATE,     /* it asks the next level for the line (createMissPacket): `op` of what is asked */
  SCOPE_SIM_CACHE_RESPONSE,   /* the answer is there */
  SCOPE_SIM_CACHE_INVALIDATE, /* a snoop took the line; `op` of the snoop */
  SCOPE_SIM_CACHE_EVICT,      /* the line made room for another */
  SCOPE_SIM_CACHE_COALESCE,   /* a miss of a line that is already asked for */
} ScopeSimCacheWhat;

typedef enum
{
  SCOPE_SIM_OP_OTHER,
  SCOPE_SIM_OP_READ,
  SCOPE_SIM_OP_FETCH,         /* of an instruction */
  SCOPE_SIM_OP_WRITE,
  SCOPE_SIM_OP_STORE_CONDITIONAL,
  SCOPE_SIM_OP_READ_EXCLUSIVE,
  SCOPE_SIM_OP_UPGRADE,
  SCOPE_SIM_OP_WRITEBACK,
} ScopeSimOp;

typedef struct
{
  guint64 from, to; /* physical addresses, `to` behind the last byte; 0, 0: not known */
  guint32 cache;    /* number of the cache, in the order in which they are met */
  guint8 what;      /* ScopeSimCacheWhat */
  guint8 op;        /* ScopeSimOp */
  guint8 level;     /* 1, 2, 3 */
  guint8 kind;      /* 'd', 'i', 'u' (unified) */
  char state;       /* M O E S I, or 0 */
} ScopeSimCache;

typedef enum
{
  SCOPE_SIM_NOTICE_TLB,       /* a miss, of `address` */
  SCOPE_SIM_NOTICE_TLB_PAGE,  /* a miss; `address` is the page's number */
  SCOPE_SIM_NOTICE_INTERRUPT, /* `number` and `index` */
  SCOPE_SIM_NOTICE_POWER,     /* state `number`, scope_sim_power_name() */
  SCOPE_SIM_NOTICE_DOMAIN,    /* the same of all that are switched together */
} ScopeSimNoticeWhat;

typedef struct
{
  guint64 address;
  guint32 number, index;
  guint8 what;      /* ScopeSimNoticeWhat */
} ScopeSimNotice;

typedef struct
{
  guint64 duration;
  guint64 pc;       /* 0: not said */
  guint32 function; /* text */
  guint32 thread;
  guint32 insts;
  gint32 level;     /* depth, −1: not said, to be inferred (§3.2a) */
} ScopeSimSeq;

typedef struct
{
  guint64 va, pa;
  gint64 latency;  /* ps, −1: not said */
  guint8 kind;     /* ScopeHitKind, SCOPE_N_HITS: none of them */
  guint8 op;       /* ScopeSimOp */
  guint32 name;    /* text: of an element that is none of the known kinds, else 0 */
} ScopeSimHit;

typedef enum
{
  SCOPE_SIM_BRANCH_CALL,
  SCOPE_SIM_BRANCH_RETURN,
  SCOPE_SIM_BRANCH_JUMP,
  SCOPE_SIM_BRANCH_SYSCALL,
  SCOPE_SIM_BRANCH_INTERRUPT,
  SCOPE_SIM_BRANCH_TRACE_BEGIN, /* nothing is known before it … */
  SCOPE_SIM_BRANCH_TRACE_END,   /* … and behind it */
} ScopeSimBranchKind;

typedef struct
{
  guint64 from_pc, to_pc;
  guint32 from, to;        /* text, or 0 */
  guint32 from_offset, to_offset;
  guint32 pid, tid;
  guint8 kind;             /* ScopeSimBranchKind */
  guint8 cause;            /* where the trace begins or ends: the branch with which it does (a syscall, into what is not traced); else `kind` */
  gboolean kernel;         /* where it goes */
} ScopeSimBranch;

#define SCOPE_SIM_MOST_STAGES 16u /* of an instruction; what is more belongs to the last one */

#define SCOPE_SIM_MOST_OVER 8u /* stages that lie over these; what is more is left out */

typedef enum
{
  SCOPE_SIM_PIPE_FLUSHED = 1 << 0, /* it was thrown away */
  SCOPE_SIM_PIPE_OPEN = 1 << 1,    /* the log does not tell how it ended */
} ScopeSimPipeFlags;

typedef struct
{
  gint64 end;                      /* when it left; event's time: when it came */
  guint32 function;                /* text: its address and mnemonic, so that all executions of one have the same; 0: not said */
  guint32 thread;
  guint8 flags, n_stages, n_over;
  guint32 stages[SCOPE_SIM_MOST_STAGES];                             /* texts, one after the other: */
  gint64 from[SCOPE_SIM_MOST_STAGES], to[SCOPE_SIM_MOST_STAGES];     /* from[i] <= to[i] <= from[i + 1]; within its life */
  guint32 over[SCOPE_SIM_MOST_OVER];                                 /* the same of what lies over stages: stalls, replays */
  gint64 over_from[SCOPE_SIM_MOST_OVER], over_to[SCOPE_SIM_MOST_OVER];
} ScopeSimPipe;

/* What is charged to an activation. Kinds of the table of hits, see scope-schema.h. */
typedef enum
{
  SCOPE_HIT_L1D, /* miss of the level 1 data cache */
  SCOPE_HIT_L1I, /* … instruction cache */
  SCOPE_HIT_L2,  /* … level 2 or beyond */
  SCOPE_HIT_UPG, /* a write that hit a shared line: an upgrade */
  SCOPE_HIT_MB,  /* memory barrier */
  SCOPE_HIT_LLI, /* long-latency instruction */
  SCOPE_N_HITS
} ScopeHitKind;

/* What is drawn on bars of calls: those, and what befell the core, which are marks in the trace. */
enum
{
  SCOPE_SHOWN_TLB = SCOPE_N_HITS, /* SCOPE_MARK_TLB, and so on, in the same order */
  SCOPE_SHOWN_INTERRUPT,
  SCOPE_SHOWN_POWER,
  SCOPE_N_SHOWN_HITS
};

/* "l1d", "l1i", "l2", "upg", "mb", "lli": as in CSV. */
const char *scope_hit_name (guint kind);

/* "ON", "CLK_GATED": as gem5 calls it; NULL: none. */
const char *scope_sim_power_name (guint state);

/* Of two differences of times: a cycle's length divides it. */
guint64 scope_sim_common_divisor (guint64 a, guint64 b);
/* How a core's clock is told among the infos of its machine: key "clock 0" (the processor's number), value "500 ps, inferred" (given,
 * config, trace, inferred, assumed). If there are several of one core, the last one counts. Free with g_free(). */
char *scope_sim_clock_key (guint processor);
char *scope_sim_clock_value (gint64 period, ScopeSimClockSource source);
/* FALSE if it is no such value. `ret_source` may be NULL. */
gboolean scope_sim_clock_parse (const char *value, gint64 *ret_period, ScopeSimClockSource *ret_source);
/* "given", "config", "trace", "inferred", "assumed". */
const char *scope_sim_clock_source_name (ScopeSimClockSource source);

/* "exec", "cache", …; NULL: no event that the trace has. */
const char *scope_sim_event_name (guint type);

G_END_DECLS
