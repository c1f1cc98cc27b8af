/* test-search.c: the search finds names by the runtime's words and by the standard ones, reasons once per lane, marks, and
 * as many events as grep finds lines in `dump events`; it can be stopped, and says when the trace file is gone.
 *
 * Started with a log of GHC and an archive of Eden.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/import/scope-import.h"
#include "model/trace/search/scope-search.h"

#include <glib/gstdio.h>
#include <string.h>

static char *ghc, *eden;

typedef struct
{
  ScopeImport *import;
  ScopeTrace *trace;
  ScopeSearch *search;
} Fixture;

static void
set_up (Fixture *f, gconstpointer data)
{
  ScopeImportOptions options = { .no_cache = TRUE };
  const char *paths[] = { data != NULL ? *(char *const *) data : ghc, NULL };
  g_autoptr (GError) error = NULL;

  f->import = scope_import_new (paths, 1, &options);
  f->trace = scope_import_get_trace (f->import);
  scope_import_run (f->import, NULL, &error);
  g_assert_no_error (error);
  f->search = scope_search_new (f->trace);
}

static void
tear_down (Fixture *f, gconstpointer data)
{
  scope_search_stop (f->search);
  g_object_unref (f->search);
  g_object_unref (f->import);
}

static gboolean
patience_over (gpointer over)
{
  *(gboolean *) over = TRUE;
  return G_SOURCE_CONTINUE;
}

static guint64
look_for (Fixture *f, const char *text, ScopeSearchFlags flags, ScopeSearchKinds kinds)
{
  g_autoptr (GError) error = NULL;
  gboolean over = FALSE;
  guint patience = g_timeout_add_seconds (30, patience_over, &over);

  scope_search_start (f->search, text, flags, kinds, &error);
  g_assert_no_error (error);
  while (scope_search_is_running (f->search) && !over)
    g_main_context_iteration (NULL, TRUE);
  g_source_remove (patience);
  g_assert_false (over);
  g_assert_cmpfloat (scope_search_get_progress (f->search), ==, 1);
  return scope_search_n_hits (f->search);
}

static ScopeSearchHit *
hit (Fixture *f, guint i)
{
  ScopeSearchHit *found = g_list_model_get_item (scope_search_get_hits (f->search), i);

  g_assert_nonnull (found);
  g_object_unref (found); /* the list has it */
  return found;
}

static void
test_names (Fixture *f, gconstpointer data)
{
  static const char *const words[] = { "HEC 2", "hec 2", "processor 2", "capability 2", "processor:1/2" };

  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    {
      g_assert_cmpuint (look_for (f, words[i], SCOPE_SEARCH_PLAIN, SCOPE_SEARCH_NAMES), ==, 1);
      g_assert_cmpint (hit (f, 0)->kind, ==, SCOPE_SEARCH_NAMES);
      g_assert_cmpint (hit (f, 0)->lane.kind, ==, SCOPE_KIND_PROCESSOR);
      g_assert_cmpuint (hit (f, 0)->lane.index, ==, 2);
      g_assert_cmpstr (hit (f, 0)->text, ==, "HEC 2");
    }
  g_assert_cmpuint (look_for (f, "HEC", SCOPE_SEARCH_PLAIN, SCOPE_SEARCH_NAMES), ==, 4);
  g_assert_cmpuint (look_for (f, "hec", SCOPE_SEARCH_CASE, SCOPE_SEARCH_NAMES), ==, 0);
  g_assert_cmpuint (look_for (f, "^HEC [02]$", SCOPE_SEARCH_REGEX, SCOPE_SEARCH_NAMES), ==, 2);
  /* a number is a whole number: not thread 12, 120, 121, … */
  g_assert_cmpuint (look_for (f, "thread 12", SCOPE_SEARCH_PLAIN, SCOPE_SEARCH_NAMES), ==, 1);
  g_assert_cmpuint (look_for (f, "thread 1", SCOPE_SEARCH_REGEX, SCOPE_SEARCH_NAMES), >, 10);
  g_assert_cmpuint (look_for (f, "HEC 2", SCOPE_SEARCH_PLAIN, SCOPE_SEARCH_MARKS), ==, 0);
}

