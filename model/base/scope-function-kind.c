/* scope-function-kind.c: see scope-function-kind.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/base/scope-function-kind.h"

#include <string.h>

/* Words that idle, as words of a name: "idle" but not "idleness", "cpu_idle" and "idle_loop" but not "try_to_wake_idle_cpu". */
static const char *const idle_words[] = { "cpu_idle",    "cpuidle",   "default_idle", "do_idle",  "poll_idle", "idle_loop",
                                          "native_idle", "safe_halt", "cpu_do_idle",  "wait_for_interrupt", "swapper" };

static gboolean
has_word (const char *name, const char *word)
{
  const char *at = name;
  gsize length = strlen (word);

  for (; (at = strstr (at, word)) != NULL; at++)
    if ((at == name || !g_ascii_isalnum (at[-1])) && !g_ascii_isalnum (at[length]))
      return TRUE;

  return FALSE;
}

ScopeFunctionKind
scope_function_kind_find (const char *name, ScopeFunctionKind by_address)
{
  for (guint i = 0; i < G_N_ELEMENTS (idle_words); i++)
    if (has_word (name, idle_words[i]))
      return SCOPE_FUNCTION_KIND_IDLE;

  return by_address;
}

const char *
scope_function_kind_name (guint kind)
{
  static const char *const names[SCOPE_N_FUNCTION_KINDS] = { "", "user", "kernel", "idle" };

  return names[kind < SCOPE_N_FUNCTION_KINDS ? kind : 0];
}
