/* scope-fleet.h: what every process knows of all machines of a trace while its parts are joined: some hundred bytes of each. The machines
 * themselves are in the parts, each of which one process has.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "io/cluster/scope-exchange.h"
#include "io/cluster/scope-part-plan.h"
#include "io/import/scope-import-private.h"
#include "io/import/scope-part-notes.h"
#include "io/index/scope-index-sums.h"

G_BEGIN_DECLS

/* Lanes of a machine that are added up with those of all others; life on its own clock. */
typedef struct
{
  guint32 n;
  gboolean lived;
  gint64 first, last;
} ScopeFleetLanes;

typedef struct
{
  GPtrArray *nodes;         /* names that ends of messages name, of all parts */
  GHashTable *places;       /* of these names: their places */
  guint32 *inside;          /* by machine: its segments in its part */
  guint32 *part_of;         /* by machine */
  guint32 *process_of;      /* by machine: who has its part */
  ScopeFleetLanes (*lanes)[SCOPE_N_INDEX_SUMS]; /* by machine: its processors', its threads' that are ready */
  ScopeMessageCounts told;  /* sent, received, unmatched, as the machines have told */
} ScopeFleet;

/* What this process tells of a part of its own, machine by machine: in order, with the part's machines and notes. */
void scope_fleet_put_part (GByteArray *own, guint part, const GPtrArray *nodes);
void scope_fleet_put_machine (GByteArray *own, ScopeMachine *machine, const ScopePartFacts *facts, guint32 inside);
/* All processes: what they put becomes known to all. The import's members and its trace get machines that have what was told of them, and no
 * more: number, clock, life, what the log says of itself, processors (how many), processes that have names, and strangers. */
ScopeFleet *scope_fleet_gather (const GByteArray *own, ScopeExchange *exchange, const ScopePartPlan *plan, ScopeImport *import);
/* Its place among the nodes; how many there are: none of them. */
guint scope_fleet_find_node (const ScopeFleet *fleet, const char *name);
void scope_fleet_free (ScopeFleet *fleet);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ScopeFleet, scope_fleet_free)

G_END_DECLS
