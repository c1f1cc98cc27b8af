/* scope-timeline.h: the timeline with all that belongs to it: tool bar, overview, lanes, legend.
 *
 *     +-----------------------------------------------------------+
 *     | Show: Machines|Processes|Threads   Messages Marks …  − + Fit |
 *     | overview                                                    |
 *     | names | ruler and lanes (ScopeCanvas)                       |
 *     | legend                                     1 px = … · 0.42 s |
 *     +-----------------------------------------------------------+
 *
 * It owns the ScopeView of its trace; other panels are bound to the same. Its actions, to be inserted as "timeline":
 * zoom-in, zoom-out, fit-all, fit-selection, back, forward, go-to, clear-selection; show, height, sort (strings);
 * messages, system-messages, marks (booleans). Of the place where one is: next-event, previous-event, next-run,
 * previous-run, show-task, show-messages, show-events, copy, ruler (string), zero-here; of the row with the focus:
 * pin (boolean), hide, show-hidden, fold, unfold, move-up, move-down, colour, no-colour.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "widgets/canvas/scope-canvas.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define SCOPE_TYPE_TIMELINE (scope_timeline_get_type ())
G_DECLARE_FINAL_TYPE (ScopeTimeline, scope_timeline, SCOPE, TIMELINE, GtkWidget)

/* Signals:
 *   "inspect" (timeline): the user asked to see more of the selection.
 *   "choose-colour" (timeline, name, ScopeColour now): the user wants another colour for whoever is called so: scope_view_give_colour().
 *   "own-colours" (timeline): the user has given colours: scope_timeline_get_own_colours() is to be kept. */

/* NULL: shows nothing. */
void scope_timeline_set_trace (ScopeTimeline *self, ScopeTrace *trace);
/* NULL without a trace. */
/* The same, for a trace that takes the place of the one that is shown (scope_view_take_over()): what is seen stays. */
void scope_timeline_replace_trace (ScopeTimeline *self, ScopeTrace *trace);
ScopeView *scope_timeline_get_view (ScopeTimeline *self);
/* One of scope_palette_parse()'s names; NULL or "default": light, dark or high contrast as the desktop has it. */
void scope_timeline_set_palette (ScopeTimeline *self, const char *name);
/* Colours that the person gave, for this trace and those to come (scope_own_colours_parse()); what is wrong changes nothing. */
void scope_timeline_set_own_colours (ScopeTimeline *self, const char *text);
const char *scope_timeline_get_own_colours (ScopeTimeline *self);
/* Functions that bore, likewise: rows of call stacks are without them. Refs it; NULL: none. */
void scope_timeline_set_call_hiding (ScopeTimeline *self, struct _ScopeCallHiding *hiding);
ScopeCanvas *scope_timeline_get_canvas (ScopeTimeline *self);
/* The tiles that it draws from; NULL without a trace. */
ScopeTileCache *scope_timeline_get_tiles (ScopeTimeline *self);
/* Which parts around the lanes are shown: all at first. Where two timelines stand together, one has to do. */
void scope_timeline_set_parts (ScopeTimeline *self, gboolean bar, gboolean overview, gboolean legend);
GActionGroup *scope_timeline_get_actions (ScopeTimeline *self);
/* TRUE if all that is to be seen is drawn, and nothing is on its way. */
gboolean scope_timeline_is_complete (ScopeTimeline *self);
/* What is visible, as a sentence: what a screen reader is told. Free with g_free(). */
char *scope_timeline_dup_text (ScopeTimeline *self);
/* The selection as a line of text: what is copied. Free with g_free(). */
char *scope_timeline_dup_selection (ScopeTimeline *self);

G_END_DECLS
