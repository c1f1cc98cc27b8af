/* scope-overlay.c: tables within a budget.
 *
 * A table of few rows in view is read as it is. One of more is read in slots, each slot to its share of the budget, and
 * what was read stands for what the table's directory says the slot has. So the cost is bounded by pixels and budget,
 * whatever the trace holds.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/scene/calls/scope-call-marks.h"
#include "model/scene/calls/scope-stack-samples.h"
#include "model/base/scope-compare.h"
#include "model/base/scope-each.h"
#include "model/scene/timeline/scope-overlay-far.h"
#include "model/scene/view/scope-view-call.h"
#include "model/scene/view/scope-view-cause.h"
#include "model/trace/calls/scope-call-tree.h"
#include "model/trace/statistics/scope-core-rates.h"

#include <math.h>
#include <string.h>

static int
compare_rows (gconstpointer a, gconstpointer b, gpointer user_data)
{
  gint64 x = *(const gint64 *) a, y = *(const gint64 *) b;

  return (x > y) - (x < y);
}

/* Rows in order of their first column, a time. In a table they are only nearly so; and while a log is followed its processors'
 * rows come as they were written, block after block. */
static void
read_rows (ScopeOverlayReader *reader, ScopeMachine *machine, ScopeTableKind kind, gint64 from, gint64 to, guint most,
           guint64 estimate, ScopeOverlayRowFunc func)
{
  gint64 offset = scope_trace_offset (reader->trace, machine);
  gint64 (*rows)[SCOPE_TABLE_MAX_COLUMNS] = NULL;
  ScopeTableCursor cursor;
  gint64 row[SCOPE_TABLE_MAX_COLUMNS];
  gboolean ordered = TRUE;
  guint n = 0, n_alloc = 0;
  double weight = 1;

  scope_table_cursor_init (&cursor, machine->tables[kind], from - offset, to - offset);
  while (n < most && scope_table_cursor_next (&cursor, row, NULL))
    {
      if (n == n_alloc)
        {
          n_alloc = MAX (64, n_alloc * 2);
          rows = g_realloc_n (rows, n_alloc, sizeof *rows);
        }
      ordered &= n == 0 || rows[n - 1][0] <= row[0];
      memcpy (rows[n++], row, sizeof row);
      if (n % 1024 == 0 && scope_overlay_cancelled (reader))
        break;
    }
  if (n == most && scope_table_cursor_next (&cursor, row, NULL))
    {
      weight = MAX ((double) estimate / n, 1);
      reader->overlay->sampled = TRUE;
    }
  scope_table_cursor_clear (&cursor);
  if (!ordered)
    g_qsort_with_data (rows, (gint) n, sizeof *rows, compare_rows, NULL); /* stable */
  for (guint i = 0; i < n; i++)
    func (reader, machine, offset, rows[i], weight);
  g_free (rows);
}

gint64
scope_overlay_own (const ScopeOverlayReader *reader, ScopeMachine *machine, gint64 time)
{
  return time - scope_trace_offset (reader->trace, machine);
}

/* A machine's table over [from, to), whole if its share of the budget allows, else slot by slot. */
void
scope_overlay_read_table (ScopeOverlayReader *reader, ScopeMachine *machine, ScopeTableKind kind, gint64 from,
                          gint64 to, guint budget, double slot_pixels, ScopeOverlayRowFunc func)
{
  guint64 estimate;
  guint slots, share;
  double width;

  if (machine->tables[kind] == NULL || to <= from)
    return;
  estimate = scope_table_estimate (machine->tables[kind], scope_overlay_own (reader, machine, from),
                                   scope_overlay_own (reader, machine, to));
  if (estimate == 0)
    return;
  if (estimate <= budget)
    {
      read_rows (reader, machine, kind, from, to, G_MAXUINT, estimate, func);
      return;
    }
  slots = (guint) CLAMP (reader->request->viewport.width / slot_pixels, 1, 4096);
  share = MAX (budget / slots, 16);
  width = ((double) to - (double) from) / slots;
  for (guint i = 0; i < slots && !scope_overlay_cancelled (reader); i++)
    {
      gint64 a = from + (gint64) (i * width), b = i + 1 == slots ? to : from + (gint64) ((i + 1) * width);

      if (b <= a)
        continue;
      estimate = scope_table_estimate (machine->tables[kind], scope_overlay_own (reader, machine, a),
                                       scope_overlay_own (reader, machine, b));
      /* The directory counts whole blocks, of which a narrow slot has only a part; the whole never has more
       * than its rows. */
      estimate = MIN (estimate, scope_table_n_rows (machine->tables[kind]));
      if (estimate > 0)
        read_rows (reader, machine, kind, a, b, share, estimate, func);
    }
}

