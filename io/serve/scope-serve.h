/* scope-serve.h: the far side: opens traces of the computer that it runs on, and hands out the bytes of their indexes, to whoever is at the
 * other end of two pipes. See io/remote/scope-far-wire.h.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "io/import/scope-import.h"
#include "model/zoom/scope-tile-cache.h"

G_BEGIN_DECLS

/* What is asked of a trace beyond bytes, as scope_far_answer(): this room does not know how things are drawn. */
typedef GBytes *(*ScopeServeAnswer) (ScopeTrace *trace, ScopeTileCache *tiles, GBytes *question, GCancellable *cancellable, GError **error);

/* With what words this program is run so that it prints of the trace at `path` what these say ("stats", "--csv"); NULL with error: it is not
 * to be, or they are none. Free with g_strfreev(). */
typedef GStrv (*ScopeServeCommand) (const char *const *words, const char *path, gpointer data, GError **error);

typedef struct
{
  ScopeImportOptions options; /* how traces are opened */
  ScopeServeAnswer answer;
  gboolean (*takes_long) (GBytes *question); /* then it is answered on a thread of its own, without tiles */
  ScopeServeCommand command;
  gpointer data; /* of command */
} ScopeServeSide;

/* Answers until the pipe ends. The descriptors are closed then. FALSE with error: there can be no talk over these. */
gboolean scope_serve_run (int in, int out, const ScopeServeSide *side, GError **error);

G_END_DECLS
