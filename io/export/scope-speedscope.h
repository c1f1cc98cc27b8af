/* scope-speedscope.h: a file of speedscope (https://www.speedscope.app): profiles that are slices of time, or stacks with weights.
 *
 * Its form is https://www.speedscope.app/file-format-schema.json. It is written as it comes: memory grows with the number of different names, up
 * to a bound, and of nothing else.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

typedef struct _ScopeSpeedscope ScopeSpeedscope;

/* NULL with error. Later errors are kept: scope_speedscope_finish() tells the first. */
ScopeSpeedscope *scope_speedscope_new (const char *path, const char *title, GError **error);

/* The number of a name. Of more than a million different ones the others are all "…". */
guint32 scope_speedscope_frame (ScopeSpeedscope *speedscope, const char *name);

/* A profile of slices, which come in order of time and do not overlap. Times are ns. */
void scope_speedscope_begin_slices (ScopeSpeedscope *speedscope, const char *name, guint64 from, guint64 to);
/* TRUE; FALSE once it has failed. */
gboolean scope_speedscope_add_slice (ScopeSpeedscope *speedscope, guint32 frame, guint64 from, guint64 to);

/* A profile of stacks: all stacks first, then as many weights (ns, or with `counts` numbers), which are `sum` together. */
void scope_speedscope_begin_stacks (ScopeSpeedscope *speedscope, const char *name, gboolean counts, guint64 sum);
gboolean scope_speedscope_add_stack (ScopeSpeedscope *speedscope, const guint32 *frames, guint n);
void scope_speedscope_begin_weights (ScopeSpeedscope *speedscope);
gboolean scope_speedscope_add_weight (ScopeSpeedscope *speedscope, guint64 weight);

/* The profile that was begun last. */
void scope_speedscope_end (ScopeSpeedscope *speedscope);

/* The file takes its place. FALSE with the first error. */
gboolean scope_speedscope_finish (ScopeSpeedscope *speedscope, GError **error);
/* What is not finished leaves no file. */
void scope_speedscope_free (ScopeSpeedscope *speedscope);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ScopeSpeedscope, scope_speedscope_free)

G_END_DECLS
