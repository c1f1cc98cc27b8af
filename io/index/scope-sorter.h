/* scope-sorter.h: any number of records of one size, put in order in little memory: what is too much for that waits, in runs that are in
 * order, in an unnamed file.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

typedef struct _ScopeSorter ScopeSorter;

/* < 0: a comes before b. Of records that are equal the one that was added first comes first. */
ScopeSorter *scope_sorter_new (gsize record_size, GCompareDataFunc compare);
void scope_sorter_free (ScopeSorter *sorter);
/* Errors (a full disk) are kept for scope_sorter_rewind(). */
void scope_sorter_add (ScopeSorter *sorter, gconstpointer record);
/* To the first record of all in order; nothing is added any more. FALSE with error if not all could be written. */
gboolean scope_sorter_rewind (ScopeSorter *sorter, GError **error);
/* The next record, valid until the next call; NULL at the end, or if it cannot be read again: *error is set then. */
gconstpointer scope_sorter_next (ScopeSorter *sorter, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ScopeSorter, scope_sorter_free)

G_END_DECLS
