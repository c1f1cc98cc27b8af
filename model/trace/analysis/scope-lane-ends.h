/* scope-lane-ends.h: the first and the last interval of a lane that is of a kind, without reading all of it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/zoom/scope-lane-store.h"

G_BEGIN_DECLS

/* Times are those of the lane. */
typedef gboolean (*ScopeLaneFits) (gpointer data, const ScopeInterval *interval);

/* FALSE: there is none, or with error. */
gboolean scope_lane_first (ScopeLaneStore *lanes, guint32 lane, ScopeLaneFits fits, gpointer data, ScopeInterval *ret_interval, GError **error);
/* Of those that begin before `until`. */
gboolean scope_lane_last (ScopeLaneStore *lanes, guint32 lane, gint64 until, ScopeLaneFits fits, gpointer data, ScopeInterval *ret_interval,
                          GError **error);

G_END_DECLS
