/* scope-inspector-stretch.c: of a chosen wait its pieces, and whose fault each is; of chosen work, whether it is on the critical path and how
 * long it kept others waiting.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "widgets/inspector/scope-inspector-private.h"

#include "model/base/scope-each.h"
#include "model/base/scope-format.h"
#include "model/base/scope-task.h"
#include "model/trace/analysis/scope-cause-words.h"
#include "model/trace/analysis/scope-task-stretch.h"

#include <glib/gi18n.h>

#define MOST_PIECES 6u
#define MOST_KEEPERS 3u
#define LEAST_SHARE 0.01 /* of a wait: who kept it waiting for less is not told */

static const char *
piece_word (ScopeTrace *trace, guint code)
{
  ScopeCause cause;

  return scope_cause_of_code (code, &cause) ? scope_cause_word (trace, cause) : scope_trace_code_label (trace, code);
}

static void
add_piece (ScopeInspector *self, const ScopeTaskStretchPiece *piece)
{
  ScopeTrace *trace = scope_view_get_trace (self->panel.view);
  const ScopeLaneId task = { piece->by.machine, SCOPE_KIND_THREAD, piece->by.thread };
  gboolean has_task = !scope_task_is_nobody (piece->by);
  g_autofree char *words = scope_format_sentence (piece_word (trace, piece->code)),
                  *time = scope_inspector_span (self, (double) (piece->to - piece->from)),
                  *name = has_task ? scope_trace_lane_title (trace, task) : NULL,
                  *detail = has_task ? g_strdup_printf ("%s · %s", name, time) : g_strdup (time);
  ScopeInspectorRow *row = scope_inspector_append (&self->stretch, scope_inspector_row_new_sentence (words, detail));

  if (has_task)
    {
      g_autofree char *where = g_strdup_printf (_("Go to %s"), name);

      scope_inspector_row_lead_to (row, &task, piece->from, piece->to, where);
    }
}

/* "thread 3 “stage_2” · 450 µs · 46.9 %": the time is handed on along those who waited themselves. */
static void
add_keeper (ScopeInspector *self, const ScopeWaitKeeper *keeper, gint64 all)
{
  ScopeTrace *trace = scope_view_get_trace (self->panel.view);
  const ScopeLaneId task = { keeper->task.machine, SCOPE_KIND_THREAD, keeper->task.thread };
  gboolean has_task = !scope_task_is_nobody (keeper->task);
  g_autofree char *name = has_task ? scope_trace_lane_title (trace, task) : scope_format_sentence (piece_word (trace, keeper->code)),
                  *time = scope_inspector_span (self, (double) keeper->time), *share = scope_format_share ((double) keeper->time / (double) all),
                  *detail = g_strdup_printf ("%s · %s", time, share), *where = NULL;
  ScopeInspectorRow *row = scope_inspector_append (&self->stretch, scope_inspector_row_new_sentence (name, detail));

  if (!has_task)
    return;
  where = g_strdup_printf (_("Go to %s"), name);
  scope_inspector_row_lead_to (row, &task, keeper->longest_from, keeper->longest_to, where);
}

/* FALSE: one piece says as much. */
static gboolean
fill_keepers (ScopeInspector *self, const ScopeTaskStretch *stretch)
{
  const ScopeTaskStretchPiece *only = stretch->pieces->len == 1 ? &g_array_index (stretch->pieces, ScopeTaskStretchPiece, 0) : NULL;
  const ScopeWaitKeeper *first = stretch->keepers->len > 0 ? &g_array_index (stretch->keepers, ScopeWaitKeeper, 0) : NULL;
  gint64 all = 0;
  guint n = 0;

  SCOPE_EACH (const ScopeWaitKeeper, keeper, stretch->keepers)
    all += keeper->time;
  if (first == NULL || all <= 0 || (only != NULL && stretch->keepers->len == 1 && scope_task_is (only->by, first->task)))
    return FALSE;
  scope_inspector_set_title (&self->stretch, _("Who Kept It Waiting"));
  SCOPE_EACH (const ScopeWaitKeeper, keeper, stretch->keepers)
    if (n < MOST_KEEPERS && (n == 0 || (double) keeper->time >= LEAST_SHARE * (double) all))
      {
        add_keeper (self, keeper, all);
        n++;
      }
  return TRUE;
}

static gint
compare_lengths (gconstpointer a, gconstpointer b)
{
  const ScopeTaskStretchPiece *x = a, *y = b;
  gint64 more = (y->to - y->from) - (x->to - x->from);

  return more != 0 ? (more > 0 ? 1 : -1) : (x->from > y->from) - (x->from < y->from);
}

/* In order of time if there are few, else the longest. */
static void
fill_pieces (ScopeInspector *self, const ScopeTaskStretch *stretch)
{
  GArray *pieces = stretch->pieces;

  if (fill_keepers (self, stretch))
    scope_inspector_take (&self->stretch, NULL, g_strdup (_("What the Wait Is Made Of")));
  else
    scope_inspector_set_title (&self->stretch, _("What the Wait Is Made Of"));
  if (pieces->len > MOST_PIECES)
    g_array_sort (pieces, compare_lengths);
  for (guint i = 0; i < MIN (pieces->len, MOST_PIECES); i++)
    add_piece (self, &g_array_index (pieces, ScopeTaskStretchPiece, i));
  if (pieces->len > MOST_PIECES)
    scope_inspector_take (&self->stretch, NULL, g_strdup_printf (_("… %u shorter pieces …"), pieces->len - MOST_PIECES));
}

