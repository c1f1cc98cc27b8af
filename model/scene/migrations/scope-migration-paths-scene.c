/* scope-migration-paths-scene.c: see scope-migration-paths-scene.h.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/scene/migrations/scope-migration-paths-private.h"

#include "model/base/scope-each.h"
#include "model/scene/draw/scope-time-ruler.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#define NEAR 3        /* pixels around the pointer in which a ribbon is found */
#define NEAR_MOVE 4.0 /* pixels around the pointer in which a migration is */
#define LEAST_NAMES 72.0
#define MOST_NAMES 220.0
#define SHADES 8

/* --- sizes --- */

static double
font_of (const ScopeMigrationPathsOptions *options)
{
  return options->font_size > 0 ? options->font_size : 11;
}

double
scope_migration_paths_names_width (ScopeTrace *trace, double font_size)
{
  g_autoptr (GArray) rows = scope_migration_paths_rows (trace);
  double width = LEAST_NAMES;

  for (guint i = 0; i < MIN (rows->len, 256); i++)
    {
      g_autofree char *title = scope_trace_lane_full_title (trace, g_array_index (rows, ScopeLaneId, i), TRUE);

      width = MAX (width, scope_text_width (title, font_size > 0 ? font_size : 11) + 20);
    }
  return floor (MIN (width, MOST_NAMES));
}

static double
legend_height (const ScopeMigrationPathsOptions *options)
{
  return options->no_legend ? 0 : SCOPE_MIGRATION_PATHS_LEGEND;
}

static guint
rows_drawn (guint n_rows, const ScopeMigrationPathsOptions *options)
{
  return n_rows + (options->rates ? 1 : 0);
}

double
scope_migration_paths_height (ScopeTrace *trace, const ScopeMigrationPathsOptions *options)
{
  g_autoptr (GArray) rows = scope_migration_paths_rows (trace);

  return SCOPE_MIGRATION_PATHS_RULER + legend_height (options)
         + (double) rows_drawn (rows->len, options) * (options->rates ? 22 : SCOPE_MIGRATION_PATHS_LEAST_ROW);
}

static double
row_height (guint n_rows, const ScopeMigrationPathsOptions *options)
{
  double room = options->height - SCOPE_MIGRATION_PATHS_RULER - legend_height (options);

  return floor (CLAMP (room / MAX (rows_drawn (n_rows, options), 1), SCOPE_MIGRATION_PATHS_LEAST_ROW, SCOPE_MIGRATION_PATHS_MOST_ROW));
}

void
scope_migration_paths_viewport (ScopeView *view, const ScopeMigrationPathsOptions *options, ScopeViewport *ret)
{
  const ScopeViewport *viewport = scope_view_get_viewport (view);

  scope_viewport_init (ret, viewport->first, viewport->last, (int) MAX (options->width - options->names_width, 1));
  scope_viewport_set_range (ret, viewport->from, viewport->to);
}

void
scope_migration_paths_request_init (ScopeMigrationPathsRequest *request, ScopeView *view, const ScopeMigrationPathsOptions *options)
{
  g_autoptr (GArray) rows = scope_migration_paths_rows (scope_view_get_trace (view));

  *request = (ScopeMigrationPathsRequest) { .row_height = (guint) row_height (rows->len, options),
                                            .palette = scope_view_get_palette (view) };
  scope_migration_paths_viewport (view, options, &request->viewport);
  request->has_task = scope_view_get_task (view, &request->task);
}

/* --- the frame --- */

