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
typedef GBytes *(*ScopeServeAnswer) (ScopeTrace *trace, ScopeTileCache *tiles, GBytes *question, GError **error);

/* Answers until the pipe ends. The descriptors are closed then. Traces are opened as `options` says. FALSE with error: there can be no talk
 * over these. */
gboolean scope_serve_run (int in, int out, const ScopeImportOptions *options, ScopeServeAnswer answer, GError **error);

G_END_DECLS
