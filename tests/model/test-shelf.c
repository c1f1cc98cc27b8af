/* test-shelf.c: what was read and is let go again: lanes and tables of many machines, read side by side with little room.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/base/scope-shelf.h"
#include "model/trace/document/scope-table.h"
#include "model/zoom/scope-lane-store.h"

#include <string.h>

#define N_STORES 8u
#define N_LANES 12u /* the last one counts */
#define LONG_LANE 3u
#define N_READERS 4u
#define ROUNDS 400u
#define PLACE sizeof (ScopeShelved) /* what each of them takes itself */

/* --- the shelf alone --- */

typedef struct
{
  ScopeShelved *shelved;
  gboolean held, gone;
} Thing;

static gboolean
let_thing_go (gpointer data)
{
  Thing *thing = data;

  if (thing->held)
    return FALSE;
  thing->shelved = NULL;
  thing->gone = TRUE;
  return TRUE;
}

static void
test_order (void)
{
  g_autoptr (ScopeShelf) shelf = scope_shelf_new (3 * (10 + PLACE));
  Thing things[5] = { { NULL } };

  for (guint i = 0; i < 3; i++)
    scope_shelf_put (shelf, &things[i].shelved, let_thing_go, &things[i], 10);
  g_assert_cmpuint (scope_shelf_bytes (shelf), ==, 3 * (10 + PLACE));
  scope_shelved_look (things[0].shelved); /* longest there, but looked at */
  scope_shelf_put (shelf, &things[3].shelved, let_thing_go, &things[3], 10);
  g_assert_true (things[1].gone && !things[0].gone && !things[2].gone && !things[3].gone);
  things[2].held = TRUE;
  scope_shelf_put (shelf, &things[4].shelved, let_thing_go, &things[4], 10);
  g_assert_true (!things[2].gone && things[0].gone + things[3].gone == 1);
  /* What is larger than all the room stays while it is the last. */
  scope_shelf_put (shelf, &things[4].shelved, let_thing_go, &things[4], 100);
  g_assert_true (!things[4].gone && !things[2].gone && things[0].gone && things[3].gone);
  g_assert_cmpuint (scope_shelf_bytes (shelf), ==, 120 + 2 * PLACE);
  for (guint i = 0; i < 5; i++)
    scope_shelf_take_off (shelf, &things[i].shelved);
  g_assert_cmpuint (scope_shelf_bytes (shelf), ==, 0);
}

/* What is used in turn stays, though it is more than there is room for. */
static void
test_in_turn (void)
{
  g_autoptr (ScopeShelf) shelf = scope_shelf_new (30 + PLACE);
  Thing lanes = { NULL }, bulk = { NULL };
  guint n_read = 0;

  for (guint i = 0; i < 100; i++)
    for (guint k = 0; k < 2; k++)
      {
        Thing *thing = k == 0 ? &lanes : &bulk;

        if (thing->shelved == NULL)
          {
            n_read++;
            scope_shelf_put (shelf, &thing->shelved, let_thing_go, thing, 25);
          }
        scope_shelved_look (thing->shelved);
      }
  g_assert_cmpuint (n_read, ==, 2);
  scope_shelf_take_off (shelf, &lanes.shelved);
  scope_shelf_take_off (shelf, &bulk.shelved);
}

/* --- lanes and tables --- */

typedef struct
{
  ScopeBytes *bytes;
  ScopeLaneStore *lanes;
  ScopeTable *table;
  ScopeLaneRecord *records;
  ScopeBlock *blocks;
  ScopeTableBlock *table_blocks;
  guint32 n_lanes, n_blocks, n_table_blocks;
  guint n_read; /* atomic: how often somebody read */
  gboolean is_gone;
  guint n_damages;
} World;

static gboolean
read_lanes (gpointer data, guint32 first, guint32 n, ScopeLaneRecord *lanes, ScopeBlock **ret_blocks, guint64 *ret_n_blocks)
{
  World *world = data;

  g_assert_true (first == 0 && n == world->n_lanes);
  memcpy (lanes, world->records, n * sizeof *lanes);
  *ret_blocks = g_memdup2 (world->blocks, world->n_blocks * sizeof *world->blocks);
  *ret_n_blocks = world->n_blocks;
  g_atomic_int_inc (&world->n_read);
  return TRUE;
}

static gboolean
read_table (gpointer data, ScopeTableKind kind, ScopeTableBlock *blocks, guint32 n)
{
  World *world = data;

  memcpy (blocks, world->table_blocks, n * sizeof *blocks);
  g_atomic_int_inc (&world->n_read);
  return !world->is_gone;
}

