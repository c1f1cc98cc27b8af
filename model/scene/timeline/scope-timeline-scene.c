/* scope-timeline-scene.c: puts the timeline together: background, names, rows, and what lies over them.
 *
 * Only rows that are in view are looked at, and each kind of thing has a limit of its own, so that a scene has some
 * thousands of items at most, whatever the trace holds.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/scene/timeline/scope-timeline-scene-private.h"

#include "model/trace/analysis/scope-cause-words.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>


#define INDENT 14.0
#define LEAST_NAME 9.0 /* pixels of a letter */
#define LEAST_LIFE 2.0 /* pixels that can be seen */

/* --- rows --- */

static void
add_strip (ScopeTimelineBuild *b, guint row, const ScopeLaneNode *node)
{
  gint64 left = b->scene->left, right = left + (gint64) b->width;
  gboolean activity = node->kind == SCOPE_ROW_ACTIVITY;
  double full = 0, second_full = 0;
  guint first = b->scene->strips->len, n = 0, second = SCOPE_NONE, n_lanes = 0;
  ScopeItem *item;

  if (b->options->parts & SCOPE_PART_STRIPS)
    for (guint pass = 0; pass < (activity ? 2u : 1u); pass++)
      {
        if (pass == 1)
          second = b->scene->strips->len;
        for (gint64 i = scope_timeline_strip_index (left); i <= scope_timeline_strip_index (right - 1); i++)
          {
            ScopeStrip *strip = scope_timeline_strip (b->view, row, i, pass == 1, b->getter, b->cache);

            n_lanes = pass == 0 ? strip->n_lanes : n_lanes;
            g_ptr_array_add (b->scene->strips, strip);
            n += pass == 0;
          }
      }
  full = activity ? n_lanes : scope_timeline_full_cached (b->view, row, FALSE, b->getter, b->cache);
  if (activity)
    second_full = scope_timeline_full_cached (b->view, row, TRUE, b->getter, b->cache);
  item = scope_scene_strip (b->scene, b->x, scope_timeline_bar_y (b, node), b->width, node->bar_height, row);
  item->style = activity ? SCOPE_STRIP_ACTIVITY : SCOPE_STRIP_STATES;
  item->strip = first;
  item->n_strips = n;
  item->second_strip = second;
  item->full = full;
  item->second_full = second_full;
  item->look = scope_timeline_look (b->view, node);
  item->dim = (guint8) scope_timeline_dimmed (b->view, node);
}

/* The time of rows further down is not spent on them. */
static void
add_calls (ScopeTimelineBuild *b, guint row)
{
  gint64 start = g_get_monotonic_time ();

  scope_timeline_add_calls (b, row);
  if (b->getter->deadline != 0)
    b->getter->deadline += g_get_monotonic_time () - start;
}

static void
add_graph (ScopeTimelineBuild *b, guint row, ScopeRowKind kind)
{
  if (kind == SCOPE_ROW_TRAFFIC)
    scope_timeline_add_traffic (b, row);
  else if (scope_row_is_of_cores (kind))
    {
      scope_timeline_add_losses (b, row);
      scope_timeline_add_cores (b, row);
    }
}

