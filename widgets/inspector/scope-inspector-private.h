/* scope-inspector-private.h: what the files of the inspector share: its sections, and how times are said.
 *
 *   scope-inspector.c           the widget, what is selected, who fills which section when
 *   scope-inspector-interval.c  the selected interval or range, and why it waits
 *   scope-inspector-collection.c  the chosen collection of garbage: for whom it waited
 *   scope-inspector-idle.c      why a processor did not run in the selected time
 *   scope-inspector-stretch.c   the pieces of the selected wait; what hung on the selected work
 *   scope-inspector-samples.c   the stack that most samples of the selected time had
 *   scope-inspector-selection.c what happened in a selected range, where no lane is chosen
 *   scope-inspector-call.c      the chosen activation: who called it, what it called and cost
 *   scope-inspector-events.c    misses and the like in the selected time of a core
 *   scope-inspector-note.c      notes of the person's own, of just the selected time
 *   scope-inspector-marks.c     marks at the selected time, where no lane is chosen
 *   scope-inspector-locks.c     what a core waited for in the selected time, and who had it
 *   scope-inspector-entity.c    the selected lane: a machine, processor, process, thread
 *   scope-inspector-message.c   the selected message
 *   scope-inspector-trace.c     the trace itself, and what could not be read
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/scene/draw/scope-ruler.h"
#include "widgets/inspector/scope-inspector-row.h"
#include "widgets/inspector/scope-inspector.h"
#include "model/trace/document/scope-probe.h"

G_BEGIN_DECLS

typedef struct
{
  GtkWidget *box, *title, *list;
} ScopeInspectorSection;

struct _ScopeInspector
{
  ScopePanel panel;

  GtkWidget *scroller;
  ScopeInspectorSection message, note, call, calls_out, stack, locks, interval, samples, marks, collection, stretch, why, entity, figures, trace, environment, losses;
  GCancellable *asking;  /* about the selected interval */
  GCancellable *asking_call; /* about the chosen activation */
  gboolean has_call;     /* which is shown, or being asked for */
  ScopeActivationId shown_call;
  GCancellable *asking_locks; /* about waits in the selected time */
  GCancellable *counting; /* figures of the selected lane */
  gboolean has_lane;     /* whose figures are shown or being counted */
  ScopeLaneId lane;
  gboolean stretch_waits; /* what is asked about for `stretch` is a wait, else work, so long: */
  gint64 stretch_length;
  guint waiting;         /* timeout until it is said that an answer takes time */
  guint refill;
  gboolean refocus;      /* a row was followed by key: the focus goes to the first row of what comes */
};

/* --- sections --- */

void scope_inspector_clear (ScopeInspectorSection *section);
void scope_inspector_set_title (ScopeInspectorSection *section, const char *title);
/* Appends it and shows the section. Returns the row. */
ScopeInspectorRow *scope_inspector_append (ScopeInspectorSection *section, GtkWidget *row);
/* A fact; nothing if `value` is NULL or empty. */
void scope_inspector_add (ScopeInspectorSection *section, const char *key, const char *value);
void scope_inspector_take (ScopeInspectorSection *section, const char *key, char *value); /* frees value */
/* The name of a lane, leading there: to [from, to], or to the lane's whole life if they are the same. */
void scope_inspector_add_lane (ScopeInspector *self, ScopeInspectorSection *section, const char *key, ScopeLaneId lane,
                               gint64 from, gint64 to);

/* What was chosen is told: takes the focus back if it was here. */
void scope_inspector_filled (ScopeInspector *self);

/* --- words --- */

char *scope_inspector_point (ScopeInspector *self, gint64 time, double resolution);
char *scope_inspector_span (ScopeInspector *self, double ticks);
/* From when to when, on one line: neither end is out of sight where the inspector is low. */
void scope_inspector_add_when (ScopeInspector *self, ScopeInspectorSection *section, gint64 from, gint64 to, double resolution);
/* A row with the time since the start, if times are told otherwise: as tables and the command line have it. */
void scope_inspector_add_since_start (ScopeInspector *self, ScopeInspectorSection *section, gint64 time, double resolution);
/* Duration, and when. */
void scope_inspector_add_span (ScopeInspector *self, ScopeInspectorSection *section, gint64 from, gint64 to);
/* A row for each state that occurs, with its share. */
void scope_inspector_add_totals (ScopeInspector *self, ScopeInspectorSection *section,
                                 const gint64 totals[SCOPE_N_STATES]);

/* --- the files' own --- */

/* The selection changed: asks about it, and fills `interval` and `why` when the answer comes. */
void scope_inspector_ask_interval (ScopeInspector *self);
/* What was found is a collection, or may be: asks about it, and fills `collection`. */
void scope_inspector_ask_collection (ScopeInspector *self, const ScopeProbe *probe);
/* What was found is a processor's idle interval, or a range with such: asks for the causes, and fills `why`. FALSE: it is no such. */
gboolean scope_inspector_ask_idle (ScopeInspector *self, const ScopeProbe *probe);
/* The same of all the time of that processor, or Eden's machine, where no time is chosen. FALSE: that takes too long, or it is no such. */
gboolean scope_inspector_ask_idle_whole (ScopeInspector *self, ScopeLaneId lane);
/* What was found is a task's wait, or work: asks what that is made of and what hung on it, and fills `stretch`. */
void scope_inspector_ask_stretch (ScopeInspector *self, const ScopeProbe *probe);
/* What was found is a time of a processor or a thread: fills `samples` if a profiler's fell into it. */
void scope_inspector_ask_samples (ScopeInspector *self, const ScopeProbe *probe);
/* An answer is there: nobody is told any more that it takes time. */
void scope_inspector_end_waiting (ScopeInspector *self);
/* The same of the chosen activation: fills `call`, `calls_out` and `stack`. */
void scope_inspector_ask_call (ScopeInspector *self);
/* Which locks a core, or a task on one, waited for in the selected time: fills `locks`. */
void scope_inspector_ask_locks (ScopeInspector *self);
/* Of a core with a call stack: what missed in that time, as far as it was asked for last. Fills `why`. */
void scope_inspector_ask_events (ScopeInspector *self, ScopeLaneId lane, gint64 from, gint64 to);
/* No lane is chosen: shares, collections, sparks and messages of that range. Adds to `interval`. */
void scope_inspector_ask_selection (ScopeInspector *self, gint64 from, gint64 to);
/* No lane is chosen: what was marked from then to then. Fills `marks`. */
void scope_inspector_ask_marks (ScopeInspector *self, gint64 from, gint64 to);
void scope_inspector_fill_entity (ScopeInspector *self);
void scope_inspector_fill_message (ScopeInspector *self);
/* Notes whose time is just the selected one, each with its buttons. */
void scope_inspector_fill_note (ScopeInspector *self);
void scope_inspector_fill_trace (ScopeInspector *self);
void scope_inspector_fill_losses (ScopeInspector *self);

G_END_DECLS
