/* test-events.c: the raw events of a trace, read at random, are those that reading it from front to back gives, whatever
 * it is packed in and however it is damaged; and what is found in them is what looking at each of them finds.
 *
 * Started with folders; every trace in them is tried.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/events/scope-event-log.h"
#include "io/format/eventlog/scope-eventlog.h"
#include "model/trace/search/scope-search-text.h"
#include "events-truth.h"

#include <glib/gstdio.h>
#include <stdlib.h>
#include <string.h>
#include <utime.h>
#include <zip.h>

static char **folders;

/* --- comparing --- */

static void
assert_same (const Trace *trace, guint64 number, const ScopeEventRow *row)
{
  const Event *event = &g_array_index (trace->events, Event, number);

  g_assert_cmpint (row->time, ==, event->time);
  g_assert_cmpuint (row->machine, ==, event->machine);
  g_assert_cmpint (row->processor, ==, event->processor);
  g_assert_cmpstr (row->name, ==, event->name);
  g_assert_cmpstr (row->detail, ==, event->detail);
}

static guint
check_rows (const Trace *trace, guint64 first, guint n)
{
  g_autofree ScopeEventRow *rows = g_new0 (ScopeEventRow, n);
  g_autoptr (GError) error = NULL;
  guint got;

  scope_event_source_read (trace->source, NULL, first, n, rows, &got, NULL, &error);
  g_assert_no_error (error);
  for (guint i = 0; i < got; i++)
    {
      g_assert_cmpuint (rows[i].number, ==, first + i);
      if (first + i < trace->events->len)
        assert_same (trace, first + i, &rows[i]);
      scope_event_row_clear (&rows[i]);
    }
  return got;
}

static void
check_all_rows (const Trace *trace)
{
  gboolean ready = scope_event_source_prepare (trace->source, NULL, NULL, NULL);
  guint64 n = scope_event_source_n_events (trace->source);
  g_autoptr (GRand) rand = g_rand_new_with_seed (5);

  g_assert_true (ready);
  if (trace->events->len < MOST_EVENTS)
    g_assert_cmpuint (n, ==, trace->events->len);
  for (guint64 first = 0; first < trace->events->len; first += 1000)
    g_assert_cmpuint (check_rows (trace, first, 1000), ==, MIN (1000, n - first));
  for (guint i = 0; i < 60 && n > 0; i++)
    check_rows (trace, (guint64) g_rand_int_range (rand, 0, (gint32) trace->events->len), 7);
  g_assert_cmpuint (check_rows (trace, n, 5), ==, 0);
  g_assert_cmpuint (check_rows (trace, n + 1000, 5), ==, 0);
}

static gint64
time_of (const Trace *trace, guint i)
{
  return g_array_index (trace->events, Event, i).time;
}

static void
check_ranks (const Trace *trace)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (6);
  guint64 rank;

  if (trace->events->len == 0 || trace->events->len >= MOST_EVENTS)
    return;
  for (guint i = 0; i < 40; i++)
    {
      gint64 time = time_of (trace, (guint) g_rand_int_range (rand, 0, (gint32) trace->events->len))
                    + g_rand_int_range (rand, -1, 2);
      gint64 latest = SCOPE_TIME_MIN;
      guint64 wanted = 0;

      /* of all before it the time is less; times may step back a little */
      while (wanted < trace->events->len && (latest = MAX (latest, time_of (trace, (guint) wanted))) < time)
        wanted++;
      g_assert_true (scope_event_source_rank (trace->source, NULL, time, &rank, NULL, NULL));
      g_assert_cmpuint (rank, ==, wanted);
    }
  g_assert_true (scope_event_source_rank (trace->source, NULL, SCOPE_TIME_MIN, &rank, NULL, NULL));
  g_assert_cmpuint (rank, ==, 0);
  g_assert_true (scope_event_source_rank (trace->source, NULL, SCOPE_TIME_MAX, &rank, NULL, NULL));
  g_assert_cmpuint (rank, ==, scope_event_source_n_events (trace->source));
}

