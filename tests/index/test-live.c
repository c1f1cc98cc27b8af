/* test-live.c: logs that are followed while they grow, made here block by block: HECs that are silent or late, and every way in
 * which a log may end.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/import/scope-import.h"
#include "model/base/scope-eventlog-events.h"
#include "model/trace/analysis/scope-critical-path.h"
#include "model/trace/analysis/scope-derived.h"

#include <fcntl.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#define LONG (30 * G_USEC_PER_SEC)
#define GLOBAL 0xffffu

/* --- writing --- */

typedef struct
{
  char *folder, *path;
  int fd;
  ScopeImport *import;
  ScopeTrace *trace;
  ScopeLive *live;
  GThread *thread;
  GError *error;
} World;

static void
put (GByteArray *to, guint64 value, guint n)
{
  for (guint i = n; i-- > 0;)
    {
      guint8 byte = (guint8) (value >> (8 * i));
      g_byte_array_append (to, &byte, 1);
    }
}

static void
put_event (GByteArray *to, guint type, gint64 time)
{
  put (to, type, 2);
  put (to, (guint64) time, 8);
}

static void
put_run (GByteArray *to, gint64 time, guint thread)
{
  put_event (to, SCOPE_EV_RUN_THREAD, time);
  put (to, thread, 4);
}

static void
put_stop (GByteArray *to, gint64 time, guint thread, guint status)
{
  put_event (to, SCOPE_EV_STOP_THREAD, time);
  put (to, thread, 4);
  put (to, status, 2);
  put (to, 0, 4);
}

static void
write_all (World *world, const GByteArray *bytes)
{
  g_assert_cmpint (write (world->fd, bytes->data, bytes->len), ==, (gssize) bytes->len);
}

/* A whole block of one HEC: `events` and its marker. */
static void
write_block (World *world, guint processor, gint64 end, GByteArray *events)
{
  g_autoptr (GByteArray) bytes = g_byte_array_new ();

  put_event (bytes, SCOPE_EV_BLOCK_MARKER, end);
  put (bytes, 24 + events->len, 4);
  put (bytes, (guint64) end, 8);
  put (bytes, processor, 2);
  g_byte_array_append (bytes, events->data, events->len);
  write_all (world, bytes);
}

/* The HEC's thread runs and stops, by turns, 100 times in [from, from + 1 ms). */
static void
write_turns (World *world, guint processor, gint64 from)
{
  g_autoptr (GByteArray) events = g_byte_array_new ();

  for (guint i = 0; i < 100; i++)
    {
      put_run (events, from + i * 10000, processor + 1);
      put_stop (events, from + i * 10000 + 4000, processor + 1, SCOPE_STOP_YIELDING);
    }
  write_block (world, processor, from + 1000000, events);
}

/* `n` HECs are named in a global block, as GHC 9.2 does; 0: the runtime does not tell, as before. */
static void
write_head (World *world, guint n)
{
  static const guint types[][2] = { { 0, 4 }, { 1, 4 }, { 2, 10 }, { 8, 6 }, { 18, 14 }, { 45, 2 }, { 9, 0 }, { 10, 0 }, { 53, 50 }, { 210, 0xffff } };
  g_autoptr (GByteArray) head = g_byte_array_new (), events = g_byte_array_new ();

  g_byte_array_append (head, (const guint8 *) "hdrbhetb", 8);
  for (guint i = 0; i < G_N_ELEMENTS (types) - (n == 0); i++)
    {
      g_byte_array_append (head, (const guint8 *) "etb\0", 4);
      put (head, types[i][0], 2);
      put (head, types[i][1], 2);
      put (head, 1, 4);
      put (head, 'x', 1);
      put (head, 0, 4);
      g_byte_array_append (head, (const guint8 *) "ete\0", 4);
    }
  g_byte_array_append (head, (const guint8 *) "hetehdredatb", 12);
  write_all (world, head);
  for (guint i = 0; i < n; i++)
    {
      put_event (events, SCOPE_EV_CAP_CREATE, 100);
      put (events, i, 2);
    }
  if (n > 0)
    write_block (world, GLOBAL, 100, events);
}

static void
write_end (World *world)
{
  g_assert_cmpint (write (world->fd, "\377\377", 2), ==, 2);
}

/* --- following --- */

static gpointer
run (gpointer data)
{
  World *world = data;

  scope_import_run (world->import, NULL, &world->error);
  return NULL;
}

