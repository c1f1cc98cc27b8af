/* scope-inspector-collection.c: the chosen collection of garbage: of which generation, for whom all had to wait, what it copied.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "widgets/inspector/scope-inspector-private.h"

#include "model/base/scope-task.h"
#include "model/trace/document/scope-recorded.h"
#include "model/trace/statistics/scope-collection.h"

#include <glib/gi18n.h>

static ScopeLaneId
processor_lane (const ScopeCollection *collection, guint32 processor)
{
  return (ScopeLaneId) { collection->machine, SCOPE_KIND_PROCESSOR, processor };
}

/* "Generation 1, 58.2 ms" */
static char *
headline (ScopeInspector *self, const ScopeCollection *collection)
{
  g_autofree char *whole = scope_inspector_span (self, (double) (collection->to - collection->asked));

  if (collection->generation == SCOPE_TABLE_NULL)
    return g_steal_pointer (&whole);
  return g_strdup_printf (_("Generation %u, %s"), (guint) collection->generation, whole);
}

/* "41.0 ms of it waiting for HEC 2 to stop"; NULL if the trace does not tell. */
static char *
detail (ScopeInspector *self, const ScopeCollection *collection)
{
  g_autofree char *waited = scope_inspector_span (self, (double) (collection->from - collection->asked));
  g_autofree char *title = NULL;

  if (!collection->has_wait)
    return NULL;
  if (collection->n_stops == 0)
    return g_strdup_printf (_("%s of it until all had stopped"), waited);
  title = scope_trace_lane_title (scope_view_get_trace (self->panel.view), processor_lane (collection, collection->stops[0].processor));
  return g_strdup_printf (_("%s of it waiting for %s to stop"), waited, title);
}

static void
add_bytes (ScopeInspector *self, const char *key, gint64 bytes)
{
  if (bytes >= 0)
    scope_inspector_take (&self->collection, key, scope_format_bytes ((double) bytes));
}

/* "HEC 2 · thread 7", and of the last, behind whose name no time stands: "waited 1.2 µs". */
static void
add_stop (ScopeInspector *self, const ScopeCollection *collection, guint i)
{
  ScopeTrace *trace = scope_view_get_trace (self->panel.view);
  const ScopeCollectionStop *stop = &collection->stops[i];
  ScopeLaneId lane = processor_lane (collection, stop->processor);
  g_autofree char *waited = scope_inspector_span (self, (double) (collection->from - stop->to));
  g_autofree char *processor = scope_trace_lane_title (trace, lane), *where = g_strdup_printf (_("Go to %s"), processor), *key = NULL;
  g_autofree char *thread = stop->thread != SCOPE_NONE
                                ? scope_trace_lane_title (trace, (ScopeLaneId) { lane.machine, SCOPE_KIND_THREAD, stop->thread })
                                : NULL;
  g_autoptr (GString) value = g_string_new (processor);

  if (thread != NULL)
    g_string_append_printf (value, " · %s", thread);
  if (i == 0 && collection->n_stopped > 1)
    {
      g_string_append (value, " · ");
      g_string_append_printf (value, _("waited %s"), waited);
    }
  key = i == 0 ? g_strdup (_("Last to Stop")) : g_strdup_printf (_("Waited %s"), waited);
  scope_inspector_row_lead_to (scope_inspector_append (&self->collection, scope_inspector_row_new (key, value->str)), &lane, stop->from,
                               stop->to, where);
}

/* Who was stopped, from the last to the first, and how long each waited until the work began. */
static void
add_stops (ScopeInspector *self, const ScopeCollection *collection)
{
  ScopeMachine *machine = scope_trace_machine (scope_view_get_trace (self->panel.view), collection->machine);

  if (collection->has_wait && scope_machine_lacks (machine, SCOPE_LACKS_SCHEDULER))
    scope_inspector_add (&self->collection, _("Last to Stop"), _("not recorded: who ran is not"));
  for (guint i = 0; i < collection->n_stops; i++)
    add_stop (self, collection, i);
  if (collection->n_stopped > collection->n_stops)
    {
      g_autofree char *n = scope_format_count (collection->n_stopped - collection->n_stops);

      scope_inspector_take (&self->collection, NULL, g_strdup_printf (_("… %s more stopped sooner, and waited longer"), n));
    }
}

static void
fill (ScopeInspector *self, const ScopeCollection *collection, ScopeLaneId asked)
{
  g_autofree char *head = headline (self, collection), *more = detail (self, collection);
  gboolean cores = scope_trace_runtime (scope_view_get_trace (self->panel.view)) != SCOPE_RUNTIME_EDEN;

  scope_inspector_append (&self->collection, scope_inspector_row_new_sentence (head, more));
  if (collection->has_wait)
    scope_inspector_take (&self->collection, _("Asked For"),
                          scope_inspector_point (self, collection->asked, (double) (collection->to - collection->asked) / 1000));
  add_stops (self, collection);
  if (cores && collection->leader != SCOPE_NONE && (asked.kind != SCOPE_KIND_PROCESSOR || asked.index != collection->leader))
    scope_inspector_add_lane (self, &self->collection, _("Led By"), processor_lane (collection, collection->leader), collection->from,
                              collection->to);
  if (collection->threads > 0)
    scope_inspector_take (&self->collection, _("Threads at Work"), scope_format_count ((guint64) collection->threads));
  add_bytes (self, _("Copied"), collection->copied);
  add_bytes (self, _("Slop"), collection->slop);
  add_bytes (self, _("Fragmentation"), collection->fragmentation);
}

static void
answered (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (ScopeInspector) self = user_data;
  g_autoptr (GError) error = NULL;
  g_autofree ScopeCollection *collection = scope_task_answer (result, &error);
  ScopeLaneId lane;

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED) || self->panel.view == NULL)
    return;
  scope_inspector_clear (&self->collection);
  if (error != NULL)
    scope_inspector_add (&self->collection, _("Cannot Be Read"), error->message);
  else if (collection != NULL && scope_view_get_selected_lane (self->panel.view, &lane))
    fill (self, collection, lane);
}

void
scope_inspector_ask_collection (ScopeInspector *self, const ScopeProbe *probe)
{
  /* A machine of Eden has no state for it: there it is a range. */
  gboolean collects = probe->is_interval ? scope_code_state (probe->code) == SCOPE_STATE_COLLECTING
                                         : probe->lane.kind == SCOPE_KIND_MACHINE && probe->to > probe->from;

  if (collects && (probe->lane.kind == SCOPE_KIND_PROCESSOR || probe->lane.kind == SCOPE_KIND_MACHINE))
    scope_collection_find_async (scope_view_get_trace (self->panel.view), probe->lane, probe->from, probe->to, self->asking, answered,
                                 g_object_ref (self));
  else
    scope_inspector_clear (&self->collection);
}
