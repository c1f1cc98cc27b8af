/* scope-gains.h: what the changes that findings advise would gain, kept with what was found out of the trace: each takes a replay of all
 * of it.
 *
 * Of a trace that is still written nothing is kept, and neither is of one whose index is not.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/trace/analysis/scope-derived.h"

G_BEGIN_DECLS

/* Where they are kept, as text. Both on any thread but the one that draws. */
typedef struct
{
  char *(*load) (gpointer data); /* what was saved last, to be freed with g_free(); NULL: nothing */
  void (*save) (gpointer data, const char *text);
} ScopeGainsKeeper;

/* From now on they are kept there. Takes `data`, which is freed with `destroy`. */
void scope_gains_keep (ScopeDerived *derived, ScopeGainsKeeper keeper, gpointer data, GDestroyNotify destroy);
/* `wish` as scope_what_if_add() takes it. FALSE: it is not kept. `derived` may be NULL. */
gboolean scope_gains_find (ScopeDerived *derived, const char *wish, gint64 *ret_gain);
void scope_gains_add (ScopeDerived *derived, const char *wish, gint64 gain);

G_END_DECLS