static void
add_row (ScopeTimelineBuild *b, guint row)
{
  const ScopeLaneNode *node = scope_lane_list_row (b->lanes, row);
  double top = scope_timeline_row_y (b, node), least = scope_timeline_top (b, node->sticks);
  guint group = scope_scene_add_group (b->scene, node->title, row, b->x, MAX (top, least), b->width,
                                       MIN (top + node->height, b->y + b->height) - MAX (top, least));

  scope_scene_set_group (b->scene, group);
  /* Under the strip, which is transparent where nothing is known: a loss never hides what is known. */
  if (node->kind == SCOPE_ROW_STATES)
    scope_timeline_add_losses (b, row);
  if (node->n_sources > 0 || node->kind == SCOPE_ROW_ACTIVITY)
    add_strip (b, row, node);
  switch (node->kind)
    {
    case SCOPE_ROW_STATES:
    case SCOPE_ROW_GROUP:
      if (scope_timeline_counts_alive (node))
        scope_timeline_add_alive (b, row);
      if (b->options->parts & SCOPE_PART_LABELS)
        scope_timeline_add_labels (b, row);
      if (node->lane.kind == SCOPE_KIND_PROCESSOR)
        scope_timeline_add_row_labels (b, row);
      break;
    case SCOPE_ROW_COUNTS:
      if (node->lane.kind == SCOPE_KIND_PROCESSOR)
        scope_timeline_add_row_labels (b, row);
      break;
    case SCOPE_ROW_ACTIVITY:
      scope_timeline_add_least_most (b, row);
      scope_timeline_add_ghost (b, row);
      break;
    case SCOPE_ROW_PAUSES:
    case SCOPE_ROW_CONCURRENT:
    case SCOPE_ROW_FLUSHES:
      scope_timeline_add_pauses (b, row);
      break;
    case SCOPE_ROW_HEAP:
    case SCOPE_ROW_SPARKS:
    case SCOPE_ROW_QUEUE:
    case SCOPE_ROW_MEMORY:
    case SCOPE_ROW_LOAD:
    case SCOPE_ROW_PROCESS_COUNT:
    case SCOPE_ROW_BLOCKS:
    case SCOPE_ROW_MEGABLOCKS:
    case SCOPE_ROW_HEAPS:
    case SCOPE_ROW_MAILBOXES:
      scope_timeline_add_losses (b, row);
      scope_timeline_add_counters (b, row);
      break;
    case SCOPE_ROW_ALLOCATION:
    case SCOPE_ROW_SPARK_CREATION:
    case SCOPE_ROW_SPARK_CONVERSION:
      scope_timeline_add_losses (b, row);
      scope_timeline_add_rates (b, row);
      break;
    case SCOPE_ROW_CALLS:
      add_calls (b, row);
      break;
    case SCOPE_ROW_SPANS:
      scope_timeline_add_spans (b, row);
      break;
    case SCOPE_ROW_MARKS:
      scope_timeline_add_marks (b, row);
      break;
    case SCOPE_ROW_PHASES:
      scope_timeline_add_phases (b, row);
      break;
    case SCOPE_ROW_PATH:
      if (b->options->parts & SCOPE_PART_LABELS)
        scope_timeline_add_labels (b, row);
      break;
    default:
      add_graph (b, row, node->kind);
      break;
    }
}

static char *
percent (double part, double whole, gboolean tenths)
{
  double p = 100 * part / whole;

  if (tenths)
    return scope_format_share (part / whole);
  if (part > 0 && p < 1)
    return g_strdup ("<1 %");
  return g_strdup_printf ("%.0f %%", part < whole ? MIN (floor (p + 0.5), 99) : 100);
}

static gboolean
row_totals (ScopeTimelineBuild *b, guint row, const ScopeLaneNode *node, double totals[SCOPE_N_STATES])
{
  const double *read;

  if (b->options->shares == NULL)
    return scope_timeline_row_totals (b->view, row, b->getter, b->cache, totals);
  read = scope_shares_row (b->options->shares, node->key);
  if (read != NULL)
    memcpy (totals, read, SCOPE_N_STATES * sizeof *totals);
  return read != NULL;
}

/* "23 % of 8 HECs": that many are the row's height. */
static char *
of_processors (ScopeTimelineBuild *b, const char *share)
{
  guint n;
  g_autofree ScopeLaneSource *sources = scope_lane_list_activity_sources (b->lanes, &n);
  g_autofree char *processors = scope_cause_processors (b->trace, n);

  /* TRANSLATORS: a share of processors: “23 % of 8 HECs” */
  return g_strdup_printf (_("%s of %s"), share, processors);
}

/* A row of one, or of Eden's machine, which is one. */
static gboolean
is_processor (ScopeTimelineBuild *b, const ScopeLaneNode *node)
{
  return node->kind == SCOPE_ROW_STATES
         && (node->lane.kind == SCOPE_KIND_PROCESSOR
             || (node->lane.kind == SCOPE_KIND_MACHINE && scope_trace_runtime (b->trace) == SCOPE_RUNTIME_EDEN));
}

/* Coloured by cause, ACTIVE is another one's work. */
static double
running (ScopeTimelineBuild *b, const ScopeLaneNode *node, const double totals[SCOPE_N_STATES])
{
  return totals[SCOPE_STATE_RUNNING] + (scope_timeline_by_cause (b->view, node) ? 0 : totals[SCOPE_STATE_ACTIVE]);
}

