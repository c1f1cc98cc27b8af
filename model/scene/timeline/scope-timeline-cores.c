/* scope-timeline-cores.c: rows of what the cores of a simulation counted: instructions per cycle, misses per thousand instructions.
 *
 * A line for each core, as long as lines can be told apart; of more cores the mean of all, over the area from the least to the greatest.
 * Where it is not known there is no line.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/scene/timeline/scope-timeline-scene-private.h"

#include "model/base/scope-each.h"
#include "model/trace/statistics/scope-core-rates.h"

#include <glib/gi18n.h>
#include <math.h>

#define MOST_LINES 8u
#define MOST_DESCRIBED 8u

/* Of one of the simulator's statistics; and which ratio the row shows. */
static gboolean
is_of_statistics (const ScopeLaneNode *node)
{
  return node->kind >= SCOPE_ROW_STATS_IPC;
}

static ScopeCoreRatio
ratio_of (const ScopeLaneNode *node)
{
  return (ScopeCoreRatio) (node->kind - (is_of_statistics (node) ? SCOPE_ROW_STATS_IPC : SCOPE_ROW_IPC));
}

static const ScopeCoreRates *
rates_of (const ScopeTimelineBuild *b, const ScopeLaneNode *node)
{
  if (b->overlay != NULL)
    SCOPE_EACH_POINTER (const ScopeCoreRates, rates, b->overlay->cores)
      if (rates->machine == node->lane.machine && (rates->table == SCOPE_TABLE_CORE_STATISTICS) == is_of_statistics (node))
        return rates;
  return NULL;
}

/* The slot of a pixel of the plot: the overlay may be of another scale. SCOPE_NONE: it has none. */
static guint
slot_at (const ScopeTimelineBuild *b, const ScopeCoreRates *rates, double x)
{
  double slot = floor (scope_viewport_x (&b->overlay->request.viewport, scope_viewport_x_to_ticks (b->viewport, x + 0.5)));

  return slot >= 0 && slot < rates->n_slots ? (guint) slot : SCOPE_NONE;
}

static double
ratio_at (const ScopeCoreRates *rates, const ScopeLaneNode *node, guint core, guint slot)
{
  return slot == SCOPE_NONE ? NAN : scope_core_rates_ratio (rates, ratio_of (node), core, slot, slot + 1);
}

/* The greatest of all in view; 0: nothing is known. */
static double
most_in_view (const ScopeTimelineBuild *b, const ScopeCoreRates *rates, const ScopeLaneNode *node)
{
  double most = 0;

  for (guint c = 0; c < rates->n_cores; c++)
    for (guint x = 0; x < (guint) b->width; x++)
      {
        double ratio = ratio_at (rates, node, c, slot_at (b, rates, x));

        most = isnan (ratio) ? most : MAX (most, ratio);
      }
  return most;
}

static void
end_line (ScopeTimelineBuild *b, GArray *points, ScopeColour colour)
{
  if (points->len >= 4)
    scope_scene_polyline (b->scene, (const float *) (gpointer) points->data, points->len / 2, 1.25, colour);
  g_array_set_size (points, 0);
}

/* Of one core, or of all together. */
static void
add_line (ScopeTimelineBuild *b, const ScopeCoreRates *rates, const ScopeLaneNode *node, guint core, double most, ScopeColour colour)
{
  g_autoptr (GArray) points = g_array_new (FALSE, FALSE, sizeof (float));
  double bottom = scope_timeline_bar_y (b, node) + node->bar_height, h = node->bar_height - 2;

  for (guint x = 0; x < (guint) b->width; x++)
    {
      double ratio = ratio_at (rates, node, core, slot_at (b, rates, x));

      if (isnan (ratio))
        {
          end_line (b, points, colour);
          continue;
        }
      scope_timeline_add_corner (points, b->x + x, bottom - h * MIN (ratio / most, 1));
      scope_timeline_add_corner (points, b->x + x + 1, bottom - h * MIN (ratio / most, 1));
    }
  end_line (b, points, colour);
}

/* From the least core to the greatest one, a column for each pixel. */
static void
add_spread (ScopeTimelineBuild *b, const ScopeCoreRates *rates, const ScopeLaneNode *node, double most)
{
  double bottom = scope_timeline_bar_y (b, node) + node->bar_height, h = node->bar_height - 2;

  for (guint x = 0; x < (guint) b->width; x++)
    {
      guint slot = slot_at (b, rates, x);
      double low = INFINITY, high = -INFINITY;

      for (guint c = 0; c < rates->n_cores; c++)
        {
          double ratio = ratio_at (rates, node, c, slot);

          low = isnan (ratio) ? low : MIN (low, ratio);
          high = isnan (ratio) ? high : MAX (high, ratio);
        }
      if (low <= high)
        scope_scene_rect (b->scene, b->x + x, bottom - h * high / most, 1, MAX (h * (high - low) / most, 1), b->palette->heap_fill);
    }
}

