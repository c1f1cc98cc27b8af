/* scope-pairing-private.h: what a pairing is made of.
 *
 * All lanes of a trace have a number, their *seat*: those of a machine beside each other, kind after kind.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/trace/compare/scope-pairing.h"

G_BEGIN_DECLS

#define SCOPE_PAIRING_N_KINDS 4u /* machine, processor, process, thread */

/* One of the two runs. */
typedef struct
{
  ScopeTrace *trace; /* owned */
  guint n_machines;
  guint32 n;                                       /* seats */
  guint32 (*bases)[SCOPE_PAIRING_N_KINDS + 1];     /* of each machine: where its lanes of a kind begin; where they end */
  guint32 *partners;                               /* of each seat: the other's seat, or SCOPE_NONE */
  guint8 *how;                                     /* ScopePaired */
} ScopePairingSide;

struct _ScopePairing
{
  gatomicrefcount refs;
  ScopePairingSide run, baseline;
  GArray *edits; /* of ScopePairingEdit */
  GArray *pairs[SCOPE_PAIRING_N_KINDS]; /* of guint32: seats of the run that have a partner */
  GArray *only_run[SCOPE_PAIRING_N_KINDS], *only_baseline[SCOPE_PAIRING_N_KINDS]; /* seats */
};

/* SCOPE_NONE if there is no such lane. */
guint32 scope_pairing_seat (const ScopePairingSide *side, ScopeLaneId lane);
ScopeLaneId scope_pairing_lane (const ScopePairingSide *side, guint32 seat);

/* Fills partners and how. FALSE with error: cancelled. */
gboolean scope_pairing_find (ScopePairing *pairing, GCancellable *cancellable, GError **error);

G_END_DECLS