static void
damaged (gpointer data)
{
  World *world = data;

  g_assert_true (world->is_gone);
  world->n_damages++;
}

static void
fill (World *world)
{
  guint32 counts = N_LANES - 1;

  world->bytes = scope_bytes_new_memory ();
  world->lanes = scope_lane_store_new (world->bytes);
  world->table = scope_table_new (SCOPE_TABLE_COLLECTIONS, world->bytes);
  for (guint i = 0; i < N_LANES; i++)
    scope_lane_store_add_lane (world->lanes, i == counts ? SCOPE_KIND_THREADS : SCOPE_KIND_THREAD, SCOPE_CODE_IDLE, SCOPE_NONE);
  for (gint64 t = 0; t < 200000; t++)
    {
      guint32 lane = t % 40 != 0 ? LONG_LANE : (guint32) g_test_rand_int_range (0, (gint32) counts);
      ScopeRow row = scope_row (lane, t * 10, t % 3 == 0 ? SCOPE_CODE_RUNNING : t % 3 == 1 ? SCOPE_CODE_MVAR : SCOPE_CODE_IDLE, (guint32) t % 7);

      g_assert_true (scope_lane_store_add_rows (world->lanes, &row, 1, NULL));
    }
  for (gint64 t = 0; t < 5000; t++)
    {
      gint64 row[SCOPE_TABLE_MAX_COLUMNS] = { t * 400, t };

      g_assert_true (scope_table_add (world->table, row, NULL));
    }
  g_assert_true (scope_lane_store_finish (world->lanes, 2000000, NULL) && scope_table_finish (world->table, NULL));
  scope_lane_store_save (world->lanes, &world->records, &world->n_lanes, &world->blocks, &world->n_blocks);
  scope_table_save (world->table, &world->table_blocks, &world->n_table_blocks);
}

static void
world_clear (World *world)
{
  scope_table_free (world->table);
  scope_lane_store_free (world->lanes);
  scope_bytes_free (world->bytes);
  g_free (world->records);
  g_free (world->blocks);
  g_free (world->table_blocks);
}

typedef struct
{
  World *world;
  ScopeLaneStore *stores[N_STORES];
  ScopeTable *tables[N_STORES];
  guint32 seed;
} Reading;

static void
compare_lanes (ScopeLaneStore *truth, ScopeLaneStore *lanes, guint32 lane, gint64 from, gint64 to)
{
  gint64 a[SCOPE_N_STATES], b[SCOPE_N_STATES], first[2], last[2];
  g_autoptr (ScopeTile) tile = scope_lane_store_read_tile (truth, lane, 8, from >> 17, NULL);
  g_autoptr (ScopeTile) same = scope_lane_store_read_tile (lanes, lane, 8, from >> 17, NULL);
  ScopeInterval x = { 0 }, y = { 0 };

  g_assert_cmpint (scope_lane_store_kind (lanes, lane), ==, scope_lane_store_kind (truth, lane));
  g_assert_cmpint (scope_lane_store_life (lanes, lane, &first[0], &last[0]), ==, scope_lane_store_life (truth, lane, &first[1], &last[1]));
  g_assert_true (scope_lane_store_range_totals (truth, lane, from, to, a, NULL) && scope_lane_store_range_totals (lanes, lane, from, to, b, NULL));
  g_assert_cmpmem (a, sizeof a, b, sizeof b);
  g_assert_true (tile != NULL && same != NULL && tile->kind == same->kind && tile->n_transitions == same->n_transitions);
  if (scope_lane_store_counts (lanes, lane))
    return;
  g_assert_cmpint (scope_lane_store_interval_at (truth, lane, from, &x, NULL), ==, scope_lane_store_interval_at (lanes, lane, from, &y, NULL));
  g_assert_true (x.from == y.from && x.to == y.to && x.code == y.code && x.ref == y.ref);
}

static void
compare_tables (ScopeTable *truth, ScopeTable *table, gint64 from, gint64 to)
{
  g_auto (ScopeTableCursor) a = scope_table_cursor (truth, from, to, NULL), b = scope_table_cursor (table, from, to, NULL);
  const gint64 *row;

  while ((row = scope_table_cursor_row (&a, NULL)) != NULL)
    g_assert_cmpint (row[1], ==, scope_table_cursor_row (&b, NULL)[1]);
  g_assert_null (scope_table_cursor_row (&b, NULL));
  g_assert_cmpuint (scope_table_n_rows (table), ==, 5000);
}

