/* scope-nm-line.c: see scope-nm-line.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "io/format/gem5/scope-nm-line.h"

#include "model/base/scope-bisect.h"

gboolean
scope_nm_line_read (const char *line, gsize n, ScopeNmLine *ret_line)
{
  guint64 address = 0, size = 0;
  gsize at = 0, behind;

  while (at < n && at < 16 && g_ascii_isxdigit (line[at]))
    address = address << 4 | (guint64) g_ascii_xdigit_value (line[at++]);
  for (behind = at + 1; behind < n && behind < at + 17 && g_ascii_isxdigit (line[behind]); behind++)
    size = size << 4 | (guint64) g_ascii_xdigit_value (line[behind]);
  if (at < n && line[at] == ' ' && behind - at > 8)
    at = behind; /* of nm -S */
  else
    size = 0;
  if (at < 4 || n - at < 4 || line[at] != ' ' || !g_ascii_isalpha (line[at + 1]) || line[at + 2] != ' ')
    return FALSE;
  *ret_line = (ScopeNmLine) { address, size, line[at + 1], line + at + 3, n - at - 3 };
  while (ret_line->n > 0 && g_ascii_isspace (ret_line->name[ret_line->n - 1]))
    ret_line->n--;
  if (*ret_line->name == '$') /* ARM's marks of code and data */
    ret_line->n = 0;

  return TRUE;
}

guint
scope_nm_n_until (const GArray *symbols, guint64 address)
{
  gsize size = g_array_get_element_size ((GArray *) symbols);

  return (guint) SCOPE_BISECT (symbols->len, i, *(const guint64 *) (gconstpointer) (symbols->data + i * size) <= address);
}