static void
add_rows (ScopeMigrationPathsBuild *b)
{
  ScopeLaneId selected;
  gboolean has = scope_view_get_selected_lane (b->view, &selected);
  guint above = b->n_rows - b->rows->len;

  for (guint i = 0; i < b->n_rows; i++)
    {
      double y = b->y + i * b->row_height;
      ScopeLaneId id = i >= above ? g_array_index (b->rows, ScopeLaneId, i - above) : (ScopeLaneId) { 0 };
      g_autofree char *title = i >= above ? scope_trace_lane_full_title (b->trace, id, TRUE) : g_strdup (_("All"));
      gboolean chosen = i >= above && has && scope_lane_id_equal (selected, id);

      if (i % 2 == 1)
        scope_scene_rect (b->scene, 0, y, b->scene->width, b->row_height, b->palette->alternate);
      if (chosen)
        scope_scene_rect (b->scene, 0, y, 3, b->row_height, b->palette->accent);
      scope_scene_text_item (b->scene, title, 10, y, b->x - 16, b->row_height, b->font,
                             chosen ? b->palette->strong_text : b->palette->text, SCOPE_ALIGN_START)
          ->ellipsis = TRUE;
      scope_scene_line (b->scene, 0, floor (y + b->row_height) - 0.5, b->scene->width,
                        floor (y + b->row_height) - 0.5, 1, b->palette->grid);
    }
  scope_scene_line (b->scene, 0, b->y - 0.5, b->scene->width, b->y - 0.5, 1, b->palette->grid);
  scope_scene_line (b->scene, b->x - 0.5, 0, b->x - 0.5, b->y + b->height, 1, b->palette->grid);
}

/* The selected range, the pointer's time and the timeline's cursor. */
static void
add_selection (ScopeMigrationPathsBuild *b)
{
  gint64 from, to;

  scope_scene_add_group (b->scene, NULL, SCOPE_NONE, b->x, b->y, b->width, b->height);
  if (scope_view_get_selected_range (b->view, &from, &to))
    {
      double x0 = CLAMP (scope_viewport_time_to_x (&b->viewport, from), -2, b->width + 2);
      double x1 = CLAMP (scope_viewport_time_to_x (&b->viewport, to), -2, b->width + 2);

      scope_scene_rect (b->scene, b->x + x0, b->y, MAX (x1 - x0, 1), b->height,
                        scope_colour_alpha (b->palette->accent, 0.14));
    }
  if (scope_view_get_cursor (b->view, &from))
    {
      double x = floor (b->x + scope_viewport_time_to_x (&b->viewport, from)) + 0.5;

      scope_scene_line (b->scene, x, b->y, x, b->y + b->height, 1, scope_colour_alpha (b->palette->text, 0.6));
    }
  scope_scene_set_group (b->scene, 0);
}

/* --- ribbons --- */

/* How busy the processor was, as a pale area behind the paths. */
static void
add_running (ScopeMigrationPathsBuild *b)
{
  const ScopeMigrationPaths *r = b->ribbons;
  ScopeColour colour = scope_colour_mix (b->palette->canvas, b->palette->state[SCOPE_STATE_RUNNING], 0.22);
  const ScopeViewport *was = &r->request.viewport;

  for (guint i = 0; i < r->rows->len; i++)
    {
      g_autoptr (GArray) points = g_array_new (FALSE, FALSE, sizeof (float));
      double floor_y = b->y + (i + 1) * b->row_height - 1, h = b->row_height - 2;

      for (guint x = 0; x < r->width; x += 2)
        {
          const float *share = r->running + (gsize) i * r->width + x;
          double mean = x + 1 < r->width ? (share[0] + share[1]) / 2 : share[0];
          float at[4] = { (float) (b->x + scope_viewport_x (&b->viewport, scope_viewport_x_to_ticks (was, x))),
                          (float) (floor_y - h * CLAMP (mean, 0, 1)) };

          at[2] = (float)(b->x
                          + scope_viewport_x (&b->viewport,
                                              scope_viewport_x_to_ticks (was, MIN (x + 2, r->width))));
          at[3] = at[1];
          g_array_append_vals (points, at, 4);
        }
      if (points->len >= 4)
        {
          float ends[4] = { g_array_index (points, float, points->len - 2), (float) floor_y,
                            g_array_index (points, float, 0), (float) floor_y };

          g_array_append_vals (points, ends, 4);
          scope_scene_polygon (b->scene, (float *) points->data, points->len / 2, colour);
        }
    }
}

