/* scope-gem5-symbols.c: functions by their addresses, as `nm` lists them: "0000000000400800 T main".
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/format/gem5/scope-gem5-private.h"

#include "io/format/gem5/scope-nm-line.h"
#include "io/source/scope-text.h"
#include "model/base/scope-compare.h"

#include <string.h>

#define MOST_SYMBOLS (1u << 20)

typedef struct
{
  guint64 address;
  gsize name; /* in `names` */
  guint32 order;
} Symbol;

struct _ScopeGem5Symbols
{
  GArray *symbols; /* by address */
  GString *names;
  GHashTable *by_name; /* index + 1; 0: several */
};

/* Of two at one place the first, but a function before a label. */
SCOPE_COMPARE_BY (compare, Symbol, SCOPE_UP (address) SCOPE_UP (order))

static gboolean
read_line (ScopeGem5Symbols *self, const char *line, gsize n)
{
  ScopeNmLine read;
  Symbol symbol;

  if (!scope_nm_line_read (line, n, &read))
    return FALSE;
  if (read.n == 0 || strchr ("tTwWiu", read.kind) == NULL || self->symbols->len >= MOST_SYMBOLS)
    return TRUE;
  symbol = (Symbol) { read.address, self->names->len, self->symbols->len };
  g_string_append_len (self->names, read.name, (gssize) read.n);
  g_string_append_c (self->names, '\0');
  g_array_append_val (self->symbols, symbol);

  return TRUE;
}

ScopeGem5Symbols *
scope_gem5_symbols_new (const char *text, gsize n)
{
  ScopeGem5Symbols *self = g_new0 (ScopeGem5Symbols, 1);
  gsize n_bad = 0, n_lines = 0, length;
  const char *line;

  self->symbols = g_array_new (FALSE, FALSE, sizeof (Symbol));
  self->names = g_string_new (NULL);
  self->by_name = g_hash_table_new (g_str_hash, g_str_equal);
  for (; scope_next_part (&text, &n, '\n', &line, &length); n_lines++)
    n_bad += length > 0 && !read_line (self, line, length);
  if (self->symbols->len == 0 || n_bad * 4 > n_lines)
    {
      scope_gem5_symbols_free (self);
      return NULL;
    }
  g_array_sort (self->symbols, compare);
  for (guint i = 0; i < self->symbols->len; i++)
    {
      char *name = self->names->str + g_array_index (self->symbols, Symbol, i).name;

      if (g_hash_table_contains (self->by_name, name))
        g_hash_table_insert (self->by_name, name, GUINT_TO_POINTER (0));
      else
        g_hash_table_insert (self->by_name, name, GUINT_TO_POINTER (i + 1));
    }

  return self;
}

void
scope_gem5_symbols_free (ScopeGem5Symbols *self)
{
  if (self == NULL)
    return;
  g_hash_table_unref (self->by_name);
  g_array_unref (self->symbols);
  g_string_free (self->names, TRUE);
  g_free (self);
}

const char *
scope_gem5_symbols_at (const ScopeGem5Symbols *self, guint64 address, guint64 *ret_offset)
{
  guint low = scope_nm_n_until (self->symbols, address);
  const Symbol *symbol;

  if (low == 0)
    return NULL;
  symbol = &g_array_index (self->symbols, Symbol, low - 1);
  while (low > 1 && g_array_index (self->symbols, Symbol, low - 2).address == symbol->address)
    symbol = &g_array_index (self->symbols, Symbol, --low - 1);
  *ret_offset = address - symbol->address;

  return self->names->str + symbol->name;
}

gboolean
scope_gem5_symbols_find (const ScopeGem5Symbols *self, const char *name, gsize n, guint64 *ret_address)
{
  g_autofree char *key = g_strndup (name, n);
  guint index = GPOINTER_TO_UINT (g_hash_table_lookup (self->by_name, key));

  if (index == 0)
    return FALSE;
  *ret_address = g_array_index (self->symbols, Symbol, index - 1).address;

  return TRUE;
}
