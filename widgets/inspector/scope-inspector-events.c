/* scope-inspector-events.c: misses, barriers and the like of a core in the selected time: how many of which kind; of one, where and how long.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "widgets/inspector/scope-inspector-private.h"

#include "model/base/scope-task.h"
#include "model/scene/calls/scope-call-marks.h"

#include <glib/gi18n.h>

typedef struct
{
  ScopeTrace *trace;
  ScopeLaneId lane;
  ScopeViewport viewport;
} Question;

static void
question_free (gpointer data)
{
  g_object_unref (((Question *) data)->trace);
  g_free (data);
}

static gpointer
read_events (gpointer source, gconstpointer data, GCancellable *cancellable, GError **error)
{
  const Question *q = data;

  return scope_call_marks_read (q->trace, &q->lane, 1, &q->viewport, SCOPE_HITS_ALL, 0, cancellable);
}

/* Lines of a mark's words: what and how long, where, at what address. */
static void
add_lines (ScopeInspector *self, const char *words)
{
  g_auto (GStrv) lines = g_strsplit (words, "\n", -1);

  for (guint i = 0; lines[i] != NULL; i++)
    scope_inspector_add (&self->why, i == 0 ? _("What") : i == 1 ? _("Where") : _("Access"), lines[i]);
}

static void
show_events (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (ScopeInspector) self = user_data;
  g_autoptr (GPtrArray) all = scope_task_answer (result, NULL);
  const ScopeCallMarks *marks = all != NULL ? g_ptr_array_index (all, 0) : NULL;
  guint64 n = 0;

  if (marks == NULL || self->panel.view == NULL || g_cancellable_is_cancelled (g_task_get_cancellable (G_TASK (result))))
    return;
  for (guint k = 0; k < SCOPE_N_SHOWN_HITS; k++)
    n += marks->n[k];
  if (n == 0)
    return;
  scope_inspector_clear (&self->why);
  scope_inspector_set_title (&self->why, n == 1 ? _("Hardware Event") : _("Hardware Events"));
  for (guint k = 0; k < SCOPE_N_SHOWN_HITS && n > 1; k++)
    if (marks->n[k] > 0)
      {
        g_autofree char *count = scope_format_count (marks->n[k]);

        scope_inspector_take (&self->why, scope_hit_title (k), g_strdup_printf (marks->sampled ? "≈ %s" : "%s", count));
      }
  if (n == 1)
    {
      ScopeClock clock = scope_view_get_clock (self->panel.view);
      g_autofree char *words = scope_call_mark_describe (scope_view_get_trace (self->panel.view), marks,
                                                         &g_array_index (marks->marks, ScopeCallMark, 0), &clock);

      add_lines (self, words);
    }
  scope_inspector_filled (self);
}

void
scope_inspector_ask_events (ScopeInspector *self, ScopeLaneId lane, gint64 from, gint64 to)
{
  ScopeTrace *trace = scope_view_get_trace (self->panel.view);
  Question *question;
  gint64 first, last;

  if (lane.kind != SCOPE_KIND_PROCESSOR || to <= from || !scope_activations_in_lane (trace, lane))
    return;
  question = g_new (Question, 1);
  question->trace = g_object_ref (trace);
  question->lane = lane;
  scope_trace_range (trace, &first, &last);
  scope_viewport_init (&question->viewport, first, last, 1);
  scope_viewport_set_times (&question->viewport, from, to);
  scope_task_give (self, read_events, question, question_free, (GDestroyNotify) g_ptr_array_unref, self->asking, show_events, g_object_ref (self));
}
