/* scope-follow-dialog.c: see scope-follow-dialog.h.
 *
 * What is typed is judged in two steps: its form at once, what bears the name on the disk a moment later and off the main
 * thread. It is not opened here: whoever opens a FIFO or a socket and leaves again ends the program that writes it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "app/dialogs/scope-follow-dialog.h"

#include "app/dialogs/scope-ask-parts.h"
#include "model/base/scope-task.h"
#include "io/source/scope-feed.h"
#include "widgets/kit/scope-file-chooser.h"
#include "widgets/kit/scope-parts.h"

#include <glib/gi18n.h>
#include <string.h>

#define LOOK_MS 150

struct _ScopeFollowDialog
{
  AdwWindow parent_instance;

  GtkWidget *where; /* an entry; NULL once it is gone */
  GtkWidget *hint, *hint_icon, *follow;
  GCancellable *looking;
  guint look;
  gboolean folder; /* what is typed is one */
};

enum
{
  FOLLOW,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (ScopeFollowDialog, scope_follow_dialog, ADW_TYPE_WINDOW)

/* --- what is typed --- */

static char *
complain_of_tcp (const char *address)
{
  const char *colon = strrchr (address, ':');
  guint64 port = 0;

  if (colon == NULL || colon == address || (address[0] == '[' && colon[-1] != ']'))
    return g_strdup (_("A port is missing: tcp://HOST:PORT"));
  if (!g_ascii_string_to_unsigned (colon + 1, 10, 1, 65535, &port, NULL))
    return g_strdup_printf (_("“%s” is not a port: use a number from 1 to 65535"), colon + 1);
  return NULL;
}

char *
scope_follow_dialog_complain (const char *where)
{
  const char *address = strstr (where, "://");

  if (where[0] == '\0')
    return g_strdup ("");
  if (g_str_has_prefix (where, "tcp://"))
    return complain_of_tcp (where + strlen ("tcp://"));
  if (g_str_equal (where, "-"))
    return g_strdup (_("To follow standard input, start Lanescope in a terminal: lanescope --follow -"));
  if (g_str_equal (where, "unix:") || g_str_equal (where, "unix-listen:"))
    return g_strdup (_("The socket’s path is missing: unix:/run/user/1000/prog.sock"));
  if (!scope_feed_is_address (where) && address != NULL && strchr (where, '/') > address && !g_str_has_prefix (where, "file://"))
    return g_strdup (_("Only files, ssh://HOST/PATH, tcp:// and unix: can be followed."));
  return NULL;
}

static char *
dup_typed (ScopeFollowDialog *self)
{
  g_autofree char *text = g_strstrip (g_strdup (gtk_editable_get_text (GTK_EDITABLE (self->where))));
  g_autoptr (GFile) file = NULL;
  char *path;

  if (text[0] == '\0' || scope_feed_is_address (text))
    return g_steal_pointer (&text);
  if (g_str_has_prefix (text, "~/"))
    return g_build_filename (g_get_home_dir (), text + 2, NULL);
  file = g_file_new_for_commandline_arg (text);
  path = g_file_get_path (file);
  return path != NULL ? path : g_steal_pointer (&text);
}

/* --- what is there --- */

static char *
describe_file (GFileInfo *info)
{
  g_autoptr (GDateTime) changed = g_file_info_get_modification_date_time (info);
  g_autoptr (GDateTime) now = g_date_time_new_now_utc ();
  g_autofree char *size = g_format_size ((guint64) g_file_info_get_size (info));
  GTimeSpan age = changed != NULL ? g_date_time_difference (now, changed) : 0;

  if (changed != NULL && age < 10 * G_TIME_SPAN_SECOND)
    return g_strdup_printf (_("A file of %s, written a moment ago"), size);
  if (changed != NULL && age < 2 * G_TIME_SPAN_HOUR)
    return g_strdup_printf (_("A file of %s, last written %d min ago: if no program writes to it, it is read to its "
                              "end"), size,
                            (int) MAX (age / G_TIME_SPAN_MINUTE, 1));
  return g_strdup_printf (_("A file of %s, not written for hours: if no program writes to it, it is read to its end"), size);
}

static void
looked (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (ScopeFollowDialog) self = user_data;
  g_autoptr (GError) error = NULL;
  g_autoptr (GFileInfo) info = g_file_query_info_finish (G_FILE (source), result, &error);
  g_autofree char *words = NULL;
  guint mode;

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED) || self->where == NULL)
    return;
  g_clear_object (&self->looking);
  if (info == NULL)
    {
      scope_ask_say (self->hint, self->hint_icon, g_error_matches (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND)
                     ? _("This file does not exist yet: you can start the program afterwards")
                     : error->message,
           !g_error_matches (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND));
      return;
    }
  mode = g_file_info_get_attribute_uint32 (info, G_FILE_ATTRIBUTE_UNIX_MODE) & 0170000;
  self->folder = mode == 0040000;
  if (mode == 0100000)
    words = describe_file (info);
  scope_ask_say (self->hint, self->hint_icon,
                 self->folder      ? _("This is a folder. Choose the file in it that you want to follow.")
                 : mode == 0010000 ? _("A FIFO: Lanescope reads the log from it as it arrives")
                 : mode == 0140000 ? _("A Unix socket: Lanescope connects to it")
                 : words != NULL   ? words
                                   : _("A program cannot write a log to this"),
                 self->folder || (words == NULL && mode != 0010000 && mode != 0140000));
  gtk_widget_set_sensitive (self->follow, !self->folder);
}

