/* scope-migration-paths.c: reads migrations, and counts the paths between them into pixels.
 *
 * Pieces of paths are upright or level, so each is two entries of a table of differences; sums along the rows (level
 * ones) and down the columns (upright ones) give the count at every pixel, and the same sums of the tasks' numbers
 * give who it is where the count is one. Work is in proportion to migrations + pixels.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/scene/migrations/scope-migration-paths.h"

#include "model/base/scope-bisect.h"
#include "model/base/scope-compare.h"
#include "model/base/scope-each.h"
#include "model/base/scope-fail.h"
#include "model/scene/draw/scope-columns.h"

#include "model/trace/document/scope-query-range.h"
#include "model/trace/statistics/scope-processor-order.h"

#include <math.h>
#include <string.h>

#define MOST_PIXELS 6000000u
#define LEAST_ROW 3u
#define PITCH 4u /* from one place in a row to the next */
#define MARGIN 3u /* above and below the places */
#define SHADES 12u

/* A path's beginning, a change of row, or its end. */
typedef enum
{
  BEGIN,
  MOVE,
  END,
} StepKind;

typedef struct
{
  gint64 time;
  guint32 task; /* index into tasks */
  guint32 row;  /* where it goes to */
  StepKind kind;
} Step;

typedef struct
{
  guint32 row, place;
  gint x;
  gboolean alive;
} Path;

typedef struct
{
  ScopeMigrationPaths *ribbons;
  ScopeTrace *trace;
  GCancellable *cancellable;
  GHashTable *task_of; /* machine << 32 | thread → index + 1 */
  GHashTable *row_of;  /* machine << 32 | processor number → row + 1 */
  GArray *steps;
  Path *paths;         /* by task */
  guint places;        /* in a row */
  guint thick;         /* of upright pieces */
  guint32 *held;       /* [rows][places]: paths there now */
  gint32 *level, *upright; /* differences of the counts: [height][width + 1], [height + 1][width] */
  guint64 *level_sum, *upright_sum; /* of the tasks' numbers */
  guint8 *upright_alone; /* [height][width]: one path, which changes rows there */
} Build;

GArray *
scope_migration_paths_rows (ScopeTrace *trace)
{
  GArray *rows = g_array_new (FALSE, FALSE, sizeof (ScopeLaneId));

  for (guint m = 0; m < scope_trace_n_machines (trace); m++)
    {
      guint32 n;
      g_autofree guint32 *order = scope_processor_order (trace, m, &n);

      for (guint32 i = 0; i < n && n > 1; i++)
        g_array_append_val (rows, ((ScopeLaneId) { m, SCOPE_KIND_PROCESSOR, order[i] }));
    }
  return rows;
}

/* --- what moves --- */

static gpointer
key_of (guint32 machine, gint64 number)
{
  return (gpointer) (gsize) ((guint64) machine << 32 | (guint32) number);
}

static guint32
find_row (Build *b, guint32 machine, gint64 processor)
{
  gsize row = processor == SCOPE_TABLE_NULL ? 0 : (gsize) g_hash_table_lookup (b->row_of, key_of (machine, processor));

  return row > 0 ? (guint32) row - 1 : SCOPE_NONE;
}

static void
index_rows (Build *b)
{
  for (guint i = 0; i < b->ribbons->rows->len; i++)
    {
      ScopeLaneId id = g_array_index (b->ribbons->rows, ScopeLaneId, i);
      const ScopeEntity *entity = scope_machine_entity (scope_trace_machine (b->trace, id.machine), id.kind, id.index);

      g_hash_table_insert (b->row_of, key_of (id.machine, (gint64) entity->number), (gpointer) (gsize) (i + 1));
    }
}

static void
take_move (const ScopeMigration *migration, gpointer user_data)
{
  Build *b = user_data;

  if (migration->thread == SCOPE_NONE || find_row (b, migration->machine, migration->to) == SCOPE_NONE)
    return;
  if (b->ribbons->moves->len < SCOPE_MIGRATION_PATHS_MOST_MOVES)
    g_array_append_vals (b->ribbons->moves, migration, 1);
  else
    b->ribbons->truncated = TRUE;
}

SCOPE_COMPARE_BY (compare_moves, ScopeMigration, SCOPE_UP (time))

SCOPE_COMPARE_BY_WITH_DATA (compare_steps, Step, SCOPE_UP (time) SCOPE_UP (kind))

