/* scope-table-pack.h: the columns of a table's block as bytes, little-endian, one behind the other:
 *
 *     minimum i64 | width u8 | rows × width bytes
 *
 * NULL is stored as 0 and everything else as value - minimum + 1, if the column has a NULL (width | 0x80).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define SCOPE_TABLE_BLOCK_ROWS 1024u /* at most */

/* n values; gives where the next column goes. There must be room for 9 bytes and 8 for each value. */
guint8 *scope_table_pack_column (guint8 *out, const gint64 *column, guint n);
/* And back, row by row. FALSE: the bytes are not so many columns of `n_rows`, which is not greater than SCOPE_TABLE_BLOCK_ROWS. */
gboolean scope_table_unpack (const guint8 *packed, gsize n_bytes, guint n_columns, guint n_rows, gint64 *rows);

G_END_DECLS
