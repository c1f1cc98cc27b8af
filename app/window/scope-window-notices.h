/* scope-window-notices.h: what a window says when a trace has been read: that several logs are one trace, that the file goes on with
 * another run, or that the logs are of different runs.
 *
 * Several logs as one trace, whether they were given together or found beside the one that was given: who did not expect it must
 * see it, and can have it otherwise. Found beside: the one that was given is shown alone, here. Given together: each has a window of
 * its own.
 *
 * Actions, group "win": open-separately, open-next-run.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "app/window/scope-host.h"

G_BEGIN_DECLS

void scope_window_notices_add (ScopeHost *host);
/* The document is read to its end, or gone. */
void scope_window_notices_update (ScopeHost *host);
/* Has each run of the document shown in a window of its own, soon; FALSE if it is one run. Whether logs belong together is known
 * when they have been read: a GHC log tells its wall clock anywhere. One axis of time with two dots on it, days apart, is of no use
 * to anybody. */
gboolean scope_window_notices_part (ScopeHost *host);

G_END_DECLS
