/* fuzz-index.c: whatever a cache folder holds, it is read or refused.
 *
 * Three ways, told apart by the first byte:
 *   'C'   as 'P', of a call stack
 *   'P'   patches of three bytes (place, place, value) to the directories and the bulk of a small machine, which are then
 *         loaded and read in every way: this is what a file with right checksums and wrong contents leads to;
 *   else  the bytes are a file, as they are: the seal is looked at first, and what passes goes through HDF5.
 * HDF5 itself is not made to swallow files with a right seal and wrong metadata: nobody but who forges them has such.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "fuzz-main.h"
#include "io/index/scope-index.h"
#include "model/trace/messages/scope-pairs.h"

#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define N_LANES 3u
#define N_ROWS 9000u

static void
read_lane (ScopeLaneStore *store, guint32 lane)
{
  gint64 first, last, totals[SCOPE_N_STATES];
  ScopeIntervalCursor cursor;
  ScopeInterval interval;
  gint64 before = SCOPE_TIME_MIN;
  guint n = 0;

  scope_lane_store_totals (store, lane, totals);
  scope_lane_store_n_rows (store, lane);
  if (!scope_lane_store_life (store, lane, &first, &last))
    return;
  for (guint k = 0; k < 2 * (SCOPE_MAX_LEVEL + 1); k += k & 1 ? 7 : 1)
    {
      g_autoptr (GError) error = NULL;
      ScopeTile *tile = scope_lane_store_read_tile (store, lane, k / 2, (k & 1 ? last : first) >> (k / 2) >> 10,
                                                    &error);

      g_assert_true ((tile != NULL) == (error == NULL));
      if (tile != NULL)
        scope_tile_unref (tile);
    }
  scope_lane_store_range_totals (store, lane, first, last, totals, NULL);
  if (scope_lane_store_kind (store, lane) == SCOPE_KIND_THREADS)
    return;
  scope_interval_cursor_init (&cursor, store, lane, SCOPE_TIME_MIN, SCOPE_TIME_MAX);
  while (n++ < 100000 && scope_interval_cursor_next (&cursor, &interval, NULL))
    {
      g_assert_cmpint (interval.from, <, interval.to);
      g_assert_cmpint (interval.from, >=, before);
      before = interval.to;
    }
  scope_interval_cursor_clear (&cursor);
}

static void
read_table (ScopeTable *table)
{
  gint64 values[SCOPE_TABLE_MAX_COLUMNS];
  ScopeTableCursor cursor;

  scope_table_estimate (table, 0, 1000);
  scope_table_cursor_init (&cursor, table, SCOPE_TIME_MIN, SCOPE_TIME_MAX);
  for (guint n = 0; n < 100000 && scope_table_cursor_next (&cursor, values, NULL); n++)
    ;
  scope_table_cursor_clear (&cursor);
}

static void
take_sum (gpointer data, const ScopePairSum *sum)
{
  scope_pair_sums_add (data, sum);
}

static gboolean
take_rows (gpointer data, guint first, guint n, GError **error)
{
  return TRUE;
}

static void
read_pairs (ScopePairTree *tree)
{
  for (guint i = 0; i < 3; i++)
    {
      g_autoptr (ScopePairSums) sums = scope_pair_sums_new ();
      const ScopePairVisitor visitor = { take_sum, take_rows, NULL, sums };

      scope_pair_tree_visit (tree, i == 0 ? SCOPE_TIME_MIN : (1 << 20) * i, i == 0 ? SCOPE_TIME_MAX : (1 << 23) * i,
                             &visitor, NULL);
      scope_pair_sums_sort (sums);
    }
}

/* --- as a file --- */

static void
read_machine (ScopeMachine *machine)
{
  for (guint32 i = 0; i < scope_lane_store_n_lanes (machine->lanes); i++)
    read_lane (machine->lanes, i);
  for (guint t = 0; t < SCOPE_N_TABLES; t++)
    read_table (machine->tables[t]);
  for (guint k = SCOPE_KIND_PROCESSOR; k <= SCOPE_KIND_THREAD; k++)
    for (guint32 i = 0; i < MIN (scope_machine_n_entities (machine, (ScopeKind) k), 100); i++)
      {
        g_autofree char *id = scope_machine_entity_id (machine, (ScopeKind) k, i);
        g_assert_cmpuint (scope_machine_find_entity (machine, (ScopeKind) k, id), !=, SCOPE_NONE);
      }
}

