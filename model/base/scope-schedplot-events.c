/* scope-schedplot-events.c: see the header. SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/base/scope-schedplot-events.h"

const char *
scope_schedplot_event_name (guint type)
{
  static const char *const names[SCOPE_SCHEDPLOT_N_EVENTS] = {
    [SCOPE_SCHEDPLOT_IN] = "in",
    [SCOPE_SCHEDPLOT_OUT] = "out",
    [SCOPE_SCHEDPLOT_GC_START] = "gc_start",
    [SCOPE_SCHEDPLOT_GC_END] = "gc_end",
    [SCOPE_SCHEDPLOT_LABEL] = "label",
  };

  return type < SCOPE_SCHEDPLOT_N_EVENTS ? names[type] : NULL;
}
