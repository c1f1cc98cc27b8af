/* line-traces.h: traces of a few rows with messages between them, for tests of what is drawn between lanes.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/scene/timeline/scope-timeline-hit.h"
#include "model/trace/document/scope-streams.h"

#define END 10000000 /* ticks of 1 ns */

static inline void
add_message (ScopeTrace *trace, guint from, guint to, gint64 send, gint64 receive, guint tag, gint64 port, gint64 size)
{
  gint64 row[SCOPE_MESSAGE_N_COLUMNS] = { 0 };

  row[SCOPE_MESSAGE_SEND] = send;
  row[SCOPE_MESSAGE_RECEIVE] = receive;
  row[SCOPE_MESSAGE_TAG] = tag;
  row[SCOPE_MESSAGE_FROM_MACHINE] = from;
  row[SCOPE_MESSAGE_TO_MACHINE] = to;
  row[SCOPE_MESSAGE_FROM_PROCESS] = row[SCOPE_MESSAGE_TO_PROCESS] = 1;
  row[SCOPE_MESSAGE_FROM_PORT] = row[SCOPE_MESSAGE_TO_PORT] = port;
  row[SCOPE_MESSAGE_SIZE] = size;
  scope_table_add_lasting (scope_trace_machine (trace, from)->tables[SCOPE_TABLE_MESSAGES], row, receive, NULL);
}

/* `n` machines of one processor, one process and one thread each; the caller fills tables and finishes. */
static inline ScopeTrace *
make_trace (guint n, guint n_processors, ScopeRuntime runtime)
{
  ScopeTrace *trace = scope_trace_new ();

  scope_trace_set_facts (trace, &(ScopeTraceFacts) { "test", "lines", "none", runtime });
  for (guint i = 0; i < n; i++)
    {
      ScopeMachine *machine = scope_machine_new (i, scope_bytes_new_memory ());
      guint32 index, lane;

      scope_machine_open_sink (machine, FALSE, 64 << 20, NULL, NULL);
      machine->number = i + 1;
      machine->tick_ps = 1000;
      machine->first = 0;
      for (guint p = 0; p < n_processors; p++)
        {
          lane = scope_lane_store_add_lane (machine->lanes, SCOPE_KIND_PROCESSOR, SCOPE_CODE_IDLE, SCOPE_NONE);
          scope_lane_store_set_life (machine->lanes, lane, 0, END);
          scope_machine_add_entity (machine, SCOPE_KIND_PROCESSOR, p, lane, &index);
        }
      lane = scope_lane_store_add_lane (machine->lanes, SCOPE_KIND_PROCESS, SCOPE_CODE_IDLE, SCOPE_NONE);
      scope_lane_store_set_life (machine->lanes, lane, 0, END);
      if (runtime == SCOPE_RUNTIME_EDEN)
        scope_machine_add_entity (machine, SCOPE_KIND_PROCESS, 1, lane, &index);
      lane = scope_lane_store_add_lane (machine->lanes, SCOPE_KIND_THREAD, SCOPE_CODE_RUNNABLE, SCOPE_NONE);
      scope_lane_store_set_life (machine->lanes, lane, 0, END);
      scope_machine_add_entity (machine, SCOPE_KIND_THREAD, 1, lane, &index);
      machine->lane = scope_lane_store_add_lane (machine->lanes, SCOPE_KIND_MACHINE, SCOPE_CODE_IDLE, SCOPE_NONE);
      scope_lane_store_set_life (machine->lanes, machine->lane, 0, END);
      machine->threads_lane = SCOPE_NONE;
      scope_trace_add_machine (trace, machine);
    }
  return trace;
}

static inline void
finish (ScopeTrace *trace)
{
  for (guint i = 0; i < scope_trace_n_machines (trace); i++)
    {
      g_assert_true (scope_machine_finish (scope_trace_machine (trace, i), END, NULL));
      scope_trace_machine (trace, i)->last = END;
    }
  scope_trace_set_progress (trace, 1, END);
  scope_trace_set_finished (trace);
}

static inline ScopeOverlay *
read_overlay (ScopeView *view, gint64 from, gint64 to)
{
  ScopeOverlayRequest request;

  scope_view_set_width (view, 1000);
  scope_view_set_range (view, from, to);
  scope_overlay_request_init (&request, view);
  return scope_overlay_read (scope_view_get_trace (view), &request, NULL);
}

static inline ScopeTimelineOptions
plain_options (void)
{
  return (ScopeTimelineOptions) { .width = 1000, .height = 400, .parts = SCOPE_PART_OVERLAY | SCOPE_PART_RULER };
}

static inline double
middle_of (ScopeView *view, const char *key)
{
  const ScopeLaneNode *node = scope_lane_list_row (scope_view_get_lanes (view),
                                                   scope_lane_list_find_key (scope_view_get_lanes (view), key));

  return node->bar_y + node->bar_height / 2;
}
