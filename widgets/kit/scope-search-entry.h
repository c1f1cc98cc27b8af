/* scope-search-entry.h: an entry for a text to look for, with toggles for regular expressions and for case.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/trace/search/scope-search-text.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define SCOPE_TYPE_SEARCH_ENTRY (scope_search_entry_get_type ())
G_DECLARE_FINAL_TYPE (ScopeSearchEntry, scope_search_entry, SCOPE, SEARCH_ENTRY, GtkWidget)

/* Signals: "changed" (entry, user_data), a moment after the last key, or at once for a toggle; "next" and "previous"
 * (Enter, Shift+Enter, Ctrl+G, Shift+Ctrl+G). Esc empties it, and then leaves: scope_search_let_escape(). */
GtkWidget *scope_search_entry_new (const char *placeholder);
/* Without white space around it; "" if there is none. */
const char *scope_search_entry_get_text (ScopeSearchEntry *self);
void scope_search_entry_set_text (ScopeSearchEntry *self, const char *text);
ScopeSearchFlags scope_search_entry_get_flags (ScopeSearchEntry *self);
/* What is wrong with the text; NULL: nothing. */
void scope_search_entry_set_error (ScopeSearchEntry *self, const char *message);

/* Of a GtkSearchEntry, which keeps Escape for itself: that empties it, and once it is empty leaves where it stands: closes a popover
 * or a dialog, goes back from a panel to the timeline. */
void scope_search_let_escape (GtkWidget *entry);

/* Escape leaves the entry and lets its text stand. Else it clears the text first. */
void scope_search_entry_keep_text (ScopeSearchEntry *self);

G_END_DECLS
