/* scope-go-to.h: what a person typed to be taken to: a time, a time of day, an event, or what a mark says.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/scene/view/scope-view.h"

G_BEGIN_DECLS

typedef enum
{
  SCOPE_GO_TO_NOTHING, /* empty, or beyond the trace */
  SCOPE_GO_TO_TIME,
  SCOPE_GO_TO_EVENT,
  SCOPE_GO_TO_MARK,    /* whatever else it is may be the text of a mark */
} ScopeGoToKind;

typedef struct
{
  ScopeGoToKind kind;
  gint64 time;    /* TIME: trace time */
  guint64 event;  /* EVENT: its number, as ScopeEventSource counts */
} ScopeGoTo;

/* Times are as the ruler shows them ("1.25s", "310 µs", "0.4": seconds, "-2 ms" before a mark), or of the day, as logs write it
 * ("14:03:22.5", "2026-11-24 14:03:22,512", "2026-11-24T13:03:22.5Z", if the trace knows the wall clock); "#1200" is an event. */
ScopeGoTo scope_go_to_parse (ScopeView *view, const char *text);
/* A duration in ticks: "1.25s", "310 µs", "0.4", "2 h", "1 d 02:14:41.5"; FALSE if it is none. */
gboolean scope_go_to_parse_time (const char *text, gint64 tick_ps, double *ret_ticks);
/* The first mark after `after` (trace time) that has the text, whatever its case; from the beginning if there is none
 * later. Reads the marks: not for the main thread. FALSE if there is none, or with error. */
gboolean scope_go_to_find_mark (ScopeTrace *trace, const char *text, gint64 after, gint64 *ret_time,
                                GCancellable *cancellable, GError **error);

G_END_DECLS
