/* scope-otf2-points.h: what happens at points in time (ends of messages, values of counters), put together by locations: a location's file of
 * OTF2 needs all of its events in order of time, but a machine's tables have them all mixed.
 *
 * They are counted first, then each is put into its place in a file beside the archive, which has no name. So memory that cannot be given back grows
 * with the number of locations alone, and, where a location's points do not come in order, with theirs.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

typedef enum
{
  SCOPE_OTF2_VALUE,
  SCOPE_OTF2_SENT,
  SCOPE_OTF2_RECEIVED,
} ScopeOtf2Kind;

typedef struct
{
  guint64 time;
  gint64 value;  /* of a counter; a message's size, or SCOPE_TABLE_NULL */
  guint32 other; /* the counter; a message's location at the other end */
  guint8 kind;   /* ScopeOtf2Kind */
  guint8 paired; /* of a message: the other end is in the archive, too */
  guint16 tag;
} ScopeOtf2Point;

typedef struct _ScopeOtf2Points ScopeOtf2Points;

ScopeOtf2Points *scope_otf2_points_new (guint32 n_locations);
void scope_otf2_points_free (ScopeOtf2Points *points);
/* First of all points; then there is room, beside `path`; then all of them once more. */
void scope_otf2_points_count (ScopeOtf2Points *points, guint32 location);
gboolean scope_otf2_points_make_room (ScopeOtf2Points *points, const char *path, GError **error);
void scope_otf2_points_add (ScopeOtf2Points *points, guint32 location, const ScopeOtf2Point *point);
/* Those of a location in order of time, of one time as they were added; the points'. */
const ScopeOtf2Point *scope_otf2_points_sort (ScopeOtf2Points *points, guint32 location, gsize *ret_n);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ScopeOtf2Points, scope_otf2_points_free)

G_END_DECLS
