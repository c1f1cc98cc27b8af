/* scope-run-parts.h: what a run's time was spent on, part by part: what is asked how it grows (scope-growth.h).
 *
 * What a label ran alone is time in which no processor can help. The causes of the processors' time (scope-analysis.h) add up to processors × time. Of the running time of tasks there is the same once
 * more by label (what the program says that it does; of Erlang the function that went on running), and once more by function where calls
 * were traced. What no label stands for is the part without a name.
 *
 * Phases (scope-phases.h) are parts, too, with the time of all processors in them: those that are mostly the same are one, whose name is what they
 * mostly are, so that it is that of the same phases of other runs. A run in which none are told apart has none.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/trace/document/scope-trace.h"

G_BEGIN_DECLS

typedef enum
{
  SCOPE_PART_CAUSE,
  SCOPE_PART_ALONE, /* a label, while it ran alone: of the run's time, not of the processors' */
  SCOPE_PART_LABEL,
  SCOPE_PART_FUNCTION,
  SCOPE_PART_PHASE,
  SCOPE_N_PART_KINDS
} ScopePartKind;

/* As tables have it: "cause". */
const char *scope_part_kind_name (ScopePartKind kind);

typedef struct
{
  ScopePartKind kind;
  char *name; /* owned: of a cause as tables have it; of a label or function as the trace has it, "" for no label */
  char *word; /* owned: for people: "waiting for GC"; NULL: as the name */
  double ns;  /* summed over all processors, but ALONE */
} ScopeRunPart;

#define SCOPE_RUN_PARTS 1000u /* labels and functions that are told at most, the longest; causes are all told */
#define SCOPE_RUN_PART_OTHERS "…" /* the name of all others together */

/* A GCompareFunc of two parts: by kind and name. */
int scope_run_part_compare (gconstpointer one, gconstpointer other);
/* All causes, zeros too; labels and functions with a time. By kind and name. GArray of ScopeRunPart; free with g_array_unref(). Off the
 * main thread. NULL with error. */
GArray *scope_run_parts_read (ScopeTrace *trace, GCancellable *cancellable, GError **error);

G_END_DECLS
