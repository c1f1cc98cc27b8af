/* test-far-strips.c: what is computed of a trace on another computer, strips, lines and figures: it is the same to the last bit; all strips of a
 * frame come with one question, and not a byte is read here; whatever the far side says does no harm.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "far-trace.h"

#include "model/scene/draw/scope-far-numbers.h"
#include "model/scene/draw/scope-far-strips.h"
#include "model/scene/draw/scope-far-totals.h"
#include "model/scene/draw/scope-far-words.h"
#include "model/scene/timeline/scope-overlay-far.h"
#include "model/scene/timeline/scope-shares.h"
#include "model/scene/timeline/scope-timeline-scene.h"
#include "model/zoom/scope-leb.h"

#include <string.h>

static void
check_same (const ScopeStrip *a, const ScopeStrip *b)
{
  g_assert_false (a->incomplete || b->incomplete);
  g_assert_cmpuint (a->n_lanes, ==, b->n_lanes);
  g_assert_cmpmem (a->columns, a->n * sizeof *a->columns, b->columns, b->n * sizeof *b->columns);
  g_assert_cmpuint (a->n_runs, ==, b->n_runs);
  for (guint i = 0; i < a->n_runs; i++)
    {
      const ScopeStripRun *x = &a->runs[i], *y = &b->runs[i];

      g_assert_true (x->x0 == y->x0 && x->x1 == y->x1);
      g_assert_true (x->ref == y->ref && x->code == y->code && x->state == y->state);
      g_assert_true (x->open_left == y->open_left && x->open_right == y->open_right);
    }
  g_assert_true ((a->tasks != NULL) == (b->tasks != NULL));
  if (a->tasks != NULL)
    g_assert_cmpmem (a->tasks, a->n * sizeof *a->tasks, b->tasks, b->n * sizeof *b->tasks);
}

static void
test_same (void)
{
  World world;
  ScopeTileGetter here, there;

  world_init (&world);
  scope_tile_getter_init_waiting (&here, world.tiles);
  scope_tile_getter_init_waiting (&there, world.far.tiles);
  for (double scale = 0.2; scale < (double) END / 100; scale *= 2.7)
    for (guint which = 0; which <= 2 * LANES; which++)
      for (gint64 part = -1; part < 3; part++)
        {
          gint64 x = (gint64) ((double) part / 3 * (double) END / scale);
          g_autoptr (ScopeStrip) far = make (world.here, &here, which, scale, x), near = make (world.far.trace, &there, which, scale, x);

          check_same (far, near);
        }
  g_assert_cmpint (world.far.n_read, ==, 0);
  world_clear (&world);
}

static void
note (ScopeTileCache *cache, gpointer data)
{
  ++*(guint *) data;
}

/* A frame: all strips of it with one question; till it comes, what another zoom showed stands in. */
static void
test_frame (void)
{
  World world;
  ScopeTileGetter getter;
  guint n_told = 0;

  world_init (&world);
  g_signal_connect (world.tiles, "tiles-arrived", G_CALLBACK (note), &n_told);
  for (guint zoom = 1; zoom <= 3; zoom++)
    {
      double scale = (double) END / 1000 / zoom;

      scope_tile_cache_next_generation (world.tiles);
      for (guint round = 0; round < 2; round++)
        {
          scope_tile_getter_init (&getter, world.tiles);
          for (guint which = 0; which <= 2 * LANES; which++)
            for (gint64 x = 0; x < 4; x++)
              {
                g_autoptr (ScopeStrip) strip = make (world.here, &getter, which, scale, x * SCOPE_STRIP_COLUMNS);
                const ScopeColumn *column = &strip->columns[strip->n / 2];
                double sum = 0;

                for (guint s = 0; s < SCOPE_N_STATES; s++)
                  sum += column->time[s];
                g_assert_true (strip->incomplete == (round == 0));
                g_assert_true (zoom == 1 || sum > 0.99 * column->total);
              }
          g_assert_cmpuint (getter.missing, ==, round == 0 ? 4 * (2 * LANES + 1) : 0);
          while (round == 0 && scope_far_strips_pending (world.tiles) > 0)
            g_usleep (500);
        }
      g_assert_cmpint (world.far.n_asked, <=, 2 * zoom); /* of 28; two where the computer is very slow */
    }
  while (n_told == 0)
    g_main_context_iteration (NULL, TRUE);
  g_assert_cmpint (world.far.n_read, ==, 0);
  world_clear (&world);
}

