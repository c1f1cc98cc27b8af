/* fuzz-counts.c: whatever the bytes, what lcnt and msacc write is read to an end, and no count is less than nothing.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "fuzz-main.h"
#include "io/format/erlang/scope-erlang-counts.h"

#include <string.h>

static gboolean
is_text (const char *text)
{
  return text != NULL && g_utf8_validate (text, -1, NULL);
}

static void
see_lock (const ScopeErlangLockCount *count, gpointer user_data)
{
  g_assert_true (is_text (count->name) && is_text (count->id) && is_text (count->type) && is_text (count->file));
  g_assert_true (count->tries >= 0 && count->collisions >= 0 && count->wait_ns >= 0 && count->waits >= 0);
  ++*(gsize *) user_data;
}

static void
see_state (const ScopeErlangMicrostate *state, gpointer user_data)
{
  g_assert_true (is_text (state->type) && is_text (state->state));
  g_assert_true (state->id >= -1 && state->us >= 0 && state->count >= -1);
  ++*(gsize *) user_data;
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize n)
{
  gsize count = 0;
  const char *why = NULL;

  if (!scope_erlang_read_lock_counts (data, n, see_lock, &count, &why))
    g_assert_nonnull (why);
  why = NULL;
  if (!scope_erlang_read_microstates ((const char *) data, n, see_state, &count, &why))
    g_assert_nonnull (why);
  g_assert_cmpuint (count, <=, 2 * n);

  return 0;
}
