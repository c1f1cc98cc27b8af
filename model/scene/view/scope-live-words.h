/* scope-live-words.h: how a trace that is still being written stands, in few words, for a status strip and a command line.
 *
 * What it waits for and how it ended at length: scope_live_dup_message().
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/trace/document/scope-live.h"

G_BEGIN_DECLS

/* The same and for how long: "Following, 12.3 s", "Finished, 41.2 s". `length`: of the trace, in ticks of `tick_ps`; 0: none. Free
 * with g_free(). */
char *scope_live_dup_headline (const ScopeLiveFacts *facts, double length, gint64 tick_ps);
/* "1.2 M events/s · 34 MB/s · 0.12 s behind the program", and bytes that are not decoded yet, if they are worth a word. Once it is
 * over: "12,345,678 events · 1.2 GB". Free with g_free(). */
char *scope_live_dup_figures (const ScopeLiveFacts *facts);
/* "3 losses"; NULL: none. Free with g_free(). */
char *scope_live_dup_losses (const ScopeLiveFacts *facts);

G_END_DECLS
