/* test-pairs.c: sums per pair against adding up all messages: any range, filters, clocks, many pairs, damage; and that an
 * order by clustering finds what was hidden.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/scene/matrix/scope-matrix.h"
#include "model/scene/matrix/scope-seriation.h"
#include "model/trace/document/scope-pair-pack.h"
#include "model/trace/messages/scope-clock-shifts.h"
#include "model/trace/messages/scope-pairs.h"

#include <math.h>
#include <string.h>

#define N_MACHINES 5u
#define N_ROWS 40000u /* of each: 40 blocks, so sums of three heights */

typedef struct
{
  ScopeTrace *trace;
  gint64 offsets[N_MACHINES];
} Model;

/* A message of any kind: local, lost, never sent, to machines that are not there. */
static void
any_row (GRand *rand, guint machine, gint64 time, guint n_processes, const gint64 *offsets, gint64 *row)
{
  guint kind = (guint) g_rand_int_range (rand, 0, 40), to = (guint) g_rand_int_range (rand, 0, N_MACHINES);

  row[SCOPE_MESSAGE_SEND] = time;
  row[SCOPE_MESSAGE_TAG] = SCOPE_TAG_FIRST + g_rand_int_range (rand, 0, SCOPE_N_TAGS);
  row[SCOPE_MESSAGE_FROM_MACHINE] = machine;
  row[SCOPE_MESSAGE_FROM_PROCESS] = g_rand_int_range (rand, 0, (gint32) n_processes);
  row[SCOPE_MESSAGE_FROM_PORT] = 1;
  row[SCOPE_MESSAGE_TO_MACHINE] = kind == 0 ? (gint64) (77u | SCOPE_MESSAGE_ABSENT_MACHINE) : to;
  row[SCOPE_MESSAGE_TO_PROCESS] = g_rand_int_range (rand, 0, (gint32) n_processes);
  row[SCOPE_MESSAGE_TO_PORT] = 2;
  row[SCOPE_MESSAGE_RECEIVE] = kind <= 1 ? SCOPE_TABLE_NULL
                                         : time + offsets[machine] - offsets[to] + g_rand_int_range (rand, -50, 900);
  row[SCOPE_MESSAGE_SIZE] = kind <= 3 ? SCOPE_TABLE_NULL : g_rand_int_range (rand, 1, 1000);
  if (kind == 4)
    { /* with the receiver, as nobody saw it sent */
      row[SCOPE_MESSAGE_FROM_MACHINE] = to;
      row[SCOPE_MESSAGE_TO_MACHINE] = machine;
      row[SCOPE_MESSAGE_RECEIVE] = time;
      row[SCOPE_MESSAGE_SEND] = SCOPE_TABLE_NULL;
    }
}

static void
model_init (Model *model, guint n_processes)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (n_processes);

  model->trace = scope_trace_new ();
  for (guint m = 0; m < N_MACHINES; m++)
    model->offsets[m] = g_rand_int_range (rand, -30000, 30000);
  for (guint m = 0; m < N_MACHINES; m++)
    {
      ScopeMachine *machine = scope_machine_new (m, scope_bytes_new_memory ());
      ScopeTable *table = machine->tables[SCOPE_TABLE_MESSAGES]
          = scope_table_new (SCOPE_TABLE_MESSAGES, machine->bytes);
      gint64 time = 100, row[SCOPE_TABLE_MAX_COLUMNS];

      machine->offset = model->offsets[m];
      for (guint i = 0; i < N_ROWS; i++)
        {
          time += g_rand_int_range (rand, 0, 10);
          any_row (rand, m, time - (i % 50 == 7 ? g_rand_int_range (rand, 0, 2000) : 0), n_processes, model->offsets, row);
          g_assert_true (scope_table_add (table, row, NULL));
        }
      g_assert_true (scope_table_finish (table, NULL));
      scope_machine_take_pairs (machine, scope_pair_tree_build (table, machine->bytes, model->offsets, N_MACHINES, NULL,
                                                                NULL));
      g_assert_nonnull (scope_machine_pairs (machine));
      scope_trace_add_machine (model->trace, machine);
    }
}

static void
model_clear (Model *model)
{
  g_object_unref (model->trace);
}

/* --- all messages, one by one --- */

