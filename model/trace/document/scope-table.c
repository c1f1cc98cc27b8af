/* scope-table.c: the small tables.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/trace/document/scope-table-private.h"

#include "model/base/scope-entity.h"
#include "model/trace/document/scope-table-pack.h"

#include <gio/gio.h>
#include <glib/gi18n-lib.h>
#include <string.h>

#define BLOCK_ROWS SCOPE_TABLE_BLOCK_ROWS

ScopeTable *
scope_table_new (ScopeTableKind kind, ScopeBytes *bytes)
{
  ScopeTable *table = g_new0 (ScopeTable, 1);

  g_atomic_ref_count_init (&table->refs);
  g_mutex_init (&table->lock);
  table->kind = kind;
  table->schema = scope_table_schema (kind);
  table->bytes = bytes;
  table->open_until = G_MININT64;
  return table;
}

void
scope_table_free (ScopeTable *table)
{
  if (table == NULL || !g_atomic_ref_count_dec (&table->refs))
    return;
  scope_shelf_take_off (table->source.shelf, &table->shelved);
  if (table->source.destroy != NULL)
    table->source.destroy (table->source.data);
  g_free (table->blocks);
  g_free (table->open);
  g_mutex_clear (&table->lock);
  g_free (table);
}

/* FALSE: they make no sense, and it has none. */
static gboolean
take_blocks (ScopeTable *table, const ScopeTableBlock *blocks, guint32 n, guint64 n_bytes)
{
  guint64 n_rows = 0;

  for (guint32 i = 0; i < n; i++)
    {
      if (blocks[i].rows == 0 || blocks[i].rows > BLOCK_ROWS || blocks[i].offset > n_bytes || blocks[i].bytes > n_bytes - blocks[i].offset
          || blocks[i].bytes > table->schema->n_columns * (9 + BLOCK_ROWS * 8))
        return FALSE;
      n_rows += blocks[i].rows;
    }
  table->blocks = g_memdup2 (blocks, n * sizeof *blocks);
  table->n_blocks = table->n_alloc = n;
  table->n_rows = n_rows;
  return TRUE;
}

ScopeTable *
scope_table_ref (ScopeTable *table)
{
  g_atomic_ref_count_inc (&table->refs);
  return table;
}

static gboolean
let_go (gpointer data)
{
  ScopeTable *table = data;

  if (!g_mutex_trylock (&table->lock))
    return FALSE;
  g_clear_pointer (&table->blocks, g_free);
  table->n_blocks = table->n_alloc = 0;
  table->n_rows = 0;
  table->waits = TRUE;
  table->shelved = NULL;
  g_mutex_unlock (&table->lock);

  return TRUE;
}

/* With the lock held. */
static void
read_blocks (ScopeTable *table)
{
  const ScopeTableSource *source = &table->source;
  g_autofree ScopeTableBlock *blocks = g_new0 (ScopeTableBlock, source->n_blocks);

  table->waits = FALSE;
  if (!source->read (source->data, table->kind, blocks, source->n_blocks) || !take_blocks (table, blocks, source->n_blocks, source->n_bytes))
    source->damaged (source->data);
  else if (source->shelf != NULL)
    scope_shelf_put (source->shelf, &table->shelved, let_go, table, source->n_blocks * sizeof *blocks);
}

/* Locks it, and has its blocks read if they are not there. */
static void
look (ScopeTable *table)
{
  g_mutex_lock (&table->lock);
  scope_shelved_look (table->shelved);
  if (table->waits)
    read_blocks (table);
}

/* From when to when a row lasts; its column c is row[c * stride]. Rows without a time last from the second time, or
 * always. */
