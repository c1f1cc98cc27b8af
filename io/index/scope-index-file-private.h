/* scope-index-file-private.h: the file behind the bytes of an index, for scope-index-file.c and scope-index-bytes.c.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "io/index/scope-index-bytes.h"
#include "io/index/scope-index-source.h"
#include "io/index/scope-index-parts.h"

G_BEGIN_DECLS

struct _ScopeIndexFile
{
  gatomicrefcount ref_count;
  GMutex lock;
  GCond written;
  hid_t id;          /* HDF5 thread only */
  int fd;            /* of the same file, for pread; -1 if there is none */
  int spare_fd;      /* unnamed file for what the index cannot take; -1 until needed */
  guint64 spare_size;
  char *failure;
  gsize waiting;     /* bytes */
  gsize stuck;       /* bytes that no file would take and that stay in memory */
  guint8 *rooms[4];  /* memory of written segments, for the next ones: fresh memory costs more than filling it */
  guint n_rooms;
  GMutex page_lock;
  guint64 page_at;   /* of a finished one: where the page lies that was read last for a few bytes; 0: none */
  guint8 page[SCOPE_SEGMENT_PAGE];
  gboolean closed_well;
  char *path;        /* of a finished one that was opened */
  ScopeIndexSource *source; /* of a finished one whose bytes come from elsewhere; its fd is the file's. Else NULL */
  ScopeIndexParts *parts; /* where most of the bulk lies; NULL: in this file */
  gboolean damaged;
  ScopeIndexDamaged damaged_func;
  gpointer damaged_data;
  GDestroyNotify damaged_destroy;
};

/* n bytes from `address` on, of what was written. FALSE: they are not there; with error, if they could not be had. */
gboolean scope_index_file_read (ScopeIndexFile *file, guint64 address, gpointer data, gsize n, GError **error);
/* It is not to be used again: the next one who opens the trace makes it anew. */
void scope_index_file_damaged (ScopeIndexFile *file);
/* A few (n) bytes from `at` on of the page at that address, which stays at hand: millions of short lanes lie side by side, and are read one after the
 * other. A page that nobody has checked is compared with its checksum. FALSE: they are to be read otherwise (they are many, somebody
 * else reads, or the page is damaged). */
gboolean scope_index_file_read_few (ScopeIndexFile *file, guint64 page, gsize page_bytes, gint *checked, guint64 checksum, gsize at,
                                    guint8 *data, gsize n);

/* Memory of a written segment: kept for the next one, if it is as large as segments are. */
void scope_index_file_give_room (ScopeIndexFile *file, guint8 *data, gboolean whole);
guint8 *scope_index_file_take_room (ScopeIndexFile *file);

static inline gsize
scope_segment_pages (gsize size)
{
  return (size + SCOPE_SEGMENT_PAGE - 1) / SCOPE_SEGMENT_PAGE;
}

/* Of each page of the data. Free with g_free(). */
guint64 *scope_segment_checksums (const guint8 *data, gsize n);

G_END_DECLS
