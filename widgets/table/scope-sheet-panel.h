/* scope-sheet-panel.h: what the panels of figures share: a choice of what, the chip that says over which range, and a sheet that
 * is made off the main thread.
 *
 * The sheet follows the range: a moment after it changed the new one is asked for, and the last one stays until that is there.
 * Nothing is computed while the panel is not to be seen.
 *
 * Signals: "row-selected", "row-activated" as ScopeSheetView's; "updated" (panel): a new sheet is shown.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/scene/view/scope-view.h"
#include "model/trace/document/scope-within.h"
#include "widgets/kit/scope-extent-chip.h"
#include "widgets/table/scope-sheet-view.h"

G_BEGIN_DECLS

#define SCOPE_TYPE_SHEET_PANEL (scope_sheet_panel_get_type ())
G_DECLARE_FINAL_TYPE (ScopeSheetPanel, scope_sheet_panel, SCOPE, SHEET_PANEL, GtkWidget)

/* Makes the sheet of choice `what`, on a thread of its own. NULL with error. */
typedef ScopeSheet *(*ScopeSheetFunc) (const ScopeWithin *within, guint what, GError **error);

GtkWidget *scope_sheet_panel_new (const char *name, ScopeSheetFunc func);
/* NULL: shows nothing. */
void scope_sheet_panel_set_view (ScopeSheetPanel *self, ScopeView *view);
ScopeView *scope_sheet_panel_get_view (ScopeSheetPanel *self);
/* What can be chosen, if it is more than one: titles (NULL-terminated, copied), and the `what` of each. Keeps what is chosen, if it is still there. */
void scope_sheet_panel_set_choices (ScopeSheetPanel *self, const char *const *titles, const guint *whats);
guint scope_sheet_panel_get_what (ScopeSheetPanel *self);
void scope_sheet_panel_set_what (ScopeSheetPanel *self, guint what);
ScopeExtentChip *scope_sheet_panel_get_chip (ScopeSheetPanel *self);
ScopeSheetView *scope_sheet_panel_get_sheet_view (ScopeSheetPanel *self);
/* At the beginning of the tool bar. */
void scope_sheet_panel_set_leading (ScopeSheetPanel *self, GtkWidget *widget);
/* Above the table; NULL: nothing. */
void scope_sheet_panel_set_header (ScopeSheetPanel *self, GtkWidget *widget);
/* TRUE if what is shown is what was asked for. */
gboolean scope_sheet_panel_is_settled (ScopeSheetPanel *self);
/* What it was made of besides the range has changed: asks anew. */
void scope_sheet_panel_refresh (ScopeSheetPanel *self);
/* The next change of the range is not followed: it is the panel's own jump. */
void scope_sheet_panel_hold (ScopeSheetPanel *self, gboolean hold);

G_END_DECLS
