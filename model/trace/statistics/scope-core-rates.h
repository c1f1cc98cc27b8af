/* scope-core-rates.h: instructions per cycle and misses per thousand instructions of a simulation's cores over time, slot by slot, from
 * their counters (SCOPE_COUNTER_INSTRUCTIONS to SCOPE_COUNTER_L2_MISSES).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/base/scope-schema.h"
#include "model/trace/document/scope-trace.h"

G_BEGIN_DECLS

#define SCOPE_N_CORE_COUNTERS 5u
/* Of more cores only so many are read. */
#define SCOPE_CORE_RATES_CORES 1024u

typedef enum
{
  SCOPE_CORE_IPC,
  SCOPE_CORE_L1D, /* misses per thousand instructions */
  SCOPE_CORE_L1I,
  SCOPE_CORE_L2,
  SCOPE_N_CORE_RATIOS
} ScopeCoreRatio;

typedef struct
{
  guint32 machine;
  ScopeTableKind table;
  guint n_cores, n_slots;
  guint32 *cores;                         /* indices of processors, by their numbers */
  float *growth[SCOPE_N_CORE_COUNTERS];   /* of core c in slot s: at [c * n_slots + s]; NAN: not known */
} ScopeCoreRates;

/* Of SCOPE_TABLE_COUNTERS, or of SCOPE_TABLE_CORE_STATISTICS; of [from, to), trace time, in so many slots; at most about `budget` rows are read. NULL: no core has such counters, or it was cancelled.
 * Any thread. */
ScopeCoreRates *scope_core_rates_read (ScopeTrace *trace, ScopeMachine *machine, ScopeTableKind table, gint64 from, gint64 to, guint n_slots,
                                       guint budget, GCancellable *cancellable);
void scope_core_rates_free (ScopeCoreRates *rates);
/* By how much a counter of the c-th core (SCOPE_NONE: of all together) grew in [slot, end); NAN: it is not known in any of them. */
double scope_core_rates_growth (const ScopeCoreRates *rates, guint counter, guint core, guint slot, guint end);
/* NAN: not known. */
double scope_core_rates_ratio (const ScopeCoreRates *rates, ScopeCoreRatio ratio, guint core, guint slot, guint end);
/* The counter that is divided: cycles divide instructions, instructions divide misses. */
guint scope_core_ratio_counter (ScopeCoreRatio ratio);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ScopeCoreRates, scope_core_rates_free)

G_END_DECLS
