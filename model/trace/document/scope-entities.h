/* scope-entities.h: the entities of a kind, by index. An entity never moves.
 *
 * The first SCOPE_ENTITIES_HELD are in memory. Of those beyond, which are mostly threads that ended long ago, only what is looked at is
 * (scope-paged.h).
 *
 * Of an index those beyond are read when somebody asks for them; of one with many machines all.
 *
 * Not thread-safe, but for scope_entities_look() and scope_entities_look_all().
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/base/scope-entity.h"

G_BEGIN_DECLS

#define SCOPE_ENTITIES_HELD 65536u

/* Where those come from that are not read yet. */
typedef struct
{
  /* n of them from `first` on; `entities` are zeros. Any thread, several at once; it must ask nothing of their machine. */
  void (*read) (gpointer data, ScopeKind kind, guint32 first, guint32 n, ScopeEntity *entities);
  gpointer data;
  GDestroyNotify destroy; /* of data */
} ScopeEntitySource;

typedef struct
{
  guint32 n;
  GPtrArray *few;        /* of the first: chunks */
  GPtrArray *many;       /* of those beyond: chunks of paged memory */
  guint32 n_touched;     /* how often one of these was asked for */
  ScopeKind kind;
  ScopeEntitySource source; /* of chunks that are NULL yet; `read` NULL: there are none */
} ScopeEntities;

void scope_entities_init (ScopeEntities *entities);
void scope_entities_clear (ScopeEntities *entities);
/* The next one. */
ScopeEntity *scope_entities_add (ScopeEntities *entities, guint64 number, guint32 lane);
/* All that there are, n, once SCOPE_ENTITIES_HELD of them were added, or none: the others come from the source, which is theirs then. */
void scope_entities_expect (ScopeEntities *entities, ScopeKind kind, guint32 n, const ScopeEntitySource *source);
/* After that: the first n, all up to SCOPE_ENTITIES_HELD, need not be read. Copied. */
void scope_entities_give (ScopeEntities *entities, const ScopeEntity *some, guint32 n);
/* NULL: there is none, or it is not read yet. */
ScopeEntity *scope_entities_get (ScopeEntities *entities, guint32 index);
/* The same under their lock, and reading it without the lock if need be: NULL: there is none. */
ScopeEntity *scope_entities_look (ScopeEntities *entities, GMutex *lock, guint32 index);
/* Reads all. */
void scope_entities_look_all (ScopeEntities *entities, GMutex *lock);

G_END_DECLS
