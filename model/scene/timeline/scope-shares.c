/* scope-shares.c: see scope-shares.h.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/scene/timeline/scope-shares.h"

#include "model/base/scope-each.h"
#include "model/scene/draw/scope-far-totals.h"
#include "model/scene/timeline/scope-timeline-scene-private.h"
#include "model/scene/view/scope-view-cause.h"

#include <string.h>

#define LEGEND_ROWS 256u /* as scope_timeline_totals() */

typedef struct
{
  char *key;
  ScopeLaneSource *sources;
  guint n_sources;
  guint32 helpers_of;  /* machine whose threads these are, of which some are the runtime's own, and of nobody's work; or SCOPE_NONE */
  gboolean in_view;   /* the rest is only for the legend */
  gboolean in_legend;
  gboolean by_cause;
  double totals[SCOPE_N_STATES];
} Share;

struct _ScopeShares
{
  ScopeTrace *trace; /* keeps the lanes */
  ScopeDerived *derived; /* and these; NULL: lanes are not coloured by cause */
  gint64 from, to;
  gboolean whole;     /* nothing lies outside of that */
  gboolean grows;     /* what is not known of a lane yet counts for nothing */
  GArray *rows;       /* Share */
  GHashTable *by_key; /* borrowed key → index + 1 */
  double legend[SCOPE_N_STATES];
  guint n_counted, kind; /* rows of the legend, and of which kind they are */
  guint states;
  GArray *far;        /* ScopeFarTotal, while they are read of a trace on another computer: first all that are needed are listed, */
  gboolean listing;   /* then taken from there in the same order */
  guint n_taken;
};

static void
share_clear (gpointer data)
{
  Share *share = data;

  g_free (share->key);
  g_free (share->sources);
}

static gboolean
has_share (const ScopeLaneNode *node)
{
  return node->kind == SCOPE_ROW_ACTIVITY
         || ((node->kind == SCOPE_ROW_STATES || node->kind == SCOPE_ROW_COUNTS) && node->n_sources > 0);
}

static void
add_row (ScopeShares *shares, ScopeView *view, const ScopeLaneNode *node, gboolean in_view, gboolean in_legend)
{
  ScopeLaneList *lanes = scope_view_get_lanes (view);
  Share share = { .helpers_of = SCOPE_NONE, .in_view = in_view, .in_legend = in_legend, .by_cause = scope_timeline_by_cause (view, node) };

  if (share.by_cause)
    share.sources = scope_timeline_cause_sources (view, node, &share.n_sources);
  else if (node->kind == SCOPE_ROW_ACTIVITY)
    {
      share.sources = scope_lane_list_activity_sources (lanes, &share.n_sources);
      share.sources = scope_trace_sum_lanes (shares->trace, share.sources, &share.n_sources);
    }
  else
    {
      share.n_sources = node->n_sources;
      share.sources = g_memdup2 (node->sources, node->n_sources * sizeof *node->sources);
      if (node->kind == SCOPE_ROW_COUNTS && node->lane.kind == SCOPE_KIND_THREADS)
        share.helpers_of = node->lane.machine;
    }
  share.key = g_strdup (node->key);
  g_array_append_val (shares->rows, share);
  g_hash_table_insert (shares->by_key, share.key, GUINT_TO_POINTER (shares->rows->len));
}

/* The first kind in this order of which there are rows. */
static guint
legend_kind (ScopeLaneList *lanes, guint n)
{
  static const ScopeKind order[] = { SCOPE_KIND_PROCESSOR, SCOPE_KIND_MACHINE, SCOPE_KIND_PROCESS,
                                     SCOPE_KIND_THREAD };

  for (guint k = 0; k < G_N_ELEMENTS (order); k++)
    for (guint i = 0; i < n; i++)
      {
        const ScopeLaneNode *node = scope_lane_list_row (lanes, i);

        if (node->kind == SCOPE_ROW_STATES && node->n_sources > 0 && node->lane.kind == order[k])
          return order[k];
      }
  return G_MAXUINT;
}

