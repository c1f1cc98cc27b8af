/* scope-overlay-links.c: migrations, wake-ups, instants, where the selected task ran, and the critical path.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/scene/timeline/scope-overlay-private.h"

#include "model/base/scope-key.h"
#include "model/trace/analysis/scope-derived.h"
#include "model/trace/document/scope-query-range.h"

#include <math.h>
#include <string.h>

#define MAX_LOOKED_AT 200000u /* intervals of the selected task, threads */
#define MOST_PIECES 8000u /* of the path: of all */
#define MOST_RUNS 64u     /* of one stretch: it may change its processor */

static guint32
processor_index (ScopeMachine *machine, gint64 number)
{
  return number == SCOPE_TABLE_NULL ? SCOPE_NONE : scope_machine_find_processor (machine, (guint) number);
}

static guint32
thread_index (ScopeMachine *machine, gint64 index)
{
  return index >= 0 && index < scope_machine_n_entities (machine, SCOPE_KIND_THREAD) ? (guint32) index : SCOPE_NONE;
}

/* --- migrations and wake-ups --- */

typedef struct
{
  gint64 slot;
  guint64 ends;
} LinkKey;

SCOPE_DEFINE_STATIC_KEY (link, LinkKey, (guint64) key->slot, (guint64) key->ends)

/* Too many to be drawn one by one: what goes between the same processors within a slot is one line. */
static void
bundle_links (ScopeOverlayReader *reader)
{
  GArray *links = reader->overlay->links;
  g_autoptr (GHashTable) known = g_hash_table_new_full (link_hash, link_equal, g_free, NULL);
  guint kept = 0;

  for (guint i = 0; i < links->len; i++)
    {
      ScopeLinkLine link = g_array_index (links, ScopeLinkLine, i);
      double x = scope_viewport_time_to_x (&reader->request->viewport, link.time);
      LinkKey key = { (gint64) floor (x / SCOPE_OVERLAY_SLOT),
                      (guint64) link.machine << 40 | (guint64) link.wakeup << 36
                          | (guint64) (link.from_processor & 0xffff) << 16 | (link.to_processor & 0xffff) };
      gpointer found = g_hash_table_lookup (known, &key);

      if (found != NULL)
        {
          ScopeLinkLine *old = &g_array_index (links, ScopeLinkLine, GPOINTER_TO_UINT (found) - 1);
          double share = (double) link.count / ((double) old->count + link.count);

          old->time += (gint64) ((double) (link.time - old->time) * share);
          old->count += link.count;
          old->from_thread = old->to_thread = SCOPE_NONE;
          continue;
        }
      g_array_index (links, ScopeLinkLine, kept++) = link;
      g_hash_table_insert (known, g_memdup2 (&key, sizeof key), GUINT_TO_POINTER (kept));
    }
  g_array_set_size (links, kept);
}

static void
on_migration (ScopeOverlayReader *reader, ScopeMachine *machine, gint64 offset, const gint64 *row, double weight)
{
  ScopeLinkLine link = { .time = row[SCOPE_MIGRATION_TIME] + offset, .machine = machine->index };

  link.count = (guint32) CLAMP (weight + 0.5, 1, G_MAXUINT32 / 2);
  link.from_thread = link.to_thread = SCOPE_NONE; /* it goes from processor to processor */
  link.from_processor = processor_index (machine, row[SCOPE_MIGRATION_FROM]);
  link.to_processor = processor_index (machine, row[SCOPE_MIGRATION_TO]);
  if (link.time >= reader->from && link.time < reader->to)
    g_array_append_val (reader->overlay->links, link);
}

static void
on_wakeup (ScopeOverlayReader *reader, ScopeMachine *machine, gint64 offset, const gint64 *row, double weight)
{
  ScopeLinkLine link = { .time = row[SCOPE_WAKEUP_TIME] + offset, .machine = machine->index, .wakeup = TRUE };

  link.count = (guint32) CLAMP (weight + 0.5, 1, G_MAXUINT32 / 2);
  link.from_thread = thread_index (machine, row[SCOPE_WAKEUP_BY_THREAD]);
  link.to_thread = thread_index (machine, row[SCOPE_WAKEUP_THREAD]);
  link.from_processor = processor_index (machine, row[SCOPE_WAKEUP_BY_PROCESSOR]);
  link.to_processor = processor_index (machine, row[SCOPE_WAKEUP_PROCESSOR]);
  if (link.time >= reader->from && link.time < reader->to)
    g_array_append_val (reader->overlay->links, link);
}

