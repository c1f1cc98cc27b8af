/* scope-strip-cache.h: strips made before, by row and place: kept by whoever draws often. Not thread-safe.
 *
 * While it is zoomed each frame has a scale of its own, and nobody asks for the others' strips again, twenty kilobytes each: no more of them
 * stay than of the scale that is drawn, or SCOPE_STRIPS_AHEAD.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/scene/draw/scope-columns.h"

G_BEGIN_DECLS

#define SCOPE_STRIPS_AHEAD 768
#define SCOPE_STRIPS_MOST 4096

typedef struct _ScopeStripCache ScopeStripCache;

/* Which strip it is. */
typedef struct
{
  const char *row; /* its key */
  double scale;
  gint64 first, index;
  guint what;      /* of what of the row: as the caller says */
  gboolean whole;  /* of all time: stays, whatever the scale is */
  gconstpointer of; /* of what was found out: that, which may be made anew; else which colours of one's own */
} ScopeStripKey;

ScopeStripCache *scope_strip_cache_new (guint max_strips); /* 0: SCOPE_STRIPS_MOST */
void scope_strip_cache_free (ScopeStripCache *cache);
/* Forget all: lanes were reordered, offsets changed. Strips of another scale go by themselves. */
void scope_strip_cache_clear (ScopeStripCache *cache);
/* Forget those that are incomplete: call when tiles arrived. */
void scope_strip_cache_drop_incomplete (ScopeStripCache *cache);

/* The cache's strip, or NULL. *ret_stale: better tiles have arrived since it was made. */
ScopeStrip *scope_strip_cache_look (ScopeStripCache *cache, const ScopeStripKey *key, gboolean *ret_stale);
/* In place of the one that is there. */
void scope_strip_cache_keep (ScopeStripCache *cache, const ScopeStripKey *key, ScopeStrip *strip);

G_END_DECLS
