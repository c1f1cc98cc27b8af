/* scope-host.c: see scope-host.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/window/scope-host.h"

#include "app/kit/scope-toast.h"
#include "model/base/scope-task.h"
#include "widgets/kit/scope-file-chooser.h"

#include <glib/gi18n.h>

#define LONG_LATENCY 100u /* what is kept of traces is read so */

G_DEFINE_FINAL_TYPE (ScopeHost, scope_host, G_TYPE_OBJECT)

gboolean
scope_host_has_trace (ScopeHost *self)
{
  return self->document != NULL && scope_document_get_state (self->document) != SCOPE_DOCUMENT_FAILED;
}

ScopeView *
scope_host_get_view (ScopeHost *self)
{
  return self->timeline != NULL ? scope_timeline_get_view (self->timeline) : NULL;
}

ScopeRun *
scope_host_get_run (ScopeHost *self)
{
  return self->document != NULL ? scope_document_get_run (self->document) : NULL;
}

gboolean
scope_host_is_at (ScopeHost *self, const char *page)
{
  return self->stack != NULL && g_strcmp0 (gtk_stack_get_visible_child_name (self->stack), page) == 0;
}

gpointer
scope_host_get_child (ScopeHost *self, const char *name)
{
  return gtk_widget_get_template_child (GTK_WIDGET (self->window), G_OBJECT_TYPE (self->window), name);
}

static GSimpleAction *
find_action (ScopeHost *self, const char *name)
{
  return G_SIMPLE_ACTION (g_action_map_lookup_action (G_ACTION_MAP (self->window), name));
}

void
scope_host_enable (ScopeHost *self, const char *name, gboolean enabled)
{
  g_simple_action_set_enabled (find_action (self, name), enabled);
}

void
scope_host_set_state (ScopeHost *self, const char *name, gboolean enabled, gboolean state)
{
  scope_host_enable (self, name, enabled);
  g_simple_action_set_state (find_action (self, name), g_variant_new_boolean (state));
}

/* --- words --- */

void
scope_host_toast (ScopeHost *self, const char *text)
{
  if (self->toasts != NULL)
    scope_toast_say (self->toasts, text, 8);
}

void
scope_host_notify_written (ScopeHost *self, const char *path, const GError *error)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autofree char *name = g_file_get_parse_name (file);

  if (error != NULL)
    scope_host_toast (self, error->message);
  else if (self->toasts != NULL)
    scope_toast_say_written (self->toasts, name);
}

/* --- writing --- */

typedef struct
{
  char *path;
  ScopeWriteFunc write;
  gpointer data;
  GDestroyNotify free;
} Writing;

static void
writing_free (gpointer data)
{
  Writing *writing = data;

  writing->free (writing->data);
  g_free (writing->path);
  g_free (writing);
}

static gpointer
write_file (gpointer source, gconstpointer data, GCancellable *cancellable, GError **error)
{
  const Writing *writing = data;

  return GINT_TO_POINTER (writing->write (writing->data, writing->path, error));
}

static void
written (GObject *source, GAsyncResult *result, gpointer user_data)
{
  const Writing *writing = scope_task_question (result);
  g_autoptr (GError) error = NULL;

  scope_task_answer (result, &error);
  scope_host_notify_written (SCOPE_HOST (source), writing->path, error);
}

void
scope_host_write (ScopeHost *self, const char *path, ScopeWriteFunc write, gpointer data, GDestroyNotify free)
{
  Writing *writing = g_new (Writing, 1);

  *writing = (Writing) { g_strdup (path), write, data, free };
  scope_task_give (self, write_file, writing, writing_free, NULL, NULL, written, NULL);
}

/* --- choosing --- */

typedef struct
{
  ScopeHost *host;
  ScopeFileFunc func;
  gpointer data;
  GDestroyNotify free;
} Choice;

static void
choice_free (gpointer data)
{
  Choice *choice = data;

  if (choice->free != NULL)
    choice->free (choice->data);
  g_object_unref (choice->host);
  g_free (choice);
}

static void
chosen (gpointer owner, GPtrArray *files, gpointer data)
{
  const Choice *choice = data;
  g_autofree char *path = scope_file_chooser_dup_path (files);

  if (path != NULL)
    choice->func (choice->host, path, choice->data);
  else if (files->len > 0)
    scope_host_toast (choice->host, _("Choose a place on this computer."));
}

void
scope_host_choose (ScopeHost *self, GtkFileChooserAction action, const char *title, const char *accept, const char *name,
                   ScopeFileFunc func, gpointer data, GDestroyNotify free)
{
  Choice *choice = g_new (Choice, 1);

  *choice = (Choice) { g_object_ref (self), func, data, free };
  scope_file_chooser_ask (GTK_WIDGET (self->window), action, title, accept, name, chosen, choice, choice_free);
}

