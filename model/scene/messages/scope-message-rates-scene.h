/* scope-message-rates-scene.h: messages per time as a scene: number above, size below, over a ruler of the range.
 *
 *     ruler 22     |0        |100 ms     |200 ms
 *     number       ▂▃▅▇▅▃▂▁                        at most 312 in 1.06 ms
 *     words        ▁▂▇▂▁                           at most 12,345 words in 1.06 ms
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/trace/messages/scope-message-times.h"
#include "model/scene/draw/scope-clock.h"
#include "model/scene/draw/scope-scene.h"
#include "model/scene/draw/scope-viewport.h"

G_BEGIN_DECLS

#define SCOPE_MESSAGE_RATES_BINS 512u /* worth asking for */

/* The whole of `times` over width pixels. `pointed`: the bin that stands out, SCOPE_NONE: none. Free with
 * scope_scene_free(). */
ScopeScene *scope_message_rates_scene_new (ScopeTrace *trace, const ScopeMessageTimes *times, double width, double height,
                                           const ScopePalette *palette, guint pointed, const ScopeClock *clock);
/* Which bin lies under that pixel. */
guint scope_message_rates_bin_at (const ScopeMessageTimes *times, double width, double x);
/* "1.20–1.21 s: 312 messages, 4,096 words". Free with g_free(). */
char *scope_message_rates_text (ScopeTrace *trace, const ScopeMessageTimes *times, guint bin, const ScopeClock *clock);
/* "Median 1.20 ms, 95 % within 3.4 ms, longest 12 ms, of 12,345 messages (exact)…"; why there is none. Free with
 * g_free(). */
char *scope_message_latency_text (ScopeTrace *trace, const ScopeMessageTimes *times);

G_END_DECLS