static double
time_x (ScopeMigrationPathsBuild *b, gint64 time)
{
  return b->x + CLAMP (scope_viewport_time_to_x (&b->viewport, time), -50, b->width + 50);
}

static double
row_middle (ScopeMigrationPathsBuild *b, guint32 row)
{
  return floor (b->y + ((double) row + 0.5) * b->row_height);
}

/* The selected task's path in accent: thin where it is, thick where it runs. */
static void
add_task (ScopeMigrationPathsBuild *b)
{
  const ScopeMigrationPaths *r = b->ribbons;
  g_autoptr (GArray) points = g_array_new (FALSE, FALSE, sizeof (float));
  double h = CLAMP (floor (b->row_height / 3), 4, 12);

  SCOPE_EACH (const ScopeMigrationPathPiece, stay, r->stays)
    {
      float at[4] = { (float) time_x (b, stay->from), 0, (float) time_x (b, stay->to), 0 };

      if (stay->row == SCOPE_NONE)
        continue;
      at[1] = at[3] = (float) row_middle (b, stay->row);
      g_array_append_vals (points, at, 4);
    }
  if (points->len >= 4)
    {
      scope_scene_polyline (b->scene, (float *)points->data, points->len / 2, 6,
                            scope_colour_alpha (b->palette->canvas, 0.85));
      scope_scene_polyline (b->scene, (float *) points->data, points->len / 2, 2, b->palette->accent);
    }
  SCOPE_EACH (const ScopeMigrationPathPiece, run, r->runs)
    {
      double x0 = time_x (b, run->from), x1 = time_x (b, run->to);

      if (run->row != SCOPE_NONE)
        scope_scene_rect (b->scene, x0, row_middle (b, run->row) - floor (h / 2), MAX (x1 - x0, 1.5), h,
                          b->palette->accent);
    }
}

static void
add_ribbons (ScopeMigrationPathsBuild *b)
{
  const ScopeMigrationPaths *r = b->ribbons;
  double x0, x1;

  scope_scene_add_group (b->scene, _("Ribbons"), SCOPE_NONE, b->x, b->y, b->width, b->height);
  add_running (b);
  x0 = scope_viewport_x (&b->viewport, scope_viewport_x_to_ticks (&r->request.viewport, 0));
  x1 = scope_viewport_x (&b->viewport, scope_viewport_x_to_ticks (&r->request.viewport, r->width));
  /* To the pixel, where it was read for this. */
  if (fabs (x0 - round (x0)) < 0.01 && fabs (x1 - x0 - r->width) < 0.01)
    {
      x0 = round (x0);
      x1 = x0 + r->width;
    }
  if (r->height > 0)
    scope_scene_image (b->scene, b->x + x0, b->y, x1 - x0, b->row_height * r->rows->len,
                       g_memdup2 (r->pixels, (gsize) r->width * r->height * sizeof *r->pixels), r->width, r->height);
  add_task (b);
  scope_scene_set_group (b->scene, 0);
}

/* --- legend --- */

char *
scope_migration_words (ScopeTrace *trace, guint64 n_moves, guint n_threads)
{
  g_autofree char *moves = scope_format_count (n_moves), *threads = scope_format_count (n_threads);
  g_autofree char *first = g_strdup_printf (ngettext ("%s migration", "%s migrations", (gulong) n_moves), moves);

  /* TRANSLATORS: “42,467 migrations” of “9,213 threads” */
  return g_strdup_printf (scope_trace_runtime (trace) == SCOPE_RUNTIME_ERLANG
                              ? ngettext ("%s of %s process", "%s of %s processes", n_threads)
                              : ngettext ("%s of %s thread", "%s of %s threads", n_threads),
                          first, threads);
}

