/* scope-cli-starts.h: how often processors and threads were made to run, and collections started, within the range.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "app/cli/common/scope-cli.h"

G_BEGIN_DECLS

/* How often the machine's entities of this kind entered the state within the range, by index: running (RunThread events) of
 * processors and threads, collecting of processors. -1 where nobody knows: traces other than GHC's and Eden's, and where the
 * trace's own files would have to be asked and are gone. Without a range: over the whole life. NULL with error. */
gint64 *
scope_cli_count_starts (ScopeCli *cli, ScopeMachine *machine, ScopeKind kind, ScopeState state, GError **error);

/* The same of one, without a range: of its whole life. */
gint64 scope_cli_whole_starts (const ScopeEntity *entity, ScopeState state);

G_END_DECLS