/* What was asked for once is not asked for again, in a later session either, but for what of that is damaged. */
static void
test_kept (void)
{
  g_autoptr (GHashTable) kept
      = g_hash_table_new_full (g_bytes_hash, g_bytes_equal, (GDestroyNotify) g_bytes_unref, (GDestroyNotify) g_bytes_unref);
  World world;
  ScopeTileGetter there;
  gint n_asked = 0;

  world_init (&world);
  world.far.kept = kept;
  world.far.end.recall = recall;
  world.far.end.keep = keep;
  scope_tile_getter_init_waiting (&there, world.far.tiles);
  for (guint session = 0; session < 3; session++)
    {
      g_autoptr (ScopeTileCache) tiles = scope_tile_cache_new (G_OBJECT (world.here), 0, 1);
      ScopeTileGetter here;
      GHashTableIter iter;

      g_hash_table_iter_init (&iter, kept);
      for (gpointer value; session == 2 && g_hash_table_iter_next (&iter, NULL, &value);)
        {
          g_autoptr (GBytes) half = g_bytes_new_from_bytes (value, 0, g_bytes_get_size (value) / 2);

          g_hash_table_iter_replace (&iter, g_steal_pointer (&half));
        }
      scope_tile_getter_init_waiting (&here, tiles);
      for (double scale = 0.2; scale < (double) END / 100; scale *= 9)
        for (guint which = 0; which <= 2 * LANES; which++)
          {
            g_autoptr (ScopeStrip) far = make (world.here, &here, which, scale, 300), near = make (world.far.trace, &there, which, scale, 300);

            check_same (far, near);
          }
      g_assert_cmpint (world.far.n_asked, ==, session == 1 ? n_asked : 2 * n_asked + world.far.n_asked * (session == 0));
      n_asked = session == 0 ? world.far.n_asked : n_asked;
    }
  world_clear (&world);
}

/* Who answers no questions is asked once, and for bytes from then on. */
static void
test_refused (void)
{
  World world;
  ScopeTileGetter here, there;

  world_init (&world);
  world.far.refuse = TRUE;
  scope_tile_getter_init_waiting (&here, world.tiles);
  scope_tile_getter_init_waiting (&there, world.far.tiles);
  for (guint which = 0; which < 3; which++)
    {
      g_autoptr (ScopeStrip) far = make (world.here, &here, which, 500, 3), near = make (world.far.trace, &there, which, 500, 3);

      check_same (far, near);
    }
  g_assert_cmpint (world.far.n_asked, ==, 1);
  g_assert_cmpint (world.far.n_read, >, 0);
  world_clear (&world);
}

/* Gathered, they come together; what is too much for one answer comes in halves, and if one strip is too much, it is made of tiles. */
static void
test_ahead (void)
{
  static const gsize most[] = { 0, 150, 1 };

  for (guint i = 0; i < G_N_ELEMENTS (most); i++)
    {
      World world;
      ScopeTileGetter here, ahead, there;
      gint n_asked;

      world_init (&world);
      world.far.most = most[i];
      scope_tile_getter_init_waiting (&here, world.tiles);
      scope_tile_getter_init_waiting (&there, world.far.tiles);
      scope_tile_getter_init (&ahead, world.tiles);
      ahead.ahead = scope_far_ahead_new ();
      for (guint which = 0; which <= 2 * LANES; which++)
        for (gint64 x = 0; x < 4; x++)
          scope_strip_unref (make (world.here, &ahead, which, 500, x * SCOPE_STRIP_COLUMNS));
      g_assert_cmpint (world.far.n_asked, ==, 0);
      scope_far_ahead_free (ahead.ahead);
      n_asked = world.far.n_asked;
      if (i == 0)
        g_assert_cmpint (n_asked, ==, 1);
      else
        g_assert_true (n_asked > 3 && n_asked < 2 * 4 * (2 * (gint) LANES + 1));
      for (guint which = 0; which <= 2 * LANES; which++)
        for (gint64 x = 0; x < 4; x++)
          {
            g_autoptr (ScopeStrip) far = make (world.here, &here, which, 500, x * SCOPE_STRIP_COLUMNS);
            g_autoptr (ScopeStrip) near = make (world.far.trace, &there, which, 500, x * SCOPE_STRIP_COLUMNS);

            check_same (far, near);
          }
      g_assert_cmpint (world.far.n_asked, ==, n_asked);
      g_assert_true ((world.far.n_read > 0) == (i == 2));
      world_clear (&world);
    }
}

