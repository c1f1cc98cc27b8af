/* scope-cli-nearest.c: see scope-cli-nearest.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/cli/common/scope-cli-nearest.h"

#include <string.h>

#define LONGEST 32u /* no name of ours is longer */

/* Damerau's: with two letters exchanged as one step. */
static guint
distance (const char *a, gsize n, const char *b, gsize m)
{
  guint rows[LONGEST + 1][LONGEST + 1];

  for (guint i = 0; i <= n; i++)
    for (guint j = 0; j <= m; j++)
      {
        guint *d = &rows[i][j];

        if (i == 0 || j == 0)
          {
            *d = i + j;
            continue;
          }
        *d = MIN (MIN (rows[i - 1][j], rows[i][j - 1]) + 1, rows[i - 1][j - 1] + (a[i - 1] != b[j - 1]));
        if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
          *d = MIN (*d, rows[i - 2][j - 2] + 1);
      }
  return rows[n][m];
}

void
scope_cli_nearest_see (ScopeCliNearest *nearest, const char *name)
{
  gsize n = strlen (nearest->word), m = strlen (name);
  guint far = n >= 4 ? MAX (n / 3, 2) : 1, d;

  if (n > LONGEST || m > LONGEST)
    return;
  /* Who wrote the beginning meant the whole. */
  d = n >= 3 && strncmp (name, nearest->word, n) == 0 ? 1 : distance (nearest->word, n, name, m);
  if (d <= far && (nearest->nearest == NULL || d < nearest->distance))
    {
      nearest->nearest = name;
      nearest->distance = d;
    }
}

char *
scope_cli_nearest_dup_words (const ScopeCliNearest *nearest, const char *before)
{
  return nearest->nearest != NULL ? g_strdup_printf (" Did you mean “%s%s”?", before, nearest->nearest) : g_strdup ("");
}
