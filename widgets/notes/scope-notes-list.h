/* scope-notes-list.h: the person's notes as a list in a popover: a click goes there; below it, export and import.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/scene/view/scope-view.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Uses the actions timeline.add-note, win.import-notes, win.export-notes. */
#define SCOPE_TYPE_NOTES_LIST (scope_notes_list_get_type ())
G_DECLARE_FINAL_TYPE (ScopeNotesList, scope_notes_list, SCOPE, NOTES_LIST, GtkPopover)

void scope_notes_list_set_view (ScopeNotesList *self, ScopeView *view); /* NULL: shows nothing */

G_END_DECLS
