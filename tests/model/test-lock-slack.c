/* test-lock-slack.c: how much longer stretches of simulated cores could have taken, against brute force: each is made longer by that, and by a
 * tick more, and the run is replayed.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "lock-trace.h"

#include "model/base/scope-compare.h"
#include "model/base/scope-each.h"
#include "model/trace/locks/scope-lock-slack.h"

#define MOST_CORES 6u
#define MOST_LOCKS 4u

typedef struct
{
  gint64 from, acquired, to;
  guint core, lock;
} Use;

typedef struct
{
  guint core;
  ScopeLockSlack slack;
} Piece;

/* What a core comes to, in order of time. */
typedef struct
{
  gint64 time;
  guint use;
  guint kind; /* 0: it wants the lock; 1: it has it; 2: it lets it go */
} Event;

typedef struct
{
  guint n_cores;
  GArray *uses;   /* of Use */
  GArray *before; /* of guint: who had the lock before each, on another core; G_MAXUINT: nobody */
  GArray *events; /* of Event */
  gint64 ends[MOST_CORES], end;
  ScopeTrace *trace;
} Run;

SCOPE_COMPARE_BY (compare_events, Event, SCOPE_UP (time) SCOPE_UP (kind))

/* Each core does something else for a while, then wants a lock, and waits if another one has it. */
static void
make_run (Run *run, GRand *rand, guint n_cores, guint n_locks, guint n_uses)
{
  ScopeMachine *machine = lock_machine_new (n_cores);
  gint64 busy[MOST_CORES] = { 0 }, held[MOST_LOCKS] = { 0 };
  guint holder[MOST_LOCKS], step = MAX ((guint) (LOCK_END / 2 / MAX (n_uses, 1) * n_cores / 2), 4);

  *run = (Run) { .n_cores = n_cores, .uses = g_array_new (FALSE, FALSE, sizeof (Use)), .before = g_array_new (FALSE, FALSE, sizeof (guint)),
                 .events = g_array_new (FALSE, FALSE, sizeof (Event)) };
  memset (holder, 0xff, sizeof holder);
  for (guint i = 0; i < n_uses; i++)
    {
      guint core = (guint) g_rand_int_range (rand, 0, (gint32) n_cores), lock = (guint) g_rand_int_range (rand, 0, (gint32) n_locks), before = G_MAXUINT;
      Use use = { .from = busy[core] + g_rand_int_range (rand, 1, (gint32) step), .core = core, .lock = lock };

      use.acquired = MAX (use.from, held[lock]) + g_rand_int_range (rand, 1, 4);
      use.to = use.acquired + g_rand_int_range (rand, 1, (gint32) step);
      if (use.to >= LOCK_END - 2)
        break;
      if (holder[lock] != G_MAXUINT && g_array_index (run->uses, Use, holder[lock]).core != core)
        before = holder[lock];
      lock_add_use (machine, core, LOCK_BASE + lock * 64, 2, use.from, use.acquired, use.to,
                    before != G_MAXUINT && held[lock] > use.from ? (gint64) g_array_index (run->uses, Use, before).core : SCOPE_TABLE_NULL, 1);
      busy[core] = held[lock] = use.to;
      holder[lock] = run->uses->len;
      for (guint kind = 0; kind < 3; kind++)
        {
          const Event event = { kind == 0 ? use.from : kind == 1 ? use.acquired : use.to, run->uses->len, kind };

          g_array_append_val (run->events, event);
        }
      g_array_append_val (run->uses, use);
      g_array_append_val (run->before, before);
    }
  g_array_sort (run->events, compare_events);
  for (guint c = 0; c < n_cores; c++)
    {
      run->ends[c] = busy[c] + g_rand_int_range (rand, 1, (gint32) step);
      run->end = MAX (run->end, run->ends[c]);
      scope_lane_store_set_life (machine->lanes, scope_machine_entity (machine, SCOPE_KIND_PROCESSOR, c)->lane, 0, run->ends[c]);
    }
  run->trace = lock_trace_finish (machine);
}

static void
run_clear (Run *run)
{
  g_array_unref (run->uses);
  g_array_unref (run->before);
  g_array_unref (run->events);
  g_object_unref (run->trace);
}

