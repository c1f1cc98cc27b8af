/* scope-label-stream.h: which code a task runs, as its program says it: "START parse" and "STOP parse" among the marks of its thread.
 *
 * The mark that came last counts; STOP leaves the task without a label. Of an Erlang process it is the function in which it went on
 * running.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/trace/analysis/scope-task-stream.h"

G_BEGIN_DECLS

/* Labels by number: 0 is "". */
typedef struct
{
  GPtrArray *texts;     /* of char * */
  GHashTable *numbers;  /* text → number + 1 */
} ScopeLabels;

void scope_labels_init (ScopeLabels *labels);
void scope_labels_clear (ScopeLabels *labels);
guint32 scope_labels_number (ScopeLabels *labels, const char *text);

/* Changes of one machine, in order of time. */
typedef struct
{
  ScopeMachine *machine;
  ScopeLabels *labels;
  gint64 time; /* of the change that is next, trace time; TIME_MAX: there is none */
  ScopeTaskId task;
  guint32 label;
  /* private */
  gboolean functions; /* it reads SCOPE_TABLE_RUNS_IN, not marks */
  ScopeTableCursor cursor;
} ScopeLabelStream;

/* Stands at the first change. FALSE with error. */
gboolean scope_label_stream_init (ScopeLabelStream *stream, ScopeMachine *machine, ScopeLabels *labels, GError **error);
gboolean scope_label_stream_next (ScopeLabelStream *stream, GError **error);
void scope_label_stream_clear (ScopeLabelStream *stream);

G_END_DECLS
