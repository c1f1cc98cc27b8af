/* scope-report-table-sort.c: the rows of a table in the order of a column.
 *
 * This is done on the thread that draws, and a table may have a row for each of some hundred thousand threads: so cells become numbers that
 * ascend as they do, which are sorted digit by digit.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/scene/draw/scope-report-table-private.h"

#include "model/base/scope-compare.h"

#include <math.h>
#include <string.h>

#define DIGITS 8u /* of a byte each */

typedef struct
{
  guint64 key;
  guint row;
} Item;

/* Items in order, those of one key as they were. `spare` has room for as many; returns which of the two has them. */
static Item *
sort_items (Item *items, Item *spare, guint n)
{
  guint counts[DIGITS][256] = { 0 };

  for (guint i = 0; i < n; i++)
    for (guint d = 0; d < DIGITS; d++)
      counts[d][items[i].key >> (8 * d) & 255]++;
  for (guint d = 0; d < DIGITS && n > 0; d++)
    {
      Item *sorted = spare;
      guint at = 0;

      if (counts[d][items[0].key >> (8 * d) & 255] == n)
        continue;
      for (guint value = 0; value < 256; value++)
        {
          guint with = counts[d][value];

          counts[d][value] = at;
          at += with;
        }
      for (guint i = 0; i < n; i++)
        sorted[counts[d][items[i].key >> (8 * d) & 255]++] = items[i];
      spare = items;
      items = sorted;
    }

  return items;
}

/* --- words --- */

typedef struct
{
  char *key;
  guint word;
} Collated;

SCOPE_COMPARE_BY (compare_collated, Collated, SCOPE_BY_TEXT (key))

static void
collated_clear (gpointer data)
{
  g_free (((Collated *) data)->key);
}

static const double *
value_of (ScopeReportTable *table, guint row, guint slot)
{
  return (const double *) (gpointer) table->values->data + row * (gsize) table->stride + slot;
}

/* Of each word of the column which place it has among them; equal ones have the same. Free with g_free(). */
static guint *
rank_words (ScopeReportTable *table, guint slot)
{
  guint *ranks = g_new0 (guint, MAX (table->words->len, 1));
  g_autoptr (GArray) words = g_array_new (FALSE, FALSE, sizeof (Collated));
  guint rank = 0;

  g_array_set_clear_func (words, collated_clear);
  for (guint row = 0; row < table->rows->len; row++)
    {
      double value = *value_of (table, row, slot);
      Collated word = { NULL, isnan (value) ? 0 : (guint) value };

      if (isnan (value) || ranks[word.word] != 0)
        continue;
      ranks[word.word] = 1;
      word.key = g_utf8_collate_key (g_ptr_array_index (table->words, word.word), -1);
      g_array_append_val (words, word);
    }
  g_array_sort (words, compare_collated);
  for (guint i = 0; i < words->len; i++)
    {
      const Collated *word = &g_array_index (words, Collated, i);

      rank += i > 0 && strcmp (word->key, (word - 1)->key) != 0;
      ranks[word->word] = rank;
    }

  return ranks;
}

/* --- keys --- */

/* Ascends as the value does, or, descending, as it falls; nothing comes last in any case. */
static guint64
key_of (double value, gboolean descending)
{
  const guint64 sign = G_GUINT64_CONSTANT (1) << 63;
  guint64 bits;

  if (isnan (value))
    return G_MAXUINT64;
  value += 0.0; /* there is one zero */
  memcpy (&bits, &value, sizeof bits);
  bits = bits & sign ? ~bits : bits | sign;
  return descending ? ~bits : bits;
}

typedef struct
{
  ScopeReportTable *table;
  const ScopeReportTableColumn *column;
  const guint *ranks; /* of words; else NULL */
  gboolean descending;
} Sorting;

/* Rows are sorted by so many keys. */
static guint
n_keys (const Sorting *sorting)
{
  return sorting->column->kind == SCOPE_CELL_LANE || sorting->column->kind == SCOPE_CELL_BOUNDS ? 2 : 1;
}

/* The k-th: the first is that which counts most. */
static guint64
row_key (const Sorting *sorting, guint row, guint k)
{
  const ScopeLaneId *lane = &scope_report_table_row (sorting->table, row)->lane;
  const double *value;

  if (sorting->column->kind == SCOPE_CELL_LANE)
    {
      guint64 key = k == 0 ? lane->machine : (guint64) lane->kind << 32 | lane->index;

      return sorting->descending ? ~key : key;
    }
  value = value_of (sorting->table, row, sorting->column->slot);
  return key_of (sorting->ranks != NULL && !isnan (*value) ? sorting->ranks[(guint) *value] : value[k], sorting->descending);
}

guint *
scope_report_table_sort (ScopeReportTable *table, gint column, gboolean descending)
{
  guint n = table->rows->len;
  guint *order = g_new (guint, MAX (n, 1));
  g_autofree Item *items = NULL, *spare = NULL;
  g_autofree guint *ranks = NULL;
  Sorting sorting = { table, NULL, NULL, descending };

  for (guint i = 0; i < n; i++)
    order[i] = i;
  if (column < 0 || (guint) column >= table->columns->len)
    return order;
  sorting.column = scope_report_table_column (table, (guint) column);
  if (sorting.column->kind == SCOPE_CELL_WORD || sorting.column->kind == SCOPE_CELL_TERM)
    sorting.ranks = ranks = rank_words (table, sorting.column->slot);
  items = g_new (Item, MAX (n, 1));
  spare = g_new (Item, MAX (n, 1));
  for (guint k = n_keys (&sorting); k-- > 0;)
    {
      const Item *sorted;

      for (guint i = 0; i < n; i++)
        items[i] = (Item) { row_key (&sorting, order[i], k), order[i] };
      sorted = sort_items (items, spare, n);
      for (guint i = 0; i < n; i++)
        order[i] = sorted[i].row;
    }

  return order;
}