char *
scope_migration_paths_summary (const ScopeMigrationPaths *ribbons, ScopeTrace *trace)
{
  g_autofree char *moves = scope_format_count (ribbons->moves->len);

  if (ribbons->moves->len == 0)
    return g_strdup (_("No migrations in this range"));
  if (ribbons->truncated)
    /* TRANSLATORS: %s is a number: “only the first 4,000,000 are drawn” */
    return g_strdup_printf (_("Only the first %s migrations are drawn: zoom in"), moves);
  return scope_migration_words (trace, ribbons->moves->len, ribbons->tasks->len);
}

static double
add_word (ScopeMigrationPathsBuild *b, const char *word, double x, double y)
{
  double width = scope_text_width (word, b->font);

  scope_scene_text_item (b->scene, word, x, y, width + 4, SCOPE_MIGRATION_PATHS_LEGEND, b->font, b->palette->text,
                         SCOPE_ALIGN_START);
  return x + width + 8;
}

/* One path has its hue; more are as dark as there are many. */
static double
add_scale (ScopeMigrationPathsBuild *b, double x, double y)
{
  guint32 most = b->ribbons->most;
  g_autofree char *last = scope_format_count (most);

  for (guint i = 0; i < 3; i++)
    scope_scene_rect (b->scene, x + 5 * i, y + 8, 5, 9, scope_palette_task (b->palette, i * 7));
  x = add_word (b, _("one path"), x + 20, y) + 8;
  if (most < 2)
    return x;
  x = add_word (b, "2", x, y) - 3;
  for (guint i = 0; i < SHADES; i++)
    scope_scene_rect (b->scene, x + 8 * i, y + 8, 8, 9,
                      scope_migration_paths_density_colour (
                          b->palette, (guint32)(2 * pow (most / 2., i / (SHADES - 1.)) + 0.5), most));
  x = add_word (b, last, x + 8 * SHADES + 5, y);
  return add_word (b, _("paths at a pixel"), x - 3, y) + 8;
}

/* What fills a row's height: "highest: 17 in 739 µs". */
static char *
rates_scale (ScopeMigrationPathsBuild *b)
{
  double ticks = scope_viewport_scale (&b->ribbons->request.viewport) * SCOPE_MIGRATION_RATES_BAR;
  g_autofree char *time = scope_format_duration (ticks, b->tick_ps);
  g_autofree char *all = NULL, *one = NULL;
  guint64 most_all, most_one;

  scope_migration_rates_most (b->ribbons, &most_all, &most_one);
  all = scope_format_count (most_all);
  one = scope_format_count (most_one);
  /* TRANSLATORS: the greatest number of migrations of a bar, for all processors and for one, and how long a bar is */
  return g_strdup_printf (_("highest bar: %s of all, %s of one, in %s"), all, one, time);
}

static void
add_legend (ScopeMigrationPathsBuild *b)
{
  double y = MAX (b->options->height - SCOPE_MIGRATION_PATHS_LEGEND, b->y + b->height), x = 10;
  g_autofree char *summary = b->ribbons != NULL ? scope_migration_paths_summary (b->ribbons, b->trace) : NULL;

  scope_scene_line (b->scene, 0, y + 0.5, b->scene->width, y + 0.5, 1, b->palette->grid);
  if (b->ribbons == NULL)
    return;
  if (b->options->rates)
    {
      scope_scene_rect (b->scene, x, y + 8, 9, 9, b->palette->accent);
      x = add_word (b, _("come (up)"), x + 14, y) + 8;
      scope_scene_rect (b->scene, x, y + 8, 9, 9, b->palette->text);
      x = add_word (b, _("go (down)"), x + 14, y) + 8;
      if (b->ribbons->moves->len > 0)
        {
          g_autofree char *scale = rates_scale (b);

          x = add_word (b, scale, x, y) + 8;
        }
    }
  else
    {
      x = add_scale (b, x, y);
      scope_scene_rect (b->scene, x, y + 8, 9, 9,
                        scope_colour_mix (b->palette->canvas, b->palette->state[SCOPE_STATE_RUNNING], 0.22));
      /* TRANSLATORS: what a pale area stands for: how busy a processor is */
      x = add_word (b, _("share of running"), x + 14, y) + 8;
    }
  if (x + scope_text_width (summary, b->font) < b->scene->width - 10)
    scope_scene_text_item (b->scene, summary, x, y, b->scene->width - x - 10, SCOPE_MIGRATION_PATHS_LEGEND, b->font,
                           b->palette->text, SCOPE_ALIGN_END);
}