#define COUNTERS                                                                                                 \
  (SCOPE_OVERLAY_HEAP | SCOPE_OVERLAY_SPARKS | SCOPE_OVERLAY_ALLOCATION | SCOPE_OVERLAY_RATES | SCOPE_OVERLAY_QUEUE \
   | SCOPE_OVERLAY_SAMPLES)

/* --- marks --- */

#define MAX_LABELS 2000u

static void
mark_clear (gpointer data)
{
  g_free (((ScopeMarkFlag *) data)->text);
}

static gint64
world_slot (const ScopeOverlayReader *reader, gint64 time, guint pixels)
{
  const ScopeViewport *v = &reader->request->viewport;

  return (gint64) floor (((double) time - (double) v->first) / scope_viewport_scale (v) / pixels);
}

static void
on_mark (ScopeOverlayReader *reader, ScopeMachine *machine, gint64 offset, const gint64 *row, double weight)
{
  GArray *marks = reader->overlay->marks;
  gint64 time = row[SCOPE_MARK_TIME] + offset;
  guint count = (guint) CLAMP (weight + 0.5, 1, G_MAXUINT / 2);
  ScopeMarkFlag flag = { time, time, machine->index, count, (guint8) row[SCOPE_MARK_KIND], SCOPE_NONE, NULL };
  gboolean apart = flag.kind == SCOPE_MARK_LABEL && marks->len < MAX_LABELS;

  if (time < reader->from || time >= reader->to || scope_trace_mark_is_name (reader->trace, row))
    return;
  if (flag.kind == SCOPE_MARK_LABEL && row[SCOPE_MARK_PROCESSOR] != SCOPE_TABLE_NULL)
    flag.processor = scope_machine_find_processor (machine, (guint) row[SCOPE_MARK_PROCESSOR]);
  /* The same slot is that of one of the last flags. Labels have lines of their own in the rows of their processors, as long as
   * there is room for such. */
  for (guint i = marks->len; !apart && i > 0 && i + 4 > marks->len; i--)
    {
      ScopeMarkFlag *last = &g_array_index (marks, ScopeMarkFlag, i - 1);

      if (last->machine == flag.machine
          && last->processor == flag.processor
          && world_slot (reader, last->time, SCOPE_MARK_SLOT) == world_slot (reader, time, SCOPE_MARK_SLOT))
        {
          last->count = MIN (last->count, G_MAXUINT / 2) + count;
          last->time = MIN (last->time, time);
          last->last = MAX (last->last, time);
          return;
        }
    }
  flag.text = scope_machine_text (machine, (guint64) row[SCOPE_MARK_TEXT], NULL);
  g_array_append_val (marks, flag);
}

SCOPE_COMPARE_BY (compare_marks, ScopeMarkFlag, SCOPE_UP (time) SCOPE_UP (machine))

/* --- collections --- */

static void
add_pause (ScopeOverlayReader *reader, const ScopePause *pause)
{
  GArray *pauses = reader->overlay->pauses;
  double px = scope_viewport_scale (&reader->request->viewport);

  /* Both and what is between them within a pixel or so: one mark. Phases of the nonmoving collector come by turns. */
  for (guint i = pauses->len; i > 0 && i + SCOPE_N_CONCURRENT_PHASES > pauses->len; i--)
    {
      ScopePause *last = &g_array_index (pauses, ScopePause, i - 1);

      if (last->machine == pause->machine && last->major == pause->major && last->kind == pause->kind
          && (double) (MAX (pause->end, last->end) - MIN (pause->sync, last->sync)) < px)
        {
          last->end = MAX (last->end, pause->end);
          last->sync = MIN (last->sync, pause->sync);
          last->count += pause->count;
          last->leader = SCOPE_NONE;
          if (pause->longest > last->longest)
            {
              last->longest = pause->longest;
              last->generation = pause->generation;
            }
          return;
        }
      if (pause->kind == 0)
        break;
    }
  g_array_append_vals (pauses, pause, 1);
}