static void
row_extent (const ScopeTableSchema *schema, const gint64 *row, gsize stride, gint64 *ret_t0, gint64 *ret_t1)
{
  gint64 t0 = row[0], t1 = row[0], duration;

  if (schema->second_time >= 0)
    { /* Another machine's clock: nobody may infer where it lies on this one. */
      *ret_t0 = t0 == SCOPE_TABLE_NULL ? row[(gsize) schema->second_time * stride] : t0;
      *ret_t1 = *ret_t0;
      return;
    }
  if (schema->duration >= 0 && (duration = row[(gsize) schema->duration * stride]) != SCOPE_TABLE_NULL
      && __builtin_add_overflow (t0, duration, &t1))
    t1 = t0; /* no clock ticks so long: damage */
  *ret_t0 = t0;
  *ret_t1 = MAX (t0, t1);
}

/* Writes the open rows; with the lock held. */
static gboolean
flush (ScopeTable *table, GError **error)
{
  guint n_columns = table->schema->n_columns;
  g_autofree guint8 *data = NULL;
  ScopeTableBlock block = { .t0 = G_MAXINT64, .t1 = G_MININT64, .rows = table->n_open };
  guint8 *p;

  if (table->n_open == 0)
    return TRUE;
  p = data = g_malloc (n_columns * (9 + (gsize) table->n_open * 8));
  for (guint c = 0; c < n_columns; c++)
    p = scope_table_pack_column (p, table->open + (gsize) c * table->n_open_alloc, table->n_open);
  for (guint i = 0; i < table->n_open; i++)
    {
      gint64 t0, t1;
      row_extent (table->schema, table->open + i, table->n_open_alloc, &t0, &t1);
      block.t0 = MIN (block.t0, t0);
      block.t1 = MAX (block.t1, t1);
    }
  block.bytes = (guint32) (p - data);
  block.until = MAX (block.t1, table->open_until);
  table->n_open = 0;
  table->open_until = G_MININT64;
  if (!scope_bytes_append (table->bytes, data, block.bytes, &block.offset, error))
    return FALSE;
  if (table->n_blocks == table->n_alloc)
    {
      table->n_alloc = MAX (4, table->n_alloc * 2);
      table->blocks = g_renew (ScopeTableBlock, table->blocks, table->n_alloc);
    }
  table->blocks[table->n_blocks++] = block;

  return TRUE;
}

static void
grow (ScopeTable *table)
{
  guint32 n_alloc = MAX (8, table->n_open_alloc * 2);
  gint64 *open = g_new (gint64, (gsize) n_alloc * table->schema->n_columns);

  for (guint c = 0; c < table->schema->n_columns && table->n_open > 0; c++)
    memcpy (open + (gsize) c * n_alloc, table->open + (gsize) c * table->n_open_alloc,
            table->n_open * sizeof *open);
  g_free (table->open);
  table->open = open;
  table->n_open_alloc = n_alloc;
}

/* As many of n rows as fit, column by column; with the lock held. Returns how many. */
static guint
add (ScopeTable *table, const gint64 *values, guint n)
{
  guint n_columns = table->schema->n_columns;

  if (table->n_open == table->n_open_alloc)
    grow (table);
  n = MIN (n, table->n_open_alloc - table->n_open);
  for (guint c = 0; c < n_columns; c++)
    {
      gint64 *column = table->open + (gsize) c * table->n_open_alloc + table->n_open;

      for (guint i = 0; i < n; i++)
        column[i] = values[(gsize) i * n_columns + c];
    }
  table->n_open += n;
  table->n_rows += n;

  return n;
}

gboolean
scope_table_add (ScopeTable *table, const gint64 *values, GError **error)
{
  return scope_table_add_rows (table, values, 1, error);
}

gboolean
scope_table_add_rows (ScopeTable *table, const gint64 *values, guint n, GError **error)
{
  gboolean ok = TRUE;
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&table->lock);

  for (guint i = 0; i < n;)
    {
      i += add (table, values + (gsize) i * table->schema->n_columns, n - i);
      if (table->n_open == BLOCK_ROWS)
        ok = flush (table, ok ? error : NULL) && ok;
    }

  return ok;
}

