/* test-calls.c: the call store against brute force: activations, sums and pictures of any range, stacks at any time, what is kept.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/zoom/scope-call-store.h"

#include <string.h>

#define N_ROWS 120000u
#define N_FUNCTIONS 40u
#define LANE 3u

/* The truth: every activation, and what was under it. */
typedef struct
{
  gint64 enter, exit;
  guint32 function, caller; /* caller: SCOPE_NONE at depth 0 */
  guint depth;
  guint32 context; /* of functions, as contexts merge them */
  gboolean counted;
} Truth;

typedef struct
{
  ScopeBytes *bytes;
  ScopeCallStore *store;
  GArray *truth;    /* of Truth, in order of entering */
  GHashTable *contexts; /* "parent function" → number */
  GArray *parents, *functions; /* of a context: guint32 */
  gint64 end;
  guint most_depth;
} Fixture;

static guint32
context_of (Fixture *fixture, guint32 under, guint32 function)
{
  char *key;
  gpointer found;
  guint32 number;

  for (guint32 c = under; c != SCOPE_NONE; c = g_array_index (fixture->parents, guint32, c))
    if (g_array_index (fixture->functions, guint32, c) == function)
      return c;
  key = g_strdup_printf ("%u %u", under, function);
  if (g_hash_table_lookup_extended (fixture->contexts, key, NULL, &found))
    {
      g_free (key);
      return GPOINTER_TO_UINT (found);
    }
  number = fixture->parents->len;
  g_array_append_val (fixture->parents, under);
  g_array_append_val (fixture->functions, function);
  g_hash_table_insert (fixture->contexts, key, GUINT_TO_POINTER (number));

  return number;
}

/* A program that calls, returns, recurses, sleeps long and works in bursts. `deep`: it goes beyond what is kept. */
static void
fixture_init (Fixture *fixture, guint seed, gboolean finish, gsize memory)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (seed);
  g_autoptr (GArray) stack = g_array_new (FALSE, FALSE, sizeof (guint));
  gint64 time = -5000;

  memset (fixture, 0, sizeof *fixture);
  fixture->bytes = scope_bytes_new_memory ();
  fixture->store = scope_call_store_new (fixture->bytes);
  fixture->truth = g_array_new (FALSE, FALSE, sizeof (Truth));
  fixture->contexts = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  fixture->parents = g_array_new (FALSE, FALSE, sizeof (guint32));
  fixture->functions = g_array_new (FALSE, FALSE, sizeof (guint32));
  for (guint i = 0; i < N_ROWS; i++)
    {
      gboolean enter = stack->len == 0 || (stack->len < 30 && g_rand_int_range (rand, 0, 100) < 52 - (int) stack->len / 6);
      ScopeRow row;

      if (g_rand_int_range (rand, 0, 5000) == 0)
        time += g_rand_int_range (rand, 10000, 1000000);
      else if (g_rand_int_range (rand, 0, 3) > 0)
        time += g_rand_int_range (rand, 0, 40);
      if (enter)
        {
          guint under = stack->len > 0 ? g_array_index (stack, guint, stack->len - 1) : 0;
          gboolean early = g_rand_int_range (rand, 0, 50) == 0;
          Truth truth = { .enter = time, .exit = G_MAXINT64, .depth = stack->len, .counted = !early,
                          .function = 1 + (guint32) g_rand_int_range (rand, 0, g_rand_boolean (rand) ? 5 : N_FUNCTIONS) };
          guint place = fixture->truth->len;

          truth.caller = SCOPE_NONE;
          truth.context = SCOPE_NONE;
          if (stack->len > 0)
            {
              truth.caller = g_array_index (fixture->truth, Truth, under).function;
              truth.context = g_array_index (fixture->truth, Truth, under).context;
            }
          truth.context = context_of (fixture, truth.context, truth.function);
          g_array_append_val (fixture->truth, truth);
          g_array_append_val (stack, place);
          fixture->most_depth = MAX (fixture->most_depth, stack->len);
          row = scope_row (LANE, time, SCOPE_CALL_ENTER | (early ? SCOPE_CALL_EARLY : 0), truth.function);
        }
      else
        {
          g_array_index (fixture->truth, Truth, g_array_index (stack, guint, stack->len - 1)).exit = time;
          g_array_set_size (stack, stack->len - 1);
          row = scope_row (LANE, time, SCOPE_CALL_EXIT, 0);
        }
      g_assert_true (scope_call_store_add_rows (fixture->store, &row, 1, NULL));
      if (memory > 0 && scope_call_store_memory (fixture->store) > memory)
        g_assert_true (scope_call_store_shrink (fixture->store, memory / 2, NULL));
    }
  fixture->end = time + 1000;
  for (guint i = 0; i < fixture->truth->len; i++)
    {
      Truth *truth = &g_array_index (fixture->truth, Truth, i);

      truth->exit = MIN (truth->exit, fixture->end);
    }
  if (finish)
    g_assert_true (scope_call_store_finish (fixture->store, NULL));
}

