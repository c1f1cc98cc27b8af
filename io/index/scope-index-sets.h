/* scope-index-sets.h: the directories of all machines of a file. A *set* is a dataset of records of one kind, one machine's behind
 * another's, and `machines/ends` says where each machine's end: so a thousand machines are to HDF5 what one is.
 *
 *     /machines/ends                     one record per machine
 *     /machines/lanes, blocks, …         its records of a set are those from the end of the machine before it to its own
 *
 * On the HDF5 thread only, but for references. FALSE: it cannot be written; or read, or makes no sense.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "io/index/scope-index-records.h"
#include "io/index/scope-index-source.h"

G_BEGIN_DECLS

typedef enum
{
  SCOPE_SET_FACTS,
  SCOPE_SET_LANES,
  SCOPE_SET_BLOCKS,
  SCOPE_SET_CALL_LANES,
  SCOPE_SET_CALL_BLOCKS,
  SCOPE_SET_PAIRS,
  SCOPE_SET_HELPERS,
  SCOPE_SET_INFO,
  SCOPE_SET_LOSSES,
  SCOPE_SET_STRINGS,
  SCOPE_SET_SEGMENTS,
  SCOPE_SET_CHECKSUMS,
  SCOPE_SET_ENDED,
  SCOPE_SET_ENDED_CODES,
  SCOPE_SET_ENDED_OTHERS,
  SCOPE_SET_ENTITIES, /* + kind */
  SCOPE_SET_TABLES = SCOPE_SET_ENTITIES + SCOPE_N_KINDS, /* + table */
  SCOPE_N_SETS = SCOPE_SET_TABLES + SCOPE_N_TABLES
} ScopeIndexSet;

/* --- writing: machine after machine --- */

typedef struct _ScopeSetsOut ScopeSetsOut;

ScopeSetsOut *scope_sets_out_new (hid_t file);
/* What comes from now on is of the next machine, which has so many bytes of bulk: a set that is little beside the bulk is not packed. */
void scope_sets_out_begin (ScopeSetsOut *out, guint64 bulk);
/* So many records of it will come. */
void scope_sets_out_expect (ScopeSetsOut *out, ScopeIndexSet set, guint64 n);
gboolean scope_sets_out_put (ScopeSetsOut *out, ScopeIndexSet set, gconstpointer records, gsize n);
/* Both. */
gboolean scope_sets_out_put_all (ScopeSetsOut *out, ScopeIndexSet set, gconstpointer records, gsize n);
/* Writes what is left, and ends; it is gone in any case. */
gboolean scope_sets_out_end (ScopeSetsOut *out);

/* --- reading: any machine at any time --- */

typedef struct _ScopeSetsIn ScopeSetsIn;

/* NULL: they are not there. Has the file open for itself as long as it lives. */
ScopeSetsIn *scope_sets_in_open (hid_t file, guint n_machines);
/* The records come from there, when they are read. Before any but the last of `ends` is. */
void scope_sets_in_set_source (ScopeSetsIn *in, ScopeIndexSource *source);
/* Where the chunks of those sets lie that grow with the bulk, and whose records are looked at only when the bulk is read: appended as
 * ScopeSegment. None, if there are call stacks: with such, all is read at once. */
void scope_sets_in_list_late (ScopeSetsIn *in, GArray *stretches);
ScopeSetsIn *scope_sets_in_ref (ScopeSetsIn *in);
void scope_sets_in_unref (ScopeSetsIn *in); /* any thread */

/* A machine's records of a set. `in` is borrowed. */
typedef struct
{
  ScopeSetsIn *in;
  ScopeIndexSet set;
  guint64 first; /* in the set */
  gsize at, n;   /* the next one that is read; all of them */
} ScopeSetSlice;

/* FALSE, too, if there are more than `max`. */
gboolean scope_sets_in_slice (ScopeSetsIn *in, guint machine, ScopeIndexSet set, gsize max, ScopeSetSlice *ret_slice);
/* The next n. FALSE, too, if there are not so many. */
gboolean scope_set_slice_get (ScopeSetSlice *slice, gpointer records, gsize n);
/* All of a machine's at once; free with g_free(). */
gboolean scope_sets_in_get (ScopeSetsIn *in, guint machine, ScopeIndexSet set, gsize max, gpointer *ret_records, gsize *ret_n);

/* Writes, as the next machine, what is there of one of another file. */
gboolean scope_sets_out_copy (ScopeSetsOut *out, ScopeSetsIn *in, guint machine, guint64 bulk);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ScopeSetsIn, scope_sets_in_unref)

G_END_DECLS