static ScopePair *
slow_pair (GArray *pairs, guint32 from_machine, gint64 from, guint32 to_machine, gint64 to)
{
  ScopePair fresh = { .from_machine = from_machine, .to_machine = to_machine, .from = from, .to = to };

  for (guint i = 0; i < pairs->len; i++)
    {
      ScopePair *pair = &g_array_index (pairs, ScopePair, i);
      if (pair->from_machine == from_machine && pair->to_machine == to_machine && pair->from == from && pair->to == to)
        return pair;
    }
  g_array_append_val (pairs, fresh);
  return &g_array_index (pairs, ScopePair, pairs->len - 1);
}

static void
slow_add (GArray *pairs, const ScopeQueryRange *within, ScopeParty by, const gint64 *row, guint machine)
{
  gboolean sent = row[SCOPE_MESSAGE_SEND] != SCOPE_TABLE_NULL, received = row[SCOPE_MESSAGE_RECEIVE] != SCOPE_TABLE_NULL;
  gint64 time = (sent ? row[SCOPE_MESSAGE_SEND] : row[SCOPE_MESSAGE_RECEIVE])
                + scope_trace_offset (within->trace, scope_trace_machine (within->trace, machine));
  ScopeMessageLine line;
  ScopePair *pair;
  gint64 latency;

  if (time < within->from || time >= within->to
      || (within->messages != NULL
          && !(scope_message_from_any_row (within->trace, row, &line)
               && scope_message_filter_wants (within->messages, &line))))
    return;
  pair = slow_pair (pairs, (guint32) row[SCOPE_MESSAGE_FROM_MACHINE],
                    by == SCOPE_PARTY_PROCESS ? scope_message_party (row[SCOPE_MESSAGE_FROM_PROCESS], row[SCOPE_MESSAGE_FROM_PORT]) : SCOPE_TABLE_NULL,
                    (guint32) row[SCOPE_MESSAGE_TO_MACHINE],
                    by == SCOPE_PARTY_PROCESS ? scope_message_party (row[SCOPE_MESSAGE_TO_PROCESS], row[SCOPE_MESSAGE_TO_PORT]) : SCOPE_TABLE_NULL);
  pair->count++;
  pair->sent += sent;
  pair->received += received;
  if (row[SCOPE_MESSAGE_SIZE] != SCOPE_TABLE_NULL)
    {
      pair->sized++;
      pair->size += (guint64) row[SCOPE_MESSAGE_SIZE];
    }
  if (!sent || !received)
    return;
  latency = row[SCOPE_MESSAGE_RECEIVE] - row[SCOPE_MESSAGE_SEND]
            + scope_trace_offset (within->trace, scope_trace_machine (within->trace, pair->to_machine))
            - scope_trace_offset (within->trace, scope_trace_machine (within->trace, pair->from_machine));
  pair->latency_min = pair->timed == 0 ? latency : MIN (pair->latency_min, latency);
  pair->latency_max = pair->timed == 0 ? latency : MAX (pair->latency_max, latency);
  pair->latency += latency;
  pair->reversed += latency < 0;
  pair->timed++;
}

static int
compare_pairs (gconstpointer a, gconstpointer b)
{
  const ScopePair *x = a, *y = b;

  if (x->from_machine != y->from_machine)
    return x->from_machine < y->from_machine ? -1 : 1;
  if (x->from != y->from)
    return x->from < y->from ? -1 : 1;
  if (x->to_machine != y->to_machine)
    return x->to_machine < y->to_machine ? -1 : 1;
  return x->to < y->to ? -1 : x->to > y->to;
}

