/* scope-archive-private.h: how the files of io/source that list members share an archive.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "io/source/scope-archive.h"
#include "io/source/scope-zip.h"

G_BEGIN_DECLS

/* How a member is opened. */
typedef struct
{
  char *path;          /* of a file, or NULL */
  ScopeSource *source; /* what was read from a pipe, kept; or NULL */
  ScopeZip *zip;       /* of the archive it lies in, or NULL */
  guint entry;
  gboolean gzip;
  gboolean readable;   /* its bytes can be read, though they may be no log */
  ScopeMember *samples; /* files of the same run that lie beside it, or NULL */
  GPtrArray *parts;    /* of ScopeMember, or NULL: it is these, one behind the other; or those of a Schedplot folder */
} ScopeOpener;

struct _ScopeArchive
{
  GPtrArray *members;  /* of ScopeMember */
  GPtrArray *zips;     /* of ScopeZip */
  GPtrArray *paths;    /* of char *, NULL at the end */
  GString *notice;
  const char *format;
  char *title;
  guint64 bytes;
  gboolean once;       /* came from a pipe */
};

/* A new member; takes `opener`. */
ScopeMember *scope_archive_add (ScopeArchive *archive, const char *name, guint64 size, ScopeOpener *opener);
void scope_archive_add_zip (ScopeArchive *archive, ScopeZip *zip, GCancellable *cancellable);
/* Lists what lies in a folder. FALSE with error. */
gboolean scope_archive_add_folder (ScopeArchive *archive, const char *path, GCancellable *cancellable, GError **error);
/* A reading of its own of one member that has no parts. */
ScopeSource *scope_archive_open_one (const ScopeMember *member, GError **error);
void scope_archive_member_free (gpointer member);
/* The member, or its parts one after the other. */
ScopeSource *scope_archive_open_chain (const ScopeMember *member, GError **error);
/* What went wrong with a file, without its name in front: who shows it names the file. */
char *scope_archive_dup_reason (const char *path, const GError *error);
/* One file, whatever it is. */
void scope_archive_add_file (ScopeArchive *archive, const char *path);
ScopeArchive *scope_archive_new_empty (void);
/* The bytes of one file or member, unpacked where its opener says so. */
ScopeSource *scope_archive_open_opener (const ScopeOpener *opener, const char *name, GError **error);

/* --- scope-archive-beside.c --- */

/* Adds what lies beside a simulation's trace, as far as files say. */
void scope_archive_digest_beside (GChecksum *sum, const ScopeMember *member);

/* --- scope-archive-schedplot.c --- */

/* Files of one Schedplot folder that are among the members become one. */
void scope_archive_join_schedplot (ScopeArchive *archive);
/* TRUE if the file's name is one of those in such a folder. */
gboolean scope_archive_is_of_schedplot (const char *path);
/* If `path` is a file of such a folder, adds what is in that. */
gboolean scope_archive_add_beside_schedplot (ScopeArchive *archive, const char *path);
ScopeSource *scope_archive_open_schedplot (const ScopeMember *member, GError **error);

/* What first bytes are. */
gboolean scope_archive_is_gzip (const guint8 *head, gsize n);

G_END_DECLS
