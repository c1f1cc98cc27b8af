/* scope-comparison.c: the object: two runs, how they are aligned and paired, and the ways to ask. The answer is made in
 * scope-comparison-read.c.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/trace/compare/scope-comparison-private.h"

#include "model/base/scope-task.h"

struct _ScopeComparison
{
  GObject parent_instance;
  ScopeCompareState *state;
  ScopeTimeMap *first_map; /* before it is prepared: from the start */
};

G_DEFINE_FINAL_TYPE (ScopeComparison, scope_comparison, G_TYPE_OBJECT)

enum
{
  CHANGED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

/* --- how it stands --- */

static void
compared_clear (gpointer data)
{
  ScopeCompared *compared = data;

  g_clear_object (&compared->trace);
  g_clear_pointer (&compared->alignment, scope_alignment_unref);
  g_clear_pointer (&compared->pairing, scope_pairing_unref);
}

static ScopeCompareState *
state_new (ScopeTrace *run, const ScopeAlignWish *wish)
{
  ScopeCompareState *state = g_new0 (ScopeCompareState, 1);

  g_atomic_ref_count_init (&state->refs);
  g_mutex_init (&state->lock);
  state->run = g_object_ref (run);
  if (wish != NULL)
    state->wish = *wish;
  state->wish.mark = g_strdup (state->wish.mark);
  state->edits = g_array_new (FALSE, FALSE, sizeof (ScopePairingEdit));
  state->others = g_array_new (FALSE, FALSE, sizeof (ScopeCompared));
  g_array_set_clear_func (state->others, compared_clear);
  return state;
}

static void
state_add (ScopeCompareState *state, ScopeTrace *trace, ScopeAlignment *alignment, ScopePairing *pairing)
{
  ScopeCompared compared = { .trace = g_object_ref (trace) };

  if (alignment != NULL)
    compared.alignment = scope_alignment_ref (alignment);
  if (pairing != NULL)
    compared.pairing = scope_pairing_ref (pairing);
  g_array_append_val (state->others, compared);
}

static ScopeCompareState *
state_ref (ScopeCompareState *state)
{
  g_atomic_ref_count_inc (&state->refs);
  return state;
}

void
scope_compare_state_unref (ScopeCompareState *state)
{
  if (!g_atomic_ref_count_dec (&state->refs))
    return;
  g_array_unref (state->others);
  g_array_unref (state->edits);
  g_free ((char *) state->wish.mark);
  g_object_unref (state->run);
  g_mutex_clear (&state->lock);
  g_free (state);
}

static ScopeCompared *
baseline_of (ScopeCompareState *state)
{
  return &g_array_index (state->others, ScopeCompared, 0);
}

gboolean
scope_compare_state_prepare (ScopeCompareState *state, guint i, GCancellable *cancellable, GError **error)
{
  ScopeCompared *compared = &g_array_index (state->others, ScopeCompared, i);
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&state->lock);
  /* Edits name lanes of the baseline. */
  const ScopePairingEdit *edits = (const ScopePairingEdit *) (const void *) state->edits->data;

  if (compared->alignment == NULL)
    compared->alignment = scope_alignment_new (compared->trace, state->run, &state->wish, cancellable, error);
  if (compared->alignment == NULL)
    return FALSE;
  if (compared->pairing == NULL)
    compared->pairing = scope_pairing_new (compared->trace, state->run, edits, i == 0 ? state->edits->len : 0,
                                           cancellable, error);
  return compared->pairing != NULL;
}

/* The same runs, with another wish (NULL: the same) and one edit more (NULL: none). What is still right is kept; with
 * `anew` nothing of traces that grow. */
static ScopeCompareState *
state_derive (ScopeCompareState *state, const ScopeAlignWish *wish, const ScopePairingEdit *edit, gboolean anew)
{
  ScopeCompareState *derived = state_new (state->run, wish != NULL ? wish : &state->wish);

  if (state->edits->len > 0)
    g_array_append_vals (derived->edits, state->edits->data, state->edits->len);
  if (edit != NULL)
    g_array_append_val (derived->edits, *edit);
  g_mutex_lock (&state->lock);
  for (guint i = 0; i < state->others->len; i++)
    {
      const ScopeCompared *other = &g_array_index (state->others, ScopeCompared, i);
      gboolean stays = !anew || (scope_trace_get_finished (other->trace) && scope_trace_get_finished (state->run));

      state_add (derived, other->trace, stays && wish == NULL ? other->alignment : NULL,
                 stays && (edit == NULL || i > 0) ? other->pairing : NULL);
    }
  g_mutex_unlock (&state->lock);
  return derived;
}

/* --- the object --- */

static void
scope_comparison_finalize (GObject *object)
{
  ScopeComparison *self = SCOPE_COMPARISON (object);

  g_clear_pointer (&self->state, scope_compare_state_unref);
  g_clear_pointer (&self->first_map, scope_time_map_unref);
  G_OBJECT_CLASS (scope_comparison_parent_class)->finalize (object);
}

static void
scope_comparison_class_init (ScopeComparisonClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = scope_comparison_finalize;
  signals[CHANGED] = g_signal_new ("changed", SCOPE_TYPE_COMPARISON, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                   G_TYPE_NONE, 0);
}

static void
scope_comparison_init (ScopeComparison *self)
{
}

