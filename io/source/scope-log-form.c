/* scope-log-form.c: see the header. SPDX-License-Identifier: GPL-3.0-or-later */
#include "io/source/scope-log-form.h"

#include "io/source/scope-text.h"

#include <string.h>

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

  if (scope_starts (head, n, "\xef\xbb\xbf"))
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

/* --- perf script --- */

/* "comm 12/34 [000] 2472089.651285037:  1  branches:uH:  call …": a word that is a time, later one that begins with "branches:". */
static gboolean
is_branch_line (const char *line, gsize n)
{
  const char *branches = memmem (line, n, " branches:", 10), *p;
  gboolean in_number = FALSE, in_fraction = FALSE;

  if (branches == NULL)
    return FALSE;
  for (p = line; p < branches; p++)
    if (g_ascii_isdigit (*p))
      in_number = TRUE;
    else if (*p == '.' && in_number && !in_fraction)
      in_fraction = TRUE;
    else if (*p == ':' && in_fraction)
      return TRUE;
    else
      in_number = in_fraction = FALSE;

  return FALSE;
}

/* "comm 34 [000] 2472089.651285037:" or "comm 12/34 2472089.651285:" begins it. */
static gboolean
is_perf_line (const char *line, gsize n)
{
  const char *end = line + n, *word = line, *before = NULL, *p;

  while (word < end)
    {
      guint digits = 0;

      while (word < end && (*word == ' ' || *word == '\t'))
        word++;
      for (p = word; p < end && g_ascii_isdigit (*p);)
        p++;
      if (before != NULL && p > word && p < end && *p == '.')
        {
          for (p++; p < end && g_ascii_isdigit (*p); p++)
            digits++;
          if ((digits == 6 || digits == 9) && p < end && *p == ':' && (g_ascii_isdigit (*before) || *before == '['))
            return TRUE;
        }
      before = word;
      while (word < end && *word != ' ' && *word != '\t')
        word++;
    }

  return FALSE;
}

static gboolean
has_line (const char *head, gsize n, gboolean (*is_one) (const char *line, gsize n))
{
  const char *line;
  gsize length;

  for (guint i = 0; i < 64 && scope_next_part (&head, &n, '\n', &line, &length); i++)
    if (is_one (line, length))
      return TRUE;

  return FALSE;
}

gboolean
scope_log_is_perf (const char *head, gsize n)
{
  return has_line (head, n, is_branch_line);
}

gboolean
scope_log_is_perf_without_branches (const char *head, gsize n)
{
  return !scope_log_is_perf (head, n) && has_line (head, n, is_perf_line);
}

/* --- pipelines --- */

gboolean
scope_log_is_kanata (const char *head, gsize n)
{
  if (scope_starts (head, n, "\xef\xbb\xbf"))
    head += 3, n -= 3;

  return n > 8 && scope_starts (head, n, "Kanata") && (head[6] == '\t' || head[6] == ' ') && g_ascii_isdigit (head[7]);
}

gboolean
scope_log_is_o3pipe (const char *head, gsize n)
{
  static const char first[] = "O3PipeView:fetch:";

  return scope_starts (head, n, first) || has (head, n, "\nO3PipeView:fetch:");
}
