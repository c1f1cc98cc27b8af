/* dock-input.h: a window with a small trace and its dock, for tests that move its panels.
 *
 * Settings are kept in memory here (GSETTINGS_BACKEND), so a second window stands for the next run.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "gui-app.h"

#include "app/window/scope-window-private.h"
#include "widgets/kit/scope-panel.h"

#include <glib/gstdio.h>
#include <string.h>

#define FIRST "inspector" /* every trace fills it */

static ScopeApplication *application; /* one for all: a process has only one */

typedef struct
{
  ScopeWindow *window;
  ScopeDock *dock;
} Fixture;

static inline void
open_window_of (Fixture *fixture, int width, int height)
{
  g_autofree char *path = gui_dup_trace ();
  g_autoptr (GFile) file = g_file_new_for_path (path);

  fixture->window = scope_window_new (GTK_APPLICATION (application));
  fixture->dock = scope_window_get_dock (fixture->window);
  g_object_add_weak_pointer (G_OBJECT (fixture->window), (gpointer *) &fixture->window);
  gtk_window_set_default_size (GTK_WINDOW (fixture->window), width, height);
  scope_window_open (fixture->window, &file, 1);
  gtk_window_present (GTK_WINDOW (fixture->window));
  g_assert_true (gui_wait (gui_window_is_settled, fixture->window));
}

static inline void
open_window (Fixture *fixture)
{
  open_window_of (fixture, 1500, 950);
}

static inline void
close_window (Fixture *fixture)
{
  if (fixture->window != NULL)
    gtk_window_destroy (GTK_WINDOW (fixture->window));
  g_assert_true (gui_wait (gui_is_gone, &fixture->window));
}

static inline void
set_up (Fixture *fixture, gconstpointer data)
{
  scope_settings_reset (scope_application_get_settings (application), "layout");
  open_window (fixture);
}

static inline void
tear_down (Fixture *fixture, gconstpointer data)
{
  close_window (fixture);
}

static inline GtkWidget *
panel_of (Fixture *fixture, const char *id)
{
  return scope_dock_get_panel (fixture->dock, id);
}

static inline gboolean
get_state (Fixture *fixture, const char *action)
{
  g_autoptr (GVariant) state = g_action_group_get_action_state (G_ACTION_GROUP (fixture->window), action);

  return g_variant_get_boolean (state);
}

static inline void
activate (Fixture *fixture, const char *action)
{
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (fixture->window), action, NULL));
}

static inline void
move (Fixture *fixture, const char *id, const char *place)
{
  g_autofree char *action = g_strdup_printf ("dock.place-%s", id);

  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (fixture->dock), action, "s", place));
}
