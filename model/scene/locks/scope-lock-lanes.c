/* scope-lock-lanes.c: reads acquisitions, and makes bars, shares and pixels of them.
 *
 * Of each lock all acquisitions that touch the range are sorted, and walked from change to change: so what is held while somebody waits
 * is known to the tick, and every pixel gets its exact part of it. What is drawn as a bar is not drawn as a share.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/scene/locks/scope-lock-lanes.h"

#include "model/base/scope-compare.h"
#include "model/base/scope-each.h"
#include "model/base/scope-key.h"
#include "model/base/scope-ref.h"
#include "model/scene/draw/scope-columns.h"

#include <math.h>

#define LEAST_BAR 3.0     /* pixels */
#define LEAST_ALPHA 0.35  /* of what covers only a part of a pixel */
#define MOST_STEPS 4096u  /* back from a wait to the hold that it waited for */
#define MOST_LOOKS 64u    /* questions for holds that ended before the range, per lock */

/* How many rows a machine's waits have: one per core; 0: they are too many, waits are counted. */
static guint
n_rows (ScopeTrace *trace, guint32 machine)
{
  guint32 n = scope_machine_n_processors (scope_trace_machine (trace, machine));

  return n <= SCOPE_LOCK_LANES_ROWS ? MAX (n, 1) : 0;
}

static guint
wait_pixels (guint rows)
{
  return rows > 0 ? rows * SCOPE_LOCK_LANE_WAIT : SCOPE_LOCK_LANE_WAITS;
}

/* Pixels of a lane. */
static double
height_of (guint rows)
{
  return 2 * SCOPE_LOCK_LANE_PAD + SCOPE_LOCK_LANE_HOLD + SCOPE_LOCK_LANE_CONTENDED + wait_pixels (rows);
}

/* --- the list --- */

ScopeLockList *
scope_lock_list_read (ScopeTrace *trace, GCancellable *cancellable, GError **error)
{
  const ScopeQueryRange within = { .trace = trace, .from = SCOPE_TIME_MIN, .to = SCOPE_TIME_MAX, .cancellable = cancellable };
  GArray *sums = scope_locks_sum (&within, SCOPE_LOCKS_BY_LOCK, error);
  ScopeLockList *list;

  if (sums == NULL)
    return NULL;
  list = g_new0 (ScopeLockList, 1);
  g_atomic_ref_count_init (&list->refs);
  list->n_locks = sums->len;
  for (guint i = 0; i < sums->len; i++)
    list->n_uses += g_array_index (sums, ScopeLockSum, i).count;
  for (guint m = 0; m < scope_trace_n_machines (trace); m++)
    list->lane_height = MAX (list->lane_height, height_of (n_rows (trace, m)));
  g_array_set_size (sums, MIN (sums->len, SCOPE_LOCK_LANES_MOST));
  list->sums = sums;
  return list;
}

static void
lock_list_free (ScopeLockList *list)
{
  g_array_unref (list->sums);
  g_free (list);
}

SCOPE_DEFINE_REF (ScopeLockList, scope_lock_list, object->refs, lock_list_free)

static double
rank (const ScopeLockSum *sum, ScopeLockOrder order)
{
  return order == SCOPE_LOCK_ORDER_WAITED  ? (double) sum->wait
         : order == SCOPE_LOCK_ORDER_HELD  ? (double) sum->hold
         : order == SCOPE_LOCK_ORDER_COUNT ? (double) sum->count
                                           : 0;
}

static int
compare_sums (gconstpointer a, gconstpointer b, gpointer order)
{
  const ScopeLockSum *x = a, *y = b;
  double first = rank (x, (ScopeLockOrder) GPOINTER_TO_UINT (order)), second = rank (y, (ScopeLockOrder) GPOINTER_TO_UINT (order));

  SCOPE_COMPARE (second, first);
  SCOPE_COMPARE (x->machine, y->machine);
  return x->lock < y->lock ? -1 : x->lock > y->lock;
}

ScopeLockList *
scope_lock_list_sort (const ScopeLockList *list, ScopeLockOrder order)
{
  ScopeLockList *sorted = g_memdup2 (list, sizeof *list);

  g_atomic_ref_count_init (&sorted->refs);
  sorted->sums = g_array_copy (list->sums);
  g_array_sort_with_data (sorted->sums, compare_sums, GUINT_TO_POINTER (order));
  return sorted;
}

