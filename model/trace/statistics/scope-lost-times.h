/* scope-lost-times.h: when events of a machine are missing: what was counted before does not hold then, nor after, until it is
 * counted again.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/base/scope-event.h"
#include "model/trace/document/scope-trace.h"

G_BEGIN_DECLS

typedef struct
{
  gint64 from, to;   /* own clock: at `from` and at `to` there are events */
  guint16 processor; /* whose; SCOPE_NO_PROCESSOR: of several, or it is not known */
} ScopeLostTime;

/* Of all losses whose time is known, in order; those that overlap are one. Free with g_array_unref(). Any thread. */
GArray *scope_lost_times (ScopeMachine *machine);
/* Whether any lies, in part, between the two. */
gboolean scope_lost_between (const GArray *lost, gint64 from, gint64 to);

G_END_DECLS
