/* scope-message-graph-page-private.h: what scope-message-graph-page.c and -make.c share.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "widgets/graph/scope-graph-view.h"
#include "widgets/messages/scope-message-graph-page.h"

G_BEGIN_DECLS

struct _ScopeMessageGraphPage
{
  GtkWidget parent_instance;

  ScopeView *view;
  gint64 from, to;
  ScopeMessageFilter filter;        /* what was asked for last */
  ScopeMessageGraphOptions options; /* what is chosen */
  GCancellable *asking;
  gint *permille;                   /* of the question under way; an atomic rc box */
  GArray *pairs;                    /* ScopePair, of the graph shown */
  ScopeGraph *whole;                /* of options.by and the filter, or NULL: not asked for yet, or too large */
  gboolean has_whole;
  guint wait, patience;
  gboolean stale, setting;

  GtkWidget *by, *thickness, *label, *least_count, *least_size, *summary;
  GtkWidget *graph, *stack, *empty, *machines, *matrix, *work, *progress, *trouble;
};

/* Makes the widgets. */
void scope_message_graph_page_make (ScopeMessageGraphPage *self);
/* Another choice in the tool bar. */
void scope_message_graph_page_options_changed (ScopeMessageGraphPage *self);
/* Stops the question under way. */
void scope_message_graph_page_cancel (ScopeMessageGraphPage *self);

G_END_DECLS
