/* scope-schedplot-events.h: what the tracks of a Schedplot folder tell (formats/erlang.md §5), as events; times are ns from the
 * start of the profiling. What is defined comes first.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef enum
{
  SCOPE_SCHEDPLOT_TRACK = 1, /* `processor`: its number; a: 1 if it is that of collections */
  SCOPE_SCHEDPLOT_TEXT,      /* a: number, from 1 on. Payload: a function, "m:f/a" */
  SCOPE_SCHEDPLOT_INFO,      /* payload: "key=value", of the trace */

  /* Of `processor`. a: the low 15 bits of the process' number, + 1, 0: not recorded; c: text of the function */
  SCOPE_SCHEDPLOT_IN,        /* b: 1 if before it, since the last OUT, something went unrecorded */
  SCOPE_SCHEDPLOT_OUT,
  SCOPE_SCHEDPLOT_GC_START,  /* of the track of collections */
  SCOPE_SCHEDPLOT_GC_END,
  SCOPE_SCHEDPLOT_LABEL,     /* payload: its text */
  SCOPE_SCHEDPLOT_N_EVENTS
} ScopeSchedplotEvent;

/* "in", "label": as in Erlang's other traces; NULL: no event that the trace has. */
const char *scope_schedplot_event_name (guint type);

G_END_DECLS