static void
fixture_clear (Fixture *fixture)
{
  scope_call_store_free (fixture->store);
  scope_bytes_free (fixture->bytes);
  g_array_unref (fixture->truth);
  g_hash_table_unref (fixture->contexts);
  g_array_unref (fixture->parents);
  g_array_unref (fixture->functions);
}

static void
random_range (GRand *rand, const Fixture *fixture, gint64 *from, gint64 *to)
{
  const GArray *truth = fixture->truth;
  guint a = (guint) g_rand_int_range (rand, 0, (gint32) truth->len);
  guint n = (guint) g_rand_int_range (rand, 0, g_rand_boolean (rand) ? 30 : (gint32) truth->len);

  *from = g_array_index (truth, Truth, a).enter + g_rand_int_range (rand, -1, 2);
  *to = g_array_index (truth, Truth, MIN (a + n, truth->len - 1)).exit + g_rand_int_range (rand, -1, 2);
  if (g_rand_int_range (rand, 0, 10) == 0)
    *from = -100000;
  if (g_rand_int_range (rand, 0, 10) == 0 || *to <= *from)
    *to = fixture->end + 1;
}

/* --- sums --- */

typedef struct
{
  gint64 functions[N_FUNCTIONS + 1], pairs[N_FUNCTIONS + 1][N_FUNCTIONS + 1];
  guint64 pair_calls[N_FUNCTIONS + 1][N_FUNCTIONS + 1];
  guint64 *calls;  /* by context */
  gint64 *self;
} Slow;

/* Goes through all activations in order of entering: who is on top, tick by tick of their edges. */
static void
slow_sums (const Fixture *fixture, gint64 from, gint64 to, Slow *slow)
{
  g_autoptr (GArray) stack = g_array_new (FALSE, FALSE, sizeof (guint));
  gint64 functions_until[N_FUNCTIONS + 1], pairs_until[N_FUNCTIONS + 1][N_FUNCTIONS + 1], now = from;

  memset (slow, 0, sizeof *slow);
  slow->calls = g_new0 (guint64, fixture->parents->len);
  slow->self = g_new0 (gint64, fixture->parents->len);
  for (guint i = 0; i <= N_FUNCTIONS; i++)
    {
      functions_until[i] = from;
      for (guint k = 0; k <= N_FUNCTIONS; k++)
        pairs_until[i][k] = from;
    }
  for (guint i = 0; i <= fixture->truth->len; i++)
    {
      const Truth *truth = i < fixture->truth->len ? &g_array_index (fixture->truth, Truth, i) : NULL;
      gint64 enter = truth != NULL ? truth->enter : G_MAXINT64;

      while (stack->len > 0)
        {
          const Truth *top = &g_array_index (fixture->truth, Truth, g_array_index (stack, guint, stack->len - 1));
          gint64 until = MIN (MIN (top->exit, enter), to);

          if (until > now)
            slow->self[top->context] += until - now;
          now = MAX (now, until);
          if (top->exit > enter || (truth != NULL && truth->depth >= stack->len))
            break;
          g_array_set_size (stack, stack->len - 1);
        }
      if (truth == NULL)
        break;
      now = MAX (now, MIN (enter, to));
      g_array_append_val (stack, i);
      if (truth->counted && enter >= from && enter < to)
        {
          slow->calls[truth->context]++;
          slow->pair_calls[truth->caller == SCOPE_NONE ? 0 : truth->caller][truth->function]++;
        }
      /* Unions of intervals that begin in order. */
      {
        gint64 *f = &functions_until[truth->function];
        gint64 *p = &pairs_until[truth->caller == SCOPE_NONE ? 0 : truth->caller][truth->function];
        gint64 end = MIN (truth->exit, to);

        slow->functions[truth->function] += MAX (0, end - MAX (MAX (enter, from), *f));
        *f = MAX (*f, end);
        slow->pairs[truth->caller == SCOPE_NONE ? 0 : truth->caller][truth->function] += MAX (0, end - MAX (MAX (enter, from), *p));
        *p = MAX (*p, end);
      }
    }
}

