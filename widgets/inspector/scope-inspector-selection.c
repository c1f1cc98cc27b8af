/* scope-inspector-selection.c: what happened in a selected range, where no lane is chosen: how the processors' time divides, collections,
 * sparks, messages.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "widgets/inspector/scope-inspector-private.h"

#include "model/base/scope-format.h"
#include "model/base/scope-task.h"
#include "model/scene/draw/scope-far-figures.h"
#include "model/trace/messages/scope-pairs.h"
#include "model/trace/statistics/scope-statistics.h"

#include <glib/gi18n.h>

typedef struct
{
  gint64 from, to;
} Question;

typedef struct
{
  gint64 totals[SCOPE_N_STATES]; /* of all processors; of Eden's machines */
  guint64 n_collections;
  gint64 collected, longest;
  gboolean has_sparks, sparks_sampled;
  gint64 created, converted, fizzled;
  gboolean has_messages;
  guint64 messages, timed;
  double latency;                /* ticks, of `timed` together */
} Selection;

/* --- read --- */

static ScopeKind
kind_of (ScopeTrace *trace)
{
  return scope_statistics_is_own_kind (trace, SCOPE_KIND_PROCESSOR) ? SCOPE_KIND_PROCESSOR : SCOPE_KIND_MACHINE;
}

static gboolean
read_shares (const ScopeQueryRange *within, Selection *selection, GError **error)
{
  g_autoptr (GArray) rows = scope_far_figures_entities (within, kind_of (within->trace), error);

  for (guint i = 0; rows != NULL && i < rows->len; i++)
    for (guint s = 0; s < SCOPE_N_STATES; s++)
      selection->totals[s] += g_array_index (rows, ScopeEntityRow, i).totals[s];
  return rows != NULL;
}

static gboolean
read_collections (const ScopeQueryRange *within, Selection *selection, GError **error)
{
  g_auto (ScopeCollections) collections = { 0 };

  if (!scope_statistics_collections (within, &collections, error))
    return FALSE;
  selection->n_collections = collections.all.spread.count;
  selection->collected = collections.all.spread.total;
  selection->longest = collections.all.spread.longest;
  return TRUE;
}

static gboolean
read_sparks (const ScopeQueryRange *within, Selection *selection, GError **error)
{
  g_auto (ScopeCounters) counters = { 0 };

  if (!scope_statistics_counters (within, &counters, error))
    return FALSE;
  selection->has_sparks = counters.present[SCOPE_COUNTER_SPARKS_CREATED];
  selection->sparks_sampled = counters.sparks_sampled;
  selection->created = counters.value[SCOPE_COUNTER_SPARKS_CREATED];
  selection->converted = counters.value[SCOPE_COUNTER_SPARKS_CONVERTED];
  selection->fizzled = counters.value[SCOPE_COUNTER_SPARKS_FIZZLED];
  return TRUE;
}

static gboolean
read_messages (const ScopeQueryRange *within, Selection *selection, GError **error)
{
  const char *why;
  g_autoptr (GArray) pairs = NULL;

  if (!scope_pairs_are_there (within->trace, &why))
    return TRUE;
  pairs = scope_far_figures_pairs (within, SCOPE_PARTY_MACHINE, error);
  for (guint i = 0; pairs != NULL && i < pairs->len; i++)
    {
      const ScopePair *pair = &g_array_index (pairs, ScopePair, i);

      selection->messages += pair->count;
      selection->timed += pair->timed;
      selection->latency += (double) pair->latency;
    }
  selection->has_messages = pairs != NULL;
  return pairs != NULL;
}

static gpointer
answer (gpointer source, gconstpointer question, GCancellable *cancellable, GError **error)
{
  const Question *q = question;
  const ScopeQueryRange within = { .trace = source, .from = q->from, .to = q->to, .cancellable = cancellable };
  g_autofree Selection *selection = g_new0 (Selection, 1);

  if (read_shares (&within, selection, error) && read_collections (&within, selection, error)
      && read_sparks (&within, selection, error) && read_messages (&within, selection, error))
    return g_steal_pointer (&selection);
  return NULL;
}

/* --- shown --- */

static void
add_count (ScopeInspector *self, const char *key, guint64 n)
{
  scope_inspector_take (&self->interval, key, scope_format_count (n));
}

static void
fill (ScopeInspector *self, const Selection *selection)
{
  scope_inspector_add_totals (self, &self->interval, selection->totals);
  if (selection->n_collections > 0)
    {
      g_autofree char *n = scope_format_count (selection->n_collections);
      g_autofree char *time = scope_inspector_span (self, (double) selection->collected);
      g_autofree char *longest = scope_inspector_span (self, (double) selection->longest);

      scope_inspector_take (&self->interval, _("Garbage Collections"), g_strdup_printf (_("%s, %s in all, the longest %s"), n, time, longest));
    }
  if (selection->has_sparks)
    {
      add_count (self, selection->sparks_sampled ? _("Sparks Created (Between Samples)") : _("Sparks Created"),
                 (guint64) MAX (selection->created, 0));
      add_count (self, _("Sparks Converted"), (guint64) MAX (selection->converted, 0));
      add_count (self, _("Sparks Fizzled"), (guint64) MAX (selection->fizzled, 0));
    }
  if (selection->has_messages && selection->timed > 0)
    {
      g_autofree char *n = scope_format_count (selection->messages);
      g_autofree char *mean = scope_inspector_span (self, selection->latency / (double) selection->timed);

      scope_inspector_take (&self->interval, _("Messages"), g_strdup_printf (_("%s, %s on their way on average"), n, mean));
    }
  else if (selection->has_messages)
    add_count (self, _("Messages"), selection->messages);
}

static void
answered (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (ScopeInspector) self = user_data;
  g_autoptr (GError) error = NULL;
  g_autofree Selection *selection = scope_task_answer (result, &error);

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED) || self->panel.view == NULL)
    return;
  if (selection != NULL)
    fill (self, selection);
  else
    scope_inspector_add (&self->interval, _("Cannot Be Read"), error->message);
}

void
scope_inspector_ask_selection (ScopeInspector *self, gint64 from, gint64 to)
{
  const Question question = { from, to };

  scope_task_ask (scope_view_get_trace (self->panel.view), answer, &question, sizeof question, g_free, self->asking, answered,
                  g_object_ref (self));
}