/* What the filter should let through, looked at one by one. */
static gboolean
lets (const ScopeEventFilter *filter, const Event *event)
{
  if (filter->kinds != NULL && !g_hash_table_contains (filter->kinds, event->name))
    return FALSE;
  if (filter->machine != SCOPE_NONE && event->machine != filter->machine)
    return FALSE;
  if (filter->processor != SCOPE_EVENT_ANY_PROCESSOR && event->processor != filter->processor)
    return FALSE;
  if (filter->thread >= 0)
    {
      g_autofree char *word = g_strdup_printf ("\\bthread=%" G_GINT64_FORMAT "\\b", filter->thread);

      if (!g_regex_match_simple (word, event->detail, 0, 0) || g_str_has_prefix (event->name, "log_msg")
          || g_str_has_prefix (event->name, "user_m"))
        return FALSE;
    }
  for (guint c = 0; filter->conditions != NULL && c < filter->conditions->len; c++)
    if (!scope_event_condition_holds_in (&g_array_index (filter->conditions, ScopeEventCondition, c), event->detail))
      return FALSE;
  return filter->regex == NULL || (filter->in_names && g_regex_match (filter->regex, event->name, 0, NULL))
         || (filter->in_details && g_regex_match (filter->regex, event->detail, 0, NULL));
}

static void
check_filter (const Trace *trace, const ScopeEventFilter *filter, const char *what)
{
  g_autoptr (ScopeEventSet) set = scope_event_set_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (GArray) wanted = g_array_new (FALSE, FALSE, sizeof (guint));
  ScopeEventRow rows[100] = { { 0 } };
  gint progress = 0;
  guint got;

  scope_event_source_select (trace->source, filter, set, &progress, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpint (progress, ==, 1000);
  for (guint i = 0; i < trace->events->len; i++)
    if (lets (filter, &g_array_index (trace->events, Event, i)))
      g_array_append_val (wanted, i);
  if (trace->events->len < MOST_EVENTS && scope_event_set_count (set) != wanted->len)
    g_test_message ("“%s”: %u hits instead of %u", what, (guint) scope_event_set_count (set), wanted->len);
  if (trace->events->len < MOST_EVENTS)
    g_assert_cmpuint (scope_event_set_count (set), ==, wanted->len);
  for (guint first = 0; first < wanted->len; first += wanted->len < 3000 ? 100 : 1777)
    {
      scope_event_source_read (trace->source, set, first, G_N_ELEMENTS (rows), rows, &got, NULL, &error);
      g_assert_no_error (error);
      for (guint i = 0; i < got; i++)
        {
          if (first + i < wanted->len)
            assert_same (trace, g_array_index (wanted, guint, first + i), &rows[i]);
          scope_event_row_clear (&rows[i]);
        }
    }
  if (wanted->len > 0 && trace->events->len < MOST_EVENTS)
    {
      gint64 time = time_of (trace, g_array_index (wanted, guint, wanted->len / 2));
      guint64 rank, all, before = 0;

      g_assert_true (scope_event_source_rank (trace->source, set, time, &rank, NULL, NULL));
      g_assert_true (scope_event_source_rank (trace->source, NULL, time, &all, NULL, NULL));
      while (before < wanted->len && g_array_index (wanted, guint, before) < all)
        before++;
      g_assert_cmpuint (rank, ==, before);
    }
}

static void
check_search (const Trace *trace, const char *text, ScopeSearchFlags flags)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (ScopeEventFilter) filter = scope_search_event_filter (text, flags, &error);

  g_assert_no_error (error);
  check_filter (trace, filter, text);
}

