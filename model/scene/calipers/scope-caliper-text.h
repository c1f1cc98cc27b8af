/* scope-caliper-text.h: where a caliper stands, exactly, in words that can be typed again.
 *
 * Counted from where the ruler begins: "1,234,500" ps, "1,234.5" ns, "2,469" cycles of the calipers' core.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/scene/view/scope-view.h"

G_BEGIN_DECLS

typedef enum
{
  SCOPE_CALIPER_PS,
  SCOPE_CALIPER_NS,
  SCOPE_CALIPER_CYCLES, /* only where the core's clock is known */
  SCOPE_CALIPER_N_UNITS
} ScopeCaliperUnit;

/* "ps", "ns", "cycles", translated; not to be freed. */
const char *scope_caliper_unit_title (ScopeCaliperUnit unit);
/* Period of the calipers' core, ps; 0: not known, or there are no calipers. */
gint64 scope_caliper_period (ScopeView *view);
/* Trace time in that unit, without its name; CYCLES without a clock: NULL. Free with g_free(). */
char *scope_caliper_text (ScopeView *view, gint64 time, ScopeCaliperUnit unit);
/* What was typed: a number with whatever marks of thousands, and a unit behind it ("ps", "ns", "us", "µs", "ms", "s", "cy", "cycles"); without one
 * it is `unit`. FALSE: it is none, or beyond what can be counted. */
gboolean scope_caliper_parse (ScopeView *view, const char *text, ScopeCaliperUnit unit, gint64 *ret_time);

G_END_DECLS