ScopeShares *
scope_shares_new (ScopeView *view, guint first_row, guint end_row)
{
  ScopeShares *shares = g_new0 (ScopeShares, 1);
  ScopeLaneList *lanes = scope_view_get_lanes (view);
  guint n = scope_lane_list_n_rows (lanes), counted = MIN (n, LEGEND_ROWS), kind = legend_kind (lanes, counted);
  gint64 first, last;

  shares->kind = kind;
  shares->trace = g_object_ref (scope_view_get_trace (view));
  if (scope_view_by_cause (view))
    shares->derived = g_object_ref (scope_view_get_derived (view));
  shares->grows = !scope_trace_get_finished (shares->trace);
  scope_viewport_get_range (scope_view_get_viewport (view), &shares->from, &shares->to);
  scope_trace_range (shares->trace, &first, &last);
  shares->whole = !shares->grows && shares->from <= first && shares->to >= last;
  shares->rows = g_array_new (FALSE, FALSE, sizeof (Share));
  g_array_set_clear_func (shares->rows, share_clear);
  shares->by_key = g_hash_table_new (g_str_hash, g_str_equal);
  for (guint i = 0; i < MIN (n, MAX (counted, end_row)); i++)
    {
      const ScopeLaneNode *node = scope_lane_list_row (lanes, i);
      gboolean in_legend = i < counted && node->kind == SCOPE_ROW_STATES && node->lane.kind == kind
                           && !(kind == SCOPE_KIND_THREAD && scope_trace_is_helper (shares->trace, node->lane.machine, node->lane.index));
      gboolean in_view = (i >= first_row && i < end_row) || node->sticks;

      if ((in_view || in_legend) && has_share (node))
        {
          shares->n_counted += in_legend;
          add_row (shares, view, node, in_view, in_legend);
        }
    }
  return shares;
}

void
scope_shares_free (ScopeShares *shares)
{
  if (shares == NULL)
    return;
  g_hash_table_unref (shares->by_key);
  g_array_unref (shares->rows);
  g_clear_object (&shares->derived);
  g_object_unref (shares->trace);
  g_clear_pointer (&shares->far, g_array_unref);
  g_free (shares);
}

gboolean
scope_shares_same (const ScopeShares *a, const ScopeShares *b)
{
  if (a->derived != b->derived || a->from != b->from || a->to != b->to || a->rows->len != b->rows->len)
    return FALSE;
  for (guint i = 0; i < a->rows->len; i++)
    {
      const Share *x = &g_array_index (a->rows, Share, i), *y = &g_array_index (b->rows, Share, i);

      if (x->in_view != y->in_view || x->in_legend != y->in_legend || x->n_sources != y->n_sources
          || (x->n_sources == 1 && x->sources->sum != y->sources->sum) || strcmp (x->key, y->key) != 0)
        return FALSE;
    }
  return TRUE;
}

/* The same of very many lanes that are shown as one: their whole lives are known together. */
static void
add_sum (ScopeShares *shares, Share *share, ScopeLaneSum *sum)
{
  const ScopeLaneCoarse *coarse = shares->listing ? NULL : scope_lane_sum_coarse (sum, NULL);

  for (guint s = 0; coarse != NULL && s < SCOPE_N_STATES; s++)
    for (guint b = 0; coarse->bins[s] != NULL && b < coarse->n; b++)
      share->totals[s] += (double) coarse->bins[s][b];
}

/* Adds the time in each state, or takes it away. */
static void
add_lane (ScopeShares *shares, Share *share, const ScopeLaneSource *source, int sign)
{
  ScopeFarTotal total = { .store = source->store, .lane = source->lane, .from = shares->from - source->offset, .to = shares->to - source->offset };

  if (shares->grows)
    total.to = MIN (total.to, scope_lane_store_known_until (total.store, total.lane));
  if (total.to <= total.from)
    return;
  if (shares->listing)
    {
      if (scope_lane_store_is_far (total.store))
        g_array_append_val (shares->far, total);
      return;
    }
  if (shares->far != NULL && scope_lane_store_is_far (total.store))
    total = g_array_index (shares->far, ScopeFarTotal, shares->n_taken++);
  else if (!scope_lane_store_range_totals (total.store, total.lane, total.from, total.to, total.totals, NULL))
    return;
  for (guint s = 0; s < SCOPE_N_STATES; s++)
    share->totals[s] = MAX (share->totals[s] + sign * (double) total.totals[s], 0);
}

