/* scope-nm-data.c: see scope-nm-data.h. Functions are kept as well, without being names: what lies behind one is not of the variable
 * before it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/format/gem5/scope-nm-data.h"

#include "model/base/scope-compare.h"
#include "io/format/gem5/scope-nm-line.h"
#include "io/source/scope-text.h"

#include <string.h>

#define MOST_SYMBOLS (1u << 20)
#define MOST_BEHIND (1u << 20) /* bytes behind a symbol that may still be of it: nm tells no sizes */

typedef struct
{
  guint64 address, size; /* size 0: not told */
  gsize name; /* in `names` */
  gboolean data;
} Symbol;

struct _ScopeNmData
{
  GArray *symbols; /* by address, of one address a variable last */
  GString *names;
};

SCOPE_COMPARE_BY (compare, Symbol, SCOPE_UP (address) SCOPE_UP (data))

static void
read_line (ScopeNmData *self, const char *line, gsize n)
{
  ScopeNmLine read;
  Symbol symbol;

  if (!scope_nm_line_read (line, n, &read) || read.n == 0 || self->symbols->len >= MOST_SYMBOLS)
    return;
  symbol = (Symbol) { read.address, read.size, self->names->len, strchr ("bBdDgGsSrRvVCu", read.kind) != NULL };
  if ((!symbol.data && strchr ("tTwWi", read.kind) == NULL) || !g_utf8_validate (read.name, (gssize) read.n, NULL))
    return;
  g_string_append_len (self->names, read.name, (gssize) read.n);
  g_string_append_c (self->names, '\0');
  g_array_append_val (self->symbols, symbol);
}

ScopeNmData *
scope_nm_data_new (const char *text, gsize n)
{
  g_autoptr (ScopeNmData) self = g_new0 (ScopeNmData, 1);
  gboolean any = FALSE;
  const char *line;
  gsize length;

  self->symbols = g_array_new (FALSE, FALSE, sizeof (Symbol));
  self->names = g_string_new (NULL);
  while (scope_next_part (&text, &n, '\n', &line, &length))
    read_line (self, line, length);
  for (guint i = 0; i < self->symbols->len && !any; i++)
    any = g_array_index (self->symbols, Symbol, i).data;
  if (!any)
    return NULL;
  g_array_sort (self->symbols, compare);
  return g_steal_pointer (&self);
}

void
scope_nm_data_free (ScopeNmData *self)
{
  if (self == NULL)
    return;
  g_array_unref (self->symbols);
  g_string_free (self->names, TRUE);
  g_free (self);
}

char *
scope_nm_data_name (const ScopeNmData *self, guint64 address)
{
  guint low = scope_nm_n_until (self->symbols, address);
  const Symbol *symbol;

  if (low == 0)
    return NULL;
  symbol = &g_array_index (self->symbols, Symbol, low - 1);
  if (!symbol->data || address - symbol->address >= (symbol->size > 0 ? symbol->size : MOST_BEHIND))
    return NULL;
  if (address == symbol->address)
    return g_strdup (self->names->str + symbol->name);
  return g_strdup_printf ("%s+%" G_GUINT64_FORMAT, self->names->str + symbol->name, address - symbol->address);
}

guint
scope_nm_data_n (const ScopeNmData *self)
{
  return self->symbols->len;
}

const char *
scope_nm_data_get (const ScopeNmData *self, guint i, guint64 *ret_address, guint64 *ret_size)
{
  const Symbol *symbol = &g_array_index (self->symbols, Symbol, i);
  guint next = scope_nm_n_until (self->symbols, symbol->address); /* not another name of the same place */
  guint64 until = next < self->symbols->len ? g_array_index (self->symbols, Symbol, next).address : G_MAXUINT64;

  *ret_address = symbol->address;
  *ret_size = symbol->size > 0 ? symbol->size : MIN (until - symbol->address, MOST_BEHIND);
  return symbol->data && *ret_size > 0 ? self->names->str + symbol->name : NULL;
}
