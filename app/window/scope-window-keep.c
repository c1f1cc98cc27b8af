/* scope-window-keep.c: see scope-window-keep.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/window/scope-window-keep.h"

#include "app/window/scope-recent-runs.h"
#include "model/base/scope-task.h"

#include <glib/gi18n.h>

struct _ScopeWindowKeep
{
  ScopePart parent_instance;

  GtkWindow *dialog;  /* asks; NULL */
  gboolean saved;     /* all that came is in a file */
  gboolean answered;  /* nobody is asked again */
  gboolean leaving;   /* the window goes as soon as all is read */
  gboolean quits;     /* and the others */
  char *save_to;      /* before; NULL */
};

G_DEFINE_FINAL_TYPE (ScopeWindowKeep, scope_window_keep, SCOPE_TYPE_PART)

/* What there is to be copied; NULL: it is no one file. */
static char *
dup_source (ScopeHost *host)
{
  char *stream = host->document != NULL ? scope_document_dup_stream (host->document) : NULL;
  GFile *file = host->document != NULL ? scope_document_get_file (host->document) : NULL;
  char *path = NULL;

  if (stream != NULL || file == NULL || scope_document_get_files (host->document)->len != 1)
    return stream;
  path = g_file_get_path (file);
  if (path != NULL && g_str_has_suffix (path, ".h5")) /* what was kept of it: not it */
    g_clear_pointer (&path, g_free);
  return path;
}

/* --- going --- */

static gboolean
go (gpointer data)
{
  GtkWindow *window = data;
  GApplication *application = G_APPLICATION (gtk_window_get_application (window));

  gtk_window_destroy (window);
  if (application != NULL && g_object_get_data (G_OBJECT (window), "quits") != NULL)
    g_action_group_activate_action (G_ACTION_GROUP (application), "quit", NULL);
  return G_SOURCE_REMOVE;
}

/* Not from within what the document says. */
static void
leave (ScopeWindowKeep *self)
{
  ScopeHost *host = scope_part_get_host (self);

  self->answered = TRUE;
  self->leaving = FALSE;
  if (host->window == NULL)
    return;
  if (self->quits)
    g_object_set_data (G_OBJECT (host->window), "quits", self);
  g_idle_add_full (G_PRIORITY_DEFAULT, go, g_object_ref (host->window), g_object_unref);
}

/* --- saving --- */

typedef struct
{
  char *from, *to;
  gboolean whole; /* nothing more comes */
} Copying;

static void
copying_free (gpointer data)
{
  g_free (((Copying *) data)->from);
  g_free (((Copying *) data)->to);
  g_free (data);
}

static gpointer
copy (gpointer source, gconstpointer data, GCancellable *cancellable, GError **error)
{
  const Copying *copying = data;
  g_autoptr (GFile) from = g_file_new_for_path (copying->from), to = g_file_new_for_path (copying->to);

  return GINT_TO_POINTER (g_file_equal (from, to) || g_file_copy (from, to, G_FILE_COPY_OVERWRITE | G_FILE_COPY_TARGET_DEFAULT_PERMS, cancellable, NULL, NULL, error));
}

static void
copied (GObject *source, GAsyncResult *result, gpointer user_data)
{
  ScopeWindowKeep *self = SCOPE_WINDOW_KEEP (source);
  const Copying *copying = scope_task_question (result);
  g_autoptr (GError) error = NULL;
  gboolean ok = scope_task_answer (result, &error) != NULL;

  scope_host_notify_written (scope_part_get_host (self), copying->to, error);
  if (ok && copying->whole)
    {
      g_autofree char *uri = g_filename_to_uri (copying->to, NULL, NULL);

      scope_recent_runs_add (uri);
    }
  self->saved = self->saved || (ok && copying->whole);
  if (self->leaving && ok)
    leave (self);
  self->leaving = FALSE;
}

static void
save (ScopeWindowKeep *self, const char *path)
{
  ScopeHost *host = scope_part_get_host (self);
  g_autofree char *from = dup_source (host);
  Copying *copying;

  if (from == NULL)
    return;
  copying = g_new (Copying, 1);
  *copying = (Copying) { g_steal_pointer (&from), g_strdup (path), scope_document_get_state (host->document) != SCOPE_DOCUMENT_LOADING };
  scope_task_give (self, copy, copying, copying_free, NULL, NULL, copied, NULL);
}

static void
place_chosen (ScopeHost *host, const char *path, gpointer data)
{
  save (data, path);
}

static void
save_to_activated (GSimpleAction *action, GVariant *parameter, gpointer self)
{
  save (self, g_variant_get_string (parameter, NULL));
}

static void
choose (ScopeWindowKeep *self, ScopeFileFunc func)
{
  ScopeHost *host = scope_part_get_host (self);
  g_autofree char *from = dup_source (host), *name = from != NULL ? g_path_get_basename (from) : NULL;

  if (name == NULL)
    return;
  if (g_str_has_suffix (name, ".part"))
    name[strlen (name) - strlen (".part")] = '\0';
  scope_host_choose (host, GTK_FILE_CHOOSER_ACTION_SAVE, _("Save Trace As"), _("_Save"), name, func, g_object_ref (self), g_object_unref);
}

static void
save_activated (GSimpleAction *action, GVariant *parameter, gpointer self)
{
  choose (self, place_chosen);
}

