/* scope-cli-stats.h: what `stats` finds out before it is printed.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "scope-cli.h"
#include "scope-cli-spread.h"

G_BEGIN_DECLS

/* One row: how long and how often one state (or reason, or generation's collections) held. */
typedef struct
{
  const char *section; /* "states", "reasons", "collections" */
  char *group;         /* "processors", "thread:1/3"; owned */
  char *name;          /* "running", "blocked: mvar", "gen 0"; owned */
  ScopeState state;
  double share;          /* of the group's time, 0 to 1 */
  ScopeCliSpread spread; /* its memory is given back; the figures stay */
} ScopeCliStat;

#define SCOPE_CLI_MOST_GENERATIONS 8

typedef struct
{
  guint n_generations;
  ScopeCliStat generation[SCOPE_CLI_MOST_GENERATIONS];
  guint64 parallel[SCOPE_CLI_MOST_GENERATIONS]; /* collections by more than one thread */
  ScopeCliSpread all;
  gint64 sync;    /* waiting for all to stop, in all */
  gint64 elapsed; /* of all machines together */
  gint64 copied, total_copied, balanced_copied;
  gboolean has_balance;
} ScopeCliCollections;

typedef struct
{
  gboolean present[SCOPE_N_COUNTERS];
  gint64 value[SCOPE_N_COUNTERS]; /* cumulative ones: increase over the range; sizes: the greatest */
} ScopeCliCounters;

typedef enum
{
  SCOPE_CLI_BY_NOTHING,
  SCOPE_CLI_BY_MACHINE,
  SCOPE_CLI_BY_PROCESSOR,
  SCOPE_CLI_BY_PROCESS,
  SCOPE_CLI_BY_THREAD,
  SCOPE_CLI_BY_REASON,
} ScopeCliBy;

/* Gets each group's rows as soon as they are known: a hundred thousand threads are not kept. */
typedef void (*ScopeCliStatFunc) (ScopeCli *cli,
                                  const ScopeCliStat *stat,
                                  gboolean first_of_group,
                                  gpointer data);

gboolean
scope_cli_stats_states (ScopeCli *cli, ScopeCliBy by, ScopeCliStatFunc func, gpointer data, GError **error);
gboolean scope_cli_stats_collections (ScopeCli *cli, ScopeCliCollections *collections, GError **error);
void scope_cli_stats_collections_clear (ScopeCliCollections *collections);
gboolean scope_cli_stats_counters (ScopeCli *cli, ScopeCliCounters *counters, GError **error);
/* Part of the time in which no collection stopped the program, 0 to 1. */
double scope_cli_stats_productivity (const ScopeCliCollections *collections);
double scope_cli_stats_balance (const ScopeCliCollections *collections);

/* For people: the whole of it. */
gboolean scope_cli_stats_print (ScopeCli *cli, ScopeCliBy by, GError **error);

G_END_DECLS