static void
on_collection (ScopeOverlayReader *reader, ScopeMachine *machine, gint64 offset, const gint64 *row, double weight)
{
  gint64 sync = row[SCOPE_COLLECTION_SYNC] != SCOPE_TABLE_NULL ? MAX (row[SCOPE_COLLECTION_SYNC], 0) : 0;
  gint64 duration = row[SCOPE_COLLECTION_DURATION] != SCOPE_TABLE_NULL ? row[SCOPE_COLLECTION_DURATION] : 0;
  gint64 generation = row[SCOPE_COLLECTION_GENERATION];
  ScopePause pause = { .machine = machine->index, .count = (guint32) CLAMP (weight + 0.5, 1, G_MAXUINT32) };

  pause.leader = row[SCOPE_COLLECTION_PROCESSOR] != SCOPE_TABLE_NULL ? (guint32) row[SCOPE_COLLECTION_PROCESSOR] : SCOPE_NONE;
  pause.start = row[SCOPE_COLLECTION_START] + offset;
  pause.sync = pause.start - sync;
  pause.end = pause.start + duration;
  pause.longest = duration + sync;
  pause.generation = generation != SCOPE_TABLE_NULL ? (guint32) generation : 0;
  pause.major = pause.generation > 0;
  add_pause (reader, &pause);
}

/* What the nonmoving collector did. */
static void
on_concurrent (ScopeOverlayReader *reader, ScopeMachine *machine, gint64 offset, const gint64 *row, double weight)
{
  ScopePause pause = { .machine = machine->index, .count = (guint32) CLAMP (weight + 0.5, 1, G_MAXUINT32), .leader = SCOPE_NONE };

  pause.sync = pause.start = row[SCOPE_CONCURRENT_START] + offset;
  pause.end = pause.start + row[SCOPE_CONCURRENT_DURATION];
  pause.longest = row[SCOPE_CONCURRENT_DURATION];
  pause.kind = (guint8) (CLAMP (row[SCOPE_CONCURRENT_PHASE], 0, SCOPE_N_CONCURRENT_PHASES - 1) + 1);
  pause.major = TRUE;
  add_pause (reader, &pause);
}

/* The runtime wrote the log. */
static void
on_flush (ScopeOverlayReader *reader, ScopeMachine *machine, gint64 offset, const gint64 *row, double weight)
{
  ScopePause pause = { .machine = machine->index, .count = (guint32) CLAMP (weight + 0.5, 1, G_MAXUINT32), .kind = SCOPE_PAUSE_FLUSH, .major = TRUE };

  pause.sync = pause.start = row[SCOPE_FLUSH_START] + offset;
  pause.end = pause.start + row[SCOPE_FLUSH_DURATION];
  pause.longest = row[SCOPE_FLUSH_DURATION];
  pause.leader = (guint32) CLAMP (row[SCOPE_FLUSH_PROCESSOR], 0, SCOPE_NONE);
  add_pause (reader, &pause);
}

/* --- all --- */

/* What is drawn in a row of its kind. */
static void
want_row (ScopeOverlayRequest *request, const ScopeLaneNode *node)
{
  switch (node->kind)
    {
    case SCOPE_ROW_ACTIVITY:
      request->parts |= SCOPE_OVERLAY_LEAST_MOST;
      break;
    case SCOPE_ROW_MARKS:
      request->parts |= SCOPE_OVERLAY_MARKS;
      break;
    case SCOPE_ROW_SPANS:
      request->parts |= SCOPE_OVERLAY_SPANS;
      break;
    case SCOPE_ROW_TRAFFIC:
      request->parts |= SCOPE_OVERLAY_TRAFFIC;
      break;
    case SCOPE_ROW_PAUSES:
      request->parts |= SCOPE_OVERLAY_PAUSES | SCOPE_OVERLAY_CONCURRENT;
      break;
    case SCOPE_ROW_CONCURRENT:
      request->parts |= SCOPE_OVERLAY_CONCURRENT;
      break;
    case SCOPE_ROW_FLUSHES:
      request->parts |= SCOPE_OVERLAY_FLUSHES;
      break;
    case SCOPE_ROW_HEAP:
      request->parts |= SCOPE_OVERLAY_HEAP;
      break;
    case SCOPE_ROW_SPARKS:
      request->parts |= SCOPE_OVERLAY_SPARKS;
      break;
    case SCOPE_ROW_ALLOCATION:
      request->parts |= SCOPE_OVERLAY_ALLOCATION;
      break;
    case SCOPE_ROW_SPARK_CREATION:
    case SCOPE_ROW_SPARK_CONVERSION:
      request->parts |= SCOPE_OVERLAY_RATES;
      break;
    case SCOPE_ROW_QUEUE:
      request->parts |= SCOPE_OVERLAY_QUEUE;
      break;
    case SCOPE_ROW_MEMORY:
    case SCOPE_ROW_LOAD:
    case SCOPE_ROW_PROCESS_COUNT:
    case SCOPE_ROW_BLOCKS:
    case SCOPE_ROW_MEGABLOCKS:
    case SCOPE_ROW_HEAPS:
    case SCOPE_ROW_MAILBOXES:
      request->parts |= SCOPE_OVERLAY_SAMPLES;
      break;
    case SCOPE_ROW_CALLS:
      if (request->n_calls < SCOPE_OVERLAY_CALLS)
        request->calls[request->n_calls++] = node->lane;
      break;
    default:
      if (scope_row_is_of_cores (node->kind))
        request->parts |= SCOPE_OVERLAY_CORES;
      break;
    }
}