static void
read_as_file (const guint8 *data, gsize n)
{
  g_autoptr (ScopeTrace) trace = scope_trace_new ();
  g_autoptr (GError) error = NULL;
  g_autofree char *path = NULL;
  int fd = memfd_create ("fuzz", 0);

  if (fd >= 0 && write (fd, data, n) == (gssize) n)
    {
      path = g_strdup_printf ("/proc/self/fd/%d", fd);
      if (scope_index_read (trace, path, NULL, &error))
        {
          const ScopeQueryRange within = { .trace = trace, .from = SCOPE_TIME_MIN, .to = SCOPE_TIME_MAX };
          GArray *pairs = scope_pairs_read (&within, SCOPE_PARTY_PROCESS, NULL);

          g_clear_pointer (&pairs, g_array_unref);
          for (guint i = 0; i < scope_trace_n_machines (trace); i++)
            read_machine (scope_trace_machine (trace, i));
        }
      else
        g_assert_nonnull (error);
    }
  close (fd);
}

/* --- as patches --- */

typedef struct
{
  ScopeLaneRecord *lanes;
  ScopeBlock *blocks;
  ScopeTableBlock *table, *messages;
  ScopePairNode *pairs;
  guint8 *bulk;
  guint32 n_lanes, n_blocks, n_table, n_messages, n_pairs;
  gsize n_bulk;
} Parts;

/* Enough for sums of two heights. */
static void
make_messages (Parts *parts, ScopeBytes *bytes)
{
  ScopeTable *table = scope_table_new (SCOPE_TABLE_MESSAGES, bytes);
  ScopePairTree *tree;

  for (guint i = 0; i < 10000; i++)
    {
      const gint64 row[SCOPE_MESSAGE_N_COLUMNS]
          = { i % 9 == 0 ? SCOPE_TABLE_NULL : (gint64) i * 900, i % 7 == 0 && i % 9 != 0 ? SCOPE_TABLE_NULL : i * 901, 0x57 + i % 2,
              0, i % 3, 1, i % 2, i % 5, 2, i % 11 };
      scope_table_add (table, row, NULL);
    }
  scope_table_finish (table, NULL);
  tree = scope_pair_tree_build (table, bytes, (const gint64[]) { 5, -7 }, 2, NULL, NULL);
  scope_table_save (table, &parts->messages, &parts->n_messages);
  scope_pair_tree_save (tree, &parts->pairs, &parts->n_pairs);
  scope_pair_tree_free (tree);
  scope_table_free (table);
}

static void
make_parts (Parts *parts)
{
  static const guint codes[] = { SCOPE_CODE_RUNNING, SCOPE_CODE_IDLE, SCOPE_CODE_COLLECTING, SCOPE_CODE_MVAR };
  ScopeBytes *bytes = scope_bytes_new_memory ();
  ScopeLaneStore *store = scope_lane_store_new (bytes);
  ScopeTable *table = scope_table_new (SCOPE_TABLE_COLLECTIONS, bytes);
  guint32 counts = scope_lane_store_add_lane (store, SCOPE_KIND_THREADS, SCOPE_CODE_ABSENT, SCOPE_NONE);
  guint64 offset;
  gint64 time = 0;

  for (guint i = 1; i < N_LANES; i++)
    scope_lane_store_add_lane (store, i == 1 ? SCOPE_KIND_PROCESSOR : SCOPE_KIND_THREAD, SCOPE_CODE_IDLE,
                               i == 1 ? SCOPE_NONE : counts);
  for (guint i = 0; i < N_ROWS; i++)
    {
      ScopeRow row;

      time += 1 + (i * 2654435761u >> 7 & 0xfff) + (i % 1000 == 0 ? 1 << 25 : 0);
      row = scope_row (1 + (i & 1), time, codes[i * 7 / 3 % 4], i % 5);
      scope_lane_store_add_rows (store, &row, 1, NULL);
      if (i % 5 == 0)
        scope_table_add (table, (const gint64[SCOPE_COLLECTION_N_COLUMNS]) { time, i % 3 == 0 ? SCOPE_TABLE_NULL : i % 3, i }, NULL);
    }
  scope_lane_store_finish (store, time + 1000, NULL);
  scope_table_finish (table, NULL);
  scope_lane_store_save (store, &parts->lanes, &parts->n_lanes, &parts->blocks, &parts->n_blocks);
  scope_table_save (table, &parts->table, &parts->n_table);
  make_messages (parts, bytes);
  scope_bytes_append (bytes, "", 0, &offset, NULL);
  parts->n_bulk = (gsize) offset;
  parts->bulk = g_malloc (parts->n_bulk);
  scope_bytes_read (bytes, 0, parts->bulk, parts->n_bulk, NULL);
  scope_table_free (table);
  scope_lane_store_free (store);
  scope_bytes_free (bytes);
}

