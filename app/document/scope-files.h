/* scope-files.h: which of several files, given at once, are one run.
 *
 * An archive or a folder is a whole run by itself; single logs given together are the machines of one. Told by content,
 * as io does, off the main thread.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* What cannot be read counts as a log: it is said with the others what is wrong with it; files without a path each
 * stand alone. */
void scope_files_group_async (GFile *const *files, guint n_files, GCancellable *cancellable,
                              GAsyncReadyCallback callback, gpointer user_data);
/* An array of arrays of GFile, in the order given; none is empty. Free with g_ptr_array_unref(). NULL if cancelled. */
GPtrArray *scope_files_group_finish (GAsyncResult *result, GError **error);

/* Paths of the example traces that come with the program, sorted; NULL-terminated, perhaps empty.
 * Free with g_strfreev(). */
char **scope_files_list_examples (void);

G_END_DECLS
