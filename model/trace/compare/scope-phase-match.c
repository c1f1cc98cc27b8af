/* scope-phase-match.c: see scope-phase-match.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/trace/compare/scope-phase-match.h"

#include "model/base/scope-each.h"

#include <string.h>

#define ALIKE 0.3       /* squared distance of two mixes up to which they may be the same: that of all of one and 61 % of it is as large */
#define OTHER_NAME 0.05 /* so much further away is what has another name */

typedef struct
{
  guint baseline, run;
  double distance;
} Pair;

/* Where that part stands in the other's mixes; SCOPE_PHASE_PARTS: nowhere. */
static guint
find_part (const ScopePhases *phases, const char *name)
{
  guint k = 0;

  while (k < SCOPE_PHASE_PARTS && g_strcmp0 (phases->parts[k], name) != 0)
    k++;
  return k;
}

static double
distance (const ScopePhases *baseline, const ScopePhaseKind *a, const ScopePhases *run, const ScopePhaseKind *b)
{
  double square = strcmp (a->name, b->name) != 0 ? OTHER_NAME : 0;

  for (guint k = 0; k < SCOPE_PHASE_PARTS; k++)
    {
      guint other = baseline->parts[k] != NULL ? find_part (run, baseline->parts[k]) : SCOPE_PHASE_PARTS;
      double more = a->mix[k] - (other < SCOPE_PHASE_PARTS ? b->mix[other] : 0);

      square += baseline->parts[k] != NULL ? more * more : 0;
      square += run->parts[k] != NULL && find_part (baseline, run->parts[k]) == SCOPE_PHASE_PARTS ? b->mix[k] * b->mix[k] : 0;
    }
  return square;
}

static gint
compare_pairs (gconstpointer a, gconstpointer b)
{
  const Pair *x = a, *y = b;

  if (x->distance != y->distance)
    return x->distance < y->distance ? -1 : 1;
  return x->run != y->run ? (x->run < y->run ? -1 : 1) : x->baseline < y->baseline ? -1 : x->baseline > y->baseline;
}

GArray *
scope_phase_match_kinds (const ScopePhases *baseline, const ScopePhases *run)
{
  GArray *matches = g_array_new (FALSE, FALSE, sizeof (guint));
  g_autoptr (GArray) pairs = g_array_new (FALSE, FALSE, sizeof (Pair));
  g_autofree gboolean *taken = g_new0 (gboolean, baseline->kinds->len + 1);

  for (guint k = 0; k < run->kinds->len; k++)
    {
      const guint none = SCOPE_NONE;

      g_array_append_val (matches, none);
      for (guint other = 0; other < baseline->kinds->len && baseline->by == run->by; other++)
        {
          const Pair pair = { other, k, distance (baseline, scope_phases_kind (baseline, other), run, scope_phases_kind (run, k)) };

          if (pair.distance <= ALIKE)
            g_array_append_val (pairs, pair);
        }
    }
  g_array_sort (pairs, compare_pairs);
  SCOPE_EACH (const Pair, pair, pairs)
    if (g_array_index (matches, guint, pair->run) == SCOPE_NONE && !taken[pair->baseline])
      {
        g_array_index (matches, guint, pair->run) = pair->baseline;
        taken[pair->baseline] = TRUE;
      }
  return matches;
}
