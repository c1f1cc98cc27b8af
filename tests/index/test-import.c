/* test-import.c: what the command line cannot show: reading that is stopped, the limit of the cache, indexes of other
 * versions, damage that shows only later, logs from different days.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/index/scope-cache.h"
#include "io/import/scope-import.h"
#include "io/index/scope-index-seal.h"
#include "io/index/scope-index.h"
#include "tests/io/log-builder.h"

#include <fcntl.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct
{
  char *folder, *cache, *trace;
} Fixture;

static void
fixture_set_up (Fixture *f, gconstpointer data)
{
  f->folder = g_dir_make_tmp ("lanescope-XXXXXX", NULL);
  f->cache = g_build_filename (f->folder, "cache", NULL);
  f->trace = g_build_filename (f->folder, "x.eventlog", NULL);
}

static void
remove_tree (const char *path)
{
  g_autoptr (GDir) dir = g_dir_open (path, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *child = g_build_filename (path, name, NULL);
      remove_tree (child);
    }
  g_remove (path);
}

static void
fixture_tear_down (Fixture *f, gconstpointer data)
{
  remove_tree (f->folder);
  g_free (f->folder);
  g_free (f->cache);
  g_free (f->trace);
}

static guint
count_files (const char *folder, const char *suffix)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;
  guint n = 0;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    n += g_str_has_suffix (name, suffix);

  return n;
}

/* n blocks of a capability: its only thread runs from 2 to 5 of every 10 µs; `seconds` as wall clock if not 0. */
static void
write_log (const char *path, guint n, guint64 seconds)
{
  static const int types[] = { 0, 4, 1, 4, 2, 10, 18, 14, 43, 16, 45, 2, -1, -1 };
  Log log = log_begin (types);

  for (guint b = 0; b < n; b++)
    {
      guint64 t = (guint64) b * 10000;

      log_open (&log, 0, t, t + 9999);
      if (b == 0)
        {
          log_event (&log, 45, t);
          log_u (&log, 0, 2);
          if (seconds > 0)
            {
              log_event (&log, 43, t);
              log_u (&log, 0, 4);
              log_u (&log, seconds, 8);
              log_u (&log, 0, 4);
            }
          log_event4 (&log, 0, t + 1, 1);
        }
      log_event4 (&log, 1, t + 2000, 1);
      log_event4 (&log, 2, t + 5000, 1);
      log_u (&log, 3, 2);
      log_u (&log, 0, 4);
      log_close (&log);
    }
  log_end (&log);
  g_assert_true (g_file_set_contents (path, (const char *) log.bytes->data, log.bytes->len, NULL));
  log_free (&log);
}

static ScopeImport *
run (Fixture *f, const char *trace, guint64 limit)
{
  ScopeImportOptions options = { .cache_dir = f->cache, .cache_limit = limit };
  g_autoptr (GError) error = NULL;
  ScopeImport *import = scope_import_new (&trace, 1, &options);

  g_assert_true (scope_import_run (import, NULL, &error));
  g_assert_no_error (error);

  return import;
}

static void
totals (ScopeMachine *machine, ScopeKind kind, guint32 index, gint64 t[SCOPE_N_STATES])
{
  scope_lane_store_totals (machine->lanes, scope_machine_entity (machine, kind, index)->lane, t);
}

/* --- reading that is stopped --- */

static gpointer
cancel_soon (gpointer data)
{
  gpointer *pair = data;
  ScopeTrace *trace = scope_import_get_trace (pair[0]);

  while (scope_trace_get_progress (trace) < 0.2 && !scope_trace_get_finished (trace))
    g_usleep (100);
  g_cancellable_cancel (pair[1]);

  return NULL;
}

/* What was not read is said in words of our own. How often. */
static guint
assert_stopped (ScopeTrace *trace)
{
  guint n = scope_trace_n_losses (trace);

  for (guint i = 0; i < n; i++)
    g_assert_true (g_str_has_prefix (scope_trace_loss (trace, i).reason, "reading was stopped"));
  for (guint m = 0; m < scope_trace_n_machines (trace); m++)
    {
      ScopeMachine *machine = scope_trace_machine (trace, m);

      for (guint i = 0; i < scope_machine_n_losses (machine); i++)
        g_assert_true (g_str_has_prefix (scope_machine_loss (machine, i).reason, "reading was stopped"));
      n += scope_machine_n_losses (machine);
    }
  return n;
}

