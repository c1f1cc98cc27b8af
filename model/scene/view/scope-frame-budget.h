/* scope-frame-budget.h: how long a frame may make strips, so that it is in time for the screen with all that is done to show it.
 *
 * On a screen of 60 Hz a frame has 16.7 ms. What drawing takes of them is not known beforehand: little with a graphics card, more than half
 * without. So each frame is told how long the one before it took, and strips get what is left; they go on in the next frame.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define SCOPE_FRAME_BUDGET_MOST 8000  /* µs */
#define SCOPE_FRAME_BUDGET_LEAST 4000 /* µs: so that a picture comes, however slow the rest is */

/* All 0 to begin with. */
typedef struct
{
  gint64 began;  /* the frame before */
  gint64 spared; /* what is left of MOST to the rest of a frame, µs */
} ScopeFrameBudget;

/* A frame begins; `used`: processor time of the thread that draws, in µs since whenever. Returns for how many µs strips may be made. */
gint64 scope_frame_budget_begin (ScopeFrameBudget *budget, gint64 used);

G_END_DECLS