void
scope_overlay_request_init (ScopeOverlayRequest *request, ScopeView *view)
{
  ScopeLaneList *lanes = scope_view_get_lanes (view);

  memset (request, 0, sizeof *request);
  request->viewport = *scope_view_get_viewport (view);
  request->messages = *scope_view_get_messages (view);
  /* A class that has a colour is not to be bundled with others. */
  request->messages.by_class |= scope_own_colours_has_messages (scope_view_get_own_colours (view));
  if (request->messages.show)
    request->parts |= SCOPE_OVERLAY_MESSAGES;
  if (request->messages.migrations)
    request->parts |= SCOPE_OVERLAY_MIGRATIONS;
  if (request->messages.wakeups)
    request->parts |= SCOPE_OVERLAY_WAKEUPS;
  if (scope_view_get_task (view, &request->task))
    request->parts |= SCOPE_OVERLAY_TASK;
  if (scope_view_path_is_line (view))
    request->parts |= SCOPE_OVERLAY_PATH;
  if (scope_view_get_look (view)->ticks != 0
      && scope_viewport_scale (&request->viewport) * (double) scope_trace_tick_ps (scope_view_get_trace (view))
             < SCOPE_TICK_SCALE_PS)
    {
      request->parts |= SCOPE_OVERLAY_TICKS_PART;
      request->ticks = scope_view_get_look (view)->ticks;
    }
  if (scope_call_tree_is_sampled (scope_view_get_trace (view)))
    request->parts |= SCOPE_OVERLAY_STACKS;
  request->hits = scope_view_get_look (view)->hits;
  request->hiding = scope_view_get_call_hiding (view);
  request->hiding_digest = scope_call_hiding_digest (request->hiding);
  for (guint i = 0; i < scope_lane_list_n_rows (lanes); i++)
    want_row (request, scope_lane_list_row (lanes, i));
  if (!scope_view_get_look (view)->show_marks)
    request->parts &= ~SCOPE_OVERLAY_MARKS;
  if (!scope_view_get_look (view)->least_most)
    request->parts &= ~SCOPE_OVERLAY_LEAST_MOST;
}

static gboolean
same_calls (const ScopeOverlayRequest *a, const ScopeOverlayRequest *b)
{
  if (a->n_calls != b->n_calls || (a->n_calls > 0 && (a->hits != b->hits || a->hiding_digest != b->hiding_digest)))
    return FALSE;
  for (guint i = 0; i < a->n_calls; i++)
    if (!scope_lane_id_equal (a->calls[i], b->calls[i]))
      return FALSE;
  return TRUE;
}

/* What is narrower than a pixel comes added up. */
static void
read_calls (ScopeOverlayReader *reader)
{
  const ScopeOverlayRequest *request = reader->request;

  for (guint i = 0; i < request->n_calls && !scope_overlay_cancelled (reader); i++)
    {
      ScopeActivations *calls = scope_activations_read_without (reader->trace, request->calls[i], reader->from, reader->to,
                                                                (gint64) scope_viewport_scale (&request->viewport), SCOPE_CALL_MAX_DEPTH,
                                                                request->hiding, reader->cancellable, NULL);

      if (calls != NULL)
        g_ptr_array_add (reader->overlay->calls, calls);
    }
  reader->overlay->call_marks = scope_call_marks_read (reader->trace, request->calls, request->n_calls, &request->viewport,
                                                       request->hits, request->budget, reader->cancellable);
  SCOPE_EACH_POINTER (ScopeActivations, calls, reader->overlay->calls)
    SCOPE_EACH_POINTER (ScopeCallMarks, marks, reader->overlay->call_marks)
      if (scope_lane_id_equal (calls->lane, marks->lane))
        scope_call_marks_raise (marks, calls, request->hiding != NULL);
}

