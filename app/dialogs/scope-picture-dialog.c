/* scope-picture-dialog.c: see scope-picture-dialog.h.
 *
 * The preview is the picture itself, drawn smaller: what is seen is what will be in the file. It is drawn a moment after
 * the last change, and whatever is still being drawn for an older choice is dropped.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "app/dialogs/scope-picture-dialog.h"

#include "model/base/scope-task.h"
#include "app/kit/scope-go-with-parent.h"
#include "widgets/kit/scope-file-chooser.h"

#include <glib/gi18n.h>
#include <math.h>

#define REST_MS 200
#define PREVIEW_PIXELS 1200.0 /* no larger: half a second of drawing at most */
#define MM_PER_INCH 25.4
#define SCENE_DPI 96.0        /* a scene's pixel is a CSS pixel */
#define PRINT_DPI 300.0

struct _ScopePictureDialog
{
  AdwWindow parent_instance;

  ScopeView *view;
  GCancellable *drawing; /* NULL: no preview under way */
  gboolean writing;
  gboolean updating;     /* our own change of a row */
  guint timeout;
  char *error, *path;    /* path: last written to */

  /* of the template */
  AdwToastOverlay *toasts;
  GtkButton *cancel, *export;
  GtkSpinner *spinner;
  GtkPicture *preview;
  GtkLabel *problem;
  AdwComboRow *what_row, *unit_row, *palette_row, *format_row;
  AdwActionRow *size_row;
  GtkAdjustment *width, *height;
  GtkSpinButton *width_spin, *height_spin;
  GtkSwitch *legend;
};

enum
{
  WRITTEN,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (ScopePictureDialog, scope_picture_dialog, ADW_TYPE_WINDOW)

static const char *const endings[] = { ".png", ".svg", ".pdf" };

/* --- what is chosen --- */

/* Of what_row. */
enum
{
  OF_VISIBLE,
  OF_WHOLE,
  OF_SELECTION, /* if there is one */
};

static gboolean
in_millimetres (ScopePictureDialog *self)
{
  return adw_combo_row_get_selected (self->unit_row) == 1;
}

static ScopePictureFormat
format_of (ScopePictureDialog *self)
{
  return (ScopePictureFormat) MIN (adw_combo_row_get_selected (self->format_row), SCOPE_PICTURE_PDF);
}

static void
get_options (ScopePictureDialog *self, ScopePictureOptions *options)
{
  double unit = in_millimetres (self) ? SCENE_DPI / MM_PER_INCH : 1;
  guint palette = adw_combo_row_get_selected (self->palette_row);

  *options = (ScopePictureOptions) {
    .width = (int) CLAMP (lround (gtk_adjustment_get_value (self->width) * unit), 64, SCOPE_PICTURE_MAX),
    .height = (int) CLAMP (lround (gtk_adjustment_get_value (self->height) * unit), 0, SCOPE_PICTURE_MAX),
    .palette = MIN (palette, SCOPE_N_PALETTES - 1),
    .no_legend = !gtk_switch_get_active (self->legend),
    .scale = in_millimetres (self) ? PRINT_DPI / SCENE_DPI : 1,
  };
  if (options->height > 0)
    options->height = MAX (options->height, 64);
  if (adw_combo_row_get_selected (self->what_row) != OF_WHOLE)
    {
      options->has_from = options->has_to = TRUE;
      if (adw_combo_row_get_selected (self->what_row) != OF_SELECTION
          || !scope_view_get_selected_range (self->view, &options->from, &options->to))
        scope_viewport_get_range (scope_view_get_viewport (self->view), &options->from, &options->to);
    }
}

static void
set_error (ScopePictureDialog *self, const char *message)
{
  g_free (self->error);
  self->error = g_strdup (message);
  gtk_label_set_label (self->problem, message != NULL ? message : "");
  gtk_widget_set_visible (GTK_WIDGET (self->problem), message != NULL);
}

static void
update_busy (ScopePictureDialog *self)
{
  gtk_spinner_set_spinning (self->spinner, self->drawing != NULL || self->writing);
  gtk_widget_set_sensitive (GTK_WIDGET (self->export), !self->writing);
}

/* --- preview --- */

static void
previewed (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (ScopePictureDialog) self = user_data;
  GCancellable *cancellable = g_task_get_cancellable (G_TASK (result));
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) bytes = scope_picture_draw_finish (result, &error);
  g_autoptr (GdkTexture) texture = NULL;

