/* test-cluster.c: several processes, which are threads here, give each other what they have, and index a trace as one does.
 *
 * Usage: test-cluster TRACE… (with their rows compared)
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "thread-exchange.h"

#include "io/cluster/scope-cluster.h"
#include "io/index/scope-sorter.h"

#include <glib/gstdio.h>

static const guint some_ranks[] = { 1, 2, 3, 5, 7 };

/* --- the exchange --- */

typedef struct
{
  guint64 from, to, k, room[5];
} Record;

typedef struct
{
  ScopeExchange *exchange;
  guint64 n[7]; /* that came from each */
} Taken;

/* So many go from one to another. */
static guint64
n_records (guint from, guint to, guint n)
{
  /* Much more than a round has room for, from one to one; nothing; a few. */
  return from == 0 && to == n - 1 ? 3 * (SCOPE_EXCHANGE_BYTES / n / sizeof (Record)) + 5 : (from + to) % 3 == 0 ? 0 : 100 * from + to;
}

static void
take (gpointer data, guint from, gconstpointer bytes)
{
  Taken *taken = data;
  const Record *record = bytes;

  g_assert_cmpuint (record->from, ==, from);
  g_assert_cmpuint (record->to, ==, taken->exchange->rank);
  g_assert_cmpuint (record->k, ==, taken->n[from]++);
}

static void
exchange_records (ScopeExchange *exchange, gpointer data)
{
  Taken taken = { exchange, { 0 } };
  const ScopeExchangeTaker taker = { sizeof (Record), take, &taken };
  guint n = exchange->n, rank = exchange->rank;
  ScopeExchangeSender *sender = scope_exchange_begin (exchange, &taker);

  for (guint to = n; to-- > 0;)
    for (guint64 k = 0; k < n_records (rank, to, n); k++)
      {
        const Record record = { rank, to, k, { 0 } };

        scope_exchange_send (sender, to, &record);
      }
  scope_exchange_end (sender);
  for (guint from = 0; from < n; from++)
    g_assert_cmpuint (taken.n[from], ==, n_records (from, rank, n));
}

static void
exchange_rest (ScopeExchange *exchange, gpointer data)
{
  guint n = exchange->n, rank = exchange->rank;
  guint64 sums[] = { rank, G_MAXUINT32 };
  g_autoptr (GByteArray) own = g_byte_array_new (), all = NULL;
  g_autofree guint64 *ends = NULL;
  guint at = 0;

  scope_exchange_add_up (exchange, sums, 2);
  g_assert_cmpuint (sums[0], ==, (guint64) n * (n - 1) / 2);
  g_assert_cmpuint (sums[1], ==, (guint64) n * G_MAXUINT32);
  g_assert_true (scope_exchange_all (exchange, TRUE));
  g_assert_false (scope_exchange_all (exchange, rank + 1 < n));
  /* Of one much more than goes in a round. */
  g_byte_array_set_size (own, rank == n / 2 ? SCOPE_EXCHANGE_BYTES + 1000 : 10 * rank);
  if (own->len > 0)
    memset (own->data, 'a' + (int) rank, own->len);
  all = scope_exchange_gather_all (exchange, own, &ends);
  for (guint i = 0; i < n; i++)
    {
      guint bytes = i == n / 2 ? SCOPE_EXCHANGE_BYTES + 1000 : 10 * i;

      g_assert_cmpuint (ends[i], ==, at + bytes);
      for (; at < ends[i]; at += MAX (bytes / 7, 1))
        g_assert_cmpuint (all->data[at], ==, 'a' + i);
      at = (guint) ends[i];
    }
  g_assert_cmpuint (all->len, ==, at);
}

static void
test_exchange (void)
{
  ScopeExchange alone = scope_exchange_alone ();

  exchange_records (&alone, NULL);
  exchange_rest (&alone, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (some_ranks); i++)
    {
      run_ranks (some_ranks[i], exchange_records, NULL);
      run_ranks (some_ranks[i], exchange_rest, NULL);
    }
}

/* --- the sorter --- */