/* A path that is seen for the first time was where this migration found it, since it lived or the picture begins. */
static guint32
add_task (Build *b, const ScopeMigration *move)
{
  ScopeMigrationPaths *r = b->ribbons;
  ScopeMachine *machine = scope_trace_machine (b->trace, move->machine);
  ScopeLaneId id = { move->machine, SCOPE_KIND_THREAD, move->thread };
  gpointer key = key_of (move->machine, move->thread);
  guint32 task = (guint32) (gsize) g_hash_table_lookup (b->task_of, key), row = find_row (b, move->machine, move->from);
  gint64 first, last, offset = scope_trace_offset (b->trace, machine);

  if (task > 0)
    return task - 1;
  g_array_append_val (r->tasks, id);
  task = r->tasks->len;
  g_hash_table_insert (b->task_of, key, (gpointer) (gsize) task);
  if (!scope_lane_store_life (machine->lanes,
                              scope_machine_entity (machine, SCOPE_KIND_THREAD, move->thread)->lane, &first,
                              &last))
    return task - 1;
  first = MAX (scope_time_add (first, offset), r->from);
  last = scope_time_add (last, offset);
  if (row != SCOPE_NONE)
    g_array_append_val (b->steps, ((Step) { MIN (first, move->time), task - 1, row, BEGIN }));
  if (last < r->to)
    g_array_append_val (b->steps, ((Step) { last, task - 1, 0, END }));
  return task - 1;
}

static gboolean
find_steps (Build *b, GError **error)
{
  ScopeMigrationPaths *r = b->ribbons;
  ScopeQueryRange within = { b->trace, r->from, r->to, b->cancellable, NULL, NULL, NULL };

  if (!scope_migrations_each (&within, take_move, b, error))
    return FALSE;
  g_array_sort (r->moves, compare_moves);
  SCOPE_EACH (const ScopeMigration, move, r->moves)
    {
      Step step = { move->time, add_task (b, move), find_row (b, move->machine, move->to), MOVE };

      g_array_append_val (b->steps, step);
    }
  g_qsort_with_data (b->steps->data, (gint) b->steps->len, sizeof (Step), compare_steps, NULL);
  return !g_cancellable_set_error_if_cancelled (b->cancellable, error);
}

/* --- pieces of paths --- */

static gint
pixel_of (Build *b, gint64 time)
{
  double x = floor (scope_viewport_time_to_x (&b->ribbons->request.viewport, time));

  return (gint) CLAMP (x, 0, (double) b->ribbons->width - 1);
}

static guint
top_of (Build *b, guint32 row, guint32 place)
{
  guint height = b->ribbons->request.row_height;

  return row * height + (height > 2 * MARGIN + 2 ? MARGIN : 0) + place * PITCH;
}

static guint
thickness (Build *b)
{
  return MIN (b->ribbons->request.row_height, PITCH) - 1;
}

/* Pixels [x0, x1] of the path's place in its row. */
static void
add_level (Build *b, guint32 task, guint32 row, guint32 place, gint x0, gint x1)
{
  ScopeMigrationPaths *r = b->ribbons;
  guint top = top_of (b, row, place);
  gsize stride = r->width + 1;

  x1 = MIN (MAX (x0, x1) + 1, (gint) r->width);
  for (guint y = top; y < MIN (top + thickness (b), r->height); y++)
    {
      b->level[y * stride + (guint) x0]++;
      b->level[y * stride + (guint) x1]--;
      b->level_sum[y * stride + (guint) x0] += task + 1;
      b->level_sum[y * stride + (guint) x1] -= task + 1;
    }
}

/* What lies between two places. */
static void
add_upright (Build *b, guint32 task, guint y0, guint y1, gint x)
{
  ScopeMigrationPaths *r = b->ribbons;
  guint low = MIN (y0, y1) + thickness (b), high = MIN (MAX (y0, y1), r->height);

  if (low >= high)
    return;
  for (guint i = (guint) x; i < MIN ((guint) x + b->thick, r->width); i++)
    {
      b->upright[(gsize) low * r->width + i]++;
      b->upright[(gsize) high * r->width + i]--;
      b->upright_sum[(gsize) low * r->width + i] += task + 1;
      b->upright_sum[(gsize) high * r->width + i] -= task + 1;
    }
}

static guint32
take_place (Build *b, guint32 row)
{
  guint32 *held = b->held + (gsize) row * b->places;
  guint32 best = 0;

  for (guint32 i = 1; i < b->places; i++)
    if (held[i] < held[best])
      best = i;
  held[best]++;
  return best;
}

