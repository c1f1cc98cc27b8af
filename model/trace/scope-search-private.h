/* scope-search-private.h: what is found is handed from the searching thread to the list.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "scope-search.h"

G_BEGIN_DECLS

typedef struct
{
  gatomicrefcount ref_count;
  ScopeTrace *trace;
  GRegex *regex;
  ScopeSearchKinds kinds;
  GMutex lock;      /* of what follows */
  GPtrArray *found; /* of ScopeSearchHit, not in the list yet */
  guint n_listed;   /* found and kept so far */
  guint64 n;        /* found */
  gint progress, events_progress; /* of the two strands: atomic, 0…1000 */
} ScopeSearchWork;

/* Goes through names, reasons and marks. FALSE with error if the index cannot be read, or if cancelled. */
gboolean scope_search_walk (ScopeSearchWork *work, GCancellable *cancellable, GError **error);

G_END_DECLS