static void
compare_sums (Fixture *fixture, const ScopeCallSums *sums, const Slow *slow)
{
  g_autofree guint32 *numbers = g_new (guint32, sums->contexts->len + 1);
  guint64 calls = 0, wanted_calls = 0;
  gint64 self = 0, wanted_self = 0;

  for (guint i = 0; i < sums->functions->len; i++)
    {
      const ScopeCallFunctionTime *function = &g_array_index (sums->functions, ScopeCallFunctionTime, i);

      g_assert_cmpint (function->total, ==, slow->functions[function->number]);
    }
  for (guint i = 0; i < sums->contexts->len; i++)
    {
      const ScopeCallContext *context = &g_array_index (sums->contexts, ScopeCallContext, i);
      guint32 function = g_array_index (sums->functions, ScopeCallFunctionTime, context->function).number;

      numbers[i] = context_of (fixture, context->parent == SCOPE_NONE ? SCOPE_NONE : numbers[context->parent], function);
      g_assert_cmpuint (context->calls, ==, slow->calls[numbers[i]]);
      g_assert_cmpint (context->self, ==, slow->self[numbers[i]]);
      calls += context->calls;
      self += context->self;
    }
  for (guint i = 0; i < fixture->parents->len; i++)
    {
      wanted_calls += slow->calls[i];
      wanted_self += slow->self[i];
    }
  g_assert_cmpuint (calls, ==, wanted_calls);
  g_assert_cmpint (self, ==, wanted_self);
  calls = 0;
  for (guint i = 0; i < sums->pairs->len; i++)
    {
      const ScopeCallPair *pair = &g_array_index (sums->pairs, ScopeCallPair, i);
      guint32 callee = g_array_index (sums->functions, ScopeCallFunctionTime, pair->callee).number;
      guint32 caller = pair->caller == SCOPE_NONE
                           ? 0
                           : g_array_index (sums->functions, ScopeCallFunctionTime, pair->caller).number;

      g_assert_cmpuint (pair->calls, ==, slow->pair_calls[caller][callee]);
      g_assert_cmpint (pair->total, ==, slow->pairs[caller][callee]);
      calls += pair->calls;
    }
  g_assert_cmpuint (calls, ==, wanted_calls);
}

static void
check_sums (Fixture *fixture, guint rounds)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (7);

  for (guint r = 0; r < rounds; r++)
    {
      ScopeCallSums sums;
      Slow slow;
      gint64 from, to;

      random_range (rand, fixture, &from, &to);
      scope_call_sums_init (&sums, G_MAXUINT32);
      g_assert_true (scope_call_store_sum (fixture->store, LANE, from, to, fixture->end, &sums, NULL, NULL));
      slow_sums (fixture, from, MIN (to, fixture->end), &slow);
      compare_sums (fixture, &sums, &slow);
      scope_call_sums_clear (&sums);
      g_free (slow.calls);
      g_free (slow.self);
    }
}

