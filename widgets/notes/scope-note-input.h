/* scope-note-input.h: what keys, menus and the pointer do with the notes of a timeline.
 *
 *     timeline.add-note       N           over the selected range, else at the selected time, at now while the view follows a
 *                                         running program, the pointer, the middle
 *     timeline.add-note-now   Ctrl+M      at now while a program is followed, whatever is selected; else the same
 *     timeline.edit-note                  the one at the selection; a click on a flag in the ruler does the same
 *     timeline.delete-note                likewise
 *     timeline.edit-note-number           the one of that number (u) in the view's notes
 *     timeline.next-note, timeline.previous-note   Alt+Page Down, Alt+Page Up
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "widgets/canvas/scope-canvas.h"

G_BEGIN_DECLS

#define SCOPE_TYPE_NOTE_INPUT (scope_note_input_get_type ())
G_DECLARE_FINAL_TYPE (ScopeNoteInput, scope_note_input, SCOPE, NOTE_INPUT, GObject)

/* `timeline` is a widget with a layout manager that holds the canvas, and `actions` its "timeline." group, which gets
 * the actions above. Drop it with scope_note_input_detach() and g_object_unref() before they go. */
ScopeNoteInput *scope_note_input_new (GtkWidget *timeline, ScopeCanvas *canvas, GActionMap *actions);
void scope_note_input_detach (ScopeNoteInput *self);
/* After any change of view, selection or notes: what can be done now. */
void scope_note_input_update (ScopeNoteInput *self);
/* Selects the note's range, so that it is seen and the actions above speak of it. */
void scope_note_input_go_to (ScopeView *view, ScopeNote *note);

G_END_DECLS