gboolean
scope_table_add_lasting (ScopeTable *table, const gint64 *values, gint64 until, GError **error)
{
  gboolean ok;
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&table->lock);

  table->open_until = MAX (table->open_until, until);
  add (table, values, 1);
  ok = table->n_open < BLOCK_ROWS || flush (table, error);

  return ok;
}

gboolean
scope_table_finish (ScopeTable *table, GError **error)
{
  gboolean ok;
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&table->lock);

  ok = flush (table, error);
  g_clear_pointer (&table->open, g_free);
  table->n_open_alloc = 0;
  return ok;
}

guint64
scope_table_n_rows (ScopeTable *table)
{
  guint64 n;

  look (table);
  n = table->n_rows;
  g_mutex_unlock (&table->lock);
  return n;
}

gboolean
scope_table_is_empty (ScopeTable *table)
{
  g_autoptr (GMutexLocker) locker G_GNUC_UNUSED = g_mutex_locker_new (&table->lock);

  return table->waits ? table->source.n_blocks == 0 : table->n_rows == 0;
}

/* --- reading --- */

void
scope_table_cursor_init (ScopeTableCursor *cursor, ScopeTable *table, gint64 from, gint64 to)
{
  *cursor = scope_table_cursor (table, from, to, NULL);
}

ScopeTableCursor
scope_table_cursor (ScopeTable *table, gint64 from, gint64 to, GCancellable *cancellable)
{
  return (ScopeTableCursor) { .table = table, .from = from, .to = to, .end_block = G_MAXUINT, .cancellable = cancellable };
}

ScopeTableCursor
scope_table_cursor_blocks (ScopeTable *table, guint first, guint n)
{
  return (ScopeTableCursor) { .table = table, .from = SCOPE_TIME_MIN, .to = SCOPE_TIME_MAX, .block = first, .end_block = first + n };
}

ScopeTableCursor
scope_table_cursor_lasting (ScopeTable *table, gint64 time)
{
  ScopeTableCursor cursor = scope_table_cursor (table, G_MININT64, time, NULL);

  cursor.lasting = TRUE;
  look (table);
  cursor.block = table->n_blocks + 1; /* the open rows come first */
  g_mutex_unlock (&table->lock);
  return cursor;
}

void
scope_table_cursor_clear (ScopeTableCursor *cursor)
{
  g_clear_pointer (&cursor->values, g_free);
  g_clear_pointer (&cursor->packed, g_free);
  cursor->n_alloc = 0;
}

/* Most tables have fewer rows than a block takes, and thousands of machines may be walked at once. */
static void
reserve (ScopeTableCursor *cursor, guint n)
{
  if (n <= cursor->n_alloc)
    return;
  g_free (cursor->values);
  cursor->values = g_new (gint64, (gsize) n * cursor->table->schema->n_columns);
  cursor->n_alloc = n;
}

/* With the lock held. */
static void
take_open_rows (ScopeTableCursor *cursor)
{
  const ScopeTable *table = cursor->table;
  guint n_columns = table->schema->n_columns;

  reserve (cursor, table->n_open);
  cursor->n_rows = table->n_open;
  for (guint c = 0; c < n_columns; c++)
    for (guint i = 0; i < table->n_open; i++)
      cursor->values[(gsize) i * n_columns + c] = table->open[(gsize) c * table->n_open_alloc + i];
}

/* The directory's entry of the next block to read: TRUE; else there may be open rows. With the lock held. */
static gboolean
following_block (ScopeTableCursor *cursor, ScopeTableBlock *ret_block)
{
  const ScopeTable *table = cursor->table;

  while (cursor->block < MIN (table->n_blocks, cursor->end_block))
    {
      *ret_block = table->blocks[cursor->block++];
      if (ret_block->t0 < cursor->to && ret_block->t1 >= cursor->from)
        return TRUE;
    }
  if (cursor->block == table->n_blocks && cursor->end_block == G_MAXUINT)
    {
      cursor->block++; /* the open rows come once */
      take_open_rows (cursor);
    }
  return FALSE;
}

