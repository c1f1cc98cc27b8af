/* scope-nm-data.h: names of variables by their addresses, as `nm` lists them: "000000000004b100 B queue_lock".
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct _ScopeNmData ScopeNmData;

/* NULL: the text names no variables. */
ScopeNmData *scope_nm_data_new (const char *text, gsize n);
void scope_nm_data_free (ScopeNmData *data);
/* "queue_lock", "table+64": what begins at the address or lies before it, with nothing else between. NULL: nothing near. Free with g_free(). */
char *scope_nm_data_name (const ScopeNmData *data, guint64 address);
/* All symbols, by address. The i-th one's name, address and bytes; of a list without sizes, to the next symbol. NULL: it is no variable. */
guint scope_nm_data_n (const ScopeNmData *data);
const char *scope_nm_data_get (const ScopeNmData *data, guint i, guint64 *ret_address, guint64 *ret_size);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ScopeNmData, scope_nm_data_free)

G_END_DECLS
