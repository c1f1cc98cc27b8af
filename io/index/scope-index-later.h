/* scope-index-later.h: of an index with millions of threads, their directory (who they are, and where their lanes lie) is read when
 * somebody asks for one, a page at a time: it has 180 bytes for each, and a first picture shows none of them.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "io/index/scope-index-bytes.h"
#include "io/index/scope-index-sets.h"

G_BEGIN_DECLS

#define SCOPE_INDEX_MANY_LANES 262144u /* of a machine: with fewer, all is read when the index is opened */

/* Texts of a machine, read on the HDF5 thread before anything is made of them. */
typedef struct
{
  char *data;
  gsize n;
} ScopeIndexStrings;

/* NULL: there is none. */
const char *scope_index_string (const ScopeIndexStrings *strings, guint32 at);
gboolean scope_index_check_entity (const ScopeEntityRecord *record, ScopeKind kind, guint32 n_lanes);
/* One that was checked. TRUE. */
gboolean scope_index_set_entity (ScopeEntity *entity, const ScopeEntityRecord *record, const ScopeIndexStrings *strings);

/* What is open of a machine for that. Reference-counted, thread-safe. */
typedef struct _ScopeIndexLater ScopeIndexLater;

/* `strings` are the machine's, which stay where they are as long as it does. */
ScopeIndexLater *scope_index_later_new (ScopeIndexFile *file, ScopeSetsIn *in, const ScopeIndexStrings *strings);
void scope_index_later_unref (ScopeIndexLater *later);
/* On the HDF5 thread; before anybody else has the machine. Slices are read as far as they are: as many lanes and blocks as
 * scope_lane_store_n_first() says, or SCOPE_ENTITIES_HELD entities. */
void scope_index_later_take_lanes (ScopeIndexLater *later, ScopeLaneStore *store, const ScopeSetSlice *lanes, const ScopeSetSlice *blocks,
                                   guint64 n_bytes);
void scope_index_later_take_entities (ScopeIndexLater *later, ScopeMachine *machine, ScopeKind kind, const ScopeSetSlice *entities);

G_END_DECLS
