/* scope-parse-time.h: times as people type them: "5ms", "-1.5 s" without the space, "250" in the unit that is meant.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* "[+-]DIGITS[.DIGITS][UNIT]", UNIT being ps, ns, us (µs), ms, s, m (min) or h; without one it is in `unit`. Exact; what is finer than a ps
 * is cut off. *ret_end is what stands behind it. FALSE: no time stands there. */
gboolean scope_parse_time (const char *text, const char *unit, const char **ret_end, __int128 *ret_ps);

G_END_DECLS
