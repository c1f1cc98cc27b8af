/* scope-zip.h: the directory of a zip, read once and shared by all who read its members.
 *
 * Why not libzip alone: it does not say where a stored member lies (which is to be read in place, at random), its
 * handles may not be shared by threads (and reading the directory of 3,000 members once per member is quadratic), it
 * refuses archives with junk around them, and it cannot read one whose end is missing. libzip reads the members that
 * are packed by anything rarer than deflate.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "io/source/scope-source.h"

G_BEGIN_DECLS

typedef struct
{
  char *name;         /* UTF-8, no control characters; never used as a path */
  guint64 header;     /* place of its local header in the file */
  guint64 data;       /* place of its first byte; 0 until scope_zip_locate() */
  guint64 packed, size; /* as claimed */
  guint32 crc;
  guint32 index;      /* in the directory */
  guint16 method, flags;
  gboolean cut;       /* its end is missing: nothing at its end can be checked */
} ScopeZipEntry;

typedef struct
{
  ScopeSource *source;
  GArray *entries;    /* of ScopeZipEntry, in the directory's order */
  char *comment;      /* UTF-8, or NULL */
  guint64 base;       /* bytes of something else before the archive */
  guint64 end;        /* of the archive */
  char *notice;       /* what is wrong with the archive as a whole, for people; or NULL */
} ScopeZip;

#define SCOPE_ZIP_STORED 0
#define SCOPE_ZIP_DEFLATED 8
#define SCOPE_ZIP_MAX_ENTRIES 100000
#define SCOPE_ZIP_HEAD 1024 /* as SCOPE_LOG_HEAD */

/* Finds and reads the directory; without one (a cut archive) looks for the members one by one. NULL with
 * G_IO_ERROR_NOT_SUPPORTED if this is no zip at all, with another error if it is one that cannot be read. */
ScopeZip *scope_zip_new (ScopeSource *source, GCancellable *cancellable, GError **error);
void scope_zip_free (ScopeZip *zip);

/* Finds the member's data, which must end before the place `limit` (they are cut there), and the first bytes of what
 * is packed in them (SCOPE_ZIP_HEAD, zeros behind the end; *ret_n how many). NULL, or why it cannot be read; free with
 * g_free(). */
char *scope_zip_locate (ScopeZip *zip, ScopeZipEntry *entry, guint64 limit, guint8 *ret_head, gsize *ret_n);
/* A fresh reading. Any thread, after scope_zip_locate(). */
ScopeSource *scope_zip_open (ScopeZip *zip, const ScopeZipEntry *entry, GError **error);

/* For the files of io/source. */
gboolean scope_zip_salvage (ScopeZip *zip, GCancellable *cancellable, GError **error);
char *scope_zip_name (const guint8 *name, gsize n, gboolean utf8);
ScopeSource *scope_zip_open_rare (ScopeZip *zip, const ScopeZipEntry *entry, GError **error);

static inline guint16
scope_zip_u16 (const guint8 *p)
{
  return (guint16) (p[0] | p[1] << 8);
}

static inline guint32
scope_zip_u32 (const guint8 *p)
{
  return (guint32) p[0] | (guint32) p[1] << 8 | (guint32) p[2] << 16 | (guint32) p[3] << 24;
}

static inline guint64
scope_zip_u64 (const guint8 *p)
{
  return scope_zip_u32 (p) | (guint64) scope_zip_u32 (p + 4) << 32;
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ScopeZip, scope_zip_free)

G_END_DECLS
