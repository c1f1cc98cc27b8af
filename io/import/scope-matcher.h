/* scope-matcher.h: finds out which end of a message belongs to which: the k-th that was sent in a channel (both machines, processes, ports,
 * and tag) is the k-th that was received in it.
 *
 * It is given all ends of its channels three times: to learn names, to count, and to match. The last time they come in one order over all machines:
 * by the greatest time so far in their stream, streams that are of one time machine by machine, sends first. So rows come in
 * that order, whoever matches which channels.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/trace/document/scope-trace.h"

G_BEGIN_DECLS

#define SCOPE_MESSAGES_MOST_NODES 4096u /* below SCOPE_STRANGER_NODES */
#define SCOPE_END_BLIND 0x100u /* tags have a byte */

/* An end, as it is kept until all machines are read. */
typedef struct
{
  gint64 time;
  guint32 own_process, own_port;
  guint32 other_machine, other_process, other_port; /* machine: number; blind: its node in `nodes`, + 1, 0: the same */
  guint32 size;
  guint32 tag;    /* SCOPE_END_BLIND: the receiver does not say who sent it */
  guint32 thread; /* index + 1 of the thread whose wait it ended, or 0; blind: digest of the message */
} ScopeSpooledEnd;

static inline gboolean
scope_end_is_blind (const ScopeSpooledEnd *end)
{
  return (end->tag & SCOPE_END_BLIND) != 0;
}

/* All that a machine sent are a stream, and all that it received. */
typedef struct
{
  guint32 machine; /* index */
  gboolean receives;
  const ScopeSpooledEnd *end;
} ScopeEndAt;

typedef struct _ScopeMatcher ScopeMatcher;

/* A row of that table of that machine, SCOPE_TABLE_MESSAGES or SCOPE_TABLE_ARRIVALS; see scope_table_add_lasting(). */
typedef void (*ScopeMatcherPut) (gpointer data, guint32 machine, ScopeTableKind kind, const gint64 *row, gint64 until);

/* Both borrowed. Of the trace it needs of each machine its number, offset, node, its processes that have names, and strangers. The first machine
 * learns what nodes are called that are not in the trace. */
ScopeMatcher *scope_matcher_new (ScopeTrace *trace, const GPtrArray *nodes, ScopeMatcherPut put, gpointer data);
void scope_matcher_free (ScopeMatcher *matcher);
/* First all that were sent, machine by machine, then all that were received. Only those that are blind. */
void scope_matcher_learn (ScopeMatcher *matcher, const ScopeEndAt *at);
/* All. */
void scope_matcher_count (ScopeMatcher *matcher, const ScopeEndAt *at);
/* n of them at once that are of one channel, of which `at` is one but for its time, size and thread. Returns the channel's place. */
guint32 scope_matcher_count_way (ScopeMatcher *matcher, const ScopeEndAt *at, guint64 n);
/* All, in order. */
void scope_matcher_match (ScopeMatcher *matcher, const ScopeEndAt *at);
/* The same of one whose channel is known by its place; it is not blind, and only its time, size and thread are looked at. */
void scope_matcher_match_in (ScopeMatcher *matcher, guint32 channel, const ScopeEndAt *at);
/* What is found: unmatched, received_before_sent, unrecorded_receipts. */
ScopeMessageCounts *scope_matcher_counts (ScopeMatcher *matcher);
/* Which of n matchers has the end's channel; share_of[machine]: which has a machine's blind ones, as of these the receiver alone is known. */
guint scope_matcher_share (ScopeMatcher *matcher, const ScopeEndAt *at, const guint32 *share_of, guint n);

/* Erlang's: a process or port that there is none of. */
static inline gint64
scope_matcher_or_null (guint32 number)
{
  return number == SCOPE_NONE ? SCOPE_TABLE_NULL : number;
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ScopeMatcher, scope_matcher_free)

G_END_DECLS