/* The same, backwards, for rows that last. */
static gboolean
previous_block (ScopeTableCursor *cursor, ScopeTableBlock *ret_block)
{
  const ScopeTable *table = cursor->table;

  cursor->block = MIN (cursor->block, table->n_blocks + 1); /* they may have been let go, and not be read again */
  if (cursor->block == table->n_blocks + 1)
    {
      cursor->block--;
      take_open_rows (cursor);
      if (cursor->n_rows > 0)
        return FALSE;
    }
  while (cursor->block > 0)
    {
      *ret_block = table->blocks[--cursor->block];
      if (ret_block->t0 < cursor->to && ret_block->until >= cursor->to)
        return TRUE;
    }
  return FALSE;
}

/* The next block that touches the range into cursor->values. 1 if there is one, 0 at the end, -1 with error. */
static gint
next_block (ScopeTableCursor *cursor, GError **error)
{
  ScopeTable *table = cursor->table;
  ScopeTableBlock block;
  gboolean stored = FALSE;

  cursor->row = cursor->n_rows = 0;
  look (table);
  stored = cursor->lasting ? previous_block (cursor, &block) : following_block (cursor, &block);
  g_mutex_unlock (&table->lock);
  if (!stored)
    return cursor->n_rows > 0;

  if (!cursor->lasting)
    scope_table_cursor_expect (cursor);
  if (block.bytes > cursor->n_packed)
    {
      cursor->packed = g_realloc (cursor->packed, block.bytes);
      cursor->n_packed = block.bytes;
    }
  if (block.bytes > 0 && !scope_bytes_read (table->bytes, block.offset, cursor->packed, block.bytes, error))
    return -1;
  reserve (cursor, block.rows);
  if (block.bytes == 0 || !scope_table_unpack (cursor->packed, block.bytes, table->schema->n_columns, block.rows, cursor->values)) /* a column has at least its head */
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA, _("A block of the table “%s” is damaged"),
                   table->schema->name);
      return -1;
    }
  cursor->n_rows = block.rows;

  return 1;
}

/* --- by place ---
 *
 * All blocks but the open one are in the directory, and that one will be the next there. */

guint64
scope_table_cursor_position (const ScopeTableCursor *cursor)
{
  g_return_val_if_fail (!cursor->lasting && cursor->block > 0 && cursor->row > 0, 0);

  return (guint64) (cursor->block - 1) * BLOCK_ROWS + cursor->row - 1;
}

guint64
scope_table_end_position (ScopeTable *table)
{
  return ((guint64) scope_table_n_blocks (table) + 1) * BLOCK_ROWS;
}

gboolean
scope_table_cursor_read_at (ScopeTableCursor *cursor, guint64 position, gint64 *values, GError **error)
{
  guint block = (guint) (position / BLOCK_ROWS), row = position % BLOCK_ROWS;
  guint n_columns = cursor->table->schema->n_columns;

  g_return_val_if_fail (!cursor->lasting, FALSE);
  if (cursor->n_rows == 0 || cursor->block != block + 1)
    {
      cursor->from = G_MININT64;
      cursor->to = G_MAXINT64;
      cursor->block = block;
      if (next_block (cursor, error) <= 0)
        return FALSE;
    }
  if (cursor->block != block + 1 || row >= cursor->n_rows)
    return FALSE;
  memcpy (values, cursor->values + (gsize) row * n_columns, n_columns * sizeof *values);
  return TRUE;
}

