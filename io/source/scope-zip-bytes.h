/* scope-zip-bytes.h: a stretch of a source, as libzip reads it. For the files of io/source only.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "io/source/scope-source.h"

#include <zip.h>

G_BEGIN_DECLS

/* `size` bytes from `base` of a seekable source, which is referenced. NULL: *reason says why. */
zip_source_t *scope_zip_bytes (ScopeSource *source, guint64 base, guint64 size, zip_error_t *reason);

G_END_DECLS
