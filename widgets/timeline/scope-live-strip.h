/* scope-live-strip.h: how a trace that is still being written stands, in one line over the timeline.
 *
 *     ● Following, 12.3 s  ▁▂▃▅▃  1.2 M events/s · 34 MB/s · 0.1 s behind   ⚠ 3 losses   [Last 10 s ▾] [⇥ Now] [Stop]
 *     Nothing new for some seconds. … the cure                                          only when there is something to say
 *
 * Its buttons are actions: timeline.now, timeline.window (widgets/timeline/scope-timeline-follow.c), and of the window that shows it
 * win.stop-following, win.ask, win.show-losses, win.compare (shown only where the window has it), win.dismiss-live.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/scene/view/scope-view-follow.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define SCOPE_TYPE_LIVE_STRIP (scope_live_strip_get_type ())
G_DECLARE_FINAL_TYPE (ScopeLiveStrip, scope_live_strip, SCOPE, LIVE_STRIP, GtkWidget)

/* What it tells of; either may be NULL: nothing is followed; nothing is shown yet. */
void scope_live_strip_set_live (ScopeLiveStrip *self, ScopeLive *live, ScopeView *view);
/* A button of its own once it is over (NULL: none): what is sensible then depends on who shows it. */
void scope_live_strip_set_offer (ScopeLiveStrip *self, const char *label, const char *action, GVariant *target);
/* Whether the program that is followed can be asked to start and stop its profilers (win.ask). */
void scope_live_strip_set_asks (ScopeLiveStrip *self, gboolean asks);
/* The whole of what it says, for tests: first line and, if there is one, the second. Free with g_free(). */
char *scope_live_strip_dup_text (ScopeLiveStrip *self);

G_END_DECLS
