/* scope-graph-room.h: which parts of a picture are taken: cells of a few pixels, a bit each. Labels are put where it is
 * free.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/scene/graph/scope-graph-curve.h"

G_BEGIN_DECLS

#define SCOPE_GRAPH_ROOM_CELL 4.0 /* pixels: things so far apart never share one */

typedef struct _ScopeGraphRoom ScopeGraphRoom;

/* Of a picture of that many pixels; what lies outside is taken. */
ScopeGraphRoom *scope_graph_room_new (double width, double height);
void scope_graph_room_free (ScopeGraphRoom *room);
/* Something lies there. */
void scope_graph_room_block (ScopeGraphRoom *room, const ScopeGraphBox *box);
/* TRUE, and it is taken now, if nothing lay there and it is wholly inside; with `anyhow` if it is only inside. */
gboolean scope_graph_room_take (ScopeGraphRoom *room, const ScopeGraphBox *box, gboolean anyhow);

G_END_DECLS
