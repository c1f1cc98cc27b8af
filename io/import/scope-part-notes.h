/* scope-part-notes.h: what is kept beside the index of a part of a trace until all parts are joined: of each machine what its log says of
 * its clock, why it could not be read, and the ends of messages to and from other machines.
 *
 *     | head | names of nodes | machine: facts, fault, sends, receipts | machine … | checksum of all that u64 |
 *
 * Numbers are as this machine has them: parts are joined where they were made.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "io/import/scope-import-private.h"
#include "io/import/scope-matcher.h"

G_BEGIN_DECLS

/* "…/part-0003.h5" → "…/part-0003.ends". Free with g_free(). */
char *scope_part_notes_path (const char *part);
/* `digest`: what the part is of. FALSE with error. The file is on the disk then. */
gboolean scope_part_notes_write (const char *path, const char *digest, ScopeMessages *messages, const ScopeImportMember *members, guint n,
                                 GError **error);
/* Whether the file is whole, and of that. */
gboolean scope_part_notes_check (const char *path, const char *digest);

/* --- reading: machine after machine, of each its facts, then its ends --- */

typedef struct _ScopePartNotes ScopePartNotes;

typedef struct
{
  ScopeReplayClock clock;
  gboolean eden;
  guint64 all;                  /* bytes of the log */
  guint64 local, local_lost;    /* messages, see ScopeMachineEnds */
  guint64 n_sends, n_receives;
  char *fault;                  /* why nothing could be read, or NULL; the caller frees it */
} ScopePartFacts;

/* Of n machines. NULL with error. */
ScopePartNotes *scope_part_notes_open (const char *path, const char *digest, guint n, GError **error);
void scope_part_notes_free (ScopePartNotes *notes);
/* Names of nodes, by the number that ends have, - 1. Borrowed. */
const GPtrArray *scope_part_notes_nodes (ScopePartNotes *notes);
/* FALSE: it is damaged; not called more than n times. */
gboolean scope_part_notes_next (ScopePartNotes *notes, ScopePartFacts *ret_facts);
/* The next end of that machine, those that were sent first. FALSE: there are no more. */
gboolean scope_part_notes_next_end (ScopePartNotes *notes, ScopeSpooledEnd *ret_end, gboolean *ret_received);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ScopePartNotes, scope_part_notes_free)

G_END_DECLS
