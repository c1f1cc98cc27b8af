/* scope-call-marks.c: see scope-call-marks.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/scene/calls/scope-call-marks.h"

#include "model/base/scope-bisect.h"
#include "model/base/scope-compare.h"
#include "model/base/scope-each.h"
#include "model/trace/document/scope-cycles.h"
#include "model/scene/draw/scope-pixel-batch.h"
#include "model/scene/draw/scope-ruler.h"

#include <glib/gi18n.h>
#include <math.h>

#define MOST_SLOTS 20000u /* of marks of a lane */
#define LATE_PS 200000    /* an event belongs to an instruction that began no more than so long ago */
#define FEW 3u            /* in a slot: each has a glyph */
#define CROWD 4u          /* marks within CROWD_PIXELS on both sides */
#define CROWD_PIXELS 40.0
#define MANY_PIXELS 16.0  /* a lane with a mark for each so many has no glyphs … */
#define LEAST_MANY 12     /* … if it has more than so many */
#define GLYPH_STEP 6.0
#define SMALL 9.0         /* levels lower than that have no room for glyphs */

void
scope_call_marks_free (ScopeCallMarks *marks)
{
  if (marks == NULL)
    return;
  g_array_unref (marks->marks);
  g_string_chunk_free (marks->texts);
  g_free (marks);
}

/* --- reading --- */

typedef struct
{
  ScopeCallMarks *marks;
  GHashTable *places; /* depth and slot → place + 1 */
} Lane;

typedef struct
{
  ScopeTrace *trace;
  const ScopeViewport *viewport;
  gint64 from, to; /* trace time */
  Lane *lanes;
  guint n_lanes, kinds;
  const ScopeLaneId *ids;
  GCancellable *cancellable;
  gboolean sampled;
} Reading;

static Lane *
find_lane (const Reading *reading, ScopeMachine *machine, gint64 processor)
{
  guint32 index = processor >= 0 && processor <= G_MAXUINT16 ? scope_machine_find_processor (machine, (guint) processor) : SCOPE_NONE;

  for (guint i = 0; i < reading->n_lanes; i++)
    if (reading->ids[i].machine == machine->index && reading->ids[i].kind == SCOPE_KIND_PROCESSOR && reading->ids[i].index == index)
      return &reading->lanes[i];
  return NULL;
}

static gint64
slot_of (const ScopeViewport *v, gint64 time)
{
  return (gint64) floor (((double) time - (double) v->first) / scope_viewport_scale (v) / SCOPE_CALL_MARK_SLOT);
}

static ScopeCallMark *
mark_at (Lane *lane, guint32 depth, gint64 slot)
{
  gint64 key = slot * (gint64) (SCOPE_CALL_MARK_TOP + 1) + (gint64) depth;
  guint place = GPOINTER_TO_UINT (g_hash_table_lookup (lane->places, &key));

  if (place == 0)
    {
      if (lane->marks->marks->len >= MOST_SLOTS)
        return NULL;
      g_array_set_size (lane->marks->marks, lane->marks->marks->len + 1);
      place = lane->marks->marks->len;
      g_hash_table_insert (lane->places, g_memdup2 (&key, sizeof key), GUINT_TO_POINTER (place));
    }
  return &g_array_index (lane->marks->marks, ScopeCallMark, place - 1);
}

static void
take_details (ScopeCallMark *mark, const gint64 *row, gint64 offset)
{
  mark->hit_time = row[SCOPE_HIT_TIME] + offset;
  mark->latency = row[SCOPE_HIT_LATENCY];
  mark->has_address = row[SCOPE_HIT_ADDRESS] != SCOPE_TABLE_NULL;
  mark->address = mark->has_address ? (guint64) row[SCOPE_HIT_ADDRESS] : 0;
  mark->function = (guint32) row[SCOPE_HIT_FUNCTION];
  mark->kind = (guint8) row[SCOPE_HIT_KIND];
  mark->write = row[SCOPE_HIT_WRITE] == 1;
}

/* Of that kind, and for how many it stands; NULL: it is not looked for. `first`: nothing is told of the mark yet. */
static ScopeCallMark *
take (const Reading *reading, ScopeMachine *machine, gint64 processor, gint64 kind, guint32 depth, gint64 time, double weight, gboolean *first)
{
  guint32 n = (guint32) CLAMP (weight + 0.5, 1, G_MAXINT32);
  ScopeCallMark *mark;
  Lane *lane;

  if (!(reading->kinds >> kind & 1) || time < reading->from || time >= reading->to)
    return NULL;
  lane = find_lane (reading, machine, processor);
  if (lane == NULL)
    return NULL;
  lane->marks->n[kind] += n;
  mark = mark_at (lane, depth, slot_of (reading->viewport, time));
  if (mark == NULL)
    return NULL;
  *first = mark->count == 0;
  if (*first)
    *mark = (ScopeCallMark) { .time = time, .last = time, .depth = depth, .latency = SCOPE_TABLE_NULL };
  mark->time = MIN (mark->time, time);
  mark->last = MAX (mark->last, time);
  mark->count += n;
  mark->n[kind] += n;

  return mark;
}

