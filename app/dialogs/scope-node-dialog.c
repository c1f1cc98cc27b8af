/* scope-node-dialog.c: see scope-node-dialog.h.
 *
 * The form of the name is judged at once; whether the cookie can be read and Erlang is here, off the main thread, when it is to begin.
 * Whether the node can be reached shows only then, and is said where its trace is waited for.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "app/dialogs/scope-node-dialog.h"

#include "app/dialogs/scope-ask-parts.h"
#include "app/node/scope-node-recorder.h"
#include "app/node/scope-node.h"
#include "model/base/scope-task.h"
#include "widgets/kit/scope-file-chooser.h"
#include "widgets/kit/scope-parts.h"

#include <glib/gi18n.h>
#include <string.h>

#define N_KINDS 4u

struct _ScopeNodeDialog
{
  AdwWindow parent_instance;

  GtkWidget *name, *cookie; /* entries; NULL once they are gone */
  GtkWidget *kinds[N_KINDS];
  GtkWidget *hint, *hint_icon, *attach;
  GCancellable *looking;
};

/* What is recorded besides the processes themselves. */
static const struct
{
  const char *word, *option;
  gboolean usual; /* as without --record */
} kinds[N_KINDS] = {
  { N_("_When and where processes run"), "migration", TRUE },
  { N_("_Messages"), "message", TRUE },
  { N_("_Garbage collections"), "garbage_collection", TRUE },
  { N_("_Ports"), "ports_basic", FALSE },
};

enum
{
  ATTACH,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (ScopeNodeDialog, scope_node_dialog, ADW_TYPE_WINDOW)

/* --- what is typed --- */

static char *
dup_typed (GtkWidget *entry)
{
  return g_strstrip (g_strdup (gtk_editable_get_text (GTK_EDITABLE (entry))));
}

static char *
dup_cookie (ScopeNodeDialog *self)
{
  g_autofree char *text = dup_typed (self->cookie);
  g_autoptr (GFile) file = NULL;

  if (*text == '\0')
    return NULL;
  if (g_str_has_prefix (text, "~/"))
    return g_build_filename (g_get_home_dir (), text + 2, NULL);
  file = g_file_new_for_commandline_arg (text);
  return g_file_get_path (file);
}

static char *
dup_address (ScopeNodeDialog *self)
{
  g_autofree char *name = dup_typed (self->name), *cookie = dup_cookie (self);
  g_autoptr (GString) record = g_string_new ("procs");

  for (guint i = 0; i < N_KINDS; i++)
    if (gtk_check_button_get_active (GTK_CHECK_BUTTON (self->kinds[i])))
      g_string_append_printf (record, ",%s", kinds[i].option);
  return scope_node_dup_address (&(ScopeNode) { .name = name, .cookie = cookie, .record = record->str });
}

static void
typed (ScopeNodeDialog *self)
{
  g_autofree char *name = dup_typed (self->name);
  gboolean good = scope_node_is_name (name);

  scope_task_stop (&self->looking);
  gtk_widget_set_sensitive (self->attach, good);
  if (good || *name == '\0')
    scope_ask_say (self->hint, self->hint_icon, good ? _("Recording slows the node down; it ends with its window, and nothing stays in the node") : "", FALSE);
  else
    scope_ask_say (self->hint, self->hint_icon, strchr (name, '@') == NULL ? _("The host is missing: shop@localhost") : _("A node's name is written as shop@localhost"), TRUE);
}

/* --- done --- */

static gpointer
look (gpointer source, gconstpointer question, GCancellable *cancellable, GError **error)
{
  return scope_node_recorder_complain (question);
}

static void
looked (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (ScopeNodeDialog) self = g_object_ref (SCOPE_NODE_DIALOG (source));
  g_autofree char *trouble = scope_task_answer (result, NULL);

  if (self->name == NULL || g_cancellable_is_cancelled (g_task_get_cancellable (G_TASK (result))))
    return;
  g_clear_object (&self->looking);
  gtk_widget_set_sensitive (self->attach, TRUE);
  if (trouble != NULL)
    {
      scope_ask_say (self->hint, self->hint_icon, trouble, TRUE);
      return;
    }
  g_signal_emit (self, signals[ATTACH], 0, scope_task_question (result));
  gtk_window_destroy (GTK_WINDOW (self));
}

static void
attach (ScopeNodeDialog *self)
{
  g_autofree char *name = dup_typed (self->name);

  if (!scope_node_is_name (name))
    {
      gtk_widget_error_bell (GTK_WIDGET (self));
      return;
    }
  scope_task_renew (&self->looking);
  gtk_widget_set_sensitive (self->attach, FALSE);
  scope_task_give (self, look, dup_address (self), g_free, g_free, self->looking, looked, NULL);
}

static void
cookie_chosen (gpointer owner, GPtrArray *files, gpointer data)
{
  g_autofree char *path = scope_file_chooser_dup_path (files);

  if (path != NULL)
    gtk_editable_set_text (GTK_EDITABLE (SCOPE_NODE_DIALOG (owner)->cookie), path);
}

static void
browse (ScopeNodeDialog *self)
{
  scope_file_chooser_ask (GTK_WIDGET (self), GTK_FILE_CHOOSER_ACTION_OPEN, _("Choose the Cookie’s File"), _("_Choose"), NULL, cookie_chosen,
                          NULL, NULL);
}

/* --- building --- */

static void
build_fields (ScopeNodeDialog *self, GtkWidget *body)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6), *label = gtk_label_new (_("Record Besides the Processes"));
  GtkWindow *window = GTK_WINDOW (self);

  self->name = scope_ask_add_entry (window, box, _("_Node"), _("Node"), G_CALLBACK (typed), G_CALLBACK (attach));
  self->cookie = scope_ask_add_entry (window, box, _("File With Its _Cookie"), _("File with its cookie"), G_CALLBACK (typed), G_CALLBACK (attach));
  gtk_entry_set_placeholder_text (GTK_ENTRY (self->name), "shop@localhost");
  gtk_entry_set_placeholder_text (GTK_ENTRY (self->cookie), _("Your own: ~/.erlang.cookie"));
  scope_ask_add_file_button (window, self->cookie, G_CALLBACK (browse));
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_widget_add_css_class (label, "heading");
  gtk_box_append (GTK_BOX (box), label);
  for (guint i = 0; i < N_KINDS; i++)
    {
      self->kinds[i] = gtk_check_button_new_with_mnemonic (_(kinds[i].word));
      gtk_check_button_set_active (GTK_CHECK_BUTTON (self->kinds[i]), kinds[i].usual);
      gtk_box_append (GTK_BOX (box), self->kinds[i]);
    }
  gtk_box_append (GTK_BOX (body), box);
}

