/* scope-message-graph-page-private.h: what scope-message-graph-page.c and -make.c share.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "widgets/messages/scope-message-graph-page.h"

G_BEGIN_DECLS

struct _ScopeMessageGraphPage
{
  ScopeGraphPage page;

  ScopeMessageFilter filter;        /* what was asked for last */
  ScopeMessageGraphOptions options; /* what is chosen */
  gboolean grouped;                 /* processes by what they began with */
  gboolean knows_all;               /* the choices are those of the whole trace */
  int permille;                     /* of the question under way; -1: there is none */
  guint patience;
  gboolean setting;

  GtkWidget *by, *thickness, *label, *least_count, *least_size;
  GtkWidget *machines, *matrix, *work, *progress, *trouble;
};

/* Makes the widgets. */
void scope_message_graph_page_make (ScopeMessageGraphPage *self);
/* Another choice in the tool bar. */
void scope_message_graph_page_options_changed (ScopeMessageGraphPage *self);
/* Stops the question under way. */
void scope_message_graph_page_cancel (ScopeMessageGraphPage *self);

G_END_DECLS