const gint64 *
scope_table_cursor_row (ScopeTableCursor *cursor, GError **error)
{
  const ScopeTableSchema *schema = cursor->table->schema;

  for (;;)
    {
      const gint64 *row;
      gint64 t0, t1;

      if (error != NULL && *error != NULL)
        return NULL;
      if (cursor->row == cursor->n_rows
          && (g_cancellable_set_error_if_cancelled (cursor->cancellable, error) || next_block (cursor, error) <= 0))
        return NULL;
      row = cursor->values + (gsize) cursor->row++ * schema->n_columns;
      row_extent (schema, row, 1, &t0, &t1);
      if (t0 < cursor->to && t1 >= cursor->from)
        return row;
    }
}

gboolean
scope_table_cursor_next (ScopeTableCursor *cursor, gint64 *values, GError **error)
{
  const gint64 *row = scope_table_cursor_row (cursor, error);

  if (row != NULL)
    memcpy (values, row, cursor->table->schema->n_columns * sizeof *values);
  return row != NULL;
}

guint64
scope_table_estimate (ScopeTable *table, gint64 from, gint64 to)
{
  guint64 n;

  look (table);
  n = table->n_open;
  for (guint32 i = 0; i < table->n_blocks; i++)
    if (table->blocks[i].t0 < to && table->blocks[i].t1 >= from)
      n += table->blocks[i].rows;
  g_mutex_unlock (&table->lock);
  return n;
}

/* --- keeping --- */

guint32
scope_table_n_blocks (ScopeTable *table)
{
  guint32 n;

  g_mutex_lock (&table->lock);
  n = table->waits ? table->source.n_blocks : table->n_blocks;
  g_mutex_unlock (&table->lock);
  return n;
}

ScopeTableBlock
scope_table_block (ScopeTable *table, guint32 i)
{
  ScopeTableBlock block = { 0 };
  look (table);
  block = i < table->n_blocks ? table->blocks[i] : block;
  g_mutex_unlock (&table->lock);
  return block;
}

gboolean
scope_table_reopen (ScopeTable *table, GError **error)
{
  ScopeTableBlock block = scope_table_block (table, table->n_blocks - 1);
  ScopeTableCursor cursor;
  gboolean ok;

  if (table->n_blocks == 0 || block.rows == BLOCK_ROWS)
    return TRUE;
  cursor = scope_table_cursor_blocks (table, table->n_blocks - 1, 1);
  ok = next_block (&cursor, error) > 0;
  if (ok)
    {
      g_autoptr (GMutexLocker) locker G_GNUC_UNUSED = g_mutex_locker_new (&table->lock);

      table->n_blocks--;
      table->n_rows -= block.rows;
      table->open_until = block.until;
      for (guint i = 0; i < cursor.n_rows;)
        i += add (table, cursor.values + (gsize) i * table->schema->n_columns, cursor.n_rows - i);
    }
  scope_table_cursor_clear (&cursor);

  return ok;
}

void
scope_table_save (ScopeTable *table, ScopeTableBlock **ret_blocks, guint32 *ret_n_blocks)
{
  look (table);
  *ret_blocks = g_memdup2 (table->blocks, table->n_blocks * sizeof *table->blocks);
  *ret_n_blocks = table->n_blocks;
  g_mutex_unlock (&table->lock);
}

ScopeTable *
scope_table_load (ScopeTableKind kind, ScopeBytes *bytes, const ScopeTableBlock *blocks, guint32 n_blocks,
                  guint64 n_bytes, GError **error)
{
  g_autoptr (ScopeTable) table = scope_table_new (kind, bytes);

  if (take_blocks (table, blocks, n_blocks, n_bytes))
    return g_steal_pointer (&table);
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA, _("The directory of the table “%s” is damaged"), table->schema->name);
  return NULL;
}

ScopeTable *
scope_table_expect (ScopeTableKind kind, ScopeBytes *bytes, const ScopeTableSource *source)
{
  ScopeTable *table = scope_table_new (kind, bytes);

  table->source = *source;
  table->waits = TRUE;
  return table;
}
