/* scope-import-parts.h: a trace whose index is made in parts: each reads some of its machines, on any computer, and one joins them.
 *
 *     open ─► the archive ─► run_part, run_part, …  (any import, any process, any order)
 *                        └─► when all are there they are joined (io/cluster/): the trace as scope_import_run() gives it, and its index
 *
 * A part that is there can be compared, and is not read again.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "io/import/scope-import.h"
#include "io/index/scope-index-parts.h"
#include "io/source/scope-archive.h"

G_BEGIN_DECLS

typedef struct
{
  guint first, n; /* machines: logs of the archive, in order (scope_member_is_log()) */
  char *path;     /* of its file, owned; what else is kept until they are joined lies beside it */
  char *digest;   /* of its logs, and how they are read; owned */
  ScopeIndexPart file; /* once it is there */
} ScopeImportPart;

/* Opens the files of an import that was not run, as scope_import_run() would. The archive is the import's. NULL with error: nothing in them can
 * be read. */
ScopeArchive *scope_import_open_parts (ScopeImport *import, GCancellable *cancellable, GError **error);
/* Sets part->digest, for which it looks at all of the part's logs. FALSE with error: they can be read only once. */
gboolean scope_import_digest_part (ScopeImport *import, ScopeImportPart *part, GError **error);
/* Whether the part is there and whole; it is in part->file then. */
gboolean scope_import_check_part (ScopeImportPart *part);
/* Reads the part's machines by an import of its own. FALSE with error: nothing is there then. What could not be read of its logs is no error:
 * the trace will say so. */
gboolean scope_import_run_part (ScopeImport *import, ScopeArchive *archive, ScopeImportPart *part, GCancellable *cancellable, GError **error);
/* The index at `root`, if it is good and of these files, becomes the import's, whose files are open. */
gboolean scope_import_open_joined (ScopeImport *import, const char *root);
/* The import's index is made at that path, and is of its files as they are now. */
void scope_import_set_root (ScopeImport *import, const char *root);

/* A name beside that path that nobody else writes under, on whatever computer. Free with g_free(). */
char *scope_import_part_unfinished (const char *path);
/* What was written under that name takes its place, for good: it is on the disk. FALSE with error. */
gboolean scope_import_part_install (const char *unfinished_path, const char *path, GError **error);

G_END_DECLS
