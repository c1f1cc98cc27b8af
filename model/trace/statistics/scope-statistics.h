/* scope-statistics.h: where the time of a stretch of the trace went: states and reasons, machines, processors, processes
 * and threads, collections, heap, sparks.
 *
 * Everything here reads the index: call it on a thread of its own. All fail with G_IO_ERROR_CANCELLED when the
 * question's cancellable says so.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/trace/document/scope-spread.h"
#include "model/trace/document/scope-query-range.h"

G_BEGIN_DECLS

/* --- states and reasons, at once ---
 *
 * Out of the tallies in the index: number, time, mean, least and longest are exact; percentiles are exact as far as the
 * durations are known one by one (at the ends of the range, and everywhere if that is not much), else they have bounds. */

#define SCOPE_N_BOUNDS 3 /* 50, 90, 99 % */

typedef struct
{
  guint64 count;
  gint64 total, least, longest;                     /* ticks */
  gint64 low[SCOPE_N_BOUNDS], high[SCOPE_N_BOUNDS]; /* the percentile lies between; the same: that is it */
} ScopeFigures;

typedef struct
{
  ScopeKind kind;  /* of the lanes: all machines, processors, processes, or threads */
  ScopeState state;
  guint code;      /* why; SCOPE_NONE: for several reasons, whose rows follow */
  gboolean part;   /* one of these */
  double share;    /* of the time of all lanes of the kind, 0 to 1 */
  ScopeFigures figures;
} ScopeReasonRow;

/* Of every kind that says something of its own in this trace: a row for each state that occurs, followed by one for
 * each of its reasons if it has several. Without the runtime's own threads (scope_trace_is_helper()). Free with g_array_unref(). */
GArray *scope_statistics_reasons (const ScopeQueryRange *within, GError **error); /* of ScopeReasonRow */

/* --- machines, processors, processes, threads --- */

typedef struct
{
  ScopeLaneId lane;
  gint64 alive;                    /* ticks of its life inside the range; of sums: of all lanes together */
  gint64 totals[SCOPE_N_STATES];   /* ticks in each state */
  gint64 receiving;                /* Eden's machines: ticks of these spent receiving messages */
} ScopeEntityRow;

/* Running, as a part of the time about which something is known; -1 if there is none. */
double scope_entity_row_utilisation (const ScopeEntityRow *row);
/* Those of the kind that live in the range, in the order of the trace. Free with g_array_unref(). */
GArray *scope_statistics_entities (const ScopeQueryRange *within, ScopeKind kind, GError **error); /* of ScopeEntityRow */

/* --- states and reasons of groups of lanes --- */

/* One row: how long and how often one state (or reason, or generation's collections) held. */
typedef struct
{
  const char *section; /* "states", "reasons", "collections" */
  char *group;         /* "processors", "thread:1/3"; owned */
  char *name;          /* "running", "blocked: mvar", "gen 0"; owned */
  ScopeState state;
  double share;       /* of the group's time, 0 to 1 */
  ScopeSpread spread; /* its memory is given back; the figures stay */
} ScopeStat;

typedef enum
{
  SCOPE_STAT_BY_NOTHING,
  SCOPE_STAT_BY_MACHINE,
  SCOPE_STAT_BY_PROCESSOR,
  SCOPE_STAT_BY_PROCESS,
  SCOPE_STAT_BY_THREAD,
  SCOPE_STAT_BY_REASON,
} ScopeStatBy;

/* Gets each group's rows as soon as they are known: a hundred thousand threads are not kept. */
typedef void (*ScopeStatFunc) (const ScopeStat *stat, gboolean first_of_group, gpointer user_data);

/* Everything is exact but the percentiles of a group of many intervals, which are estimated out of the tallies (see
 * ScopeSpread.estimated). `exact`: they are not; every interval is walked for them, a hundred million in some 20 seconds. */
gboolean scope_statistics_states (const ScopeQueryRange *within, ScopeStatBy by, gboolean exact, ScopeStatFunc func,
                                  gpointer user_data, GError **error);

/* --- collections: those that start in the range --- */

#define SCOPE_MOST_GENERATIONS 8

typedef struct
{
  ScopeSpread spread;    /* its memory is given back; the figures stay */
  guint64 parallel;      /* collections by more than one thread */
  gint64 sync, most_sync; /* waiting for all to stop, in all, and the longest; ticks */
  gint64 copied;         /* bytes */
  gint64 total_copied, balanced_copied;
  ScopeLaneId longest;   /* of the longest, which begins at spread.longest_at: the processor that led it, or the machine; if there is any */
} ScopeGeneration;

typedef struct
{
  guint n_generations;
  ScopeGeneration generation[SCOPE_MOST_GENERATIONS];
  ScopeGeneration all;
  gboolean has_balance, has_sync, has_copied; /* some of them told; else it is not known */
  gint64 most_slop, most_fragmentation; /* bytes; SCOPE_TABLE_NULL: not recorded */
  gint64 elapsed;                       /* of all machines together, ticks */
  ScopeLaneId concurrent_longest[SCOPE_N_CONCURRENT_PHASES]; /* the machine of the longest */
  ScopeSpread concurrent[SCOPE_N_CONCURRENT_PHASES]; /* of the nonmoving collector, not in `all`; as the spread of a generation */
} ScopeCollections;

/* scope_statistics_collections_clear() them, also after an error. */
gboolean scope_statistics_collections (const ScopeQueryRange *within, ScopeCollections *collections, GError **error);
void scope_statistics_collections_clear (ScopeCollections *collections);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (ScopeCollections, scope_statistics_collections_clear)
/* Part of the time in which no collection stopped the program, 0 to 1; what the nonmoving collector stops it for overlaps them. */
double scope_statistics_productivity (const ScopeCollections *collections);
/* How evenly parallel collections copied, 0 (one thread did all) to 1, as `+RTS -s` has it. */
double scope_statistics_balance (const ScopeGeneration *generation);

/* --- counters --- */

typedef struct
{
  guint32 machine;   /* index */
  gint64 processor;  /* number, -1: of the machine as a whole */
  gboolean present[SCOPE_N_COUNTERS];
  gint64 value[SCOPE_N_COUNTERS]; /* cumulative ones: increase over the range; sizes: the greatest */
} ScopeCounterRow;

typedef struct
{
  gboolean present[SCOPE_N_COUNTERS];
  gint64 value[SCOPE_N_COUNTERS];
  GArray *rows; /* of ScopeCounterRow: the same, by machine and processor, in their order */
  gboolean sparks_sampled; /* of a log without an event of each spark: by what its counters grew between collections */
} ScopeCounters;

/* scope_statistics_counters_clear() them, also after an error. */
gboolean scope_statistics_counters (const ScopeQueryRange *within, ScopeCounters *counters, GError **error);
void scope_statistics_counters_clear (ScopeCounters *counters);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (ScopeCounters, scope_statistics_counters_clear)

/* Whether the trace has entities of the kind, and words for them. */
gboolean scope_statistics_has_kind (ScopeTrace *trace, ScopeKind kind);
/* Whether lanes of the kind say something that those of no other kind do: Eden's machines are their processors, a machine of several
 * processors is their sum. */
gboolean scope_statistics_is_own_kind (ScopeTrace *trace, ScopeKind kind);

G_END_DECLS