static gint
compare_pairs (gconstpointer a, gconstpointer b, gpointer data)
{
  const guint64 *x = a, *y = b;

  return (*x > *y) - (*x < *y);
}

/* More than there is room for in memory; with many that are equal, which stay as they came. */
static void
test_sorter (void)
{
  for (guint n = 0; n <= 2500000; n = n == 0 ? 1 : n == 1 ? 1000 : n * 2500)
    {
      g_autoptr (ScopeSorter) sorter = scope_sorter_new (2 * sizeof (guint64), compare_pairs);
      GError *error = NULL;

      for (guint i = 0; i < n; i++)
        {
          const guint64 pair[] = { (guint64) i * 7919 % 10007, i };

          scope_sorter_add (sorter, pair);
        }
      for (guint times = 0; times < 2; times++)
        {
          guint64 before[] = { 0, 0 };
          const guint64 *pair;
          guint found = 0;

          g_assert_true (scope_sorter_rewind (sorter, &error));
          for (; (pair = scope_sorter_next (sorter, &error)) != NULL; memcpy (before, pair, sizeof before))
            {
              g_assert_true (found == 0 || pair[0] > before[0] || (pair[0] == before[0] && pair[1] > before[1]));
              found++;
            }
          g_assert_no_error (error);
          g_assert_cmpuint (found, ==, n);
        }
    }
}

/* --- a trace --- */

typedef struct
{
  const char *paths[2];
  const char *folder;
  ScopeImport *import; /* the first one's */
} Trace;

static void
index_trace (ScopeExchange *exchange, gpointer data)
{
  Trace *trace = data;
  const ScopeClusterOptions options = { .folder = trace->folder, .part_bytes = 1, .import = { .n_threads = 1 } };
  ScopeClusterResult result;
  g_autoptr (GError) error = NULL;
  ScopeImport *import = scope_cluster_index (trace->paths, &options, exchange, &result, NULL, &error);

  g_assert_no_error (error);
  if (exchange->rank == 0)
    trace->import = import;
  else
    g_object_unref (import);
}

static void
compare_tables (ScopeMachine *one, ScopeMachine *other, ScopeTableKind kind)
{
  gsize bytes = scope_table_schema (kind)->n_columns * sizeof (gint64);
  g_auto (ScopeTableCursor) cursor = scope_table_cursor (other->tables[kind], SCOPE_TIME_MIN, SCOPE_TIME_MAX, NULL);
  GError *error = NULL;

  SCOPE_EACH_ROW (row, one->tables[kind], SCOPE_TIME_MIN, SCOPE_TIME_MAX, NULL, &error)
    {
      const gint64 *same = scope_table_cursor_row (&cursor, &error);

      g_assert_no_error (error);
      g_assert_nonnull (same);
      g_assert_cmpmem (row, bytes, same, bytes);
    }
  g_assert_no_error (error);
  g_assert_null (scope_table_cursor_row (&cursor, &error));
  g_assert_no_error (error);
}

static void
compare_entities (ScopeMachine *one, ScopeMachine *other, ScopeKind kind)
{
  guint32 n = scope_machine_n_entities (one, kind);

  g_assert_cmpuint (n, ==, scope_machine_n_entities (other, kind));
  for (guint32 i = 0; i < n; i++)
    {
      const ScopeEntity *x = scope_machine_entity (one, kind, i), *y = scope_machine_entity (other, kind, i);

      g_assert_cmpuint (x->number, ==, y->number);
      g_assert_cmpint (x->first, ==, y->first);
      g_assert_cmpuint (x->process, ==, y->process);
      g_assert_cmpuint (x->parent_machine, ==, y->parent_machine);
      g_assert_cmpuint (x->parent, ==, y->parent);
      g_assert_cmpuint (x->sent, ==, y->sent);
      g_assert_cmpuint (x->received, ==, y->received);
      g_assert_cmpstr (x->name, ==, y->name);
      g_assert_cmpstr (x->id, ==, y->id);
    }
}

