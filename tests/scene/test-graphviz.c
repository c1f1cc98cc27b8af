/* test-graphviz.c: the child that lays graphs out, and what is made of one that fails: is cancelled, takes too long, crashes,
 * says nonsense or too much, is not there.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/export/scope-graphviz.h"

#include <errno.h>
#include <glib/gstdio.h>
#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static ScopeGraph *
make_graph (ScopeGraphEngine engine, guint n, guint m)
{
  ScopeGraph *graph = scope_graph_new (engine);
  GRand *rand = g_rand_new_with_seed (7);

  for (guint i = 0; i < n; i++)
    scope_graph_add_node (graph, g_strdup_printf ("%u", i), g_strdup_printf ("n %u", i), NULL, 0);
  for (guint i = 1; i < n; i++)
    scope_graph_add_edge (graph, (i - 1) / 4, i, 1, NULL, NULL);
  for (guint i = n; i < m; i++)
    scope_graph_add_edge (graph, (guint32) g_rand_int_range (rand, 0, (gint) n), (guint32) g_rand_int_range (rand, 0, (gint) n),
                          1, NULL, NULL);
  scope_graph_finish (graph);
  g_rand_free (rand);
  return graph;
}

typedef struct
{
  GArray *points;
  GError *error;
  gboolean done;
} Result;

static void
take (GObject *source, GAsyncResult *result, gpointer data)
{
  Result *to = data;

  to->points = scope_graph_layout_place_finish (SCOPE_GRAPH_LAYOUT (source), result, &to->error);
  to->done = TRUE;
}

static gboolean
cancel_it (gpointer cancellable)
{
  g_cancellable_cancel (cancellable);
  return G_SOURCE_REMOVE;
}

/* Lays it out; `cancel_ms`: cancels after that, if not negative. */
static Result
place (ScopeGraphviz *graphviz, ScopeGraph *graph, int cancel_ms)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  Result result = { 0 };

  if (cancel_ms >= 0)
    g_timeout_add ((guint) cancel_ms, cancel_it, cancellable);
  scope_graph_layout_place_async (SCOPE_GRAPH_LAYOUT (graphviz), graph, cancellable, take, &result);
  while (!result.done)
    g_main_context_iteration (NULL, TRUE);
  return result;
}

static void
clear (Result *result)
{
  g_clear_pointer (&result->points, g_array_unref);
  g_clear_error (&result->error);
}

/* A layout by a script instead of our program. */
static ScopeGraphviz *
make_fake (const char *script, guint seconds, char **ret_folder)
{
  g_autofree char *path = NULL, *text = g_strdup_printf ("#!/bin/sh\n%s\n", script);

  *ret_folder = g_dir_make_tmp ("lanescope-graph-XXXXXX", NULL);
  path = g_build_filename (*ret_folder, "fake", NULL);
  g_assert_true (g_file_set_contents (path, text, -1, NULL));
  g_assert_cmpint (g_chmod (path, 0700), ==, 0);
  return scope_graphviz_new (path, seconds, 256);
}

static void
remove_fake (char *folder)
{
  g_autofree char *path = g_build_filename (folder, "fake", NULL);

  g_unlink (path);
  g_rmdir (folder);
  g_free (folder);
}

static void
test_springs (void)
{
  g_autoptr (ScopeGraphviz) graphviz = scope_graphviz_new (NULL, SCOPE_GRAPHVIZ_SECONDS, SCOPE_GRAPHVIZ_MEGABYTES);
  g_autoptr (ScopeGraph) graph = make_graph (SCOPE_GRAPH_SPRINGS, 40, 80);
  Result one = place (graphviz, graph, -1), other = place (graphviz, graph, -1);

  g_assert_no_error (one.error);
  g_assert_cmpuint (one.points->len, ==, 40);
  /* The same graph lies the same way. */
  g_assert_cmpmem (one.points->data, one.points->len * sizeof (ScopeGraphPoint), other.points->data,
                   other.points->len * sizeof (ScopeGraphPoint));
  for (guint i = 0; i < 40; i++)
    for (guint k = i + 1; k < 40; k++)
      {
        const ScopeGraphPoint *a = &g_array_index (one.points, ScopeGraphPoint, i);
        const ScopeGraphPoint *b = &g_array_index (one.points, ScopeGraphPoint, k);

        g_assert_cmpfloat (hypot (a->x - b->x, a->y - b->y), >, 0.01);
      }
  clear (&one);
  clear (&other);
}

