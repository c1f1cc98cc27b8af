/* scope-call-effects.h: when Erlang's processes did what others may see; see scope-candidates.h.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/trace/document/scope-query-range.h"

G_BEGIN_DECLS

typedef struct
{
  guint32 lane; /* place among those asked for */
  gint64 time;  /* own clock of its machine */
} ScopeCallEffect;

/* Of lanes (processes) `first` up to *ret_end, which is `n` if that are not too many at once, and more than `first`; in order of lanes and time.
 * GArray; free with g_array_unref(). NULL with error. */
GArray *scope_call_effects_read (const ScopeQueryRange *within, const ScopeLaneId *lanes, guint n, guint first, guint *ret_end, GError **error);
/* Whether a function ("ets:insert/2") is known to share something, or to say something to others. */
gboolean scope_call_is_effect (const char *function);

G_END_DECLS
