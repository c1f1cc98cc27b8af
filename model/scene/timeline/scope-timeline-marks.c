/* scope-timeline-marks.c: flags of what the program marked, which of them is at a place, and its line through the lanes; spans, which
 * marks make, and phases, which nobody marked.
 *
 * Flags that stand nearer together than can be read become one, "×312": what is drawn, hit and told of are these groups,
 * found by one walk. Only the flag under the pointer has a line through all lanes: thousands of lines would hide them.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/base/scope-each.h"
#include "model/scene/phases/scope-phases-table.h"
#include "model/scene/timeline/scope-timeline-hit.h"
#include "model/scene/view/scope-view-phases.h"

#include "model/scene/timeline/scope-timeline-scene-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#define MAX_FLAGS 400u
#define NEAR 30.0  /* pixels: what begins nearer is of the same flag */
#define WIDEST 240.0
#define LEAST_WORDS 14.0

/* --- flags --- */

/* `hit` is filled for a flag at plot pixel x with so much room before the next; FALSE ends the walk. */
typedef gboolean (*FlagFunc) (const ScopeTimelineBuild *b, const ScopeLaneNode *node, const ScopeMarkHit *flag,
                              double x, double room, gpointer data);

static ScopeMarkHit
flag_of (const ScopeMarkFlag *mark)
{
  return (ScopeMarkHit) { mark->time, mark->last, mark->count, mark->kind, mark->text };
}

static void
foreach_flag (const ScopeTimelineBuild *b, const ScopeLaneNode *node, FlagFunc func, gpointer data)
{
  ScopeMarkHit flag = { 0 };
  double flag_x = 0;
  guint n = 0;

  if (b->overlay == NULL || !scope_view_get_look (b->view)->show_marks)
    return;
  for (guint i = 0; i < b->overlay->marks->len && n < MAX_FLAGS; i++)
    {
      const ScopeMarkFlag *mark = &g_array_index (b->overlay->marks, ScopeMarkFlag, i);
      double x = floor (scope_viewport_time_to_x (b->viewport, mark->time));

      if ((node->lane.machine != SCOPE_NONE && mark->machine != node->lane.machine) || x < -200 || x > b->width)
        continue;
      if (flag.count > 0 && x - flag_x < NEAR && x >= flag_x)
        {
          flag.count = MIN (flag.count, G_MAXUINT / 2) + mark->count;
          flag.to = MAX (flag.to, mark->last);
          continue;
        }
      if (flag.count > 0 && (n++, !func (b, node, &flag, flag_x, x > flag_x ? MIN (x - flag_x, WIDEST) : WIDEST, data)))
        return;
      flag = flag_of (mark);
      flag_x = x;
    }
  if (flag.count > 0 && n < MAX_FLAGS)
    func (b, node, &flag, flag_x, b->width > flag_x ? MIN (b->width - flag_x, WIDEST) : WIDEST, data);
}

static ScopeColour
flag_colour (const ScopeTimelineBuild *b, guint kind)
{
  return kind == SCOPE_MARK_MARKER || kind == SCOPE_MARK_INTERRUPT ? b->palette->accent : b->palette->text;
}

/* A number cut short would be another number. */
static char *
flag_text (const ScopeMarkHit *flag)
{
  if (flag->count == 1)
    {
      char *text = g_strdup (flag->text != NULL ? flag->text : "");

      for (char *p = text; *p != '\0'; p++)
        if ((guchar) *p < 0x20)
          *p = ' ';
      return text;
    }
  return flag->count < 1000      ? g_strdup_printf ("×%u", flag->count)
         : flag->count < 1000000 ? g_strdup_printf ("×%uk", (flag->count + 500) / 1000)
                                 : g_strdup_printf ("×%uM", (flag->count + 500000) / 1000000);
}

static double
flag_size (const ScopeTimelineBuild *b, const ScopeLaneNode *node)
{
  return MIN (b->font - 1, node->bar_height - 4);
}

/* Of the words, and of the pennant if there is no room for any: a text may be cut short, a number not. */
static double
flag_width (const ScopeTimelineBuild *b, const ScopeLaneNode *node, const ScopeMarkHit *flag, const char *text, double room)
{
  double all = scope_text_width (text, flag_size (b, node)) + 8, width = MIN (all, room - 1);

  return width < LEAST_WORDS || (flag->count > 1 && width < all - 4) ? MIN (room, 6) : width;
}

