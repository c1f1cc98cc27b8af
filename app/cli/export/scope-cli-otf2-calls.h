/* scope-cli-otf2-calls.h: call stacks as locations of an archive of OTF2: each function is entered and left as it was.
 *
 * A lane's calls are a location of their own, beside that of its states: what is called goes on while a thread waits.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "app/cli/common/scope-cli.h"

#include "io/export/scope-otf2.h"

G_BEGIN_DECLS

typedef struct _ScopeCliOtf2Calls ScopeCliOtf2Calls;

/* Where a time of a machine's own clock is in the file. */
typedef guint64 (*ScopeCliOtf2Time) (gconstpointer data, ScopeMachine *machine, gint64 own);

ScopeCliOtf2Calls *scope_cli_otf2_calls_new (ScopeCli *cli, gboolean no_threads, ScopeCliOtf2Time time, gconstpointer data);
void scope_cli_otf2_calls_free (ScopeCliOtf2Calls *calls);
/* How many locations a machine has. */
guint32 scope_cli_otf2_calls_count (const ScopeCliOtf2Calls *calls, ScopeMachine *machine);
/* Writes these, from `location` on, of what is machine `number` there. FALSE with error. */
gboolean scope_cli_otf2_calls_write (ScopeCliOtf2Calls *calls, ScopeOtf2 *file, ScopeMachine *machine, guint32 number, guint32 location,
                                     GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ScopeCliOtf2Calls, scope_cli_otf2_calls_free)

G_END_DECLS
