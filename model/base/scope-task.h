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

/* Works out an answer on another thread; the caller owns it. NULL with error, or NULL alone: there is none. */
typedef gpointer (*ScopeTaskFunc) (gpointer source, gconstpointer question, GCancellable *cancellable, GError **error);

/* Asks func on another thread. `source` (a GObject) is held, and `question` (`size` bytes, without anything that must be let go) copied,
 * until callback has been called, with source and a result for scope_task_answer(). An answer that nobody takes goes to free_answer. */
void scope_task_ask (gpointer source, ScopeTaskFunc func, gconstpointer question, gsize size, GDestroyNotify free_answer,
                     GCancellable *cancellable, GAsyncReadyCallback callback, gpointer user_data);
/* As scope_task_ask(), but `question` (or NULL) is given away: it goes to free_question (or NULL) after callback has been called. func
 * may write into it. What can only succeed or fail returns GINT_TO_POINTER (TRUE), or an error. */
void scope_task_give (gpointer source, ScopeTaskFunc func, gpointer question, GDestroyNotify free_question, GDestroyNotify free_answer,
                      GCancellable *cancellable, GAsyncReadyCallback callback, gpointer user_data);
/* What was given; as long as the result is there. */
gpointer scope_task_question (GAsyncResult *result);
/* What func returned; the caller owns it. */
gpointer scope_task_answer (GAsyncResult *result, GError **error);

/* Cancels what is under way, if anything is, and lets it go. */
void scope_task_stop (GCancellable **asking);
/* The same; then there is another. */
void scope_task_renew (GCancellable **asking);

G_END_DECLS
