/* scope-open-calls.h: what was asked with a reference and is not answered yet, found by who asked and the reference.
 *
 * Who waits no longer (a call that timed out) tells nobody so, hence only the latest are kept: memory stays the same however long the trace.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct
{
  guint32 caller, to; /* parties */
  guint32 reference;  /* a hash of it */
  gint64 sent;
  gint64 received;        /* TIME_MIN: not yet */
  gint64 begun, answered; /* answered TIME_MIN: not yet */
  guint32 older, newer;   /* private */
} ScopeOpenCall;

typedef struct _ScopeOpenCalls ScopeOpenCalls;

/* Keeps `most` of them, at least 1. */
ScopeOpenCalls *scope_open_calls_new (guint32 most);
void scope_open_calls_free (ScopeOpenCalls *calls);
/* The oldest, if one has to go before another is added: NULL if there is room. The caller removes it. */
ScopeOpenCall *scope_open_calls_surplus (ScopeOpenCalls *calls);
/* Adds one that is not there yet. */
void scope_open_calls_add (ScopeOpenCalls *calls, guint32 caller, guint32 to, guint32 reference, gint64 sent);
/* NULL: there is none. Valid until the next is added. */
ScopeOpenCall *scope_open_calls_find (ScopeOpenCalls *calls, guint32 caller, guint32 reference);
void scope_open_calls_remove (ScopeOpenCalls *calls, ScopeOpenCall *call);
/* The oldest, and the one that was added after `call`; NULL: there is none. */
ScopeOpenCall *scope_open_calls_first (ScopeOpenCalls *calls);
ScopeOpenCall *scope_open_calls_after (ScopeOpenCalls *calls, const ScopeOpenCall *call);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ScopeOpenCalls, scope_open_calls_free)

G_END_DECLS
