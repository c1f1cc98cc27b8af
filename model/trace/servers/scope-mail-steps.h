/* scope-mail-steps.h: every sending and every receipt of messages between processes, of all machines, in order of time.
 *
 * The table of messages is in order of receipt, nearly. So time is cut into windows of about half a million steps, which are read and
 * sorted one after the other: memory is bounded by them and by the number of processes, however many messages there are.
 *
 * Off the main thread.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/trace/document/scope-query-range.h"

G_BEGIN_DECLS

typedef struct
{
  gint64 time;      /* trace time */
  gint64 other;     /* of its other end; of a sending TIME_MAX: nobody saw it arrive; of a receipt TIME_MIN: nobody saw it sent, or so late
                     * that clocks must differ */
  guint32 from, to; /* scope_mail_steps_party(); `from` may be SCOPE_NONE: not known, or no process of the trace */
  guint32 call;     /* SCOPE_MESSAGE_CALL */
  guint32 place : 31; /* private */
  guint32 received : 1;
} ScopeMailStep;

typedef struct
{
  guint32 machine; /* index */
  gint64 number;   /* of the process */
} ScopeMailParty;

typedef struct _ScopeMailSteps ScopeMailSteps;

/* Of the whole trace, whatever within->from and within->to are; within->trace and its cancellable are borrowed. `most`: steps of a window;
 * 0: as many as is usual. */
ScopeMailSteps *scope_mail_steps_new (const ScopeQueryRange *within, guint most);
void scope_mail_steps_free (ScopeMailSteps *steps);
/* Before the first: steps of messages to these n alone, which are parties 0 to n - 1. */
void scope_mail_steps_only (ScopeMailSteps *steps, const ScopeMailParty *receivers, guint n);
/* Steps of equal times stay in the order of the table. Valid until the next is asked for; NULL at the end, or with error. */
const ScopeMailStep *scope_mail_steps_next (ScopeMailSteps *steps, GError **error);
/* Parties are counted from 0 on, as they are met. */
ScopeMailParty scope_mail_steps_party (ScopeMailSteps *steps, guint32 party);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ScopeMailSteps, scope_mail_steps_free)

G_END_DECLS