static gboolean
add_flag (const ScopeTimelineBuild *b, const ScopeLaneNode *node, const ScopeMarkHit *flag, double x, double room,
          gpointer data)
{
  double y = scope_timeline_bar_y (b, node), h = node->bar_height, size = flag_size (b, node), w;
  ScopeColour colour = flag_colour (b, flag->kind);
  g_autofree char *text = flag_text (flag);

  w = flag_width (b, node, flag, text, room);
  scope_scene_line (b->scene, b->x + x + 0.5, y, b->x + x + 0.5, y + h, 1, colour);
  if (w < LEAST_WORDS)
    {
      float pennant[] = { b->x + x + 1, y, b->x + x + 1 + w, y + 3, b->x + x + 1, y + 6 };

      scope_scene_polygon (b->scene, pennant, 3, colour);
      return TRUE;
    }
  scope_scene_rect (b->scene, b->x + x + 1, y + 1, w, h - 3, scope_colour_alpha (colour, 0.14));
  scope_scene_text_item (b->scene, text, b->x + x + 4, y + 1, w - 5, h - 3, size, b->palette->strong_text,
                         SCOPE_ALIGN_START);
  return TRUE;
}

void
scope_timeline_add_marks (ScopeTimelineBuild *b, guint row)
{
  foreach_flag (b, scope_lane_list_row (b->lanes, row), add_flag, NULL);
}

/* --- labels in the rows of processors: a red line at their time, and their text if there is room before the next --- */

static gboolean
is_label_of (const ScopeLaneNode *node, const ScopeMarkFlag *mark)
{
  return mark->kind == SCOPE_MARK_LABEL && mark->machine == node->lane.machine && mark->processor == node->lane.index;
}

static void
add_label_text (const ScopeTimelineBuild *b, const ScopeLaneNode *node, const ScopeMarkFlag *mark, double x, double room)
{
  double y = scope_timeline_bar_y (b, node), h = MIN (node->bar_height, b->font + 5), size = MIN (b->font - 1, h - 3), w, all;
  const ScopeMarkHit flag = { mark->time, mark->last, mark->count, mark->kind, mark->text };
  g_autofree char *text = flag_text (&flag);

  all = scope_text_width (text, size) + 6;
  w = MIN (all, MIN (room, WIDEST) - 2);
  /* The whole of it, or four characters and an ellipsis, or nothing: the red line says that there is one. */
  if (w < LEAST_WORDS || (w < all && w < 5 * 0.62 * size + 6))
    return;
  scope_scene_rect (b->scene, b->x + x + 1, y, w, h, scope_colour_alpha (b->palette->canvas, 0.85));
  scope_scene_text_item (b->scene, text, b->x + x + 4, y, w - 4, h, size, b->palette->strong_text, SCOPE_ALIGN_START);
}

void
scope_timeline_add_row_labels (ScopeTimelineBuild *b, guint row)
{
  const ScopeLaneNode *node = scope_lane_list_row (b->lanes, row);
  double y = scope_timeline_bar_y (b, node), next = b->width;
  gint64 drawn = G_MAXINT64;
  guint n = 0;

  if (b->overlay == NULL || !scope_view_get_look (b->view)->show_marks)
    return;
  /* From the last to the first: each knows how much room there is. */
  for (guint i = b->overlay->marks->len; i-- > 0;)
    {
      const ScopeMarkFlag *mark = &g_array_index (b->overlay->marks, ScopeMarkFlag, i);
      double x = floor (scope_viewport_time_to_x (b->viewport, mark->time));

      if (!is_label_of (node, mark) || x < -WIDEST || x > b->width)
        continue;
      if (n++ < MAX_FLAGS && next - x > LEAST_WORDS)
        add_label_text (b, node, mark, x, next - x);
      if (x >= 0 && (gint64) x != drawn)
        scope_scene_line (b->scene, b->x + x + 0.5, y, b->x + x + 0.5, y + node->bar_height, 1, b->palette->danger);
      drawn = (gint64) x;
      next = x;
    }
}

/* --- the one under the pointer --- */

typedef struct
{
  double x, reach;
  gboolean hit;
  ScopeMarkHit flag;
} Search;

static gboolean
compare_flag (const ScopeTimelineBuild *b, const ScopeLaneNode *node, const ScopeMarkHit *flag, double x, double room,
              gpointer data)
{
  Search *search = data;
  g_autofree char *text = flag_text (flag);
  double far = search->x < x ? x - search->x : MAX (search->x - x - flag_width (b, node, flag, text, room), 0);

  if (far <= search->reach && (!search->hit || far < search->reach))
    {
      search->reach = far;
      search->flag = *flag;
      search->hit = TRUE;
    }
  return TRUE;
}

