/* scope-plain-text.c: see scope-plain-text.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/base/scope-plain-text.h"

#include <string.h>

char *
scope_plain_text (const char *text, const char *keep)
{
  char *plain = g_strdup (text);

  for (guchar *p = (guchar *) plain; *p != '\0'; p++)
    if (g_ascii_iscntrl (*p) && strchr (keep, *p) == NULL)
      *p = ' ';
    else if (p[0] == 0xc2 && p[1] >= 0x80 && p[1] < 0xa0) /* U+0080 to U+009F */
      p[0] = p[1] = ' ';
  return plain;
}
