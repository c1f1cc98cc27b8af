/* scope-task.c: see scope-task.h.
 *
 * A second task, which owns nothing but a reference of the first, is what the pool runs; its callback, in the main context,
 * drops that reference.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/base/scope-task.h"

typedef struct
{
  GTask *task; /* belongs to ended() */
  GTaskThreadFunc func;
} Job;

static void
work (GTask *runner, gpointer source, gpointer data, GCancellable *cancellable)
{
  Job *job = data;

  job->func (job->task, g_task_get_source_object (job->task), g_task_get_task_data (job->task),
             g_task_get_cancellable (job->task));
  g_task_return_boolean (runner, TRUE);
}

static void
ended (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_object_unref (user_data);
}

void
scope_task_run (GTask *task, GTaskThreadFunc func)
{
  g_autoptr (GTask) runner = NULL;
  Job *job;

  g_return_if_fail (G_IS_TASK (task) && func != NULL);

  runner = g_task_new (NULL, NULL, ended, g_object_ref (task));
  job = g_new (Job, 1);
  *job = (Job) { task, func };
  g_task_set_task_data (runner, job, g_free);
  g_task_set_priority (runner, g_task_get_priority (task));
  g_task_run_in_thread (runner, work);
}

typedef struct
{
  ScopeTaskFunc func;
  GDestroyNotify free_answer, free_question;
  gpointer question;
} Asking;

static void
asking_free (gpointer data)
{
  Asking *asking = data;

  if (asking->free_question != NULL)
    asking->free_question (asking->question);
  g_free (asking);
}

static void
work_out (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  const Asking *asking = data;
  GError *error = NULL;
  gpointer answer = asking->func (source, asking->question, cancellable, &error);

  if (error != NULL)
    g_task_return_error (task, error);
  else
    g_task_return_pointer (task, answer, asking->free_answer);
}

void
scope_task_give (gpointer source, ScopeTaskFunc func, gpointer question, GDestroyNotify free_question, GDestroyNotify free_answer,
                 GCancellable *cancellable, GAsyncReadyCallback callback, gpointer user_data)
{
  g_autoptr (GTask) task = g_task_new (source, cancellable, callback, user_data);
  Asking *asking = g_new (Asking, 1);

  *asking = (Asking) { func, free_answer, question != NULL ? free_question : NULL, question };
  g_task_set_task_data (task, asking, asking_free);
  scope_task_run (task, work_out);
}

void
scope_task_ask (gpointer source, ScopeTaskFunc func, gconstpointer question, gsize size, GDestroyNotify free_answer,
                GCancellable *cancellable, GAsyncReadyCallback callback, gpointer user_data)
{
  scope_task_give (source, func, g_memdup2 (question, size), g_free, free_answer, cancellable, callback, user_data);
}

gpointer
scope_task_question (GAsyncResult *result)
{
  return ((Asking *) g_task_get_task_data (G_TASK (result)))->question;
}

gpointer
scope_task_answer (GAsyncResult *result, GError **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}

void
scope_task_stop (GCancellable **asking)
{
  g_cancellable_cancel (*asking);
  g_clear_object (asking);
}

void
scope_task_renew (GCancellable **asking)
{
  scope_task_stop (asking);
  *asking = g_cancellable_new ();
}