static void
test_eden_names (Fixture *f, gconstpointer data)
{
  g_assert_cmpuint (look_for (f, "Machine 2", SCOPE_SEARCH_PLAIN, SCOPE_SEARCH_NAMES), ==, 1);
  g_assert_cmpint (hit (f, 0)->lane.kind, ==, SCOPE_KIND_MACHINE);
  g_assert_cmpuint (look_for (f, "1:1", SCOPE_SEARCH_PLAIN, SCOPE_SEARCH_NAMES), >=, 1);
  g_assert_cmpint (hit (f, 0)->lane.kind, ==, SCOPE_KIND_PROCESS);
}

/* In how many lanes a code occurs, counted another way. */
static guint
count_lanes_with (Fixture *f, guint code)
{
  guint n = 0;

  for (guint m = 0; m < scope_trace_n_machines (f->trace); m++)
    {
      ScopeMachine *machine = scope_trace_machine (f->trace, m);

      for (guint32 i = 0; i < scope_machine_n_entities (machine, SCOPE_KIND_THREAD); i++)
        {
          ScopeIntervalCursor cursor;
          ScopeInterval interval;
          gboolean has = FALSE;

          scope_interval_cursor_init (&cursor, machine->lanes,
                                      scope_machine_entity (machine, SCOPE_KIND_THREAD, i)->lane, SCOPE_TIME_MIN,
                                      SCOPE_TIME_MAX);
          while (scope_interval_cursor_next (&cursor, &interval, NULL))
            has |= interval.code == code;
          scope_interval_cursor_clear (&cursor);
          n += has;
        }
    }
  return n;
}

static void
test_reasons (Fixture *f, gconstpointer data)
{
  guint n = count_lanes_with (f, SCOPE_CODE_BLACKHOLE);
  static const char *const words[] = { "blocked on black hole", "blackhole", "blocked on blackhole" };

  g_assert_cmpuint (n, >, 0);
  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    g_assert_cmpuint (look_for (f, words[i], SCOPE_SEARCH_PLAIN, SCOPE_SEARCH_REASONS), ==, n);
  for (guint i = 0; i < n; i++)
    {
      const ScopeSearchHit *found = hit (f, i);
      ScopeMachine *machine = scope_trace_machine (f->trace, found->lane.machine);
      ScopeInterval interval;

      g_assert_true (scope_lane_store_interval_at (machine->lanes, scope_trace_lane (f->trace, found->lane),
                                                   found->from - scope_trace_offset (f->trace, machine), &interval,
                                                   NULL));
      g_assert_cmpuint (interval.code, ==, SCOPE_CODE_BLACKHOLE);
      g_assert_cmpint (found->to, >, found->from);
    }
}

/* --- lengths --- */

/* Intervals of threads and processors that satisfy it, the slow way; `state` -1: any. Ticks of these logs are ns. */
static guint
count_long (Fixture *f, int state, gint64 least, gint64 most)
{
  guint n = 0;

  for (guint m = 0; m < scope_trace_n_machines (f->trace); m++)
    for (guint k = 0; k < 2; k++)
      {
        ScopeMachine *machine = scope_trace_machine (f->trace, m);
        ScopeKind kind = k == 0 ? SCOPE_KIND_THREAD : SCOPE_KIND_PROCESSOR;

        for (guint32 i = 0; i < scope_machine_n_entities (machine, kind); i++)
          {
            ScopeIntervalCursor cursor;
            ScopeInterval interval;

            scope_interval_cursor_init (&cursor, machine->lanes, scope_machine_entity (machine, kind, i)->lane,
                                        SCOPE_TIME_MIN, SCOPE_TIME_MAX);
            while (scope_interval_cursor_next (&cursor, &interval, NULL))
              {
                ScopeState of = scope_code_state (interval.code);
                gint64 length = interval.to - interval.from;

                n += of < SCOPE_STATE_UNKNOWN && length >= least && length <= most && (state < 0 || (int) of == state)
                     && (kind == SCOPE_KIND_THREAD || of == SCOPE_STATE_COLLECTING || of == SCOPE_STATE_IDLE);
              }
            scope_interval_cursor_clear (&cursor);
          }
      }
  return n;
}

