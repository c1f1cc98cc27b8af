/* scope-archive.h: from what the user gave (files, folders, archives, "-") to the logs that are in it.
 *
 * Chosen by content, never by name. Nothing is ever written under a member's name.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "io/source/scope-log-kind.h"
#include "io/source/scope-source.h"

G_BEGIN_DECLS

/* One log of the trace. */
typedef struct
{
  char *name;          /* of the member or file, UTF-8 for display */
  guint32 number;      /* machine number its name claims ("prog#12.eventlog"), or 0 */
  guint64 size;        /* unpacked, as claimed; 0 if unknown */
  ScopeLogKind kind;   /* by its first bytes */
  char *refusal;       /* why it cannot be read ("is encrypted", "is not an eventlog"), else NULL */
  gboolean foreign;    /* something else that lies in the archive: passed over in silence */
  char **lacks;        /* what of it is not there ("its beginning was written over"), NULL at the end; or NULL */
  /* private */
  gpointer opener;
} ScopeMember;

/* It becomes a machine of the trace. */
static inline gboolean
scope_member_is_log (const ScopeMember *member)
{
  return !member->foreign && member->refusal == NULL;
}

typedef struct _ScopeArchive ScopeArchive;

/* Looks at what `paths` are ("-" is standard input) and lists the logs. Several paths: files of one run.
 * Error if none of it can be read as a trace at all (the message names file and cause). */
ScopeArchive *scope_archive_open (const char *const *paths, guint n_paths, GCancellable *cancellable,
                                  GError **error);
/* Makes one member of several (numbers in the order in which they are read; no growing archive): the files of a wrap set. They
 * are read whatever they were refused for. It is called `name`, and lacks `lacks` (taken; or NULL). Numbers of members are other ones from then on. */
void scope_archive_chain (ScopeArchive *archive, const guint *members, guint n, const char *name, char **lacks);
/* Of how many files the member is made: 1 or more; and name, path and kind of one, as of a member of its own. The path is NULL of what
 * lies in an archive or came from a pipe. */
guint scope_archive_n_parts (ScopeArchive *archive, guint i);
const ScopeMember *scope_archive_part (ScopeArchive *archive, guint i, guint part, const char **ret_path);
/* Lays the files of `samples`, another member, beside `member`: they are of the same run. Numbers of members are other ones then. */
void scope_archive_attach (ScopeArchive *archive, guint member, guint samples);
/* What lies beside the member, from its start; NULL without error: nothing. */
ScopeSource *scope_archive_open_samples (ScopeArchive *archive, guint i, GError **error);
/* What lies beside a trace of a simulation, or of Erlang, and explains it. */
typedef enum
{
  SCOPE_BESIDE_CONFIG,  /* config.ini */
  SCOPE_BESIDE_STATS,   /* stats.txt; of the trace run.out.gz: run.stats.txt */
  SCOPE_BESIDE_SYMBOLS, /* what `nm` gave: *.nm, *.sym, symbols.txt */
  SCOPE_BESIDE_PROGRAM, /* the program itself, with its debugging information: called as the trace, without an ending or with .elf */
  SCOPE_BESIDE_LOCKS,   /* of the trace run.trace: run.lcnt */
  SCOPE_BESIDE_MICROSTATES, /* and run.msacc */
} ScopeSideNote;

/* Path of the program; NULL: it lies in no folder beside the trace. Free with g_free(). */
char *scope_archive_find_program (ScopeArchive *archive, guint i);
/* Its bytes, 0 behind them, and its name. NULL: there is none. Free both with g_free(). */
/* The same as a source, however long it is; NULL without error: there is none. With error it has a name. */
ScopeSource *scope_archive_open_beside (ScopeArchive *archive, guint i, ScopeSideNote what, char **ret_name, GError **error);
/* The same of the symbols that are called as that program of the trace: "matrix.nm", "matrix.sym". */
char *scope_archive_read_symbols (ScopeArchive *archive, guint i, const char *program, char **ret_name, gsize *ret_n);
char *scope_archive_read_beside (ScopeArchive *archive, guint i, ScopeSideNote what, char **ret_name, gsize *ret_n);
/* As parts, with what lies beside it behind them. */
guint scope_archive_n_files (ScopeArchive *archive, guint i);
const ScopeMember *scope_archive_file (ScopeArchive *archive, guint i, guint file, const char **ret_path);
/* What comes out of this gzip, by its beginning. */
ScopeLogKind scope_archive_gzip_kind (ScopeSource *packed);
/* Adds to what the user is told. */
void scope_archive_note (ScopeArchive *archive, const char *text);
/* Logs that are still being written: `sources` (referenced; seekable) by the names of `paths`, which need not be paths.
 * Nothing is looked at; the members are in the order that scope_archive_open() gives the same files. */
ScopeArchive *scope_archive_new_growing (ScopeSource *const *sources, const char *const *paths, guint n);
void scope_archive_free (ScopeArchive *archive);

/* "eventlog", "eventlog.gz", "erlang", "erlang.gz", "erlang-probes", "erlang-probes.gz", "parevents", "folder", "files",
 * "schedplot". */
const char *scope_archive_format (ScopeArchive *archive);
/* Name to show if the logs name no program. */
const char *scope_archive_title (ScopeArchive *archive);
/* What was found out by the way, for the user: "the directory of the archive is damaged". NULL if nothing. */
const char *scope_archive_notice (ScopeArchive *archive);
guint scope_archive_n_members (ScopeArchive *archive);
const ScopeMember *scope_archive_member (ScopeArchive *archive, guint i);
/* A fresh reading of member i from its start. Seekable for plain files and stored members. Different members
 * may be opened and read on different threads at once. */
ScopeSource *scope_archive_open_member (ScopeArchive *archive, guint i, GError **error);
/* Of a growing archive: the member's source, borrowed. */
ScopeSource *scope_archive_growing_source (ScopeArchive *archive, guint i);
/* TRUE if what begins so can be read only when all of it is there: it is packed, or a Schedplot folder's header. */
gboolean scope_archive_is_read_whole (const guint8 *head, gsize n);
/* The path of one of the tracks in a Schedplot folder, if it can be had of one that something was written to; NULL: it is none. */
char *scope_archive_find_track (const char *folder);
/* What it turned out to be, once its first bytes were there. */
void scope_archive_set_growing_kind (ScopeArchive *archive, guint i, ScopeLogKind kind);
/* What identifies the trace on disk: digest of each file's head and tail, size, and time of last change. 32 hex digits;
 * NULL if it can only be read once (a pipe). Free with g_free(). */
char *scope_archive_digest (ScopeArchive *archive);
/* The same without the times of files: that of a copy is the same. Free with g_free(). */
char *scope_archive_content_digest (ScopeArchive *archive);
/* The same of n members, with `how` they are read. Free with g_free(). */
char *scope_archive_digest_some (ScopeArchive *archive, const guint *members, guint n, const char *how);
/* Paths of the files given, and their size in bytes all together. */
const char *const *scope_archive_paths (ScopeArchive *archive, guint64 *ret_bytes);
/* The files behind it: those given, and of folders those in them; of what came from a pipe none. Free with g_strfreev(). */
char **scope_archive_files (ScopeArchive *archive);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ScopeArchive, scope_archive_free)

G_END_DECLS
