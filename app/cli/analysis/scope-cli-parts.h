/* scope-cli-parts.h: processors × time, cause by cause, in JSON: what `explain` and `phases` have in common.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "app/cli/common/scope-cli.h"
#include "model/base/scope-json.h"
#include "model/trace/analysis/scope-analysis.h"

G_BEGIN_DECLS

/* An object "parts" of all SCOPE_N_CAUSES. */
static inline void
scope_cli_put_parts (ScopeCli *cli, ScopeJson *json, const gint64 *parts)
{
  scope_json_begin (json, "parts", '{');
  for (guint c = 0; c < SCOPE_N_CAUSES; c++)
    scope_json_time (json, scope_cause_name ((ScopeCause) c), parts[c], cli->tick_ps);
  scope_json_end (json);
}

G_END_DECLS