static void
test_lengths (Fixture *f, gconstpointer data)
{
  const struct
  {
    const char *text;
    int state;
    gint64 least, most;
  } cases[] = {
    { ">1ms", -1, 1000001, G_MAXINT64 },
    { ">=100us", -1, 100000, G_MAXINT64 },
    { "<2us", -1, 0, 1999 },
    { "10µs..20µs", -1, 10000, 20000 },
    { "10..20us", -1, 10000, 20000 },
    { "blocked >50us", SCOPE_STATE_BLOCKED, 50001, G_MAXINT64 },
    { "> 0,05 ms BLOCKED", SCOPE_STATE_BLOCKED, 50001, G_MAXINT64 },
    { "GC >10us <1ms", SCOPE_STATE_COLLECTING, 10001, 999999 },
    { "running 1us..1ms", SCOPE_STATE_RUNNING, 1000, 1000000 },
    { "blocked>50us", SCOPE_STATE_BLOCKED, 50001, G_MAXINT64 },
    { "Duration > 50 us blocked", SCOPE_STATE_BLOCKED, 50001, G_MAXINT64 },
    { "running time 1us..1ms", SCOPE_STATE_RUNNING, 1000, 1000000 },
  };
  guint compared = 0, n;

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      n = count_long (f, cases[i].state, cases[i].least, cases[i].most);
      g_assert_cmpuint (look_for (f, cases[i].text, SCOPE_SEARCH_PLAIN, SCOPE_SEARCH_ALL), ==, n);
      g_assert_cmpuint (g_list_model_get_n_items (scope_search_get_hits (f->search)), ==, n);
      for (guint h = 0; h < n; h += n / 50 + 1)
        {
          gint64 length = hit (f, h)->to - hit (f, h)->from;

          g_assert_cmpint (hit (f, h)->kind, ==, SCOPE_SEARCH_LENGTHS);
          g_assert_cmpint (length, >=, cases[i].least);
          g_assert_cmpint (length, <=, cases[i].most);
        }
      compared += n;
    }
  g_assert_cmpuint (compared, >, 500);
  /* Whose: by name; and nothing for what there is not, or cannot be. */
  n = look_for (f, "HEC 2 >1us", SCOPE_SEARCH_PLAIN, SCOPE_SEARCH_ALL);
  g_assert_cmpuint (n, >, 0);
  for (guint h = 0; h < n; h++)
    g_assert_cmpuint (hit (f, h)->lane.index, ==, 2);
  g_assert_cmpuint (look_for (f, "no such thing >1us", SCOPE_SEARCH_PLAIN, SCOPE_SEARCH_ALL), ==, 0);
  g_assert_cmpuint (look_for (f, "20us..10us", SCOPE_SEARCH_PLAIN, SCOPE_SEARCH_ALL), ==, 0);
}

static void
test_eden_lengths (Fixture *f, gconstpointer data)
{
  guint n = count_long (f, SCOPE_STATE_BLOCKED, 10001, G_MAXINT64);

  g_assert_cmpuint (n, >, 0);
  g_assert_cmpuint (look_for (f, "blocked >10us", SCOPE_SEARCH_PLAIN, SCOPE_SEARCH_ALL), ==, n);
  for (guint h = 1; h < n; h++) /* of all machines */
    g_assert_cmpint (hit (f, h)->from, >=, hit (f, h - 1)->from);
}

/* As many as are in the log: what is found by reading every event's fields. */
static void
test_fields (Fixture *f, gconstpointer data)
{
  ScopeEventSource *source = scope_trace_get_event_source (f->trace);
  static const char *const texts[] = { "size>100", "SIZE > 100", "size >= 0.1kB size!=101", "receive size>100 tag==88",
                                       "thread<3", "to_machine>=2 processor<9" };
  guint matched = 0;

  for (guint t = 0; t < G_N_ELEMENTS (texts); t++)
    {
      guint64 n = look_for (f, texts[t], SCOPE_SEARCH_PLAIN, SCOPE_SEARCH_ALL), all, wanted = 0;

      all = scope_event_source_n_events (source);
      for (guint64 at = 0; at < all; at += 1000)
        {
          ScopeEventRow *rows = g_new0 (ScopeEventRow, 1000);
          guint got;

          scope_event_source_read (source, NULL, at, 1000, rows, &got, NULL, NULL);
          for (guint i = 0; i < got; i++)
            {
              const char *size = strstr (rows[i].detail, "size="), *thread = strstr (rows[i].detail, "thread=");
              guint64 bytes = size != NULL && (size == rows[i].detail || size[-1] == ' ') ? g_ascii_strtoull (size + 5, NULL, 10) : 0;
              gboolean first = thread != NULL && (thread == rows[i].detail || thread[-1] == ' ');

              if (t < 2)
                wanted += bytes > 100;
              else if (t == 2)
                wanted += bytes >= 100 && bytes != 101;
              else if (t == 3)
                wanted += bytes > 100 && g_str_equal (rows[i].name, "receive_message") && strstr (rows[i].detail, "tag=88 ") != NULL;
              else if (t == 4)
                wanted += first && g_ascii_strtoull (thread + 7, NULL, 10) < 3;
              scope_event_row_clear (&rows[i]);
            }
          g_free (rows);
        }
      g_assert_cmpuint (n, ==, wanted);
      matched += n > 0;
    }
  g_assert_cmpuint (matched, ==, G_N_ELEMENTS (texts) - 1); /* nothing has both of the last */
}

