/* scope-processor-order.h: processors by their numbers, in whatever order the trace names them.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/trace/document/scope-trace.h"

G_BEGIN_DECLS

/* The indices of all processors of the machine (index); Erlang's 0, all the dirty schedulers, comes last. g_free() it. */
guint32 *scope_processor_order (ScopeTrace *trace, guint32 machine, guint32 *ret_n);

G_END_DECLS
