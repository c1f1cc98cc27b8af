/* scope-clock.h: how a point in time is told: since the start, since a mark, or by wall clock, as the person chose for the ruler. Whatever of a
 * view says when something was says it so: ruler, tooltips, inspector, lists. How long something took: scope-format.h.
 *
 * A value: copied, and used on any thread.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/trace/document/scope-trace.h"

G_BEGIN_DECLS

typedef struct
{
  gint64 tick_ps;
  gint64 zero;    /* trace time that is told as 0; not by wall clock */
  gint64 start;   /* the same of times since the start */
  gboolean wall;  /* by wall clock: local time of day */
  gboolean dated; /* by wall clock: with the day, since the trace has more than one */
  gint64 epoch;   /* ns since 1970 of trace time 0; by wall clock alone */
} ScopeClock;

/* Since the start of the trace: where no view says otherwise. */
ScopeClock scope_clock_of_trace (ScopeTrace *trace);
/* Makes it tell the wall clock, if the trace knows it. */
void scope_clock_set_wall (ScopeClock *clock, ScopeTrace *trace);
/* Wall clock at trace time 0, in ns since 1970; FALSE if the trace does not know it. */
gboolean scope_clock_find_epoch (ScopeTrace *trace, gint64 *ret_epoch);
gboolean scope_clock_equal (const ScopeClock *a, const ScopeClock *b);

/* Since the start? If it is not: the same that tells times so. */
gboolean scope_clock_tells_start (const ScopeClock *clock);
ScopeClock scope_clock_from_start (const ScopeClock *clock);

/* Trace time in words, as exact as times that are `resolution` ticks apart need: "1.250 34 s", "14:03:22.51". Free with g_free(). */
char *scope_clock_text (const ScopeClock *clock, double time, double resolution);
/* The same, and, if that is another form, the time since the start: "14:03:22.51 (1.25 s)". Free with g_free(). */
char *scope_clock_both (const ScopeClock *clock, double time, double resolution);
/* Two points in time, with digits enough for what lies between them: "1.20–1.85 s", "14:03:22.51–14:03:23.16". Free with g_free(). */
char *scope_clock_range (const ScopeClock *clock, double from, double to);
/* By wall clock: the day that it is then, "2026-11-24". Free with g_free(). */
char *scope_clock_day (const ScopeClock *clock, double time);
/* Local time of day, `ns` since 1970, as exact as times that are `step_ns` apart need; `dated`: with the day. Free with g_free(). */
char *scope_clock_of_day (gint64 ns, double step_ns, gboolean dated);

G_END_DECLS
