/* test-tally.c: tallies of any stretch of a lane against a walk over its intervals.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/zoom/scope-lane-store.h"
#include "model/zoom/scope-tally.h"

#include <string.h>

#define N_LANES 3u
#define N_ROWS 60000u

typedef struct
{
  ScopeBytes *bytes;
  ScopeLaneStore *store;
  gint64 end;
} Fixture;

/* Codes and parties that are joined and such that are not, at the same time now and then, and now and then very long. */
static void
fill (Fixture *fixture, gboolean finish)
{
  static const guint8 codes[]
      = { SCOPE_CODE_RUNNING, SCOPE_CODE_RUNNING, SCOPE_CODE_COLLECTING, SCOPE_CODE_BLACKHOLE, SCOPE_CODE_MVAR,
          SCOPE_CODE_WOKEN, SCOPE_CODE_IDLE };
  g_autofree ScopeRow *rows = g_new (ScopeRow, N_ROWS);
  g_autoptr (GRand) rand = g_rand_new_with_seed (5);

  fixture->bytes = scope_bytes_new_memory ();
  fixture->store = scope_lane_store_new (fixture->bytes);
  fixture->end = 0;
  for (guint32 lane = 0; lane < N_LANES; lane++)
    {
      gint64 time = 100;
      guint n = lane == 2 ? 40 : N_ROWS;

      scope_lane_store_add_lane (fixture->store, SCOPE_KIND_THREAD, SCOPE_CODE_IDLE, SCOPE_NONE);
      scope_lane_store_set_life (fixture->store, lane, 50, lane == 1 ? SCOPE_TIME_MAX : 30000000);
      for (guint i = 0; i < n; i++)
        {
          guint kind = (guint) g_rand_int_range (rand, 0, 100);

          rows[i] = scope_row (lane, time, codes[g_rand_int_range (rand, 0, G_N_ELEMENTS (codes))],
                               (guint32) g_rand_int_range (rand, 0, 3));
          time += kind < 10 ? 0 : kind < 90 ? g_rand_int_range (rand, 1, 300) : g_rand_int_range (rand, 1, 20000);
        }
      g_assert_true (scope_lane_store_add_rows (fixture->store, rows, n, NULL));
      fixture->end = MAX (fixture->end, time);
    }
  scope_lane_store_set_known_until (fixture->store, 2, 29000000);
  scope_lane_store_set_watermark (fixture->store, fixture->end - 5000);
  if (finish)
    g_assert_true (scope_lane_store_finish (fixture->store, fixture->end + 10, NULL));
}

static void
set_up (Fixture *fixture, gconstpointer data)
{
  fill (fixture, data == NULL);
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  scope_lane_store_free (fixture->store);
  scope_bytes_free (fixture->bytes);
}

/* The slow truth: intervals joined as the tables of the command line have them. */
static GArray *
walk (Fixture *fixture, guint32 lane, gint64 from, gint64 to)
{
  GArray *found = g_array_new (FALSE, FALSE, sizeof (ScopeInterval));
  ScopeIntervalCursor cursor;
  ScopeInterval interval;

  scope_interval_cursor_init (&cursor, fixture->store, lane, from, to);
  while (scope_interval_cursor_next (&cursor, &interval, NULL))
    {
      ScopeInterval *last = found->len > 0 ? &g_array_index (found, ScopeInterval, found->len - 1) : NULL;
      ScopeRefKind party = scope_code_info (interval.code)->ref;

      if (interval.to <= interval.from)
        continue;
      if (last != NULL && last->to == interval.from && last->code == interval.code
          && (last->ref == interval.ref || party == SCOPE_REF_NONE || party == SCOPE_REF_GENERATION))
        last->to = interval.to;
      else
        g_array_append_val (found, interval);
    }
  scope_interval_cursor_clear (&cursor);
  return found;
}

static int
compare (gconstpointer a, gconstpointer b)
{
  gint64 x = *(const gint64 *) a, y = *(const gint64 *) b;

  return x < y ? -1 : x > y;
}