static void
check_searches (const Trace *trace)
{
  static const char *const plain[] = { "thread",   "THREAD", "create thread", "create_thread", "12",      "thread 1",
                                       "thread=3", "1:2",    "stat",          "read",          "info 0",  "0",
                                       "status=5", "bytes",  "a",             "thread=1 status", "1 status", "x",
                                       "thread 0",  "hread=2", "=4", "_thread 1", "07" };
  static const char *const numbers[] = { "thread>3", "run thread!=2", "status>=5 thread<9", "bytes>1kB", "size > 60", "pid>1",
                                         "thread>0 thread>1 thread>2 thread>3 thread<1000 thread!=5", "a>5", "1 status<9" };
  static const char *const regexes[] = { "^run", "thread=[13]$", "status=.*7", "[^q]*9", "\\s", "(?i)GC|heap",
                                         "\\Athread=2\\z", "a*", "\\bcap", "=1$", "^thread=\\d+$" };

  for (guint i = 0; i < G_N_ELEMENTS (plain); i++)
    check_search (trace, plain[i], SCOPE_SEARCH_PLAIN);
  for (guint i = 0; i < G_N_ELEMENTS (numbers); i++)
    check_search (trace, numbers[i], SCOPE_SEARCH_PLAIN);
  check_search (trace, "Thread", SCOPE_SEARCH_CASE);
  check_search (trace, "thread", SCOPE_SEARCH_CASE);
  for (guint i = 0; i < G_N_ELEMENTS (regexes); i++)
    check_search (trace, regexes[i], SCOPE_SEARCH_REGEX);
}

static void
check_filters (const Trace *trace)
{
  g_autoptr (ScopeEventFilter) processor = scope_event_filter_new (), global = scope_event_filter_new (),
                               thread = scope_event_filter_new (), machine = scope_event_filter_new (),
                               kinds = scope_event_filter_new ();

  processor->processor = 0;
  global->processor = SCOPE_EVENT_NO_PROCESSOR;
  thread->thread = 2;
  machine->machine = scope_trace_n_machines (trace->trace) - 1;
  kinds->kinds = g_hash_table_new (g_str_hash, g_str_equal);
  g_hash_table_add (kinds->kinds, (gpointer) "gc_start");
  g_hash_table_add (kinds->kinds, (gpointer) "run_thread");
  check_filter (trace, processor, "processor 0");
  check_filter (trace, global, "no processor");
  check_filter (trace, thread, "thread 2");
  check_filter (trace, machine, "last machine");
  check_filter (trace, kinds, "kinds");
}

static void
check_kinds (const Trace *trace)
{
  g_autoptr (GHashTable) counts = g_hash_table_new (g_str_hash, g_str_equal);
  guint n;
  const ScopeEventKind *kinds = scope_event_source_kinds (trace->source, &n);

  if (trace->events->len >= MOST_EVENTS)
    return;
  for (guint i = 0; i < trace->events->len; i++)
    {
      const char *name = g_array_index (trace->events, Event, i).name;
      g_hash_table_insert (counts, (gpointer) name,
                           GUINT_TO_POINTER (GPOINTER_TO_UINT (g_hash_table_lookup (counts, name)) + 1));
    }
  g_assert_cmpuint (n, ==, g_hash_table_size (counts));
  for (guint i = 0; i < n; i++)
    g_assert_cmpuint (kinds[i].n, ==, GPOINTER_TO_UINT (g_hash_table_lookup (counts, kinds[i].name)));
}

/* --- traces --- */

static void
check_trace (const char *path, gboolean thorough)
{
  Trace trace;
  g_autoptr (GError) error = NULL;

  if (!trace_open (&trace, path))
    return;
  g_assert_true (scope_event_source_prepare (trace.source, NULL, NULL, &error));
  check_all_rows (&trace);
  check_ranks (&trace);
  check_kinds (&trace);
  if (thorough && trace.events->len < 40000)
    {
      check_searches (&trace);
      check_filters (&trace);
    }
  trace_close (&trace);
}

static gboolean
is_trace (const char *name)
{
  return g_str_has_suffix (name, ".eventlog") || g_str_has_suffix (name, ".parevents");
}

