/* test-far-many.c: as many threads as there are may read over one line: it is not cut for asking too much at a time.
 *
 * Usage: test-far-many LANESCOPE_CLI TRACE
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/remote/scope-far.h"

#define THREADS 24u
#define STRETCHES 18u /* a call each */

static gboolean
take (gconstpointer bytes, guint64 at, gsize n, gpointer data, GError **error)
{
  *(guint64 *) data += n;
  return TRUE;
}

static void
count_cut (const char *lost, gpointer data)
{
  g_atomic_int_inc ((gint *) data);
}

static gpointer
read_all (gpointer data)
{
  ScopeFar *far = data;
  ScopeFarStretch stretches[STRETCHES];
  guint64 n = MIN (scope_far_size (far), 128u * 1024u) / SCOPE_FAR_UNIT * SCOPE_FAR_UNIT, got = 0;
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < STRETCHES; i++)
    stretches[i] = (ScopeFarStretch) { 0, n };
  g_assert_true (scope_far_read (far, stretches, STRETCHES, take, &got, &error));
  g_assert_no_error (error);
  g_assert_cmpuint (got, ==, n * STRETCHES);
  return NULL;
}

static void
test_threads (gconstpointer data)
{
  g_autofree char *uri = g_strconcat ("ssh://host", data, NULL);
  g_autoptr (GError) error = NULL;
  ScopeFar *far = scope_far_open (uri, NULL, NULL, NULL, &error);
  GThread *threads[THREADS];
  gint n_cuts = 0;

  g_assert_no_error (error);
  scope_far_set_told (far, count_cut, &n_cuts, NULL);
  for (guint i = 0; i < THREADS; i++)
    threads[i] = g_thread_new ("reader", read_all, far);
  for (guint i = 0; i < THREADS; i++)
    g_thread_join (threads[i]);
  g_assert_cmpint (n_cuts, ==, 0);
  scope_far_free (far);
}

int
main (int argc, char **argv)
{
  g_autofree char *cache = g_dir_make_tmp ("lanescope-far-XXXXXX", NULL), *program = NULL, *instead = NULL;
  g_autofree char *clean = g_strconcat ("rm -rf ", cache, NULL);
  int status;

  g_test_init (&argc, &argv, NULL);
  g_assert_cmpint (argc, ==, 3);
  program = g_shell_quote (argv[1]);
  instead = g_strconcat ("sh -c 'exec \"$0\" serve --stdio' ", program, NULL);
  g_setenv ("LANESCOPE_SSH", instead, TRUE);
  g_setenv ("XDG_CACHE_HOME", cache, TRUE);
  g_test_add_data_func ("/far/threads", argv[2], test_threads);

  status = g_test_run ();
  g_assert_true (g_spawn_command_line_sync (clean, NULL, NULL, NULL, NULL));
  return status;
}
