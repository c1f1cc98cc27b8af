/* scope-picture-dialog.h: the timeline as a picture's file: what of it, how large, in which colours, with a preview.
 *
 * Also the picture for the clipboard, which asks nothing.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "io/export/scope-picture.h"

#include <adwaita.h>

G_BEGIN_DECLS

#define SCOPE_TYPE_PICTURE_DIALOG (scope_picture_dialog_get_type ())
G_DECLARE_FINAL_TYPE (ScopePictureDialog, scope_picture_dialog, SCOPE, PICTURE_DIALOG, AdwWindow)

/* Signal "written" (dialog, const char *path): it is in the file; the dialog closes. */
ScopePictureDialog *scope_picture_dialog_new (GtkWindow *parent, ScopeView *view);
/* Draws into a file of that name; what went wrong is said in the dialog. */
void scope_picture_dialog_write (ScopePictureDialog *self, const char *path);
/* TRUE when the preview shows what is chosen and nothing is being written. */
gboolean scope_picture_dialog_is_settled (ScopePictureDialog *self);
/* What the last drawing or writing said; NULL if all is well. */
const char *scope_picture_dialog_get_error (ScopePictureDialog *self);

/* --- drawing on another thread --- */

/* `options` is copied, its texts are not looked at; `path` NULL: only the bytes. */
void scope_picture_draw_async (ScopeView *view, const ScopePictureOptions *options, ScopePictureFormat format,
                               const char *path, GCancellable *cancellable, GAsyncReadyCallback callback,
                               gpointer user_data);
/* The file's bytes; NULL with error. */
GBytes *scope_picture_draw_finish (GAsyncResult *result, GError **error);

G_END_DECLS