static GPtrArray *
list_traces (void)
{
  GPtrArray *paths = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; folders[i] != NULL; i++)
    {
      g_autoptr (GDir) dir = g_dir_open (folders[i], 0, NULL);
      const char *name;

      while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
        if (is_trace (name))
          g_ptr_array_add (paths, g_build_filename (folders[i], name, NULL));
    }
  return paths;
}

static void
test_traces (void)
{
  g_autoptr (GPtrArray) paths = list_traces ();
  guint n = 0;

  for (guint i = 0; i < paths->len; i++)
    {
      g_autoptr (GError) error = NULL;
      GStatBuf st;

      if (g_stat (paths->pdata[i], &st) != 0 || (g_getenv ("LANESCOPE_TEST_BRIEF") != NULL && st.st_size > 500000))
        continue;
      g_test_message ("%s", (char *) paths->pdata[i]);
      check_trace (paths->pdata[i], TRUE);
      n++;
    }
  g_assert_cmpuint (n, >, 5);
}

/* A trace with that many events, or NULL. */
static char *
find_trace (const char *suffix, gsize most)
{
  g_autoptr (GPtrArray) paths = list_traces ();
  char *best = NULL;
  gsize best_size = 0;

  for (guint i = 0; i < paths->len; i++)
    {
      GStatBuf st;

      if (g_str_has_suffix (paths->pdata[i], suffix) && g_stat (paths->pdata[i], &st) == 0
          && (gsize) st.st_size <= most && (gsize) st.st_size > best_size)
        {
          g_free (best);
          best = g_strdup (paths->pdata[i]);
          best_size = (gsize) st.st_size;
        }
    }
  return best;
}

static void
zip_logs (const char *path, char **logs, zip_int32_t method)
{
  zip_t *zip = zip_open (path, ZIP_CREATE | ZIP_TRUNCATE, NULL);

  g_assert_nonnull (zip);
  for (guint i = 0; logs[i] != NULL; i++)
    {
      g_autofree char *name = g_strdup_printf ("run#%u.eventlog", i + 1);
      zip_int64_t index = zip_file_add (zip, name, zip_source_file (zip, logs[i], 0, -1), 0);

      g_assert_cmpint (index, >=, 0);
      zip_set_file_compression (zip, (zip_uint64_t) index, method, 0);
    }
  g_assert_cmpint (zip_close (zip), ==, 0);
}

/* Several machines, each with several processors, stored and deflated; and the same as files in a folder. */
static void
test_packed (void)
{
  g_autofree char *folder = g_dir_make_tmp ("lanescope-XXXXXX", NULL), *zip = NULL;
  g_autofree char *log = find_trace (".eventlog", 160000), *other = find_trace (".eventlog", 40000);
  char *logs[] = { log, other, log, NULL };
  static const zip_int32_t methods[] = { ZIP_CM_STORE, ZIP_CM_DEFLATE };

  g_assert_nonnull (log);
  zip = g_build_filename (folder, "x.parevents", NULL);
  for (guint i = 0; i < G_N_ELEMENTS (methods); i++)
    {
      zip_logs (zip, logs, methods[i]);
      check_trace (zip, i == 0);
    }
  g_unlink (zip);
  for (guint i = 0; i < 2; i++)
    {
      g_autofree char *name = g_strdup_printf ("run#%u.eventlog", i + 1), *bytes = NULL,
                      *path = g_build_filename (folder, name, NULL);
      gsize n;

      g_assert_true (g_file_get_contents (logs[i], &bytes, &n, NULL));
      g_assert_true (g_file_set_contents (path, bytes, (gssize) n, NULL));
    }
  check_trace (folder, FALSE);
  for (guint i = 0; i < 2; i++)
    {
      g_autofree char *name = g_strdup_printf ("run#%u.eventlog", i + 1), *path = g_build_filename (folder, name, NULL);

      g_unlink (path);
    }
  g_rmdir (folder);
}

