/* growing-trace.h: a trace that is still being written, for tests: filled by hand, step by step, as a feed would.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/trace/document/scope-trace.h"

#define GROWING_MAX_PROCESSORS 128

typedef struct
{
  ScopeTrace *trace;
  ScopeMachine *machine;
  ScopeSink *sink;
  ScopeRow *rows;
  guint n_processors;
  gint64 step;                             /* between two rows of a processor, ticks */
  gint64 filled[GROWING_MAX_PROCESSORS];   /* until when a processor has rows */
} GrowingTrace;

static inline void
growing_trace_init (GrowingTrace *growing, guint n_processors, gint64 step)
{
  *growing = (GrowingTrace) { .n_processors = n_processors, .step = step };
  growing->trace = scope_trace_new ();
  growing->machine = scope_machine_new (0, scope_bytes_new_memory ());
  growing->machine->number = 1;
  growing->machine->tick_ps = 1000;
  growing->machine->first = 0;
  growing->sink = scope_machine_open_sink (growing->machine, FALSE, 16u << 20, NULL, NULL);
  growing->rows = growing->sink->klass->rows (growing->sink, NULL, 0);
  for (guint p = 0; p < n_processors; p++)
    {
      guint32 index = growing->sink->klass->add_entity (growing->sink, SCOPE_KIND_PROCESSOR, p, FALSE, SCOPE_CODE_IDLE);
      guint32 lane = growing->sink->klass->entity (growing->sink, SCOPE_KIND_PROCESSOR, index)->lane;

      growing->sink->klass->life (growing->sink, lane, 0, SCOPE_TIME_MAX);
      scope_lane_store_set_known_until (growing->machine->lanes, lane, 0);
    }
  scope_trace_set_facts (growing->trace,
                         &(ScopeTraceFacts) { "eventlog", "growing", "none", SCOPE_RUNTIME_GHC });
  scope_trace_add_machine (growing->trace, growing->machine);
}

static inline guint32
growing_trace_lane (GrowingTrace *growing, guint processor)
{
  return scope_machine_entity (growing->machine, SCOPE_KIND_PROCESSOR, processor)->lane;
}

/* More of one processor; nothing is told yet. */
static inline void
growing_trace_fill (GrowingTrace *growing, guint processor, gint64 until)
{
  static const guint8 codes[] = { SCOPE_CODE_RUNNING, SCOPE_CODE_IDLE, SCOPE_CODE_RUNNING, SCOPE_CODE_COLLECTING };
  guint32 lane = growing_trace_lane (growing, processor);
  gsize n = 0;

  for (gint64 *t = &growing->filled[processor]; *t < until; *t += growing->step)
    {
      growing->rows[n++] = scope_row (lane, *t, codes[(*t / growing->step + processor) % G_N_ELEMENTS (codes)], 0);
      if (n == SCOPE_SINK_ROWS)
        {
          growing->rows = growing->sink->klass->rows (growing->sink, growing->rows, n);
          n = 0;
        }
    }
  growing->rows = growing->sink->klass->rows (growing->sink, growing->rows, n);
  scope_lane_store_set_known_until (growing->machine->lanes, lane, until);
}

/* What was filled is there for all to see. */
static inline void
growing_trace_notify (GrowingTrace *growing)
{
  gint64 known = 0;

  scope_lane_store_set_watermark (growing->machine->lanes, SCOPE_TIME_MAX);
  for (guint p = 0; p < growing->n_processors; p++)
    known = MAX (known, scope_lane_store_known_until (growing->machine->lanes, growing_trace_lane (growing, p)));
  scope_trace_set_progress (growing->trace, 0, known);
}

/* Storing reads back what was just stored, which a thread that draws must not. */
static gpointer
growing_trace_fill_all (gpointer data)
{
  GrowingTrace *growing = ((gpointer *) data)[0];
  gint64 until = *(gint64 *) ((gpointer *) data)[1];

  for (guint p = 0; p < growing->n_processors; p++)
    growing_trace_fill (growing, p, until);
  return NULL;
}

static inline void
growing_trace_grow (GrowingTrace *growing, gint64 until)
{
  gpointer data[] = { growing, &until };

  g_thread_join (g_thread_new ("grow", growing_trace_fill_all, data));
  growing_trace_notify (growing);
}

static gpointer
growing_trace_close (gpointer data)
{
  GrowingTrace *growing = data;

  g_assert_true (scope_machine_finish (growing->machine, growing->machine->last, NULL));
  return NULL;
}

static inline void
growing_trace_finish (GrowingTrace *growing)
{
  gint64 first, last;

  scope_trace_range (growing->trace, &first, &last);
  growing->machine->last = last;
  g_free (growing->rows);
  growing->rows = NULL;
  g_thread_join (g_thread_new ("finish", growing_trace_close, growing));
  scope_trace_set_finished (growing->trace);
}

static inline void
growing_trace_clear (GrowingTrace *growing)
{
  g_free (growing->rows);
  g_clear_object (&growing->trace);
}