static void
check (const ScopeQueryRange *within, ScopeParty by)
{
  g_autoptr (GArray) found = scope_pairs_read (within, by, NULL);
  g_autoptr (GArray) want = g_array_new (FALSE, TRUE, sizeof (ScopePair));
  gint64 row[SCOPE_TABLE_MAX_COLUMNS];

  g_assert_nonnull (found);
  for (guint m = 0; m < N_MACHINES; m++)
    {
      ScopeTableCursor cursor;

      scope_table_cursor_init (&cursor, scope_trace_machine (within->trace, m)->tables[SCOPE_TABLE_MESSAGES],
                               SCOPE_TIME_MIN, SCOPE_TIME_MAX);
      while (scope_table_cursor_next (&cursor, row, NULL))
        slow_add (want, within, by, row, m);
      scope_table_cursor_clear (&cursor);
    }
  g_array_sort (want, compare_pairs);
  g_assert_cmpuint (found->len, ==, want->len);
  for (guint i = 0; i < want->len; i++)
    {
      const ScopePair *a = &g_array_index (found, ScopePair, i), *b = &g_array_index (want, ScopePair, i);

      g_assert_cmpint (compare_pairs (a, b), ==, 0);
      g_assert_cmpuint (a->count, ==, b->count);
      g_assert_cmpuint (a->sent, ==, b->sent);
      g_assert_cmpuint (a->received, ==, b->received);
      g_assert_cmpuint (a->timed, ==, b->timed);
      g_assert_cmpuint (a->sized, ==, b->sized);
      g_assert_cmpuint (a->size, ==, b->size);
      g_assert_cmpuint (a->reversed, ==, b->reversed);
      g_assert_cmpint (a->latency, ==, b->latency);
      g_assert_cmpint (a->latency_min, ==, b->latency_min);
      g_assert_cmpint (a->latency_max, ==, b->latency_max);
    }
}

static void
any_filter (GRand *rand, ScopeMessageFilter *filter)
{
  scope_message_filter_init (filter);
  filter->system = g_rand_boolean (rand);
  filter->without_tags = g_rand_int (rand) & g_rand_int (rand) & ((1u << SCOPE_N_TAGS) - 1);
  filter->reversed_only = g_rand_int_range (rand, 0, 6) == 0;
  filter->unmatched_only = g_rand_int_range (rand, 0, 6) == 0;
  if (g_rand_int_range (rand, 0, 3) == 0)
    filter->machine = g_rand_int_range (rand, 0, N_MACHINES);
  if (g_rand_int_range (rand, 0, 3) == 0)
    filter->size_from = g_rand_int_range (rand, 0, 500);
}

static void
test_ranges (gconstpointer data)
{
  guint n_processes = GPOINTER_TO_UINT (data);
  g_autoptr (GRand) rand = g_rand_new_with_seed (7);
  Model model;

  model_init (&model, n_processes);
  for (guint i = 0; i < 30; i++)
    {
      ScopeMessageFilter filter;
      ScopeQueryRange within = { .trace = model.trace, .from = SCOPE_TIME_MIN, .to = SCOPE_TIME_MAX };
      gint64 a = g_rand_int_range (rand, -40000, 230000), b = g_rand_int_range (rand, -40000, 230000);

      any_filter (rand, &filter);
      if (i > 0)
        {
          within.from = MIN (a, b);
          within.to = MAX (a, b);
        }
      within.messages = i % 3 == 2 ? &filter : NULL;
      scope_trace_set_local_time (model.trace, i % 5 == 4);
      check (&within, i % 2 || n_processes > 20 ? SCOPE_PARTY_MACHINE : SCOPE_PARTY_PROCESS);
    }
  model_clear (&model);
}

/* Few pairs: a range reads few bytes. Many: no more than the rows themselves. */
static void
test_size (void)
{
  for (guint n_processes = 2; n_processes <= 20000; n_processes *= 100)
    {
      g_autofree ScopePairNode *nodes = NULL;
      guint64 bytes = 0, rows = 0;
      ScopeMachine *machine;
      Model model;
      guint32 n;

      model_init (&model, n_processes);
      machine = scope_trace_machine (model.trace, 0);
      scope_pair_tree_save (scope_machine_pairs (machine), &nodes, &n);
      for (guint32 i = 0; i < n; i++)
        bytes += nodes[i].bytes;
      for (guint32 i = 0; i < scope_table_n_blocks (machine->tables[SCOPE_TABLE_MESSAGES]); i++)
        rows += scope_table_block (machine->tables[SCOPE_TABLE_MESSAGES], i).bytes;
      g_assert_cmpuint (n, ==, 40 + 5 + 1);
      if (n_processes == 2)
        g_assert_cmpuint (nodes[n - 1].bytes, >, 0);
      g_assert_cmpuint (bytes, <, rows);
      model_clear (&model);
    }
}

/* --- damage --- */

