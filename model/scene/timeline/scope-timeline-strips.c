/* scope-timeline-strips.c: the strips of a timeline's rows: made, kept, summed, drawn.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/scene/timeline/scope-timeline-scene-private.h"

#include "model/scene/draw/scope-far-strips.h"
#include "model/scene/draw/scope-far-words.h"
#include "model/scene/view/scope-view-cause.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#define FULL_COLUMNS 512

/* Of what a strip is: of the row, or of what is ready besides; of all their time. */
enum
{
  OF_ROW,
  OF_READY,
  OF_WHOLE,
  OF_WHOLE_READY,
  OF_CAUSES, /* of the row, as it is coloured by cause */
  OF_SPARE,  /* what it had to spare, and who waited for it */
  OF_WAITING,
};

static gboolean
is_whole (guint what)
{
  return what == OF_WHOLE || what == OF_WHOLE_READY;
}

/* Each column's own colour, by who runs in it. In a strip that nobody else has: one that came from afar is kept there, for all. */
static ScopeStrip *
with_own (ScopeView *view, const ScopeLaneNode *node, ScopeStrip *made)
{
  ScopeStrip *strip;
  guint32 last = 0;
  ScopeColour colour = 0;

  if (scope_view_get_own_colours (view) == NULL || made->tasks == NULL || node->kind != SCOPE_ROW_STATES
      || node->lane.kind == SCOPE_KIND_THREAD || node->lane.kind == SCOPE_KIND_PROCESS)
    return made;
  strip = scope_strip_copy (made);
  scope_strip_unref (made);
  strip->own = g_new0 (guint32, strip->n);
  for (guint i = 0; i < strip->n; i++)
    {
      if (strip->tasks[i] != 0 && strip->tasks[i] != last)
        {
          last = strip->tasks[i];
          colour = scope_view_own_colour (view, (ScopeLaneId) { node->lane.machine, SCOPE_KIND_THREAD, last - 1 });
        }
      strip->own[i] = strip->tasks[i] != 0 ? colour : 0;
    }
  return strip;
}

static ScopeStrip *
make_strip (ScopeView *view, const ScopeLaneNode *node, guint what, ScopeTileGetter *getter, double scale,
            gint64 x, guint n)
{
  ScopeLaneList *lanes = scope_view_get_lanes (view);
  gint64 first = scope_view_get_viewport (view)->first;
  gboolean ready = what == OF_READY || what == OF_WHOLE_READY;
  g_autofree ScopeLaneSource *sources = NULL;
  ScopeStrip *strip;
  guint n_sources;

  if (what >= OF_CAUSES)
    {
      sources = what == OF_CAUSES ? scope_timeline_cause_sources (view, node, &n_sources)
                                  : scope_timeline_spare_sources (view, node, what == OF_WAITING, &n_sources);
      return scope_strip_new (getter, sources, n_sources, first, scale, x, n);
    }
  if (node->kind != SCOPE_ROW_ACTIVITY)
    {
      strip = scope_strip_new (getter, node->sources, node->n_sources, first, scale, x, n);
      return what == OF_ROW ? with_own (view, node, strip) : strip;
    }
  sources = ready ? scope_lane_list_ready_sources (lanes, &n_sources)
                  : scope_lane_list_activity_sources (lanes, &n_sources);
  sources = scope_trace_sum_lanes (scope_view_get_trace (view), sources, &n_sources);
  return scope_strip_new (getter, sources, n_sources, first, scale, x, n);
}

static gboolean
has_strips (const ScopeLaneNode *node, gboolean ready)
{
  if (node->kind == SCOPE_ROW_ACTIVITY)
    return TRUE;
  return !ready && node->n_sources > 0;
}

static gboolean
is_late (ScopeTileGetter *getter)
{
  if (getter->deadline != 0 && !getter->late && g_get_monotonic_time () > getter->deadline)
    getter->late = TRUE;
  return getter->late;
}

