/* scope-toast.c: see scope-toast.h.
 *
 * libadwaita 1.2 moves a toast in and out by two animations. When the one out ends while the one in has not, it frees what the one
 * in then reads: a crash where no frame was drawn for as long as the toast was to stay, as on a busy computer, or where somebody
 * closes a toast that is just coming. So here a toast is only let go two frames after it has come: the first of them ends the
 * animation in.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "app/kit/scope-toast.h"

#include <glib/gi18n.h>

#define GUARD "scope-toast-guard"
#define LINE 60 /* letters: what is longer gets several lines */
#define WRITTEN_S 12 /* there is a button to be reached */
#define PER_SECOND 15 /* letters that are read */
#define COMES_US (600 * 1000) /* half a second where another one goes, and some */

typedef struct
{
  gint64 since; /* when it began to come, at the earliest; as the clock of frames */
  gint64 *last; /* of `where`: when the toast before it went */
  guint tick;
  gboolean has_come, goes;
} Guard;

static gboolean
frame (GtkWidget *where, GdkFrameClock *clock, gpointer data)
{
  AdwToast *toast = data;
  Guard *guard = g_object_get_data (G_OBJECT (toast), GUARD);

  if (!guard->has_come)
    {
      guard->has_come = gdk_frame_clock_get_frame_time (clock) - MAX (guard->since, *guard->last) >= COMES_US;
      return G_SOURCE_CONTINUE;
    }
  guard->tick = 0;
  guard->goes = TRUE;
  g_signal_emit_by_name (toast, "dismissed"); /* adw_toast_dismiss() does it once only */
  return G_SOURCE_REMOVE;
}

/* Comes before the overlay's own handler. Where nothing is shown nothing moves. */
static void
dismissed (AdwToast *toast, GtkWidget *where)
{
  Guard *guard = g_object_get_data (G_OBJECT (toast), GUARD);

  if (guard->goes || !gtk_widget_get_mapped (where))
    {
      *guard->last = g_get_monotonic_time ();
      return;
    }
  g_signal_stop_emission_by_name (toast, "dismissed");
  if (guard->tick == 0)
    guard->tick = gtk_widget_add_tick_callback (where, frame, g_object_ref (toast), g_object_unref);
}

static void
guard_free (gpointer data)
{
  Guard *guard = data;

  g_rc_box_release (guard->last);
  g_free (guard);
}

static void
last_release (gpointer last)
{
  g_rc_box_release (last);
}

void
scope_toast_guard (AdwToast *toast, GtkWidget *where)
{
  Guard *guard;
  gint64 *last;

  g_return_if_fail (ADW_IS_TOAST (toast) && GTK_IS_WIDGET (where));

  last = g_object_get_data (G_OBJECT (where), GUARD);
  if (last == NULL)
    {
      last = g_rc_box_new0 (gint64);
      g_object_set_data_full (G_OBJECT (where), GUARD, last, last_release);
    }
  guard = g_new0 (Guard, 1);
  guard->since = g_get_monotonic_time ();
  guard->last = g_rc_box_acquire (last);
  g_object_set_data_full (G_OBJECT (toast), GUARD, guard, guard_free);
  g_signal_connect_object (toast, "dismissed", G_CALLBACK (dismissed), where, 0);
}

void
scope_toast_add (AdwToastOverlay *overlay, AdwToast *toast)
{
  scope_toast_guard (toast, GTK_WIDGET (overlay));
  adw_toast_overlay_add_toast (overlay, toast);
}

/* libadwaita's own title has one line and cuts what does not fit. */
static GtkWidget *
make_title (const char *text)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_widget_add_css_class (label, "heading");
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_width_chars (GTK_LABEL (label), LINE / 2);
  gtk_label_set_max_width_chars (GTK_LABEL (label), LINE);
  gtk_widget_set_margin_start (label, 6); /* its corners are round */
  gtk_widget_set_margin_end (label, 6);
  gtk_widget_set_margin_top (label, 3);
  gtk_widget_set_margin_bottom (label, 3);
  return label;
}

static AdwToast *
make_toast (const char *text, guint seconds)
{
  g_autofree char *safe = g_markup_escape_text (text, -1);
  AdwToast *toast = adw_toast_new (safe);
  guint length = (guint) g_utf8_strlen (text, -1);

  if (length > LINE)
    adw_toast_set_custom_title (toast, make_title (text));
  adw_toast_set_timeout (toast, seconds > 0 ? MAX (seconds, length / PER_SECOND) : 0);
  return toast;
}

AdwToast *
scope_toast_say (AdwToastOverlay *overlay, const char *text, guint seconds)
{
  AdwToast *toast = make_toast (text, seconds);

  scope_toast_add (overlay, toast);
  return toast;
}

/* The folder as one would say it. */
static char *
dup_folder_name (GFile *file)
{
  g_autoptr (GFile) folder = g_file_get_parent (file), home = g_file_new_for_path (g_get_home_dir ());
  g_autofree char *below = NULL;

  if (folder == NULL)
    return g_strdup ("/");
  if (g_file_equal (folder, home))
    return g_strdup ("~");
  below = g_file_get_relative_path (home, folder);
  return below != NULL ? g_strdup_printf ("~/%s", below) : g_file_get_parse_name (folder);
}

void
scope_toast_say_written (AdwToastOverlay *overlay, const char *path)
{
  g_autoptr (GFile) file = g_file_parse_name (path);
  g_autofree char *base = g_file_get_basename (file), *name = g_filename_display_name (base), *folder = dup_folder_name (file);
  /* TRANSLATORS: name of a file, its folder */
  g_autofree char *text = g_strdup_printf (_("“%s” written to %s"), name, folder);
  AdwToast *toast = make_toast (text, WRITTEN_S);

  adw_toast_set_button_label (toast, _("Open _Folder"));
  adw_toast_set_action_name (toast, "app.open-folder");
  adw_toast_set_action_target_value (toast, g_variant_new_string (path));
  scope_toast_add (overlay, toast);
}
