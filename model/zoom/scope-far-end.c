/* scope-far-end.c: see the header. SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/zoom/scope-far-end.h"

GBytes *
scope_far_end_recall (ScopeFarEnd *end, GBytes *key)
{
  return end->recall != NULL ? end->recall (end, key) : NULL;
}

GBytes *
scope_far_end_ask (ScopeFarEnd *end, GBytes *question, GCancellable *cancellable, GError **error)
{
  GBytes *answer = scope_far_end_recall (end, question);

  if (answer != NULL)
    return answer;
  answer = end->ask (end, question, cancellable, error);
  if (answer != NULL && end->keep != NULL)
    end->keep (end, question, answer);
  return answer;
}
