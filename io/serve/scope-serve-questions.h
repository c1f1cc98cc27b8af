/* scope-serve-questions.h: answers to questions of Ask; those that take long are worked out beside all else.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "io/serve/scope-serve.h"

G_BEGIN_DECLS

typedef struct _ScopeServeQuestions ScopeServeQuestions;

ScopeServeQuestions *scope_serve_questions_new (ScopeServeAnswer answer);
/* None is answered any more; waits until nobody works at one. */
void scope_serve_questions_free (ScopeServeQuestions *questions);
/* Answers `invocation` with what was found, which is borrowed; it is taken. FALSE with error: it is not, that is too much for a message. */
gboolean scope_serve_questions_return (GDBusMethodInvocation *invocation, GBytes *answer, GError **error);
/* Answers `invocation` once that is worked out; it is taken. FALSE with error: too many are. */
gboolean scope_serve_questions_ask (ScopeServeQuestions *questions, ScopeImport *import, GBytes *question, GDBusMethodInvocation *invocation,
                                    GError **error);
/* The answer to the call of that number is not wanted any more. */
void scope_serve_questions_stop (ScopeServeQuestions *questions, guint32 serial);

G_END_DECLS
