/* follow-pieces.c: lets logs grow piece by piece, follows them, and compares what is shown meanwhile with the finished trace.
 *
 *     follow-pieces CACHE SEED PIECES ORDER LOG… -- COPY…
 *
 * Each COPY grows by pieces of the LOG in its place, cut at odd places. After each piece: no column of any lane shows more of a
 * state than the finished trace has there, whatever is not known yet. Says on standard output how it went; the index
 * is kept in CACHE. ORDER: "turns" (each log grows in turn), "after" (one after the other), or "rests": as "turns", but nothing
 * comes for more than a second when a third, and when two thirds are there.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/import/scope-import.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define COLUMNS 400u
#define MAX_LANES 60u

typedef struct
{
  guint8 *data;
  gsize n, at;
  int fd;
} Log;

static guint n_wrong;
static const char *when = "while it grows";
static double share_known; /* at the last look */
static double rest_known;  /* at the last rest */

/* The live machine's entity that is this one. */
static const ScopeEntity *
find_same (ScopeMachine *machine, ScopeKind kind, const ScopeEntity *entity)
{
  for (guint32 i = 0; i < scope_machine_n_entities (machine, kind); i++)
    {
      const ScopeEntity *other = scope_machine_entity (machine, kind, i);

      if (other->number == entity->number && other->generation == entity->generation)
        return other;
    }

  return NULL;
}

static void
compare_lane (ScopeMachine *live, guint32 live_lane, ScopeMachine *done, guint32 done_lane, const char *what,
              gint64 *ret_known, gint64 *ret_all)
{
  static gint64 a[COLUMNS][SCOPE_N_STATES], b[COLUMNS][SCOPE_N_STATES];
  gint64 edges[COLUMNS + 1], edges_b[COLUMNS + 1];
  gint64 length = MAX (done->last - done->first, COLUMNS);

  for (guint i = 0; i <= COLUMNS; i++)
    edges[i] = edges_b[i] = done->first + (gint64) ((double) length * i / COLUMNS);
  g_assert_true (scope_lane_store_read_columns (live->lanes, live_lane, edges, COLUMNS, a, NULL));
  g_assert_true (scope_lane_store_read_columns (done->lanes, done_lane, edges_b, COLUMNS, b, NULL));
  for (guint c = 0; c < COLUMNS; c++)
    for (guint s = 0; s < SCOPE_N_STATES; s++)
      {
        if (s == SCOPE_STATE_UNKNOWN)
          continue;
        *ret_known += a[c][s];
        *ret_all += b[c][s];
        if (a[c][s] > b[c][s] && n_wrong++ < 20)
          printf ("# wrong %s: %s, column %u from %" G_GINT64_FORMAT ": %s %" G_GINT64_FORMAT " instead of %" G_GINT64_FORMAT "\n",
                  when, what, c, edges[c], scope_state_name (s), a[c][s], b[c][s]);
      }
}

static void
compare (ScopeTrace *live, ScopeTrace *done)
{
  gint64 known = 0, all = 0;

  for (guint m = 0; m < scope_trace_n_machines (live); m++)
    {
      ScopeMachine *a = scope_trace_machine (live, m), *b = scope_trace_machine (done, m);

      for (guint k = SCOPE_KIND_PROCESSOR; k <= SCOPE_KIND_PORT; k++)
        for (guint32 i = 0; i < MIN (scope_machine_n_entities (b, (ScopeKind) k), MAX_LANES); i++)
          {
            const ScopeEntity *entity = scope_machine_entity (b, (ScopeKind) k, i);
            const ScopeEntity *same = find_same (a, (ScopeKind) k, entity);
            g_autofree char *what = g_strdup_printf ("machine %u kind %u number %" G_GUINT64_FORMAT, m, k, entity->number);

            if (same != NULL)
              compare_lane (a, same->lane, b, entity->lane, what, &known, &all);
          }
      if (a->lane != SCOPE_NONE && b->lane != SCOPE_NONE)
        compare_lane (a, a->lane, b, b->lane, "machine", &known, &all);
      if (a->threads_lane != SCOPE_NONE)
        compare_lane (a, a->threads_lane, b, b->threads_lane, "threads", &known, &all);
    }
  share_known = all > 0 ? (double) known / (double) all : 0;
}

static ScopeTrace *
read_done (char **paths, guint n)
{
  const ScopeImportOptions options = { .no_cache = TRUE, .alone = TRUE };
  g_autoptr (ScopeImport) import = scope_import_new ((const char *const *) paths, n, &options);
  g_autoptr (GError) error = NULL;

  if (!scope_import_run (import, NULL, &error))
    printf ("# finished: %s\n", error->message);
  return g_object_ref (scope_import_get_trace (import));
}

