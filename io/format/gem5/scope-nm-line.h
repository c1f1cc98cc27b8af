/* scope-nm-line.h: what `nm` lists: "0000000000400800 T main".
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct
{
  guint64 address, size; /* size: of nm -S; 0: not told */
  char kind;
  const char *name;
  gsize n; /* 0: one that nobody needs */
} ScopeNmLine;

/* FALSE: it is no line of nm's. */
gboolean scope_nm_line_read (const char *line, gsize n, ScopeNmLine *ret_line);
/* How many of the symbols begin up to the address. They begin with theirs, and are in order of it. */
guint scope_nm_n_until (const GArray *symbols, guint64 address);

G_END_DECLS
