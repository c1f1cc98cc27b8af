/* scope-widgets.c: see scope-widgets.h.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "widgets/scope-widgets.h"

#include "widgets/canvas/scope-canvas.h"
#include "widgets/inspector/scope-inspector.h"
#include "widgets/timeline/scope-legend.h"
#include "widgets/timeline/scope-overview.h"
#include "widgets/timeline/scope-timeline.h"

void
scope_widgets_init (void)
{
  g_type_ensure (SCOPE_TYPE_CANVAS);
  g_type_ensure (SCOPE_TYPE_INSPECTOR);
  g_type_ensure (SCOPE_TYPE_LEGEND);
  g_type_ensure (SCOPE_TYPE_OVERVIEW);
  g_type_ensure (SCOPE_TYPE_TIMELINE);
}
