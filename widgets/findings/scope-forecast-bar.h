/* scope-forecast-bar.h: how long a run would take against how long it took, as a bar: work, collections and the rest of the processors'
 * time, as wide as the time is long; a line where it ended as measured.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/trace/analysis/scope-what-if.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define SCOPE_TYPE_FORECAST_BAR (scope_forecast_bar_get_type ())
G_DECLARE_FINAL_TYPE (ScopeForecastBar, scope_forecast_bar, SCOPE, FORECAST_BAR, GtkWidget)

/* NULL: empty. */
void scope_forecast_bar_set (ScopeForecastBar *self, const ScopeWhatIfResult *result);

G_END_DECLS
