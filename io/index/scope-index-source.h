/* scope-index-source.h: whence the bytes of a finished index come that are not in its file: from another computer (io/remote). The file is
 * as large as the index and has holes; what somebody wants to read is put there first. Without a source all bytes are there.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "io/index/scope-index-bytes.h"

G_BEGIN_DECLS

typedef struct _ScopeIndexSource ScopeIndexSource;

/* Any thread. */
typedef struct
{
  /* Sees to it that these bytes are in the file. FALSE with error: they cannot be had now. */
  gboolean (*want) (ScopeIndexSource *source, const ScopeSegment *stretches, gsize n, GError **error);
  /* Likewise, and reads [at, at + n). */
  gboolean (*read) (ScopeIndexSource *source, guint64 at, gpointer data, gsize n, GError **error);
  /* What comes is so much longer: behind the root lie its parts (scope_index_parts_lay_out()). Before anybody else reads. FALSE: it cannot be. */
  gboolean (*grow) (ScopeIndexSource *source, guint64 size);
  /* What came is damaged: none of it is kept for another time. */
  void (*forget) (ScopeIndexSource *source);
  void (*free) (ScopeIndexSource *source);
} ScopeIndexSourceClass;

struct _ScopeIndexSource
{
  const ScopeIndexSourceClass *klass;
  ScopeFarEnd *end; /* who can be asked there */
  gint cut;         /* atomic: what was wanted last could not be had */
  gboolean late;    /* of the directories, too, some come when they are read */
  int fd;     /* of the file: open as long as the source lives */
  char *path; /* of the same, for HDF5, until it is open there; then it is removed, and NULL */
};

/* An index whose bytes come from there; all but its segments are in the file already. Takes the source, which is freed with the file. */
ScopeIndexFile *scope_index_file_new_of_source (ScopeIndexSource *source);

G_END_DECLS