static void
take_hit (const Reading *reading, ScopeMachine *machine, const gint64 *row, double weight)
{
  gint64 offset = scope_trace_offset (reading->trace, machine), kind = row[SCOPE_HIT_KIND];
  gint64 time = (row[SCOPE_HIT_PC_TIME] != SCOPE_TABLE_NULL ? row[SCOPE_HIT_PC_TIME] : row[SCOPE_HIT_TIME]) + offset;
  gboolean first;
  ScopeCallMark *mark;

  if (kind < 0 || kind >= SCOPE_N_HITS)
    return;
  mark = take (reading, machine, row[SCOPE_HIT_PROCESSOR], kind, (guint32) CLAMP (row[SCOPE_HIT_DEPTH], 0, SCOPE_CALL_MAX_DEPTH - 1), time,
               weight, &first);
  if (mark != NULL && (first || row[SCOPE_HIT_LATENCY] > mark->latency))
    take_details (mark, row, offset);
}

/* What befell the core, in whatever ran then: at which depth that is, activations tell. */
static void
take_befallen (const Reading *reading, ScopeMachine *machine, const gint64 *row, double weight)
{
  gint64 kind = row[SCOPE_MARK_KIND] - SCOPE_MARK_TLB + SCOPE_SHOWN_TLB, time = row[SCOPE_MARK_TIME] + scope_trace_offset (reading->trace, machine);
  g_autofree char *text = NULL;
  gboolean first;
  ScopeCallMark *mark;
  Lane *lane;

  if (kind < SCOPE_SHOWN_TLB || kind >= SCOPE_N_SHOWN_HITS)
    return;
  mark = take (reading, machine, row[SCOPE_MARK_PROCESSOR], kind, SCOPE_CALL_MARK_TOP, time, weight, &first);
  if (mark == NULL || !first)
    return;
  lane = find_lane (reading, machine, row[SCOPE_MARK_PROCESSOR]);
  text = scope_machine_text (machine, (guint64) row[SCOPE_MARK_TEXT], NULL);
  mark->kind = (guint8) kind;
  mark->hit_time = time;
  mark->text = text != NULL ? g_string_chunk_insert_const (lane->marks->texts, text) : NULL;
}

SCOPE_COMPARE_BY (compare, ScopeCallMark, SCOPE_UP (depth) SCOPE_UP (time))

typedef void (*TakeFunc) (const Reading *reading, ScopeMachine *machine, const gint64 *row, double weight);

G_STATIC_ASSERT (SCOPE_HIT_TIME == 0 && SCOPE_MARK_TIME == 0);

/* Rows of [from, to), own clock. With `most` only so many, which then stand for the time behind them, too. */
static void
read_stretch (Reading *reading, ScopeMachine *machine, ScopeTable *table, TakeFunc func, gint64 from, gint64 to, guint most)
{
  gint64 last = from;
  guint n_columns = func == take_hit ? SCOPE_HIT_N_COLUMNS : SCOPE_MARK_N_COLUMNS;
  g_autoptr (GArray) kept = g_array_new (FALSE, FALSE, n_columns * sizeof (gint64));
  double weight = 1;

  SCOPE_EACH_ROW (row, table, from, to, reading->cancellable, NULL)
    {
      if (row[0] < from || row[0] >= to)
        continue;
      if (most == 0)
        func (reading, machine, row, 1);
      else if (kept->len == most)
        {
          reading->sampled = TRUE;
          weight = MAX ((double) (to - from) / (double) MAX (last - from, 1), 1);
          break;
        }
      else
        g_array_append_vals (kept, row, 1);
      last = MAX (last, row[0]);
    }
  for (guint i = 0; i < kept->len; i++)
    func (reading, machine, &((const gint64 *) (gpointer) kept->data)[(gsize) i * n_columns], weight);
}