void
scope_overlay_read_links (ScopeOverlayReader *reader, ScopeMachine *machine, guint budget)
{
  if (reader->request->parts & SCOPE_OVERLAY_MIGRATIONS)
    scope_overlay_read_table (reader, machine, SCOPE_TABLE_MIGRATIONS, reader->from, reader->to, budget,
                              SCOPE_OVERLAY_SLOT, on_migration);
  if (reader->request->parts & SCOPE_OVERLAY_WAKEUPS)
    scope_overlay_read_table (reader, machine, SCOPE_TABLE_WAKEUPS, reader->from, reader->to, budget,
                              SCOPE_OVERLAY_SLOT, on_wakeup);
  if (reader->overlay->links->len > SCOPE_OVERLAY_LINES)
    bundle_links (reader);
}

/* --- instants --- */

static void
add_tick (ScopeOverlayReader *reader, const ScopeTick *tick)
{
  if (tick->time >= reader->from && tick->time < reader->to && reader->overlay->ticks->len < SCOPE_OVERLAY_TICKS
      && (reader->request->ticks >> tick->kind & 1) != 0)
    g_array_append_vals (reader->overlay->ticks, tick, 1);
}

static void
on_instant (ScopeOverlayReader *reader, ScopeMachine *machine, gint64 offset, const gint64 *row, double weight)
{
  gint64 kind = row[SCOPE_INSTANT_KIND];

  if (kind >= 0 && kind < SCOPE_N_INSTANTS)
    add_tick (reader, &(ScopeTick) { row[SCOPE_INSTANT_TIME] + offset, machine->index,
                                     processor_index (machine, row[SCOPE_INSTANT_PROCESSOR]), SCOPE_NONE,
                                     (guint8) kind });
}

static void
on_woken (ScopeOverlayReader *reader, ScopeMachine *machine, gint64 offset, const gint64 *row, double weight)
{
  add_tick (reader, &(ScopeTick) { row[SCOPE_WAKEUP_TIME] + offset, machine->index,
                                   processor_index (machine, row[SCOPE_WAKEUP_BY_PROCESSOR]),
                                   thread_index (machine, row[SCOPE_WAKEUP_THREAD]), SCOPE_TICK_WAKEUP });
}

static void
add_creations (ScopeOverlayReader *reader, ScopeMachine *machine)
{
  guint32 n = scope_machine_n_entities (machine, SCOPE_KIND_THREAD);
  gint64 offset = scope_trace_offset (reader->trace, machine);

  for (guint32 i = 0; i < MIN (n, MAX_LOOKED_AT); i++)
    {
      const ScopeEntity *entity = scope_machine_entity (machine, SCOPE_KIND_THREAD, i);
      gint64 first = entity->first;

      if (first > SCOPE_TIME_MIN / 2 && first < SCOPE_TIME_MAX / 2)
        add_tick (reader, &(ScopeTick) { first + offset, machine->index, SCOPE_NONE, i, SCOPE_TICK_THREAD });
    }
}

void
scope_overlay_read_ticks (ScopeOverlayReader *reader, ScopeMachine *machine)
{
  guint kinds = reader->request->ticks;

  if ((kinds & ((1u << SCOPE_N_INSTANTS) - 1)) != 0)
    scope_overlay_read_table (reader, machine, SCOPE_TABLE_INSTANTS, reader->from, reader->to, SCOPE_OVERLAY_TICKS, 1,
                              on_instant);
  if (kinds >> SCOPE_TICK_WAKEUP & 1)
    scope_overlay_read_table (reader, machine, SCOPE_TABLE_WAKEUPS, reader->from, reader->to, SCOPE_OVERLAY_TICKS, 1,
                              on_woken);
  if (kinds >> SCOPE_TICK_THREAD & 1)
    add_creations (reader, machine);
}

/* --- the selected task --- */

static void
add_run (ScopeOverlayReader *reader, const ScopeTaskRun *run)
{
  GArray *runs = reader->overlay->runs;
  double px = scope_viewport_scale (&reader->request->viewport);

  /* What falls into one pixel is one thing: of the last few, one of each processor. */
  for (guint i = runs->len; i > 0 && i + 16 > runs->len; i--)
    {
      ScopeTaskRun *last = &g_array_index (runs, ScopeTaskRun, i - 1);

      if (last->processor == run->processor && (double) (run->from - last->to) < px / 2)
        {
          last->to = MAX (last->to, run->to);
          return;
        }
    }
  if (runs->len < SCOPE_OVERLAY_RUNS)
    g_array_append_vals (runs, run, 1);
}

