/* scope-index.h: a finished trace into its HDF5 file, and back. The datasets are documented in docs/index-format.md.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/trace/runs/scope-run.h"
#include "io/index/scope-index-bytes.h"
#include "io/index/scope-index-parts.h"
#include "io/index/scope-index-source.h"
#include "io/index/scope-index-sums.h"

G_BEGIN_DECLS

#define SCOPE_INDEX_FORMAT "lanescope-index"
#define SCOPE_INDEX_PART_FORMAT "lanescope-index-part"
#define SCOPE_INDEX_JOIN_FORMAT "lanescope-index-join"
#define SCOPE_INDEX_VERSION 39

/* Writes everything but the bulk, which the machines' ScopeBytes have written already, and marks the file as
 * complete, and seals it. The machines' bytes must be scope_index_bytes_new() of this file, which lies at `path`. `run`
 * (with the trace's digest) is what lists of runs will show of it. FALSE with error: the file is no good. */
gboolean scope_index_write (ScopeTrace *trace, ScopeIndexFile *file, const char *path, ScopeRun *run, GError **error);
/* Fills an empty trace. Nothing in the file is trusted: FALSE with error, and the trace as it was, if it is damaged,
 * unfinished, of another version, or the index of another trace. */
gboolean scope_index_read (ScopeTrace *trace, const char *path, const char *digest, GError **error);
/* The same of one whose bytes come from elsewhere; takes the source. The trace has no path of an index then. */
gboolean scope_index_read_source (ScopeTrace *trace, ScopeIndexSource *source, GError **error);

/* --- an index that is made in parts: scope-index-parts.h --- */

/* The same of some machines of a trace, which are all of this one, before anything is known of the others; `digest` says what they are. */
gboolean scope_index_write_part (ScopeTrace *trace, ScopeIndexFile *file, const char *path, const char *digest, GError **error);
/* Whether such a file is of that, and whole, each page of its bulk compared. *ret_part: its size and seal. */
gboolean scope_index_check_part (const char *path, const char *digest, ScopeIndexPart *ret_part);
/* Its machines, ready for what is found out when all are read: this goes into `file`, which is being made, in segments of so many bytes.
 * `file` knows its parts; this is the one of that number. NULL with error; else its machines, to be freed by scope_machine_free(). */
GPtrArray *scope_index_read_part (ScopeIndexFile *file, guint part, const char *path, gsize segment, GError **error);
/* Then these machines with all that was found out: the file of which the root is a copy, but for what is of the whole trace. Of their bulk it has
 * what is not in the part. */
gboolean scope_index_write_join (GPtrArray *machines, ScopeIndexFile *file, const char *path, GError **error);
/* The whole trace, whose file knows its parts and their joins, from these: of the trace's machines nothing is asked. `sums` are borrowed. */
gboolean scope_index_write_root (ScopeTrace *trace, ScopeIndexFile *file, const char *path, ScopeRun *run, const ScopeIndexSums *sums, GError **error);

/* Of a finished index: what of its directories is looked at only when the bulk is read, as stretches of the file (ScopeSegment): who looks at
 * it from another computer needs them later. NULL: all is needed at once. Free with g_array_unref(). */
GArray *scope_index_list_late (const char *path);

G_END_DECLS
