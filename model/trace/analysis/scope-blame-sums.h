/* scope-blame-sums.h: blame added up by task and label. SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "model/trace/analysis/scope-task-stream.h"

G_BEGIN_DECLS

typedef struct
{
  ScopeTaskId task;
  guint32 label;
  gint64 direct;   /* of those who waited for the task */
  gint64 cascaded; /* of those who waited for these */
} ScopeBlame;

/* All zeros: empty. */
typedef struct
{
  ScopeBlame *sums;  /* as they came */
  guint32 n, n_alloc;
  guint32 *places;   /* of these, by key: place + 1; 0: none */
  guint32 n_places;  /* a power of two, at least twice n; or 0 */
} ScopeBlameSums;

/* The place of that task and label, a new one if need be. */
guint32 scope_blame_sums_place (ScopeBlameSums *sums, ScopeTaskId task, guint32 label);
void scope_blame_sums_add (ScopeBlameSums *sums, const ScopeBlame *sum);
/* Empties it, and keeps its room. */
void scope_blame_sums_reset (ScopeBlameSums *sums);
void scope_blame_sums_clear (ScopeBlameSums *sums);
/* By machine, thread, label; *ret_places (or NULL), to be freed with g_free(): where each went. To be reset before more is added. */
void scope_blame_sums_sort (ScopeBlameSums *sums, guint32 **ret_places);

G_END_DECLS