/* Parents above their children; sideways on their left. */
static void
test_levels (void)
{
  g_autoptr (ScopeGraphviz) graphviz = scope_graphviz_new (NULL, SCOPE_GRAPHVIZ_SECONDS, SCOPE_GRAPHVIZ_MEGABYTES);
  g_autoptr (ScopeGraph) graph = make_graph (SCOPE_GRAPH_LEVELS, 30, 0);

  for (guint sideways = FALSE; sideways <= TRUE; sideways++)
    {
      Result result;

      graph->sideways = sideways;
      result = place (graphviz, graph, -1);
      g_assert_no_error (result.error);
      for (guint i = 1; i < 30; i++)
        {
          const ScopeGraphPoint *child = &g_array_index (result.points, ScopeGraphPoint, i);
          const ScopeGraphPoint *parent = &g_array_index (result.points, ScopeGraphPoint, (i - 1) / 4);

          g_assert_cmpfloat (sideways ? child->x : child->y, >=, (sideways ? parent->x : parent->y) + 20);
        }
      clear (&result);
    }
}

/* Members of a group lie nearer to each other than to those of others, though no edge ties them. */
static void
test_groups (void)
{
  g_autoptr (ScopeGraphviz) graphviz = scope_graphviz_new (NULL, SCOPE_GRAPHVIZ_SECONDS, SCOPE_GRAPHVIZ_MEGABYTES);
  g_autoptr (ScopeGraph) graph = scope_graph_new (SCOPE_GRAPH_SPRINGS);
  double within = 0, between = 0;
  guint n_within = 0, n_between = 0;
  Result result;

  for (guint g = 0; g < 4; g++)
    scope_graph_add_group (graph, g_strdup_printf ("Machine %u", g));
  for (guint i = 0; i < 24; i++)
    scope_graph_node (graph, scope_graph_add_node (graph, g_strdup_printf ("%u", i), g_strdup ("x"), NULL, 0))->group = i % 4;
  for (guint i = 0; i < 4; i++)
    scope_graph_add_edge (graph, i, (i + 1) % 4, 1, NULL, NULL);
  scope_graph_finish (graph);
  result = place (graphviz, graph, -1);
  g_assert_no_error (result.error);
  for (guint i = 0; i < 24; i++)
    for (guint k = i + 1; k < 24; k++)
      {
        const ScopeGraphPoint *a = &g_array_index (result.points, ScopeGraphPoint, i);
        const ScopeGraphPoint *b = &g_array_index (result.points, ScopeGraphPoint, k);
        gboolean same = i % 4 == k % 4;

        *(same ? &within : &between) += hypot (a->x - b->x, a->y - b->y);
        *(same ? &n_within : &n_between) += 1;
      }
  g_assert_cmpfloat (within / n_within, <, 0.7 * between / n_between);
  clear (&result);
}

/* Nothing, one node, loops, many edges between two. */
static void
test_small (void)
{
  g_autoptr (ScopeGraphviz) graphviz = scope_graphviz_new (NULL, SCOPE_GRAPHVIZ_SECONDS, SCOPE_GRAPHVIZ_MEGABYTES);

  for (guint n = 0; n <= 2; n++)
    {
      g_autoptr (ScopeGraph) graph = make_graph (SCOPE_GRAPH_SPRINGS, n, 0);
      Result result;

      if (n > 0)
        scope_graph_add_edge (graph, n - 1, n - 1, 1, NULL, NULL);
      result = place (graphviz, graph, -1);
      g_assert_no_error (result.error);
      g_assert_cmpuint (result.points->len, ==, n);
      clear (&result);
    }
}

static gboolean
is_gone (const char *file)
{
  g_autofree char *text = NULL;

  return g_file_get_contents (file, &text, NULL, NULL) && kill (atoi (text), 0) != 0 && errno == ESRCH;
}

