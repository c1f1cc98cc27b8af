/* scope-run-set.h: several runs of one program: their figures, and how these vary.
 *
 * A run is opened by who made the set (the model knows no files), one at a time: its figures are kept
 * (scope-run-summary.h), its trace is given back. So dozens of runs take no more memory than one. What needs their
 * lanes again (scope-run-band.h) opens them once more, which is quick when there is an index; sets of few runs keep
 * their traces.
 *
 * A run that cannot be read is left out, and says why; the others go on.
 *
 * Reading blocks, so it is a worker's; who reads while another one does waits. Runs are added before anything is read. What is
 * read of a run is there at once and stays as it is, so it can be looked at meanwhile; but for its parts and the size of its input, which are
 * read later, if they are asked for, and belong to who reads.
 * A figure of a further run counts as different only if it is outside the spread: scope-variation.h says why.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/trace/runs/scope-run-summary.h"
#include "model/trace/compare/scope-variation.h"

G_BEGIN_DECLS

typedef struct _ScopeRunSet ScopeRunSet;

/* Opens run `run` (as added) and reads it to its end; the caller unrefs it. NULL with error. Called on the thread that
 * reads the set. */
typedef ScopeTrace *(*ScopeRunOpenFunc) (gpointer user_data, guint run, GCancellable *cancellable, GError **error);

ScopeRunSet *scope_run_set_new (ScopeRunOpenFunc open, gpointer user_data, GDestroyNotify destroy);
ScopeRunSet *scope_run_set_ref (ScopeRunSet *set);
void scope_run_set_unref (ScopeRunSet *set);

/* `name` is what people call it: its file. Returns its number, from 0. */
guint scope_run_set_add (ScopeRunSet *set, const char *name);
guint scope_run_set_n_runs (ScopeRunSet *set);
/* From the next scope_run_set_read() on also what each run's time was spent on is read, of runs that were read before as well; and (`mark`
 * NULL: not) how large its input was, as the first mark tells that begins with `mark` and goes on with a number: "n=1000". */
void scope_run_set_ask_parts (ScopeRunSet *set, const char *mark);
const char *scope_run_set_name (ScopeRunSet *set, guint run);

/* Reads the figures of all runs that were not read yet. FALSE with error only if it was cancelled, or if no run at all
 * could be read (the error is the first one's). `permille` (or NULL) is set atomically. */
gboolean scope_run_set_read (ScopeRunSet *set, GCancellable *cancellable, gint *permille, GError **error);
guint scope_run_set_n_read (ScopeRunSet *set);
/* Any thread, while another one reads. NULL: not read (yet, or it could not be: then the next one says why; NULL if it was not tried). */
const ScopeRunSummary *scope_run_set_summary (ScopeRunSet *set, guint run);
const char *scope_run_set_why_not (ScopeRunSet *set, guint run);
/* Between these nobody else reads it: scope_run_set_read() and scope_run_band_read() do so themselves. */
void scope_run_set_lock (ScopeRunSet *set);
void scope_run_set_unlock (ScopeRunSet *set);
/* The run's trace again, from those kept or opened anew; unref it. NULL with error. Locked only. */
ScopeTrace *scope_run_set_open (ScopeRunSet *set, guint run, GCancellable *cancellable, GError **error);

/* How a quantity varies between the runs read, but for run `except` (SCOPE_NONE: none): whether that one is outside
 * the spread of the others is then scope_variation_is_outside (variation, its own value). */
void scope_run_set_vary (ScopeRunSet *set, ScopeRunQuantity quantity, guint except, ScopeVariation *ret_variation);

/* What should be said of the set, a sentence each, NULL-terminated, translated: runs that could not be read, that are
 * of other programs or (`of_arguments`: FALSE where these may be the size of the input) have other arguments, whose logs are not whole. Free
 * with g_strfreev(). */
char **scope_run_set_dup_warnings (ScopeRunSet *set, gboolean of_arguments);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ScopeRunSet, scope_run_set_unref)

G_END_DECLS
