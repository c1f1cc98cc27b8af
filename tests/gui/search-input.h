/* search-input.h: a panel in a window of its own with a real trace, for the tests of events and of searching.
 *
 * With LANESCOPE_TEST_PICTURES set to a folder, pictures of the panel are left there.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "gui-common.h"
#include "gui-traces.h"

#include "widgets/kit/scope-search-entry.h"
#include "widgets/scope-widgets.h"

#include <adwaita.h>
#include <glib/gstdio.h>
#include <string.h>

static char *log_path, *simulation_path;

typedef struct
{
  char *folder, *path;
  ScopeImport *import;
  ScopeView *view;
  GtkWidget *window, *panel;
} Fixture;

static inline void
open_trace (Fixture *f, const char *from, int width)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *bytes = NULL;
  gsize n;

  f->folder = g_dir_make_tmp ("lanescope-XXXXXX", NULL);
  f->path = g_build_filename (f->folder, from == log_path ? "x.eventlog" : "x.out.gz", NULL);
  g_assert_true (g_file_get_contents (from, &bytes, &n, &error));
  g_assert_true (g_file_set_contents (f->path, bytes, (gssize) n, &error));
  f->import = gui_import_new (f->path);
  f->view = scope_view_new (scope_import_get_trace (f->import));
  f->window = gtk_window_new ();
  gtk_window_set_default_size (GTK_WINDOW (f->window), width, 260);
}

static inline void
set_up (Fixture *f, gconstpointer data)
{
  open_trace (f, log_path, data != NULL ? GPOINTER_TO_INT (data) : 1000);
}

static inline void
set_up_simulation (Fixture *f, gconstpointer data)
{
  open_trace (f, simulation_path, data != NULL ? GPOINTER_TO_INT (data) : 1000);
}

static inline void
show (Fixture *f, GtkWidget *panel)
{
  f->panel = panel;
  gtk_window_set_child (GTK_WINDOW (f->window), panel);
  gtk_window_present (GTK_WINDOW (f->window));
  g_assert_true (gui_wait (gui_is_mapped, panel));
}

static inline void
tear_down (Fixture *f, gconstpointer data)
{
  gpointer window = f->window, panel = f->panel;

  g_object_add_weak_pointer (window, &window);
  g_object_add_weak_pointer (panel, &panel);
  gtk_window_destroy (GTK_WINDOW (f->window));
  while (g_main_context_iteration (NULL, FALSE))
    ;
  g_assert_null (window);
  for (guint i = 0; panel != NULL && i < 500; i++)
    {
      g_usleep (10000);
      while (g_main_context_iteration (NULL, FALSE))
        ;
    }
  g_assert_null (panel);
  g_object_unref (f->view);
  g_object_unref (f->import);
  g_unlink (f->path);
  g_rmdir (f->folder);
  g_free (f->path);
  g_free (f->folder);
}

static inline gboolean
time_over (gpointer over)
{
  *(gboolean *) over = TRUE;
  return G_SOURCE_REMOVE;
}

/* Frames go by. */
static inline void
settle (guint ms)
{
  gboolean over = FALSE;

  g_timeout_add (ms, time_over, &over);
  while (!over)
    g_main_context_iteration (NULL, TRUE);
}

static inline void
take_picture (Fixture *f, const char *name)
{
  const char *folder = g_getenv ("LANESCOPE_TEST_PICTURES");
  g_autoptr (GdkPaintable) paintable = NULL;
  g_autoptr (GskRenderNode) node = NULL;
  g_autoptr (GdkTexture) texture = NULL;
  g_autofree char *path = NULL;
  GtkSnapshot *snapshot;
  int width, height;

  if (folder == NULL)
    return;
  settle (400);
  paintable = gtk_widget_paintable_new (f->window);
  snapshot = gtk_snapshot_new ();
  width = gdk_paintable_get_intrinsic_width (paintable);
  height = gdk_paintable_get_intrinsic_height (paintable);
  gdk_paintable_snapshot (paintable, snapshot, width, height);
  node = gtk_snapshot_free_to_node (snapshot);
  if (node == NULL)
    return;
  texture = gsk_renderer_render_texture (gtk_native_get_renderer (GTK_NATIVE (f->window)), node,
                                         &GRAPHENE_RECT_INIT (0, 0, width, height));
  path = g_strdup_printf ("%s/%s-%d.png", folder, name, width);
  gdk_texture_save_to_png (texture, path);
}

static inline void
find_type (GtkWidget *widget, gpointer data)
{
  gpointer *search = data; /* type name, place of the result */

  if (search[1] == NULL && g_str_equal (G_OBJECT_TYPE_NAME (widget), search[0]))
    search[1] = widget;
}

static inline gpointer
find (GtkWidget *below, const char *type)
{
  gpointer search[2] = { (gpointer) type, NULL };

  gui_foreach (below, find_type, search);
  return search[1];
}

typedef struct
{
  GListModel *rows;
  guint n;
} Count;

static inline gboolean
has_rows (gpointer data)
{
  return g_list_model_get_n_items (((Count *) data)->rows) == ((Count *) data)->n;
}
