/* scope-log-form.h: by its first bytes, which form of a simulation trace other than gem5's text, or of a trace of branches, a log has.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The XML form: its root, or its seqs, whatever stands before them. */
gboolean scope_log_is_sim_xml (const char *head, gsize n);
/* What `perf script` prints: one of its first lines is a branch. */
gboolean scope_log_is_perf (const char *head, gsize n);
/* It prints something else: calls alone (--call-trace), samples. */
gboolean scope_log_is_perf_without_branches (const char *head, gsize n);
/* Pipelines. O3PipeView's lines may stand behind what the simulator says when it begins. */
gboolean scope_log_is_kanata (const char *head, gsize n);
gboolean scope_log_is_o3pipe (const char *head, gsize n);

G_END_DECLS