static void
test_cancelled (Fixture *f, gconstpointer data)
{
  const guint n = 300000;
  ScopeImportOptions options = { .cache_dir = f->cache };
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (ScopeImport) import = NULL;
  const char *trace = f->trace;
  gint64 t[SCOPE_N_STATES], first, last, all = (gint64) n * 10000 - 1;
  ScopeMachine *machine;
  GThread *thread;

  write_log (f->trace, n, 0);
  import = scope_import_new (&trace, 1, &options);
  thread = g_thread_new ("cancel", cancel_soon, (gpointer[]) { import, cancellable });
  g_assert_false (scope_import_run (import, cancellable, &error));
  g_thread_join (thread);
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_assert_true (scope_trace_get_finished (scope_import_get_trace (import)));
  g_assert_cmpuint (count_files (f->cache, ""), ==, 0);

  /* The whole extent is there; what was not read is unknown, not ended. */
  machine = scope_trace_machine (scope_import_get_trace (import), 0);
  scope_trace_range (scope_import_get_trace (import), &first, &last);
  g_assert_cmpint (last, >=, all);
  g_assert_cmpuint (scope_machine_n_losses (machine), >=, 1);
  g_assert_cmpuint (assert_stopped (scope_import_get_trace (import)), ==, 1);
  for (guint k = SCOPE_KIND_PROCESSOR; k <= SCOPE_KIND_THREAD; k++)
    {
      gint64 sum = 0;

      if (k == SCOPE_KIND_PROCESS)
        continue;
      totals (machine, (ScopeKind) k, 0, t);
      for (guint s = 0; s < SCOPE_N_STATES; s++)
        sum += t[s];
      g_assert_cmpint (sum, >=, all - 1);
      g_assert_cmpint (t[SCOPE_STATE_UNKNOWN], >, all / 10);
      g_assert_cmpint (t[SCOPE_STATE_RUNNING], >, 0);
      g_assert_cmpint (t[SCOPE_STATE_RUNNING], <, all * 3 / 10);
    }
  /* No part of a millionth is counted twice or made up: what is known is three tenths running. */
  totals (machine, SCOPE_KIND_PROCESSOR, 0, t);
  g_assert_cmpint (ABS (t[SCOPE_STATE_RUNNING] * 10 - (all - t[SCOPE_STATE_UNKNOWN]) * 3), <=, 100000);
}

