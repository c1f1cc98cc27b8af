/* scope-widgets.c: see scope-widgets.h.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "widgets/scope-widgets.h"

#include "widgets/scope-canvas.h"
#include "widgets/scope-inspector.h"
#include "widgets/scope-legend.h"
#include "widgets/scope-overview.h"
#include "widgets/scope-timeline.h"

#include <sys/resource.h>
#include <unistd.h>

#define STEP 8

void
scope_widgets_init (void)
{
  g_type_ensure (SCOPE_TYPE_CANVAS);
  g_type_ensure (SCOPE_TYPE_INSPECTOR);
  g_type_ensure (SCOPE_TYPE_LEGEND);
  g_type_ensure (SCOPE_TYPE_OVERVIEW);
  g_type_ensure (SCOPE_TYPE_TIMELINE);
}

void
scope_widgets_step_back (void)
{
#ifdef __linux__
  /* There, a process id names its first thread, and 0 the calling one. A pool's thread is asked more than once. */
  setpriority (PRIO_PROCESS, 0, getpriority (PRIO_PROCESS, (id_t) getpid ()) + STEP);
#endif
}
