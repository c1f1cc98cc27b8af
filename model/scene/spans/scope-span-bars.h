/* scope-span-bars.h: spans as bars, level under level, as the timeline draws them.
 *
 * A span lies on the first level below the span of its thread that has it in it on which there is room: so those of a thread nest, and those
 * that several threads have at once lie beside each other. Where it lies does not depend on what is seen.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/scene/draw/scope-viewport.h"
#include "model/trace/spans/scope-spans.h"

G_BEGIN_DECLS

/* What two marks make, or several of them within a pixel, which has the first one's name. */
typedef struct
{
  gint64 from, to; /* trace time; TIME_MAX: it never ends */
  guint32 machine, thread, end_thread; /* indices; SCOPE_NONE: not told */
  guint32 level, n;
  const char *name;
} ScopeSpanBar;

/* Adds those in view to an array of ScopeSpanBar, by machine and beginning; names are put into `texts`. None of a trace with very many marks.
 * Reads all marks: off the main thread. */
void scope_span_bars_read (ScopeTrace *trace, const ScopeViewport *viewport, GArray *bars, GStringChunk *texts, GCancellable *cancellable);

G_END_DECLS
