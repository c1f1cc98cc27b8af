/* scope-waits-private.h: the messages that end waits, found by time. SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "model/trace/waits/scope-waits.h"

G_BEGIN_DECLS

/* A stretch of a table of one machine, in order of time: what searches nearby find without reading. */
typedef struct
{
  ScopeMachine *machine; /* NULL: empty */
  gint64 from, to;     /* [from, to) is here */
  GArray *rows;        /* ScopeWaitMessageRow; NULL: none yet */
} ScopeWaitPage;

typedef struct
{
  guint32 thread; /* ARRIVALS: index of the thread whose wait ended. MESSAGES: SCOPE_NONE if it is no local one. WAKEUPS: who woke */
  ScopeWaitMessage message; /* WAKEUPS: from_port is the index of who woke it, or NONE, tag the cause, receive the time */
  gint64 taken;             /* MESSAGES: when it was received, by the receiver's clock; TIME_MAX: never */
  guint32 to_machine;       /* MESSAGES */
} ScopeWaitMessageRow;

/* Of all machines: of each what lies around the last search, and of one what lies further back. A walk in order of time comes from machine to
 * machine and finds what it has left there; of many machines each has a shorter stretch. */
typedef struct
{
  ScopeTableKind kind; /* ARRIVALS; MESSAGES: those that the machine sent, by when; or WAKEUPS */
  ScopeWaitPage *near, far;
  guint n;
} ScopeWaitPages;

typedef gboolean (*ScopeWaitMatch) (const ScopeWaitMessageRow *row, gconstpointer wanted);

void scope_wait_pages_init (ScopeWaitPages *pages, ScopeTableKind kind, guint n_machines);
void scope_wait_pages_clear (ScopeWaitPages *pages);
/* The last row with a time within [from, to] that matches, or if `only_last` the last of them if it matches; looks at a bounded number of pages. FALSE: none, or with
 * error. */
gboolean scope_wait_pages_find (ScopeWaitPages *pages, ScopeMachine *machine, gint64 from, gint64 to,
                                ScopeWaitMatch match, gconstpointer wanted, gboolean only_last,
                                ScopeWaitMessage *ret_message, GError **error);
/* Whether it is plain without a search that one with `only_last` finds nothing, wherever it begins: there are no rows, or the last one
 * until `to` is near, and another. */
gboolean scope_wait_pages_last_is_other (ScopeWaitPages *pages, ScopeMachine *machine, gint64 to, ScopeWaitMatch match,
                                         gconstpointer wanted);
/* Of those sent within [from, to] to row's process of its machine, the first that was taken at `woken` or later, and of those at one time
 * the first that was sent, into *row. FALSE: none, or with error. */
gboolean scope_wait_pages_find_taken (ScopeWaitPages *pages, ScopeMachine *machine, gint64 from, gint64 to, gint64 woken,
                                      ScopeWaitMessageRow *row, GError **error);

G_END_DECLS