/* --- asking --- */

/* Ends following in order, and goes when all is read. */
static void
end_and_leave (ScopeWindowKeep *self)
{
  ScopeHost *host = scope_part_get_host (self);
  ScopeLive *live = host->document != NULL ? scope_document_get_live (host->document) : NULL;

  self->leaving = TRUE;
  if (live != NULL)
    scope_live_stop (live);
  scope_window_keep_advance (self);
}

static void
last_place_chosen (ScopeHost *host, const char *path, gpointer data)
{
  ScopeWindowKeep *self = data;

  g_free (self->save_to);
  self->save_to = g_strdup (path);
  end_and_leave (self);
}

static void
answered (AdwMessageDialog *dialog, const char *response, ScopeWindowKeep *self)
{
  ScopeHost *host = scope_part_get_host (self);

  self->dialog = NULL;
  if (host->document == NULL)
    return;
  if (g_str_equal (response, "keep"))
    end_and_leave (self);
  else if (g_str_equal (response, "save"))
    choose (self, last_place_chosen);
  else if (g_str_equal (response, "discard"))
    {
      scope_document_discard (host->document);
      leave (self);
    }
}

gboolean
scope_window_keep_ask (ScopeWindowKeep *self, gboolean quits)
{
  ScopeHost *host = scope_part_get_host (self);
  g_autofree char *stream = host->document != NULL ? scope_document_dup_stream (host->document) : NULL, *body = NULL, *size = NULL;
  gboolean loading;
  AdwMessageDialog *dialog;
  ScopeLiveFacts facts;

  if (stream == NULL || self->saved || self->answered || scope_document_get_state (host->document) == SCOPE_DOCUMENT_FAILED)
    return FALSE;
  scope_live_get_facts (scope_document_get_live (host->document), &facts);
  if (facts.bytes == 0)
    return FALSE;
  self->quits = quits;
  gtk_window_present (host->window);
  if (self->dialog != NULL || self->leaving)
    return TRUE;
  loading = scope_document_get_state (host->document) == SCOPE_DOCUMENT_LOADING;
  size = g_format_size (facts.bytes);
  body = g_strdup_printf (loading ? _("%s came from %s so far, and is in no file yet. Closing ends following. In Runs it stays as long as "
                                      "the cache has room for it.")
                                  : _("%s came from %s, and is in no file yet. In Runs it stays as long as the cache has room for it."),
                          size, facts.source);
  dialog = ADW_MESSAGE_DIALOG (adw_message_dialog_new (host->window, _("Keep What Was Followed?"), body));
  adw_message_dialog_add_response (dialog, "cancel", _("_Cancel"));
  adw_message_dialog_add_response (dialog, "discard", _("_Discard"));
  if (loading || scope_host_get_run (host) != NULL)
    adw_message_dialog_add_response (dialog, "keep", _("_Keep in Runs"));
  adw_message_dialog_add_response (dialog, "save", _("_Save…"));
  adw_message_dialog_set_response_appearance (dialog, "discard", ADW_RESPONSE_DESTRUCTIVE);
  adw_message_dialog_set_response_appearance (dialog, "save", ADW_RESPONSE_SUGGESTED);
  adw_message_dialog_set_default_response (dialog, "save");
  adw_message_dialog_set_close_response (dialog, "cancel");
  g_signal_connect_object (dialog, "response", G_CALLBACK (answered), self, 0);
  self->dialog = GTK_WINDOW (dialog);
  gtk_window_present (self->dialog);
  return TRUE;
}

void
scope_window_keep_advance (ScopeWindowKeep *self)
{
  ScopeHost *host = scope_part_get_host (self);

  if (!self->leaving || scope_document_get_state (host->document) == SCOPE_DOCUMENT_LOADING)
    return;
  if (self->save_to != NULL)
    save (self, self->save_to);
  else
    leave (self);
}

/* --- life --- */

static void
scope_window_keep_update (ScopePart *part, ScopeHost *host)
{
  g_autofree char *source = dup_source (host);

  scope_host_enable (host, "save-trace", source != NULL);
  scope_host_enable (host, "save-trace-to", source != NULL);
}

static void
scope_window_keep_close (ScopePart *part, ScopeHost *host)
{
  ScopeWindowKeep *self = SCOPE_WINDOW_KEEP (part);

  self->saved = self->answered = self->leaving = self->quits = FALSE;
  g_clear_pointer (&self->save_to, g_free);
}

static void
scope_window_keep_finalize (GObject *object)
{
  g_free (SCOPE_WINDOW_KEEP (object)->save_to);
  G_OBJECT_CLASS (scope_window_keep_parent_class)->finalize (object);
}

static void
scope_window_keep_class_init (ScopeWindowKeepClass *klass)
{
  static const GActionEntry entries[] = { { "save-trace", save_activated }, { "save-trace-to", save_to_activated, "s" } };

  G_OBJECT_CLASS (klass)->finalize = scope_window_keep_finalize;
  SCOPE_PART_CLASS (klass)->entries = entries;
  SCOPE_PART_CLASS (klass)->n_entries = G_N_ELEMENTS (entries);
  SCOPE_PART_CLASS (klass)->update = scope_window_keep_update;
  SCOPE_PART_CLASS (klass)->close = scope_window_keep_close;
}

static void
scope_window_keep_init (ScopeWindowKeep *self)
{
}
