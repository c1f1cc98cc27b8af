/* scope-spool.h: records of one size, appended now and read once, later, in order; in an unnamed file.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

typedef struct _ScopeSpool ScopeSpool;

ScopeSpool *scope_spool_new (gsize record_size);
void scope_spool_free (ScopeSpool *spool);
/* Errors (a full disk) are kept for scope_spool_rewind(). */
void scope_spool_add (ScopeSpool *spool, gconstpointer record);
guint64 scope_spool_n_records (ScopeSpool *spool);
/* To the first record. FALSE if not all could be written. */
gboolean scope_spool_rewind (ScopeSpool *spool, GError **error);
/* The next record, valid until the next call; NULL at the end. */
gconstpointer scope_spool_next (ScopeSpool *spool);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ScopeSpool, scope_spool_free)

G_END_DECLS
