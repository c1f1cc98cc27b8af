/* scope-index-bytes-private.h: the segments of a machine's bulk, for scope-index-bytes.c, which writes them, and
 * scope-index-bytes-load.c, which reads those of a finished index.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "io/index/scope-index-file-private.h"

G_BEGIN_DECLS

#define SCOPE_BYTES_PAGE ((gsize) SCOPE_SEGMENT_PAGE)

typedef struct
{
  guint64 start;     /* offset of its first byte */
  guint64 address;   /* in the file, once written */
  guint64 *checksums; /* of its pages, once written */
  gint *checked;     /* of a finished index: pages that were compared; else NULL */
  guint8 *data;      /* until it is written */
  gsize size;
  gboolean spare;    /* in the unnamed file */
  enum
  {
    SCOPE_SEGMENT_HERE,
    SCOPE_SEGMENT_IN_PART,
    SCOPE_SEGMENT_IN_JOIN,
  } place;           /* in this file, or that of a part, or of what was found out of its machines */
} ScopeBytesSegment;

typedef struct
{
  ScopeBytes parent;
  ScopeIndexFile *file;
  guint number;      /* of the machine's group */
  guint part;        /* where the segments lie that are in a part: in this one of the file's */
  guint n_in_part;   /* segments: the first ones */
  gsize limit;
  GMutex lock;
  GPtrArray *segments; /* of ScopeBytesSegment; the last one may be open */
  guint64 size;
  gsize open_alloc;  /* room of the open segment; 0: none is open */
  gboolean fixed;    /* of a finished index: its segments never change */
  gboolean posted;   /* the HDF5 thread may still hold a segment */
} ScopeIndexBytes;

/* n bytes of a segment of a finished index from `offset` on (data NULL: they are only compared). FALSE: they are not there, or damaged; with
 * error: they cannot be had now. */
gboolean scope_bytes_read_finished (ScopeIndexBytes *self, ScopeBytesSegment *segment, guint64 offset, void *data, gsize n, GError **error);

G_END_DECLS