const ScopeCallMarks *
scope_overlay_find_call_marks (const ScopeOverlay *overlay, ScopeLaneId lane)
{
  SCOPE_EACH_POINTER (const ScopeCallMarks, marks, overlay->call_marks)
    if (scope_lane_id_equal (marks->lane, lane))
      return marks;
  return NULL;
}

const ScopeActivations *
scope_overlay_find_calls (const ScopeOverlay *overlay, ScopeLaneId lane)
{
  SCOPE_EACH_POINTER (const ScopeActivations, calls, overlay->calls)
    if (scope_lane_id_equal (calls->lane, lane))
      return calls;
  return NULL;
}

gboolean
scope_overlay_count_hits (const ScopeOverlay *overlay, guint64 *ret_n)
{
  gboolean sampled = FALSE;

  memset (ret_n, 0, SCOPE_N_SHOWN_HITS * sizeof *ret_n);
  SCOPE_EACH_POINTER (const ScopeCallMarks, marks, overlay->call_marks)
    {
      sampled |= marks->sampled;
      for (guint k = 0; k < SCOPE_N_SHOWN_HITS; k++)
        ret_n[k] += marks->n[k];
    }
  return sampled;
}

gboolean
scope_overlay_request_equal (const ScopeOverlayRequest *a, const ScopeOverlayRequest *b)
{
  return scope_viewport_equal (&a->viewport, &b->viewport) && a->parts == b->parts && a->budget == b->budget && a->ticks == b->ticks
         && scope_lane_id_equal (a->task, b->task) && same_calls (a, b)
         && scope_message_filter_equal (&a->messages, &b->messages);
}

static void
read_cores (ScopeOverlayReader *reader, ScopeMachine *machine, ScopeTableKind table, guint budget)
{
  const ScopeViewport *viewport = &reader->request->viewport;
  guint n = (guint) ceil (MAX (viewport->width, 1));
  ScopeCoreRates *rates = scope_core_rates_read (reader->trace, machine, table, scope_viewport_x_to_time (viewport, 0),
                                                 scope_viewport_x_to_time (viewport, n), n, budget, reader->cancellable);

  if (rates != NULL)
    g_ptr_array_add (reader->overlay->cores, rates);
}

