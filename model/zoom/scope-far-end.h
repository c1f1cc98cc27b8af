/* scope-far-end.h: the Lanescope on the computer where an index lies, if that is another one: it is asked for what it computes there, which
 * is less than the bytes that it is computed from. What is asked is worded in scope-far-words.h.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

typedef struct _ScopeFarEnd ScopeFarEnd;

struct _ScopeFarEnd
{
  /* Asks and waits. Any thread. NULL with error; NOT_SUPPORTED: it answers no such questions, now or later. Free with g_bytes_unref(). */
  GBytes *(*ask) (ScopeFarEnd *end, GBytes *question, GCancellable *cancellable, GError **error);
  /* What was kept under that key, be it in an earlier session: without asking. NULL: nothing was. Both may be NULL. */
  GBytes *(*recall) (ScopeFarEnd *end, GBytes *key);
  void (*keep) (ScopeFarEnd *end, GBytes *key, GBytes *value);
};

/* The answer to the question, which is kept. Any thread. Free with g_bytes_unref(). */
GBytes *scope_far_end_ask (ScopeFarEnd *end, GBytes *question, GCancellable *cancellable, GError **error);
/* NULL: nothing is kept under it. */
GBytes *scope_far_end_recall (ScopeFarEnd *end, GBytes *key);

G_END_DECLS
