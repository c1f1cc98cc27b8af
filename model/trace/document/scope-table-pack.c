/* scope-table-pack.c: see the header. SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/trace/document/scope-table-pack.h"

#include "model/base/scope-schema.h"
#include "model/zoom/scope-block.h"

#include <string.h>

#define HAS_NULL 0x80u

guint8 *
scope_table_pack_column (guint8 *out, const gint64 *column, guint n)
{
  guint64 values[SCOPE_TABLE_BLOCK_ROWS];
  gint64 min = G_MAXINT64, max = G_MININT64; /* NULL is less than anything */
  guint n_null = 0;
  guint width;
  gint64 base;

  for (guint i = 0; i < n; i++)
    {
      gint64 known = column[i] == SCOPE_TABLE_NULL ? G_MAXINT64 : column[i];

      n_null += column[i] == SCOPE_TABLE_NULL;
      min = MIN (min, known);
      max = MAX (max, column[i]);
    }
  if (n_null == n)
    min = max = 0;
  if (n_null == 0)
    for (guint i = 0; i < n; i++)
      values[i] = (guint64) column[i] - (guint64) min;
  else
    for (guint i = 0; i < n; i++)
      values[i] = column[i] == SCOPE_TABLE_NULL ? 0 : (guint64) column[i] - (guint64) min + 1;
  width = scope_width_for ((guint64) max - (guint64) min + (n_null > 0 ? 1 : 0));
  base = GINT64_TO_LE (min);
  memcpy (out, &base, 8);
  out[8] = (guint8) (width | (n_null > 0 ? HAS_NULL : 0));

  return scope_pack (out + 9, values, n, width);
}

gboolean
scope_table_unpack (const guint8 *packed, gsize n_bytes, guint n_columns, guint n_rows, gint64 *rows)
{
  const guint8 *p = packed, *end = p + n_bytes;
  guint64 values[SCOPE_TABLE_BLOCK_ROWS];

  for (guint c = 0; c < n_columns; c++)
    {
      gint64 base;
      guint width;
      gboolean has_null;

      if (end - p < 9)
        return FALSE;
      memcpy (&base, p, 8);
      base = GINT64_FROM_LE (base);
      width = p[8] & ~HAS_NULL;
      has_null = (p[8] & HAS_NULL) != 0;
      p += 9;
      if ((width > 4 && width != 8) || (gsize) (end - p) < (gsize) width * n_rows)
        return FALSE;
      scope_unpack (values, p, n_rows, width);
      p += (gsize) width * n_rows;
      for (guint i = 0; i < n_rows; i++)
        rows[(gsize) i * n_columns + c]
            = has_null && values[i] == 0 ? SCOPE_TABLE_NULL
                                         : (gint64) ((guint64) base + values[i] - (has_null ? 1 : 0));
    }

  return TRUE;
}
