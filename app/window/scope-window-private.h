/* scope-window-private.h: what the two files of the window share: scope-window.c (life and states) and -actions.c.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "app/window/scope-window-comparison.h"
#include "app/window/scope-window-keep.h"
#include "app/window/scope-window-live.h"
#include "app/window/scope-window-finding.h"
#include "app/window/scope-window-notes.h"
#include "app/window/scope-window-panels.h"
#include "app/window/scope-window-reload.h"
#include "app/window/scope-window.h"

G_BEGIN_DECLS

struct _ScopeWindow
{
  AdwApplicationWindow parent_instance;

  ScopeHost *host; /* what all parts know */
  ScopeWindowComparison *comparison;
  ScopeWindowReload *reload;
  ScopeWindowLive *live;
  ScopeWindowKeep *keep;
  ScopeWindowNotes *notes;
  ScopeWindowFinding *finding;
  ScopeWindowPanels *panels; /* NULL until there are settings */
  guint late; /* until a reading that takes long gets its own page */

  /* of the template */
  AdwWindowTitle *title;
  GtkWidget *history_box, *menu_button;
  GtkRevealer *progress_revealer;
  GtkLabel *progress_label;
  GtkProgressBar *progress_bar;
  GtkInfoBar *banner;
  GtkLabel *banner_label;
  GtkWidget *banner_details;
  AdwStatusPage *error_page;
  GtkWidget *example_button;
  GMenu *recent_section, *example_section, *file_section, *view_section, *view_menu;
};

/* scope-window-actions.c */
void scope_window_add_actions (ScopeWindow *self);
/* And those of all parts. */
void scope_window_update_actions (ScopeWindow *self);
void scope_window_fill_menus (ScopeWindow *self);

G_END_DECLS
