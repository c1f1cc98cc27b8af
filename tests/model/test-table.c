/* test-table.c: tables against plain arrays: gaps, rows out of order, ranges, what is still open, damaged directories.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/base/scope-entity.h"
#include "model/trace/document/scope-table.h"

#include <gio/gio.h>
#include <string.h>

typedef struct
{
  const ScopeTableSchema *schema;
  ScopeBytes *bytes;
  ScopeTable *table;
  GArray *rows; /* gint64 [SCOPE_TABLE_MAX_COLUMNS] each */
} Model;

typedef struct
{
  gint64 v[SCOPE_TABLE_MAX_COLUMNS];
} Row;

/* One of very different sizes, sometimes the extremes, sometimes none. */
static gint64
any_value (GRand *rand, gboolean may_lack)
{
  switch (g_rand_int_range (rand, 0, 8))
    {
    case 0:
      return may_lack ? SCOPE_TABLE_NULL : 0;
    case 1:
      return g_rand_int_range (rand, -5, 5);
    case 2:
      return (gint64) g_rand_int (rand) << 20;
    case 3:
      return G_MAXINT64 - g_rand_int_range (rand, 0, 3);
    case 4:
      return G_MININT64 + 1 + g_rand_int_range (rand, 0, 3);
    default:
      return g_rand_int_range (rand, 0, 70000);
    }
}

static void
model_init (Model *model, ScopeTableKind kind, guint n, guint32 seed)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (seed);
  gint64 time = -1000;

  model->schema = scope_table_schema (kind);
  model->bytes = scope_bytes_new_memory ();
  model->table = scope_table_new (kind, model->bytes);
  model->rows = g_array_new (FALSE, FALSE, sizeof (Row));
  for (guint i = 0; i < n; i++)
    {
      Row row = { { 0 } };

      time += g_rand_int_range (rand, 0, 200);
      for (guint c = 0; c < model->schema->n_columns; c++)
        row.v[c] = any_value (rand, TRUE);
      row.v[0] = time - (i % 7 == 3 ? g_rand_int_range (rand, 0, 500) : 0); /* out of order now and then */
      if (model->schema->duration >= 0)
        row.v[model->schema->duration] = i % 11 == 0 ? SCOPE_TABLE_NULL : g_rand_int_range (rand, 0, 3000);
      if (model->schema->second_time >= 0)
        {
          row.v[model->schema->second_time] = row.v[0] + 50;
          if (i % 5 == 0)
            row.v[0] = SCOPE_TABLE_NULL;
          else if (i % 5 == 1)
            row.v[model->schema->second_time] = SCOPE_TABLE_NULL;
        }
      g_array_append_val (model->rows, row);
      g_assert_true (scope_table_add (model->table, row.v, NULL));
    }
}

static void
model_clear (Model *model)
{
  scope_table_free (model->table);
  scope_bytes_free (model->bytes);
  g_array_unref (model->rows);
}

/* [t0, t1] of a row. */
static void
extent_of (const Model *model, const Row *row, gint64 *t0, gint64 *t1)
{
  gint duration = model->schema->duration, second = model->schema->second_time;

  *t0 = second >= 0 && row->v[0] == SCOPE_TABLE_NULL ? row->v[second] : row->v[0];
  *t1 = *t0;
  if (duration >= 0 && row->v[duration] != SCOPE_TABLE_NULL)
    *t1 += row->v[duration];
}

static void
compare (const Model *model, ScopeTable *table, gint64 from, gint64 to)
{
  gint64 values[SCOPE_TABLE_MAX_COLUMNS];
  g_autoptr (GError) error = NULL;
  ScopeTableCursor cursor, other;
  guint64 n = 0, position, before = 0;

  scope_table_cursor_init (&cursor, table, from, to);
  scope_table_cursor_init (&other, table, from, to);
  for (guint i = 0; i < model->rows->len; i++)
    {
      const Row *row = &g_array_index (model->rows, Row, i);
      gint64 t0, t1;

      extent_of (model, row, &t0, &t1);
      if (t0 >= to || t1 < from)
        continue;
      g_assert_true (scope_table_cursor_next (&cursor, values, &error));
      g_assert_cmpmem (values, model->schema->n_columns * 8, row->v, model->schema->n_columns * 8);
      /* By its place it is the same row, and places grow. */
      position = scope_table_cursor_position (&cursor);
      g_assert_true (n == 0 || position > before);
      g_assert_cmpuint (position, <, scope_table_end_position (table));
      before = position;
      g_assert_true (scope_table_cursor_read_at (&other, position, values, &error));
      g_assert_cmpmem (values, model->schema->n_columns * 8, row->v, model->schema->n_columns * 8);
      n++;
    }
  g_assert_false (scope_table_cursor_read_at (&other, scope_table_end_position (table), values, &error));
  scope_table_cursor_clear (&other);
  g_assert_false (scope_table_cursor_next (&cursor, values, &error));
  g_assert_no_error (error);
  scope_table_cursor_clear (&cursor);
  g_assert_cmpuint (scope_table_estimate (table, from, to), >=, n);
}

