/* scope-pairing.h: which lane of the baseline is which of this run.
 *
 * Numbers of processes and threads say little from run to run; what a lane *is* says more:
 *
 *     machines     by number; what is left over by name, then, if one is left on each side, these two
 *     processors   of paired machines, by number
 *     processes    from the roots of the tree downwards: children of paired parents that have the same label or entry point; of
 *                  several alike those on paired machines first, then in order of creation
 *     threads      in the same way, below the process they belong to, or the thread that made them; what has no paired parent:
 *                  on paired machines, by label or entry point and order of creation
 *
 * Two that have different labels are never paired, but by hand. Every pair says how it was found. What a person pairs or
 * takes apart holds first, and what lies below follows it.
 *
 * Immutable, counted: an edit makes another pairing. Making one looks at all tasks (190,000 threads: a fraction of a second)
 * and, where threads know who made them, at their lanes: off the main thread. Reading it costs nothing, on any thread.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/trace/document/scope-trace.h"

G_BEGIN_DECLS

typedef enum
{
  SCOPE_PAIRED_NOT,      /* it has no partner */
  SCOPE_PAIRED_BY_HAND,
  SCOPE_PAIRED_NUMBER,   /* the same number (on paired machines) */
  SCOPE_PAIRED_NAME,     /* machines of the same name */
  SCOPE_PAIRED_REST,     /* the only ones left over */
  SCOPE_PAIRED_LABEL,    /* label or entry point and order, below the same parent */
  SCOPE_PAIRED_ORDER,    /* the order of creation below the same parent alone: they have neither */
  SCOPE_PAIRED_FAR,      /* label or entry point and order on the same machine; their parents are no pair */
} ScopePaired;

typedef struct
{
  ScopeLaneId baseline, run;
  ScopePaired how;
} ScopeLanePair;

/* What a person wants: these two; or, with one of them only, that it has no partner. */
typedef struct
{
  ScopeLaneId baseline, run;
  gboolean has_baseline, has_run; /* at least one */
} ScopePairingEdit;

typedef struct _ScopePairing ScopePairing;

/* `edits` in order: later ones win. Lanes that are not there, or pairs of two kinds, are passed over. NULL with error: cancelled,
 * or the index cannot be read. */
ScopePairing *scope_pairing_new (ScopeTrace *baseline, ScopeTrace *run, const ScopePairingEdit *edits, guint n_edits,
                                 GCancellable *cancellable, GError **error);
ScopePairing *scope_pairing_ref (ScopePairing *pairing);
void scope_pairing_unref (ScopePairing *pairing);
ScopeTrace *scope_pairing_get_baseline (ScopePairing *pairing);
ScopeTrace *scope_pairing_get_run (ScopePairing *pairing);
/* What was asked for by hand. */
guint scope_pairing_n_edits (ScopePairing *pairing);
ScopePairingEdit scope_pairing_edit (ScopePairing *pairing, guint i);

/* The partner of a lane; FALSE if it has none. SCOPE_KIND_THREADS goes with its machine. */
gboolean scope_pairing_to_baseline (ScopePairing *pairing, ScopeLaneId run, ScopeLaneId *ret_baseline);
gboolean scope_pairing_to_run (ScopePairing *pairing, ScopeLaneId baseline, ScopeLaneId *ret_run);
/* How a lane of this run (or of the baseline) was paired. */
ScopePaired scope_pairing_how (ScopePairing *pairing, ScopeLaneId run);
ScopePaired scope_pairing_how_baseline (ScopePairing *pairing, ScopeLaneId baseline);

/* --- lists: of a kind (machine, processor, process, thread), in the order of this run --- */

guint scope_pairing_n_pairs (ScopePairing *pairing, ScopeKind kind);
ScopeLanePair scope_pairing_pair (ScopePairing *pairing, ScopeKind kind, guint i);
/* Those that have no partner, in the order of their trace. */
guint scope_pairing_n_only_run (ScopePairing *pairing, ScopeKind kind);
ScopeLaneId scope_pairing_only_run (ScopePairing *pairing, ScopeKind kind, guint i);
guint scope_pairing_n_only_baseline (ScopePairing *pairing, ScopeKind kind);
ScopeLaneId scope_pairing_only_baseline (ScopePairing *pairing, ScopeKind kind, guint i);

/* "by number", "by label and order", …; translated, never NULL. And for CSV: "number", "label", … */
const char *scope_paired_label (ScopePaired how);
const char *scope_paired_name (ScopePaired how);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ScopePairing, scope_pairing_unref)

G_END_DECLS
