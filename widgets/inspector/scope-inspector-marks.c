/* scope-inspector-marks.c: what the program marked, and what was noted, at the selected time; where no lane is chosen.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "widgets/inspector/scope-inspector-private.h"

#include "model/base/scope-compare.h"
#include "model/base/scope-schema.h"
#include "model/base/scope-task.h"
#include "model/trace/document/scope-table.h"

#include <glib/gi18n.h>

#define MOST 50u          /* rows; of a longer stretch the search has a list */

typedef struct
{
  ScopeTrace *trace;
  gint64 from, to;
} Question;

typedef struct
{
  gint64 time;
  gboolean has_lane;
  ScopeLaneId lane;
  char *text;
} Mark;

static void
question_free (gpointer data)
{
  g_object_unref (((Question *) data)->trace);
  g_free (data);
}

static void
mark_clear (gpointer data)
{
  g_free (((Mark *) data)->text);
}

SCOPE_COMPARE_BY (by_time, Mark, SCOPE_UP (time))

/* --- read --- */

static void
take_mark (GArray *marks, ScopeMachine *machine, const gint64 *row, gint64 time)
{
  Mark mark = { .time = time, .lane = { machine->index, SCOPE_KIND_THREAD, 0 } };

  mark.text = scope_machine_text (machine, (guint64) row[SCOPE_MARK_TEXT], NULL);
  if (row[SCOPE_MARK_THREAD] != SCOPE_TABLE_NULL)
    mark.lane.index = (guint32) row[SCOPE_MARK_THREAD];
  else
    {
      mark.lane.kind = SCOPE_KIND_PROCESSOR;
      mark.lane.index = row[SCOPE_MARK_PROCESSOR] != SCOPE_TABLE_NULL
                            ? scope_machine_find_processor (machine, (guint) row[SCOPE_MARK_PROCESSOR])
                            : SCOPE_NONE;
    }
  mark.has_lane = mark.lane.index < scope_machine_n_entities (machine, mark.lane.kind);
  g_array_append_val (marks, mark);
}

/* The first ones of each machine. */
static void
read_machine (const Question *q, ScopeMachine *machine, GArray *marks, GCancellable *cancellable)
{
  gint64 offset = scope_trace_offset (q->trace, machine);
  guint n = 0;

  SCOPE_EACH_ROW (row, machine->tables[SCOPE_TABLE_MARKS], q->from - offset, q->to - offset + 1, cancellable, NULL)
    {
      gint64 time = row[SCOPE_MARK_TIME] + offset;

      if (time < q->from || time > q->to || scope_trace_mark_is_name (q->trace, row))
        continue;
      take_mark (marks, machine, row, time);
      if (++n == MOST)
        break;
    }
}

static gpointer
read_marks (gpointer source, gconstpointer data, GCancellable *cancellable, GError **error)
{
  const Question *q = data;
  GArray *marks = g_array_new (FALSE, FALSE, sizeof (Mark));

  g_array_set_clear_func (marks, mark_clear);
  for (guint i = 0; i < scope_trace_n_machines (q->trace) && !g_cancellable_is_cancelled (cancellable); i++)
    read_machine (q, scope_trace_machine (q->trace, i), marks, cancellable);
  g_array_sort (marks, by_time);
  return marks;
}

/* --- shown --- */

static void
add_row (ScopeInspector *self, const char *text, const ScopeLaneId *lane, gint64 from, gint64 to)
{
  g_autofree char *time = scope_inspector_point (self, from, 1);
  g_autofree char *title = lane != NULL ? scope_trace_lane_title (scope_view_get_trace (self->panel.view), *lane) : NULL;
  g_autofree char *detail = title != NULL ? g_strdup_printf ("%s · %s", time, title) : g_strdup (time);
  g_autofree char *where = title != NULL ? g_strdup_printf (_("Go to %s"), title) : NULL;
  ScopeInspectorRow *row = scope_inspector_append (
      &self->marks, scope_inspector_row_new_sentence (text != NULL && *text != '\0' ? text : _("Mark"), detail));

  if (lane != NULL)
    scope_inspector_row_lead_to (row, lane, from, to, where);
}

static void
show_marks (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (ScopeInspector) self = user_data;
  g_autoptr (GArray) marks = scope_task_answer (result, NULL);

  if (marks == NULL || self->panel.view == NULL || g_cancellable_is_cancelled (g_task_get_cancellable (G_TASK (result))))
    return;
  for (guint i = 0; i < MIN (marks->len, MOST); i++)
    {
      const Mark *mark = &g_array_index (marks, Mark, i);

      scope_inspector_set_title (&self->marks, marks->len == 1 ? _("Mark") : _("Marks"));
      add_row (self, mark->text, mark->has_lane ? &mark->lane : NULL, mark->time, mark->time);
    }
}

void
scope_inspector_ask_marks (ScopeInspector *self, gint64 from, gint64 to)
{
  Question *question = g_new (Question, 1);

  *question = (Question) { g_object_ref (scope_view_get_trace (self->panel.view)), from, to };
  scope_task_give (self, read_marks, question, question_free, (GDestroyNotify) g_array_unref, self->asking, show_marks,
                   g_object_ref (self));
}
