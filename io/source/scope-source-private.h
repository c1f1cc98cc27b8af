/* scope-source-private.h: what the kinds of sources share. For the files of io/source only.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "io/source/scope-source.h"

G_BEGIN_DECLS

typedef struct
{
  gssize (*pread) (ScopeSource *source, void *data, gsize n, guint64 offset, GError **error); /* if seekable */
  gssize (*read) (ScopeSource *source, void *data, gsize n, GError **error);                  /* if not */
  void (*progress) (ScopeSource *source, guint64 *ret_done, guint64 *ret_all); /* NULL: bytes read, of size */
  void (*finalize) (ScopeSource *source);                                      /* what is beyond ScopeSource */
} ScopeSourceClass;

/* Where the parts of a chain lie. */
typedef struct
{
  guint n;
  char **names;
  guint64 *starts; /* n of them; G_MAXUINT64: not known yet */
} ScopeSourceParts;

struct _ScopeSource
{
  const ScopeSourceClass *klass;
  gatomicrefcount refs;
  char *name;
  gint64 size;        /* or -1 */
  guint64 position;   /* of scope_source_read() on a seekable source */
  guint64 consumed;   /* bytes handed out; changed atomically, for progress only */
  GByteArray *unread; /* bytes put back, to come first again; NULL if none */
  guint unread_at;
  ScopeSourceParts *parts; /* NULL: it is no chain */
};

/* `bytes` zeroed bytes beginning with a ScopeSource, which is set up. */
gpointer scope_source_alloc (gsize bytes, const ScopeSourceClass *klass, const char *name, gint64 size);
ScopeSourceParts *scope_source_parts_copy (const ScopeSourceParts *parts); /* NULL of NULL */
void scope_source_parts_free (ScopeSourceParts *parts);


/* A raw deflate stream of `packed_size` bytes at `offset` of a seekable source, as in a zip. The end is checked
 * against crc, and against size modulo 2^32. */
ScopeSource *scope_source_new_inflate (ScopeSource *whole, const char *name, guint64 offset, guint64 packed_size,
                                       guint64 size, guint32 crc, GError **error);
/* A part whose CRC is checked if it is read from front to back. */
ScopeSource *scope_source_new_checked_part (ScopeSource *whole, const char *name, guint64 offset, guint64 length,
                                            guint32 crc);

G_END_DECLS
