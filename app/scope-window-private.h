/* scope-window-private.h: what the files of the window share: scope-window.c (life and states), -actions.c,
 * -panels.c (what stands around the timeline), -dnd.c (files dropped on it) and -shot.c (its picture).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "app/scope-note-keeper.h"
#include "app/scope-window.h"

G_BEGIN_DECLS

struct _ScopeWindow
{
  AdwApplicationWindow parent_instance;

  ScopeDocument *document;
  ScopeSettings *settings;       /* the application's, which the window no longer has when it goes */
  GtkFileChooserNative *chooser; /* while it is open */
  ScopeNoteKeeper *keeper; /* of the document's notes */
  guint shot_timeout;
  char *shot_path;
  guint late; /* until a reading that takes long gets its own page */
  int seen_width, seen_height; /* of the surface, when the room for panels was last judged */
  char *panels_shown; /* the menu of panels as it is, to know whether it is still so */

  /* of the template */
  AdwToastOverlay *toasts;
  AdwWindowTitle *title;
  AdwSplitButton *open_button;
  GtkWidget *history_box, *menu_button, *side_button, *bottom_button, *search_button;
  GtkRevealer *progress_revealer;
  GtkLabel *progress_label;
  GtkProgressBar *progress_bar;
  GtkInfoBar *banner;
  GtkLabel *banner_label;
  GtkWidget *banner_details;
  GtkStack *stack;
  AdwStatusPage *error_page;
  GtkWidget *example_button;
  ScopeDock *dock;
  ScopeTimeline *timeline;
  GMenu *recent_section, *example_section, *panels_section, *file_section, *view_section, *view_menu;
};

/* scope-window-actions.c */
void scope_window_add_actions (ScopeWindow *self);
void scope_window_update_actions (ScopeWindow *self);
void scope_window_fill_menus (ScopeWindow *self);

/* scope-window-settings.c */
/* Once, with the application known: takes the last window's size, and follows changes from then on. */
void scope_window_follow_settings (ScopeWindow *self);
void scope_window_keep_size (ScopeWindow *self);
/* After a new trace was shown. */
void scope_window_apply_settings (ScopeWindow *self);
/* A document whose cache is where the settings say. */
ScopeDocument *scope_window_new_document (ScopeWindow *self, GFile *const *files, guint n_files);
/* scope-window-panels.c */
void scope_window_add_panels (ScopeWindow *self);
/* The window has another size than before. */
void scope_window_judge_room (ScopeWindow *self, int width, int height);
void scope_window_update_panels (ScopeWindow *self);
/* Size and layout, for the next window and the next run. */
void scope_window_keep_layout (ScopeWindow *self);

/* scope-window-notes.c */
void scope_window_add_note_actions (ScopeWindow *self);
/* From now on the shown document's notes are kept; and let go of them. */
void scope_window_keep_notes (ScopeWindow *self);
void scope_window_drop_notes (ScopeWindow *self);
/* To and from a file; what went wrong is said in the window. */
void scope_window_export_notes (ScopeWindow *self, const char *path);
void scope_window_import_notes (ScopeWindow *self, const char *path);

/* scope-window-picture.c */
void scope_window_add_picture_actions (ScopeWindow *self);

/* scope-window-apart.c */
/* Has each run of the document shown in a window of its own, soon; FALSE if it is one run. */
gboolean scope_window_part (ScopeWindow *self);

/* scope-window-dnd.c */
void scope_window_accept_drops (ScopeWindow *self);

G_END_DECLS
