/* scope-import-follow.h: what the two files of an import that follows share:
 *
 *   scope-import-follow.c      reading while it grows
 *   scope-import-follow-end.c  when all logs have ended
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "io/source/scope-feed.h"
#include "io/import/scope-import-private.h"

G_BEGIN_DECLS

/* One log that is followed, on a thread of its own. */
typedef struct _ScopeFollower
{
  ScopeImport *import;
  ScopeImportMember *member;
  ScopeFeed *feed;
  GThread *thread;
  ScopeFeedState end;
  guint64 there;        /* bytes that the decoder knows of */
  gint64 grew;          /* monotonic µs */
  gint64 published;
  gboolean single;      /* the replay was made for one processor */
  gboolean inexact;     /* the finished file, read anew, would give something else */
  gboolean apart;       /* it can be read only when it is whole */

  /* with the import's lock */
  ScopeGrowth growth;
  guint64 events;
  gint64 watermark, known_until; /* own clock */
  gint64 newest_real;
} ScopeFollower;

/* All logs, in the order of the import's paths. */
typedef struct
{
  ScopeFeed **feeds;
  guint n;
} ScopeFeeds;

/* --- scope-import-follow.c --- */

/* Whether the log is one of a single processor, whose machine has a state of its own. */
gboolean scope_import_follower_is_single (const ScopeFollower *follower, const ScopeGrowth *growth);
/* All that can be had now; `final`: nothing more comes. */
void scope_import_follower_decode (ScopeFollower *follower, gboolean final);
/* Hands over what was read, and says so. */
void scope_import_follower_publish (ScopeFollower *follower);

/* --- scope-import-follow-end.c --- */

/* All have ended: the trace is finished as any other, or read once more. FALSE with error: nothing could be read. */
gboolean scope_import_follow_finish (ScopeImport *import, const ScopeFeeds *feeds, GError **error);

G_END_DECLS
