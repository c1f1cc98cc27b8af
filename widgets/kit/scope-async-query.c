/* scope-async-query.c: see scope-async-query.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/kit/scope-async-query.h"

#include "model/base/scope-task.h"
#include "model/trace/document/scope-message.h"

#define WAIT_MS 60
#define WAIT_READING_MS 600 /* while the trace grows */
#define PATIENCE_MS 400     /* before progress is shown */

struct _ScopeAsyncQuery
{
  GtkWidget *owner; /* not owned */
  const ScopeAsyncQueryClass *klass;
  GCancellable *asking;
  gint *permille; /* of the question under way; an atomic rc box */
  guint wait, patience;
  gboolean stale, reading;
};

typedef struct
{
  const ScopeAsyncQueryClass *klass;
  ScopeAsyncQuery *question; /* looked at only while it has the task's cancellable */
  ScopeTrace *trace;
  gint64 from, to;
  gboolean filtered;
  ScopeMessageFilter messages;
  gint *permille;
  gpointer what;
} Asked;

static void
asked_free (gpointer data)
{
  Asked *asked = data;

  g_object_unref (asked->trace);
  g_atomic_rc_box_release (asked->permille);
  if (asked->klass->clear_what != NULL)
    asked->klass->clear_what (asked->what);
  g_free (asked->what);
  g_free (asked);
}

static void
find_in_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  Asked *asked = data;
  ScopeQueryRange within = { .trace = asked->trace, .from = asked->from, .to = asked->to, .cancellable = cancellable,
                             .permille = asked->permille, .messages = asked->filtered ? &asked->messages : NULL };
  GError *error = NULL;
  gpointer answer = asked->klass->find (&within, asked->what, &error);

  if (error == NULL)
    g_task_return_pointer (task, answer, asked->klass->free_answer);
  else
    g_task_return_error (task, error);
}

static void
stop_waiting (ScopeAsyncQuery *question)
{
  g_clear_object (&question->asking);
  g_clear_pointer (&question->permille, g_atomic_rc_box_release);
  g_clear_handle_id (&question->patience, g_source_remove);
  if (question->klass->progress != NULL)
    question->klass->progress (question->owner, -1);
}

static void
found (GObject *owner, GAsyncResult *result, gpointer data)
{
  GCancellable *cancellable = g_task_get_cancellable (G_TASK (result));
  Asked *asked = g_task_get_task_data (G_TASK (result));
  ScopeAsyncQuery *question = asked->question;
  g_autoptr (GError) error = NULL;
  gpointer answer = NULL;

  /* Who frees a question, or asks another one, cancels this one. */
  if (g_cancellable_is_cancelled (cancellable))
    return;
  answer = g_task_propagate_pointer (G_TASK (result), &error);
  stop_waiting (question);
  question->klass->show (question->owner, answer, error);
  if (question->stale)
    scope_async_query_ask (question, question->reading);
}

static gboolean
show_progress (gpointer data)
{
  ScopeAsyncQuery *question = data;

  question->klass->progress (question->owner, question->permille != NULL ? g_atomic_int_get (question->permille) : 0);
  return G_SOURCE_CONTINUE;
}

static gboolean
ask_now (gpointer data)
{
  ScopeAsyncQuery *question = data;
  ScopeQueryRange within = { 0 };
  g_autofree gpointer what = g_malloc0 (MAX (question->klass->what_size, 1));
  g_autoptr (GTask) task = NULL;
  Asked *asked;

  question->wait = 0;
  question->stale = FALSE;
  if (!question->klass->fill (question->owner, &within, what))
    return G_SOURCE_REMOVE;
  question->asking = g_cancellable_new ();
  question->permille = g_atomic_rc_box_new0 (gint);
  asked = g_new0 (Asked, 1);
  *asked = (Asked) { .klass = question->klass, .question = question, .trace = g_object_ref (within.trace),
                     .from = within.from, .to = within.to, .filtered = within.messages != NULL,
                     .permille = g_atomic_rc_box_acquire (question->permille), .what = g_steal_pointer (&what) };
  if (within.messages != NULL)
    asked->messages = *within.messages;
  task = g_task_new (question->owner, question->asking, found, NULL);
  g_task_set_check_cancellable (task, FALSE);
  g_task_set_task_data (task, asked, asked_free);
  scope_task_run (task, find_in_thread);
  if (question->klass->progress != NULL && question->patience == 0)
    question->patience = g_timeout_add (PATIENCE_MS, show_progress, question);
  return G_SOURCE_REMOVE;
}

void
scope_async_query_ask (ScopeAsyncQuery *question, gboolean reading)
{
  question->stale = TRUE;
  question->reading = reading;
  if (question->klass->still_ms > 0 && !reading)
    g_clear_handle_id (&question->wait, g_source_remove);
  if (question->asking != NULL || question->wait != 0 || !gtk_widget_get_mapped (question->owner))
    return;
  question->wait = g_timeout_add (reading ? WAIT_READING_MS : MAX (WAIT_MS, question->klass->still_ms), ask_now, question);
}

void
scope_async_query_cancel (ScopeAsyncQuery *question)
{
  g_clear_handle_id (&question->wait, g_source_remove);
  if (question->asking != NULL)
    {
      g_cancellable_cancel (question->asking);
      stop_waiting (question);
    }
  question->stale = FALSE;
}

void
scope_async_query_renew (ScopeAsyncQuery *question)
{
  scope_async_query_cancel (question);
  question->stale = TRUE;
  if (gtk_widget_get_mapped (question->owner))
    question->wait = g_timeout_add (WAIT_MS, ask_now, question);
}

gboolean
scope_async_query_is_open (ScopeAsyncQuery *question)
{
  return question->asking != NULL || question->stale;
}

ScopeAsyncQuery *
scope_async_query_new (GtkWidget *owner, const ScopeAsyncQueryClass *klass)
{
  ScopeAsyncQuery *question = g_new0 (ScopeAsyncQuery, 1);

  question->owner = owner;
  question->klass = klass;
  return question;
}

void
scope_async_query_free (ScopeAsyncQuery *question)
{
  const ScopeAsyncQueryClass silent = { 0 };

  question->klass = &silent; /* nobody is told any more */
  scope_async_query_cancel (question);
  g_free (question);
}
