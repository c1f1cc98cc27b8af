/* scope-task.h: work on another thread that belongs to something the main thread owns.
 *
 * g_task_run_in_thread() lets the worker hold a reference of the task until after it has returned its result; whichever thread
 * is last then finalises the task, and with it maybe the last reference of its source: a window, disposed of on a thread while
 * the main loop is still drawing it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* As g_task_run_in_thread(): func runs on a thread of GLib's pool and returns the result with g_task_return_…(). But the task, its
 * source and its data are let go in the main context that the task was made in, never on the worker. */
void scope_task_run (GTask *task, GTaskThreadFunc func);

G_END_DECLS
