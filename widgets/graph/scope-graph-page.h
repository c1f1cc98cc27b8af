/* scope-graph-page.h: a page with the graph of a range. What it is a graph of is a topic; a type that derives from it has
 * options of its own instead.
 *
 * With the first graph comes that of the whole trace: it is laid out, so that every range shows its nodes at the same places.
 *
 * Signal "activated" (page, gconstpointer source): an edge was chosen; the element of the answer's sources that its `data` counts.
 * What is shown stays what it is meanwhile. A node that is chosen selects its lane.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "widgets/graph/scope-graph-view.h"
#include "widgets/kit/scope-panel.h"

G_BEGIN_DECLS

#define SCOPE_TYPE_GRAPH_PAGE (scope_graph_page_get_type ())
#define SCOPE_GRAPH_PAGE(o) (G_TYPE_CHECK_INSTANCE_CAST ((o), SCOPE_TYPE_GRAPH_PAGE, ScopeGraphPage))
#define SCOPE_GRAPH_PAGE_CLASS(k) (G_TYPE_CHECK_CLASS_CAST ((k), SCOPE_TYPE_GRAPH_PAGE, ScopeGraphPageClass))

typedef struct
{
  const char *name;  /* for assistive technology; to be translated with _(), as the next */
  const char *empty; /* what is said where there is no edge */
  /* On any thread. `ret_sources`, `ret_summary` may be NULL: not wanted. */
  ScopeGraph *(*read) (const ScopeQueryRange *within, guint what, GArray **ret_sources, char **ret_summary, GError **error);
  guint what;
} ScopeGraphTopic;

/* What a question answers; derived types may have more behind it. Free with scope_graph_answer_free(). */
typedef struct
{
  ScopeGraph *graph, *whole;
  gboolean has_whole; /* it was asked for */
  GArray *sources;
  char *summary;
} ScopeGraphAnswer;

/* For the types that derive from it. */
typedef struct
{
  ScopePanel panel;

  const ScopeGraphTopic *topic;
  ScopeGraphView *graph;
  ScopeGraph *whole;  /* NULL: not asked for yet, or too large */
  gboolean has_whole;
  GArray *sources;
  GtkWidget *words, *stack, *empty;
} ScopeGraphPage;

typedef struct
{
  ScopePanelClass parent_class;

  void (*activated) (ScopeGraphPage *self, gconstpointer source);
} ScopeGraphPageClass;

GType scope_graph_page_get_type (void);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ScopeGraphPage, g_object_unref)

/* `topic` is static; `leading`: at the beginning of its tool bar. */
GtkWidget *scope_graph_page_new (const ScopeGraphTopic *topic, GtkWidget *leading);
/* What is shown, or NULL. */
ScopeGraph *scope_graph_page_get_graph (ScopeGraphPage *self);
/* As a click on an edge. FALSE if there is nothing. */
gboolean scope_graph_page_activate (ScopeGraphPage *self, guint edge);

/* --- for derived types --- */

/* Makes the graph; they place it. */
void scope_graph_page_build (ScopeGraphPage *self, const char *name);
/* Keeps what an answer has besides its graph. */
void scope_graph_page_keep (ScopeGraphPage *self, ScopeGraphAnswer *answer);
/* It is another graph now: the whole one is asked for again. */
void scope_graph_page_forget_whole (ScopeGraphPage *self);
void scope_graph_answer_free (gpointer answer);

G_END_DECLS