static int
compare_offsets (gconstpointer a, gconstpointer b)
{
  guint64 x = ((const ScopeEvent *) a)->offset, y = ((const ScopeEvent *) b)->offset;

  return (x > y) - (x < y);
}

/* Pages as small as can be, each read by itself, have the events that reading from front to back gives, each once.
 * `ordered`: in the same order. (Where times run far backwards, by damage, it is a matter of buffers how far an event is
 * put back; a mark ends what is held.) */
static void
check_pages (const char *path, guint page_size, gboolean ordered)
{
  g_autoptr (ScopeSource) source = scope_source_new_file (path, NULL);
  g_autoptr (ScopeDecoder) decoder = scope_eventlog_new_sorted (source, NULL);
  ScopeEventLog *log = scope_event_log_new (source);
  g_autoptr (GArray) all = g_array_new (FALSE, FALSE, sizeof (ScopeEvent));
  g_autoptr (GArray) paged = g_array_new (FALSE, TRUE, sizeof (ScopeEvent));
  const ScopeEvent *events;
  guint64 done = 0;
  gint64 key = SCOPE_TIME_MIN;
  gsize n;

  g_assert_true (scope_event_log_scan (log, page_size, &done, NULL, NULL));
  while (decoder != NULL && (n = decoder->klass->next (decoder, &events)) > 0)
    g_array_append_vals (all, events, (guint) n);
  g_assert_cmpuint (log->n, ==, all->len);
  for (guint p = 0; p < log->pages->len; p++)
    {
      const ScopeEventPage *page = &g_array_index (log->pages, ScopeEventPage, p);
      ScopeEventLeaf *leaf = scope_event_log_read_page (log, p);

      g_assert_cmpuint (page->first, ==, paged->len);
      g_assert_cmpuint (leaf->n, ==, page->n);
      g_assert_cmpint (page->key, ==, key);
      for (guint i = 0; i < leaf->n; i++)
        {
          ScopeEvent event = { .time = leaf->times[i], .offset = leaf->offsets[i], .type = leaf->types[i],
                               .processor = leaf->processors[i] };

          key = MAX (key, event.time);
          g_assert_cmpint (leaf->keys[i], ==, key);
          g_array_append_val (paged, event);
        }
      scope_event_leaf_unref (leaf);
    }
  g_assert_cmpuint (paged->len, ==, all->len);
  if (!ordered)
    {
      g_array_sort (paged, compare_offsets);
      g_array_sort (all, compare_offsets);
    }
  for (guint i = 0; i < all->len; i++)
    {
      const ScopeEvent *a = &g_array_index (all, ScopeEvent, i), *b = &g_array_index (paged, ScopeEvent, i);

      g_assert_cmpuint (a->offset, ==, b->offset);
      g_assert_cmpint (a->time, ==, b->time);
      g_assert_cmpuint (a->type, ==, b->type);
      g_assert_cmpuint (a->processor, ==, b->processor);
    }
  scope_event_log_free (log);
}

static void
test_pages (void)
{
  g_autoptr (GPtrArray) paths = list_traces ();

  for (guint i = 0; i < paths->len; i++)
    if (g_str_has_suffix (paths->pdata[i], ".eventlog"))
      {
        GStatBuf st;

        if (g_stat (paths->pdata[i], &st) != 0 || st.st_size > 3000000)
          continue;
        g_test_message ("%s", (char *) paths->pdata[i]);
        check_pages (paths->pdata[i], 1, TRUE);
        check_pages (paths->pdata[i], 3000, TRUE);
      }
}