static void
end_stay (Build *b, guint32 task, gint x)
{
  Path *path = &b->paths[task];

  if (!path->alive)
    return;
  b->held[(gsize) path->row * b->places + path->place]--;
  add_level (b, task, path->row, path->place, path->x, x);
  path->alive = FALSE;
}

static void
begin_stay (Build *b, guint32 task, guint32 row, gint x)
{
  b->paths[task] = (Path) { row, take_place (b, row), x, TRUE };
}

static void
take_step (Build *b, const Step *step)
{
  Path before = b->paths[step->task];
  gint x = pixel_of (b, step->time);

  end_stay (b, step->task, step->kind == MOVE ? x + (gint) b->thick - 1 : x);
  if (step->kind == END)
    return;
  begin_stay (b, step->task, step->row, x);
  if (step->kind == MOVE && before.alive)
    add_upright (b, step->task, top_of (b, before.row, before.place),
                 top_of (b, step->row, b->paths[step->task].place), x);
}

/* --- pixels --- */

static void
sum_up (Build *b)
{
  ScopeMigrationPaths *r = b->ribbons;
  g_autofree gint32 *down = g_new0 (gint32, r->width);
  g_autofree guint64 *down_sum = g_new0 (guint64, r->width);

  for (guint y = 0; y < r->height; y++)
    {
      gint32 along = 0;
      guint64 along_sum = 0;

      for (guint x = 0; x < r->width; x++)
        {
          gsize at = (gsize) y * r->width + x, level = (gsize) y * (r->width + 1) + x;
          guint32 n;

          along += b->level[level];
          along_sum += b->level_sum[level];
          down[x] += b->upright[at];
          down_sum[x] += b->upright_sum[at];
          n = (guint32) (along + down[x]);
          r->counts[at] = n;
          r->who[at] = n == 1 ? (guint32) (along_sum + down_sum[x]) : 0;
          r->most = MAX (r->most, n);
          b->upright_alone[at] = n == 1 && down[x] == 1;
        }
    }
}

ScopeColour
scope_migration_paths_density_colour (const ScopePalette *palette, guint32 n, guint32 most)
{
  double share = most > 1 ? log (MAX (n, 1)) / log (most) : 0;

  /* In steps, so that there are few colours. */
  share = round (CLAMP (share, 0, 1) * (SHADES - 1)) / (SHADES - 1);
  return scope_colour_mix (palette->canvas, palette->strong_text, 0.16 + 0.72 * share);
}

static void
paint (Build *b)
{
  ScopeMigrationPaths *r = b->ribbons;
  const ScopePalette *palette = scope_palette_get (r->request.palette);
  g_autofree ScopeColour *hues = g_new (ScopeColour, r->tasks->len + 1);
  /* Where one pixel in ten or more has a change of rows, hues of these are but noise. */
  gboolean dense = r->moves->len * 10 > r->width;

  for (guint i = 0; i < r->tasks->len; i++)
    {
      ScopeLaneId id = g_array_index (r->tasks, ScopeLaneId, i);

      hues[i + 1] = scope_palette_task (palette, scope_task_colour (id.machine, id.kind, id.index));
    }
  r->pixels = g_new0 (ScopeColour, (gsize) r->width * r->height + 1);
  for (gsize i = 0; i < (gsize) r->width * r->height; i++)
    if (r->counts[i] == 1 && !(dense && b->upright_alone[i]))
      r->pixels[i] = 0xff000000 | hues[MIN (r->who[i], r->tasks->len)];
    else if (r->counts[i] > 0)
      r->pixels[i] = 0xff000000 | scope_migration_paths_density_colour (palette, r->counts[i], r->most);
}

static void
draw_paths (Build *b)
{
  ScopeMigrationPaths *r = b->ribbons;
  guint height = r->request.row_height;

  b->places = height > 2 * MARGIN + 2 ? (height - 2 * MARGIN + 1) / PITCH : 1;
  b->places = MAX (b->places, 1);
  b->thick = r->moves->len * 6 < r->width ? 2 : 1;
  b->held = g_new0 (guint32, MAX (r->rows->len, 1) * b->places);
  b->paths = g_new0 (Path, MAX (r->tasks->len, 1));
  b->level = g_new0 (gint32, (gsize) r->height * (r->width + 1));
  b->level_sum = g_new0 (guint64, (gsize) r->height * (r->width + 1));
  b->upright = g_new0 (gint32, ((gsize) r->height + 1) * r->width);
  b->upright_sum = g_new0 (guint64, ((gsize) r->height + 1) * r->width);
  b->upright_alone = g_new0 (guint8, (gsize) r->height * r->width + 1);
  for (guint i = 0; i < b->steps->len; i++)
    take_step (b, &g_array_index (b->steps, Step, i));
  for (guint32 i = 0; i < r->tasks->len; i++)
    end_stay (b, i, (gint) r->width - 1);
  sum_up (b);
}