static void
set_up (World *world, gconstpointer data)
{
  const ScopeImportOptions options = { .follow = TRUE, .cache_dir = NULL, .no_cache = TRUE };

  world->folder = g_dir_make_tmp ("live-XXXXXX", NULL);
  world->path = g_build_filename (world->folder, "prog.eventlog", NULL);
  world->fd = open (world->path, O_WRONLY | O_CREAT | O_CLOEXEC | O_APPEND, 0600);
  world->import = scope_import_new ((const char *const *) &world->path, 1, &options);
  world->trace = scope_import_get_trace (world->import);
  world->live = scope_trace_get_live (world->trace);
  g_assert_nonnull (world->live);
  world->thread = g_thread_new ("follow", run, world);
}

static void
tear_down (World *world, gconstpointer data)
{
  g_autoptr (GDir) dir = g_dir_open (world->folder, 0, NULL);

  if (world->thread != NULL)
    g_thread_join (world->thread);
  g_clear_error (&world->error);
  g_object_unref (world->import);
  close (world->fd);
  for (const char *name; (name = g_dir_read_name (dir)) != NULL;)
    {
      g_autofree char *path = g_build_filename (world->folder, name, NULL);
      g_unlink (path);
    }
  g_rmdir (world->folder);
  g_free (world->folder);
  g_free (world->path);
}

static ScopeLiveFacts
facts_of (World *world)
{
  ScopeLiveFacts facts;

  scope_live_get_facts (world->live, &facts);
  return facts;
}

#define WAIT_FOR(condition)                                          \
  G_STMT_START                                                       \
  {                                                                  \
    gint64 until_ = g_get_monotonic_time () + LONG;                  \
    while (!(condition) && g_get_monotonic_time () < until_)         \
      g_usleep (1000);                                               \
    g_assert_true (condition);                                       \
  }                                                                  \
  G_STMT_END

static ScopeMachine *
machine_of (World *world)
{
  return scope_trace_machine (world->trace, 0);
}

static gint64
known_of (World *world, guint number)
{
  ScopeMachine *machine = machine_of (world);
  guint32 index = scope_machine_find_processor (machine, number);
  const ScopeEntity *entity = index != SCOPE_NONE ? scope_machine_entity (machine, SCOPE_KIND_PROCESSOR, index) : NULL;
  gint64 known = entity != NULL ? scope_lane_store_known_until (machine->lanes, entity->lane) : SCOPE_TIME_MIN;

  return known == SCOPE_TIME_MIN ? known : known + scope_trace_offset (world->trace, machine);
}

/* Time that a lane is in a state, in [from, to). */
static gint64
time_in (ScopeTrace *trace, const char *lane, ScopeState state, gint64 from, gint64 to)
{
  ScopeLaneId id;
  gint64 totals[SCOPE_N_STATES];

  g_assert_true (scope_trace_parse_lane (trace, lane, &id, NULL));
  g_assert_true (scope_lane_store_range_totals (scope_trace_machine (trace, 0)->lanes, scope_trace_lane (trace, id), from, to,
                                                totals, NULL));
  return totals[state];
}

static void
finish (World *world)
{
  write_end (world);
  WAIT_FOR (facts_of (world).state >= SCOPE_LIVE_ENDED);
  g_thread_join (g_steal_pointer (&world->thread));
  g_assert_no_error (world->error);
}

/* --- HECs --- */

static void
test_in_order (World *world, gconstpointer data)
{
  g_assert_cmpint (facts_of (world).state, ==, SCOPE_LIVE_WAITING);
  write_head (world, 2);
  for (guint i = 0; i < 5; i++)
    {
      write_turns (world, 0, 1000000 * (i + 1));
      write_turns (world, 1, 1000000 * (i + 1) + 50);
    }
  WAIT_FOR (facts_of (world).watermark >= 5900000);
  g_assert_cmpint (facts_of (world).state, ==, SCOPE_LIVE_RUNNING);
  g_assert_cmpint (scope_live_get_writes (world->live), ==, SCOPE_LIVE_WRITES_ON_FLUSH);
  g_assert_cmpint (time_in (world->trace, "thread:1/1", SCOPE_STATE_RUNNING, 1000000, 5900000), ==, 490 * 4000);
  g_assert_cmpint (time_in (world->trace, "processor:1/1", SCOPE_STATE_RUNNING, 1000000, 5900000), ==, 490 * 4000);
  finish (world);
  g_assert_false (facts_of (world).remade);
  g_assert_cmpint (facts_of (world).end, ==, SCOPE_LIVE_END_MARK);
  g_assert_true (scope_trace_get_finished (world->trace));
  g_assert_cmpint (scope_trace_n_events (world->trace), ==, 2 + 5 * 2 * 200);
}

