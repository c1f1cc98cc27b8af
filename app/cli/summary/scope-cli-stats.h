/* scope-cli-stats.h: what `info` and the two forms of `stats` share with each other and with `watch`.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "app/cli/common/scope-cli-command.h"

#include "model/base/scope-json.h"
#include "model/trace/statistics/scope-statistics.h"

G_BEGIN_DECLS

/* What --by can say: the words of a ScopeCliOption, and where they begin. */
#define SCOPE_CLI_STATS_BY "machine, processor, process, thread, reason", .first = SCOPE_STAT_BY_MACHINE

typedef struct
{
  ScopeStatBy by;
  gboolean exact; /* percentiles, of however many intervals */
} ScopeCliStats;

/* Of simulations: instructions, cycles, events by kind, of all cores or of each; into one of both. Elsewhere nothing. */
gboolean scope_cli_stats_cores (ScopeCli *cli, ScopeStatBy by, ScopeCsv *csv, GString *out, GError **error);

/* For people: the whole of it. */
gboolean scope_cli_stats_print (ScopeCli *cli, const ScopeCliStats *stats, GError **error);

/* What `info --json` prints, in two pieces: further members may stand before its last one. */
void scope_cli_info_begin (ScopeCli *cli, ScopeJson *json);
void scope_cli_info_end (ScopeCli *cli, ScopeJson *json);

G_END_DECLS