static gpointer
run (gpointer import)
{
  g_autoptr (GError) error = NULL;

  if (!scope_import_run (import, NULL, &error))
    printf ("# followed: %s\n", error->message);

  return NULL;
}

/* Few bytes while the header comes, then what makes `pieces` of the rest. */
static void
append (Log *log, GRand *rand, guint pieces)
{
  gsize most = log->at < 6000 ? 3000 : 2 * log->n / pieces + 2;
  gsize want = (gsize) g_rand_int_range (rand, 1, (gint32) MIN (most + 1, G_MAXINT32));
  gsize n = MIN (want, log->n - log->at);

  g_assert_cmpint (write (log->fd, log->data + log->at, n), ==, (gssize) n);
  log->at += n;
}

/* Nothing comes for so long that all that is sure is shown. */
static void
rest (ScopeTrace *live, ScopeTrace *done)
{
  g_usleep (1700000);
  compare (live, done);
  rest_known = share_known;
}

int
main (int argc, char **argv)
{
  const char *cache = argv[1];
  GRand *rand = g_rand_new_with_seed ((guint32) atoi (argv[2]));
  guint pieces = (guint) atoi (argv[3]), n = 0, n_left;
  gboolean turns = strcmp (argv[4], "after") != 0, rests = strcmp (argv[4], "rests") == 0;
  char **in = argv + 5, **out;
  const ScopeImportOptions options = { .cache_dir = cache, .follow = TRUE };
  g_autoptr (ScopeTrace) done = NULL;
  g_autoptr (ScopeImport) import = NULL;
  g_autofree Log *logs = NULL;
  g_autofree char *message = NULL;
  GThread *thread;
  ScopeLiveFacts facts;

  while (strcmp (in[n], "--") != 0)
    n++;
  out = in + n + 1;
  g_assert_cmpint (argc, ==, 6 + 2 * (int) n);
  done = read_done (in, n);
  logs = g_new0 (Log, n);
  for (guint i = 0; i < n; i++)
    {
      g_assert_true (g_file_get_contents (in[i], (char **) &logs[i].data, &logs[i].n, NULL));
      logs[i].fd = open (out[i], O_WRONLY | O_CREAT | O_TRUNC, 0600);
      g_assert_cmpint (logs[i].fd, >=, 0);
    }
  import = scope_import_new ((const char *const *) out, n, &options);
  thread = g_thread_new ("follow", run, import);
  n_left = n;
  for (guint next = 0; n_left > 0; next = (next + 1) % n)
    {
      Log *log = &logs[next];

      while (log->at < log->n)
        {
          gsize third = log->at * 3 / log->n;

          append (log, rand, pieces);
          n_left -= log->at == log->n;
          g_usleep (g_rand_int_range (rand, 0, 2) ? 60000 : 5000);
          if (!scope_live_state_is_over ((scope_live_get_facts (scope_trace_get_live (scope_import_get_trace (import)), &facts), facts.state)))
            compare (scope_import_get_trace (import), done);
          if (rests && log->at * 3 / log->n > third && log->at < log->n)
            rest (scope_import_get_trace (import), done);
          if (turns)
            break;
        }
    }
  g_usleep (100000);
  compare (scope_import_get_trace (import), done);
  for (guint i = 0; i < n; i++)
    close (logs[i].fd);
  scope_import_writer_exited (import);
  g_thread_join (thread);
  scope_live_get_facts (scope_trace_get_live (scope_import_get_trace (import)), &facts);
  message = scope_live_dup_message (scope_trace_get_live (scope_import_get_trace (import)));
  {
    g_autoptr (ScopeTrace) final = scope_import_dup_final_trace (import);

    when = "in the end";
    compare (final, done);
    printf ("state %d end %d remade %d late %u losses %u bytes %" G_GUINT64_FORMAT " events %" G_GUINT64_FORMAT "\n",
            facts.state, facts.end, facts.remade, facts.n_late, facts.n_losses, facts.bytes, facts.events);
    printf ("known %.3f rest %.3f wrong %u digest %s\n# %s\n", share_known, rest_known, n_wrong,
            scope_import_digest (import), message);
  }
  for (guint i = 0; i < n; i++)
    g_free (logs[i].data);
  g_rand_free (rand);

  return n_wrong > 0;
}
