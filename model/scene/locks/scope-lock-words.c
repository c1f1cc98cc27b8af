/* scope-lock-words.c: what lies under the pointer in the picture of locks, and acquisitions in words.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/scene/locks/scope-lock-scene.h"

#include "model/base/scope-each.h"
#include "model/trace/document/scope-cycles.h"
#include "model/scene/draw/scope-ruler.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#define NEAR 2.0 /* pixels around the pointer in which a bar is found */

static const ScopeLockLane *
lane_at (const ScopeLockLanes *lanes, guint place)
{
  if (lanes == NULL || place < lanes->request.first || place - lanes->request.first >= lanes->lanes->len)
    return NULL;
  return &g_array_index (lanes->lanes, ScopeLockLane, place - lanes->request.first);
}

/* The bar at a time in the holds, or in a row of the waits; rows that are counted together are one. */
static const ScopeLockBar *
find_bar (const ScopeLockLane *lane, gint64 time, gint64 reach, gboolean hold, guint row)
{
  const ScopeLockBar *best = NULL;
  gint64 best_distance = G_MAXINT64;

  SCOPE_EACH (const ScopeLockBar, bar, lane->bars)
    {
      gint64 distance = time < bar->from ? bar->from - time : time >= bar->to ? time - bar->to + 1 : 0;

      if (bar->from > time + reach)
        break;
      if (bar->hold != hold || (!hold && bar->row != row) || distance > reach || distance >= best_distance)
        continue;
      best = bar;
      best_distance = distance;
    }
  return best;
}

gboolean
scope_lock_scene_hit (ScopeView *view, const ScopeLockList *list, const ScopeLockLanes *lanes,
                      const ScopeLockSceneOptions *options, double x, double y, ScopeLockHit *ret)
{
  double in_lanes = y - SCOPE_LOCK_SCENE_RULER + options->scroll, in_lane;
  const ScopeLockLane *lane;
  const ScopeLockBar *bar;
  ScopeViewport viewport;
  gint64 reach;
  double was_x;

  *ret = (ScopeLockHit) { .place = -1 };
  if (list == NULL || list->sums->len == 0 || y < SCOPE_LOCK_SCENE_RULER
      || y >= SCOPE_LOCK_SCENE_RULER + scope_lock_scene_room (options) || in_lanes >= scope_lock_scene_content (list))
    return FALSE;
  ret->place = (int) (in_lanes / list->lane_height);
  in_lane = in_lanes - ret->place * list->lane_height - SCOPE_LOCK_LANE_PAD;
  scope_lock_scene_viewport (view, options, &viewport);
  ret->time = scope_viewport_x_to_time (&viewport, MAX (x - options->names_width, 0));
  lane = lane_at (lanes, (guint) ret->place);
  if (lane == NULL || x < options->names_width || x >= options->names_width + scope_lock_scene_plot_width (options))
    return TRUE;
  was_x = scope_viewport_time_to_x (&lanes->request.viewport, ret->time);
  if (was_x >= 0 && was_x < lanes->request.viewport.width)
    ret->column = &lane->columns[(guint) was_x];
  ret->hold = in_lane < SCOPE_LOCK_LANE_HOLD + SCOPE_LOCK_LANE_CONTENDED / 2;
  reach = (gint64) ceil (NEAR * scope_viewport_scale (&viewport));
  in_lane -= SCOPE_LOCK_LANE_HOLD + SCOPE_LOCK_LANE_CONTENDED;
  bar = find_bar (lane, ret->time, reach, ret->hold,
                  lane->rows > 0 ? (guint) CLAMP (in_lane / SCOPE_LOCK_LANE_WAIT, 0, lane->rows - 1) : 0);
  if (bar != NULL)
    ret->shown = &g_array_index (lanes->shown, ScopeLockShown, bar->shown);
  return TRUE;
}

/* --- words --- */

static void
append_blocker (GString *text, ScopeTrace *trace, const ScopeLockShown *shown)
{
  const ScopeLockUse *use = &shown->use;
  g_autofree char *other = NULL;

  if (use->blocked_by == SCOPE_TABLE_NULL)
    {
      if (use->attempts > 1)
        return;
      g_string_append_printf (text, "\n%s", _("Nobody held it"));
      return;
    }
  other = scope_lock_processor_title (trace, use->machine, use->blocked_by);
  if (shown->blocker != NULL)
    /* TRANSLATORS: a processor and a function: “Held meanwhile by Core 0 in schedule” */
    g_string_append_printf (text, _("\nHeld meanwhile by %s in %s"), other, shown->blocker);
  else
    g_string_append_printf (text, _("\nHeld meanwhile by %s"), other);
}

/* "1.8 µs (3,616 cycles)", of the core's clock if it is known. */
static char *
duration_text (ScopeTrace *trace, const ScopeLockUse *use, gint64 ticks)
{
  gint64 tick_ps = scope_trace_tick_ps (trace);
  gint64 period = use->processor < 0 || use->processor > G_MAXUINT16
                      ? 0
                      : scope_cycles_period (scope_trace_machine (trace, use->machine), (guint) use->processor, NULL);
  g_autofree char *time = scope_format_duration ((double) ticks, tick_ps);
  g_autofree char *cycles = scope_cycles_text ((double) ticks, tick_ps, period);

  return cycles != NULL ? g_strdup_printf ("%s (%s)", time, cycles) : g_steal_pointer (&time);
}

