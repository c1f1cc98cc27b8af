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

G_BEGIN_DECLS

/* "…/part-0003.h5" → "…/part-0003.ends". Free with g_free(). */
char *scope_part_notes_path (const char *part);
/* `digest`: what the part is of. FALSE with error. The file is on the disk then. */
gboolean scope_part_notes_write (const char *path, const char *digest, ScopeMessages *messages, const ScopeImportMember *members, guint n,
                                 GError **error);
/* Whether the file is whole, and of that. */
gboolean scope_part_notes_check (const char *path, const char *digest);
/* Into n members, of which the first is machine `first` of `messages`. FALSE with error. */
gboolean scope_part_notes_read (const char *path, const char *digest, ScopeMessages *messages, ScopeImportMember *members, guint first, guint n,
                                GError **error);

G_END_DECLS
