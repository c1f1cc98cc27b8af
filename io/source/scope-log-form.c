/* scope-log-form.c: see the header. SPDX-License-Identifier: GPL-3.0-or-later */
#include "scope-log-form.h"

#include <string.h>

static gboolean
starts (const char *text, gsize n, const char *with)
{
  gsize length = strlen (with);

  return n >= length && memcmp (text, with, length) == 0;
}

/* --- XML --- */

static gboolean
has (const char *text, gsize n, const char *what)
{
  return memmem (text, n, what, strlen (what)) != NULL;
}

gboolean
scope_log_is_sim_xml (const char *head, gsize n)
{
  const char *root;

  if (starts (head, n, "\xef\xbb\xbf"))
    head += 3, n -= 3;
  while (n > 0 && g_ascii_isspace (*head))
    head++, n--;
  if (n == 0 || *head != '<')
    return FALSE;
  root = memmem (head, n, "<simtrace", 9);
  if (root != NULL)
    return root + 9 < head + n && strchr (" \t\r\n>/", root[9]) != NULL;

  return has (head, n, "<seq ") && has (head, n, " fn=") && has (head, n, " t=");
}