/* Flipped bits, missing ends: the same events as reading from front to back. */
static void
test_damaged (void)
{
  g_autofree char *folder = g_dir_make_tmp ("lanescope-XXXXXX", NULL),
                  *path = g_build_filename (folder, "x.eventlog", NULL);
  g_autoptr (GRand) rand = g_rand_new_with_seed (9);
  guint rounds = g_getenv ("LANESCOPE_TEST_BRIEF") != NULL ? 12 : 80;

  for (guint size = 0; size < 3; size++)
    {
      g_autofree char *log = find_trace (".eventlog", (gsize[]) { 12000, 40000, 160000 }[size]), *bytes = NULL;
      gsize n;

      g_assert_true (g_file_get_contents (log, &bytes, &n, NULL));
      for (guint i = 0; i < rounds; i++)
        {
          g_autofree char *bad = g_memdup2 (bytes, n);
          gsize left = i % 4 == 3 ? (gsize) g_rand_int_range (rand, 2000, (gint32) n) : n;

          for (guint k = 0; k < i % 7; k++)
            bad[g_rand_int_range (rand, 2000, (gint32) n)] ^= (char) (1 << g_rand_int_range (rand, 0, 8));
          g_assert_true (g_file_set_contents (path, bad, (gssize) left, NULL));
          check_trace (path, FALSE);
          check_pages (path, 1, FALSE);
        }
    }
  g_unlink (path);
  g_rmdir (folder);
}

/* With local time machines begin together: another order, of the same source. */
static void
test_local_time (void)
{
  g_autofree char *path = find_trace (".parevents", 60000);
  Trace trace;

  g_assert_nonnull (path);
  g_assert_true (trace_open (&trace, path));
  check_all_rows (&trace);
  scope_trace_set_local_time (trace.trace, TRUE);
  g_array_unref (trace.events);
  trace.events = merge (trace.import);
  check_all_rows (&trace);
  check_ranks (&trace);
  trace_close (&trace);
}

/* --- files that are no more what they were --- */

static void
assert_gone (ScopeEventSource *source, const char *word)
{
  g_autoptr (GError) error = NULL;
  ScopeEventRow rows[3] = { { 0 } };
  guint n;

  g_assert_false (scope_event_source_read (source, NULL, 0, 3, rows, &n, NULL, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND);
  g_assert_nonnull (strstr (error->message, word));
}

static void
test_gone (void)
{
  g_autofree char *folder = g_dir_make_tmp ("lanescope-XXXXXX", NULL),
                  *path = g_build_filename (folder, "x.eventlog", NULL), *log = find_trace (".eventlog", 40000),
                  *bytes = NULL;
  gsize n;

  g_assert_true (g_file_get_contents (log, &bytes, &n, NULL));
  for (guint prepared = 0; prepared < 2; prepared++)
    {
      Trace trace;
      struct utimbuf then = { 1, 1 };

      g_assert_true (g_file_set_contents (path, bytes, (gssize) n, NULL));
      g_assert_true (trace_open (&trace, path));
      if (prepared)
        g_assert_cmpuint (check_rows (&trace, 3, 5), ==, 5);
      g_assert_cmpint (utime (path, &then), ==, 0);
      assert_gone (trace.source, "changed");
      g_unlink (path);
      assert_gone (trace.source, "gone");
      trace_close (&trace);
    }
  g_rmdir (folder);
}

static void
test_cancelled (void)
{
  g_autofree char *path = find_trace (".parevents", 60000);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;
  Trace trace;

  g_assert_true (trace_open (&trace, path));
  g_cancellable_cancel (cancellable);
  g_assert_false (scope_event_source_prepare (trace.source, NULL, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  /* and then it is done after all */
  check_all_rows (&trace);
  trace_close (&trace);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  folders = argv + 1;
  g_test_add_func ("/events/traces", test_traces);
  g_test_add_func ("/events/pages", test_pages);
  g_test_add_func ("/events/packed", test_packed);
  g_test_add_func ("/events/damaged", test_damaged);
  g_test_add_func ("/events/local-time", test_local_time);
  g_test_add_func ("/events/gone", test_gone);
  g_test_add_func ("/events/cancelled", test_cancelled);
  return g_test_run ();
}
