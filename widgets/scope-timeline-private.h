/* scope-timeline-private.h: what scope-timeline.c and scope-timeline-actions.c share.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "widgets/scope-legend.h"
#include "widgets/scope-overview.h"
#include "widgets/scope-timeline.h"

G_BEGIN_DECLS

struct _ScopeTimeline
{
  GtkWidget parent_instance;

  ScopeView *view;
  ScopeTileCache *tiles;
  GSimpleActionGroup *actions;
  char *palette; /* asked for; NULL: as the desktop has it */
  guint told; /* timeout until legend and text are told the news */

  GtkWidget *bar, *show_box, *show_buttons[4];
  GtkWidget *messages_button, *marks_button, *go_to_button, *go_to_entry;
  ScopeOverview *overview;
  ScopeCanvas *canvas;
  ScopeLegend *legend;
};

/* scope-timeline-actions.c */
void scope_timeline_add_actions (ScopeTimeline *self);
void scope_timeline_update_actions (ScopeTimeline *self);
void scope_timeline_go_to_typed (ScopeTimeline *self);

G_END_DECLS