/* Whether a sum of so many lanes is answered. */
static gboolean
is_summed (World *world, guint n, gint64 offset)
{
  g_autofree ScopeLaneSource *lanes = g_new0 (ScopeLaneSource, n);
  ScopeFarEnd *end;
  ScopeFarStrip asked = { .first = 0, .scale = 1000, .n = 1 };
  g_autoptr (GBytes) question = NULL, answer = NULL;
  g_autoptr (GError) error = NULL;
  ScopeLaneSource sum = { .sum = NULL };

  for (guint i = 0; i < n; i++)
    lanes[i] = (ScopeLaneSource) { scope_trace_machine (world->here, 0)->lanes, i % LANES, offset, NULL };
  sum.sum = scope_lane_sum_new (lanes, n);
  asked.lanes = scope_far_words_lanes (&sum, 1, &end);
  question = scope_far_words_ask (&asked, 1);
  answer = scope_far_answer (world->far.trace, world->far.tiles, question, NULL, &error);
  g_assert_true ((answer == NULL) == (error != NULL));
  g_bytes_unref (asked.lanes);
  scope_lane_sum_free (sum.sum);
  return answer != NULL;
}

/* Who asks for ever new sums gets no more than so many: those that there are are answered all the same. */
static void
test_many_sums (void)
{
  World world;

  world_init (&world);
  scope_trace_set_finished (world.far.trace);
  g_assert_true (is_summed (&world, 70, 1));
  for (guint left = SCOPE_MOST_SUMMED_LANES - 140; left > 0;)
    {
      guint n = MIN (left, 65536);
      ScopeLaneSource *lanes = g_new0 (ScopeLaneSource, n);

      for (guint i = 0; i < n; i++)
        lanes[i] = (ScopeLaneSource) { scope_trace_machine (world.far.trace, 0)->lanes, i % LANES, left, NULL };
      left -= n;
      g_free (scope_trace_sum_lanes (world.far.trace, lanes, &n));
    }
  g_assert_true (is_summed (&world, 70, 2));
  g_assert_false (is_summed (&world, 70, 3));
  g_assert_true (is_summed (&world, 70, 1) && is_summed (&world, 70, 2));
  world_clear (&world);
}

/* Answers and questions with wrong bytes, or cut. */
static void
test_spoiled (void)
{
  World world;

  world_init (&world);
  world.far.spoil = g_rand_new_with_seed (5);
  for (guint round = 0; round < 400; round++)
    {
      g_autoptr (ScopeTileCache) tiles = scope_tile_cache_new (G_OBJECT (world.here), 0, 1);
      ScopeTileGetter getter;
      g_autoptr (ScopeStrip) strip = NULL;

      scope_tile_getter_init_waiting (&getter, tiles);
      strip = make (world.here, &getter, round % (2 * LANES + 1), round % 3 == 0 ? 0.7 : 700, 9);
      for (guint i = 0; i < strip->n_runs; i++)
        g_assert_true (strip->runs[i].state < SCOPE_N_STATES && strip->runs[i].code < SCOPE_N_CODES);
      for (guint c = 0; c < strip->n; c++)
        for (guint s = 0; s < SCOPE_N_STATES; s++)
          g_assert_true (isfinite (strip->columns[c].time[s]) && strip->columns[c].time[s] >= 0);
    }
  for (guint round = 0; round < 2000; round++)
    {
      ScopeLaneSource sources[2 * LANES];
      ScopeFarEnd *end;
      g_autoptr (GBytes) lanes = scope_far_words_lanes (sources, sources_of (world.here, round % (2 * LANES + 1), sources), &end);
      ScopeFarStrip asked = { lanes, -5, 9, 700, SCOPE_STRIP_COLUMNS, 0, NULL };
      GByteArray *question = g_bytes_unref_to_array (scope_far_words_ask (&asked, 1));
      g_autoptr (GBytes) spoiled = NULL, answer = NULL;
      g_autoptr (GError) error = NULL;

      question->data[g_rand_int_range (world.far.spoil, 0, (gint32) question->len)] = (guint8) g_rand_int (world.far.spoil);
      if (round % 4 == 0)
        g_byte_array_set_size (question, (guint) g_rand_int_range (world.far.spoil, 0, (gint32) question->len));
      spoiled = g_byte_array_free_to_bytes (question);
      answer = scope_far_answer (world.far.trace, world.far.tiles, spoiled, NULL, &error);
      g_assert_true ((answer == NULL) == (error != NULL));
    }
  world_clear (&world);
}

