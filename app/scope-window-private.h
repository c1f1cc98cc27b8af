/* scope-window-private.h: what the files of the window share: scope-window.c (life and states), -actions.c,
 * -dnd.c (files dropped on it) and -shot.c (its picture).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "app/scope-window.h"
#include "widgets/scope-inspector.h"

G_BEGIN_DECLS

struct _ScopeWindow
{
  AdwApplicationWindow parent_instance;

  ScopeDocument *document;
  GtkFileChooserNative *chooser; /* while it is open */
  guint shot_timeout;
  char *shot_path;
  guint late; /* until a reading that takes long gets its own page */
  gboolean narrow;

  /* of the template */
  AdwToastOverlay *toasts;
  AdwWindowTitle *title;
  AdwSplitButton *open_button;
  GtkWidget *history_box, *menu_button, *inspector_button;
  GtkRevealer *progress_revealer;
  GtkLabel *progress_label;
  GtkProgressBar *progress_bar;
  GtkInfoBar *banner;
  GtkLabel *banner_label;
  GtkWidget *banner_details;
  GtkStack *stack;
  AdwStatusPage *error_page;
  GtkWidget *example_button;
  AdwFlap *flap;
  ScopeTimeline *timeline;
  ScopeInspector *inspector;
  GMenu *recent_section, *example_section;
};

/* scope-window.c */
void scope_window_show_inspector (ScopeWindow *self, gboolean show);

/* scope-window-actions.c */
void scope_window_add_actions (ScopeWindow *self);
void scope_window_update_actions (ScopeWindow *self);
void scope_window_fill_menus (ScopeWindow *self);

/* scope-window-settings.c */
/* Once, with the application known: takes the last window's size, and follows changes from then on. */
void scope_window_follow_settings (ScopeWindow *self);
/* After a new trace was shown. */
void scope_window_apply_settings (ScopeWindow *self);
/* A document whose cache is where the settings say. */
ScopeDocument *scope_window_new_document (ScopeWindow *self, GFile *const *files, guint n_files);

/* scope-window-dnd.c */
void scope_window_accept_drops (ScopeWindow *self);

G_END_DECLS
