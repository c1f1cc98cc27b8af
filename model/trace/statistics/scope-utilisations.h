/* scope-utilisations.h: how much of the time Erlang's schedulers were at work, by each that says so:
 *
 *     running   a process ran or collected on them, by the trace's own records of it
 *     active    they had something to do, by the profile of schedulers; with that, what ports and the VM itself do
 *     busy      by the VM's own clock (scheduler_wall_time), as it was sampled: also while the system ran something else in their place.
 *               Waiting for work, asleep or spinning, is none of the three
 *
 * Parts of the time of all ordinary schedulers together, within the range and where something is known of it. Dirty ones are left out.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/trace/document/scope-query-range.h"

G_BEGIN_DECLS

typedef struct
{
  double running, active, busy; /* 0 to 1; -1: not recorded */
} ScopeUtilisations;

/* Reads all samples and all changes of schedulers: off the main thread. FALSE with error. */
gboolean scope_utilisations_read (const ScopeQueryRange *within, ScopeUtilisations *ret, GError **error);
/* Those that are known side by side, and how they differ; translated, without a full stop. NULL: less than two are known. Free with
 * g_free(). */
char *scope_utilisations_dup_sentence (const ScopeUtilisations *utilisations);

G_END_DECLS
