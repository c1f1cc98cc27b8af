/* scope-index-private.h: what an index and what lies beside it are both made of. On the HDF5 thread. FALSE or NULL: it failed, or is
 * damaged.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "io/index/scope-index-bytes.h"
#include "io/index/scope-index-later.h"
#include "io/index/scope-index-parts.h"
#include "io/index/scope-index-sets.h"
#include "model/trace/document/scope-machine.h"

G_BEGIN_DECLS

/* The lanes of the machine that is written. */
gboolean scope_index_put_lanes (ScopeSetsOut *out, ScopeLaneStore *store);
/* Those of machine n, over so many bytes of bulk. NULL, too, if they do not lie in the bytes. With `later` (or NULL), of very many only the
 * first are read now. */
ScopeLaneStore *scope_index_get_lanes (ScopeSetsIn *in, guint n, ScopeBytes *bytes, guint64 n_bytes, ScopeIndexLater *later);
/* All of a machine whose index is its place in the file; its bytes, too, if it has none. `whole`: nothing is left to be read later. */
gboolean scope_index_fill_machine (ScopeSetsIn *in, ScopeMachine *machine, ScopeIndexFile *file, gboolean whole);
/* What is known of all its threads together, if they are millions. */
gboolean scope_index_put_ended (ScopeSetsOut *out, ScopeLaneStore *store);
gboolean scope_index_get_ended (ScopeSetsIn *in, guint n, ScopeLaneStore *store);
/* Where a machine's bulk lies in the file. `compare`: of a small index all of it with its checksums, at once. */
gboolean scope_index_put_bulk (ScopeSetsOut *out, ScopeBytes *bytes);
ScopeBytes *scope_index_get_bulk (ScopeSetsIn *in, guint n, ScopeIndexFile *file, gboolean compare);
/* The directories of all machines, from the joins of their parts. */
gboolean scope_index_copy_joins (ScopeSetsOut *out, ScopeIndexParts *parts);

/* The index, to be read; negative if it cannot be. On the HDF5 thread, as the next. */
hid_t scope_index_open_file (const char *path);
/* Whether its machines may be read later. Erlang's dirty schedulers have lanes that count, beside that of its threads. */
gboolean scope_index_may_wait (hid_t file);

G_END_DECLS
