/* scope-entities.c: see the header. SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/trace/document/scope-entities.h"

#include "model/base/scope-paged.h"

#define FEW 16u /* in a chunk: an archive may have thousands of machines with a handful of each kind */
#define MANY 4096u /* in one of paged memory, which is some whole pages then */
#define MANY_BYTES (MANY * sizeof (ScopeEntity))
#define TOUCHES 4096u /* so often it is looked whether much of that is in memory */

G_STATIC_ASSERT (MANY_BYTES % 4096 == 0);

void
scope_entities_init (ScopeEntities *entities)
{
  *entities = (ScopeEntities) { .few = g_ptr_array_new_with_free_func (g_free) };
}

void
scope_entities_clear (ScopeEntities *entities)
{
  g_ptr_array_unref (entities->few);
  if (entities->source.destroy != NULL)
    entities->source.destroy (entities->source.data);
  for (guint i = 0; entities->many != NULL && i < entities->many->len; i++)
    scope_paged_free (g_ptr_array_index (entities->many, i), MANY_BYTES);
  g_clear_pointer (&entities->many, g_ptr_array_unref);
}

static ScopeEntity *
place_of (ScopeEntities *entities, guint32 index)
{
  ScopeEntity *chunk;

  if (index < SCOPE_ENTITIES_HELD)
    {
      chunk = g_ptr_array_index (entities->few, index / FEW);
      return chunk != NULL ? chunk + index % FEW : NULL;
    }
  index -= SCOPE_ENTITIES_HELD;
  if (++entities->n_touched % TOUCHES == 0)
    scope_paged_trim ();

  chunk = g_ptr_array_index (entities->many, index / MANY);
  return chunk != NULL ? chunk + index % MANY : NULL;
}

/* Room for one more. */
static void
make_room (ScopeEntities *entities, guint32 index)
{
  if (index < SCOPE_ENTITIES_HELD)
    {
      if (index % FEW == 0)
        g_ptr_array_add (entities->few, g_new0 (ScopeEntity, FEW));
      return;
    }
  if (entities->many == NULL)
    entities->many = g_ptr_array_new ();
  if ((index - SCOPE_ENTITIES_HELD) % MANY == 0)
    g_ptr_array_add (entities->many, scope_paged_alloc (MANY_BYTES));
}

ScopeEntity *
scope_entities_add (ScopeEntities *entities, guint64 number, guint32 lane)
{
  ScopeEntity *entity;

  g_assert (entities->source.read == NULL);
  make_room (entities, entities->n);
  entity = place_of (entities, entities->n++);
  *entity = (ScopeEntity) { .number = number, .lane = lane, .generation = 1, .first = SCOPE_TIME_MIN, .last = SCOPE_TIME_MAX };
  entity->process = entity->parent_machine = entity->parent = SCOPE_NONE;

  return entity;
}

ScopeEntity *
scope_entities_get (ScopeEntities *entities, guint32 index)
{
  return index < entities->n ? place_of (entities, index) : NULL;
}

/* --- those that are read later --- */

void
scope_entities_expect (ScopeEntities *entities, ScopeKind kind, guint32 n, const ScopeEntitySource *source)
{
  g_assert ((entities->n == 0 || entities->n == SCOPE_ENTITIES_HELD) && entities->many == NULL && n > entities->n);
  g_ptr_array_set_size (entities->few, (gint) ((MIN (n, SCOPE_ENTITIES_HELD) + FEW - 1) / FEW));
  if (n > SCOPE_ENTITIES_HELD)
    {
      entities->many = g_ptr_array_new ();
      g_ptr_array_set_size (entities->many, (gint) ((n - SCOPE_ENTITIES_HELD + MANY - 1) / MANY));
    }
  entities->n = n;
  entities->kind = kind;
  entities->source = *source;
}

void
scope_entities_give (ScopeEntities *entities, const ScopeEntity *some, guint32 n)
{
  g_assert (n == MIN (entities->n, SCOPE_ENTITIES_HELD));
  for (guint32 i = 0; i < n; i += FEW)
    {
      gpointer *place = &g_ptr_array_index (entities->few, i / FEW);

      if (*place == NULL)
        *place = g_memdup2 (some + i, MIN (FEW, n - i) * sizeof *some);
    }
}

/* With the lock held, which is let go meanwhile. */
static void
read_first (ScopeEntities *entities, GMutex *lock)
{
  guint32 n = MIN (entities->n, SCOPE_ENTITIES_HELD);
  g_autofree ScopeEntity *some = NULL;

  g_mutex_unlock (lock);
  some = g_new0 (ScopeEntity, n);
  entities->source.read (entities->source.data, entities->kind, 0, n, some);
  g_mutex_lock (lock);
  scope_entities_give (entities, some, n);
}

/* With the lock held, which is let go meanwhile. */
static void
read_chunk (ScopeEntities *entities, GMutex *lock, guint32 chunk)
{
  guint32 first = SCOPE_ENTITIES_HELD + chunk * MANY, n = MIN (MANY, entities->n - first);
  ScopeEntity *room;
  gpointer *place;

  g_mutex_unlock (lock);
  room = scope_paged_alloc (MANY_BYTES);
  entities->source.read (entities->source.data, entities->kind, first, n, room);
  g_mutex_lock (lock);
  place = &g_ptr_array_index (entities->many, chunk);
  if (*place == NULL)
    *place = room;
  else
    scope_paged_free (room, MANY_BYTES); /* somebody else was quicker */
}

ScopeEntity *
scope_entities_look (ScopeEntities *entities, GMutex *lock, guint32 index)
{
  g_autoptr (GMutexLocker) locker G_GNUC_UNUSED = g_mutex_locker_new (lock);
  ScopeEntity *entity = scope_entities_get (entities, index);

  if (entity != NULL || index >= entities->n)
    return entity;
  if (index < SCOPE_ENTITIES_HELD)
    read_first (entities, lock);
  else
    read_chunk (entities, lock, (index - SCOPE_ENTITIES_HELD) / MANY);

  return scope_entities_get (entities, index);
}

void
scope_entities_look_all (ScopeEntities *entities, GMutex *lock)
{
  if (entities->source.read != NULL && entities->n > 0)
    scope_entities_look (entities, lock, 0);
  for (guint32 i = SCOPE_ENTITIES_HELD; entities->source.read != NULL && i < entities->n; i += MANY)
    scope_entities_look (entities, lock, i);
}