char *
scope_lock_use_describe (ScopeTrace *trace, const ScopeLockShown *shown, gboolean hold)
{
  const ScopeLockUse *use = &shown->use;
  g_autofree char *core = scope_lock_processor_title (trace, use->machine, use->processor);
  g_autofree char *lock = scope_lock_title (trace, use->machine, use->lock), *attempts = scope_format_count ((guint64) MAX (use->attempts, 0));
  g_autofree char *wait = duration_text (trace, use, use->wait_to - use->wait_from);
  g_autofree char *held = duration_text (trace, use, use->hold_to - use->wait_to);
  GString *text = g_string_new (NULL);

  if (hold)
    {
      /* TRANSLATORS: a processor, a duration, a lock, a function: “Core 1 held 0x4b100 for 1.8 µs, in move” */
      g_string_append_printf (text, _("%s held %s for %s, in %s"), core, lock, held, shown->caller);
      if (!use->released)
        g_string_append_printf (text, "\n%s", _("Its release was not seen"));
      g_string_append_printf (text, _("\nAfter waiting %s in %s"), wait, shown->function);
    }
  else
    {
      /* TRANSLATORS: a processor, a duration, a lock, two functions: “Core 1 waited 1.8 µs for 0x4b100 in spin_lock, called by move” */
      g_string_append_printf (text, _("%s waited %s for %s in %s, called by %s"), core, wait, lock, shown->function,
                              shown->caller);
      if (!use->acquired)
        g_string_append_printf (text, "\n%s", _("It was not seen to get it"));
    }
  append_blocker (text, trace, shown);
  if (use->attempts > 1)
    g_string_append_printf (text, ngettext ("\n%s attempt", "\n%s attempts", (gulong) use->attempts), attempts);
  return g_string_free (text, FALSE);
}

static char *
describe_column (const ScopeLockLane *lane, const ScopeLockColumn *column)
{
  g_autofree char *held = scope_format_share (MIN (column->held, 1)), *contended = scope_format_share (MIN (column->contended, 1));
  g_autofree char *waiting = scope_format_number (column->waiting), *n = scope_format_count (column->n);
  GString *text = g_string_new (NULL);

  if (column->held <= 0 && column->waiting <= 0)
    return g_string_free (g_string_assign (text, _("free")), FALSE);
  g_string_append_printf (text, _("held %s, contended %s"), held, contended);
  /* TRANSLATORS: how many processors wait, on average: “0.7 waiting on average” */
  g_string_append_printf (text, _("\n%s waiting on average"), waiting);
  if (column->n > 0)
    g_string_append_printf (text, ngettext ("\n%s acquisition", "\n%s acquisitions", column->n), n);
  return g_string_free (text, FALSE);
}

static char *
describe_lock (ScopeTrace *trace, const ScopeLockSum *sum)
{
  gint64 tick_ps = scope_trace_tick_ps (trace);
  g_autofree char *name = scope_lock_title (trace, sum->machine, sum->lock), *count = scope_format_count (sum->count);
  g_autofree char *contended = scope_format_count (sum->contended), *wait = scope_format_duration ((double) sum->wait, tick_ps);
  g_autofree char *hold = scope_format_duration ((double) sum->hold, tick_ps);
  g_autofree char *uses = g_strdup_printf (ngettext ("%s acquisition", "%s acquisitions", (gulong) sum->count), count);

  /* TRANSLATORS: a lock, “61 acquisitions”, a number, two durations; of the whole trace */
  return g_strdup_printf (_("%s: %s, %s of them contended\n%s waited, %s held, in the whole trace"), name, uses, contended, wait,
                          hold);
}

char *
scope_lock_scene_describe (ScopeView *view, const ScopeLockList *list, const ScopeLockLanes *lanes, const ScopeLockHit *hit)
{
  ScopeTrace *trace = scope_view_get_trace (view);

  if (hit->place < 0 || list == NULL)
    return g_strdup ("");
  if (hit->shown != NULL)
    return scope_lock_use_describe (trace, hit->shown, hit->hold);
  if (hit->column != NULL)
    return describe_column (lane_at (lanes, (guint) hit->place), hit->column);
  return describe_lock (trace, &g_array_index (list->sums, ScopeLockSum, hit->place));
}

char *
scope_lock_list_summary (const ScopeLockList *list)
{
  g_autofree char *n = scope_format_count (list->n_uses), *locks = scope_format_count (list->n_locks);
  g_autofree char *shown = scope_format_count (list->sums->len);
  g_autofree char *uses = g_strdup_printf (ngettext ("%s acquisition", "%s acquisitions", (gulong) list->n_uses), n);

  if (list->n_locks > list->sums->len)
    /* TRANSLATORS: “1,234 acquisitions”, numbers of locks */
    return g_strdup_printf (_("%s of %s locks; those %s waited for longest are shown"), uses, locks, shown);
  return g_strdup_printf (ngettext ("%s of %s lock", "%s of %s locks", list->n_locks), uses, locks);
}
