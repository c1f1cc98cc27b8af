/* scope-unnamed.h: files without a name, gone with their last descriptor, whatever becomes of the process.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* A new empty file in the temporary folder (TMPDIR), for reading and writing. `or_memory`: one in memory if none can be
 * made there, for what is bounded otherwise. The caller closes it. -1 with error, errno kept. */
int scope_unnamed_open (gboolean or_memory, GError **error);

G_END_DECLS