static gboolean
look (gpointer data)
{
  ScopeFollowDialog *self = data;
  g_autofree char *where = dup_typed (self);
  g_autoptr (GFile) file = g_file_new_for_path (where);

  self->look = 0;
  self->looking = g_cancellable_new ();
  g_file_query_info_async (file,
                           G_FILE_ATTRIBUTE_STANDARD_SIZE "," G_FILE_ATTRIBUTE_UNIX_MODE "," G_FILE_ATTRIBUTE_TIME_MODIFIED,
                           G_FILE_QUERY_INFO_NONE, G_PRIORITY_DEFAULT, self->looking, looked, g_object_ref (self));
  return G_SOURCE_REMOVE;
}

static void
stop_looking (ScopeFollowDialog *self)
{
  g_clear_handle_id (&self->look, g_source_remove);
  scope_task_stop (&self->looking);
}

static void
typed (ScopeFollowDialog *self)
{
  g_autofree char *where = dup_typed (self), *trouble = scope_follow_dialog_complain (where);

  stop_looking (self);
  self->folder = FALSE;
  gtk_widget_set_sensitive (self->follow, trouble == NULL);
  if (trouble != NULL)
    scope_ask_say (self->hint, self->hint_icon, trouble, trouble[0] != '\0');
  else if (!scope_feed_is_address (where))
    self->look = g_timeout_add (LOOK_MS, look, self);
  else
    scope_ask_say (self->hint, self->hint_icon, strstr (where, "listen") != NULL ? _("Lanescope waits for one program to connect")
                                                : _("Lanescope connects as soon as something listens there"),
         FALSE);
}

/* --- done --- */

static void
follow (ScopeFollowDialog *self)
{
  g_autofree char *where = dup_typed (self), *trouble = scope_follow_dialog_complain (where);

  if (trouble != NULL || self->folder)
    {
      gtk_widget_error_bell (GTK_WIDGET (self));
      return;
    }
  g_object_ref (self);
  g_signal_emit (self, signals[FOLLOW], 0, where);
  gtk_window_destroy (GTK_WINDOW (self));
  g_object_unref (self);
}

static void
chosen (gpointer owner, GPtrArray *files, gpointer data)
{
  g_autofree char *path = scope_file_chooser_dup_path (files);

  if (path != NULL)
    gtk_editable_set_text (GTK_EDITABLE (SCOPE_FOLLOW_DIALOG (owner)->where), path);
}

static void
browse (ScopeFollowDialog *self)
{
  scope_file_chooser_ask (GTK_WIDGET (self), GTK_FILE_CHOOSER_ACTION_OPEN, _("Choose a Growing Log"), _("_Choose"), NULL, chosen,
                          NULL, NULL);
}

/* --- building --- */

static GtkWidget *
build_help (void)
{
  GtkWidget *label = gtk_label_new (NULL);
  g_autofree char *text =
      g_strdup_printf ("%s\n\n<tt>prog.eventlog</tt>   %s\n<tt>unix:/run/user/1000/prog.sock</tt>   %s\n"
                       "<tt>tcp://localhost:4242</tt>   %s\n<tt>tcp-listen://:4242</tt>   %s",
                       _("A log that a program is writing now, or will begin to write:"), _("a file, or a FIFO"),
                       _("GHC’s eventlog-socket"), _("a program that waits for readers"), _("a program that connects to here"));

  gtk_label_set_markup (GTK_LABEL (label), text);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_widget_add_css_class (label, "dim-label");
  return label;
}

static void
scope_follow_dialog_dispose (GObject *object)
{
  ScopeFollowDialog *self = SCOPE_FOLLOW_DIALOG (object);

  stop_looking (self);
  self->where = NULL;
  G_OBJECT_CLASS (scope_follow_dialog_parent_class)->dispose (object);
}

static void
scope_follow_dialog_class_init (ScopeFollowDialogClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = scope_follow_dialog_dispose;
  scope_ask_close_on_escape (GTK_WIDGET_CLASS (klass));
  signals[FOLLOW] = g_signal_new ("follow", SCOPE_TYPE_FOLLOW_DIALOG, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE,
                                  1, G_TYPE_STRING);
}

static void
scope_follow_dialog_init (ScopeFollowDialog *self)
{
  GtkWidget *content = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0), *body = gtk_box_new (GTK_ORIENTATION_VERTICAL, 12),
            *entry = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);

  scope_set_margins (body, 18, 18);
  gtk_box_append (GTK_BOX (content), scope_ask_header_new (GTK_WINDOW (self), _("_Follow"), G_CALLBACK (follow), &self->follow));
  gtk_box_append (GTK_BOX (content), body);
  self->where = scope_ask_add_entry (GTK_WINDOW (self), entry, _("File, FIFO or _socket"), _("File, FIFO or socket"), G_CALLBACK (typed),
                                     G_CALLBACK (follow));
  scope_ask_add_file_button (GTK_WINDOW (self), self->where, G_CALLBACK (browse));
  gtk_box_append (GTK_BOX (body), entry);
  gtk_box_append (GTK_BOX (body), scope_ask_hint_new (&self->hint, &self->hint_icon));
  gtk_box_append (GTK_BOX (body), build_help ());
  adw_window_set_content (ADW_WINDOW (self), content);
  gtk_window_set_title (GTK_WINDOW (self), _("Follow a Running Program"));
  gtk_window_set_modal (GTK_WINDOW (self), TRUE);
  gtk_window_set_default_size (GTK_WINDOW (self), 520, -1);
  typed (self);
}

ScopeFollowDialog *
scope_follow_dialog_new (GtkWindow *parent, const char *where)
{
  ScopeFollowDialog *self = g_object_new (SCOPE_TYPE_FOLLOW_DIALOG, "transient-for", parent, NULL);

  if (where != NULL)
    gtk_editable_set_text (GTK_EDITABLE (self->where), where);
  gtk_window_set_focus (GTK_WINDOW (self), self->where);
  return self;
}