static void
compare_ranges (const Model *model, ScopeTable *table)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (5);

  compare (model, table, SCOPE_TIME_MIN, SCOPE_TIME_MAX);
  for (guint i = 0; i < 60; i++)
    {
      gint64 from = g_rand_int_range (rand, -2000, 600000), width = g_rand_int_range (rand, 0, 30000);
      compare (model, table, from, from + width);
    }
}

static ScopeTable *
reload (const Model *model, guint64 *ret_bytes)
{
  ScopeTableBlock *blocks;
  guint32 n;
  guint64 end;
  ScopeTable *loaded;

  scope_bytes_append (model->bytes, "", 0, &end, NULL);
  scope_table_save (model->table, &blocks, &n);
  loaded = scope_table_load ((ScopeTableKind) 0, model->bytes, NULL, 0, 0, NULL);
  scope_table_free (loaded);
  for (guint k = 0; k < SCOPE_N_TABLES; k++)
    if (scope_table_schema ((ScopeTableKind) k) == model->schema)
      loaded = scope_table_load ((ScopeTableKind) k, model->bytes, blocks, n, end, NULL);
  g_free (blocks);
  *ret_bytes = end;

  return loaded;
}

static void
test_brute_force (void)
{
  static const guint sizes[] = { 0, 1, 2, 9, 1023, 1024, 1025, 5000 };

  for (guint k = 0; k < SCOPE_N_TABLES; k++)
    for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
      {
        Model model;
        ScopeTable *loaded;
        guint64 n_bytes;

        model_init (&model, (ScopeTableKind) k, sizes[i], 100 * k + i);
        g_assert_cmpuint (scope_table_n_rows (model.table), ==, sizes[i]);
        compare_ranges (&model, model.table); /* while some rows are still open */
        g_assert_true (scope_table_finish (model.table, NULL));
        compare_ranges (&model, model.table);
        loaded = reload (&model, &n_bytes);
        g_assert_nonnull (loaded);
        g_assert_cmpuint (scope_table_n_rows (loaded), ==, sizes[i]);
        compare_ranges (&model, loaded);
        scope_table_free (loaded);
        model_clear (&model);
      }
}

/* A directory that makes no sense is refused, wherever it is wrong; bulk that is wrong gives an error or other rows,
 * but never more rows than it says. */
static void
test_damaged (void)
{
  Model model;
  ScopeTableBlock *blocks;
  guint32 n;
  guint64 end;
  g_autofree guint8 *bulk = NULL;

  model_init (&model, SCOPE_TABLE_COLLECTIONS, 3000, 1);
  scope_table_finish (model.table, NULL);
  scope_table_save (model.table, &blocks, &n);
  g_assert_cmpuint (n, ==, 3);
  scope_bytes_append (model.bytes, "", 0, &end, NULL);
  for (guint i = 0; i < 6; i++)
    {
      ScopeTableBlock bad[3];
      g_autoptr (GError) error = NULL;

      memcpy (bad, blocks, sizeof bad);
      switch (i)
        {
        case 0: bad[1].rows = 0; break;
        case 1: bad[1].rows = 1025; break;
        case 2: bad[1].offset = end + 1; break;
        case 3: bad[2].bytes += 1; break;
        case 4: bad[0].offset = G_MAXUINT64; break;
        default: bad[0].bytes = G_MAXUINT32; break;
        }
      g_assert_null (scope_table_load (SCOPE_TABLE_COLLECTIONS, model.bytes, bad, 3, end, &error));
      g_assert_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA);
    }

  bulk = g_malloc (end);
  scope_bytes_read (model.bytes, 0, bulk, end, NULL);
  for (guint i = 0; i < 300; i++)
    {
      ScopeBytes *bytes = scope_bytes_new_memory ();
      g_autoptr (ScopeTable) table = NULL;
      g_autoptr (GError) error = NULL;
      g_autofree guint8 *bad = g_memdup2 (bulk, end);
      gint64 values[SCOPE_TABLE_MAX_COLUMNS];
      ScopeTableCursor cursor;
      guint64 offset, rows = 0;

      bad[i < 20 ? i : (guint) (i * 7919) % end] ^= (guint8) (1 << i % 8);
      scope_bytes_append (bytes, bad, end, &offset, NULL);
      table = scope_table_load (SCOPE_TABLE_COLLECTIONS, bytes, blocks, n, end, NULL);
      scope_table_cursor_init (&cursor, table, SCOPE_TIME_MIN, SCOPE_TIME_MAX);
      while (scope_table_cursor_next (&cursor, values, &error))
        rows++;
      scope_table_cursor_clear (&cursor);
      g_assert_cmpuint (rows, <=, 3000);
      if (i == 8) /* the width of the first column */
        g_assert_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA);
      g_clear_pointer (&table, scope_table_free);
      scope_bytes_free (bytes);
    }
  g_free (blocks);
  model_clear (&model);
}

