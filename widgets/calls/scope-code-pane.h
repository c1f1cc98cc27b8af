/* scope-code-pane.h: the source text of a function, with its file and line, found off the main thread in the folders given.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/trace/calls/scope-code-text.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define SCOPE_TYPE_CODE_PANE (scope_code_pane_get_type ())
G_DECLARE_FINAL_TYPE (ScopeCodePane, scope_code_pane, SCOPE, CODE_PANE, GtkWidget)

/* Who finds it, and where (copied; NULL: nowhere). */
void scope_code_pane_set_finder (ScopeCodePane *self, ScopeCodeFunc func, const char *const *folders);
/* "lists:map/2"; NULL: none. `place`: where the trace says that it stands ("Main.hs:3:1-24"); NULL: its name says it. Looked for while the
 * pane is to be seen. */
void scope_code_pane_set_function (ScopeCodePane *self, const char *name, const char *place);
/* TRUE if it shows what it was asked for, or is not to be seen. */
gboolean scope_code_pane_is_settled (ScopeCodePane *self);
/* The text shown, or the message shown instead. */
const char *scope_code_pane_get_text (ScopeCodePane *self);
/* The line of its first line; 0: no text is shown. */
guint scope_code_pane_get_line (ScopeCodePane *self);

G_END_DECLS