/* Where hits are: every one but names is counted, where it is. */
static void
test_spread (Fixture *f, gconstpointer data)
{
  guint32 spread[SCOPE_SEARCH_SPREAD];
  guint64 sum = 0;
  gint64 first, last;
  guint n;

  n = (guint) look_for (f, "running >1us", SCOPE_SEARCH_PLAIN, SCOPE_SEARCH_ALL);
  scope_search_get_spread (f->search, spread);
  scope_trace_range (f->trace, &first, &last);
  for (guint i = 0; i < n; i++)
    {
      guint at = scope_event_set_part_of (first, last, hit (f, i)->from);

      g_assert_cmpuint (spread[at], >, 0);
      spread[at]--;
    }
  for (guint i = 0; i < SCOPE_SEARCH_SPREAD; i++)
    g_assert_cmpuint (spread[i], ==, 0);

  n = (guint) look_for (f, "create_thread", SCOPE_SEARCH_PLAIN, SCOPE_SEARCH_EVENTS);
  g_assert_cmpuint (n, >, 10);
  scope_search_get_spread (f->search, spread);
  for (guint i = 0; i < SCOPE_SEARCH_SPREAD; i++)
    sum += spread[i];
  g_assert_cmpuint (sum, ==, n);
  look_for (f, "HEC", SCOPE_SEARCH_PLAIN, SCOPE_SEARCH_NAMES);
  scope_search_get_spread (f->search, spread);
  for (guint i = 0; i < SCOPE_SEARCH_SPREAD; i++)
    g_assert_cmpuint (spread[i], ==, 0);
}

static guint
count_marks (Fixture *f, const char *text)
{
  guint n = 0;

  for (guint m = 0; m < scope_trace_n_machines (f->trace); m++)
    {
      ScopeMachine *machine = scope_trace_machine (f->trace, m);
      ScopeTableCursor cursor;
      gint64 mark[SCOPE_TABLE_MAX_COLUMNS];

      scope_table_cursor_init (&cursor, machine->tables[SCOPE_TABLE_MARKS], SCOPE_TIME_MIN, SCOPE_TIME_MAX);
      while (scope_table_cursor_next (&cursor, mark, NULL))
        {
          g_autofree char *of = scope_machine_text (machine, (guint64) mark[SCOPE_MARK_TEXT], NULL);
          g_autofree char *small = g_ascii_strdown (of, -1);

          n += strstr (small, text) != NULL;
        }
      scope_table_cursor_clear (&cursor);
    }
  return n;
}

static void
test_marks (Fixture *f, gconstpointer data)
{
  guint all = count_marks (f, "");

  g_assert_cmpuint (all, >, 0);
  g_assert_cmpuint (look_for (f, ".*", SCOPE_SEARCH_REGEX, SCOPE_SEARCH_MARKS), ==, all);
  for (const char *c = "aeio"; *c != '\0'; c++)
    {
      const char text[] = { *c, '\0' };

      g_assert_cmpuint (look_for (f, text, SCOPE_SEARCH_PLAIN, SCOPE_SEARCH_MARKS), ==, count_marks (f, text));
    }
}

typedef struct
{
  GRegex *regex;
  guint64 n;
} Grep;