/* A strip of a lane with one run from x0 to x1, as somebody might say it. */
static GPtrArray *
read_run (double x0, double x1)
{
  World world;
  ScopeLaneSource sources[2 * LANES];
  g_autoptr (ScopeStrip) blank = NULL;
  ScopeFarStrip asked = { NULL, -5, 9, 700, 1, 0, NULL };
  GByteArray *out = g_byte_array_new ();
  g_autoptr (GBytes) answer = NULL;
  GPtrArray *read;

  world_init (&world);
  asked.blank = blank = scope_strip_new_blank (sources, sources_of (world.here, 0, sources), -5, 9, 700, 1);
  for (guint i = 0; i < 3; i++)
    scope_leb_put (out, 0); /* flags, mask, longest */
  scope_leb_put (out, 1);
  scope_leb_put (out, SCOPE_CODE_RUNNING << 3 | 4);
  scope_leb_put (out, 0);
  scope_far_put_double (out, x0);
  scope_far_put_double (out, x1);
  scope_leb_put (out, 0); /* no numbers */
  answer = g_byte_array_free_to_bytes (out);
  read = scope_far_words_read (&asked, 1, answer, NULL);
  world_clear (&world);
  return read;
}

/* Who draws makes whole numbers of pixels. */
static void
test_far_away (void)
{
  g_autoptr (GPtrArray) good = read_run (-1e15, 1e15), left = read_run (-1e300, 800), right = read_run (0, 1e19), backwards = read_run (8, 7);

  g_assert_nonnull (good);
  g_assert_true (left == NULL && right == NULL && backwards == NULL);
}

/* --- what is drawn over lanes, and figures --- */

static ScopeOverlay *
read_overlay (ScopeTrace *trace, gint64 from, gint64 to)
{
  ScopeOverlayRequest request = { .parts = SCOPE_OVERLAY_MESSAGES | SCOPE_OVERLAY_PAUSES | SCOPE_OVERLAY_HEAP | SCOPE_OVERLAY_TRAFFIC };

  scope_message_filter_init (&request.messages);
  request.messages.show = request.messages.system = request.messages.by_class = TRUE;
  scope_viewport_init (&request.viewport, 0, END, 900);
  scope_viewport_set_times (&request.viewport, from, to);
  return scope_overlay_read (trace, &request, NULL);
}

static void
test_overlay (void)
{
  World world;

  world_init (&world);
  for (gint64 from = 0; from < END; from += END / 4)
    {
      g_autoptr (ScopeOverlay) far = read_overlay (world.here, from, from + END / 3), near = read_overlay (world.far.trace, from, from + END / 3);

      g_assert_cmpuint (near->messages->len, >, 20);
      g_assert_cmpuint (far->n_messages, ==, near->n_messages);
      g_assert_cmpuint (far->messages->len, ==, near->messages->len);
      for (guint i = 0; i < near->messages->len; i++)
        {
          const ScopeMessageLine *a = &g_array_index (far->messages, ScopeMessageLine, i), *b = &g_array_index (near->messages, ScopeMessageLine, i);

          g_assert_true (a->send == b->send && a->receive == b->receive && a->from_machine == b->from_machine && a->size == b->size
                         && a->tag == b->tag && a->count == b->count && a->until == b->until);
        }
      g_assert_cmpuint (near->traffic->len, >, 20);
      g_assert_cmpuint (far->traffic->len, ==, near->traffic->len);
      for (guint i = 0; i < near->traffic->len; i++)
        {
          const ScopeTrafficBin *a = &g_array_index (far->traffic, ScopeTrafficBin, i), *b = &g_array_index (near->traffic, ScopeTrafficBin, i);

          g_assert_true (a->machine == b->machine && a->process == b->process && a->x == b->x && a->sent == b->sent && a->received == b->received);
        }
      g_assert_cmpuint (near->counters->len, >, 10);
      g_assert_cmpuint (far->counters->len, ==, near->counters->len);
      for (guint i = 0; i < near->counters->len; i++)
        {
          const ScopeCounterPoint *a = &g_array_index (far->counters, ScopeCounterPoint, i), *b = &g_array_index (near->counters, ScopeCounterPoint, i);

          g_assert_true (a->x == b->x && a->machine == b->machine && memcmp (&a->low, &b->low, sizeof a->low) == 0
                         && memcmp (&a->last, &b->last, sizeof a->last) == 0);
        }
      g_assert_cmpuint (near->pauses->len, >, 10);
      g_assert_cmpuint (far->pauses->len, ==, near->pauses->len);
      for (guint i = 0; i < near->pauses->len; i++)
        g_assert_cmpint (g_array_index (far->pauses, ScopePause, i).end, ==, g_array_index (near->pauses, ScopePause, i).end);
    }
  g_assert_cmpint (world.far.n_asked, ==, 4);
  g_assert_cmpint (world.far.n_read, ==, 0);
  world.far.spoil = g_rand_new_with_seed (6);
  for (guint round = 0; round < 500; round++)
    {
      g_autoptr (ScopeOverlay) overlay = read_overlay (world.here, 0, END);

      for (guint i = 0; i < overlay->messages->len; i++)
        g_assert_cmpuint (g_array_index (overlay->messages, ScopeMessageLine, i).to_machine, <, 2);
    }
  world_clear (&world);
}

