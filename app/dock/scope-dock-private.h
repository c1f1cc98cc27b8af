/* scope-dock-private.h: what the files of the dock share: scope-dock.c (life, places, actions), -frames.c (where panels
 * are put), -drag.c and -layout.c.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "app/dock/scope-dock-float.h"
#include "app/dock/scope-dock.h"

#include <libpanel.h>

G_BEGIN_DECLS

typedef struct
{
  const ScopePanelRow *row;
  PanelWidget *widget;  /* owned; its place in the dock, with or without the panel */
  GtkWidget *content;   /* owned; NULL until it is first seen */
  ScopeDockFloat *window; /* weak: somebody else may destroy it */
  GtkWidget *home;      /* owned; a paned with a frame, while it floats: libpanel moves panels between such only */
  ScopePlace place, edge;
  guint frame, page;
  gboolean selected;
  int width, height;
} ScopeDockPanel;

struct _ScopeDock
{
  GtkWidget parent_instance;

  ScopeView *view;
  GArray *panels; /* of ScopeDockPanel, in the table's order */
  GSimpleActionGroup *actions;
  GHashTable *groups; /* prefix: action group, not owned, for floating windows */
  GObject *dragged;   /* the header a drag began in; it must outlive its frame to tell the end */
  char *dragged_id;   /* the panel */
  gboolean taken_out; /* it was dropped outside the window */
  gboolean shown[SCOPE_N_EDGES], room[SCOPE_N_EDGES], restoring;
  int usual_height;   /* that was given to the bottom; 0: somebody has chosen one */

  /* of the template */
  PanelDock *dock;
  PanelPaned *edges[SCOPE_N_EDGES];
  AdwBin *bin;
};

/* --- scope-dock.c --- */

/* Edges, actions and "changed", after panels were moved. */
void scope_dock_after_change (ScopeDock *self);

/* --- scope-dock-drag.c --- */

/* libpanel's name for an edge. */
PanelArea scope_dock_area (guint edge);
void scope_dock_add_drags (ScopeDock *self);

/* --- scope-dock-frames.c --- */

/* In the table's order. */
ScopeDockPanel *scope_dock_nth (ScopeDock *self, guint i);
ScopeDockPanel *scope_dock_find (ScopeDock *self, const char *id);
gboolean scope_dock_can_fill (ScopeDock *self, const ScopeDockPanel *panel);
/* The n-th of an edge, made if need be. */
PanelFrame *scope_dock_get_frame (ScopeDock *self, ScopePlace edge, guint n);
void scope_dock_remove_empty_frames (ScopeDock *self);
/* What libpanel made gets our header. */
void scope_dock_dress_frames (ScopeDock *self);
/* libpanel leaves its sign of where a tab would be dropped. */
void scope_dock_redraw_headers (ScopeDock *self);
void scope_dock_name_buttons (GtkWidget *widget, const char *name);
void scope_dock_make_content (ScopeDockPanel *panel);
/* To the view, or to none. */
void scope_dock_bind (ScopeDock *self, ScopeDockPanel *panel, gboolean bind);
void scope_dock_remove_from_frame (ScopeDock *self, ScopeDockPanel *panel);
void scope_dock_remove_window (ScopeDock *self, ScopeDockPanel *panel);
/* Puts the panel where its place says, or nowhere. */
void scope_dock_settle (ScopeDock *self, ScopeDockPanel *panel);
/* libpanel has moved panels by itself: what is there now is the truth. */
void scope_dock_learn_places (ScopeDock *self);
/* The bottom goes under the sides: tables want the width. libpanel would have it between them. */
void scope_dock_stretch_bottom (ScopeDock *self);

G_END_DECLS
