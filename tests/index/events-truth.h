/* events-truth.h: a trace with its raw events as reading it from front to back gives them.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "io/import/scope-import.h"

#define MOST_EVENTS 3000000u

typedef struct
{
  gint64 time; /* trace time */
  guint32 machine;
  gint processor;
  char *name, *detail;
} Event;

typedef struct
{
  ScopeImport *import;
  ScopeTrace *trace;
  ScopeEventSource *source;
  GArray *events; /* of Event: merged, as `dump events` has them */
} Trace;

static void
event_clear (gpointer data)
{
  g_free (((Event *) data)->name);
  g_free (((Event *) data)->detail);
}

/* --- the truth: front to back --- */

typedef struct
{
  ScopeTrace *trace;
  GPtrArray *machines; /* of GArray of Event */
  guint n;
} Gather;

static gboolean
gather_event (ScopeMachine *machine, gint64 time, gint processor, const char *name, const char *detail, gpointer data)
{
  Gather *gather = data;
  Event event = { time + scope_trace_offset (gather->trace, machine), machine->index, processor, g_strdup (name),
                  g_strdup (detail) };

  while (gather->machines->len <= machine->index)
    g_ptr_array_add (gather->machines, g_array_new (FALSE, FALSE, sizeof (Event)));
  g_array_append_val ((GArray *) gather->machines->pdata[machine->index], event);
  return ++gather->n < MOST_EVENTS;
}

static void
array_unref (gpointer array)
{
  g_array_unref (array);
}

static GArray *
merge (ScopeImport *import)
{
  Gather gather = { scope_import_get_trace (import), g_ptr_array_new_with_free_func (array_unref), 0 };
  GArray *merged = g_array_new (FALSE, FALSE, sizeof (Event));
  g_autofree guint *at = NULL;
  g_autoptr (GError) error = NULL;

  g_array_set_clear_func (merged, event_clear);
  scope_import_foreach_event (import, SCOPE_TIME_MIN, SCOPE_TIME_MAX, gather_event, &gather, NULL, &error);
  g_assert_no_error (error);
  at = g_new0 (guint, gather.machines->len + 1);
  for (;;)
    {
      const Event *first = NULL;
      guint of = 0;

      for (guint m = 0; m < gather.machines->len; m++)
        {
          GArray *events = gather.machines->pdata[m];

          if (at[m] < events->len && (first == NULL || g_array_index (events, Event, at[m]).time < first->time))
            {
              first = &g_array_index (events, Event, at[m]);
              of = m;
            }
        }
      if (first == NULL)
        break;
      at[of]++;
      g_array_append_val (merged, *first);
    }
  g_ptr_array_unref (gather.machines);
  return merged;
}

static gboolean
trace_open (Trace *trace, const char *path)
{
  ScopeImportOptions options = { .no_cache = TRUE };
  const char *paths[] = { path, NULL };

  *trace = (Trace) { .import = scope_import_new (paths, 1, &options) };
  trace->trace = scope_import_get_trace (trace->import);
  if (!scope_import_run (trace->import, NULL, NULL))
    {
      g_object_unref (trace->import);
      return FALSE;
    }
  trace->source = scope_trace_get_event_source (trace->trace);
  g_assert_nonnull (trace->source);
  trace->events = merge (trace->import);
  return TRUE;
}

static void
trace_close (Trace *trace)
{
  g_array_unref (trace->events);
  g_object_unref (trace->import);
}