/* --- pieces --- */

static void
check_pieces (Fixture *fixture, guint rounds)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (8);

  for (guint r = 0; r < rounds; r++)
    {
      static const gint64 finests[] = { 0, 1, 37, 1000, 40000, 1000000 };
      gint64 from, to, until, finest = finests[r % G_N_ELEMENTS (finests)];
      g_autofree gint64 *covered = g_new0 (gint64, 64), *wanted = g_new0 (gint64, 64);
      g_autofree guint64 *n = g_new0 (guint64, 64), *wanted_n = g_new0 (guint64, 64);
      ScopeCallPieces pieces;

      random_range (rand, fixture, &from, &to);
      if (finest > 100)
        {
          from = -100000;
          to = fixture->end + 1;
        }
      scope_call_pieces_init (&pieces, finest, SCOPE_CALL_MAX_DEPTH);
      g_assert_true (scope_call_store_pieces (fixture->store, LANE, from, to, fixture->end, G_MAXSIZE, &pieces, &until, NULL,
                                              NULL));
      g_assert_cmpint (until, ==, to);
      for (guint d = 0; d < pieces.n_lines; d++)
        {
          const GArray *done = pieces.lines[d].done;

          /* Two a pixel, and some at the edges of nodes. */
          if (finest > 0)
            g_assert_cmpint (done->len, <=, 2 * ((to - from) / finest) + 64);
          for (guint i = 0; i < done->len; i++)
            {
              const ScopeCallPiece *piece = &g_array_index (done, ScopeCallPiece, i);

              g_assert_cmpint (piece->from, <=, piece->to);
              g_assert_cmpint (piece->covered, <=, piece->to - piece->from);
              g_assert_cmpint (piece->share, <=, piece->covered);
              g_assert_cmpint (piece->longest, <=, piece->covered);
              if (i > 0)
                g_assert_cmpint (piece[-1].to, <=, piece->from);
              covered[d] += piece->n > 1 ? piece->covered
                                         : MAX (0, MIN (piece->to, MIN (to, fixture->end)) - MAX (piece->from, from));
              n[d] += piece->n;
            }
        }
      for (guint i = 0; i < fixture->truth->len; i++)
        {
          const Truth *truth = &g_array_index (fixture->truth, Truth, i);

          if (truth->enter >= to || (truth->exit <= from && truth->enter < from))
            continue;
          wanted[truth->depth] += MAX (0, MIN (truth->exit, MIN (to, fixture->end)) - MAX (truth->enter, from));
          wanted_n[truth->depth] += truth->exit > from || (truth->exit == from && truth->enter >= from);
        }
      if (finest == 0 || finest > 100) /* in between, stretches may reach over the range's edges */
        for (guint d = 0; d < fixture->most_depth; d++)
          {
            g_assert_cmpint (covered[d], ==, wanted[d]);
            if (finest > 100)
              g_assert_cmpuint (n[d], ==, wanted_n[d]);
          }
      scope_call_pieces_clear (&pieces);
    }
}

/* --- stacks and cursors --- */

static void
check_stacks (Fixture *fixture, guint rounds)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (9);

  for (guint r = 0; r < rounds; r++)
    {
      g_autofree ScopeCallFrame *frames = NULL;
      g_autofree gint64 *exits = NULL;
      guint n, found = 0;
      gint64 time, unused;

      random_range (rand, fixture, &time, &unused);
      g_assert_true (scope_call_store_stack_at (fixture->store, LANE, time, fixture->end, &frames, &exits, &n, NULL, NULL));
      for (guint i = 0; i < fixture->truth->len; i++)
        {
          const Truth *truth = &g_array_index (fixture->truth, Truth, i);

          if (truth->enter > time || truth->exit <= time)
            continue;
          g_assert_cmpuint (truth->depth, <, n);
          g_assert_cmpint (frames[truth->depth].enter, ==, truth->enter);
          g_assert_cmpuint (frames[truth->depth].function, ==, truth->function);
          g_assert_cmpint (exits[truth->depth], ==, truth->exit);
          found++;
        }
      g_assert_cmpuint (found, ==, n);
    }
}