/* --- the scene --- */

static void
init_build (ScopeMigrationPathsBuild *b, ScopeView *view, const ScopeMigrationPaths *ribbons, const ScopeMigrationPathsOptions *options)
{
  *b = (ScopeMigrationPathsBuild) { .view = view, .ribbons = ribbons, .options = options };
  b->trace = scope_view_get_trace (view);
  b->palette = scope_palette_get (scope_view_get_palette (view));
  b->rows = scope_migration_paths_rows (b->trace);
  b->tick_ps = scope_trace_tick_ps (b->trace);
  b->font = font_of (options);
  b->n_rows = rows_drawn (b->rows->len, options);
  b->row_height = row_height (b->rows->len, options);
  b->x = options->names_width;
  b->y = SCOPE_MIGRATION_PATHS_RULER;
  b->width = MAX (options->width - b->x, 1);
  b->height = b->n_rows * b->row_height;
  scope_migration_paths_viewport (view, options, &b->viewport);
}

ScopeScene *
scope_migration_paths_scene_build (ScopeView *view, const ScopeMigrationPaths *ribbons, const ScopeMigrationPathsOptions *options)
{
  ScopeClock clock = scope_view_get_clock (view);
  ScopeMigrationPathsBuild b;

  init_build (&b, view, ribbons, options);
  b.scene = scope_scene_new (options->width, options->height, b.palette);
  b.scene->font_size = b.font;
  scope_scene_rect (b.scene, 0, 0, options->width, options->height, b.palette->canvas);
  add_rows (&b);
  scope_time_ruler_add (b.scene, &clock, &b.viewport, b.x, b.y, b.width, b.height, b.font);
  if (ribbons != NULL && ribbons->rows->len == b.rows->len)
    {
      if (options->rates)
        scope_migration_rates_add (&b);
      else
        add_ribbons (&b);
    }
  add_selection (&b);
  if (!options->no_legend)
    add_legend (&b);
  g_array_unref (b.rows);
  return b.scene;
}

/* --- what lies under the pointer --- */

/* The one path alone that is nearest; else how many there are. */
static void
find_path (const ScopeMigrationPaths *r, double x, double y, ScopeMigrationPathsHit *hit)
{
  gint best = G_MAXINT;

  for (gint dy = -NEAR; dy <= NEAR; dy++)
    for (gint dx = -NEAR; dx <= NEAR; dx++)
      {
        gint px = (gint) floor (x) + dx, py = (gint) floor (y) + dy, distance = dx * dx + dy * dy;
        gsize at;

        if (px < 0 || py < 0 || px >= (gint) r->width || py >= (gint) r->height || distance >= best)
          continue;
        at = (gsize) py * r->width + (gsize) px;
        if (r->counts[at] == 0)
          continue;
        best = distance;
        hit->n = r->counts[at];
        hit->has_task = hit->n == 1 && r->who[at] > 0 && r->who[at] <= r->tasks->len;
        if (hit->has_task)
          hit->task = g_array_index (r->tasks, ScopeLaneId, r->who[at] - 1);
      }
}