static void
read_table (Reading *reading, ScopeMachine *machine, ScopeTable *table, TakeFunc func, gint64 from, gint64 to, guint budget)
{
  guint slots = (guint) CLAMP (reading->viewport->width / SCOPE_CALL_MARK_SLOT, 1, 4096);
  double width = (double) (to - from) / slots;

  if (table == NULL || from >= to)
    return;
  if (scope_table_estimate (table, from, to) <= budget)
    {
      read_stretch (reading, machine, table, func, from, to, 0);
      return;
    }
  for (guint i = 0; i < slots && !g_cancellable_is_cancelled (reading->cancellable); i++)
    read_stretch (reading, machine, table, func, from + (gint64) (i * width), i + 1 == slots ? to : from + (gint64) ((i + 1) * width),
                  MAX (budget / slots, 16));
}

static void
read_machine (Reading *reading, ScopeMachine *machine, guint budget)
{
  gint64 offset = scope_trace_offset (reading->trace, machine), late = LATE_PS / MAX (machine->tick_ps, 1);
  gint64 from = reading->from - offset, to = reading->to - offset;

  scope_machine_load_functions (machine); /* words of marks name them, without reading */
  if (reading->kinds & ((1u << SCOPE_N_HITS) - 1))
    read_table (reading, machine, machine->tables[SCOPE_TABLE_HITS], take_hit, from, to + late, budget);
  if (reading->kinds >> SCOPE_N_HITS)
    read_table (reading, machine, machine->tables[SCOPE_TABLE_MARKS], take_befallen, from, to, budget);
}

void
scope_call_marks_raise (ScopeCallMarks *marks, const ScopeActivations *activations, gboolean all)
{
  SCOPE_EACH (ScopeCallMark, mark, marks->marks)
    if (all || mark->depth == SCOPE_CALL_MARK_TOP)
      mark->depth = scope_activations_seen_depth (activations, mark->depth, mark->time);
  g_array_sort (marks->marks, compare);
}

/* In order of depth and time: those that have CROWD others about them; all, if there are so many that glyphs on all levels together
 * would be what one sees. */
static void
find_crowds (GArray *marks, const ScopeViewport *viewport)
{
  ScopeCallMark *all = (ScopeCallMark *) (gpointer) marks->data;
  gboolean many = marks->len > MAX (viewport->width / MANY_PIXELS, LEAST_MANY);
  guint first = 0, end = 0;

  for (guint i = 0; i < marks->len; i++)
    {
      double x = scope_viewport_time_to_x (viewport, all[i].time);

      while (all[first].depth != all[i].depth || scope_viewport_time_to_x (viewport, all[first].time) < x - CROWD_PIXELS)
        first++;
      end = MAX (end, i + 1);
      while (end < marks->len && all[end].depth == all[i].depth && scope_viewport_time_to_x (viewport, all[end].time) <= x + CROWD_PIXELS)
        end++;
      all[i].crowded = end - first > CROWD || many;
    }
}

GPtrArray *
scope_call_marks_read (ScopeTrace *trace, const ScopeLaneId *lanes, guint n_lanes, const ScopeViewport *viewport, guint kinds,
                       guint budget, GCancellable *cancellable)
{
  GPtrArray *all = g_ptr_array_new_with_free_func ((GDestroyNotify) scope_call_marks_free);
  g_autofree Lane *places = g_new0 (Lane, n_lanes + 1);
  Reading reading = { .trace = trace, .viewport = viewport, .lanes = places, .n_lanes = n_lanes, .kinds = kinds, .ids = lanes,
                      .cancellable = cancellable };

  scope_viewport_get_range (viewport, &reading.from, &reading.to);
  for (guint i = 0; i < n_lanes; i++)
    {
      places[i].marks = g_new0 (ScopeCallMarks, 1);
      places[i].marks->lane = lanes[i];
      places[i].marks->marks = g_array_new (FALSE, TRUE, sizeof (ScopeCallMark));
      places[i].marks->texts = g_string_chunk_new (1024);
      places[i].places = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
      g_ptr_array_add (all, places[i].marks);
    }
  for (guint m = 0; m < scope_trace_n_machines (trace) && kinds != 0; m++)
    {
      gboolean asked = FALSE;

      for (guint i = 0; i < n_lanes; i++)
        asked |= lanes[i].machine == m && lanes[i].kind == SCOPE_KIND_PROCESSOR;
      if (asked && !g_cancellable_is_cancelled (cancellable))
        read_machine (&reading, scope_trace_machine (trace, m), budget > 0 ? budget : SCOPE_CALL_MARK_BUDGET);
    }
  for (guint i = 0; i < n_lanes; i++)
    {
      places[i].marks->sampled = reading.sampled || places[i].marks->marks->len >= MOST_SLOTS;
      g_array_sort (places[i].marks->marks, compare);
      find_crowds (places[i].marks->marks, viewport);
      g_hash_table_unref (places[i].places);
    }
  return all;
}

