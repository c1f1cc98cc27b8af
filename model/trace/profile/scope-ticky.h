/* scope-ticky.h: GHC's ticky-ticky: how often the code of each closure was entered, and what was allocated.
 *
 * The runtime counts anew after each sample: what stands in a range's samples was counted since the sample before its first one.
 *
 * All that reads rows goes off the main thread.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/trace/document/scope-query-range.h"

G_BEGIN_DECLS

typedef struct
{
  guint32 machine;        /* index */
  guint64 counter;        /* what the log calls it */
  char *name, *arguments; /* "go{v s2bK} (Main) (fun)", "MI"; NULL: not told */
  gint64 arity;           /* SCOPE_TABLE_NULL: not told */
  gint64 info;            /* address of its info table, the 64 bits of it; NULL: not told */
  guint64 n;              /* samples that it is in */
  gint64 entries;
  gint64 allocations;     /* bytes that its code allocated */
  gint64 allocated;       /* bytes of closures of it; only counted with -ticky-allocd */
} ScopeTickySum;

/* Those that are in a sample of the range, machine by machine, those with most entries first, then those with most allocations, equal ones
 * by their number. Of ScopeTickySum; free with g_array_unref(). NULL with error. */
GArray *scope_ticky_sum (const ScopeQueryRange *within, GError **error);

G_END_DECLS
