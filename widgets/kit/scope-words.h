/* scope-words.h: facts of a trace in sentences for people: titles, tooltips, banners.
 *
 * All strings are freed with g_free().
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/scene/view/scope-view.h"

G_BEGIN_DECLS

/* "8 machines · 15 processes · 0.47 s · Eden". */
char *scope_words_summary (ScopeTrace *trace);
/* "Machine 3, 1.20 s to 1.25 s: …" with the loss's own reason. */
char *scope_words_loss (ScopeTrace *trace, const ScopeLoss *loss, const ScopeClock *clock);

/* How wide a column of exact times of the view must be for none to be cut short, in pixels; at least `least`. */
int scope_words_time_width (ScopeView *view, int least);

G_END_DECLS
