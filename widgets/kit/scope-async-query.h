/* scope-async-query.h: what a widget wants to know of a trace, found out on a thread of its own, again and again as the range changes.
 *
 * One question is under way at a time. A change of the range during it does not cancel it, or a long pan would show nothing
 * new: it is asked anew afterwards. Something else that is asked does (scope_async_query_renew()). Nothing is asked while the
 * widget is not to be seen.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/trace/document/scope-query-range.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

typedef struct _ScopeAsyncQuery ScopeAsyncQuery;

typedef struct
{
  /* Main thread: fills the range (trace borrowed), messages' filter (copied) and `what`; FALSE: nothing is to be asked. */
  gboolean (*fill) (gpointer owner, ScopeQueryRange *within, gpointer what);
  /* On a thread: NULL with error. `what` is a copy of `what_size` bytes. */
  gpointer (*find) (const ScopeQueryRange *within, gconstpointer what, GError **error);
  /* Main thread. `answer` is taken; NULL with an error. */
  void (*show) (gpointer owner, gpointer answer, const GError *error);
  /* Main thread: it takes long (permille), or has ended (-1). */
  void (*progress) (gpointer owner, int permille);
  GDestroyNotify free_answer;
  gsize what_size;
  guint still_ms; /* 0: as the range goes; else only once it has not changed for so long: what is costly to show */
  /* On any thread: releases what `fill` put into `what`; NULL: there is nothing. */
  void (*clear_what) (gpointer what);
} ScopeAsyncQueryClass;

/* `owner` is a widget and owns the question; `klass` is static. */
ScopeAsyncQuery *scope_async_query_new (GtkWidget *owner, const ScopeAsyncQueryClass *klass);
/* Cancels what is under way. */
void scope_async_query_free (ScopeAsyncQuery *question);
/* The range has changed: asks soon. To be called too when the owner is mapped. */
void scope_async_query_ask (ScopeAsyncQuery *question, gboolean reading);
/* Something else is asked: what is under way is cancelled. */
void scope_async_query_renew (ScopeAsyncQuery *question);
/* Stops; asks nothing until the next scope_async_query_ask(). */
void scope_async_query_cancel (ScopeAsyncQuery *question);
/* TRUE if there is something to be asked, or being asked. */
gboolean scope_async_query_is_open (ScopeAsyncQuery *question);

G_END_DECLS
