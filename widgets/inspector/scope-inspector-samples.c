/* scope-inspector-samples.c: where the chosen processor or thread was in the chosen time, by the samples of a profiler: the stack that most of
 * them had, from its top.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "widgets/inspector/scope-inspector-private.h"

#include "model/base/scope-task.h"
#include "model/scene/calls/scope-call-words.h"

#include <glib/gi18n.h>

#define MOST_FRAMES 12u

typedef struct
{
  ScopeLaneId lane;
  gint64 from, to;
} Question;

static gpointer
answer (gpointer source, gconstpointer data, GCancellable *cancellable, GError **error)
{
  const Question *question = data;

  return scope_call_tree_read (source, &question->lane, 1, question->from, question->to, cancellable, error);
}

/* Whose own samples are most. */
static guint32
find_most (const ScopeCallTree *tree)
{
  guint32 most = 0;

  for (guint32 i = 1; i < tree->n_nodes; i++)
    if (tree->nodes[i].self > tree->nodes[most].self)
      most = i;
  return most;
}

static void
fill (ScopeInspector *self, const ScopeCallTree *tree)
{
  guint32 top = find_most (tree);
  g_autofree char *all = scope_call_samples_text (tree, tree->total), *own = scope_format_count ((guint64) tree->nodes[top].self);
  guint n = 0;

  scope_inspector_set_title (&self->samples, _("Sampled Stack"));
  scope_inspector_add (&self->samples, _("Samples"), all);
  scope_inspector_add (&self->samples, _("Of These This Stack"), own);
  for (guint32 i = top; i != SCOPE_NONE; i = tree->nodes[i].parent, n++)
    {
      const ScopeCallFunctionSum *function = &tree->functions[tree->nodes[i].function];

      if (n < MOST_FRAMES)
        scope_inspector_append (&self->samples,
                                scope_inspector_row_new_sentence (scope_call_function_title (function), function->source));
    }
  if (n > MOST_FRAMES)
    scope_inspector_take (&self->samples, NULL, g_strdup_printf (_("… %u more …"), n - MOST_FRAMES));
}

static void
answered (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (ScopeInspector) self = user_data;
  g_autoptr (GError) error = NULL;
  g_autoptr (ScopeCallTree) tree = scope_task_answer (result, &error);

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED) || self->panel.view == NULL
      || g_task_get_cancellable (G_TASK (result)) != self->asking)
    return;
  scope_inspector_clear (&self->samples);
  if (error != NULL)
    scope_inspector_add (&self->samples, _("Cannot Be Read"), error->message);
  else if (tree->n_nodes > 0)
    fill (self, tree);
}

void
scope_inspector_ask_samples (ScopeInspector *self, const ScopeProbe *probe)
{
  ScopeTrace *trace = scope_view_get_trace (self->panel.view);
  const Question question = { probe->lane, probe->from, probe->to };

  if (probe->to > probe->from && scope_call_tree_is_sampled (trace) && scope_call_tree_has_lane (trace, probe->lane))
    scope_task_ask (trace, answer, &question, sizeof question, (GDestroyNotify) scope_call_tree_unref, self->asking, answered,
                    g_object_ref (self));
}