/* --- what else is shown --- */

static void
count_rates (Build *b)
{
  ScopeMigrationPaths *r = b->ribbons;

  r->come = g_new0 (guint32, (gsize) r->rows->len * r->width + 1);
  r->go = g_new0 (guint32, (gsize) r->rows->len * r->width + 1);
  SCOPE_EACH (const ScopeMigration, move, r->moves)
    {
      guint32 from = find_row (b, move->machine, move->from), to = find_row (b, move->machine, move->to);
      guint x = (guint) pixel_of (b, move->time);

      r->come[(gsize) to * r->width + x]++;
      if (from != SCOPE_NONE)
        r->go[(gsize) from * r->width + x]++;
    }
}

static gboolean
read_running (Build *b, GError **error)
{
  ScopeMigrationPaths *r = b->ribbons;
  g_autofree gint64 *edges = g_new (gint64, r->width + 1);
  gint64 (*columns)[SCOPE_N_STATES] = g_malloc (sizeof *columns * r->width);
  gboolean ok = TRUE;

  r->running = g_new0 (float, (gsize) r->rows->len * r->width + 1);
  for (guint i = 0; i < r->rows->len && ok; i++)
    {
      for (guint x = 0; x <= r->width; x++)
        edges[x] = scope_viewport_x_to_time (&r->request.viewport, x);
      ok = scope_trace_read_columns (b->trace, g_array_index (r->rows, ScopeLaneId, i), edges, r->width, columns, error)
           && !g_cancellable_set_error_if_cancelled (b->cancellable, error);
      for (guint x = 0; x < r->width && ok; x++)
        if (edges[x + 1] > edges[x])
          r->running[(gsize) i * r->width + x]
              = (float) columns[x][SCOPE_STATE_RUNNING] / (float) (edges[x + 1] - edges[x]);
    }
  g_free (columns);
  return ok;
}

/* What falls into one pixel is one thing. */
static void
add_run (GArray *runs, const ScopeMigrationPathPiece *run, double px)
{
  for (guint i = runs->len; i > 0 && i + 8 > runs->len; i--)
    {
      ScopeMigrationPathPiece *last = &g_array_index (runs, ScopeMigrationPathPiece, i - 1);

      if (last->row == run->row && (double) (run->from - last->to) < px / 2)
        {
          last->to = MAX (last->to, run->to);
          return;
        }
    }
  if (runs->len < SCOPE_MIGRATION_PATHS_MOST_PIECES)
    g_array_append_vals (runs, run, 1);
}

static gboolean
read_runs (Build *b, ScopeMachine *machine, guint32 lane, GError **error)
{
  ScopeMigrationPaths *r = b->ribbons;
  gint64 offset = scope_trace_offset (b->trace, machine);
  guint32 n = scope_machine_n_entities (machine, SCOPE_KIND_PROCESSOR);
  double px = scope_viewport_scale (&r->request.viewport);
  ScopeIntervalCursor cursor;
  ScopeInterval interval;
  GError *local = NULL;

  scope_interval_cursor_init (&cursor, machine->lanes, lane, r->from - offset, r->to - offset);
  for (guint64 i = 1;
       r->runs->len < SCOPE_MIGRATION_PATHS_MOST_PIECES && scope_interval_cursor_next (&cursor, &interval, &local);
       i++)
    {
      if (i % 4096 == 0 && g_cancellable_set_error_if_cancelled (b->cancellable, &local))
        break;
      if (scope_code_state (interval.code) == SCOPE_STATE_RUNNING && interval.ref > 0 && interval.ref <= n)
        {
          gint64 number = (gint64) scope_machine_entity (machine, SCOPE_KIND_PROCESSOR, interval.ref - 1)->number;

          add_run (r->runs,
                   &(ScopeMigrationPathPiece) { interval.from + offset, scope_time_add (interval.to, offset),
                                                find_row (b, machine->index, number) },
                   px);
        }
    }
  scope_interval_cursor_clear (&cursor);
  return scope_passed (local, error);
}

