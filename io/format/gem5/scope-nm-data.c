/* scope-nm-data.c: see scope-nm-data.h. Functions are kept as well, without being names: what lies behind one is not of the variable
 * before it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/format/gem5/scope-nm-data.h"

#include <string.h>

#define MOST_SYMBOLS (1u << 20)
#define MOST_BEHIND (1u << 20) /* bytes behind a symbol that may still be of it: nm tells no sizes */

typedef struct
{
  guint64 address;
  gsize name; /* in `names` */
  gboolean data;
} Symbol;

struct _ScopeNmData
{
  GArray *symbols; /* by address, of one address a variable last */
  GString *names;
};

static int
compare (gconstpointer a, gconstpointer b)
{
  const Symbol *x = a, *y = b;

  if (x->address != y->address)
    return x->address < y->address ? -1 : 1;
  return x->data - y->data;
}

static void
read_line (ScopeNmData *self, const char *line, gsize n)
{
  Symbol symbol = { .name = self->names->len };
  gsize at = 0;

  while (at < n && at < 16 && g_ascii_isxdigit (line[at]))
    symbol.address = symbol.address << 4 | (guint64) g_ascii_xdigit_value (line[at++]);
  if (at < 4 || n - at < 4 || line[at] != ' ' || !g_ascii_isalpha (line[at + 1]) || line[at + 2] != ' ' || self->symbols->len >= MOST_SYMBOLS)
    return;
  symbol.data = strchr ("bBdDgGsSrRvVCu", line[at + 1]) != NULL;
  if (!symbol.data && strchr ("tTwWi", line[at + 1]) == NULL)
    return;
  line += at + 3;
  n -= at + 3;
  while (n > 0 && g_ascii_isspace (line[n - 1]))
    n--;
  if (n == 0 || *line == '$' || !g_utf8_validate (line, (gssize) n, NULL)) /* $: ARM's marks of code and data */
    return;
  g_string_append_len (self->names, line, (gssize) n);
  g_string_append_c (self->names, '\0');
  g_array_append_val (self->symbols, symbol);
}

ScopeNmData *
scope_nm_data_new (const char *text, gsize n)
{
  g_autoptr (ScopeNmData) self = g_new0 (ScopeNmData, 1);
  gboolean any = FALSE;

  self->symbols = g_array_new (FALSE, FALSE, sizeof (Symbol));
  self->names = g_string_new (NULL);
  while (n > 0)
    {
      const char *end = memchr (text, '\n', n);
      gsize length = end != NULL ? (gsize) (end - text) : n;

      read_line (self, text, length);
      if (end == NULL)
        break;
      n -= length + 1;
      text = end + 1;
    }
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
  guint low = 0, high = self->symbols->len;
  const Symbol *symbol;

  while (low < high)
    {
      guint middle = low + (high - low) / 2;

      if (g_array_index (self->symbols, Symbol, middle).address <= address)
        low = middle + 1;
      else
        high = middle;
    }
  if (low == 0)
    return NULL;
  symbol = &g_array_index (self->symbols, Symbol, low - 1);
  if (!symbol->data || address - symbol->address >= MOST_BEHIND)
    return NULL;
  if (address == symbol->address)
    return g_strdup (self->names->str + symbol->name);
  return g_strdup_printf ("%s+%" G_GUINT64_FORMAT, self->names->str + symbol->name, address - symbol->address);
}
