/* scope-graph-room.c: see scope-graph-room.h.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/scene/graph/scope-graph-room.h"

#include <math.h>

#define CELL SCOPE_GRAPH_ROOM_CELL

struct _ScopeGraphRoom
{
  double width, height;
  gint columns, rows;
  guint8 *taken; /* a byte a cell */
};

typedef struct
{
  gint left, right, top, bottom; /* cells, inclusive */
} Cells;

ScopeGraphRoom *
scope_graph_room_new (double width, double height)
{
  ScopeGraphRoom *room = g_new0 (ScopeGraphRoom, 1);

  room->width = MAX (width, 1);
  room->height = MAX (height, 1);
  room->columns = (gint) ceil (room->width / CELL);
  room->rows = (gint) ceil (room->height / CELL);
  room->taken = g_malloc0 ((gsize) room->columns * (gsize) room->rows);
  return room;
}

void
scope_graph_room_free (ScopeGraphRoom *room)
{
  g_free (room->taken);
  g_free (room);
}

/* Those of the picture that the box touches; none: left > right. */
static Cells
touched (const ScopeGraphRoom *room, const ScopeGraphBox *box)
{
  double left = MAX (box->x, 0), right = MIN (box->x + box->width, room->width - 1);
  double top = MAX (box->y, 0), bottom = MIN (box->y + box->height, room->height - 1);

  if (!(left <= right && top <= bottom))
    return (Cells) { 0, -1, 0, -1 };
  return (Cells) { (gint) (left / CELL), (gint) (right / CELL), (gint) (top / CELL), (gint) (bottom / CELL) };
}

void
scope_graph_room_block (ScopeGraphRoom *room, const ScopeGraphBox *box)
{
  Cells cells = touched (room, box);

  for (gint row = cells.top; row <= cells.bottom; row++)
    for (gint column = cells.left; column <= cells.right; column++)
      room->taken[(gsize) row * (gsize) room->columns + (gsize) column] = 1;
}

gboolean
scope_graph_room_take (ScopeGraphRoom *room, const ScopeGraphBox *box, gboolean anyhow)
{
  Cells cells = touched (room, box);

  if (box->x < 0 || box->y < 0 || box->x + box->width > room->width || box->y + box->height > room->height)
    return FALSE;
  for (gint row = cells.top; row <= cells.bottom && !anyhow; row++)
    for (gint column = cells.left; column <= cells.right; column++)
      if (room->taken[(gsize) row * (gsize) room->columns + (gsize) column])
        return FALSE;
  scope_graph_room_block (room, box);
  return TRUE;
}