/* NULL: there is no time left to make it (only if the getter has a deadline). */
static ScopeStrip *
get_strip (ScopeView *view, const ScopeLaneNode *node, guint what, double scale, gint64 index, guint n,
           ScopeTileGetter *getter, ScopeStripCache *cache)
{
  ScopeStripKey key = { node->key, scale, scope_view_get_viewport (view)->first, index, what, is_whole (what),
                        what >= OF_CAUSES ? (gconstpointer) scope_view_get_derived (view)
                                          : GSIZE_TO_POINTER (scope_own_colours_digest (scope_view_get_own_colours (view))) };
  gboolean stale = FALSE;
  ScopeStrip *kept = cache != NULL ? scope_strip_cache_look (cache, &key, &stale) : NULL;
  ScopeStrip *strip;

  /* One made of placeholders serves until somebody says that tiles have arrived. */
  if (kept != NULL && !stale)
    {
      getter->missing += kept->missing;
      return scope_strip_ref (kept);
    }
  /* Looks at whole lanes are few and soon complete, and a wrong height would be kept in pictures. */
  if (!key.whole && is_late (getter))
    {
      getter->missing++;
      return kept != NULL ? scope_strip_ref (kept) : NULL;
    }
  strip = make_strip (view, node, what, getter, scale, index * n, n);
  if (cache != NULL)
    scope_strip_cache_keep (cache, &key, strip);
  return strip;
}

ScopeStrip *
scope_timeline_strip (ScopeView *view, guint row, gint64 index, gboolean ready, ScopeTileGetter *getter,
                      ScopeStripCache *cache)
{
  const ScopeLaneNode *node = scope_lane_list_row (scope_view_get_lanes (view), row);

  if (node == NULL || !has_strips (node, ready))
    return NULL;
  return get_strip (view, node, ready ? OF_READY : scope_timeline_by_cause (view, node) ? OF_CAUSES : OF_ROW, scope_viewport_scale (scope_view_get_viewport (view)), index,
                    SCOPE_STRIP_COLUMNS, getter, cache);
}

ScopeStrip *
scope_timeline_spare_strip (ScopeView *view, guint row, gint64 index, gboolean waiting, ScopeTileGetter *getter, ScopeStripCache *cache)
{
  return get_strip (view, scope_lane_list_row (scope_view_get_lanes (view), row), waiting ? OF_WAITING : OF_SPARE,
                    scope_viewport_scale (scope_view_get_viewport (view)), index, SCOPE_STRIP_COLUMNS, getter, cache);
}

/* *complete becomes FALSE if the number may still change: tiles are on their way, or the trace grows. */
static double
find_full (ScopeView *view, guint row, gboolean ready, ScopeTileGetter *getter, ScopeStripCache *cache,
           gboolean *complete)
{
  const ScopeLaneNode *node = scope_lane_list_row (scope_view_get_lanes (view), row);
  const ScopeViewport *v = scope_view_get_viewport (view);
  g_autoptr (ScopeStrip) strip = NULL;
  double most = 0;

  if (node == NULL || !has_strips (node, ready) || (node->kind != SCOPE_ROW_COUNTS && !ready))
    return 0;
  strip = get_strip (view, node, ready ? OF_WHOLE_READY : OF_WHOLE, (double) (v->last - v->first) / FULL_COLUMNS, 0, FULL_COLUMNS,
                     getter, cache);
  for (guint i = 0; i < strip->n; i++)
    {
      const ScopeColumn *column = &strip->columns[i];
      double sum = ready ? column->time[SCOPE_STATE_RUNNABLE] : 0;

      for (guint s = 0; !ready && s < SCOPE_N_STATES; s++)
        sum += column->time[s];
      if (column->total > 0)
        most = MAX (most, sum * MAX (strip->n_lanes, 1) / column->total);
    }
  *complete = *complete && !strip->incomplete;
  return MAX (most, 1);
}

double
scope_timeline_full_cached (ScopeView *view, guint row, gboolean ready, ScopeTileGetter *getter,
                            ScopeStripCache *cache)
{
  gboolean complete = TRUE;

  return find_full (view, row, ready, getter, cache, &complete);
}

ScopeStripLook
scope_timeline_look (ScopeView *view, const ScopeLaneNode *node)
{
  ScopeStripLook look = { .columns = (guint8) scope_view_get_look (view)->columns,
                          .by_task = scope_view_get_look (view)->colours == SCOPE_COLOUR_TASK,
                          .by_cause = scope_timeline_by_cause (view, node),
                          .task_colour = SCOPE_NO_TASK_COLOUR,
                          .machine = node->lane.machine };

  if (node->kind != SCOPE_ROW_STATES && node->kind != SCOPE_ROW_GROUP)
    look.columns = SCOPE_COLUMNS_SHARE;
  if (node->kind != SCOPE_ROW_STATES || node->n_sources != 1)
    look.by_task = FALSE;
  else if (node->lane.kind == SCOPE_KIND_THREAD || node->lane.kind == SCOPE_KIND_PROCESS)
    look.task_colour = (guint8) scope_task_colour (node->lane.machine, node->lane.kind, node->lane.index);
  if (node->kind == SCOPE_ROW_STATES && !look.by_cause)
    look.own = scope_view_own_colour (view, node->lane);
  return look;
}