gboolean
scope_timeline_hit_mark (ScopeView *view, const ScopeTimelineOptions *options, const ScopeOverlay *overlay, guint row,
                         double x, double reach, ScopeMarkHit *ret_mark)
{
  ScopeTimelineBuild b = { .view = view, .options = options, .overlay = overlay };
  Search search = { x, reach, FALSE, { 0 } };
  const ScopeLaneNode *node;

  scope_timeline_measure (&b);
  node = row != SCOPE_NONE ? scope_lane_list_row (b.lanes, row) : NULL;
  if (node == NULL || node->kind != SCOPE_ROW_MARKS)
    return FALSE;
  foreach_flag (&b, node, compare_flag, &search);
  if (search.hit)
    *ret_mark = search.flag;
  return search.hit;
}

char *
scope_timeline_describe_mark (ScopeView *view, const ScopeMarkHit *mark)
{
  const ScopeViewport *v = scope_view_get_viewport (view);
  ScopeClock clock = scope_view_get_clock (view);
  double resolution = scope_viewport_scale (v) / 4;
  g_autofree char *from = NULL, *to = NULL, *count = NULL;

  if (mark->count == 1)
    {
      from = scope_clock_both (&clock, (double) mark->from, resolution);
      return g_strdup_printf ("%s\n%s", mark->text != NULL && *mark->text != '\0' ? mark->text : _("Mark"), from);
    }
  from = scope_clock_text (&clock, (double) mark->from, resolution);
  to = scope_clock_text (&clock, (double) mark->to, resolution);
  count = scope_format_count (mark->count);
  /* Translators: a number of marks, the first one's text, and from when to when. */
  return g_strdup_printf (_("%s marks, the first: %s\n%s – %s"), count, mark->text != NULL ? mark->text : "", from, to);
}

void
scope_timeline_add_mark_line (ScopeTimelineBuild *b)
{
  double x = floor (scope_viewport_time_to_x (b->viewport, b->options->mark)) + 0.5;

  if (b->options->has_mark && x >= 0 && x <= b->width)
    scope_scene_line (b->scene, b->x + x, b->y, b->x + x, b->y + b->height, 1,
                      flag_colour (b, b->options->mark_kind));
}

/* --- spans: what pairs of marks make --- */

static ScopeColour
span_colour (const ScopeTimelineBuild *b, const ScopeSpanBar *bar)
{
  return scope_colour_mix (b->palette->canvas, scope_palette_task (b->palette, g_str_hash (bar->name) % 997), bar->n > 1 ? 0.3 : 0.5);
}

/* FALSE: it is not of this row, or not in view. */
static gboolean
place_bar (const ScopeTimelineBuild *b, const ScopeLaneNode *node, const ScopeSpanBar *bar, double *x, double *y, double *width, double *height)
{
  double x0 = MAX (scope_viewport_time_to_x (b->viewport, bar->from), 0),
         x1 = bar->to != SCOPE_TIME_MAX ? MIN (scope_viewport_time_to_x (b->viewport, bar->to), b->width) : b->width;

  *height = floor (node->bar_height / MAX (node->levels, 1));
  *y = scope_timeline_bar_y (b, node) + MIN (bar->level, MAX (node->levels, 1) - 1) * *height;
  *x = b->x + floor (x0);
  *width = MAX (ceil (x1) - floor (x0), 1);
  return bar->machine == node->lane.machine && x1 >= 0 && x0 < b->width;
}

void
scope_timeline_add_spans (ScopeTimelineBuild *b, guint row)
{
  const ScopeLaneNode *node = scope_lane_list_row (b->lanes, row);
  double x, y, width, height;

  if (b->overlay == NULL)
    return;
  SCOPE_EACH (const ScopeSpanBar, bar, b->overlay->spans)
    {
      double size = 0;

      if (!place_bar (b, node, bar, &x, &y, &width, &height))
        continue;
      scope_scene_rect (b->scene, x, y, width > 3 ? width - 1 : width, height - 1, span_colour (b, bar));
      size = MIN (b->font - 1, height - 2);
      if (bar->n == 1 && size >= 7 && width >= scope_text_width (bar->name, size) + 8)
        scope_scene_text_item (b->scene, bar->name, x + 3, y, width - 6, height - 1, size, b->palette->strong_text, SCOPE_ALIGN_START);
    }
}

