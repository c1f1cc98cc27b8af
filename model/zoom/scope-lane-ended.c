/* scope-lane-ended.c: see the header. SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/zoom/scope-lane-ended.h"

#include "model/base/scope-compare.h"
#include "model/zoom/scope-lane-private.h"

#define MOST_OTHERS 65536u /* of more it is not worth it */
#define FEW 64u            /* rows that need no memory of their own */

ScopeLaneEnded *
scope_lane_ended_new (guint32 first)
{
  ScopeLaneEnded *ended = g_new0 (ScopeLaneEnded, 1);

  ended->first = first;
  ended->from = SCOPE_TIME_MAX;
  ended->to = SCOPE_TIME_MIN;
  ended->others = g_array_new (FALSE, FALSE, sizeof (guint32));
  scope_tally_init (&ended->tally, 0, NULL);

  return ended;
}

void
scope_lane_ended_free (ScopeLaneEnded *ended)
{
  if (ended == NULL)
    return;
  scope_tally_clear (&ended->tally);
  g_array_unref (ended->others);
  g_free (ended);
}

/* --- while lanes end --- */

typedef struct
{
  ScopeLaneEnded *ended;
  guint32 lane;
} Adding;

static void
take_longest (const ScopeInterval *interval, gpointer data)
{
  const Adding *adding = data;
  gint64 duration = interval->to - interval->from;
  gint64 *longest = &adding->ended->longest[interval->code];
  guint32 *in = &adding->ended->longest_in[interval->code];

  if (duration > *longest || (duration == *longest && adding->lane < *in))
    {
      *longest = duration;
      *in = adding->lane;
    }
}

/* Its rows are all there, and its life is what they say. */
static gboolean
is_whole (const ScopeLane *lane, gint64 end)
{
  return lane->n_heights == 0 && (lane->open.n == 0 || lane->time <= end) && lane->counts == NULL && lane->first == SCOPE_TIME_MIN && lane->known_until == SCOPE_TIME_MAX
         && (lane->last == end || lane->last == SCOPE_TIME_MAX)
         && (lane->open.n == 0 || (lane->first_row > -SCOPE_ROW_TIME_MAX && end < SCOPE_ROW_TIME_MAX));
}

static void
add_rows (ScopeLaneEnded *ended, guint32 index, const ScopeLane *lane, gint64 end)
{
  ScopeTransition few[FEW];
  g_autofree ScopeTransition *many = lane->open.n > FEW ? g_new (ScopeTransition, lane->open.n) : NULL;
  ScopeTransition *rows = many != NULL ? many : few;
  Adding adding = { ended, index };
  ScopeTallyHunt hunt = { ~(guint64) 0, 0, take_longest, &adding };

  scope_open_rows_read (&lane->open, rows);
  ended->tally.hunt = &hunt;
  scope_tally_add_rows (&ended->tally, rows, lane->open.n, end, SCOPE_TIME_MIN, SCOPE_TIME_MAX);
  scope_tally_end (&ended->tally);
  ended->tally.hunt = NULL;
  ended->n_rows += lane->open.n;
  ended->from = MIN (ended->from, lane->first_row);
  ended->to = MAX (ended->to, end);
}

void
scope_lane_tally_ended (ScopeLaneStore *store, guint32 index, gint64 end)
{
  ScopeLane *lane = scope_lane (store, index);

  if (index < SCOPE_LANES_HELD || lane->kind != SCOPE_KIND_THREAD || lane->tallied)
    return;
  lane->tallied = TRUE;
  if (store->ended == NULL)
    store->ended = scope_lane_ended_new (SCOPE_LANES_HELD);
  store->ended->n_lanes++;
  if (!is_whole (lane, end))
    g_array_append_val (store->ended->others, index);
  else if (lane->open.n > 0)
    add_rows (store->ended, index, lane, end);
}

/* --- afterwards --- */

SCOPE_COMPARE_NUMBERS (compare_lanes, guint32)

void
scope_lane_finish_ended (ScopeLaneStore *store)
{
  if (store->ended == NULL)
    return;
  if (store->ended_changed || store->ended->others->len > MOST_OTHERS)
    g_clear_pointer (&store->ended, scope_lane_ended_free);
  else
    g_array_sort (store->ended->others, compare_lanes);
}

const ScopeLaneEnded *
scope_lane_store_ended (ScopeLaneStore *store)
{
  return store->finished ? store->ended : NULL;
}

gboolean
scope_lane_store_take_ended (ScopeLaneStore *store, ScopeLaneEnded *ended)
{
  gboolean ok = store->ended == NULL && ended->first > 0 && ended->n_lanes >= ended->others->len
                && (guint64) ended->first + ended->n_lanes <= store->n_lanes;

  for (guint c = 0; c < SCOPE_N_CODES && ok; c++)
    ok = (ended->tally.used & (guint64) 1 << c) == 0 || (ended->longest_in[c] >= ended->first && ended->longest_in[c] < store->n_lanes);
  for (guint i = 0; i < ended->others->len && ok; i++)
    ok = g_array_index (ended->others, guint32, i) < store->n_lanes
         && g_array_index (ended->others, guint32, i) >= (i > 0 ? g_array_index (ended->others, guint32, i - 1) + 1 : ended->first);
  if (ok)
    store->ended = ended;
  else
    scope_lane_ended_free (ended);

  return ok;
}