/* Bytes that take nothing any more: adding says so, and what was written before can be read. */
static gboolean
refuse (ScopeBytes *bytes, const void *data, gsize n, guint64 *ret_offset, GError **error)
{
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_NO_SPACE, "full");

  return FALSE;
}

static void
test_full (void)
{
  static const ScopeBytesClass klass = { refuse, NULL, NULL };
  ScopeBytes full = { &klass };
  g_autoptr (ScopeTable) table = scope_table_new (SCOPE_TABLE_MIGRATIONS, &full);
  g_autoptr (GError) error = NULL;
  const gint64 row[SCOPE_MIGRATION_N_COLUMNS] = { 1, 2, 3, 4 };
  gint64 values[SCOPE_TABLE_MAX_COLUMNS];
  ScopeTableCursor cursor;
  guint i = 0;

  while (i < 5000 && scope_table_add (table, row, &error))
    i++;
  g_assert_cmpuint (i, ==, 1023);
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NO_SPACE);
  scope_table_cursor_init (&cursor, table, SCOPE_TIME_MIN, SCOPE_TIME_MAX);
  g_assert_false (scope_table_cursor_next (&cursor, values, NULL));
  scope_table_cursor_clear (&cursor);
}

/* Messages that are received late: found from the directory, in few blocks, whatever lies between. */
static void
test_lasting (void)
{
  ScopeBytes *bytes = scope_bytes_new_memory ();
  ScopeTable *table = scope_table_new (SCOPE_TABLE_MESSAGES, bytes);
  gint64 values[SCOPE_TABLE_MAX_COLUMNS];
  guint n = 0, found = 0;
  ScopeTableCursor cursor;

  for (gint64 i = 0; i < 100000; i++)
    {
      gint64 row[SCOPE_MESSAGE_N_COLUMNS] = { 0 };
      gint64 until = i == 5000 || i == 70000 || i == 99990 ? 1000000 : i + 10;

      row[SCOPE_MESSAGE_SEND] = i;
      row[SCOPE_MESSAGE_RECEIVE] = until + 77; /* by another clock: nobody may look at it here */
      row[SCOPE_MESSAGE_SIZE] = until == 1000000;
      g_assert_true (scope_table_add_lasting (table, row, until, NULL));
    }
  cursor = scope_table_cursor_lasting (table, 99995);
  while (scope_table_cursor_next (&cursor, values, NULL))
    {
      g_assert_cmpint (values[SCOPE_MESSAGE_SEND], <, 99995);
      found += values[SCOPE_MESSAGE_SIZE] == 1;
      n++;
    }
  scope_table_cursor_clear (&cursor);
  g_assert_cmpuint (found, ==, 3);
  g_assert_cmpuint (n, <=, 4 * 1024);
  g_assert_cmpuint (scope_table_estimate (table, 5, 7), <=, 2 * 1024);
  scope_table_free (table);
  scope_bytes_free (bytes);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/table/brute-force", test_brute_force);
  g_test_add_func ("/table/damaged", test_damaged);
  g_test_add_func ("/table/full", test_full);
  g_test_add_func ("/table/lasting", test_lasting);

  return g_test_run ();
}