gboolean
scope_timeline_hit_span (ScopeView *view, const ScopeTimelineOptions *options, const ScopeOverlay *overlay, guint row, double at_x, double at_y,
                         ScopeSpanBar *ret_bar)
{
  ScopeTimelineBuild b = { .view = view, .options = options, .overlay = overlay };
  const ScopeLaneNode *node = scope_lane_list_row (scope_view_get_lanes (view), row);
  gboolean hit = FALSE;
  double x, y, width, height;

  if (node == NULL || node->kind != SCOPE_ROW_SPANS || overlay == NULL)
    return FALSE;
  scope_timeline_measure (&b);
  SCOPE_EACH (const ScopeSpanBar, bar, overlay->spans)
    if (place_bar (&b, node, bar, &x, &y, &width, &height) && at_x + b.x >= x && at_x + b.x < x + width && at_y + b.y >= y
        && at_y + b.y < y + height)
      {
        *ret_bar = *bar;
        hit = TRUE;
      }
  return hit;
}

static char *
thread_title (ScopeTrace *trace, const ScopeSpanBar *bar, guint32 thread)
{
  return thread != SCOPE_NONE ? scope_trace_lane_title (trace, (ScopeLaneId) { bar->machine, SCOPE_KIND_THREAD, thread }) : NULL;
}

char *
scope_timeline_describe_span (ScopeView *view, const ScopeSpanBar *bar)
{
  ScopeTrace *trace = scope_view_get_trace (view);
  ScopeClock clock = scope_view_get_clock (view);
  double resolution = scope_viewport_scale (scope_view_get_viewport (view)) / 4;
  gboolean ended = bar->to != SCOPE_TIME_MAX;
  g_autofree char *from = scope_clock_text (&clock, (double) bar->from, resolution), *to = NULL, *length = NULL, *n = NULL;
  g_autofree char *by = thread_title (trace, bar, bar->thread), *end = thread_title (trace, bar, bar->end_thread);
  GString *text = g_string_new (bar->name);

  if (ended)
    {
      to = scope_clock_text (&clock, (double) bar->to, resolution);
      length = scope_format_duration ((double) bar->to - (double) bar->from, scope_trace_tick_ps (trace));
      g_string_append_printf (text, "\n%s – %s (%s)", from, to, length);
    }
  else
    /* TRANSLATORS: a time; of a span that a mark begins and none ends */
    g_string_append_printf (text, _("\nsince %s, never ends"), from);
  if (bar->n > 1)
    {
      n = scope_format_count (bar->n);
      /* TRANSLATORS: a number of spans that are too narrow to be seen one by one */
      g_string_append_printf (text, _("\n%s spans here"), n);
    }
  else if (by != NULL)
    {
      g_string_append_printf (text, "\n%s", by);
      if (ended && end != NULL && bar->end_thread != bar->thread)
        /* TRANSLATORS: a thread */
        g_string_append_printf (text, _(", ended by %s"), end);
    }
  return g_string_free (text, FALSE);
}

/* --- phases --- */

void
scope_timeline_add_phases (ScopeTimelineBuild *b, guint row)
{
  const ScopeLaneNode *node = scope_lane_list_row (b->lanes, row);
  const ScopePhases *phases = scope_view_get_phases (b->view);

  if (phases == NULL)
    return;
  if (phases->phases->len > 0)
    scope_phases_scene_add_row (b->scene, phases, b->viewport, b->x, scope_timeline_bar_y (b, node), b->width, node->bar_height);
  else
    scope_scene_text_item (b->scene, _("No phases: what the program does changes no more than it would by chance"), b->x + 6,
                           scope_timeline_bar_y (b, node), b->width - 12, node->bar_height, b->font, b->palette->text, SCOPE_ALIGN_START);
}

void
scope_timeline_add_phase_bands (ScopeTimelineBuild *b)
{
  const ScopePhases *phases = b->options->parts & SCOPE_PART_OVERLAY ? scope_view_get_phases (b->view) : NULL;

  if (phases == NULL)
    return;
  scope_timeline_add_region (b, "Phases", FALSE, b->x, b->width);
  scope_phases_scene_add_bands (b->scene, phases, b->viewport, b->x, b->y, b->width, b->height);
}

char *
scope_timeline_describe_phase (ScopeView *view, guint row, double x)
{
  const ScopeLaneNode *node = scope_lane_list_row (scope_view_get_lanes (view), row);
  const ScopePhases *phases = node != NULL && node->kind == SCOPE_ROW_PHASES ? scope_view_get_phases (view) : NULL;
  guint phase = phases != NULL ? scope_phases_find (phases, scope_viewport_x_to_time (scope_view_get_viewport (view), x)) : SCOPE_NONE;
  ScopeClock clock = scope_view_get_clock (view);

  return phase != SCOPE_NONE ? scope_phases_dup_text (scope_view_get_trace (view), phases, phase, &clock) : NULL;
}
