/* test-erlang-growing.c: how much of an Erlang trace is handed out while it grows. Time is said here, not waited for.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/format/erlang/scope-erlang.h"
#include "model/base/scope-erlang-events.h"

#define SECOND G_USEC_PER_SEC

typedef struct
{
  char *bytes;
  gsize size;
  ScopeSource *source;
  ScopeDecoder *decoder;
  guint64 n_events;
} World;

static void
set_up (World *world, gconstpointer path)
{
  g_assert_true (g_file_get_contents (path, &world->bytes, &world->size, NULL));
  world->source = scope_source_new_memory (world->bytes, world->size, "growing");
  world->decoder = scope_erlang_new_growing (world->source, 0, NULL);
}

static void
tear_down (World *world, gconstpointer path)
{
  scope_decoder_free (world->decoder);
  scope_source_unref (world->source);
  g_free (world->bytes);
}

/* So much is there: the number of events handed out so far. */
static guint64
grow (World *world, double share, gint64 now, gint64 quiet)
{
  ScopeArrival arrival = { .there = (guint64) (share * (double) world->size), .now = now, .quiet = quiet };
  const ScopeEvent *events;
  gsize n;

  world->decoder->klass->grow (world->decoder, &arrival);
  while ((n = world->decoder->klass->next (world->decoder, &events)) > 0)
    for (gsize i = 0; i < n; i++)
      world->n_events += events[i].type > SCOPE_ERL_DEFINE_TEXT && events[i].type != SCOPE_ERL_CLOCK;
  return world->n_events;
}

/* The whole of it is 28 ms long, less than what is held back of a trace that grows: a script that appends to it, without ever
 * resting for a second, is seen nevertheless. */
static void
test_slow (World *world, gconstpointer path)
{
  guint64 before = 0, then = 0;
  ScopeGrowth growth;

  for (guint i = 1; i <= 30; i++)
    {
      before = grow (world, i / 40.0, i * SECOND / 10, 0);
      if (i == 9)
        g_assert_cmpuint (before, ==, 0);
      if (i == 20)
        then = before;
    }
  g_assert_cmpuint (then, >, 0);
  g_assert_cmpuint (before, >, then);
  world->decoder->klass->growth (world->decoder, &growth);
  g_assert_cmpint (growth.watermark, >, SCOPE_TIME_MIN);
  g_assert_cmpuint (growth.n_late, ==, 0);
}

/* Milliseconds were traced, written, and nothing since. */
static void
test_short (World *world, gconstpointer path)
{
  guint64 shown;

  g_assert_cmpuint (grow (world, 0.5, 0, 0), ==, 0);
  g_assert_cmpuint (grow (world, 0.5, SECOND / 2, SECOND / 2), ==, 0);
  shown = grow (world, 0.5, SECOND, SECOND);
  g_assert_cmpuint (shown, >, 0);
  /* What came a moment ago waits its turn. */
  g_assert_cmpuint (grow (world, 0.9, SECOND + 1, 0), ==, shown);
  g_assert_cmpuint (grow (world, 0.9, 3 * SECOND, 2 * SECOND), >, shown);
}

int
main (int argc, char **argv)
{
  g_autofree char *path = NULL;

  g_test_init (&argc, &argv, NULL);
  g_assert_cmpint (argc, ==, 2);
  path = g_build_filename (argv[1], "every_all.dat", NULL);
  g_test_add ("/erlang-growing/slow", World, path, set_up, test_slow, tear_down);
  g_test_add ("/erlang-growing/short", World, path, set_up, test_short, tear_down);

  return g_test_run ();
}