int
scope_lock_list_find (const ScopeLockList *list, guint32 machine, guint64 lock)
{
  for (guint i = 0; i < list->sums->len; i++)
    {
      const ScopeLockSum *sum = &g_array_index (list->sums, ScopeLockSum, i);

      if (sum->machine == machine && sum->lock == lock)
        return (int) i;
    }
  return -1;
}

ScopeColour
scope_lock_processor_colour (const ScopePalette *palette, gint64 processor)
{
  return scope_palette_task (palette, (guint) (processor & 0xffff));
}

/* --- gathering --- */

typedef struct
{
  ScopeTrace *trace;
  ScopeLockLanes *lanes;
  GCancellable *cancellable;
  GHashTable *lane_of; /* ScopeLockSum of the list → place in `piles` + 1 */
  GArray **piles; /* of ScopeLockUse */
  guint64 n;
  gint64 from, to;
  double scale;
} Build;

SCOPE_DEFINE_STATIC_KEY (lock, ScopeLockSum, key->lock, key->machine)

static void
take_use (const ScopeLockUse *use, gpointer user_data)
{
  Build *b = user_data;
  const ScopeLockSum key = { .lock = use->lock, .machine = use->machine };
  guint place = GPOINTER_TO_UINT (g_hash_table_lookup (b->lane_of, &key));

  if (place == 0)
    return;
  if (b->n++ < SCOPE_LOCK_LANES_MOST_USES)
    g_array_append_vals (b->piles[place - 1], use, 1);
  else
    b->lanes->truncated = TRUE;
}

/* --- columns --- */

/* Adds [from, to) to the pixels, each its part: `func` gets a pixel and how much of it. */
static void
spread (const Build *b, gint64 from, gint64 to, void (*func) (guint x, double part, gpointer data), gpointer data)
{
  const ScopeViewport *v = &b->lanes->request.viewport;
  double x0 = MAX (scope_viewport_time_to_x (v, from), 0), x1 = MIN (scope_viewport_time_to_x (v, to), v->width);

  for (guint x = (guint) x0; x < x1; x++)
    func (x, MIN (x1, x + 1.0) - MAX (x0, x), data);
}

/* What of a lane is not drawn as bars, by the rows that it is drawn in. */
typedef struct
{
  guint width, n_hues;
  double *shares; /* [row][hue][width]; row 0: holds */
  guint rows;
  gboolean any;
} Dense;

typedef struct
{
  double *shares;
} DenseRow;

static void
add_share (guint x, double part, gpointer data)
{
  ((DenseRow *) data)->shares[x] += part;
}

static void
dense_add (const Build *b, Dense *dense, guint row, gint64 processor, gint64 from, gint64 to)
{
  guint hue = (guint) (processor & 0xffff) % dense->n_hues;
  DenseRow at = { dense->shares + ((gsize) row * dense->n_hues + hue) * dense->width };

  spread (b, from, to, add_share, &at);
  dense->any = TRUE;
}

/* --- from change to change --- */

typedef struct
{
  gint64 time;
  gint8 holds, waits; /* what is added from here on */
} Change;

SCOPE_COMPARE_BY (compare_changes, Change, SCOPE_UP (time))

typedef struct
{
  ScopeLockColumn *columns;
  gboolean held, contended;
  guint waiting;
} Stretch;

static void
add_column (guint x, double part, gpointer data)
{
  const Stretch *s = data;

  if (s->held)
    s->columns[x].held += (float) part;
  if (s->contended)
    s->columns[x].contended += (float) part;
  s->columns[x].waiting += (float) (part * s->waiting);
}

static void
add_change (GArray *changes, const Build *b, gint64 from, gint64 to, gboolean hold)
{
  gint64 least = MAX (from, b->from), most = MIN (to, b->to);

  if (most <= least)
    return;
  g_array_append_val (changes, ((Change) { least, hold ? 1 : 0, hold ? 0 : 1 }));
  g_array_append_val (changes, ((Change) { most, hold ? -1 : 0, hold ? 0 : -1 }));
}