static gboolean
read_task (Build *b, GError **error)
{
  ScopeMigrationPaths *r = b->ribbons;
  ScopeQueryRange within = { b->trace, r->from, r->to, b->cancellable, NULL, NULL, NULL };
  ScopeLaneId task = r->request.task;
  ScopeMachine *machine = task.machine < scope_trace_n_machines (b->trace)
                              ? scope_trace_machine (b->trace, task.machine)
                              : NULL;
  g_autoptr (GArray) stays = NULL;

  if (!r->request.has_task || machine == NULL || task.index >= scope_machine_n_entities (machine, SCOPE_KIND_THREAD))
    return TRUE;
  stays = scope_migrations_history (&within, task, error);
  for (guint i = 0; stays != NULL && i < stays->len; i++)
    {
      const ScopeMigrationStay *stay = &g_array_index (stays, ScopeMigrationStay, i);
      ScopeMigrationPathPiece piece = { stay->from, stay->to, find_row (b, task.machine, stay->processor) };

      g_array_append_val (r->stays, piece);
    }
  return stays != NULL
         && read_runs (b, machine, scope_machine_entity (machine, SCOPE_KIND_THREAD, task.index)->lane,
                       error);
}

/* --- life --- */

static void
set_size (ScopeMigrationPaths *r)
{
  guint64 rows = MAX (r->rows->len, 1);

  r->width = (guint) MAX (r->request.viewport.width, 1);
  r->request.row_height = (guint) CLAMP (MIN (r->request.row_height, MOST_PIXELS / rows / r->width), LEAST_ROW, 200);
  r->height = r->rows->len * r->request.row_height;
  r->counts = g_new0 (guint32, (gsize) r->width * r->height + 1);
  r->who = g_new0 (guint32, (gsize) r->width * r->height + 1);
}

ScopeMigrationPaths *
scope_migration_paths_read (ScopeTrace *trace, const ScopeMigrationPathsRequest *request, GCancellable *cancellable, GError **error)
{
  g_autoptr (ScopeMigrationPaths) r = g_new0 (ScopeMigrationPaths, 1);
  Build b = { .ribbons = r, .trace = trace, .cancellable = cancellable };
  gboolean ok;

  r->request = *request;
  scope_viewport_get_range (&request->viewport, &r->from, &r->to);
  r->rows = scope_migration_paths_rows (trace);
  r->tasks = g_array_new (FALSE, FALSE, sizeof (ScopeLaneId));
  r->moves = g_array_new (FALSE, FALSE, sizeof (ScopeMigration));
  r->stays = g_array_new (FALSE, FALSE, sizeof (ScopeMigrationPathPiece));
  r->runs = g_array_new (FALSE, FALSE, sizeof (ScopeMigrationPathPiece));
  set_size (r);
  b.task_of = g_hash_table_new (NULL, NULL);
  b.row_of = g_hash_table_new (NULL, NULL);
  b.steps = g_array_new (FALSE, FALSE, sizeof (Step));
  index_rows (&b);
  ok = find_steps (&b, error);
  if (ok)
    {
      draw_paths (&b);
      paint (&b);
      count_rates (&b);
      ok = read_running (&b, error) && read_task (&b, error);
    }
  g_hash_table_unref (b.task_of);
  g_hash_table_unref (b.row_of);
  g_array_unref (b.steps);
  g_free (b.held);
  g_free (b.paths);
  g_free (b.level);
  g_free (b.level_sum);
  g_free (b.upright);
  g_free (b.upright_sum);
  g_free (b.upright_alone);
  return ok ? g_steal_pointer (&r) : NULL;
}

guint
scope_migration_paths_find_move (const ScopeMigrationPaths *ribbons, gint64 time)
{
  return (guint) SCOPE_BISECT (ribbons->moves->len, i, g_array_index (ribbons->moves, ScopeMigration, i).time < time);
}

void
scope_migration_paths_free (ScopeMigrationPaths *r)
{
  if (r == NULL)
    return;
  g_clear_pointer (&r->rows, g_array_unref);
  g_clear_pointer (&r->tasks, g_array_unref);
  g_clear_pointer (&r->moves, g_array_unref);
  g_clear_pointer (&r->stays, g_array_unref);
  g_clear_pointer (&r->runs, g_array_unref);
  g_free (r->pixels);
  g_free (r->counts);
  g_free (r->who);
  g_free (r->come);
  g_free (r->go);
  g_free (r->running);
  g_free (r);
}
