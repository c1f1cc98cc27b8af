/* scope-event-source.h: every raw event of a trace, read on demand from the trace's own files.
 *
 * The events of all machines form one sequence in order of trace time, numbered from 0; so do those that a filter lets
 * through. Any stretch of either can be read at any time, without what lies before it. Nothing is ready until somebody
 * has prepared the source: that reads the files once, and remembers places to begin from.
 *
 * The files may be gone, or changed, at any time: then every call fails with G_IO_ERROR_NOT_FOUND and a sentence for
 * people. All calls may take long: not on the main thread (but for the _async ones). Any thread, several at once.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/trace/events/scope-event-condition.h"
#include "model/trace/events/scope-event-set.h"

#include <gio/gio.h>

G_BEGIN_DECLS

#define SCOPE_TYPE_EVENT_SOURCE (scope_event_source_get_type ())
G_DECLARE_INTERFACE (ScopeEventSource, scope_event_source, SCOPE, EVENT_SOURCE, GObject)

#define SCOPE_EVENT_UNNUMBERED G_MAXUINT64
#define SCOPE_EVENT_ANY_PROCESSOR -2
#define SCOPE_EVENT_NO_PROCESSOR -1

typedef struct
{
  guint64 number;    /* in the trace's sequence of all events; SCOPE_EVENT_UNNUMBERED if that would cost too much */
  gint64 time;       /* trace time */
  guint32 machine;   /* index in the trace */
  gint processor;    /* number, or SCOPE_EVENT_NO_PROCESSOR */
  const char *name;  /* "create_thread"; the source's */
  char *detail;      /* "thread=12"; owned */
} ScopeEventRow;

void scope_event_row_clear (ScopeEventRow *row);

/* A kind of event that occurs. */
typedef struct
{
  const char *name;
  guint64 n;
} ScopeEventKind;

/* What to let through: all conditions must hold. */
typedef struct
{
  GRegex *regex;      /* NULL: any text. Compiled with G_REGEX_MULTILINE, for it may see many events at once */
  /* If the regex stands for a plain text, what it comes to in a number's field, "thread=12": most events have no
   * others, and need no regex then. */
  gboolean plain;
  char *word;         /* letters the text has before its number, in lower case, or NULL */
  gint64 value;       /* the number it ends with, or -1 */
  gboolean in_names, in_details; /* where the regex is to match */
  GHashTable *kinds;  /* set of names, or NULL: all */
  guint32 machine;    /* index, or SCOPE_NONE: all */
  gint processor;     /* or SCOPE_EVENT_ANY_PROCESSOR */
  gint64 thread;      /* events with this thread's number, or -1: all */
  GArray *conditions; /* of ScopeEventCondition, what numbers of the detail must be; NULL: none */
} ScopeEventFilter;

/* One that lets everything through; freed once. Not changed once it is in use. */
ScopeEventFilter *scope_event_filter_new (void);
void scope_event_filter_free (ScopeEventFilter *filter);
gboolean scope_event_filter_lets_all (const ScopeEventFilter *filter);

struct _ScopeEventSourceInterface
{
  GTypeInterface parent;

  gboolean (*prepare) (ScopeEventSource *source, gint *progress, GCancellable *cancellable, GError **error);
  guint64 (*n_events) (ScopeEventSource *source);
  const ScopeEventKind *(*kinds) (ScopeEventSource *source, guint *ret_n);
  gboolean (*select) (ScopeEventSource *source, const ScopeEventFilter *filter, ScopeEventSet *set, gint *progress,
                      GCancellable *cancellable, GError **error);
  gboolean (*read) (ScopeEventSource *source, ScopeEventSet *set, guint64 first, guint n, ScopeEventRow *rows,
                    guint *ret_n, GCancellable *cancellable, GError **error);
  gboolean (*rank) (ScopeEventSource *source, ScopeEventSet *set, gint64 time, guint64 *ret_rank,
                    GCancellable *cancellable, GError **error);
};

/* Makes it ready; at once if it is. `progress` (or NULL) is set to 0…1000, atomically. */
gboolean scope_event_source_prepare (ScopeEventSource *source, gint *progress, GCancellable *cancellable,
                                     GError **error);
/* 0 until it is ready. */
guint64 scope_event_source_n_events (ScopeEventSource *source);
/* Those that occur, by name; valid as long as the source. NULL until it is ready. */
const ScopeEventKind *scope_event_source_kinds (ScopeEventSource *source, guint *ret_n);
/* Puts into the set what the filter lets through, from the trace's start on; it may be read while it grows. */
gboolean scope_event_source_select (ScopeEventSource *source, const ScopeEventFilter *filter, ScopeEventSet *set,
                                    gint *progress, GCancellable *cancellable, GError **error);
/* Events first … first + n − 1 of the set, or of all if `set` is NULL. *ret_n is how many there are of these; clear
 * them with scope_event_row_clear(). */
gboolean scope_event_source_read (ScopeEventSource *source, ScopeEventSet *set, guint64 first, guint n,
                                  ScopeEventRow *rows, guint *ret_n, GCancellable *cancellable, GError **error);
/* How many events of the set (or of all) are before `time` (trace time): the number of the first that is not. */
gboolean scope_event_source_rank (ScopeEventSource *source, ScopeEventSet *set, gint64 time, guint64 *ret_rank,
                                  GCancellable *cancellable, GError **error);

/* Trace time of event `number`; prepares the source if need be. FALSE with G_IO_ERROR_INVALID_ARGUMENT if there are not
 * so many. */
gboolean scope_event_source_time_of (ScopeEventSource *source, guint64 number, gint64 *ret_time,
                                     GCancellable *cancellable, GError **error);
void scope_event_source_time_of_async (ScopeEventSource *source, guint64 number, GCancellable *cancellable,
                                       GAsyncReadyCallback callback, gpointer user_data);
gboolean scope_event_source_time_of_finish (ScopeEventSource *source, GAsyncResult *result, gint64 *ret_time,
                                            GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ScopeEventFilter, scope_event_filter_free)

G_END_DECLS
