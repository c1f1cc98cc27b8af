/* scope-archive-private.h: how the files of io/source that list members share an archive.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "scope-archive.h"
#include "scope-zip.h"

G_BEGIN_DECLS

/* How a member is opened. */
typedef struct
{
  char *path;          /* of a file, or NULL */
  ScopeSource *source; /* what was read from a pipe, kept; or NULL */
  ScopeZip *zip;       /* of the archive it lies in, or NULL */
  guint entry;
  gboolean gzip;
} ScopeOpener;

struct _ScopeArchive
{
  GPtrArray *members;  /* of ScopeMember */
  GPtrArray *zips;     /* of ScopeZip */
  GPtrArray *paths;    /* of char *, NULL at the end */
  GString *notice;
  const char *format;
  char *title;
  char *comment;
  guint64 bytes;
  gboolean once;       /* came from a pipe */
};

/* A new member; takes `opener`. */
ScopeMember *scope_archive_add (ScopeArchive *archive, const char *name, guint64 size, ScopeOpener *opener);
void scope_archive_add_zip (ScopeArchive *archive, ScopeZip *zip, GCancellable *cancellable);
/* Lists what lies in a folder. FALSE with error. */
gboolean scope_archive_add_folder (ScopeArchive *archive, const char *path, GCancellable *cancellable, GError **error);
void scope_archive_note (ScopeArchive *archive, const char *text);

/* What first bytes are. */
gboolean scope_archive_is_log (const guint8 *head, gsize n);
gboolean scope_archive_is_gzip (const guint8 *head, gsize n);
/* TRUE if a name promises a log: for what is refused aloud and what is passed over. */
gboolean scope_archive_promises_log (const char *name);
/* TRUE if what comes out of this gzip begins like a log. */
gboolean scope_archive_gzip_is_log (ScopeSource *packed);

G_END_DECLS
