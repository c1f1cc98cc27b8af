/* window-fixture.h: a window of an application, for tests that open traces in it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "gui-app.h"

#include "app/kit/scope-toast.h"
#include "app/window/scope-window-private.h"
#include "widgets/scope-widgets.h"

#include <glib/gstdio.h>
#include <string.h>

static ScopeApplication *application; /* one for all: a process has only one */

typedef struct
{
  ScopeWindow *window;
} Fixture;

static inline void
set_up (Fixture *fixture, gconstpointer data)
{
  fixture->window = scope_window_new (GTK_APPLICATION (application));
  g_object_add_weak_pointer (G_OBJECT (fixture->window), (gpointer *) &fixture->window);
}

static inline void
tear_down (Fixture *fixture, gconstpointer data)
{
  if (fixture->window != NULL)
    gtk_window_destroy (GTK_WINDOW (fixture->window));
  g_assert_true (gui_wait (gui_is_gone, &fixture->window));
}

static inline void
open_path (Fixture *fixture, const char *path)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);

  scope_window_open (fixture->window, &file, 1);
  gtk_window_present (GTK_WINDOW (fixture->window));
  g_assert_true (gui_wait (gui_window_is_settled, fixture->window));
}

static inline void
find_type (GtkWidget *widget, gpointer data)
{
  gpointer *search = data; /* type name, place of the result */

  if (g_str_equal (G_OBJECT_TYPE_NAME (widget), search[0]))
    search[1] = widget;
}

static inline GtkWidget *
find (Fixture *fixture, const char *type)
{
  gpointer search[2] = { (gpointer) type, NULL };

  gui_foreach (GTK_WIDGET (fixture->window), find_type, search);
  return search[1];
}
