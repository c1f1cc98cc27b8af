/* scope-sim-words.h: what a simulation's trace is of, for the words that people read.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/trace/document/scope-trace.h"

G_BEGIN_DECLS

/* Whether it is the log of a pipeline (Kanata, O3PipeView): its threads are the pipeline's slots. Any thread. */
gboolean scope_trace_is_pipeline (ScopeTrace *trace);

G_END_DECLS