gboolean
scope_timeline_core_line (const ScopeTimelineBuild *b, const ScopeLaneNode *node, guint k, ScopeColour *ret_colour, guint *ret_number)
{
  const ScopeCoreRates *rates = scope_row_is_of_cores (node->kind) ? rates_of (b, node) : NULL;

  if (rates == NULL || rates->n_cores > MOST_LINES || k >= rates->n_cores)
    return FALSE;
  *ret_colour = rates->n_cores == 1 ? b->palette->heap : scope_palette_task (b->palette, k);
  *ret_number = scope_machine_entity (scope_trace_machine (b->trace, rates->machine), SCOPE_KIND_PROCESSOR, rates->cores[k])->number;
  return TRUE;
}

void
scope_timeline_add_cores (ScopeTimelineBuild *b, guint row)
{
  const ScopeLaneNode *node = scope_lane_list_row (b->lanes, row);
  const ScopeCoreRates *rates = rates_of (b, node);
  double most;
  ScopeColour colour;
  guint number;

  if (rates == NULL)
    return;
  scope_timeline_add_scale_lines (b, node);
  most = most_in_view (b, rates, node);
  if (most <= 0)
    most = 1; /* it is known, and zero */
  if (rates->n_cores > MOST_LINES)
    {
      add_spread (b, rates, node, most);
      add_line (b, rates, node, SCOPE_NONE, most, b->palette->heap);
      return;
    }
  for (guint c = 0; scope_timeline_core_line (b, node, c, &colour, &number); c++)
    add_line (b, rates, node, c, most, colour);
}

/* "0.83", "12.4", "1,204" */
static char *
format_ratio (double ratio)
{
  return ratio < 10 ? g_strdup_printf ("%.2f", ratio) : ratio < 1000 ? g_strdup_printf ("%.1f", ratio) : scope_format_count ((guint64) (ratio + 0.5));
}

/* What fills the height. */
char *
scope_timeline_cores_figure (ScopeTimelineBuild *b, guint row)
{
  const ScopeLaneNode *node = scope_lane_list_row (b->lanes, row);
  const ScopeCoreRates *rates = rates_of (b, node);
  double most = rates != NULL ? most_in_view (b, rates, node) : 0;

  return most > 0 ? format_ratio (most) : NULL;
}

/* "system.cpu0: 0.83 (812 instructions in 978 cycles)" */
static void
describe_core (GString *text, ScopeTimelineBuild *b, const ScopeLaneNode *node, const ScopeCoreRates *rates, guint core, guint slot)
{
  ScopeCoreRatio ratio = ratio_of (node);
  double value = ratio_at (rates, node, core, slot);
  g_autofree char *title = core == SCOPE_NONE ? g_strdup (_("All cores"))
                                              : scope_trace_lane_title (scope_view_get_trace (b->view),
                                                                        (ScopeLaneId) { rates->machine, SCOPE_KIND_PROCESSOR, rates->cores[core] });
  g_autofree char *figure = NULL, *part = NULL, *whole = NULL;

  if (isnan (value))
    {
      g_string_append_printf (text, "%s%s: %s", text->len > 0 ? "\n" : "", title, _("not known"));
      return;
    }
  figure = format_ratio (value);
  part = scope_format_count ((guint64) (scope_core_rates_growth (rates, scope_core_ratio_counter (ratio), core, slot, slot + 1) + 0.5));
  whole = scope_format_count ((guint64) (scope_core_rates_growth (rates, ratio == SCOPE_CORE_IPC ? SCOPE_COUNTER_CYCLES : SCOPE_COUNTER_INSTRUCTIONS,
                                                                  core, slot, slot + 1) + 0.5));
  g_string_append_printf (text, "%s%s: %s ", text->len > 0 ? "\n" : "", title, figure);
  /* TRANSLATORS: of a pixel: counts, in digits */
  g_string_append_printf (text, ratio == SCOPE_CORE_IPC ? _("(%s instructions in %s cycles)") : _("(%s misses in %s instructions)"), part, whole);
}

char *
scope_timeline_describe_cores (ScopeTimelineBuild *b, const ScopeLaneNode *node, double x)
{
  const ScopeCoreRates *rates = rates_of (b, node);
  guint slot = rates != NULL ? slot_at (b, rates, floor (x)) : SCOPE_NONE;
  GString *text;

  if (slot == SCOPE_NONE)
    return NULL;
  text = g_string_new (ratio_of (node) == SCOPE_CORE_IPC ? _("Instructions per cycle") : _("Misses per 1,000 instructions"));
  for (guint c = 0; c < MIN (rates->n_cores, MOST_DESCRIBED); c++)
    describe_core (text, b, node, rates, c, slot);
  if (rates->n_cores > 1)
    describe_core (text, b, node, rates, SCOPE_NONE, slot);
  return g_string_free (text, FALSE);
}
