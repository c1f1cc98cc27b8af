/* scope-unrecorded.c: see scope-unrecorded.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/base/scope-unrecorded.h"

#include <string.h>

static const char *const names[SCOPE_N_UNRECORDED] = { "scheduler",         "gc",       "sparks",     "messages_sent",
                                                       "messages_received", "runnable", "processors", "processes",
                                                       "waits",             "caches" };

const char *
scope_unrecorded_name (guint i)
{
  g_assert (i < SCOPE_N_UNRECORDED);
  return names[i];
}

char *
scope_unrecorded_print (guint bits)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < SCOPE_N_UNRECORDED; i++)
    if (bits & 1u << i)
      g_string_append_printf (text, "%s%s", text->len > 0 ? "," : "", names[i]);
  return text->len > 0 ? g_strdup (text->str) : NULL;
}

guint
scope_unrecorded_parse (const char *text)
{
  g_auto (GStrv) words = g_strsplit (text, ",", -1);
  guint bits = 0;

  for (guint w = 0; words[w] != NULL; w++)
    for (guint i = 0; i < SCOPE_N_UNRECORDED; i++)
      if (strcmp (words[w], names[i]) == 0)
        bits |= 1u << i;
  return bits;
}
