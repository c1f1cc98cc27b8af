/* scope-inspector-row.h: one fact of the inspector: a name and a value, a state with its colour, or a step to follow.
 * A row that leads somewhere can be activated.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/scene/draw/scope-palette.h"
#include "model/trace/calls/scope-activation-facts.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define SCOPE_TYPE_INSPECTOR_ROW (scope_inspector_row_get_type ())
G_DECLARE_FINAL_TYPE (ScopeInspectorRow, scope_inspector_row, SCOPE, INSPECTOR_ROW, GtkListBoxRow)

/* Side by side if both are short, else one above the other. `key` may be NULL. */
GtkWidget *scope_inspector_row_new (const char *key, const char *value);
/* With the state's swatch before it. */
GtkWidget *scope_inspector_row_new_state (ScopeState state, ScopePaletteKind palette, const char *key,
                                          const char *value);
/* Without one, set in: a part of the row above. */
GtkWidget *scope_inspector_row_new_part (const char *key, const char *value);
/* A sentence and, dimmed under it, what there is to say besides; `detail` may be NULL. */
GtkWidget *scope_inspector_row_new_sentence (const char *title, const char *detail);
/* Still being worked out. */
GtkWidget *scope_inspector_row_new_waiting (const char *text);

/* In front of its words, and behind them. */
void scope_inspector_row_prepend (ScopeInspectorRow *row, GtkWidget *widget);
void scope_inspector_row_append (ScopeInspectorRow *row, GtkWidget *widget);

/* Activating it goes there; `lane` NULL: only to the time. `where` is said of it ("Go to thread 9"). */
void scope_inspector_row_lead_to (ScopeInspectorRow *row, const ScopeLaneId *lane, gint64 from, gint64 to,
                                  const char *where);
/* Beside that: to this activation of the lane. */
void scope_inspector_row_lead_to_call (ScopeInspectorRow *row, const ScopeActivationId *call, const char *where);
/* FALSE if it leads to none. */
gboolean scope_inspector_row_get_call (ScopeInspectorRow *row, ScopeActivationId *ret_call);
/* FALSE if it leads nowhere; *ret_has_lane says whether there is a lane. */
gboolean scope_inspector_row_get_goal (ScopeInspectorRow *row, gboolean *ret_has_lane, ScopeLaneId *ret_lane,
                                       gint64 *ret_from, gint64 *ret_to);

G_END_DECLS
