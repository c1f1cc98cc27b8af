/* scope-sparkline.h: how a figure went of late, as small bars: the newest at the right.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define SCOPE_SPARKLINE_VALUES 48

#define SCOPE_TYPE_SPARKLINE (scope_sparkline_get_type ())
G_DECLARE_FINAL_TYPE (ScopeSparkline, scope_sparkline, SCOPE, SPARKLINE, GtkWidget)

/* One more at the right; what is older than SCOPE_SPARKLINE_VALUES goes. */
void scope_sparkline_add (ScopeSparkline *self, double value);
void scope_sparkline_clear (ScopeSparkline *self);

G_END_DECLS