void
scope_overlay_read_task (ScopeOverlayReader *reader)
{
  ScopeMachine *machine = scope_trace_machine (reader->trace, reader->request->task.machine);
  ScopeLaneId task = reader->request->task;
  ScopeIntervalCursor cursor;
  ScopeInterval interval;
  gint64 offset;
  guint32 n;

  if (machine == NULL || task.index >= scope_machine_n_entities (machine, SCOPE_KIND_THREAD))
    return;
  offset = scope_trace_offset (reader->trace, machine);
  n = scope_machine_n_entities (machine, SCOPE_KIND_PROCESSOR);
  scope_interval_cursor_init (&cursor, machine->lanes, scope_machine_entity (machine, SCOPE_KIND_THREAD, task.index)->lane,
                              reader->from - offset, reader->to - offset);
  for (guint i = 0; i < MAX_LOOKED_AT && scope_interval_cursor_next (&cursor, &interval, NULL); i++)
    {
      guint32 processor = scope_code_info (interval.code)->ref == SCOPE_REF_RUNS && interval.ref > 0
                                  && interval.ref <= n
                              ? interval.ref - 1
                              : n == 1 ? 0 : SCOPE_NONE;

      if (scope_code_state (interval.code) == SCOPE_STATE_RUNNING)
        add_run (reader, &(ScopeTaskRun) { interval.from + offset, scope_time_add (interval.to, offset), processor });
      if (i % 1024 == 0 && scope_overlay_cancelled (reader))
        break;
    }
  scope_interval_cursor_clear (&cursor);
}

/* --- the critical path: what falls into one pixel is one piece --- */

static void
add_piece (ScopeOverlayReader *reader, const ScopePathPiece *piece)
{
  if (reader->overlay->path->len < MOST_PIECES && piece->to > piece->from)
    g_array_append_vals (reader->overlay->path, piece, 1);
}

/* Where it runs meanwhile. */
static void
add_piece_runs (ScopeOverlayReader *reader, ScopePathPiece piece)
{
  ScopeMachine *machine = scope_trace_machine (reader->trace, piece.machine);
  gint64 offset = scope_trace_offset (reader->trace, machine);
  guint32 n = scope_machine_n_entities (machine, SCOPE_KIND_PROCESSOR);
  g_auto (ScopeIntervalCursor) cursor
      = scope_interval_cursor (machine->lanes, scope_machine_entity (machine, SCOPE_KIND_THREAD, piece.thread)->lane, piece.from - offset,
                               piece.to - offset, reader->cancellable);
  gint64 end = piece.to;
  ScopeInterval interval;

  for (guint i = 0; i < MOST_RUNS && piece.from < end && scope_interval_cursor_next (&cursor, &interval, NULL); i++)
    {
      if (scope_code_state (interval.code) != SCOPE_STATE_RUNNING || scope_code_info (interval.code)->ref != SCOPE_REF_RUNS || interval.ref == 0
          || interval.ref > n)
        continue;
      piece.to = MIN (scope_time_add (interval.to, offset), end);
      piece.processor = interval.ref - 1;
      add_piece (reader, &piece);
      piece.from = piece.to;
    }
  piece.to = end;
  add_piece (reader, &piece);
}

typedef struct
{
  ScopeOverlayReader *reader;
  gint64 drawn; /* until when there are pieces: it has no gaps */
  double px;
} Drawing;

static void
draw_segment (gpointer data, const ScopePathSegment *segment, const char *label)
{
  Drawing *drawing = data;
  const ScopePathPiece piece = { drawing->drawn, segment->to, segment->task.machine, segment->task.thread, SCOPE_NONE, (guint8) segment->kind };

  if ((double) (segment->to - drawing->drawn) < drawing->px)
    return;
  drawing->drawn = segment->to;
  if (segment->kind == SCOPE_PATH_RUNNING && !scope_task_is_nobody (segment->task))
    add_piece_runs (drawing->reader, piece);
  else
    add_piece (drawing->reader, &piece);
}

void
scope_overlay_read_path (ScopeOverlayReader *reader)
{
  const ScopeQueryRange within = { .trace = reader->trace, .from = reader->from, .to = reader->to, .cancellable = reader->cancellable };
  g_autoptr (ScopeDerived) derived = scope_derived_dup (reader->trace);
  Drawing drawing = { reader, reader->from, scope_viewport_scale (&reader->request->viewport) };

  if (derived != NULL)
    scope_derived_walk_path (derived, &within, draw_segment, &drawing, NULL);
}