void
scope_host_copy_picture (ScopeHost *self, GBytes *bytes, const GError *error)
{
  g_autoptr (GError) why = NULL;
  g_autoptr (GdkTexture) texture = bytes != NULL ? gdk_texture_new_from_bytes (bytes, &why) : NULL;

  if (self->window == NULL) /* closed meanwhile */
    return;
  if (texture != NULL)
    gdk_clipboard_set_texture (gtk_widget_get_clipboard (GTK_WIDGET (self->window)), texture);
  scope_host_toast (self, texture != NULL ? _("Picture copied") : error != NULL ? error->message : why->message);
}

/* --- documents --- */

/* What the options borrow. */
typedef struct
{
  char *folder, *lock, *unlock;
} Words;

static void
words_clear (Words *words)
{
  g_free (words->folder);
  g_free (words->lock);
  g_free (words->unlock);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Words, words_clear)

static const char *
or_null (const char *text)
{
  return text[0] != '\0' ? text : NULL;
}

static ScopeImportOptions
import_options (ScopeHost *self, Words *words)
{
  guint64 latency = scope_settings_get_uint64 (self->settings, "long-latency");

  words->folder = scope_settings_dup_cache_folder (self->settings);
  words->lock = scope_settings_dup_string (self->settings, "lock-functions");
  words->unlock = scope_settings_dup_string (self->settings, "unlock-functions");
  return (ScopeImportOptions) { .cache_dir = words->folder,
                                .kept = TRUE,
                                .cache_limit = scope_settings_get_uint64 (self->settings, "cache-limit"),
                                .sim = { .lli_cycles = latency != LONG_LATENCY ? (guint) latency : 0,
                                         .lock_names = or_null (words->lock),
                                         .unlock_names = or_null (words->unlock) } };
}

ScopeDocument *
scope_host_new_document (ScopeHost *self, GFile *const *files, guint n_files, gboolean alone, guint run)
{
  g_auto (Words) words = { 0 };
  ScopeImportOptions options = import_options (self, &words);

  options.alone = alone;
  options.run = run;
  return scope_document_new (files, n_files, &options);
}

ScopeDocument *
scope_host_new_following (ScopeHost *self, const char *where)
{
  g_auto (Words) words = { 0 };
  ScopeImportOptions options = import_options (self, &words);

  return scope_document_new_following (where, &options);
}

void
scope_host_open (ScopeHost *self, GFile *const *files, guint n_files, gboolean alone)
{
  g_return_if_fail (n_files > 0);

  self->show (self->window, scope_host_new_document (self, files, n_files, alone, 0));
}

void
scope_host_request (ScopeHost *self, GPtrArray *files, const char *option, GVariant *value)
{
  GtkApplication *application = self->window != NULL ? gtk_window_get_application (self->window) : NULL;
  GVariantBuilder uris, options;
  g_autoptr (GVariant) request = NULL;

  g_variant_builder_init (&uris, G_VARIANT_TYPE_STRING_ARRAY);
  g_variant_builder_init (&options, G_VARIANT_TYPE_VARDICT);
  for (guint i = 0; files != NULL && i < files->len; i++)
    g_variant_builder_add_value (&uris, g_variant_new_take_string (g_file_get_uri (files->pdata[i])));
  if (option != NULL)
    g_variant_builder_add (&options, "{sv}", option, value);
  request = g_variant_ref_sink (g_variant_new (
      "(uasa{sv})", self->window != NULL ? gtk_application_window_get_id (GTK_APPLICATION_WINDOW (self->window)) : 0, &uris, &options));
  if (application != NULL)
    g_action_group_activate_action (G_ACTION_GROUP (application), "open", request);
}

GPtrArray *
scope_host_files (const char *const *paths)
{
  GPtrArray *files = g_ptr_array_new_with_free_func (g_object_unref);

  for (; *paths != NULL; paths++)
    g_ptr_array_add (files, g_file_new_for_path (*paths));
  return files;
}

/* --- life --- */

static void
scope_host_finalize (GObject *object)
{
  g_clear_object (&SCOPE_HOST (object)->settings);
  g_clear_object (&SCOPE_HOST (object)->document);
  G_OBJECT_CLASS (scope_host_parent_class)->finalize (object);
}

static void
scope_host_class_init (ScopeHostClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = scope_host_finalize;
}

static void
scope_host_init (ScopeHost *self)
{
}