/* A thread of which no bar can be seen: a share alone would promise one. */
static gboolean
is_hardly_there (ScopeTimelineBuild *b, const ScopeLaneNode *node, double known)
{
  return node->kind == SCOPE_ROW_STATES && node->lane.kind == SCOPE_KIND_THREAD
         && known < LEAST_LIFE * scope_viewport_scale (scope_view_get_viewport (b->view));
}

/* "99 % of 42 µs" */
static char *
of_its_life (ScopeTimelineBuild *b, const char *share, double known)
{
  g_autofree char *life = scope_format_duration (known, scope_trace_tick_ps (b->trace));

  /* TRANSLATORS: a share, and the short time that a thread lived for: “99 % of 42 µs” */
  return g_strdup_printf (C_("duration", "%s of %s"), share, life);
}

/* Share of running in view, on Schedplot's track of collections that of collecting, or what the row's picture is scaled to. */
static char *
row_figure (ScopeTimelineBuild *b, guint row, const ScopeLaneNode *node)
{
  double totals[SCOPE_N_STATES] = { 0 }, sum = 0;
  g_autofree char *share = NULL;

  if (node->kind == SCOPE_ROW_HEAP || node->kind == SCOPE_ROW_SPARKS
      || (node->kind >= SCOPE_ROW_QUEUE && node->kind <= SCOPE_ROW_MAILBOXES))
    return scope_timeline_counter_figure (b, row);
  if (node->kind >= SCOPE_ROW_ALLOCATION && node->kind <= SCOPE_ROW_SPARK_CONVERSION)
    return scope_timeline_rate_figure (b, row);
  if (node->kind == SCOPE_ROW_TRAFFIC)
    return scope_timeline_traffic_figure (b, row);
  if (scope_row_is_of_cores (node->kind))
    return scope_timeline_cores_figure (b, row);
  if (scope_timeline_counts_alive (node))
    return scope_timeline_alive_figure (b, row);
  if (node->kind == SCOPE_ROW_COUNTS && node->n_sources > 0)
    {
      g_autofree char *most = scope_format_count ((guint64) (scope_timeline_full_cached (b->view, row, FALSE, b->getter, b->cache) + 0.5));

      return g_strdup_printf ("≤ %s", most);
    }
  if ((node->kind != SCOPE_ROW_STATES && node->kind != SCOPE_ROW_ACTIVITY) || !row_totals (b, row, node, totals))
    return NULL;
  for (guint s = 0; s + 1 < SCOPE_N_STATES; s++)
    sum += totals[s];
  if (sum <= 0)
    return NULL;
  if (node->lane.kind == SCOPE_KIND_PROCESSOR && node->kind == SCOPE_ROW_STATES
      && scope_machine_is_gc_track (scope_trace_machine (scope_view_get_trace (b->view), node->lane.machine), node->lane.index))
    return percent (totals[SCOPE_STATE_COLLECTING], sum, FALSE);
  share = percent (running (b, node, totals), sum, b->tenths && is_processor (b, node));
  if (node->kind == SCOPE_ROW_ACTIVITY)
    return of_processors (b, share);
  return is_hardly_there (b, node, sum) ? of_its_life (b, share, sum) : g_steal_pointer (&share);
}

static void
add_triangle (ScopeTimelineBuild *b, double x, double y, gboolean open)
{
  float down[] = { x, y - 2, x + 8, y - 2, x + 4, y + 3 }, right[] = { x + 2, y - 4, x + 7, y, x + 2, y + 4 };

  scope_scene_polygon (b->scene, open ? down : right, 3, b->palette->text);
}