static void
sweep (const Build *b, ScopeLockLane *lane, const GArray *uses)
{
  g_autoptr (GArray) changes = g_array_sized_new (FALSE, FALSE, sizeof (Change), 4 * uses->len);
  gint holds = 0, waits = 0;

  SCOPE_EACH (const ScopeLockUse, use, uses)
    {
      add_change (changes, b, use->wait_from, use->wait_to, FALSE);
      add_change (changes, b, use->wait_to, use->hold_to, TRUE);
      lane->n++;
      lane->n_contended += scope_lock_use_is_contended (use);
      if (use->wait_from >= b->from && use->wait_from < b->to)
        {
          double x = scope_viewport_time_to_x (&b->lanes->request.viewport, use->wait_from);

          lane->columns[(guint) CLAMP (x, 0, b->lanes->request.viewport.width - 1)].n++;
        }
    }
  g_array_sort (changes, compare_changes);
  for (guint i = 0; i < changes->len; i++)
    {
      const Change *change = &g_array_index (changes, Change, i);
      gint64 until = i + 1 < changes->len ? change[1].time : change->time;
      Stretch s;

      holds += change->holds;
      waits += change->waits;
      if (until == change->time)
        continue;
      s = (Stretch) { lane->columns, holds > 0, holds > 0 && waits > 0, (guint) MAX (waits, 0) };
      lane->most = MAX (lane->most, s.waiting);
      lane->held += s.held ? until - change->time : 0;
      lane->contended += s.contended ? until - change->time : 0;
      lane->waiting += (until - change->time) * (gint64) s.waiting;
      if (s.held || s.waiting > 0)
        spread (b, change->time, until, add_column, &s);
    }
}

/* --- bars --- */

SCOPE_COMPARE_BY (compare_uses, ScopeLockUse, SCOPE_UP (wait_to) SCOPE_UP (wait_from))

/* The function that held the lock while this one waited for it: of the acquisitions at hand, else of the trace. */
static const char *
find_blocker (Build *b, const GArray *uses, guint i, guint *looks)
{
  const ScopeLockUse *use = &g_array_index (uses, ScopeLockUse, i);
  ScopeLockUse found;

  if (use->blocked_by == SCOPE_TABLE_NULL)
    return NULL;
  for (guint steps = 0; steps < MOST_STEPS && i-- > 0; steps++)
    {
      const ScopeLockUse *other = &g_array_index (uses, ScopeLockUse, i);

      if (other->processor == use->blocked_by && other->acquired && other->wait_to < use->wait_to
          && other->hold_to > use->wait_from)
        return scope_lock_function_name (b->trace, other->machine, other->caller);
    }
  if (use->wait_from >= b->from || *looks == 0)
    return NULL;
  (*looks)--;
  return scope_locks_find_blocker (b->trace, use, &found, b->cancellable, NULL)
             ? scope_lock_function_name (b->trace, found.machine, found.caller)
             : NULL;
}

static guint32
show (Build *b, const GArray *uses, guint i, guint *looks)
{
  const ScopeLockUse *use = &g_array_index (uses, ScopeLockUse, i);
  ScopeLockShown shown = { *use, scope_lock_function_name (b->trace, use->machine, use->function),
                           scope_lock_function_name (b->trace, use->machine, use->caller), find_blocker (b, uses, i, looks) };

  g_array_append_val (b->lanes->shown, shown);
  return b->lanes->shown->len - 1;
}

static gboolean
is_wide (const Build *b, gint64 from, gint64 to)
{
  return (double) (MIN (to, b->to) - MAX (from, b->from)) >= LEAST_BAR * b->scale;
}

/* Row of a core's waits. Numbers of cores need not begin at 0. */
static guint
row_of (Build *b, const ScopeLockLane *lane, gint64 processor)
{
  ScopeMachine *machine = scope_trace_machine (b->trace, lane->machine);
  guint row = 0;

  for (guint32 i = 0; i < lane->rows && i < scope_machine_n_entities (machine, SCOPE_KIND_PROCESSOR); i++)
    row += (gint64) scope_machine_entity (machine, SCOPE_KIND_PROCESSOR, i)->number < processor;
  return lane->rows == 0 ? 0 : MIN (row, lane->rows - 1);
}

static void
add_piece (Build *b, ScopeLockLane *lane, Dense *dense, const GArray *uses, guint i, gboolean hold, guint32 *shown,
           guint *looks)
{
  const ScopeLockUse *use = &g_array_index (uses, ScopeLockUse, i);
  gint64 from = hold ? use->wait_to : use->wait_from, to = hold ? use->hold_to : use->wait_to;
  guint row = hold ? 0 : row_of (b, lane, use->processor);
  gboolean counted = !hold && lane->rows == 0, wide = is_wide (b, from, to);

  if (to <= b->from || from >= b->to || to <= from)
    return;
  if (wide)
    {
      if (*shown == SCOPE_NONE)
        *shown = show (b, uses, i, looks);
      g_array_append_val (lane->bars, ((ScopeLockBar) { from, to, *shown, (guint16) row, hold }));
    }
  if (!wide || counted)
    dense_add (b, dense, hold ? 0 : row + 1, use->processor, from, to);
}

