/* scope-window-node.c: see scope-window-node.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/window/scope-window-node.h"

#include "app/dialogs/scope-node-dialog.h"
#include "app/node/scope-node-recorder.h"

struct _ScopeWindowNode
{
  ScopePart parent_instance;

  ScopeNodeRecorder *recorder; /* of what is shown; NULL */
  char *failure;               /* why that has ended; NULL */
  gboolean recording, asked;   /* it has not ended; it was asked to */
};

G_DEFINE_FINAL_TYPE (ScopeWindowNode, scope_window_node, SCOPE_TYPE_PART)

const char *
scope_window_node_get_address (ScopeWindowNode *self)
{
  return self->recorder != NULL ? scope_node_recorder_get_address (self->recorder) : NULL;
}

const char *
scope_window_node_get_name (ScopeWindowNode *self)
{
  return self->recorder != NULL ? scope_node_recorder_get_name (self->recorder) : NULL;
}

const char *
scope_window_node_get_failure (ScopeWindowNode *self)
{
  return self->failure;
}

gboolean
scope_window_node_stop (ScopeWindowNode *self)
{
  if (!self->recording || self->asked)
    return FALSE;
  self->asked = TRUE;
  scope_node_recorder_stop (self->recorder);
  return TRUE;
}

/* --- recording --- */

/* If nothing has come yet, its page says why; nobody waits any longer. */
static void
fail (ScopeWindowNode *self, const char *why)
{
  ScopeHost *host = scope_part_get_host (self);
  ScopeLive *live = host->document != NULL ? scope_document_get_live (host->document) : NULL;

  self->failure = g_strdup (why);
  if (!scope_host_is_at (host, "follow"))
    scope_host_toast (host, why);
  else if (live != NULL)
    scope_live_stop (live);
}

static void
recorder_ended (ScopeNodeRecorder *recorder, const char *why, ScopeWindowNode *self)
{
  self->recording = FALSE;
  if (why != NULL && !self->asked)
    fail (self, why);
}

static void
prepared (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (ScopeWindowNode) self = user_data;
  ScopeHost *host = scope_part_get_host (self);
  ScopeNodeRecorder *recorder = SCOPE_NODE_RECORDER (source);
  g_autoptr (GError) error = NULL;
  const char *where = scope_node_recorder_prepare_finish (recorder, result, &error);

  if (host->window == NULL) /* closed meanwhile */
    return;
  if (where == NULL)
    {
      scope_host_toast (host, error->message);
      return;
    }
  host->show (host->window, scope_host_new_following (host, where));
  g_set_object (&self->recorder, recorder);
  g_signal_connect_object (recorder, "ended", G_CALLBACK (recorder_ended), self, 0);
  self->recording = scope_node_recorder_start (recorder, &error);
  if (!self->recording)
    fail (self, error->message);
}

void
scope_window_node_follow (ScopeWindowNode *self, const char *address)
{
  g_autoptr (ScopeNodeRecorder) recorder = scope_node_recorder_new (address);

  scope_node_recorder_prepare_async (recorder, prepared, g_object_ref (self));
}

/* --- asking --- */

static void
chosen (ScopeNodeDialog *dialog, const char *address, ScopeHost *host)
{
  scope_host_request (host, NULL, "follow", g_variant_new_string (address));
}

static void
attach_activated (GSimpleAction *action, GVariant *parameter, gpointer self)
{
  ScopeHost *host = scope_part_get_host (self);
  ScopeNodeDialog *dialog = scope_node_dialog_new (host->window, scope_window_node_get_address (self));

  g_signal_connect_object (dialog, "attach", G_CALLBACK (chosen), host, 0);
  gtk_window_present (GTK_WINDOW (dialog));
}

/* --- life --- */

static void
scope_window_node_close (ScopePart *part, ScopeHost *host)
{
  ScopeWindowNode *self = SCOPE_WINDOW_NODE (part);

  if (self->recorder != NULL)
    g_signal_handlers_disconnect_by_data (self->recorder, self);
  g_clear_object (&self->recorder);
  g_clear_pointer (&self->failure, g_free);
  self->recording = self->asked = FALSE;
}

static void
scope_window_node_finalize (GObject *object)
{
  g_clear_object (&SCOPE_WINDOW_NODE (object)->recorder);
  g_free (SCOPE_WINDOW_NODE (object)->failure);

  G_OBJECT_CLASS (scope_window_node_parent_class)->finalize (object);
}

static void
scope_window_node_class_init (ScopeWindowNodeClass *klass)
{
  static const GActionEntry entries[] = { { "attach", attach_activated } };

  G_OBJECT_CLASS (klass)->finalize = scope_window_node_finalize;
  SCOPE_PART_CLASS (klass)->entries = entries;
  SCOPE_PART_CLASS (klass)->n_entries = G_N_ELEMENTS (entries);
  SCOPE_PART_CLASS (klass)->close = scope_window_node_close;
}

static void
scope_window_node_init (ScopeWindowNode *self)
{
}
