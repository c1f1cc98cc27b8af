/* lane-traces.h: traces with many threads, for tests of the tree of rows and of what is drawn of it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/scene/lanes/scope-lane-family.h"
#include "model/scene/view/scope-fetch-ahead.h"
#include "model/scene/timeline/scope-timeline-scene.h"
#include "scene-texts.h"

#include <string.h>

#define END G_GINT64_CONSTANT (1000000)

/* Machines of GHC with two processors and n threads; thread i has the label "worker" (i % 3 == 0),
 * "reader" (1) or none (2), lives from 10·i to 10·i + 1000 and runs for i ticks of it (and seven more with each machine). */
static inline void
add_machine (ScopeTrace *trace, guint number, guint n)
{
  ScopeMachine *machine = scope_machine_new (number, scope_bytes_new_memory ());
  guint32 index;

  scope_machine_open_sink (machine, FALSE, 64 << 20, NULL, NULL);
  machine->number = number + 1;
  machine->tick_ps = 1000;
  machine->lane = SCOPE_NONE;
  for (guint p = 0; p < 2; p++)
    {
      guint32 lane = scope_lane_store_add_lane (machine->lanes, SCOPE_KIND_PROCESSOR, SCOPE_CODE_IDLE, SCOPE_NONE);

      scope_lane_store_set_life (machine->lanes, lane, 0, END);
      scope_machine_add_entity (machine, SCOPE_KIND_PROCESSOR, p, lane, &index);
    }
  machine->threads_lane = scope_lane_store_add_lane (machine->lanes, SCOPE_KIND_THREADS, SCOPE_CODE_IDLE, SCOPE_NONE);
  for (guint i = 0; i < n; i++)
    {
      gint64 start = MIN (10 * (gint64) i, END - 1000);
      guint32 lane = scope_lane_store_add_lane (machine->lanes, SCOPE_KIND_THREAD, SCOPE_CODE_RUNNABLE, SCOPE_NONE);
      ScopeEntity *entity = scope_machine_add_entity (machine, SCOPE_KIND_THREAD, i + 1, lane, &index);
      ScopeRow rows[2];

      scope_lane_store_set_life (machine->lanes, lane, start, start + 1000);
      rows[0] = scope_row (lane, start, SCOPE_CODE_RUNNING, 0);
      rows[1] = scope_row (lane, start + MAX (1, (i + 7 * number) % 1000), SCOPE_CODE_MVAR, 0);
      scope_lane_store_add_rows (machine->lanes, rows, 2, NULL);
      entity->first = start;
      entity->last = start + 1000;
      entity->process = SCOPE_NONE;
      entity->name = i % 3 == 0 ? (char *) "worker" : i % 3 == 1 ? (char *) "reader" : NULL;
    }
  g_assert_true (scope_machine_finish (machine, END, NULL));
  machine->first = 0;
  machine->last = END;
  scope_trace_add_machine (trace, machine);
}

static inline ScopeTrace *
make_trace (guint n)
{
  ScopeTrace *trace = scope_trace_new ();

  scope_trace_set_facts (trace, &(ScopeTraceFacts) { "test", "threads", "none", SCOPE_RUNTIME_GHC });
  add_machine (trace, 0, n);
  scope_trace_set_progress (trace, 1, END);
  scope_trace_set_finished (trace);
  return trace;
}

static inline guint
find_thread (ScopeLaneList *list, guint32 index)
{
  return scope_lane_list_find (list, (ScopeLaneId) { 0, SCOPE_KIND_THREAD, index }, FALSE);
}

static inline const char *
detail (ScopeLaneList *list, const char *key)
{
  guint row = scope_lane_list_find_key (list, key);

  return row != SCOPE_NONE ? scope_lane_list_row (list, row)->detail : NULL;
}
