/* scope-window-private.h: what the files of the window share: scope-window.c (life and states), -actions.c,
 * -live.c (what is followed), -panels.c (what stands around the timeline), -dnd.c (files dropped on it) and -shot.c (its picture).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "app/document/scope-note-keeper.h"
#include "app/window/scope-window.h"
#include "widgets/timeline/scope-live-strip.h"
#include "app/window/scope-window-reload.h"

G_BEGIN_DECLS

/* Of scope-window-live.c: how a log that is still being written is followed. */
typedef struct
{
  guint wait;             /* timeout: the page that waits is written anew */
  gboolean dismissed;     /* the person closed the strip */
  gboolean over;          /* the end was seen */
  GFileMonitor *growth;   /* of a log without an end that was opened, not followed; NULL */
  gboolean growing;       /* and it was seen to grow since */
  gboolean sought;        /* the last run's activity was looked for */
  GCancellable *finding;  /* it is; NULL */
  char *last_run;         /* found: the path of its index */
} ScopeWindowLive;

struct _ScopeWindow
{
  AdwApplicationWindow parent_instance;

  ScopeDocument *document;
  ScopeSettings *settings;       /* the application's, which the window no longer has when it goes */
  GtkFileChooserNative *chooser; /* while it is open */
  ScopeNoteKeeper *keeper; /* of the document's notes */
  ScopeNoteKeeper *live_keeper; /* while it is followed: the same, until it has a digest */
  ScopeDocument *baseline; /* what the document is compared with, or is to be; or NULL */
  AdwToast *baseline_toast; /* that it is being read; weak */
  gboolean had_bottom; /* the panels at the bottom were shown before */
  ScopeCompareView *compare; /* the page of both, the dock's; NULL: one trace alone is shown */
  ScopeWindowReload again;  /* the trace's files, written over */
  guint shot_timeout;
  char *shot_path;
  guint late; /* until a reading that takes long gets its own page */
  int seen_width, seen_height; /* of the surface, when the room for panels was last judged */
  gboolean watches_search; /* whether its panel is seen */
  char *panels_shown; /* the menu of panels as it is, to know whether it is still so */

