/* panel-fixture.h: a panel of a trace that was read, in a window of its own, settled; and what its labels say.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "gui-common.h"
#include "gui-traces.h"

#include "widgets/kit/scope-panel.h"

#include <string.h>

G_BEGIN_DECLS

typedef struct
{
  ScopeImport *import;
  ScopeView *view;
  GtkWidget *window, *panel;
} Fixture;

static inline gboolean
is_settled (gpointer panel)
{
  return gtk_widget_get_mapped (panel) && scope_panel_is_settled (SCOPE_PANEL (panel));
}

static inline void
set_up_panel (Fixture *f, gconstpointer file, GType type)
{
  f->import = gui_import_new (file);
  f->view = scope_view_new (scope_import_get_trace (f->import));
  scope_view_set_width (f->view, 1000);
  f->panel = g_object_new (type, NULL);
  f->window = gui_window_new (f->panel, 1000, 260);
  gtk_window_present (GTK_WINDOW (f->window));
  scope_panel_set_view (SCOPE_PANEL (f->panel), f->view);
  g_assert_true (gui_wait (is_settled, f->panel));
}

static inline void
tear_down (Fixture *f, gconstpointer data)
{
  gtk_window_destroy (GTK_WINDOW (f->window));
  g_object_unref (f->view);
  g_object_unref (f->import);
}

typedef struct
{
  const char *text;
  gboolean found;
} Looking;

static inline void
look_at_label (GtkWidget *widget, gpointer data)
{
  Looking *looking = data;

  if (GTK_IS_LABEL (widget) && gtk_widget_get_mapped (widget) && strstr (gtk_label_get_label (GTK_LABEL (widget)), looking->text) != NULL)
    looking->found = TRUE;
}

static inline gboolean
says (Fixture *f, const char *text)
{
  Looking looking = { .text = text };

  gui_foreach (f->panel, look_at_label, &looking);
  return looking.found;
}

/* All of it has names, for who does not see it. */
static inline void
test_names (Fixture *f, gconstpointer data)
{
  guint nameless;

  g_assert_cmpuint (gui_check_names (f->panel, &nameless), >=, 5);
  g_assert_cmpuint (nameless, ==, 0);
  gui_check_focusable_names (f->panel, &nameless);
  g_assert_cmpuint (nameless, ==, 0);
}

G_END_DECLS
