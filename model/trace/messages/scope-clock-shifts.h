/* scope-clock-shifts.h: the least by which machines' clocks must be moved so that no message is received before it was sent.
 *
 * Of each pair of machines that write to each other the quickest message says how far their clocks may be apart. From these a clock is
 * moved on only where a message to its machine would come too early, and no further. If messages went too early in both directions, the
 * clocks run at different speeds, and no shift helps.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/trace/document/scope-trace.h"

G_BEGIN_DECLS

/* One number of ticks ≥ 0 per machine, for scope_trace_set_shifts(); the offsets must be those of the start-up, or each its own. Reads
 * the sums of messages: off the main thread. NULL with error, G_IO_ERROR_FAILED if no shift helps. Free with g_free(). */
gint64 *scope_clock_shifts_read (ScopeTrace *trace, GCancellable *cancellable, GError **error);
/* On a thread; scope_task_answer() gives the same. */
void scope_clock_shifts_read_async (ScopeTrace *trace, GCancellable *cancellable, GAsyncReadyCallback callback, gpointer user_data);

G_END_DECLS