guint
scope_timeline_dimmed (ScopeView *view, const ScopeLaneNode *node)
{
  ScopeLaneId task;
  gboolean own;

  /* What is on the path is drawn over it. */
  if (scope_view_path_is_line (view) && (node->kind == SCOPE_ROW_STATES || node->kind == SCOPE_ROW_GROUP))
    return (1u << SCOPE_N_STATES) - 1;
  if (!scope_view_get_task (view, &task) || (node->kind != SCOPE_ROW_STATES && node->kind != SCOPE_ROW_GROUP))
    return scope_view_get_look (view)->dimmed;
  own = node->kind == SCOPE_ROW_STATES && node->lane.kind == task.kind && node->lane.index == task.index
        && node->lane.machine == task.machine;
  return own ? scope_view_get_look (view)->dimmed : (1u << SCOPE_N_STATES) - 1;
}

guint64
scope_timeline_look_digest (ScopeView *view)
{
  ScopeLaneId task = { 0 };
  guint64 h = 0xcbf29ce484222325u;
  const guint64 parts[] = { scope_view_get_palette (view), scope_view_get_look (view)->dimmed, scope_view_get_look (view)->columns,
                            scope_view_get_look (view)->colours + (scope_view_by_cause (view) ? 16u : 0) + (scope_view_path_is_line (view) ? 32u : 0), scope_view_get_task (view, &task) ? 1 : 0, task.machine,
                            task.kind, task.index, scope_own_colours_digest (scope_view_get_own_colours (view)) };

  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    h = (h ^ (i >= 5 && i < 8 && parts[4] == 0 ? 0 : parts[i])) * 0x100000001b3u;
  return h;
}

gboolean
scope_timeline_raster (ScopeView *view, guint row, gint64 index, guint height, ScopeTileGetter *getter,
                       ScopeStripCache *cache, guint32 *pixels, gsize stride)
{
  const ScopeLaneNode *node = scope_lane_list_row (scope_view_get_lanes (view), row);
  g_autoptr (ScopeStrip) strip = scope_timeline_strip (view, row, index, FALSE, getter, cache);
  g_autoptr (ScopeStrip) ready = NULL;
  ScopeRasterOptions options = { .palette = scope_palette_get (scope_view_get_palette (view)),
                                 .height = height,
                                 .dim = scope_timeline_dimmed (view, node),
                                 .look = scope_timeline_look (view, node),
                                 .patterns = TRUE };
  gboolean complete;

  if (strip == NULL && getter->late)
    return FALSE;
  if (node->kind == SCOPE_ROW_ACTIVITY)
    ready = scope_timeline_strip (view, row, index, TRUE, getter, cache);
  if (node->kind == SCOPE_ROW_ACTIVITY && ready == NULL)
    return FALSE;
  if (strip == NULL)
    {
      for (guint y = 0; y < height; y++)
        memset ((guint8 *) pixels + y * stride, 0, SCOPE_STRIP_COLUMNS * 4);
      return TRUE;
    }
  complete = !strip->incomplete;
  if (node->kind == SCOPE_ROW_ACTIVITY)
    {
      complete = complete && !ready->incomplete;
      scope_raster_activity (strip, ready, 0, strip->n, strip->n_lanes,
                             find_full (view, row, TRUE, getter, cache, &complete), &options, pixels, stride);
    }
  else
    {
      options.full = find_full (view, row, FALSE, getter, cache, &complete);
      scope_raster_strip (strip, 0, strip->n, &options, pixels, stride);
    }
  return complete;
}

gboolean
scope_timeline_row_totals (ScopeView *view, guint row, ScopeTileGetter *getter, ScopeStripCache *cache,
                           double totals[SCOPE_N_STATES])
{
  const ScopeViewport *v = scope_view_get_viewport (view);
  gint64 left = scope_viewport_left (v), right = left + v->width;
  const ScopeLaneNode *node = scope_lane_list_row (scope_view_get_lanes (view), row);

  if (!has_strips (node, FALSE))
    return FALSE;
  for (gint64 i = scope_timeline_strip_index (left); i <= scope_timeline_strip_index (right - 1); i++)
    {
      g_autoptr (ScopeStrip) strip = scope_timeline_strip (view, row, i, FALSE, getter, cache);
      guint from, to;

      if (strip == NULL)
        return FALSE;
      from = (guint) MAX (left - strip->x, 0);
      to = (guint) MIN (right - strip->x, (gint64) strip->n);
      for (guint c = from; c < to; c++)
        for (guint s = 0; s < SCOPE_N_STATES; s++)
          totals[s] += strip->columns[c].time[s];
    }
  return TRUE;
}

