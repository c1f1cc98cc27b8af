/* scope-message-rates.h: messages per time, drawn. The pointer, or Left and Right, choose a stretch and say exactly what it has; a click,
 * or Enter, asks for it.
 *
 * Signals: "bin-activated" (rates, guint bin); "pointed" (rates): another stretch, or none, is pointed at.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/scene/messages/scope-message-rates-scene.h"
#include "widgets/draw/scope-chart.h"

G_BEGIN_DECLS

#define SCOPE_TYPE_MESSAGE_RATES (scope_message_rates_get_type ())
G_DECLARE_FINAL_TYPE (ScopeMessageRates, scope_message_rates, SCOPE, MESSAGE_RATES, ScopeChart)

GtkWidget *scope_message_rates_new (void);
/* Borrowed until other ones, or NULL, or another view are set. */
void scope_message_rates_set (ScopeMessageRates *self, ScopeView *view, const ScopeMessageTimes *times);
/* SCOPE_NONE: none. */
void scope_message_rates_point_at (ScopeMessageRates *self, guint bin);
guint scope_message_rates_get_pointed (ScopeMessageRates *self);

G_END_DECLS