static void
add_on_path (ScopeInspector *self, const ScopeTaskStretch *stretch, gint64 length)
{
  g_autofree char *path = scope_inspector_span (self, (double) stretch->on_path),
                  *stopped = scope_inspector_span (self, (double) stretch->stopped_on_path),
                  *slack = scope_inspector_span (self, (double) stretch->slack);
  const char *key = _("On the Critical Path");

  if (stretch->on_path > 0)
    scope_inspector_add (&self->stretch, key, stretch->on_path >= length ? _("all of it") : path);
  else if (stretch->stopped_on_path > 0)
    scope_inspector_take (&self->stretch, key, g_strdup_printf (_("%s of GC, which waited for it"), stopped));
  else if (stretch->slack > 0)
    scope_inspector_take (&self->stretch, key, g_strdup_printf (_("no: it could have ended %s later"), slack));
  else
    scope_inspector_add (&self->stretch, key, _("no: something else took longer"));
}

/* Tasks, and processors that had nothing else to do or had stopped for a collection. */
static void
fill_work (ScopeInspector *self, const ScopeTaskStretch *stretch, gint64 length)
{
  ScopeTrace *trace = scope_view_get_trace (self->panel.view);
  g_autofree char *waited = scope_inspector_span (self, (double) (stretch->direct + stretch->cascaded)),
                  *idled = scope_inspector_span (self, (double) stretch->idled), *stopped = scope_inspector_span (self, (double) stretch->stopped);
  gboolean anybody = stretch->direct + stretch->cascaded > 0;

  scope_inspector_set_title (&self->stretch, _("What Hung on It"));
  add_on_path (self, stretch, length);
  if (anybody || stretch->idled + stretch->stopped == 0)
    scope_inspector_add (&self->stretch, _("Kept Others Waiting"), anybody ? waited : _("nobody"));
  if (stretch->idled > 0)
    scope_inspector_add (&self->stretch, scope_cause_left_idle (trace), idled);
  if (stretch->stopped > 0)
    scope_inspector_add (&self->stretch, scope_cause_left_stopped (trace), stopped);
}

static void
answered (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (ScopeInspector) self = user_data;
  g_autoptr (GError) error = NULL;
  g_autoptr (ScopeTaskStretch) stretch = scope_task_answer (result, &error);

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED) || self->panel.view == NULL
      || g_task_get_cancellable (G_TASK (result)) != self->asking)
    return;
  scope_inspector_clear (&self->stretch);
  if (stretch != NULL && self->stretch_waits)
    fill_pieces (self, stretch);
  else if (stretch != NULL)
    fill_work (self, stretch, self->stretch_length);
}

/* Whose stretch it is: of a thread, of an Erlang process, or of what runs on a processor. */
static gboolean
find_task (ScopeTrace *trace, const ScopeProbe *probe, ScopeTaskId *ret_task)
{
  ScopeMachine *machine = scope_trace_machine (trace, probe->lane.machine);
  ScopeState state = scope_code_state (probe->code);

  *ret_task = (ScopeTaskId) { probe->lane.machine, SCOPE_NONE };
  if (probe->lane.kind == SCOPE_KIND_THREAD)
    ret_task->thread = probe->lane.index;
  else if (probe->lane.kind == SCOPE_KIND_PROCESSOR && state == SCOPE_STATE_RUNNING && probe->ref > 0)
    ret_task->thread = probe->ref - 1;
  else if (probe->lane.kind == SCOPE_KIND_PROCESS && scope_trace_runtime (trace) == SCOPE_RUNTIME_ERLANG)
    {
      g_autofree char *name = scope_machine_entity_id (machine, SCOPE_KIND_PROCESS, probe->lane.index);

      ret_task->thread = scope_machine_find_entity (machine, SCOPE_KIND_THREAD, name);
    }
  return ret_task->thread < scope_machine_n_entities (machine, SCOPE_KIND_THREAD);
}

void
scope_inspector_ask_stretch (ScopeInspector *self, const ScopeProbe *probe)
{
  ScopeTrace *trace = scope_view_get_trace (self->panel.view);
  /* Of a range of a task all that it did. */
  ScopeState state = probe->is_interval ? scope_code_state (probe->code) : SCOPE_STATE_RUNNING;
  ScopeTaskId task;

  scope_inspector_clear (&self->stretch);
  if ((!probe->is_interval && probe->lane.kind == SCOPE_KIND_PROCESSOR) || probe->to <= probe->from || !scope_trace_get_finished (trace)
      || scope_trace_runtime (trace) == SCOPE_RUNTIME_SIMULATION || (state != SCOPE_STATE_RUNNING && state != SCOPE_STATE_BLOCKED)
      || !find_task (trace, probe, &task))
    return;
  self->stretch_waits = state == SCOPE_STATE_BLOCKED;
  self->stretch_length = probe->to - probe->from;
  scope_task_stretch_read_async (trace, task, probe->from, probe->to, self->asking, answered, g_object_ref (self));
}
