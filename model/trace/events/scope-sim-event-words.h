/* scope-sim-event-words.h: events of simulators, of pipelines and of Intel PT in words: "a write of 8c008 misses cpu0.dcache" for
 * system.cpu0.dcache: WriteReq 8c008 miss.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Of an event's name and detail, as its row has them. NULL: there are no words for it. Free with g_free(). Any thread. */
char *scope_sim_event_words (const char *name, const char *detail);

G_END_DECLS