/* --- drawing --- */

/* The left edge of a mark's slot, in the scene. */
static double
slot_x (const ScopeCallChartPlace *place, const ScopeCallMark *mark)
{
  const ScopeViewport *v = place->viewport;

  return place->x + (double) slot_of (v, mark->time) * SCOPE_CALL_MARK_SLOT - v->from / scope_viewport_scale (v);
}

static double
time_x (const ScopeCallChartPlace *place, gint64 time)
{
  return place->x + scope_viewport_time_to_x (place->viewport, time);
}

/* Else it is a block, or a line. */
static gboolean
has_glyphs (const ScopeCallMark *mark, const ScopeCallChartPlace *place)
{
  return mark->count <= FEW && !mark->crowded && place->row - 1 >= SMALL;
}

static guint
kind_of (const ScopeCallMark *mark)
{
  for (guint k = 0; k < SCOPE_N_SHOWN_HITS; k++)
    if (mark->n[k] > 0)
      return k;
  return 0;
}

/* Of a level's strip along the lower edge of its bars, which stay as they are above it. */
static double
strip_height (const ScopeCallChartPlace *place)
{
  return place->row >= 12 ? 3 : place->row >= 6 ? 2 : 1;
}

/* A piece of the strip: each kind's share of it in its colour, the stronger the more there are, by doubling. */
static void
add_piece (ScopeScene *scene, const ScopeCallMark *mark, double x, double y, double height)
{
  double strength = MIN (0.6 + 0.08 * log2 (mark->count), 1);

  for (guint k = 0; k < SCOPE_N_SHOWN_HITS; k++)
    {
      double part = (double) SCOPE_CALL_MARK_SLOT * mark->n[k] / mark->count;

      if (mark->n[k] == 0)
        continue;
      scope_scene_fill (scene, x, y, part, height, scope_colour_mix (scene->palette->canvas, scope_hit_colour (scene->palette, k), strength));
      x += part;
    }
}

/* Few, often of one instruction, which missed in one cache after the other: side by side. */
static void
add_glyphs (ScopeScene *scene, const ScopeCallMark *mark, double x, double y)
{
  for (guint k = 0; k < SCOPE_N_SHOWN_HITS; k++)
    for (guint i = 0; i < mark->n[k]; i++, x += GLYPH_STEP)
      scope_hit_add_glyph (scene, k, x, y);
}

static void
add_mark (ScopeScene *scene, const ScopeCallMark *mark, const ScopeCallChartPlace *place)
{
  double y = place->y + mark->depth * place->row, height = place->row - 1, strip = strip_height (place);

  if (y + place->row <= place->top || y >= place->bottom)
    return;
  if (has_glyphs (mark, place))
    add_glyphs (scene, mark, time_x (place, mark->time), y + height - 5);
  else
    add_piece (scene, mark, slot_x (place, mark), y + MAX (height, strip) - strip, strip);
}

void
scope_call_marks_add (ScopeScene *scene, const ScopeCallMarks *marks, const ScopeCallChartPlace *place)
{
  for (guint i = 0; i < marks->marks->len; i++)
    add_mark (scene, &g_array_index (marks->marks, ScopeCallMark, i), place);
}

/* From a mark's left to its right edge. */
static void
span_of (const ScopeCallMark *mark, const ScopeCallChartPlace *place, double *ret_x0, double *ret_x1)
{
  if (!has_glyphs (mark, place))
    {
      *ret_x0 = slot_x (place, mark);
      *ret_x1 = *ret_x0 + SCOPE_CALL_MARK_SLOT;
      return;
    }
  *ret_x0 = time_x (place, mark->time) - 4;
  *ret_x1 = *ret_x0 + 8 + (mark->count - 1) * GLYPH_STEP;
}

static gboolean
ends_before (const ScopeCallMark *mark, const ScopeCallChartPlace *place, guint depth, double x)
{
  double x0, x1;

  span_of (mark, place, &x0, &x1);
  return mark->depth < depth || (mark->depth == depth && x1 <= x);
}

double
scope_call_marks_indent (const ScopeCallMarks *marks, const ScopeCallChartPlace *place, guint depth, double x)
{
  double end = x, x0, x1;

  /* From the first that may reach there. */
  for (gsize low = SCOPE_BISECT (marks->marks->len, i, ends_before (&g_array_index (marks->marks, ScopeCallMark, i), place, depth, x));
       low < marks->marks->len; low++)
    {
      const ScopeCallMark *mark = &g_array_index (marks->marks, ScopeCallMark, low);

      span_of (mark, place, &x0, &x1);
      if (mark->depth != depth || x0 > end + 6)
        break;
      if (has_glyphs (mark, place)) /* a strip leaves room above it */
        end = MAX (end, x1);
    }
  return end - x;
}