SCOPE_COMPARE_BY (compare_bars, ScopeLockBar, SCOPE_UP (from))

/* --- pixels --- */

/* A column of a row, from its bottom: what each core has of it, over each other. `full`: what is as high as the row. */
static void
paint_column (const Dense *dense, guint row, guint x, double full, ScopeColour *bottom, guint height, guint stride,
              const ScopePalette *palette, gboolean hold)
{
  double at = 0, sum = 0;

  for (guint hue = 0; hue < dense->n_hues; hue++)
    sum += dense->shares[((gsize) row * dense->n_hues + hue) * dense->width + x];
  if (sum <= 0)
    return;
  full = MAX (full, sum);
  for (guint hue = 0; hue < dense->n_hues; hue++)
    {
      double share = dense->shares[((gsize) row * dense->n_hues + hue) * dense->width + x] / full * height;
      ScopeColour colour = scope_lock_processor_colour (palette, hue);

      if (!hold)
        colour = scope_colour_mix (palette->canvas, colour, 0.5);
      for (guint y = (guint) at; share > 0 && y < height && y < at + share; y++)
        {
          double part = MIN (at + share, y + 1.0) - MAX (at, y);
          ScopeColour *pixel = bottom - (gsize) y * stride;
          ScopeColour under = *pixel != 0 ? *pixel : palette->canvas;

          *pixel = scope_colour_mix (under, colour, *pixel != 0 ? part : MAX (part, LEAST_ALPHA));
        }
      at += share;
    }
}

/* Held while somebody waits: where bars are, too, so that it is one line. */
static void
paint_contended (const ScopeLockLane *lane, guint x, ScopeColour *top, guint stride, const ScopePalette *palette)
{
  double share = MIN (lane->columns[x].contended, 1);

  for (guint y = 0; share > 0 && y < SCOPE_LOCK_LANE_CONTENDED - 1; y++)
    top[(gsize) y * stride] = scope_colour_mix (palette->canvas, palette->state[SCOPE_STATE_BLOCKED], MAX (share, LEAST_ALPHA));
}

static void
paint (const Build *b, ScopeLockLane *lane, const Dense *dense)
{
  const ScopePalette *palette = scope_palette_get (b->lanes->request.palette);
  guint width = dense->width, waits_y = SCOPE_LOCK_LANE_HOLD + SCOPE_LOCK_LANE_CONTENDED;
  guint row_height = lane->rows > 0 ? SCOPE_LOCK_LANE_WAIT - 1 : SCOPE_LOCK_LANE_WAITS;

  if (!dense->any && lane->contended == 0)
    return;
  lane->pixels = g_new0 (ScopeColour, (gsize) width * lane->height);
  for (guint x = 0; x < width; x++)
    {
      ScopeColour *column = lane->pixels + x;

      paint_column (dense, 0, x, 1, column + (gsize) (SCOPE_LOCK_LANE_HOLD - 1) * width, SCOPE_LOCK_LANE_HOLD, width, palette,
                    TRUE);
      paint_contended (lane, x, column + (gsize) (SCOPE_LOCK_LANE_HOLD + 1) * width, width, palette);
      for (guint r = 0; r < MAX (lane->rows, 1); r++)
        paint_column (dense, r + 1, x, lane->rows > 0 ? 1 : MAX (lane->most, 1),
                      column + (gsize) (waits_y + r * SCOPE_LOCK_LANE_WAIT + row_height - 1) * width, row_height, width,
                      palette, FALSE);
    }
}

/* --- all of it --- */

