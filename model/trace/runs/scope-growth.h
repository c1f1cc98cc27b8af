/* scope-growth.h: how a program grows over several runs: with the number of processors, or with the size of its input; as a whole, and each
 * part of what its time is spent on.
 *
 * Runs at the same x (processors, or size) are one point. Of each part the time of all processors together (P × T) is followed; the parts
 * of one kind add up to it, causes to all of it; of what a label runs alone it is the run's time, T. What a part takes of the whole at an x that nobody ran is what its law says there over
 * what the law of all says; of labels and functions, over what the laws of all parts of the kind say together.
 *
 * Strong scaling: the size stays, processors are added. Weak scaling: each processor has as much as before. With b the smallest p, and
 * T(b) its time, q = p / b:
 *
 *     strong     speed-up S = T(b) / T(p)          efficiency S / q    serial fraction (1/S − 1/q) / (1 − 1/q)   (Karp–Flatt)
 *     weak       scaled speed-up S = q T(b) / T(p) efficiency S / q    serial fraction (q − S) / (q − 1)         (Gustafson)
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/trace/runs/scope-growth-law.h"
#include "model/trace/runs/scope-run-set.h"

G_BEGIN_DECLS

typedef enum
{
  SCOPE_GROWTH_ANY, /* what differs */
  SCOPE_GROWTH_PROCESSORS,
  SCOPE_GROWTH_SIZE,
} ScopeGrowthOver;

typedef enum
{
  SCOPE_SERIES_STRONG, /* one size, or sizes are not known */
  SCOPE_SERIES_WEAK,   /* size / processors is the same */
  SCOPE_SERIES_SIZES,  /* as many processors, other sizes */
} ScopeSeriesKind;

typedef struct
{
  double x;
  guint processors;
  double size;         /* NAN: not known */
  guint n_runs;
  ScopeVariation time; /* ns */
  double speedup, efficiency, serial_fraction; /* NAN: of sizes, and the last one of the smallest p */
} ScopeGrowthPoint;

typedef struct
{
  ScopePartKind kind;       /* of the duration and of all: CAUSE */
  const char *name, *word;  /* borrowed from the growth */
  gboolean whole;           /* the duration, or P × T: no part of anything */
  ScopeVariation *values;   /* ns; one for each point */
  gboolean known;           /* there is a law, and it explains the values */
  ScopeGrowthLaw law;
  double share, share_ahead; /* of what its kind adds up to at the last point, and ahead; NAN: not known, or a whole */
} ScopeGrowthPart;

typedef struct
{
  gboolean over_size;
  ScopeSeriesKind kind;
  double ahead;         /* x that is looked ahead to */
  GArray *points;       /* of ScopeGrowthPoint, least x first */
  GPtrArray *parts;     /* of ScopeGrowthPart *: duration, all, then kind by kind, the most at the last point first; parts that are 0 everywhere are
                         * left out */
  ScopeGrowthPart *duration, *all; /* of these */
  guint n_runs, left_out; /* runs of other sizes or numbers of processors */
  char *program;        /* or NULL */
  char *setting;        /* what its sizes are, if they are a setting of the machine: "system.l2.size"; else NULL */
  ScopeRuntime runtime;
} ScopeGrowth;

/* Of a set that was read with its parts (scope_run_set_ask_parts()). `sizes`: as scope_run_sizes(), `setting`: as scope_run_size_dup_setting(). `ahead`: NAN: four times the last x. If
 * both differ and do not go together, `over` has to say which; the others that agree in most points are taken then. NULL with error
 * (G_IO_ERROR_INVALID_ARGUMENT, a sentence for people). */
ScopeGrowth *scope_growth_new (ScopeRunSet *set, const double *sizes, const char *setting, ScopeGrowthOver over, double ahead, GError **error);
void scope_growth_free (ScopeGrowth *growth);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ScopeGrowth, scope_growth_free)

G_END_DECLS