static void
scope_node_dialog_dispose (GObject *object)
{
  ScopeNodeDialog *self = SCOPE_NODE_DIALOG (object);

  scope_task_stop (&self->looking);
  self->name = self->cookie = NULL;

  G_OBJECT_CLASS (scope_node_dialog_parent_class)->dispose (object);
}

static void
scope_node_dialog_class_init (ScopeNodeDialogClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = scope_node_dialog_dispose;
  scope_ask_close_on_escape (GTK_WIDGET_CLASS (klass));
  signals[ATTACH] = g_signal_new ("attach", SCOPE_TYPE_NODE_DIALOG, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
}

static void
scope_node_dialog_init (ScopeNodeDialog *self)
{
  GtkWidget *content = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0), *body = gtk_box_new (GTK_ORIENTATION_VERTICAL, 12);

  scope_set_margins (body, 18, 18);
  gtk_box_append (GTK_BOX (content), scope_ask_header_new (GTK_WINDOW (self), _("_Attach"), G_CALLBACK (attach), &self->attach));
  gtk_box_append (GTK_BOX (content), body);
  build_fields (self, body);
  gtk_box_append (GTK_BOX (body), scope_ask_hint_new (&self->hint, &self->hint_icon));
  adw_window_set_content (ADW_WINDOW (self), content);
  gtk_window_set_title (GTK_WINDOW (self), _("Attach to an Erlang Node"));
  gtk_window_set_modal (GTK_WINDOW (self), TRUE);
  gtk_window_set_default_size (GTK_WINDOW (self), 460, -1);
  typed (self);
}

ScopeNodeDialog *
scope_node_dialog_new (GtkWindow *parent, const char *address)
{
  ScopeNodeDialog *self = g_object_new (SCOPE_TYPE_NODE_DIALOG, "transient-for", parent, NULL);
  ScopeNode node;

  if (address != NULL && scope_node_parse (address, &node))
    {
      gtk_editable_set_text (GTK_EDITABLE (self->name), node.name);
      gtk_editable_set_text (GTK_EDITABLE (self->cookie), node.cookie != NULL ? node.cookie : "");
      scope_node_clear (&node);
    }
  gtk_window_set_focus (GTK_WINDOW (self), self->name);
  return self;
}