  if (cancellable != self->drawing || self->view == NULL)
    return;
  g_clear_object (&self->drawing);
  if (bytes != NULL)
    texture = gdk_texture_new_from_bytes (bytes, &error);
  gtk_picture_set_paintable (self->preview, GDK_PAINTABLE (texture));
  set_error (self, error != NULL ? error->message : NULL);
  update_busy (self);
}

static gboolean
draw_preview (gpointer data)
{
  ScopePictureDialog *self = data;
  ScopePictureOptions options;

  self->timeout = 0;
  scope_task_renew (&self->drawing);
  get_options (self, &options);
  options.scale = MIN (1, PREVIEW_PIXELS / MAX (options.width, options.height));
  scope_picture_draw_async (self->view, &options, SCOPE_PICTURE_PNG, NULL, self->drawing, previewed, g_object_ref (self));
  update_busy (self);
  return G_SOURCE_REMOVE;
}

static void
changed (ScopePictureDialog *self)
{
  if (self->updating || self->view == NULL)
    return;
  g_clear_handle_id (&self->timeout, g_source_remove);
  self->timeout = g_timeout_add (REST_MS, draw_preview, self);
}

/* The same size, said in the other unit. */
static void
unit_changed (ScopePictureDialog *self)
{
  double factor = in_millimetres (self) ? MM_PER_INCH / SCENE_DPI : SCENE_DPI / MM_PER_INCH;
  double limit = in_millimetres (self) ? floor (SCOPE_PICTURE_MAX * MM_PER_INCH / PRINT_DPI) : SCOPE_PICTURE_MAX;
  double width = gtk_adjustment_get_value (self->width), height = gtk_adjustment_get_value (self->height);

  self->updating = TRUE;
  gtk_adjustment_set_lower (self->width, in_millimetres (self) ? 20 : 64);
  gtk_adjustment_set_upper (self->width, limit);
  gtk_adjustment_set_upper (self->height, limit);
  gtk_adjustment_set_value (self->width, round (width * factor));
  gtk_adjustment_set_value (self->height, round (height * factor));
  self->updating = FALSE;
  changed (self);
}

/* --- writing --- */

static void
written (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (ScopePictureDialog) self = user_data;
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) bytes = scope_picture_draw_finish (result, &error);

  self->writing = FALSE;
  if (self->view == NULL)
    return;
  update_busy (self);
  if (bytes == NULL)
    {
      set_error (self, error->message);
      return;
    }
  set_error (self, NULL);
  g_signal_emit (self, signals[WRITTEN], 0, self->path);
  gtk_window_close (GTK_WINDOW (self));
}

void
scope_picture_dialog_write (ScopePictureDialog *self, const char *path)
{
  ScopePictureOptions options;

  g_return_if_fail (SCOPE_IS_PICTURE_DIALOG (self));

  if (self->writing)
    return;
  get_options (self, &options);
  g_free (self->path);
  self->path = g_strdup (path);
  self->writing = TRUE;
  set_error (self, NULL);
  scope_picture_draw_async (self->view, &options, format_of (self), path, NULL, written, g_object_ref (self));
  update_busy (self);
}

static void
chosen (gpointer owner, GPtrArray *files, gpointer data)
{
  g_autofree char *path = scope_file_chooser_dup_path (files);

  if (path != NULL)
    scope_picture_dialog_write (owner, path);
  else if (files->len > 0)
    set_error (owner, _("Choose a place on this computer."));
}

static void
export_clicked (ScopePictureDialog *self)
{
  const char *title = scope_trace_title (scope_view_get_trace (self->view));
  g_autofree char *base = g_path_get_basename (title != NULL && title[0] != '\0' ? title : "trace");
  g_autofree char *name = g_strconcat (base, endings[format_of (self)], NULL);

  if (!self->writing)
    scope_file_chooser_ask (GTK_WIDGET (self), GTK_FILE_CHOOSER_ACTION_SAVE, _("Export Picture"), _("_Export"), name, chosen, NULL,
                            NULL);
}

gboolean
scope_picture_dialog_is_settled (ScopePictureDialog *self)
{
  return self->timeout == 0 && self->drawing == NULL && !self->writing;
}

const char *
scope_picture_dialog_get_error (ScopePictureDialog *self)
{
  return self->error;
}

/* --- life --- */

static void
scope_picture_dialog_dispose (GObject *object)
{
  ScopePictureDialog *self = SCOPE_PICTURE_DIALOG (object);

  g_clear_handle_id (&self->timeout, g_source_remove);
  scope_task_stop (&self->drawing);
  g_clear_object (&self->view);
  G_OBJECT_CLASS (scope_picture_dialog_parent_class)->dispose (object);
}

