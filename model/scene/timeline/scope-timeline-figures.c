/* scope-timeline-figures.c: what rows that are made of tables say at a place: the pause there, what a counter counted, how fast it
 * grew. What is told is what is drawn, and from the same overlay.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/scene/lanes/scope-sample-rows.h"
#include "model/base/scope-each.h"
#include "model/scene/timeline/scope-timeline-hit.h"
#include "model/scene/timeline/scope-timeline-scene-private.h"
#include "model/trace/statistics/scope-spark-counts.h"

#include <glib/gi18n-lib.h>
#include <math.h>

/* --- pauses --- */

gboolean
scope_timeline_hit_pause (ScopeView *view, const ScopeOverlay *overlay, guint row, double x, double reach, ScopePause *ret_pause)
{
  const ScopeViewport *viewport = scope_view_get_viewport (view);
  const ScopeLaneNode *node = scope_lane_list_row (scope_view_get_lanes (view), row);
  gboolean hit = FALSE;

  if (overlay == NULL || node == NULL || !scope_row_has_pauses (node->kind))
    return FALSE;
  SCOPE_EACH (const ScopePause, pause, overlay->pauses)
    {
      double x0 = scope_viewport_time_to_x (viewport, pause->sync);
      double x1 = MAX (scope_viewport_time_to_x (viewport, pause->end), x0 + 1);
      double far = x < x0 ? x0 - x : MAX (x - x1, 0);

      /* Of those that are as near the longest: it is drawn over the others. */
      if (pause->machine != node->lane.machine || !scope_pause_is_in (pause, node->kind) || far > reach
          || (hit && far == reach && pause->longest <= ret_pause->longest))
        continue;
      reach = far;
      *ret_pause = *pause;
      hit = TRUE;
    }
  return hit;
}

static char *
point (ScopeView *view, gint64 time)
{
  ScopeClock clock = scope_view_get_clock (view);

  return scope_clock_text (&clock, (double) time, scope_viewport_scale (scope_view_get_viewport (view)) / 4);
}

/* What is told of collections differs. */
static char *
describe_other (const char *what, const ScopePause *pause, const char *from, const char *to, const char *longest)
{
  g_autofree char *count = NULL;

  if (pause->count == 1)
    return g_strdup_printf ("%s\n%s – %s (%s)", what, from, to, longest);
  count = scope_format_count (pause->count);
  /* Translators: what it does; a number of times; how long the longest of them is; from when to when. */
  return g_strdup_printf (_("%s\n%s times, the longest %s\n%s – %s"), what, count, longest, from, to);
}

char *
scope_timeline_describe_pause (ScopeView *view, const ScopePause *pause)
{
  gint64 tick_ps = scope_trace_tick_ps (scope_view_get_trace (view));
  g_autofree char *longest = scope_format_duration ((double) pause->longest, tick_ps);
  g_autofree char *from = point (view, pause->sync), *to = point (view, pause->end);
  g_autofree char *waited = NULL, *count = NULL;
  static const char *const concurrent[SCOPE_N_CONCURRENT_PHASES]
      = { N_("Nonmoving collector: marks while threads run"), N_("Nonmoving collector: all are stopped to end the mark"),
          N_("Nonmoving collector: sweeps while threads run") };

  if (pause->kind == SCOPE_PAUSE_FLUSH && pause->count > 1)
    return describe_other (_("HECs stand still to write the event log"), pause, from, to, longest);
  if (pause->kind == SCOPE_PAUSE_FLUSH)
    {
      g_autofree char *what = g_strdup_printf (_("HEC %u stands still to write the event log"), pause->leader);

      return describe_other (what, pause, from, to, longest);
    }
  if (pause->kind != 0)
    return describe_other (gettext (concurrent[(pause->kind - 1u) % SCOPE_N_CONCURRENT_PHASES]), pause, from, to, longest);
  if (pause->count > 1)
    {
      count = scope_format_count (pause->count);
      /* Translators: a number of pauses, how long the longest of them is, its generation, and from when to when. */
      return g_strdup_printf (_("%s GC pauses, the longest %s (generation %u)\n%s – %s"), count, longest, pause->generation, from,
                              to);
    }
  if (pause->start <= pause->sync)
    return g_strdup_printf (_("GC, generation %u\n%s – %s (%s)"), pause->generation, from, to, longest);
  waited = scope_format_duration ((double) (pause->start - pause->sync), tick_ps);
  return g_strdup_printf (_("GC, generation %u\n%s – %s (%s)\n%s of it until all had stopped"), pause->generation, from, to,
                          longest, waited);
}

/* --- counters --- */

/* The counter's value at pixel x, summed over processors; where it changed within it, least and greatest. */
static gboolean
value_at (ScopeView *view, const ScopeOverlay *overlay, guint32 machine, guint counter, double x, double *ret_low, double *ret_high)
{
  const ScopeViewport *v = scope_view_get_viewport (view), *was = &overlay->request.viewport;
  gboolean same = was->from == v->from && was->span == v->span && was->width == v->width, have = FALSE;

  SCOPE_EACH (const ScopeCounterPoint, p, overlay->counters)
    {
      double at;

      if (p->machine != machine || p->counter != counter)
        continue;
      at = same ? p->x : floor (scope_viewport_x (v, scope_viewport_x_to_ticks (was, p->x)));
      if (at > floor (x))
        break;
      *ret_low = at == floor (x) ? p->low : p->last;
      *ret_high = at == floor (x) ? p->high : p->last;
      have = !isnan (*ret_low);
    }
  return have;
}

