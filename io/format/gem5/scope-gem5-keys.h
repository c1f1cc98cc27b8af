/* scope-gem5-keys.h: when records that are held back are due. What came since they were last settled stands behind what is in order.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct
{
  gint64 time;
  guint64 tie;  /* of those of one time: place in the file; instructions behind all others */
  guint32 slot; /* of the record */
} ScopeGem5Key;

/* All 0: there are none. */
typedef struct
{
  ScopeGem5Key *keys, *spare;
  gsize n, n_sorted, room;
} ScopeGem5Keys;

void scope_gem5_keys_clear (ScopeGem5Keys *keys);
void scope_gem5_keys_grow (ScopeGem5Keys *keys);
/* All of them in order of time. */
void scope_gem5_keys_settle (ScopeGem5Keys *keys);
/* The first ones, of those in order. */
void scope_gem5_keys_drop (ScopeGem5Keys *keys, gsize n);

/* One more, to be filled. */
static inline ScopeGem5Key *
scope_gem5_keys_add (ScopeGem5Keys *keys)
{
  if (G_UNLIKELY (keys->n == keys->room))
    scope_gem5_keys_grow (keys);

  return &keys->keys[keys->n++];
}

G_END_DECLS
