/* scope-index-private.h: what an index and what lies beside it are both made of. On the HDF5 thread. FALSE or NULL: it failed, or is
 * damaged.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "io/index/scope-index-bytes.h"
#include "io/index/scope-index-later.h"
#include "model/zoom/scope-lane-store.h"

G_BEGIN_DECLS

/* The lanes of a group, over so many bytes of bulk. */
gboolean scope_index_put_lanes (hid_t group, ScopeLaneStore *store, guint64 bulk);
/* NULL, too, if they do not lie in the bytes. With `later` (or NULL), of very many only the first are read now. */
ScopeLaneStore *scope_index_get_lanes (hid_t group, ScopeBytes *bytes, guint64 n_bytes, ScopeIndexLater *later);
/* Where the bulk of a group lies in the file. */
gboolean scope_index_put_bulk (hid_t group, ScopeBytes *bytes);
ScopeBytes *scope_index_get_bulk (hid_t group, ScopeIndexFile *file);

G_END_DECLS