static char *
format_value (const ScopeLaneNode *node, double value)
{
  guint sampled = scope_sample_row_of_kind (node->kind);

  if (sampled < SCOPE_N_SAMPLE_ROWS)
    return scope_sample_row_format (scope_sample_row (sampled), value);
  return node->kind == SCOPE_ROW_HEAP ? scope_format_bytes (value) : scope_format_count ((guint64) MAX (value, 0));
}

/* "31.2 MB", "30.1 MB – 31.2 MB"; NULL if it is not known there. */
static char *
value_text (ScopeView *view, const ScopeOverlay *overlay, const ScopeLaneNode *node, guint counter, double x)
{
  double low, high;
  g_autofree char *least = NULL, *most = NULL;

  if (!value_at (view, overlay, node->lane.machine, counter, x, &low, &high))
    return NULL;
  least = format_value (node, low);
  most = format_value (node, high);
  return strcmp (least, most) == 0 ? g_steal_pointer (&least) : g_strdup_printf ("%s – %s", least, most);
}

/* The heap's size, and what lived in it. */
static char *
heap_text (ScopeView *view, const ScopeOverlay *overlay, const ScopeLaneNode *node, double x)
{
  g_autofree char *size = value_text (view, overlay, node, SCOPE_COUNTER_HEAP_SIZE, x);
  g_autofree char *live = value_text (view, overlay, node, SCOPE_COUNTER_HEAP_LIVE, x);

  if (size != NULL && live != NULL)
    return g_strdup_printf (_("size %s\nlive %s"), size, live);
  if (size != NULL)
    return g_strdup_printf (_("size %s"), size);
  return live != NULL ? g_strdup_printf (_("live %s"), live) : NULL;
}

/* The line, and what is filled below it if that is something else. */
static char *
sampled_text (ScopeView *view, const ScopeOverlay *overlay, const ScopeLaneNode *node, const ScopeSampleRow *row, double x)
{
  g_autofree char *line = value_text (view, overlay, node, row->counter, x), *fill = NULL;

  if (row->kind != SCOPE_ROW_MEGABLOCKS)
    return g_steal_pointer (&line);
  fill = value_text (view, overlay, node, row->fill, x);
  if (line == NULL || fill == NULL)
    return line != NULL ? g_steal_pointer (&line) : g_steal_pointer (&fill);
  /* TRANSLATORS: amounts of memory: what the program holds, and how much of it it needs */
  return g_strdup_printf (_("held %s\nneeded %s"), line, fill);
}

/* Sparks without an event each are counted when a collection ends, and in between nobody knows. */
static gboolean
is_counted_seldom (ScopeView *view, const ScopeLaneNode *node)
{
  return (node->kind == SCOPE_ROW_SPARKS || node->kind == SCOPE_ROW_SPARK_CREATION || node->kind == SCOPE_ROW_SPARK_CONVERSION)
         && !scope_spark_counts_are_known (scope_trace_machine (scope_view_get_trace (view), node->lane.machine));
}

char *
scope_timeline_describe_figures (ScopeView *view, const ScopeTimelineOptions *options, const ScopeOverlay *overlay, guint row,
                                 double x)
{
  const ScopeLaneNode *node = scope_lane_list_row (scope_view_get_lanes (view), row);
  ScopeTimelineBuild b = { .view = view, .options = options, .overlay = overlay };
  guint sampled = node != NULL ? scope_sample_row_of_kind (node->kind) : SCOPE_N_SAMPLE_ROWS;
  g_autofree char *text = NULL;

  if (node == NULL || overlay == NULL)
    return NULL;
  if (node->kind == SCOPE_ROW_HEAP)
    text = heap_text (view, overlay, node, x);
  else if (node->kind == SCOPE_ROW_SPARKS || node->kind == SCOPE_ROW_QUEUE)
    text = value_text (view, overlay, node,
                       node->kind == SCOPE_ROW_SPARKS ? SCOPE_COUNTER_SPARKS_REMAINING : SCOPE_COUNTER_RUN_QUEUE, x);
  else if (sampled < SCOPE_N_SAMPLE_ROWS)
    text = sampled_text (view, overlay, node, scope_sample_row (sampled), x);
  else if (node->kind >= SCOPE_ROW_ALLOCATION && node->kind <= SCOPE_ROW_SPARK_CONVERSION)
    {
      scope_timeline_measure (&b);
      text = scope_timeline_describe_rate (&b, node, x);
    }
  else if (node->kind == SCOPE_ROW_TRAFFIC)
    {
      scope_timeline_measure (&b);
      text = scope_timeline_describe_traffic (&b, node, x);
    }
  else if (scope_row_is_of_cores (node->kind))
    {
      scope_timeline_measure (&b);
      text = scope_timeline_describe_cores (&b, node, x);
    }
  if (text != NULL && is_counted_seldom (view, node))
    return g_strdup_printf ("%s\n%s\n%s", node->title, text, _("Counted when a collection ends; in between it is not known"));
  return text != NULL ? g_strdup_printf ("%s\n%s", node->title, text) : NULL;
}