/* Clocks that messages have moved here are where they were on the far side. */
static void
test_moved_clocks (void)
{
  static const gint64 shifts[] = { 0, END / 5 };
  World world;
  g_autoptr (ScopeOverlay) far = NULL, near = NULL;

  world_init (&world);
  scope_trace_set_shifts (world.here, shifts);
  scope_trace_set_shifts (world.far.trace, shifts);
  scope_trace_set_clocks (world.far.trace, SCOPE_CLOCKS_MESSAGES);
  near = read_overlay (world.far.trace, END / 4, END / 2);
  scope_trace_set_clocks (world.far.trace, SCOPE_CLOCKS_STARTUP);
  scope_trace_set_clocks (world.here, SCOPE_CLOCKS_MESSAGES);
  far = read_overlay (world.here, END / 4, END / 2);
  g_assert_cmpuint (near->messages->len, >, 20);
  g_assert_cmpuint (far->messages->len, ==, near->messages->len);
  for (guint i = 0; i < near->messages->len; i++)
    {
      const ScopeMessageLine *a = &g_array_index (far->messages, ScopeMessageLine, i), *b = &g_array_index (near->messages, ScopeMessageLine, i);

      g_assert_cmpint (a->send, ==, b->send);
      g_assert_cmpint (a->receive, ==, b->receive);
    }
  world_clear (&world);
}

/* Nobody is less than no time in a state; of who says so, nothing is taken. */
static void
test_negative (void)
{
  World world;
  GByteArray *out = g_byte_array_new ();
  guint64 numbers[SCOPE_N_STATES] = { scope_leb_zigzag ((guint64) -5) };
  ScopeFarTotal total;

  world_init (&world);
  scope_far_put_numbers (out, numbers, SCOPE_N_STATES);
  world.far.lie = g_byte_array_free_to_bytes (out);
  total = (ScopeFarTotal) { .store = scope_trace_machine (world.here, 0)->lanes, .from = 0, .to = END };
  g_assert_false (scope_far_totals_read (&total, 1, NULL));
  g_clear_pointer (&world.far.lie, g_bytes_unref);
  g_assert_true (scope_far_totals_read (&total, 1, NULL));
  world_clear (&world);
}

/* A machine of which nothing came has no lanes: not even the one of number 0, or 2³²-1. */
static void
test_no_lanes (void)
{
  g_autoptr (ScopeTrace) trace = scope_trace_new ();
  ScopeMachine *machine = scope_machine_new (0, scope_bytes_new_memory ());
  g_autoptr (ScopeTileCache) tiles = NULL;

  scope_machine_open_sink (machine, FALSE, 64 << 20, NULL, NULL);
  g_assert_true (scope_machine_finish (machine, END, NULL));
  scope_trace_add_machine (trace, machine);
  scope_trace_set_finished (trace);
  tiles = scope_tile_cache_new (G_OBJECT (trace), 0, 1);
  for (guint i = 0; i < 4; i++)
    {
      GByteArray *out = g_byte_array_new ();
      g_autoptr (GBytes) question = NULL, answer = NULL;
      g_autoptr (GError) error = NULL;

      scope_leb_put (out, i < 2 ? SCOPE_FAR_TOTALS : SCOPE_FAR_STRIPS);
      scope_leb_put (out, 1); /* one lane, or list of lanes: */
      if (i >= 2)
        {
          scope_leb_put (out, 0);
          scope_leb_put (out, 1);
        }
      scope_leb_put (out, 0); /* of this machine */
      scope_leb_put (out, i % 2 == 0 ? 0 : G_MAXUINT32);
      scope_far_put_time (out, 0);
      if (i < 2)
        scope_far_put_time (out, END);
      else
        {
          scope_leb_put (out, 1); /* a strip */
          scope_leb_put (out, 0);
          scope_far_put_time (out, 0);
          scope_far_put_double (out, 100);
          scope_far_put_time (out, 0);
          scope_leb_put (out, 16);
        }
      question = g_byte_array_free_to_bytes (out);
      answer = scope_far_answer (trace, tiles, question, NULL, &error);
      g_assert_null (answer);
      g_assert_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT);
    }
}