void
scope_timeline_totals (ScopeView *view, ScopeTileGetter *getter, ScopeStripCache *cache,
                       double totals[SCOPE_N_STATES], guint *ret_states)
{
  static const ScopeKind order[] = { SCOPE_KIND_PROCESSOR, SCOPE_KIND_MACHINE, SCOPE_KIND_PROCESS,
                                     SCOPE_KIND_THREAD };
  ScopeLaneList *lanes = scope_view_get_lanes (view);
  guint n = MIN (scope_lane_list_n_rows (lanes), SCOPE_LEGEND_ROWS), found = 0;

  memset (totals, 0, SCOPE_N_STATES * sizeof *totals);
  /* Of one kind of rows only: a processor's time and its threads' are the same time twice. */
  for (guint k = 0; k < G_N_ELEMENTS (order) && found == 0; k++)
    for (guint i = 0; i < n; i++)
      {
        const ScopeLaneNode *node = scope_lane_list_row (lanes, i);

        if (node->kind == SCOPE_ROW_STATES && node->lane.kind == order[k]
            && scope_timeline_row_totals (view, i, getter, cache, totals))
          found++;
      }
  *ret_states = 0;
  for (guint i = 0; i < n; i++)
    {
      double row[SCOPE_N_STATES] = { 0 };

      if (scope_view_by_cause (view) && !scope_timeline_by_cause (view, scope_lane_list_row (lanes, i)))
        continue;
      scope_timeline_row_totals (view, i, getter, cache, row);
      for (guint s = 0; s < SCOPE_N_STATES; s++)
        *ret_states |= (guint) (row[s] > 0) << s;
    }
}

/* --- what is there --- */

static char *
describe_column (ScopeView *view, const ScopeColumn *column)
{
  GString *words = g_string_new (NULL);
  double sum = 0;

  for (guint s = 0; s + 1 < SCOPE_N_STATES; s++)
    sum += column->time[s];
  if (sum <= 0)
    return g_string_free (words, FALSE);
  for (guint i = 0; i + 1 < SCOPE_N_STATES; i++)
    {
      guint s = scope_stack_order[i];
      double percent = 100 * column->time[s] / sum;
      g_autofree char *time = scope_format_duration (column->time[s], scope_trace_tick_ps (scope_view_get_trace (view)));

      if (column->time[s] <= 0)
        continue;

      g_string_append_printf (words, "%s%s %s (%s%.0f %%)", words->len > 0 ? " · " : "",
                              scope_view_state_word (view, (ScopeState) s), time, percent < 1 ? "<" : "",
                              MAX (percent, 1));
    }
  return g_string_free (words, FALSE);
}

/* To its end, as far as a few strips of the neighbourhood tell. */
static void
follow_run (ScopeView *view, guint row, ScopeStripRun *run, gint64 index, ScopeTileGetter *getter, ScopeStripCache *cache)
{
  for (guint i = 0; i < 8 && run->open_right; i++)
    {
      g_autoptr (ScopeStrip) next = scope_timeline_strip (view, row, index + 1 + i, FALSE, getter, cache);
      const ScopeStripRun *first = next->n_runs > 0 ? &next->runs[0] : NULL;

      if (first == NULL || !first->open_left || first->code != run->code || first->ref != run->ref)
        {
          /* It ended on the way: the tiles have told where. */
          run->open_right = FALSE;
          return;
        }
      run->x1 = MAX (run->x1, first->x1);
      run->open_right = first->open_right;
    }
}

/* "thread 1" is on every machine, and the machine's row may be far above it, or not there. */
static char *
dup_title (ScopeTrace *trace, const ScopeLaneNode *node)
{
  g_autofree char *machine = NULL;

  if (node->kind != SCOPE_ROW_STATES || scope_trace_n_machines (trace) < 2
      || (node->lane.kind != SCOPE_KIND_THREAD && node->lane.kind != SCOPE_KIND_PROCESSOR))
    return g_strdup (node->title);
  machine = scope_trace_lane_title (trace, (ScopeLaneId) { node->lane.machine, SCOPE_KIND_MACHINE, 0 });
  return g_strdup_printf ("%s · %s", node->title, machine);
}

/* With what it had to spare, if that is shown. */
static char *
take_spare (ScopeView *view, guint row, double world, ScopeTileGetter *getter, ScopeStripCache *cache, char *words)
{
  g_autofree char *taken = words, *spare = scope_timeline_spare_words (view, row, (gint64) world, getter, cache);

  return spare != NULL ? g_strdup_printf ("%s\n%s", taken, spare) : g_steal_pointer (&taken);
}

