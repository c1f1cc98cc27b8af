/* scope-search-private.h: what is found is handed from the searching thread to the list.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/trace/search/scope-search.h"

G_BEGIN_DECLS

typedef struct
{
  ScopeLaneId lane;
  gint64 time; /* trace time */
} ScopeSearchPlace;

typedef struct
{
  gatomicrefcount ref_count;
  ScopeTrace *trace;
  GRegex *regex;             /* NULL: lengths are looked for */
  ScopeSearchFlags flags;
  ScopeSearchLength length;
  ScopeFindQuery *query;     /* or what it asks for is; NULL */
  char **words;              /* with a length: what besides; small letters unless SCOPE_SEARCH_CASE */
  ScopeSearchKinds kinds;
  GMutex lock;      /* of what follows */
  GPtrArray *found; /* of ScopeSearchHit, not in the list yet */
  guint n_listed;   /* found and kept so far */
  GArray *places;   /* of ScopeSearchPlace: where they are, not among the marks yet */
  guint n_places;   /* so far */
  guint64 n;        /* found */
  guint32 spread[SCOPE_SEARCH_SPREAD]; /* how many of them where, but for names */
  gint64 first, last; /* of the trace */
  gint progress, events_progress; /* of the two strands: atomic, 0…1000 */
} ScopeSearchWork;

/* Takes `text`. */
void scope_search_add_hit (ScopeSearchWork *work, ScopeSearchKinds kind, ScopeLaneId lane, gint64 from, gint64 to,
                           char *text);
/* One thing that a query found, which lasts until `to`. */
void scope_search_add_found (ScopeSearchWork *work, const ScopeFound *found, gint64 to);
/* Goes through names, reasons and marks. FALSE with error if the index cannot be read, or if cancelled. */
gboolean scope_search_walk (ScopeSearchWork *work, GCancellable *cancellable, GError **error);

/* Goes through intervals of the given length. As above. */
gboolean scope_search_walk_lengths (ScopeSearchWork *work, GCancellable *cancellable, GError **error);

/* Goes through what the query asks for. As above. */
gboolean scope_search_walk_calls (ScopeSearchWork *work, GCancellable *cancellable, GError **error);

G_END_DECLS
