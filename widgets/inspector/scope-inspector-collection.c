/* scope-inspector-collection.c: the chosen collection of garbage: of which generation, for whom all had to wait, what it copied.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "widgets/inspector/scope-inspector-private.h"

#include "model/base/scope-task.h"
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
  if (collection->last == SCOPE_NONE)
    return g_strdup_printf (_("%s of it until all had stopped"), waited);
  title = scope_trace_lane_title (scope_view_get_trace (self->panel.view), processor_lane (collection, collection->last));
  return g_strdup_printf (_("%s of it waiting for %s to stop"), waited, title);
}

static void
add_bytes (ScopeInspector *self, const char *key, gint64 bytes)
{
  if (bytes >= 0)
    scope_inspector_take (&self->collection, key, scope_format_bytes ((double) bytes));
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
  if (collection->last != SCOPE_NONE)
    scope_inspector_add_lane (self, &self->collection, _("Last to Stop"), processor_lane (collection, collection->last),
                              collection->last_from, collection->last_to);
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
