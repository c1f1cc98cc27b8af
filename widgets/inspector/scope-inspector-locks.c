/* scope-inspector-locks.c: for which locks a core or a task waited in the selected time, who had them, where and for how long.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "widgets/inspector/scope-inspector-private.h"

#include "model/base/scope-task.h"
#include "model/trace/document/scope-cycles.h"
#include "model/trace/document/scope-recorded.h"
#include "model/trace/locks/scope-lock-waits.h"

#include <glib/gi18n.h>

#define MOST_WAITS 4u

/* "1.23 µs (2,460 cycles)" */
static char *
span (ScopeInspector *self, ScopeLaneId lane, gint64 ticks)
{
  ScopeTrace *trace = scope_view_get_trace (self->panel.view);
  g_autofree char *time = scope_inspector_span (self, (double) ticks);
  g_autofree char *cycles = scope_cycles_text ((double) ticks, scope_trace_tick_ps (trace), scope_cycles_of_lane (trace, lane, NULL));

  return cycles != NULL ? g_strdup_printf ("%s (%s)", time, cycles) : g_steal_pointer (&time);
}

static void
lead_to (ScopeInspector *self, ScopeInspectorRow *row, ScopeLaneId lane, gint64 from, gint64 to)
{
  g_autofree char *title = NULL, *where = NULL;

  if (lane.index == SCOPE_NONE)
    return;
  title = scope_trace_lane_title (scope_view_get_trace (self->panel.view), lane);
  where = g_strdup_printf (_("Go to %s"), title);
  scope_inspector_row_lead_to (row, &lane, from, to, where);
}

/* Who had it. */
static void
add_holder (ScopeInspector *self, const ScopeLockWait *wait)
{
  const ScopeLockUse *had = &wait->blocker;
  g_autofree char *title = NULL, *held = NULL, *headline = NULL, *detail = NULL, *since = NULL;

  if (!wait->has_blocker || wait->blocker_lane.index == SCOPE_NONE)
    {
      scope_inspector_append (&self->locks, scope_inspector_row_new_sentence (_("← Who had it is not recorded"), NULL));
      return;
    }
  title = scope_trace_lane_title (scope_view_get_trace (self->panel.view), wait->blocker_lane);
  held = span (self, wait->blocker_lane, had->hold_to - had->wait_to);
  since = scope_inspector_point (self, had->wait_to, 1);
  headline = g_strdup_printf (_("← %s had it, in %s"), title, wait->blocker_caller);
  detail = had->released ? g_strdup_printf (_("for %s, since %s"), held, since) : g_strdup_printf (_("since %s, never seen to be released"), since);
  lead_to (self, scope_inspector_append (&self->locks, scope_inspector_row_new_sentence (headline, detail)), wait->blocker_lane, had->wait_to,
           had->hold_to);
}

static void
add_wait (ScopeInspector *self, const ScopeLockWait *wait, gboolean lead)
{
  const ScopeLockUse *use = &wait->use;
  g_autofree char *waited = span (self, wait->lane, use->wait_to - use->wait_from);
  g_autofree char *headline = g_strdup_printf (_("%s for lock %s"), waited, wait->title);
  g_autofree char *attempts = scope_format_count ((guint64) MAX (use->attempts, 0));
  g_autofree char *detail = g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "in %s, %s attempt", "in %s, %s attempts", (gulong) MAX (use->attempts, 0)),
                                             wait->caller, attempts);
  ScopeInspectorRow *row = scope_inspector_append (&self->locks, scope_inspector_row_new_sentence (headline, detail));

  if (lead)
    lead_to (self, row, wait->lane, use->wait_from, use->wait_to);
  add_holder (self, wait);
}

static void
fill (ScopeInspector *self, const ScopeLockWaits *waits, gint64 from, gint64 to)
{
  const ScopeLockWait *longest = &g_array_index (waits->waits, ScopeLockWait, 0);
  gboolean within = longest->use.wait_from <= from && longest->use.wait_to >= to;
  g_autofree char *n = scope_format_count (waits->n), *time = scope_inspector_span (self, (double) waits->time);

  scope_inspector_set_title (&self->locks, within ? _("Why Is It Waiting?") : _("Waits for Locks"));
  if (waits->n > 1)
    scope_inspector_take (&self->locks, _("All Together"), g_strdup_printf (_("×%s, %s"), n, time));
  for (guint i = 0; i < waits->waits->len; i++)
    add_wait (self, &g_array_index (waits->waits, ScopeLockWait, i), !within);
}

static void
answered (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (ScopeInspector) self = user_data;
  g_autoptr (GError) error = NULL;
  g_autoptr (ScopeLockWaits) waits = scope_task_answer (result, &error);
  gint64 from, to;

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED) || self->panel.view == NULL)
    return;
  g_clear_object (&self->asking_locks);
  scope_inspector_clear (&self->locks);
  if (waits != NULL && waits->waits->len > 0 && scope_view_get_selected_range (self->panel.view, &from, &to))
    fill (self, waits, from, to);
}

void
scope_inspector_ask_locks (ScopeInspector *self)
{
  ScopeTrace *trace = scope_view_get_trace (self->panel.view);
  ScopeLaneId lane;
  gint64 from, to;

  scope_task_stop (&self->asking_locks);
  if (!scope_view_get_selected_lane (self->panel.view, &lane) || !scope_view_get_selected_range (self->panel.view, &from, &to)
      || (lane.kind != SCOPE_KIND_PROCESSOR && lane.kind != SCOPE_KIND_THREAD) || !scope_trace_has_rows (trace, SCOPE_TABLE_LOCKS))
    {
      scope_inspector_clear (&self->locks);
      return;
    }
  self->asking_locks = g_cancellable_new ();
  scope_lock_waits_read_async (trace, lane, from, MAX (to, from + 1), MOST_WAITS, self->asking_locks, answered, g_object_ref (self));
}