static void
test_damage (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (3);
  g_autofree ScopePairNode *nodes = NULL;
  ScopeMachine *machine;
  ScopeTable *table;
  Model model;
  guint32 n;

  model_init (&model, 3);
  machine = scope_trace_machine (model.trace, 0);
  table = machine->tables[SCOPE_TABLE_MESSAGES];
  scope_pair_tree_save (scope_machine_pairs (machine), &nodes, &n);
  g_assert_null (scope_pair_tree_load (table, machine->bytes, nodes, n - 1, G_MAXUINT32, NULL));
  for (guint i = 0; i < 500; i++)
    {
      g_autofree ScopePairNode *bad = g_memdup2 (nodes, n * sizeof *nodes);
      g_autoptr (ScopePairTree) tree = NULL;
      guint32 at = (guint32) g_rand_int_range (rand, 0, (gint32) n);

      bad[at].offset += (guint64) g_rand_int_range (rand, 0, 60) - 30;
      bad[at].sums ^= 1u << g_rand_int_range (rand, 0, 32);
      bad[at].bytes ^= i % 2 ? 1u << g_rand_int_range (rand, 0, 32) : 0;
      tree = scope_pair_tree_load (table, machine->bytes, bad, n, 1 << 20, NULL);
      if (tree != NULL)
        {
          ScopePairSums *sums = scope_pair_sums_new ();
          const ScopePairVisitor visitor = { (void (*) (gpointer, const ScopePairSum *)) scope_pair_sums_add, NULL, NULL, sums };
          g_autoptr (GError) error = NULL;

          if (!scope_pair_tree_visit (tree, SCOPE_TIME_MIN, SCOPE_TIME_MAX, &visitor, &error))
            g_assert_nonnull (error);
          scope_pair_sums_free (sums);
        }
    }
  model_clear (&model);
}

/* Any bytes are a sum, or none; nothing beyond them is read. */
static void
test_unpack (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (9);

  for (guint i = 0; i < 200000; i++)
    {
      gsize n = (gsize) g_rand_int_range (rand, 0, 60);
      g_autofree guint8 *data = g_malloc (n + 1); /* just so large, for the sanitizer */
      const guint8 *p = data;
      ScopePairSum sum = { 0 };

      for (gsize k = 0; k < n; k++)
        data[k] = (guint8) (g_rand_int (rand) & (i % 3 ? 0x7f : 0xff));
      while (p != NULL)
        {
          p = scope_pair_unpack (p, data + n, &sum);
          g_assert_true (p == NULL || p <= data + n);
        }
    }
}

/* --- order --- */

static guint
span (const guint32 *order, guint n, const ScopeSeriationEdge *edges, guint n_edges)
{
  g_autofree guint32 *place = g_new (guint32, n);
  guint sum = 0;

  for (guint i = 0; i < n; i++)
    place[order[i]] = i;
  for (guint i = 0; i < n_edges; i++)
    sum += place[edges[i].a] > place[edges[i].b] ? place[edges[i].a] - place[edges[i].b] : place[edges[i].b] - place[edges[i].a];
  return sum;
}

/* A chain whose numbers were shuffled is found again. */
static void
test_chain (void)
{
  enum { N = 1500 };
  g_autoptr (GRand) rand = g_rand_new_with_seed (1);
  g_autofree guint32 *names = g_new (guint32, N), *order = g_new (guint32, N), *again = g_new (guint32, N);
  g_autofree ScopeSeriationEdge *edges = g_new (ScopeSeriationEdge, N);

  for (guint32 i = 0; i < N; i++)
    names[i] = i;
  for (guint i = N - 1; i > 0; i--)
    {
      guint k = (guint) g_rand_int_range (rand, 0, (gint32) i + 1);
      guint32 swap = names[i];
      names[i] = names[k];
      names[k] = swap;
    }
  for (guint i = 0; i + 1 < N; i++)
    edges[i] = (ScopeSeriationEdge) { names[i], names[i + 1], 1 + i % 3 };
  scope_seriate (N, edges, N - 1, order);
  g_assert_cmpuint (span (order, N, edges, N - 1), ==, N - 1);
  scope_seriate (N, edges, N - 1, again);
  g_assert_cmpmem (order, N * sizeof *order, again, N * sizeof *order);
}