static void
test_cancelled_at_once (Fixture *f, gconstpointer data)
{
  ScopeImportOptions options = { .cache_dir = f->cache };
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (ScopeImport) import = NULL;
  const char *trace = f->trace;

  write_log (f->trace, 1000, 0);
  import = scope_import_new (&trace, 1, &options);
  g_cancellable_cancel (cancellable);
  g_assert_false (scope_import_run (import, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_assert_true (scope_trace_get_finished (scope_import_get_trace (import)));
  g_assert_cmpuint (count_files (f->cache, ""), ==, 0);
  g_assert_cmpuint (assert_stopped (scope_import_get_trace (import)), <=, 1);
}

/* --- the limit --- */

static char *
index_of (ScopeImport *import)
{
  return g_strdup (scope_trace_index_path (scope_import_get_trace (import), NULL, NULL));
}

static void
set_age (const char *path, gint64 seconds)
{
  struct timespec times[2] = { { .tv_sec = g_get_real_time () / 1000000 - seconds } };

  times[1] = times[0];
  g_assert_cmpint (utimensat (AT_FDCWD, path, times, 0), ==, 0);
}

/* Three indexes, of which there is room for one or two: the one used least recently goes, unless it is pinned. */
/* The last of an import goes on HDF5's thread, and what is open is not taken away. */
static void
wait_until_closed (const char *path)
{
  int fd = open (path, O_RDONLY | O_CLOEXEC);

  g_assert_cmpint (fd, >=, 0);
  g_assert_cmpint (flock (fd, LOCK_EX), ==, 0);
  close (fd);
}

static void
test_limit (Fixture *f, gconstpointer data)
{
  char *index[3] = { NULL };
  g_autofree char *pinned = g_build_filename (f->cache, "pinned", NULL), *name = NULL;
  struct stat st;
  guint64 size = 0; /* of the largest */

  for (guint i = 0; i < 3; i++)
    {
      g_autofree char *trace = g_strdup_printf ("%s/%u.eventlog", f->folder, i);
      g_autoptr (ScopeImport) import = NULL;

      write_log (trace, 2000 + i, 0);
      import = run (f, trace, 0);
      index[i] = index_of (import);
      g_assert_nonnull (index[i]);
      g_assert_cmpint (stat (index[i], &st), ==, 0);
      size = MAX (size, (guint64) st.st_size);
    }
  for (guint i = 0; i < 3; i++)
    {
      wait_until_closed (index[i]);
      set_age (index[i], 1000 - (gint64) i * 100); /* 0 is the oldest */
    }

  scope_cache_trim (f->cache, 3 * size + 4096, NULL);
  g_assert_cmpuint (count_files (f->cache, ".h5"), ==, 3);
  {
    /* Opening it makes the oldest the youngest. */
    g_autofree char *trace = g_build_filename (f->folder, "0.eventlog", NULL);
    g_autoptr (ScopeImport) import = run (f, trace, 0);
    g_assert_true (scope_import_was_cached (import));
  }
  wait_until_closed (index[0]);
  scope_cache_trim (f->cache, 2 * size + 4096, NULL);
  g_assert_false (g_file_test (index[1], G_FILE_TEST_EXISTS));
  g_assert_true (g_file_test (index[0], G_FILE_TEST_EXISTS));
  g_assert_true (g_file_test (index[2], G_FILE_TEST_EXISTS));

  name = g_path_get_basename (index[2]);
  g_assert_true (g_file_set_contents (pinned, name, -1, NULL));
  scope_cache_trim (f->cache, size + 4096, NULL);
  g_assert_true (g_file_test (index[2], G_FILE_TEST_EXISTS));
  g_assert_false (g_file_test (index[0], G_FILE_TEST_EXISTS));
  {
    /* What was just made stays, though there is no room for it beside the pinned one. */
    g_autofree char *trace = g_build_filename (f->folder, "1.eventlog", NULL);
    g_autoptr (ScopeImport) import = run (f, trace, size + 4096);
    g_autofree char *path = index_of (import);
    g_assert_true (g_file_test (path, G_FILE_TEST_EXISTS));
    g_assert_true (g_file_test (index[2], G_FILE_TEST_EXISTS));
  }
  for (guint i = 0; i < 3; i++)
    g_free (index[i]);
}

/* Parts: those of the living stay, those of the dead go. */
static void
test_parts (Fixture *f, gconstpointer data)
{
  g_autofree char *ours = NULL, *dead = NULL;

  g_assert_cmpint (g_mkdir_with_parents (f->cache, 0700), ==, 0);
  ours = scope_cache_part (f->cache, "00");
  dead = g_strdup_printf ("%s/00.%d-1.part", f->cache, 999999999);
  g_assert_true (g_file_set_contents (ours, "x", 1, NULL));
  g_assert_true (g_file_set_contents (dead, "x", 1, NULL));
  scope_cache_clean (f->cache);
  g_assert_true (g_file_test (ours, G_FILE_TEST_EXISTS));
  g_assert_false (g_file_test (dead, G_FILE_TEST_EXISTS));
}

/* A log that unpacks to more than the disk may take: what was read is shown, the rest is unknown, and it is said. */
static void
test_limit_of_disk (Fixture *f, gconstpointer data)
{
  g_autoptr (ScopeImport) import = NULL;
  ScopeMachine *machine;
  gint64 t[SCOPE_N_STATES];

  write_log (f->trace, 400000, 0);
  import = run (f, f->trace, 300000);
  machine = scope_trace_machine (scope_import_get_trace (import), 0);
  g_assert_nonnull (strstr (scope_import_notice (import), "the rest of the trace was not read"));
  g_assert_cmpuint (scope_machine_n_losses (machine), >=, 1);
  totals (machine, SCOPE_KIND_PROCESSOR, 0, t);
  g_assert_cmpint (t[SCOPE_STATE_RUNNING], >, 0);
  g_assert_cmpint (t[SCOPE_STATE_UNKNOWN], >, 0);
  g_assert_cmpuint (count_files (f->cache, ""), ==, 0); /* half of it is not kept */
}

/* --- versions --- */

static void
test_newer_version (Fixture *f, gconstpointer data)
{
  g_autofree char *path = NULL, *bytes = NULL;
  guint64 seal[8];
  gsize n;

  write_log (f->trace, 1000, 0);
  {
    g_autoptr (ScopeImport) import = run (f, f->trace, 0);
    path = index_of (import);
  }
  g_assert_true (g_file_get_contents (path, &bytes, &n, NULL));
  memcpy (seal, bytes + n - sizeof seal, sizeof seal);
  seal[1] = GUINT64_TO_LE (SCOPE_INDEX_VERSION + 1);
  seal[7] = GUINT64_TO_LE (scope_segment_checksum (seal, 56));
  memcpy (bytes + n - sizeof seal, seal, sizeof seal);
  g_assert_true (g_file_set_contents (path, bytes, (gssize) n, NULL));
  {
    g_autoptr (ScopeImport) import = run (f, f->trace, 0);
    g_assert_false (scope_import_was_cached (import));
    g_assert_nonnull (strstr (scope_import_notice (import), "another version"));
  }
  {
    g_autoptr (ScopeImport) import = run (f, f->trace, 0);
    g_assert_true (scope_import_was_cached (import));
    g_assert_null (scope_import_notice (import));
  }
}

/* --- damage that shows later, in what was not compared at once --- */

static void
count_call (gpointer data)
{
  ++*(guint *) data;
}

static void
test_pages (Fixture *f, gconstpointer data)
{
  const gsize n = 6 * SCOPE_SEGMENT_PAGE - 3000; /* the last one is short, and they are more than are read at once */
  g_autofree guint8 *bytes = g_malloc (n), *got = g_malloc (n);
  g_autofree char *path = g_build_filename (f->folder, "bytes", NULL);
  const ScopeSegment segment = { 100, n };
  guint64 checksums[6];

  for (gsize i = 0; i < n; i++)
    bytes[i] = (guint8) g_random_int ();
  for (guint i = 0; i < 6; i++)
    checksums[i] = scope_segment_checksum (bytes + i * SCOPE_SEGMENT_PAGE,
                                           MIN (SCOPE_SEGMENT_PAGE, n - i * SCOPE_SEGMENT_PAGE));
  for (guint bad = 0; bad <= 6; bad++)
    {
      g_autoptr (ScopeIndexFile) file = NULL;
      g_autofree guint8 *whole = g_malloc0 (n + 100);
      ScopeBytes *loaded;
      guint calls = 0;

      memcpy (whole + 100, bytes, n);
      if (bad < 6)
        whole[100 + bad * SCOPE_SEGMENT_PAGE + 70] ^= 16;
      g_assert_true (g_file_set_contents (path, (const char *) whole, (gssize) n + 100, NULL));
      file = scope_index_file_open (path, NULL);
      scope_index_file_on_damage (file, count_call, &calls, NULL);
      loaded = scope_index_bytes_load (file, 0, 0, &segment, 1, checksums, 6, NULL);
      g_assert_nonnull (loaded);
      for (guint i = 0; i < 6; i++)
        {
          g_autoptr (GError) error = NULL;
          gboolean ok = scope_bytes_read (loaded, (guint64) i * SCOPE_SEGMENT_PAGE + 10, got, 100, &error);

          g_assert_true (ok == (i != bad));
          if (ok)
            g_assert_cmpmem (got, 100, bytes + i * SCOPE_SEGMENT_PAGE + 10, 100);
          else
            g_assert_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA);
        }
      g_assert_true (scope_bytes_read (loaded, 0, got, n, NULL) == (bad == 6));
      g_assert_true (scope_index_bytes_verify (loaded) == (bad == 6));
      g_assert_cmpuint (calls, ==, bad < 6);
      g_assert_true (g_file_test (path, G_FILE_TEST_EXISTS) == (bad == 6));
      scope_bytes_free (loaded);
    }
}

/* Whatever is read first, and however many pages it lies in, it is what was written, compared; so it is read a second time. */
static void
test_first_reads (Fixture *f, gconstpointer data)
{
  const gsize n = 11 * SCOPE_SEGMENT_PAGE + 77;
  g_autofree guint8 *bytes = g_malloc0 (n + 100), *got = g_malloc (n);
  g_autofree char *path = g_build_filename (f->folder, "bytes", NULL);
  const ScopeSegment segment = { 100, n };
  guint64 checksums[12];

  for (gsize i = 0; i < n; i++)
    bytes[100 + i] = (guint8) g_test_rand_int ();
  for (guint i = 0; i < 12; i++)
    checksums[i] = scope_segment_checksum (bytes + 100 + i * SCOPE_SEGMENT_PAGE,
                                           MIN (SCOPE_SEGMENT_PAGE, n - i * SCOPE_SEGMENT_PAGE));
  g_assert_true (g_file_set_contents (path, (const char *) bytes, (gssize) n + 100, NULL));
  for (guint round = 0; round < 40; round++)
    {
      g_autoptr (ScopeIndexFile) file = scope_index_file_open (path, NULL);
      ScopeBytes *loaded = scope_index_bytes_load (file, 0, 0, &segment, 1, checksums, 12, NULL);

      g_assert_nonnull (loaded);
      for (guint k = 0; k < 8; k++)
        {
          gsize at = (gsize) g_test_rand_int_range (0, (gint32) n), length = (gsize) g_test_rand_int_range (1, (gint32) (n - at) + 1);

          for (guint twice = 0; twice < 2; twice++)
            {
              memset (got, 0, n);
              g_assert_true (scope_bytes_read (loaded, at, got, length, NULL));
              g_assert_cmpmem (got, length, bytes + 100 + at, length);
            }
        }
      scope_bytes_free (loaded);
    }
}

/* Lists of segments that make no sense are refused. */
static void
test_segments (Fixture *f, gconstpointer data)
{
  static const struct
  {
    ScopeSegment segments[2];
    gsize n, n_checksums;
    gboolean good;
  } cases[] = {
    { { { 0, 1000 } }, 1, 1, TRUE },
    { { { 0, 1000 } }, 1, 0, FALSE },
    { { { 1, 1000 } }, 1, 1, FALSE },
    { { { 1001, 0 } }, 1, 1, FALSE },
    { { { G_MAXUINT64, 2 } }, 1, 1, FALSE },
    { { { 0, G_MAXUINT64 } }, 1, 1, FALSE },
    { { { 0, 600 }, { 400, 600 } }, 2, 2, FALSE }, /* more than the file has */
    { { { 0, 500 }, { 500, 500 } }, 2, 2, TRUE },
    { { { 0, 500 }, { 500, 500 } }, 2, 1, FALSE },
  };
  g_autofree char *path = g_build_filename (f->folder, "bytes", NULL);
  const guint64 checksums[2] = { 0 };
  char zeros[1000] = { 0 };

  g_assert_true (g_file_set_contents (path, zeros, sizeof zeros, NULL));
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (ScopeIndexFile) file = scope_index_file_open (path, NULL);
      g_autoptr (GError) error = NULL;
      ScopeBytes *bytes = scope_index_bytes_load (file, 0, 0, cases[i].segments, cases[i].n, checksums,
                                                  cases[i].n_checksums, &error);

      g_assert_true ((bytes != NULL) == cases[i].good);
      g_assert_true ((error == NULL) == cases[i].good);
      scope_bytes_free (bytes);
    }
}