char *
scope_timeline_describe (ScopeView *view, guint row, double x, ScopeTileGetter *getter, ScopeStripCache *cache)
{
  const ScopeViewport *v = scope_view_get_viewport (view);
  const ScopeLaneNode *node = scope_lane_list_row (scope_view_get_lanes (view), row);
  ScopeTrace *trace = scope_view_get_trace (view);
  double world = floor (x) + scope_viewport_left (v);
  g_autoptr (ScopeStrip) strip = NULL;
  g_autofree char *words = NULL, *title = NULL;

  if (node == NULL || !has_strips (node, FALSE))
    return NULL;
  title = dup_title (trace, node);
  strip = scope_timeline_strip (view, row, scope_timeline_strip_index ((gint64) world), FALSE, getter, cache);
  for (guint i = 0; i < strip->n_runs; i++)
    if (strip->runs[i].x0 <= world + 0.5 && strip->runs[i].x1 > world + 0.5)
      {
        ScopeStripRun joined = strip->runs[i];
        const ScopeStripRun *run = &joined;
        gint64 tick_ps = scope_trace_tick_ps (trace);
        g_autofree char *what = NULL;
        g_autofree char *from = NULL, *to = NULL, *duration = NULL;
        double scale = strip->scale, start = (double) v->first;
        ScopeClock clock = scope_view_get_clock (view);

        follow_run (view, row, &joined, scope_timeline_strip_index ((gint64) world), getter, cache);
        what = node->kind == SCOPE_ROW_PATH           ? scope_timeline_path_words (view, run)
               : scope_timeline_by_cause (view, node) ? scope_timeline_cause_words (view, node, run)
                                                      : scope_timeline_run_words (trace, node, run);
        what = take_spare (view, row, world, getter, cache, g_steal_pointer (&what));
        from = scope_clock_text (&clock, start + run->x0 * scale, scale / 4);
        to = scope_clock_text (&clock, start + run->x1 * scale, scale / 4);
        duration = scope_format_duration ((run->x1 - run->x0) * scale, tick_ps);
        if (run->open_right)
          /* Translators: a lane, its state, from when to when, how long. */
          return g_strdup_printf (_("%s\n%s\n%s – %s or later (at least %s)"), title, what, from, to, duration);
        return g_strdup_printf ("%s\n%s\n%s – %s (%s)", title, what, from, to, duration);
      }
  words = describe_column (view, &strip->columns[(gint64) world - strip->x]);
  if (*words == '\0')
    return NULL;
  words = take_spare (view, row, world, getter, cache, g_steal_pointer (&words));
  return g_strdup_printf ("%s\n%s", title, words);
}

/* --- what is foreseen --- */

/* Gets all that is drawn of the row. How many columns that is. */
static guint64
get_all (ScopeTimelineBuild *b, guint row, ScopeTileGetter *getter)
{
  const ScopeLaneNode *node = scope_lane_list_row (b->lanes, row);
  gint64 left = scope_viewport_left (b->viewport), right = left + (gint64) b->width;
  gboolean complete;
  guint64 n = 0;

  for (guint ready = 0; ready < 2 && has_strips (node, ready); ready++, n += FULL_COLUMNS)
    {
      for (gint64 i = scope_timeline_strip_index (left); i <= scope_timeline_strip_index (right - 1); i++, n += SCOPE_STRIP_COLUMNS)
        scope_strip_unref (scope_timeline_strip (b->view, row, i, ready, getter, NULL));
      find_full (b->view, row, ready, getter, NULL, &complete);
    }
  return n - (n > 0 && node->kind == SCOPE_ROW_STATES ? FULL_COLUMNS : 0);
}

guint
scope_timeline_foresee (ScopeTimelineBuild *b, guint row, guint end, gboolean in_view)
{
  ScopeTileGetter getter;
  guint64 n = 0, most = 0;

  if (!b->getter->waits || !scope_trace_is_far (b->trace))
    return end;
  scope_tile_getter_init (&getter, b->getter->cache);
  getter.ahead = scope_far_ahead_new ();
  for (; row < end && n + most <= SCOPE_FAR_MOST_COLUMNS; row++)
    if (scope_timeline_in_view (b, row) == in_view)
      {
        guint64 some = get_all (b, row, &getter);

        n += some;
        most = MAX (most, some);
      }
  scope_far_ahead_free (getter.ahead);
  while (scope_tile_cache_pending (b->getter->cache) > 0) /* of who answers no questions */
    g_usleep (1000);
  return row;
}