/* A HEC that has written nothing for long does not hold up the others, and is known no further than it wrote. */
static void
test_silent (World *world, gconstpointer data)
{
  write_head (world, 2);
  write_turns (world, 0, 1000000);
  write_turns (world, 1, 1000000);
  WAIT_FOR (facts_of (world).watermark >= 1900000);
  write_turns (world, 0, 2000000);
  write_turns (world, 0, 3000000);
  WAIT_FOR (known_of (world, 0) > 0 && facts_of (world).bytes > 0 && facts_of (world).n_silent == 0);
  g_assert_cmpint (facts_of (world).watermark, <=, 2000000);
  write_turns (world, 0, 4000000);
  write_turns (world, 0, 5000000);
  WAIT_FOR (facts_of (world).watermark >= 5900000);
  g_assert_cmpint (facts_of (world).n_silent, ==, 1);
  g_assert_cmpint (known_of (world, 0), >=, 5900000);
  WAIT_FOR (known_of (world, 1) <= 2000000);
  g_assert_cmpint (time_in (world->trace, "processor:1/1", SCOPE_STATE_IDLE, 2000000, 5000000), ==, 0);
  g_assert_cmpint (time_in (world->trace, "thread:1/1", SCOPE_STATE_RUNNING, 1000000, 5000000), ==, 400 * 4000);

  /* It comes after all, and late: its own lane gets its rows, its thread is unknown there. */
  write_turns (world, 1, 3000000);
  WAIT_FOR (facts_of (world).n_late > 0);
  WAIT_FOR (time_in (world->trace, "processor:1/1", SCOPE_STATE_RUNNING, 3000000, 3900000) == 90 * 4000);
  g_assert_cmpint (time_in (world->trace, "thread:1/2", SCOPE_STATE_RUNNING, 3000000, 3900000), ==, 0);
  g_assert_cmpint (time_in (world->trace, "thread:1/2", SCOPE_STATE_RUNNING, 1000000, 1900000), ==, 90 * 4000);
  g_assert_cmpint (time_in (world->trace, "thread:1/1", SCOPE_STATE_RUNNING, 1000000, 5000000), ==, 400 * 4000);
  finish (world);
  g_assert_true (facts_of (world).remade);
  {
    g_autoptr (ScopeTrace) final = scope_import_dup_final_trace (world->import);

    g_assert_true (final != world->trace);
    g_assert_true (scope_trace_get_finished (final));
    g_assert_cmpint (time_in (final, "thread:1/2", SCOPE_STATE_RUNNING, 3000000, 3900000), ==, 90 * 4000);
    g_assert_cmpint (scope_trace_n_events (final), ==, scope_trace_n_events (world->trace));
  }
}