/* --- do they belong together? --- */

static void
test_apart (Fixture *f, gconstpointer data)
{
  static const struct
  {
    guint64 seconds[3];
    const char *notice; /* NULL: they do */
  } cases[] = {
    { { 1500000000, 1500000000, 1500000000 }, NULL },
    { { 1500000000, 1500000030, 1500000010 }, NULL },
    { { 1500000000, 1500000000, 1500000000 + 5 * 86400 }, "5 days apart" },
    { { 1500000000 + 90 * 60, 1500000000, 1500000000 }, "90 minutes apart" },
    { { 1100000000, 1500000000, 1500000000 }, "13 years apart" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      ScopeImportOptions options = { .no_cache = TRUE };
      char *paths[4] = { NULL };
      g_autoptr (ScopeImport) import = NULL;
      const char *notice;

      for (guint k = 0; k < 3; k++)
        {
          paths[k] = g_strdup_printf ("%s/%u.eventlog", f->folder, k);
          write_log (paths[k], 10 + k, cases[i].seconds[k]);
        }
      import = scope_import_new ((const char *const *) paths, 3, &options);
      g_assert_true (scope_import_run (import, NULL, NULL));
      notice = scope_import_notice (import);
      if (cases[i].notice != NULL)
        g_assert_nonnull (strstr (notice, cases[i].notice));
      else
        g_assert_true (notice == NULL || strstr (notice, "apart") == NULL);
      for (guint k = 0; k < 3; k++)
        g_free (paths[k]);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
#define ADD(path, function) g_test_add (path, Fixture, NULL, fixture_set_up, function, fixture_tear_down)
  ADD ("/import/cancelled", test_cancelled);
  ADD ("/import/cancelled-at-once", test_cancelled_at_once);
  ADD ("/import/apart", test_apart);
  ADD ("/import/limit-of-disk", test_limit_of_disk);
  ADD ("/cache/limit", test_limit);
  ADD ("/cache/parts", test_parts);
  ADD ("/index/newer-version", test_newer_version);
  ADD ("/index/pages", test_pages);
  ADD ("/index/first-reads", test_first_reads);
  ADD ("/index/segments", test_segments);
  return g_test_run ();
}
