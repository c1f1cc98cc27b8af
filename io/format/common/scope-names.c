/* scope-names.c: see scope-names.h.
 *
 * One look for each name, no text made but for those that are new.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/format/common/scope-names.h"

#include <string.h>

#define ARENA (64u * 1024u)
#define UNIT 8u /* bytes of a name begin at a multiple of it: so 32 bits say where they are */
#define UNITS (ARENA / UNIT)
#define MOST_ARENAS (G_MAXUINT32 / UNITS)

/* 16 bytes: a trace may have millions of processes. */
typedef struct
{
  guint32 hash, number; /* number 0: free */
  guint32 at;           /* of its bytes, in units through all arenas */
  guint32 n : 24;
  guint32 kind : 8;
} Slot;

G_STATIC_ASSERT (sizeof (Slot) == 16);
G_STATIC_ASSERT (ARENA < 1u << 24);

struct _ScopeNames
{
  Slot *slots;
  guint64 n_slots, n, most;
  gsize kept, most_bytes;
  GPtrArray *arenas;
  gsize at; /* in the last arena */
};

ScopeNames *
scope_names_new (guint most, gsize most_bytes)
{
  ScopeNames *self = g_new0 (ScopeNames, 1);

  self->most = most;
  self->most_bytes = most_bytes;
  self->n_slots = 1024;
  self->slots = g_new0 (Slot, self->n_slots);
  self->arenas = g_ptr_array_new_with_free_func (g_free);
  self->at = ARENA;

  return self;
}

void
scope_names_free (ScopeNames *self)
{
  if (self == NULL)
    return;
  g_ptr_array_unref (self->arenas);
  g_free (self->slots);
  g_free (self);
}

static guint32
hash_bytes (guint8 kind, const guint8 *bytes, gsize n)
{
  guint64 h = 0x9fb21c651e98df25u * (kind + 1u) ^ n;

  for (; n >= 8; n -= 8, bytes += 8)
    {
      guint64 word;

      memcpy (&word, bytes, 8);
      h = (h ^ word) * 0xbf58476d1ce4e5b9u;
      h ^= h >> 29;
    }
  for (; n > 0; n--)
    h = (h ^ *bytes++) * 0x94d049bb133111ebu;
  h ^= h >> 32;

  return (guint32) h;
}

static const guint8 *
bytes_at (const ScopeNames *self, guint32 at)
{
  return (const guint8 *) g_ptr_array_index (self->arenas, at / UNITS) + (gsize) (at % UNITS) * UNIT;
}

guint32
scope_names_find (ScopeNames *self, guint8 kind, const void *bytes, gsize n, guint64 *ret_slot)
{
  const Slot *slots = self->slots;
  guint32 hash = hash_bytes (kind, bytes, n);
  guint64 i = hash & (self->n_slots - 1);

  while (slots[i].number != 0
         && (slots[i].hash != hash || slots[i].kind != kind || slots[i].n != n || memcmp (bytes_at (self, slots[i].at), bytes, n) != 0))
    i = (i + 1) & (self->n_slots - 1);
  *ret_slot = i;

  return slots[i].number;
}

/* The first free one from where it belongs. */
static guint64
free_slot (const Slot *slots, guint64 n_slots, guint32 hash)
{
  guint64 i = hash & (n_slots - 1);

  while (slots[i].number != 0)
    i = (i + 1) & (n_slots - 1);

  return i;
}

static void
grow (ScopeNames *self)
{
  guint64 n_slots = self->n_slots * 2;
  Slot *slots = g_new0 (Slot, n_slots);

  for (guint64 i = 0; i < self->n_slots; i++)
    {
      const Slot *old = &self->slots[i];

      if (old->number != 0)
        slots[free_slot (slots, n_slots, old->hash)] = *old;
    }
  g_free (self->slots);
  self->slots = slots;
  self->n_slots = n_slots;
}

gboolean
scope_names_add (ScopeNames *self, guint8 kind, const void *bytes, gsize n, guint64 slot, guint32 number)
{
  guint32 at;

  if (self->n >= self->most || n > ARENA || self->kept + n > self->most_bytes)
    return FALSE;
  if (self->arenas->len == 0 || self->at + n > ARENA)
    {
      if (self->arenas->len == MOST_ARENAS)
        return FALSE;
      g_ptr_array_add (self->arenas, g_malloc (ARENA));
      self->at = 0;
    }
  at = (self->arenas->len - 1) * UNITS + (guint32) (self->at / UNIT);
  memcpy ((guint8 *) g_ptr_array_index (self->arenas, self->arenas->len - 1) + self->at, bytes, n);
  self->at += (n + UNIT - 1) / UNIT * UNIT;
  self->kept += n;
  self->n++;
  self->slots[slot] = (Slot) { hash_bytes (kind, bytes, n), number, at, (guint32) n, kind };
  if (self->n * 4 > self->n_slots * 3)
    grow (self);

  return TRUE;
}