/* The migration nearest in time; of the path's task, if there is one. */
static void
find_move (ScopeMigrationPathsBuild *b, ScopeMigrationPathsHit *hit)
{
  const ScopeMigrationPaths *r = b->ribbons;
  double scale = scope_viewport_scale (&b->viewport), best = NEAR_MOVE * scale;
  gint64 reach = (gint64) ceil (best);
  guint at = scope_migration_paths_find_move (r, scope_time_add (hit->time, -reach));

  for (guint tries = 0; at < r->moves->len && tries < 4096; at++, tries++)
    {
      const ScopeMigration *move = &g_array_index (r->moves, ScopeMigration, at);
      double distance = fabs ((double) (move->time - hit->time));

      if (move->time > scope_time_add (hit->time, reach))
        break;
      if (distance > best || (hit->has_task && (move->thread != hit->task.index || move->machine != hit->task.machine)))
        continue;
      best = distance;
      hit->move = at;
    }
}

gboolean
scope_migration_paths_hit (ScopeView *view, const ScopeMigrationPaths *ribbons, const ScopeMigrationPathsOptions *options, double x, double y,
                           ScopeMigrationPathsHit *ret)
{
  ScopeMigrationPathsBuild b;
  double was_x;

  init_build (&b, view, ribbons, options);
  g_array_unref (b.rows);
  *ret = (ScopeMigrationPathsHit) { .row = SCOPE_NONE, .move = SCOPE_NONE };
  if (ribbons == NULL || x < b.x || x >= b.x + b.width || y < b.y || y >= b.y + b.height)
    return FALSE;
  ret->time = scope_viewport_x_to_time (&b.viewport, x - b.x);
  was_x = scope_viewport_time_to_x (&ribbons->request.viewport, ret->time);
  ret->row = (guint32) ((y - b.y) / b.row_height);
  if (!options->rates)
    find_path (ribbons, was_x, (y - b.y) * ribbons->request.row_height / b.row_height, ret);
  else
    {
      guint x0, x1;
      guint64 come, go;

      ret->row = ret->row == 0 ? SCOPE_NONE : ret->row - 1;
      if (!scope_migration_rates_bar (ribbons, &b.viewport, x - b.x, &x0, &x1))
        return FALSE;
      scope_migration_rates_count (ribbons, ret->row, x0, x1, &come, &go);
      ret->n = (guint32) MIN (ret->row == SCOPE_NONE ? come : come + go, G_MAXUINT32);
      ret->from = scope_viewport_x_to_time (&ribbons->request.viewport, x0);
      ret->to = scope_viewport_x_to_time (&ribbons->request.viewport, x1);
    }
  find_move (&b, ret);
  return TRUE;
}

static char *
processor_title (ScopeTrace *trace, guint32 machine, gint64 number)
{
  guint32 index = number == SCOPE_TABLE_NULL
                      ? SCOPE_NONE
                      : scope_machine_find_processor (scope_trace_machine (trace, machine), (guint) number);

  if (index == SCOPE_NONE)
    return g_strdup ("?");
  return scope_trace_lane_title (trace, (ScopeLaneId) { machine, SCOPE_KIND_PROCESSOR, index });
}

char *
scope_migration_describe (ScopeTrace *trace, const ScopeMigration *migration, double resolution, const ScopeClock *clock)
{
  g_autofree char *task = scope_trace_lane_title (
      trace, (ScopeLaneId){ migration->machine, SCOPE_KIND_THREAD, migration->thread });
  g_autofree char *from = processor_title (trace, migration->machine, migration->from);
  g_autofree char *to = processor_title (trace, migration->machine, migration->to);
  g_autofree char *time = scope_clock_text (clock, (double) migration->time, resolution);

  /* TRANSLATORS: a task, two processors, a time: “thread 12: HEC 0 → HEC 3 at 1.203 s” */
  return g_strdup_printf (_("%s: %s → %s at %s"), task, from, to, time);
}

