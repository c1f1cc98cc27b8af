/* scope-tally.h: how long the intervals of lanes are: per code their number and time in classes of doubling length, the
 * least and the longest.
 *
 * A tally is made from left to right out of rows and of packed tallies, which lie behind the bins of a node
 * (scope-block.h). An interval may reach over the edge of a block; so the first and the last interval of a packed tally
 * are kept apart from the classes, and joined with their neighbours when it is added: number, time, least and
 * longest of any stretch are exact.
 *
 * Intervals are those of the command line's tables: neighbours differ in code or, where the code's other party is named
 * there, in that.
 *
 *     packed, numbers as LEB128:  intervals: 0, 1 (the one that is all), 2 (first and last)
 *                                 for each of them:  code, ref, time since t0 or, for the second, since the end of the first, length
 *                                 number of codes; for each:  code, least, longest - least, first class, number of classes,
 *                                                             for each class:  number, time
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/base/scope-row.h"
#include "model/base/scope-state.h"
#include "model/zoom/scope-lane-store.h"
#include "model/zoom/scope-open.h"
#include "model/zoom/scope-tile.h"

G_BEGIN_DECLS

#define SCOPE_TALLY_CLASSES 62u /* class c: 2^c ≤ ticks < 2^(c+1) */
#define SCOPE_TALLY_MAX_BYTES 40960u

typedef struct
{
  guint64 n;
  gint64 time;
} ScopeTallyClass;

typedef struct
{
  guint64 n;
  gint64 time;
  gint64 least, longest;
  ScopeTallyClass classes[SCOPE_TALLY_CLASSES];
  gint64 *values; /* the durations that are known one by one, in no order; NULL if there are none or too many */
  guint n_values, n_alloc;
  gboolean too_many;
} ScopeTallyCode;

/* Intervals of some codes that are wanted one by one, not only counted. */
typedef struct
{
  guint64 codes; /* a bit for each code */
  gint64 least;  /* ticks: only those at least so long; func may raise it */
  void (*func) (const ScopeInterval *interval, gpointer user_data);
  gpointer user_data;
  gboolean enough; /* func may set it: what is summed up need not be opened any more */
} ScopeTallyHunt;

typedef struct
{
  guint64 used; /* a bit for each code that occurs; only those have figures */
  ScopeTallyCode codes[SCOPE_N_CODES];
  /* private */
  guint most_values;
  ScopeTallyHunt *hunt;
  ScopeInterval first, last; /* of the lane that is being added; as many as n_ends says */
  guint n_ends;
} ScopeTally;

/* Keeps up to `most_values` durations of each code one by one; 0: none. `hunt` (or NULL) stays the caller's. */
void scope_tally_init (ScopeTally *tally, guint most_values, ScopeTallyHunt *hunt);
void scope_tally_clear (ScopeTally *tally); /* its memory; init it again to use it again */

/* --- left to right --- */

/* One piece; it must not start before the last one ended. Empty and absent ones are left out. */
void scope_tally_add (ScopeTally *tally, gint64 from, gint64 to, guint code, guint32 ref);
void scope_tally_add_rows (ScopeTally *tally, const ScopeTransition *rows, guint n, gint64 end, gint64 from, gint64 to);
/* The same for all rows of a block that is being written. */
void scope_tally_add_flat_rows (ScopeTally *tally, const ScopeFlatRows *rows);
/* A packed tally of [t0, t1), n bytes. FALSE if they make no sense. */
gboolean scope_tally_add_packed (ScopeTally *tally, gint64 t0, gint64 t1, const guint8 *in, gsize n);
/* The lane ends: what was at its end is counted. Another lane may follow. */
void scope_tally_end (ScopeTally *tally);

/* --- packed --- */

/* `out` has room for SCOPE_TALLY_MAX_BYTES; the tally must not have been ended. Returns the number of bytes. */
gsize scope_tally_pack (const ScopeTally *tally, gint64 t0, guint8 *out);
/* The longest interval of these codes that it has apart from the two at its ends; 0 if none. */
gint64 scope_tally_packed_longest (gint64 t0, gint64 t1, const guint8 *in, gsize n, guint64 codes);

/* --- reading --- */

/* One more duration, of which up to `most_values` are kept one by one; all zero at first; free its values in the end. */
void scope_tally_code_add (ScopeTallyCode *code, gint64 duration, guint most_values);
/* Adds the figures of a code to those of another, which are all zero at first; free its values in the end. Of tallies
 * that were ended. */
void scope_tally_code_merge (ScopeTallyCode *into, const ScopeTallyCode *from);
/* The same of all codes; both were ended. */
void scope_tally_merge (ScopeTally *into, const ScopeTally *from);
/* The least duration that `percent` of all do not exceed: between *ret_low and *ret_high, which are the same if it is
 * known exactly. n must not be 0. */
void scope_tally_percentile (const ScopeTallyCode *code, guint percent, gint64 *ret_low, gint64 *ret_high);
/* One duration for it, as if those of its class lay evenly between its ends. *ret_estimated: FALSE if it is known exactly. */
gint64 scope_tally_estimate (const ScopeTallyCode *code, guint percent, gboolean *ret_estimated);

static inline guint
scope_tally_class (gint64 duration)
{
  return 63u ^ (guint) __builtin_clzll ((guint64) duration | 1u);
}

/* Adds the intervals of a states lane within [from, to), clipped to it, as one lane. No time of a trace
 * lies beyond ±SCOPE_ROW_TIME_MAX; what is unknown for ever is unknown until then. */
gboolean scope_lane_store_tally (ScopeLaneStore *store, guint32 lane, gint64 from, gint64 to, ScopeTally *tally,
                                 GError **error);

G_END_DECLS