/* When it ends if what the core does until `until` takes `more`. */
static gint64
replay (const Run *run, guint core, gint64 until, gint64 more)
{
  g_autofree gint64 *wanted = g_new (gint64, run->uses->len + 1u), *released = g_new (gint64, run->uses->len + 1u);
  gint64 late[MOST_CORES] = { 0 }, end = 0;
  gboolean done = FALSE;

  SCOPE_EACH (const Event, event, run->events)
    {
      const Use *use = &g_array_index (run->uses, Use, event->use);
      guint before = g_array_index (run->before, guint, event->use);
      gboolean now = !done && use->core == core && event->time >= until;

      if (event->kind == 1)
        {
          gint64 was = before != G_MAXUINT ? MAX (use->from, g_array_index (run->uses, Use, before).to) : use->from;
          gint64 is = before != G_MAXUINT ? MAX (wanted[event->use], released[before]) : wanted[event->use];

          late[use->core] = is - was;
        }
      if (now)
        late[core] += more;
      done |= now;
      if (event->kind == 0)
        wanted[event->use] = use->from + late[use->core];
      else if (event->kind == 2)
        released[event->use] = use->to + late[use->core];
    }
  if (!done)
    late[core] += more;
  for (guint c = 0; c < run->n_cores; c++)
    end = MAX (end, run->ends[c] + late[c]);
  return end;
}

static gboolean
take (gpointer data, ScopeLaneId core, const ScopeLockSlack *slack, GError **error)
{
  const Piece piece = { core.index, *slack };

  g_array_append_val (data, piece);
  return TRUE;
}

static GArray *
walk (const Run *run, gint64 from, gint64 to)
{
  const ScopeQueryRange within = { .trace = run->trace, .from = from, .to = to };
  GArray *pieces = g_array_new (FALSE, FALSE, sizeof (Piece));
  GError *error = NULL;

  scope_lock_slack_walk (&within, take, pieces, &error);
  g_assert_no_error (error);
  return pieces;
}

/* All that runs, in order, and no waits. */
static void
check_cover (const Run *run, const GArray *pieces)
{
  gint64 sums[MOST_CORES] = { 0 }, last[MOST_CORES] = { 0 };

  SCOPE_EACH (const Piece, piece, pieces)
    {
      g_assert_cmpint (piece->slack.from, >=, last[piece->core]);
      g_assert_cmpint (piece->slack.to, >, piece->slack.from);
      last[piece->core] = piece->slack.to;
      sums[piece->core] += piece->slack.to - piece->slack.from;
    }
  for (guint u = 0; u < run->uses->len; u++)
    {
      const Use *use = &g_array_index (run->uses, Use, u);
      guint before = g_array_index (run->before, guint, u);

      if (before != G_MAXUINT)
        sums[use->core] += MAX (g_array_index (run->uses, Use, before).to - use->from, 0);
    }
  for (guint c = 0; c < run->n_cores; c++)
    g_assert_cmpint (sums[c], ==, run->ends[c]);
}

static void
check_lock (const Run *run, const Piece *piece)
{
  const Use *has = NULL;

  SCOPE_EACH (const Use, use, run->uses)
    if (use->core == piece->core && use->acquired <= piece->slack.from && piece->slack.from < use->to)
      has = use;
  g_assert_cmpint (piece->slack.holds, ==, has != NULL);
  if (has != NULL)
    g_assert_cmpuint (piece->slack.lock, ==, LOCK_BASE + has->lock * 64);
}

static void
check_pieces (const Run *run, const GArray *pieces, guint every)
{
  for (guint i = 0; i < pieces->len; i += every)
    {
      const Piece *piece = &g_array_index (pieces, Piece, i);

      g_assert_cmpint (replay (run, piece->core, piece->slack.to, piece->slack.slack), ==, run->end);
      g_assert_cmpint (replay (run, piece->core, piece->slack.to, piece->slack.slack + 1), ==, run->end + 1);
      check_lock (run, piece);
    }
}

