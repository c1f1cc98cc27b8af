/* scope-graph-picture.h: a graph as a file: PNG, PDF, SVG, or Graphviz's own language (.dot, .gv), by the ending of its
 * name.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "io/export/scope-picture.h"

#include "model/scene/graph/scope-graph-scene.h"

G_BEGIN_DECLS

typedef struct
{
  int width, height; /* pixels; 0: what the graph needs */
  ScopePaletteKind palette;
  double font_size;  /* 0: 11 */
} ScopeGraphPictureOptions;

/* FALSE with error: the ending says no kind of file. */
gboolean scope_graph_picture_knows (const char *path, GError **error);
/* As it is to be written to `path`; nodes must have places. NULL with error. */
GByteArray *scope_graph_picture_draw (const ScopeGraph *graph, const ScopeGraphPictureOptions *options, const char *path,
                                      GError **error);
/* Lays the graph out, waits for that, and writes it. *ret_trouble as in scope_graphviz_place(). FALSE with error. */
gboolean scope_graph_picture_export (ScopeGraph *graph, const ScopeGraphPictureOptions *options, const char *path,
                                     GCancellable *cancellable, char **ret_trouble, GError **error);

G_END_DECLS