static void
scope_picture_dialog_finalize (GObject *object)
{
  g_free (SCOPE_PICTURE_DIALOG (object)->error);
  g_free (SCOPE_PICTURE_DIALOG (object)->path);
  G_OBJECT_CLASS (scope_picture_dialog_parent_class)->finalize (object);
}

static void
scope_picture_dialog_class_init (ScopePictureDialogClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = scope_picture_dialog_dispose;
  G_OBJECT_CLASS (klass)->finalize = scope_picture_dialog_finalize;
  signals[WRITTEN] = g_signal_new ("written", SCOPE_TYPE_PICTURE_DIALOG, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                   G_TYPE_NONE, 1, G_TYPE_STRING);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
  gtk_widget_class_set_template_from_resource (widget_class, "/org/lanescope/Lanescope/scope-picture-dialog.ui");
  gtk_widget_class_bind_template_child (widget_class, ScopePictureDialog, toasts);
  gtk_widget_class_bind_template_child (widget_class, ScopePictureDialog, cancel);
  gtk_widget_class_bind_template_child (widget_class, ScopePictureDialog, export);
  gtk_widget_class_bind_template_child (widget_class, ScopePictureDialog, spinner);
  gtk_widget_class_bind_template_child (widget_class, ScopePictureDialog, preview);
  gtk_widget_class_bind_template_child (widget_class, ScopePictureDialog, problem);
  gtk_widget_class_bind_template_child (widget_class, ScopePictureDialog, what_row);
  gtk_widget_class_bind_template_child (widget_class, ScopePictureDialog, unit_row);
  gtk_widget_class_bind_template_child (widget_class, ScopePictureDialog, palette_row);
  gtk_widget_class_bind_template_child (widget_class, ScopePictureDialog, format_row);
  gtk_widget_class_bind_template_child (widget_class, ScopePictureDialog, size_row);
  gtk_widget_class_bind_template_child (widget_class, ScopePictureDialog, width);
  gtk_widget_class_bind_template_child (widget_class, ScopePictureDialog, height);
  gtk_widget_class_bind_template_child (widget_class, ScopePictureDialog, width_spin);
  gtk_widget_class_bind_template_child (widget_class, ScopePictureDialog, height_spin);
  gtk_widget_class_bind_template_child (widget_class, ScopePictureDialog, legend);
}

static void
scope_picture_dialog_init (ScopePictureDialog *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  scope_go_with_parent (GTK_WINDOW (self));
  g_signal_connect_swapped (self->cancel, "clicked", G_CALLBACK (gtk_window_close), self);
  g_signal_connect_swapped (self->export, "clicked", G_CALLBACK (export_clicked), self);
  /* Return exports; the button that comes first would cancel. */
  gtk_window_set_default_widget (GTK_WINDOW (self), GTK_WIDGET (self->export));
  gtk_window_set_focus (GTK_WINDOW (self), GTK_WIDGET (self->export));
}

ScopePictureDialog *
scope_picture_dialog_new (GtkWindow *parent, ScopeView *view)
{
  ScopePictureDialog *self = g_object_new (SCOPE_TYPE_PICTURE_DIALOG, "transient-for", parent, NULL);
  gint64 from, to;

  self->view = g_object_ref (view);
  if (!scope_view_get_selected_range (view, &from, &to) || from >= to)
    gtk_string_list_remove (GTK_STRING_LIST (adw_combo_row_get_model (self->what_row)), OF_SELECTION);
  gtk_adjustment_set_value (self->width, 1600);
  gtk_adjustment_set_value (self->height, 0);
  adw_combo_row_set_selected (self->palette_row, scope_view_get_palette (view));
  g_signal_connect_swapped (self->what_row, "notify::selected", G_CALLBACK (changed), self);
  g_signal_connect_swapped (self->palette_row, "notify::selected", G_CALLBACK (changed), self);
  g_signal_connect_swapped (self->legend, "notify::active", G_CALLBACK (changed), self);
  g_signal_connect_swapped (self->width, "value-changed", G_CALLBACK (changed), self);
  g_signal_connect_swapped (self->height, "value-changed", G_CALLBACK (changed), self);
  g_signal_connect_swapped (self->unit_row, "notify::selected", G_CALLBACK (unit_changed), self);
  draw_preview (self);
  return self;
}