ScopeComparison *
scope_comparison_new (ScopeTrace *baseline, ScopeTrace *run)
{
  ScopeComparison *self = g_object_new (SCOPE_TYPE_COMPARISON, NULL);
  ScopeTimeKnot knot;
  gint64 last;

  self->state = state_new (run, NULL);
  state_add (self->state, baseline, NULL, NULL);
  scope_trace_range (run, &knot.run, &last);
  scope_trace_range (baseline, &knot.baseline, &last);
  self->first_map = scope_time_map_new (&knot, 1, MAX (scope_trace_tick_ps (run), 1),
                                        MAX (scope_trace_tick_ps (baseline), 1));
  return self;
}

ScopeTrace *
scope_comparison_get_baseline (ScopeComparison *self)
{
  return baseline_of (self->state)->trace;
}

ScopeTrace *
scope_comparison_get_run (ScopeComparison *self)
{
  return self->state->run;
}

static void
take_state (ScopeComparison *self, ScopeCompareState *state)
{
  scope_compare_state_unref (self->state);
  self->state = state;
  g_signal_emit (self, signals[CHANGED], 0);
}

gboolean
scope_comparison_is_prepared (ScopeComparison *self)
{
  return baseline_of (self->state)->pairing != NULL;
}

ScopeAlignment *
scope_comparison_get_alignment (ScopeComparison *self)
{
  return baseline_of (self->state)->alignment;
}

ScopePairing *
scope_comparison_get_pairing (ScopeComparison *self)
{
  return baseline_of (self->state)->pairing;
}

ScopeTimeMap *
scope_comparison_get_map (ScopeComparison *self)
{
  ScopeAlignment *alignment = baseline_of (self->state)->alignment;

  return alignment != NULL ? scope_alignment_get_map (alignment) : self->first_map;
}

/* --- preparing --- */

static gpointer
prepare_thread (gpointer source, gconstpointer data, GCancellable *cancellable, GError **error)
{
  return GINT_TO_POINTER (scope_compare_state_prepare ((gpointer) data, 0, cancellable, error));
}

static void
prepare_async (ScopeComparison *self, const ScopeAlignWish *wish, const ScopePairingEdit *edit,
               GCancellable *cancellable, GAsyncReadyCallback callback, gpointer user_data)
{
  scope_task_give (self, prepare_thread, state_derive (self->state, wish, edit, edit == NULL),
                   (GDestroyNotify) scope_compare_state_unref, NULL, cancellable, callback, user_data);
}

void
scope_comparison_prepare_async (ScopeComparison *self, const ScopeAlignWish *wish, GCancellable *cancellable,
                                GAsyncReadyCallback callback, gpointer user_data)
{
  prepare_async (self, wish, NULL, cancellable, callback, user_data);
}

gboolean
scope_comparison_prepare_finish (ScopeComparison *self, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);

  if (scope_task_answer (result, error) == NULL)
    return FALSE;
  take_state (self, state_ref (scope_task_question (result)));
  return TRUE;
}

void
scope_comparison_edit_async (ScopeComparison *self, const ScopePairingEdit *edit, GCancellable *cancellable,
                             GAsyncReadyCallback callback, gpointer user_data)
{
  prepare_async (self, NULL, edit, cancellable, callback, user_data);
}

gboolean
scope_comparison_edit_finish (ScopeComparison *self, GAsyncResult *result, GError **error)
{
  return scope_comparison_prepare_finish (self, result, error);
}

gboolean
scope_comparison_prepare (ScopeComparison *self, const ScopeAlignWish *wish, GCancellable *cancellable, GError **error)
{
  g_autoptr (ScopeCompareState) state = state_derive (self->state, wish, NULL, TRUE);

  if (!scope_compare_state_prepare (state, 0, cancellable, error))
    return FALSE;
  take_state (self, g_steal_pointer (&state));
  return TRUE;
}

void
scope_comparison_set_spread (ScopeComparison *self, ScopeTrace **traces, guint n)
{
  g_autoptr (ScopeCompareState) state = state_derive (self->state, NULL, NULL, FALSE);

  g_array_set_size (state->others, 1);
  for (guint i = 0; i < n; i++)
    state_add (state, traces[i], NULL, NULL);
  take_state (self, g_steal_pointer (&state));
}

/* --- asking --- */

GArray *
scope_comparison_read (ScopeComparison *self, const ScopeCompareQuestion *question, GError **error)
{
  g_autoptr (ScopeCompareState) state = state_ref (self->state);

  return scope_compare_state_read (state, question, error);
}

typedef struct
{
  ScopeCompareState *state;
  ScopeCompareQuestion question;
} Asking;

static void
asking_free (gpointer data)
{
  Asking *asking = data;

  scope_compare_state_unref (asking->state);
  g_clear_object (&asking->question.cancellable);
  g_free (asking);
}

static gpointer
read_thread (gpointer source, gconstpointer data, GCancellable *cancellable, GError **error)
{
  const Asking *asking = data;

  return scope_compare_state_read (asking->state, &asking->question, error);
}

void
scope_comparison_read_async (ScopeComparison *self, const ScopeCompareQuestion *question, GAsyncReadyCallback callback,
                             gpointer user_data)
{
  Asking *asking = g_new0 (Asking, 1);

  asking->state = state_ref (self->state);
  asking->question = *question;
  if (question->cancellable != NULL)
    g_object_ref (question->cancellable);
  scope_task_give (self, read_thread, asking, asking_free, (GDestroyNotify) g_array_unref, question->cancellable, callback,
                   user_data);
}

GArray *
scope_comparison_read_finish (ScopeComparison *self, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);

  return scope_task_answer (result, error);
}
