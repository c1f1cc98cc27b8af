/* scope-event-source.c: what all sources of events share: checks, filters, and the way to one event.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/trace/events/scope-event-source.h"

#include <glib/gi18n-lib.h>

#include "model/base/scope-entity.h"
#include "model/base/scope-task.h"

G_DEFINE_INTERFACE (ScopeEventSource, scope_event_source, G_TYPE_OBJECT)

static void
scope_event_source_default_init (ScopeEventSourceInterface *iface)
{
}

void
scope_event_row_clear (ScopeEventRow *row)
{
  g_clear_pointer (&row->detail, g_free);
}

/* --- filters --- */

ScopeEventFilter *
scope_event_filter_new (void)
{
  ScopeEventFilter *filter = g_new0 (ScopeEventFilter, 1);

  filter->machine = SCOPE_NONE;
  filter->processor = SCOPE_EVENT_ANY_PROCESSOR;
  filter->thread = filter->value = -1;
  return filter;
}

void
scope_event_filter_free (ScopeEventFilter *filter)
{
  g_clear_pointer (&filter->regex, g_regex_unref);
  g_clear_pointer (&filter->kinds, g_hash_table_unref);
  g_clear_pointer (&filter->conditions, g_array_unref);
  g_free (filter->word);
  g_free (filter);
}

gboolean
scope_event_filter_lets_all (const ScopeEventFilter *filter)
{
  return filter->regex == NULL && filter->kinds == NULL && filter->machine == SCOPE_NONE
         && filter->processor == SCOPE_EVENT_ANY_PROCESSOR && filter->thread < 0 && filter->conditions == NULL;
}

/* --- calls --- */

gboolean
scope_event_source_prepare (ScopeEventSource *source, gint *progress, GCancellable *cancellable, GError **error)
{
  g_return_val_if_fail (SCOPE_IS_EVENT_SOURCE (source), FALSE);

  return SCOPE_EVENT_SOURCE_GET_IFACE (source)->prepare (source, progress, cancellable, error);
}

guint64
scope_event_source_n_events (ScopeEventSource *source)
{
  g_return_val_if_fail (SCOPE_IS_EVENT_SOURCE (source), 0);

  return SCOPE_EVENT_SOURCE_GET_IFACE (source)->n_events (source);
}

const ScopeEventKind *
scope_event_source_kinds (ScopeEventSource *source, guint *ret_n)
{
  g_return_val_if_fail (SCOPE_IS_EVENT_SOURCE (source), NULL);

  return SCOPE_EVENT_SOURCE_GET_IFACE (source)->kinds (source, ret_n);
}

gboolean
scope_event_source_select (ScopeEventSource *source, const ScopeEventFilter *filter, ScopeEventSet *set,
                           gint *progress, GCancellable *cancellable, GError **error)
{
  g_return_val_if_fail (SCOPE_IS_EVENT_SOURCE (source), FALSE);

  return scope_event_source_prepare (source, NULL, cancellable, error)
         && SCOPE_EVENT_SOURCE_GET_IFACE (source)->select (source, filter, set, progress, cancellable, error);
}

gboolean
scope_event_source_read (ScopeEventSource *source, ScopeEventSet *set, guint64 first, guint n, ScopeEventRow *rows,
                         guint *ret_n, GCancellable *cancellable, GError **error)
{
  g_return_val_if_fail (SCOPE_IS_EVENT_SOURCE (source), FALSE);

  *ret_n = 0;
  return scope_event_source_prepare (source, NULL, cancellable, error)
         && SCOPE_EVENT_SOURCE_GET_IFACE (source)->read (source, set, first, n, rows, ret_n, cancellable, error);
}

gboolean
scope_event_source_rank (ScopeEventSource *source, ScopeEventSet *set, gint64 time, guint64 *ret_rank,
                         GCancellable *cancellable, GError **error)
{
  g_return_val_if_fail (SCOPE_IS_EVENT_SOURCE (source), FALSE);

  *ret_rank = 0;
  return scope_event_source_prepare (source, NULL, cancellable, error)
         && SCOPE_EVENT_SOURCE_GET_IFACE (source)->rank (source, set, time, ret_rank, cancellable, error);
}

gboolean
scope_event_source_time_of (ScopeEventSource *source, guint64 number, gint64 *ret_time, GCancellable *cancellable,
                            GError **error)
{
  ScopeEventRow row = { 0 };
  guint n;

  if (!scope_event_source_read (source, NULL, number, 1, &row, &n, cancellable, error))
    return FALSE;
  if (n == 0)
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT, _("The trace has only %'llu events"),
                   (unsigned long long) scope_event_source_n_events (source));
      return FALSE;
    }
  *ret_time = row.time;
  scope_event_row_clear (&row);
  return TRUE;
}

static gpointer
find_time_in_thread (gpointer source, gconstpointer data, GCancellable *cancellable, GError **error)
{
  gint64 time;

  return scope_event_source_time_of (source, *(const guint64 *) data, &time, cancellable, error) ? g_memdup2 (&time, sizeof time) : NULL;
}

void
scope_event_source_time_of_async (ScopeEventSource *source, guint64 number, GCancellable *cancellable,
                                  GAsyncReadyCallback callback, gpointer user_data)
{
  scope_task_give (source, find_time_in_thread, g_memdup2 (&number, sizeof number), g_free, g_free, cancellable, callback,
                   user_data);
}

gboolean
scope_event_source_time_of_finish (ScopeEventSource *source, GAsyncResult *result, gint64 *ret_time, GError **error)
{
  g_autofree gint64 *time = scope_task_answer (result, error);

  if (time == NULL)
    return FALSE;
  *ret_time = *time;
  return TRUE;
}
