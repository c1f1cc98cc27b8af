/* scope-graph-picture.c: see scope-graph-picture.h.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/export/scope-graph-picture.h"

#include "io/export/scope-graphviz.h"

#include <math.h>

#define MARGIN 48.0
#define LEAST 320.0
#define MOST 6000.0 /* pixels, if no size was asked for */

static gboolean
is_dot (const char *path)
{
  g_autofree char *lower = g_ascii_strdown (path, -1);

  return g_str_has_suffix (lower, ".dot") || g_str_has_suffix (lower, ".gv");
}

gboolean
scope_graph_picture_knows (const char *path, GError **error)
{
  ScopePictureFormat format;

  return is_dot (path) || scope_picture_format_of (path, &format, error);
}

/* At scale 1 if no size was asked for and that is not too large. */
static void
choose_size (const ScopeGraph *graph, const ScopeGraphPictureOptions *options, ScopeGraphOptions *scene)
{
  double x, y, width, height;

  scope_graph_bounds (graph, &x, &y, &width, &height);
  scene->width = options->width > 0 ? options->width : CLAMP (ceil (width + 2 * MARGIN), LEAST, MOST);
  scene->height = options->height > 0 ? options->height : CLAMP (ceil (height + 2 * MARGIN + 24), LEAST * 0.75, MOST);
  scope_graph_viewport_fit (&scene->viewport, graph, scene->width, scene->height, MARGIN, options->width > 0 ? 4 : 1);
}

GByteArray *
scope_graph_picture_draw (const ScopeGraph *graph, const ScopeGraphPictureOptions *options, const char *path, GError **error)
{
  ScopeGraphOptions how;
  ScopePictureFormat format;
  g_autoptr (ScopeScene) scene = NULL;

  if (is_dot (path))
    {
      GString *dot = scope_graph_write_dot (graph);
      gsize n = dot->len;

      return g_byte_array_new_take ((guint8 *) g_string_free (dot, FALSE), n);
    }
  if (!scope_picture_format_of (path, &format, error))
    return NULL;
  scope_graph_options_init (&how, 0, 0, scope_palette_get (options->palette));
  choose_size (graph, options, &how);
  how.font_size = options->font_size;
  how.titles = format == SCOPE_PICTURE_SVG;
  scene = scope_graph_scene_build (graph, &how);
  return scope_picture_scene_bytes (scene, graph->title, 1, format, error);
}

gboolean
scope_graph_picture_export (ScopeGraph *graph, const ScopeGraphPictureOptions *options, const char *path,
                            GCancellable *cancellable, char **ret_trouble, GError **error)
{
  g_autoptr (ScopeGraphviz) graphviz = scope_graphviz_new (NULL, SCOPE_GRAPHVIZ_SECONDS, SCOPE_GRAPHVIZ_MEGABYTES);
  g_autoptr (GByteArray) bytes = NULL;

  if (!scope_graphviz_place (graphviz, graph, cancellable, ret_trouble, error))
    return FALSE;
  bytes = scope_graph_picture_draw (graph, options, path, error);
  return bytes != NULL && scope_picture_write (path, bytes->data, bytes->len, error);
}