static void
add_name (ScopeTimelineBuild *b, guint row)
{
  const ScopeLaneNode *node = scope_lane_list_row (b->lanes, row);
  double x = 10 + MIN (node->depth, 8) * INDENT, middle, right = b->names_width - 8;
  /* Nine pixels are what can still be read, and letters of nine fit into the lowest rows. */
  double size = CLAMP (node->height - 2, LEAST_NAME, b->font);
  double top = scope_timeline_row_y (b, node);
  g_autofree char *figure = row_figure (b, row, node);
  double text_top, text_height = MIN (node->height, 28);

  /* Beside the bar, which lies on the row's bottom. */
  text_top = top + node->height - node->bar_height / 2 - text_height / 2;
  if (node->kind == SCOPE_ROW_CALLS)
    text_top = top + 2; /* beside the lowest frame of a high row */
  text_top = MIN (text_top, top + node->height - text_height);
  middle = text_top + text_height / 2;
  if (node->kind == SCOPE_ROW_ACTIVITY)
    {
      double most = scope_timeline_full_cached (b->view, row, TRUE, b->getter, b->cache);
      g_autofree char *count = scope_format_count ((guint64) (most + 0.5));
      guint n;
      g_autofree char *words = g_strdup_printf ("%s ≤ %s", scope_trace_state_label (b->trace, SCOPE_STATE_RUNNABLE),
                                                count);

      g_free (scope_lane_list_ready_sources (b->lanes, &n));
      if (most > 0 && n > 0) /* else nobody knows */
        scope_scene_text_item (b->scene, words, x, scope_timeline_bar_y (b, node), right - x, node->bar_height / 4,
                               MAX (size - 2, LEAST_NAME), b->palette->text, SCOPE_ALIGN_END);
    }
  if (node->expandable)
    add_triangle (b, x - 6, middle, node->expanded);
  x += 6;
  if (scope_timeline_has_scale (node))
    {
      scope_timeline_add_scale_words (b, node, figure, x, right, size);
      return;
    }
  if (figure != NULL)
    {
      double width = scope_text_width (figure, size) + 4;

      scope_scene_text_item (b->scene, figure, right - width, text_top, width, text_height, size, b->palette->text,
                             SCOPE_ALIGN_END);
      right -= width + 6;
    }
  if (node->detail != NULL)
    {
      /* Ids are wider than words of as many letters, and must be read whole. */
      double wide = node->kind == SCOPE_ROW_STATES ? 1.25 : 1;
      double width = MIN (scope_text_width (node->title, size) * wide + 4, MAX (right - x - 30, 20));

      scope_scene_text_item (b->scene, node->title, x, text_top, width, text_height, size, b->palette->strong_text,
                             SCOPE_ALIGN_START);
      if (right - x - width > 24)
        scope_scene_text_item (b->scene, node->detail, x + width + 4, text_top, right - x - width - 4, text_height,
                               size, b->palette->text, SCOPE_ALIGN_START);
      return;
    }
  scope_scene_text_item (b->scene, node->title, x, text_top, MAX (right - x, 10), text_height, size,
                         node->kind == SCOPE_ROW_MORE     ? b->palette->accent_words
                         : node->kind == SCOPE_ROW_ABSENT ? b->palette->text
                                                          : b->palette->strong_text,
                         SCOPE_ALIGN_START);
}

static gint
compare_tenths (gconstpointer a, gconstpointer b)
{
  return *(const int *) a - *(const int *) b;
}

/* The same in whole per cents, as they are shown, and not in tenths. */
static gboolean
is_near (int a, int b)
{
  return a != b && (a + 5) / 10 == (b + 5) / 10;
}

/* If who is the least busy processor, or the busiest, is not told by whole per cents, but by tenths. */
static gboolean
needs_tenths (ScopeTimelineBuild *b)
{
  g_autoptr (GArray) found = g_array_new (FALSE, FALSE, sizeof (int));
  const int *tenths;

  for (guint i = 0; i < b->n_sticking + b->end_row - b->first_row; i++)
    {
      guint row = i < b->n_sticking ? i : b->first_row + i - b->n_sticking;
      const ScopeLaneNode *node = scope_lane_list_row (b->lanes, row);
      double totals[SCOPE_N_STATES] = { 0 }, sum = 0;
      int share;

      if (!is_processor (b, node) || !row_totals (b, row, node, totals))
        continue;
      for (guint s = 0; s + 1 < SCOPE_N_STATES; s++)
        sum += totals[s];
      share = sum > 0 ? (int) (1000 * running (b, node, totals) / sum + 0.5) : 0;
      if (sum > 0)
        g_array_append_val (found, share);
    }
  g_array_sort (found, compare_tenths);
  tenths = (const int *) found->data;
  if (found->len < 2)
    return FALSE;
  return is_near (tenths[0], tenths[1]) || is_near (tenths[found->len - 2], tenths[found->len - 1]);
}