static int
by_exit (gconstpointer a, gconstpointer b)
{
  const Truth *x = a, *y = b;

  return x->exit < y->exit ? -1 : x->exit > y->exit;
}

static void
check_cursor (Fixture *fixture)
{
  g_autoptr (GArray) truth = g_array_copy (fixture->truth);
  ScopeCallCursor cursor;
  ScopeTransition row;
  guint left = 0, entered = 0;

  g_array_sort (truth, by_exit);
  g_assert_true (scope_call_cursor_init (&cursor, fixture->store, LANE, SCOPE_TIME_MIN, SCOPE_TIME_MAX, NULL));
  while (scope_call_cursor_next (&cursor, &row, NULL))
    if (SCOPE_CALL_OP (row.code) == SCOPE_CALL_EXIT)
      g_assert_cmpint (row.time, ==, g_array_index (truth, Truth, left++).exit);
    else
      {
        g_assert_cmpint (row.time, ==, g_array_index (fixture->truth, Truth, entered).enter);
        g_assert_cmpuint (row.ref, ==, g_array_index (fixture->truth, Truth, entered).function);
        g_assert_cmpuint (cursor.n_frames, ==, g_array_index (fixture->truth, Truth, entered).depth);
        entered++;
      }
  g_assert_cmpuint (entered, ==, truth->len);
  g_assert_cmpuint (left + cursor.n_frames, ==, truth->len);
  scope_call_cursor_clear (&cursor);
}

static void
check_all (Fixture *fixture)
{
  check_cursor (fixture);
  check_sums (fixture, 60);
  check_pieces (fixture, 60);
  check_stacks (fixture, 60);
  g_assert_cmpuint (scope_call_store_depth (fixture->store, LANE), ==, fixture->most_depth);
  g_assert_cmpuint (scope_call_store_depth (fixture->store, LANE + 1), ==, 0);
}

static void
test_open (void)
{
  Fixture fixture;

  fixture_init (&fixture, 1, FALSE, 0);
  check_all (&fixture);
  fixture_clear (&fixture);
}

static void
test_finished (void)
{
  Fixture fixture;

  fixture_init (&fixture, 2, TRUE, 0);
  check_all (&fixture);
  fixture_clear (&fixture);
}

/* Blocks of all lengths, as when memory is short. */
static void
test_short_blocks (void)
{
  Fixture fixture;

  fixture_init (&fixture, 3, TRUE, 4000);
  check_all (&fixture);
  fixture_clear (&fixture);
}

static void
test_kept (void)
{
  Fixture fixture;
  g_autofree ScopeCallLaneRecord *lanes = NULL;
  g_autofree ScopeCallBlock *blocks = NULL;
  guint32 n_lanes, n_blocks, damaged = 0;
  ScopeCallStore *store;

  fixture_init (&fixture, 4, TRUE, 0);
  scope_call_store_save (fixture.store, &lanes, &n_lanes, &blocks, &n_blocks);
  g_assert_cmpuint (n_lanes, ==, 1);
  g_assert_cmpuint (lanes[0].n_rows, ==, N_ROWS);
  store = scope_call_store_load (fixture.bytes, lanes, n_lanes, blocks, n_blocks, LANE + 1, G_MAXINT64, NULL);
  g_assert_nonnull (store);
  scope_call_store_free (fixture.store);
  fixture.store = store;
  check_all (&fixture);
  g_assert_null (scope_call_store_load (fixture.bytes, lanes, n_lanes, blocks, n_blocks, LANE, G_MAXINT64, NULL));
  g_assert_null (scope_call_store_load (fixture.bytes, lanes, n_lanes, blocks, n_blocks - 1, LANE + 1, G_MAXINT64, NULL));
  for (guint32 i = 0; i < n_blocks; i++)
    {
      ScopeCallBlock block = blocks[i];

      blocks[i].t0 += 1;
      blocks[i].t1 += 1;
      store = scope_call_store_load (fixture.bytes, lanes, n_lanes, blocks, n_blocks, LANE + 1, G_MAXINT64, NULL);
      damaged += store == NULL;
      scope_call_store_free (store);
      blocks[i] = block;
    }
  g_assert_cmpuint (damaged, ==, n_blocks);
  fixture_clear (&fixture);
}

