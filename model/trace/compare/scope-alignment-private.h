/* scope-alignment-private.h: what an alignment is made of.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/trace/compare/scope-alignment.h"

G_BEGIN_DECLS

struct _ScopeAlignment
{
  gatomicrefcount refs;
  ScopeTimeMap *map;
  ScopeAlignBy by;
  ScopeAlignWish wish; /* its text is owned */
  gint64 run_tick_ps, baseline_tick_ps;
  GArray *marks;       /* of ScopeAlignMark */
  GPtrArray *texts;    /* of char, which marks point to */
  gboolean more_marks; /* than were looked at */
  guint fates[SCOPE_N_MARK_FATES];
};

G_END_DECLS
