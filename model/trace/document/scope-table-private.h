/* scope-table-private.h: a table, and what will be read of it where it lies on another computer; for scope-table.c. SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "model/trace/document/scope-table.h"

G_BEGIN_DECLS

struct _ScopeTable
{
  GMutex lock;
  ScopeBytes *bytes;
  const ScopeTableSchema *schema;
  ScopeTableKind kind;
  ScopeTableBlock *blocks;
  guint32 n_blocks, n_alloc;
  gint64 *open; /* [column][n_open_alloc]: packed column by column */
  guint32 n_open, n_open_alloc;
  gint64 open_until; /* of the open rows */
  guint64 n_rows;
  gatomicrefcount refs;
  ScopeTableSource source; /* of its blocks; `read` NULL: it needs none */
  gboolean waits;          /* they are not there */
  ScopeShelved *shelved;   /* they are, if the source has a shelf */
};

#define SCOPE_TABLE_MOST_AHEAD 64u /* blocks that are expected at once */

/* The cursor has come to a block that is stored, the one before cursor->block: those that will follow it come over together, if they come
 * from far; ever more of them, as long as it goes on. */
static inline void
scope_table_cursor_expect (ScopeTableCursor *cursor)
{
  ScopeTable *table = cursor->table;
  g_autoptr (GArray) stretches = NULL;
  guint at = cursor->block - 1;

  if (at < cursor->expected || !scope_bytes_is_far (table->bytes))
    return;
  cursor->ahead = CLAMP (cursor->ahead * 4, 4, SCOPE_TABLE_MOST_AHEAD);
  stretches = g_array_sized_new (FALSE, FALSE, sizeof (ScopeByteStretch), cursor->ahead);
  g_mutex_lock (&table->lock);
  for (; at < MIN (table->n_blocks, cursor->end_block) && stretches->len < cursor->ahead; at++)
    if (table->blocks[at].t0 < cursor->to && table->blocks[at].t1 >= cursor->from)
      {
        const ScopeByteStretch stretch = { table->bytes, table->blocks[at].offset, table->blocks[at].bytes };

        g_array_append_val (stretches, stretch);
      }
  g_mutex_unlock (&table->lock);
  cursor->expected = at;
  scope_bytes_expect ((const ScopeByteStretch *) (gpointer) stretches->data, stretches->len);
}

G_END_DECLS