/* A child that is no longer wanted is killed, at once. */
static void
test_cancel (void)
{
  char *folder;
  g_autoptr (ScopeGraphviz) graphviz = make_fake ("echo $$ > $(dirname $0)/pid; exec sleep 60", 30, &folder);
  g_autoptr (ScopeGraph) graph = make_graph (SCOPE_GRAPH_SPRINGS, 4, 4);
  g_autofree char *pid = g_build_filename (folder, "pid", NULL);
  gint64 began = g_get_monotonic_time ();
  Result result = place (graphviz, graph, 300);

  g_assert_error (result.error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_assert_cmpint (g_get_monotonic_time () - began, <, 20 * G_USEC_PER_SEC);
  for (guint i = 0; i < 500 && !is_gone (pid); i++)
    {
      g_main_context_iteration (NULL, FALSE);
      g_usleep (10000);
    }
  g_assert_true (is_gone (pid));
  clear (&result);
  result = place (graphviz, graph, 0); /* before it has begun */
  g_assert_error (result.error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  clear (&result);
  g_unlink (pid);
  remove_fake (folder);
}

static void
expect (const char *script, guint seconds, int code, const char *words)
{
  char *folder;
  g_autoptr (ScopeGraphviz) graphviz = make_fake (script, seconds, &folder);
  g_autoptr (ScopeGraph) graph = make_graph (SCOPE_GRAPH_SPRINGS, 2, 1);
  g_autofree char *trouble = NULL;
  Result result = place (graphviz, graph, -1);

  g_assert_error (result.error, G_IO_ERROR, code);
  if (strstr (result.error->message, words) == NULL)
    g_error ("“%s” says nothing of “%s”", result.error->message, words);
  /* The same for who waits: drawn plainly, and why. */
  g_assert_true (scope_graphviz_place (graphviz, graph, NULL, &trouble, NULL));
  g_assert_cmpstr (trouble, ==, result.error->message);
  g_assert_true (scope_graph_node (graph, 1)->placed);
  clear (&result);
  remove_fake (folder);
}

static void
test_late (void)
{
  expect ("exec sleep 60", 1, G_IO_ERROR_TIMED_OUT, "1 second");
}

static void
test_crash (void)
{
  expect ("kill -SEGV $$", 20, G_IO_ERROR_FAILED, "crashed");
  expect ("exit 3", 20, G_IO_ERROR_NOT_SUPPORTED, "its layout plugins are missing");
  expect ("exit 1", 20, G_IO_ERROR_FAILED, "status 1");
}

static void
test_garbage (void)
{
  static const char *const says[] = {
    "",
    "echo hello",
    "printf 'lanescope-places 1\\n2\\n1 2\\n3 4\\n'",            /* cut off */
    "printf 'lanescope-places 1\\n3\\n1 2\\n3 4\\n5 6\\nend\\n'", /* of another graph */
    "printf 'lanescope-places 1\\n2\\n1 2\\n3 nan\\nend\\n'",
    "printf 'lanescope-places 1\\n2\\n1 2\\n3 1e300\\nend\\n'",
    "printf 'lanescope-places 1\\n2\\n1 2\\n3 x\\nend\\n'",
    "printf 'lanescope-places 1\\n2\\n1 2\\n3 4\\nend\\nmore\\n'",
    "printf 'lanescope-places 1\\n2\\n1 2\\n\\0003 4\\nend\\n'",
  };

  for (guint i = 0; i < G_N_ELEMENTS (says); i++)
    expect (says[i], 20, G_IO_ERROR_INVALID_DATA, "no positions");
}

/* One that never stops talking is stopped before it fills the memory. */
static void
test_flood (void)
{
  expect ("exec yes", 20, G_IO_ERROR_INVALID_DATA, "too much");
}

static void
test_missing (void)
{
  g_autoptr (ScopeGraphviz) graphviz = scope_graphviz_new ("/nowhere/lanescope-layout", 5, 100);
  g_autoptr (ScopeGraph) graph = make_graph (SCOPE_GRAPH_SPRINGS, 2, 1);
  Result result = place (graphviz, graph, -1);

  g_assert_error (result.error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED);
  clear (&result);
}

/* Our own child refuses what is no graph, and what is too large, by its exit status. */
static void
test_child (gconstpointer program)
{
  static const struct
  {
    const char *input;
    int status;
  } cases[] = {
    { "", 2 },
    { "lanescope-layout 1\nsfdp\n", 2 },
    { "lanescope-layout 2\nsfdp\n1 0\n30 22\n", 2 },
    { "lanescope-layout 1\nneato\n1 0\n30 22\n", 2 },
    { "lanescope-layout 1\nsfdp\n2 1\n30 22\n30 22\n0 2\n", 2 },
    { "lanescope-layout 1\nsfdp\n2 1\n30 22\n30 22\n0 -1\n", 2 },
    { "lanescope-layout 1\nsfdp\n4000000000 1\n", 2 },
    { "lanescope-layout 1\nsfdp\n2 99999999999999999999\n30 22\n30 22\n", 2 },
    { "lanescope-layout 1\nsfdp\n0 1\n0 0\n", 2 },
    { "lanescope-layout 1\ndot\n2 1\n30 22\n30 22\n0 1\n", 0 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GSubprocess) child = g_subprocess_new (G_SUBPROCESS_FLAGS_STDIN_PIPE | G_SUBPROCESS_FLAGS_STDOUT_PIPE, NULL,
                                                        program, "20", "1024", NULL);
      g_autofree char *out = NULL;

      g_assert_true (g_subprocess_communicate_utf8 (child, cases[i].input, NULL, &out, NULL, NULL));
      g_assert_true (g_subprocess_get_if_exited (child));
      g_assert_cmpint (g_subprocess_get_exit_status (child), ==, cases[i].status);
      g_assert_cmpint (*out == '\0', ==, cases[i].status != 0);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_assert_cmpint (argc, ==, 2);
  g_test_add_func ("/graphviz/springs", test_springs);
  g_test_add_func ("/graphviz/levels", test_levels);
  g_test_add_func ("/graphviz/groups", test_groups);
  g_test_add_func ("/graphviz/small", test_small);
  g_test_add_func ("/graphviz/cancel", test_cancel);
  g_test_add_func ("/graphviz/late", test_late);
  g_test_add_func ("/graphviz/crash", test_crash);
  g_test_add_func ("/graphviz/garbage", test_garbage);
  g_test_add_func ("/graphviz/flood", test_flood);
  g_test_add_func ("/graphviz/missing", test_missing);
  g_test_add_data_func ("/graphviz/child", argv[1], test_child);
  return g_test_run ();
}
