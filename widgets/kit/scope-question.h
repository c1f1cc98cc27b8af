/* scope-question.h: what a widget wants to know of a trace, found out on a thread of its own, again and again as the range changes.
 *
 * One question is under way at a time. A change of the range during it does not cancel it, or a long pan would show nothing
 * new: it is asked anew afterwards. Something else that is asked does (scope_question_renew()). Nothing is asked while the
 * widget is not to be seen.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/trace/document/scope-within.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

typedef struct _ScopeQuestion ScopeQuestion;

typedef struct
{
  /* Main thread: fills the range (trace borrowed), messages' filter (copied) and `what`; FALSE: nothing is to be asked. */
  gboolean (*fill) (gpointer owner, ScopeWithin *within, gpointer what);
  /* On a thread: NULL with error. `what` is a copy of `what_size` bytes. */
  gpointer (*find) (const ScopeWithin *within, gconstpointer what, GError **error);
  /* Main thread. `answer` is taken; NULL with an error. */
  void (*show) (gpointer owner, gpointer answer, const GError *error);
  /* Main thread: it takes long (permille), or has ended (-1). */
  void (*progress) (gpointer owner, int permille);
  GDestroyNotify free_answer;
  gsize what_size;
  guint still_ms; /* 0: as the range goes; else only once it has not changed for so long: what is costly to show */
  /* On any thread: releases what `fill` put into `what`; NULL: there is nothing. */
  void (*clear_what) (gpointer what);
} ScopeQuestionClass;

/* `owner` is a widget and owns the question; `klass` is static. */
ScopeQuestion *scope_question_new (GtkWidget *owner, const ScopeQuestionClass *klass);
/* Cancels what is under way. */
void scope_question_free (ScopeQuestion *question);
/* The range has changed: asks soon. To be called too when the owner is mapped. */
void scope_question_ask (ScopeQuestion *question, gboolean reading);
/* Something else is asked: what is under way is cancelled. */
void scope_question_renew (ScopeQuestion *question);
/* Stops; asks nothing until the next scope_question_ask(). */
void scope_question_cancel (ScopeQuestion *question);
/* TRUE if there is something to be asked, or being asked. */
gboolean scope_question_is_open (ScopeQuestion *question);

G_END_DECLS
