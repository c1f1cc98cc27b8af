/* scope-window-picture.c: the timeline as a picture: into a file, with a dialog; onto the clipboard, without.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "app/dialogs/scope-picture-dialog.h"
#include "app/window/scope-window-private.h"

#include <glib/gi18n.h>

static void
picture_written (ScopePictureDialog *dialog, const char *path, ScopeWindow *self)
{
  scope_window_notify_written (self, path, NULL);
}

static void
export_activated (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  ScopeWindow *self = user_data;
  ScopeView *view = scope_timeline_get_view (self->timeline);
  ScopePictureDialog *dialog;

  if (view == NULL)
    return;
  if (self->compare != NULL)
    {
      scope_window_choose_compare_picture (self);
      return;
    }
  dialog = scope_picture_dialog_new (GTK_WINDOW (self), view);
  g_signal_connect_object (dialog, "written", G_CALLBACK (picture_written), self, 0);
  gtk_window_present (GTK_WINDOW (dialog));
}

static void
drawn (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (ScopeWindow) self = user_data;
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) bytes = scope_picture_draw_finish (result, &error);
  g_autoptr (GdkTexture) texture = bytes != NULL ? gdk_texture_new_from_bytes (bytes, &error) : NULL;

  if (self->timeline == NULL) /* closed meanwhile */
    return;
  if (texture != NULL)
    gdk_clipboard_set_texture (gtk_widget_get_clipboard (GTK_WIDGET (self)), texture);
  scope_window_toast (self, texture != NULL ? _("Picture copied") : error->message);
}

/* As it is seen: the same width, colours and range; all rows. */
static void
copy_activated (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  ScopeWindow *self = user_data;
  ScopeView *view = scope_timeline_get_view (self->timeline);
  ScopePictureOptions options = { .has_from = TRUE, .has_to = TRUE };

  if (view == NULL)
    return;
  if (self->compare != NULL)
    {
      scope_window_copy_compare (self);
      return;
    }
  options.width = CLAMP (gtk_widget_get_width (GTK_WIDGET (scope_timeline_get_canvas (self->timeline))), 64,
                         SCOPE_PICTURE_MAX);
  options.palette = scope_view_get_palette (view);
  scope_viewport_get_range (scope_view_get_viewport (view), &options.from, &options.to);
  scope_picture_draw_async (view, &options, SCOPE_PICTURE_PNG, NULL, NULL, drawn, g_object_ref (self));
}

void
scope_window_add_picture_actions (ScopeWindow *self)
{
  static const GActionEntry entries[] = {
    { "export-picture", export_activated },
    { "copy-picture", copy_activated },
  };

  g_action_map_add_action_entries (G_ACTION_MAP (self), entries, G_N_ELEMENTS (entries), self);
}
