/* scope-overlay-path.c: the critical path where it is seen: what falls into one pixel is one piece.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/scene/timeline/scope-overlay-private.h"

#include "model/trace/analysis/scope-derived.h"

#define MOST_PIECES 8000u /* of all */
#define MOST_RUNS 64u     /* of one stretch: it may change its processor */

static void
add (ScopeOverlayReader *reader, const ScopePathPiece *piece)
{
  if (reader->overlay->path->len < MOST_PIECES && piece->to > piece->from)
    g_array_append_vals (reader->overlay->path, piece, 1);
}

/* Where it runs meanwhile. */
static void
add_runs (ScopeOverlayReader *reader, ScopePathPiece piece)
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
      piece.to = MIN (interval.to + offset, end);
      piece.processor = interval.ref - 1;
      add (reader, &piece);
      piece.from = piece.to;
    }
  piece.to = end;
  add (reader, &piece);
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
    add_runs (drawing->reader, piece);
  else
    add (drawing->reader, &piece);
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
