/* scope-index.h: a finished trace into its HDF5 file, and back. The datasets are documented in docs/index-format.md.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/trace/runs/scope-run.h"
#include "io/index/scope-index-bytes.h"
#include "io/index/scope-index-source.h"

G_BEGIN_DECLS

#define SCOPE_INDEX_FORMAT "lanescope-index"
#define SCOPE_INDEX_VERSION 33

/* Writes everything but the bulk, which the machines' ScopeBytes have written already, and marks the file as
 * complete, and seals it. The machines' bytes must be scope_index_bytes_new() of this file, which lies at `path`. `run`
 * (with the trace's digest) is what lists of runs will show of it. FALSE with error: the file is no good. */
gboolean scope_index_write (ScopeTrace *trace, ScopeIndexFile *file, const char *path, ScopeRun *run, GError **error);
/* Fills an empty trace. Nothing in the file is trusted: FALSE with error, and the trace as it was, if it is damaged,
 * unfinished, of another version, or the index of another trace. */
gboolean scope_index_read (ScopeTrace *trace, const char *path, const char *digest, GError **error);
/* The same of one whose bytes come from elsewhere; takes the source. The trace has no path of an index then. */
gboolean scope_index_read_source (ScopeTrace *trace, ScopeIndexSource *source, GError **error);

G_END_DECLS