static void
check_code (ScopeTallyCode *code, GArray *durations)
{
  static const guint percents[] = { 1, 50, 90, 99, 100 };
  ScopeTallyClass classes[SCOPE_TALLY_CLASSES] = { { 0, 0 } };
  const gint64 *values = (const gint64 *) durations->data;
  gint64 time = 0;

  g_array_sort (durations, compare);
  for (guint i = 0; i < durations->len; i++)
    {
      classes[scope_tally_class (values[i])].n++;
      classes[scope_tally_class (values[i])].time += values[i];
      time += values[i];
    }
  g_assert_cmpuint (code->n, ==, durations->len);
  g_assert_cmpint (code->time, ==, time);
  g_assert_cmpint (code->least, ==, values[0]);
  g_assert_cmpint (code->longest, ==, values[durations->len - 1]);
  for (guint c = 0; c < SCOPE_TALLY_CLASSES; c++)
    {
      g_assert_cmpuint (code->classes[c].n, ==, classes[c].n);
      g_assert_cmpint (code->classes[c].time, ==, classes[c].time);
    }
  for (guint i = 0; i < G_N_ELEMENTS (percents); i++)
    {
      gint64 low, high, exact = values[MAX ((durations->len * percents[i] + 99) / 100, 1) - 1];

      scope_tally_percentile (code, percents[i], &low, &high);
      g_assert_cmpint (low, <=, exact);
      g_assert_cmpint (exact, <=, high);
      g_assert_cmpint (high, <, 2 * MAX (low, 1));
      if (code->n_values == code->n)
        g_assert_cmpint (low, ==, high);
    }
}

static void
check_range (Fixture *fixture, guint32 lane, gint64 from, gint64 to, guint most_values)
{
  g_autoptr (GArray) truth = walk (fixture, lane, from, to);
  g_autofree ScopeTally *tally = g_new (ScopeTally, 1);

  scope_tally_init (tally, most_values, NULL);
  g_assert_true (scope_lane_store_tally (fixture->store, lane, from, to, tally, NULL));
  for (guint c = 0; c < SCOPE_N_CODES; c++)
    {
      g_autoptr (GArray) durations = g_array_new (FALSE, FALSE, sizeof (gint64));

      for (guint i = 0; i < truth->len; i++)
        {
          const ScopeInterval *interval = &g_array_index (truth, ScopeInterval, i);
          gint64 duration = interval->to - interval->from;

          if (interval->code == c)
            g_array_append_val (durations, duration);
        }
      g_assert_cmpint ((tally->used >> c) & 1, ==, durations->len > 0);
      if (durations->len > 0)
        check_code (&tally->codes[c], durations);
    }
  scope_tally_clear (tally);
}

static void
test_ranges (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (9);

  for (guint32 lane = 0; lane < N_LANES; lane++)
    {
      check_range (fixture, lane, SCOPE_TIME_MIN, SCOPE_ROW_TIME_MAX, 1000000);
      check_range (fixture, lane, SCOPE_TIME_MIN, SCOPE_ROW_TIME_MAX, 0);
      check_range (fixture, lane, 60, 90, 100);
      check_range (fixture, lane, fixture->end - 9000, fixture->end + 90, 100);
      for (guint i = 0; i < 60; i++)
        {
          gint64 from = g_rand_int_range (rand, 0, (gint32) fixture->end);
          gint64 length = g_rand_int_range (rand, 0, (gint32) (i % 2 ? fixture->end : 20000));

          check_range (fixture, lane, from, from + length, i % 3 == 0 ? 50 : 100000);
        }
    }
}

/* --- hunts --- */

typedef struct
{
  ScopeTallyHunt hunt;
  GArray *found;
} Hunt;

static void
caught (const ScopeInterval *interval, gpointer data)
{
  g_array_append_val (((Hunt *) data)->found, *interval);
}

static void
test_hunt (Fixture *fixture, gconstpointer data)
{
  static const gint64 leasts[] = { 1, 300, 15000, 19900, 1000000 };
  const guint64 codes = (guint64) 1 << SCOPE_CODE_MVAR | (guint64) 1 << SCOPE_CODE_RUNNING;

  for (guint32 lane = 0; lane < N_LANES; lane++)
    for (guint k = 0; k < G_N_ELEMENTS (leasts); k++)
      {
        g_autoptr (GArray) truth = walk (fixture, lane, 20000, fixture->end - 20000);
        g_autoptr (GArray) found = g_array_new (FALSE, FALSE, sizeof (ScopeInterval));
        g_autofree ScopeTally *tally = g_new (ScopeTally, 1);
        Hunt hunt = { { .codes = codes, .least = leasts[k], .func = caught }, found };
        guint n = 0;

        hunt.hunt.user_data = &hunt;
        scope_tally_init (tally, 0, &hunt.hunt);
        g_assert_true (scope_lane_store_tally (fixture->store, lane, 20000, fixture->end - 20000, tally, NULL));
        g_array_sort (found, compare); /* by start, which comes first */
        for (guint i = 0; i < truth->len; i++)
          {
            const ScopeInterval *interval = &g_array_index (truth, ScopeInterval, i), *got;

            if (interval->to - interval->from < leasts[k] || !(codes & ((guint64) 1 << interval->code)))
              continue;
            g_assert_cmpuint (n, <, found->len);
            got = &g_array_index (found, ScopeInterval, n++);
            g_assert_cmpint (got->from, ==, interval->from);
            g_assert_cmpint (got->to, ==, interval->to);
            g_assert_cmpint (got->code, ==, interval->code);
            g_assert_cmpint (got->ref, ==, interval->ref);
          }
        g_assert_cmpuint (n, ==, found->len);
        scope_tally_clear (tally);
      }
}