/* Groups that talk among themselves, a little to others, and one that talks to nobody. */
static void
test_groups (void)
{
  enum { GROUPS = 12, SIZE = 25, N = GROUPS * SIZE + 1 };
  g_autoptr (GRand) rand = g_rand_new_with_seed (2);
  g_autoptr (GArray) edges = g_array_new (FALSE, FALSE, sizeof (ScopeSeriationEdge));
  g_autofree guint32 *order = g_new (guint32, N);
  guint changes = 0;

  for (guint32 i = 0; i + 1 < N; i++)
    for (guint k = 0; k < 8; k++)
      {
        /* Number i is in group i % GROUPS. */
        ScopeSeriationEdge edge = { i, i % GROUPS + GROUPS * (guint32) g_rand_int_range (rand, 0, SIZE), 50 };
        g_array_append_val (edges, edge);
      }
  for (guint32 g = 0; g + 1 < GROUPS; g++)
    {
      ScopeSeriationEdge edge = { g, g + 1, 1 };
      g_array_append_val (edges, edge);
    }
  scope_seriate (N, (ScopeSeriationEdge *) (void *) edges->data, edges->len, order);
  g_assert_cmpuint (order[N - 1], ==, N - 1);
  for (guint i = 1; i + 1 < N; i++)
    changes += order[i] % GROUPS != order[i - 1] % GROUPS;
  g_assert_cmpuint (changes, ==, GROUPS - 1);
}

static void
test_matrix (void)
{
  const ScopeMatrixMeasure measures[] = { { "n", "messages", SCOPE_MATRIX_SUM, SCOPE_MATRIX_NUMBER },
                                          { "mean", NULL, SCOPE_MATRIX_MEAN, SCOPE_MATRIX_DURATION },
                                          { "most", NULL, SCOPE_MATRIX_MOST, SCOPE_MATRIX_DURATION } };
  g_autoptr (ScopeMatrix) matrix = scope_matrix_new (measures, 3, 1000);

  scope_matrix_add_row (matrix, "a", 1, 10, 0);
  scope_matrix_add_row (matrix, "b", 2, 11, 0);
  scope_matrix_add_row (matrix, "c", 2, 12, 0);
  scope_matrix_add_cell (matrix, 1, 0, (double[]) { 3, 10, 12 }, 2, 0);
  scope_matrix_add_cell (matrix, 1, 2, (double[]) { 5, 40, 99 }, 4, 1);
  scope_matrix_add_cell (matrix, 0, 2, (double[]) { 1, NAN, NAN }, 0, 2);
  scope_matrix_finish (matrix, SCOPE_MATRIX_ORDER_GROUP);
  g_assert_cmpstr (scope_matrix_row (matrix, 0)->title, ==, "b"); /* its machine has most */
  g_assert_cmpint (scope_matrix_find_row (matrix, 10, 0), ==, 2);
  g_assert_cmpint (scope_matrix_find_column (matrix, 99, 0), ==, -1);
  g_assert_cmpfloat (scope_matrix_row (matrix, 0)->value[0], ==, 8);
  g_assert_cmpfloat (scope_matrix_row (matrix, 0)->value[1], ==, (2 * 10 + 4 * 40) / 6.0);
  g_assert_cmpfloat (scope_matrix_row (matrix, 0)->value[2], ==, 99);
  g_assert_cmpfloat (scope_matrix_total (matrix, 0), ==, 9);
  g_assert_cmpfloat (scope_matrix_cell (matrix, 0, 1)->value[0], ==, 5);
  g_assert_null (scope_matrix_cell (matrix, 1, 1));
  g_assert_true (isnan (scope_matrix_row (matrix, 2)->value[1]));
}

/* --- clocks --- */

typedef struct
{
  guint32 from, to; /* machines */
  gint64 latency;   /* as the clocks show it */
} Sent;

/* Machines whose start-ups are 1,000 ticks apart, and one message of each kind. */
static ScopeTrace *
make_sent (const Sent *sent, guint n, guint n_machines)
{
  ScopeTrace *trace = scope_trace_new ();

  for (guint m = 0; m < n_machines; m++)
    {
      ScopeMachine *machine = scope_machine_new (m, scope_bytes_new_memory ());
      ScopeTable *table = machine->tables[SCOPE_TABLE_MESSAGES] = scope_table_new (SCOPE_TABLE_MESSAGES, machine->bytes);

      machine->offset = 1000 * (gint64) m;
      machine->index = m;
      for (guint i = 0; i < n; i++)
        {
          gint64 row[SCOPE_TABLE_MAX_COLUMNS] = { 0 };

          if (sent[i].from != m)
            continue;
          row[SCOPE_MESSAGE_SEND] = 5000;
          row[SCOPE_MESSAGE_TAG] = SCOPE_TAG_FIRST;
          row[SCOPE_MESSAGE_FROM_MACHINE] = m;
          row[SCOPE_MESSAGE_TO_MACHINE] = sent[i].to;
          row[SCOPE_MESSAGE_RECEIVE] = 5000 + 1000 * ((gint64) m - (gint64) sent[i].to) + sent[i].latency;
          row[SCOPE_MESSAGE_SIZE] = 1;
          g_assert_true (scope_table_add (table, row, NULL));
        }
      g_assert_true (scope_table_finish (table, NULL));
      scope_trace_add_machine (trace, machine);
    }
  return trace;
}

