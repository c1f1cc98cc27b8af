/* scope-host.h: what the parts of a window know of it: the trace that is shown, and where words, pages and panels go.
 *
 * The parts (scope-part.h) lie below the window and do not know it. What they want of the program they say by "app.open".
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "app/dock/scope-dock.h"
#include "app/document/scope-document.h"
#include "app/settings/scope-settings.h"
#include "widgets/timeline/scope-timeline.h"

G_BEGIN_DECLS

#define SCOPE_TYPE_HOST (scope_host_get_type ())
G_DECLARE_FINAL_TYPE (ScopeHost, scope_host, SCOPE, HOST, GObject)

struct _ScopeHost
{
  GObject parent_instance;

  GtkWindow *window; /* its actions are the group "win"; this and the next four: NULL once it goes */
  AdwToastOverlay *toasts;
  GtkStack *stack;
  ScopeDock *dock;
  ScopeTimeline *timeline;
  ScopeSettings *settings; /* owned */
  ScopeDocument *document; /* owned: shown, or being read; NULL */
  void (*show) (GtkWindow *window, ScopeDocument *document); /* in place of what is shown; takes
                                                                * the document; NULL: the window is empty */
};

/* FALSE while there is no trace, or only one that could not be opened. */
gboolean scope_host_has_trace (ScopeHost *self);
/* NULL: nothing is shown. */
ScopeView *scope_host_get_view (ScopeHost *self);
/* NULL while the trace is read, or if nothing is kept of it. */
ScopeRun *scope_host_get_run (ScopeHost *self);
/* TRUE while the window's page is the one of that name ("trace": there is something to look at). */
gboolean scope_host_is_at (ScopeHost *self, const char *page);
/* A widget of the window's template. */
gpointer scope_host_get_child (ScopeHost *self, const char *name);

/* Actions of the window, group "win". */

void scope_host_enable (ScopeHost *self, const char *name, gboolean enabled);
void scope_host_set_state (ScopeHost *self, const char *name, gboolean enabled, gboolean state);

/* A short message at the lower edge; nothing once the window is gone. */
void scope_host_toast (ScopeHost *self, const char *text);
/* The same: it is written, or why not. */
void scope_host_notify_written (ScopeHost *self, const char *path, const GError *error);

typedef gboolean (*ScopeWriteFunc) (gpointer data, const char *path, GError **error);
/* Writes a file on another thread, and says in the window how it went. `data` is freed afterwards. */
void scope_host_write (ScopeHost *self, const char *path, ScopeWriteFunc write, gpointer data, GDestroyNotify free);

/* Asks for a file, `name` proposed (NULL: none), and calls `func` with its path; says so if the file is not on this computer.
 * Nothing happens while the window asks for another one. `data` is freed afterwards; `free` may be NULL. */
typedef void (*ScopeFileFunc) (ScopeHost *host, const char *path, gpointer data);
void scope_host_choose (ScopeHost *self, GtkFileChooserAction action, const char *title, const char *accept, const char *name,
                        ScopeFileFunc func, gpointer data, GDestroyNotify free);
/* A picture's bytes (PNG; NULL with an error) go onto the clipboard; how it went is said in the window. */
void scope_host_copy_picture (ScopeHost *self, GBytes *bytes, const GError *error);

/* A document that is read as the settings say: of `files` alone, or with what lies beside one; of several runs in a simulation's
 * trace this one, from 1 on (0: the first). */
ScopeDocument *scope_host_new_document (ScopeHost *self, GFile *const *files, guint n_files, gboolean alone, guint run);
ScopeDocument *scope_host_new_following (ScopeHost *self, const char *where);
/* Reads the files as one trace, in place of what is shown. */
void scope_host_open (ScopeHost *self, GFile *const *files, guint n_files, gboolean alone);
/* "app.open": `files` (of GFile; NULL: none) in this window if it is empty, else in another one. `option` and its value (floating)
 * as the application takes them; NULL: none. */
void scope_host_request (ScopeHost *self, GPtrArray *files, const char *option, GVariant *value);
/* Files of paths, as an array of GFile; free with g_ptr_array_unref(). */
GPtrArray *scope_host_files (const char *const *paths);

G_END_DECLS