static void
add_names (ScopeTimelineBuild *b)
{
  b->tenths = needs_tenths (b);
  if (b->n_sticking > 0)
    {
      scope_timeline_add_region (b, NULL, TRUE, 0, b->names_width);
      for (guint row = 0; row < b->n_sticking; row++)
        add_name (b, row);
    }
  scope_timeline_add_region (b, NULL, FALSE, 0, b->names_width);
  for (guint row = b->first_row; row < b->end_row; row++)
    add_name (b, row);
  scope_scene_set_group (b->scene, 0);
  scope_scene_line (b->scene, b->names_width - 0.5, b->y - b->ruler_height, b->names_width - 0.5, b->y + b->height,
                    1, b->palette->grid);
}

static void
add_band (ScopeTimelineBuild *b, guint row)
{
  const ScopeLaneNode *node = scope_lane_list_row (b->lanes, row);

  if (node->band == 1)
    scope_scene_rect (b->scene, 0, scope_timeline_row_y (b, node), b->scene->width, node->height,
                      b->palette->alternate);
}

static void
add_bands (ScopeTimelineBuild *b)
{
  scope_scene_set_group (b->scene, 0);
  scope_scene_rect (b->scene, 0, 0, b->scene->width, b->scene->height, b->palette->canvas);
  if (b->n_sticking > 0)
    {
      scope_timeline_add_region (b, NULL, TRUE, 0, b->scene->width);
      for (guint row = 0; row < b->n_sticking; row++)
        add_band (b, row);
    }
  scope_timeline_add_region (b, NULL, FALSE, 0, b->scene->width);
  for (guint row = b->first_row; row < b->end_row; row++)
    add_band (b, row);
}

/* Under the rows that stick: a line, and the shade of an edge once something has gone below it. */
static void
add_divider (ScopeTimelineBuild *b)
{
  double y = b->y + b->sticking_height;
  guint shade = b->scroll > 0 ? 5 : 0;

  if (b->n_sticking == 0 || b->n_sticking == scope_lane_list_n_rows (b->lanes))
    return;
  scope_timeline_add_region (b, NULL, FALSE, 0, b->scene->width);
  for (guint i = 0; i < shade; i++)
    scope_scene_rect (b->scene, 0, y + i, b->scene->width, 1,
                      scope_colour_alpha (b->palette->strong_text, 0.16 * (1 - i / 5.0)));
  scope_scene_rect (b->scene, 0, y, b->scene->width, 1, scope_colour_alpha (b->palette->text, 0.8));
}

/* --- the frame --- */

static void
measure (ScopeTimelineBuild *b)
{
  const ScopeTimelineOptions *options = b->options;

  b->names_width = options->parts & SCOPE_PART_NAMES
                       ? (options->names_width > 0 ? options->names_width : SCOPE_NAMES_WIDTH)
                       : 0;
  b->ruler_height = options->parts & SCOPE_PART_RULER ? SCOPE_RULER_HEIGHT : 0;
  b->legend_height = options->parts & SCOPE_PART_LEGEND ? SCOPE_LEGEND_HEIGHT : 0;
  b->font = options->font_size > 0 ? options->font_size : 11;
  b->x = b->names_width;
  b->y = b->ruler_height;
  b->width = MAX (floor (options->width - b->names_width), 1);
  b->height = MAX (options->height - b->ruler_height - b->legend_height, 1);
  b->scroll = floor (options->scroll_y);
}

static void
find_rows (ScopeTimelineBuild *b)
{
  b->n_sticking = scope_lane_list_n_sticking (b->lanes);
  b->sticking_height = scope_lane_list_sticking_height (b->lanes);
  scope_lane_list_rows_in_view (b->lanes, b->scroll, b->height, &b->first_row, &b->end_row);
}

void
scope_timeline_measure (ScopeTimelineBuild *b)
{

  b->trace = scope_view_get_trace (b->view);
  b->lanes = scope_view_get_lanes (b->view);
  b->palette = scope_palette_get (scope_view_get_palette (b->view));
  b->tick_ps = scope_trace_tick_ps (b->trace);
  measure (b);
  scope_view_set_width (b->view, (int) b->width);
  b->viewport = scope_view_get_viewport (b->view);
  scope_lane_list_layout (b->lanes, scope_view_get_look (b->view)->height, b->height, b->options->lane_height);
  find_rows (b);
}