static gboolean
grep (ScopeMachine *machine, gint64 time, gint processor, const char *name, const char *detail, gpointer data)
{
  Grep *of = data;

  of->n += g_regex_match (of->regex, name, 0, NULL) || g_regex_match (of->regex, detail, 0, NULL);
  return TRUE;
}

static void
check_events (Fixture *f, const char *text, ScopeSearchFlags flags)
{
  Grep count = { scope_search_compile (text, flags, NULL), 0 };

  g_assert_true (scope_import_foreach_event (f->import, SCOPE_TIME_MIN, SCOPE_TIME_MAX, grep, &count, NULL, NULL));
  g_assert_cmpuint (look_for (f, text, flags, SCOPE_SEARCH_EVENTS), ==, count.n);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (scope_search_get_events (f->search))), ==, count.n);
  g_assert_cmpuint (g_list_model_get_n_items (scope_search_get_hits (f->search)), ==, 0);
  g_regex_unref (count.regex);
}

static void
test_events (Fixture *f, gconstpointer data)
{
  check_events (f, "create thread", SCOPE_SEARCH_PLAIN);
  check_events (f, "thread 12", SCOPE_SEARCH_PLAIN);
  check_events (f, "12", SCOPE_SEARCH_PLAIN);
  check_events (f, "status=[35]\\b", SCOPE_SEARCH_REGEX);
  check_events (f, "nothing like it", SCOPE_SEARCH_PLAIN);
}

static void
test_all (Fixture *f, gconstpointer data)
{
  guint64 names = look_for (f, "thread 3", SCOPE_SEARCH_PLAIN, SCOPE_SEARCH_NAMES);
  guint64 events = look_for (f, "thread 3", SCOPE_SEARCH_PLAIN, SCOPE_SEARCH_EVENTS);

  g_assert_cmpuint (look_for (f, "thread 3", SCOPE_SEARCH_PLAIN, SCOPE_SEARCH_ALL), >=, names + events);
  g_assert_null (scope_search_get_notice (f->search));
  g_assert_cmpuint (look_for (f, "", SCOPE_SEARCH_PLAIN, SCOPE_SEARCH_ALL), ==, 0);
}

/* What was found as a mark is not found again as its event, nor a thread's name as a mark. */
static void
test_once (Fixture *f, gconstpointer data)
{
  guint marks = 0;

  for (guint m = 0; m < scope_trace_n_machines (f->trace); m++)
    {
      ScopeMachine *machine = scope_trace_machine (f->trace, m);
      gint64 mark[SCOPE_TABLE_MAX_COLUMNS];
      ScopeTableCursor cursor;

      scope_table_cursor_init (&cursor, machine->tables[SCOPE_TABLE_MARKS], SCOPE_TIME_MIN, SCOPE_TIME_MAX);
      while (marks < 8 && scope_table_cursor_next (&cursor, mark, NULL))
        {
          g_autofree char *text = scope_machine_text (machine, (guint64) mark[SCOPE_MARK_TEXT], NULL);
          gboolean name = scope_trace_mark_is_name (f->trace, mark);
          guint64 wanted = look_for (f, text, SCOPE_SEARCH_PLAIN, name ? SCOPE_SEARCH_NAMES : SCOPE_SEARCH_MARKS);

          g_assert_cmpuint (wanted, >, 0);
          g_assert_cmpuint (look_for (f, text, SCOPE_SEARCH_PLAIN, SCOPE_SEARCH_MARKS | (name ? SCOPE_SEARCH_NAMES : SCOPE_SEARCH_EVENTS)), ==,
                            wanted);
          marks++;
        }
      scope_table_cursor_clear (&cursor);
    }
  g_assert_cmpuint (marks, >, 0);
  g_assert_cmpuint (look_for (f, "user_", SCOPE_SEARCH_PLAIN, SCOPE_SEARCH_ALL), >, 0);
}

static void
test_bad (Fixture *f, gconstpointer data)
{
  static const char *const bad[] = { "(", "[", "*a", "a{2,1}", "\\" };

  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_false (scope_search_start (f->search, bad[i], SCOPE_SEARCH_REGEX, SCOPE_SEARCH_ALL, &error));
      g_assert_nonnull (error);
      g_assert_false (scope_search_is_running (f->search));
      /* as a plain text it is a text */
      look_for (f, bad[i], SCOPE_SEARCH_PLAIN, SCOPE_SEARCH_ALL);
    }
}

