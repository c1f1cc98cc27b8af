/* scope-index-later-private.h: what is open of a machine that is read later, for scope-index-later.c and scope-index-later-bytes.c.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "io/index/scope-index-file-private.h"
#include "io/index/scope-index-later.h"

G_BEGIN_DECLS

#define MAX_RECORDS (256u * 1024u * 1024u)

struct _ScopeIndexLater
{
  gatomicrefcount refs;
  ScopeIndexFile *file;
  ScopeSetsIn *in;
  guint machine;
  ScopeIndexStrings strings;
  gboolean has_strings, owns_strings; /* HDF5 thread only */
  gboolean is_late;                   /* all of the machine is read later, its bulk too */
  guint64 n_bytes;                    /* of the machine's bulk */
  ScopeShelf *shelf;                  /* NULL: what was read stays */
  GMutex lock;                        /* of the following ones */
  ScopeBytes *bulk;                   /* where its bytes lie; NULL: not asked for yet, or let go again */
  guint bulk_users;                   /* who has it in hands */
  ScopeShelved *shelved;              /* the bulk */
  ScopeSetSlice lanes, blocks, entities[SCOPE_N_KINDS]; /* HDF5 thread only */
  guint32 n_lanes, first_lane; /* all of them; the first that is read later */
  guint64 *places;             /* HDF5 thread only: of each page of lanes, where its blocks begin; G_MAXUINT64: not known yet */
  guint32 n_places;
};

gpointer scope_index_later_ref (ScopeIndexLater *later);
/* Where its bytes lie is read, if it was not. On the HDF5 thread. */
void scope_index_later_need_bulk (gpointer later);
/* Bytes of the machine that are looked for when they are read. FALSE: they have a size that makes no sense. */
gboolean scope_index_later_take_bytes (ScopeIndexLater *later, ScopeMachine *machine);

G_END_DECLS
