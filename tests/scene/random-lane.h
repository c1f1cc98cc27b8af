/* random-lane.h: a lane of random transitions whose truth is known, and sums of it made by hand.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/scene/draw/scope-columns.h"

#include <math.h>
#include <string.h>

typedef struct
{
  gint64 time;
  guint state;
  guint code;
} Step;

typedef struct
{
  ScopeBytes *bytes;
  ScopeLaneStore *store;
  guint32 lane;
  GArray *steps; /* Step; the last is the end */
} Lane;

/* Transitions at distances from a tick to millions, so that tiles of all kinds occur. The same for the same seed, but later by
 * `shift`. */
static inline void
lane_init_shifted (Lane *lane, guint32 seed, guint n, gint64 shift)
{
  static const guint codes[] = { SCOPE_CODE_IDLE, SCOPE_CODE_RUNNING, SCOPE_CODE_WOKEN, SCOPE_CODE_MVAR,
                                 SCOPE_CODE_FOREIGN_CALL, SCOPE_CODE_COLLECTING, SCOPE_CODE_UNKNOWN };
  GRand *rand = g_rand_new_with_seed (seed);
  gint64 time = g_rand_int_range (rand, 0, 1000000) + shift;
  guint last = G_MAXUINT;

  lane->bytes = scope_bytes_new_memory ();
  lane->store = scope_lane_store_new (lane->bytes);
  lane->lane = scope_lane_store_add_lane (lane->store, SCOPE_KIND_THREAD, SCOPE_CODE_RUNNABLE, SCOPE_NONE);
  lane->steps = g_array_new (FALSE, FALSE, sizeof (Step));
  scope_lane_store_set_life (lane->store, lane->lane, time, SCOPE_TIME_MAX);
  g_array_append_vals (lane->steps, &(Step) { time, SCOPE_STATE_RUNNABLE, SCOPE_CODE_RUNNABLE }, 1);
  for (guint i = 0; i < n; i++)
    {
      guint code = codes[g_rand_int_range (rand, 0, G_N_ELEMENTS (codes))];
      ScopeRow row;

      if (code == last)
        continue;
      last = code;
      /* Stretches of bustle and of calm. */
      time += 1 + (gint64) (exp (g_rand_double (rand) * ((i / 500) % 3 == 0 ? 6 : (i / 500) % 3 == 1 ? 2 : 14)));
      row = scope_row (lane->lane, time, code, 0);
      g_assert_true (scope_lane_store_add_rows (lane->store, &row, 1, NULL));
      g_array_append_vals (lane->steps, &(Step) { time, scope_code_state (code), code }, 1);
    }
  time += 5000;
  g_assert_true (scope_lane_store_finish (lane->store, time, NULL));
  g_array_append_vals (lane->steps, &(Step) { time, SCOPE_STATE_ABSENT, SCOPE_CODE_ABSENT }, 1);
  g_rand_free (rand);
}

static inline void
lane_init (Lane *lane, guint32 seed, guint n)
{
  lane_init_shifted (lane, seed, n, 0);
}

static inline void
lane_clear (Lane *lane)
{
  scope_lane_store_free (lane->store);
  scope_bytes_free (lane->bytes);
  g_array_unref (lane->steps);
}

static inline gint64
lane_first (const Lane *lane)
{
  return g_array_index (lane->steps, Step, 0).time;
}

static inline gint64
lane_last (const Lane *lane)
{
  return g_array_index (lane->steps, Step, lane->steps->len - 1).time;
}

static inline void
brute_force (const Lane *lane, double from, double to, double sums[SCOPE_N_STATES])
{
  memset (sums, 0, SCOPE_N_STATES * sizeof *sums);
  for (guint i = 0; i + 1 < lane->steps->len; i++)
    {
      const Step *step = &g_array_index (lane->steps, Step, i);
      double part = MIN ((double) step[1].time, to) - MAX ((double) step[0].time, from);

      if (part > 0)
        sums[step->state] += part;
    }
}

static inline ScopeTile *
read_tile (gpointer data, const ScopeTileKey *key)
{
  return scope_lane_store_read_tile (key->store, key->lane, key->level, key->index, NULL);
}
