/* scope-gem5-stats.h: gem5's own statistics, stats.txt: dumps, one behind the other.
 *
 *     ---------- Begin Simulation Statistics ----------
 *     finalTick              734500000         # of the dump; counted from the beginning of the simulation
 *     simTicks               734500000         # so many since the statistics were reset
 *     system.cpu0.numCycles    1469000         # a number
 *     system.cpu0.op_class::IntAlu  5412  61.3%  61.3%     # one of several, and shares that are left out
 *     system.ruby.Load | 380  70.1% | 162 29.9%            # all on one line: Load::0, Load::1
 *     ---------- End Simulation Statistics   ----------
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct
{
  gint64 from, to;    /* ticks: since when it counts, when it was made; from <= to */
  guint first, n;     /* its figures */
} ScopeGem5Dump;

typedef struct
{
  guint32 name;       /* place in `names` */
  double value;       /* NAN: it is no number */
} ScopeGem5Figure;

typedef struct
{
  guint64 from_byte, bytes;
  char *reason;       /* owned */
} ScopeGem5StatsFault;

typedef struct
{
  GArray *dumps;      /* of ScopeGem5Dump, in order of time */
  GArray *figures;    /* of ScopeGem5Figure */
  GPtrArray *names;   /* of char *, each once; valid UTF-8 */
  GArray *faults;     /* of ScopeGem5StatsFault: what could not be read, and is left out */
} ScopeGem5Stats;

/* Reads them piece by piece; the pieces may be anything. _end() frees the reader. */
typedef struct _ScopeGem5StatsReader ScopeGem5StatsReader;

ScopeGem5StatsReader *scope_gem5_stats_reader_new (void);
/* FALSE: no more is wanted. */
gboolean scope_gem5_stats_reader_feed (ScopeGem5StatsReader *reader, const char *text, gsize n);
ScopeGem5Stats *scope_gem5_stats_reader_end (ScopeGem5StatsReader *reader);
void scope_gem5_stats_free (ScopeGem5Stats *stats);

/* --- scope-gem5-stats-cores.c: what the cores did by it --- */

/* In the order of SCOPE_COUNTER_INSTRUCTIONS to SCOPE_COUNTER_L2_MISSES. */
#define SCOPE_GEM5_N_CORE_FIGURES 5u

typedef struct
{
  guint32 core;       /* place in the list of cores; G_MAXUINT32: the figure is none of these */
  guint8 counter;     /* less than SCOPE_GEM5_N_CORE_FIGURES */
  guint8 rank;        /* of several the lowest counts; those of one rank are added up */
} ScopeGem5CoreFigure;

/* What the names mean, of a trace with these cores ("system.cpu0"); by their places. Free with g_free(). */
ScopeGem5CoreFigure *scope_gem5_stats_map_cores (const ScopeGem5Stats *stats, const char *const *cores, guint n_cores);
/* `values` of core c begin at [c * SCOPE_GEM5_N_CORE_FIGURES]; NAN: the dump does not say it. */
void scope_gem5_stats_sum_cores (const ScopeGem5Stats *stats, const ScopeGem5CoreFigure *map, const ScopeGem5Dump *dump, guint n_cores,
                                 double *values);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ScopeGem5Stats, scope_gem5_stats_free)

G_END_DECLS
