/* scope-window-notes.h: a window's notes: kept with their trace, and sent to and taken from files of others.
 *
 * Actions, group "win": export-notes, import-notes.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "app/document/scope-note-keeper.h"
#include "app/window/scope-part.h"

G_BEGIN_DECLS

#define SCOPE_TYPE_WINDOW_NOTES (scope_window_notes_get_type ())
G_DECLARE_FINAL_TYPE (ScopeWindowNotes, scope_window_notes, SCOPE, WINDOW_NOTES, ScopePart)

/* From now on the shown document's notes are kept. */
void scope_window_notes_keep (ScopeWindowNotes *self);
/* TRUE when they are kept under the trace's digest, and all of them are written. */
gboolean scope_window_notes_is_settled (ScopeWindowNotes *self);
/* To and from a file; what went wrong is said in the window. */
void scope_window_notes_export (ScopeHost *host, const char *path);
void scope_window_notes_import (ScopeHost *host, const char *path);

G_END_DECLS