  ScopeWindowLive live;

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
  GtkWidget *banner_details, *banner_follow;
  GtkInfoBar *together_bar, *next_run_bar;
  GtkLabel *together_label;
  GtkStack *stack;
  AdwStatusPage *error_page, *follow_page;
  GtkWidget *follow_spinner, *follow_button;
  ScopeLiveStrip *live_strip;
  GtkRevealer *live_revealer;
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
ScopeDocument *scope_window_new_document (ScopeWindow *self, GFile *const *files, guint n_files, gboolean alone);
/* Of several runs in a simulation's trace this one, from 1 on. */
ScopeDocument *scope_window_new_run_document (ScopeWindow *self, GFile *file, guint run);
ScopeDocument *scope_window_new_following (ScopeWindow *self, const char *where);
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

/* scope-window.c: shows it from now on, in place of what was shown; takes the reference. */
void scope_window_show_document (ScopeWindow *self, ScopeDocument *document);
/* The window is empty again. */
void scope_window_forget_document (ScopeWindow *self);

/* scope-window-live.c */
void scope_window_add_live_actions (ScopeWindow *self);
void scope_window_update_live_actions (ScopeWindow *self);
/* The document changed. */
void scope_window_update_live (ScopeWindow *self);
void scope_window_drop_live (ScopeWindow *self);
/* TRUE while a log is followed of which nothing can be shown yet: then its page is shown. */
gboolean scope_window_wait_live (ScopeWindow *self);

/* scope-window-ghost.c: looks for the last run of the program that is shown, and draws its activity over this one's. */
void scope_window_find_ghost (ScopeWindow *self);

/* scope-window-picture.c */
void scope_window_add_picture_actions (ScopeWindow *self);

/* scope-window-panel-picture.c */
void scope_window_add_panel_picture_actions (ScopeWindow *self);
/* The open panel of that id as it is seen, into a file of the format that its name ends with; how it went is said in the window. */
void scope_window_export_panel (ScopeWindow *self, const char *id, const char *path);

/* scope-window-compare.c */
void scope_window_add_compare_actions (ScopeWindow *self);
void scope_window_update_compare_actions (ScopeWindow *self);
/* The document, or the baseline, came further: shows the page as soon as both are there. */
void scope_window_advance_compare (ScopeWindow *self);
void scope_window_end_compare (ScopeWindow *self);
gboolean scope_window_compare_is_settled (ScopeWindow *self);
void scope_window_choose_baseline (ScopeWindow *self);
/* Into a file, of which is asked or not; onto the clipboard. What went wrong is said in the window. */
void scope_window_choose_compare_picture (ScopeWindow *self);
void scope_window_export_compare (ScopeWindow *self, const char *path);
void scope_window_copy_compare (ScopeWindow *self);

/* scope-window-file-chooser.c */
/* A file was chosen: its path, and what was said when it was asked for. */
typedef void (*ScopeWindowPathFunc) (ScopeWindow *self, const char *path, const char *what);
/* Asks for a file to be written or read, `name` proposed (or NULL); says so if it is not on this computer. Nothing happens while the
 * window asks for another one. */
void scope_window_choose_file (ScopeWindow *self, GtkFileChooserAction action, const char *title, const char *accept, const char *name,
                               ScopeWindowPathFunc func, const char *what);
/* A toast: it is written, or why not. */
void scope_window_notify_written (ScopeWindow *self, const char *path, const GError *error);
/* win.notify-written (s): the same, for panels. */
void scope_window_add_choose_actions (ScopeWindow *self);

/* scope-window-compare-calls.c: the flame graph of the calls of both */
void scope_window_choose_compare_calls_picture (ScopeWindow *self);
void scope_window_export_compare_calls (ScopeWindow *self, const char *path);

/* scope-window-separate-runs.c */
/* Has each run of the document shown in a window of its own, soon; FALSE if it is one run. */
gboolean scope_window_part (ScopeWindow *self);

/* scope-window-next-run.c */
void scope_window_add_next_run (ScopeWindow *self);
/* The document is read to its end, or gone. */
void scope_window_update_next_run (ScopeWindow *self);

/* scope-window-merged-logs.c */
void scope_window_add_merged_logs (ScopeWindow *self);
/* The document is read to its end, or gone. */
void scope_window_update_merged_logs (ScopeWindow *self);

/* scope-window-runs.c */
void scope_window_add_run_actions (ScopeWindow *self);

/* scope-window-reload.c */
void scope_window_add_reload (ScopeWindow *self);
#define SCOPE_WINDOW_VIEW_GROUP "View"
/* After scope_window_open(): it is to be shown as this says (scope-view-state.h, in that group), with these notes (or NULL). */
void scope_window_show_next_like (ScopeWindow *self, GKeyFile *file, const char *notes);
/* The document came further; it is there, and its files are watched from now on; it is let go of; and all that was kept. */
void scope_window_reload_advance (ScopeWindow *self, ScopeDocumentState state);
void scope_window_reload_watch (ScopeWindow *self);
void scope_window_reload_close (ScopeWindow *self);
void scope_window_reload_end (ScopeWindow *self);

/* scope-window-session.c */
void scope_window_add_session_actions (ScopeWindow *self);
/* All windows of the application; what went wrong is said in this one. */
void scope_window_save_session (ScopeWindow *self, const char *path);

/* scope-window-session-compare.c */
/* Alignment and pairing of the comparison that is shown; and of the one that is opened next. */
void scope_window_save_compare (ScopeWindow *self, GKeyFile *file, const char *group);
void scope_window_compare_next_like (ScopeWindow *self, GKeyFile *file, const char *group);
/* For who opens it: TRUE if there is something to align by; its mark is the caller's. And when the page is there. */
gboolean scope_window_take_wish (ScopeWindow *self, ScopeTrace *baseline, ScopeTrace *run, ScopeAlignWish *ret_wish);
void scope_window_give_pairs (ScopeWindow *self);

/* scope-window-dnd.c */
void scope_window_accept_drops (ScopeWindow *self);

G_END_DECLS
