/* scope-view-private.h: what the files of the view share: scope-view.c (range, history, selection) and -look.c.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "scope-overlay.h"
#include "scope-view.h"

G_BEGIN_DECLS

struct _ScopeView
{
  GObject parent;
  ScopeTrace *trace;
  ScopeLaneList *lanes;
  ScopeNotes *notes;
  ScopeViewport viewport;

  GArray *back, *forward; /* ScopeViewport */

  gboolean has_selection, has_lane, has_cursor;
  gint64 selection_from, selection_to, cursor;
  ScopeLaneId lane;
  ScopeMessageLine *message; /* or NULL */
  guint32 *hits;             /* of a search, by parts of the trace; or NULL */
  guint n_hits;

  ScopePaletteKind palette;
  ScopeHeight height;
  ScopeMessageFilter messages;
  gboolean messages_set; /* by a person: no more changed when the runtime becomes known */
  gboolean show_marks;
  ScopeRulerMode ruler;
  gint64 ruler_zero;
  guint dimmed;
  ScopeColumnMode columns;
  ScopeColourMode colours;
  guint ticks;
  gboolean has_task;
  ScopeLaneId task;
};

/* Emits "changed". */
void scope_view_tell (ScopeView *view, ScopeViewChange what);

static inline void
scope_view_tell_if (ScopeView *view, gboolean changed, ScopeViewChange what)
{
  if (changed)
    scope_view_tell (view, what);
}

G_END_DECLS
