/* scope-index-later.h: of an index with millions of threads, their directory (who they are, and where their lanes lie) is read when
 * somebody asks for one, a page at a time: it has 180 bytes for each, and a first picture shows none of them. Of an index with many
 * machines each is read when somebody asks for it, in pieces: lanes, entities of a kind, the blocks of a table, what the log says of itself.
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

#define SCOPE_INDEX_MANY_MACHINES 32u /* with fewer, all of each is read when the index is opened */

/* NULL: there is none. */
const char *scope_index_string (const ScopeIndexStrings *strings, guint32 at);
gboolean scope_index_check_entity (const ScopeEntityRecord *record, ScopeKind kind, guint32 n_lanes);
/* One that was checked. TRUE. */
gboolean scope_index_set_entity (ScopeEntity *entity, const ScopeEntityRecord *record, const ScopeIndexStrings *strings);

/* What is open of a machine for that. Reference-counted, thread-safe. */
typedef struct _ScopeIndexLater ScopeIndexLater;

/* Texts of machine n. On the HDF5 thread; FALSE: they cannot be read, or are none. Free with g_free(). */
gboolean scope_index_get_strings (ScopeSetsIn *in, guint n, ScopeIndexStrings *strings);

/* `strings` are the machine's, which stay where they are as long as it does; NULL: they are read when they are needed. What is read comes onto
 * the shelf, which is that of all machines; NULL: it stays. */
ScopeIndexLater *scope_index_later_new (ScopeIndexFile *file, ScopeSetsIn *in, guint machine, const ScopeIndexStrings *strings, ScopeShelf *shelf);
void scope_index_later_unref (ScopeIndexLater *later);
/* On the HDF5 thread; before anybody else has the machine. Slices are read as far as they are: as many lanes and blocks as
 * scope_lane_store_n_first() says, or SCOPE_ENTITIES_HELD entities. */
void scope_index_later_take_lanes (ScopeIndexLater *later, ScopeLaneStore *store, const ScopeSetSlice *lanes, const ScopeSetSlice *blocks,
                                   guint64 n_bytes);
void scope_index_later_take_entities (ScopeIndexLater *later, ScopeMachine *machine, ScopeKind kind, const ScopeSetSlice *entities);

/* Everything of a machine whose facts are set, but its processors, losses and helpers, which must be few. `none`: tables without rows. FALSE:
 * it makes no sense. On the HDF5 thread. */
gboolean scope_index_later_take_machine (ScopeIndexLater *later, ScopeMachine *machine, ScopeTable *const none[SCOPE_N_TABLES]);

G_END_DECLS
