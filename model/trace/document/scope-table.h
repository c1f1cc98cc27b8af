/* scope-table.h: the small tables of a machine: messages, migrations, wake-ups, marks, counters, …
 *
 * Rows of gint64 in columns; blocks of at most 1,024 rows, each column packed as (minimum, width, offsets from
 * the minimum), appended to the machine's ScopeBytes. Thread-safe: one thread adds, any thread reads.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/base/scope-fail.h"
#include "model/base/scope-schema.h"
#include "model/base/scope-shelf.h"
#include "model/zoom/scope-bytes.h"

G_BEGIN_DECLS

typedef struct _ScopeTable ScopeTable;

ScopeTable *scope_table_new (ScopeTableKind kind, ScopeBytes *bytes); /* borrows bytes */
void scope_table_free (ScopeTable *table); /* gives back a reference */
ScopeTable *scope_table_ref (ScopeTable *table);
/* `values` has the schema's n_columns. FALSE: could not be written. */
gboolean scope_table_add (ScopeTable *table, const gint64 *values, GError **error);
/* The same of n rows, one after the other in `values`. */
gboolean scope_table_add_rows (ScopeTable *table, const gint64 *values, guint n, GError **error);
/* The same of a row that lasts until `until` (this table's clock), which its own columns do not tell: a message that
 * is received by another clock. */
gboolean scope_table_add_lasting (ScopeTable *table, const gint64 *values, gint64 until, GError **error);
gboolean scope_table_finish (ScopeTable *table, GError **error);
/* A finished one: its last rows are open again, so that more can be added as if it had never been finished. FALSE with error: they cannot be
 * read. */
gboolean scope_table_reopen (ScopeTable *table, GError **error);
guint64 scope_table_n_rows (ScopeTable *table);
/* Whether it has none; reads nothing. */
gboolean scope_table_is_empty (ScopeTable *table);

/* Walks the rows whose [time, time + duration] touches [from, to), in the order they were added (nearly that of
 * time: a row may be out of order). With from = TIME_MIN and to = TIME_MAX: all. */
typedef struct
{
  ScopeTable *table;
  gint64 from, to;
  GCancellable *cancellable; /* NULL, or what ends the walk early, with its error; borrowed */
  /* private */
  gboolean lasting;
  guint block, row, n_rows;
  guint end_block; /* G_MAXUINT: all, and the open rows */
  guint expected, ahead; /* blocks before it were expected; so many were at once */
  gint64 *values;
  guint n_alloc; /* rows there is room for */
  guint8 *packed;
  gsize n_packed;
} ScopeTableCursor;

void scope_table_cursor_init (ScopeTableCursor *cursor, ScopeTable *table, gint64 from, gint64 to);
ScopeTableCursor scope_table_cursor (ScopeTable *table, gint64 from, gint64 to, GCancellable *cancellable);
/* Rows that begin before `time`, of all blocks of which a row lasts until `time` or longer; the latest blocks first.
 * The directory tells which, so that what began long ago is found without reading all that lies between. */
ScopeTableCursor scope_table_cursor_lasting (ScopeTable *table, gint64 time);
/* All rows of blocks [first, first + n). */
ScopeTableCursor scope_table_cursor_blocks (ScopeTable *table, guint first, guint n);
/* `values` gets n_columns values. */
gboolean scope_table_cursor_next (ScopeTableCursor *cursor, gint64 *values, GError **error);
/* The same, but the row where it stands: until the next is asked for. NULL at the end, and if *error is set. */
const gint64 *scope_table_cursor_row (ScopeTableCursor *cursor, GError **error);
void scope_table_cursor_clear (ScopeTableCursor *cursor);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (ScopeTableCursor, scope_table_cursor_clear)

/* The walk as a loop, which may be left in any way: `row` is a const gint64 * in its body. `table` may be NULL: no rows. The loop ends
 * early once *error is set, by its body, too; who calls asks scope_passed () behind it. */
#define SCOPE_EACH_ROW(row, table, from, to, cancellable, error) \
  SCOPE_EACH_ROW_OF (row, scope_table_cursor (table, from, to, cancellable), error)
/* The same of a cursor, which it clears. */
#define SCOPE_EACH_ROW_OF(row, cursor, error) \
  for (g_auto (ScopeTableCursor) cursor_ = cursor; cursor_.table != NULL; cursor_.table = NULL) \
    for (const gint64 *row; (row = scope_table_cursor_row (&cursor_, error)) != NULL;)

/* Where the row stands that was read last, and the row that stands there: a row never moves, and positions grow as rows
 * are added. Neighbours are read quickest one after the other. FALSE with error, or FALSE if there is none. */
guint64 scope_table_cursor_position (const ScopeTableCursor *cursor);
gboolean scope_table_cursor_read_at (ScopeTableCursor *cursor, guint64 position, gint64 *values, GError **error);
/* Greater than all positions there are. */
guint64 scope_table_end_position (ScopeTable *table);
/* At most how many rows the cursor's range has, without reading them. */
guint64 scope_table_estimate (ScopeTable *table, gint64 from, gint64 to);

/* --- keeping --- */

typedef struct
{
  gint64 t0, t1; /* least time; greatest time + duration */
  gint64 until;  /* as t1, with what is known beyond the columns: scope_table_add_lasting() */
  guint64 offset;
  guint32 bytes;
  guint32 rows;
} ScopeTableBlock;

guint32 scope_table_n_blocks (ScopeTable *table);
/* Block number i, which must be there. */
ScopeTableBlock scope_table_block (ScopeTable *table, guint32 i);
void scope_table_save (ScopeTable *table, ScopeTableBlock **ret_blocks, guint32 *ret_n_blocks);
ScopeTable *scope_table_load (ScopeTableKind kind, ScopeBytes *bytes, const ScopeTableBlock *blocks,
                              guint32 n_blocks, guint64 n_bytes, GError **error);

/* Where the blocks of a table come from that are not loaded yet. Any thread, each time that they are not there; it must ask nothing of the table. */
typedef struct
{
  gboolean (*read) (gpointer data, ScopeTableKind kind, ScopeTableBlock *blocks, guint32 n);
  void (*damaged) (gpointer data); /* they could not be read, or make no sense: the table has no rows then */
  gpointer data;
  GDestroyNotify destroy; /* of data */
  guint32 n_blocks;       /* 1 at least */
  guint64 n_bytes;        /* as in scope_table_load() */
  ScopeShelf *shelf;      /* where they lie until others need the room; lives as long as the source. NULL: they stay */
} ScopeTableSource;

/* They are loaded when somebody asks. The source is the table's. */
ScopeTable *scope_table_expect (ScopeTableKind kind, ScopeBytes *bytes, const ScopeTableSource *source);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ScopeTable, scope_table_free)

G_END_DECLS
