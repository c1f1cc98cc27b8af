/* scope-frame-budget.c: see scope-frame-budget.h. Half of what the last frame took too long is taken off, and half of what it left is given
 * back: so one slow frame counts little, and the time settles where frames take WHOLE.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/scene/view/scope-frame-budget.h"

#define WHOLE 13500  /* µs of a frame */
#define PAUSE 100000 /* µs: what comes after so much work is not the next frame */

gint64
scope_frame_budget_begin (ScopeFrameBudget *budget, gint64 used)
{
  gint64 took = used - budget->began;

  budget->began = used;
  if (took < PAUSE)
    budget->spared = CLAMP (budget->spared + (took - WHOLE) / 2, 0, SCOPE_FRAME_BUDGET_MOST - SCOPE_FRAME_BUDGET_LEAST);
  return SCOPE_FRAME_BUDGET_MOST - budget->spared;
}
