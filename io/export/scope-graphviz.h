/* scope-graphviz.h: graphs laid out by Graphviz, in a child process that is killed when it is no longer wanted, takes too
 * long, or takes too much.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/scene/graph/scope-graph-layout.h"

G_BEGIN_DECLS

#define SCOPE_TYPE_GRAPHVIZ (scope_graphviz_get_type ())
G_DECLARE_FINAL_TYPE (ScopeGraphviz, scope_graphviz, SCOPE, GRAPHVIZ, GObject)

/* What a layout may take at most. */
#define SCOPE_GRAPHVIZ_SECONDS 20u
#define SCOPE_GRAPHVIZ_MEGABYTES 1024u

/* A ScopeGraphLayout. `program`: instead of lanescope-layout; NULL: that, wherever it is. */
ScopeGraphviz *scope_graphviz_new (const char *program, guint seconds, guint megabytes);

/* Lays it out, and waits for that: for the command line. If Graphviz fails it is laid out plainly, and *ret_trouble says
 * why (else NULL; to be freed). FALSE with error if cancelled. */
gboolean scope_graphviz_place (ScopeGraphviz *self, ScopeGraph *graph, GCancellable *cancellable, char **ret_trouble,
                               GError **error);

G_END_DECLS