static void
test_stopped (Fixture *f, gconstpointer data)
{
  for (guint i = 0; i < 30; i++)
    {
      g_assert_true (scope_search_start (f->search, i % 2 ? "thread" : "[a-z]+=\\d", i % 2 ? 0 : SCOPE_SEARCH_REGEX,
                                         SCOPE_SEARCH_ALL, NULL));
      for (guint k = 0; k < i % 5; k++)
        g_main_context_iteration (NULL, FALSE);
      if (i % 3 == 0)
        scope_search_stop (f->search);
    }
  scope_search_stop (f->search);
  g_assert_false (scope_search_is_running (f->search));

  /* One that was not stopped, or whose end had come, does not say so. */
  g_assert_true (scope_search_start (f->search, "thread", 0, SCOPE_SEARCH_ALL, NULL));
  scope_search_stop (f->search);
  g_assert_true (scope_search_was_stopped (f->search, NULL));
  look_for (f, "thread 3", SCOPE_SEARCH_PLAIN, SCOPE_SEARCH_ALL);
  scope_search_stop (f->search);
  g_assert_false (scope_search_was_stopped (f->search, NULL));
}

/* A search begun before the trace has been read is whole in the end. */
static void
test_early (void)
{
  ScopeImportOptions options = { .no_cache = TRUE };
  const char *paths[] = { ghc, NULL };
  g_autoptr (GError) error = NULL;
  Fixture f = { .import = scope_import_new (paths, 1, &options) };

  f.trace = scope_import_get_trace (f.import);
  f.search = scope_search_new (f.trace);
  look_for (&f, "create_thread", SCOPE_SEARCH_PLAIN, SCOPE_SEARCH_ALL);
  g_assert_cmpuint (scope_search_n_hits (f.search), ==, 0);
  g_assert_nonnull (scope_search_get_notice (f.search));
  scope_import_run (f.import, NULL, &error);
  g_assert_no_error (error);
  for (guint i = 0; i < 3000 && (scope_search_is_running (f.search) || scope_search_n_hits (f.search) == 0); i++)
    {
      while (g_main_context_iteration (NULL, FALSE))
        ;
      g_usleep (2000);
    }
  g_assert_cmpuint (scope_search_n_hits (f.search), >, 100);
  g_assert_null (scope_search_get_notice (f.search));
  tear_down (&f, NULL);
}

static void
test_gone (void)
{
  g_autofree char *folder = g_dir_make_tmp ("lanescope-XXXXXX", NULL), *bytes = NULL;
  char *path = g_build_filename (folder, "x.eventlog", NULL);
  Fixture f;
  gsize n;

  g_assert_true (g_file_get_contents (ghc, &bytes, &n, NULL));
  g_assert_true (g_file_set_contents (path, bytes, (gssize) n, NULL));
  set_up (&f, &path);
  g_unlink (path);
  /* names are found all the same */
  g_assert_cmpuint (look_for (&f, "HEC 1", SCOPE_SEARCH_PLAIN, SCOPE_SEARCH_ALL), >=, 1);
  g_assert_nonnull (strstr (scope_search_get_notice (f.search), "gone"));
  tear_down (&f, NULL);
  g_rmdir (folder);
  g_free (path);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  ghc = argv[1];
  eden = argv[2];
#define ADD(name, func, path) g_test_add ("/search/" name, Fixture, path, set_up, func, tear_down)
  ADD ("names", test_names, &ghc);
  ADD ("eden-names", test_eden_names, &eden);
  ADD ("reasons", test_reasons, &eden);
  ADD ("lengths", test_lengths, &ghc);
  ADD ("eden-lengths", test_eden_lengths, &eden);
  ADD ("spread", test_spread, &ghc);
  ADD ("fields", test_fields, &eden);
  ADD ("marks", test_marks, &eden);
  ADD ("once", test_once, &eden);
  ADD ("events", test_events, &ghc);
  ADD ("eden-events", test_events, &eden);
  ADD ("all", test_all, &ghc);
  ADD ("bad", test_bad, &ghc);
  ADD ("stopped", test_stopped, &eden);
  g_test_add_func ("/search/early", test_early);
  g_test_add_func ("/search/gone", test_gone);
  return g_test_run ();
}