static void
test_shares (void)
{
  World world;
  g_autoptr (ScopeView) here = NULL, there = NULL;
  g_autoptr (ScopeShares) far = NULL, near = NULL;

  world_init (&world);
  scope_trace_set_far (world.here);
  here = scope_view_new (world.here);
  there = scope_view_new (world.far.trace);
  scope_view_set_range (here, END / 7, END / 2);
  scope_view_set_range (there, END / 7, END / 2);
  world.far.n_read = 0; /* to list its rows it has */
  far = scope_shares_new (here, 0, 20);
  near = scope_shares_new (there, 0, 20);
  g_assert_true (scope_shares_read (far, NULL) && scope_shares_read (near, NULL));
  g_assert_cmpmem (scope_shares_legend (far), SCOPE_N_STATES * sizeof (double), scope_shares_legend (near), SCOPE_N_STATES * sizeof (double));
  g_assert_cmpfloat (scope_shares_legend (near)[SCOPE_STATE_RUNNING], >, 0);
  g_assert_cmpint (world.far.n_asked, ==, 1);
  g_assert_cmpint (world.far.n_read, ==, 0);
  g_clear_pointer (&far, scope_shares_free);
  g_clear_pointer (&near, scope_shares_free);
  g_clear_object (&here);
  g_clear_object (&there);
  world_clear (&world);
}

/* Colours of one's own are the view's: what is kept of the far side has none, and those who ask later get none that is not theirs. */
static void
test_own_colours (void)
{
  World world;
  g_autoptr (ScopeView) view = NULL;
  g_autoptr (ScopeOwnColours) own = scope_own_colours_parse ("*=#102030", NULL), other = scope_own_colours_parse ("*=#405060", NULL);
  ScopeOwnColours *const colours[] = { own, other, NULL };
  ScopeTileGetter getter;
  guint n_rows = 0;

  world_init (&world);
  scope_trace_set_far (world.here);
  view = scope_view_new (world.here);
  scope_tile_getter_init_waiting (&getter, world.tiles);
  for (guint row = 0; row < scope_lane_list_n_rows (scope_view_get_lanes (view)); row++)
    for (guint i = 0; i < G_N_ELEMENTS (colours) && scope_lane_list_row (scope_view_get_lanes (view), row)->lane.kind == SCOPE_KIND_PROCESSOR; i++)
      {
        g_autoptr (ScopeStrip) strip = NULL;
        guint n_own = 0;

        scope_view_set_own_colours (view, colours[i]);
        strip = scope_timeline_strip (view, row, 0, FALSE, &getter, NULL);
        for (guint c = 0; strip->own != NULL && c < strip->n; c++)
          n_own += strip->own[c] == (i == 0 ? 0xff102030 : 0xff405060);
        g_assert_true (colours[i] == NULL || strip->tasks == NULL ? strip->own == NULL : n_own > 0);
        n_rows += n_own > 0;
      }
  g_assert_cmpuint (n_rows, >, LANES);
  g_clear_object (&view);
  world_clear (&world);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/far-strips/same", test_same);
  g_test_add_func ("/far-strips/frame", test_frame);
  g_test_add_func ("/far-strips/kept", test_kept);
  g_test_add_func ("/far-strips/refused", test_refused);
  g_test_add_func ("/far-strips/ahead", test_ahead);
  g_test_add_func ("/far-strips/many-sums", test_many_sums);
  g_test_add_func ("/far-strips/spoiled", test_spoiled);
  g_test_add_func ("/far-strips/far-away", test_far_away);
  g_test_add_func ("/far-strips/overlay", test_overlay);
  g_test_add_func ("/far-strips/moved-clocks", test_moved_clocks);
  g_test_add_func ("/far-strips/negative", test_negative);
  g_test_add_func ("/far-strips/no-lanes", test_no_lanes);
  g_test_add_func ("/far-strips/shares", test_shares);
  g_test_add_func ("/far-strips/own-colours", test_own_colours);

  return g_test_run ();
}