static void
caught_one (const ScopeInterval *interval, gpointer data)
{
  caught (interval, data);
  ((Hunt *) data)->hunt.enough = TRUE;
}

/* Who wants the first one only opens no more than that takes; figures are of all. */
static void
test_hunt_first (Fixture *fixture, gconstpointer data)
{
  static const gint64 leasts[] = { 1, 300, 15000, 19900 };
  const guint64 codes = (guint64) 1 << SCOPE_CODE_MVAR;

  for (guint32 lane = 0; lane < N_LANES; lane++)
    for (guint k = 0; k < G_N_ELEMENTS (leasts); k++)
      {
        g_autoptr (GArray) truth = walk (fixture, lane, SCOPE_TIME_MIN, SCOPE_TIME_MAX);
        g_autoptr (GArray) found = g_array_new (FALSE, FALSE, sizeof (ScopeInterval));
        g_autofree ScopeTally *tally = g_new (ScopeTally, 1);
        Hunt hunt = { { .codes = codes, .least = leasts[k], .func = caught_one }, found };
        gint64 first = SCOPE_TIME_MAX;
        guint n = 0, n_all = 0;

        hunt.hunt.user_data = &hunt;
        scope_tally_init (tally, 0, &hunt.hunt);
        g_assert_true (scope_lane_store_tally (fixture->store, lane, SCOPE_TIME_MIN, SCOPE_TIME_MAX, tally, NULL));
        for (guint i = 0; i < truth->len; i++)
          {
            const ScopeInterval *interval = &g_array_index (truth, ScopeInterval, i);

            if (interval->code != SCOPE_CODE_MVAR)
              continue;
            n_all++;
            if (interval->to - interval->from < leasts[k])
              continue;
            first = MIN (first, interval->from);
            n++;
          }
        g_array_sort (found, compare);
        g_assert_cmpint (found->len > 0 ? g_array_index (found, ScopeInterval, 0).from : SCOPE_TIME_MAX, ==, first);
        g_assert_cmpuint (n_all > 0 ? tally->codes[SCOPE_CODE_MVAR].n : 0, ==, n_all);
        if (n > 3000) /* those of a block, and what lies between blocks */
          g_assert_cmpuint (found->len, <, n / 3);
        scope_tally_clear (tally);
      }
}

/* --- bytes --- */

/* Whatever the bytes are: no crash, no figures that overflow. */
static void
test_damage (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (3);
  g_autofree ScopeTally *tally = g_new (ScopeTally, 1);
  guint8 packed[SCOPE_TALLY_MAX_BYTES];
  guint refused = 0;
  gsize n;

  scope_tally_init (tally, 0, NULL);
  for (gint64 i = 0; i < 300; i++)
    scope_tally_add (tally, 1000 + i * i, 1000 + (i + 1) * (i + 1), i % 7 == 0 ? SCOPE_CODE_MVAR : SCOPE_CODE_RUNNING,
                     (guint32) i);
  n = scope_tally_pack (tally, 1000, packed);
  scope_tally_init (tally, 0, NULL);
  g_assert_true (scope_tally_add_packed (tally, 1000, 1000 + 90000, packed, n));
  for (guint i = 0; i < 20000; i++)
    {
      guint8 bad[SCOPE_TALLY_MAX_BYTES];
      gsize length = i % 3 == 0 ? (gsize) g_rand_int_range (rand, 0, (gint32) n) : n;

      memcpy (bad, packed, length);
      for (guint k = 0; k < i % 5 && length > 0; k++)
        bad[g_rand_int_range (rand, 0, (gint32) length)] = (guint8) g_rand_int (rand);
      scope_tally_init (tally, 0, NULL);
      scope_tally_packed_longest (1000, 91000, bad, length, ~(guint64) 0);
      refused += !scope_tally_add_packed (tally, 1000, 91000, bad, length);
      scope_tally_end (tally);
      for (guint c = 0; c < SCOPE_N_CODES; c++)
        if (tally->used & ((guint64) 1 << c))
          g_assert_cmpint (tally->codes[c].time, <=, 2 * 90000);
    }
  g_assert_cmpuint (refused, >, 5000);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/tally/ranges", Fixture, NULL, set_up, test_ranges, tear_down);
  g_test_add ("/tally/ranges-while-reading", Fixture, "open", set_up, test_ranges, tear_down);
  g_test_add ("/tally/hunt", Fixture, NULL, set_up, test_hunt, tear_down);
  g_test_add ("/tally/hunt-first", Fixture, NULL, set_up, test_hunt_first, tear_down);
  g_test_add_func ("/tally/damage", test_damage);
  return g_test_run ();
}