static void
compare_machines (ScopeMachine *one, ScopeMachine *other)
{
  g_assert_cmpuint (one->number, ==, other->number);
  g_assert_cmpint (one->offset, ==, other->offset);
  g_assert_cmpint (one->last, ==, other->last);
  g_assert_cmpstr (one->name, ==, other->name);
  g_assert_cmpuint (one->n_events, ==, other->n_events);
  g_assert_cmpuint (scope_machine_n_losses (one), ==, scope_machine_n_losses (other));
  for (guint i = 0; i < scope_machine_n_losses (one); i++)
    {
      g_assert_cmpstr (scope_machine_loss (one, i).reason, ==, scope_machine_loss (other, i).reason);
      g_assert_cmpuint (scope_machine_loss (one, i).machine, ==, scope_machine_loss (other, i).machine);
    }
  for (guint t = 0; t < SCOPE_N_TABLES; t++)
    compare_tables (one, other, (ScopeTableKind) t);
  for (guint k = 0; k < SCOPE_N_KINDS; k++)
    compare_entities (one, other, (ScopeKind) k);
  g_assert_true (scope_table_n_rows (one->tables[SCOPE_TABLE_MESSAGES]) == 0 || scope_machine_pairs (other) != NULL);
}

static void
compare_traces (ScopeTrace *one, ScopeTrace *other)
{
  ScopeMessageCounts x = scope_trace_message_counts (one), y = scope_trace_message_counts (other);

  g_assert_cmpmem (&x, sizeof x, &y, sizeof y);
  g_assert_cmpstr (scope_trace_title (one), ==, scope_trace_title (other));
  g_assert_cmpstr (scope_trace_format (one), ==, scope_trace_format (other));
  g_assert_cmpstr (scope_trace_clock_source (one), ==, scope_trace_clock_source (other));
  g_assert_cmpint (scope_trace_runtime (one), ==, scope_trace_runtime (other));
  g_assert_cmpuint (scope_trace_n_losses (one), ==, scope_trace_n_losses (other));
  g_assert_cmpuint (scope_trace_n_machines (one), ==, scope_trace_n_machines (other));
  for (guint i = 0; i < scope_trace_n_machines (one); i++)
    compare_machines (scope_trace_machine (one, i), scope_trace_machine (other, i));
}

static void
remove_folder (const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);

      g_unlink (path);
    }
  g_rmdir (folder);
}

static void
test_trace (gconstpointer path)
{
  const ScopeImportOptions options = { .no_cache = TRUE, .n_threads = 1 };
  g_autofree char *work = g_dir_make_tmp ("lanescope-test-XXXXXX", NULL), *folder = g_build_filename (work, "t.lanescope", NULL);
  Trace trace = { { path, NULL }, folder, NULL };
  g_autoptr (ScopeImport) serial = scope_import_new (trace.paths, 1, &options);
  g_autoptr (GError) error = NULL;
  gboolean brief = g_getenv ("LANESCOPE_TEST_BRIEF") != NULL;

  scope_import_run (serial, NULL, &error);
  g_assert_no_error (error);
  for (guint i = 0; i < G_N_ELEMENTS (some_ranks); i++)
    {
      /* Of a folder of many logs not each number. */
      if ((brief && some_ranks[i] != 3) || (g_file_test (path, G_FILE_TEST_IS_DIR) && some_ranks[i] != 3 && some_ranks[i] != 7))
        continue;
      run_ranks (some_ranks[i], index_trace, &trace);
      compare_traces (scope_import_get_trace (serial), scope_import_get_trace (trace.import));
      g_clear_object (&trace.import);
      remove_folder (folder);
    }
  g_rmdir (work);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cluster/exchange", test_exchange);
  g_test_add_func ("/cluster/sorter", test_sorter);
  for (int i = 1; i < argc; i++)
    if (g_file_test (argv[i], G_FILE_TEST_EXISTS))
      {
        g_autofree char *name = g_path_get_basename (argv[i]), *path = g_strdup_printf ("/cluster/trace/%d-%s", i, name);

        g_test_add_data_func (path, argv[i], test_trace);
      }
  return g_test_run ();
}
