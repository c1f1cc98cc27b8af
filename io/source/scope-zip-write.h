/* scope-zip-write.h: an archive of several logs.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "io/source/scope-source.h"

G_BEGIN_DECLS

/* Writes `n` seekable sources as members of these names. The file is there whole or not at all. FALSE with error, which names it. */
gboolean scope_zip_write (const char *path, guint n, ScopeSource *const *sources, const char *const *names, GError **error);

G_END_DECLS