/* FALSE: cancelled. */
static gboolean
add_source (ScopeShares *shares, Share *share, const ScopeLaneSource *source, GCancellable *cancellable)
{
  guint n = source->sum != NULL ? scope_lane_sum_n_lanes (source->sum) : 1;
  const ScopeLaneSource *lanes = source->sum != NULL ? scope_lane_sum_lanes (source->sum) : source;

  if (source->sum != NULL && shares->whole)
    add_sum (shares, share, source->sum);
  else
    for (guint i = 0; i < n; i++)
      {
        if (g_cancellable_is_cancelled (cancellable))
          return FALSE;
        add_lane (shares, share, &lanes[i], 1);
      }
  return !g_cancellable_is_cancelled (cancellable);
}

/* FALSE: cancelled. */
static gboolean
take_helpers_away (ScopeShares *shares, Share *share, GCancellable *cancellable)
{
  ScopeMachine *machine = scope_trace_machine (shares->trace, share->helpers_of);
  guint n;
  g_autofree guint32 *threads = scope_trace_dup_helpers (shares->trace, share->helpers_of, &n);

  for (guint i = 0; i < n; i++)
    {
      const ScopeLaneSource helper = { machine->lanes, scope_machine_entity (machine, SCOPE_KIND_THREAD, threads[i])->lane,
                                       scope_trace_offset (shares->trace, machine) };

      if (g_cancellable_is_cancelled (cancellable))
        return FALSE;
      add_lane (shares, share, &helper, -1);
    }
  return TRUE;
}

/* Of all rows. FALSE: cancelled. */
static gboolean
add_sources (ScopeShares *shares, GCancellable *cancellable)
{
  SCOPE_EACH (Share, share, shares->rows)
    {
      for (guint k = 0; k < share->n_sources; k++)
        if (!add_source (shares, share, &share->sources[k], cancellable))
          return FALSE;
      if (share->helpers_of != SCOPE_NONE && !take_helpers_away (shares, share, cancellable))
        return FALSE;
    }
  return TRUE;
}

/* All totals in one question, if the trace lies on another computer. FALSE: cancelled. */
static gboolean
ask_far (ScopeShares *shares, GCancellable *cancellable)
{
  gboolean ok;

  if (!scope_trace_is_far (shares->trace))
    return TRUE;
  shares->far = g_array_new (FALSE, TRUE, sizeof (ScopeFarTotal));
  shares->listing = TRUE;
  ok = add_sources (shares, cancellable);
  shares->listing = FALSE;
  if (ok && !scope_far_totals_read ((ScopeFarTotal *) (gpointer) shares->far->data, shares->far->len, cancellable))
    g_clear_pointer (&shares->far, g_array_unref);
  return ok && !g_cancellable_is_cancelled (cancellable);
}

gboolean
scope_shares_read (ScopeShares *shares, GCancellable *cancellable)
{
  gboolean ok = ask_far (shares, cancellable) && add_sources (shares, cancellable);

  g_clear_pointer (&shares->far, g_array_unref);
  if (!ok)
    return FALSE;
  SCOPE_EACH (const Share, share, shares->rows)
    for (guint s = 0; s < SCOPE_N_STATES; s++)
      {
        if (shares->derived == NULL || share->by_cause) /* the legend is of causes then */
          shares->states |= (guint) (share->totals[s] > 0) << s;
        if (share->in_legend)
          shares->legend[s] += share->totals[s];
      }
  return TRUE;
}

const double *
scope_shares_row (const ScopeShares *shares, const char *key)
{
  guint index = GPOINTER_TO_UINT (g_hash_table_lookup (shares->by_key, key));

  return index > 0 ? g_array_index (shares->rows, Share, index - 1).totals : NULL;
}

const double *
scope_shares_legend (const ScopeShares *shares)
{
  return shares->legend;
}

guint
scope_shares_legend_lanes (const ScopeShares *shares, ScopeKind *ret_kind)
{
  *ret_kind = (ScopeKind) shares->kind;
  return shares->n_counted;
}

guint
scope_shares_states (const ScopeShares *shares)
{
  return shares->states;
}
