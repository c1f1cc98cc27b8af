/* scope-entities.h: the entities of a kind, by index. An entity never moves.
 *
 * The first SCOPE_ENTITIES_HELD are in memory. Of those beyond, which are mostly threads that ended long ago, only what is looked at is
 * (scope-paged.h).
 *
 * Not thread-safe.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/base/scope-entity.h"

G_BEGIN_DECLS

#define SCOPE_ENTITIES_HELD 65536u

typedef struct
{
  guint32 n;
  GPtrArray *few;        /* of the first: chunks */
  GPtrArray *many;       /* of those beyond: chunks of paged memory */
  guint32 n_touched;     /* how often one of these was asked for */
} ScopeEntities;

void scope_entities_init (ScopeEntities *entities);
void scope_entities_clear (ScopeEntities *entities);
/* The next one. */
ScopeEntity *scope_entities_add (ScopeEntities *entities, guint64 number, guint32 lane);
/* NULL: there is none. */
ScopeEntity *scope_entities_get (ScopeEntities *entities, guint32 index);

G_END_DECLS
