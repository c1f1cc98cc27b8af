/* test-far-many.c: as many threads as there are may read over one line: it is not cut for asking too much at a time. And of a line that is taken
 * up again what is told unasked is heard, too.
 *
 * Usage: test-far-many LANESCOPE_CLI TRACE
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/remote/scope-far-private.h"

#include <glib/gstdio.h>

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

static void
count (gpointer data)
{
  g_atomic_int_inc ((gint *) data);
}

static void
forget (gpointer data)
{
  g_atomic_int_set ((gint *) data, -1);
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

/* The program there writes on after the line was cut once. */
static void
test_grown (gconstpointer data)
{
  g_autofree char *folder = g_dir_make_tmp ("lanescope-far-XXXXXX", NULL), *path = g_build_filename (folder, "log.eventlog", NULL);
  g_autofree char *uri = g_strconcat ("ssh://host", path, NULL), *bytes = NULL, *beside = g_path_get_dirname (data);
  g_autofree char *whole = g_build_filename (beside, "nbody.eventlog", NULL);
  g_autoptr (GError) error = NULL;
  ScopeFarLink *link;
  ScopeFar *far;
  gint n_cuts = 0, n_grew = 0;
  gsize n;

  g_assert_true (g_file_get_contents (whole, &bytes, &n, NULL));
  g_assert_true (g_file_set_contents (path, bytes, (gssize) (n / 2), NULL));
  far = scope_far_open (uri, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  scope_far_set_told (far, count_cut, &n_cuts, NULL);
  scope_far_set_grew (far, count, &n_grew, forget);
  link = scope_far_take_link (far, NULL, NULL);
  scope_far_drop_link (far, link, g_error_new_literal (G_IO_ERROR, G_IO_ERROR_CONNECTION_CLOSED, "cut"));
  scope_far_link_unref (link);
  link = scope_far_take_link (far, NULL, &error);
  g_assert_no_error (error);
  scope_far_link_unref (link);
  g_assert_cmpint (n_cuts, ==, 2);
  g_assert_true (g_file_set_contents (path, bytes, (gssize) (n / 4 * 3), NULL));
  for (guint i = 0; g_atomic_int_get (&n_grew) == 0 && i < 3000; i++)
    g_usleep (10000);
  g_assert_cmpint (n_grew, ==, 1);
  scope_far_free (far);
  while (g_atomic_int_get (&n_grew) != -1) /* that the lines have closed is told in this context */
    g_main_context_iteration (NULL, TRUE);
  g_unlink (path);
  g_rmdir (folder);
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
  g_test_add_data_func ("/far/grown", argv[2], test_grown);

  status = g_test_run ();
  g_assert_true (g_spawn_command_line_sync (clean, NULL, NULL, NULL, NULL));
  return status;
}
