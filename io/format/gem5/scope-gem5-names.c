/* scope-gem5-names.c: numbers for names, by their bytes. SPDX-License-Identifier: GPL-3.0-or-later */
#include "io/format/gem5/scope-gem5-private.h"

#include <string.h>

#define FIRST_SLOTS 256u
#define MOST_BYTES (64u * 1024u * 1024u)

typedef struct
{
  gsize at, n; /* in `text` */
  guint64 hash;
} Name;

struct _ScopeGem5Names
{
  guint32 most;
  GArray *names;
  GString *text;
  guint32 *slots; /* number, or 0 */
  gsize n_slots;  /* a power of two */
};

ScopeGem5Names *
scope_gem5_names_new (guint32 most)
{
  ScopeGem5Names *self = g_new0 (ScopeGem5Names, 1);

  self->most = most;
  self->names = g_array_new (FALSE, FALSE, sizeof (Name));
  self->text = g_string_new (NULL);
  self->n_slots = FIRST_SLOTS;
  self->slots = g_new0 (guint32, self->n_slots);

  return self;
}

void
scope_gem5_names_free (ScopeGem5Names *self)
{
  if (self == NULL)
    return;
  g_array_unref (self->names);
  g_string_free (self->text, TRUE);
  g_free (self->slots);
  g_free (self);
}

/* Where it is, or would be. */
static gsize
find_slot (const ScopeGem5Names *self, const char *text, gsize n, guint64 hash)
{
  gsize slot = hash & (self->n_slots - 1);

  while (self->slots[slot] != 0)
    {
      const Name *name = &g_array_index (self->names, Name, self->slots[slot] - 1);

      if (name->hash == hash && name->n == n && memcmp (self->text->str + name->at, text, n) == 0)
        break;
      slot = (slot + 1) & (self->n_slots - 1);
    }

  return slot;
}

static void
grow (ScopeGem5Names *self)
{
  g_free (self->slots);
  self->n_slots *= 2;
  self->slots = g_new0 (guint32, self->n_slots);
  for (guint32 i = 0; i < self->names->len; i++)
    {
      gsize slot = g_array_index (self->names, Name, i).hash & (self->n_slots - 1);

      while (self->slots[slot] != 0)
        slot = (slot + 1) & (self->n_slots - 1);
      self->slots[slot] = i + 1;
    }
}

guint32
scope_gem5_names_add (ScopeGem5Names *self, const char *text, gsize n, gboolean *ret_new)
{
  Name name = { self->text->len, n, scope_gem5_hash (text, n) };
  gsize slot = find_slot (self, text, n, name.hash);

  *ret_new = FALSE;
  if (self->slots[slot] != 0)
    return self->slots[slot];
  if (self->names->len >= self->most || self->text->len + n > MOST_BYTES)
    return 0;
  *ret_new = TRUE;
  g_array_append_val (self->names, name);
  g_string_append_len (self->text, text, (gssize) n);
  self->slots[slot] = self->names->len;
  if (self->names->len * 2 > self->n_slots)
    grow (self);

  return self->names->len;
}

const char *
scope_gem5_names_text (const ScopeGem5Names *self, guint32 number, gsize *ret_n)
{
  const Name *name = &g_array_index (self->names, Name, number - 1);

  *ret_n = name->n;

  return self->text->str + name->at;
}
