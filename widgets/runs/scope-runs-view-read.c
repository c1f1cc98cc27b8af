/* scope-runs-view-read.c: reads runs off the main thread: figures first, then the band. One question is under way at a
 * time; a new one cancels the last and waits for nothing: a set is used by one thread at a time, so the next begins
 * when the last has ended.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "widgets/runs/scope-runs-view-private.h"

#include "model/base/scope-task.h"
#include "model/trace/runs/scope-run-size.h"

#include <math.h>

typedef struct
{
  ScopeRunSet *set;
  ScopeRunBandOptions options;
  gboolean figures; /* are wanted, too */
  gboolean growth;  /* is wanted alone */
  gint *permille;
  /* what is found */
  ScopeScaling *scaling;
  char *no_scaling;
  ScopeGrowth *found_growth;
  char *no_growth;
  ScopeRunBand *band;
  char *no_band;
} Question;

#define COLUMNS 400u

static void
question_free (gpointer data)
{
  Question *question = data;

  scope_run_set_unref (question->set);
  g_atomic_rc_box_release (question->permille);
  scope_scaling_free (question->scaling);
  scope_growth_free (question->found_growth);
  scope_run_band_free (question->band);
  g_free (question->no_scaling);
  g_free (question->no_growth);
  g_free (question->no_band);
  g_free (question);
}

static char *
take_message (GError *error)
{
  char *message = g_strdup (error != NULL ? error->message : "");

  g_clear_error (&error);
  return message;
}

/* Over processors, or the one argument, or setting of the simulated machine, that differs. */
static gpointer
answer_growth (Question *question, GCancellable *cancellable, GError **error)
{
  g_autofree double *sizes = NULL;
  g_autofree char *setting = NULL;

  scope_run_set_ask_parts (question->set, NULL);
  if (!scope_run_set_read (question->set, cancellable, question->permille, error))
    return NULL;
  sizes = scope_run_sizes (question->set, NULL, error);
  setting = sizes != NULL ? scope_run_size_dup_setting (question->set, NULL) : NULL;
  question->found_growth = sizes != NULL ? scope_growth_new (question->set, sizes, setting, SCOPE_GROWTH_ANY, NAN, error) : NULL;
  if (question->found_growth == NULL)
    question->no_growth = take_message (g_steal_pointer (error));
  return GINT_TO_POINTER (!g_cancellable_set_error_if_cancelled (cancellable, error));
}

static gpointer
answer (gpointer source, gconstpointer data, GCancellable *cancellable, GError **error)
{
  Question *question = (gpointer) data;

  if (question->growth)
    return answer_growth (question, cancellable, error);
  if (question->figures && !scope_run_set_read (question->set, cancellable, question->permille, error))
    return NULL;
  if (question->figures)
    {
      question->scaling = scope_scaling_new (question->set, FALSE, error);
      if (question->scaling == NULL)
        question->no_scaling = take_message (g_steal_pointer (error));
    }
  question->band = scope_run_band_read (question->set, &question->options, cancellable, question->permille, error);
  if (question->band == NULL)
    question->no_band = take_message (g_steal_pointer (error));
  return GINT_TO_POINTER (!g_cancellable_set_error_if_cancelled (cancellable, error));
}

static gboolean
show_progress (gpointer data)
{
  ScopeRunsView *self = data;

  gtk_progress_bar_set_fraction (GTK_PROGRESS_BAR (self->progress), g_atomic_int_get (self->permille) / 1000.0);
  return G_SOURCE_CONTINUE;
}

static void
stop_reading (ScopeRunsView *self)
{
  scope_task_stop (&self->reading);
  g_clear_handle_id (&self->progress_source, g_source_remove);
  g_clear_pointer (&self->permille, g_atomic_rc_box_release);
}

static void
take (ScopeRunsView *self, Question *question)
{
  self->pointed = SCOPE_NONE;
  if (question->growth)
    {
      self->growth = g_steal_pointer (&question->found_growth);
      self->no_growth = g_steal_pointer (&question->no_growth);
      return;
    }
  if (question->figures)
    {
      self->read = TRUE;
      g_clear_pointer (&self->scaling, scope_scaling_free);
      g_free (self->no_scaling);
      self->scaling = g_steal_pointer (&question->scaling);
      self->no_scaling = g_steal_pointer (&question->no_scaling);
      if (self->scaling == NULL && self->page == SCOPE_RUNS_SCALING && scope_run_set_n_read (self->set) > 1)
        self->page = SCOPE_RUNS_BAND;
    }
  g_clear_pointer (&self->band, scope_run_band_free);
  g_free (self->no_band);
  self->band = g_steal_pointer (&question->band);
  self->no_band = g_steal_pointer (&question->no_band);
}

static void
answered (GObject *source, GAsyncResult *result, gpointer user_data)
{
  ScopeRunsView *self = SCOPE_RUNS_VIEW (source);
  g_autoptr (GError) error = NULL;
  gboolean ok = scope_task_answer (result, &error) != NULL;

  if (g_task_get_cancellable (G_TASK (result)) != self->reading)
    return; /* another one is under way, or nobody wants it */
  stop_reading (self);
  if (ok)
    {
      take (self, scope_task_question (result));
      gtk_stack_set_visible_child (GTK_STACK (self->stack), self->result);
    }
  else
    {
      adw_status_page_set_description (ADW_STATUS_PAGE (self->failed), error->message);
      gtk_stack_set_visible_child (GTK_STACK (self->stack), self->failed);
    }
  scope_runs_view_update (self);
}

static void
ask (ScopeRunsView *self, gboolean figures, gboolean growth)
{
  Question *question = g_new0 (Question, 1);

  stop_reading (self);
  self->reading = g_cancellable_new ();
  self->permille = g_atomic_rc_box_new0 (gint);
  self->progress_source = g_timeout_add (100, show_progress, self);
  question->set = scope_run_set_ref (self->set);
  question->options = (ScopeRunBandOptions) { .by = self->align, .n = COLUMNS, .share = self->share };
  question->figures = figures;
  question->growth = growth;
  question->permille = g_atomic_rc_box_acquire (self->permille);
  scope_task_give (self, answer, question, question_free, NULL, self->reading, answered, NULL);
}

void
scope_runs_view_read (ScopeRunsView *self)
{
  gtk_progress_bar_set_fraction (GTK_PROGRESS_BAR (self->progress), 0);
  gtk_stack_set_visible_child_name (GTK_STACK (self->stack), "reading");
  ask (self, TRUE, FALSE);
}

void
scope_runs_view_read_band (ScopeRunsView *self)
{
  if (self->read)
    ask (self, FALSE, FALSE);
}

void
scope_runs_view_read_growth (ScopeRunsView *self)
{
  if (!self->read || self->reading != NULL || self->growth != NULL || self->no_growth != NULL)
    return;
  gtk_progress_bar_set_fraction (GTK_PROGRESS_BAR (self->progress), 0);
  gtk_stack_set_visible_child_name (GTK_STACK (self->stack), "reading");
  ask (self, FALSE, TRUE);
}

void
scope_runs_view_forget (ScopeRunsView *self)
{
  stop_reading (self);
  g_clear_pointer (&self->scaling, scope_scaling_free);
  g_clear_pointer (&self->growth, scope_growth_free);
  g_clear_pointer (&self->band, scope_run_band_free);
  g_clear_pointer (&self->no_scaling, g_free);
  g_clear_pointer (&self->no_growth, g_free);
  g_clear_pointer (&self->no_band, g_free);
  g_clear_pointer (&self->set, scope_run_set_unref);
}