static gpointer
read_at_random (gpointer data)
{
  const Reading *reading = data;
  g_autoptr (GRand) choice = g_rand_new_with_seed (reading->seed);

  for (guint i = 0; i < ROUNDS; i++)
    {
      guint which = (guint) g_rand_int_range (choice, 0, N_STORES);
      gint64 from = g_rand_int_range (choice, 0, 1999000), to = from + g_rand_int_range (choice, 1, 200000);

      compare_lanes (reading->world->lanes, reading->stores[which], (guint32) g_rand_int_range (choice, 0, N_LANES), from, to);
      compare_tables (reading->world->table, reading->tables[which], from, to);
    }
  return NULL;
}

/* Some threads read machines at random, and there is room for two or three of them. */
static void
test_side_by_side (void)
{
  World world = { NULL };
  g_autoptr (ScopeShelf) shelf = scope_shelf_new (16 * 1024);
  Reading readings[N_READERS] = { { &world } };
  GThread *threads[N_READERS];

  fill (&world);
  g_assert_cmpuint (world.records[LONG_LANE].n_blocks, >, 40); /* that lane is not packed */
  for (guint i = 0; i < N_STORES; i++)
    {
      readings[0].stores[i] = scope_lane_store_new (world.bytes);
      scope_lane_store_end_load_early (readings[0].stores[i], world.n_lanes,
                                       &(ScopeLaneDirectory) { .read = read_lanes, .damaged = damaged, .data = &world, .n_blocks = world.n_blocks,
                                                               .n_bytes = G_MAXUINT32, .one_counts = TRUE, .counts = N_LANES - 1, .shelf = shelf });
      readings[0].tables[i] = scope_table_expect (SCOPE_TABLE_COLLECTIONS, world.bytes,
                                                  &(ScopeTableSource) { .read = read_table, .damaged = damaged, .data = &world,
                                                                        .n_blocks = world.n_table_blocks, .n_bytes = G_MAXUINT32, .shelf = shelf });
    }
  for (guint i = 0; i < N_READERS; i++)
    {
      readings[i] = readings[0];
      readings[i].seed = (guint32) g_test_rand_int ();
      threads[i] = g_thread_new ("reader", read_at_random, &readings[i]);
    }
  for (guint i = 0; i < N_READERS; i++)
    g_thread_join (threads[i]);
  g_assert_cmpint (world.n_read, >, 4 * 2 * N_STORES);
  g_assert_cmpuint (scope_shelf_bytes (shelf), <=, 32 * 1024); /* what was in use when the last came stays */
  for (guint i = 0; i < N_STORES; i++)
    {
      scope_lane_store_free (readings[0].stores[i]);
      scope_table_free (readings[0].tables[i]);
    }
  g_assert_cmpuint (scope_shelf_bytes (shelf), ==, 0);
  world_clear (&world);
}

/* What was let go cannot be read again: who is in the middle of it finds nothing more. */
static void
test_not_again (void)
{
  World world = { NULL };
  g_autoptr (ScopeShelf) shelf = scope_shelf_new (1);
  ScopeTable *table;

  fill (&world);
  table = scope_table_expect (SCOPE_TABLE_COLLECTIONS, world.bytes,
                              &(ScopeTableSource) { .read = read_table, .damaged = damaged, .data = &world,
                                                    .n_blocks = world.n_table_blocks, .n_bytes = G_MAXUINT32, .shelf = shelf });
  for (guint i = 0; i < 2; i++)
    {
      g_auto (ScopeTableCursor) cursor = i == 0 ? scope_table_cursor_lasting (table, 1000000) : scope_table_cursor (table, 0, 2000000, NULL);

      world.is_gone = FALSE;
      g_assert_cmpuint (scope_table_n_rows (table), ==, i == 0 ? 5000 : 0); /* what is damaged stays so */
      for (guint k = 0; k < 3; k++) /* what was looked at stays once */
        {
          Thing thing = { NULL };

          scope_shelf_put (shelf, &thing.shelved, let_thing_go, &thing, 1);
          scope_shelf_take_off (shelf, &thing.shelved);
        }
      world.is_gone = TRUE;
      g_assert_null (scope_table_cursor_row (&cursor, NULL));
    }
  g_assert_cmpuint (world.n_damages, ==, 1);
  scope_table_free (table);
  world_clear (&world);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/shelf/order", test_order);
  g_test_add_func ("/shelf/in-turn", test_in_turn);
  g_test_add_func ("/shelf/side-by-side", test_side_by_side);
  g_test_add_func ("/shelf/not-again", test_not_again);

  return g_test_run ();
}
