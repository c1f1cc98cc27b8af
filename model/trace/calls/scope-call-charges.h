/* scope-call-charges.h: what is charged to the activations of a core, in order of the time at which it is: stretches of instructions and
 * events, out of the tables `seqs` and `hits`.
 *
 * Events lie in their table in order of their own times; they are charged when their instruction began. The next few hundred are
 * held, which puts them in order but where an instruction was under way for longer than these took; such a one is charged late.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/base/scope-sim-events.h"
#include "model/trace/document/scope-machine.h"

G_BEGIN_DECLS

typedef struct
{
  gint64 time;  /* own time: the activation that is uppermost then bears it */
  guint32 insts;
  guint8 kind;  /* ScopeHitKind; SCOPE_N_HITS: instructions */
} ScopeCallCharge;

typedef struct _ScopeCallCharges ScopeCallCharges;

/* Of the processor of that number, from `from` on, own time. */
ScopeCallCharges *scope_call_charges_new (ScopeMachine *machine, gint64 processor, gint64 from, gint64 to);
void scope_call_charges_free (ScopeCallCharges *self);
/* The next one before `time`; FALSE: there is none, or with error. */
gboolean scope_call_charges_next (ScopeCallCharges *self, gint64 time, ScopeCallCharge *ret_charge, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ScopeCallCharges, scope_call_charges_free)

G_END_DECLS