/* To the nearest of its glyphs, or to the middle of its block. */
static double
distance_to (const ScopeCallMark *mark, const ScopeCallChartPlace *place, double x)
{
  double best, first = time_x (place, mark->time);

  if (!has_glyphs (mark, place))
    return fabs (slot_x (place, mark) + SCOPE_CALL_MARK_SLOT / 2.0 - x);
  best = fabs (first - x);
  for (guint i = 1; i < mark->count; i++)
    best = MIN (best, fabs (first + i * GLYPH_STEP - x));
  return best;
}

const ScopeCallMark *
scope_call_marks_hit (const ScopeCallMarks *marks, const ScopeCallChartPlace *place, double x, double y)
{
  const ScopeCallMark *best = NULL;
  double best_far = 5.5;

  SCOPE_EACH (const ScopeCallMark, mark, marks->marks)
    {
      double top = place->y + mark->depth * place->row, end = top + place->row, far;

      /* Above a strip one means the bar; two pixels more are there for the hand. */
      if (!has_glyphs (mark, place) && place->row >= 6)
        top = end - 1 - strip_height (place) - 2;
      if (y < top || y >= end)
        continue;
      far = distance_to (mark, place, x);
      if (far >= best_far)
        continue;
      best = mark;
      best_far = far;
    }
  return best;
}

/* --- words --- */

/* "120 cycles (60.0 ns)" */
static char *
latency_text (ScopeTrace *trace, ScopeLaneId lane, gint64 latency)
{
  gint64 tick_ps = scope_trace_tick_ps (trace);
  g_autofree char *time = scope_format_duration ((double) latency, tick_ps);
  g_autofree char *cycles = scope_cycles_text ((double) latency, tick_ps, scope_cycles_of_lane (trace, lane, NULL));

  return cycles != NULL ? g_strdup_printf ("%s (%s)", cycles, time) : g_steal_pointer (&time);
}

static void
append_where (GString *text, ScopeTrace *trace, const ScopeCallMarks *marks, const ScopeCallMark *mark, const ScopeClock *clock)
{
  ScopeMachine *machine = scope_trace_machine (trace, marks->lane.machine);
  const char *name = mark->function != SCOPE_FUNCTION_UNKNOWN ? scope_machine_peek_function (machine, mark->function - 1) : NULL;
  g_autofree char *time = scope_clock_text (clock, (double) mark->hit_time, 1);

  if (mark->kind >= SCOPE_N_HITS)
    {
      /* TRANSLATORS: what a simulated core was told, in the trace's words, and a time */
      g_string_append_printf (text, _("\n%s, at %s"), mark->text != NULL ? mark->text : "", time);
      return;
    }
  g_string_append_printf (text, _("\nin %s, at %s"), name != NULL ? name : _("an unknown function"), time);
  if (mark->has_address)
    {
      g_autofree char *address = g_strdup_printf ("0x%" G_GINT64_MODIFIER "x", mark->address);

      g_string_append_printf (text, mark->write ? _("\nwrite to %s") : _("\naddress %s"), address);
    }
}

char *
scope_call_mark_describe (ScopeTrace *trace, const ScopeCallMarks *marks, const ScopeCallMark *mark, const ScopeClock *clock)
{
  GString *text = g_string_new (NULL);
  g_autofree char *latency = mark->latency != SCOPE_TABLE_NULL ? latency_text (trace, marks->lane, mark->latency) : NULL;

  if (mark->count == 1)
    {
      g_string_append (text, scope_hit_title (kind_of (mark)));
      if (latency != NULL)
        g_string_append_printf (text, ", %s", latency);
      append_where (text, trace, marks, mark, clock);
      return g_string_free (text, FALSE);
    }
  for (guint k = 0; k < SCOPE_N_SHOWN_HITS; k++)
    {
      g_autofree char *count = scope_format_count (mark->n[k]);

      if (mark->n[k] > 0)
        g_string_append_printf (text, "%s%s%s× %s", text->len > 0 ? ", " : "", marks->sampled ? "≈ " : "", count, scope_hit_title (k));
    }
  if (latency != NULL)
    {
      g_string_append_printf (text, _("\nThe longest: %s, %s"), scope_hit_title (mark->kind), latency);
      append_where (text, trace, marks, mark, clock);
    }
  return g_string_free (text, FALSE);
}
