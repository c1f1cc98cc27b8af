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