static void
describe_rates (ScopeView *view, const ScopeMigrationPaths *r, const ScopeMigrationPathsHit *hit, GString *text)
{
  ScopeTrace *trace = scope_view_get_trace (view);
  gint64 tick_ps = scope_trace_tick_ps (trace);
  double seconds = (double) (hit->to - hit->from) * (double) tick_ps * 1e-12;
  guint x0 = (guint) CLAMP (round (scope_viewport_time_to_x (&r->request.viewport, hit->from)), 0, r->width);
  guint x1 = (guint) CLAMP (round (scope_viewport_time_to_x (&r->request.viewport, hit->to)), 0, r->width);
  ScopeClock clock = scope_view_get_clock (view);
  g_autofree char *range = scope_clock_range (&clock, (double) hit->from, (double) hit->to);
  g_autofree char *rate = NULL, *first = NULL, *second = NULL;
  guint64 come, go;

  scope_migration_rates_count (r, hit->row, x0, x1, &come, &go);
  first = scope_format_count (come);
  second = scope_format_count (go);
  rate = scope_format_count ((guint64) ((double) come / MAX (seconds, 1e-12) + 0.5));
  if (hit->row == SCOPE_NONE)
    g_string_append_printf (text, ngettext ("%s migration, %s a second", "%s migrations, %s a second", come),
                            first, rate);
  else
    {
      g_autofree char *title = scope_trace_lane_full_title (trace, g_array_index (r->rows, ScopeLaneId, hit->row), TRUE);

      /* TRANSLATORS: a processor, and the numbers of tasks that came to it and left it */
      g_string_append_printf (text, _("%s: %s come, %s go"), title, first, second);
    }
  g_string_append_printf (text, "\n%s", range);
}

char *
scope_migration_paths_describe (ScopeView *view, const ScopeMigrationPaths *r, const ScopeMigrationPathsHit *hit, gboolean rates)
{
  ScopeTrace *trace = scope_view_get_trace (view);
  GString *text = g_string_new (NULL);

  if (rates)
    {
      describe_rates (view, r, hit, text);
      return g_string_free (text, FALSE);
    }
  if (hit->has_task)
    {
      g_autofree char *title = scope_trace_lane_title (trace, hit->task);
      g_autofree char *row = hit->row < r->rows->len
                                 ? scope_trace_lane_full_title (trace, g_array_index (r->rows, ScopeLaneId, hit->row), TRUE)
                                 : NULL;

      g_string_append (text, title);
      if (row != NULL && hit->move == SCOPE_NONE)
        /* TRANSLATORS: a task is on a processor: “on HEC 0” */
        g_string_append_printf (text, _(", on %s"), row);
    }
  else if (hit->n > 0)
    {
      g_autofree char *n = scope_format_count (hit->n);

      g_string_append_printf (text, ngettext ("%s path", "%s paths", hit->n), n);
    }
  if (hit->move != SCOPE_NONE)
    {
      ScopeClock clock = scope_view_get_clock (view);
      g_autofree char *move = scope_migration_describe (trace, &g_array_index (r->moves, ScopeMigration, hit->move),
                                                        scope_viewport_scale (scope_view_get_viewport (view)), &clock);

      g_string_append_printf (text, "%s%s", text->len > 0 ? "\n" : "", move);
    }
  if (hit->row < r->rows->len && text->len == 0)
    {
      guint x = (guint) CLAMP (scope_viewport_time_to_x (&r->request.viewport, hit->time), 0, (double) r->width - 1);
      g_autofree char *title = scope_trace_lane_full_title (trace, g_array_index (r->rows, ScopeLaneId, hit->row), TRUE);
      g_autofree char *share = scope_format_share (r->running[(gsize) hit->row * r->width + x]);

      /* TRANSLATORS: a processor and how much of the time it runs: “HEC 0: running 62 %” */
      g_string_append_printf (text, _("%s: running %s"), title, share);
    }
  return g_string_free (text, FALSE);
}