static guint64
count_reversed (ScopeTrace *trace)
{
  const ScopeQueryRange within = { .trace = trace, .from = SCOPE_TIME_MIN, .to = SCOPE_TIME_MAX };
  g_autoptr (GArray) pairs = scope_pairs_read (&within, SCOPE_PARTY_MACHINE, NULL);
  guint64 n = 0;

  for (guint i = 0; i < pairs->len; i++)
    n += g_array_index (pairs, ScopePair, i).reversed;
  return n;
}

/* Each clock is moved as far as messages need it, and no further; then none arrives before it was sent. */
static void
test_clocks (void)
{
  const Sent sent[] = { { 0, 1, -100 }, { 1, 0, 300 }, { 1, 2, -50 }, { 0, 2, 20 }, { 2, 3, 500 } };
  g_autoptr (ScopeTrace) trace = make_sent (sent, G_N_ELEMENTS (sent), 4);
  g_autofree gint64 *shifts = NULL, *again = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_cmpuint (count_reversed (trace), ==, 2);
  shifts = scope_clock_shifts_read (trace, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpint (shifts[0], ==, 0);
  g_assert_cmpint (shifts[1], ==, 100);
  g_assert_cmpint (shifts[2], ==, 150);
  g_assert_cmpint (shifts[3], ==, 0);
  scope_trace_set_shifts (trace, shifts);
  scope_trace_set_clocks (trace, SCOPE_CLOCKS_MESSAGES);
  g_assert_cmpuint (count_reversed (trace), ==, 0);
  g_assert_cmpint (scope_trace_offset (trace, scope_trace_machine (trace, 2)), ==, 2150);
  scope_trace_set_clocks (trace, SCOPE_CLOCKS_OWN);
  g_assert_true (scope_trace_get_local_time (trace));
  g_assert_cmpint (scope_trace_offset (trace, scope_trace_machine (trace, 2)), ==, 0);
  /* What the clocks tell by themselves leads to the same. */
  again = scope_clock_shifts_read (trace, NULL, &error);
  g_assert_cmpmem (again, 4 * sizeof *again, shifts, 4 * sizeof *shifts);
  scope_trace_set_clocks (trace, SCOPE_CLOCKS_STARTUP);
  g_assert_cmpint (scope_trace_offset (trace, scope_trace_machine (trace, 2)), ==, 2000);
  g_assert_cmpuint (count_reversed (trace), ==, 2);
}

static void
test_clocks_that_drift (void)
{
  const Sent sent[] = { { 0, 1, -100 }, { 1, 2, 10 }, { 2, 0, 80 } };
  g_autoptr (ScopeTrace) trace = make_sent (sent, G_N_ELEMENTS (sent), 3);
  g_autoptr (GError) error = NULL;

  g_assert_null (scope_clock_shifts_read (trace, NULL, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_FAILED);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_data_func ("/pairs/ranges/few", GUINT_TO_POINTER (3), test_ranges);
  g_test_add_data_func ("/pairs/ranges/many", GUINT_TO_POINTER (5000), test_ranges);
  g_test_add_func ("/pairs/size", test_size);
  g_test_add_func ("/pairs/clocks", test_clocks);
  g_test_add_func ("/pairs/clocks-that-drift", test_clocks_that_drift);
  g_test_add_func ("/pairs/damage", test_damage);
  g_test_add_func ("/pairs/unpack", test_unpack);
  g_test_add_func ("/seriation/chain", test_chain);
  g_test_add_func ("/seriation/groups", test_groups);
  g_test_add_func ("/matrix/totals", test_matrix);
  return g_test_run ();
}
