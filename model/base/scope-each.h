/* scope-each.h: loops over all there is in an array or a hash table. SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

/* Each item of a GArray of Type, which may be const, as a pointer: SCOPE_EACH (const Thing, thing, things). The body may leave the loop in
 * any way, and append to the array, of which the pointer may be gone then. */
#define SCOPE_EACH(Type, item, array) SCOPE_EACH_AT (Type, item, (array)->len, &g_array_index (array, Type, item##_at_))
/* Each pointer of a GPtrArray. */
#define SCOPE_EACH_POINTER(Type, item, array) SCOPE_EACH_AT (Type, item, (array)->len, g_ptr_array_index (array, item##_at_))
/* Each of n; `pointer` is an expression of item_at_, its place. */
#define SCOPE_EACH_AT(Type, item, n, pointer) \
  for (guint item##_at_ = 0, item##_on_ = TRUE; item##_on_ && item##_at_ < (n); item##_at_++) \
    for (Type *item = (item##_on_ = FALSE, pointer); !item##_on_; item##_on_ = TRUE)

/* What a loop over a hash table knows. */
typedef struct
{
  GHashTableIter iter;
  gpointer key, value;
  gboolean on;
} ScopeEachEntry;

static inline ScopeEachEntry
scope_each_entry (GHashTable *table)
{
  ScopeEachEntry entry = { .on = TRUE };

  g_hash_table_iter_init (&entry.iter, table);
  return entry;
}

static inline gboolean
scope_each_entry_next (ScopeEachEntry *entry)
{
  gboolean on = entry->on && g_hash_table_iter_next (&entry->iter, &entry->key, &entry->value);

  entry->on = FALSE;
  return on;
}

/* Each key, or each value, of a GHashTable, in no order; the table may not change meanwhile. */
#define SCOPE_EACH_KEY(Type, item, table) SCOPE_EACH_OF (Type, item, table, key)
#define SCOPE_EACH_VALUE(Type, item, table) SCOPE_EACH_OF (Type, item, table, value)
#define SCOPE_EACH_OF(Type, item, table, which) \
  for (ScopeEachEntry item##_entry_ = scope_each_entry (table); scope_each_entry_next (&item##_entry_);) \
    for (Type *item = item##_entry_.which; !item##_entry_.on; item##_entry_.on = TRUE)
