/* scope-log-sets.h: which logs belong together: the files of a wrap set are one log, and what lies beside a log may be of the same
 * run.
 *
 * dbg's {Name, wrap, Suffix, Size, Count} writes Name ++ N ++ Suffix, N = 0 … Count - 1 and 0 again; one number is always free once
 * the set has wrapped, and reading begins behind it (formats/erlang.md §1):
 *
 *     wrap0  wrap1  wrap2  wrap3  (free)  wrap5        wrap5 was written first, wrap3 last
 *
 * Names only say what may be a set. That it is one is said by the times in the files: each goes on where the one before ended.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "io/source/scope-archive.h"

G_BEGIN_DECLS

/* As scope_archive_open(), and the files of a wrap set are one member. */
ScopeArchive *scope_log_sets_open (const char *const *paths, guint n_paths, GCancellable *cancellable, GError **error);

/* Of an archive whose wrap sets are joined: samples of one run (scope-log-samples.c) become one member, and lie beside the trace that
 * they are of, if there is no doubt. */
void scope_log_sets_join_samples (ScopeArchive *archive);

/* The paths of all that surely belongs to the log at `path`, itself among them: the other files of its wrap set; the traces of nodes
 * that name each other's processes and ran at the same time; the samples of its run. NULL: nothing, or it is no regular file. Free
 * with g_strfreev(). */
char **scope_log_sets_beside (const char *path, GCancellable *cancellable);

G_END_DECLS