static void
patch (gpointer to, gsize n, guint place, guint8 value)
{
  if (n > 0)
    ((guint8 *) to)[place % n] = value;
}

static void
load_parts (const Parts *parts)
{
  ScopeBytes *bytes = scope_bytes_new_memory ();
  guint64 offset;
  ScopeLaneStore *store;
  ScopeTable *table;

  scope_bytes_append (bytes, parts->bulk, parts->n_bulk, &offset, NULL);
  store = scope_lane_store_load (bytes, parts->lanes, parts->n_lanes, parts->blocks, parts->n_blocks, parts->n_bulk,
                                 NULL);
  for (guint32 i = 0; store != NULL && i < parts->n_lanes; i++)
    read_lane (store, i);
  scope_lane_store_free (store);
  table = scope_table_load (SCOPE_TABLE_COLLECTIONS, bytes, parts->table, parts->n_table, parts->n_bulk, NULL);
  if (table != NULL)
    read_table (table);
  scope_table_free (table);
  table = scope_table_load (SCOPE_TABLE_MESSAGES, bytes, parts->messages, parts->n_messages, parts->n_bulk, NULL);
  if (table != NULL)
    {
      ScopePairTree *tree = scope_pair_tree_load (table, bytes, parts->pairs, parts->n_pairs, parts->n_bulk, NULL);

      if (tree != NULL)
        read_pairs (tree);
      scope_pair_tree_free (tree);
    }
  scope_table_free (table);
  scope_bytes_free (bytes);
}

static void
read_as_patches (const guint8 *data, gsize n)
{
  static Parts good;
  Parts parts;

  if (good.bulk == NULL)
    make_parts (&good);
  parts = good;
  parts.lanes = g_memdup2 (good.lanes, good.n_lanes * sizeof *good.lanes);
  parts.blocks = g_memdup2 (good.blocks, good.n_blocks * sizeof *good.blocks);
  parts.table = g_memdup2 (good.table, good.n_table * sizeof *good.table);
  parts.messages = g_memdup2 (good.messages, good.n_messages * sizeof *good.messages);
  parts.pairs = g_memdup2 (good.pairs, good.n_pairs * sizeof *good.pairs);
  parts.bulk = g_memdup2 (good.bulk, good.n_bulk);
  for (gsize i = 0; i + 3 <= MIN (n, 300); i += 3)
    {
      guint place = (guint) data[i] << 8 | data[i + 1];

      if (place < 0x1000)
        patch (parts.lanes, good.n_lanes * sizeof *good.lanes, place, data[i + 2]);
      else if (place < 0x4000)
        patch (parts.blocks, good.n_blocks * sizeof *good.blocks, place, data[i + 2]);
      else if (place < 0x5000)
        patch (parts.table, good.n_table * sizeof *good.table, place, data[i + 2]);
      else if (place < 0xf000)
        patch (parts.bulk, good.n_bulk, place - 0x5000, data[i + 2]);
      else if (place < 0xf400)
        patch (parts.pairs, good.n_pairs * sizeof *good.pairs, place, data[i + 2]);
      else if (place < 0xf800)
        patch (parts.messages, good.n_messages * sizeof *good.messages, place, data[i + 2]);
      else /* sums are what was written last */
        patch (parts.bulk, good.n_bulk, (guint) good.n_bulk - 1 - (place - 0xf800), data[i + 2]);
    }
  load_parts (&parts);
  g_free (parts.lanes);
  g_free (parts.blocks);
  g_free (parts.table);
  g_free (parts.messages);
  g_free (parts.pairs);
  g_free (parts.bulk);
}

/* --- call stacks --- */

typedef struct
{
  ScopeCallLaneRecord *lanes;
  ScopeCallBlock *blocks;
  guint8 *bulk;
  guint32 n_lanes, n_blocks;
  gsize n_bulk;
} CallParts;

