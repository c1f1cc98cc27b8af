/* test-run-list.c: which run was the last one of a program; what came over sockets goes with its index.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/index/scope-cache.h"
#include "io/index/scope-kept-streams.h"
#include "io/index/scope-run-list.h"

#include <glib/gstdio.h>
#include <utime.h>

static ScopeRun *
make_run (const char *digest, const char *program, const char *wall_clock)
{
  g_autoptr (ScopeTrace) trace = scope_trace_new ();
  ScopeMachine *machine = scope_machine_new (0, scope_bytes_new_memory ());

  scope_trace_set_facts (trace, &(ScopeTraceFacts) { "eventlog", "test", "none", SCOPE_RUNTIME_GHC });
  machine->tick_ps = 1000;
  machine->last = 1000;
  scope_machine_add_info (machine, "program", program);
  if (wall_clock != NULL)
    scope_machine_add_info (machine, "wall_clock", wall_clock);
  scope_trace_add_machine (trace, machine);
  return scope_run_new_of_trace (trace, digest, NULL, NULL, 0, 0);
}

static void
test_last (void)
{
  g_autoptr (GPtrArray) runs = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr (ScopeRun) followed = make_run ("", "/here/prog", "3000.5");
  g_autoptr (ScopeRun) undated = make_run ("", "/here/prog", NULL);

  /* Newest first. One that ended at once is kept before it is asked which was the last: it is not that one. */
  g_ptr_array_add (runs, make_run ("d0", "/there/prog", "4000"));
  g_ptr_array_add (runs, make_run ("d1", "/here/prog", "3000.5"));
  g_assert_null (scope_run_list_last_of_program (runs, followed));
  g_ptr_array_add (runs, make_run ("d2", "/here/other", "2500"));
  g_assert_null (scope_run_list_last_of_program (runs, followed));
  g_ptr_array_add (runs, make_run ("d3", "/there/prog", "2000"));
  g_ptr_array_add (runs, make_run ("d4", "/here/prog", "1000"));
  g_assert_true (scope_run_list_last_of_program (runs, followed) == runs->pdata[3]);
  g_assert_null (scope_run_list_last_of_program (runs, undated));
  g_ptr_array_add (runs, make_run ("d5", "/here/prog", NULL));
  g_assert_true (scope_run_list_last_of_program (runs, undated) == runs->pdata[5]);
}

static char *
put (const char *folder, const char *name, gsize n)
{
  char *path = g_build_filename (folder, name, NULL);
  g_autofree char *bytes = g_strnfill (n, 'x');

  g_assert_true (g_file_set_contents (path, bytes, (gssize) n, NULL));
  return path;
}

static gboolean
is_there (const char *path)
{
  return g_file_test (path, G_FILE_TEST_EXISTS | G_FILE_TEST_IS_SYMLINK);
}

/* Streams count as parts of their index, and go with it; one that grows, or was left lately, stays. */
static void
test_streams (void)
{
  g_autofree char *cache = g_dir_make_tmp ("lanescope-streams-XXXXXX", NULL), *folder = scope_kept_streams_folder (cache);
  g_autofree char *old = put (cache, "old-v1.h5", 100), *new = put (cache, "new-v1.h5", 100);
  g_autofree char *first = put (folder, "first", 1000), *second = put (folder, "second", 1000), *link = g_strconcat (first, ".run", NULL);
  g_autofree char *third = put (folder, "third", 500), *left = put (folder, "left.part", 10), *fresh = put (folder, "fresh.part", 10);

  utime (old, &(struct utimbuf) { 1000, 1000 });
  utime (left, &(struct utimbuf) { 1000, 1000 });
  g_assert_true (scope_kept_streams_tie (first, old, NULL));
  g_assert_true (scope_kept_streams_tie (second, new, NULL));
  g_assert_true (scope_kept_streams_tie (third, old, NULL));
  g_assert_true (is_there (link));
  g_assert_cmpuint (scope_cache_use (cache).bytes, ==, 2700);
  scope_cache_clean (cache);
  g_assert_false (is_there (left));
  g_assert_true (is_there (fresh));
  scope_cache_trim (cache, 2000, NULL);
  g_assert_false (is_there (old) || is_there (first) || is_there (third) || is_there (link));
  g_assert_true (is_there (new) && is_there (second));
  g_assert_true (scope_cache_remove (new));
  g_assert_false (is_there (new) || is_there (second));
  g_assert_true (scope_cache_remove (new));
  g_assert_cmpuint (scope_cache_use (cache).bytes, ==, 0);
  g_unlink (fresh);
  g_rmdir (folder);
  g_rmdir (cache);
}

/* What is kept of an index on another computer counts, and goes when it was not used for longest. */
static void
test_far (void)
{
  g_autofree char *cache = g_dir_make_tmp ("lanescope-far-XXXXXX", NULL), *key = g_strnfill (64, 'a'), *near = put (cache, "new-v1.h5", 100);
  g_autofree char *name = g_strconcat (key, ".far", NULL), *far = put (cache, name, 1000), *other = put (cache, "a.far", 50);

  utime (far, &(struct utimbuf) { 1000, 1000 });
  g_assert_cmpuint (scope_cache_use (cache).bytes, ==, 1100);
  scope_cache_trim (cache, 500, NULL);
  g_assert_true (!is_there (far) && is_there (near) && is_there (other));
  scope_cache_clear (cache);
  g_assert_true (!is_there (near) && is_there (other));
  g_unlink (other);
  g_rmdir (cache);
}

/* What is no index of the cache is not counted, and nothing removes it: the folder may hold the parts of an index. */
static void
test_others (void)
{
  g_autofree char *folder = g_dir_make_tmp ("lanescope-others-XXXXXX", NULL);
  const char *const names[] = { "root.h5", "part-0000.h5", "part-0001.ends", "mine-v.h5", "x-v3.h5.h5" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    g_free (put (folder, names[i], 1000));
  g_assert_cmpuint (scope_cache_use (folder).bytes, ==, 0);
  scope_cache_trim (folder, 1, NULL);
  scope_cache_clear (folder);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *path = g_build_filename (folder, names[i], NULL);

      g_assert_cmpint (g_unlink (path), ==, 0);
    }
  g_rmdir (folder);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/run-list/last", test_last);
  g_test_add_func ("/run-list/others", test_others);
  g_test_add_func ("/run-list/far", test_far);
  g_test_add_func ("/run-list/streams", test_streams);
  return g_test_run ();
}