/* The same as of the whole, as far as they lie in it. */
static void
check_range (const Run *run, const GArray *pieces, gint64 from, gint64 to)
{
  g_autoptr (GArray) part = walk (run, from, to);
  guint n = 0;

  SCOPE_EACH (const Piece, piece, pieces)
    {
      const Piece *other = n < part->len ? &g_array_index (part, Piece, n) : NULL;

      if (piece->slack.from >= to || piece->slack.to <= from)
        continue;
      g_assert_nonnull (other);
      g_assert_cmpuint (other->core, ==, piece->core);
      g_assert_cmpint (other->slack.slack, ==, piece->slack.slack);
      g_assert_cmpint (MIN (other->slack.to, to), ==, MIN (piece->slack.to, to));
      g_assert_cmpint (MAX (other->slack.from, from), ==, MAX (piece->slack.from, from));
      n++;
    }
  g_assert_cmpuint (n, ==, part->len);
}

static void
test_brute (void)
{
  for (guint round = 0; round < 60; round++)
    {
      g_autoptr (GRand) rand = g_rand_new_with_seed (g_test_rand_int ());
      g_autoptr (GArray) pieces = NULL;
      gint64 a, b;
      Run run;

      make_run (&run, rand, 1 + round % MOST_CORES, 1 + round % MOST_LOCKS, 5 + round);
      pieces = walk (&run, SCOPE_TIME_MIN, SCOPE_TIME_MAX);
      check_cover (&run, pieces);
      check_pieces (&run, pieces, 1);
      a = g_rand_int_range (rand, 0, (gint32) run.end);
      b = g_rand_int_range (rand, 0, (gint32) run.end);
      check_range (&run, pieces, MIN (a, b), MAX (a, b));
      run_clear (&run);
    }
}

/* So many that they are read in several stretches. */
static void
test_many (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (7);
  g_autoptr (GArray) pieces = NULL;
  Run run;

  make_run (&run, rand, 4, 3, 200000);
  g_assert_cmpuint (run.uses->len, >, 150000);
  pieces = walk (&run, SCOPE_TIME_MIN, SCOPE_TIME_MAX);
  check_cover (&run, pieces);
  check_pieces (&run, pieces, pieces->len / 10);
  check_range (&run, pieces, run.end / 3, run.end / 3 + 100000);
  run_clear (&run);
}

/* Locks that are never seen to be released: all of them are held at the end, and each takes no longer for that. */
static void
test_kept (void)
{
  const guint n = 150000;
  ScopeMachine *machine = lock_machine_new (1);
  g_autoptr (ScopeTrace) trace = NULL;
  g_autoptr (GArray) pieces = NULL;
  Run run = { 0 };

  for (guint i = 0; i < n; i++)
    lock_add_use (machine, 0, LOCK_BASE + i * 64, 2, 20 * i, 20 * i + 10, SCOPE_TABLE_NULL, SCOPE_TABLE_NULL, 1);
  run.trace = trace = lock_trace_finish (machine);
  pieces = walk (&run, SCOPE_TIME_MIN, SCOPE_TIME_MAX);
  g_assert_cmpuint (pieces->len, ==, n + 1);
  for (guint i = 0; i <= n; i++)
    {
      const ScopeLockSlack *slack = &g_array_index (pieces, Piece, i).slack;

      g_assert_cmpint (slack->from, ==, i > 0 ? 20 * (gint64) i - 10 : 0);
      g_assert_cmpint (slack->holds, ==, i > 0);
      g_assert_cmpint (slack->slack, ==, 0);
      if (i > 0)
        g_assert_cmpuint (slack->lock, ==, LOCK_BASE + (i - 1) * 64);
    }
}

static gboolean
refuse (gpointer data, ScopeLaneId core, const ScopeLockSlack *slack, GError **error)
{
  g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_FAILED, "enough");
  return FALSE;
}

/* The taker ends it, or the question is no longer asked. */
static void
test_ended (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (7);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;
  ScopeQueryRange within = { .from = SCOPE_TIME_MIN, .to = SCOPE_TIME_MAX };
  Run run;

  make_run (&run, rand, 2, 1, 20);
  within.trace = run.trace;
  g_assert_false (scope_lock_slack_walk (&within, refuse, NULL, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_FAILED);
  g_clear_error (&error);
  within.cancellable = cancellable;
  g_cancellable_cancel (cancellable);
  g_assert_false (scope_lock_slack_walk (&within, refuse, NULL, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  run_clear (&run);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/lock-slack/brute", test_brute);
  g_test_add_func ("/lock-slack/many", test_many);
  g_test_add_func ("/lock-slack/kept", test_kept);
  g_test_add_func ("/lock-slack/ended", test_ended);
  return g_test_run ();
}