ScopeOverlay *
scope_overlay_read (ScopeTrace *trace, const ScopeOverlayRequest *asked, GCancellable *cancellable)
{
  g_autoptr (ScopeOverlay) overlay = g_new0 (ScopeOverlay, 1);
  ScopeOverlayRequest left = *asked, *request = &left;
  ScopeOverlayReader reader = { .overlay = overlay, .request = request, .trace = trace, .cancellable = cancellable };
  guint n = scope_trace_n_machines (trace), share;

  overlay->request = *asked;
  overlay->request.hiding = NULL;
  overlay->messages = g_array_new (FALSE, FALSE, sizeof (ScopeMessageLine));
  overlay->wedges = g_array_new (FALSE, FALSE, sizeof (ScopeStreamWedge));
  overlay->links = g_array_new (FALSE, FALSE, sizeof (ScopeLinkLine));
  overlay->extents = g_array_new (FALSE, FALSE, sizeof (ScopeLeastMost));
  overlay->traffic = g_array_new (FALSE, FALSE, sizeof (ScopeTrafficBin));
  overlay->ticks = g_array_new (FALSE, FALSE, sizeof (ScopeTick));
  overlay->runs = g_array_new (FALSE, FALSE, sizeof (ScopeTaskRun));
  overlay->stacks = g_array_new (FALSE, FALSE, sizeof (ScopeStackSample));
  overlay->stack_names = g_string_chunk_new (1024);
  overlay->path = g_array_new (FALSE, FALSE, sizeof (ScopePathPiece));
  overlay->marks = g_array_new (FALSE, FALSE, sizeof (ScopeMarkFlag));
  g_array_set_clear_func (overlay->marks, mark_clear);
  overlay->spans = g_array_new (FALSE, FALSE, sizeof (ScopeSpanBar));
  overlay->pauses = g_array_new (FALSE, FALSE, sizeof (ScopePause));
  overlay->counters = g_array_new (FALSE, FALSE, sizeof (ScopeCounterPoint));
  overlay->cores = g_ptr_array_new_with_free_func ((GDestroyNotify) scope_core_rates_free);
  scope_viewport_get_range (&request->viewport, &reader.from, &reader.to);
  reader.budget = request->budget > 0 ? request->budget : SCOPE_OVERLAY_BUDGET;
  share = MAX (reader.budget / MAX (n, 1), 256);
  overlay->calls = g_ptr_array_new_with_free_func ((GDestroyNotify) scope_activations_free);
  left.parts = scope_overlay_read_far (&reader);
  read_calls (&reader);
  if (request->parts & SCOPE_OVERLAY_MESSAGES)
    scope_overlay_read_messages (&reader);
  if (request->parts & SCOPE_OVERLAY_TRAFFIC)
    scope_overlay_read_traffic (&reader);
  if (request->parts & SCOPE_OVERLAY_LEAST_MOST)
    scope_overlay_read_least_most (&reader);
  if (request->parts & SCOPE_OVERLAY_TASK)
    scope_overlay_read_task (&reader);
  if (request->parts & SCOPE_OVERLAY_PATH)
    scope_overlay_read_path (&reader);
  if (request->parts & SCOPE_OVERLAY_SPANS)
    scope_span_bars_read (trace, &request->viewport, overlay->spans, overlay->stack_names, cancellable);
  for (guint i = 0; i < n && !scope_overlay_cancelled (&reader); i++)
    {
      ScopeMachine *machine = scope_trace_machine (trace, i);

      scope_overlay_read_links (&reader, machine, share);
      if (request->parts & SCOPE_OVERLAY_TICKS_PART)
        scope_overlay_read_ticks (&reader, machine);
      if (request->parts & SCOPE_OVERLAY_MARKS)
        scope_overlay_read_table (&reader, machine, SCOPE_TABLE_MARKS, reader.from, reader.to, share,
                                  SCOPE_MARK_SLOT, on_mark);
      if (request->parts & SCOPE_OVERLAY_STACKS)
        scope_stack_samples_add (trace, machine, reader.from, reader.to, overlay->stacks, overlay->stack_names, cancellable);
      if (request->parts & SCOPE_OVERLAY_PAUSES)
        scope_overlay_read_table (&reader, machine, SCOPE_TABLE_COLLECTIONS, reader.from, reader.to, share, 1,
                                  on_collection);
      if (request->parts & SCOPE_OVERLAY_CONCURRENT)
        scope_overlay_read_table (&reader, machine, SCOPE_TABLE_CONCURRENT, reader.from, reader.to, share, 1,
                                  on_concurrent);
      if (request->parts & SCOPE_OVERLAY_FLUSHES)
        scope_overlay_read_table (&reader, machine, SCOPE_TABLE_FLUSHES, reader.from, reader.to, share, 1, on_flush);
      if (request->parts & COUNTERS)
        scope_overlay_read_counters (&reader, machine, share);
      if (request->parts & SCOPE_OVERLAY_CORES)
        {
          read_cores (&reader, machine, SCOPE_TABLE_COUNTERS, share);
          read_cores (&reader, machine, SCOPE_TABLE_CORE_STATISTICS, share);
        }
    }
  g_array_sort (overlay->marks, compare_marks); /* machine by machine they were read */
  scope_overlay_join_points (overlay->counters);
  return scope_overlay_cancelled (&reader) ? NULL : g_steal_pointer (&overlay);
}

void
scope_overlay_free (ScopeOverlay *overlay)
{
  if (overlay == NULL)
    return;
  g_array_unref (overlay->messages);
  g_array_unref (overlay->wedges);
  g_array_unref (overlay->links);
  g_array_unref (overlay->traffic);
  g_array_unref (overlay->extents);
  g_array_unref (overlay->ticks);
  g_array_unref (overlay->runs);
  g_array_unref (overlay->path);
  g_array_unref (overlay->stacks);
  g_string_chunk_free (overlay->stack_names);
  g_array_unref (overlay->marks);
  g_array_unref (overlay->spans);
  g_array_unref (overlay->pauses);
  g_array_unref (overlay->counters);
  g_ptr_array_unref (overlay->cores);
  g_ptr_array_unref (overlay->calls);
  g_clear_pointer (&overlay->call_marks, g_ptr_array_unref);
  g_free (overlay);
}