/* What is found out of what is known so far: threads that live have no end, on clocks that are moved neither. */
static void
test_path (World *world, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (ScopeCriticalPath) path = NULL;
  g_autoptr (ScopeDerived) derived = NULL;
  const ScopeQueryRange within = { .trace = world->trace, .from = SCOPE_TIME_MIN, .to = SCOPE_TIME_MAX };

  write_head (world, 2);
  for (guint i = 0; i < 5; i++)
    {
      write_turns (world, 0, 1000000 * (i + 1));
      write_turns (world, 1, 1000000 * (i + 1) + 50);
    }
  WAIT_FOR (facts_of (world).watermark >= 5900000);
  machine_of (world)->offset = 1000;
  path = scope_critical_path_read (world->trace, SCOPE_NO_TASK, SCOPE_TIME_MAX, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpint (path->shares[SCOPE_PATH_RUNNING], >=, 490 * 4000 / 2);
  derived = scope_derived_dup_or_make (&within, &error);
  g_assert_no_error (error);
  g_assert_cmpint (scope_derived_facts (derived)->last, >=, 5900000);
  g_assert_cmpint (scope_derived_facts (derived)->last, <, 7000000);
  machine_of (world)->offset = 0;
  finish (world);
}

#define COLLECTING 50000

/* Ten collections, one each 100 µs from `from` on, of 50 µs each. HEC 0 leads them, and runs between; another HEC is idle, and says that
 * one is over when the next one begins. */
static void
write_collections (World *world, guint processor, gint64 from)
{
  g_autoptr (GByteArray) events = g_byte_array_new ();

  for (guint i = 0; i < 10; i++)
    {
      gint64 at = from + i * 100000;

      if (processor > 0)
        {
          if (i > 0)
            put_event (events, SCOPE_EV_GC_END, at);
          put_event (events, SCOPE_EV_GC_START, at);
          continue;
        }
      put_event (events, SCOPE_EV_GC_START, at);
      put_event (events, SCOPE_EV_GC_END, at + COLLECTING);
      put_event (events, SCOPE_EV_GC_STATS_GHC, at + COLLECTING);
      for (guint byte = 0; byte < 50; byte++)
        put (events, 0, 1);
      put_run (events, at + 60000, 1);
      put_stop (events, at + 90000, 1, SCOPE_STOP_HEAP_OVERFLOW);
    }
  write_block (world, processor, from + 1000000, events);
}

/* An idle HEC tells of its collections long after their time was passed: they are as long as they were. */
static void
test_late_collections (World *world, gconstpointer data)
{
  write_head (world, 2);
  write_turns (world, 0, 1000000);
  write_turns (world, 1, 1000000);
  for (guint i = 2; i < 7; i++)
    write_collections (world, 0, 1000000 * i);
  WAIT_FOR (facts_of (world).watermark >= 6900000);
  g_assert_cmpint (facts_of (world).n_silent, ==, 1);
  g_assert_cmpint (time_in (world->trace, "processor:1/0", SCOPE_STATE_COLLECTING, 2000000, 6900000), ==, 49 * COLLECTING);
  write_collections (world, 1, 2000000);
  WAIT_FOR (known_of (world, 1) >= 2800000);
  WAIT_FOR (facts_of (world).n_late > 0);
  g_assert_cmpint (time_in (world->trace, "processor:1/1", SCOPE_STATE_COLLECTING, 2000000, 2800000), ==, 8 * COLLECTING);
  g_assert_cmpint (time_in (world->trace, "processor:1/1", SCOPE_STATE_IDLE, 2000000, 2800000), ==, 8 * (100000 - COLLECTING));

  /* Of the last one only its start came. */
  g_assert_cmpint (known_of (world, 1), <=, 2900000 + COLLECTING);
  finish (world);
  g_assert_true (facts_of (world).remade);
  {
    g_autoptr (ScopeTrace) final = scope_import_dup_final_trace (world->import);

    g_assert_cmpint (time_in (final, "processor:1/1", SCOPE_STATE_COLLECTING, 2000000, 2800000), ==, 8 * COLLECTING);
  }
}

/* A log whose header is all there is: why, and the cure. */
static void
test_header_only (World *world, gconstpointer data)
{
  g_autofree char *before = scope_live_dup_message (world->live), *after = NULL;

  g_assert_nonnull (strstr (before, world->path));
  write_head (world, 0);
  WAIT_FOR (scope_live_get_writes (world->live) == SCOPE_LIVE_WRITES_WHOLE_BLOCKS);
  g_assert_cmpint (facts_of (world).state, ==, SCOPE_LIVE_WAITING);
  after = scope_live_dup_message (world->live);
  g_assert_nonnull (strstr (after, "--eventlog-flush-interval"));
  finish (world);
}

/* Without names the start waits for the second block of a HEC. */
static void
test_unnamed (World *world, gconstpointer data)
{
  write_head (world, 0);
  write_turns (world, 0, 1000000);
  write_turns (world, 1, 1000000);
  write_turns (world, 0, 2000000);
  write_turns (world, 1, 2000000);
  WAIT_FOR (facts_of (world).watermark >= 2900000);
  g_assert_cmpint (facts_of (world).n_late, ==, 0);
  g_assert_cmpint (time_in (world->trace, "thread:1/2", SCOPE_STATE_RUNNING, 1000000, 2900000), ==, 190 * 4000);
  finish (world);
}

/* --- ends --- */

static void
begin (World *world)
{
  write_head (world, 1);
  write_turns (world, 0, 1000000);
  write_turns (world, 0, 2000000);
  WAIT_FOR (facts_of (world).watermark >= 2900000);
}

static void
ended (World *world, ScopeLiveEnd end, ScopeLiveState state)
{
  g_autofree char *message = NULL;
  g_autoptr (ScopeTrace) final = NULL;

  WAIT_FOR (facts_of (world).state >= SCOPE_LIVE_ENDED);
  g_thread_join (g_steal_pointer (&world->thread));
  g_assert_cmpint (facts_of (world).end, ==, end);
  g_assert_cmpint (facts_of (world).state, ==, state);
  g_assert_cmpint (facts_of (world).ended, >, 0);
  message = scope_live_dup_message (world->live);
  g_assert_cmpuint (strlen (message), >, 10);
  final = scope_import_dup_final_trace (world->import);
  g_assert_true (scope_trace_get_finished (final));
  g_assert_cmpint (time_in (final, "thread:1/1", SCOPE_STATE_RUNNING, 1000000, 2900000), ==, 190 * 4000);
}

static void
test_stopped (World *world, gconstpointer data)
{
  begin (world);
  scope_live_stop (world->live);
  ended (world, SCOPE_LIVE_STOPPED, SCOPE_LIVE_ENDED);
}

/* In the middle of an event: what was whole stays, and what is missing is a loss. */
static void
test_killed (World *world, gconstpointer data)
{
  g_autoptr (GByteArray) bytes = g_byte_array_new ();

  begin (world);
  put_event (bytes, SCOPE_EV_BLOCK_MARKER, 3000000);
  put (bytes, 24 + 14 + 14, 4);
  put (bytes, 3500000, 8);
  put (bytes, 0, 2);
  put_run (bytes, 3000000, 1);
  put (bytes, SCOPE_EV_STOP_THREAD, 2);
  write_all (world, bytes);
  close (world->fd);
  world->fd = -1;
  scope_import_writer_exited (world->import);
  ended (world, SCOPE_LIVE_WRITER_GONE, SCOPE_LIVE_BROKEN);
  {
    g_autoptr (ScopeTrace) final = scope_import_dup_final_trace (world->import);

    g_assert_cmpuint (scope_machine_n_losses (scope_trace_machine (final, 0)), >, 0);
  }
}

static void
test_truncated (World *world, gconstpointer data)
{
  begin (world);
  g_assert_cmpint (ftruncate (world->fd, 100), ==, 0);
  ended (world, SCOPE_LIVE_TRUNCATED, SCOPE_LIVE_BROKEN);
}

static void
test_replaced (World *world, gconstpointer data)
{
  g_autofree char *other = g_strconcat (world->path, ".new", NULL);

  begin (world);
  close (world->fd);
  world->fd = -1;
  g_assert_true (g_file_set_contents (other, "something else", -1, NULL));
  g_assert_cmpint (g_rename (other, world->path), ==, 0);
  ended (world, SCOPE_LIVE_REPLACED, SCOPE_LIVE_BROKEN);
}

static void
test_deleted (World *world, gconstpointer data)
{
  begin (world);
  close (world->fd);
  world->fd = -1;
  g_unlink (world->path);
  ended (world, SCOPE_LIVE_DELETED, SCOPE_LIVE_BROKEN);
}

/* Damage in the middle: shown up to there, and the rest as any damaged log when it has ended. */
static void
test_damaged (World *world, gconstpointer data)
{
  g_autoptr (GByteArray) events = g_byte_array_new ();

  begin (world);
  put (events, 0x7777, 2);
  for (guint i = 0; i < 5; i++)
    put (events, 0, 8);
  write_block (world, 0, 3000000, events);
  write_turns (world, 0, 4000000);
  WAIT_FOR (facts_of (world).n_losses > 0);
  write_end (world);
  ended (world, SCOPE_LIVE_END_MARK, SCOPE_LIVE_ENDED);
}

static double
seconds_used (void)
{
  struct rusage usage;

  getrusage (RUSAGE_SELF, &usage);
  return (double) (usage.ru_utime.tv_sec + usage.ru_stime.tv_sec)
         + (double) (usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6;
}

/* Nothing comes: nothing is done. */
static void
test_quiet (World *world, gconstpointer data)
{
  double before;

  begin (world);
  before = seconds_used ();
  WAIT_FOR (facts_of (world).state == SCOPE_LIVE_QUIET);
  g_assert_cmpfloat (seconds_used () - before, <, 1.0); /* of five seconds, 5 ms each look of this test included */
  g_assert_cmpfloat (facts_of (world).events_per_second, ==, 0);
  finish (world);
}

int
main (int argc, char **argv)
{
  static const struct
  {
    const char *name;
    void (*test) (World *world, gconstpointer data);
  } tests[] = {
    { "/live/in-order", test_in_order },   { "/live/silent-and-late", test_silent }, { "/live/header-only", test_header_only },
    { "/live/late-collections", test_late_collections }, { "/live/path", test_path },
    { "/live/unnamed", test_unnamed },     { "/live/stopped", test_stopped },        { "/live/killed", test_killed },
    { "/live/truncated", test_truncated }, { "/live/replaced", test_replaced },      { "/live/deleted", test_deleted },
    { "/live/damaged", test_damaged },     { "/live/quiet", test_quiet },
  };

  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (tests); i++)
    g_test_add (tests[i].name, World, NULL, set_up, tests[i].test, tear_down);

  return g_test_run ();
}
