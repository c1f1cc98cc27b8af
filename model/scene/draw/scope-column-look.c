/* scope-column-look.c: how columns are to be seen: colours of tasks, and what a column of many short intervals shows.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/scene/draw/scope-columns.h"

#include "model/scene/draw/scope-raster.h"

#include <string.h>

guint
scope_task_colour (guint32 machine, ScopeKind kind, guint32 index)
{
  /* Those that were created one after the other are mostly seen together: they differ. */
  return (guint) (((guint64) index * 7 + (guint64) machine * 11 + (guint64) kind * 5) % SCOPE_N_TASK_COLOURS);
}

static guint
find_task_colour (const ScopeStrip *strip, const ScopeStripLook *look, guint i)
{
  if (!look->by_task)
    return SCOPE_NO_TASK_COLOUR;
  if (look->task_colour != SCOPE_NO_TASK_COLOUR)
    return look->task_colour;
  if (strip->tasks == NULL || i >= strip->n || strip->tasks[i] == 0)
    return SCOPE_NO_TASK_COLOUR;
  return scope_task_colour (look->machine, SCOPE_KIND_THREAD, strip->tasks[i] - 1);
}

ScopeColour
scope_strip_running_colour (const ScopeStrip *strip, const ScopeStripLook *look, const ScopePalette *palette, guint i)
{
  ScopeColour own = look->own != 0 ? look->own : strip->own != NULL && i < strip->n ? strip->own[i] : 0;
  guint task = own != 0 ? SCOPE_NO_TASK_COLOUR : find_task_colour (strip, look, i);

  if (own != 0)
    return own;
  return task != SCOPE_NO_TASK_COLOUR ? scope_palette_task (palette, task) : palette->state[SCOPE_STATE_RUNNING];
}

void
scope_column_as (const ScopeColumn *column, ScopeColumnMode mode, ScopeColumn *shown)
{
  double least = MIN (0.5, column->total * 1e-3), most = 0;
  guint n = 0, largest = SCOPE_N_STATES;

  *shown = *column;
  if (mode == SCOPE_COLUMNS_SHARE)
    return;
  memset (shown->time, 0, sizeof shown->time);
  for (guint i = 0; i + 1 < SCOPE_N_STATES; i++)
    {
      guint s = scope_stack_order[i];

      if (column->time[s] <= least)
        continue;
      n++;
      if (column->time[s] > most)
        {
          most = column->time[s];
          largest = s;
        }
    }
  for (guint s = 0; s + 1 < SCOPE_N_STATES && n > 0; s++)
    if (mode == SCOPE_COLUMNS_LARGEST ? s == largest : column->time[s] > least)
      shown->time[s] = mode == SCOPE_COLUMNS_LARGEST ? shown->total : shown->total / n;
}