/* A million frames: some are kept, all calls are counted, memory is bounded. */
static void
test_deep (void)
{
  const guint n = 1000000;
  ScopeBytes *bytes = scope_bytes_new_memory ();
  ScopeCallStore *store = scope_call_store_new (bytes);
  ScopeCallSums sums;
  guint64 calls = 0;

  for (guint i = 0; i < 2 * n; i++)
    {
      ScopeRow row = i < n ? scope_row (LANE, i, SCOPE_CALL_ENTER, 1 + i % 3) : scope_row (LANE, i, SCOPE_CALL_EXIT, 0);

      g_assert_true (scope_call_store_add_rows (store, &row, 1, NULL));
    }
  g_assert_cmpuint (scope_call_store_memory (store), <, 1000000);
  g_assert_true (scope_call_store_finish (store, NULL));
  g_assert_cmpuint (scope_call_store_depth (store, LANE), ==, SCOPE_CALL_MAX_DEPTH);
  scope_call_sums_init (&sums, 1000);
  g_assert_true (scope_call_store_sum (store, LANE, SCOPE_TIME_MIN, SCOPE_TIME_MAX, 2 * n, &sums, NULL, NULL));
  g_assert_cmpuint (sums.contexts->len, ==, 3);
  for (guint i = 0; i < 3; i++)
    calls += g_array_index (sums.contexts, ScopeCallContext, i).calls;
  g_assert_cmpuint (calls, ==, n);
  g_assert_cmpint (g_array_index (sums.functions, ScopeCallFunctionTime, 0).total, ==, 2 * n - 1);
  scope_call_sums_clear (&sums);
  scope_call_store_free (store);
  scope_bytes_free (bytes);
}

/* Damaged bytes of nodes and blocks: said so, or something harmless. */
static void
test_damaged_bytes (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (11);
  g_autoptr (GByteArray) packed = g_byte_array_new ();
  ScopeCallPieces pieces, again;
  ScopeCallSums sums;
  guint refused = 0;

  scope_call_pieces_init (&pieces, 4, SCOPE_CALL_MAX_DEPTH);
  for (guint i = 0; i < 200; i++)
    scope_call_pieces_add_one (&pieces, i % 4, i * 3, i * 3 + i % 7, i % 5, 0, FALSE, FALSE);
  scope_call_pieces_end (&pieces);
  scope_call_pieces_pack (&pieces, 0, packed);
  scope_call_pieces_clear (&pieces);
  for (guint i = 0; i < 2000; i++)
    {
      g_autofree guint8 *bytes = g_memdup2 (packed->data, packed->len);

      bytes[g_rand_int_range (rand, 0, (gint32) packed->len)] = (guint8) g_rand_int (rand);
      scope_call_pieces_init (&again, 1, SCOPE_CALL_MAX_DEPTH);
      refused += !scope_call_pieces_add_packed (&again, 0, 1000, bytes, (gsize) g_rand_int_range (rand, 0, (gint32) packed->len),
                                                0, 1000);
      scope_call_pieces_clear (&again);
      scope_call_sums_init (&sums, 100);
      scope_call_sums_add_packed (&sums, 1000, bytes, packed->len);
      scope_call_sums_clear (&sums);
    }
  g_assert_cmpuint (refused, >, 100);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/calls/open", test_open);
  g_test_add_func ("/calls/finished", test_finished);
  g_test_add_func ("/calls/short-blocks", test_short_blocks);
  g_test_add_func ("/calls/kept", test_kept);
  g_test_add_func ("/calls/deep", test_deep);
  g_test_add_func ("/calls/damaged-bytes", test_damaged_bytes);

  return g_test_run ();
}
