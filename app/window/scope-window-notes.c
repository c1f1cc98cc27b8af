/* scope-window-notes.c: see scope-window-notes.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/window/scope-window-notes.h"

#include "io/files/scope-notes-file.h"
#include "model/base/scope-task.h"

#include <glib/gi18n.h>

struct _ScopeWindowNotes
{
  ScopePart parent_instance;

  ScopeNoteKeeper *keeper; /* of the document's notes; NULL */
  ScopeNoteKeeper *live_keeper; /* while it is followed: the same, until it has a digest */
};

G_DEFINE_FINAL_TYPE (ScopeWindowNotes, scope_window_notes, SCOPE_TYPE_PART)

/* --- kept --- */

static void
keeping_failed (ScopeNoteKeeper *keeper, const char *message, ScopeWindowNotes *self)
{
  g_autofree char *text = g_strdup_printf (_("Your notes: %s"), message);

  scope_host_toast (scope_part_get_host (self), text);
}

static ScopeNoteKeeper *
keep_under (ScopeWindowNotes *self, const char *key)
{
  ScopeView *view = scope_host_get_view (scope_part_get_host (self));
  ScopeNoteKeeper *keeper = scope_note_keeper_new (scope_view_get_notes (view), key,
                                                   scope_trace_tick_ps (scope_view_get_trace (view)));

  g_signal_connect_object (keeper, "failed", G_CALLBACK (keeping_failed), self, 0);
  return keeper;
}

/* Where the document is followed from, or might have been by a window that was killed; NULL: nowhere. */
static char *
following_key (ScopeDocument *document)
{
  const char *where = scope_document_get_where (document);
  GFile *file = scope_document_get_file (document);

  if (where == NULL && file != NULL)
    where = g_file_peek_path (file);
  return where != NULL ? scope_note_keeper_following_key (where) : NULL;
}

static void
let_go (ScopeNoteKeeper **keeper)
{
  if (*keeper != NULL)
    scope_note_keeper_flush (*keeper);
  g_clear_object (keeper);
}

void
scope_window_notes_keep (ScopeWindowNotes *self)
{
  ScopeHost *host = scope_part_get_host (self);
  const char *digest = scope_document_get_digest (host->document);
  g_autofree char *key = NULL;

  if (self->keeper != NULL || scope_host_get_view (host) == NULL)
    return;
  key = following_key (host->document);
  if (digest == NULL)
    {
      if (self->live_keeper == NULL && key != NULL && scope_document_get_where (host->document) != NULL)
        self->live_keeper = keep_under (self, key);
      return;
    }
  self->keeper = keep_under (self, digest);
  if (key != NULL)
    scope_note_keeper_take_over (self->keeper, key, self->live_keeper == NULL);
  let_go (&self->live_keeper);
}

static void
scope_window_notes_close (ScopePart *part, ScopeHost *host)
{
  let_go (&SCOPE_WINDOW_NOTES (part)->keeper);
  let_go (&SCOPE_WINDOW_NOTES (part)->live_keeper);
}

gboolean
scope_window_notes_is_settled (ScopeWindowNotes *self)
{
  return self->keeper != NULL && scope_note_keeper_is_settled (self->keeper);
}

/* --- export --- */

static gboolean
write_notes (gpointer text, const char *path, GError **error)
{
  return scope_notes_file_write (path, text, error);
}

void
scope_window_notes_export (ScopeHost *host, const char *path)
{
  ScopeView *view = scope_host_get_view (host);

  if (view != NULL)
    scope_host_write (host, path, write_notes,
                      scope_notes_to_text (scope_view_get_notes (view), scope_trace_tick_ps (scope_view_get_trace (view))), g_free);
}

/* --- import --- */

static gpointer
do_import (gpointer source, gconstpointer path, GCancellable *cancellable, GError **error)
{
  char *text = scope_notes_file_read (path, NULL, error);

  if (text == NULL && *error == NULL)
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND, _("%s does not exist"), (const char *) path);
  return text;
}

static void
imported (GObject *source, GAsyncResult *result, gpointer user_data)
{
  ScopeHost *host = SCOPE_HOST (source);
  g_autoptr (ScopeView) view = user_data; /* the one that it was asked for */
  g_autoptr (GError) error = NULL;
  g_autofree char *text = scope_task_answer (result, &error), *words = NULL;
  guint n = 0;

  if (scope_host_get_view (host) != view)
    return;
  if (text != NULL
      && scope_notes_add_text (scope_view_get_notes (view), text, -1, scope_trace_tick_ps (scope_view_get_trace (view)), &n,
                               &error))
    words = g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%u note added", "%u notes added", n), n);
  scope_host_toast (host, words != NULL ? words : error->message);
}

void
scope_window_notes_import (ScopeHost *host, const char *path)
{
  ScopeView *view = scope_host_get_view (host);
  if (view != NULL)
    scope_task_give (host, do_import, g_strdup (path), g_free, g_free, NULL, imported, g_object_ref (view));
}

/* --- which file --- */

static void
export_chosen (ScopeHost *host, const char *path, gpointer data)
{
  scope_window_notes_export (host, path);
}

static void
import_chosen (ScopeHost *host, const char *path, gpointer data)
{
  scope_window_notes_import (host, path);
}

static void
export_activated (GSimpleAction *action, GVariant *parameter, gpointer self)
{
  ScopeHost *host = scope_part_get_host (self);
  g_autofree char *title = NULL, *name = NULL;

  if (scope_host_get_view (host) == NULL)
    return;
  title = scope_document_dup_title (host->document);
  name = g_strconcat (title, ".notes.tsv", NULL);
  scope_host_choose (host, GTK_FILE_CHOOSER_ACTION_SAVE, _("Export Notes"), _("_Export"), name, export_chosen, NULL, NULL);
}

static void
import_activated (GSimpleAction *action, GVariant *parameter, gpointer self)
{
  ScopeHost *host = scope_part_get_host (self);

  if (scope_host_get_view (host) != NULL)
    scope_host_choose (host, GTK_FILE_CHOOSER_ACTION_OPEN, _("Import Notes"), _("_Import"), NULL, import_chosen, NULL, NULL);
}

static void
scope_window_notes_class_init (ScopeWindowNotesClass *klass)
{
  static const GActionEntry entries[] = {
    { "export-notes", export_activated },
    { "import-notes", import_activated },
  };

  SCOPE_PART_CLASS (klass)->entries = entries;
  SCOPE_PART_CLASS (klass)->n_entries = G_N_ELEMENTS (entries);
  SCOPE_PART_CLASS (klass)->close = scope_window_notes_close;
}

static void
scope_window_notes_init (ScopeWindowNotes *self)
{
}
