/* scope-note-editor.h: the popover in which a note is written: its words, its colour, and a button to remove it.
 *
 * What is written is kept when the popover closes, however it closes; a new note that stayed empty goes again.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/scene/view/scope-view.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define SCOPE_TYPE_NOTE_EDITOR (scope_note_editor_get_type ())
G_DECLARE_FINAL_TYPE (ScopeNoteEditor, scope_note_editor, SCOPE, NOTE_EDITOR, GtkPopover)

/* Shows the note (one of the view's), pointing at what gtk_popover_set_pointing_to() said. */
void scope_note_editor_edit (ScopeNoteEditor *self, ScopeView *view, ScopeNote *note, gboolean is_new);
/* Closes without keeping anything: the trace is gone. */
void scope_note_editor_forget (ScopeNoteEditor *self);
/* The colour that was chosen last. */
ScopeNoteColour scope_note_editor_get_colour (ScopeNoteEditor *self);

/* "1.250 s", or "1.200 s – 1.850 s", counted as the ruler counts. Free with g_free(). */
char *scope_note_dup_time (ScopeView *view, ScopeNote *note);

G_END_DECLS