/* An empty scene, and where things are in it. */
static void
begin (ScopeTimelineBuild *b)
{
  const ScopeTimelineOptions *options = b->options;

  scope_timeline_measure (b);
  b->scene = scope_scene_new (options->width, options->height, b->palette);
  b->scene->font_size = b->font;
  b->scene->left = scope_viewport_left (b->viewport);
  b->scene->plot_x = b->x;
  b->scene->plot_y = b->y;
  b->scene->plot_width = b->width;
  b->scene->plot_height = b->height;
}

ScopeScene *
scope_timeline_messages_build (ScopeView *view, const ScopeTimelineOptions *options, const ScopeOverlay *overlay)
{
  ScopeTimelineBuild b = { .view = view, .options = options, .overlay = overlay };

  if (!scope_timeline_has_lines (view, overlay))
    return NULL;
  begin (&b);
  scope_timeline_add_messages (&b);
  return b.scene;
}

/* All strips of a picture are kept while it is drawn: its rows, its names and its legend look at the same ones, and the scene has them anyway. */
static guint
own_strips (const ScopeTimelineBuild *b)
{
  gint64 left = b->scene->left, right = left + (gint64) b->width;
  gint64 n = scope_timeline_strip_index (right - 1) - scope_timeline_strip_index (left) + 2;

  return (guint) MIN (n * (gint64) (b->n_sticking + b->end_row - b->first_row + SCOPE_LEGEND_ROWS), G_MAXINT);
}

ScopeScene *
scope_timeline_scene_build (ScopeView *view, const ScopeTimelineOptions *options, ScopeTileGetter *getter,
                            const ScopeOverlay *overlay)
{
  ScopeTimelineBuild b = { .view = view, .options = options, .getter = getter, .overlay = overlay };
  ScopeStripCache *own;
  guint foreseen = 0;

  begin (&b);
  own = options->cache == NULL ? scope_strip_cache_new (own_strips (&b)) : NULL;
  b.cache = own != NULL ? own : options->cache;
  add_bands (&b);
  scope_timeline_add_grid (&b);
  for (guint row = scope_timeline_next_row (&b, SCOPE_NONE); row != SCOPE_NONE;
       row = scope_timeline_next_row (&b, row))
    {
      if (row >= foreseen)
        foreseen = scope_timeline_foresee (&b, row, MAX (b.n_sticking, b.end_row), TRUE);
      add_row (&b, row);
    }
  if (overlay != NULL && (options->parts & SCOPE_PART_OVERLAY))
    {
      scope_timeline_add_task (&b);
      scope_timeline_add_ticks (&b);
    }
  if (options->parts & SCOPE_PART_OVERLAY)
    {
      scope_timeline_add_path (&b);
      scope_timeline_add_hits (&b);
    }
  if (options->messages_apart)
    {
      scope_scene_add_group (b.scene, "Messages", SCOPE_NONE, b.x, b.y, b.width, b.height);
      scope_scene_layer (b.scene, b.x, b.y, b.width, b.height);
    }
  else if (overlay != NULL && (options->parts & SCOPE_PART_OVERLAY))
    scope_timeline_add_messages (&b);
  scope_timeline_add_phase_bands (&b);
  scope_timeline_add_unknown_end (&b);
  scope_timeline_add_note_ranges (&b);
  if (options->parts & SCOPE_PART_SELECTION)
    scope_timeline_add_selection (&b);
  if (options->parts & SCOPE_PART_CALIPERS)
    scope_timeline_add_calipers (&b);
  if (options->parts & SCOPE_PART_NAMES)
    add_names (&b);
  add_divider (&b);
  if (options->parts & SCOPE_PART_RULER)
    {
      scope_timeline_add_ruler (&b);
      scope_timeline_add_note_flags (&b);
    }
  if (options->parts & SCOPE_PART_LEGEND)
    scope_timeline_add_legend (&b);
  b.scene->missing = getter->missing;
  scope_strip_cache_free (own);
  return b.scene;
}

double
scope_timeline_height (ScopeView *view, const ScopeTimelineOptions *options)
{
  double frame = (options->parts & SCOPE_PART_RULER ? SCOPE_RULER_HEIGHT : 0)
                 + (options->parts & SCOPE_PART_LEGEND ? SCOPE_LEGEND_HEIGHT : 0);

  return frame
         + scope_lane_list_layout (scope_view_get_lanes (view), scope_view_get_look (view)->height,
                                   MAX (options->height - frame, 1), options->lane_height);
}
