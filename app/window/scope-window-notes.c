/* scope-window-notes.c: a window's notes: kept with their trace, and sent to and taken from files of others.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "app/window/scope-window-private.h"

#include "io/files/scope-notes-file.h"
#include "model/base/scope-task.h"

#include <glib/gi18n.h>

static ScopeView *
view_of (ScopeWindow *self)
{
  return self->timeline != NULL ? scope_timeline_get_view (self->timeline) : NULL;
}

/* --- kept --- */

static void
keeping_failed (ScopeNoteKeeper *keeper, const char *message, ScopeWindow *self)
{
  g_autofree char *text = g_strdup_printf (_("Your notes: %s"), message);

  scope_window_toast (self, text);
}

static ScopeNoteKeeper *
keep_under (ScopeWindow *self, const char *key)
{
  ScopeView *view = view_of (self);
  ScopeNoteKeeper *keeper = scope_note_keeper_new (scope_view_get_notes (view), key,
                                                   scope_trace_tick_ps (scope_view_get_trace (view)));

  g_signal_connect_object (keeper, "failed", G_CALLBACK (keeping_failed), self, 0);
  return keeper;
}

/* Where the document is followed from, or might have been by a window that was killed; NULL: nowhere. */
static char *
following_key (ScopeWindow *self)
{
  const char *where = scope_document_get_where (self->document);
  GFile *file = scope_document_get_file (self->document);

  if (where == NULL && file != NULL)
    where = g_file_peek_path (file);
  return where != NULL ? scope_note_keeper_following_key (where) : NULL;
}

void
scope_window_keep_notes (ScopeWindow *self)
{
  const char *digest = scope_document_get_digest (self->document);
  g_autofree char *key = NULL;

  if (self->keeper != NULL || view_of (self) == NULL)
    return;
  key = following_key (self);
  if (digest == NULL)
    {
      if (self->live_keeper == NULL && key != NULL && scope_document_get_where (self->document) != NULL)
        self->live_keeper = keep_under (self, key);
      return;
    }
  self->keeper = keep_under (self, digest);
  if (key != NULL)
    scope_note_keeper_take_over (self->keeper, key, self->live_keeper == NULL);
  if (self->live_keeper != NULL)
    scope_note_keeper_flush (self->live_keeper);
  g_clear_object (&self->live_keeper);
}

void
scope_window_drop_notes (ScopeWindow *self)
{
  if (self->keeper != NULL)
    scope_note_keeper_flush (self->keeper);
  g_clear_object (&self->keeper);
  if (self->live_keeper != NULL)
    scope_note_keeper_flush (self->live_keeper);
  g_clear_object (&self->live_keeper);
}

/* --- export --- */

typedef struct
{
  char *path, *text;
} Export;

static void
export_free (gpointer data)
{
  g_free (((Export *) data)->path);
  g_free (((Export *) data)->text);
  g_free (data);
}

static void
do_export (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  const Export *export = data;
  GError *error = NULL;

  if (scope_notes_file_write (export->path, export->text, &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

static void
exported (GObject *source, GAsyncResult *result, gpointer user_data)
{
  const Export *export = g_task_get_task_data (G_TASK (result));
  g_autoptr (GError) error = NULL;

  g_task_propagate_boolean (G_TASK (result), &error);
  scope_window_notify_written (SCOPE_WINDOW (source), export->path, error);
}

void
scope_window_export_notes (ScopeWindow *self, const char *path)
{
  ScopeView *view = view_of (self);
  g_autoptr (GTask) task = g_task_new (self, NULL, exported, NULL);
  Export *export;

  if (view == NULL)
    return;
  export = g_new0 (Export, 1);
  export->path = g_strdup (path);
  export->text = scope_notes_to_text (scope_view_get_notes (view), scope_trace_tick_ps (scope_view_get_trace (view)));
  g_task_set_task_data (task, export, export_free);
  scope_task_run (task, do_export);
}

/* --- import --- */

static void
do_import (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  GError *error = NULL;
  char *text = scope_notes_file_read (data, NULL, &error);

  if (text == NULL && error == NULL)
    error = g_error_new (G_IO_ERROR, G_IO_ERROR_NOT_FOUND, _("%s does not exist"), (const char *) data);
  if (text != NULL)
    g_task_return_pointer (task, text, g_free);
  else
    g_task_return_error (task, error);
}

static void
imported (GObject *source, GAsyncResult *result, gpointer user_data)
{
  ScopeWindow *self = SCOPE_WINDOW (source);
  g_autoptr (ScopeView) view = user_data; /* the one that it was asked for */
  g_autoptr (GError) error = NULL;
  g_autofree char *text = g_task_propagate_pointer (G_TASK (result), &error), *words = NULL;
  guint n = 0;

  if (self->timeline == NULL || view_of (self) != view)
    return;
  if (text != NULL
      && scope_notes_add_text (scope_view_get_notes (view), text, -1, scope_trace_tick_ps (scope_view_get_trace (view)), &n,
                               &error))
    words = g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%u note added", "%u notes added", n), n);
  scope_window_toast (self, words != NULL ? words : error->message);
}

void
scope_window_import_notes (ScopeWindow *self, const char *path)
{
  ScopeView *view = view_of (self);
  g_autoptr (GTask) task = NULL;

  if (view == NULL)
    return;
  task = g_task_new (self, NULL, imported, g_object_ref (view));
  g_task_set_task_data (task, g_strdup (path), g_free);
  scope_task_run (task, do_import);
}

/* --- which file --- */

static void
export_chosen (ScopeWindow *self, const char *path, const char *what)
{
  scope_window_export_notes (self, path);
}

static void
import_chosen (ScopeWindow *self, const char *path, const char *what)
{
  scope_window_import_notes (self, path);
}

static void
export_activated (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  ScopeWindow *self = user_data;
  g_autofree char *title = NULL, *name = NULL;

  if (view_of (self) == NULL)
    return;
  title = scope_document_dup_title (self->document);
  name = g_strconcat (title, ".notes.tsv", NULL);
  scope_window_choose_file (self, GTK_FILE_CHOOSER_ACTION_SAVE, _("Export Notes"), _("_Export"), name, export_chosen, NULL);
}

static void
import_activated (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  ScopeWindow *self = user_data;

  if (view_of (self) != NULL)
    scope_window_choose_file (self, GTK_FILE_CHOOSER_ACTION_OPEN, _("Import Notes"), _("_Import"), NULL, import_chosen, NULL);
}

void
scope_window_add_note_actions (ScopeWindow *self)
{
  static const GActionEntry entries[] = {
    { "export-notes", export_activated },
    { "import-notes", import_activated },
  };

  g_action_map_add_action_entries (G_ACTION_MAP (self), entries, G_N_ELEMENTS (entries), self);
}
