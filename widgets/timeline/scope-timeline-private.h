/* scope-timeline-private.h: what the files of the timeline share.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "widgets/timeline/scope-timeline-popovers.h"
#include "widgets/timeline/scope-legend.h"
#include "widgets/notes/scope-note-input.h"
#include "widgets/notes/scope-notes-list.h"
#include "widgets/timeline/scope-overview.h"
#include "widgets/timeline/scope-row-filter-popover.h"
#include "model/trace/document/scope-probe.h"
#include "widgets/timeline/scope-timeline.h"

G_BEGIN_DECLS

struct _ScopeTimeline
{
  GtkWidget parent_instance;

  ScopeView *view;
  ScopeTileCache *tiles;
  GSimpleActionGroup *actions;
  ScopeOwnColours *own_colours; /* as they are kept; or NULL */
  struct _ScopeCallHiding *hiding; /* likewise */
  char *palette; /* asked for; NULL: as the desktop has it */
  ScopeProbe *probe;      /* what the selected stretch is; NULL: not known */
  GCancellable *probing;  /* NULL: not being looked for */
  GCancellable *going;    /* to what was typed; NULL: not under way */
  GCancellable *stepping; /* to a neighbour; NULL: not under way */
  gboolean extending;     /* to a mark: what is selected stays, up to there */
  gboolean of_machine;    /* it steps from a machine's lane */
  gboolean acting;        /* the actions can be used at all: there is a trace */
  guint told; /* timeout until legend and text are told the news */

  GtkWidget *bar, *show_box, *show_buttons[4];
  GtkWidget *messages_button, *marks_button, *go_to_button, *go_to_entry, *go_to_hint;
  GtkWidget *organise_button;
  ScopeRowFilterPopover *organise;
  ScopeChoicePopover *lines_popover;
  ScopeChoicePopover *columns_popover;
  ScopeChoicePopover *calls_popover;
  GtkWidget *calls_button;
  ScopeOverview *overview;
  ScopeCanvas *canvas;
  ScopeLegend *legend;
  ScopeNoteInput *notes;
  ScopeNotesList *notes_list;
};

/* scope-timeline-actions.c */
void scope_timeline_add_actions (ScopeTimeline *self);
void scope_timeline_update_actions (ScopeTimeline *self);
void scope_timeline_update_range_actions (ScopeTimeline *self);

/* scope-timeline-calipers.c */
void scope_timeline_add_caliper_actions (ScopeTimeline *self);
void scope_timeline_update_calipers (ScopeTimeline *self);

/* scope-timeline-colours.c */
void scope_timeline_add_colour_actions (ScopeTimeline *self);
void scope_timeline_update_colours (ScopeTimeline *self);
/* The view's are others: tells who keeps them. */
void scope_timeline_take_own_colours (ScopeTimeline *self);

/* scope-timeline-follow.c */
void scope_timeline_add_follow_actions (ScopeTimeline *self);
void scope_timeline_update_follow (ScopeTimeline *self);

/* scope-timeline-go-to.c */
void scope_timeline_build_go_to (ScopeTimeline *self);

/* scope-timeline-place.c */
void scope_timeline_add_place_actions (ScopeTimeline *self);
void scope_timeline_update_place (ScopeTimeline *self);
/* The selection changed. */
void scope_timeline_probe_selection (ScopeTimeline *self);
void scope_timeline_drop_place (ScopeTimeline *self);

/* scope-timeline-wait-chain.c */
void scope_timeline_add_wait_chain_actions (ScopeTimeline *self);
void scope_timeline_update_wait_chain (ScopeTimeline *self);

G_END_DECLS