/* Two nodes. */
static void
make_calls (CallParts *parts)
{
  ScopeBytes *bytes = scope_bytes_new_memory ();
  ScopeCallStore *store = scope_call_store_new (bytes);
  guint64 offset;
  gint64 time = 0;
  guint depth = 0;

  for (guint i = 0; i < 36000; i++)
    {
      guint random = i * 2654435761u >> 8;
      gboolean enter = depth == 0 || (depth < 9 && random % 16 < 8);
      ScopeRow row = scope_row (0, time, enter ? SCOPE_CALL_ENTER : SCOPE_CALL_EXIT, enter ? 1 + random / 16 % 5 : 0);

      scope_call_store_add_rows (store, &row, 1, NULL);
      depth = enter ? depth + 1 : depth - 1;
      time += random / 256 % 64 + (i % 3000 == 0 ? 1 << 22 : 0);
    }
  scope_call_store_finish (store, NULL);
  scope_call_store_save (store, &parts->lanes, &parts->n_lanes, &parts->blocks, &parts->n_blocks);
  scope_bytes_append (bytes, "", 0, &offset, NULL);
  parts->n_bulk = (gsize) offset;
  parts->bulk = g_malloc (parts->n_bulk);
  scope_bytes_read (bytes, 0, parts->bulk, parts->n_bulk, NULL);
  scope_call_store_free (store);
  scope_bytes_free (bytes);
}

static void
read_calls (ScopeCallStore *store)
{
  static const gint64 ranges[][2] = { { SCOPE_TIME_MIN, SCOPE_TIME_MAX }, { 1 << 22, 1 << 26 }, { 5000, 5001 } };
  gint64 last = scope_call_store_last (store, 0);

  for (guint i = 0; i < G_N_ELEMENTS (ranges); i++)
    {
      g_autofree ScopeCallFrame *frames = NULL;
      g_autofree gint64 *exits = NULL;
      ScopeCallSums sums;
      ScopeCallPieces pieces;
      gint64 until;
      guint n;

      scope_call_sums_init (&sums, 1000);
      scope_call_store_sum (store, 0, ranges[i][0], ranges[i][1], last, &sums, NULL, NULL);
      scope_call_sums_clear (&sums);
      scope_call_pieces_init (&pieces, i == 2 ? 0 : 1 << 16, SCOPE_CALL_MAX_DEPTH);
      scope_call_store_pieces (store, 0, ranges[i][0], ranges[i][1], last, 10000, &pieces, &until, NULL, NULL);
      scope_call_pieces_clear (&pieces);
      if (scope_call_store_stack_at (store, 0, 1 << (20 + i), last, &frames, &exits, &n, NULL, NULL))
        g_assert_cmpuint (n, <=, SCOPE_CALL_MAX_DEPTH);
    }
}

static void
read_as_calls (const guint8 *data, gsize n)
{
  static CallParts good;
  CallParts parts;
  ScopeBytes *bytes = scope_bytes_new_memory ();
  ScopeCallStore *store;
  guint64 offset;

  if (good.bulk == NULL)
    make_calls (&good);
  parts = good;
  parts.lanes = g_memdup2 (good.lanes, good.n_lanes * sizeof *good.lanes);
  parts.blocks = g_memdup2 (good.blocks, good.n_blocks * sizeof *good.blocks);
  parts.bulk = g_memdup2 (good.bulk, good.n_bulk);
  for (gsize i = 0; i + 4 <= MIN (n, 400); i += 4)
    {
      guint place = (guint) data[i] << 16 | (guint) data[i + 1] << 8 | data[i + 2];

      if (data[i] >= 0xf8)
        patch (parts.lanes, good.n_lanes * sizeof *good.lanes, place & 0xffff, data[i + 3]);
      else if (data[i] >= 0xc0)
        patch (parts.blocks, good.n_blocks * sizeof *good.blocks, place & 0xffff, data[i + 3]);
      else
        patch (parts.bulk, good.n_bulk, place, data[i + 3]);
    }
  scope_bytes_append (bytes, parts.bulk, parts.n_bulk, &offset, NULL);
  store = scope_call_store_load (bytes, parts.lanes, parts.n_lanes, parts.blocks, parts.n_blocks, 1, parts.n_bulk, NULL);
  if (store != NULL)
    read_calls (store);
  scope_call_store_free (store);
  scope_bytes_free (bytes);
  g_free (parts.lanes);
  g_free (parts.blocks);
  g_free (parts.bulk);
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize n)
{
  if (n > 0 && data[0] == 'P')
    read_as_patches (data + 1, n - 1);
  else if (n > 0 && data[0] == 'C')
    read_as_calls (data + 1, n - 1);
  else
    read_as_file (data, n);

  return 0;
}
