/* scope-erlang-peek.h: a short look at an Erlang trace file, to tell what it belongs to: from when to when, and of which node.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "io/source/scope-source.h"
#include "model/base/scope-erlang-events.h"

G_BEGIN_DECLS

typedef struct
{
  gboolean starts;         /* begins with profile_start: Percept's or Percept2's first file */
  gboolean has_times;
  ScopeErlangClock clock;  /* of the times */
  gint64 first, last;      /* ns of that clock: medians of the first and of the last stamps, since single ones lie far off */
  gint64 early, late;   /* the same, but of a trace of few records further apart: from where to where it surely ran */
  gboolean ends;           /* the end was looked at, too */
  gboolean has_shift;      /* monotonic stamps were taken for those of the wall clock, by … */
  gint64 shift;            /* … what the file says lies between them, ns */
  char *node;              /* that wrote it ("nonode@nohost"); NULL: not seen */
} ScopeErlangPeek;

/* Looks at the first and, of a seekable source, at the last half megabyte. FALSE: no record there. Clear it in any case. */
gboolean scope_erlang_peek (ScopeSource *source, ScopeErlangPeek *ret_peek);
void scope_erlang_peek_clear (ScopeErlangPeek *peek);
/* TRUE if a pid of that node stands in the first 64 MiB of a seekable source. */
gboolean scope_erlang_peek_names (ScopeSource *source, const char *node, GCancellable *cancellable);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (ScopeErlangPeek, scope_erlang_peek_clear)

G_END_DECLS
