/* scope-archive.h: from what the user gave (files, folders, archives, "-") to the logs that are in it.
 *
 * Chosen by content, never by name. Nothing is ever written under a member's name.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "scope-source.h"

G_BEGIN_DECLS

/* One log of the trace. */
typedef struct
{
  char *name;          /* of the member or file, UTF-8 for display */
  guint32 number;      /* machine number its name claims ("prog#12.eventlog"), or 0 */
  guint64 size;        /* unpacked, as claimed; 0 if unknown */
  char *refusal;       /* why it cannot be read ("is encrypted", "is no eventlog"), else NULL */
  gboolean foreign;    /* something else that lies in the archive: passed over in silence */
  /* private */
  gpointer opener;
} ScopeMember;

typedef struct _ScopeArchive ScopeArchive;

/* Looks at what `paths` are ("-" is standard input) and lists the logs. Several paths: files of one run.
 * Error if none of it can be read as a trace at all (the message names file and cause). */
ScopeArchive *scope_archive_open (const char *const *paths, guint n_paths, GCancellable *cancellable,
                                  GError **error);
void scope_archive_free (ScopeArchive *archive);

/* "eventlog", "eventlog.gz", "parevents", "folder", "files". */
const char *scope_archive_format (ScopeArchive *archive);
/* Name to show if the logs name no program; comment of a zip (Eden: the command line) or NULL. */
const char *scope_archive_title (ScopeArchive *archive);
const char *scope_archive_comment (ScopeArchive *archive);
/* What was found out by the way, for the user: "3 files opened as one trace". NULL if nothing. */
const char *scope_archive_notice (ScopeArchive *archive);
guint scope_archive_n_members (ScopeArchive *archive);
const ScopeMember *scope_archive_member (ScopeArchive *archive, guint i);
/* A fresh reading of member i from its start. Seekable for plain files and stored members. Different members
 * may be opened and read on different threads at once. */
ScopeSource *scope_archive_open_member (ScopeArchive *archive, guint i, GError **error);
/* What identifies the trace on disk: digest of each file's head and tail, size, and time of last change. 32 hex digits;
 * NULL if it can only be read once (a pipe). Free with g_free(). */
char *scope_archive_digest (ScopeArchive *archive);
/* Paths of the files given, and their size in bytes all together. */
const char *const *scope_archive_paths (ScopeArchive *archive, guint64 *ret_bytes);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ScopeArchive, scope_archive_free)

G_END_DECLS
