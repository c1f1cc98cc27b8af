/* scope-serve-questions.c: see the header. SPDX-License-Identifier: GPL-3.0-or-later */
#include "io/serve/scope-serve-questions.h"

#include "io/remote/scope-far-wire.h"
#include "model/base/scope-fail.h"
#include "model/base/scope-task.h"

typedef struct
{
  ScopeServeAnswer answer;
  ScopeImport *import; /* has the trace */
  GBytes *question;
  guint32 serial;
  GCancellable *cancellable;
} Question;

struct _ScopeServeQuestions
{
  ScopeServeAnswer answer;
  GPtrArray *questions; /* of Question, their tasks' */
};

ScopeServeQuestions *
scope_serve_questions_new (ScopeServeAnswer answer)
{
  ScopeServeQuestions *questions = g_new0 (ScopeServeQuestions, 1);

  questions->answer = answer;
  questions->questions = g_ptr_array_new ();
  return questions;
}

void
scope_serve_questions_free (ScopeServeQuestions *questions)
{
  for (guint i = 0; i < questions->questions->len; i++)
    g_cancellable_cancel (((Question *) questions->questions->pdata[i])->cancellable);
  while (questions->questions->len > 0)
    g_main_context_iteration (NULL, TRUE);
  g_ptr_array_unref (questions->questions);
  g_free (questions);
}

gboolean
scope_serve_questions_return (GDBusMethodInvocation *invocation, GBytes *answer, GError **error)
{
  g_autoptr (GVariant) words = g_variant_ref_sink (scope_far_pack_words (answer));

  if (g_bytes_get_size (answer) > SCOPE_FAR_MOST_WORDS || g_variant_get_size (words) > SCOPE_FAR_MOST_MESSAGE / 2)
    return scope_fail (error, G_IO_ERROR_MESSAGE_TOO_LARGE, "so much at a time is too much");
  g_dbus_method_invocation_return_value (invocation, g_variant_new ("(@((bay)u))", words));
  return TRUE;
}

static void
question_free (gpointer data)
{
  Question *question = data;

  g_object_unref (question->import);
  g_object_unref (question->cancellable);
  g_bytes_unref (question->question);
  g_free (question);
}

/* On another thread. */
static gpointer
compute (gpointer invocation, gconstpointer given, GCancellable *cancellable, GError **error)
{
  const Question *question = given;

  return question->answer (scope_import_get_trace (question->import), NULL, question->question, cancellable, error);
}

static void
computed (GObject *source, GAsyncResult *result, gpointer data)
{
  ScopeServeQuestions *questions = data;
  GDBusMethodInvocation *invocation = G_DBUS_METHOD_INVOCATION (source);
  GError *error = NULL;
  g_autoptr (GBytes) answer = scope_task_answer (result, &error);

  g_ptr_array_remove_fast (questions->questions, scope_task_question (result));
  if (answer == NULL || !scope_serve_questions_return (invocation, answer, &error))
    g_dbus_method_invocation_take_error (invocation, error);
}

gboolean
scope_serve_questions_ask (ScopeServeQuestions *questions, ScopeImport *import, GBytes *question, GDBusMethodInvocation *invocation,
                           GError **error)
{
  Question *asked;

  if (questions->questions->len >= SCOPE_FAR_MOST_LONG)
    return scope_fail (error, G_IO_ERROR_BUSY, "so much at a time is too much");
  asked = g_new (Question, 1);
  *asked = (Question) { questions->answer, g_object_ref (import), g_bytes_ref (question),
                        g_dbus_message_get_serial (g_dbus_method_invocation_get_message (invocation)), g_cancellable_new () };
  g_ptr_array_add (questions->questions, asked);
  scope_task_give (invocation, compute, asked, question_free, (GDestroyNotify) g_bytes_unref, asked->cancellable, computed, questions);
  return TRUE;
}

void
scope_serve_questions_stop (ScopeServeQuestions *questions, guint32 serial)
{
  for (guint i = 0; i < questions->questions->len; i++)
    {
      const Question *question = questions->questions->pdata[i];

      if (question->serial == serial)
        g_cancellable_cancel (question->cancellable);
    }
}
