/* scope-stack-samples.h: which function a processor was in, by the samples of a profiler (scope-ticks.h), where bars are wide enough to say it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/trace/document/scope-trace.h"

G_BEGIN_DECLS

typedef struct
{
  gint64 time;                /* trace time */
  guint32 machine, processor; /* indices */
  const char *function;       /* the same one is the same pointer */
} ScopeStackSample;

/* Those of a machine within [from, to), trace time, into `samples` (of ScopeStackSample), which are put in order of machine, processor and
 * time; none if there are too many to say. Names are kept in `names`. Off the main thread. */
void scope_stack_samples_add (ScopeTrace *trace, ScopeMachine *machine, gint64 from, gint64 to, GArray *samples, GStringChunk *names,
                              GCancellable *cancellable);
/* The function that most of the processor's within [from, to) were in; NULL: there are none. */
const char *scope_stack_samples_find (const GArray *samples, guint32 machine, guint32 processor, gint64 from, gint64 to);

G_END_DECLS