static void
make_lane (Build *b, const ScopeLockSum *sum, GArray *uses)
{
  ScopeLockLane lane = { .machine = sum->machine, .lock = sum->lock };
  guint width = (guint) b->lanes->request.viewport.width, looks = MOST_LOOKS;
  Dense dense = { .width = width, .n_hues = SCOPE_N_TASK_COLOURS };

  lane.rows = n_rows (b->trace, sum->machine);
  lane.height = SCOPE_LOCK_LANE_HOLD + SCOPE_LOCK_LANE_CONTENDED + wait_pixels (lane.rows);
  lane.bars = g_array_new (FALSE, FALSE, sizeof (ScopeLockBar));
  lane.columns = g_new0 (ScopeLockColumn, width);
  dense.rows = MAX (lane.rows, 1) + 1;
  dense.shares = g_new0 (double, (gsize) dense.rows * dense.n_hues * width);
  g_array_sort (uses, compare_uses);
  sweep (b, &lane, uses);
  for (guint i = 0; i < uses->len; i++)
    {
      guint32 shown = SCOPE_NONE;

      add_piece (b, &lane, &dense, uses, i, FALSE, &shown, &looks);
      add_piece (b, &lane, &dense, uses, i, TRUE, &shown, &looks);
    }
  g_array_sort (lane.bars, compare_bars);
  paint (b, &lane, &dense);
  g_free (dense.shares);
  g_array_append_val (b->lanes->lanes, lane);
}

static void
clear_lane (gpointer data)
{
  ScopeLockLane *lane = data;

  g_array_unref (lane->bars);
  g_free (lane->columns);
  g_free (lane->pixels);
}

static gboolean
gather (Build *b, const ScopeLockList *list, GError **error)
{
  const ScopeQueryRange within = { .trace = b->trace, .from = b->from, .to = b->to, .cancellable = b->cancellable };
  const ScopeLockLanesRequest *request = &b->lanes->request;

  for (guint i = 0; i < request->n; i++)
    {
      b->piles[i] = g_array_new (FALSE, FALSE, sizeof (ScopeLockUse));
      g_hash_table_insert (b->lane_of, &g_array_index (list->sums, ScopeLockSum, request->first + i),
                           GUINT_TO_POINTER (i + 1));
    }
  return scope_locks_each (&within, take_use, b, error);
}

/* All of the pixels: they lie on the grid of world pixels, so the first may begin a little before the visible range. */
static void
seen_range (const ScopeViewport *v, gint64 *ret_from, gint64 *ret_to)
{
  *ret_from = v->first + (gint64) floor (scope_viewport_x_to_ticks (v, 0));
  *ret_to = MAX (MIN (v->first + (gint64) ceil (scope_viewport_x_to_ticks (v, v->width)), v->last), *ret_from + 1);
}

ScopeLockLanes *
scope_lock_lanes_read (ScopeTrace *trace, const ScopeLockList *list, const ScopeLockLanesRequest *request,
                       GCancellable *cancellable, GError **error)
{
  g_autoptr (ScopeLockLanes) lanes = g_new0 (ScopeLockLanes, 1);
  g_autoptr (GHashTable) lane_of = g_hash_table_new (lock_hash, lock_equal);
  Build b = { .trace = trace, .lanes = lanes, .cancellable = cancellable, .lane_of = lane_of };
  gboolean ok;

  lanes->request = *request;
  lanes->request.first = MIN (request->first, list->sums->len);
  lanes->request.n = MIN (request->n, list->sums->len - lanes->request.first);
  lanes->lanes = g_array_new (FALSE, FALSE, sizeof (ScopeLockLane));
  g_array_set_clear_func (lanes->lanes, clear_lane);
  lanes->shown = g_array_new (FALSE, FALSE, sizeof (ScopeLockShown));
  seen_range (&request->viewport, &lanes->from, &lanes->to);
  b.from = lanes->from;
  b.to = lanes->to;
  b.scale = scope_viewport_scale (&request->viewport);
  b.piles = g_new0 (GArray *, lanes->request.n + 1);
  ok = gather (&b, list, error);
  for (guint i = 0; i < lanes->request.n; i++)
    {
      ok = ok && !g_cancellable_set_error_if_cancelled (cancellable, error);
      if (ok)
        make_lane (&b, &g_array_index (list->sums, ScopeLockSum, lanes->request.first + i), b.piles[i]);
      g_array_unref (b.piles[i]);
    }
  g_free (b.piles);
  return ok ? g_steal_pointer (&lanes) : NULL;
}

void
scope_lock_lanes_free (ScopeLockLanes *lanes)
{
  if (lanes == NULL)
    return;
  g_clear_pointer (&lanes->lanes, g_array_unref);
  g_clear_pointer (&lanes->shown, g_array_unref);
  g_free (lanes);
}
