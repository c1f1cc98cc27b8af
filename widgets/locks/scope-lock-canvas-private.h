/* scope-lock-canvas-private.h: what scope-lock-canvas.c and scope-lock-canvas-input.c share.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "widgets/locks/scope-lock-canvas.h"
#include "widgets/draw/scope-presenter.h"
#include "widgets/kit/scope-async-query.h"

G_BEGIN_DECLS

struct _ScopeLockCanvas
{
  GtkWidget parent_instance;

  ScopeView *view;
  ScopePresenter *presenter;
  GtkAdjustment *adjustment;
  ScopeLockList *list;          /* NULL: to be read with the next question */
  ScopeLockLanes *lanes;
  ScopeLockOrder order;
  ScopeLockLanesRequest asked;  /* of the reading under way, or the last one */
  ScopeAsyncQuery *question;
  gboolean has_asked, list_stale;
  guint tick;                   /* will ask before the next frame */
  int chosen;
  gboolean reveal;              /* scroll to the chosen lane, once there is room */
  gboolean has_marked;
  ScopeLockUse marked;
  char *words;                  /* of what is chosen */
  gboolean has_wanted;          /* a lock to be chosen when the list is there */
  guint32 wanted_machine;
  guint64 wanted_lock;
};

/* What the scene is made with now. */
void scope_lock_canvas_init_options (ScopeLockCanvas *self, ScopeLockSceneOptions *options);
/* Marks the lane at that place of the list, and scrolls to it. */
void scope_lock_canvas_choose_place (ScopeLockCanvas *self, int place);
/* Pointer, wheel, keys, tooltip. */
void scope_lock_canvas_add_input (ScopeLockCanvas *self);

G_END_DECLS
